/* Inside the playground: what its files share. */
#ifndef WEB_PRIVATE_H
#define WEB_PRIVATE_H

#include "catalogue.h"
#include "house.h"
#include "http_server.h"
#include "loop.h"
#include "settings.h"
#include "web.h"
#include "web_codec.h"
#include "web_host.h"
#include "web_load.h"
#include "web_people.h"
#include "web_rooms.h"
#include "web_say.h"
#include "web_whose.h"

enum {
    WEB_ADDRESSES = 256,
    WEB_FRAMES_BURST = 10, /* seconds of frames at once */
    WEB_FEEDS_MAX = WEB_ROOMS_OF_ONE_MAX + 1,
    WEB_FIRST_CHANGES = 100, /* of a room, when somebody comes */
    WEB_QUEUE_HIGH = 256 * 1024,
    WEB_FRAME_BYTES_MAX = 768 * 1024,
    WEB_ACT_ID_BYTES = WEB_ACCOUNT_BYTES + WEB_ID_MAX + 2
};

/* What a socket has been sent of a room. */
struct web_feed {
    struct web_room *room;
    int64_t cursor; /* all changes up to this rev */
    int64_t first;  /* every message from this seq on */
    bool joins;     /* the page has all up to the rev it began with */
    bool gap;       /* what the page had before does not join on */
    bool cleared;   /* … and is to go: some of it stands here no more */
    bool live;      /* history was sent */
};

struct web_conn {
    struct web_conn *next;
    struct web_conn *previous;
    uint64_t id; /* never used again */
    struct http_socket *socket;
    struct web_person *person;         /* NULL before hello, and of who looks on */
    struct web_room *watched;          /* by who looks on; NULL otherwise (web_watch.h) */
    struct bucket acts;                /* of who looks on; a person has their own */
    char session[WEB_HASH_TEXT_BYTES]; /* or of the link to look on by */
    bool reading;                      /* a page of older messages */
    bool stalled;                      /* its first act waits: web_resume() */
    bool replaced;                     /* by a newer one of the same account */
    unsigned refused;                  /* acts in a row that were too fast */
    unsigned feed_count;
    struct web_feed feeds[WEB_FEEDS_MAX];
};

struct web_pending;

typedef void (*web_done_fn)(struct web *web, struct web_pending *pending,
                            const struct fault *fault);

/* Something handed to the house that is not on disk yet. */
struct web_pending {
    struct web_pending *next;
    struct web_pending *previous;
    web_done_fn done;
    uint64_t conn;                   /* the socket it came by */
    char account[WEB_ACCOUNT_BYTES]; /* who is answered, over all their sockets */
    char id[WEB_ID_MAX + 1];         /* of the page's act */
    struct web_room *room;
    int64_t rev; /* of the room's log, 0 none */
    struct web_person *person;
    const struct http_request *request; /* to be answered */
    char *text;                         /* with this, or a new name */
    char *cookie;                       /* and this; both freed with it */
};

struct web {
    struct house *house;
    const struct house_setup *world;
    struct http_server *server;
    struct web_host host;
    char door[WEB_SECRET_TEXT_BYTES]; /* web_door_secret() */
    char lan[64];
    const struct settings *settings; /* live options are asked for when they are needed */
    char *address;                   /* others are kept: a reload takes the texts away */
    char *url;
    char *hosts;
    char *relay_key; /* "": whoever reaches the door may ask */
    struct web_people people;
    struct web_rooms rooms;
    struct bucket newcomers;                   /* how fast people may be made */
    struct bucket newcomers_of[WEB_ADDRESSES]; /* and from one address; some share one */
    uint64_t address_key[2];
    struct subnets proxies;
    unsigned per_account; /* open pages */
    struct web_conn *conns;
    uint64_t last_conn;
    struct loop_timer *again; /* after the store could not be read */
    struct web_pending *pendings;
    struct web_reading *readings;
    struct arena *arena;   /* of one act */
    struct web_page *page; /* web_page.h */
    bool row_damaged;      /* one that was read at the start */
    bool draining;
    bool forgetting; /* somebody: nothing is written until they are forgotten */
};

#define WEB_ADAPTER "web"      /* in accounts and rows */
#define WEB_COOKIE  "deaddrop" /* that holds a session */

/* web_pending.c; a pending is a token for the house */
int64_t web_now_ms(const struct web *web);
struct web_pending *web_pending_new(struct web *web, web_done_fn done);
void web_pending_free(struct web *web, struct web_pending **pending);
bool web_is_moderator(const struct web *web, const struct web_person *person,
                      const struct web_room *room);

/* web_act.c: what a page does; false: not now, again later */
bool web_act(struct web *web, struct web_conn *conn, struct web_op *op);
/* web_act_room.c: rooms and names */
void web_act_make_room(struct web *web, struct web_conn *conn, const struct web_op *op);
/* Leaving a room, and with it the tables that stand there. */
void web_act_quit(struct web *web, struct web_conn *conn, const struct web_op *op);
void web_act_rename(struct web *web, struct web_conn *conn, const struct web_op *op);
/* web_entry.c: the place that a message's id says, 0 when it is no id of this room. */
int64_t web_message_seq(const struct web_room *room, const char *id);
void web_entry_row(const struct web_room *room, const struct web_entry *entry,
                   struct web_rows *rows);
/* An entry is on disk or is not: it is shown, and what waited for that goes on. */
void web_entry_ended(struct web *web, struct web_room *room, int64_t rev,
                     const struct fault *fault);

/* web_send.c: the house's sends */
void web_send(struct adapter *adapter, const struct sending *sending);
void web_send_waiting(struct web *web, struct web_room *room);

/* web_operation.c: rooms that the house asks for */
void web_operate(struct adapter *adapter, const struct room_operation *operation);

/* web_door.c: HTTP */
extern const struct http_route web_routes[];
extern const size_t web_route_count;

/* web_qr.c: a text as a picture; free() it; NULL when it is too long */
char *web_qr_svg(const char *text);

#include "web_conn.h"

#endif
