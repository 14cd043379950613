/* What people do with commands, buttons, menus and forms, as their client would let them. */
#include "dfake_interaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_LINE_BYTES = 160, DFAKE_STEPS_MAX = 3 };

/* May this person act there at all? */
static struct dfake_channel *dfake_act_place(struct fake_discord *fake, uint64_t user,
                                             uint64_t channel)
{
    struct dfake_channel *found = dfake_channel_find(fake, channel);
    if (found == NULL || dfake_user_find(fake, user) == NULL) {
        dfake_no(fake, "there is no such person or channel");
        return NULL;
    }
    const struct dfake_guild *guild = dfake_guild_find(fake, found->guild);
    if (!dfake_sees_channel(fake, user, found)) {
        dfake_no(fake, "they do not see the channel");
        return NULL;
    }
    if (guild != NULL && (!guild->bot_in || guild->out)) {
        dfake_no(fake, "the bot is not in the guild");
        return NULL;
    }
    if (found->archived) {
        dfake_no(fake, "the thread is archived");
        return NULL;
    }
    return found;
}

/* "table open": the command and the options inside of which the rest is. */
struct dfake_line {
    char text[DFAKE_LINE_BYTES];
    const char *steps[DFAKE_STEPS_MAX];
    unsigned count;
};

static void dfake_line_read(struct dfake_line *line, const char *command)
{
    memset(line, 0, sizeof *line);
    fake_name(line->text, sizeof line->text, *command == '/' ? command + 1 : command);
    char *rest = NULL;
    for (char *step = strtok_r(line->text, " ", &rest);
         step != NULL && line->count < DFAKE_STEPS_MAX; step = strtok_r(NULL, " ", &rest)) {
        line->steps[line->count++] = step;
    }
}

static const cJSON *dfake_option_named(const cJSON *owner, const char *name)
{
    const cJSON *option = NULL;
    cJSON_ArrayForEach(option, fake_get(owner, "options"))
    {
        if (strcmp(fake_get_text(option, "name"), name) == 0) {
            return option;
        }
    }
    return NULL;
}

/* Adds a person, with what Discord tells of them, to the resolved ones. */
static void dfake_resolve(const struct fake_discord *fake, cJSON *data, uint64_t guild,
                          int64_t type, uint64_t id)
{
    char key[FAKE_ID_BYTES];
    snprintf(key, sizeof key, "%" PRIu64, id);
    cJSON *resolved = fake_get(data, "resolved");
    if (resolved == NULL) {
        resolved = fake_add_object(data, "resolved");
    }
    const char *kind = type == 7 ? "channels" : type == 8 ? "roles" : "users";
    cJSON *map = fake_get(resolved, kind);
    if (map == NULL) {
        map = fake_add_object(resolved, kind);
    }
    const struct dfake_guild *in = dfake_guild_find(fake, guild);
    if (type == 7) {
        const struct dfake_channel *channel = dfake_channel_find(fake, id);
        fake_put(map, key,
                 channel == NULL ? cJSON_CreateObject() : dfake_channel_json(fake, channel));
        return;
    }
    if (type == 8) {
        const struct dfake_role *role = dfake_role_find(in, id);
        fake_put(map, key, role == NULL ? cJSON_CreateObject() : dfake_role_json(role));
        return;
    }
    fake_put(map, key, dfake_user_json(fake, id));
    const struct dfake_member *member = dfake_member_find(in, id);
    if (member != NULL) {
        cJSON *members = fake_get(resolved, "members");
        if (members == NULL) {
            members = fake_add_object(resolved, "members");
        }
        cJSON *json = dfake_member_json(fake, in, member, false);
        cJSON_DeleteItemFromObjectCaseSensitive(json, "mute");
        cJSON_DeleteItemFromObjectCaseSensitive(json, "deaf");
        fake_add_text(json, "permissions", "0");
        fake_put(members, key, json);
    }
}

static bool dfake_choice_is_there(const cJSON *option, const cJSON *value)
{
    const cJSON *choices = fake_get(option, "choices");
    const cJSON *choice = NULL;
    cJSON_ArrayForEach(choice, choices)
    {
        if (cJSON_Compare(fake_get(choice, "value"), value, true)) {
            return true;
        }
    }
    return cJSON_GetArraySize(choices) == 0;
}

