/* The rooms and events of the Matrix homeserver for tests. */
#ifndef MXFAKE_WORLD_H
#define MXFAKE_WORLD_H

#include "mxfake_user.h"

enum { MXFAKE_ID_BYTES = 256 };

/* m.room.history_visibility */
enum mxfake_history {
    MXFAKE_HISTORY_SHARED,
    MXFAKE_HISTORY_WORLD,
    MXFAKE_HISTORY_INVITED,
    MXFAKE_HISTORY_JOINED
};

struct mxfake_event {
    char *id;
    struct mxfake_room *room;
    char *type;
    char *key; /* of state; NULL: none */
    struct mxfake_user *sender;
    int64_t at_ms;
    uint64_t pos;
    cJSON *content;
    cJSON *before;                 /* as it was before it was redacted; NULL: it was not */
    struct mxfake_event *prev;     /* the state it replaced */
    struct mxfake_event *target;   /* that it redacts */
    struct mxfake_event *redacted; /* by */
    struct mxfake_device *device;  /* that sent it */
    char *txn;
    struct fake_list relations;  /* events that relate to it */
    enum mxfake_history history; /* when it was sent */
};

/* One piece of state through time. */
struct mxfake_slot {
    char *type;
    char *key;
    struct fake_list events;
};

struct mxfake_room {
    char *id;
    int version;
    char *version_text;
    struct mxfake_user *creator;
    struct fake_list events;
    struct fake_list slots;
    struct fake_map slot_map;
    struct mxfake_bucket invites;
    struct fake_list typing; /* users */
    uint64_t typing_pos;
    cJSON *receipts;
    uint64_t receipts_pos;
    bool published;
    uint64_t mark; /* of a walk through rooms */
};

struct mxfake_alias {
    char *alias;
    struct mxfake_room *room;
    struct mxfake_user *by;
};

struct mxfake_media {
    char *id;
    char *type;
    char *name;
    struct fake_text *bytes;
};

/* What happened at one position of the stream; the position is its place in the list. */
struct mxfake_entry {
    struct mxfake_room *room;   /* NULL: none */
    struct mxfake_event *event; /* NULL: no event */
    struct mxfake_user *user;   /* whose data, mail, devices or receipt it is */
    struct mxfake_user *signer; /* of the user's keys, who alone is told; NULL: nobody */
};

#endif
