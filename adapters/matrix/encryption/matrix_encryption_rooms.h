/* Our sessions in rooms. */
#ifndef MATRIX_ENCRYPTION_ROOMS_H
#define MATRIX_ENCRYPTION_ROOMS_H

#include "matrix_encryption_private.h"

/* Our session in a room. */
struct encryption_room {
    char id[MATRIX_ID_BYTES];
    struct matrix_megolm_out *session; /* NULL: none yet */
    uint64_t write; /* in which the session is stored first; 0: it is to be stored */
    struct encryption_room *unstored; /* the next whose session is not on disk */
    bool is_unstored;                 /* it is one of them */
    char *backup; /* what the account's backup has not taken of it; NULL nothing */
    enum matrix_history history;
    bool has_history; /* that is what it was when the session was last used */
};

/* Somebody who is not who they were. */
struct encryption_held {
    struct encryption_held *next;
    char user[MATRIX_ID_BYTES];
    int64_t since_ms; /* when that was told */
};

/* matrix_encryption_rooms.c: sessions of rooms */
struct encryption_room *encryption_room_find(const struct matrix_encryption *encryption,
                                             const char *id);
bool encryption_rooms_restore(struct matrix_encryption *encryption, const struct adapter_row *row);
void encryption_rooms_stored(struct matrix_encryption *encryption, uint64_t number, bool good);
/* The keys of this session that were on their way have arrived. */
void encryption_room_shared(struct matrix_encryption *encryption, const char *room,
                            const char *session);
void encryption_rooms_spend(struct matrix_encryption *encryption,
                            const struct matrix_device *device);
/* Has this person a device that gets keys? */
bool encryption_can_read(const struct matrix_encryption *encryption,
                         const struct matrix_tracked *user);
enum encryption_ready {
    ENCRYPTION_READY, /* everybody who is to read has the key */
    ENCRYPTION_WAITS, /* something is on its way */
    ENCRYPTION_HOLDS  /* somebody is not who they were, or can read nothing */
};
/* Brings the room's session to where something can be written. */
enum encryption_ready encryption_room_prepare(struct matrix_encryption *encryption,
                                              const struct matrix_room *room,
                                              struct encryption_room **entry_r);
void encryption_rooms_free(struct matrix_encryption *encryption);

#endif
