/* Short words for tests of Infiltrators: missions, and deals in which every card has its place. */
#ifndef INFILTRATORS_KIT_H
#define INFILTRATORS_KIT_H

#include "game_kit.h"
#include "infiltrators/infiltrators.h"

/* The missions that tests play, as a deal reads them. */
#define MISSION_T1                                                                             \
    "mission = T1; title = training_1; suits = R K Y; numbers = 2-13; suspects = 2; bullets =" \
    " suspects + 3"
#define MISSION_T2                                                                         \
    "mission = T2; title = training_2; suits = R K Y; numbers = 2-15; suspects = agents; " \
    "bullets = suspects + 3"
#define MISSION_T3                                                                           \
    "mission = T3; title = training_3; suits = R K Y G; numbers = 2-15; suspects = agents; " \
    "bullets = suspects + 3; clock = 15 min; turns = 8 * agents + 6"

/* Rulebook 3.10's standard deal: three Agents, T1, A begins. */
#define STANDARD_HANDS                                  \
    "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," \
    "[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]]"
#define STANDARD_HQ                                                                     \
    "\"hq\":[\"Y7\",\"R4\",\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\"," \
    "\"Y3\",\"K13\",\"R7\",\"Y5\",\"K4\",\"R11\",\"Y8\",\"K6\",\"R10\"]"

/* Deals a mission to so many; members is JSON without braces, "" for none. */
void agents_deal(int seats, const char *options, const char *mission, const char *members);
/* The same, but says how it is refused. */
enum refusal agents_try_deal(int seats, const char *options, const char *mission,
                             const char *members);
/* T1 for three; every card that members does not name lies face down in the discard. */
void agents_pinned(const char *options, const char *members);
/* The same with another mission, face-up discard as JSON list or NULL. */
void agents_pinned_as(int seats, const char *options, const char *mission, const char *members,
                      const char *up);
/* The standard deal. */
void agents_standard(const char *options);
const struct infiltrators *agents_state(void);
/* A move with a card, or with a seat and a card. */
enum refusal agents_card(int seat, const char *action, const char *card);
enum refusal agents_at(int seat, const char *action, int owner, const char *card);
/* Must be made. eliminate insists; exchange is followed by draw with take, unless it is not asked.
 */
void agents_clue(int seat, const char *card);
void agents_exchange(int seat, int owner, const char *card, bool take);
void agents_shoot(int seat, int owner, const char *card);
void agents_bide(int seat, int draw);
/* "HQ 18 centre 1 up 0 down 1 bullets 5 left 2 hands 5 5 5" */
void ck_table(const char *text);

#endif
