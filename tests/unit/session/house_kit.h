/* A house for tests: a store in memory or in a file whose disk can be full, a clock that stands,
 * and a platform that does as it is told. */
#ifndef HOUSE_KIT_H
#define HOUSE_KIT_H

#include "catalogue.h"
#include "house.h"
#include "house_private.h"

enum { KIT_SENDS_MAX = 512, KIT_ROOM_BYTES = 64, KIT_ORDERS_MAX = 128 };

struct kit_send {
    uint64_t row;
    enum send_kind kind;
    char room[KIT_ROOM_BYTES];
    char account[KIT_ROOM_BYTES];
    char edit_of[KIT_ROOM_BYTES];
    char nonce[NONCE_BYTES];
    char *doc;  /* JSON */
    char *text; /* the same as plain text */
    unsigned tries;
    bool transient;
    bool notify;
    bool routine;
    bool only_edit;
    void *answer;
};

/* An order about a room: "open den (2 silent)", "silence team1 Ana". */
struct kit_order {
    uint64_t row;
    enum room_operation_kind act;
    char room[KIT_ROOM_BYTES];
    char account[KIT_ROOM_BYTES];
    char nonce[NONCE_BYTES];
    char name[KIT_ROOM_BYTES];
    char members[KIT_ROOM_BYTES]; /* accounts, a blank behind each */
    char silent[KIT_ROOM_BYTES];
    unsigned sends; /* how many sends had been given before it */
    unsigned tries;
};

struct house_kit {
    struct house *house;
    unsigned part;  /* of the house, */
    unsigned parts; /* of so many; 0: it is whole */
    void (*passed)(struct house_kit *kit, uint64_t letter, const char *event_id, const char *text);
    struct house_kit *all; /* an array of them, of the last one opened: each may be asked what the
                            * others have; NULL: there are none */
    struct store *store;
    struct store_driver disk;
    struct catalogue *catalogue;
    struct adapter *adapter;
    struct adapter *other; /* of a second platform, "other"; NULL: there is none */
    struct house_limits limits;
    struct crash_marker *crash_marker;
    uint64_t dice;
    int64_t now_ms;
    int64_t age_ms;  /* how long before it is heard what is told was said */
    int64_t wall_ms; /* what the wall clock is ahead of now_ms */
    uint32_t resident_max;
    enum fault_code unreadable; /* what reading fails with; FAULT_NONE: it goes well */
    bool disk_full;
    bool others_unreadable;     /* what other parts have (all) cannot be read */
    bool duplicates_unreadable; /* nor does the store say whether an event is known */
    uint32_t board_ms;          /* what the adapter says of boards */
    bool answers_have_no_id;    /* as on Discord */
    bool hold;                  /* sends are taken, and nothing is said of them */
    bool team_rooms;            /* the platform has them */
    bool private_reply;
    int fail; /* how many of the next sends fail, with status */
    enum send_status status;
    int64_t retry_ms;
    /* What the platform says of who reads a room, and of what a room is part of or was opened from;
     * NULL: it does not know, one server for all, from none. */
    enum may_read (*may_read)(const char *room, const char *account);
    const char *(*server)(const char *room);
    const char *(*opened_from)(const char *room);
    const char *closed; /* the account that no private message reaches; NULL: none is */
    enum mute mute;
    bool hold_orders; /* orders are taken, and nothing is said of them */
    int fail_orders;  /* how many of the next orders fail, with status */
    unsigned opened;  /* rooms so far: "team1", "team2" … */
    unsigned order_count;
    struct kit_order order[KIT_ORDERS_MAX];
    unsigned commits; /* that the disk took */
    unsigned events;
    unsigned stored;
    unsigned not_stored;
    unsigned repeated;
    unsigned send_count;
    struct kit_send send[KIT_SENDS_MAX];
};

/* path NULL: in memory. */
void house_kit_open(struct house_kit *kit, const char *path);
void house_kit_close(struct house_kit *kit);
/* A new house over the same store, where there is none. */
void house_kit_reopen(struct house_kit *kit);
/* The same as after a crash. */
void house_kit_restart(struct house_kit *kit);
void house_kit_settle(struct house_kit *kit);
void house_kit_pass(struct house_kit *kit, int64_t ms);

/* Somebody types in the room "den"; a new event. */
void house_kit_says(struct house_kit *kit, const char *account, const char *text);
/* The same with an event id, a room, rows of the adapter and a token; does not settle. */
bool house_kit_tell(struct house_kit *kit, const char *event_id, const char *account,
                    const char *text);
/* A second platform, which does as the first one. */
void house_kit_other(struct house_kit *kit);
/* Somebody does something on one of them: heard has what, where, and how; a new event. */
void house_kit_hears(struct house_kit *kit, struct adapter *adapter, const char *account,
                     const struct inbound *inbound);
/* Opens a table in den, seats Ana Ben Cy Dee, and starts it with pinned signals. */
void house_kit_start(struct house_kit *kit);

/* Forgets what was sent so far, so that more can come. */
void house_kit_forget(struct house_kit *kit);
/* How many sends, from the first-th on, have this in their plain text or in their JSON. */
unsigned house_kit_count(const struct house_kit *kit, unsigned first, const char *text);
bool house_kit_has(const struct kit_send *send, const char *text);
/* Somebody types in another room, or in private (room "~" and the account). */
void house_kit_says_in(struct house_kit *kit, const char *room, const char *account,
                       const char *text);
/* Opens a table of Decrypto in den for so many people, and starts it in round 2; White's code is
 * 314, Black's 241. */
void house_kit_start_decrypto(struct house_kit *kit, unsigned count);
/* Something about a room, or about somebody in it. */
void house_kit_room(struct house_kit *kit, enum inbound_kind kind, const char *room,
                    const char *account, const char *moved_to);
/* Says that a held order is done. */
void house_kit_do_order(struct house_kit *kit, const struct kit_order *order);
/* How many orders of this act there were, from the first-th on. */
unsigned house_kit_orders(const struct house_kit *kit, unsigned first,
                          enum room_operation_kind act);
/* The first table in den. */
struct table_entry *house_kit_table(const struct house_kit *kit);
/* Says that a held send has arrived. */
void house_kit_arrive(struct house_kit *kit, const struct kit_send *send);
void house_kit_press(struct house_kit *kit, const char *account, const char *control);

#endif
