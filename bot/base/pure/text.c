/* The normal form, tokens and clusters of people's words. Of utf8proc only calls that do not
 * allocate are used: iterate, get_property, category, decompose_char, normalize_utf32,
 * grapheme_break_stateful, encode_char. */
#include "text.h"

#include <assert.h>
#include <string.h>

#include <utf8proc.h>

enum { POINT_ZWJ = 0x200D, POINT_APOSTROPHE = '\'', POINT_KEYCAP = 0x20E3 };

int text_count(const char *utf8)
{
    utf8proc_ssize_t left = (utf8proc_ssize_t)strlen(utf8);
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)utf8;
    int count = 0;
    while (left > 0) {
        utf8proc_int32_t point = 0;
        utf8proc_ssize_t used = utf8proc_iterate(at, left, &point);
        if (used <= 0 || point < 0) {
            return -1;
        }
        at += used;
        left -= used;
        count++;
    }
    return count;
}

static bool text_decode(const char *utf8, struct text *text)
{
    utf8proc_ssize_t left = (utf8proc_ssize_t)strlen(utf8);
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)utf8;
    text->count = 0;
    while (left > 0) {
        utf8proc_int32_t point = 0;
        utf8proc_ssize_t used = utf8proc_iterate(at, left, &point);
        if (used <= 0 || point < 0 || text->count == TEXT_POINTS_MAX) {
            text->count = 0;
            return false;
        }
        text->point[text->count++] = point;
        at += used;
        left -= used;
    }
    return true;
}

