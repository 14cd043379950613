/* What a message may be: the limits of Discord's documentation, the stricter where it and the
 * OpenAPI description differ. */
#include "dfake_call.h"

#include <stdio.h>
#include <string.h>

enum {
    DFAKE_PATH_BYTES = 160,
    DFAKE_IDS_MAX = 80,
    DFAKE_V2_MAX = 40,
    DFAKE_ROW = 1,
    DFAKE_BUTTON = 2,
    DFAKE_MENU = 3,
    DFAKE_INPUT = 4,
    DFAKE_SECTION = 9,
    DFAKE_DISPLAY = 10,
    DFAKE_CONTAINER = 17,
    DFAKE_LABEL = 18
};

/* A walk over the components of one message. */
struct dfake_walk {
    struct dfake_call *call;
    bool form;
    bool v2;
    unsigned count;
    unsigned id_count;
    size_t words;
    const char *ids[DFAKE_IDS_MAX];
};

static bool dfake_refuse(struct dfake_call *call, const char *path, const char *reason)
{
    dfake_error_field(call, path, reason);
    return false;
}

bool dfake_shape_text(struct dfake_call *call, const cJSON *object, const char *path,
                      const char *name, size_t max)
{
    char whole[DFAKE_PATH_BYTES];
    const cJSON *item = fake_get(object, name);
    snprintf(whole, sizeof whole, "%s%s%s", path, *path == '\0' ? "" : ".", name);
    if (item == NULL || cJSON_IsNull(item)) {
        return false;
    }
    if (!cJSON_IsString(item)) {
        return !dfake_refuse(call, whole, "STRING_TYPE_CONVERT");
    }
    if (fake_length(item->valuestring) > max) {
        return !dfake_refuse(call, whole, "BASE_TYPE_MAX_LENGTH");
    }
    return false;
}

static bool dfake_custom_id(struct dfake_walk *walk, const cJSON *item, const char *path)
{
    const char *id = fake_get_text(item, "custom_id");
    char whole[DFAKE_PATH_BYTES];
    snprintf(whole, sizeof whole, "%s.custom_id", path);
    if (id == NULL || *id == '\0') {
        return dfake_refuse(walk->call, whole, "BASE_TYPE_REQUIRED");
    }
    if (fake_length(id) > 100) {
        return dfake_refuse(walk->call, whole, "BASE_TYPE_MAX_LENGTH");
    }
    for (unsigned i = 0; i < walk->id_count; i++) {
        if (strcmp(walk->ids[i], id) == 0) {
            return dfake_refuse(walk->call, whole, "COMPONENT_CUSTOM_ID_DUPLICATED");
        }
    }
    if (walk->id_count < DFAKE_IDS_MAX) {
        walk->ids[walk->id_count++] = id;
    }
    return true;
}

static bool dfake_button(struct dfake_walk *walk, const cJSON *item, const char *path)
{
    int64_t style = fake_get_number(item, "style", 0);
    if (style < 1 || style > 6) {
        return dfake_refuse(walk->call, path, "BUTTON_STYLE_INVALID");
    }
    if (dfake_shape_text(walk->call, item, path, "label", 80)) {
        return false;
    }
    const char *label = fake_get_text(item, "label");
    if ((label == NULL || *label == '\0') && fake_get(item, "emoji") == NULL && style != 6) {
        return dfake_refuse(walk->call, path, "BUTTON_COMPONENT_INVALID_LABEL");
    }
    if (style >= 5) {
        return true;
    }
    return dfake_custom_id(walk, item, path);
}

