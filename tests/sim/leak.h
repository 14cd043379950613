/* What the leak test is made of: a world with something in it that not everybody may know, what
 * each reader was sent in it, and leaks that are planted to be found. */
#ifndef LEAK_H
#define LEAK_H

#include "world.h"

/* How a game differs from the plain one, and who may know that. */
struct leak_case {
    const char *name;
    const char *knows;      /* accounts that may see the difference, with a space behind each */
    const char *signals[2]; /* of the teams; NULL: the plain ones */
    bool partner_proposes;  /* the second Official proposes, the first confirms */
    bool drafts;            /* proposals that are taken back */
    bool tries;             /* Ana tries in private what is refused */
    bool asks;              /* Ana asks in private about her hand, the rules, what is owed */
    bool silent_money;      /* the partner lays the other card; both games end before the reveal */
    bool lead_money;        /* who leads lays the other card, with the same words; likewise */
    bool yes_for_other;     /* a ruling says yes, but the guess names the other symbol */
    bool referee;           /* in both games: a referee who sees all signals */
    bool early;             /* both games end before the reveal */
    bool native;            /* both games are played with native signals */
};

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
void leak_play(const struct leak_case *it, bool differs, struct leak_record *record);
void leak_record_free(struct leak_record *record);
/* Are both the same for this reader: the room and the own window? Where not, says how in why. */
bool leak_same(const struct leak_record *one, const struct leak_record *other, const char *reader,
               char why[512]);

/* A channel by which the house can be made to leak; all but none are defects planted by wrapping a
 * function of the house when the program is linked. */
enum leak_plant {
    PLANT_NONE,
    PLANT_TEXT,    /* a space more in a line for the crowd */
    PLANT_LABEL,   /* another label of a button */
    PLANT_CONTROL, /* another id of a button */
    PLANT_TWIN,    /* a space more in the board's text twin */
    PLANT_SIZE,    /* a byte more in the board's picture */
    PLANT_ERROR,   /* a space more in a refusal */
    PLANT_ANSWER,  /* a space more in what a status says */
    PLANT_DELAY,   /* a millisecond later */
    PLANT_LINE,    /* a message where there is none */
    PLANT_KIND,    /* a private message instead of an answer */
    PLANTS
};
extern const char *const leak_plants[PLANTS];

/* What is planted, and whether the game under way is the one that differs. */
extern enum leak_plant leak_planted;
extern bool leak_differs;

#endif
