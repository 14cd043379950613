/* The users, rooms and events of the Matrix homeserver for tests. */
#ifndef MXFAKE_WORLD_H
#define MXFAKE_WORLD_H

#include "fake_base.h"
#include "mxfake.h"

enum { MXFAKE_ID_BYTES = 256 };

/* Its level in thousandths, as it was then. */
struct mxfake_bucket {
    int64_t level;
    int64_t at_ms;
};

struct mxfake_login {
    struct mxfake_device *device;
    char *access;
    char *refresh; /* NULL: none */
    int64_t until_ms;
    struct mxfake_login *from; /* that was refreshed; over once this one is used */
    bool gone;                 /* logged out */
    bool soft;                 /* the device is still known */
};

struct mxfake_mail {
    uint64_t pos;
    char *sender;
    char *type;
    cJSON *content;
};

struct mxfake_device {
    struct mxfake_user *user;
    char *id;
    char *name;
    struct fake_list mail;
    struct fake_map members_told; /* lazily loaded: hash of room and user */
    cJSON *keys;                  /* NULL: none were uploaded */
    int64_t one_time_keys;
    uint64_t seen; /* the newest token it was given */
    bool gone;     /* logged out, until somebody logs in as it again */
};

struct mxfake_data {
    uint64_t pos;
    struct mxfake_room *room; /* NULL: of all */
    char *type;
    cJSON *content;
};

struct mxfake_user {
    char *id;
    char *password; /* NULL: cannot log in */
    char *name;     /* shown; NULL: none */
    char *avatar;
    bool person;
    bool admin;
    bool unlimited;
    bool locked;
    bool suspended;
    bool deactivated;
    bool blocks_invites;
    struct mxfake_service *service; /* it belongs to */
    struct fake_list devices;
    struct fake_list data;
    struct fake_list filters; /* char * */
    struct fake_list rooms;   /* with a membership, or that were forgotten */
    struct fake_list forgotten;
    uint64_t devices_pos; /* its devices changed then */
    struct mxfake_bucket messages;
    struct mxfake_bucket creations;
    struct mxfake_bucket invites;
    struct mxfake_bucket invited;
    struct mxfake_bucket joins;
    struct mxfake_bucket logins;
};

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
};

#endif
