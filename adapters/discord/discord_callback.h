/* What is asked of Discord by an interaction's token: its one callback, and what follows it. Inside
 * the adapter. */
#ifndef DISCORD_CALLBACK_H
#define DISCORD_CALLBACK_H

#include "discord_rest.h"

struct discord;

enum {
    CALLBACK_MESSAGE = 4,
    CALLBACK_DEFER = 5,
    CALLBACK_QUIET = 6,
    CALLBACK_CHOICES = 8,
    CALLBACK_MODAL = 9
};

/* A request about an interaction: whoever it concerns is looked up when it has ended. */
struct ask_call {
    struct discord *discord;
    uint64_t ask;
    uint64_t flight; /* its row; 0: none */
    struct ask_call *previous;
    struct ask_call *next;
};

/* Which interaction a request is about, and which send waits for its end (its row; 0: none). */
struct discord_callback_way {
    struct discord *discord;
    uint64_t number;
    const char *token;
    uint64_t flight;
};

/* Starts a request with the token of an interaction in its path: format is "callback", or what
 * follows the token. done gets a struct ask_call, and ends it. */
void discord_callback_request(const struct discord_callback_way *way,
                              struct discord_request *request, const char *format,
                              discord_answer_fn done);
/* Frees it. */
void discord_callback_end(struct ask_call *call);
/* The body of a callback; data is JSON, or NULL. In the arena. */
const char *discord_callback(struct discord *discord, int type, const char *data);

#endif
