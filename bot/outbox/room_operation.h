/* What the house may ask of an adapter about private rooms for teams, and about what the platform
 * itself lists for a room's people (scheduled_event.h). An operation is a row of the
 * outbox like a message: on disk before it is started, repeated with the same nonce until its
 * outcome is known, in order with everything else of its room and one at a time there. So it must
 * be repeatable: adding who is in, muting who is muted and closing what is closed all succeed, and
 * an opening that is repeated finds the room that its nonce made.
 *
 * It ends as a send does, at once or later:
 *   house_delivered(row, platform id)  done. ROOM_OPEN: the id of the new room, which the house
 *                                      makes a venue of the table by a move; else "" will do. What
 *                                      the adapter has to remember goes into its rows.
 *   house_send_failed(row, status)     SEND_NOT_SENT: not done, again at retry_ms.
 *                                      SEND_AMBIGUOUS: may be done, again with the same nonce.
 *                                      SEND_GONE: the room it is about is no more.
 *                                      SEND_REFUSED: it will never be (no permission, this person
 *                                      cannot be added or muted): the house gives the room up, and
 *                                      the team talks through the bot.
 *
 * The house opens a team's room only where room_capabilities.team_rooms says so, mute is MUTE_POWER
 * or MUTE_REMOVE, and every member of the team has an account there; else it relays what they say.
 * Such a room carries talk alone: nothing that is secret from anybody who may read it is posted,
 * and nobody is added who has not joined the table. */
#ifndef ROOM_OPERATION_H
#define ROOM_OPERATION_H

#include <stdbool.h>
#include <stdint.h>

struct scheduled_event;

enum { ROOM_MEMBERS_MAX = 16 };

enum room_operation_kind {
    /* A room whose members are these and the bot: nobody else may read it or come in unasked, and
     * it shows no talk from before somebody was added where the platform can have it so. Those in
     * muted read from the first moment and cannot write. */
    ROOM_OPEN,
    ROOM_ADD,    /* account to the room */
    ROOM_REMOVE, /* account out of the room, for good: it is no member of the team any more */
    ROOM_MUTE, /* account reads and cannot write nor react; with MUTE_REMOVE it is out for a while.
                * Done means that nothing they send from now on is read by the others: what is
                * secret is shown to them only then. */
    ROOM_UNMUTE, /* account may write again */
    ROOM_CLOSE,  /* The table is over, or the room is given up: everybody out and the bot too, left
                  * and forgotten, or archived and locked. Nothing is sent there any more. */
    ROOM_EVENT_CREATE, /* these three: scheduled_event.h */
    ROOM_EVENT_CHANGE,
    ROOM_EVENT_CANCEL
};

static inline bool room_operation_is_event(enum room_operation_kind kind)
{
    return kind >= ROOM_EVENT_CREATE;
}

/* Strings live until the operation has come to its end. */
struct room_operation {
    uint64_t row; /* the outbox's */
    enum room_operation_kind kind;
    const char *room; /* ROOM_OPEN, ROOM_EVENT_…: the room that the table stands in; else the room
                       * it is about */
    const char *account;        /* ROOM_ADD to ROOM_UNMUTE */
    const char *nonce;          /* idempotency key: random, 22 characters of base64url */
    const char *name;           /* ROOM_OPEN: how it is called, no secret ("Decrypto #3: White") */
    const char *const *members; /* ROOM_OPEN: accounts */
    const char *const *muted;   /* ROOM_OPEN: those of them who begin muted */
    unsigned member_count;
    unsigned muted_count;
    const struct scheduled_event *event; /* ROOM_EVENT_CREATE to ROOM_EVENT_CANCEL */
    uint64_t table;
    int64_t created_ms;
    unsigned tries; /* 0 the first time; above it the outcome of the last try is unknown or bad */
};

#endif
