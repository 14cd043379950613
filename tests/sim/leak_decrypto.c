/* Decrypto for the leak test: a round that is the same in all games, a second one with drafts, a
 * challenge, talk inside the teams and a substitute; until something would be revealed. */
#include "leak.h"

enum {
    TRIES = LEAK_OWN,            /* the Encryptor tries in private what is refused */
    ASKS = LEAK_OWN << 1,        /* Ana asks in private */
    OTHER_CLUES = LEAK_OWN << 2, /* Black's set is another, and not shown yet */
    OTHER_GUESS = LEAK_OWN << 3, /* Black's guess at White's code is another */
    DRAFT = LEAK_OWN << 4,       /* and is a draft, where confirming is asked for */
    OTHER_TALK = LEAK_OWN << 5,  /* Black talks about other things */
    TALKS = LEAK_OWN << 6,       /* Black talks at all */
    TIE = LEAK_OWN << 7,         /* both games come to guesses of keywords */
    OTHER_WORDS = LEAK_OWN << 8, /* Black's guess there is another */
    NO_GUESS = LEAK_OWN << 9     /* Black does not guess */
};

static const struct leak_line lines[] = {
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "60000", .when = LEAK_BOT},
    REMINDED,
    SAYS_PRIVATELY("Ana", "clues alpha, beta, gamma"),
    SAYS_PRIVATELY("Cy", "clues alpha, beta, gamma"),
    SAYS_PRIVATELY("Ben", "clues delta, omega, sigma"),
    SAYS_PRIVATELY("Dee", "clues delta, omega, sigma"),
    {.how = LEAK_PROBES},
    {.how = LEAK_ENDS, .when = LEAK_PLANTED},
    REMINDED,
    SAYS_PRIVATELY("Cy", "decode 314"),
    SAYS_PRIVATELY("Ana", "decode 314"),
    SAYS_PRIVATELY("Ana", "confirm decode"),
    SAYS_PRIVATELY("Dee", "intercept 412"),
    SAYS_PRIVATELY("Ben", "intercept 412"),
    SAYS_PRIVATELY("Ben", "confirm intercept"),
    SAYS_PRIVATELY("Dee", "decode 241"),
    SAYS_PRIVATELY("Ben", "decode 241"),
    SAYS_PRIVATELY("Ben", "confirm decode"),
    SAYS_PRIVATELY("Cy", "intercept 412"),
    SAYS_PRIVATELY("Ana", "intercept 412"),
    SAYS_PRIVATELY("Ana", "confirm intercept"),
    {.how = LEAK_WAITS, .text = "60000"},
    {.how = LEAK_PROBES},

    /* the second round, or the guesses at keywords */
    SAYS_PRIVATELY("Ben", "keywords cow, tea, piano, weekend", .when = TIE, .unless = OTHER_WORDS),
    SAYS_PRIVATELY("Ben", "keywords -, a long word of no use, -, -", .when = OTHER_WORDS),
    SAYS_PRIVATELY("Ana", "keywords x, y", .when = TIE),
    {.how = LEAK_PROBES, .when = TIE},
    {.how = LEAK_ENDS, .when = TIE},

    SAYS_PRIVATELY("Ben", "team the sea, I think", .unless = OTHER_TALK),
    SAYS_PRIVATELY("Ben", "team not the sea. Or so it seems to me", .when = OTHER_TALK),
    HIDES("Ben", "team and this, too", .when = TALKS),
    SAYS_PRIVATELY("Ben", "clues one, two, three"),
    SAYS_PRIVATELY("Dee", "clues knight, oven, ladder", .unless = OTHER_CLUES),
    SAYS_PRIVATELY("Dee", "clues a longer one, shared, kappa", .when = OTHER_CLUES),
    {.how = LEAK_PROBES},
    SAYS("Ana", "!undo"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Dee", "clues knight, shared, ladder", .unless = OTHER_CLUES),
    SAYS_PRIVATELY("Dee", "clues a longer one, shared, lambda", .when = OTHER_CLUES),
    HIDES("Cy", "clues shared, shared, shared", .when = TRIES),
    HIDES("Cy", "clues too, few", .when = TRIES),
    HIDES("Ana", "!hand", .when = ASKS),
    HIDES("Ana", "!rules", .when = ASKS),
    SAYS_PRIVATELY("Cy", "clues stone, shared, water"),
    {.how = LEAK_PROBES},
    SAYS("Ana", "!pause"),
    {.how = LEAK_WAITS, .text = "600000"},
    SAYS("Ana", "!resume"),
    SAYS("Ben", "!challenge 1"),
    {.how = LEAK_PROBES},
    SAYS_PRIVATELY("Rob", "rule no"),
    SAYS_PRIVATELY("Ana", "rule no"),
    SAYS_PRIVATELY("Cy", "rule no"),
    {.how = LEAK_PROBES},
    HIDES("Cy", "team it was the second", .when = TRIES),

    /* Black answers, or drafts; a substitute for who did */
    SAYS_PRIVATELY("Ben", "intercept 123", .unless = OTHER_GUESS | NO_GUESS),
    SAYS_PRIVATELY("Ben", "intercept pass=yes", .when = OTHER_GUESS),
    HIDES("Ben", "intercept 134", .when = DRAFT),
    {.how = LEAK_PROBES},
    {.how = LEAK_RESTARTS, .text = "120000"},
    SAYS("Dee", "!leave", .unless = LEAK_BOT),
    {.how = LEAK_PROBES},
    PRESSES("Eve", "Sit in for Dee", .unless = LEAK_BOT),
    {.how = LEAK_PROBES},
    {.how = LEAK_WAITS, .text = "70000"}, /* Ana answers nothing */
    {.how = LEAK_WAITS, .text = "90000000", .when = LEAK_DAYS},
    {.how = LEAK_PROBES},
};

