/* Routes by which interactions are answered: the callback, and the webhook of their token. */
#include "dfake_handlers.h"
#include "dfake_interaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DFAKE_REPLY = 4,
    DFAKE_DEFER = 5,
    DFAKE_DEFER_UPDATE = 6,
    DFAKE_UPDATE = 7,
    DFAKE_CHOICES = 8,
    DFAKE_FORM = 9,
    DFAKE_REPLY_TYPE = 20 /* of a message that answers a command */
};

static bool dfake_answer_fits(const struct dfake_interaction *interaction, int64_t type)
{
    int asked = interaction->type;
    bool on_message = interaction->source != 0;
    switch (type) {
    case DFAKE_REPLY:
    case DFAKE_DEFER:
        return asked != DFAKE_BEING_TYPED;
    case DFAKE_DEFER_UPDATE:
    case DFAKE_UPDATE:
        return asked == DFAKE_COMPONENT_USED || (asked == DFAKE_FORM_SENT && on_message);
    case DFAKE_CHOICES:
        return asked == DFAKE_BEING_TYPED;
    case DFAKE_FORM:
        return asked == DFAKE_COMMAND_RUN || asked == DFAKE_COMPONENT_USED;
    default:
        return false;
    }
}

/* A message that answers: shown to all, or to the person alone. */
static struct dfake_message *dfake_answer_post(struct dfake_call *call,
                                               struct dfake_interaction *interaction,
                                               const cJSON *data, bool ephemeral, bool loading)
{
    struct fake_discord *fake = call->fake;
    struct dfake_message as = {
        .id = dfake_id(fake),
        .channel = interaction->channel,
        .author = fake->bot,
        .seer = ephemeral ? interaction->user : 0,
        .interaction = interaction->id,
        .loading = loading,
    };
    int type = interaction->type == DFAKE_COMMAND_RUN ? DFAKE_REPLY_TYPE : 0;
    cJSON *json = dfake_build_empty(fake, &as, type);
    fake_add_id(json, "application_id", fake->bot);
    fake_add_id(json, "webhook_id", fake->bot);
    cJSON_AddItemToObject(json, "interaction_metadata",
                          dfake_interaction_metadata(fake, interaction));
    if (data != NULL) {
        dfake_build_fill(call, json, data, true);
    }
    int64_t flags = fake_get_number(json, "flags", 0) & ~(int64_t)DFAKE_FLAG_EPHEMERAL;
    flags |= (ephemeral ? DFAKE_FLAG_EPHEMERAL : 0) | (loading ? DFAKE_FLAG_LOADING : 0);
    fake_put(json, "flags", cJSON_CreateNumber((double)flags));
    return dfake_message_put(fake, &as, json);
}

static bool dfake_flag(const cJSON *data, int64_t flag)
{
    return (fake_get_number(data, "flags", 0) & flag) != 0;
}

static bool dfake_answer_blocked(struct dfake_call *call,
                                 const struct dfake_interaction *interaction, const cJSON *data)
{
    const struct dfake_channel *channel = dfake_channel_find(call->fake, interaction->channel);
    if (channel == NULL) {
        dfake_error(call, 10003);
        return true;
    }
    if (!dfake_flag(data, DFAKE_FLAG_EPHEMERAL) && dfake_shape_blocked(call->fake, channel, data)) {
        dfake_error(call, 200000);
        return true;
    }
    return false;
}

static bool dfake_answer_reply(struct dfake_call *call, struct dfake_interaction *interaction,
                               const cJSON *data)
{
    if (!dfake_shape_message(call, data, false) || dfake_answer_blocked(call, interaction, data)) {
        return false;
    }
    interaction->ephemeral = dfake_flag(data, DFAKE_FLAG_EPHEMERAL);
    interaction->original =
        dfake_answer_post(call, interaction, data, interaction->ephemeral, false)->id;
    return true;
}

static bool dfake_answer_update(struct dfake_call *call, struct dfake_interaction *interaction,
                                const cJSON *data)
{
    struct dfake_message *message = dfake_message_find(call->fake, interaction->source);
    if (message == NULL) {
        dfake_error(call, 10008);
        return false;
    }
    if (!dfake_shape_message(call, data, true) || dfake_answer_blocked(call, interaction, data)) {
        return false;
    }
    cJSON *json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
    dfake_build_edit(call, json, data, true);
    dfake_message_change(call->fake, message, json);
    interaction->original = message->id;
    interaction->ephemeral = message->seer != 0;
    return true;
}

