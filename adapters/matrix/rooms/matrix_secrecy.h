/* The leak rule: a secret goes only into a room that exactly those who may know it can read, now
 * and later. Checked against what is known of the room at the moment of sending; it does not hold
 * if anything is not known. Pure. */
#ifndef MATRIX_SECRECY_H
#define MATRIX_SECRECY_H

#include "matrix_e2ee.h"
#include "matrix_room.h"

/* The first reason why it does not hold, in this order. */
enum matrix_secrecy {
    SECRECY_HOLDS,
    SECRECY_UNKNOWN,   /* the room's state is not complete: to be fetched */
    SECRECY_OUT,       /* we are not in it */
    SECRECY_ENCRYPTED, /* or not known not to be */
    SECRECY_HISTORY,   /* who joins later, or anybody, reads what was said before */
    SECRECY_OPEN,      /* who is not invited can join */
    SECRECY_STRANGER,  /* somebody else is in it, or invited */
    SECRECY_INVITED,   /* a reader has not joined yet */
    SECRECY_LEFT       /* a reader is not even invited */
};

/* Who may read: accounts beside our own. all: each of them has to be joined, else one is enough. */
struct matrix_readers {
    const char *own;
    const char *const *account;
    unsigned count;
    bool all;
};

enum matrix_secrecy matrix_secrecy(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                                   const struct matrix_readers *readers);
/* For the log and for tests: "stranger". */
const char *matrix_secrecy_name(enum matrix_secrecy secrecy);

/* A room of which the rule held a moment ago for this person. Secrets are sent with one only. */
struct matrix_secret_place {
    const struct matrix_room *room;
};
/* A room for public messages: we are joined, and it is not encrypted. */
struct matrix_open_place {
    const struct matrix_room *room;
};
/* place is set if the rule holds. */
enum matrix_secrecy matrix_secret_place(const struct matrix_e2ee *e2ee,
                                        const struct matrix_room *room, const char *own,
                                        const char *player, struct matrix_secret_place *place);
bool matrix_open_place(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                       struct matrix_open_place *place);

/* May we (own) write there, as far as is known? */
bool matrix_room_speaks(const struct matrix_room *room, const char *own);

#endif
