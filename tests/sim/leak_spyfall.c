/* Spyfall for the leak test: a round that is the same in all games, to its end, and a second one in
 * which the spy, the place or a vote differ, until something would be revealed. */
#include "leak.h"

enum {
    TRIES = LEAK_OWN,           /* Ana, who is no spy, tries to guess */
    SPY_TRIES = LEAK_OWN << 1,  /* the spy tries what is not on the list */
    ASKS = LEAK_OWN << 2,       /* Ana asks in private */
    OTHER_VOTE = LEAK_OWN << 3, /* Cy votes otherwise */
    CHANGE = LEAK_OWN << 4      /* and had voted so before */
};

static const struct leak_line lines[] = {
    {.how = LEAK_PROBES},
    /* the first round: questions, a vote in vain, one that catches the spy */
    SAYS("Ana", "@Ben is it loud here?"),
    SAYS("Ben", "!answer Only when somebody drops a coin."),
    SAYS("Ben", "!ask @Cy what do people wear?"),
    SAYS("Cy", "!answer Their best."),
    SAYS("Cy", "I'd like to put Dee up for vote."),
    SAYS_PRIVATELY("Dee", "vote no"),
    SAYS_PRIVATELY("Ana", "vote yes"),
    SAYS_PRIVATELY("Ben", "vote no"),
    SAYS("Ana", "I'd like to put Robin up for vote.", .when = LEAK_BOT),
    SAYS("Ana", "I'd like to put Dee up for vote.", .unless = LEAK_BOT),
    REMINDED,
    SAYS_PRIVATELY("Ben", "vote yes"),
    SAYS_PRIVATELY("Cy", "vote yes"),
    SAYS_PRIVATELY("Dee", "vote yes"),
    {.how = LEAK_ENDS, .when = LEAK_PLANTED},
    SAYS_PRIVATELY("Dee", "guess Zoo"), /* where a caught spy has one */
    {.how = LEAK_PROBES},
    SAYS("Ana", "!next"),

    /* the second round */
    {.how = LEAK_PROBES},
    HIDES("Ana", "guess Beach", .when = TRIES),
    HIDES("Ana", "guess Moon", .when = TRIES),
    HIDES("Dee", "guess Moon", .when = SPY_TRIES),
    HIDES("Dee", "guess", .when = SPY_TRIES),
    HIDES("Ana", "!hand", .when = ASKS),
    HIDES("Ana", "!rules", .when = ASKS),
    SAYS("Ana", "!ask @Ben is it far?"),
    SAYS("Ana", "!ask @Dee is it far?"),
    {.how = LEAK_PROBES},
    REMINDED,
    SAYS("Ben", "!answer Not for those who live here."),
    SAYS("Dee", "!answer Not for those who live here."),
    SAYS("Ben", "!ask Dee is it old?"),
    SAYS_PRIVATELY("Ana", "guess School"), /* an agent in both games */
    {.how = LEAK_WAITS, .text = "60000", .when = LEAK_BOT},
    SAYS("Ana", "!pause"),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "600000"},
    SAYS("Ana", "!resume"),
    SAYS("Dee", "!answer As old as the hills."),
    {.how = LEAK_RESTARTS, .text = "120000"},
    SAYS("Cy", "I would like to put Ana up for vote"),
    {.how = LEAK_PROBES},
    HIDES("Ana", "guess Bank", .when = TRIES),
    HIDES("Dee", "guess Mars", .when = SPY_TRIES),
    SAYS_PRIVATELY("Dee", "vote no"),
    SAYS_PRIVATELY("Ben", "vote no"),
    SAYS_PRIVATELY("Dee", "vote no"),
    {.how = LEAK_PROBES},
    SAYS("Ben", "I would like to put Ana up for vote"),
    SAYS_PRIVATELY("Cy", "vote no", .when = CHANGE),
    SAYS_PRIVATELY("Cy", "vote yes", .unless = OTHER_VOTE),
    SAYS_PRIVATELY("Cy", "vote no", .when = OTHER_VOTE),
    {.how = LEAK_PROBES},
    /* a sealed vote is taken back */
    SAYS("Ana", "!undo"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Cy", "vote yes", .unless = OTHER_VOTE),
    SAYS_PRIVATELY("Cy", "vote no", .when = OTHER_VOTE),
    {.how = LEAK_PROBES},
    {.how = LEAK_ENDS, .when = OTHER_VOTE | CHANGE},
    {.how = LEAK_WAITS, .text = "70000"}, /* the others do not vote */
    {.how = LEAK_PROBES},
    /* the leader goes, and somebody else knows what the seat knows */
    SAYS("Cy", "!leave"),
    {.how = LEAK_PROBES},
    PRESSES("Eve", "Sit in for Cy"),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "60000"},
    {.how = LEAK_PROBES},
    {.how = LEAK_ENDS, .when = LEAK_EARLY},
    {.how = LEAK_WAITS, .text = "90000000"}, /* out of time: what it was is said */
    {.how = LEAK_PROBES},
};