static bool dfake_answer_choices(struct dfake_call *call, struct dfake_interaction *interaction,
                                 const cJSON *data)
{
    const cJSON *choices = fake_get(data, "choices");
    if (!cJSON_IsArray(choices) || cJSON_GetArraySize(choices) > 25) {
        dfake_error_field(call, "data.choices", "BASE_TYPE_BAD_LENGTH");
        return false;
    }
    const cJSON *choice = NULL;
    cJSON_ArrayForEach(choice, choices)
    {
        const char *name = fake_get_text(choice, "name");
        if (name == NULL || *name == '\0' || fake_get(choice, "value") == NULL) {
            dfake_error_field(call, "data.choices.0.name", "BASE_TYPE_REQUIRED");
            return false;
        }
        if (dfake_shape_text(call, choice, "data.choices.0", "name", 100) ||
            (cJSON_IsString(fake_get(choice, "value")) &&
             dfake_shape_text(call, choice, "data.choices.0", "value", 100))) {
            return false;
        }
    }
    interaction->choices = cJSON_Duplicate(choices, true);
    dfake_sight_private(call->fake, interaction->user, "choices", interaction->channel, choices);
    return true;
}

static bool dfake_answer_form(struct dfake_call *call, struct dfake_interaction *interaction,
                              const cJSON *data)
{
    const char *title = fake_get_text(data, "title");
    const char *id = fake_get_text(data, "custom_id");
    const cJSON *components = fake_get(data, "components");
    int count = cJSON_GetArraySize(components);
    if (title == NULL || fake_length(title) < 1 || fake_length(title) > 45) {
        dfake_error_field(call, "data.title", "BASE_TYPE_BAD_LENGTH");
    } else if (id == NULL || fake_length(id) < 1 || fake_length(id) > 100) {
        dfake_error_field(call, "data.custom_id", "BASE_TYPE_BAD_LENGTH");
    } else if (count < 1 || count > 5) {
        dfake_error_field(call, "data.components", "BASE_TYPE_BAD_LENGTH");
    } else if (dfake_shape_components(call, components, "data.components", true, false)) {
        interaction->form = cJSON_Duplicate(data, true);
        dfake_user_find(call->fake, interaction->user)->form = interaction->id;
        dfake_sight_private(call->fake, interaction->user, "modal", interaction->channel, data);
        return true;
    }
    return false;
}

static bool dfake_answer_take(struct dfake_call *call, struct dfake_interaction *interaction,
                              int64_t type, const cJSON *data)
{
    switch (type) {
    case DFAKE_REPLY:
        return dfake_answer_reply(call, interaction, data);
    case DFAKE_DEFER:
        interaction->deferred = true;
        interaction->ephemeral = dfake_flag(data, DFAKE_FLAG_EPHEMERAL);
        interaction->original =
            dfake_answer_post(call, interaction, NULL, interaction->ephemeral, true)->id;
        return true;
    case DFAKE_DEFER_UPDATE:
        interaction->original = interaction->source;
        return true;
    case DFAKE_UPDATE:
        return dfake_answer_update(call, interaction, data);
    case DFAKE_CHOICES:
        return dfake_answer_choices(call, interaction, data);
    default:
        return dfake_answer_form(call, interaction, data);
    }
}

