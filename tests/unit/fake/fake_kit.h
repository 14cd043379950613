/* A Discord for tests with a guild, a channel and people, and a bot that is logged in by hand. */
#ifndef FAKE_KIT_H
#define FAKE_KIT_H

#include "fake_discord.h"
#include "fake_discord_act.h"
#include "fake_discord_fault.h"

#include <check.h>
#include <cjson/cJSON.h>

#define KIT_URL "wss://gateway.fake/?v=10&encoding=json"

struct fake_kit {
    struct fake_discord *fake;
    uint64_t guild;
    uint64_t channel;
    uint64_t ana;
    uint64_t bob;
    struct fake_link *link; /* NULL until kit_login */
    char session[64];
    int64_t seq; /* of the last event taken */
};

void fake_kit_open(struct fake_kit *kit);
void fake_kit_close(struct fake_kit *kit);
/* Connects, identifies, takes everything up to the last guild. */
void fake_kit_login(struct fake_kit *kit, uint64_t intents);
struct fake_link *fake_kit_connect(struct fake_kit *kit, const char *url);
void fake_kit_say(struct fake_link *link, const char *json);
/* The next frame as JSON, or NULL when there is none; freed by the caller. */
cJSON *fake_kit_take(struct fake_kit *kit, struct fake_link *link);
/* The payload of the next event of this name, others are passed by; fails the test without one. */
cJSON *fake_kit_event(struct fake_kit *kit, const char *name);
/* The code of the close that is next, other frames are passed by; 0: cut; 1: none. */
unsigned fake_kit_end(struct fake_link *link);
/* Asks as the bot; the answer as JSON (NULL without a body), status checked. */
cJSON *fake_kit_ask(struct fake_kit *kit, const char *method, const char *path, const char *json,
                    int status);
/* The same, that it is refused with this code. */
void fake_kit_refused(struct fake_kit *kit, const char *method, const char *path, const char *json,
                      int code);
/* A path with an id in the place of %llu. */
const char *fake_kit_path(const char *format, uint64_t first, uint64_t second);
/* Posts "text" in the channel; its id. */
uint64_t fake_kit_post(struct fake_kit *kit, const char *json);
const char *fake_kit_text(const cJSON *json, const char *name);
uint64_t fake_kit_id(const cJSON *json, const char *name);
/* A member of the fake's state. */
double fake_kit_state(struct fake_kit *kit, const char *name);
void fake_kit_pass(struct fake_kit *kit, int64_t ms);

#endif
