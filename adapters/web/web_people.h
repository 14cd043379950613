/* Who somebody is: accounts, the secret keys that open them, and sessions (the cookie of a browser,
 * the token of a tab). Secrets are kept as SHA-256 alone. Read whole at the start. */
#ifndef WEB_PEOPLE_H
#define WEB_PEOPLE_H

#include "bucket.h"
#include "entropy.h"
#include "map.h"
#include "web_rows.h"

#define WEB_BOT_ACCOUNT "house"
#define WEB_BOT_NAME    "deaddrop"

enum {
    WEB_ACCOUNT_BYTES = 18, /* "p", 16 hex digits, zero */
    WEB_NAME_LETTERS_MAX = 32,
    WEB_NAME_BYTES = 132,
    WEB_SECRET_BYTES = 24,
    WEB_SECRET_TEXT_BYTES = 33,
    WEB_HASH_TEXT_BYTES = 65,
    WEB_KEYS_MAX = 4,
    WEB_ROOMS_OF_ONE_MAX = 32,
    WEB_SESSIONS_OF_ONE_MAX = 24,
    WEB_PEOPLE_MAX = 20000,
    WEB_ACTS_BURST = 40,
    WEB_ACTS_EACH_MS = 250,
    WEB_ACTS_IN_FLIGHT = 4,
    WEB_NEWCOMERS_BURST = 60,
    WEB_NEWCOMERS_EACH_MS = 1000,
    WEB_NEWCOMERS_OF_BURST = 30, /* from one address that is not this machine's */
    WEB_NEWCOMERS_OF_EACH_MS = 2000
};

struct web_room;

struct web_person {
    char account[WEB_ACCOUNT_BYTES];
    char name[WEB_NAME_BYTES];
    char keys[WEB_KEYS_MAX][WEB_HASH_TEXT_BYTES]; /* hashes, the newest last */
    unsigned key_count;
    struct web_room *rooms[WEB_ROOMS_OF_ONE_MAX];
    unsigned room_count;
    struct web_room *own; /* the private room, once it was needed */
    int64_t made_ms;
    bool damaged;  /* their row: they are told so and come no further, and it is not written */
    unsigned here; /* sockets */
    struct web_person *next_forgotten;
    struct bucket acts;
};

struct web_session {
    char hash[WEB_HASH_TEXT_BYTES];
    struct web_person *person;
    bool tab;
    int64_t used_ms;
};

struct web_people {
    struct map persons;           /* by account */
    struct map sessions;          /* by hash */
    struct web_person *forgotten; /* people that something on its way may still speak of */
    struct entropy entropy;
};

void web_people_init(struct web_people *people, const struct entropy *entropy);
void web_people_deinit(struct web_people *people);

/* A new secret, and the hash of one. */
void web_secret_make(const struct entropy *entropy, char secret[WEB_SECRET_TEXT_BYTES]);
void web_secret_hash(const char *secret, char hash[WEB_HASH_TEXT_BYTES]);

/* NULL when there are too many. name is clean. */
struct web_person *web_people_new(struct web_people *people, const char *name, int64_t now_ms);
void web_people_drop(struct web_people *people, struct web_person *person);
/* They are nobody from here on, and have no session. What is on its way may still speak of them. */
void web_people_forget(struct web_people *people, struct web_person *person);
struct web_person *web_people_at(const struct web_people *people, const char *account);
/* Whom a key opens; NULL. */
struct web_person *web_people_by_key(const struct web_people *people, const char *key);
/* A further key; beyond WEB_KEYS_MAX the oldest goes. */
void web_person_add_key(struct web_person *person, const char *key);

/* A session whose token is secret; rows gets it, and the oldest that has to go for it. */
void web_session_new(struct web_people *people, struct web_person *person, bool tab,
                     const char *secret, int64_t now_ms, struct web_rows *rows);
/* The session of a token, NULL when there is none or it has ended. */
struct web_session *web_session_find(struct web_people *people, const char *secret, bool tab,
                                     int64_t now_ms);
/* The session of this hash; NULL. */
struct web_session *web_session_of(const struct web_people *people, const char *hash);
/* It was used; rows gets it when that is worth writing down. */
void web_session_used(struct web_session *session, int64_t now_ms, struct web_rows *rows);
void web_session_end(struct web_people *people, const char *secret, struct web_rows *rows);

/* How a person's row is written; rooms by id. */
void web_person_row(const struct web_person *person, struct web_rows *rows);
/* Reads rows of "p/" and "s/": name is what stands behind. False when it is none of ours. */
bool web_person_load(struct web_people *people, const struct map *rooms, const char *name,
                     const char *value, size_t len);
/* The row of this account is damaged: it stays somebody's. */
void web_person_load_damaged(struct web_people *people, const char *name);
bool web_session_load(struct web_people *people, const char *name, const char *value, size_t len,
                      int64_t used_ms, int64_t now_ms);

/* A name as it may be shown: inert, one line, bounded; NULL when nothing is left of it. */
const char *web_name_clean(struct arena *arena, const char *name);
/* The same for a person, who may not be called like the house. */
const char *web_person_name_clean(struct arena *arena, const char *name);

#endif
