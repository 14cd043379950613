/* Interceptor for the leak test: signals, rounds, calls, a ruling, a pause, a substitute. The same
 * words carry the same card's signal in both games: the evidence is in all sentences. */
#include "leak.h"

enum {
    PARTNER = LEAK_OWN,         /* the second Official proposes, the first confirms */
    DRAFTS = LEAK_OWN << 1,     /* proposals that are taken back */
    TRIES = LEAK_OWN << 2,      /* Ana tries in private what is refused */
    ASKS = LEAK_OWN << 3,       /* Ana asks in private about her hand, the rules, what is owed */
    OTHER_CARD = LEAK_OWN << 4, /* the partner lays the other card */
    OTHER_LEAD = LEAK_OWN << 5, /* who leads lays the other card, with the same words */
    OTHER_YES = LEAK_OWN << 6,  /* a ruling says yes, but the guess names the other symbol */
    NATIVE = LEAK_OWN << 7      /* both games are played with native signals */
};

static const struct leak_line lines[] = {
    HIDES("Ana", "signals documents: word sugar money: ends with !", .when = DRAFTS),
    HIDES("Cy", "signals documents: long money: caps", .when = DRAFTS),
    HIDES("Ana", "signals documents: word tea money: phrase tea time", .when = TRIES),
    HIDES("Ana", "!play money say: money", .when = TRIES),
    HIDES("Ana", "!hand", .when = ASKS),
    HIDES("Ana", "!rules signals", .when = ASKS),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "300000"}, /* it is said that signals are missing */
    REMINDED,
    SAYS_PRIVATELY("Ana", "signals $1", .unless = PARTNER),
    SAYS_PRIVATELY("Cy", "signals $1", .when = PARTNER),
    SAYS_PRIVATELY("Cy", "confirm", .unless = PARTNER),
    SAYS_PRIVATELY("Ana", "confirm", .when = PARTNER),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Ben", "signals $2"),
    SAYS_PRIVATELY("Dee", "confirm"),
    PRESSES("Cy", "Ana"), /* Ana leads */
    {.how = LEAK_PROBES},

    SAYS_PRIVATELY("Ana", "play documents say: Honestly, frankly: I do not know.",
                   .unless = OTHER_LEAD | NATIVE),
    SAYS_PRIVATELY("Ana", "play money say: Honestly, frankly: I do not know.", .when = OTHER_LEAD),
    SAYS_PRIVATELY("Ana", "play documents", .when = NATIVE),
    SAYS("Ana", "Honestly, frankly: I do not know.", .when = NATIVE),
    {.how = LEAK_PROBES},
    {.how = LEAK_ENDS, .when = LEAK_PLANTED},
    SAYS_PRIVATELY("Cy", "play documents", .unless = OTHER_CARD),
    SAYS_PRIVATELY("Cy", "play money", .when = OTHER_CARD),
    /* the card goes back, and nobody has seen which it was */
    SAYS("Ana", "!undo"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Cy", "play documents", .unless = OTHER_CARD),
    SAYS_PRIVATELY("Cy", "play money", .when = OTHER_CARD),
    REMINDED,
    {.how = LEAK_PROBES},
    HIDES("Ana", "!play money", .when = TRIES),
    HIDES("Ana", "!todo", .when = ASKS),
    SAYS_PRIVATELY("Ben", "play documents say: A coffee or a tea, please.", .unless = NATIVE),
    SAYS_PRIVATELY("Ben", "play documents", .when = NATIVE),
    SAYS("Ben", "A coffee or a tea, please.", .when = NATIVE),
    {.how = LEAK_PROBES},
    {.how = LEAK_ENDS, .when = LEAK_EARLY},

    SAYS_PRIVATELY("Dee", "play documents"), /* the reveal */
    PRESSES("Ben", "1 : 1"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Cy", "play money say: Maybe perhaps so!", .unless = NATIVE),
    SAYS_PRIVATELY("Cy", "play money", .when = NATIVE),
    SAYS("Cy", "Maybe perhaps so!", .when = NATIVE),
    SAYS_PRIVATELY("Ana", "play money"),

    /* a pause, a wrong guess, and one that is near the signals of both games */
    SAYS("Ana", "!pause"),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "600000"},
    SAYS("Ana", "!resume"),
    SAYS("Dee", "Interceptor! \"sugar\" means money"),
    SAYS("Dee", "Interceptor! \"honestly frankly\" means money"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Rob", "rule yes", .when = OTHER_YES),
    SAYS_PRIVATELY("Rob", "rule no", .unless = OTHER_YES),
    SAYS_PRIVATELY("Ana", "rule no", .unless = LEAK_REFEREE),
    SAYS_PRIVATELY("Cy", "rule yes", .when = OTHER_YES, .unless = LEAK_REFEREE),
    SAYS_PRIVATELY("Cy", "rule no", .unless = OTHER_YES | LEAK_REFEREE),
    {.how = LEAK_PROBES},

    /* the partner of who led leaves; another sits down and knows what the seat knows */
    SAYS("Dee", "!leave"),
    {.how = LEAK_PROBES},
    {.how = LEAK_RESTARTS, .text = "120000"},
    PRESSES("Eve", "Sit in for Dee"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Eve", "play documents say: A coffee or a tea, please.", .unless = NATIVE),
    SAYS_PRIVATELY("Eve", "play documents", .when = NATIVE),
    SAYS("Eve", "A coffee or a tea, please.", .when = NATIVE),
    {.how = LEAK_WAITS,
     .text = "500000"}, /* nobody answers: it is said, and falls to its default */
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Ben", "play documents"),
    {.how = LEAK_WAITS, .text = "500000"},
    {.how = LEAK_WAITS, .text = "90000000", .when = LEAK_DAYS}, /* defaults */
    {.how = LEAK_PROBES},
};

static const char *const probes[] = {
    "!play banana",
    "!split 9 9",
    "!leader Zoe",
    "Interceptor!",
    "signals documents: word sugar money: phrase sugar lump",
};

/* Eve takes over the seat of Dee; the referee sees all. */
static const struct leak_case cases[] = {
    {.name = "signals of the Officials",
     .knows = "Ana Cy ",
     .words = {"documents: word frankly money: phrase perhaps so"}},
    {.name = "signals of the Officials, over days",
     .knows = "Ana Cy ",
     .options = "pace=async",
     .words = {"documents: word frankly money: phrase perhaps so"},
     .both = LEAK_DAYS},
    {.name = "the card of a partner, over days",
     .knows = "Cy ",
     .options = "pace=async",
     .both = LEAK_EARLY | LEAK_DAYS,
     .only = OTHER_CARD},
    {.name = "signals of the Officials of other kinds",
     .knows = "Ana Cy ",
     .words = {"documents: word frankly money: ends with !"}},
    {.name = "signals of the Journalists",
     .knows = "Ben Dee Eve ",
     .words = {NULL, "documents: phrase or a money: digit"}},
    {.name = "signals of both, with a referee",
     .knows = "Ana Ben Cy Dee Eve Rob ",
     .both = LEAK_REFEREE,
     .words = {"documents: word frankly money: word perhaps", "documents: word tea money: long"}},
    {.name = "native signals",
     .knows = "Ana Cy ",
     .options = "signal_mode=native",
     .both = NATIVE,
     .words = {"documents: word frankly money: word perhaps"}},
    {.name = "native signals of the others",
     .knows = "Ben Dee Eve ",
     .options = "signal_mode=native",
     .both = NATIVE,
     .words = {NULL, "documents: word tea money: long"}},
    {.name = "who proposed", .knows = "Ana Cy ", .only = PARTNER},
    {.name = "drafts", .knows = "Ana Cy ", .only = DRAFTS},
    {.name = "what was tried in private", .knows = "Ana ", .only = TRIES},
    {.name = "what was asked in private", .knows = "Ana ", .only = ASKS},
    {.name = "the card of a partner", .knows = "Cy ", .both = LEAK_EARLY, .only = OTHER_CARD},
    {.name = "the card of who leads",
     .knows = "Ana Cy ",
     .both = LEAK_EARLY,
     .only = OTHER_LEAD,
     .words = {"documents: word maybe money: word honestly"}},
    {.name = "a yes for the other symbol", .knows = "Ana Cy ", .only = OTHER_YES},
    {.name = "a referee's yes for the other symbol",
     .knows = "",
     .both = LEAK_REFEREE,
     .only = OTHER_YES},
};

const struct leak_game leak_interceptor = {
    .id = "interceptor",
    .seats = 4,
    .words = {"documents: word honestly money: word maybe",
              "documents: word coffee money: word well"},
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .probes = probes,
    .probe_count = sizeof probes / sizeof probes[0],
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
