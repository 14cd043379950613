/* A room as far as it is known: what state events said of it, and whether that is all. What is told
 * by /sync keeps it true; what is not known yet is asked for. */
#ifndef MATRIX_ROOM_H
#define MATRIX_ROOM_H

#include "map.h"
#include "matrix_client.h"

struct matrix;
struct matrix_learning;

enum { MATRIX_MARKER_BYTES = MATRIX_ID_BYTES + 8 };

enum matrix_membership {
    MATRIX_LEFT, /* never there, gone, kicked */
    MATRIX_INVITED,
    MATRIX_JOINED,
    MATRIX_KNOCKING,
    MATRIX_BANNED
};

/* Once encrypted, always encrypted; what is not known is not plain. */
enum matrix_encryption { MATRIX_ENCRYPTION_UNKNOWN, MATRIX_PLAIN, MATRIX_ENCRYPTED };
enum matrix_join_rule {
    MATRIX_JOIN_UNKNOWN,
    MATRIX_JOIN_INVITE,
    MATRIX_JOIN_KNOCK,
    MATRIX_JOIN_PUBLIC,
    MATRIX_JOIN_OTHER
};
enum matrix_history {
    MATRIX_HISTORY_UNKNOWN,
    MATRIX_HISTORY_JOINED,
    MATRIX_HISTORY_INVITED,
    MATRIX_HISTORY_OTHER
};

enum matrix_room_kind {
    MATRIX_ROOM_OPEN,   /* people's own: tables are opened there */
    MATRIX_ROOM_DIRECT, /* made by us for one person */
    MATRIX_ROOM_TEAM    /* made by us for a team */
};

struct matrix_member {
    char id[MATRIX_ID_BYTES];
    enum matrix_membership membership;
    char *name; /* display name, NULL none */
};

struct matrix_room {
    char id[MATRIX_ID_BYTES];
    enum matrix_room_kind kind;
    char player[MATRIX_ID_BYTES]; /* MATRIX_ROOM_DIRECT: whose */
    enum matrix_membership own;
    bool known;  /* all of its state has been read; else only what came by */
    bool stated; /* the same, some members aside: enough to hear, not to tell secrets */
    bool ruled;  /* not that, and yet who may do what there */
    bool space;  /* it holds rooms, not talk */
    bool two;    /* somebody made it for themselves and the bot: whatever is said there is meant
                  * for it. No place for secrets: it is theirs */
    bool moved;  /* its tombstone has been told */
    bool hides;  /* a line was hidden there: the next board is posted anew, without its history */
    enum matrix_encryption encryption;
    enum matrix_join_rule join_rule;
    enum matrix_history history;
    /* "io.deaddrop.id" of its creation event, where that is our own: how a room is found again of
     * which the answer was lost. "": somebody else's, or not known */
    char marker[MATRIX_MARKER_BYTES];
    char version[16]; /* "" until known: room version, "11" */
    char *name;
    char *called;       /* what stands for a name where there is none: matrix_room_called */
    char *predecessor;  /* the room that this one says it follows; NULL none */
    struct map members; /* of struct matrix_member, by id */
    unsigned joined_count, invited_count;
    struct matrix_power *power; /* matrix_power.h; NULL until known */
    uint32_t seen;              /* messages that were posted there */
    char *heard;                /* the last event that the house heard there; NULL none */
    int64_t heard_ms;           /* when that was, or when we began to wait for it; 0: not yet */
    int64_t looked_ms;          /* when it was last looked at whether all have left; 0 never */
    char *thread;               /* the root of the thread that was spoken in last; NULL: in none */
    char *thread_last;          /* and the message there */
    int64_t thread_ms;          /* when it was heard */
    int64_t missed_ms;          /* when it was told that something did not reach us; 0 never */
    int64_t slow_ms;            /* when it was told that what is said waits; 0 never */
    uint32_t slow_stretch;      /* and in which stretch (matrix_slow.c); 0 in none */
    struct matrix_learning *learning; /* its state is being read */
};

struct matrix_room *matrix_room_at(struct matrix *matrix, const char *id); /* made if need be */
struct matrix_room *matrix_room_find(const struct matrix *matrix, const char *id);
const struct matrix_member *matrix_room_member(const struct matrix_room *room, const char *user);

/* Reads all of a room's state where it is not known (GET /rooms/{}/state), once for all who ask at
 * the same time; done is never called from inside. known false: it could not be read (fate says
 * why); nothing secret goes there. */
typedef void (*matrix_room_fn)(void *context, struct matrix_room *room, bool known,
                               enum matrix_fate fate);
void matrix_room_learn(struct matrix *matrix, struct matrix_room *room, matrix_room_fn done,
                       void *context);
/* Asks who may do what there, alone: small answers, where the whole state takes its time. */
void matrix_room_learn_power(struct matrix *matrix, struct matrix_room *room);
/* Its name, or who else is in it ("Ana, Ben"); NULL: neither is known. Lives until the next time.
 */
const char *matrix_room_called(struct matrix_room *room, const char *own);
/* Takes a state event over; true when that changed something that sending or hearing goes by. */
bool matrix_room_take(struct matrix *matrix, struct matrix_room *room, const cJSON *event);
/* All of its state has been taken over, members perhaps aside: what was not there is not. */
void matrix_room_stated(struct matrix_room *room);
/* We are not there any more; what is known of it may not be true from here on. */
void matrix_room_left(struct matrix_room *room, enum matrix_membership own);
/* Rooms that we are in. */
unsigned matrix_rooms_joined(const struct matrix *matrix);

/* What outlives a restart: that it is encrypted, what was heard last, for what we made it, and the
 * name that people gave theirs (no row says who is in it). "r/<room>" is its key. */
enum {
    MATRIX_ROOM_KEY_BYTES = MATRIX_ID_BYTES + 2,
    MATRIX_ROOM_NAME_BYTES = 384, /* a longer name is known again when the room's state is read */
    MATRIX_ROOM_ROW_BYTES = 3 * MATRIX_ID_BYTES + MATRIX_ROOM_NAME_BYTES + 64
};
void matrix_room_row(const struct matrix_room *room, const char *heard,
                     char key[MATRIX_ROOM_KEY_BYTES], char value[MATRIX_ROOM_ROW_BYTES]);
void matrix_room_keep(struct matrix *matrix, const struct matrix_room *room); /* as it is now */
/* A row of so long ago. False: it is no room's. */
bool matrix_room_restore(struct matrix *matrix, const char *key, const char *text, int64_t at_ms);
/* It was left, and nobody can be in it any more: no row says anything of it. */
void matrix_room_forget(struct matrix *matrix, struct matrix_room *room);
void matrix_rooms_free(struct matrix *matrix);

#endif