static bool dfake_menu(struct dfake_walk *walk, const cJSON *item, const char *path, int64_t type)
{
    const cJSON *options = fake_get(item, "options");
    int count = cJSON_GetArraySize(options);
    if (!dfake_custom_id(walk, item, path) ||
        dfake_shape_text(walk->call, item, path, "placeholder", 150)) {
        return false;
    }
    if (type != DFAKE_MENU) {
        return true;
    }
    if (count < 1 || count > 25) {
        return dfake_refuse(walk->call, path, "BASE_TYPE_BAD_LENGTH");
    }
    if (fake_get_number(item, "max_values", 1) > count ||
        fake_get_number(item, "min_values", 1) > fake_get_number(item, "max_values", 1)) {
        return dfake_refuse(walk->call, path, "SELECT_COMPONENT_INVALID_VALUES");
    }
    for (int i = 0; i < count; i++) {
        const cJSON *option = cJSON_GetArrayItem(options, i);
        const char *label = fake_get_text(option, "label");
        const char *value = fake_get_text(option, "value");
        if (label == NULL || *label == '\0' || value == NULL || *value == '\0') {
            return dfake_refuse(walk->call, path, "SELECT_COMPONENT_OPTION_REQUIRED");
        }
        if (dfake_shape_text(walk->call, option, path, "label", 100) ||
            dfake_shape_text(walk->call, option, path, "value", 100) ||
            dfake_shape_text(walk->call, option, path, "description", 100)) {
            return false;
        }
        for (int j = 0; j < i; j++) {
            if (strcmp(fake_get_text(cJSON_GetArrayItem(options, j), "value"), value) == 0) {
                return dfake_refuse(walk->call, path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED");
            }
        }
    }
    return true;
}

static bool dfake_walk_list(struct dfake_walk *walk, const cJSON *list, const char *path,
                            unsigned depth);

static bool dfake_row(struct dfake_walk *walk, const cJSON *item, const char *path, unsigned depth)
{
    const cJSON *inner = fake_get(item, "components");
    int count = cJSON_GetArraySize(inner);
    const cJSON *child = NULL;
    bool other = false;
    cJSON_ArrayForEach(child, inner)
    {
        other = other || fake_get_number(child, "type", 0) != DFAKE_BUTTON;
    }
    if (count < 1 || count > (other ? 1 : 5)) {
        return dfake_refuse(walk->call, path, "BASE_TYPE_BAD_LENGTH");
    }
    return dfake_walk_list(walk, inner, path, depth + 1);
}

static bool dfake_input(struct dfake_walk *walk, const cJSON *item, const char *path)
{
    int64_t style = fake_get_number(item, "style", 0);
    if (!walk->form || style < 1 || style > 2) {
        return dfake_refuse(walk->call, path, "COMPONENT_TYPE_INVALID");
    }
    return dfake_custom_id(walk, item, path) &&
           !dfake_shape_text(walk->call, item, path, "placeholder", 100) &&
           !dfake_shape_text(walk->call, item, path, "value", 4000);
}

static bool dfake_label(struct dfake_walk *walk, const cJSON *item, const char *path,
                        unsigned depth)
{
    const cJSON *child = fake_get(item, "component");
    if (!walk->form || child == NULL || fake_get_text(item, "label") == NULL) {
        return dfake_refuse(walk->call, path, "COMPONENT_TYPE_INVALID");
    }
    if (dfake_shape_text(walk->call, item, path, "label", 45) ||
        dfake_shape_text(walk->call, item, path, "description", 100)) {
        return false;
    }
    cJSON *alone = cJSON_CreateArray();
    cJSON_AddItemReferenceToArray(alone, fake_get(item, "component"));
    bool sound = dfake_walk_list(walk, alone, path, depth + 1);
    cJSON_Delete(alone);
    return sound;
}

static bool dfake_component(struct dfake_walk *walk, const cJSON *item, const char *path,
                            unsigned depth)
{
    int64_t type = fake_get_number(item, "type", 0);
    bool top = depth == 0;
    if (top && !walk->v2 && !walk->form && type != DFAKE_ROW) {
        return dfake_refuse(walk->call, path, "COMPONENT_TYPE_INVALID");
    }
    switch (type) {
    case DFAKE_ROW:
        return (top || depth == 1) && dfake_row(walk, item, path, depth);
    case DFAKE_BUTTON:
        return !walk->form ? dfake_button(walk, item, path)
                           : dfake_refuse(walk->call, path, "COMPONENT_TYPE_INVALID");
    case DFAKE_MENU:
    case 5:
    case 6:
    case 7:
    case 8:
        return dfake_menu(walk, item, path, type);
    case DFAKE_INPUT:
        return dfake_input(walk, item, path);
    case DFAKE_LABEL:
        return dfake_label(walk, item, path, depth);
    case 19:
    case 21:
    case 22:
    case 23:
        return dfake_custom_id(walk, item, path);
    case DFAKE_DISPLAY:
        walk->words += fake_length(
            fake_get_text(item, "content") != NULL ? fake_get_text(item, "content") : "");
        return !dfake_shape_text(walk->call, item, path, "content", 4000);
    case DFAKE_SECTION:
    case DFAKE_CONTAINER:
        return dfake_walk_list(walk, fake_get(item, "components"), path, depth + 1);
    case 11:
    case 12:
    case 13:
    case 14:
        return walk->v2;
    default:
        return dfake_refuse(walk->call, path, "COMPONENT_TYPE_INVALID");
    }
}

static bool dfake_walk_list(struct dfake_walk *walk, const cJSON *list, const char *path,
                            unsigned depth)
{
    unsigned at = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        char inner[DFAKE_PATH_BYTES];
        snprintf(inner, sizeof inner, "%.120s.%u", path, at++);
        walk->count++;
        if (depth > 4 || !dfake_component(walk, item, inner, depth)) {
            return dfake_refuse(walk->call, inner, "COMPONENT_TYPE_INVALID");
        }
    }
    return true;
}

