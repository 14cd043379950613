/* Interactions: made from what a person does, told to the bot, and judged by the clock. */
#include "dfake_interaction.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dfake_interaction *dfake_interaction_find(const struct fake_discord *fake, uint64_t id)
{
    return fake_map_find(&fake->world.interactions, id);
}

struct dfake_interaction *dfake_interaction_of_token(const struct fake_discord *fake,
                                                     const char *token)
{
    char id[FAKE_ID_BYTES];
    size_t len = strspn(token, "0123456789");
    if (len == 0 || len >= sizeof id) {
        return NULL;
    }
    snprintf(id, sizeof id, "%.*s", (int)len, token);
    struct dfake_interaction *interaction = dfake_interaction_find(fake, fake_id_of(id));
    return interaction != NULL && strcmp(interaction->token, token) == 0 ? interaction : NULL;
}

static void dfake_interaction_token(struct fake_discord *fake,
                                    struct dfake_interaction *interaction)
{
    int len =
        snprintf(interaction->token, sizeof interaction->token, "%" PRIu64 "x", interaction->id);
    while ((size_t)len + 17 < sizeof interaction->token) {
        uint64_t part = dfake_chance(fake, UINT64_MAX);
        len += snprintf(interaction->token + len, sizeof interaction->token - (size_t)len,
                        "%016" PRIx64, part);
    }
}

/* Those whose token is long dead are forgotten. */
static void dfake_interactions_prune(struct fake_discord *fake)
{
    struct dfake_world *world = &fake->world;
    int64_t keep_ms = fake->knobs.token_ms * 2;
    while (world->first_interaction != NULL &&
           (dfake_id_ms(world->first_interaction->id) + keep_ms < fake->now_ms ||
            world->interactions.count > fake->knobs.messages_kept)) {
        struct dfake_interaction *gone = world->first_interaction;
        world->first_interaction = gone->newer;
        fake_map_remove(&world->interactions, gone->id);
        cJSON_Delete(gone->form);
        cJSON_Delete(gone->choices);
        free(gone);
    }
    if (world->first_interaction == NULL) {
        world->last_interaction = NULL;
    }
}

static struct dfake_interaction *dfake_interaction_keep(struct fake_discord *fake,
                                                        const struct dfake_interaction *as)
{
    struct dfake_world *world = &fake->world;
    dfake_interactions_prune(fake);
    struct dfake_interaction *interaction = fake_take(sizeof *interaction);
    *interaction = *as;
    interaction->id = dfake_id(fake);
    dfake_interaction_token(fake, interaction);
    fake_map_put(&world->interactions, interaction->id, interaction);
    *(world->last_interaction != NULL ? &world->last_interaction->newer
                                      : &world->first_interaction) = interaction;
    world->last_interaction = interaction;
    return interaction;
}

static void dfake_add_permissions(const struct fake_discord *fake, cJSON *json, const char *name,
                                  uint64_t user, const struct dfake_channel *channel)
{
    char bits[FAKE_ID_BYTES];
    snprintf(bits, sizeof bits, "%" PRIu64, dfake_permissions(fake, user, channel));
    fake_add_text(json, name, bits);
}

static void dfake_interaction_place(const struct fake_discord *fake, cJSON *json,
                                    const struct dfake_interaction *interaction)
{
    const struct dfake_channel *channel = dfake_channel_find(fake, interaction->channel);
    const struct dfake_guild *guild = dfake_guild_find(fake, interaction->guild);
    const struct dfake_user *user = dfake_user_find(fake, interaction->user);
    fake_add_id(json, "channel_id", channel->id);
    cJSON_AddItemToObject(json, "channel", dfake_channel_json(fake, channel));
    dfake_add_permissions(fake, json, "app_permissions", fake->bot, channel);
    fake_add_text(json, "locale", user->locale);
    cJSON *owners = fake_add_object(json, "authorizing_integration_owners");
    if (guild == NULL) {
        fake_add_number(json, "context", 1);
        fake_add_text(owners, "0", "0");
        cJSON_AddItemToObject(json, "user", dfake_user_json(fake, user->id));
        return;
    }
    fake_add_number(json, "context", 0);
    fake_add_id(owners, "0", guild->id);
    fake_add_id(json, "guild_id", guild->id);
    fake_add_text(json, "guild_locale", "en-US");
    cJSON *brief = fake_add_object(json, "guild");
    fake_add_id(brief, "id", guild->id);
    fake_add_text(brief, "locale", "en-US");
    fake_add_list(brief, "features");
    cJSON *member = dfake_member_json(fake, guild, dfake_member_find(guild, user->id), true);
    dfake_add_permissions(fake, member, "permissions", user->id, channel);
    cJSON_AddItemToObject(json, "member", member);
}

