/* A wire that leads nowhere: the newest call and socket are the fuzzer's to answer, timers fire
 * when it says so. */
#ifndef FUZZ_WIRE_H
#define FUZZ_WIRE_H

#include "net_wire.h"

enum { FUZZ_TIMERS_MAX = 16, FUZZ_CALLS_MAX = 8 };

struct fuzz_wire {
    struct net_wire wire;
    int64_t now_ms;
    uint64_t dice;
    struct fuzz_timer {
        void (*fired)(void *user);
        void *user;
        int64_t due_ms; /* -1 not set */
        bool used;
    } timers[FUZZ_TIMERS_MAX];
    struct fuzz_call {
        net_call_fn done;
        void *user;
        bool open;
    } calls[FUZZ_CALLS_MAX];
    struct net_socket_hooks socket;
    bool socket_open;   /* there is one */
    bool socket_leaves; /* it was closed by its user */
};

void fuzz_wire_init(struct fuzz_wire *fuzz);
/* Lets time pass; what is due fires. */
void fuzz_wire_run(struct fuzz_wire *fuzz, int64_t ms);
/* Ends a call that is open; false: there is none. */
bool fuzz_wire_answer(struct fuzz_wire *fuzz, const struct net_answer *answer);
/* The socket ends. */
void fuzz_wire_close(struct fuzz_wire *fuzz, unsigned code);

#endif
