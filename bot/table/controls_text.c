/* What a button carries, printed and read: short, plain, and the same for all platforms. */
#include "controls.h"

#include <string.h>

struct control_out {
    char *text;
    size_t len;
    bool full;
};

static void control_byte(struct control_out *out, char byte)
{
    if (out->len + 1 >= CONTROL_BYTES) {
        out->full = true;
        return;
    }
    out->text[out->len++] = byte;
}

static void control_number(struct control_out *out, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (at < sizeof digits) {
        control_byte(out, digits[at++]);
    }
}

static bool control_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/* Letters, digits, '_' and '-'; a dot in a name becomes ':'. */
static void control_word(struct control_out *out, const char *word)
{
    for (; *word != '\0'; word++) {
        out->full = out->full || !(control_is_word(*word) || *word == '.');
        if (*word == '.') {
            control_byte(out, ':');
        } else {
            control_byte(out, *word);
        }
    }
}

static void control_value(struct control_out *out, const struct value *fact)
{
    switch (fact->kind) {
    case VALUE_BOOL:
        control_word(out, fact->number != 0 ? "yes" : "no");
        break;
    case VALUE_NUMBER:
        out->full = out->full || fact->number < 0;
        control_number(out, (uint64_t)fact->number);
        break;
    case VALUE_TERM:
    case VALUE_TEXT:
        out->full = out->full || fact->text_len == 0 || strchr(fact->text, '.') != NULL;
        control_word(out, fact->text);
        break;
    case VALUE_NULL:
    case VALUE_OBJECT:
    case VALUE_LIST:
        out->full = true;
        break;
    }
}

static bool control_is_tag(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* How many characters at text can be those of a tag. */
static size_t control_tag_len(const char *text)
{
    size_t len = 0;
    while (control_is_tag(text[len])) {
        len++;
    }
    return len;
}

static void control_tag(struct control_out *out, const char *tag)
{
    size_t len = control_tag_len(tag);
    out->full = out->full || len == 0 || len >= TABLE_TAG_BYTES || tag[len] != '\0';
    control_byte(out, 't');
    control_word(out, tag);
    control_byte(out, '.');
}

static void control_arg(struct control_out *out, const struct value *fact)
{
    control_word(out, fact->key);
    control_byte(out, '=');
    control_value(out, fact);
}

bool controls_print_args(char text[CONTROL_BYTES], const struct value_tree *args)
{
    struct control_out out = {.text = text};
    memset(text, 0, CONTROL_BYTES);
    for (uint16_t at = value_first(args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(args, VALUE_NONE, at)) {
        if (out.len > 0) {
            control_byte(&out, '.');
        }
        control_arg(&out, &args->fact[at]);
    }
    return !out.full;
}

bool controls_print(char control[CONTROL_BYTES], const char *tag, uint32_t ask, const char *action,
                    const struct value_tree *args)
{
    struct control_out out = {.text = control};
    memset(control, 0, CONTROL_BYTES);
    control_tag(&out, tag);
    if (ask == 0) {
        control_byte(&out, '-');
    } else {
        control_number(&out, ask);
    }
    control_byte(&out, '.');
    control_word(&out, action);
    for (uint16_t at = args == NULL ? VALUE_NONE : value_first(args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(args, VALUE_NONE, at)) {
        control_byte(&out, '.');
        control_arg(&out, &args->fact[at]);
    }
    return !out.full;
}

/* Decimal digits without a leading zero; NULL when there are none or too many. */
static const char *control_read_number(const char *text, uint64_t max, uint64_t *number_r)
{
    uint64_t number = 0;
    const char *at = text;
    while (*at >= '0' && *at <= '9') {
        uint64_t digit = (uint64_t)(*at++ - '0');
        if (number > (max - digit) / 10) {
            return NULL;
        }
        number = number * 10 + digit;
    }
    *number_r = number;
    return at == text || (*text == '0' && at - text > 1) ? NULL : at;
}

/* A word up to a separator, into room for size bytes; ':' becomes a dot. NULL when it is none. */
static const char *control_read_word(const char *text, char *word, size_t size)
{
    size_t len = 0;
    while (control_is_word(text[len]) || text[len] == ':') {
        if (len + 1 >= size) {
            return NULL;
        }
        word[len] = text[len];
        if (word[len] == ':') {
            word[len] = '.';
        }
        len++;
    }
    word[len] = '\0';
    return len == 0 ? NULL : text + len;
}

static const char *control_read_arg(struct control *control, const char *at)
{
    char name[64];
    char value[64];
    struct value_tree *facts = &control->args;
    at = control_read_word(at, name, sizeof name);
    if (at == NULL || *at != '=') {
        return NULL;
    }
    at = control_read_word(at + 1, value, sizeof value);
    if (at == NULL || value_find(facts, VALUE_NONE, name) != VALUE_NONE) {
        return NULL;
    }
    size_t room = facts->text_max - facts->text_used;
    size_t len = strlen(name) + 1;
    if (len >= room) {
        return NULL;
    }
    char *key = facts->text + facts->text_used;
    memcpy(key, name, len);
    facts->text_used += len;
    value_text(facts, key, value, strlen(value));
    return facts->full ? NULL : at;
}

bool controls_parse(struct control *control, const char *text)
{
    uint64_t ask = 0;
    size_t tag = *text == 't' ? control_tag_len(text + 1) : 0;
    value_init(&control->args, control->fact, sizeof control->fact / sizeof control->fact[0],
               control->text, sizeof control->text);
    if (strlen(text) >= CONTROL_BYTES || tag == 0 || tag >= TABLE_TAG_BYTES ||
        text[1 + tag] != '.') {
        return false;
    }
    memcpy(control->tag, text + 1, tag);
    control->tag[tag] = '\0';
    const char *at = text + tag + 2;
    control->ask = 0;
    if (*at == '-') {
        at++;
    } else {
        at = control_read_number(at, UINT32_MAX, &ask);
        control->ask = (uint32_t)ask;
        if (at == NULL || ask == 0) {
            return false;
        }
    }
    at = *at == '.' ? control_read_word(at + 1, control->action, sizeof control->action) : NULL;
    while (at != NULL && *at == '.') {
        at = control_read_arg(control, at + 1);
    }
    return at != NULL && *at == '\0';
}

bool controls_beside(char control[CONTROL_BYTES], const char *other, const char *action)
{
    struct control read;
    return controls_parse(&read, other) && controls_print(control, read.tag, 0, action, NULL);
}

bool controls_parse_args(struct control *control, const char *text)
{
    const char *at = control_read_arg(control, text);
    while (at != NULL && *at == '.') {
        at = control_read_arg(control, at + 1);
    }
    return at != NULL && *at == '\0';
}
