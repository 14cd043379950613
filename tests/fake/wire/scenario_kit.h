/* Gateway and REST on the Discord for tests, in process, on one clock that the test moves. */
#ifndef SCENARIO_KIT_H
#define SCENARIO_KIT_H

#include <cjson/cJSON.h>

#include "discord_gateway.h"
#include "discord_rest.h"
#include "fake_discord.h"
#include "fake_discord_act.h"
#include "fake_discord_fault.h"
#include "fake_wire.h"

enum { SCENE_NAMES_MAX = 512, SCENE_ROWS_MAX = 8, SCENE_ROW_BYTES = 2100, SCENE_ENDS_MAX = 256 };

struct scene_row {
    char key[64];
    char value[SCENE_ROW_BYTES];
};

struct scene_end {
    uintptr_t which;
    enum answer_status status;
    int code;
    int64_t at_ms;
    char id[24];
};

struct scene {
    struct fake_discord *fake;
    struct fake_wire *wire;
    int64_t now_ms;
    int64_t skew_ms;    /* of our wall clock */
    struct net_wire on; /* the wire, with that clock */
    uint64_t dice;
    struct discord_rest *rest;
    struct discord_gateway *gateway;
    uint64_t guild;
    uint64_t channel;
    enum discord_compression compression; /* of what it sends, from the next start on */
    unsigned ready, back, lost_sessions, gone, refused;
    char names[SCENE_NAMES_MAX][40]; /* of events with a name in capitals from push_event */
    unsigned name_count;
    struct scene_row rows[SCENE_ROWS_MAX];
    unsigned row_count;
    void *tokens[16];
    unsigned token_count;
    struct discord_dispatch_id pending[64];
    unsigned pending_count;
    struct scene_end ends[SCENE_ENDS_MAX];
    unsigned end_count;
};

extern struct scene *scene;

void scene_open(void);
void scene_close(void);
/* The bot logs in, and a second passes. */
void scene_up(void);
/* The process is killed, and another starts over the same rows. */
void scene_restart(int64_t downtime_ms);
void scene_pass(int64_t ms);
/* A number of the fake's state. */
int scene_count(const char *name);
/* An event of this name to all; false when there is nobody. */
void scene_event(const char *name);
bool scene_inbound(const char *name, unsigned times);
void scene_ask(uintptr_t which, const struct discord_request *request);
/* A message to the channel, with this nonce; NULL none. */
void scene_post(uintptr_t which, const char *nonce);
const struct scene_end *scene_end(uintptr_t which);

#endif
