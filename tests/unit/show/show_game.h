/* A real table for the suites of show: what people see is made from its views. */
#ifndef SHOW_GAME_H
#define SHOW_GAME_H

#include "board.h"
#include "compose.h"
#include "outcome.h"
#include "table.h"

extern struct table show_table;
extern struct outcome show_out;

/* Tables from here on are of this game, and start with more arguments (",'deal':{...}", or ""). */
void show_use(const char *game, const char *deal);
/* Opens table #3 of Interceptor, or of that game, in #den, options as JSON ("{}"), host person 1.
 */
void show_open(const char *options);
/* Person n (1 to 4: Ana Ben Cy Dee) joins and is reached in private. */
void show_join(unsigned person);
/* Opens, seats four and starts; seats are in the order of joining. */
void show_start(const char *options);
/* The same, then both teams' signals: word honestly and ends with ? for the Officials, 15 words and
 * a smile for the Journalists; then Ana leads. */
void show_play(const char *options);
/* A move by a seat at the table (or SEAT_HOUSE), arguments as JSON; show_out has what came of it.
 */
enum refusal show_try(int seat, const char *action, const char *args);
/* The same; fails the test when it is refused. */
void show_move(int seat, const char *action, const char *args);
/* Everybody plays in order, symbols as "DDMM". */
void show_round(const char *symbols);

/* A view of show_table, valid until the next call for the same kind of reader. */
const struct view *show_view(int reader);
/* What compose needs: English, the arena, the room. */
const struct compose *show_compose(void);
/* The board as the crowd sees it; NULL in the lobby. */
const struct board *show_board(void);

#endif
