#include "matrix_canonical.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"

#define CANONICAL_NUMBER_MAX 9007199254740991.0

struct canonical_pair {
    char byte;
    char letter;
};

static const struct canonical_pair canonical_escapes[] = {
    {'"', '"'}, {'\\', '\\'}, {'\b', 'b'}, {'\f', 'f'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}};

static void canonical_escape(struct buf *out, char byte)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < sizeof canonical_escapes / sizeof *canonical_escapes; i++) {
        if (canonical_escapes[i].byte == byte) {
            char pair[2] = {'\\', canonical_escapes[i].letter};
            buf_add(out, pair, sizeof pair);
            return;
        }
    }
    unsigned value = (unsigned char)byte;
    char code[6] = {'\\', 'u', '0', '0', digits[value >> 4], digits[value & 15]};
    buf_add(out, code, sizeof code);
}

/* How many bytes the sequence has that begins with this byte, 0: none begins so. */
static unsigned canonical_sequence(unsigned char first)
{
    if (first < 0x80) {
        return 1;
    }
    if (first < 0xc2 || first > 0xf4) {
        return 0;
    }
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static bool canonical_is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at != 0) {
        unsigned need = canonical_sequence(*at);
        if (need == 0 || (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) ||
            (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f)) {
            return false;
        }
        for (unsigned i = 1; i < need; i++) {
            if ((at[i] & 0xc0) != 0x80) {
                return false;
            }
        }
        at += need;
    }
    return true;
}

static bool canonical_text(const char *text, struct buf *out)
{
    if (text == NULL || !canonical_is_utf8(text)) {
        return false;
    }
    buf_text(out, "\"");
    size_t from = 0;
    for (size_t at = 0;; at++) {
        bool ends = text[at] == '\0';
        if (ends || (unsigned char)text[at] < ' ' || text[at] == '"' || text[at] == '\\') {
            buf_add(out, text + from, at - from);
            from = at + 1;
        }
        if (ends) {
            break;
        }
        if (from == at + 1) {
            canonical_escape(out, text[at]);
        }
    }
    buf_text(out, "\"");
    return true;
}

static bool canonical_number(double number, struct buf *out)
{
    bool within = number >= -CANONICAL_NUMBER_MAX && number <= CANONICAL_NUMBER_MAX;
    if (!within || number != (double)(int64_t)number) {
        return false;
    }
    buf_number(out, (int64_t)number);
    return true;
}

struct canonical_member {
    const cJSON *item;
};

static int canonical_order(const void *one, const void *other)
{
    const struct canonical_member *left = one;
    const struct canonical_member *right = other;
    return strcmp(left->item->string, right->item->string); /* of UTF-8: by code points */
}

static bool canonical_value(const cJSON *value, unsigned depth, struct buf *out);

/* The members in their order; NULL: one has no name, or the name of another. */
static struct canonical_member *canonical_members(const cJSON *object, size_t *count_r)
{
    size_t count = 0;
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        if (item->string == NULL) {
            return NULL;
        }
        count++;
    }
    struct canonical_member *members = heap_allocate((count + 1) * sizeof *members);
    size_t at = 0;
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        members[at++].item = item;
    }
    qsort(members, count, sizeof *members, canonical_order);
    for (size_t i = 1; i < count; i++) {
        if (canonical_order(&members[i - 1], &members[i]) == 0) {
            free(members);
            return NULL;
        }
    }
    *count_r = count;
    return members;
}

static bool canonical_object(const cJSON *object, unsigned depth, bool is_signed, struct buf *out)
{
    size_t count = 0;
    struct canonical_member *members = canonical_members(object, &count);
    bool good = members != NULL;
    bool is_first = true;
    buf_text(out, "{");
    for (size_t i = 0; good && i < count; i++) {
        const char *name = members[i].item->string;
        if (is_signed && (strcmp(name, "signatures") == 0 || strcmp(name, "unsigned") == 0)) {
            continue;
        }
        buf_text(out, is_first ? "" : ",");
        is_first = false;
        good = canonical_text(name, out);
        buf_text(out, ":");
        good = good && canonical_value(members[i].item, depth + 1, out);
    }
    buf_text(out, "}");
    free(members);
    return good;
}

static bool canonical_list(const cJSON *list, unsigned depth, struct buf *out)
{
    buf_text(out, "[");
    for (const cJSON *item = list->child; item != NULL; item = item->next) {
        buf_text(out, item == list->child ? "" : ",");
        if (!canonical_value(item, depth + 1, out)) {
            return false;
        }
    }
    buf_text(out, "]");
    return true;
}

static bool canonical_value(const cJSON *value, unsigned depth, struct buf *out)
{
    if (depth >= MATRIX_CANONICAL_DEPTH_MAX || out->full) {
        return false;
    }
    if (cJSON_IsObject(value)) {
        return canonical_object(value, depth, false, out);
    }
    if (cJSON_IsArray(value)) {
        return canonical_list(value, depth, out);
    }
    if (cJSON_IsString(value)) {
        return canonical_text(value->valuestring, out);
    }
    if (cJSON_IsNumber(value)) {
        return canonical_number(value->valuedouble, out);
    }
    if (cJSON_IsBool(value)) {
        buf_text(out, cJSON_IsTrue(value) ? "true" : "false");
        return true;
    }
    buf_text(out, "null");
    return cJSON_IsNull(value);
}

/* What was written in vain is taken back. */
static bool canonical_ended(struct buf *out, size_t before, bool good)
{
    if (good && !out->full) {
        return true;
    }
    if (out->text != NULL) {
        out->len = before;
        out->text[before] = '\0';
    }
    return false;
}

bool matrix_canonical(const cJSON *value, struct buf *out)
{
    size_t before = out->len;
    return canonical_ended(out, before, canonical_value(value, 0, out));
}

bool matrix_canonical_signed(const cJSON *object, struct buf *out)
{
    size_t before = out->len;
    return canonical_ended(out, before,
                           cJSON_IsObject(object) && canonical_object(object, 0, true, out));
}
