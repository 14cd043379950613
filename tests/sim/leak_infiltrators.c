/* Infiltrators for the leak test: training 1, or a mission with an unnamed suit, among three. What
 * differs lies in a hand, a stand, the Headquarters or face down, and is never shown. */
#include "leak.h"

enum {
    REWARDS = LEAK_OWN,     /* Cy has a Suspect from the start: shots hit, cards are taken back */
    TRIES = LEAK_OWN << 1,  /* Ana tries in private what is refused */
    ASKS = LEAK_OWN << 2,   /* and asks */
    DOWN = LEAK_OWN << 3,   /* a reward from those that lie face down */
    UNNAMED = LEAK_OWN << 4 /* the mission with an unnamed suit */
};

static const struct leak_line lines[] = {
    {.how = LEAK_PROBES},
    HIDES("Ana", "clue K12", .when = TRIES),
    HIDES("Ana", "shoot @Ben R6", .when = TRIES),
    HIDES("Ana", "!hand", .when = ASKS),
    HIDES("Ana", "!rules", .when = ASKS),

    /* a Suspect, clues from others and of the own, shots that miss */
    REMINDED,
    SAYS("Ana", "!nab", .unless = REWARDS),
    {.how = LEAK_PROBES, .unless = REWARDS},
    SAYS_PRIVATELY("Ben", "exchange @Ana K10", .unless = REWARDS | UNNAMED),
    SAYS_PRIVATELY("Ben", "exchange @Ana R3", .when = UNNAMED),
    {.how = LEAK_PROBES, .unless = REWARDS},
    SAYS_PRIVATELY("Ben", "draw no", .unless = REWARDS),
    {.how = LEAK_ENDS, .when = LEAK_PLANTED},
    {.how = LEAK_WAITS, .text = "60000", .when = LEAK_BOT},
    SAYS_PRIVATELY("Cy", "bide 0", .unless = REWARDS),
    SAYS("Ana", "!undo", .unless = REWARDS | LEAK_BOT),
    SAYS_PRIVATELY("Cy", "bide 0", .unless = REWARDS | LEAK_BOT),
    SAYS_PRIVATELY("Ana", "clue K12", .unless = REWARDS | UNNAMED),
    SAYS_PRIVATELY("Ana", "clue G5", .when = UNNAMED),
    SAYS_PRIVATELY("Ana", "clue B5", .when = UNNAMED),
    SAYS_PRIVATELY("Ana", "clue K5", .when = UNNAMED),
    {.how = LEAK_PROBES, .unless = REWARDS},
    HIDES("Ana", "clue K12", .when = TRIES),
    HIDES("Ana", "!todo", .when = ASKS),
    SAYS_PRIVATELY("Ben", "clue R3", .unless = REWARDS),
    SAYS("Ben", "!shoot @Ana K4", .unless = REWARDS),
    SAYS("Ben", "!shoot @Ana K4 insist", .unless = REWARDS),
    SAYS("Ben", "!shoot @Ana G5", .when = UNNAMED),
    SAYS("Ben", "!shoot @Ana R4", .unless = REWARDS),
    {.how = LEAK_WAITS, .text = "60000", .when = LEAK_BOT},
    SAYS("Cy", "!nab", .unless = REWARDS),
    {.how = LEAK_PROBES, .unless = REWARDS},

    /* the top card goes face down, a card is drawn, a Suspect is found, a card comes back */
    SAYS_PRIVATELY("Ana", "bide 0", .when = REWARDS, .unless = DOWN),
    SAYS_PRIVATELY("Ana", "exchange @Cy K5", .when = DOWN),
    SAYS_PRIVATELY("Ana", "draw no", .when = DOWN),
    SAYS_PRIVATELY("Ben", "exchange @Cy K10", .when = REWARDS),
    SAYS_PRIVATELY("Ben", "draw yes", .when = REWARDS),
    {.how = LEAK_PROBES, .when = REWARDS},
    SAYS_PRIVATELY("Cy", "bide 0", .when = REWARDS, .unless = DOWN),
    SAYS_PRIVATELY("Cy", "clue R12", .when = DOWN),
    SAYS("Ana", "!shoot @Cy R6", .when = REWARDS),
    SAYS("Ana", "!shoot @Cy R6 insist", .when = REWARDS),
    {.how = LEAK_PROBES, .when = REWARDS},
    SAYS_PRIVATELY("Ana", "retrieve Y7", .when = REWARDS), /* not that it lies face down */
    SAYS_PRIVATELY("Ana", "retrieve none", .when = REWARDS, .unless = DOWN),
    SAYS_PRIVATELY("Ana", "retrieve down", .when = DOWN),
    SAYS("Ben", "!nab", .when = REWARDS),
    {.how = LEAK_PROBES},

    /* a pause, somebody leaves, another sits down, nobody moves */
    SAYS("Ana", "!pause"),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "600000"},
    SAYS("Ana", "!resume"),
    SAYS("Cy", "!leave", .unless = LEAK_BOT),
    {.how = LEAK_PROBES},
    {.how = LEAK_RESTARTS, .text = "120000"},
    PRESSES("Eve", "Sit in for Cy", .unless = LEAK_BOT),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "130000"},
    {.how = LEAK_WAITS, .text = "90000000", .when = LEAK_DAYS}, /* defaults */
    {.how = LEAK_PROBES},
    SAYS("Ana", "!skip"),
    {.how = LEAK_PROBES},
};