bool dfake_shape_components(struct dfake_call *call, const cJSON *components, const char *path,
                            bool form, bool v2)
{
    struct dfake_walk walk = {.call = call, .form = form, .v2 = v2};
    if (components == NULL || cJSON_IsNull(components)) {
        return true;
    }
    if (!cJSON_IsArray(components) || (!v2 && cJSON_GetArraySize(components) > 5)) {
        return dfake_refuse(call, path, "BASE_TYPE_MAX_LENGTH");
    }
    if (!dfake_walk_list(&walk, components, path, 0)) {
        return false;
    }
    if (v2 && (walk.count > DFAKE_V2_MAX || walk.words > 4000)) {
        return dfake_refuse(call, path, "COMPONENT_MAX_TOTAL_COMPONENTS");
    }
    return true;
}

static size_t dfake_words_of(const cJSON *object, const char *name)
{
    const char *text = fake_get_text(object, name);
    return text == NULL ? 0 : fake_length(text);
}

static bool dfake_embed(struct dfake_call *call, const cJSON *embed, const char *path,
                        size_t *words)
{
    const cJSON *fields = fake_get(embed, "fields");
    const cJSON *footer = fake_get(embed, "footer");
    const cJSON *author = fake_get(embed, "author");
    if (dfake_shape_text(call, embed, path, "title", 256) ||
        dfake_shape_text(call, embed, path, "description", 4096) ||
        dfake_shape_text(call, footer, path, "text", 2048) ||
        dfake_shape_text(call, author, path, "name", 256)) {
        return false;
    }
    if (cJSON_GetArraySize(fields) > 25) {
        return dfake_refuse(call, path, "BASE_TYPE_MAX_LENGTH");
    }
    *words += dfake_words_of(embed, "title") + dfake_words_of(embed, "description") +
              dfake_words_of(footer, "text") + dfake_words_of(author, "name");
    const cJSON *field = NULL;
    cJSON_ArrayForEach(field, fields)
    {
        if (dfake_words_of(field, "name") == 0 || dfake_words_of(field, "value") == 0) {
            return dfake_refuse(call, path, "BASE_TYPE_REQUIRED");
        }
        if (dfake_shape_text(call, field, path, "name", 256) ||
            dfake_shape_text(call, field, path, "value", 1024)) {
            return false;
        }
        *words += dfake_words_of(field, "name") + dfake_words_of(field, "value");
    }
    return true;
}

static bool dfake_embeds(struct dfake_call *call, const cJSON *embeds)
{
    size_t words = 0;
    unsigned at = 0;
    if (cJSON_GetArraySize(embeds) > 10) {
        return dfake_refuse(call, "embeds", "BASE_TYPE_MAX_LENGTH");
    }
    const cJSON *embed = NULL;
    cJSON_ArrayForEach(embed, embeds)
    {
        char path[32];
        snprintf(path, sizeof path, "embeds.%u", at++);
        if (!dfake_embed(call, embed, path, &words)) {
            return false;
        }
    }
    return words <= 6000 || dfake_refuse(call, "embeds", "MAX_EMBED_SIZE_EXCEEDED");
}

