/* People, and the direct room of each: made by us alone, when the house first has something to tell
 * them, which is when they sit down; kept for ever. Nobody is invited who has not acted, and nobody
 * again who has left, until they act again. Rows "u/<user>". */
#ifndef MATRIX_DIRECT_H
#define MATRIX_DIRECT_H

#include "matrix_client.h"

struct matrix;
struct matrix_flight;
struct matrix_room;

enum {
    MATRIX_CREATE_MS = 90 * 1000, /* a slow server's room is not taken for one that is not there */
    MATRIX_DIRECT_TELL_MS = 20 * 1000,      /* not in yet: the table's room is told how to go on */
    MATRIX_DIRECT_WAIT_MS = 5 * 60 * 1000,  /* so long a send waits for who is invited */
    MATRIX_DIRECT_ANEW_MS = 10 * 60 * 1000, /* another room is not made more often than that */
    MATRIX_CLOSED_MS = 20 * 1000,           /* who takes no invites is not asked again sooner */
    MATRIX_SAY_EACH_MS = 60 * 60 * 1000,    /* the same sentence is not said more often */
    MATRIX_KEY_OF_WORDS_BYTES = 48
};

struct matrix_person {
    char id[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];          /* their direct room, "" none */
    char about[MATRIX_ID_BYTES];         /* the table's room that is told how to go on, "" none */
    char say[MATRIX_KEY_OF_WORDS_BYTES]; /* a sentence that waits for them, "" none */
    struct matrix *matrix;
    bool may;          /* be invited: they acted, and have not left since */
    bool expected;     /* in their room: they were in it, or invited, when it was last looked at */
    bool listed;       /* in our m.direct */
    bool listing;      /* that was tried since the start */
    bool doubted;      /* an invite was forbidden, and the room was asked why */
    bool told;         /* how to go on, since they were waited for */
    bool looked;       /* their room was asked once more, before they are given up */
    bool reread;       /* their room was read once more, before it is left behind */
    bool busy;         /* a request about their room is under way */
    bool searched;     /* for a room of theirs that an earlier process made */
    int64_t acted_ms;  /* 0: not since the start */
    int64_t closed_ms; /* since when they take no invites, until they act again; 0: they do */
    int64_t made_ms;   /* when a room was last made for them */
    int64_t said_ms;   /* when a sentence was last said to them, and which */
    char said[MATRIX_KEY_OF_WORDS_BYTES];
    int64_t asked_ms; /* since when they are waited for; 0: nobody waits */
    uint64_t request;
    struct matrix_flight *first; /* sends that wait for them, in their order */
};

struct matrix_person *matrix_person_at(struct matrix *matrix, const char *user);
struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *user);
void matrix_person_read(struct matrix *matrix, const char *user, const char *text, size_t len);
void matrix_person_keep(struct matrix *matrix, const struct matrix_person *person);

/* A secret send: goes out when the leak rule holds of their room; waits while they are invited. */
void matrix_direct_send(struct matrix_flight *flight);
/* Something about the room of somebody has changed, or a request about it has ended. */
void matrix_direct_go(struct matrix_person *person);
void matrix_direct_changed(struct matrix *matrix, struct matrix_room *room);
int64_t matrix_direct_due_ms(const struct matrix *matrix);
void matrix_direct_tick(struct matrix *matrix, int64_t now_ms);
void matrix_people_free(struct matrix *matrix);

/* matrix_listing.c: our m.direct, read, changed and written whole, one after another. */
void matrix_listing_add(struct matrix *matrix, struct matrix_person *person);
void matrix_listings_free(struct matrix *matrix);

/* matrix_create.c, pure: bodies of createRoom, JSON in the arena. marker: how it is found again. */
struct arena;
const char *matrix_create_direct(struct arena *arena, const char *user, const char *marker);
const char *matrix_create_team(struct arena *arena, const char *name, const char *const *invite,
                               unsigned count, const char *marker);
/* The marker of somebody's direct room. */
const char *matrix_direct_marker(struct arena *arena, const char *user);
/* Whose direct room one with this marker is; NULL when it is none. */
const char *matrix_direct_player(const char *marker);

#endif