static const char *const probes[] = {
    "!clue Q99", "clue G16",  "!exchange @Zoe R2", "!draw perhaps", "!shoot @Zoe R6",
    "!bide 9",   "!retrieve", "!drop Z1",          "shoot",         "whose is it?",
};

#define REST   "[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"],[\"K2\",\"K7\",\"R12\",\"Y2\",\"Y13\"]]"
#define HAND_A "\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"]," REST
#define MIDDLE                                                                                 \
    "\"K9\",\"R13\",\"Y10\",\"K3\",\"R5\",\"Y12\",\"K8\",\"R9\",\"Y3\",\"K13\",\"R7\",\"Y5\"," \
    "\"K4\",\"R11\""
#define CENTRE ",\"centre\":[\"R6\",\"K11\"],\"first\":0"
#define STAND  ",\"stands\":[null,null,{\"suspect\":\"R6\"}],\"centre\":[\"K11\"],\"first\":0"
#define PLAIN  "{" HAND_A CENTRE ",\"hq\":[\"Y7\",\"R4\"," MIDDLE ",\"Y8\",\"K6\",\"R10\"]}"
#define OTHER_HAND                                                    \
    "{\"hands\":[[\"R10\",\"K6\",\"Y9\",\"K12\",\"Y8\"]," REST CENTRE \
    ",\"hq\":[\"Y7\",\"R4\"," MIDDLE ",\"Y4\",\"K5\",\"R2\"]}"
#define SUSPECT(card, rest)                                                                     \
    "{\"hands\":[[\"R2\",\"K5\",\"Y9\",\"K12\",\"Y4\"],[\"R3\",\"R8\",\"K10\",\"Y6\",\"Y11\"]," \
    "[\"K2\",\"K7\",\"Y2\",\"Y13\"]],\"centre\":[\"" card                                       \
    "\",\"K11\"],\"first\":0,\"hq\":[\"Y7\",\"R4\"," MIDDLE ",\"Y8\",\"K6\",\"R10\",\"" rest    \
    "\"]}"
#define TOP(one, other) \
    "{" HAND_A STAND ",\"hq\":[\"" one "\",\"" other "\"," MIDDLE ",\"Y8\",\"K6\",\"R10\"]}"
#define DISCARD(one, other) \
    "{" HAND_A STAND ",\"discard\":{\"up\":[\"R9\"],\"down\":[\"" one "\",\"" other "\"]}}"
#define OF(s, n) "\"" s n "\","
#define SUIT(s)                                                                                    \
    "{\"mission\":\"mission = X1; suits = R K; numbers = 2-13; suspects = 2; bullets = suspects +" \
    " 3; rules = hidden_suit\",\"hands\":[[\"R2\",\"K5\"],[\"R3\",\"R8\",\"K10\"],[\"K2\",\"K7\"," \
    "\"R12\"]],\"centre\":[\"R6\",\"K11\"],\"first\":0,\"hq\":[\"R4\",\"R5\",\"R7\",\"R9\","       \
    "\"R10\",\"R11\",\"R13\",\"K3\",\"K4\",\"K6\",\"K8\",\"K9\",\"K12\",\"K13\"," OF(s, "2")       \
        OF(s, "3") OF(s, "4") OF(s, "5") OF(s, "6") OF(s, "7") OF(s, "8") OF(s, "9") OF(s, "10")   \
            OF(s, "11") OF(s, "12") "\"" s "13\"],\"hidden\":\"" s "\"}"

static const struct leak_case cases[] = {
    {.name = "a hand", .knows = "Ana ", .deal = {PLAIN, OTHER_HAND}},
    {.name = "a hand, over days",
     .knows = "Ana ",
     .options = "pace=async",
     .deal = {PLAIN, OTHER_HAND},
     .both = LEAK_DAYS},
    {.name = "a hand, without the private board",
     .knows = "Ana ",
     .options = "board_private=off draw=one_by_one",
     .deal = {PLAIN, OTHER_HAND}},
    {.name = "a Suspect", .knows = "Ana ", .deal = {SUSPECT("R6", "R12"), SUSPECT("R12", "R6")}},
    {.name = "a Suspect, without the board",
     .knows = "Ana ",
     .options = "board=off warn_impossible=off",
     .deal = {SUSPECT("R6", "R12"), SUSPECT("R12", "R6")}},
    {.name = "which card lies face down, and which is drawn",
     .knows = "Ben ",
     .deal = {TOP("Y7", "R4"), TOP("R4", "Y7")},
     .both = REWARDS},
    {.name = "a reward from those face down",
     .knows = "Ana ",
     .deal = {DISCARD("Y7", "R4"), DISCARD("R4", "Y7")},
     .both = REWARDS | DOWN},
    {.name = "the unnamed suit", .knows = "", .deal = {SUIT("G"), SUIT("B")}, .both = UNNAMED},
    {.name = "what was tried in private", .knows = "Ana ", .only = TRIES},
    {.name = "what was asked in private", .knows = "Ana ", .only = ASKS},
    {.name = "the hand of who plays with the house",
     .knows = "Ana ",
     .deal = {PLAIN, OTHER_HAND},
     .both = LEAK_BOT},
};

const struct leak_game leak_infiltrators = {
    .id = "infiltrators",
    .deal = PLAIN,
    .seats = 3,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .probes = probes,
    .probe_count = sizeof probes / sizeof probes[0],
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
