/* Drives one game through the door of the rules, for tests. Every move made here is also checked
 * for what must hold of all of them: a refusal leaves every byte, the invariants hold, a replay
 * from what the journal would keep (words of `say` withheld) gives the same bytes, and every view,
 * board and owed list can be written. */
#ifndef GAME_KIT_H
#define GAME_KIT_H

#include "rules.h"

#include <check.h>

/* Deals: options as "name=value name=value" ("" for none), pinned as compact JSON or NULL. Fails
 * the test when it is refused. */
void kit_deal(const char *id, const char *options, const char *pinned);
/* The same, but says what the refusal is; with seats. */
enum refusal kit_try_deal(const char *id, int seats, const char *options, const char *pinned);
/* A game that is not listed: what its id means from here on. */
void kit_use(const struct game_def *def);
/* Takes people's words out of a state where a game keeps them, before a replay is compared. */
void kit_forgets(void (*words)(void *state));
/* Deals from here on are of this version of a game's rules; 0 is the newest. */
void kit_version(uint16_t rules);
/* The time of moves from here on. */
void kit_at(int64_t at_ms);
/* Tries a move; args as compact JSON or NULL. The refusal. */
enum refusal kit_move(int seat, const char *action, const char *args);
/* The move must be made. */
void kit_good(int seat, const char *action, const char *args);
/* The move must be refused so. */
void kit_refused(enum refusal refusal, int seat, const char *action, const char *args);
/* kit_at() and a tick of the house. */
void kit_tick(int64_t at_ms);

const struct game_def *kit_game(void);
void *kit_state(void);
const struct game_state *kit_common(void);
const struct outcome *kit_out(void);
/* An argument of the refusal just told, "" when it is not there. */
const char *kit_why(const char *argument);
/* One fact of a view as compact JSON ("null" when it is not there); kept until the eighth call. */
const char *kit_view(int seat, const char *path);
/* The whole view as JSON; the same memory. */
const char *kit_view_all(int seat);
/* How many events with that id went to exactly that audience, in the last move. */
int kit_events(uint16_t to, const char *id);
/* The arguments of the first such event to anybody as JSON, "" without one. */
const char *kit_event(const char *id);
/* All that exactly this audience was told in the last move, a line each. */
const char *kit_told(uint16_t to);
/* The arguments of a story or an award of the finished game as JSON, "" without it; kept until the
 * next call. */
const char *kit_retold(const char *id);
/* Owed, as "0:play@120000 2:confirm,register@null!leader_0": one line. */
const char *kit_owed(void);
/* All events an audience has been told since the deal, a line each. */
const char *kit_inbound(int seat);

/* The fact is exactly this JSON. */
void ck_view(int seat, const char *path, const char *json);
void ck_phase(const char *name);
/* Is the game over, and how? winners as a JSON list of seats. */
void ck_over(const char *outcome, const char *reason, const char *winners);

#endif
