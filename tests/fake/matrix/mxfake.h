/* A Matrix homeserver for tests. A deterministic value with no sockets and no clock of its own: it
 * is asked (fake_platform.h) and run with the time, in process under a virtual clock or behind a
 * real server. mxfake_act.h has the people, mxfake_fault.h what goes wrong, mxfake_service.h
 * application services. Texts that are returned as const char * live as long as the fake, unless it
 * is said otherwise; char * are freed by the caller. Where it differs between servers it does what
 * Synapse does. */
#ifndef MXFAKE_H
#define MXFAKE_H

#include "fake_platform.h"

struct mxfake;

struct mxfake_setup {
    const char *server;       /* its name; NULL: "fake.example" */
    const char *base_url;     /* told by .well-known; NULL: "https://matrix.fake.example" */
    const char *room_version; /* of new rooms; NULL: "11" */
    int64_t now_ms;           /* UTC */
    uint64_t seed;            /* of what happens by chance */
    /* All traffic, a JSON object a line (README.md); NULL: none. Nothing is called from inside. */
    void (*record)(void *context, const char *line, size_t len);
    void *context;
};

/* A bucket that starts full. per_1000_s 0: no limit. */
struct mxfake_limit {
    unsigned per_1000_s;
    unsigned burst;
};

/* What may be set at any time; mxfake_new fills in what Synapse does. */
struct mxfake_knobs {
    struct mxfake_limit messages;       /* events of all kinds, and rooms [200, 10] */
    struct mxfake_limit rooms;          /* created [16, 10] */
    struct mxfake_limit invites_room;   /* [300, 10] */
    struct mxfake_limit invites_issuer; /* [300, 10] */
    struct mxfake_limit invites_user;   /* of the one invited [3, 5] */
    struct mxfake_limit joins;          /* [100, 10] */
    struct mxfake_limit logins;         /* [3, 5] */
    bool limits;                        /* they are on [true] */
    int64_t token_ms;                   /* life of an access token with a refresh token [300,000] */
    int64_t cache_ms;                   /* answers are remembered by path, until a restart
                                           [1,800,000] */
    int64_t txn_ms;                     /* transaction ids are remembered, also after it
                                           [86,400,000] */
    int64_t wake_ms;                    /* from what happens to the syncs that wait for it [0] */
    int64_t create_ms;                  /* between the steps in which a room is made, of which syncs
                                           tell before the answer comes; 0: at once [20] */
    int64_t notify_delay_ms;            /* so much later than syncs tell of it an act in a room is
                                   answered [8], */
    unsigned late_per_mille;            /* so often [500] */
    unsigned timeline_max;              /* events of a room in one sync, at most [100] */
    size_t event_bytes_max;             /* of a whole event [65,536] */
    size_t upload_bytes_max;            /* [52,428,800] */
    bool passwords;                     /* log in by password is offered [true] */
    bool query_tokens;                  /* taken in the URL as well [true] */
    bool state_after;                   /* use_state_after is understood [false] */
    bool copies_redacts;                /* it stands in both places [true] */
    bool invite_create;                 /* invites show m.room.create [true] */
    bool gap_members;                   /* lazily loaded, still who changed in the gap [true] */
    bool omits_empty;                   /* what is empty is not in a sync at all [true] */
    size_t mail_max;                    /* messages to a device in one sync, at most [100] */
    bool oauth;                         /* who replaces cross-signing keys is asked for a consent in
                                           a browser, not for their password [false] */
    bool service_keys;                  /* application services are handed what MSC2409 and MSC3202
                                           have for devices [false] */
    bool joined_nulls;                  /* joined_members has null for what there is not [true] */
};

struct mxfake *mxfake_new(const struct mxfake_setup *setup);
void mxfake_free(struct mxfake **fake);
struct mxfake_knobs *mxfake_knobs(struct mxfake *fake);
/* As what serves it, and fake_wire.h, see it. */
struct fake_platform mxfake_platform(struct mxfake *fake);
/* Sets the clock, which never runs backwards; what was due by then happens. */
void mxfake_run(struct mxfake *fake, int64_t now_ms);
int64_t mxfake_next_ms(const struct mxfake *fake); /* INT64_MAX: nothing is waiting */
int64_t mxfake_now_ms(const struct mxfake *fake);

/* An account that logs in: a bot. Its user id, "@name:server". */
const char *mxfake_account(struct mxfake *fake, const char *name, const char *password);
/* A login of this user without asking for one: the access token, which does not expire. */
const char *mxfake_token(struct mxfake *fake, const char *user, const char *device);
/* No limits hold for this user, as by the override of an admin. */
void mxfake_unlimited(struct mxfake *fake, const char *user, bool is);
/* An account that may use the admin's interface. */
void mxfake_admin(struct mxfake *fake, const char *user);

/* Another server does not answer when keys are asked of it. */
void mxfake_unreachable(struct mxfake *fake, const char *server, bool is);

/* Asks, and waits: the clock moves to when the answer comes. It lives until the next call. */
const struct fake_answer *mxfake_request(struct mxfake *fake, const struct fake_ask *ask);
/* The same with an access token (NULL: none) and a JSON body (NULL: none). A path that does not
 * start with "/_" follows "/_matrix/client/v3". */
const struct fake_answer *mxfake_asks(struct mxfake *fake, const char *token, const char *method,
                                      const char *path, const char *json);

/* Everything that can be counted, as a JSON object. */
char *mxfake_state(const struct mxfake *fake);
/* One number of it; 0: there is none. */
int64_t mxfake_count(const struct mxfake *fake, const char *name);

#endif
