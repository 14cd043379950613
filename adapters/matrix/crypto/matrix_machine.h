/* All that this device has of encryption, and what follows from what comes: who is asked for, whose
 * keys are claimed, what can be read, who gets a room's key. No request is started and nothing is
 * stored here: bodies of requests are handed out, their answers are told, and everything that has
 * changed is added to the rows of the transaction that the caller is in. When that fails, a new
 * machine is made from the rows that are on disk. */
#ifndef MATRIX_MACHINE_H
#define MATRIX_MACHINE_H

#include "matrix_account.h"
#include "matrix_megolm_in.h"
#include "matrix_megolm_out.h"
#include "matrix_tracked.h"

enum {
    MATRIX_QUERY_USERS = 200, /* in one request */
    MATRIX_CLAIM_DEVICES = 500,
    MATRIX_SESSION_DAYS = 60, /* so long a session of somebody else's in a room is kept */
    MATRIX_UNPROVED_MAX =
        200 /* events of devices that nobody knows yet, until they are asked for */
};

#define MATRIX_SESSION_KEPT_MS (INT64_C(86400000) * MATRIX_SESSION_DAYS)

struct matrix_machine;

struct matrix_machine *matrix_machine_new(const struct matrix_pickle *pickle,
                                          const struct entropy *entropy);
void matrix_machine_free(struct matrix_machine **machine);
/* All its rows, "e/…", in any order; others are passed over. Anything but PROVIDER_GOOD: the
 * account is there and cannot be read, and nothing may go on. */
enum provider_answer matrix_machine_restore(struct matrix_machine *machine,
                                            const struct adapter_row *rows, size_t count);
/* Makes an account where there is none. False: there is one, of another user or device. */
bool matrix_machine_begin(struct matrix_machine *machine, const char *user, const char *device);
/* Its account; NULL before it has begun. It is written here, too: matrix_account_stored() is told
 * of each transaction by the number of the account's last writing when it was made. */
struct matrix_account *matrix_machine_account(const struct matrix_machine *machine);
/* How many users are tracked, devices have sessions with us, and rooms' sessions are known. */
struct matrix_machine_size {
    size_t users;
    size_t peers;
    size_t sessions;
};
struct matrix_machine_size matrix_machine_size(const struct matrix_machine *machine);

/* Drops sessions of others in rooms whose time is over. */
void matrix_machine_prune(struct matrix_machine *machine, int64_t now_ms,
                          struct matrix_changes *changes);
/* Drops all of a user: who they are, sessions with their devices, and theirs in rooms. */
void matrix_machine_forget(struct matrix_machine *machine, const char *user,
                           struct matrix_changes *changes);

/* --- whose devices are known ------------------------------------------------------------------ */

/* From here on this user's devices are tracked. */
struct matrix_tracked *matrix_machine_track(struct matrix_machine *machine, const char *user,
                                            struct matrix_changes *changes);
/* device_lists of a sync. */
void matrix_machine_lists(struct matrix_machine *machine, const cJSON *lists,
                          struct matrix_changes *changes);
/* Nobody knows what has changed: all of them are asked for again. */
void matrix_machine_doubt(struct matrix_machine *machine, struct matrix_changes *changes);
/* This user, if they are tracked; NULL. */
struct matrix_tracked *matrix_machine_tracked(const struct matrix_machine *machine,
                                              const char *user);
/* The body of /keys/query for whom one is due, deleted by the caller; NULL: for nobody. One at a
 * time. */
cJSON *matrix_machine_query(struct matrix_machine *machine, int64_t now_ms);
/* What is told of it, while one of these functions is called. All are set. */
struct matrix_machine_hooks {
    void *context;
    void (*gone)(void *context, const struct matrix_device *device);   /* no more, or not trusted */
    void (*other)(void *context, const char *user);                    /* not who they were */
    void (*key)(void *context, const char *room, const char *session); /* it has come */
    /* This user keeps a session's key from us, and says so (m.room_key.withheld). */
    void (*withheld)(void *context, const char *user, const char *room, const char *session);
};
/* Its answer; NULL: it failed. */
void matrix_machine_queried(struct matrix_machine *machine, const cJSON *answer, int64_t now_ms,
                            struct matrix_changes *changes,
                            const struct matrix_machine_hooks *hooks);

/* The body of /keys/claim for devices that want a session; NULL: for none. One at a time. */
cJSON *matrix_machine_claim(struct matrix_machine *machine, int64_t now_ms);
/* Its answer; NULL: it failed. Hands out what is to be sent to devices by it, NULL nothing: the
 * messages of /sendToDevice/m.room.encrypted, deleted by the caller. */
cJSON *matrix_machine_claimed(struct matrix_machine *machine, const cJSON *answer, int64_t now_ms,
                              struct matrix_changes *changes);

/* --- in --------------------------------------------------------------------------------------- */

/* An event of to_device. What it is not for, or cannot be read, is passed over. */
void matrix_machine_to_device(struct matrix_machine *machine, const cJSON *event, int64_t now_ms,
                              struct matrix_changes *changes,
                              const struct matrix_machine_hooks *hooks);

/* What a backup holds of a session of this user's: its content, decrypted, with its room and id.
 * True: it is taken, as if its key had come. Only of a device of theirs that is known. */
bool matrix_machine_import(struct matrix_machine *machine, const char *user, const cJSON *content,
                           int64_t now_ms, struct matrix_changes *changes);

/* An encrypted event of this room. False: its session is not known (matrix_late_key.h). */
bool matrix_machine_read(struct matrix_machine *machine, const char *room, const cJSON *event,
                         struct matrix_changes *changes, enum matrix_megolm_verdict *verdict_r,
                         cJSON **plain_r);

/* --- out -------------------------------------------------------------------------------------- */

enum matrix_sharing {
    MATRIX_SHARING_DONE,  /* everybody who is to read has the key */
    MATRIX_SHARING_SENDS, /* messages are to be sent first */
    MATRIX_SHARING_WAITS, /* a query or a claim is due first; nothing was made */
    MATRIX_SHARING_HELD,  /* somebody is not who they were: that is told first; nothing was made */
    MATRIX_SHARING_SPENT  /* the session cannot be used; make another */
};
/* For whom a room's session is. */
struct matrix_room_readers {
    const char *const *users;
    size_t count;
    bool only_signed;
};
/* What is to be sent, NULL nothing: bodies of /sendToDevice, its "messages". */
struct matrix_sharing_messages {
    cJSON *encrypted; /* as m.room.encrypted */
    cJSON *withheld;  /* as m.room_key.withheld */
};
/* Gives a session, which is OPEN or SHARED, to all devices of its readers that lack it. What it
 * hands out is deleted by the caller, who stores the changes, sends it, and tells
 * matrix_megolm_out_shared() when it has been taken. */
enum matrix_sharing matrix_machine_share(struct matrix_machine *machine,
                                         struct matrix_megolm_out *session,
                                         const struct matrix_room_readers *readers,
                                         struct matrix_changes *changes,
                                         struct matrix_sharing_messages *messages_r);

#endif
