/* The handle that all rooms of the adapter share: the house, the homeserver, who we are, the clock.
 * A room's own data hangs here as a pointer to a struct that is opaque to the others. */
#ifndef MATRIX_BASE_H
#define MATRIX_BASE_H

#include "catalogue.h"
#include "house.h"
#include "map.h"
#include "matrix_client.h"
#include "settings.h"

enum {
    MATRIX_RETRY_SOON_MS = 2000,     /* before most things are tried again, */
    MATRIX_FORBIDDEN_MS = 60 * 1000, /* and before what is forbidden now */
    MATRIX_CREATE_MS = 90 * 1000     /* a slow server may still create the room */
};

struct matrix;
struct matrix_e2ee;
struct pictures;

/* The adapter's name in the house. */
#define MATRIX_ADAPTER "matrix"

/* The token of house_enqueue, house_store_rows and house_delivered: NULL, or the first member of a
 * struct whose owner frees it in stored(). */
struct matrix_waiter {
    void (*stored)(struct matrix *matrix, struct matrix_waiter *waiter, const struct fault *fault);
};

struct matrix {
    struct house *house; /* the adapter is (struct adapter *)matrix */
    const struct house_setup *world;
    const struct settings *settings;
    const struct net_wire *wire;
    struct matrix_client *client;
    struct pictures *pictures; /* NULL: boards are words alone */
    const struct matrix_e2ee *e2ee;
    struct arena *arena;      /* reset for each event */
    struct arena *send_arena; /* reset for each send, room operation and tick of the sending half */
    void (*plan)(struct matrix *matrix); /* see matrix_plan; NULL: does nothing */
    char user[MATRIX_ID_BYTES];          /* our own id; "" until signed in */
    char device[MATRIX_ID_BYTES];
    int64_t opened_ms;
    int64_t caught_up_ms; /* everything before this was received; 0: never yet */
    bool draining;
    bool is_gone;                               /* the session is lost; needs a person's help */
    struct matrix_rooms *rooms;                 /* matrix_room.h */
    struct matrix_inbound *inbound;             /* matrix_inbound.h */
    struct matrix_search *searches;             /* matrix_search.h */
    struct matrix_people *people;               /* matrix_person.h */
    struct matrix_teams *teams;                 /* matrix_team.h */
    struct matrix_operation *operations;        /* matrix_team.h */
    struct matrix_out *out;                     /* matrix_sending.h */
    struct matrix_invites *invites;             /* matrix_invite.h */
    struct matrix_ignored *ignored;             /* matrix_ignored.h */
    struct matrix_unreachable *unreachable;     /* matrix_unreachable.h */
    struct matrix_abandoned *abandoned;         /* matrix_abandoned.h */
    struct matrix_display_names *display_names; /* matrix_display_name.h */
    struct matrix_reactions *reactions;         /* matrix_event.h */
    struct matrix_duplicate *duplicate;         /* matrix_duplicate.h */
};

int64_t matrix_now_ms(const struct matrix *matrix);
/* Sets the timer to when the next thing is due. Call after any change that may bring that forward.
 */
void matrix_plan(struct matrix *matrix);
/* The catalogue of a room's language. */
const struct catalogue *matrix_catalogue(const struct matrix *matrix, const char *room);
/* A sentence of it that has no arguments. In the arena. */
const char *matrix_words(struct matrix *matrix, const char *room, const char *key);
/* Writes one row; value NULL deletes it. The keys are listed in the README. */
void matrix_store_row(struct matrix *matrix, const char *key, const char *value);
/* An id, cut at its limit; "" for NULL. */
char *matrix_copy(char *into, const char *id);

#endif
