/* Commands of the application: stored for everywhere or for a guild, as the bot puts them. */
#include "dfake_handlers.h"
#include "dfake_interaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_SLASHES_MAX = 100, DFAKE_MENUS_MAX = 15, DFAKE_WORDS_MAX = 8000 };

static struct dfake_scope *dfake_scope_find(const struct fake_discord *fake, uint64_t guild)
{
    for (size_t i = 0; i < fake->world.scopes.count; i++) {
        struct dfake_scope *scope = fake->world.scopes.items[i];
        if (scope->guild == guild) {
            return scope;
        }
    }
    return NULL;
}

static struct dfake_scope *dfake_call_scope(struct dfake_call *call)
{
    struct fake_discord *fake = call->fake;
    bool in_guild = strcmp(call->segments[2], "guilds") == 0;
    uint64_t guild = in_guild ? fake_id_of(call->values[1]) : 0;
    const struct dfake_guild *found = dfake_guild_find(fake, guild);
    if (fake_id_of(call->values[0]) != fake->bot) {
        dfake_error(call, 20012);
        return NULL;
    }
    if (in_guild && (found == NULL || !found->bot_in)) {
        dfake_error(call, 50001);
        return NULL;
    }
    struct dfake_scope *scope = dfake_scope_find(fake, guild);
    if (scope == NULL) {
        scope = fake_take(sizeof *scope);
        scope->guild = guild;
        scope->commands = cJSON_CreateArray();
        fake_list_add(&fake->world.scopes, scope);
    }
    return scope;
}

static cJSON *dfake_scope_named(const struct dfake_scope *scope, const char *name, int64_t type)
{
    cJSON *command = NULL;
    cJSON_ArrayForEach(command, scope->commands)
    {
        if (strcmp(fake_get_text(command, "name"), name) == 0 &&
            fake_get_number(command, "type", 1) == type) {
            return command;
        }
    }
    return NULL;
}

const cJSON *dfake_command_find(const struct fake_discord *fake, uint64_t guild, const char *name,
                                int type)
{
    const struct dfake_scope *local = guild == 0 ? NULL : dfake_scope_find(fake, guild);
    const cJSON *command = local == NULL ? NULL : dfake_scope_named(local, name, type);
    const struct dfake_scope *global = dfake_scope_find(fake, 0);
    if (command != NULL || global == NULL) {
        return command;
    }
    command = dfake_scope_named(global, name, type);
    const cJSON *contexts = fake_get(command, "contexts");
    if (command == NULL || !cJSON_IsArray(contexts)) {
        return command;
    }
    const cJSON *context = NULL;
    cJSON_ArrayForEach(context, contexts)
    {
        if ((int)context->valuedouble == (guild == 0 ? 1 : 0)) {
            return command;
        }
    }
    return NULL;
}

static bool dfake_name_is_sound(const char *name)
{
    size_t length = fake_length(name);
    for (const char *at = name; *at != '\0'; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-' ||
                     *at == '_' || *at == '\'' || (unsigned char)*at >= 0x80;
        if (!plain) {
            return false;
        }
    }
    return length >= 1 && length <= 32;
}

static bool dfake_refuse(struct dfake_call *call, const char *path, const char *reason)
{
    dfake_error_field(call, path, reason);
    return false;
}

static bool dfake_named(struct dfake_call *call, const cJSON *item, const char *path, size_t *words)
{
    const char *name = fake_get_text(item, "name");
    const char *description = fake_get_text(item, "description");
    if (name == NULL || !dfake_name_is_sound(name)) {
        return dfake_refuse(call, path, "APPLICATION_COMMAND_INVALID_NAME");
    }
    if (description == NULL || fake_length(description) < 1 || fake_length(description) > 100) {
        return dfake_refuse(call, path, "BASE_TYPE_BAD_LENGTH");
    }
    *words += fake_length(name) + fake_length(description);
    return true;
}

static bool dfake_choices(struct dfake_call *call, const cJSON *option, const char *path,
                          size_t *words)
{
    const cJSON *choices = fake_get(option, "choices");
    if (cJSON_GetArraySize(choices) > 25 ||
        (cJSON_GetArraySize(choices) > 0 && fake_get_true(option, "autocomplete"))) {
        return dfake_refuse(call, path, "BASE_TYPE_MAX_LENGTH");
    }
    const cJSON *choice = NULL;
    cJSON_ArrayForEach(choice, choices)
    {
        const char *name = fake_get_text(choice, "name");
        const char *value = fake_get_text(choice, "value");
        if (name == NULL || fake_length(name) < 1 || fake_length(name) > 100 ||
            (value != NULL && fake_length(value) > 100)) {
            return dfake_refuse(call, path, "BASE_TYPE_BAD_LENGTH");
        }
        *words += fake_length(name) + (value != NULL ? fake_length(value) : 0);
    }
    return true;
}

