/* Routes of a guild's scheduled events, and what people do with them. Those of stages and voice
 * channels are not there. What has begun or is over is found so when it is looked at. */
#include "dfake_handlers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SCHEDULED_MAX = 100,
    SCHEDULED_INTENT = 1 << 16,
    SCHEDULED_WAITS = 1,
    SCHEDULED_ACTIVE = 2,
    SCHEDULED_OVER = 3,
    SCHEDULED_EXTERNAL = 3,
    SCHEDULED_GUILD_ONLY = 2
};

#define SCHEDULED_MAY (DFAKE_MAY_CREATE_EVENTS | DFAKE_MAY_MANAGE_EVENTS)

/* UTC milliseconds of an ISO 8601 text; -1: it is none. */
static int64_t scheduled_ms(const char *text)
{
    struct tm parts = {0};
    const char *rest = text == NULL ? NULL : strptime(text, "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest != NULL && *rest == '.') {
        rest += 1 + strspn(rest + 1, "0123456789");
    }
    bool good = rest != NULL && (strcmp(rest, "Z") == 0 || strcmp(rest, "+00:00") == 0);
    return good ? (int64_t)timegm(&parts) * 1000 : -1;
}

static int64_t scheduled_moment(const cJSON *json, const char *name)
{
    return scheduled_ms(fake_get_text(json, name));
}

static void scheduled_event(struct fake_discord *fake, const cJSON *json, const char *name)
{
    dfake_event(fake, fake_get_id(json, "guild_id"), SCHEDULED_INTENT, name,
                cJSON_Duplicate(json, true));
}

/* Events begin and end by themselves; what is over is in no list any more. */
static void scheduled_age(struct fake_discord *fake, const struct dfake_guild *guild)
{
    for (size_t i = 0; i < guild->scheduled.count; i++) {
        cJSON *json = guild->scheduled.items[i];
        bool over = scheduled_moment(json, "scheduled_end_time") <= fake->now_ms;
        bool begun = scheduled_moment(json, "scheduled_start_time") <= fake->now_ms;
        int status = over ? SCHEDULED_OVER : begun ? SCHEDULED_ACTIVE : SCHEDULED_WAITS;
        if (fake_get_number(json, "status", 0) != status) {
            fake_put(json, "status", cJSON_CreateNumber(status));
            scheduled_event(fake, json, "GUILD_SCHEDULED_EVENT_UPDATE");
        }
    }
}

static struct dfake_guild *scheduled_guild(struct dfake_call *call, bool may)
{
    struct fake_discord *fake = call->fake;
    struct dfake_guild *guild = dfake_guild_find(fake, fake_id_of(call->values[0]));
    if (guild == NULL || !guild->bot_in) {
        dfake_error(call, guild == NULL ? 10004 : 50001);
        return NULL;
    }
    if (guild->out) {
        dfake_error(call, 130000);
        return NULL;
    }
    scheduled_age(fake, guild);
    uint64_t has = dfake_guild_permissions(fake, fake->bot, guild);
    if (may && (has & SCHEDULED_MAY) == 0) {
        dfake_error(call, 50013);
        return NULL;
    }
    return guild;
}

static cJSON *scheduled_find(const struct dfake_guild *guild, uint64_t id)
{
    for (size_t i = 0; guild != NULL && i < guild->scheduled.count; i++) {
        cJSON *json = guild->scheduled.items[i];
        if (fake_get_id(json, "id") == id) {
            return json;
        }
    }
    return NULL;
}

static bool scheduled_refuse(struct dfake_call *call, const char *path, const char *reason)
{
    dfake_error_field(call, path, reason);
    return false;
}

/* A text of 1 to max characters; needed: it must be there. */
static bool scheduled_text(struct dfake_call *call, const cJSON *object, const char *path,
                           const char *name, size_t max, bool needed)
{
    const cJSON *item = fake_get(object, name);
    if (item == NULL || cJSON_IsNull(item)) {
        return !needed || scheduled_refuse(call, path, "BASE_TYPE_REQUIRED");
    }
    if (!cJSON_IsString(item)) {
        return scheduled_refuse(call, path, "STRING_TYPE_CONVERT");
    }
    size_t length = fake_length(item->valuestring);
    return (length >= 1 && length <= max) || scheduled_refuse(call, path, "BASE_TYPE_BAD_LENGTH");
}

static bool scheduled_texts(struct dfake_call *call, const cJSON *body, bool change)
{
    const cJSON *place = fake_get(body, "entity_metadata");
    bool placed = !change || place != NULL;
    return scheduled_text(call, body, "name", "name", 100, !change) &&
           scheduled_text(call, body, "description", "description", 1000, false) &&
           (!placed ||
            scheduled_text(call, place, "entity_metadata.location", "location", 100, true));
}

