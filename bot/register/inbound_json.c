/* Inbound events as JSON, for those that are handled after a restart. */
#include <string.h>

#include <cjson/cJSON.h>

#include "inbound_copy.h"
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

static void write_args(struct buf *json, const struct value_tree *args)
{
    json_out_key(json, "args");
    buf_add(json, "{", 1);
    for (uint16_t i = value_first(args, VALUE_NONE); i != VALUE_NONE;
         i = value_next(args, VALUE_NONE, i)) {
        json_out_next(json);
        json_out_string(json, args->fact[i].key, strlen(args->fact[i].key));
        buf_add(json, ":", 1);
        json_out_string(json, args->fact[i].text, args->fact[i].text_len);
    }
    buf_add(json, "}", 1);
}

void inbound_json_write(const struct inbound *inbound, struct buf *json)
{
    buf_add(json, "{", 1);
    json_out_number(json, "kind", inbound->kind);
    json_out_number(json, "at", inbound->at_ms);
    if (inbound->age_ms > 0) {
        json_out_number(json, "age", inbound->age_ms);
    }
    json_out_text(json, "event", inbound->event_id);
    json_out_text(json, "room", inbound->room);
    json_out_text(json, "account", inbound->account);
    json_out_text(json, "name", inbound->name);
    json_out_text(json, "moved_to", inbound->moved_to);
    json_out_flag(json, "private", inbound->private_room);
    json_out_flag(json, "moderator", inbound->moderator);
    json_out_flag(json, "moderates_server", inbound->moderates_server);
    json_out_flag(json, "addressed", inbound->addressed);
    json_out_flag(json, "off", inbound->off);
    json_out_flag(json, "sits", inbound->sits);
    json_out_text(json, "text", inbound->text);
    json_out_text(json, "command", inbound->command);
    json_out_text(json, "control", inbound->control);
    json_out_text(json, "reply_to", inbound->reply_to);
    json_out_text(json, "locale", inbound->locale);
    json_out_text(json, "elsewhere", inbound->elsewhere);
    json_out_text(json, "reply_account", inbound->reply_account);
    json_out_text(json, "emoji", inbound->emoji);
    json_out_text(json, "media", inbound->media);
    write_list(json, "mentions", inbound->mentions, inbound->mention_count);
    write_list(json, "values", inbound->values, inbound->value_count);
    if (inbound->args != NULL) {
        write_args(json, inbound->args);
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

static void read_plain(struct inbound *inbound, const cJSON *json)
{
    inbound->event_id = text_of(json, "event");
    inbound->room = text_of(json, "room");
    inbound->account = text_of(json, "account");
    inbound->name = text_of(json, "name");
    inbound->moved_to = text_of(json, "moved_to");
    inbound->private_room = flag_of(json, "private");
    inbound->moderator = flag_of(json, "moderator");
    inbound->moderates_server = flag_of(json, "moderates_server"); /* absent in older rows: no */
    inbound->addressed = flag_of(json, "addressed");
    inbound->off = flag_of(json, "off");
    inbound->sits = flag_of(json, "sits");
    inbound->text = text_of(json, "text");
    inbound->command = text_of(json, "command");
    inbound->control = text_of(json, "control");
    inbound->reply_to = text_of(json, "reply_to");
    inbound->reply_account = text_of(json, "reply_account");
    inbound->locale = text_of(json, "locale");
    inbound->elsewhere = text_of(json, "elsewhere");
    inbound->emoji = text_of(json, "emoji");
    inbound->media = text_of(json, "media");
    inbound->mention_count = read_list(json, "mentions", inbound->mentions, INBOUND_MENTIONS_MAX);
    inbound->value_count = read_list(json, "values", inbound->values, INBOUND_VALUES_MAX);
    inbound->reply_seat = SEAT_NONE;
}

bool inbound_json_read(struct inbound_copy *copy, const char *adapter, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *kind = cJSON_GetObjectItemCaseSensitive(json, "kind");
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(json, "at");
    const cJSON *age = cJSON_GetObjectItemCaseSensitive(json, "age");
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(json, "args");
    struct value fact[INBOUND_ARGS_MAX];
    char texts[INBOUND_ARGS_BYTES_MAX];
    struct value_tree args;
    struct inbound inbound = {.adapter = adapter, .kind = INBOUND_TEXT};
    bool good = cJSON_IsNumber(kind) && cJSON_IsNumber(at) && kind->valueint >= INBOUND_TEXT &&
                kind->valueint <= INBOUND_ROOM_SHUT;
    if (good) {
        inbound.kind = (enum inbound_kind)kind->valueint;
        inbound.at_ms = (int64_t)at->valuedouble;
        inbound.age_ms =
            cJSON_IsNumber(age) && age->valuedouble > 0 ? (int64_t)age->valuedouble : 0;
        read_plain(&inbound, json);
    }
    if (cJSON_IsObject(member)) {
        const cJSON *item = NULL;
        value_init(&args, fact, INBOUND_ARGS_MAX, texts, sizeof texts);
        cJSON_ArrayForEach(item, member)
        {
            const char *value = cJSON_GetStringValue(item);
            value_text(&args, item->string, value == NULL ? "" : value,
                       value == NULL ? 0 : strlen(value));
        }
        good = good && !args.full;
        inbound.args = &args;
    }
    good = good && inbound.room != NULL && inbound.account != NULL && inbound_copy(copy, &inbound);
    cJSON_Delete(json);
    return good;
}
