/* A Megolm session of somebody else's, by which we read what their device writes into one room.
 * Its key comes by Olm alone (m.room_key) and belongs to who sent it; what an event says of its
 * sender's device is not looked at. Rows "e/in/" and "e/seen/". */
#ifndef MATRIX_MEGOLM_IN_H
#define MATRIX_MEGOLM_IN_H

#include "matrix_changes.h"
#include "matrix_olm.h"
#include "matrix_pickle.h"
#include "matrix_provider_group.h"

/* A session's name is its id, "/", its room, "/", its owner: whoever has the key of somebody else's
 * can send it as their own, and must not take its place. */
enum { MATRIX_MEGOLM_NAME_BYTES = PROVIDER_KEY_TEXT + 2 * MATRIX_ID_BYTES + 2 };
#define MATRIX_MEGOLM_IN_ROWS   "e/in/"   /* its name */
#define MATRIX_MEGOLM_SEEN_ROWS "e/seen/" /* number, "/", its name: matrix_replay.h */

struct matrix_megolm_in;

void matrix_megolm_name(char name[MATRIX_MEGOLM_NAME_BYTES], const char *id, const char *room,
                        const char *owner);
/* Of which room and session a content speaks: of an m.room_key, or of an encrypted event (whose
 * room is where it came; NULL is handed out where it names none). False: of none. */
bool matrix_megolm_named(const cJSON *content, const char **room_r, const char **session_r);

enum matrix_key_verdict {
    MATRIX_KEY_NEW,       /* a session that was not there */
    MATRIX_KEY_EARLIER,   /* the key of a session that is there, from an earlier index on */
    MATRIX_KEY_NO_BETTER, /* it opens nothing more; nothing has changed */
    MATRIX_KEY_MALFORMED, /* no key, or not of the session that it names */
    MATRIX_KEY_NOT_THEIRS /* the session is another device's */
};
/* The content of an m.room_key by this sender. *session: the one of that name, or NULL, in whose
 * place a new one is put. */
enum matrix_key_verdict matrix_megolm_in_take(struct matrix_megolm_in **session,
                                              const struct matrix_pickle *pickle,
                                              const cJSON *content,
                                              const struct matrix_olm_sender *sender,
                                              int64_t now_ms);
/* The same of what a backup holds, which proves nothing of whose it is: the caller knows the
 * device.
 */
enum matrix_key_verdict matrix_megolm_in_import(struct matrix_megolm_in **session,
                                                const struct matrix_pickle *pickle,
                                                const cJSON *content,
                                                const struct matrix_olm_sender *sender,
                                                int64_t now_ms);
/* From its row; NULL: it is none. */
struct matrix_megolm_in *matrix_megolm_in_restore(const struct matrix_pickle *pickle,
                                                  const char *value, size_t len);
/* One of its rows MATRIX_MEGOLM_SEEN_ROWS. False: it is of another session, or none. */
bool matrix_megolm_in_restore_seen(struct matrix_megolm_in *session, const char *key,
                                   const char *value, size_t len);
void matrix_megolm_in_free(struct matrix_megolm_in **session);
void matrix_megolm_in_write(const struct matrix_megolm_in *session, struct matrix_changes *changes);
/* Deletes all its rows. */
void matrix_megolm_in_delete(const struct matrix_megolm_in *session,
                             struct matrix_changes *changes);

const char *matrix_megolm_in_name(const struct matrix_megolm_in *session);
const char *matrix_megolm_in_room(const struct matrix_megolm_in *session);
const char *matrix_megolm_in_id(const struct matrix_megolm_in *session);
int64_t matrix_megolm_in_received_ms(const struct matrix_megolm_in *session); /* its key */
/* Whose it is. */
const struct matrix_olm_sender *matrix_megolm_in_owner(const struct matrix_megolm_in *session);

enum matrix_megolm_verdict {
    MATRIX_MEGOLM_READ,
    MATRIX_MEGOLM_AGAIN,      /* it was read before: the same event */
    MATRIX_MEGOLM_REPLAYED,   /* what another event said is said once more */
    MATRIX_MEGOLM_OLD,        /* so far back that nobody knows whether it was read */
    MATRIX_MEGOLM_BEFORE,     /* before the key: an earlier one is needed */
    MATRIX_MEGOLM_NOT_THEIRS, /* its sender is not who owns the session */
    MATRIX_MEGOLM_OTHER_ROOM, /* it was written for another room */
    MATRIX_MEGOLM_FORGED,
    MATRIX_MEGOLM_MALFORMED
};
/* Reads an encrypted event that came in the session's room and names it. READ and AGAIN hand out
 * the event as it would have come unencrypted, deleted by the caller; its relation is that of the
 * encrypted one. What was read is added to changes. */
enum matrix_megolm_verdict matrix_megolm_in_read(struct matrix_megolm_in *session,
                                                 const cJSON *event, struct matrix_changes *changes,
                                                 cJSON **plain_r);

#endif
