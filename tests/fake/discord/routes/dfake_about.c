/* Routes about the bot itself, people and guilds. */
#include "dfake_handlers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_APPLICATION_FLAGS = 1 << 23 /* has commands */ };

void dfake_get_gateway(struct dfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "url", call->fake->gateway_url);
    dfake_answer_json(call, 200, json);
}

void dfake_get_gateway_bot(struct dfake_call *call)
{
    const struct fake_discord *fake = call->fake;
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "url", fake->gateway_url);
    fake_add_number(json, "shards", fake->knobs.shards);
    cJSON *limit = fake_add_object(json, "session_start_limit");
    fake_add_number(limit, "total", fake->knobs.identifies_total);
    fake_add_number(limit, "remaining", fake->knobs.identifies_left);
    fake_add_number(limit, "reset_after", DFAKE_DAY_MS - fake->now_ms % DFAKE_DAY_MS);
    fake_add_number(limit, "max_concurrency", fake->knobs.max_concurrency);
    dfake_answer_json(call, 200, json);
}

static int64_t dfake_application_flags(const struct fake_discord *fake)
{
    int64_t flags = DFAKE_APPLICATION_FLAGS;
    flags |= (fake->knobs.intents_allowed & (1U << 8)) != 0 ? 1 << 12 : 0;
    flags |= (fake->knobs.intents_allowed & (1U << 1)) != 0 ? 1 << 14 : 0;
    flags |= (fake->knobs.intents_allowed & (1U << 15)) != 0 ? 1 << 18 : 0;
    return flags;
}

void dfake_get_application(struct dfake_call *call)
{
    const struct fake_discord *fake = call->fake;
    char flags[FAKE_ID_BYTES];
    snprintf(flags, sizeof flags, "%" PRId64, dfake_application_flags(fake));
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", fake->bot);
    fake_add_text(json, "name", dfake_user_find(fake, fake->bot)->name);
    fake_add_null(json, "icon");
    fake_add_text(json, "description", "");
    fake_add_null(json, "type");
    fake_add_text(json, "verify_key", fake->public_key);
    fake_add_number(json, "flags", dfake_application_flags(fake));
    fake_add_text(json, "flags_new", flags);
    fake_add_list(json, "redirect_uris");
    fake_add_text(json, "interactions_endpoint_url",
                  fake->endpoint[0] == '\0' ? NULL : fake->endpoint);
    fake_add_null(json, "role_connections_verification_url");
    cJSON_AddItemToObject(json, "owner", dfake_user_json(fake, fake->owner));
    fake_add_number(json, "approximate_guild_count", (int64_t)fake->world.guild_list.count);
    fake_add_number(json, "approximate_user_install_count", 0);
    fake_add_number(json, "approximate_user_authorization_count", 0);
    fake_add_number(json, "explicit_content_filter", 0);
    fake_add_null(json, "team");
    fake_add_list(json, "eligible_oauth2_scopes");
    fake_add_bool(json, "bot_public", true);
    fake_add_bool(json, "bot_require_code_grant", false);
    cJSON_AddItemToObject(json, "bot", dfake_user_json(fake, fake->bot));
    dfake_answer_json(call, 200, json);
}

void dfake_change_application(struct dfake_call *call)
{
    const cJSON *url = fake_get(call->body, "interactions_endpoint_url");
    if (url != NULL) {
        fake_name(call->fake->endpoint, sizeof call->fake->endpoint,
                  cJSON_IsString(url) ? url->valuestring : "");
    }
    dfake_get_application(call);
}

void dfake_get_self(struct dfake_call *call)
{
    cJSON *json = dfake_user_json(call->fake, call->fake->bot);
    fake_add_bool(json, "mfa_enabled", true);
    fake_add_text(json, "locale", "en-US");
    fake_add_bool(json, "verified", true);
    fake_add_null(json, "email");
    dfake_answer_json(call, 200, json);
}

void dfake_get_user(struct dfake_call *call)
{
    uint64_t id = fake_id_of(call->values[0]);
    if (dfake_user_find(call->fake, id) == NULL) {
        dfake_error(call, 10013);
        return;
    }
    dfake_answer_json(call, 200, dfake_user_json(call->fake, id));
}

enum { DFAKE_GUILDS_PAGE = 200 };