static bool dfake_value_fits(int64_t type, const cJSON *value)
{
    switch (type) {
    case 4:
    case 10:
        return cJSON_IsNumber(value);
    case 5:
        return cJSON_IsBool(value);
    default:
        return cJSON_IsString(value);
    }
}

/* The options as sent: those given, of the types that the command says. */
static bool dfake_args(struct fake_discord *fake, cJSON *data, cJSON *options, const cJSON *owner,
                       const cJSON *args, const char *focused)
{
    const cJSON *value = NULL;
    cJSON_ArrayForEach(value, args)
    {
        const cJSON *option = dfake_option_named(owner, value->string);
        int64_t type = fake_get_number(option, "type", 0);
        bool typing = focused != NULL && strcmp(focused, value->string) == 0;
        if (option == NULL) {
            return dfake_no(fake, "the command has no such option");
        }
        if (!typing && (!dfake_value_fits(type, value) || !dfake_choice_is_there(option, value))) {
            return dfake_no(fake, "the option does not take this value");
        }
        cJSON *sent = fake_add_object(options, NULL);
        fake_add_text(sent, "name", value->string);
        fake_add_number(sent, "type", type);
        cJSON_AddItemToObject(sent, "value", cJSON_Duplicate(value, true));
        if (typing) {
            fake_add_bool(sent, "focused", true);
        } else if (type >= 6 && type <= 9) {
            uint64_t guild = (uint64_t)fake_get_id(data, "guild_id");
            dfake_resolve(fake, data, guild, type, fake_id_of(value->valuestring));
        }
    }
    const cJSON *option = NULL;
    cJSON_ArrayForEach(option, fake_get(owner, "options"))
    {
        if (focused == NULL && fake_get_true(option, "required") &&
            fake_get(args, fake_get_text(option, "name")) == NULL) {
            return dfake_no(fake, "a required option is missing");
        }
    }
    return true;
}

static bool dfake_may_use(struct fake_discord *fake, uint64_t user,
                          const struct dfake_channel *channel, const cJSON *command)
{
    const char *needs = fake_get_text(command, "default_member_permissions");
    uint64_t may = dfake_permissions(fake, user, channel);
    if (channel->guild == 0) {
        return true;
    }
    if ((may & DFAKE_MAY_COMMAND) == 0) {
        return dfake_no(fake, "they may not use commands here");
    }
    if (needs != NULL) {
        uint64_t bits = strtoull(needs, NULL, 10);
        if (bits == 0 ? may != DFAKE_MAY_ALL : (may & bits) != bits) {
            return dfake_no(fake, "the command is not for them");
        }
    }
    return true;
}

/* Goes into subcommands; where the options of the innermost go, or NULL. */
static cJSON *dfake_line_enter(struct fake_discord *fake, const struct dfake_line *line,
                               cJSON *data, const cJSON **owner)
{
    cJSON *options = fake_add_list(data, "options");
    for (unsigned i = 1; i < line->count; i++) {
        *owner = dfake_option_named(*owner, line->steps[i]);
        int64_t type = fake_get_number(*owner, "type", 0);
        if (type != 1 && type != 2) {
            dfake_no(fake, "there is no such subcommand");
            return NULL;
        }
        cJSON *inner = fake_add_object(options, NULL);
        fake_add_text(inner, "name", line->steps[i]);
        fake_add_number(inner, "type", type);
        options = fake_add_list(inner, "options");
    }
    const cJSON *first =
        fake_get(*owner, "options") == NULL ? NULL : fake_get(*owner, "options")->child;
    int64_t type = fake_get_number(first, "type", 0);
    if (type == 1 || type == 2) {
        dfake_no(fake, "the command needs a subcommand");
        return NULL;
    }
    return options;
}

