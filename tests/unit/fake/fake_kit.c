#include "fake_kit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIT_START_S = 1893499200 };

void fake_kit_open(struct fake_kit *kit)
{
    const struct fake_discord_setup setup = {.now_ms = (int64_t)KIT_START_S * 1000, .seed = 1};
    memset(kit, 0, sizeof *kit);
    kit->fake = fake_discord_new(&setup);
    kit->guild = fake_discord_guild(kit->fake, "Den");
    kit->channel = fake_discord_channel(kit->fake, kit->guild, "games", FAKE_DISCORD_CHANNEL_TEXT);
    kit->ana = fake_discord_person(kit->fake, "ana");
    kit->bob = fake_discord_person(kit->fake, "bob");
    fake_discord_join(kit->fake, kit->guild, kit->ana);
    fake_discord_join(kit->fake, kit->guild, kit->bob);
    fake_discord_knobs(kit->fake)->bucket_limit = 0;
    fake_discord_knobs(kit->fake)->global_per_s = 0;
}

void fake_kit_close(struct fake_kit *kit)
{
    if (kit->link != NULL) {
        fake_discord_link_close(&kit->link, 1000);
    }
    fake_discord_free(&kit->fake);
}

struct fake_link *fake_kit_connect(struct fake_kit *kit, const char *url)
{
    int status = 0;
    struct fake_link *link = fake_discord_link_open(kit->fake, url, &status);
    ck_assert_ptr_nonnull(link);
    ck_assert_int_eq(status, 101);
    return link;
}

void fake_kit_say(struct fake_link *link, const char *json)
{
    fake_discord_link_hear(link, json, strlen(json));
}

cJSON *fake_kit_take(struct fake_kit *kit, struct fake_link *link)
{
    struct fake_frame frame;
    if (!fake_discord_link_take(link, &frame) || frame.kind != FAKE_FRAME_TEXT) {
        return NULL;
    }
    cJSON *json = cJSON_ParseWithLength(frame.bytes, frame.len);
    ck_assert_ptr_nonnull(json);
    const cJSON *seq = cJSON_GetObjectItem(json, "s");
    if (cJSON_IsNumber(seq)) {
        kit->seq = (int64_t)seq->valuedouble;
    }
    return json;
}

cJSON *fake_kit_event(struct fake_kit *kit, const char *name)
{
    for (;;) {
        cJSON *json = fake_kit_take(kit, kit->link);
        ck_assert_msg(json != NULL, "no event %s", name);
        const char *text = fake_kit_text(json, "t");
        if (text != NULL && strcmp(text, name) == 0) {
            cJSON *d = cJSON_DetachItemFromObject(json, "d");
            cJSON_Delete(json);
            return d;
        }
        cJSON_Delete(json);
    }
}

unsigned fake_kit_end(struct fake_link *link)
{
    struct fake_frame frame;
    while (fake_discord_link_take(link, &frame)) {
        if (frame.kind == FAKE_FRAME_CLOSE || frame.kind == FAKE_FRAME_CUT) {
            return frame.code;
        }
    }
    return 1;
}

void fake_kit_login(struct fake_kit *kit, uint64_t intents)
{
    char identify[200];
    kit->link = fake_kit_connect(kit, KIT_URL);
    cJSON *hello = fake_kit_take(kit, kit->link);
    ck_assert_int_eq(cJSON_GetObjectItem(hello, "op")->valueint, 10);
    cJSON_Delete(hello);
    snprintf(identify, sizeof identify,
             "{\"op\":2,\"d\":{\"token\":\"fake-token\",\"intents\":%" PRIu64
             ",\"properties\":{\"os\":\"linux\"}}}",
             intents);
    fake_kit_say(kit->link, identify);
    cJSON *ready = fake_kit_event(kit, "READY");
    snprintf(kit->session, sizeof kit->session, "%s", fake_kit_text(ready, "session_id"));
    cJSON_Delete(ready);
    if ((intents & 1) != 0) {
        cJSON_Delete(fake_kit_event(kit, "GUILD_CREATE"));
    }
}

cJSON *fake_kit_ask(struct fake_kit *kit, const char *method, const char *path, const char *json,
                    int status)
{
    const struct fake_answer *answer = fake_discord_bot_asks(kit->fake, method, path, json);
    ck_assert_msg(answer->status == status, "%s %s: %d %.*s", method, path, answer->status,
                  (int)answer->body_len, answer->body);
    return answer->body_len == 0 ? NULL : cJSON_ParseWithLength(answer->body, answer->body_len);
}

void fake_kit_refused(struct fake_kit *kit, const char *method, const char *path, const char *json,
                      int code)
{
    const struct fake_answer *answer = fake_discord_bot_asks(kit->fake, method, path, json);
    cJSON *body = cJSON_ParseWithLength(answer->body, answer->body_len);
    const cJSON *told = cJSON_GetObjectItem(body, "code");
    ck_assert_msg(cJSON_IsNumber(told) && told->valueint == code, "%s %s: %d %.*s, not %d", method,
                  path, answer->status, (int)answer->body_len, answer->body, code);
    cJSON_Delete(body);
}

const char *fake_kit_path(const char *format, uint64_t first, uint64_t second)
{
    static char path[256];
    size_t len = 0;
    const uint64_t ids[] = {first, second};
    unsigned used = 0;
    for (const char *at = format; *at != '\0' && len + 24 < sizeof path; at++) {
        if (*at == '#') {
            len += (size_t)snprintf(path + len, sizeof path - len, "%" PRIu64, ids[used++]);
        } else {
            path[len++] = *at;
        }
    }
    path[len] = '\0';
    return path;
}

uint64_t fake_kit_post(struct fake_kit *kit, const char *json)
{
    const char *path = fake_kit_path("/channels/#/messages", kit->channel, 0);
    cJSON *message = fake_kit_ask(kit, "POST", path, json, 200);
    uint64_t id = fake_kit_id(message, "id");
    cJSON_Delete(message);
    return id;
}

const char *fake_kit_text(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(json, name));
}

uint64_t fake_kit_id(const cJSON *json, const char *name)
{
    const char *text = fake_kit_text(json, name);
    ck_assert_msg(text != NULL, "no %s", name);
    return strtoull(text, NULL, 10);
}

double fake_kit_state(struct fake_kit *kit, const char *name)
{
    char *text = fake_discord_state(kit->fake);
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    double number = cJSON_GetNumberValue(cJSON_GetObjectItem(json, name));
    cJSON_Delete(json);
    free(text);
    return number;
}

void fake_kit_pass(struct fake_kit *kit, int64_t ms)
{
    fake_discord_run(kit->fake, fake_discord_now_ms(kit->fake) + ms);
}