/* What with_response wants to know. */
static void dfake_answer_tell(struct dfake_call *call, const struct dfake_interaction *interaction)
{
    char text[8];
    if (!dfake_query(call, "with_response", text, sizeof text) ||
        (strcmp(text, "true") != 0 && strcmp(text, "True") != 0 && strcmp(text, "1") != 0)) {
        dfake_answer_empty(call);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON *about = fake_add_object(json, "interaction");
    fake_add_id(about, "id", interaction->id);
    fake_add_number(about, "type", interaction->type);
    const struct dfake_message *message = dfake_message_find(call->fake, interaction->original);
    if (message != NULL && (interaction->answer == DFAKE_REPLY || interaction->deferred)) {
        fake_add_id(about, "response_message_id", message->id);
        fake_add_bool(about, "response_message_loading", message->loading);
        fake_add_bool(about, "response_message_ephemeral", message->seer != 0);
    }
    if (message != NULL &&
        (interaction->answer == DFAKE_REPLY || interaction->answer == DFAKE_UPDATE)) {
        cJSON *resource = fake_add_object(json, "resource");
        fake_add_number(resource, "type", interaction->answer);
        cJSON_AddItemToObject(resource, "message",
                              cJSON_ParseWithLength(message->json->bytes, message->json->len));
    }
    dfake_answer_json(call, 200, json);
}

void dfake_callback(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_interaction *interaction = dfake_interaction_of_token(fake, call->values[1]);
    if (interaction == NULL || interaction->id != fake_id_of(call->values[0])) {
        dfake_error(call, 10062);
        return;
    }
    if (interaction->state == DFAKE_ANSWERED) {
        fake->counts.double_answers++;
        dfake_error(call, 40060);
        return;
    }
    if (dfake_id_ms(interaction->id) + fake->knobs.answer_ms < fake->now_ms) {
        interaction->state = DFAKE_FAILED;
        fake->counts.late_answers++;
        dfake_error(call, 10062);
        return;
    }
    int64_t type = fake_get_number(call->body, "type", 0);
    if (!dfake_answer_fits(interaction, type)) {
        dfake_error_field(call, "type", "INTERACTION_CALLBACK_TYPE_INVALID");
        return;
    }
    if (dfake_answer_take(call, interaction, type, fake_get(call->body, "data"))) {
        interaction->state = DFAKE_ANSWERED;
        interaction->answer = (int)type;
        interaction->answered_ms = fake->now_ms;
        dfake_answer_tell(call, interaction);
    }
}

/* The interaction of the token in the path, answered and alive; NULL: an error is the answer. */
static struct dfake_interaction *dfake_call_interaction(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    struct dfake_interaction *interaction = dfake_interaction_of_token(fake, call->values[1]);
    if (interaction == NULL || fake_id_of(call->values[0]) != fake->bot ||
        interaction->state != DFAKE_ANSWERED) {
        dfake_error(call, 10015);
        return NULL;
    }
    if (dfake_id_ms(interaction->id) + fake->knobs.token_ms <= fake->now_ms) {
        dfake_error(call, 50027);
        return NULL;
    }
    return interaction;
}

static struct dfake_message *dfake_answer_message(struct dfake_call *call,
                                                  const struct dfake_interaction *interaction)
{
    const char *which = call->values[2];
    uint64_t id = strcmp(which, "@original") == 0 ? interaction->original : fake_id_of(which);
    struct dfake_message *message = dfake_message_find(call->fake, id);
    if (message == NULL ||
        (message->interaction != interaction->id && message->id != interaction->original)) {
        dfake_error(call, 10008);
        return NULL;
    }
    return message;
}

void dfake_follow_up(struct dfake_call *call)
{
    struct dfake_interaction *interaction = dfake_call_interaction(call);
    if (interaction == NULL || !dfake_shape_message(call, call->body, false) ||
        dfake_answer_blocked(call, interaction, call->body)) {
        return;
    }
    struct dfake_message *message = dfake_message_find(call->fake, interaction->original);
    if (message != NULL && message->loading) {
        /* The first one after a deferral fills that message, and is seen by whom it was. */
        cJSON *json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
        dfake_build_edit(call, json, call->body, true);
        dfake_message_change(call->fake, message, json);
    } else {
        bool ephemeral = dfake_flag(call->body, DFAKE_FLAG_EPHEMERAL);
        message = dfake_answer_post(call, interaction, call->body, ephemeral, false);
    }
    dfake_answer_text(call, 200, message->json->bytes, message->json->len);
}

void dfake_get_answer(struct dfake_call *call)
{
    const struct dfake_interaction *interaction = dfake_call_interaction(call);
    const struct dfake_message *message =
        interaction == NULL ? NULL : dfake_answer_message(call, interaction);
    if (message != NULL) {
        dfake_answer_text(call, 200, message->json->bytes, message->json->len);
    }
}

void dfake_edit_answer(struct dfake_call *call)
{
    const struct dfake_interaction *interaction = dfake_call_interaction(call);
    struct dfake_message *message =
        interaction == NULL ? NULL : dfake_answer_message(call, interaction);
    if (message == NULL || !dfake_shape_message(call, call->body, true)) {
        return;
    }
    call->fake->counts.edits_of_sight += dfake_flag(call->body, DFAKE_FLAG_EPHEMERAL);
    if (message->seer == 0 && dfake_answer_blocked(call, interaction, call->body)) {
        return;
    }
    cJSON *json = cJSON_ParseWithLength(message->json->bytes, message->json->len);
    dfake_build_edit(call, json, call->body, true);
    dfake_message_change(call->fake, message, json);
    dfake_answer_text(call, 200, message->json->bytes, message->json->len);
}

void dfake_delete_answer(struct dfake_call *call)
{
    const struct dfake_interaction *interaction = dfake_call_interaction(call);
    struct dfake_message *message =
        interaction == NULL ? NULL : dfake_answer_message(call, interaction);
    if (message != NULL) {
        dfake_message_delete(call->fake, message, true);
        dfake_answer_empty(call);
    }
}