static const char *const probes[] = {
    "!ask Zoe why?", "!guess Schol", "!ask",  "!answer", "!accuse Zoe",
    "!vote perhaps", "guess Moon",   "guess", "!next 9", "who is it?",
};

#define DEAL(place, spy)                                                                        \
    "{\"locations\":[\"Bank = savings bank\",\"Beach\",\"Library\",\"School\",\"Zoo\"],"        \
    "\"rounds\":[{\"location\":\"Library\",\"spy\":3},{\"location\":\"" place "\",\"spy\":" spy \
    "}]}"
#define WHO_IS_SPY_WITH(marks)                                           \
    .knows = "Ben Dee ", .deal = {DEAL("Bank", "3"), DEAL("Bank", "1")}, \
    .both = LEAK_EARLY | (marks)
#define WHO_IS_SPY WHO_IS_SPY_WITH(0)
#define WHERE_WITH(marks)                                                         \
    .knows = "Ana Ben Cy Eve ", .deal = {DEAL("Bank", "3"), DEAL("School", "3")}, \
    .both = LEAK_EARLY | (marks)
#define WHERE WHERE_WITH(0)

static const struct leak_case cases[] = {
    {.name = "who is the spy", .options = "rounds=2", WHO_IS_SPY},
    {.name = "who is the spy, votes at once", .options = "rounds=2 vote=simultaneous", WHO_IS_SPY},
    {.name = "who is the spy, over days",
     .options = "rounds=2 pace=async",
     WHO_IS_SPY_WITH(LEAK_DAYS)},
    {.name = "who is the spy, with parts and a last guess",
     .options = "rounds=2 roles=on last_guess=on final_vote=on",
     WHO_IS_SPY},
    {.name = "whether the last spy is it again", .options = "rounds=2 streak=soft", WHO_IS_SPY},
    {.name = "who is the spy, no guess in a vote",
     .options = "rounds=2 guess_during_vote=blocked clock_in_vote=running table_talk=turns_only",
     WHO_IS_SPY},
    {.name = "where they are", .options = "rounds=2", WHERE},
    {.name = "where they are, over days",
     .options = "rounds=2 pace=async vote=simultaneous",
     WHERE_WITH(LEAK_DAYS)},
    {.name = "where they are, with parts", .options = "rounds=2 roles=on", WHERE},
    {.name = "where they are, when the house is the spy",
     .knows = "Ana Ben Cy Eve ",
     .options = "rounds=2",
     .deal = {DEAL("Bank", "3"), DEAL("School", "3")},
     .both = LEAK_EARLY | LEAK_BOT},
    {.name = "that an agent tried to guess", .knows = "Ana ", .options = "rounds=2", .only = TRIES},
    {.name = "that the spy tried to guess",
     .knows = "Dee ",
     .options = "rounds=2",
     .only = SPY_TRIES},
    {.name = "what was asked in private", .knows = "Ana ", .options = "rounds=2", .only = ASKS},
    {.name = "a secret vote", /* not even who gave it is told, until all have voted */
     .knows = "",
     .options = "rounds=2 vote=simultaneous",
     .both = CHANGE,
     .only = OTHER_VOTE},
};

const struct leak_game leak_spyfall = {
    .id = "spyfall",
    .deal = DEAL("Bank", "3"),
    .seats = 4,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .probes = probes,
    .probe_count = sizeof probes / sizeof probes[0],
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