void dfake_get_own_guilds(struct dfake_call *call)
{
    const struct fake_discord *fake = call->fake;
    char text[FAKE_ID_BYTES];
    uint64_t after = dfake_query(call, "after", text, sizeof text) ? fake_id_of(text) : 0;
    unsigned long most =
        dfake_query(call, "limit", text, sizeof text) ? strtoul(text, NULL, 10) : DFAKE_GUILDS_PAGE;
    unsigned long count = 0;
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < fake->world.guild_list.count; i++) {
        const struct dfake_guild *guild = fake->world.guild_list.items[i];
        if (!guild->bot_in || guild->id <= after || count >= most || count >= DFAKE_GUILDS_PAGE) {
            continue;
        }
        count++;
        char bits[FAKE_ID_BYTES];
        snprintf(bits, sizeof bits, "%" PRIu64, dfake_guild_permissions(fake, fake->bot, guild));
        cJSON *json = fake_add_object(list, NULL);
        fake_add_id(json, "id", guild->id);
        fake_add_text(json, "name", guild->name);
        fake_add_null(json, "icon");
        fake_add_null(json, "banner");
        fake_add_bool(json, "owner", false);
        fake_add_text(json, "permissions", bits);
        fake_add_list(json, "features");
    }
    dfake_answer_json(call, 200, list);
}

void dfake_leave_guild(struct dfake_call *call)
{
    if (fake_discord_kick_bot(call->fake, fake_id_of(call->values[0]))) {
        dfake_answer_empty(call);
    } else {
        dfake_error(call, 10004);
    }
}

static struct dfake_guild *dfake_call_guild(struct dfake_call *call)
{
    struct dfake_guild *guild = dfake_guild_find(call->fake, fake_id_of(call->values[0]));
    if (guild == NULL || !guild->bot_in) {
        dfake_error(call, guild == NULL ? 10004 : 50001);
        return NULL;
    }
    return guild;
}

void dfake_get_guild(struct dfake_call *call)
{
    const struct dfake_guild *guild = dfake_call_guild(call);
    if (guild != NULL) {
        dfake_answer_json(call, 200, dfake_guild_json(call->fake, guild));
    }
}

void dfake_get_guild_channels(struct dfake_call *call)
{
    const struct dfake_guild *guild = dfake_call_guild(call);
    if (guild == NULL) {
        return;
    }
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < guild->channels.count; i++) {
        const struct dfake_channel *channel = guild->channels.items[i];
        if (!dfake_channel_is_thread(channel)) {
            cJSON_AddItemToArray(list, dfake_channel_json(call->fake, channel));
        }
    }
    dfake_answer_json(call, 200, list);
}

void dfake_get_guild_roles(struct dfake_call *call)
{
    const struct dfake_guild *guild = dfake_call_guild(call);
    if (guild == NULL) {
        return;
    }
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < guild->roles.count; i++) {
        cJSON_AddItemToArray(list, dfake_role_json(guild->roles.items[i]));
    }
    dfake_answer_json(call, 200, list);
}

void dfake_get_active_threads(struct dfake_call *call)
{
    const struct fake_discord *fake = call->fake;
    const struct dfake_guild *guild = dfake_call_guild(call);
    if (guild == NULL) {
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON *threads = fake_add_list(json, "threads");
    cJSON *members = fake_add_list(json, "members");
    for (size_t i = 0; i < guild->channels.count; i++) {
        const struct dfake_channel *thread = guild->channels.items[i];
        if (!dfake_channel_is_thread(thread) || thread->archived ||
            !dfake_sees_channel(fake, fake->bot, thread)) {
            continue;
        }
        cJSON_AddItemToArray(threads, dfake_channel_json(fake, thread));
        if (dfake_thread_has(thread, fake->bot)) {
            cJSON_AddItemToArray(members, dfake_thread_member_json(thread, fake->bot));
        }
    }
    fake_add_bool(json, "has_more", false);
    dfake_answer_json(call, 200, json);
}

void dfake_get_member(struct dfake_call *call)
{
    const struct dfake_guild *guild = dfake_call_guild(call);
    if (guild == NULL) {
        return;
    }
    const char *who = call->values[1];
    uint64_t user = strcmp(who, "@me") == 0 ? call->fake->bot : fake_id_of(who);
    const struct dfake_member *member = dfake_member_find(guild, user);
    if (member == NULL) {
        dfake_error(call, 10007);
        return;
    }
    dfake_answer_json(call, 200, dfake_member_json(call->fake, guild, member, true));
}
