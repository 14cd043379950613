/* How Discord shows people and places, as its OpenAPI description has them. */
#include "dfake_place.h"

#include <inttypes.h>
#include <stdio.h>

static void dfake_add_bits(cJSON *object, const char *name, uint64_t bits)
{
    char text[FAKE_ID_BYTES];
    snprintf(text, sizeof text, "%" PRIu64, bits);
    fake_add_text(object, name, text);
}

cJSON *dfake_user_json(const struct fake_discord *fake, uint64_t user)
{
    const struct dfake_user *found = dfake_user_find(fake, user);
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", user);
    fake_add_text(json, "username", found == NULL ? "deleted" : found->name);
    fake_add_null(json, "avatar");
    fake_add_text(json, "discriminator", found != NULL && found->bot ? "0001" : "0");
    fake_add_number(json, "public_flags", 0);
    fake_add_number(json, "flags", 0);
    fake_add_text(json, "global_name", found == NULL || found->bot ? NULL : found->name);
    fake_add_null(json, "primary_guild");
    if (found != NULL && found->bot) {
        fake_add_bool(json, "bot", true);
    }
    return json;
}

cJSON *dfake_member_json(const struct fake_discord *fake, const struct dfake_guild *guild,
                         const struct dfake_member *member, bool with_user)
{
    (void)guild;
    cJSON *json = cJSON_CreateObject();
    fake_add_null(json, "avatar");
    fake_add_null(json, "banner");
    if (member->timed_out_ms != 0) {
        fake_add_time(json, "communication_disabled_until", member->timed_out_ms);
    } else {
        fake_add_null(json, "communication_disabled_until");
    }
    fake_add_number(json, "flags", 0);
    fake_add_time(json, "joined_at", member->joined_ms);
    fake_add_text(json, "nick", member->nick[0] == '\0' ? NULL : member->nick);
    fake_add_bool(json, "pending", false);
    fake_add_null(json, "premium_since");
    cJSON *roles = fake_add_list(json, "roles");
    for (unsigned i = 0; i < member->role_count; i++) {
        fake_add_id(roles, NULL, member->roles[i]);
    }
    fake_add_bool(json, "mute", false);
    fake_add_bool(json, "deaf", false);
    if (with_user) {
        cJSON_AddItemToObject(json, "user", dfake_user_json(fake, member->user));
    }
    return json;
}

cJSON *dfake_role_json(const struct dfake_role *role)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", role->id);
    fake_add_text(json, "name", role->name);
    dfake_add_bits(json, "permissions", role->permissions);
    fake_add_number(json, "position", role->position);
    fake_add_number(json, "color", 0);
    cJSON *colors = fake_add_object(json, "colors");
    fake_add_number(colors, "primary_color", 0);
    fake_add_null(colors, "secondary_color");
    fake_add_null(colors, "tertiary_color");
    fake_add_bool(json, "hoist", false);
    fake_add_bool(json, "managed", false);
    fake_add_bool(json, "mentionable", false);
    fake_add_null(json, "icon");
    fake_add_null(json, "unicode_emoji");
    fake_add_number(json, "flags", 0);
    return json;
}

cJSON *dfake_thread_member_json(const struct dfake_channel *thread, uint64_t user)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", thread->id);
    fake_add_id(json, "user_id", user);
    fake_add_time(json, "join_timestamp", dfake_id_ms(thread->id));
    fake_add_number(json, "flags", 0);
    return json;
}

static void dfake_thread_parts(const struct fake_discord *fake, const struct dfake_channel *thread,
                               cJSON *json)
{
    fake_add_id(json, "parent_id", thread->parent);
    fake_add_id(json, "owner_id", thread->owner);
    fake_add_number(json, "rate_limit_per_user", thread->slow_s);
    fake_add_number(json, "message_count", thread->message_count);
    fake_add_number(json, "total_message_sent", thread->message_count);
    fake_add_number(json, "member_count", (int64_t)thread->members.count);
    cJSON *state = fake_add_object(json, "thread_metadata");
    fake_add_bool(state, "archived", thread->archived);
    fake_add_time(state, "archive_timestamp",
                  thread->archived_ms != 0 ? thread->archived_ms : dfake_id_ms(thread->id));
    fake_add_number(state, "auto_archive_duration", thread->auto_archive);
    fake_add_bool(state, "locked", thread->locked);
    fake_add_time(state, "create_timestamp", dfake_id_ms(thread->id));
    if (thread->type == FAKE_DISCORD_THREAD_PRIVATE) {
        fake_add_bool(state, "invitable", thread->invitable);
    }
    if (dfake_thread_has(thread, fake->bot)) {
        cJSON_AddItemToObject(json, "member", dfake_thread_member_json(thread, fake->bot));
    }
}

