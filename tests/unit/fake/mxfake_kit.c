#include "mxfake_kit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIT_START_S = 1893499200 };

void mxfake_kit_open(struct mxfake_kit *kit)
{
    const struct mxfake_setup setup = {.now_ms = (int64_t)KIT_START_S * 1000, .seed = 1};
    memset(kit, 0, sizeof *kit);
    kit->fake = mxfake_new(&setup);
    kit->bot = mxfake_account(kit->fake, "bot", "secret");
    kit->token = mxfake_token(kit->fake, kit->bot, "BOT");
    kit->ana = mxfake_person(kit->fake, "ana");
    kit->bob = mxfake_person(kit->fake, "bob");
    const struct mxfake_room_setup room = {.name = "Den", .invites = kit->bot};
    kit->room = mxfake_room(kit->fake, kit->ana, &room);
    ck_assert(mxfake_join(kit->fake, kit->bot, kit->room));
    ck_assert(mxfake_invite(kit->fake, kit->ana, kit->room, kit->bob));
    ck_assert(mxfake_join(kit->fake, kit->bob, kit->room));
    mxfake_unlimited(kit->fake, kit->bot, true);
}

void mxfake_kit_close(struct mxfake_kit *kit)
{
    cJSON_Delete(kit->json);
    mxfake_free(&kit->fake);
}

cJSON *mxfake_kit_ask(struct mxfake_kit *kit, const char *method, const char *json,
                      const char *path, ...)
{
    char whole[MXFAKE_KIT_PATH_BYTES];
    va_list list;
    va_start(list, path);
    vsnprintf(whole, sizeof whole, path, list);
    va_end(list);
    const struct fake_answer *answer = mxfake_asks(kit->fake, kit->token, method, whole, json);
    cJSON_Delete(kit->json);
    kit->json = cJSON_ParseWithLength(answer->body, answer->body_len);
    kit->status = answer->dropped ? 0 : answer->status;
    return kit->json;
}

const cJSON *mxfake_kit_at(const cJSON *json, const char *path)
{
    char name[MXFAKE_KIT_PATH_BYTES];
    while (json != NULL && *path != '\0') {
        size_t len = strcspn(path, "/");
        snprintf(name, sizeof name, "%.*s", (int)len, path);
        json = cJSON_IsArray(json) ? cJSON_GetArrayItem(json, (int)strtol(name, NULL, 10))
                                   : cJSON_GetObjectItemCaseSensitive(json, name);
        path += len + (path[len] == '/');
    }
    return json;
}

const char *mxfake_kit_text(const cJSON *json, const char *path)
{
    const cJSON *item = mxfake_kit_at(json, path);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

const cJSON *mxfake_kit_sync(struct mxfake_kit *kit, const char *more)
{
    MXFAKE_KIT_WANTS(kit, 200, "GET", NULL, "/sync?%s%s%s", kit->since[0] != '\0' ? "since=" : "",
                     kit->since, more);
    snprintf(kit->since, sizeof kit->since, "%s", mxfake_kit_text(kit->json, "next_batch"));
    return kit->json;
}

const cJSON *mxfake_kit_timeline(const struct mxfake_kit *kit, const char *room)
{
    const cJSON *joined = mxfake_kit_at(kit->json, "rooms/join");
    const cJSON *of_room = cJSON_GetObjectItemCaseSensitive(joined, room);
    return mxfake_kit_at(of_room, "timeline");
}

int mxfake_kit_bodies(const cJSON *events, const char *body)
{
    int count = 0;
    const cJSON *event = NULL;
    cJSON_ArrayForEach(event, events)
    {
        const char *text = mxfake_kit_text(event, "content/body");
        count += text != NULL && strcmp(text, body) == 0;
    }
    return count;
}
