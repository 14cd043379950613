/* Messages as Discord shows them, made of what was given. */
#include "dfake_call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cJSON *dfake_build_empty(const struct fake_discord *fake, const struct dfake_message *as, int type)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "type", type);
    fake_add_text(json, "content", "");
    fake_add_list(json, "mentions");
    fake_add_list(json, "mention_roles");
    fake_add_list(json, "attachments");
    fake_add_list(json, "embeds");
    fake_add_time(json, "timestamp", fake->now_ms);
    fake_add_null(json, "edited_timestamp");
    fake_add_number(json, "flags", 0);
    fake_add_list(json, "components");
    fake_add_id(json, "id", as->id);
    fake_add_id(json, "channel_id", as->channel);
    cJSON_AddItemToObject(json, "author", dfake_user_json(fake, as->author));
    fake_add_bool(json, "pinned", false);
    fake_add_bool(json, "mention_everyone", false);
    fake_add_bool(json, "tts", false);
    return json;
}

static bool dfake_lists(const cJSON *list, const char *text)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (cJSON_IsString(item) && strcmp(item->valuestring, text) == 0) {
            return true;
        }
    }
    return false;
}

static bool dfake_mention_allowed(const cJSON *allowed, const char *kind, const char *id,
                                  bool only_users)
{
    if (allowed == NULL || cJSON_IsNull(allowed)) {
        return !only_users || strcmp(kind, "users") == 0;
    }
    return dfake_lists(fake_get(allowed, "parse"), kind) ||
           dfake_lists(fake_get(allowed, kind), id);
}

static void dfake_mention(const struct fake_discord *fake, cJSON *json, const cJSON *allowed,
                          const char *at, bool only_users)
{
    char id[FAKE_ID_BYTES];
    bool role = at[2] == '&';
    const char *digits = at + 2 + (role || at[2] == '!');
    size_t len = strspn(digits, "0123456789");
    if (len == 0 || len >= sizeof id || digits[len] != '>') {
        return;
    }
    snprintf(id, sizeof id, "%.*s", (int)len, digits);
    if (!dfake_mention_allowed(allowed, role ? "roles" : "users", id, only_users)) {
        return;
    }
    if (role) {
        fake_add_text(fake_get(json, "mention_roles"), NULL, id);
        return;
    }
    cJSON *mentions = fake_get(json, "mentions");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, mentions)
    {
        if (strcmp(fake_get_text(item, "id"), id) == 0) {
            return;
        }
    }
    if (dfake_user_find(fake, fake_id_of(id)) != NULL) {
        cJSON_AddItemToArray(mentions, dfake_user_json(fake, fake_id_of(id)));
    }
}

void dfake_build_mentions(const struct fake_discord *fake, cJSON *json, const cJSON *allowed,
                          bool only_users)
{
    const char *content = fake_get_text(json, "content");
    fake_put(json, "mentions", cJSON_CreateArray());
    fake_put(json, "mention_roles", cJSON_CreateArray());
    for (const char *at = content; (at = strstr(at, "<@")) != NULL; at += 2) {
        dfake_mention(fake, json, allowed, at, only_users);
    }
    bool all = (strstr(content, "@everyone") != NULL || strstr(content, "@here") != NULL) &&
               dfake_mention_allowed(allowed, "everyone", "", only_users);
    fake_put(json, "mention_everyone", cJSON_CreateBool(all));
}

/* Numbers what has none, and gives menus what they have when it is not said. */
static void dfake_components_fill(cJSON *list, int *next)
{
    cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        int64_t type = fake_get_number(item, "type", 0);
        ++*next;
        if (fake_get_number(item, "id", 0) == 0) {
            fake_put(item, "id", cJSON_CreateNumber(*next));
        }
        if (type == 3 || (type >= 5 && type <= 8)) {
            if (fake_get(item, "min_values") == NULL) {
                fake_add_number(item, "min_values", 1);
            }
            if (fake_get(item, "max_values") == NULL) {
                fake_add_number(item, "max_values", 1);
            }
        }
        dfake_components_fill(fake_get(item, "components"), next);
    }
}

static void dfake_fields_fill(cJSON *fields)
{
    cJSON *field = NULL;
    cJSON_ArrayForEach(field, fields)
    {
        if (fake_get(field, "inline") == NULL) {
            fake_add_bool(field, "inline", false);
        }
    }
}

