/* The users of the Matrix homeserver for tests: their devices, their keys, what waits for them. */
#ifndef MXFAKE_USER_H
#define MXFAKE_USER_H

#include "fake_base.h"
#include "mxfake.h"

struct mxfake_room;

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
    cJSON *once;                  /* one-time keys that nobody has claimed, in their order */
    cJSON *fallback;              /* "ALGORITHM": {"ALGORITHM:ID": key} */
    cJSON *fallback_used;         /* "ALGORITHM": true */
    uint64_t seen;                /* the newest token it was given */
    bool gone;                    /* logged out, until somebody logs in as it again */
};

/* Whom somebody's cross-signing keys are for. */
enum mxfake_cross { MXFAKE_CROSS_MASTER, MXFAKE_CROSS_SELF, MXFAKE_CROSS_USER, MXFAKE_CROSS_KEYS };

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
    uint64_t devices_pos;            /* its devices changed then */
    cJSON *cross[MXFAKE_CROSS_KEYS]; /* NULL: not set up */
    cJSON *signatures; /* that they uploaded: of user, of device or master key, by which key */
    struct mxfake_bucket messages;
    struct mxfake_bucket creations;
    struct mxfake_bucket invites;
    struct mxfake_bucket invited;
    struct mxfake_bucket joins;
    struct mxfake_bucket logins;
};

#endif
