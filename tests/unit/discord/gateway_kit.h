/* A gateway over a wire by hand, its disk, and what it notified. */
#ifndef GATEWAY_KIT_H
#define GATEWAY_KIT_H

#include "discord_gateway.h"
#include "discord_rest.h"
#include "fault.h"
#include "hand_wire.h"

enum { KIT_DISPATCHES_MAX = 1024, KIT_ROWS_MAX = 8, KIT_SAVES_MAX = 64 };

#define KIT_TOKEN "MTIz.abc.secret"
#define KIT_BASE  "wss://gateway.test"
#define KIT_OWN   "wss://own.test"

struct kit_dispatch {
    char name[80];
    struct discord_dispatch_id id;
    bool replayed;
    char row[512];
};

struct kit_row {
    char key[64];
    char value[2100];
};

struct kit_save {
    void *token; /* NULL: done */
    struct kit_row row;
};

/* A slot that was asked for. */
struct kit_slot {
    char key[40];
    char holder[40];
    int64_t ms;
    void *token; /* NULL: answered */
};

struct gateway_kit {
    struct hand_wire *hand;
    struct discord_rest *rest;
    struct discord_gateway *gateway;
    struct discord_gateway_setup setup; /* to be changed before kit_start */
    enum discord_kept keeps;
    struct kit_dispatch dispatches[KIT_DISPATCHES_MAX];
    unsigned dispatch_count;
    struct kit_save saves[KIT_SAVES_MAX];
    unsigned save_count;
    struct kit_slot slots[KIT_SAVES_MAX];
    unsigned slot_count;
    struct kit_row rows[KIT_ROWS_MAX]; /* the disk */
    unsigned row_count;
    bool disk_full;
    unsigned ready_count;
    unsigned back_count;
    enum discord_lost back_lost;
    int64_t back_since_ms;
    unsigned gone_count;
    struct fault gone;
};

extern struct gateway_kit *kit;

void gateway_kit_set_up(void);
void gateway_kit_tear_down(void);
/* Have all its shards ended, and is everything saved? */
bool kit_is_down(void);
/* Makes it, with the rows of the disk, and starts it. */
void kit_start(void);
/* Another process: the gateway and REST are made anew, the disk stays. */
void kit_restart(void);
/* All that was given to save() is on disk, and what follows from it. */
void kit_saved(void);
/* The bot is one of several parts, which ask for slots. */
void kit_divide(unsigned part, unsigned parts);
/* The slot that was asked for last is ours (FAULT_NONE), or not. */
void kit_slot(enum fault_code code);
/* What Discord answers to GET /gateway/bot. */
void kit_bot(unsigned shards, unsigned remaining, unsigned concurrency);
/* The newest socket opens and greets. */
void kit_hello(void);
void kit_ready(int64_t sequence);
/* Started, greeted, identified, READY with sequence 1. */
void kit_up(void);
void kit_dispatch(const char *name, int64_t sequence);
/* The socket on which we said goodbye answers. */
void kit_goodbye(void);
const struct kit_row *kit_row(const char *key);
bool kit_said(const char *part);

#endif
