/* One allocation a inbound event: first all lengths are added up, then all texts are laid down. */
#include "inbound_copy.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { INBOUND_TEXT_KEPT = INBOUND_TEXT_BYTES_MAX + 4 };

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

static void pack_inbound(struct packer *packer, struct inbound *to, const struct inbound *from)
{
    const size_t id = INBOUND_ID_BYTES_MAX;
    to->adapter = pack(packer, from->adapter, id);
    to->event_id = pack(packer, from->event_id, id);
    to->room = pack(packer, from->room, id);
    to->account = pack(packer, from->account, id);
    to->name = pack(packer, from->name, id);
    to->moved_to = pack(packer, from->moved_to, id);
    to->text = pack(packer, from->text, INBOUND_TEXT_KEPT);
    to->command = pack(packer, from->command, id);
    to->control = pack(packer, from->control, id);
    to->reply_to = pack(packer, from->reply_to, id);
    to->reply_account = pack(packer, from->reply_account, id);
    to->locale = pack(packer, from->locale, id);
    to->elsewhere = pack(packer, from->elsewhere, INBOUND_TEXT_KEPT);
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
static size_t args_bytes(const struct value_tree *args)
{
    size_t bytes = 1;
    for (unsigned i = 0; args != NULL && i < args->count; i++) {
        const struct value *fact = &args->fact[i];
        bytes += fact->text_len + 2u + (fact->key == NULL ? 0 : strlen(fact->key));
    }
    return bytes;
}

static bool id_fits(const char *id)
{
    return id == NULL || strnlen(id, INBOUND_ID_BYTES_MAX) < INBOUND_ID_BYTES_MAX;
}

static bool inbound_fits(const struct inbound *inbound)
{
    return inbound->event_id != NULL && id_fits(inbound->event_id) && id_fits(inbound->room) &&
           id_fits(inbound->account) && id_fits(inbound->reply_to) && id_fits(inbound->control) &&
           id_fits(inbound->moved_to) && inbound->mention_count <= INBOUND_MENTIONS_MAX &&
           inbound->value_count <= INBOUND_VALUES_MAX &&
           (inbound->args == NULL || (inbound->args->count <= INBOUND_ARGS_MAX &&
                                      args_bytes(inbound->args) <= INBOUND_ARGS_BYTES_MAX));
}

/* Bytes of the arguments' memory: facts, their texts, and the keys of the outermost ones, which
 * value_copy() leaves to its caller. */
static size_t args_memory(const struct value_tree *args)
{
    return args == NULL ? 0 : args->count * sizeof(struct value) + 2 * args_bytes(args);
}

static void copy_args(struct inbound_copy *copy, const struct value_tree *args, char *memory)
{
    size_t facts = args->count * sizeof(struct value);
    size_t bytes = args_bytes(args);
    char *keys = memory + facts + bytes;
    value_init(&copy->args, (struct value *)(void *)memory, args->count, memory + facts, bytes);
    for (uint16_t i = value_first(args, VALUE_NONE); i != VALUE_NONE;
         i = value_next(args, VALUE_NONE, i)) {
        const char *key = args->fact[i].key;
        memcpy(keys, key, strlen(key) + 1);
        value_copy(&copy->args, keys, args, i);
        keys += strlen(key) + 1;
    }
    copy->inbound.args = &copy->args;
}

bool inbound_copy(struct inbound_copy *copy, const struct inbound *inbound)
{
    if (!inbound_fits(inbound)) {
        return false;
    }
    struct inbound scratch = *inbound;
    struct packer packer = {NULL, 0};
    const struct value_tree *args = inbound->args;
    size_t for_args = args_memory(args);
    pack_inbound(&packer, &scratch, inbound);
    copy->memory = heap_allocate(for_args + packer.need);
    copy->inbound = *inbound;
    packer.at = copy->memory + for_args;
    pack_inbound(&packer, &copy->inbound, inbound);
    copy->inbound.account = copy->inbound.account == NULL ? "" : copy->inbound.account;
    if (args != NULL) {
        copy_args(copy, args, copy->memory);
    }
    return true;
}

void inbound_copy_free(struct inbound_copy *copy)
{
    free(copy->memory);
    copy->memory = NULL;
}
