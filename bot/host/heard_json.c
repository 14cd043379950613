/* Heard events as JSON, for those whose turn comes after a restart. */
#include <string.h>

#include <cjson/cJSON.h>

#include "heard_copy.h"
#include "json_out.h"
#include "seat.h"

static void write_list(struct buf *json, const char *key, const char *const *texts, unsigned count)
{
    if (count == 0) {
        return;
    }
    json_out_key(json, key);
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < count; i++) {
        json_out_next(json);
        json_out_string(json, texts[i], strlen(texts[i]));
    }
    buf_add(json, "]", 1);
}

static void write_args(struct buf *json, const struct facts *args)
{
    json_out_key(json, "args");
    buf_add(json, "{", 1);
    for (uint16_t i = facts_first(args, FACTS_NONE); i != FACTS_NONE;
         i = facts_next(args, FACTS_NONE, i)) {
        json_out_next(json);
        json_out_string(json, args->fact[i].key, strlen(args->fact[i].key));
        buf_add(json, ":", 1);
        json_out_string(json, args->fact[i].text, args->fact[i].text_len);
    }
    buf_add(json, "}", 1);
}

void heard_json_write(const struct heard *heard, struct buf *json)
{
    buf_add(json, "{", 1);
    json_out_number(json, "kind", heard->kind);
    json_out_number(json, "at", heard->at_ms);
    if (heard->age_ms > 0) {
        json_out_number(json, "age", heard->age_ms);
    }
    json_out_text(json, "event", heard->event_id);
    json_out_text(json, "room", heard->room);
    json_out_text(json, "account", heard->account);
    json_out_text(json, "name", heard->name);
    json_out_text(json, "moved_to", heard->moved_to);
    json_out_text(json, "locale", heard->locale);
    json_out_flag(json, "private", heard->private_room);
    json_out_flag(json, "moderator", heard->moderator);
    json_out_flag(json, "addressed", heard->addressed);
    json_out_flag(json, "off", heard->off);
    json_out_text(json, "text", heard->text);
    json_out_text(json, "command", heard->command);
    json_out_text(json, "control", heard->control);
    json_out_text(json, "reply_to", heard->reply_to);
    json_out_text(json, "reply_account", heard->reply_account);
    json_out_text(json, "emoji", heard->emoji);
    json_out_text(json, "media", heard->media);
    write_list(json, "mentions", heard->mentions, heard->mention_count);
    write_list(json, "values", heard->values, heard->value_count);
    if (heard->args != NULL) {
        write_args(json, heard->args);
    }
    buf_add(json, "}", 1);
}

static const char *text_of(const cJSON *json, const char *member)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static bool flag_of(const cJSON *json, const char *member)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static unsigned read_list(const cJSON *json, const char *member, const char **texts, unsigned max)
{
    unsigned count = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, member))
    {
        const char *text = cJSON_GetStringValue(item);
        if (text != NULL && count < max) {
            texts[count++] = text;
        }
    }
    return count;
}

static void read_plain(struct heard *heard, const cJSON *json)
{
    heard->event_id = text_of(json, "event");
    heard->room = text_of(json, "room");
    heard->account = text_of(json, "account");
    heard->name = text_of(json, "name");
    heard->moved_to = text_of(json, "moved_to");
    heard->locale = text_of(json, "locale");
    heard->private_room = flag_of(json, "private");
    heard->moderator = flag_of(json, "moderator");
    heard->addressed = flag_of(json, "addressed");
    heard->off = flag_of(json, "off");
    heard->text = text_of(json, "text");
    heard->command = text_of(json, "command");
    heard->control = text_of(json, "control");
    heard->reply_to = text_of(json, "reply_to");
    heard->reply_account = text_of(json, "reply_account");
    heard->emoji = text_of(json, "emoji");
    heard->media = text_of(json, "media");
    heard->mention_count = read_list(json, "mentions", heard->mentions, HEARD_MENTIONS_MAX);
    heard->value_count = read_list(json, "values", heard->values, HEARD_VALUES_MAX);
    heard->reply_seat = SEAT_NONE;
}

bool heard_json_read(struct heard_copy *copy, const char *adapter, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(json, "kind");
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(json, "at");
    const cJSON *age = cJSON_GetObjectItemCaseSensitive(json, "age");
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, "args");
    struct fact fact[HEARD_ARGS_MAX];
    char texts[HEARD_ARGS_BYTES_MAX];
    struct facts args;
    struct heard heard = {.adapter = adapter, .kind = HEARD_TEXT};
    bool good = cJSON_IsNumber(kind) && cJSON_IsNumber(at) && kind->valueint >= HEARD_TEXT &&
                kind->valueint <= HEARD_WORDS_REFUSED;
    if (good) {
        heard.kind = (enum heard_kind)kind->valueint;
        heard.at_ms = (int64_t)at->valuedouble;
        heard.age_ms = cJSON_IsNumber(age) && age->valuedouble > 0 ? (int64_t)age->valuedouble : 0;
        read_plain(&heard, json);
    }
    if (cJSON_IsObject(member)) {
        const cJSON *item = NULL;
        facts_init(&args, fact, HEARD_ARGS_MAX, texts, sizeof texts);
        cJSON_ArrayForEach(item, member)
        {
            const char *value = cJSON_GetStringValue(item);
            facts_text(&args, item->string, value == NULL ? "" : value,
                       value == NULL ? 0 : strlen(value));
        }
        good = good && !args.full;
        heard.args = &args;
    }
    good = good && heard.room != NULL && heard.account != NULL && heard_copy(copy, &heard);
    cJSON_Delete(json);
    return good;
}