static uint64_t dfake_command_sent(struct fake_discord *fake, const struct dfake_interaction *as,
                                   const char *text, const char *args, const char *focused)
{
    struct dfake_line line;
    dfake_line_read(&line, text);
    const struct dfake_channel *channel = dfake_act_place(fake, as->user, as->channel);
    const cJSON *command = channel == NULL || line.count == 0
                               ? NULL
                               : dfake_command_find(fake, channel->guild, line.steps[0], 1);
    if (command == NULL) {
        return channel == NULL ? 0 : dfake_no(fake, "there is no such command here");
    }
    if (!dfake_may_use(fake, as->user, channel, command)) {
        return 0;
    }
    cJSON *given = args == NULL ? cJSON_CreateObject() : cJSON_ParseWithLength(args, strlen(args));
    cJSON *data = cJSON_CreateObject();
    const cJSON *owner = command;
    fake_add_id(data, "id", fake_get_id(command, "id"));
    fake_add_text(data, "name", line.steps[0]);
    fake_add_number(data, "type", 1);
    if (channel->guild != 0) {
        fake_add_id(data, "guild_id", channel->guild);
    }
    cJSON *options = dfake_line_enter(fake, &line, data, &owner);
    bool sound =
        options != NULL && given != NULL && dfake_args(fake, data, options, owner, given, focused);
    cJSON_Delete(given);
    if (!sound) {
        cJSON_Delete(data);
        return 0;
    }
    if (fake_get_id(command, "guild_id") == 0) {
        cJSON_DeleteItemFromObjectCaseSensitive(data, "guild_id");
    }
    struct dfake_interaction sent = *as;
    sent.guild = channel->guild;
    fake_name(sent.name, sizeof sent.name, line.steps[0]);
    return dfake_interaction_send(fake, &sent, data);
}

uint64_t fake_discord_slash(struct fake_discord *fake, uint64_t user, uint64_t channel,
                            const char *command, const char *args)
{
    struct dfake_interaction as = {.type = DFAKE_COMMAND_RUN, .user = user, .channel = channel};
    return dfake_command_sent(fake, &as, command, args, NULL);
}

uint64_t fake_discord_menu(struct fake_discord *fake, uint64_t user, uint64_t message,
                           const char *command)
{
    enum { MENU_OF_MESSAGE = 3 };
    const struct dfake_message *found = dfake_message_find(fake, message);
    if (found == NULL || !dfake_message_visible(fake, user, found)) {
        return dfake_no(fake, "they do not see the message");
    }
    const struct dfake_channel *channel = dfake_act_place(fake, user, found->channel);
    const cJSON *known =
        channel == NULL ? NULL : dfake_command_find(fake, channel->guild, command, MENU_OF_MESSAGE);
    if (known == NULL || !dfake_may_use(fake, user, channel, known)) {
        return known != NULL || channel == NULL ? 0 : dfake_no(fake, "there is no such command");
    }
    cJSON *data = cJSON_CreateObject();
    char id[FAKE_ID_BYTES];
    fake_add_id(data, "id", fake_get_id(known, "id"));
    fake_add_text(data, "name", command);
    fake_add_number(data, "type", MENU_OF_MESSAGE);
    fake_add_id(data, "target_id", message);
    cJSON *messages = fake_add_object(fake_add_object(data, "resolved"), "messages");
    snprintf(id, sizeof id, "%" PRIu64, message);
    cJSON_AddItemToObject(messages, id,
                          cJSON_ParseWithLength(found->json->bytes, found->json->len));
    struct dfake_interaction as = {
        .type = DFAKE_COMMAND_RUN, .user = user, .channel = channel->id, .guild = channel->guild};
    fake_name(as.name, sizeof as.name, command);
    return dfake_interaction_send(fake, &as, data);
}

uint64_t fake_discord_complete(struct fake_discord *fake, uint64_t user, uint64_t channel,
                               const char *command, const char *args, const char *focused)
{
    struct dfake_interaction as = {.type = DFAKE_BEING_TYPED, .user = user, .channel = channel};
    return dfake_command_sent(fake, &as, command, args, focused);
}

/* The component with this custom_id, however deep. */
static const cJSON *dfake_component_find(const cJSON *list, const char *custom_id)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *id = fake_get_text(item, "custom_id");
        if (id != NULL && strcmp(id, custom_id) == 0) {
            return item;
        }
        const cJSON *inner = dfake_component_find(fake_get(item, "components"), custom_id);
        if (inner == NULL && cJSON_IsObject(fake_get(item, "component"))) {
            const cJSON *child = fake_get(item, "component");
            const char *name = fake_get_text(child, "custom_id");
            inner = name != NULL && strcmp(name, custom_id) == 0 ? child : NULL;
        }
        if (inner != NULL) {
            return inner;
        }
    }
    return NULL;
}

