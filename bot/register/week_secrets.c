/* A short list a game. Its row is text: "2026-W47 HEX 2026-W48 HEX". */
#include "week_secrets.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "hash.h"
#include "heap.h"
#include "store.h"

enum {
    WEEK_HEX = SEED_BYTES * 2,
    WEEK_ITEM = TABLE_WEEK_BYTES + WEEK_HEX, /* a week, a blank, its secret */
    WEEK_NAME_BYTES = 48
};

#define WEEK_SCOPE  "house"
#define WEEK_BEFORE "weekly."

struct week_game {
    struct week_game *next;
    size_t count;
    struct week_secret item[WEEK_SECRETS_KEPT];
    char name[];
};

struct week_secrets {
    struct entropy entropy;
    struct week_game *games;
};

struct week_secrets *week_secrets_new(const struct entropy *entropy)
{
    struct week_secrets *secrets = heap_allocate(sizeof *secrets);
    secrets->entropy = *entropy;
    return secrets;
}

void week_secrets_free(struct week_secrets **secrets)
{
    for (struct week_game *game = (*secrets)->games; game != NULL;) {
        struct week_game *next = game->next;
        heap_wipe(game, sizeof *game);
        game = next;
    }
    free(*secrets);
    *secrets = NULL;
}

static struct week_game *week_game(const struct week_secrets *secrets, const char *name)
{
    struct week_game *game = secrets->games;
    while (game != NULL && strcmp(game->name, name) != 0) {
        game = game->next;
    }
    return game;
}

static struct week_game *week_game_add(struct week_secrets *secrets, const char *name)
{
    size_t len = strlen(name);
    struct week_game *game = heap_allocate(sizeof *game + len + 1);
    memcpy(game->name, name, len + 1);
    game->next = secrets->games;
    secrets->games = game;
    return game;
}

/* Room for one more at the end, where the newest stands. */
static struct week_secret *week_add(struct week_game *game, const char *week)
{
    if (game->count == WEEK_SECRETS_KEPT) {
        memmove(game->item, game->item + 1, (WEEK_SECRETS_KEPT - 1) * sizeof game->item[0]);
        game->count--;
    }
    struct week_secret *item = &game->item[game->count++];
    snprintf(item->week, sizeof item->week, "%s", week);
    return item;
}

/* One of a row; false: it is none. */
static bool week_parse(const char *text, struct week_secret *item)
{
    char hex[WEEK_HEX + 1];
    snprintf(item->week, sizeof item->week, "%.*s", TABLE_WEEK_BYTES - 1, text);
    snprintf(hex, sizeof hex, "%.*s", WEEK_HEX, text + TABLE_WEEK_BYTES);
    bool is_one = hash_unhex(item->secret, SEED_BYTES, hex);
    explicit_bzero(hex, sizeof hex);
    return is_one;
}

void week_secrets_read(struct week_secrets *secrets, const struct store_row *row)
{
    size_t before = sizeof WEEK_BEFORE - 1;
    if (row->damaged || strcmp(row->key, WEEK_SCOPE) != 0 ||
        strncmp(row->extra, WEEK_BEFORE, before) != 0) {
        return;
    }
    struct week_game *game = week_game_add(secrets, row->extra + before);
    struct week_secret item;
    for (size_t at = 0; at + WEEK_ITEM <= row->text_len; at += WEEK_ITEM + 1) {
        if (week_parse(row->text + at, &item)) {
            *week_add(game, item.week) = item;
        }
    }
    explicit_bzero(&item, sizeof item);
}

bool week_secrets_take(struct week_secrets *secrets, const char *game, const char *text)
{
    size_t len = strlen(text);
    struct week_secret item;
    bool any = false;
    for (size_t at = 0; at + WEEK_ITEM <= len; at += WEEK_ITEM + 1) {
        if (!week_parse(text + at, &item) || week_secrets_find(secrets, game, item.week) != NULL) {
            continue;
        }
        struct week_game *of = week_game(secrets, game);
        of = of == NULL ? week_game_add(secrets, game) : of;
        struct week_secret *place = week_add(of, item.week);
        while (place > of->item && strcmp(place[-1].week, item.week) > 0) {
            *place = place[-1];
            place--;
        }
        *place = item;
        any = true;
    }
    explicit_bzero(&item, sizeof item);
    return any;
}

const struct week_secret *week_secrets_find(const struct week_secrets *secrets, const char *game,
                                            const char *week)
{
    const struct week_game *of = week_game(secrets, game);
    for (size_t i = of == NULL ? 0 : of->count; i-- > 0;) {
        if (strcmp(of->item[i].week, week) == 0) {
            return &of->item[i];
        }
    }
    return NULL;
}

const struct week_secret *week_secrets_make(struct week_secrets *secrets, const char *game,
                                            const char *week)
{
    const struct week_secret *there = week_secrets_find(secrets, game, week);
    struct week_game *of = week_game(secrets, game);
    if (there != NULL) {
        return there;
    }
    struct week_secret *item = week_add(of == NULL ? week_game_add(secrets, game) : of, week);
    secrets->entropy.fill(secrets->entropy.context, item->secret, SEED_BYTES);
    return item;
}

size_t week_secrets_count(const struct week_secrets *secrets, const char *game)
{
    const struct week_game *of = week_game(secrets, game);
    return of == NULL ? 0 : of->count;
}

const struct week_secret *week_secrets_at(const struct week_secrets *secrets, const char *game,
                                          size_t index)
{
    const struct week_game *of = week_game(secrets, game);
    assert(of != NULL && index < of->count);
    return &of->item[index];
}

const char *week_secrets_game(const struct week_secrets *secrets, size_t index)
{
    const struct week_game *game = secrets->games;
    for (; game != NULL && index > 0; index--) {
        game = game->next;
    }
    return game == NULL ? NULL : game->name;
}

void week_secrets_text(const struct week_secrets *secrets, const char *game, struct buf *text)
{
    const struct week_game *of = week_game(secrets, game);
    for (size_t i = 0; of != NULL && i < of->count; i++) {
        char hex[WEEK_HEX + 1];
        hash_hex(hex, of->item[i].secret, SEED_BYTES);
        buf_text(text, i > 0 ? " " : "");
        buf_text(text, of->item[i].week);
        buf_text(text, " ");
        buf_text(text, hex);
        explicit_bzero(hex, sizeof hex);
    }
}

void week_secrets_store(const struct week_secrets *secrets, const char *game,
                        struct store_batch *batch)
{
    char name[WEEK_NAME_BYTES];
    struct buf text;
    buf_init(&text, WEEK_SECRETS_TEXT_MAX);
    week_secrets_text(secrets, game, &text);
    snprintf(name, sizeof name, WEEK_BEFORE "%s", game);
    const struct store_row row = {
        .key = WEEK_SCOPE, .extra = name, .text = text.text, .text_len = text.len};
    store_put(batch, STORE_SETTING, &row);
    explicit_bzero(text.text, text.len);
    buf_deinit(&text);
}
