/* Fairness: a commitment when the table opens, a seed that neither side chose alone, the secret at
 * the end, and a record that anybody can check (README.md has its form). */
#ifndef FAIRNESS_H
#define FAIRNESS_H

#include "game.h"

struct deal_pack;
struct table;

/* SHA-256 of the secret, as hex. */
void fairness_commitment(const uint8_t secret[SEED_BYTES], char hex[SEED_BYTES * 2 + 1]);
/* SHA-256 of the secret followed by the ids of the join events of those who sit, in the order they
 * joined, each as its text and one zero byte; as hex. */
void fairness_seed(const uint8_t secret[SEED_BYTES], const char *const *events, size_t count,
                   char hex[SEED_BYTES * 2 + 1]);
/* The same for the deal of a week, of that week's secret: in place of the joins stand "weekly", the
 * game, the week ("2026-W48") and the number of seats in digits. So what one table shows of its
 * seed tells nothing of a deal with other seats. */
void fairness_week_seed(const uint8_t secret[SEED_BYTES], const struct table *table,
                        const char *week, char hex[SEED_BYTES * 2 + 1]);
/* Writes the members of the deal that this table draws from the candidates with this seed (hex),
 * and what is pinned already. False, with nothing written, where its game draws none or no such
 * deal can be made. */
bool fairness_draw(const struct table *table, const char *seed, const struct deal_pack *candidates,
                   const struct value_tree *pinned, struct value_tree *drawn);

#endif
