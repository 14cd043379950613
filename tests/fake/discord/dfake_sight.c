/* Who sees what: the oracle of secrets. A sight is kept when something becomes visible to a person,
 * with the words as they were then; what is taken back later was seen all the same. */
#include "dfake_place.h"

#include <stdlib.h>
#include <string.h>

/* Members whose text reaches a screen, or a modified client. */
static const char *const dfake_words[] = {"content", "title",     "description", "name",
                                          "value",   "text",      "label",       "placeholder",
                                          "url",     "custom_id", "filename"};
static const char *const dfake_unseen[] = {"author", "member", "mentions", "interaction_metadata",
                                           "interaction"};

static bool dfake_listed(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; name != NULL && i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

struct dfake_page {
    char *text;
    size_t len;
    size_t size;
};

static void dfake_page_add(struct dfake_page *page, const char *line)
{
    size_t len = strlen(line);
    if (page->len + len + 2 > page->size) {
        page->size = (page->len + len + 2) * 2;
        page->text = realloc(page->text, page->size);
        if (page->text == NULL) {
            abort();
        }
    }
    memcpy(page->text + page->len, line, len);
    page->len += len;
    page->text[page->len++] = '\n';
    page->text[page->len] = '\0';
}

static void dfake_page_read(struct dfake_page *page, const cJSON *json, unsigned depth)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        bool outer = depth == 0 && dfake_listed(item->string, dfake_unseen,
                                                sizeof dfake_unseen / sizeof *dfake_unseen);
        if (outer || depth > 12) {
            continue;
        }
        if (!cJSON_IsString(item)) {
            dfake_page_read(page, item, depth + 1);
        } else if (dfake_listed(item->string, dfake_words,
                                sizeof dfake_words / sizeof *dfake_words)) {
            dfake_page_add(page, item->valuestring);
        }
    }
}

static char *dfake_sight_words(const cJSON *json)
{
    struct dfake_page page = {NULL, 0, 0};
    dfake_page_read(&page, json, 0);
    return page.text != NULL ? page.text : fake_copy("", 0);
}

static void dfake_sight_add(struct dfake_user *user, const struct dfake_sight *sight)
{
    if (user->sight_count == user->sight_size) {
        user->sight_size = user->sight_size == 0 ? 16 : user->sight_size * 2;
        user->sights = realloc(user->sights, user->sight_size * sizeof *user->sights);
        if (user->sights == NULL) {
            abort();
        }
    }
    struct dfake_sight *kept = &user->sights[user->sight_count++];
    *kept = *sight;
    fake_text_hold(kept->json);
}

static const char *dfake_sight_kind(const struct dfake_message *message)
{
    if (message->seer != 0) {
        return "ephemeral";
    }
    return message->guild == 0 ? "dm" : "message";
}

static bool dfake_sight_has(const struct dfake_user *user, const struct dfake_message *message)
{
    for (size_t i = user->sight_count; i-- > 0;) {
        const struct dfake_sight *sight = &user->sights[i];
        if (sight->message == message->id && sight->version == message->version) {
            return true;
        }
    }
    return false;
}

static struct dfake_sight dfake_sight_of(const struct dfake_message *message, int64_t at_ms)
{
    return (struct dfake_sight){at_ms,       dfake_sight_kind(message), message->channel,
                                message->id, message->version,          message->json};
}

static void dfake_sight_show(struct fake_discord *fake, struct dfake_user *user,
                             const struct dfake_message *message, bool again)
{
    if (!user->bot && dfake_message_visible(fake, user->id, message) &&
        !(again && dfake_sight_has(user, message))) {
        struct dfake_sight sight = dfake_sight_of(message, fake->now_ms);
        dfake_sight_add(user, &sight);
    }
}

void dfake_sight_message(struct fake_discord *fake, const struct dfake_message *message)
{
    for (size_t i = 0; fake->knobs.watches && i < fake->world.user_list.count; i++) {
        dfake_sight_show(fake, fake->world.user_list.items[i], message, false);
    }
}

void dfake_sight_channel(struct fake_discord *fake, const struct dfake_channel *channel)
{
    if (!fake->knobs.watches) {
        return;
    }
    for (size_t i = 0; i < fake->world.user_list.count; i++) {
        const struct dfake_message *message = channel->first;
        for (; message != NULL; message = message->after) {
            dfake_sight_show(fake, fake->world.user_list.items[i], message, true);
        }
    }
}