static void dfake_guild_channel_parts(const struct dfake_channel *channel, cJSON *json)
{
    fake_add_id(json, "parent_id", channel->parent);
    fake_add_number(json, "position", 0);
    fake_add_number(json, "rate_limit_per_user", channel->slow_s);
    fake_add_null(json, "topic");
    fake_add_bool(json, "nsfw", false);
    cJSON *overwrites = fake_add_list(json, "permission_overwrites");
    for (unsigned i = 0; i < channel->overwrite_count; i++) {
        const struct dfake_overwrite *overwrite = &channel->overwrites[i];
        cJSON *item = fake_add_object(overwrites, NULL);
        fake_add_id(item, "id", overwrite->id);
        fake_add_number(item, "type", overwrite->member ? 1 : 0);
        dfake_add_bits(item, "allow", overwrite->allow);
        dfake_add_bits(item, "deny", overwrite->deny);
    }
}

cJSON *dfake_channel_json(const struct fake_discord *fake, const struct dfake_channel *channel)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", channel->id);
    fake_add_number(json, "type", channel->type);
    fake_add_number(json, "flags", 0);
    fake_add_id(json, "last_message_id", channel->last_message);
    if (channel->guild == 0) {
        cJSON *people = fake_add_list(json, "recipients");
        cJSON_AddItemToArray(people, dfake_user_json(fake, channel->person));
        return json;
    }
    fake_add_id(json, "guild_id", channel->guild);
    fake_add_text(json, "name", channel->name);
    if (dfake_channel_is_thread(channel)) {
        dfake_thread_parts(fake, channel, json);
    } else {
        dfake_guild_channel_parts(channel, json);
    }
    return json;
}

static void dfake_guild_numbers(cJSON *json)
{
    static const char *const names[] = {"verification_level", "default_message_notifications",
                                        "mfa_level",          "explicit_content_filter",
                                        "premium_tier",       "premium_subscription_count",
                                        "nsfw_level",         "system_channel_flags"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fake_add_number(json, names[i], 0);
    }
    fake_add_number(json, "afk_timeout", 300);
    fake_add_number(json, "max_members", 500000);
    fake_add_number(json, "max_stage_video_channel_users", 50);
    fake_add_number(json, "max_video_channel_users", 25);
}

static void dfake_guild_nothings(cJSON *json)
{
    static const char *const names[] = {"icon",
                                        "description",
                                        "home_header",
                                        "splash",
                                        "discovery_splash",
                                        "banner",
                                        "application_id",
                                        "afk_channel_id",
                                        "system_channel_id",
                                        "widget_channel_id",
                                        "max_presences",
                                        "vanity_url_code",
                                        "rules_channel_id",
                                        "safety_alerts_channel_id",
                                        "public_updates_channel_id",
                                        "incidents_data"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fake_add_null(json, names[i]);
    }
}

cJSON *dfake_guild_json(const struct fake_discord *fake, const struct dfake_guild *guild)
{
    (void)fake;
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", guild->id);
    fake_add_text(json, "name", guild->name);
    fake_add_id(json, "owner_id", guild->owner);
    fake_add_text(json, "region", "deprecated");
    fake_add_text(json, "preferred_locale", "en-US");
    fake_add_bool(json, "widget_enabled", false);
    fake_add_bool(json, "premium_progress_bar_enabled", false);
    fake_add_bool(json, "nsfw", false);
    dfake_guild_numbers(json);
    dfake_guild_nothings(json);
    fake_add_list(json, "features");
    fake_add_list(json, "emojis");
    fake_add_list(json, "stickers");
    cJSON *roles = fake_add_list(json, "roles");
    for (size_t i = 0; i < guild->roles.count; i++) {
        cJSON_AddItemToArray(roles, dfake_role_json(guild->roles.items[i]));
    }
    return json;
}

cJSON *dfake_guild_create_json(const struct fake_discord *fake, const struct dfake_guild *guild)
{
    cJSON *json = dfake_guild_json(fake, guild);
    cJSON *channels = fake_add_list(json, "channels");
    cJSON *threads = fake_add_list(json, "threads");
    for (size_t i = 0; i < guild->channels.count; i++) {
        const struct dfake_channel *channel = guild->channels.items[i];
        if (!dfake_sees_channel(fake, fake->bot, channel)) {
            continue;
        }
        bool thread = dfake_channel_is_thread(channel);
        if (!thread || !channel->archived) {
            cJSON_AddItemToArray(thread ? threads : channels, dfake_channel_json(fake, channel));
        }
    }
    cJSON *members = fake_add_list(json, "members");
    const struct dfake_member *self = dfake_member_find(guild, fake->bot);
    if (self != NULL) {
        cJSON_AddItemToArray(members, dfake_member_json(fake, guild, self, true));
        fake_add_time(json, "joined_at", self->joined_ms);
    }
    fake_add_number(json, "member_count", (int64_t)guild->members.count);
    fake_add_bool(json, "large", guild->members.count > 50);
    fake_add_bool(json, "unavailable", false);
    fake_add_list(json, "presences");
    fake_add_list(json, "voice_states");
    fake_add_list(json, "stage_instances");
    fake_add_list(json, "guild_scheduled_events");
    fake_add_list(json, "soundboard_sounds");
    return json;
}
