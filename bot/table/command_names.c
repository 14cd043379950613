/* Display names made fit for a table: nothing invisible, nothing that passes for somebody else who
 * sits there. Letters stay what they are; only the comparison knows which look alike. */
#include "command_private.h"

#include "text.h"

#include <string.h>
#include <utf8proc.h>

/* Letters of other scripts that look like Latin ones: a name must not pass for another's. */
struct names_alike {
    int32_t point;
    unsigned char looks;
};

static const struct names_alike names_alikes[] = {
    {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'}, {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b9, 'i'},
    {0x03ba, 'k'}, {0x03bd, 'v'}, {0x03bf, 'o'}, {0x03c1, 'p'}, {0x03c4, 't'}, {0x03c5, 'u'},
    {0x03c7, 'x'}, {0x0430, 'a'}, {0x0432, 'b'}, {0x0435, 'e'}, {0x043a, 'k'}, {0x043c, 'm'},
    {0x043d, 'h'}, {0x043e, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'},
    {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04bb, 'h'}, {0x0501, 'd'},
    {0x051b, 'q'}, {0x051d, 'w'}, {0x0561, 'w'}, {0x0578, 'n'}, {0x057d, 'u'}, {0x0585, 'o'},
    {'0', 'o'},    {'1', 'l'},    {'|', 'l'},
};

/* What a name looks like: folded, letters of other scripts as the Latin ones they resemble, without
 * blanks and marks. */
static void names_looks(const char *name, char looks[FOLD_BYTES])
{
    struct text text;
    size_t len = 0;
    looks[0] = '\0';
    if (!text_norm(name, &text)) {
        return;
    }
    for (int i = 0; i < text.count && len + 5 < FOLD_BYTES; i++) {
        int32_t point = text.point[i];
        utf8proc_category_t category = utf8proc_category(point);
        if (text_is_space(point) || category == UTF8PROC_CATEGORY_MN) {
            continue;
        }
        for (size_t k = 0; k < sizeof names_alikes / sizeof names_alikes[0]; k++) {
            if (names_alikes[k].point == point) {
                point = names_alikes[k].looks;
            }
        }
        len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)looks + len);
    }
    looks[len] = '\0';
}

static bool names_is_taken(const struct table *table, uint64_t person, const char *name)
{
    char looks[FOLD_BYTES];
    names_looks(name, looks);
    for (int i = 0; i < table->seat_count; i++) {
        char other[FOLD_BYTES];
        names_looks(table->seat[i].name, other);
        if (table->seat[i].person != 0 && table->seat[i].person != person &&
            strcmp(looks, other) == 0) {
            return true;
        }
    }
    return false;
}

/* Letters that show as nothing: fillers and blanks that are no white space. */
static bool names_is_blank(int32_t point)
{
    static const int32_t blanks[] = {0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5,
                                     0x2800, 0x3164, 0xffa0, 0x1d159};
    for (size_t i = 0; i < sizeof blanks / sizeof blanks[0]; i++) {
        if (blanks[i] == point) {
            return true;
        }
    }
    return false;
}

enum names_fate { NAMES_KEEP, NAMES_SPACE, NAMES_MARK, NAMES_DROP };

/* What becomes of one character of a name. A joiner stays: emoji are made with it. */
static enum names_fate names_fate_of(int32_t point)
{
    utf8proc_category_t is = utf8proc_category(point);
    if (is == UTF8PROC_CATEGORY_CC || is == UTF8PROC_CATEGORY_ZS || is == UTF8PROC_CATEGORY_ZL ||
        is == UTF8PROC_CATEGORY_ZP) {
        return text_is_space(point) ? NAMES_SPACE : NAMES_DROP;
    }
    if (is == UTF8PROC_CATEGORY_CN || is == UTF8PROC_CATEGORY_CS || is == UTF8PROC_CATEGORY_CO ||
        (is == UTF8PROC_CATEGORY_CF && point != 0x200d) || names_is_blank(point)) {
        return NAMES_DROP;
    }
    bool mark =
        is == UTF8PROC_CATEGORY_CF || is == UTF8PROC_CATEGORY_MN || is == UTF8PROC_CATEGORY_ME;
    return mark ? NAMES_MARK : NAMES_KEEP;
}

/* A copy that can be shown on a line: at most so many characters, blanks made one, nothing that is
 * invisible, turns the direction, or piles up. */
static size_t names_clean(const char *name, char *out, size_t size, unsigned characters)
{
    size_t len = 0;
    unsigned count = 0;
    unsigned marks = 0;
    bool space = false;
    while (*name != '\0' && count < characters) {
        int32_t point = 0;
        utf8proc_ssize_t used = utf8proc_iterate((const utf8proc_uint8_t *)name, -1, &point);
        name += used > 0 ? used : 1;
        enum names_fate fate = used > 0 ? names_fate_of(point) : NAMES_DROP;
        marks = fate == NAMES_MARK ? marks + 1 : 0;
        space = space || (fate == NAMES_SPACE && len > 0);
        bool keep = fate == NAMES_KEEP || (fate == NAMES_MARK && len > 0 && marks <= 2);
        if (!keep || len + 6 > size) {
            continue;
        }
        if (space) {
            out[len++] = ' ';
            count++;
            space = false;
        }
        len += (size_t)utf8proc_encode_char(point, (utf8proc_uint8_t *)out + len);
        count++;
    }
    out[len] = '\0';
    return len;
}

void people_name(const struct table *table, uint64_t person, const char *name,
                 char clean[TABLE_NAME_BYTES])
{
    enum { NAME_CHARACTERS = 32 };
    char kept[TABLE_NAME_BYTES];
    char mark[] = " (2)";
    size_t len =
        names_clean(name == NULL ? "" : name, kept, sizeof kept - sizeof mark, NAME_CHARACTERS);
    if (len == 0) {
        kept[len++] = '?';
        kept[len] = '\0';
    }
    table_keep_text(clean, TABLE_NAME_BYTES, kept);
    for (char n = '2'; n <= '9' && names_is_taken(table, person, clean); n++) {
        mark[2] = n;
        memcpy(kept + len, mark, sizeof mark);
        table_keep_text(clean, TABLE_NAME_BYTES, kept);
    }
}