static bool dfake_values_fit(struct fake_discord *fake, const cJSON *component, const cJSON *values)
{
    int count = cJSON_GetArraySize(values);
    if (count < fake_get_number(component, "min_values", 1) ||
        count > fake_get_number(component, "max_values", 1)) {
        return dfake_no(fake, "too few or too many values");
    }
    const cJSON *value = NULL;
    cJSON_ArrayForEach(value, values)
    {
        bool there = fake_get_number(component, "type", 0) != 3;
        const cJSON *option = NULL;
        cJSON_ArrayForEach(option, fake_get(component, "options"))
        {
            there = there || (cJSON_IsString(value) &&
                              strcmp(fake_get_text(option, "value"), value->valuestring) == 0);
        }
        if (!there) {
            return dfake_no(fake, "the menu has no such value");
        }
    }
    return true;
}

static cJSON *dfake_press_data(struct fake_discord *fake, const cJSON *component,
                               const char *custom_id, const char *values, uint64_t guild)
{
    int64_t type = fake_get_number(component, "type", 0);
    cJSON *chosen = values == NULL ? NULL : cJSON_ParseWithLength(values, strlen(values));
    if (type != 2 && (chosen == NULL || !dfake_values_fit(fake, component, chosen))) {
        cJSON_Delete(chosen);
        return NULL;
    }
    cJSON *data = cJSON_CreateObject();
    fake_add_text(data, "custom_id", custom_id);
    fake_add_number(data, "component_type", type);
    fake_add_number(data, "id", fake_get_number(component, "id", 0));
    if (type == 2) {
        cJSON_Delete(chosen);
        return data;
    }
    cJSON_AddItemToObject(data, "values", chosen);
    const cJSON *value = NULL;
    cJSON_ArrayForEach(value, chosen)
    {
        if (type >= 5) {
            dfake_resolve(fake, data, guild,
                          type == 8   ? 7
                          : type == 6 ? 8
                                      : 6,
                          fake_id_of(value->valuestring));
        }
    }
    return data;
}

uint64_t fake_discord_press(struct fake_discord *fake, uint64_t user, uint64_t message,
                            const char *custom_id, const char *values)
{
    const struct dfake_message *found = dfake_message_find(fake, message);
    if (found == NULL || !dfake_message_visible(fake, user, found)) {
        return dfake_no(fake, "they do not see the message");
    }
    const struct dfake_channel *channel = dfake_act_place(fake, user, found->channel);
    if (channel == NULL) {
        return 0;
    }
    cJSON *json = cJSON_ParseWithLength(found->json->bytes, found->json->len);
    const cJSON *component = dfake_component_find(fake_get(json, "components"), custom_id);
    uint64_t sent = 0;
    if (component == NULL || fake_get_true(component, "disabled")) {
        dfake_no(fake, component == NULL ? "there is no such control" : "it is disabled");
    } else {
        cJSON *data = dfake_press_data(fake, component, custom_id, values, channel->guild);
        struct dfake_interaction as = {.type = DFAKE_COMPONENT_USED,
                                       .user = user,
                                       .channel = channel->id,
                                       .guild = channel->guild,
                                       .source = message};
        sent = data == NULL ? 0 : dfake_interaction_send(fake, &as, data);
    }
    cJSON_Delete(json);
    return sent;
}

/* The newest of the bot's that somebody sees in a channel; 0: none. */
static uint64_t dfake_newest_own(const struct fake_discord *fake, uint64_t user,
                                 const struct dfake_channel *channel)
{
    const struct dfake_message *message = channel->last;
    while (message != NULL &&
           (message->author != fake->bot || !dfake_message_visible(fake, user, message))) {
        message = message->before;
    }
    return message == NULL ? 0 : message->id;
}

uint64_t fake_discord_forge(struct fake_discord *fake, uint64_t user,
                            const struct fake_discord_forged *forged)
{
    enum { BUTTON = 2, MENU = 3 };
    const struct dfake_channel *channel = dfake_act_place(fake, user, forged->channel);
    if (channel == NULL) {
        return 0;
    }
    cJSON *data = cJSON_CreateObject();
    fake_add_text(data, "custom_id", forged->custom_id);
    fake_add_number(data, "component_type", forged->values == NULL ? BUTTON : MENU);
    fake_add_number(data, "id", 2);
    if (forged->values != NULL) {
        cJSON_AddItemToObject(data, "values",
                              cJSON_ParseWithLength(forged->values, strlen(forged->values)));
    }
    uint64_t own = dfake_newest_own(fake, user, channel);
    struct dfake_interaction as = {.type = DFAKE_COMPONENT_USED,
                                   .user = user,
                                   .channel = channel->id,
                                   .guild = channel->guild,
                                   .source = forged->message != 0 ? forged->message : own};
    return dfake_interaction_send(fake, &as, data);
}

