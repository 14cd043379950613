/* A table that is a game night: people sign up, say that they are there, and are dealt to tables of
 * their own, round by round. Its game is games/night; the tables are the session's to open. */
#ifndef TABLE_NIGHT_H
#define TABLE_NIGHT_H

#include "table.h"

struct night;

enum {
    NIGHT_HINT_MS = 60 * 60 * 1000,     /* an hour before, who signed up is reminded */
    NIGHT_CHECK_IN_MS = 15 * 60 * 1000, /* so long before people say that they are there */
    NIGHT_LATE_MS = 20 * 60 * 1000,     /* with too few it waits so long, and is called off */
    NIGHT_SETTLE_MS = 60 * 1000,        /* once enough are there, others get so long to come */
    NIGHT_BREAK_MS = 3 * 60 * 1000,     /* between rounds */
    NIGHT_DAYS_MAX = 180,               /* so far ahead it can be planned */
    NIGHT_WARN_MS = 5 * 60 * 1000       /* before the time of a round is up */
};

/* In the phases of a row: the lobby of a game night, which has rows that others have not, and lacks
 * most of theirs; and a night that is over. */
enum { TABLE_NIGHT = TABLE_CLOSED + 1, TABLE_NIGHT_OVER };
/* A table's phase as rows name it, one bit. */
unsigned table_phase_bit(const struct table *table);

/* The night of such a table; NULL: it is none. */
struct night *table_night(struct table *table);
const struct night *table_night_of(const struct table *table);
/* Does it wait for a moment that the house's absence does not move? */
bool table_night_keeps_time(const struct table *table);
/* When something happens by itself, NO_DEADLINE: nothing. */
int64_t table_night_due_ms(const struct table *table);
/* Moves what runs in a round. */
void table_night_shift(struct table *table, int64_t ms);
/* What is due happens, one thing a tick. */
void table_night_fall_due(struct table *table, struct outcome *out);
/* May this person say so here: do they come to it, and is it time? For buttons that all see. */
bool table_night_lets(const struct table *table, const char *act);
/* Writes the member "night" of a view. */
void table_night_view(const struct table *table, struct value_tree *facts);

/* Parts of the lobby's handlers that a night has of its own. */
enum refusal night_open(struct table *table, const struct move *move, struct outcome *out);
enum refusal night_join(struct table *table, const struct move *move, struct outcome *out);
enum refusal night_leave(struct table *table, const struct move *move, struct outcome *out);
enum refusal night_ready(struct table *table, const struct move *move, struct outcome *out);
enum refusal night_start(struct table *table, const struct move *move, struct outcome *out);
enum refusal night_option(const struct table *table);
/* The host, or a moderator, calls it off. */
void night_call_off(struct table *table, struct outcome *out);
/* Rows of its own: another time; a table of the round stands; its result; next week's is open. */
enum refusal night_when(void *subject, const struct move *move, struct outcome *out);
enum refusal night_opened(void *subject, const struct move *move, struct outcome *out);
enum refusal night_scored(void *subject, const struct move *move, struct outcome *out);
enum refusal night_followed(void *subject, const struct move *move, struct outcome *out);

#endif
