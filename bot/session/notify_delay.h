/* Deadlines run from when people were told: where the message that tells somebody of what is asked
 * comes late (a limit, an unreachable platform), the game's deadlines move by that, once, as a move
 * of the house in the journal. At a live pace alone: over days it makes no difference. */
#ifndef NOTIFY_DELAY_H
#define NOTIFY_DELAY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NOTIFY_DELAY_MIN_MS = 10 * 1000,     /* less is no matter */
    NOTIFY_DELAY_MAX_MS = 10 * 60 * 1000 /* whom nothing reaches for longer is waited for no more */
};

struct card;
struct house;
struct table_entry;

/* What tells them of all that they owe has just arrived; before the card says so. */
void notify_delay_delivered(struct house *house, struct table_entry *entry,
                            const struct card *card);
/* Moves the deadlines by what is known of that; needs a table in memory. */
void notify_delay_follow(struct house *house, struct table_entry *entry);
/* A deadline is about to fall: moves it first where somebody has not even been told. */
void notify_delay_before(struct house *house, struct table_entry *entry);

#endif
