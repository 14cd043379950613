/* What a host's console keeps of a table: who helps to host it, whether anybody's input is taken,
 * and how much of it everybody has seen. */
#ifndef TABLE_CONSOLE_H
#define TABLE_CONSOLE_H

#include "move.h"
#include "refusal.h"
#include "table_seat.h"

struct outcome;
struct table;
struct value_tree;

enum { TABLE_COHOSTS_MAX = 3 };

struct table_console {
    uint64_t cohost[TABLE_COHOSTS_MAX]; /* people who may do what the host may */
    char cohost_name[TABLE_COHOSTS_MAX][TABLE_NAME_BYTES];
    uint32_t seen; /* steps of which everybody could tell: what a console's buttons carry */
    uint8_t cohosts;
    uint64_t watcher; /* who may sit here no more, as they could see what everybody holds; 0 */
    char watcher_name[TABLE_NAME_BYTES];
    bool open;   /* and sees it now: everybody is told, before anything is dealt */
    bool locked; /* while it is paused: nobody who sits lets it go on */
};

/* Does this person host the table, alone or with its host? */
bool table_hosts(const struct table *table, uint64_t person);
/* As what somebody acts who overrules: "host", "cohost", "referee", "moderator"; "player". */
const char *table_role(const struct table *table, const struct move *move);
/* Is what they may do here lent to them, so that they do not hand it on? */
bool table_is_lent(const struct table *table, const struct move *move);
/* Does this person see what everybody holds? */
bool table_sees_all(const struct table *table, uint64_t person);
/* Is input locked, so that no move of who sits is taken? */
bool table_is_locked(const struct table *table);
/* Refuses a move of a seat's while input is locked. */
enum refusal table_refuse_locked(const struct table *table, struct outcome *out);
/* Tells everybody of an act of who overrules: act, whom it is about (a seat, or SEAT_NONE) and how
 * long it lasts (0: it has no length). Nothing where it was voted. */
void table_audit(const struct table *table, const struct move *move, const char *act, int seat,
                 int64_t ms, struct outcome *out);
/* After a move that was made: counts it where everybody could tell, and ends what has no object
 * any more. */
void table_console_follow(struct table *table, const struct table *before,
                          const struct outcome *out);

#endif
