/* The inside of the Matrix homeserver for tests: what its files share. */
#ifndef MXFAKE_INSIDE_H
#define MXFAKE_INSIDE_H

#include "mxfake_act.h"
#include "mxfake_counts.h"
#include "mxfake_fault.h"
#include "mxfake_service.h"
#include "mxfake_shape.h"
#include "mxfake_world.h"

enum { MXFAKE_FAULTS_MAX = 512, MXFAKE_NAME_BYTES = 128, MXFAKE_WHY_BYTES = 200 };

struct mxfake_call;

struct mxfake_rule {
    struct mxfake_fault fault;
    char route[MXFAKE_NAME_BYTES];
    char *text;
    unsigned seen;
    unsigned struck;
};

struct mxfake {
    struct mxfake_setup setup;
    char server[MXFAKE_NAME_BYTES];
    char base_url[MXFAKE_NAME_BYTES];
    char room_version[8];
    struct mxfake_knobs knobs;
    int64_t now_ms;
    int64_t ahead_ms; /* of the time it is run with: /fake/pass */
    int64_t began_ms; /* when this run of the server began */
    uint64_t chance;
    uint64_t marks;
    struct fake_list stream; /* struct mxfake_entry */
    struct fake_list users;
    struct fake_map user_map; /* by hash of the id */
    struct fake_list logins;
    struct fake_map access_map;
    struct fake_map refresh_map;
    struct fake_list rooms;
    struct fake_map room_map;
    struct fake_list events;
    struct fake_map event_map;
    struct fake_list aliases;
    struct fake_list media;
    struct fake_list services;
    struct fake_list answers; /* remembered by path */
    struct fake_map answer_map;
    struct fake_list txns; /* remembered for good */
    struct fake_map txn_map;
    /* what was asked and is on its way */
    struct mxfake_call *calls;
    struct mxfake_call *calls_last;
    struct mxfake_call *waited; /* of mxfake_request */
    bool woken;                 /* something happened since those who wait were looked at */
    struct mxfake_rule rules[MXFAKE_FAULTS_MAX];
    size_t rule_count;
    unsigned struck[MXFAKE_VERBS];
    struct mxfake_shapes *shapes; /* NULL until one is wanted */
    struct mxfake_counts counts;
    struct fake_list texts;       /* that were given out */
    struct fake_list unreachable; /* names of servers, kept in texts */
    char why[MXFAKE_WHY_BYTES];
};

/* Why something is not done: an HTTP status, Matrix' errcode and a text. */
struct mxfake_no {
    int status;
    const char *code;
    const char *text;
};

/* Fills it; false. */
bool mxfake_deny(struct mxfake_no *no, int status, const char *code, const char *text);

/* mxfake.c */
uint64_t mxfake_chance(struct mxfake *fake, uint64_t limit);
/* A text of so many characters, by the seed; freed by the caller. */
char *mxfake_letters(struct mxfake *fake, const char *prefix, size_t len, const char *suffix);
/* One more position of the stream. */
uint64_t mxfake_happened(struct mxfake *fake, const struct mxfake_entry *entry);
uint64_t mxfake_pos(const struct mxfake *fake);
uint64_t mxfake_key(const char *text);
/* Keeps a text as long as the fake lives. */
const char *mxfake_kept(struct mxfake *fake, char *text);

/* mxfake_user.c */
struct mxfake_user *mxfake_user_find(const struct mxfake *fake, const char *id);
/* Finds, or makes: also of other servers. */
struct mxfake_user *mxfake_user_at(struct mxfake *fake, const char *id);
struct mxfake_device *mxfake_device_at(struct mxfake *fake, struct mxfake_user *user,
                                       const char *id);
struct mxfake_device *mxfake_device_find(const struct mxfake_user *user, const char *id);
struct mxfake_login *mxfake_login_new(struct mxfake *fake, struct mxfake_device *device,
                                      bool refreshes);
void mxfake_login_end(struct mxfake *fake, struct mxfake_device *device);
void mxfake_device_end(struct mxfake *fake, struct mxfake_device *device);
void mxfake_devices_changed(struct mxfake *fake, struct mxfake_user *user);
void mxfake_users_free(struct mxfake *fake);
/* The account data of this type, or NULL. */
struct mxfake_data *mxfake_data_find(const struct mxfake_user *user, const struct mxfake_room *room,
                                     const char *type);
void mxfake_data_set(struct mxfake *fake, struct mxfake_user *user, struct mxfake_room *room,
                     const char *type, cJSON *content);
/* And has not been in it since. */
bool mxfake_has_forgotten(const struct mxfake_user *user, const struct mxfake_room *room);
bool mxfake_ignores(const struct mxfake_user *user, const struct mxfake_user *whom);

/* mxfake_service.c: an event is there */
void mxfake_services_hear(struct mxfake *fake, struct mxfake_event *event);

#endif
