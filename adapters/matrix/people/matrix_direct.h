/* The direct channel to one person: a direct room that we create when the house first has a private
 * message for them, which is when they sit down, and keep for good. Nobody is invited who has not
 * acted, and nobody who has left is invited again before they act. */
#ifndef MATRIX_DIRECT_H
#define MATRIX_DIRECT_H

#include "adapter.h"
#include "matrix_person.h"
#include "matrix_secrecy.h"

enum {
    MATRIX_DIRECT_NOTICE_MS = 20 * 1000,   /* not joined yet: the table's room is told what to do */
    MATRIX_DIRECT_WAIT_MS = 5 * 60 * 1000, /* so long a send waits for who was invited */
    MATRIX_DIRECT_LOOK_MS = 1000, /* until a room that is being created is looked at again: then
                                     twice as long, and so on */
    MATRIX_DIRECT_LOOKS = 5,      /* so many, half a minute, then it is taken for what it is */
    MATRIX_DIRECT_UNFINISHED_MS = 30 * 1000, /* the first wait where two rooms came to nothing */
    MATRIX_DIRECT_ANEW_MS = 10 * 60 * 1000,  /* at least between two rooms created for one person */
    MATRIX_CLOSED_MS = 20 * 1000,            /* who takes no invites is not invited again sooner */
    MATRIX_SAY_EACH_MS = 60 * 60 * 1000      /* at least between two times of the same sentence */
};

/* A secret message that waits for its recipient's room: first member of its owner's struct, who
 * frees it when it was written or has failed. */
struct matrix_secret {
    struct matrix_secret *next; /* the next one for the same person */
    struct matrix_person *person;
    bool tried; /* not its first try: a room for them may have been created */
};

/* Callbacks into the sending half. */
struct matrix_direct_events {
    /* Send its next part, there and now. */
    void (*write)(struct matrix_secret *secret, struct matrix_secret_place place);
    /* It cannot be delivered. */
    void (*fail)(struct matrix_secret *secret, enum send_status status, int64_t retry_ms,
                 const char *why);
    /* The leak rule does not hold of their room any more: cancel what has not been sent. */
    void (*stop)(struct matrix *matrix, const struct matrix_person *person,
                 const struct matrix_room *room);
    /* Send a public sentence of the catalogue; account: who is mentioned, or NULL. */
    void (*say)(struct matrix *matrix, const char *room, const char *key, const char *account);
};

/* Writes it as soon as the leak rule holds of their room; until then it waits. */
void matrix_direct_send(struct matrix_secret *secret);
/* A person has addressed the bot: they may be invited to a direct room from now on, until they
 * leave it. */
void matrix_person_acted(struct matrix *matrix, const char *user);
/* Sends a sentence of the catalogue to somebody's direct room, which is created if need be: why
 * their invite was declined, say. No secrets; the same sentence at most once an hour. */
void matrix_direct_say(struct matrix *matrix, const char *user, const char *key);
/* Whether their devices read what is encrypted is known now: their room may be created. */
void matrix_direct_known(struct matrix *matrix, const char *user);
/* See matrix_room_changed_fn. */
void matrix_direct_changed(struct matrix *matrix, struct matrix_room *room);
int64_t matrix_direct_due_ms(const struct matrix *matrix);
void matrix_direct_tick(struct matrix *matrix, int64_t now_ms);

#endif
