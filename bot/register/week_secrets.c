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

void week_secrets_read(struct week_secrets *secrets, const struct store_row *row)
{
    size_t before = sizeof WEEK_BEFORE - 1;
    if (row->damaged || strcmp(row->key, WEEK_SCOPE) != 0 ||
        strncmp(row->extra, WEEK_BEFORE, before) != 0) {
        return;
    }
    struct week_game *game = week_game_add(secrets, row->extra + before);
    for (size_t at = 0; at + WEEK_ITEM <= row->text_len; at += WEEK_ITEM + 1) {
        char week[TABLE_WEEK_BYTES];
        char hex[WEEK_HEX + 1];
        uint8_t secret[SEED_BYTES];
        snprintf(week, sizeof week, "%.*s", TABLE_WEEK_BYTES - 1, row->text + at);
        snprintf(hex, sizeof hex, "%.*s", WEEK_HEX, row->text + at + TABLE_WEEK_BYTES);
        if (hash_unhex(secret, SEED_BYTES, hex)) {
            memcpy(week_add(game, week)->secret, secret, SEED_BYTES);
        }
        explicit_bzero(hex, sizeof hex);
        explicit_bzero(secret, sizeof secret);
    }
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

void week_secrets_store(const struct week_secrets *secrets, const char *game,
                        struct store_batch *batch)
{
    const struct week_game *of = week_game(secrets, game);
    char name[WEEK_NAME_BYTES];
    struct buf text;
    buf_init(&text, (size_t)WEEK_SECRETS_KEPT * (WEEK_ITEM + 1));
    for (size_t i = 0; of != NULL && i < of->count; i++) {
        char hex[WEEK_HEX + 1];
        hash_hex(hex, of->item[i].secret, SEED_BYTES);
        buf_text(&text, i > 0 ? " " : "");
        buf_text(&text, of->item[i].week);
        buf_text(&text, " ");
        buf_text(&text, hex);
        explicit_bzero(hex, sizeof hex);
    }
    snprintf(name, sizeof name, WEEK_BEFORE "%s", game);
    const struct store_row row = {
        .key = WEEK_SCOPE, .extra = name, .text = text.text, .text_len = text.len};
    store_put(batch, STORE_SETTING, &row);
    explicit_bzero(text.text, text.len);
    buf_deinit(&text);
}