static bool dfake_allowed(struct dfake_call *call, const cJSON *allowed)
{
    const cJSON *parse = fake_get(allowed, "parse");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, parse)
    {
        const char *kind = cJSON_IsString(item) ? item->valuestring : "";
        if (strcmp(kind, "users") != 0 && strcmp(kind, "roles") != 0 &&
            strcmp(kind, "everyone") != 0) {
            return dfake_refuse(call, "allowed_mentions.parse", "BASE_TYPE_CHOICES");
        }
        if (cJSON_GetArraySize(fake_get(allowed, kind)) > 0) {
            return dfake_refuse(call, "allowed_mentions",
                                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE");
        }
    }
    if (cJSON_GetArraySize(fake_get(allowed, "users")) > 100 ||
        cJSON_GetArraySize(fake_get(allowed, "roles")) > 100) {
        return dfake_refuse(call, "allowed_mentions", "BASE_TYPE_MAX_LENGTH");
    }
    return true;
}

static bool dfake_attachments(struct dfake_call *call, const cJSON *body)
{
    const cJSON *list = fake_get(body, "attachments");
    if (cJSON_GetArraySize(list) > 10) {
        return dfake_refuse(call, "attachments", "BASE_TYPE_MAX_LENGTH");
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (dfake_shape_text(call, item, "attachments.0", "description", 1024)) {
            return false;
        }
    }
    for (size_t i = 0; i < call->file_count; i++) {
        if (call->files[i].size > (size_t)10 * 1024 * 1024) {
            dfake_error(call, 50045);
            return false;
        }
    }
    return true;
}

static bool dfake_is_empty(const struct dfake_call *call, const cJSON *body)
{
    const char *content = fake_get_text(body, "content");
    return (content == NULL || content[strspn(content, " \n\t")] == '\0') &&
           cJSON_GetArraySize(fake_get(body, "embeds")) == 0 &&
           cJSON_GetArraySize(fake_get(body, "components")) == 0 &&
           fake_get(body, "poll") == NULL && call->file_count == 0;
}

bool dfake_shape_message(struct dfake_call *call, const cJSON *body, bool edit)
{
    if (!cJSON_IsObject(body)) {
        return dfake_refuse(call, "_body", "DICT_TYPE_CONVERT");
    }
    bool v2 = (fake_get_number(body, "flags", 0) & DFAKE_FLAG_V2) != 0;
    const cJSON *nonce = fake_get(body, "nonce");
    if (dfake_shape_text(call, body, "", "content", 2000)) {
        return false;
    }
    if (cJSON_IsString(nonce) && fake_length(nonce->valuestring) > 25) {
        return dfake_refuse(call, "nonce", "NONCE_TYPE_TOO_LONG");
    }
    if (v2 &&
        (dfake_words_of(body, "content") > 0 || cJSON_GetArraySize(fake_get(body, "embeds")) > 0)) {
        return dfake_refuse(call, "flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2");
    }
    if (!dfake_embeds(call, fake_get(body, "embeds")) ||
        !dfake_shape_components(call, fake_get(body, "components"), "components", false, v2) ||
        !dfake_allowed(call, fake_get(body, "allowed_mentions")) ||
        !dfake_attachments(call, body)) {
        return false;
    }
    if (!edit && dfake_is_empty(call, body)) {
        dfake_error(call, 50006);
        return false;
    }
    return true;
}

bool dfake_shape_blocked(const struct fake_discord *fake, const struct dfake_channel *channel,
                         const cJSON *body)
{
    const struct dfake_guild *guild = dfake_guild_find(fake, channel->guild);
    const char *content = fake_get_text(body, "content");
    return guild != NULL && guild->automod[0] != '\0' && content != NULL &&
           strstr(content, guild->automod) != NULL;
}
