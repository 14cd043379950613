/* JSON from Discord, or from whoever pretends to be: every member is looked at before it is used,
 * every text has a limit, and what is too much is left out. */
#include "discord_decode.h"

#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "discord_component.h"
#include "inbound.h"
#include "inert.h"
#include "json_at.h"

enum {
    CHAT_COMMAND = 1,
    SUB_COMMAND = 1,
    SUB_GROUP = 2,
    DECODE_NAME_LETTERS = 32,
    DECODE_TOKEN_MAX = 512,
    DECODE_TEXT_MAX = 6000,
    DECODE_SEVERAL_MAX = 2600,
    MESSAGE_DEFAULT = 0,
    MESSAGE_REPLY = 19,
    MESSAGE_FLAG_EPHEMERAL = 64,
    MESSAGE_FLAG_VOICE = 8192
};

uint64_t discord_number(const char *id)
{
    uint64_t number = 0;
    size_t len = id != NULL ? strlen(id) : 0;
    if (len == 0 || len > 20) {
        return 0;
    }
    for (const char *at = id; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || number > (UINT64_MAX - 9) / 10) {
            return 0;
        }
        number = number * 10 + (uint64_t)(*at - '0');
    }
    return number;
}

const char *discord_id(const cJSON *object, const char *name)
{
    const char *text = json_at_text(object, name);
    return discord_number(text) != 0 ? text : NULL;
}

int64_t discord_born_ms(uint64_t id)
{
    return (int64_t)(id >> 22) + 1420070400000;
}

uint64_t discord_bits(const cJSON *object, const char *name)
{
    const cJSON *item = json_at(object, name);
    if (cJSON_IsNumber(item)) {
        return item->valuedouble > 0 && item->valuedouble < 9007199254740992.0
                   ? (uint64_t)item->valuedouble
                   : 0;
    }
    return cJSON_IsString(item) ? discord_number(item->valuestring) : 0;
}

static int decode_int(const cJSON *object, const char *name, int otherwise)
{
    const cJSON *item = json_at(object, name);
    uint64_t number = cJSON_IsString(item) ? discord_number(item->valuestring) : 0;
    if (number > 0 && number < 1000000000) {
        return (int)number;
    }
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 1e9
               ? (int)item->valuedouble
               : otherwise;
}

static const char *decode_keep(struct arena *arena, const char *text)
{
    return text == NULL ? NULL : arena_text(arena, text, strlen(text));
}

const char *discord_person_name(struct arena *arena, const cJSON *member, const cJSON *user)
{
    const char *names[] = {json_at_text(member, "nick"), json_at_text(user, "global_name"),
                           json_at_text(user, "username")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = names[i] == NULL ? ""
                                            : inert_text(arena, names[i], strlen(names[i]),
                                                         DECODE_NAME_LETTERS, false);
        if (name[strspn(name, " ")] != '\0') {
            return name;
        }
    }
    return "?";
}

static bool decode_person(struct arena *arena, const cJSON *member, const cJSON *user,
                          struct discord_person *person)
{
    person->id = decode_keep(arena, discord_id(user, "id"));
    person->bot = json_at_flag(user, "bot");
    person->may = discord_bits(member, "permissions");
    person->roles = json_at_list(member, "roles");
    person->name = discord_person_name(arena, member, user);
    return person->id != NULL;
}

/* --- interactions ----------------------------------------------------------------------------- */

static void decode_arg(struct discord_interaction *interaction, struct arena *arena,
                       const char *name, const char *text)
{
    size_t len = strlen(text);
    if (len <= DECODE_TEXT_MAX && interaction->args.count + 1 < DISCORD_ARGS_MAX) {
        value_text(&interaction->args, decode_keep(arena, name), text, len);
    }
}

/* The value of an option as text; NULL when it has none that is one. */
static const char *decode_value(const cJSON *value, char *text, size_t size)
{
    if (cJSON_IsString(value)) {
        return value->valuestring;
    }
    if (cJSON_IsBool(value)) {
        return cJSON_IsTrue(value) ? "yes" : "no";
    }
    if (cJSON_IsNumber(value) && value->valuedouble > -1e15 && value->valuedouble < 1e15) {
        snprintf(text, size, "%lld", (long long)value->valuedouble);
        return text;
    }
    return NULL;
}

