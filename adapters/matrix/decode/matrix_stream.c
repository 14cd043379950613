/* A state machine over bytes. It knows a few levels of the text by their keys; each value in them
 * is entered, collected until it is complete, or skipped by counting brackets. Collected values are
 * validated by whoever parses them; here only their end is found. */
#include "matrix_stream.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "buf.h"
#include "heap.h"
#include "json_tree.h"

enum { STREAM_LEVELS_MAX = 8, STREAM_KEY_MAX = 1600, STREAM_ID_MAX = 255 };

enum stream_level {
    LEVEL_ROOT,
    LEVEL_ACCOUNT,
    LEVEL_ROOMS,
    LEVEL_WHERE,
    LEVEL_ROOM,
    LEVEL_PART,
    LEVEL_EVENTS
};

enum stream_step {
    STEP_VALUE, /* a value begins */
    STEP_VALUE_OR_END /* or the list is empty */,
    STEP_KEY,        /* a key begins */
    STEP_KEY_OR_END, /* or the object is empty */
    STEP_IN_KEY,
    STEP_COLON,
    STEP_COMMA, /* or the end of what is open */
    STEP_SCAN,  /* inside a value that is collected or skipped */
    STEP_DONE,
    STEP_BAD
};

enum stream_keep { KEEP_NOTHING, KEEP_EVENT, KEEP_NEXT, KEEP_PREVIOUS, KEEP_LIMITED, KEEP_KEYS };

struct matrix_stream {
    struct matrix_stream_hooks hooks;
    bool list;
    enum stream_step step;
    enum stream_level level[STREAM_LEVELS_MAX];
    unsigned depth; /* levels that are open */
    char key[STREAM_KEY_MAX + 1];
    size_t key_len;
    bool key_long;
    bool escaped; /* the byte before was a backslash */
    enum matrix_where where;
    enum matrix_part part;
    enum stream_keep keep;
    enum matrix_about_keys about; /* what of keys is kept */
    bool in_text;
    bool is_word; /* a number, true, false, null */
    size_t brackets;
    struct buf kept;
    unsigned left_out;
};

static bool stream_is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static enum stream_level stream_top(const struct matrix_stream *stream)
{
    assert(stream->depth > 0);
    return stream->level[stream->depth - 1];
}

static bool stream_is_list(enum stream_level level)
{
    return level == LEVEL_EVENTS;
}

static void stream_push(struct matrix_stream *stream, enum stream_level level)
{
    assert(stream->depth < STREAM_LEVELS_MAX);
    stream->level[stream->depth++] = level;
    stream->step = stream_is_list(level) ? STEP_VALUE_OR_END : STEP_KEY_OR_END;
}

static void stream_pop(struct matrix_stream *stream)
{
    enum stream_level level = stream_top(stream);
    stream->depth--;
    stream->step = stream->depth == 0 ? STEP_DONE : STEP_COMMA;
    if (level == LEVEL_ROOM) {
        stream->hooks.room_end(stream->hooks.context);
    }
}

/* --- values, by key and level ------------------------------------------ */

static bool stream_key_is(const struct matrix_stream *stream, const char *key)
{
    return !stream->key_long && strcmp(stream->key, key) == 0;
}

struct stream_name {
    const char *key;
    int value;
};

/* The value that this key names; -1: unknown. */
static int stream_named(const struct matrix_stream *stream, const struct stream_name *names)
{
    for (; names->key != NULL; names++) {
        if (stream_key_is(stream, names->key)) {
            return names->value;
        }
    }
    return -1;
}

static bool stream_enter_where(struct matrix_stream *stream)
{
    static const struct stream_name names[] = {{"join", MATRIX_IN_JOIN},
                                               {"invite", MATRIX_IN_INVITE},
                                               {"knock", MATRIX_IN_KNOCK},
                                               {"leave", MATRIX_IN_LEAVE},
                                               {NULL, 0}};
    int where = stream_named(stream, names);
    if (where < 0) {
        return false;
    }
    stream->where = (enum matrix_where)where;
    stream_push(stream, LEVEL_WHERE);
    return true;
}

