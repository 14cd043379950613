/* The program fake-discord as a child of the test, and gateway and REST over real sockets to it. */
#ifndef SERVE_KIT_H
#define SERVE_KIT_H

#include "discord_gateway.h"
#include "discord_rest.h"
#include "loop.h"
#include "net_client.h"

#include <sys/types.h>

enum { SERVE_KIT_TEXT = 512 };

struct serve_kit {
    struct loop *loop;
    struct loop_timer *guard;
    struct loop_timer *saver;
    struct net_client *client;
    const struct net_wire *wire;
    struct discord_rest *rest;
    struct discord_gateway *gateway;
    pid_t child;
    int input; /* of the child, which ends with it */
    char api[SERVE_KIT_TEXT];
    char control[SERVE_KIT_TEXT];
    char certificate[SERVE_KIT_TEXT]; /* "" plain */
    bool compress;
    void *save;
    unsigned ready;
    unsigned back;
    unsigned dispatched;
    char name[80];
    size_t data_len; /* of a text "x" in the last dispatch */
    unsigned gone;
    unsigned ended; /* control requests and REST answers */
    enum answer_status status;
    char id[32];
    char body[4096]; /* what a control request answered */
};

extern struct serve_kit *serve;

void serve_kit_start(bool tls, bool compress);
void serve_kit_stop(void);
/* Runs the loop until *number is at least that. */
void serve_until(const unsigned *number, unsigned least);
/* POST /fake/NAME; its answer is in serve->body. */
void serve_order(const char *name, const char *json);
/* The gateway is made, and is ready. */
void serve_up(void);
/* Asks, and waits for the answer: serve->status, serve->id. */
void serve_ask(const struct discord_request *request);
/* A text member of serve->body; "" none. */
const char *serve_text(const char *member);

#endif
