/* Forms of words: what of a text counts when two are compared. Number words and articles are the
 * rule book's English. */
#include "text_form.h"

#include <assert.h>
#include <string.h>

#include <utf8proc.h>

enum { FORM_KEYCAP = 0x20E3, FORM_NUMBER_MAX = 1000000, FORM_PARTS_MAX = 8 };

static const char *const form_articles[] = {"the", "a", "an"};

static const char *const form_numbers[] = {"one",   "two",   "three", "four", "five",   "six",
                                           "seven", "eight", "nine",  "ten",  "eleven", "twelve"};

enum {
    FORM_ARTICLES = sizeof form_articles / sizeof form_articles[0],
    FORM_NUMBERS = sizeof form_numbers / sizeof form_numbers[0]
};

/* Marks that only colour a letter: combining diacritical marks, Hebrew points, Arabic vowel marks.
 * Vowel signs of other scripts make a word and stay. */
static bool form_is_diacritic(int32_t point)
{
    return (point >= 0x0300 && point <= 0x036F) || (point >= 0x0483 && point <= 0x0489) ||
           (point >= 0x1AB0 && point <= 0x1AFF) || (point >= 0x1DC0 && point <= 0x1DFF) ||
           (point >= 0x20D0 && point <= 0x20DC) || (point >= 0xFE20 && point <= 0xFE2F) ||
           (point >= 0x0591 && point <= 0x05BD) || (point >= 0x064B && point <= 0x065F) ||
           point == 0x0670;
}

static bool form_is_hangul(int32_t point)
{
    return point >= 0xAC00 && point <= 0xD7A3;
}

/* Adds a composed letter without its diacritics. */
static void form_add_plain(struct text *plain, int32_t point)
{
    int32_t part[FORM_PARTS_MAX] = {point};
    int boundary = 0;
    utf8proc_ssize_t count = 1;
    if (!form_is_hangul(point)) {
        count = utf8proc_decompose_char(point, part, FORM_PARTS_MAX,
                                        UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, &boundary);
    }
    assert(count >= 0 && count <= FORM_PARTS_MAX);
    for (int i = 0; i < count && plain->count < TEXT_POINTS_MAX; i++) {
        if (!form_is_diacritic(part[i])) {
            plain->point[plain->count++] = part[i];
        }
    }
}

bool form_plain(const char *utf8, struct text *plain)
{
    struct text norm;
    plain->count = 0;
    if (!text_norm(utf8, &norm)) {
        return false;
    }
    for (int i = 0; i < norm.count; i++) {
        form_add_plain(plain, norm.point[i]);
    }
    return true;
}

bool form_is_emoji(int32_t point)
{
    bool sign = point == 0xA9 || point == 0xAE; /* copyright, registered: signs in a text */
    return !sign &&
           (point == FORM_KEYCAP || (point >= 0x1F1E6 && point <= 0x1F1FF) ||
            utf8proc_get_property(point)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC);
}

bool form_is_readable(int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    bool number = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
    return (text_is_letter(point) || number) && !utf8proc_get_property(point)->ignorable;
}

/* Does it stay in the compared form? */
static bool form_is_kept(int32_t point)
{
    utf8proc_category_t category = utf8proc_category(point);
    bool mark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
    return form_is_readable(point) || form_is_emoji(point) || mark;
}

/* Takes a leading article off, if anything follows it. */
static void form_drop_article(struct text *compared)
{
    struct text_span word;
    int at = 0;
    if (!form_next_word(compared, &at, &word) || at == compared->count) {
        return;
    }
    for (int i = 0; i < FORM_ARTICLES; i++) {
        if (text_span_is(compared, word, form_articles[i])) {
            compared->count -= at + 1;
            memmove(compared->point, compared->point + at + 1,
                    (size_t)compared->count * sizeof compared->point[0]);
            return;
        }
    }
}

