/* Discord as bare as can be, for measurements: one shard, no limits, no memory. It tells of
 * interactions and hears how they are answered; all else is said yes to. */
#ifndef BENCH_GATEWAY_H
#define BENCH_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench_conn;
struct bench_server;

enum { BENCH_TAG_BYTES = 16 };

struct bench_gateway {
    struct bench_server *server;
    struct bench_conn *shard; /* NULL: nobody is there */
    bool identified;          /* and has been told of all servers */
    unsigned guilds;          /* that it is told of */
    uint64_t told;            /* events so far */
    uint64_t number;          /* of ids */
    uint64_t asked;           /* requests beside answers to interactions */
    uint64_t direct;          /* messages to people, in private */
    uint64_t refused;         /* presses that nothing came of */
    /* The first answer to an interaction has come; number is what bench_gateway_press returned. */
    void (*answered)(void *context, uint64_t number);
    /* A message with buttons has come into the channel of this number; tag is what the buttons of
     * its table begin with, BENCH_TAG_BYTES at most with its end. NULL: nobody wants to know. */
    void (*offered)(void *context, unsigned channel, const char *tag);
    void *context;
};

void bench_gateway_open(struct bench_gateway *gateway, unsigned guilds);
void bench_gateway_close(struct bench_gateway *gateway);
/* Does what can be done; waits at most wait_ms. */
void bench_gateway_run(struct bench_gateway *gateway, int wait_ms);
/* Person who does something in the channel of this number: presses control, or (NULL) runs the
 * command of this name. Returns the number of the interaction. */
uint64_t bench_gateway_press(struct bench_gateway *gateway, unsigned who, unsigned channel_number,
                             const char *control, const char *command);
/* Ends the connection without a word. */
void bench_gateway_drop(struct bench_gateway *gateway);

#endif
