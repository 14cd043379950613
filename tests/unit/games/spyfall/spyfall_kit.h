/* Tables of Spyfall for tests: Ana, Ben, Cy, Dee, Eva, Fin are seats 0 to 5, and lead from seat 0.
 */
#ifndef SPYFALL_KIT_H
#define SPYFALL_KIT_H

#include "game_kit.h"

#include "spyfall/spyfall_private.h"

enum { ANA, BEN, CY, DEE, EVA, FIN };

#define PLACES "\"locations\":[\"Bank = savings bank\",\"Zoo\",\"School\",\"Café\",\"Gas station\"]"

const struct spyfall *sp_state(void);
/* Deals what is pinned. */
void sp_pinned(int seats, const char *options, const char *pinned);
/* Deals with this spy at the Bank in every round, of PLACES; more are further members, each with a
 * comma before it. */
void sp_deal(int seats, const char *options, int spy, const char *more);
/* The same with the spies of the rounds, as "1 0 3". */
void sp_rounds(int seats, const char *options, const char *spies);
/* Moves that must be made. */
void sp_ask(int seat, int target);
void sp_answer(int seat);
void sp_accuse(int seat, int suspect);
void sp_vote(int seat, const char *answer);
void sp_guess(int seat, const char *place);
/* The same, refused. */
void no_ask(enum refusal refusal, int seat, int target);
void no_accuse(enum refusal refusal, int seat, int suspect);
void no_vote(enum refusal refusal, int seat);
void no_guess(enum refusal refusal, int seat, const char *place);
/* Everybody who is asked votes so, until it is decided. */
void sp_all_vote(const char *answer);
/* The points of the last round, and totals, as JSON. */
void ck_points(const char *json);
void ck_scores(const char *json);
/* How the last round ended. */
void ck_end(const char *end);

#endif
