/* What is asked of Discord by an interaction's token: its one callback, and what follows it. Inside
 * the interactions' room. */
#ifndef DISCORD_CALLBACK_PRIVATE_H
#define DISCORD_CALLBACK_PRIVATE_H

#include "discord_pending_private.h"

enum {
    CALLBACK_MESSAGE = 4,
    CALLBACK_DEFERRED_REPLY = 5,
    CALLBACK_DEFERRED_UPDATE = 6,
    CALLBACK_UPDATE = 7,
    CALLBACK_CHOICES = 8,
    CALLBACK_MODAL = 9
};

/* What is asked for. */
enum callback_way {
    CALLBACK_FIRST,    /* the first answer */
    CALLBACK_ORIGINAL, /* about the message that the first answer became */
    CALLBACK_MORE      /* a further message */
};

/* A request about an interaction, which is looked up when it has ended. */
struct callback {
    struct discord_interactions *all;
    uint64_t number;
    struct discord_reply *reply; /* what is said by it; NULL: nothing of the house's */
    struct callback *previous;
    struct callback *next;
};

/* Which interaction a request is about, and what is said by it, or NULL. */
struct callback_about {
    uint64_t number;
    const char *token;
    struct discord_reply *reply;
};

/* Starts a request; its paths are filled in. done gets a struct callback, and ends it. */
void callback_start(struct discord_interactions *all, const struct callback_about *about,
                    enum callback_way way, struct discord_request *request, answer_fn done);
/* Frees it. */
void callback_end(struct callback *callback);
/* The body of a callback; data is JSON, or NULL. In the arena. */
const char *callback_body(const struct discord_interactions *all, int type, const char *data);

#endif