/* was: what is changed, or NULL. */
static bool scheduled_times(struct dfake_call *call, const cJSON *body, const cJSON *was)
{
    const cJSON *start = fake_get(body, "scheduled_start_time");
    const cJSON *end = fake_get(body, "scheduled_end_time");
    int64_t start_ms = scheduled_moment(start != NULL ? body : was, "scheduled_start_time");
    int64_t end_ms = scheduled_moment(end != NULL ? body : was, "scheduled_end_time");
    if (start_ms < 0) {
        return scheduled_refuse(call, "scheduled_start_time", "DATE_TIME_TYPE_PARSE");
    }
    if (end_ms < 0) {
        return scheduled_refuse(call, "scheduled_end_time", "BASE_TYPE_REQUIRED");
    }
    if (start != NULL && start_ms <= call->fake->now_ms) {
        return scheduled_refuse(call, "scheduled_start_time",
                                "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST");
    }
    if (end_ms <= start_ms || end_ms <= call->fake->now_ms) {
        return scheduled_refuse(call, "scheduled_end_time",
                                "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID");
    }
    return true;
}

static bool scheduled_kinds(struct dfake_call *call, const cJSON *body)
{
    if (fake_get_number(body, "privacy_level", 0) != SCHEDULED_GUILD_ONLY) {
        return scheduled_refuse(call, "privacy_level", "BASE_TYPE_CHOICES");
    }
    if (fake_get_number(body, "entity_type", 0) != SCHEDULED_EXTERNAL) {
        return scheduled_refuse(call, "entity_type", "BASE_TYPE_CHOICES");
    }
    const cJSON *channel = fake_get(body, "channel_id");
    return channel == NULL || cJSON_IsNull(channel) ||
           scheduled_refuse(call, "channel_id", "GUILD_SCHEDULED_EVENT_CHANNEL_NOT_ALLOWED");
}

/* AutoMod's word is in it. */
static bool scheduled_passes(struct dfake_call *call, const struct dfake_guild *guild,
                             const cJSON *body)
{
    const char *name = fake_get_text(body, "name");
    const char *text = fake_get_text(body, "description");
    if (guild->automod[0] != '\0' && ((name != NULL && strstr(name, guild->automod) != NULL) ||
                                      (text != NULL && strstr(text, guild->automod) != NULL))) {
        dfake_error(call, 200000);
        return false;
    }
    return true;
}

static cJSON *scheduled_copy(const cJSON *body, const char *name)
{
    const cJSON *item = fake_get(body, name);
    return item == NULL ? cJSON_CreateNull() : cJSON_Duplicate(item, true);
}

static cJSON *scheduled_new(struct fake_discord *fake, struct dfake_guild *guild, uint64_t creator,
                            const cJSON *body)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", dfake_id(fake));
    fake_add_id(json, "guild_id", guild->id);
    cJSON_AddItemToObject(json, "name", scheduled_copy(body, "name"));
    cJSON_AddItemToObject(json, "description", scheduled_copy(body, "description"));
    fake_add_null(json, "channel_id");
    fake_add_id(json, "creator_id", creator);
    fake_add_null(json, "image");
    fake_add_time(json, "scheduled_start_time", scheduled_moment(body, "scheduled_start_time"));
    fake_add_time(json, "scheduled_end_time", scheduled_moment(body, "scheduled_end_time"));
    fake_add_number(json, "status", SCHEDULED_WAITS);
    fake_add_number(json, "entity_type", SCHEDULED_EXTERNAL);
    fake_add_null(json, "entity_id");
    fake_add_null(json, "recurrence_rule");
    fake_add_number(json, "privacy_level", SCHEDULED_GUILD_ONLY);
    fake_add_list(json, "guild_scheduled_event_exceptions");
    cJSON_AddItemToObject(json, "entity_metadata", scheduled_copy(body, "entity_metadata"));
    fake_list_add(&guild->scheduled, json);
    scheduled_event(fake, json, "GUILD_SCHEDULED_EVENT_CREATE");
    return json;
}

static size_t scheduled_open(const struct dfake_guild *guild)
{
    size_t count = 0;
    for (size_t i = 0; i < guild->scheduled.count; i++) {
        count += fake_get_number(guild->scheduled.items[i], "status", 0) < SCHEDULED_OVER;
    }
    return count;
}

void dfake_create_scheduled(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_guild *guild = scheduled_guild(call, true);
    if (guild == NULL || !scheduled_kinds(call, call->body) ||
        !scheduled_texts(call, call->body, false) || !scheduled_times(call, call->body, NULL) ||
        !scheduled_passes(call, guild, call->body)) {
        return;
    }
    if (scheduled_open(guild) >= SCHEDULED_MAX) {
        dfake_error(call, 30038);
        return;
    }
    const cJSON *json = scheduled_new(fake, guild, fake->bot, call->body);
    dfake_answer_json(call, 200, cJSON_Duplicate(json, true));
}

