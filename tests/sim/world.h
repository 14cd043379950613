/* A house in a world that only the test moves: a store without a thread, a clock that stands, dice
 * from a seed, and a platform on which every message can be looked at. One world at a time. */
#ifndef WORLD_H
#define WORLD_H

#include "catalogue.h"
#include "house.h"

enum { WORLD_NAME_BYTES = 64, WORLD_CONTROL_BYTES = 128 };

/* Something that stands in a room ("#den") or in somebody's private window ("Ana"). */
struct world_message {
    char where[WORLD_NAME_BYTES];
    char id[WORLD_NAME_BYTES];
    char nonce[WORLD_NAME_BYTES]; /* of the send that made it */
    char *doc;                    /* JSON */
    unsigned moved;               /* when it was written last */
};

struct world {
    struct house *house;
    struct store *store;
    const struct store_driver *driver; /* the database, */
    struct store_driver disk;          /* and what the house has of it */
    struct catalogue *catalogue;
    struct adapter *adapter;
    struct house_limits limits;
    uint64_t dice;
    uint32_t resident_max;
    int64_t now_ms;
    const char *deal; /* pinned, NULL: none */
    bool fair;        /* seeds are those of the secrets and joins; else all are pinned */
    bool disk_full;
    bool dead;     /* the power went: nothing is written and nothing is sent */
    int dies_in;   /* commits until then; 0: it does not */
    bool dies_dry; /* and that commit is still written */
    unsigned commits;
    unsigned events;
    unsigned moves;
    size_t message_count;
    size_t message_room;
    struct world_message *messages;
    void *context;
    /* Looks at a send. True: it arrives at once; false: the test says itself what becomes of it. */
    bool (*send)(void *context, const struct sending *sending);
    void (*stored)(void *context, void *token, const struct fault *fault);
};

/* The store in a file, or in memory with path NULL, and a house over it. Fields that are to differ
 * from nothing are set before. Aborts on a fault. */
void world_open(struct world *world, const char *path);
void world_close(struct world *world);
/* The house goes as if the power went; another starts over the same store after downtime_ms. */
void world_restart(struct world *world, int64_t downtime_ms);
/* Runs the house until nothing is left to do; false when it does not come to rest. */
bool world_settle(struct world *world);
/* Moves the clock, stopping where the house wants to be called. */
bool world_pass(struct world *world, int64_t ms);

/* Where a message will stand. */
void world_where(const struct sending *sending, char where[WORLD_NAME_BYTES]);
/* The platform shows a message: a post, or a change of one. The message, which has its id. */
struct world_message *world_show(struct world *world, const struct sending *sending);
/* The newest button with that label that somebody can see; false and "" when there is none. */
bool world_button(const struct world *world, const char *who, const char *label,
                  char control[WORLD_CONTROL_BYTES]);
/* Something of somebody in the room "den", now; kind and what it carries are still to be set. */
struct inbound world_inbound(const struct world *world, const char *who, const char *event_id);
extern const char world_name[]; /* of the platform */

#endif