static void dfake_build_list(cJSON *json, const cJSON *body, const char *name)
{
    const cJSON *given = fake_get(body, name);
    if (given == NULL) {
        return;
    }
    cJSON *list = cJSON_IsArray(given) ? cJSON_Duplicate(given, true) : cJSON_CreateArray();
    if (strcmp(name, "components") == 0) {
        int next = 0;
        dfake_components_fill(list, &next);
    } else {
        cJSON *embed = NULL;
        cJSON_ArrayForEach(embed, list)
        {
            fake_put(embed, "type", cJSON_CreateString("rich"));
            dfake_fields_fill(fake_get(embed, "fields"));
        }
    }
    fake_put(json, name, list);
}

static void dfake_build_file(struct dfake_call *call, cJSON *list, const struct dfake_file *file,
                             const cJSON *body)
{
    struct fake_discord *fake = call->fake;
    uint64_t id = dfake_id(fake);
    char url[256];
    cJSON *json = fake_add_object(list, NULL);
    snprintf(url, sizeof url, "https://cdn.fake/attachments/%" PRIu64 "/%s", id, file->name);
    fake_add_id(json, "id", id);
    fake_add_text(json, "filename", file->name);
    fake_add_number(json, "size", (int64_t)file->size);
    fake_add_text(json, "url", url);
    fake_add_text(json, "proxy_url", url);
    fake_add_text(json, "content_type", file->type);
    const cJSON *given = NULL;
    cJSON_ArrayForEach(given, fake_get(body, "attachments"))
    {
        const char *text = fake_get_text(given, "id");
        int64_t index = text != NULL ? strtoll(text, NULL, 10) : fake_get_number(given, "id", -1);
        const char *description = fake_get_text(given, "description");
        if (index == file->index && description != NULL) {
            fake_add_text(json, "description", description);
        }
    }
}

static void dfake_build_content(cJSON *json, const cJSON *body)
{
    const cJSON *content = fake_get(body, "content");
    if (content == NULL) {
        return;
    }
    const char *text = cJSON_IsString(content) ? content->valuestring : "";
    text += strspn(text, " \n\t");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \n\t", text[len - 1]) != NULL) {
        len--;
    }
    char *trimmed = fake_copy(text, len);
    fake_put(json, "content", cJSON_CreateString(trimmed));
    free(trimmed);
}

void dfake_build_fill(struct dfake_call *call, cJSON *json, const cJSON *body, bool only_users)
{
    dfake_build_content(json, body);
    dfake_build_list(json, body, "embeds");
    dfake_build_list(json, body, "components");
    if (fake_get(body, "flags") != NULL) {
        int64_t settable = 4 | DFAKE_FLAG_EPHEMERAL | 4096 | DFAKE_FLAG_V2;
        int64_t flags = fake_get_number(json, "flags", 0) & ~(int64_t)4;
        flags |= fake_get_number(body, "flags", 0) & settable;
        fake_put(json, "flags", cJSON_CreateNumber((double)flags));
    }
    cJSON *attachments = fake_get(json, "attachments");
    for (size_t i = 0; i < call->file_count; i++) {
        dfake_build_file(call, attachments, &call->files[i], body);
    }
    dfake_build_mentions(call->fake, json, fake_get(body, "allowed_mentions"), only_users);
}

/* Is an attachment of this id in the list of those to be kept? */
static bool dfake_is_kept(const cJSON *keep, const char *id)
{
    const cJSON *named = NULL;
    cJSON_ArrayForEach(named, keep)
    {
        const char *text = fake_get_text(named, "id");
        if (text != NULL && strcmp(text, id) == 0) {
            return true;
        }
    }
    return false;
}

static void dfake_build_keep(cJSON *json, const cJSON *keep)
{
    cJSON *kept = cJSON_CreateArray();
    const cJSON *old = NULL;
    cJSON_ArrayForEach(old, fake_get(json, "attachments"))
    {
        if (dfake_is_kept(keep, fake_get_text(old, "id"))) {
            cJSON_AddItemToArray(kept, cJSON_Duplicate(old, true));
        }
    }
    fake_put(json, "attachments", kept);
}

void dfake_build_edit(struct dfake_call *call, cJSON *json, const cJSON *body, bool only_users)
{
    const cJSON *keep = fake_get(body, "attachments");
    if (keep != NULL) {
        dfake_build_keep(json, keep);
    }
    int64_t fixed = fake_get_number(json, "flags", 0) & DFAKE_FLAG_EPHEMERAL;
    dfake_build_fill(call, json, body, only_users);
    int64_t flags = fake_get_number(json, "flags", 0);
    flags = (flags & ~(int64_t)(DFAKE_FLAG_EPHEMERAL | DFAKE_FLAG_LOADING)) | fixed;
    fake_put(json, "flags", cJSON_CreateNumber((double)flags));
    char text[FAKE_TIME_BYTES];
    fake_time_text(text, call->fake->now_ms);
    fake_put(json, "edited_timestamp", cJSON_CreateString(text));
}