static bool dfake_options(struct dfake_call *call, const cJSON *owner, const char *path,
                          unsigned depth, size_t *words)
{
    const cJSON *options = fake_get(owner, "options");
    bool optional = false;
    unsigned at = 0;
    if (cJSON_GetArraySize(options) > 25) {
        return dfake_refuse(call, path, "BASE_TYPE_MAX_LENGTH");
    }
    const cJSON *option = NULL;
    cJSON_ArrayForEach(option, options)
    {
        char inner[120];
        snprintf(inner, sizeof inner, "%.80s.options.%u", path, at++);
        int64_t type = fake_get_number(option, "type", 0);
        if (type < 1 || type > 11 || (type == 2 && depth > 0) || (type == 1 && depth > 1)) {
            return dfake_refuse(call, inner, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID");
        }
        bool required = fake_get_true(option, "required");
        if (type > 2 && required && optional) {
            return dfake_refuse(call, inner, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
        }
        optional = optional || (type > 2 && !required);
        for (const cJSON *before = options->child; before != option; before = before->next) {
            const char *name = fake_get_text(option, "name");
            if (name != NULL && strcmp(fake_get_text(before, "name"), name) == 0) {
                return dfake_refuse(call, inner, "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED");
            }
        }
        if (!dfake_named(call, option, inner, words) ||
            !dfake_choices(call, option, inner, words) ||
            (depth < 2 && !dfake_options(call, option, inner, depth + 1, words))) {
            return false;
        }
    }
    return true;
}

static bool dfake_command_is_sound(struct dfake_call *call, const cJSON *given, const char *path)
{
    size_t words = 0;
    const char *name = fake_get_text(given, "name");
    if (fake_get_number(given, "type", 1) != 1) {
        return (name != NULL && fake_length(name) >= 1 && fake_length(name) <= 32) ||
               dfake_refuse(call, path, "APPLICATION_COMMAND_INVALID_NAME");
    }
    if (!dfake_named(call, given, path, &words) || !dfake_options(call, given, path, 0, &words)) {
        return false;
    }
    return words <= DFAKE_WORDS_MAX || dfake_refuse(call, path, "APPLICATION_COMMAND_TOO_LARGE");
}

/* What Discord keeps of a command: what was given, and ids. */
static cJSON *dfake_command_json(struct fake_discord *fake, const struct dfake_scope *scope,
                                 const cJSON *given, uint64_t id)
{
    cJSON *json = cJSON_Duplicate(given, true);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "id");
    fake_add_id(json, "id", id);
    fake_put(json, "application_id", cJSON_CreateNull());
    cJSON_DeleteItemFromObjectCaseSensitive(json, "application_id");
    fake_add_id(json, "application_id", fake->bot);
    cJSON_DeleteItemFromObjectCaseSensitive(json, "version");
    fake_add_id(json, "version", dfake_id(fake));
    if (fake_get(json, "type") == NULL) {
        fake_add_number(json, "type", 1);
    }
    if (fake_get(json, "description") == NULL) {
        fake_add_text(json, "description", "");
    }
    if (fake_get(json, "default_member_permissions") == NULL) {
        fake_add_null(json, "default_member_permissions");
    }
    if (scope->guild != 0) {
        cJSON_DeleteItemFromObjectCaseSensitive(json, "guild_id");
        fake_add_id(json, "guild_id", scope->guild);
    }
    return json;
}

/* Counts creations of a day; false: too many. */
static bool dfake_may_create(struct dfake_call *call, struct dfake_scope *scope, unsigned count)
{
    struct fake_discord *fake = call->fake;
    if (fake->now_ms - scope->day_from_ms >= DFAKE_DAY_MS) {
        scope->day_from_ms = fake->now_ms;
        scope->created = 0;
    }
    if (scope->created + count > fake->knobs.commands_per_day) {
        dfake_error(call, 30034);
        return false;
    }
    scope->created += count;
    return true;
}

void dfake_get_commands(struct dfake_call *call)
{
    const struct dfake_scope *scope = dfake_call_scope(call);
    if (scope != NULL) {
        dfake_answer_json(call, 200, cJSON_Duplicate(scope->commands, true));
    }
}

/* Puts one in; it takes the place of one with its name. */
static cJSON *dfake_command_put(struct fake_discord *fake, struct dfake_scope *scope,
                                const cJSON *given)
{
    cJSON *old =
        dfake_scope_named(scope, fake_get_text(given, "name"), fake_get_number(given, "type", 1));
    uint64_t id = old != NULL ? fake_get_id(old, "id") : dfake_id(fake);
    cJSON *json = dfake_command_json(fake, scope, given, id);
    if (old != NULL) {
        cJSON_Delete(cJSON_DetachItemViaPointer(scope->commands, old));
    }
    cJSON_AddItemToArray(scope->commands, json);
    return json;
}

void dfake_create_command(struct dfake_call *call)
{
    struct dfake_scope *scope = dfake_call_scope(call);
    if (scope == NULL || !dfake_command_is_sound(call, call->body, "")) {
        return;
    }
    bool fresh = dfake_scope_named(scope, fake_get_text(call->body, "name"),
                                   fake_get_number(call->body, "type", 1)) == NULL;
    if (fresh && cJSON_GetArraySize(scope->commands) >= DFAKE_SLASHES_MAX + 2 * DFAKE_MENUS_MAX) {
        dfake_error(call, 30032);
        return;
    }
    if (dfake_may_create(call, scope, fresh)) {
        const cJSON *json = dfake_command_put(call->fake, scope, call->body);
        dfake_answer_json(call, fresh ? 201 : 200, cJSON_Duplicate(json, true));
    }
}

static bool dfake_commands_are_sound(struct dfake_call *call, const cJSON *list)
{
    unsigned of_type[5] = {0};
    unsigned at = 0;
    if (!cJSON_IsArray(list)) {
        return dfake_refuse(call, "_body", "LIST_TYPE_CONVERT");
    }
    const cJSON *given = NULL;
    cJSON_ArrayForEach(given, list)
    {
        char path[16];
        snprintf(path, sizeof path, "%u", at++);
        if (!dfake_command_is_sound(call, given, path)) {
            return false;
        }
        int64_t type = fake_get_number(given, "type", 1);
        unsigned most = type == 1 ? DFAKE_SLASHES_MAX : type == 4 ? 1 : DFAKE_MENUS_MAX;
        if (type < 1 || type > 4 || ++of_type[type] > most) {
            dfake_error(call, 30032);
            return false;
        }
        for (const cJSON *before = list->child; before != given; before = before->next) {
            if (fake_get_number(before, "type", 1) == type &&
                strcmp(fake_get_text(before, "name"), fake_get_text(given, "name")) == 0) {
                return dfake_refuse(call, path, "APPLICATION_COMMANDS_DUPLICATE_NAME");
            }
        }
    }
    return true;
}

void dfake_put_commands(struct dfake_call *call)
{
    struct dfake_scope *scope = dfake_call_scope(call);
    if (scope == NULL || !dfake_commands_are_sound(call, call->body)) {
        return;
    }
    unsigned fresh = 0;
    const cJSON *given = NULL;
    cJSON_ArrayForEach(given, call->body)
    {
        fresh += dfake_scope_named(scope, fake_get_text(given, "name"),
                                   fake_get_number(given, "type", 1)) == NULL;
    }
    if (!dfake_may_create(call, scope, fresh)) {
        return;
    }
    cJSON *list = cJSON_CreateArray();
    cJSON_ArrayForEach(given, call->body)
    {
        const cJSON *put = dfake_command_put(call->fake, scope, given);
        cJSON_AddItemToArray(list, cJSON_Duplicate(put, true));
    }
    cJSON_Delete(scope->commands);
    scope->commands = list;
    dfake_answer_json(call, 200, cJSON_Duplicate(list, true));
}

static cJSON *dfake_call_command(struct dfake_call *call, struct dfake_scope *scope)
{
    const char *wanted = call->values[scope->guild != 0 ? 2 : 1];
    cJSON *command = NULL;
    cJSON_ArrayForEach(command, scope->commands)
    {
        if (strcmp(fake_get_text(command, "id"), wanted) == 0) {
            return command;
        }
    }
    dfake_error(call, 10063);
    return NULL;
}

void dfake_get_command(struct dfake_call *call)
{
    struct dfake_scope *scope = dfake_call_scope(call);
    const cJSON *command = scope == NULL ? NULL : dfake_call_command(call, scope);
    if (command != NULL) {
        dfake_answer_json(call, 200, cJSON_Duplicate(command, true));
    }
}

void dfake_change_command(struct dfake_call *call)
{
    struct dfake_scope *scope = dfake_call_scope(call);
    cJSON *command = scope == NULL ? NULL : dfake_call_command(call, scope);
    if (command == NULL) {
        return;
    }
    cJSON *changed = cJSON_Duplicate(command, true);
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, call->body)
    {
        fake_put(changed, member->string, cJSON_Duplicate(member, true));
    }
    if (dfake_command_is_sound(call, changed, "")) {
        dfake_answer_json(call, 200, cJSON_Duplicate(changed, true));
        cJSON_ReplaceItemViaPointer(scope->commands, command, changed);
    } else {
        cJSON_Delete(changed);
    }
}

void dfake_delete_command(struct dfake_call *call)
{
    struct dfake_scope *scope = dfake_call_scope(call);
    cJSON *command = scope == NULL ? NULL : dfake_call_command(call, scope);
    if (command != NULL) {
        cJSON_Delete(cJSON_DetachItemViaPointer(scope->commands, command));
        dfake_answer_empty(call);
    }
}
