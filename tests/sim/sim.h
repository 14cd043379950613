/* The simulator: people who play at random at several tables, a platform that loses, repeats and
 * delays, a disk that fills up, a house that dies at any moment, and checks that never sleep. */
#ifndef SIM_H
#define SIM_H

#include "house_private.h"
#include "world.h"

enum {
    SIM_PEOPLE = 10, /* at most 16 */
    SIM_ROOMS = 3,
    SIM_EVENTS_MAX = 60000,
    SIM_ROWS_MAX = 200000,
    SIM_HELD_MAX = 256,
    SIM_FIELDS_MAX = 6,
    SIM_CHOICES_MAX = 48,
    SIM_TEXT_BYTES = 240,
    SIM_VALUE_BYTES = 80,
    SIM_SECRETS_MAX = 60000,
    SIM_BUTTONS_OF_LAST = 40,
    SIM_TABLES_MAX = 4096,
    SIM_GAMES_MAX = 16
};

/* Something a person did, so that it can come again. */
struct sim_event {
    enum inbound_kind kind;
    unsigned who;
    unsigned room;
    bool private;
    bool inbound; /* the house took it at least once */
    bool told;    /* stored() has said that it is on disk */
    bool late;    /* not heard yet: it comes out of order */
    char text[SIM_TEXT_BYTES];
    char control[WORLD_CONTROL_BYTES];
    unsigned field_count;
    char name[SIM_FIELDS_MAX][40];
    char value[SIM_FIELDS_MAX][SIM_VALUE_BYTES];
};

/* A word that somebody wrote in private: nobody may be sent it whose view never held it. */
struct sim_secret {
    uint64_t table;
    unsigned who;
    int team;
    bool talk;      /* not of the game: to the team */
    bool said;      /* somebody has used it in front of others, or the crowd's view held it */
    uint16_t known; /* by people, as bits: the view of their seat held it */
};

/* A field of a form, to be filled in by who sits on seat. */
struct sim_field {
    const struct table *table;
    int seat;
    unsigned who;
    const char *name;
    const char *kind; /* as table_view.h has it */
    bool secret;
    unsigned min;
    unsigned max;
    unsigned choices;
    char choice[SIM_CHOICES_MAX][SIM_VALUE_BYTES];
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
    struct kept_doc *doc; /* what it says; NULL when it has arrived */
};

struct sim {
    struct world world;
    uint64_t seed;
    uint64_t dice;
    unsigned step;
    bool calm;   /* no faults any more */
    bool nights; /* half of what is opened is a game night */
    unsigned event_count;
    struct sim_event *events;
    unsigned secret_count;
    struct sim_secret secrets[SIM_SECRETS_MAX];
    unsigned held_count;
    struct sim_held held[SIM_HELD_MAX];
    uint64_t row_max;
    char (*row_nonce)[NONCE_BYTES]; /* by outbox row: with what key a message was shown */
    unsigned crashes, fulls, statuses[4], duplicates;
    uint64_t turns;
    uint64_t house_moves;                                 /* by house players */
    bool ended[SIM_TABLES_MAX], of_night[SIM_TABLES_MAX]; /* by table; of_night: dealt by one */
    unsigned games[SIM_GAMES_MAX]; /* by place in games_all: how many have come to their end, */
    unsigned moves_made[SIM_GAMES_MAX]; /* after how many moves */
    const char *checking;               /* the last check, for the dump */
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
/* An event begins, and is heard: now, late, or twice. */
struct sim_event *sim_event_new(struct sim *sim, enum inbound_kind kind, unsigned who);
void sim_event_done(struct sim *sim);
/* The same event (again, or late). */
void sim_hear(struct sim *sim, unsigned index);

/* sim_offer.c: who sits on a seat (or rules as a moderator) does something of what it is offered:
 * of what it owes, or of all. False when there is nothing. */
bool sim_take_offer(struct sim *sim, const struct table *table, int seat, unsigned who, bool owed);

/* sim_words.c: how some game is opened; what goes into a field. */
void sim_opening(struct sim *sim, char text[SIM_TEXT_BYTES]);
void sim_value(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES]);

/* sim_secret.c: a new word of who fills in this field; the team's newest but `back`, or
 * SIM_SECRETS_MAX. */
unsigned sim_secret_new(struct sim *sim, const struct sim_field *field);
unsigned sim_secret_of(const struct sim *sim, const struct sim_field *field, unsigned back);
/* The next word in a text from at on, or NULL. The tags of controls hold none. */
const char *sim_secret_next(const char *text, const char *at, unsigned *word_r);
/* Notes from here on what each view of one world holds; fails when somebody is sent more. */
void sim_secret_watch(struct sim *sim);
void sim_check_secrets(struct sim *sim, const struct sending *sending);

/* sim_platform.c: what becomes of sends. */
bool sim_send(void *context, const struct sending *sending);
void sim_stored(void *context, void *token, const struct fault *fault);
/* Some held sends come to their end; all of them when calm. */
void sim_release(struct sim *sim);
/* The process ended: nobody is told any more. */
void sim_forget_held(struct sim *sim);

/* sim_check.c; kept: what is acknowledged is on disk */
void sim_check(struct sim *sim);
void sim_check_doc(struct sim *sim, const struct sending *sending);
void sim_check_kept(struct sim *sim);

#endif
