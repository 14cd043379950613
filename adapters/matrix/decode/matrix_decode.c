/* Events are untrusted: every member is checked before use, every text has a limit, and what is
 * over it is dropped. */
#include "matrix_decode.h"
#include "json_at.h"

#include <string.h>
#include <strings.h>

enum { DECODE_KEYS_MAX = 64, DECODE_QUOTE_LINES_MAX = 400 };

static bool decode_is_id(const char *text, char sigil)
{
    size_t len = text == NULL ? 0 : strlen(text);
    return len > 1 && len < MATRIX_ID_BYTES && (sigil == '\0' || text[0] == sigil);
}

const char *matrix_id(const cJSON *object, const char *name, char sigil)
{
    const char *text = json_at_text(object, name);
    return decode_is_id(text, sigil) ? text : NULL;
}

/* --- members ---------------------------------------------------------------------------------- */

enum matrix_membership matrix_membership(const char *word)
{
    static const struct {
        const char *word;
        enum matrix_membership is;
    } rows[] = {{"join", MATRIX_JOINED},
                {"invite", MATRIX_INVITED},
                {"knock", MATRIX_KNOCKING},
                {"ban", MATRIX_BANNED}};
    for (size_t i = 0; word != NULL && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].word, word) == 0) {
            return rows[i].is;
        }
    }
    return MATRIX_LEFT;
}

enum matrix_membership matrix_member_before(const cJSON *event, enum matrix_membership otherwise)
{
    const cJSON *before = json_at(json_at(event, "unsigned"), "prev_content");
    before = before == NULL ? json_at(event, "prev_content") : before;
    const char *word = json_at_text(before, "membership");
    return word == NULL ? otherwise : matrix_membership(word);
}

/* --- reactions and redactions ------------------------------------------------------------------
 */

const char *matrix_redacts(const cJSON *event)
{
    const char *target = matrix_id(event, "redacts", '$');
    return target != NULL ? target : matrix_id(json_at(event, "content"), "redacts", '$');
}

/* Copies a key without variation selectors (U+FE0E, U+FE0F), which clients may or may not send. */
static bool decode_key(const char *text, char key[MATRIX_EMOJI_BYTES])
{
    size_t len = 0;
    for (; *text != '\0'; text++) {
        if (strncmp(text, "\xef\xb8\x8f", 3) == 0 || strncmp(text, "\xef\xb8\x8e", 3) == 0) {
            text += 2;
            continue;
        }
        if (len + 1 >= MATRIX_EMOJI_BYTES) {
            return false;
        }
        key[len++] = *text;
    }
    key[len] = '\0';
    return len > 0;
}

bool matrix_reaction(const cJSON *event, struct matrix_reaction *reaction)
{
    const cJSON *relates = json_at(json_at(event, "content"), "m.relates_to");
    const char *kind = json_at_text(relates, "rel_type");
    const char *key = json_at_text(relates, "key");
    reaction->event = matrix_id(relates, "event_id", '$');
    return kind != NULL && strcmp(kind, "m.annotation") == 0 && reaction->event != NULL &&
           key != NULL && decode_key(key, reaction->key);
}

/* --- messages --------------------------------------------------------------------------------- */

static const char *decode_media(const cJSON *content, const char *kind)
{
    const char *type = json_at_text(json_at(content, "info"), "mimetype");
    if (strcmp(kind, "m.image") == 0) {
        return type != NULL && strcmp(type, "image/gif") == 0 ? "gif" : "image";
    }
    if (strcmp(kind, "m.audio") == 0) {
        return json_at(content, "org.matrix.msc3245.voice") != NULL ? "voice" : NULL;
    }
    return NULL;
}

/* Skips the fallback of a reply: the quoted lines that old clients put in front. */
static const char *decode_after_quote(const char *body)
{
    const char *at = body;
    for (unsigned i = 0; i < DECODE_QUOTE_LINES_MAX && at[0] == '>' && at[1] == ' '; i++) {
        const char *end = strchr(at, '\n');
        if (end == NULL) {
            return body; /* nothing but a quote: not a fallback */
        }
        at = end + 1;
    }
    return at != body && *at == '\n' ? at + 1 : at;
}

static const char *decode_cut(struct arena *arena, const char *text)
{
    size_t len = strlen(text);
    if (len <= INBOUND_TEXT_BYTES_MAX) {
        return text;
    }
    len = INBOUND_TEXT_BYTES_MAX;
    while (len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80) {
        len--;
    }
    return arena_text(arena, text, len);
}

