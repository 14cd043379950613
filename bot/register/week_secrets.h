/* The secrets that the deals of weeks come of: random, one for each game and week of ISO 8601, so
 * that nobody can work out beforehand what is dealt. Rows of STORE_SETTING, scope "house", name
 * "weekly.GAME": the newest weeks, each with its secret. */
#ifndef WEEK_SECRETS_H
#define WEEK_SECRETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "entropy.h"
#include "game.h"
#include "table_week.h"

struct store_batch;
struct store_row;

enum {
    WEEK_SECRETS_KEPT = 26, /* of a game; older ones go */
    WEEK_SECRETS_TEXT_MAX = WEEK_SECRETS_KEPT * (TABLE_WEEK_BYTES + 2 * SEED_BYTES + 1)
};

struct week_secret {
    char week[TABLE_WEEK_BYTES];
    uint8_t secret[SEED_BYTES];
};

struct week_secrets;

struct week_secrets *week_secrets_new(const struct entropy *entropy);
void week_secrets_free(struct week_secrets **secrets);
/* Takes a row of STORE_SETTINGS; what is not its own, or damaged, is passed over. */
void week_secrets_read(struct week_secrets *secrets, const struct store_row *row);

/* NULL when there is none. */
const struct week_secret *week_secrets_find(const struct week_secrets *secrets, const char *game,
                                            const char *week);
/* The same, made where there is none. It counts once week_secrets_store is part of what it is used
 * for. */
const struct week_secret *week_secrets_make(struct week_secrets *secrets, const char *game,
                                            const char *week);
size_t week_secrets_count(const struct week_secrets *secrets, const char *game);
/* Those of a game, the oldest first, index below their count. */
const struct week_secret *week_secrets_at(const struct week_secrets *secrets, const char *game,
                                          size_t index);
/* The name of a game that has some, by its index; NULL: there are no more. */
const char *week_secrets_game(const struct week_secrets *secrets, size_t index);
/* Those of a game as a row has them; text has room for WEEK_SECRETS_TEXT_MAX. */
void week_secrets_text(const struct week_secrets *secrets, const char *game, struct buf *text);
/* Takes those of such a text whose weeks have none yet. False: there were none. */
bool week_secrets_take(struct week_secrets *secrets, const char *game, const char *text);
/* Writes those of a game. */
void week_secrets_store(const struct week_secrets *secrets, const char *game,
                        struct store_batch *batch);

#endif
