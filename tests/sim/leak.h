/* What the leak test is made of: a world with something in it that not everybody may know, what
 * each reader was sent in it, and leaks that are planted to be found. */
#ifndef LEAK_H
#define LEAK_H

#include "world.h"

enum { LEAK_WORDS_MAX = 2 };

/* Marks of cases, by which their lines are chosen; a game's own begin at LEAK_OWN. */
enum leak_mark {
    LEAK_REFEREE = 1 << 0, /* Rob, who sees what a referee sees */
    LEAK_EARLY = 1 << 1,   /* both games end before what differs is revealed */
    LEAK_BOT = 1 << 2,     /* the last seat is played by the house */
    LEAK_PLANTED = 1 << 3, /* ends soon: a planted leak shows at once */
    LEAK_DAYS = 1 << 4,    /* over days: half of what each may take goes by before it is done */
    LEAK_OWN = 1 << 5
};

/* How a game differs from the plain one, and who may know that. */
struct leak_case {
    const char *name;
    const char *knows;   /* accounts that may see the difference, a space behind each */
    const char *options; /* of both tables; NULL: none */
    const char *deal[2]; /* pinned, plain and other; NULL: the game's own, none */
    const char *words[LEAK_WORDS_MAX]; /* instead of the plain $1 and $2; NULL: the plain ones */
    unsigned both;                     /* marks of both games */
    unsigned only;                     /* marks of the one that differs */
};

/* What happens next. */
enum leak_how {
    LEAK_SAYS,           /* in the room */
    LEAK_SAYS_PRIVATELY, /* in private */
    LEAK_PRESSES,        /* the newest button with that label */
    LEAK_HIDES,          /* says privately in the game that differs alone, when it is marked */
    LEAK_PROBES,         /* everybody asks, and tries what is refused */
    LEAK_WAITS,          /* so many milliseconds */
    LEAK_RESTARTS,       /* the house, after so many milliseconds */
    LEAK_ENDS
};

struct leak_line {
    enum leak_how how;
    const char *who;
    const char *text; /* or milliseconds */
    unsigned when;    /* only with one of these marks; 0: always */
    unsigned unless;  /* not with one of these */
};

/* Lines, as SAYS("Ana", "!hand", .when = LEAK_EARLY). */
#define LEAK_LINE(does, person, ...)                        \
    {                                                       \
        .how = (does), .who = (person), .text = __VA_ARGS__ \
    }
#define SAYS(person, ...)           LEAK_LINE(LEAK_SAYS, person, __VA_ARGS__)
#define SAYS_PRIVATELY(person, ...) LEAK_LINE(LEAK_SAYS_PRIVATELY, person, __VA_ARGS__)
#define PRESSES(person, ...)        LEAK_LINE(LEAK_PRESSES, person, __VA_ARGS__)
#define HIDES(person, ...)          LEAK_LINE(LEAK_HIDES, person, __VA_ARGS__)

/* More than half of a day goes by, so that who owes something is reminded. */
#define REMINDED                                                 \
    {                                                            \
        .how = LEAK_WAITS, .text = "47000000", .when = LEAK_DAYS \
    }

/* A game of the leak test: its people do the same at the same time in both games of a pair, but for
 * what the case says. */
struct leak_game {
    const char *id;
    const char *deal; /* pinned, where a case pins none */
    int seats;        /* of Ana, Ben, Cy and Dee */
    const char *words[LEAK_WORDS_MAX];
    const struct leak_line *lines;
    size_t line_count;
    const char *const *probes; /* what all say, beside what is said in every game */
    size_t probe_count;
    const struct leak_case *cases;
    size_t case_count;
};

extern const struct leak_game leak_interceptor;
extern const struct leak_game leak_decrypto;
extern const struct leak_game leak_infiltrators;
extern const struct leak_game leak_spyfall;

/* One send, as its reader has it. */
struct leak_send {
    char where[WORLD_NAME_BYTES];
    int64_t at_ms;
    enum send_kind kind;
    bool answers;
    char *doc;
};

struct leak_record {
    size_t count;
    size_t room;
    struct leak_send *sends;
};

/* Plays the whole game with this difference, or without it, and keeps all that was sent. */
void leak_play(const struct leak_game *game, const struct leak_case *it, bool differs,
               struct leak_record *record);
void leak_record_free(struct leak_record *record);
/* Are both the same for this reader: the room and the own window? Where not, says how in why. */
bool leak_same(const struct leak_record *one, const struct leak_record *other, const char *reader,
               char why[512]);

/* A channel by which the house can be made to leak; all but none are defects planted by wrapping a
 * function of the house when the program is linked. */
enum leak_plant {
    PLANT_NONE,
    PLANT_TEXT,     /* a space more in a line for the crowd */
    PLANT_LABEL,    /* another label of a button */
    PLANT_CONTROL,  /* another id of a button */
    PLANT_TWIN,     /* a space more in the board's text twin */
    PLANT_SIZE,     /* a byte more in the board's picture */
    PLANT_ERROR,    /* a space more in a refusal */
    PLANT_ANSWER,   /* a space more in what a status says */
    PLANT_COMPLETE, /* one thing less is offered while somebody types */
    PLANT_DELAY,    /* a millisecond later */
    PLANT_LINE,     /* a message where there is none */
    PLANT_KIND,     /* a private message instead of an answer */
    PLANTS
};
extern const char *const leak_plants[PLANTS];

/* What is planted, and whether the game under way is the one that differs. */
extern enum leak_plant leak_planted;
extern bool leak_differs;

#endif
