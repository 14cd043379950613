/* Two tables made from Unicode's, and what follows from them. */
#include "writing.h"

#include <assert.h>
#include <stddef.h>

struct writing_range {
    int32_t first;
    int32_t last;
    enum writing writing;
};

#define WRITING(id, name)
#define WRITING_RANGE(first, last, id) {first, last, WRITING_##id},
#define WRITING_UNSEEN(first, last)
static const struct writing_range writing_ranges[] = {
#include "writing.def"
};
#undef WRITING_RANGE
#undef WRITING_UNSEEN
#define WRITING_RANGE(first, last, id)
#define WRITING_UNSEEN(first, last) {first, last, WRITING_SHARED},
static const struct writing_range writing_unseen[] = {
#include "writing.def"
};
#undef WRITING
#undef WRITING_UNSEEN
#define WRITING(id, name) name,
#define WRITING_UNSEEN(first, last)
static const char *const writing_names[WRITINGS] = {
    "",
#include "writing.def"
};

static const struct writing_range *writing_find(const struct writing_range *ranges, size_t count,
                                                int32_t point)
{
    while (count > 0) {
        size_t half = count / 2;
        if (point < ranges[half].first) {
            count = half;
        } else if (point > ranges[half].last) {
            ranges += half + 1;
            count -= half + 1;
        } else {
            return &ranges[half];
        }
    }
    return NULL;
}

enum writing writing_of(int32_t point)
{
    const struct writing_range *range =
        writing_find(writing_ranges, sizeof writing_ranges / sizeof writing_ranges[0], point);
    return range == NULL ? WRITING_SHARED : range->writing;
}

const char *writing_name(enum writing writing)
{
    assert(writing < WRITINGS);
    return writing_names[writing];
}

static bool writing_is_kana(enum writing writing)
{
    return writing == WRITING_HIRAGANA || writing == WRITING_KATAKANA;
}

static bool writing_is_eastern(enum writing writing)
{
    return writing == WRITING_HAN || writing == WRITING_HANGUL || writing == WRITING_BOPOMOFO ||
           writing_is_kana(writing);
}

bool writing_goes_with(enum writing one, enum writing other)
{
    if (one == other || one == WRITING_SHARED || other == WRITING_SHARED) {
        return true;
    }
    if (one == WRITING_LATIN || other == WRITING_LATIN) {
        return writing_is_eastern(one) || writing_is_eastern(other);
    }
    if (one == WRITING_HAN || other == WRITING_HAN) {
        return writing_is_eastern(one) && writing_is_eastern(other);
    }
    return writing_is_kana(one) && writing_is_kana(other);
}

bool writing_is_unseen(int32_t point)
{
    enum { BRAILLE_BLANK = 0x2800, LINE_END = 0x2028, PARAGRAPH_END = 0x2029 };
    bool control = point < 0x20 || (point >= 0x7F && point <= 0x9F);
    bool private = (point >= 0xE000 && point <= 0xF8FF) || point >= 0xF0000;
    bool lost = point >= 0xFFF9 && point <= 0xFFFD;
    return control || private || lost || point == BRAILLE_BLANK || point == LINE_END ||
           point == PARAGRAPH_END ||
           writing_find(writing_unseen, sizeof writing_unseen / sizeof writing_unseen[0], point) !=
               NULL;
}

bool writing_has_joiners(enum writing writing)
{
    return writing != WRITING_SHARED && writing != WRITING_LATIN && writing != WRITING_GREEK &&
           writing != WRITING_CYRILLIC && !writing_is_eastern(writing);
}