static bool stream_enter_room(struct matrix_stream *stream)
{
    if (stream->key_long || stream->key[0] == '\0' || strlen(stream->key) > STREAM_ID_MAX) {
        return false;
    }
    stream->hooks.room(stream->hooks.context, stream->where, stream->key);
    stream_push(stream, LEVEL_ROOM);
    return true;
}

static bool stream_enter_part(struct matrix_stream *stream)
{
    static const struct stream_name names[] = {
        {"state", MATRIX_PART_STATE},          {"state_after", MATRIX_PART_STATE_AFTER},
        {"timeline", MATRIX_PART_TIMELINE},    {"invite_state", MATRIX_PART_STRIPPED},
        {"knock_state", MATRIX_PART_STRIPPED}, {NULL, 0}};
    int part = stream_named(stream, names);
    if (part < 0) {
        return false;
    }
    stream->part = (enum matrix_part)part;
    stream->hooks.part(stream->hooks.context, stream->part);
    stream_push(stream, LEVEL_PART);
    return true;
}

/* Lists of events outside rooms. */
static bool stream_enter_events(struct matrix_stream *stream)
{
    bool is_account = stream_key_is(stream, "account_data");
    if (!is_account && (stream->hooks.keys == NULL || !stream_key_is(stream, "to_device"))) {
        return false;
    }
    stream->part = is_account ? MATRIX_PART_ACCOUNT : MATRIX_PART_TO_DEVICE;
    stream_push(stream, LEVEL_ACCOUNT);
    return true;
}

/* Enters an object. False: it is not to be entered. */
static bool stream_enter_object(struct matrix_stream *stream)
{
    switch (stream_top(stream)) {
    case LEVEL_ROOT:
        if (stream_key_is(stream, "rooms")) {
            stream_push(stream, LEVEL_ROOMS);
            return true;
        }
        return stream_enter_events(stream);
    case LEVEL_ROOMS:
        return stream_enter_where(stream);
    case LEVEL_WHERE:
        return stream_enter_room(stream);
    case LEVEL_ROOM:
        return stream_enter_part(stream);
    case LEVEL_ACCOUNT:
    case LEVEL_PART:
    case LEVEL_EVENTS:
        break;
    }
    return false;
}

static bool stream_enter_list(struct matrix_stream *stream)
{
    enum stream_level level = stream_top(stream);
    if ((level != LEVEL_PART && level != LEVEL_ACCOUNT) || !stream_key_is(stream, "events")) {
        return false;
    }
    stream_push(stream, LEVEL_EVENTS);
    return true;
}

/* Is that a member of the whole that tells of keys? */
static bool stream_keeps_keys(struct matrix_stream *stream, char first)
{
    static const struct stream_name names[] = {
        {"device_lists", MATRIX_ABOUT_DEVICES},
        {"device_one_time_keys_count", MATRIX_ABOUT_ONE_TIME},
        {"device_unused_fallback_key_types", MATRIX_ABOUT_FALLBACK},
        {NULL, 0}};
    int about = stream->hooks.keys == NULL ? -1 : stream_named(stream, names);
    if (about < 0 || first != (about == MATRIX_ABOUT_FALLBACK ? '[' : '{')) {
        return false;
    }
    stream->about = (enum matrix_about_keys)about;
    return true;
}

static enum stream_keep stream_keeps(struct matrix_stream *stream, char first)
{
    enum stream_level level = stream_top(stream);
    if (level == LEVEL_ROOT && stream_keeps_keys(stream, first)) {
        return KEEP_KEYS;
    }
    if (level == LEVEL_EVENTS) {
        return first == '{' ? KEEP_EVENT : KEEP_NOTHING;
    }
    if (level == LEVEL_ROOT && first == '"' && stream_key_is(stream, "next_batch")) {
        return KEEP_NEXT;
    }
    if (level == LEVEL_PART && stream->part == MATRIX_PART_TIMELINE) {
        return first == '"' && stream_key_is(stream, "prev_batch") ? KEEP_PREVIOUS
               : first == 't' && stream_key_is(stream, "limited")  ? KEEP_LIMITED
                                                                   : KEEP_NOTHING;
    }
    return KEEP_NOTHING;
}

