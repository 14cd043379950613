/* A room's state, and how much of it is known. Syncs keep it current; what is not known yet is
 * fetched (matrix_state_fetch.h). */
#ifndef MATRIX_ROOM_H
#define MATRIX_ROOM_H

#include "map.h"
#include "matrix_decode.h"

struct matrix;
struct matrix_state_fetch;
struct matrix_room;

enum { MATRIX_MARKER_BYTES = MATRIX_ID_BYTES + 8 };

/* Once encrypted, always encrypted. Unknown does not count as plain. */
enum matrix_room_encryption { MATRIX_ENCRYPTION_UNKNOWN, MATRIX_PLAIN, MATRIX_ENCRYPTED };
enum matrix_join_rule {
    MATRIX_JOIN_UNKNOWN,
    MATRIX_JOIN_INVITE,
    MATRIX_JOIN_KNOCK,
    MATRIX_JOIN_PUBLIC,
    MATRIX_JOIN_OTHER
};
enum matrix_history {
    MATRIX_HISTORY_UNKNOWN, /* in a complete state: there is no event (yet), which means "shared" */
    MATRIX_HISTORY_JOINED,
    MATRIX_HISTORY_INVITED,
    MATRIX_HISTORY_OTHER
};

/* How much of a room's state is known; in this order. */
enum matrix_room_state {
    MATRIX_STATE_UNKNOWN, /* at most what came by */
    MATRIX_STATE_POWER,   /* its power levels */
    MATRIX_STATE_PARTIAL, /* all but some members: enough to receive and to send, not for secrets */
    MATRIX_STATE_COMPLETE
};

enum matrix_room_kind {
    MATRIX_ROOM_OPEN,   /* people's own, where tables are opened */
    MATRIX_ROOM_DIRECT, /* created by us for one person */
    MATRIX_ROOM_TEAM    /* created by us for a team */
};

struct matrix_member {
    char id[MATRIX_ID_BYTES];
    enum matrix_membership membership;
    char *name; /* display name, NULL none */
};

struct matrix_room {
    char id[MATRIX_ID_BYTES];
    enum matrix_room_kind kind;
    char player[MATRIX_ID_BYTES]; /* whose direct room; "" none */
    enum matrix_membership own;
    enum matrix_room_state state;
    bool space; /* a space: no messages there */
    bool two;   /* somebody created it for themselves and the bot: every message there addresses the
                 * bot. No secrets   go there: the room is theirs */
    bool moved; /* its tombstone was processed */
    bool greeted;
    int64_t unreachable_ms; /* since when it is unreachable (matrix_unreachable.h); 0: it is not */
    bool redacted;          /* a message was: the board, whose edits show it, is posted anew */
    enum matrix_room_encryption encryption;
    int64_t rotation_ms, rotation_messages; /* how long sessions last in it; 0 not said */
    enum matrix_join_rule join_rule;
    enum matrix_history history;
    /* "io.deaddrop.id" of its creation event, if we created it: finds a room of ours again whose
     * answer was lost. "": not ours, or not known */
    char marker[MATRIX_MARKER_BYTES];
    char version[16]; /* "" until known: room version, "11" */
    char *name;
    char *display_name; /* in place of a name; see matrix_room_display_name */
    char *predecessor;  /* the room that it says it replaces; NULL none */
    struct map members; /* of struct matrix_member, by id */
    unsigned joined_count, invited_count;
    struct matrix_power *power; /* matrix_power.h; NULL until known */
    uint32_t seen;              /* number of messages since the start */
    char *inbound;              /* the last event that was enqueued at the house; NULL none */
    int64_t received_ms;        /* when that was, or since when there is none; 0: not yet */
    int64_t checked_ms;         /* when it was last checked for being abandoned; 0 never */
    char *thread;               /* the thread of the last message; NULL: none */
    char *thread_last;          /* the last message in it */
    int64_t thread_ms;          /* when that came */
    int64_t gap_notice_ms;      /* when people were last asked to say again what is lost; 0 never */
    int64_t throttle_notice_ms; /* when the last throttle notice was sent there; 0 never */
    uint32_t throttle_episode;  /* in which episode that was (matrix_throttle.c); 0 in none */
    struct matrix_state_fetch *fetch; /* its state is being fetched; NULL: it is not */
    bool stale;                       /* the state has changed since the fetch began */
};

