/* Our Megolm session for one room: who has its key, when another one takes its place, and what is
 * written by it. Everybody who may read the next message has the key before it is written; who has
 * gone cannot read on, because a session is used no more once anybody left. Rows "e/out/" and
 * "e/given/", each with the room: the first is written with each message, so the second has who was
 * given the key.
 *
 * It starts no request and stores nothing: who holds it says what has happened. */
#ifndef MATRIX_MEGOLM_OUT_H
#define MATRIX_MEGOLM_OUT_H

#include "matrix_changes.h"
#include "matrix_device.h"
#include "matrix_pickle.h"
#include "matrix_provider_group.h"
#include "transitions.h"

#define MATRIX_MEGOLM_OUT_ROWS   "e/out/"
#define MATRIX_MEGOLM_GIVEN_ROWS "e/given/"

enum {
    MATRIX_ROTATE_MESSAGES = 100,       /* where a room says nothing, */
    MATRIX_ROTATE_MESSAGES_MAX = 10000, /* and whatever it says */
    MATRIX_ROTATE_LEAST_MS = 60 * 60 * 1000,
    MATRIX_ROTATE_MS = 7 * 24 * 60 * 60 * 1000
};

enum matrix_megolm_state {
    MATRIX_MEGOLM_MADE,    /* not on disk: nobody gets its key */
    MATRIX_MEGOLM_STORING, /* it is being stored */
    MATRIX_MEGOLM_OPEN,    /* its key may be shared; somebody who is to read has not got it */
    MATRIX_MEGOLM_SHARING, /* keys are on their way */
    MATRIX_MEGOLM_SHARED,  /* everybody has it: messages may be written */
    MATRIX_MEGOLM_SPENT,   /* another session is to be made before anything is written */
    MATRIX_MEGOLM_STATES
};
extern const struct transitions matrix_megolm_transitions;

/* Why a session is spent. */
enum matrix_rotation {
    MATRIX_ROTATION_NONE,
    MATRIX_ROTATION_MESSAGES, /* it has written as many as the room lets it */
    MATRIX_ROTATION_AGE,
    MATRIX_ROTATION_LEFT,     /* somebody left, was removed or banned, or may have been meanwhile */
    MATRIX_ROTATION_DEVICE,   /* a device that has the key is gone, or not trusted any more */
    MATRIX_ROTATION_HISTORY,  /* who may read what was written before they came has changed */
    MATRIX_ROTATION_SETTINGS, /* the room's settings for encryption have */
    MATRIX_ROTATION_DAMAGED   /* it cannot be read from its row */
};

struct matrix_megolm_out;

/* settings: the content of the room's m.room.encryption. */
struct matrix_megolm_out *matrix_megolm_out_new(const struct matrix_pickle *pickle,
                                                const char *room, const cJSON *settings,
                                                const struct entropy *entropy, int64_t now_ms);
/* From its row; NULL: it is none. */
struct matrix_megolm_out *matrix_megolm_out_restore(const struct matrix_pickle *pickle,
                                                    const char *value, size_t len);
/* Its row MATRIX_MEGOLM_GIVEN_ROWS; that of an earlier session of the room says nothing. */
void matrix_megolm_out_restore_given(struct matrix_megolm_out *session, const char *value,
                                     size_t len);
void matrix_megolm_out_free(struct matrix_megolm_out **session);
/* Adds its rows; from MADE to STORING. To be called whenever it has changed, before bytes leave. */
void matrix_megolm_out_write(struct matrix_megolm_out *session, struct matrix_changes *changes);
/* The first writing is on disk, or is not; later ones say nothing. */
void matrix_megolm_out_stored(struct matrix_megolm_out *session, bool good);

enum matrix_megolm_state matrix_megolm_out_state(const struct matrix_megolm_out *session);
const char *matrix_megolm_out_room(const struct matrix_megolm_out *session);
const char *matrix_megolm_out_id(const struct matrix_megolm_out *session);
/* Is it spent by now, and why? Says the first reason for ever. */
enum matrix_rotation matrix_megolm_out_rotation(struct matrix_megolm_out *session, int64_t now_ms);
/* The room says this now (0: nothing): what is less than before counts for this session too. */
void matrix_megolm_out_limit(struct matrix_megolm_out *session, int64_t lasts_ms, int64_t messages);
/* It is, for this reason. */
void matrix_megolm_out_spend(struct matrix_megolm_out *session, enum matrix_rotation why);
/* A device that the key may have gone to is gone, or not trusted any more. */
void matrix_megolm_out_device_gone(struct matrix_megolm_out *session,
                                   const struct matrix_device *device);

/* Has this device the key? */
bool matrix_megolm_out_has(const struct matrix_megolm_out *session,
                           const struct matrix_device *device);
/* Somebody who is to read has not got it: from SHARED to OPEN. */
void matrix_megolm_out_reopen(struct matrix_megolm_out *session);
/* The content of m.room_key, from the next message on; deleted by the caller. From OPEN to SHARING.
 */
cJSON *matrix_megolm_out_share(struct matrix_megolm_out *session);
/* It is on its way to this device: write the session before it leaves. False: there is no room for
 * more devices, so it gets none. */
bool matrix_megolm_out_give(struct matrix_megolm_out *session, const struct matrix_device *device);
/* It does not get it (m.room_key.withheld). True: that it was not told yet. */
bool matrix_megolm_out_withhold(struct matrix_megolm_out *session,
                                const struct matrix_device *device);
bool matrix_megolm_out_is_withheld(const struct matrix_megolm_out *session,
                                   const struct matrix_device *device);
/* All of them have been answered: everybody has it, or some are to be tried again. Or from
 * OPEN: nobody lacks it. */
void matrix_megolm_out_shared(struct matrix_megolm_out *session, bool good);

/* What a backup holds of it, from the next message on, whose index is handed out; deleted by the
 * caller. NULL: it is spent. */
cJSON *matrix_megolm_out_export(struct matrix_megolm_out *session,
                                const struct matrix_own_device *own, uint32_t *index_r);
/* The content of an encrypted event, by SHARED alone; deleted by the caller. The relation in
 * content stays readable. Write the session, with what this made, before it leaves. NULL: it is
 * spent. */
cJSON *matrix_megolm_out_encrypt(struct matrix_megolm_out *session,
                                 const struct matrix_own_device *own, const char *type,
                                 const cJSON *content);

#endif
