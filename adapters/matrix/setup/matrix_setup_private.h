/* Inside the setup: what its files share. */
#ifndef MATRIX_SETUP_PRIVATE_H
#define MATRIX_SETUP_PRIVATE_H

#include "arena.h"
#include "matrix_client.h"
#include "matrix_setup.h"

enum {
    SETUP_LINE_MAX = 2048,
    SETUP_MS = 20000,
    SETUP_MOVES = 5,
    SETUP_ROOMS_SHOWN = 20,
    SETUP_NAME_SHOWN = 80,
    SETUP_CLOCK_S = 30, /* that both clocks may differ by */
    SETUP_LEVEL_MAX = 1000000000
};

struct matrix_setup {
    const struct net_wire *wire;
    const struct settings *settings;
    struct matrix_client *client;
    struct net_call *call;
    struct arena *arena;
    struct checks checks;
    checks_fn done;
    void *context;
    bool signed_in; /* by the password, as a device of its own, until the end */
    char user[MATRIX_ID_BYTES];
    char device[MATRIX_ID_BYTES];
    char *rooms[SETUP_ROOMS_SHOWN];
    unsigned room_count;
    unsigned room; /* that is asked about */
    char name[SETUP_NAME_SHOWN + 1];
};

/* Ends the checks: signs out if need be, then calls done. */
void setup_end(struct matrix_setup *setup);
const char *setup_option(const struct matrix_setup *setup, const char *key);
/* Of an object; NULL, or "": it has none. */
const char *setup_string(const cJSON *json, const char *key);
/* For a terminal. */
void setup_inert(char *into, size_t size, const char *text);
/* id: what stands for the route's {}, NULL: it has none. */
void setup_ask(struct matrix_setup *setup, const char *route, const char *id, answer_fn done);
void setup_limits_ask(struct matrix_setup *setup);

/* matrix_setup_keys.c: keys of the device, and of the account */
bool setup_encrypts(const struct matrix_setup *setup); /* is encryption switched on? */
void setup_keys_ask(struct matrix_setup *setup);

/* matrix_setup_login.c */
void setup_refused(void *context, const char *errcode, bool soft);
void setup_sign_in(struct matrix_setup *setup);
void setup_sign_out(struct matrix_setup *setup);

#endif