static bool dfake_field_fits(struct fake_discord *fake, const cJSON *component, const cJSON *value)
{
    int64_t type = fake_get_number(component, "type", 0);
    const cJSON *required = fake_get(component, "required");
    if (value == NULL || (cJSON_IsString(value) && value->valuestring[0] == '\0')) {
        return cJSON_IsFalse(required) ||
               dfake_no(fake, "a field of the form that is required is empty");
    }
    if (type != 4) {
        return type != 3 || dfake_values_fit(fake, component, value);
    }
    int64_t length = cJSON_IsString(value) ? (int64_t)fake_length(value->valuestring) : -1;
    if (length < fake_get_number(component, "min_length", 0) ||
        length > fake_get_number(component, "max_length", 4000)) {
        return dfake_no(fake, "a field of the form is too short or too long");
    }
    return true;
}

static cJSON *dfake_field_sent(struct fake_discord *fake, const cJSON *component,
                               const cJSON *fields)
{
    int64_t type = fake_get_number(component, "type", 0);
    const char *id = fake_get_text(component, "custom_id");
    const cJSON *value = id == NULL ? NULL : fake_get(fields, id);
    if (id == NULL || !dfake_field_fits(fake, component, value)) {
        return NULL;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "type", type);
    fake_add_number(json, "id", fake_get_number(component, "id", 0));
    fake_add_text(json, "custom_id", id);
    if (type == 4) {
        fake_add_text(json, "value", cJSON_IsString(value) ? value->valuestring : "");
    } else if (type == 21 || type == 23) {
        cJSON_AddItemToObject(json, "value",
                              value == NULL ? cJSON_CreateNull() : cJSON_Duplicate(value, true));
    } else {
        cJSON_AddItemToObject(json, "values",
                              value == NULL ? cJSON_CreateArray() : cJSON_Duplicate(value, true));
    }
    return json;
}

/* One entry of the form: a label around one thing, a row around some, or a text. */
static bool dfake_entry_sent(struct fake_discord *fake, cJSON *list, const cJSON *entry,
                             const cJSON *fields)
{
    int64_t type = fake_get_number(entry, "type", 0);
    cJSON *json = fake_add_object(list, NULL);
    fake_add_number(json, "type", type);
    fake_add_number(json, "id", cJSON_GetArraySize(list));
    if (type == 10) {
        return true;
    }
    if (type == 18) {
        cJSON *inner = dfake_field_sent(fake, fake_get(entry, "component"), fields);
        if (inner != NULL) {
            cJSON_AddItemToObject(json, "component", inner);
        }
        return inner != NULL;
    }
    cJSON *inside = fake_add_list(json, "components");
    const cJSON *component = NULL;
    cJSON_ArrayForEach(component, fake_get(entry, "components"))
    {
        cJSON *inner = dfake_field_sent(fake, component, fields);
        if (inner == NULL) {
            return false;
        }
        cJSON_AddItemToArray(inside, inner);
    }
    return true;
}

uint64_t fake_discord_submit(struct fake_discord *fake, uint64_t user, const char *fields)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    const struct dfake_interaction *shown =
        found == NULL ? NULL : dfake_interaction_find(fake, found->form);
    if (shown == NULL || shown->form == NULL) {
        return dfake_no(fake, "they are shown no form");
    }
    cJSON *given = cJSON_ParseWithLength(fields, strlen(fields));
    cJSON *data = cJSON_CreateObject();
    fake_add_text(data, "custom_id", fake_get_text(shown->form, "custom_id"));
    cJSON *list = fake_add_list(data, "components");
    bool sound = true;
    const cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, fake_get(shown->form, "components"))
    {
        sound = sound && dfake_entry_sent(fake, list, entry, given);
    }
    cJSON_Delete(given);
    if (!sound || dfake_act_place(fake, user, shown->channel) == NULL) {
        cJSON_Delete(data);
        return 0;
    }
    struct dfake_interaction as = {.type = DFAKE_FORM_SENT,
                                   .user = user,
                                   .channel = shown->channel,
                                   .guild = shown->guild,
                                   .source = shown->source};
    found->form = 0;
    return dfake_interaction_send(fake, &as, data);
}
