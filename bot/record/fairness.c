/* The secret is chosen before anybody joins, the ids of the joins after it is fixed. */
#include "fairness.h"

#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "table.h"

void fairness_commitment(const uint8_t secret[SEED_BYTES], char hex[SEED_BYTES * 2 + 1])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, secret, SEED_BYTES);
    hash_hex(hex, hash, sizeof hash);
}

void fairness_seed(const uint8_t secret[SEED_BYTES], const char *const *events, size_t count,
                   char hex[SEED_BYTES * 2 + 1])
{
    uint8_t out[HASH_BYTES];
    struct hash *hash = hash_new();
    hash_add(hash, secret, SEED_BYTES);
    for (size_t i = 0; i < count; i++) {
        hash_add(hash, events[i], strlen(events[i]) + 1);
    }
    hash_end(&hash, out);
    hash_hex(hex, out, sizeof out);
}

void fairness_week_seed(const uint8_t secret[SEED_BYTES], const struct table *table,
                        const char *week, char hex[SEED_BYTES * 2 + 1])
{
    char seats[12];
    snprintf(seats, sizeof seats, "%u", table_players(table));
    const char *const parts[] = {"weekly", table->game->id, week, seats};
    fairness_seed(secret, parts, sizeof parts / sizeof parts[0], hex);
}

bool fairness_draw(const struct table *table, const char *seed, const struct deal_pack *candidates,
                   const struct value_tree *pinned, struct value_tree *drawn)
{
    struct deal deal = {.seats = (uint8_t)table_players(table),
                        .options = table->options,
                        .pinned = pinned->count > 0 ? pinned : NULL,
                        .pack = candidates};
    return table->game->draw != NULL && hash_unhex(deal.seed, SEED_BYTES, seed) &&
           table->game->draw(&deal, drawn) && !drawn->full;
}