static bool point_is_pictographic(int32_t point)
{
    return utf8proc_get_property(point)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

static bool point_is_regional(int32_t point)
{
    return point >= 0x1F1E6 && point <= 0x1F1FF;
}

/* Variation selectors and skin tones. */
static bool point_is_variant(int32_t point)
{
    return (point >= 0xFE00 && point <= 0xFE0F) || (point >= 0xE0100 && point <= 0xE01EF) ||
           (point >= 0x180B && point <= 0x180D) || (point >= 0x1F3FB && point <= 0x1F3FF);
}

/* Is the joiner at i between two parts of an emoji? kept is what came before it and stays. */
static bool text_joins_emoji(const struct text *text, int i, int kept)
{
    int next = i + 1;
    while (next < text->count && point_is_variant(text->point[next])) {
        next++;
    }
    return kept > 0 && next < text->count && point_is_pictographic(text->point[kept - 1]) &&
           point_is_pictographic(text->point[next]);
}

static void text_drop_unseen(struct text *text)
{
    int kept = 0;
    for (int i = 0; i < text->count; i++) {
        int32_t point = text->point[i];
        bool drop = point_is_variant(point);
        if (point == POINT_ZWJ) {
            drop = !text_joins_emoji(text, i, kept);
        } else if (utf8proc_category(point) == UTF8PROC_CATEGORY_CF) {
            drop = true;
        }
        if (!drop) {
            text->point[kept++] = point;
        }
    }
    text->count = kept;
}

/* Puts combining marks into canonical order (an insertion sort by class). */
static void text_order_marks(struct text *text)
{
    for (int i = 1; i < text->count; i++) {
        int32_t point = text->point[i];
        int class = utf8proc_get_property(point)->combining_class;
        int at = i;
        while (class > 0 && at > 0 &&
               utf8proc_get_property(text->point[at - 1])->combining_class > class) {
            text->point[at] = text->point[at - 1];
            at--;
        }
        text->point[at] = point;
    }
}

static bool text_decompose(const struct text *from, int options, struct text *text)
{
    text->count = 0;
    for (int i = 0; i < from->count; i++) {
        int boundary = 0;
        utf8proc_ssize_t room = TEXT_POINTS_MAX - text->count;
        utf8proc_ssize_t used = utf8proc_decompose_char(
            from->point[i], text->point + text->count, room, (utf8proc_option_t)options, &boundary);
        if (used < 0 || used > room) {
            text->count = 0;
            return false;
        }
        text->count += (int)used;
    }
    return true;
}

static void text_map_apostrophes(struct text *text)
{
    for (int i = 0; i < text->count; i++) {
        int32_t point = text->point[i];
        if (point == 0x2019 || point == 0x2018 || point == 0x02BC) {
            text->point[i] = POINT_APOSTROPHE;
        }
    }
}

/* Most of what comes is plain ASCII, whose normal form is itself. */
static bool text_is_ascii(const struct text *text)
{
    int32_t all = 0;
    for (int i = 0; i < text->count; i++) {
        all |= text->point[i];
    }
    return all < 0x80;
}

static void text_fold_ascii(const struct text *raw, int fold, struct text *text)
{
    text->count = raw->count;
    for (int i = 0; i < raw->count; i++) {
        int32_t point = raw->point[i];
        bool lower = fold != 0 && point >= 'A' && point <= 'Z';
        text->point[i] = lower ? point + ('a' - 'A') : point;
    }
}

static bool text_normalise(const char *utf8, int fold, struct text *text)
{
    struct text raw;
    if (!text_decode(utf8, &raw)) {
        text->count = 0;
        return false;
    }
    if (text_is_ascii(&raw)) {
        text_fold_ascii(&raw, fold, text);
        return true;
    }
    text_drop_unseen(&raw);
    int options = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | fold;
    if (!text_decompose(&raw, options, text)) {
        return false;
    }
    text_order_marks(text);
    utf8proc_ssize_t count = utf8proc_normalize_utf32(
        text->point, text->count, (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    assert(count >= 0 && count <= text->count);
    text->count = (int)count;
    text_map_apostrophes(text);
    return true;
}

bool text_norm(const char *utf8, struct text *text)
{
    return text_normalise(utf8, UTF8PROC_CASEFOLD, text);
}

bool text_norm_cased(const char *utf8, struct text *text)
{
    return text_normalise(utf8, 0, text);
}

bool text_is_space(int32_t point)
{
    if (point < 0x80) {
        return point == ' ' || (point >= 0x09 && point <= 0x0D);
    }
    utf8proc_category_t category = utf8proc_category(point);
    return point == 0x85 || category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP;
}

bool text_is_letter(int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool text_is_capital(int32_t point)
{
    return utf8proc_category(point) == UTF8PROC_CATEGORY_LU;
}

bool text_is_digit(int32_t point)
{
    return utf8proc_category(point) == UTF8PROC_CATEGORY_ND;
}

static bool point_is_mark(int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

static bool point_starts_word(int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    return text_is_letter(point) ||
           (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

/* Where a run of letters and digits that starts at i ends. A mark belongs to its letter. */
static int text_run_end(const struct text *text, int i)
{
    while (i < text->count &&
           (point_starts_word(text->point[i]) || point_is_mark(text->point[i]))) {
        i++;
    }
    return i;
}

bool text_next_token(const struct text *text, int *at, struct text_span *token_r)
{
    int i = *at;
    assert(i >= 0 && i <= text->count);
    while (i < text->count && !point_starts_word(text->point[i])) {
        i++;
    }
    int end = text_run_end(text, i);
    while (end > i && end + 1 < text->count &&
           (text->point[end] == POINT_APOSTROPHE || text->point[end] == '-') &&
           point_starts_word(text->point[end + 1])) {
        end = text_run_end(text, end + 1);
    }
    *token_r = (struct text_span){i, end - i};
    *at = end;
    return end > i;
}

static bool point_is_blank(int32_t point)
{
    return text_is_space(point) || utf8proc_category(point) == UTF8PROC_CATEGORY_CC;
}

bool text_next_cluster(const struct text *text, int *at, struct text_span *cluster_r)
{
    int i = *at;
    assert(i >= 0 && i <= text->count);
    while (i < text->count && point_is_blank(text->point[i])) {
        i++;
    }
    int end = i;
    utf8proc_int32_t state = 0;
    if (end < text->count) {
        end++;
    }
    while (end > i && end < text->count &&
           !utf8proc_grapheme_break_stateful(text->point[end - 1], text->point[end], &state)) {
        end++;
    }
    *cluster_r = (struct text_span){i, end - i};
    *at = end;
    return end > i;
}

bool text_is_emoji(const struct text *text, struct text_span cluster)
{
    assert(cluster.start >= 0 && cluster.start + cluster.count <= text->count);
    if (cluster.count == 0) {
        return false;
    }
    const int32_t *point = text->point + cluster.start;
    if (point_is_regional(point[0])) {
        return cluster.count == 2 && point_is_regional(point[1]);
    }
    bool key = (point[0] >= '0' && point[0] <= '9') || point[0] == '#' || point[0] == '*';
    return key ? cluster.count == 2 && point[1] == POINT_KEYCAP : point_is_pictographic(point[0]);
}

struct text_span text_trimmed(const struct text *text)
{
    int start = 0;
    int end = text->count;
    while (start < end && text_is_space(text->point[start])) {
        start++;
    }
    while (end > start && text_is_space(text->point[end - 1])) {
        end--;
    }
    return (struct text_span){start, end - start};
}

bool text_span_equal(const struct text *a, struct text_span in_a, const struct text *b,
                     struct text_span in_b)
{
    assert(in_a.start + in_a.count <= a->count);
    assert(in_b.start + in_b.count <= b->count);
    return in_a.count == in_b.count && memcmp(a->point + in_a.start, b->point + in_b.start,
                                              (size_t)in_a.count * sizeof a->point[0]) == 0;
}

bool text_span_is(const struct text *text, struct text_span span, const char *ascii)
{
    assert(span.start + span.count <= text->count);
    for (int i = 0; i < span.count; i++) {
        if (ascii[i] == '\0' || text->point[span.start + i] != ascii[i]) {
            return false;
        }
    }
    return ascii[span.count] == '\0';
}

int text_distance(const struct text *a, struct text_span in_a, const struct text *b,
                  struct text_span in_b)
{
    const int32_t *at_a = a->point + in_a.start;
    const int32_t *at_b = b->point + in_b.start;
    int left_a = in_a.count;
    int left_b = in_b.count;
    while (left_a > 0 && left_b > 0 && at_a[0] == at_b[0]) {
        at_a++;
        at_b++;
        left_a--;
        left_b--;
    }
    while (left_a > 0 && left_b > 0 && at_a[left_a - 1] == at_b[left_b - 1]) {
        left_a--;
        left_b--;
    }
    /* without what is common at both ends one change leaves at most one letter on each side */
    int rest = left_a > left_b ? left_a : left_b;
    return rest < 2 ? rest : 2;
}
