/* The playground on a loop with a store in memory, a house that only stores what it is told to and
 * remembers what it heard, and pages: bare sockets that speak HTTP and WebSocket. */
#ifndef WEB_WORLD_H
#define WEB_WORLD_H

#include "house.h"
#include "loop.h"
#include "web.h"
#include "wire.h"

enum { WORLD_INBOUND_MAX = 256, WORLD_TEXT_BYTES = 512 };

struct world_inbound {
    enum inbound_kind kind;
    char event_id[128];
    char room[64];
    char account[64];
    char name[160];
    char text[WORLD_TEXT_BYTES];
    char command[64];
    char control[128];
    char reply_to[96];
    char emoji[32];
    char media[16];
    char args[WORLD_TEXT_BYTES]; /* as canonical JSON */
    char mention[64];
    unsigned mention_count;
    unsigned value_count;
    bool private_room;
    bool moderator;
    bool addressed;
    bool sits;
};

struct world {
    struct loop *loop;
    struct store *store;
    struct house_setup setup;
    struct adapter *adapter;
    struct settings *settings;
    struct catalogue *catalogue;
    uint64_t dice;
    int64_t now_ms;
    unsigned inbound_count;
    struct world_inbound inbound[WORLD_INBOUND_MAX];
    bool full;       /* the house takes nothing */
    bool held;       /* commits wait */
    bool asleep;     /* the store answers nobody */
    bool broken;     /* commits fail */
    unsigned sent;   /* house_delivered without a fault */
    unsigned failed; /* house_send_failed */
    char sent_id[128];
    enum send_status status;
    bool only_edit; /* of what is sent next */
    struct arena *docs;
};

extern struct world world;

/* options: lines of the section [web] of a settings file, or NULL. */
void world_start(const char *options);
void world_stop(void);
/* Ends as a crash does, without storing what waits, and starts anew over the same file. */
void world_restart(void);
/* Runs the loop until what is true. */
void world_until(const unsigned *number, unsigned least);
/* Sends as the house does and waits for the end. */
/* nonce NULL: it is passing. */
void world_send(enum send_kind kind, const char *room, const char *account, const char *edit_of,
                const char *nonce, const char *words);

/* Gives an order and waits for its end; again when it is told to come later. */
void world_order(const struct room_operation *order);
/* Gives it once, and waits for nothing. */
void world_order_only(const struct room_operation *order);
/* How many rows of the playground's own begin like that. */
unsigned world_rows(const char *prefix);

/* How many rooms have their messages in memory. */
unsigned world_warm_rooms(void);

/* A request; the answer (head and body) lives until the next one. */
const char *world_ask(const char *method, const char *path, const char *headers, const char *body);
/* A POST of this server's own page, as somebody with a tab token (NULL: nobody). */
const char *world_post(const char *path, const char *tab, const char *body);
/* The text of a JSON member of the last answer, "" when there is none. Lives until the next. */
const char *world_member(const char *name);

/* Somebody in a tab: made through /new. */
struct page {
    struct wire wire;
    size_t at; /* of what came: read up to here */
    char account[32];
    char tab[64];
    char key[64];
    char frame[WIRE_BYTES_MAX / 4];
};

/* join: an invitation, or NULL. */
void page_new(struct page *page, const char *name, const char *join);
/* Opens the socket and says hello; since: the JSON of its since, or NULL. */
void page_open(struct page *page, const char *since);
/* Opens the socket alone. */
void page_connect(struct page *page);
void page_close(struct page *page);
void page_say(struct page *page, const char *json);
/* The next frame that has this text in it; frames before it are passed over. NULL: none came. */
const char *page_hears(struct page *page, const char *text);
/* Asserts that nothing with this text comes until the answer to a ping does. */
void page_hears_no(struct page *page, const char *text);
/* Makes a room and an invitation to it, in 64 bytes. */
void page_room(struct page *page, const char *name, char *invitation);

/* Ana and Ben with open sockets in the room "den", which is Ana's. */
extern struct page ana;
extern struct page ben;
void two_in_a_den(void);
void both_leave(void);

#endif