static void decode_mention(struct matrix_message *message, const char *user, const char *own)
{
    if (!decode_is_id(user, '@')) {
        return;
    }
    if (strcmp(user, own) == 0) {
        message->mentions_us = true;
        return;
    }
    for (unsigned i = 0; i < message->mention_count; i++) {
        if (strcmp(message->mentions[i], user) == 0) {
            return;
        }
    }
    if (message->mention_count < INBOUND_MENTIONS_MAX) {
        message->mentions[message->mention_count++] = user;
    }
}

/* Mentions in the text come first, in its order; then those in m.mentions alone. */
static void decode_mentions(struct matrix_message *message, const cJSON *content,
                            const struct matrix_pills *pills, const char *own)
{
    const cJSON *list = json_at(json_at(content, "m.mentions"), "user_ids");
    const cJSON *one = NULL;
    unsigned seen = 0;
    for (unsigned i = 0; i < pills->count; i++) {
        decode_mention(message, pills->user[i], own);
    }
    if (!cJSON_IsArray(list)) {
        return;
    }
    cJSON_ArrayForEach(one, list)
    {
        if (cJSON_IsString(one) && seen++ < DECODE_KEYS_MAX) {
            decode_mention(message, one->valuestring, own);
        }
    }
}

/* The text, with people replaced by their ids if the HTML links to them. */
static void decode_words(struct arena *arena, const cJSON *content, struct matrix_message *message,
                         const char *own)
{
    const char *body = json_at_text(content, "body");
    const char *html = json_at_text(content, "formatted_body");
    const char *format = json_at_text(content, "format");
    struct matrix_pills pills = {0};
    bool links = html != NULL && format != NULL && strcmp(format, "org.matrix.custom.html") == 0 &&
                 strstr(html, "matrix.to/#/") != NULL;
    if (body != NULL && message->reply != NULL) {
        body = decode_after_quote(body);
    }
    if (links) {
        const char *words = matrix_words_of_html(arena, html, &pills);
        body = pills.count > 0 ? words : body;
    }
    message->text = decode_cut(arena, body == NULL ? "" : body);
    decode_mentions(message, content, &pills, own);
}

/* Is the body of a picture more than its name? */
static bool decode_has_caption(const cJSON *content)
{
    const char *body = json_at_text(content, "body");
    const char *name = json_at_text(content, "filename");
    return body != NULL && name != NULL && strcmp(body, name) != 0;
}

const char *matrix_after_name(const char *text, const char *name)
{
    size_t len = name == NULL ? 0 : strlen(name);
    const char *at = text + (text[0] == '@' ? 1 : 0);
    if (len == 0 || strncasecmp(at, name, len) != 0) {
        return NULL;
    }
    at += len;
    return *at != '\0' && strchr(":, ", *at) != NULL ? at + strspn(at, ":, ") : NULL;
}

static void decode_relations(const cJSON *relates, struct matrix_message *message)
{
    const char *kind = json_at_text(relates, "rel_type");
    message->reply = matrix_id(json_at(relates, "m.in_reply_to"), "event_id", '$');
    if (kind != NULL && strcmp(kind, "m.thread") == 0) {
        const cJSON *falls = json_at(relates, "is_falling_back");
        message->thread = matrix_id(relates, "event_id", '$');
        if (cJSON_IsTrue(falls)) {
            message->reply = NULL; /* a fallback for clients without threads */
        }
    }
}

bool matrix_message(struct arena *arena, const cJSON *event, const char *user,
                    struct matrix_message *message)
{
    const cJSON *content = json_at(event, "content");
    const cJSON *relates = json_at(content, "m.relates_to");
    const char *type = json_at_text(event, "type");
    const char *kind = json_at_text(content, "msgtype");
    const char *relation = json_at_text(relates, "rel_type");
    *message = (struct matrix_message){.text = ""};
    if (type == NULL || (relation != NULL && strcmp(relation, "m.replace") == 0) ||
        json_at(content, "fi.mau.double_puppet_source") != NULL) {
        return false;
    }
    decode_relations(relates, message);
    if (strcmp(type, "m.sticker") == 0) {
        message->media = "sticker";
        return true;
    }
    if (strcmp(type, "m.room.message") != 0 || kind == NULL) {
        return false;
    }
    message->media = decode_media(content, kind);
    if (strcmp(kind, "m.text") == 0 || (message->media != NULL && decode_has_caption(content))) {
        decode_words(arena, content, message, user);
    }
    return strcmp(kind, "m.text") == 0 || message->media != NULL;
}
