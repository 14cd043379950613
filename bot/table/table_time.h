/* Time at a table: pauses and more time, turns let go by, and when a game ends that nobody plays.
 * For bot/table alone. */
#ifndef TABLE_TIME_H
#define TABLE_TIME_H

#include "action.h"
#include "table.h"

struct owed_list;

/* "15m", "1d": a length that people choose, in milliseconds; and back, NULL where it has no name.
 */
enum { TABLE_LENGTHS = 10 };
extern const struct arg_choice table_lengths[TABLE_LENGTHS];
int64_t table_length_ms(const char *term);
const char *table_length_term(int64_t ms);
/* Does the game stand still? */
bool table_is_paused(const struct table *table);
/* May this seat have more time without asking the others? */
bool table_may_extend(const struct table *table, const struct move *move);
/* Is the time of this seat up, as everybody is told? Otherwise *until_r says when it will be. */
bool table_is_overdue(const struct table *table, int seat, int64_t *until_r);
/* Begins a pause, as long as the move says. */
enum refusal table_pause(struct table *table, const struct move *move, struct outcome *out);
/* Its pause has lasted as long as was said. */
enum refusal table_pause_fall_due(struct table *table, struct outcome *out);

/* Some of what was owed before, as the crowd is told, has fallen due, or was skipped: who let limit
 * turns go by, one after another, is absent. Limit 0 (journals of before): nobody. */
void table_note_missed(struct table *table, const struct owed_list *before, bool skipped, int limit,
                       struct outcome *out);
/* The limit of a table: what moves that let turns go by carry. */
int table_missed_limit(const struct table *table);
/* Somebody acts where all can see it: they are there. */
void table_note_acted(struct table *table, int seat);
/* Can everybody tell that this seat has acted, by what was said, or by what was owed before, as the
 * crowd is told, and is no more? What is done in secret must not show in who counts as absent. */
bool table_is_seen(const struct table *table, int seat, const struct owed_list *before,
                   const struct outcome *out);
/* Is somebody else waited for than before, as the crowd is told, or (deadlines) until another
 * moment?
 */
bool table_waits_changed(const struct table *before, const struct table *table, bool deadlines);
/* When a game in which nobody acts any more comes to its end; NO_DEADLINE while it is paused. */
int64_t table_idle_due_ms(const struct table *table);

/* The seat that a substitute may take, SEAT_NONE when none is open. */
int table_open_seat(const struct table *table);
/* May a substitute take this seat now? */
bool table_seat_is_open(const struct table *table, int seat);
/* The seat a substitute takes who names none: an open one, else one whose person is absent. */
int table_free_seat(const struct table *table);

/* Handlers of rows. */
enum refusal house_pause_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_extend_check(const void *subject, struct move *move, struct outcome *out);
enum refusal house_extend(void *subject, const struct move *move, struct outcome *out);
enum refusal house_pause(void *subject, const struct move *move, struct outcome *out);
enum refusal house_resume(void *subject, const struct move *move, struct outcome *out);
enum refusal house_away_by(void *subject, const struct move *move, struct outcome *out);
enum refusal house_late_by(void *subject, const struct move *move, struct outcome *out);
enum refusal house_rest_by(void *subject, const struct move *move, struct outcome *out);

#endif
