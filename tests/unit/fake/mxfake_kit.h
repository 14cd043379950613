/* A Matrix homeserver for tests with a bot, two people and a room they are all in. */
#ifndef MXFAKE_KIT_H
#define MXFAKE_KIT_H

#include "mxfake.h"
#include "mxfake_act.h"
#include "mxfake_fault.h"
#include "mxfake_service.h"

#include <check.h>
#include <cjson/cJSON.h>

enum { MXFAKE_KIT_PATH_BYTES = 1024 };

struct mxfake_kit {
    struct mxfake *fake;
    const char *bot;
    const char *token;
    const char *ana;
    const char *bob;
    const char *room; /* ana's; all are in it */
    char since[64];
    int status;  /* of the last answer */
    cJSON *json; /* the last answer's, until the next */
};

void mxfake_kit_open(struct mxfake_kit *kit);
void mxfake_kit_close(struct mxfake_kit *kit);
/* Asks as the bot. The path is a format, of texts. */
cJSON *mxfake_kit_ask(struct mxfake_kit *kit, const char *method, const char *json,
                      const char *path, ...) __attribute__((format(printf, 4, 5)));
/* The same, and the status is this. */
#define MXFAKE_KIT_WANTS(kit, wanted, ...)       \
    do {                                         \
        mxfake_kit_ask(kit, __VA_ARGS__);        \
        ck_assert_int_eq((kit)->status, wanted); \
    } while (0)
/* A sync from where the last one ended; more: of the query. */
const cJSON *mxfake_kit_sync(struct mxfake_kit *kit, const char *more);
/* A member at a path of names with slashes; NULL: there is none. */
const cJSON *mxfake_kit_at(const cJSON *json, const char *path);
const char *mxfake_kit_text(const cJSON *json, const char *path);
/* The timeline of the room in the last sync, or NULL. */
const cJSON *mxfake_kit_timeline(const struct mxfake_kit *kit, const char *room);
/* How many of these events have this body. */
int mxfake_kit_bodies(const cJSON *events, const char *body);

#endif