bool discord_argument_name(const char *option, char *text, size_t size)
{
    size_t len = strlen(option);
    if (len == 0 || len >= size || len > DISCORD_NAME_MAX) {
        return false;
    }
    for (size_t i = 0; i <= len; i++) {
        text[i] = option[i];
        if (option[i] == '-') {
            text[i] = '.';
        }
    }
    return true;
}

static void decode_options(struct discord_interaction *interaction, struct arena *arena,
                           const cJSON *options)
{
    const cJSON *option = NULL;
    unsigned count = 0;
    cJSON_ArrayForEach(option, options)
    {
        char argument[DISCORD_NAME_MAX + 1];
        char number[32];
        const char *name = json_at_text(option, "name");
        const char *value = decode_value(json_at(option, "value"), number, sizeof number);
        if (++count > DISCORD_OPTIONS_MAX || name == NULL || value == NULL ||
            !discord_argument_name(name, argument, sizeof argument)) {
            continue;
        }
        if (json_at_flag(option, "focused")) {
            interaction->focused = decode_keep(arena, argument);
            interaction->typed = decode_keep(arena, value);
        } else {
            decode_arg(interaction, arena, argument, value);
        }
    }
}

/* Who stands in an option, by id; bots are nobody. */
static void decode_chosen(struct discord_interaction *interaction, struct arena *arena,
                          const cJSON *resolved)
{
    const cJSON *members = json_at(resolved, "members");
    const cJSON *user = NULL;
    cJSON_ArrayForEach(user, json_at(resolved, "users"))
    {
        const char *id = discord_id(user, "id");
        unsigned at = interaction->mention_count;
        if (id == NULL || at == INBOUND_MENTIONS_MAX || json_at_flag(user, "bot")) {
            continue;
        }
        interaction->mentions[at] = decode_keep(arena, id);
        interaction->mention_names[at] = discord_person_name(arena, json_at(members, id), user);
        interaction->mention_count++;
    }
}

static bool decode_command(struct discord_interaction *interaction, struct arena *arena,
                           const cJSON *data)
{
    char command[3 * (DISCORD_NAME_MAX + 2)];
    const char *name = json_at_text(data, "name");
    const cJSON *options = json_at(data, "options");
    if (name == NULL || strlen(name) > 2 * (size_t)DISCORD_NAME_MAX) {
        return false;
    }
    size_t used = (size_t)snprintf(command, sizeof command, "%.32s", name);
    for (int depth = 0; depth < 2; depth++) {
        const cJSON *first = cJSON_IsArray(options) ? options->child : NULL;
        int type = decode_int(first, "type", 0);
        const char *sub = json_at_text(first, "name");
        if (sub == NULL || (type != SUB_COMMAND && type != SUB_GROUP)) {
            break;
        }
        used += (size_t)snprintf(command + used, sizeof command - used, " %.32s", sub);
        options = json_at(first, "options");
    }
    interaction->command = decode_keep(arena, command);
    if (decode_int(data, "type", CHAT_COMMAND) != CHAT_COMMAND) {
        interaction->target = decode_keep(arena, discord_id(data, "target_id"));
        return interaction->target != NULL;
    }
    if (cJSON_IsArray(options)) {
        decode_options(interaction, arena, options);
        decode_chosen(interaction, arena, json_at(data, "resolved"));
    }
    return true;
}

static bool decode_control(struct discord_interaction *interaction, struct arena *arena,
                           const char *control)
{
    if (control != NULL && strncmp(control, DISCORD_MORE, strlen(DISCORD_MORE)) == 0) {
        control = interaction->value_count > 0 ? interaction->values[0] : NULL;
        interaction->value_count = 0;
    }
    if (control == NULL || strlen(control) > 4 * (size_t)DISCORD_CONTROL_MAX) {
        return false;
    }
    size_t len = strlen(control);
    interaction->wants_form = len > 0 && control[len - 1] == DISCORD_FORM_MARK[0];
    interaction->control = arena_text(arena, control, len - interaction->wants_form);
    return true;
}