uint64_t dfake_interaction_send(struct fake_discord *fake, const struct dfake_interaction *as,
                                cJSON *data)
{
    struct dfake_interaction *interaction = dfake_interaction_keep(fake, as);
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "version", 1);
    fake_add_number(json, "type", interaction->type);
    fake_add_text(json, "token", interaction->token);
    fake_add_id(json, "id", interaction->id);
    fake_add_id(json, "application_id", fake->bot);
    fake_add_list(json, "entitlements");
    fake_add_number(json, "attachment_size_limit", (int64_t)10 * 1024 * 1024);
    cJSON_AddItemToObject(json, "data", data);
    dfake_interaction_place(fake, json, interaction);
    const struct dfake_message *source = fake_map_find(&fake->world.messages, as->source);
    if (source != NULL) {
        cJSON_AddItemToObject(json, "message",
                              cJSON_ParseWithLength(source->json->bytes, source->json->len));
    }
    if (fake->endpoint[0] != '\0') {
        struct fake_text *text = fake_text_json(json);
        fake_list_add(&fake->posts, text);
        return interaction->id;
    }
    dfake_event(fake, interaction->guild, 0, "INTERACTION_CREATE", json);
    return interaction->id;
}

cJSON *dfake_interaction_metadata(const struct fake_discord *fake,
                                  const struct dfake_interaction *interaction)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_id(json, "id", interaction->id);
    fake_add_number(json, "type", interaction->type);
    cJSON_AddItemToObject(json, "user", dfake_user_json(fake, interaction->user));
    cJSON *owners = fake_add_object(json, "authorizing_integration_owners");
    if (interaction->guild != 0) {
        fake_add_id(owners, "0", interaction->guild);
    } else {
        fake_add_text(owners, "0", "0");
    }
    if (interaction->type == DFAKE_COMPONENT_USED) {
        fake_add_id(json, "interacted_message_id", interaction->source);
    }
    if (interaction->type == DFAKE_FORM_SENT) {
        cJSON *cause = fake_add_object(json, "triggering_interaction_metadata");
        fake_add_id(cause, "id", interaction->id);
        fake_add_number(cause, "type", DFAKE_COMMAND_RUN);
        cJSON_AddItemToObject(cause, "authorizing_integration_owners",
                              cJSON_Duplicate(owners, true));
        if (interaction->source != 0) {
            fake_put(cause, "type", cJSON_CreateNumber(DFAKE_COMPONENT_USED));
            fake_add_id(cause, "interacted_message_id", interaction->source);
        }
    }
    return json;
}

static const char *dfake_state_name(const struct fake_discord *fake,
                                    const struct dfake_interaction *interaction)
{
    if (interaction->state == DFAKE_ANSWERED) {
        return "answered";
    }
    bool late = dfake_id_ms(interaction->id) + fake->knobs.answer_ms < fake->now_ms;
    return interaction->state == DFAKE_FAILED || late ? "failed" : "waiting";
}

char *fake_discord_outcome(const struct fake_discord *fake, uint64_t interaction)
{
    const struct dfake_interaction *found = dfake_interaction_find(fake, interaction);
    if (found == NULL) {
        return NULL;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "state", dfake_state_name(fake, found));
    fake_add_number(json, "type", found->answer);
    fake_add_number(json, "at_ms", found->answered_ms);
    fake_add_number(json, "took_ms", found->answered_ms - dfake_id_ms(found->id));
    fake_add_bool(json, "ephemeral", found->ephemeral);
    fake_add_bool(json, "deferred", found->deferred);
    fake_add_id(json, "message", found->original);
    fake_add_text(json, "token", found->token);
    if (found->choices != NULL) {
        cJSON_AddItemToObject(json, "choices", cJSON_Duplicate(found->choices, true));
    }
    if (found->form != NULL) {
        cJSON_AddItemToObject(json, "modal", cJSON_Duplicate(found->form, true));
    }
    struct fake_text *text = fake_text_json(json);
    char *copy = fake_copy(text->bytes, text->len);
    fake_text_drop(&text);
    return copy;
}
