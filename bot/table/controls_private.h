/* What the files of the controls share. */
#ifndef CONTROLS_PRIVATE_H
#define CONTROLS_PRIVATE_H

#include "controls.h"
#include "table_private.h"

enum { PREFIX_MAX = 4 };

/* One value of one argument. */
struct pick {
    const struct arg_def *arg;
    const char *term; /* NULL: a number */
    int32_t number;
};

/* A choice that may be made: the arguments it carries. */
struct choice {
    struct pick pick[PREFIX_MAX];
    unsigned count;
};

/* One act for one reader, being made into buttons. */
struct offer {
    const struct table *table;
    int reader;
    const struct action_def *row;
    uint32_t ask;
    struct facts *facts; /* where offers are written */
    struct choice choice[CONTROL_BUTTONS_MAX + 1];
    unsigned choices;             /* CONTROL_BUTTONS_MAX + 1: too many for buttons */
    bool form;                    /* at least one choice needs more words */
    const struct arg_def *needed; /* the argument asked for then */
    unsigned tries;
    bool copied;                                       /* state is as the table's */
    uint64_t state[GAME_STATE_MAX / sizeof(uint64_t)]; /* the copy that is tried on */
};

/* Writes one argument. */
void offer_put(struct facts *args, const struct pick *pick);
/* May this seat be named for the argument? */
bool offer_may_seat(const struct offer *offer, const struct arg_def *arg, int seat);
/* Finds what the game would take from the reader: fills choice, form and needed. */
void offer_explore(struct offer *offer, const struct choice *choice);
/* Would a row of the table's own be taken from this person, its arguments still to come? */
bool offer_table_would(const struct offer *offer, const struct action_def *row, uint64_t person);

#endif
