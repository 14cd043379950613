/* What the files of a run share. */
#ifndef PRESS_RUN_PRIVATE_H
#define PRESS_RUN_PRIVATE_H

#include "run.h"

struct run {
    const struct run_setup *setup;
    const struct press_driver *on;
    void *world;
    struct run_total *total;
    struct oracle oracle;
    struct oracle_sight sight;
    struct press_player player[RUN_PEOPLE_MAX];
    unsigned people;
    unsigned plays; /* so many of them sit down */
    uint64_t dice;
    unsigned step;
    unsigned faults;
    char refused[RUN_PEOPLE_MAX][PRESS_LABEL_BYTES]; /* the title of the form; "": none */
    char refused_at[RUN_PEOPLE_MAX][PRESS_ID_BYTES]; /* the message that said so */
    char opened_at[RUN_PEOPLE_MAX][PRESS_ID_BYTES];  /* and of which a form was opened */
    uint32_t refused_step[RUN_PEOPLE_MAX];           /* of the table then */
    uint32_t moved_step;                             /* of the table, the last that was seen, */
    int64_t moved_ms;                                /* and since when */
    uint32_t
        shown_step[RUN_PEOPLE_MAX]; /* of the table, when they were shown something ephemeral */
    unsigned asks_seen;             /* of the oracle's */
    unsigned early_seen;
    bool unusual; /* something has happened beside the game */
    unsigned restarts;
    unsigned closings;  /* so often somebody has closed their private way */
    unsigned tightened; /* so often the platform has come to take few messages */
    struct press_old *old;
    unsigned olds;
    uint32_t loose; /* people who may have missed a call, or got one too many: the way was closed */
    struct press_posts posts; /* while it is played */
    unsigned around;
    char did[PRESS_TEXT_BYTES]; /* the last act, for messages */
    FILE *file;
};

unsigned run_roll(struct run *run, unsigned n);
/* Something is wrong. */
void run_fault(struct run *run, enum run_check check, const char *text, ...)
    __attribute__((format(printf, 3, 4)));
bool run_is_on(enum run_check check);
const char *run_called(const struct run *run, unsigned who);
/* How the table stands now. */
void run_look(struct run *run);
/* Opens the world for so many people (0: by chance), and ends it: were there no faults? */
struct run *run_begin(const struct run_setup *setup, struct run_total *total, unsigned people);
bool run_end(struct run *run);
/* Waits until all is delivered. */
void run_settle(struct run *run);

/* run_check.c: after every step */
void run_check(struct run *run);
/* At the end. */
void run_check_count(struct run *run);
void run_check_left(struct run *run);

/* run_act.c: somebody does something; false: there is nothing that they would do */
bool run_act(struct run *run, unsigned who, bool owed);
/* Somebody presses what is over, or what is not theirs. */
void run_stale(struct run *run);
/* Everybody presses everything that was ever shown to somebody, from everywhere. */
void run_stale_all(struct run *run);
/* Notes all controls that somebody sees. */
void run_note(struct run *run, unsigned who, const struct press_screen *screen);

#endif