bool form_compared(const char *utf8, struct text *compared)
{
    if (!form_plain(utf8, compared)) {
        return false;
    }
    int kept = 0;
    for (int i = 0; i < compared->count; i++) {
        int32_t point = compared->point[i];
        bool stays = form_is_kept(point);
        if (stays || (kept > 0 && compared->point[kept - 1] != ' ')) {
            compared->point[kept++] = stays ? point : ' ';
        }
    }
    compared->count = kept > 0 && compared->point[kept - 1] == ' ' ? kept - 1 : kept;
    form_drop_article(compared);
    return true;
}

bool form_same(const struct text *a, const struct text *b)
{
    return text_span_equal(a, (struct text_span){0, a->count}, b, (struct text_span){0, b->count});
}

bool form_next_word(const struct text *compared, int *at, struct text_span *word_r)
{
    int start = *at;
    assert(start >= 0 && start <= compared->count);
    while (start < compared->count && compared->point[start] == ' ') {
        start++;
    }
    int end = start;
    while (end < compared->count && compared->point[end] != ' ') {
        end++;
    }
    *word_r = (struct text_span){start, end - start};
    *at = end;
    return end > start;
}

/* Is longer the other with s or es added? */
static bool form_adds_s(const struct text *longer, struct text_span in_longer,
                        const struct text *other, struct text_span in_other)
{
    int more = in_longer.count - in_other.count;
    const int32_t *end = longer->point + in_longer.start + in_longer.count;
    if (in_other.count == 0 || more < 1 || more > 2 || end[-1] != 's' ||
        (more == 2 && end[-2] != 'e')) {
        return false;
    }
    in_longer.count = in_other.count;
    return text_span_equal(longer, in_longer, other, in_other);
}

bool form_same_word(const struct text *a, struct text_span in_a, const struct text *b,
                    struct text_span in_b)
{
    return text_span_equal(a, in_a, b, in_b) || form_adds_s(a, in_a, b, in_b) ||
           form_adds_s(b, in_b, a, in_a);
}

bool form_inflected(const struct text *a, const struct text *b)
{
    struct text_span in_a;
    struct text_span in_b;
    int at_a = 0;
    int at_b = 0;
    bool any = false;
    for (;;) {
        bool more_a = form_next_word(a, &at_a, &in_a);
        bool more_b = form_next_word(b, &at_b, &in_b);
        if (!more_a || !more_b) {
            return any && more_a == more_b;
        }
        if (!form_same_word(a, in_a, b, in_b)) {
            return false;
        }
        any = true;
    }
}

int form_letters(const struct text *text)
{
    int letters = 0;
    for (int i = 0; i < text->count; i++) {
        letters += text_is_letter(text->point[i]) && form_is_readable(text->point[i]);
    }
    return letters;
}

static bool form_is_han(int32_t point)
{
    return (point >= 0x3400 && point <= 0x9FFF) || (point >= 0xF900 && point <= 0xFAFF) ||
           (point >= 0x20000 && point <= 0x3FFFF);
}

bool form_is_one_letter(const struct text *compared)
{
    for (int i = 0; i < compared->count; i++) {
        int32_t point = compared->point[i];
        bool counts = form_is_readable(point) || form_is_emoji(point) || point == ' ';
        if (i == 0 ? form_is_han(point) || form_is_hangul(point) : counts) {
            return false;
        }
    }
    return form_letters(compared) == 1;
}

int form_digit(int32_t point)
{
    if (!text_is_digit(point)) {
        return -1;
    }
    /* decimal digits come in tens that begin at a point ending in 0 or in 6 (hexadecimal) */
    int low = point & 0xF;
    return low >= 6 && !text_is_digit(point & ~0xF) ? low - 6 : low % 10;
}

int form_number(const struct text *text, struct text_span word)
{
    int value = 0;
    for (int i = 0; i < FORM_NUMBERS; i++) {
        if (text_span_is(text, word, form_numbers[i])) {
            return i + 1;
        }
    }
    bool any = false;
    for (int i = 0; i < word.count; i++) {
        int32_t point = text->point[word.start + i];
        int digit = form_digit(point);
        if (digit < 0 && point != FORM_KEYCAP) {
            return -1;
        }
        if (digit >= 0) {
            value = value < FORM_NUMBER_MAX ? value * 10 + digit : value;
            any = true;
        }
    }
    return any ? value : -1;
}
