/* Ops by table: a row for each member (where it goes, how long it may be), a row for each op (what
 * it needs). JSON is cJSON's; nothing of it survives the call. */
#include "web_codec.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

enum {
    WEB_MEMBER_ID = 1 << 0,
    WEB_MEMBER_TAB = 1 << 1,
    WEB_MEMBER_ROOM = 1 << 2,
    WEB_MEMBER_TEXT = 1 << 3,
    WEB_MEMBER_REPLY = 1 << 4,
    WEB_MEMBER_MEDIA = 1 << 5,
    WEB_MEMBER_MESSAGE = 1 << 6,
    WEB_MEMBER_CONTROL = 1 << 7,
    WEB_MEMBER_COMMAND = 1 << 8,
    WEB_MEMBER_EMOJI = 1 << 9,
    WEB_MEMBER_NAME = 1 << 10,
    WEB_MEMBER_BEFORE = 1 << 11,
    WEB_MEMBER_WATCH = 1 << 12,
    WEB_POOL_BYTES_MAX = 2 * WEB_ARG_BYTES_MAX /* of all arguments of an act */
};

struct web_member {
    unsigned bit;
    const char *name;
    size_t offset;
    size_t max; /* bytes */
};

static const struct web_member web_members[] = {
    {WEB_MEMBER_ID, "id", offsetof(struct web_op, id), WEB_ID_MAX},
    {WEB_MEMBER_TAB, "tab", offsetof(struct web_op, tab), 64},
    {WEB_MEMBER_WATCH, "watch", offsetof(struct web_op, watch), 64},
    {WEB_MEMBER_ROOM, "room", offsetof(struct web_op, room), WEB_ROOM_MAX},
    {WEB_MEMBER_TEXT, "text", offsetof(struct web_op, text), INBOUND_TEXT_BYTES_MAX - 1},
    {WEB_MEMBER_REPLY, "reply", offsetof(struct web_op, reply), 80},
    {WEB_MEMBER_MEDIA, "media", offsetof(struct web_op, media), 16},
    {WEB_MEMBER_MESSAGE, "message", offsetof(struct web_op, message), 80},
    {WEB_MEMBER_CONTROL, "control", offsetof(struct web_op, control), 200},
    {WEB_MEMBER_COMMAND, "command", offsetof(struct web_op, command), 64},
    {WEB_MEMBER_EMOJI, "emoji", offsetof(struct web_op, emoji), 64},
    {WEB_MEMBER_NAME, "name", offsetof(struct web_op, name), 400},
};

enum { WEB_MEMBERS = sizeof web_members / sizeof *web_members };

struct web_shape {
    const char *op;
    enum web_op_kind kind;
    unsigned needs;
};

static const struct web_shape web_shapes[] = {
    {"hello", WEB_HELLO, 0},
    {"say", WEB_SAY, WEB_MEMBER_ID | WEB_MEMBER_ROOM | WEB_MEMBER_TEXT},
    {"slash", WEB_SLASH, WEB_MEMBER_ID | WEB_MEMBER_ROOM | WEB_MEMBER_COMMAND},
    {"press", WEB_PRESS, WEB_MEMBER_ID | WEB_MEMBER_ROOM | WEB_MEMBER_MESSAGE | WEB_MEMBER_CONTROL},
    {"form", WEB_FORM, WEB_MEMBER_ID | WEB_MEMBER_ROOM | WEB_MEMBER_MESSAGE | WEB_MEMBER_CONTROL},
    {"react", WEB_REACT, WEB_MEMBER_ID | WEB_MEMBER_ROOM | WEB_MEMBER_MESSAGE | WEB_MEMBER_EMOJI},
    {"room", WEB_ROOM, WEB_MEMBER_ID | WEB_MEMBER_NAME},
    {"name", WEB_NAME, WEB_MEMBER_ID | WEB_MEMBER_NAME},
    {"quit", WEB_QUIT, WEB_MEMBER_ID | WEB_MEMBER_ROOM},
    {"more", WEB_MORE, WEB_MEMBER_ROOM | WEB_MEMBER_BEFORE},
    {"ping", WEB_PING, 0},
};

static const char *web_text_of(const cJSON *item)
{
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

static bool web_id_is_sound(const char *id)
{
    return id[0] != '\0' && id[strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                          "0123456789-_")] == '\0';
}

static bool web_media_is_known(const char *media)
{
    return strcmp(media, "image") == 0 || strcmp(media, "gif") == 0 ||
           strcmp(media, "sticker") == 0 || strcmp(media, "voice") == 0;
}

/* Reads the members that are texts; had_r gets which were there. */
static enum web_read web_read_texts(struct arena *arena, const cJSON *root, struct web_op *op,
                                    unsigned *had_r)
{
    enum web_read result = WEB_READ;
    for (size_t i = 0; i < WEB_MEMBERS; i++) {
        const struct web_member *member = &web_members[i];
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, member->name);
        const char *text = web_text_of(item);
        if (text == NULL) {
            result = item == NULL || cJSON_IsNull(item) || result == WEB_BIG ? result : WEB_SHAPE;
            continue;
        }
        size_t len = strlen(text);
        if (len > member->max) {
            result = WEB_BIG;
            continue;
        }
        if (member->bit == WEB_MEMBER_ID && !web_id_is_sound(text)) {
            result = WEB_SHAPE;
            continue;
        }
        *(const char **)((char *)op + member->offset) = arena_text(arena, text, len);
        *had_r |= member->bit;
    }
    return result;
}