void dfake_sight_private(struct fake_discord *fake, uint64_t user, const char *kind,
                         uint64_t channel, const cJSON *json)
{
    struct dfake_user *found = dfake_user_find(fake, user);
    if (!fake->knobs.watches || found == NULL) {
        return;
    }
    struct fake_text *text = fake_text_json(cJSON_Duplicate(json, true));
    struct dfake_sight sight = {fake->now_ms, kind, channel, 0, 0, text};
    dfake_sight_add(found, &sight);
    fake_text_drop(&text);
}

void dfake_sight_deinit(struct dfake_user *user)
{
    for (size_t i = 0; i < user->sight_count; i++) {
        fake_text_drop(&user->sights[i].json);
    }
    free(user->sights);
}

static void dfake_sight_json(cJSON *list, const struct dfake_sight *sight)
{
    cJSON *item = fake_add_object(list, NULL);
    fake_add_number(item, "at_ms", sight->at_ms);
    fake_add_text(item, "kind", sight->kind);
    fake_add_id(item, "channel", sight->channel);
    fake_add_id(item, "message", sight->message);
    fake_add_number(item, "version", sight->version);
    cJSON *json = cJSON_ParseWithLength(sight->json->bytes, sight->json->len);
    char *words = dfake_sight_words(json);
    fake_add_text(item, "text", words);
    free(words);
    cJSON_AddItemToObject(item, "json", json);
}

static char *dfake_printed(cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (text == NULL) {
        abort();
    }
    return text;
}

char *fake_discord_sees(const struct fake_discord *fake, uint64_t user)
{
    cJSON *list = cJSON_CreateArray();
    const struct dfake_message *message = fake->world.oldest;
    for (; message != NULL; message = message->newer) {
        if (dfake_message_visible(fake, user, message)) {
            struct dfake_sight sight = dfake_sight_of(message, dfake_id_ms(message->id));
            dfake_sight_json(list, &sight);
        }
    }
    return dfake_printed(list);
}

char *fake_discord_saw(const struct fake_discord *fake, uint64_t user)
{
    cJSON *list = cJSON_CreateArray();
    const struct dfake_user *found = dfake_user_find(fake, user);
    for (size_t i = 0; found != NULL && i < found->sight_count; i++) {
        dfake_sight_json(list, &found->sights[i]);
    }
    return dfake_printed(list);
}

static void dfake_sight_tell(const struct dfake_sight *sight, fake_discord_seen_fn *seen,
                             void *context)
{
    struct fake_discord_seen one = {sight->kind,    sight->channel,     sight->message,
                                    sight->version, sight->json->bytes, sight->json->len};
    seen(context, &one);
}

void fake_discord_each_seen(const struct fake_discord *fake, uint64_t user,
                            fake_discord_seen_fn *seen, void *context)
{
    const struct dfake_message *message = fake->world.oldest;
    for (; message != NULL; message = message->newer) {
        if (dfake_message_visible(fake, user, message)) {
            struct dfake_sight sight = dfake_sight_of(message, dfake_id_ms(message->id));
            dfake_sight_tell(&sight, seen, context);
        }
    }
}

size_t fake_discord_each_saw(const struct fake_discord *fake, uint64_t user, size_t from,
                             fake_discord_seen_fn *seen, void *context)
{
    const struct dfake_user *found = dfake_user_find(fake, user);
    size_t count = found == NULL ? 0 : found->sight_count;
    for (size_t i = from; i < count; i++) {
        dfake_sight_tell(&found->sights[i], seen, context);
    }
    return count;
}

bool fake_discord_has_seen(const struct fake_discord *fake, uint64_t user, const char *words)
{
    const struct dfake_user *found = dfake_user_find(fake, user);
    bool seen = false;
    for (size_t i = 0; found != NULL && i < found->sight_count && !seen; i++) {
        const struct fake_text *text = found->sights[i].json;
        cJSON *json = cJSON_ParseWithLength(text->bytes, text->len);
        char *page = dfake_sight_words(json);
        seen = strstr(page, words) != NULL;
        free(page);
        cJSON_Delete(json);
    }
    return seen;
}