void dfake_get_scheduled_list(struct dfake_call *call)
{
    const struct dfake_guild *guild = scheduled_guild(call, false);
    if (guild == NULL) {
        return;
    }
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < guild->scheduled.count; i++) {
        const cJSON *json = guild->scheduled.items[i];
        if (fake_get_number(json, "status", 0) < SCHEDULED_OVER) {
            cJSON_AddItemToArray(list, cJSON_Duplicate(json, true));
        }
    }
    dfake_answer_json(call, 200, list);
}

/* The event that the path names; NULL: answered with an error. */
static cJSON *scheduled_call(struct dfake_call *call, bool may, struct dfake_guild **guild_r)
{
    struct fake_discord *fake = call->fake;
    struct dfake_guild *guild = scheduled_guild(call, may);
    cJSON *json = scheduled_find(guild, fake_id_of(call->values[1]));
    *guild_r = guild;
    if (guild == NULL) {
        return NULL;
    }
    if (json == NULL) {
        dfake_error(call, 10070);
        return NULL;
    }
    uint64_t has = dfake_guild_permissions(fake, fake->bot, guild);
    bool own = fake_get_id(json, "creator_id") == fake->bot;
    if (may && !own && (has & DFAKE_MAY_MANAGE_EVENTS) == 0) {
        dfake_error(call, 50013);
        return NULL;
    }
    return json;
}

void dfake_get_scheduled(struct dfake_call *call)
{
    struct dfake_guild *guild = NULL;
    const cJSON *json = scheduled_call(call, false, &guild);
    if (json != NULL) {
        dfake_answer_json(call, 200, cJSON_Duplicate(json, true));
    }
}

void dfake_change_scheduled(struct dfake_call *call)
{
    static const char *const texts[] = {"name", "description", "entity_metadata"};
    static const char *const times[] = {"scheduled_start_time", "scheduled_end_time"};
    struct dfake_guild *guild = NULL;
    const cJSON *body = call->body;
    cJSON *json = scheduled_call(call, true, &guild);
    if (json == NULL) {
        return;
    }
    int64_t status = fake_get_number(json, "status", 0);
    if (status >= SCHEDULED_OVER) {
        dfake_error(call, 180000);
        return;
    }
    if (status == SCHEDULED_ACTIVE && fake_get(body, times[0]) != NULL) {
        scheduled_refuse(call, times[0], "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST");
        return;
    }
    if (!scheduled_texts(call, body, true) || !scheduled_times(call, body, json) ||
        !scheduled_passes(call, guild, body)) {
        return;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (fake_get(body, texts[i]) != NULL) {
            fake_put(json, texts[i], scheduled_copy(body, texts[i]));
        }
    }
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (fake_get(body, times[i]) != NULL) {
            char text[FAKE_TIME_BYTES];
            fake_time_text(text, scheduled_moment(body, times[i]));
            fake_put(json, times[i], cJSON_CreateString(text));
        }
    }
    scheduled_event(call->fake, json, "GUILD_SCHEDULED_EVENT_UPDATE");
    dfake_answer_json(call, 200, cJSON_Duplicate(json, true));
}

static void scheduled_remove(struct fake_discord *fake, struct dfake_guild *guild, cJSON *json)
{
    scheduled_event(fake, json, "GUILD_SCHEDULED_EVENT_DELETE");
    fake_list_remove(&guild->scheduled, json);
    cJSON_Delete(json);
}

void dfake_delete_scheduled(struct dfake_call *call)
{
    struct dfake_guild *guild = NULL;
    cJSON *json = scheduled_call(call, true, &guild);
    if (json != NULL) {
        scheduled_remove(call->fake, guild, json);
        dfake_answer_empty(call);
    }
}

/* --- people ----------------------------------------------------------------------------------- */

uint64_t fake_discord_schedule(struct fake_discord *fake, uint64_t user, uint64_t guild,
                               const char *event)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    cJSON *body = fake_parse(event);
    uint64_t id = 0;
    if (found != NULL && dfake_member_find(found, user) != NULL && cJSON_IsObject(body)) {
        id = fake_get_id(scheduled_new(fake, found, user, body), "id");
    }
    cJSON_Delete(body);
    return id != 0 ? id : dfake_no(fake, "there is no such guild, member or event");
}

bool fake_discord_unschedule(struct fake_discord *fake, uint64_t guild, uint64_t event)
{
    struct dfake_guild *found = dfake_guild_find(fake, guild);
    cJSON *json = scheduled_find(found, event);
    if (json == NULL) {
        return dfake_no(fake, "there is no such event");
    }
    scheduled_remove(fake, found, json);
    return true;
}

void dfake_scheduled_deinit(struct dfake_guild *guild)
{
    for (size_t i = 0; i < guild->scheduled.count; i++) {
        cJSON_Delete(guild->scheduled.items[i]);
    }
    fake_list_deinit(&guild->scheduled);
}