static void decode_values(struct discord_interaction *interaction, struct arena *arena,
                          const cJSON *values)
{
    const cJSON *value = NULL;
    cJSON_ArrayForEach(value, values)
    {
        if (cJSON_IsString(value) && interaction->value_count < INBOUND_VALUES_MAX &&
            strlen(value->valuestring) <= 4 * (size_t)DISCORD_OPTION_MAX) {
            interaction->values[interaction->value_count++] =
                decode_keep(arena, value->valuestring);
        }
    }
}

/* "+name+name": a line of the text for each, behind its label. */
static void decode_folded(struct discord_interaction *interaction, struct arena *arena,
                          const char *names, const char *text)
{
    while (*names == DISCORD_FOLD[0]) {
        size_t len = strcspn(names + 1, DISCORD_FOLD);
        size_t line = strcspn(text, "\n");
        const char *colon = memchr(text, ':', line);
        const char *from = colon == NULL ? text : colon + 1;
        size_t left = line - (size_t)(from - text);
        while (left > 0 && *from == ' ') {
            from++;
            left--;
        }
        decode_arg(interaction, arena, arena_text(arena, names + 1, len),
                   arena_text(arena, from, left));
        names += 1 + len;
        text += line + (text[line] == '\n');
    }
}

/* All that was chosen, with commas between; NULL: nothing. */
static const char *decode_several(struct arena *arena, const cJSON *values)
{
    const cJSON *value = NULL;
    const char *text = NULL;
    struct buf joined;
    buf_init(&joined, DECODE_SEVERAL_MAX);
    cJSON_ArrayForEach(value, values)
    {
        if (cJSON_IsString(value)) {
            buf_text(&joined, joined.len > 0 ? "," : "");
            buf_text(&joined, value->valuestring);
        }
    }
    if (joined.len > 0 && !joined.full) {
        text = arena_text(arena, joined.text, joined.len);
    }
    buf_deinit(&joined);
    return text;
}

/* The name of the field that a piece of a form belongs to: "card~2" is a menu of "card". */
static const char *decode_field_name(struct arena *arena, const cJSON *component)
{
    const char *id = json_at_text(component, "custom_id");
    if (id == NULL || strlen(id) > DISCORD_CONTROL_MAX) {
        return NULL;
    }
    return id[0] == DISCORD_FOLD[0] ? id : arena_text(arena, id, strcspn(id, DISCORD_PART_MARK));
}

static void decode_field(struct discord_interaction *interaction, struct arena *arena,
                         const cJSON *component)
{
    const char *name = decode_field_name(arena, component);
    const char *value = json_at_text(component, "value");
    value = value != NULL ? value : decode_several(arena, json_at_list(component, "values"));
    if (name == NULL || value == NULL) {
        return;
    }
    if (name[0] == DISCORD_FOLD[0]) {
        decode_folded(interaction, arena, name, value);
    } else {
        decode_arg(interaction, arena, name, value);
    }
}

/* A menu of a form in which nothing was chosen, nor in another of the same field, is there as an
 * empty text: the house can say what is missing. */
static void decode_unchosen(struct discord_interaction *interaction, struct arena *arena,
                            const cJSON *component)
{
    const char *name = decode_field_name(arena, component);
    bool menu = json_at_list(component, "values") != NULL;
    if (name != NULL && menu && value_find(&interaction->args, VALUE_NONE, name) == VALUE_NONE) {
        decode_arg(interaction, arena, name, "");
    }
}

static void decode_form(struct discord_interaction *interaction, struct arena *arena,
                        const cJSON *data)
{
    const cJSON *piece = NULL;
    cJSON_ArrayForEach(piece, json_at(data, "components"))
    {
        const cJSON *component = json_at(piece, "component");
        const cJSON *row = json_at_list(piece, "components");
        const cJSON *one = NULL;
        if (cJSON_IsObject(component)) {
            decode_field(interaction, arena, component);
        }
        cJSON_ArrayForEach(one, row)
        {
            decode_field(interaction, arena, one);
        }
    }
    cJSON_ArrayForEach(piece, json_at(data, "components"))
    {
        decode_unchosen(interaction, arena, json_at(piece, "component"));
    }
}

