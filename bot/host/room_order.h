/* What the house may ask of an adapter about rooms of its own making: a private room for a team, a
 * thread for a table. An order is a row of the outbox like a message: on disk before it is given,
 * given again with the same nonce until its fate is known, in order with everything else of its
 * room, one at a time there. So an adapter's order must be repeatable: what is done already is done
 * (adding who is in, silencing who is silent, closing what is closed all succeed), and an opening
 * that is repeated finds the room that its nonce made.
 *
 * An order ends as a send does, at once or later:
 *   house_sent(row, platform id)     done. ROOM_OPEN: the id of the new room, which the house makes
 *                                    a venue of the table by a move; else "" will do. What the
 *                                    adapter has to remember goes into its rows.
 *   house_send_failed(row, fate)     SEND_LATER: not done, again at retry_ms.
 *                                    SEND_UNKNOWN: may be done, again with the same nonce.
 *                                    SEND_GONE: the room it is about is no more.
 *                                    SEND_REFUSED: it will never be (no permission, this person
 *                                    cannot be added or silenced): the house gives the room up, and
 *                                    the team talks through the bot.
 *
 * The house opens a team's room only where room_caps.team_rooms says so, silence is SILENCE_POWER
 * or SILENCE_REMOVE, and every member of the team has an account there; else it relays what they
 * say. Such a room carries talk alone: nothing that is secret from anybody who may read it is
 * posted, and nobody is added who has not joined the table. */
#ifndef ROOM_ORDER_H
#define ROOM_ORDER_H

#include <stdint.h>

enum { ROOM_MEMBERS_MAX = 16 };

enum room_act {
    /* A room whose members are these and the bot: nobody else may read it or come in unasked, and
     * it shows no talk from before somebody was added where the platform can have it so. Those in
     * silent read from the first moment and cannot write. With ROOM_OF_TABLE: a thread that
     * everybody who reads the table's room may read; members are told of it. */
    ROOM_OPEN,
    ROOM_ADD,     /* account to the room */
    ROOM_REMOVE,  /* account out of the room, for good: it is no member of the team any more */
    ROOM_SILENCE, /* account reads and cannot write nor react, SILENCE_REMOVE: is out for a while.
                   * Done means that nothing they send from now on is read by the others: what is
                   * secret is shown to them only then. */
    ROOM_VOICE,   /* account may write again */
    ROOM_CLOSE    /* The table is over, or the room is given up: everybody out and the bot too, left
                   * and forgotten, or archived and locked. Nothing is sent there any more. */
};

enum room_kind { ROOM_OF_TEAM, ROOM_OF_TABLE };

/* Strings live until the order has come to its end. */
struct room_order {
    uint64_t row; /* the outbox's */
    enum room_act act;
    enum room_kind kind;
    const char *room; /* ROOM_OPEN: the room that the table stands in; else the room it is about */
    const char *account;        /* ROOM_ADD to ROOM_VOICE */
    const char *nonce;          /* idempotency key: random, 22 characters of base64url */
    const char *name;           /* ROOM_OPEN: how it is called, no secret ("Decrypto #3: White") */
    const char *const *members; /* ROOM_OPEN: accounts */
    const char *const *silent;  /* ROOM_OPEN: those of them who begin silenced */
    unsigned member_count;
    unsigned silent_count;
    uint64_t table;
    int64_t created_ms;
    unsigned tries; /* 0 the first time; above it the fate of the last try is unknown or bad */
};

#endif
