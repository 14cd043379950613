/* Rooms: who is in, who may invite, and the messages. A person's private room is one too. */
#ifndef WEB_ROOMS_H
#define WEB_ROOMS_H

#include "adapter.h"
#include "web_log.h"
#include "web_people.h"

enum {
    WEB_ROOM_ID_BYTES = 40,
    WEB_INVITES_MAX = 8,   /* of a room, to come in by */
    WEB_WATCHES_MAX = 4,   /* and to look on by */
    WEB_WATCHERS_MAX = 32, /* of a room, at once */
    WEB_MEMBERS_MAX = 200,
    WEB_ROOMS_MAX = 2000,
    WEB_INVITE_DAYS = 30,
    WEB_WARM_MAX = 256, /* logs in memory, before those that nobody reads leave */
    WEB_WANTS_KEPT = 1024
};

/* What the id of a team's room begins with. */
#define WEB_TEAM_ROOM "team-"

enum web_room_state { WEB_COLD, WEB_LOADING, WEB_WARM };

/* What a link lets its bearer do. */
enum web_invite_kind { WEB_INVITE_JOIN, WEB_INVITE_WATCH };

struct web_invite {
    enum web_invite_kind kind;
    char hash[WEB_HASH_TEXT_BYTES];
    int64_t until_ms;
    char by[WEB_ACCOUNT_BYTES]; /* who made it, "" unknown */
};

/* A send of the house that waits for the room to be loaded, or for a message. */
struct web_waiting {
    struct web_waiting *next;
    struct sending sending; /* its strings are the house's until it is answered */
};

struct web_room {
    char id[WEB_ROOM_ID_BYTES]; /* as the house knows it; private: "~" and the account */
    char name[WEB_NAME_BYTES];
    char owner[WEB_ACCOUNT_BYTES];
    bool is_private;
    bool is_team; /* of a team at a table: made, filled and closed by the house */
    bool born;    /* on disk */
    bool damaged; /* its row: who is in it stays, nobody is invited, and it is not written */
    char muted[ROOM_MEMBERS_MAX][WEB_ACCOUNT_BYTES]; /* who reads there and cannot write */
    unsigned muted_count;
    int64_t made_ms;
    struct web_invite invites[WEB_INVITES_MAX + WEB_WATCHES_MAX];
    unsigned invite_count;
    struct web_person *members[WEB_MEMBERS_MAX];
    unsigned member_count;
    enum web_room_state state;
    unsigned readers;  /* sockets that follow it */
    unsigned watchers; /* of them those of who looks on */
    uint64_t wanted;   /* when its log was last wanted, in wants of any room */
    int64_t fetching;  /* a message that is being read back, 0 none */
    int64_t missing;   /* one that turned out not to be there */
    bool anew;         /* what pages have of it does not stand here any more */
    int64_t cleared;   /* nor what they had up to this rev */
    struct web_log log;
    struct web_waiting *waiting; /* in order */
};

struct web_rooms {
    struct map map; /* by id */
    uint64_t wants;
    struct entropy entropy;
};

void web_rooms_init(struct web_rooms *rooms, const struct entropy *entropy);
void web_rooms_deinit(struct web_rooms *rooms);

struct web_room *web_rooms_at(const struct web_rooms *rooms, const char *id);
/* The room a name means, whether there is one or not: its id. */
void web_room_id_of(const char *name, const struct entropy *entropy, char id[WEB_ROOM_ID_BYTES]);
/* NULL when there are too many. owner NULL: nobody's. */
struct web_room *web_rooms_new(struct web_rooms *rooms, const char *id, const char *name,
                               const struct web_person *owner, int64_t now_ms);
void web_rooms_drop(struct web_rooms *rooms, struct web_room *room);
/* The private room of a person, made when it was not needed before. */
struct web_room *web_rooms_own(struct web_rooms *rooms, struct web_person *person);

/* When many logs are in memory: those that nobody reads, changes or has wanted lately leave. */
void web_rooms_cool(struct web_rooms *rooms);

bool web_room_has(const struct web_room *room, const struct web_person *person);
/* False when the room or the person has too many already. */
bool web_room_add(struct web_room *room, struct web_person *person);
void web_room_remove(struct web_room *room, struct web_person *person);
/* Who is silent in it from here on, or not any more. */
void web_room_mute(struct web_room *room, const char *account, bool silent);
bool web_room_is_muted(const struct web_room *room, const char *account);
/* The name under which a person may be in this room: theirs, or with a number behind. */
const char *web_room_name_for(struct arena *arena, const struct web_room *room,
                              const struct web_person *person, const char *name);

/* A new link; the oldest of its kind goes for it. by: the account that made it. */
void web_room_invite(struct web_room *room, enum web_invite_kind kind, const char *secret,
                     const char *by, int64_t now_ms);
/* The links to look on by are none any more: those that by made, or all (NULL). */
void web_room_unwatch(struct web_room *room, const char *by);
/* Is this the hash of one that counts? */
bool web_room_is_invited(const struct web_room *room, enum web_invite_kind kind, const char *hash,
                         int64_t now_ms);
/* Who made the room, who is silent there, what they invited by: this account is none of it. */
void web_room_forget(struct web_room *room, const char *account);
struct web_room *web_rooms_invited(const struct web_rooms *rooms, enum web_invite_kind kind,
                                   const char *secret, int64_t now_ms);

void web_room_row(const struct web_room *room, struct web_rows *rows);
/* The row of this room is damaged, or it was set aside as that: there the room is all the same,
 * under its id. */
void web_room_load_without(struct web_rooms *rooms, const char *name, bool damaged);
bool web_room_load(struct web_rooms *rooms, const char *name, const char *value, size_t len);

#endif