/* Where it was done. */
static bool decode_place(struct discord_interaction *interaction, struct arena *arena,
                         const cJSON *json)
{
    const cJSON *channel = json_at(json, "channel");
    const cJSON *owners = json_at(json, "authorizing_integration_owners");
    const char *id = discord_id(json, "channel_id");
    interaction->guild = decode_keep(arena, discord_id(json, "guild_id"));
    interaction->channel = decode_keep(arena, id != NULL ? id : discord_id(channel, "id"));
    interaction->channel_type = decode_int(channel, "type", -1);
    interaction->channel_name = decode_keep(arena, json_at_text(channel, "name"));
    if (interaction->channel_type == 11 || interaction->channel_type == 12) {
        interaction->parent = decode_keep(arena, discord_id(channel, "parent_id"));
    }
    bool person_only =
        cJSON_IsObject(owners) && json_at(owners, "0") == NULL && json_at(owners, "1") != NULL;
    interaction->foreign = person_only || decode_int(json, "context", 0) == 2;
    interaction->has_app_may = json_at(json, "app_permissions") != NULL;
    interaction->app_may = discord_bits(json, "app_permissions");
    return interaction->channel != NULL;
}

static bool decode_data(struct discord_interaction *interaction, struct arena *arena,
                        const cJSON *data)
{
    switch (interaction->kind) {
    case DISCORD_SLASH:
    case DISCORD_COMPLETE:
        return decode_command(interaction, arena, data);
    case DISCORD_PRESS:
        decode_values(interaction, arena, json_at_list(data, "values"));
        return decode_control(interaction, arena, json_at_text(data, "custom_id"));
    case DISCORD_FORM:
        decode_form(interaction, arena, data);
        return decode_control(interaction, arena, json_at_text(data, "custom_id"));
    case DISCORD_PING:
        break;
    }
    return true;
}

static bool decode_head(struct discord_interaction *interaction, struct arena *arena,
                        const cJSON *json)
{
    int kind = decode_int(json, "type", 0);
    const char *token = json_at_text(json, "token");
    if (kind < DISCORD_PING || kind > DISCORD_FORM || token == NULL || token[0] == '\0' ||
        strlen(token) > DECODE_TOKEN_MAX || strpbrk(token, "/?#% \r\n") != NULL) {
        return false;
    }
    interaction->kind = (enum discord_kind)kind;
    interaction->id = decode_keep(arena, discord_id(json, "id"));
    interaction->number = discord_number(interaction->id);
    interaction->token = decode_keep(arena, token);
    interaction->locale = decode_keep(arena, json_at_text(json, "locale"));
    return interaction->id != NULL;
}

bool discord_interaction(struct arena *arena, const cJSON *json,
                         struct discord_interaction *interaction)
{
    *interaction = (struct discord_interaction){.channel_type = -1};
    interaction->pool = arena_spare(arena, DISCORD_ARGS_BYTES);
    value_init(&interaction->args, interaction->fact, DISCORD_ARGS_MAX, interaction->pool,
               DISCORD_ARGS_BYTES);
    if (!decode_head(interaction, arena, json)) {
        return false;
    }
    if (interaction->kind == DISCORD_PING) {
        return true;
    }
    const cJSON *member = json_at(json, "member");
    const cJSON *user = cJSON_IsObject(member) ? json_at(member, "user") : json_at(json, "user");
    const cJSON *message = json_at(json, "message");
    interaction->message = decode_keep(arena, discord_id(message, "id"));
    interaction->on_ephemeral = (discord_bits(message, "flags") & MESSAGE_FLAG_EPHEMERAL) != 0;
    return decode_person(arena, member, user, &interaction->who) &&
           decode_place(interaction, arena, json) &&
           decode_data(interaction, arena, json_at(json, "data"));
}