static const char *const probes[] = {
    "clues a, b",          "!clues x, y, z", "decode 339",  "intercept 9",
    "!challenge 9",        "!rule perhaps",  "!confirm it", "keywords a, b",
    "keys and locks, hm.", "!intercept",     "!challenge",
};

/* The other words are among the clues that the other team writes. */
#define WHITE       "\"white\":[\"COW\",\"TEA\",\"PIANO\",\"WEEKEND\"]"
#define OTHER_WHITE "\"white\":[\"OX\",\"ICE\",\"LADDER\",\"BICYCLE\"]"
#define BLACK       "\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\",\"STORM\"]"
#define OTHER_BLACK "\"black\":[\"STONE\",\"DESERT\",\"FINGER\",\"CASTLE\"]"
#define DEAL(white, black, code, other)                                         \
    "{\"keywords\":{" white "," black "},\"codes\":{\"white\":[\"314\",\"" code \
    "\"],\"black\":[\"241\",\"" other "\"]},\"round\":1}"
#define PLAIN DEAL(WHITE, BLACK, "421", "132")

static const struct leak_case cases[] = {
    {.name = "the keywords of Black",
     .knows = "Ben Dee Eve ",
     .deal = {PLAIN, DEAL(WHITE, OTHER_BLACK, "421", "132")}},
    {.name = "the keywords of White",
     .knows = "Ana Cy ",
     .deal = {PLAIN, DEAL(OTHER_WHITE, BLACK, "421", "132")}},
    {.name = "the keywords of White, with a referee",
     .knows = "Ana Cy Rob ",
     .deal = {PLAIN, DEAL(OTHER_WHITE, BLACK, "421", "132")},
     .both = LEAK_REFEREE},
    {.name = "the keywords of White, over days",
     .knows = "Ana Cy ",
     .options = "pace=async",
     .deal = {PLAIN, DEAL(OTHER_WHITE, BLACK, "421", "132")},
     .both = LEAK_DAYS},
    {.name = "the keywords of White, when the house plays for Black",
     .knows = "Ana Cy ",
     .deal = {PLAIN, DEAL(OTHER_WHITE, BLACK, "421", "132")},
     .both = LEAK_BOT},
    {.name = "a code that is open",
     .knows = "Cy ",
     .deal = {PLAIN, DEAL(WHITE, BLACK, "132", "132")}},
    {.name = "a code that is open, in both halves at once",
     .knows = "Cy ",
     .options = "order=simultaneous",
     .deal = {PLAIN, DEAL(WHITE, BLACK, "132", "132")}},
    {.name = "the other code that is open",
     .knows = "Dee Eve ",
     .deal = {PLAIN, DEAL(WHITE, BLACK, "421", "413")}},
    {.name = "clues that are not shown yet", .knows = "Dee Eve ", .only = OTHER_CLUES},
    {.name = "a guess that is not shown yet", .knows = "Ben Dee Eve ", .only = OTHER_GUESS},
    {.name = "a draft", .knows = "Ben Dee Eve ", .options = "confirm=on", .only = OTHER_GUESS},
    {.name = "that there is a draft",
     .knows = "Ben Dee Eve ",
     .options = "confirm=on",
     .both = NO_GUESS,
     .only = DRAFT},
    {.name = "what a team talks about", .knows = "Ben Dee ", .only = OTHER_TALK},
    {.name = "that a team talks", .knows = "Ben Dee ", .only = TALKS},
    {.name = "what was tried in private", .knows = "Cy ", .only = TRIES},
    {.name = "what was asked in private", .knows = "Ana ", .only = ASKS},
    {.name = "guesses of the tie-break",
     .knows = "Ben Dee ",
     .options = "max_rounds=1",
     .both = TIE,
     .only = OTHER_WORDS},
};

const struct leak_game leak_decrypto = {
    .id = "decrypto",
    .deal = PLAIN,
    .seats = 4,
    .lines = lines,
    .line_count = sizeof lines / sizeof lines[0],
    .probes = probes,
    .probe_count = sizeof probes / sizeof probes[0],
    .cases = cases,
    .case_count = sizeof cases / sizeof cases[0],
};