static void stream_begin_scan(struct matrix_stream *stream, char first)
{
    stream->keep = stream_keeps(stream, first);
    stream->in_text = first == '"';
    stream->brackets = first == '{' || first == '[' ? 1 : 0;
    stream->is_word = !stream->in_text && stream->brackets == 0;
    stream->escaped = false;
    stream->step = STEP_SCAN;
    buf_clear(&stream->kept);
    if (stream->keep != KEEP_NOTHING) {
        buf_add(&stream->kept, &first, 1);
    }
}

static bool stream_is_word(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '-' ||
           byte == '+' || byte == '.' || byte == 'E';
}

static void stream_value(struct matrix_stream *stream, char first)
{
    if (stream->depth == 0) { /* the whole text */
        if (first != (stream->list ? '[' : '{')) {
            stream->step = STEP_BAD;
            return;
        }
        stream->part = MATRIX_PART_STATE;
        stream_push(stream, stream->list ? LEVEL_EVENTS : LEVEL_ROOT);
        return;
    }
    if ((first == '{' && stream_enter_object(stream)) ||
        (first == '[' && stream_enter_list(stream))) {
        return;
    }
    if (first == '{' || first == '[' || first == '"' || stream_is_word(first)) {
        stream_begin_scan(stream, first);
    } else {
        stream->step = STEP_BAD;
    }
}

/* --- complete values -------------------------------------------------------------------- */

static void stream_text_of(struct matrix_stream *stream,
                           void (*tell)(void *context, const char *token))
{
    cJSON *json = json_tree_read(stream->kept.text, stream->kept.len);
    if (cJSON_IsString(json) && strlen(json->valuestring) <= MATRIX_STREAM_TOKEN_MAX) {
        tell(stream->hooks.context, json->valuestring);
    }
    json_tree_free(json);
}

static void stream_kept(struct matrix_stream *stream)
{
    const struct matrix_stream_hooks *hooks = &stream->hooks;
    stream->step = STEP_COMMA;
    if (stream->keep != KEEP_NOTHING && stream->kept.full) {
        stream->left_out++;
        return;
    }
    switch (stream->keep) {
    case KEEP_EVENT:
        hooks->event(hooks->context, stream->part, stream->kept.text, stream->kept.len);
        break;
    case KEEP_NEXT:
        stream_text_of(stream, hooks->next);
        break;
    case KEEP_PREVIOUS:
        stream_text_of(stream, hooks->previous);
        break;
    case KEEP_LIMITED:
        if (strcmp(stream->kept.text, "true") == 0) {
            hooks->limited(hooks->context);
        }
        break;
    case KEEP_KEYS:
        hooks->keys(hooks->context, stream->about, stream->kept.text, stream->kept.len);
        break;
    case KEEP_NOTHING:
        break;
    }
}

/* How many of the bytes belong to the open value; whole_r: it ends with them. */
static size_t stream_extent(struct matrix_stream *stream, const char *bytes, size_t len,
                            bool *whole_r)
{
    for (size_t i = 0; i < len; i++) {
        char byte = bytes[i];
        if (stream->in_text) {
            if (stream->escaped) {
                stream->escaped = false;
            } else if (byte == '\\') {
                stream->escaped = true;
            } else if (byte == '"') {
                stream->in_text = false;
                *whole_r = stream->brackets == 0;
            }
        } else if (byte == '"') {
            stream->in_text = true;
        } else if (byte == '{' || byte == '[') {
            stream->brackets++;
        } else if (byte == '}' || byte == ']') {
            stream->brackets--;
            *whole_r = stream->brackets == 0;
        }
        if (*whole_r) {
            return i + 1;
        }
    }
    return len;
}

static size_t stream_word_extent(const char *bytes, size_t len, bool *whole_r)
{
    size_t at = 0;
    while (at < len && stream_is_word(bytes[at])) {
        at++;
    }
    *whole_r = at < len;
    return at;
}

static size_t stream_scan(struct matrix_stream *stream, const char *bytes, size_t len)
{
    bool whole = false;
    size_t taken = stream->is_word ? stream_word_extent(bytes, len, &whole)
                                   : stream_extent(stream, bytes, len, &whole);
    if (stream->keep != KEEP_NOTHING) {
        buf_add(&stream->kept, bytes, taken);
    }
    if (whole) {
        stream_kept(stream);
    }
    return taken;
}

/* --- keys and punctuation ------------------------------------------------------------- */

