/* Small texts by room and name, as they stand in the store. What was dealt is written as four
 * letters an entry, a piece of its name's hash: that stays right when the pack is edited, and two
 * entries that share it (one pair in sixteen million) cost no more than a word that waits. */
#include "room_choices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "map.h"
#include "pack.h"
#include "store_upkeep.h"
#include "table_entry.h"

enum { STOCK_MARK = 4, STOCK_NAME_BYTES = 96, STOCK_SCOPE_BYTES = ROOM_KEY_BYTES + 8 };

/* A row: scope and name in key, one behind the other with a newline between. */
struct choice_row {
    char *value;
    size_t len;
    char key[];
};

struct room_choices {
    struct map rows;
    size_t words;       /* languages, prefixes and zones among them */
    struct map damaged; /* scopes */
};

struct room_choices *room_choices_new(const uint64_t key[2])
{
    struct room_choices *room_choices = heap_allocate(sizeof *room_choices);
    memcpy(room_choices->rows.key, key, sizeof room_choices->rows.key);
    memcpy(room_choices->damaged.key, key, sizeof room_choices->damaged.key);
    return room_choices;
}

void room_choices_free(struct room_choices **room_choices)
{
    size_t at = 0;
    for (struct choice_row *row = NULL; (row = map_next(&(*room_choices)->rows, &at)) != NULL;) {
        free(row->value);
        free(row);
    }
    map_deinit(&(*room_choices)->rows);
    at = 0;
    for (char *scope = NULL; (scope = map_next(&(*room_choices)->damaged, &at)) != NULL;) {
        free(scope);
    }
    map_deinit(&(*room_choices)->damaged);
    free(*room_choices);
    *room_choices = NULL;
}

static bool choice_is_word(const char *name)
{
    return strcmp(name, "language") == 0 || strcmp(name, "prefix") == 0 ||
           strcmp(name, "room_zone") == 0;
}

/* Keeps a copy of the value; an empty one takes the row away. */
static void choice_put(struct room_choices *room_choices, const char *scope, const char *name,
                       const char *value, size_t len)
{
    size_t size = strlen(scope) + strlen(name) + 2;
    struct choice_row *row = heap_allocate(sizeof *row + size);
    snprintf(row->key, size, "%s\n%s", scope, name);
    struct choice_row *old = map_get(&room_choices->rows, row->key);
    if (len == 0) {
        map_remove(&room_choices->rows, row->key);
        free(row);
    } else {
        row->value = heap_text(value, len);
        row->len = len;
        map_put(&room_choices->rows, row->key, row);
    }
    if (choice_is_word(name)) {
        room_choices->words += len > 0;
        room_choices->words -= old != NULL;
    }
    if (old != NULL) {
        free(old->value);
        free(old);
    }
}

static const struct choice_row *choice_find(const struct room_choices *room_choices,
                                            const char *scope, const char *name)
{
    char key[STOCK_SCOPE_BYTES + STOCK_NAME_BYTES];
    snprintf(key, sizeof key, "%s\n%s", scope, name);
    return map_get(&room_choices->rows, key);
}

/* Of a server whose row is damaged nothing is known, and a new choice takes the row's place. */
static void choice_read_damaged(struct room_choices *room_choices, const char *scope)
{
    if (strncmp(scope, "room ", 5) == 0 && map_get(&room_choices->damaged, scope) == NULL) {
        char *copy = heap_copy(scope);
        map_put(&room_choices->damaged, copy, copy);
    }
}

void room_choices_read(struct room_choices *room_choices, const struct store_row *row)
{
    if (row->damaged) {
        choice_read_damaged(room_choices, row->key);
        return;
    }
    bool ours = strncmp(row->extra, "pack.", 5) == 0 || strncmp(row->extra, "last.", 5) == 0 ||
                strncmp(row->extra, "dealt.", 6) == 0 || strcmp(row->extra, STORE_KEEP_NAME) == 0 ||
                strncmp(row->extra, "season", 6) == 0 || choice_is_word(row->extra);
    bool theirs = strncmp(row->key, "room ", 5) == 0 || strncmp(row->key, "server ", 7) == 0;
    if (ours && theirs) {
        choice_put(room_choices, row->key, row->extra, row->text, row->text_len);
    }
}

static void choice_scope(char scope[STOCK_SCOPE_BYTES], const char *room)
{
    snprintf(scope, STOCK_SCOPE_BYTES, "room %s", room);
}

bool room_choices_are_damaged(const struct room_choices *room_choices, const char *room)
{
    char scope[STOCK_SCOPE_BYTES];
    choice_scope(scope, room);
    return map_get(&room_choices->damaged, scope) != NULL;
}

/* What was chosen; "": nothing was. */
static const char *choice_word(const struct room_choices *room_choices, const char *scope,
                               const char *name)
{
    const struct choice_row *row = choice_find(room_choices, scope, name);
    return row == NULL ? "" : row->value;
}

/* Here and in the store. */
static void choice_write(struct room_choices *room_choices, struct store_batch *batch,
                         const char *scope, const char *name, const char *value, size_t len)
{
    const struct store_row row = {.key = scope, .extra = name, .text = value, .text_len = len};
    if (map_get(&room_choices->damaged, scope) == NULL) {
        store_put(batch, STORE_SETTING, &row);
    }
    choice_put(room_choices, scope, name, value, len);
}

const char *room_choices_pack(const struct room_choices *room_choices, const char *room,
                              const char *game)
{
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    choice_scope(scope, room);
    snprintf(name, sizeof name, "pack.%s", game);
    return choice_word(room_choices, scope, name);
}

