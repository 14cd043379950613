/* Small texts by room and name, as they stand in the store. What was dealt is written as four
 * letters an entry, a piece of its name's hash: that stays right when the pack is edited, and two
 * entries that share it (one pair in sixteen million) cost no more than a word that waits. */
#include "stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commit.h"
#include "hash.h"
#include "heap.h"
#include "map.h"
#include "pack.h"
#include "tables.h"

enum { STOCK_MARK = 4, STOCK_NAME_BYTES = 96, STOCK_SCOPE_BYTES = ROOM_KEY_BYTES + 8 };

/* A row: scope and name in key, one behind the other with a newline between. */
struct stock_row {
    char *value;
    size_t len;
    char key[];
};

struct stock {
    struct map rows;
};

struct stock *stock_new(const uint64_t key[2])
{
    struct stock *stock = heap_take(sizeof *stock);
    memcpy(stock->rows.key, key, sizeof stock->rows.key);
    return stock;
}

void stock_free(struct stock **stock)
{
    size_t at = 0;
    for (struct stock_row *row = NULL; (row = map_next(&(*stock)->rows, &at)) != NULL;) {
        free(row->value);
        free(row);
    }
    map_deinit(&(*stock)->rows);
    free(*stock);
    *stock = NULL;
}

/* Keeps a copy of the value; an empty one takes the row away. */
static void stock_put(struct stock *stock, const char *scope, const char *name, const char *value,
                      size_t len)
{
    size_t size = strlen(scope) + strlen(name) + 2;
    struct stock_row *row = heap_take(sizeof *row + size);
    snprintf(row->key, size, "%s\n%s", scope, name);
    struct stock_row *old = map_get(&stock->rows, row->key);
    if (len == 0) {
        map_remove(&stock->rows, row->key);
        free(row);
    } else {
        row->value = heap_text(value, len);
        row->len = len;
        map_put(&stock->rows, row->key, row);
    }
    if (old != NULL) {
        free(old->value);
        free(old);
    }
}

static const struct stock_row *stock_find(const struct stock *stock, const char *scope,
                                          const char *name)
{
    char key[STOCK_SCOPE_BYTES + STOCK_NAME_BYTES];
    snprintf(key, sizeof key, "%s\n%s", scope, name);
    return map_get(&stock->rows, key);
}

void stock_read(struct stock *stock, const struct store_row *row)
{
    bool ours = strncmp(row->extra, "pack.", 5) == 0 || strncmp(row->extra, "dealt.", 6) == 0;
    if (ours && strncmp(row->key, "room ", 5) == 0) {
        stock_put(stock, row->key, row->extra, row->text, row->text_len);
    }
}

static void stock_scope(char scope[STOCK_SCOPE_BYTES], const char *room)
{
    snprintf(scope, STOCK_SCOPE_BYTES, "room %s", room);
}

/* Here and in the store. */
static void stock_write(struct stock *stock, struct commit *commit, const char *scope,
                        const char *name, const char *value, size_t len)
{
    const struct store_row row = {.key = scope, .extra = name, .text = value, .text_len = len};
    commit_put(commit, STORE_SETTING, &row);
    stock_put(stock, scope, name, value, len);
}

const char *stock_choice(const struct stock *stock, const char *room, const char *game)
{
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    stock_scope(scope, room);
    snprintf(name, sizeof name, "pack.%s", game);
    const struct stock_row *row = stock_find(stock, scope, name);
    return row == NULL ? "" : row->value;
}

void stock_choose(struct stock *stock, struct commit *commit, const char *room, const char *game,
                  const char *pack)
{
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    stock_scope(scope, room);
    snprintf(name, sizeof name, "pack.%s", game);
    stock_write(stock, commit, scope, name, pack, strlen(pack));
}

/* The mark of an entry. */
static void stock_mark(const char *entry, char mark[STOCK_MARK + 1])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, entry, strlen(entry));
    hash_base64url(mark, hash, 3);
}

static int stock_compare(const void *one, const void *other)
{
    return memcmp(one, other, STOCK_MARK);
}

/* The name of the row that holds what was dealt, and its scope. */
static void stock_dealt_name(const struct stock_place *place, char scope[STOCK_SCOPE_BYTES],
                             char name[STOCK_NAME_BYTES])
{
    stock_scope(scope, place->room);
    snprintf(name, STOCK_NAME_BYTES, "dealt.%s.%s", place->game, place->pack);
}

size_t stock_look(const struct stock *stock, const struct stock_place *place,
                  const struct deal_pack *list, bool *dealt)
{
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    size_t count = 0;
    stock_dealt_name(place, scope, name);
    const struct stock_row *row = stock_find(stock, scope, name);
    memset(dealt, 0, list->count * sizeof *dealt);
    if (row == NULL) {
        return 0;
    }
    char *marks = heap_text(row->value, row->len);
    qsort(marks, row->len / STOCK_MARK, STOCK_MARK, stock_compare);
    for (size_t i = 0; i < list->count; i++) {
        char mark[STOCK_MARK + 1];
        stock_mark(list->entry[i], mark);
        dealt[i] = bsearch(mark, marks, row->len / STOCK_MARK, STOCK_MARK, stock_compare) != NULL;
        count += dealt[i];
    }
    free(marks);
    return count;
}

/* Adds the marks that stand for no entry of the list. */
static void stock_keep_others(struct buf *value, const struct stock_row *row,
                              const struct deal_pack *list)
{
    char *marks = heap_take(list->count * STOCK_MARK + 1);
    for (size_t i = 0; i < list->count; i++) {
        char mark[STOCK_MARK + 1];
        stock_mark(list->entry[i], mark);
        memcpy(marks + i * STOCK_MARK, mark, STOCK_MARK);
    }
    qsort(marks, list->count, STOCK_MARK, stock_compare);
    for (size_t at = 0; at + STOCK_MARK <= row->len; at += STOCK_MARK) {
        const char *mark = row->value + at;
        if (bsearch(mark, marks, list->count, STOCK_MARK, stock_compare) == NULL) {
            buf_add(value, mark, STOCK_MARK);
        }
    }
    free(marks);
}

void stock_note(struct stock *stock, struct commit *commit, const struct stock_place *place,
                const struct stock_dealt *dealt)
{
    struct buf value;
    char scope[STOCK_SCOPE_BYTES];
    char name[STOCK_NAME_BYTES];
    stock_dealt_name(place, scope, name);
    const struct stock_row *row = stock_find(stock, scope, name);
    buf_init(&value, (size_t)PACK_ENTRIES_MAX * 4 * STOCK_MARK);
    if (row != NULL && dealt->anew) {
        stock_keep_others(&value, row, dealt->list);
    } else if (row != NULL) {
        buf_add(&value, row->value, row->len);
    }
    for (size_t i = 0; i < dealt->count; i++) {
        char mark[STOCK_MARK + 1];
        stock_mark(dealt->names[i], mark);
        buf_add(&value, mark, STOCK_MARK);
    }
    stock_write(stock, commit, scope, name, value.len == 0 ? "" : value.text, value.len);
    buf_deinit(&value);
}