/* Decodes a key; escapes are rare. */
static void stream_key_whole(struct matrix_stream *stream)
{
    char text[STREAM_KEY_MAX + 3];
    stream->key[stream->key_len] = '\0';
    stream->step = STEP_COLON;
    if (memchr(stream->key, '\\', stream->key_len) == NULL) {
        stream->key_long = stream->key_long || strlen(stream->key) != stream->key_len;
        return;
    }
    text[0] = '"';
    memcpy(text + 1, stream->key, stream->key_len);
    text[stream->key_len + 1] = '"';
    cJSON *json = json_tree_read(text, stream->key_len + 2);
    size_t len = cJSON_IsString(json) ? strlen(json->valuestring) : 0;
    stream->key_long = stream->key_long || len == 0 || len > STREAM_KEY_MAX;
    if (!stream->key_long) {
        memcpy(stream->key, json->valuestring, len + 1);
    }
    json_tree_free(json);
}

static void stream_in_key(struct matrix_stream *stream, char byte)
{
    if (byte == '"' && !stream->escaped) {
        stream_key_whole(stream);
        return;
    }
    stream->escaped = byte == '\\' && !stream->escaped;
    if (stream->key_len < STREAM_KEY_MAX) {
        stream->key[stream->key_len++] = byte;
    } else {
        stream->key_long = true;
    }
}

static void stream_begin_key(struct matrix_stream *stream)
{
    stream->key_len = 0;
    stream->key_long = false;
    stream->escaped = false;
    stream->step = STEP_IN_KEY;
}

static bool stream_ends(const struct matrix_stream *stream, char byte)
{
    return byte == (stream_is_list(stream_top(stream)) ? ']' : '}');
}

static void stream_between(struct matrix_stream *stream, char byte)
{
    bool list = stream->depth > 0 && stream_is_list(stream_top(stream));
    bool may_end = stream->step == STEP_COMMA || stream->step == STEP_KEY_OR_END ||
                   stream->step == STEP_VALUE_OR_END;
    if (may_end && stream_ends(stream, byte)) {
        stream_pop(stream);
    } else if (stream->step == STEP_COMMA && byte == ',') {
        stream->step = list ? STEP_VALUE : STEP_KEY;
    } else if ((stream->step == STEP_KEY || stream->step == STEP_KEY_OR_END) && byte == '"') {
        stream_begin_key(stream);
    } else if (stream->step == STEP_COLON && byte == ':') {
        stream->step = STEP_VALUE;
    } else if (stream->step == STEP_VALUE || stream->step == STEP_VALUE_OR_END) {
        stream_value(stream, byte);
    } else {
        stream->step = STEP_BAD;
    }
}

bool matrix_stream_add(struct matrix_stream *stream, const char *bytes, size_t len)
{
    size_t at = 0;
    while (at < len && stream->step != STEP_BAD) {
        if (stream->step == STEP_SCAN) {
            at += stream_scan(stream, bytes + at, len - at);
        } else if (stream->step == STEP_IN_KEY) {
            stream_in_key(stream, bytes[at++]);
        } else if (stream_is_blank(bytes[at])) {
            at++;
        } else {
            stream_between(stream, bytes[at++]);
        }
    }
    return stream->step != STEP_BAD;
}

bool matrix_stream_whole(const struct matrix_stream *stream)
{
    return stream->step == STEP_DONE;
}

unsigned matrix_stream_left_out(const struct matrix_stream *stream)
{
    return stream->left_out;
}

void matrix_stream_restart(struct matrix_stream *stream)
{
    stream->step = STEP_VALUE;
    stream->depth = 0;
    stream->left_out = 0;
    buf_clear(&stream->kept);
}

struct matrix_stream *matrix_stream_new(const struct matrix_stream_hooks *hooks, bool list)
{
    struct matrix_stream *stream = heap_allocate(sizeof *stream);
    stream->hooks = *hooks;
    stream->list = list;
    buf_init(&stream->kept, MATRIX_STREAM_EVENT_MAX);
    matrix_stream_restart(stream);
    return stream;
}

void matrix_stream_free(struct matrix_stream **stream)
{
    if (*stream != NULL) {
        buf_deinit(&(*stream)->kept);
        free(*stream);
        *stream = NULL;
    }
}