void room_choices_set_pack(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *game, const char *pack)
{
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    choice_scope(scope, room);
    snprintf(name, sizeof name, "pack.%s", game);
    choice_write(room_choices, batch, scope, name, pack, strlen(pack));
}

const char *room_choices_last(const struct room_choices *room_choices, const char *room,
                              const char *game)
{
    char name[STOCK_NAME_BYTES];
    snprintf(name, sizeof name, "last.%s", game);
    return room_choices_word(room_choices, room, name);
}

void room_choices_set_last(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *game, const char *options)
{
    char name[STOCK_NAME_BYTES];
    snprintf(name, sizeof name, "last.%s", game);
    if (strcmp(room_choices_word(room_choices, room, name), options) != 0) {
        room_choices_set_word(room_choices, batch, room, name, options);
    }
}

const char *room_choices_word(const struct room_choices *room_choices, const char *room,
                              const char *name)
{
    char scope[STOCK_SCOPE_BYTES];
    choice_scope(scope, room);
    return choice_word(room_choices, scope, name);
}

void room_choices_set_word(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *name, const char *word)
{
    char scope[STOCK_SCOPE_BYTES];
    choice_scope(scope, room);
    choice_write(room_choices, batch, scope, name, word, strlen(word));
}

bool room_choices_have_words(const struct room_choices *room_choices)
{
    return room_choices->words > 0;
}

static void choice_scope_of_server(char scope[STOCK_SCOPE_BYTES], const char *server)
{
    snprintf(scope, STOCK_SCOPE_BYTES, "server %s", server);
}

const char *room_choices_server_word(const struct room_choices *room_choices, const char *server,
                                     const char *name)
{
    char scope[STOCK_SCOPE_BYTES];
    choice_scope_of_server(scope, server);
    return choice_word(room_choices, scope, name);
}

void room_choices_set_server_word(struct room_choices *room_choices, struct store_batch *batch,
                                  const char *server, const char *name, const char *word)
{
    char scope[STOCK_SCOPE_BYTES];
    choice_scope_of_server(scope, server);
    choice_write(room_choices, batch, scope, name, word, strlen(word));
}

const char *room_choices_keep(const struct room_choices *room_choices, const char *room)
{
    return room_choices_word(room_choices, room, STORE_KEEP_NAME);
}

void room_choices_set_keep(struct room_choices *room_choices, struct store_batch *batch,
                           const char *room, const char *days)
{
    room_choices_set_word(room_choices, batch, room, STORE_KEEP_NAME, days);
}

/* The mark of an entry. */
static void choice_mark(const char *entry, char mark[STOCK_MARK + 1])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, entry, strlen(entry));
    hash_base64url(mark, hash, 3);
}

static int choice_compare(const void *one, const void *other)
{
    return memcmp(one, other, STOCK_MARK);
}

/* The name of the row that holds what was dealt, and its scope. */
static void used_words_name(const struct pack_use *place, char scope[STOCK_SCOPE_BYTES],
                            char name[STOCK_NAME_BYTES])
{
    choice_scope(scope, place->room);
    snprintf(name, STOCK_NAME_BYTES, "dealt.%s.%s", place->game, place->pack);
}

size_t room_choices_used(const struct room_choices *room_choices, const struct pack_use *place,
                         const struct deal_pack *list, bool *dealt)
{
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    size_t count = 0;
    used_words_name(place, scope, name);
    const struct choice_row *row = choice_find(room_choices, scope, name);
    memset(dealt, 0, list->count * sizeof *dealt);
    if (row == NULL) {
        return 0;
    }
    char *marks = heap_text(row->value, row->len);
    qsort(marks, row->len / STOCK_MARK, STOCK_MARK, choice_compare);
    for (size_t i = 0; i < list->count; i++) {
        char mark[STOCK_MARK + 1];
        choice_mark(list->entry[i], mark);
        dealt[i] = bsearch(mark, marks, row->len / STOCK_MARK, STOCK_MARK, choice_compare) != NULL;
        count += dealt[i];
    }
    free(marks);
    return count;
}

/* Adds the marks that stand for no entry of the list. */
static void choice_keep_others(struct buf *value, const struct choice_row *row,
                               const struct deal_pack *list)
{
    char *marks = heap_allocate(list->count * STOCK_MARK + 1);
    for (size_t i = 0; i < list->count; i++) {
        char mark[STOCK_MARK + 1];
        choice_mark(list->entry[i], mark);
        memcpy(marks + i * STOCK_MARK, mark, STOCK_MARK);
    }
    qsort(marks, list->count, STOCK_MARK, choice_compare);
    for (size_t at = 0; at + STOCK_MARK <= row->len; at += STOCK_MARK) {
        const char *mark = row->value + at;
        if (bsearch(mark, marks, list->count, STOCK_MARK, choice_compare) == NULL) {
            buf_add(value, mark, STOCK_MARK);
        }
    }
    free(marks);
}

void room_choices_note_used(struct room_choices *room_choices, struct store_batch *batch,
                            const struct pack_use *place, const struct used_words *dealt)
{
    struct buf value;
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    used_words_name(place, scope, name);
    const struct choice_row *row = choice_find(room_choices, scope, name);
    buf_init(&value, (size_t)PACK_ENTRIES_MAX * 4 * STOCK_MARK);
    if (row != NULL && dealt->anew) {
        choice_keep_others(&value, row, dealt->list);
    } else if (row != NULL) {
        buf_add(&value, row->value, row->len);
    }
    for (size_t i = 0; i < dealt->count; i++) {
        char mark[STOCK_MARK + 1];
        choice_mark(dealt->names[i], mark);
        buf_add(&value, mark, STOCK_MARK);
    }
    choice_write(room_choices, batch, scope, name, value.len == 0 ? "" : value.text, value.len);
    buf_deinit(&value);
}
