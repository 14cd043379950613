/* The leak rule: what is secret goes only where exactly those who may know it read, and nobody who
 * comes later can. Checked of what is known of a room, at the moment of sending; whatever is not
 * known, it does not hold. Pure. */
#ifndef MATRIX_SECRECY_H
#define MATRIX_SECRECY_H

#include "matrix_e2ee.h"
#include "matrix_room.h"

/* The first thing that is against it; in this order. */
enum matrix_secrecy {
    SECRECY_HOLDS,
    SECRECY_UNKNOWN,   /* not all of the room has been read: to be asked for */
    SECRECY_OUT,       /* we are not in it */
    SECRECY_ENCRYPTED, /* or encryption is unknown */
    SECRECY_HISTORY,   /* who comes later reads what was said before, or anybody does */
    SECRECY_OPEN,      /* who is not invited comes in */
    SECRECY_STRANGER,  /* somebody else is in it, or invited */
    SECRECY_INVITED,   /* who is meant has not come in yet */
    SECRECY_LEFT       /* who is meant is not even invited */
};

/* Who may read: accounts beside our own. all: each of them has to be in, else any is enough. */
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

/* A room of which the rule held a moment ago, for this person: the only way to a whisper. */
struct matrix_secret_place {
    const struct matrix_room *room;
};
/* A room in which everybody may read what is posted: we are in it, and nothing is encrypted. */
struct matrix_open_place {
    const struct matrix_room *room;
};
/* False, and place stays as it is, where it does not hold. */
enum matrix_secrecy matrix_secret_place(const struct matrix_e2ee *e2ee,
                                        const struct matrix_room *room, const char *own,
                                        const char *player, struct matrix_secret_place *place);
bool matrix_open_place(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                       struct matrix_open_place *place);

#endif