/* --- messages --------------------------------------------------------------------------------- */

static const char *decode_media(const cJSON *json)
{
    const cJSON *attachments = json_at(json, "attachments");
    const cJSON *stickers = json_at(json, "sticker_items");
    if (cJSON_IsArray(stickers) && stickers->child != NULL) {
        return "sticker";
    }
    const cJSON *first = cJSON_IsArray(attachments) ? attachments->child : NULL;
    const char *type = json_at_text(first, "content_type");
    if (first == NULL) {
        return NULL;
    }
    if ((discord_bits(json, "flags") & MESSAGE_FLAG_VOICE) != 0) {
        return "voice";
    }
    return type != NULL && strcmp(type, "image/gif") == 0 ? "gif" : "image";
}

/* What a message may be made of, beside its words. */
static bool decode_is_blank(const cJSON *json, const char *text)
{
    static const char *const members[] = {"embeds",           "attachments", "components",
                                          "sticker_items",    "stickers",    "poll",
                                          "message_snapshots"};
    bool blank = text == NULL || text[0] == '\0';
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const cJSON *item = json_at(json, members[i]);
        blank = blank && (item == NULL || item->child == NULL);
    }
    return blank;
}

static void decode_mentions(struct arena *arena, const cJSON *json, const char *bot,
                            struct discord_message *message)
{
    const cJSON *user = NULL;
    cJSON_ArrayForEach(user, json_at(json, "mentions"))
    {
        const char *id = discord_id(user, "id");
        if (id != NULL && bot != NULL && strcmp(id, bot) == 0) {
            message->mentions_us = true;
        }
        if (id != NULL && message->mention_count < INBOUND_MENTIONS_MAX) {
            message->mentions[message->mention_count] = decode_keep(arena, id);
            message->mention_names[message->mention_count++] =
                discord_person_name(arena, json_at(user, "member"), user);
        }
    }
}

static const char *decode_nonce(struct arena *arena, const cJSON *json)
{
    char number[32];
    const char *nonce = decode_value(json_at(json, "nonce"), number, sizeof number);
    return nonce != NULL && strlen(nonce) <= 32 ? decode_keep(arena, nonce) : NULL;
}

bool discord_message(struct arena *arena, const cJSON *json, const char *bot,
                     struct discord_message *message)
{
    *message = (struct discord_message){.text = ""};
    const cJSON *author = json_at(json, "author");
    const cJSON *reference = json_at(json, "message_reference");
    const cJSON *referenced = json_at(json, "referenced_message");
    const char *text = json_at_text(json, "content");
    int type = decode_int(json, "type", MESSAGE_DEFAULT);
    message->id = decode_keep(arena, discord_id(json, "id"));
    message->channel = decode_keep(arena, discord_id(json, "channel_id"));
    message->guild = decode_keep(arena, discord_id(json, "guild_id"));
    if (message->id == NULL || message->channel == NULL ||
        !decode_person(arena, json_at(json, "member"), author, &message->who)) {
        return false;
    }
    message->own = bot != NULL && strcmp(message->who.id, bot) == 0;
    message->robot = !message->own && (message->who.bot || discord_id(json, "webhook_id") != NULL);
    message->plain = type == MESSAGE_DEFAULT || type == MESSAGE_REPLY;
    message->ephemeral = (discord_bits(json, "flags") & MESSAGE_FLAG_EPHEMERAL) != 0;
    if (text != NULL && strlen(text) < INBOUND_TEXT_BYTES_MAX) {
        message->text = decode_keep(arena, text);
    }
    if (type == MESSAGE_REPLY) {
        message->reply = decode_keep(arena, discord_id(reference, "message_id"));
        message->reply_author = decode_keep(arena, discord_id(json_at(referenced, "author"), "id"));
    }
    message->media = decode_media(json);
    message->blank = message->plain && decode_is_blank(json, text);
    message->nonce = decode_nonce(arena, json);
    decode_mentions(arena, json, bot, message);
    return true;
}
