/* The simulator: people who play at random at several tables, a platform that loses, repeats and
 * delays, a disk that fills up, a house that dies at any moment, and checks that never sleep. */
#ifndef SIM_H
#define SIM_H

#include "house_private.h"
#include "world.h"

enum {
    SIM_PEOPLE = 10,
    SIM_ROOMS = 3,
    SIM_EVENTS_MAX = 60000,
    SIM_ROWS_MAX = 200000,
    SIM_HELD_MAX = 256,
    SIM_FIELDS_MAX = 4,
    SIM_SECRETS_MAX = 4000,
    SIM_BUTTONS_OF_LAST = 40
};

/* Something a person did, so that it can come again. */
struct sim_event {
    enum heard_kind kind;
    unsigned who;
    unsigned room;
    bool private;
    bool heard; /* the house took it at least once */
    bool told;  /* stored() has said that it is on disk */
    bool late;  /* not heard yet: it comes out of order */
    char text[240];
    char control[WORLD_CONTROL_BYTES];
    unsigned field_count;
    char name[SIM_FIELDS_MAX][40];
    char value[SIM_FIELDS_MAX][80];
};

/* A signal's word: nobody but the team that agreed on it may be sent it. */
struct sim_secret {
    uint64_t table;
    int team;
    bool said; /* somebody has used it in front of others */
};

/* A send whose end is not told yet. */
struct sim_held {
    uint64_t row;
    enum send_kind kind;
    bool shown; /* it has arrived; only the house does not know */
    char id[WORLD_NAME_BYTES];
    char nonce[WORLD_NAME_BYTES];
    char room[WORLD_NAME_BYTES];
    char account[WORLD_NAME_BYTES];
    char edit_of[WORLD_NAME_BYTES];
    char *doc;
};

struct sim {
    struct world world;
    uint64_t seed;
    uint64_t dice;
    unsigned step;
    bool calm; /* no faults any more */
    bool crashing;
    unsigned event_count;
    struct sim_event *events;
    unsigned secret_count;
    struct sim_secret secrets[SIM_SECRETS_MAX];
    unsigned held_count;
    struct sim_held held[SIM_HELD_MAX];
    uint64_t row_max;
    char (*row_nonce)[NONCE_BYTES]; /* by outbox row: with what key a message was shown */
    unsigned crashes, fulls, fates[4], duplicates;
    uint64_t turns;
    uint64_t house_moves; /* by house players */
    const char *checking; /* the last check, for the dump */
};

/* A number below n. */
unsigned sim_roll(struct sim *sim, unsigned n);
/* True in one of n, unless it is calm. */
bool sim_fault(struct sim *sim, unsigned n);
const char *sim_name(unsigned who);
/* Ends the program: what does not hold, seed, step and what stands. */
_Noreturn void sim_fail(const struct sim *sim, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

/* sim_people.c: somebody does something. */
void sim_act(struct sim *sim);
/* The same event (again, or late). */
void sim_hear(struct sim *sim, unsigned index);

/* sim_platform.c: what becomes of sends. */
bool sim_send(void *context, const struct sending *sending);
void sim_stored(void *context, void *token, const struct fault *fault);
/* Some held sends come to their end; all of them when calm. */
void sim_release(struct sim *sim);
/* The process ended: nobody is told any more. */
void sim_forget_held(struct sim *sim);

/* sim_check.c */
void sim_check(struct sim *sim);
void sim_check_doc(struct sim *sim, const struct sending *sending);
/* What is acknowledged is on disk. */
void sim_check_kept(struct sim *sim);

#endif