/* Members, power levels, encryption, or our own membership have changed. */
typedef void (*matrix_room_changed_fn)(struct matrix *matrix, struct matrix_room *room);

/* Makes matrix->rooms, empty. changed is called by matrix_room_has_changed. */
void matrix_rooms_new(struct matrix *matrix, matrix_room_changed_fn changed);
/* Call matrix_state_fetches_free before. */
void matrix_rooms_free(struct matrix *matrix);
void matrix_room_has_changed(struct matrix *matrix, struct matrix_room *room);
/* A state that is being fetched may be older than what is known. */
void matrix_room_stale(struct matrix_room *room);
/* Iterates over all rooms, at from 0 on; NULL: that was the last. */
struct matrix_room *matrix_rooms_next(const struct matrix *matrix, size_t *at);

struct matrix_room *matrix_room_at(struct matrix *matrix, const char *id); /* made if need be */
struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id);
const struct matrix_member *matrix_room_member(const struct matrix_room *room, const char *user);

/* Its name, or who else is in it ("Ana, Ben"); NULL: neither is known. Lives until the next call.
 */
const char *matrix_room_display_name(struct matrix_room *room, const char *own);
/* Applies a state event. True if that changed something that decides about sending or receiving. */
bool matrix_room_apply(struct matrix *matrix, struct matrix_room *room, const cJSON *event);
/* All of its state was applied, some members perhaps aside: what was not in it does not exist. */
void matrix_room_set_partial(struct matrix_room *room);
/* Is enough known to process its events? Of a direct room, that nobody else reads there, too. */
bool matrix_room_is_ready(const struct matrix_room *room);
/* Its members may have changed: its state is not complete until it is fetched again. */
void matrix_room_doubt_members(struct matrix_room *room);
/* We are out; its state is not known from here on. */
void matrix_room_left(struct matrix_room *room, enum matrix_membership own);
/* Number of people's rooms that we are joined in. */
unsigned matrix_rooms_joined(const struct matrix *matrix);

/* Its row "r/<room>": whether it is encrypted, the last event, the marker of a room of ours, and
 * the name that people gave theirs. No row says who is in a room. */
enum {
    MATRIX_ROOM_KEY_BYTES = MATRIX_ID_BYTES + 2,
    MATRIX_ROOM_NAME_BYTES = 384, /* a longer name is not stored */
    MATRIX_ROOM_ROW_BYTES = 3 * MATRIX_ID_BYTES + MATRIX_ROOM_NAME_BYTES + 64
};
void matrix_room_row(const struct matrix_room *room, const char *inbound,
                     char key[MATRIX_ROOM_KEY_BYTES], char value[MATRIX_ROOM_ROW_BYTES]);
void matrix_room_keep(struct matrix *matrix, const struct matrix_room *room); /* writes its row */
/* A row read at the start. False: it is no room's. */
bool matrix_room_restore(struct matrix *matrix, const char *key, const char *text, int64_t at_ms);
/* It was left and forgotten: its row is deleted. */
void matrix_room_forget(struct matrix *matrix, struct matrix_room *room);

/* --- for matrix_state_fetch.c --- */

/* A room of the same id that a fetched state is applied to; of the original it has the encryption.
 */
struct matrix_room *matrix_room_shadow(struct matrix *matrix, const struct matrix_room *room);
void matrix_room_shadow_free(struct matrix_room **shadow);
/* The shadow's state replaces the room's; the shadow is freed. */
void matrix_room_replace(const struct matrix *matrix, struct matrix_room *room,
                         struct matrix_room **shadow);

#endif