static bool web_whole_number(const cJSON *item, int64_t *number_r)
{
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) ||
        item->valuedouble > 9007199254740991.0) {
        return false;
    }
    *number_r = (int64_t)item->valuedouble;
    return true;
}

static enum web_read web_read_since(struct arena *arena, const cJSON *root, struct web_op *op)
{
    const cJSON *since = cJSON_GetObjectItemCaseSensitive(root, "since");
    if (since != NULL && !cJSON_IsObject(since) && !cJSON_IsNull(since)) {
        return WEB_SHAPE;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, since)
    {
        int64_t rev = 0;
        if (!web_whole_number(item, &rev) || strlen(item->string) > WEB_ROOM_MAX) {
            return WEB_SHAPE;
        }
        if (op->since_count == WEB_SINCE_MAX) {
            return WEB_BIG;
        }
        op->since[op->since_count++] = (struct web_since){
            .room = arena_text(arena, item->string, strlen(item->string)), .rev = rev};
    }
    return WEB_READ;
}

static enum web_read web_read_list(struct arena *arena, const cJSON *list, const char **texts,
                                   unsigned max, unsigned *count_r)
{
    if (list != NULL && !cJSON_IsArray(list) && !cJSON_IsNull(list)) {
        return WEB_SHAPE;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *text = web_text_of(item);
        if (text == NULL) {
            return WEB_SHAPE;
        }
        if (*count_r == max || strlen(text) > WEB_ARG_BYTES_MAX) {
            return WEB_BIG;
        }
        texts[(*count_r)++] = arena_text(arena, text, strlen(text));
    }
    return WEB_READ;
}

/* An argument's value as text: what is written, numbers in decimals, yes and no. */
static const char *web_arg_text(const cJSON *item, char *number, size_t size)
{
    if (cJSON_IsBool(item)) {
        return cJSON_IsTrue(item) ? "yes" : "no";
    }
    if (cJSON_IsNumber(item)) {
        snprintf(number, size, "%.15g", item->valuedouble);
        return number;
    }
    return web_text_of(item);
}

static bool web_arg_name_is_sound(const char *name)
{
    size_t len = strlen(name);
    return len > 0 && len <= 64 &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_.-")] == '\0';
}

static enum web_read web_read_args(struct arena *arena, const cJSON *root, struct web_op *op)
{
    const cJSON *args = cJSON_GetObjectItemCaseSensitive(root, "args");
    struct value *fact = arena_take(arena, (WEB_ARGS_MAX + 1) * sizeof *fact);
    size_t size = WEB_POOL_BYTES_MAX;
    value_init(&op->args, fact, WEB_ARGS_MAX, arena_take(arena, size), size);
    if (args != NULL && !cJSON_IsObject(args) && !cJSON_IsNull(args)) {
        return WEB_SHAPE;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, args)
    {
        char number[32];
        const char *text = web_arg_text(item, number, sizeof number);
        if (!web_arg_name_is_sound(item->string) || (text == NULL && !cJSON_IsNull(item))) {
            return WEB_SHAPE;
        }
        if (text != NULL) {
            value_text(&op->args, arena_text(arena, item->string, strlen(item->string)), text,
                       strlen(text));
        }
    }
    return op->args.full ? WEB_BIG : WEB_READ;
}

static enum web_read web_worse(enum web_read one, enum web_read other)
{
    return one == WEB_READ ? other : one;
}

static enum web_read web_read_rest(struct arena *arena, const cJSON *root, struct web_op *op)
{
    enum web_read result = web_read_since(arena, root, op);
    result =
        web_worse(result, web_read_list(arena, cJSON_GetObjectItemCaseSensitive(root, "mentions"),
                                        op->mentions, INBOUND_MENTIONS_MAX, &op->mention_count));
    result =
        web_worse(result, web_read_list(arena, cJSON_GetObjectItemCaseSensitive(root, "values"),
                                        op->values, INBOUND_VALUES_MAX, &op->value_count));
    result = web_worse(result, web_read_args(arena, root, op));
    if (op->media != NULL && !web_media_is_known(op->media)) {
        result = web_worse(result, WEB_SHAPE);
    }
    return result;
}

static enum web_read web_read_root(struct arena *arena, const cJSON *root, struct web_op *op)
{
    const char *name = web_text_of(cJSON_GetObjectItemCaseSensitive(root, "op"));
    const struct web_shape *shape = NULL;
    for (size_t i = 0; name != NULL && i < sizeof web_shapes / sizeof *web_shapes; i++) {
        shape = strcmp(web_shapes[i].op, name) == 0 ? &web_shapes[i] : shape;
    }
    unsigned had = 0;
    enum web_read result = web_read_texts(arena, root, op, &had);
    if (shape == NULL) {
        return WEB_SHAPE;
    }
    op->kind = shape->kind;
    op->sit = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "sit"));
    op->on = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "on"));
    if (web_whole_number(cJSON_GetObjectItemCaseSensitive(root, "before"), &op->before)) {
        had |= WEB_MEMBER_BEFORE;
    }
    result = web_worse(result, web_read_rest(arena, root, op));
    return result == WEB_READ && (shape->needs & ~had) != 0 ? WEB_SHAPE : result;
}

enum web_read web_codec_read(struct arena *arena, const char *json, size_t len, struct web_op *op)
{
    memset(op, 0, sizeof *op);
    value_init(&op->args, NULL, 0, NULL, 0);
    cJSON *root = cJSON_ParseWithLength(json, len);
    enum web_read result = cJSON_IsObject(root) ? web_read_root(arena, root, op) : WEB_SHAPE;
    cJSON_Delete(root);
    return result;
}
