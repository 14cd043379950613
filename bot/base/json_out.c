/* JSON as text. Pieces that need no escape are copied in one go; commas follow from what stands
 * last, so that writers need no state of their own. */
#include "json_out.h"

#include <stdio.h>
#include <string.h>

/* buf_add() for the many small pieces: no call where there is room. */
static inline void put(struct buf *buf, const char *text, size_t len)
{
    if (len < buf->size - buf->len && buf->size > buf->len && len <= buf->max - buf->len) {
        memcpy(buf->text + buf->len, text, len);
        buf->len += len;
        buf->text[buf->len] = '\0';
    } else {
        buf_add(buf, text, len);
    }
}

/* How many bytes the sequence at text has, 0 when it is no UTF-8. */
static size_t utf8_length(const unsigned char *text, size_t len)
{
    size_t need = text[0] < 0x80 ? 1 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (need == 1) {
        return 1;
    }
    if (text[0] < 0xc2 || text[0] > 0xf4 || need > len) {
        return 0;
    }
    for (size_t i = 1; i < need; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool beyond = (text[0] == 0xed && text[1] > 0x9f) || (text[0] == 0xf4 && text[1] > 0x8f);
    return overlong || beyond ? 0 : need;
}

static void write_escape(struct buf *buf, unsigned char byte)
{
    static const char letters[] = "\"\"\\\\\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if ((unsigned char)letters[i] == byte) {
            char pair[2] = {'\\', letters[i + 1]};
            put(buf, pair, 2);
            return;
        }
    }
    char code[8];
    snprintf(code, sizeof code, "\\u%04x", byte);
    put(buf, code, 6);
}

/* Every byte of a word: the same value. */
static uint64_t bytes_of(uint8_t value)
{
    return UINT64_MAX / 255 * value;
}

/* Do all eight bytes stand for themselves: ASCII without controls, quotes, backslashes, DEL? */
static bool is_plain_word(const char *text)
{
    const uint64_t high = bytes_of(0x80);
    uint64_t word = 0;
    memcpy(&word, text, sizeof word);
    /* of ASCII bytes a sum or difference below never reaches into the next byte */
    uint64_t control = word - bytes_of(' ');
    uint64_t quote = (word ^ bytes_of('"')) - bytes_of(1);
    uint64_t backslash = (word ^ bytes_of('\\')) - bytes_of(1);
    uint64_t last = word + bytes_of(1);
    return ((word | control | quote | backslash | last) & high) == 0;
}

static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\';
}

/* How many bytes from text on stand for themselves. */
static size_t plain_length(const char *text, size_t len)
{
    size_t at = 0;
    while (len - at >= sizeof(uint64_t) && is_plain_word(text + at)) {
        at += sizeof(uint64_t);
    }
    while (at < len && is_plain((unsigned char)text[at])) {
        at++;
    }
    return at;
}

void json_out_inside(struct buf *buf, const char *text, size_t len)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t from = 0;
    size_t at = 0;
    while (at < len) {
        at += plain_length(text + at, len - at);
        if (at == len) {
            break;
        }
        unsigned char byte = bytes[at];
        size_t step = byte < 0x80 ? 0 : utf8_length(bytes + at, len - at);
        if (step > 0) {
            at += step;
            continue;
        }
        put(buf, text + from, at - from);
        if (byte < 0x80) {
            write_escape(buf, byte);
        } else {
            put(buf, "\xef\xbf\xbd", 3);
        }
        from = ++at;
    }
    put(buf, text + from, at - from);
}

void json_out_string(struct buf *buf, const char *text, size_t len)
{
    put(buf, "\"", 1);
    json_out_inside(buf, text, len);
    put(buf, "\"", 1);
}

void json_out_next(struct buf *buf)
{
    const char *last = buf->len > 0 ? &buf->text[buf->len - 1] : "{";
    if (*last != '{' && *last != '[' && *last != ':') {
        put(buf, ",", 1);
    }
}

void json_out_key(struct buf *buf, const char *key)
{
    static const char quote[] = ",\"";
    const char *last = buf->len > 0 ? &buf->text[buf->len - 1] : "{";
    bool first = *last == '{' || *last == '[' || *last == ':';
    put(buf, quote + first, sizeof quote - 1 - first);
    put(buf, key, strlen(key));
    put(buf, "\":", 2);
}

void json_out_text(struct buf *buf, const char *key, const char *text)
{
    if (text != NULL) {
        json_out_key(buf, key);
        json_out_string(buf, text, strlen(text));
    }
}

void json_out_number(struct buf *buf, const char *key, int64_t number)
{
    json_out_key(buf, key);
    buf_number(buf, number);
}

void json_out_flag(struct buf *buf, const char *key, bool value)
{
    if (value) {
        json_out_key(buf, key);
        put(buf, "true", 4);
    }
}

void json_out_id(struct buf *buf, const char *key, uint64_t id)
{
    if (id != 0) {
        char digits[24];
        size_t at = sizeof digits;
        digits[--at] = '"';
        for (; id > 0; id /= 10) {
            digits[--at] = (char)('0' + id % 10);
        }
        digits[--at] = '"';
        json_out_key(buf, key);
        put(buf, digits + at, sizeof digits - at);
    }
}
