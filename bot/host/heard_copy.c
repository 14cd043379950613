/* One allocation a heard event: first all lengths are added up, then all texts are laid down. */
#include "heard_copy.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { HEARD_TEXT_KEPT = HEARD_TEXT_BYTES_MAX + 4 };

struct packer {
    char *at; /* NULL while lengths are only added up */
    size_t need;
};

static const char *pack(struct packer *packer, const char *text, size_t max)
{
    if (text == NULL) {
        return NULL;
    }
    size_t len = strnlen(text, max);
    while (len == max && len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80) {
        len--; /* not in the middle of a code point */
    }
    packer->need += len + 1;
    if (packer->at == NULL) {
        return NULL;
    }
    char *copy = packer->at;
    memcpy(copy, text, len);
    copy[len] = '\0';
    packer->at += len + 1;
    return copy;
}

static void pack_heard(struct packer *packer, struct heard *to, const struct heard *from)
{
    const size_t id = HEARD_ID_BYTES_MAX;
    to->adapter = pack(packer, from->adapter, id);
    to->event_id = pack(packer, from->event_id, id);
    to->room = pack(packer, from->room, id);
    to->account = pack(packer, from->account, id);
    to->name = pack(packer, from->name, id);
    to->moved_to = pack(packer, from->moved_to, id);
    to->locale = pack(packer, from->locale, id);
    to->text = pack(packer, from->text, HEARD_TEXT_KEPT);
    to->command = pack(packer, from->command, id);
    to->control = pack(packer, from->control, id);
    to->reply_to = pack(packer, from->reply_to, id);
    to->reply_account = pack(packer, from->reply_account, id);
    to->emoji = pack(packer, from->emoji, id);
    to->media = pack(packer, from->media, id);
    for (unsigned i = 0; i < from->mention_count; i++) {
        to->mentions[i] = pack(packer, from->mentions[i], id);
    }
    for (unsigned i = 0; i < from->value_count; i++) {
        to->values[i] = pack(packer, from->values[i], id);
    }
}

/* Bytes that texts and keys of the arguments take. */
static size_t args_bytes(const struct facts *args)
{
    size_t bytes = 1;
    for (unsigned i = 0; args != NULL && i < args->count; i++) {
        const struct fact *fact = &args->fact[i];
        bytes += fact->text_len + 2u + (fact->key == NULL ? 0 : strlen(fact->key));
    }
    return bytes;
}

static bool id_fits(const char *id)
{
    return id == NULL || strnlen(id, HEARD_ID_BYTES_MAX) < HEARD_ID_BYTES_MAX;
}

static bool heard_fits(const struct heard *heard)
{
    return heard->event_id != NULL && id_fits(heard->event_id) && id_fits(heard->room) &&
           id_fits(heard->account) && id_fits(heard->reply_to) && id_fits(heard->control) &&
           id_fits(heard->moved_to) && heard->mention_count <= HEARD_MENTIONS_MAX &&
           heard->value_count <= HEARD_VALUES_MAX &&
           (heard->args == NULL || (heard->args->count <= HEARD_ARGS_MAX &&
                                    args_bytes(heard->args) <= HEARD_ARGS_BYTES_MAX));
}

/* Bytes of the arguments' memory: facts, their texts, and the keys of the outermost ones, which
 * facts_copy() leaves to its caller. */
static size_t args_memory(const struct facts *args)
{
    return args == NULL ? 0 : args->count * sizeof(struct fact) + 2 * args_bytes(args);
}

static void copy_args(struct heard_copy *copy, const struct facts *args, char *memory)
{
    size_t facts = args->count * sizeof(struct fact);
    size_t bytes = args_bytes(args);
    char *keys = memory + facts + bytes;
    facts_init(&copy->args, (struct fact *)(void *)memory, args->count, memory + facts, bytes);
    for (uint16_t i = facts_first(args, FACTS_NONE); i != FACTS_NONE;
         i = facts_next(args, FACTS_NONE, i)) {
        const char *key = args->fact[i].key;
        memcpy(keys, key, strlen(key) + 1);
        facts_copy(&copy->args, keys, args, i);
        keys += strlen(key) + 1;
    }
    copy->heard.args = &copy->args;
}

bool heard_copy(struct heard_copy *copy, const struct heard *heard)
{
    if (!heard_fits(heard)) {
        return false;
    }
    struct heard scratch = *heard;
    struct packer packer = {NULL, 0};
    const struct facts *args = heard->args;
    size_t for_args = args_memory(args);
    pack_heard(&packer, &scratch, heard);
    copy->memory = heap_take(for_args + packer.need);
    copy->heard = *heard;
    packer.at = copy->memory + for_args;
    pack_heard(&packer, &copy->heard, heard);
    copy->heard.account = copy->heard.account == NULL ? "" : copy->heard.account;
    if (args != NULL) {
        copy_args(copy, args, copy->memory);
    }
    return true;
}

void heard_copy_free(struct heard_copy *copy)
{
    free(copy->memory);
    copy->memory = NULL;
}
