/* Names that look alike: folded, and letters of other scripts as the Latin ones they resemble. */
#include "alike.h"

#include <string.h>
#include <utf8proc.h>

/* Letters of other scripts that look like Latin ones: a name must not pass for another's. */
struct alike_letter {
    int32_t point;
    unsigned char looks;
};

static const struct alike_letter alike_letters[] = {
    {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'}, {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b9, 'i'},
    {0x03ba, 'k'}, {0x03bd, 'v'}, {0x03bf, 'o'}, {0x03c1, 'p'}, {0x03c4, 't'}, {0x03c5, 'u'},
    {0x03c7, 'x'}, {0x0430, 'a'}, {0x0432, 'b'}, {0x0435, 'e'}, {0x043a, 'k'}, {0x043c, 'm'},
    {0x043d, 'h'}, {0x043e, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'},
    {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04bb, 'h'}, {0x0501, 'd'},
    {0x051b, 'q'}, {0x051d, 'w'}, {0x0561, 'w'}, {0x0578, 'n'}, {0x057d, 'u'}, {0x0585, 'o'},
};

/* The letter that a point looks like, most often itself. */
static int32_t alike_letter_of(int32_t point)
{
    if (point < 0x80) {
        return point == '0' ? 'o' : point == '1' || point == '|' ? 'l' : point;
    }
    for (size_t k = 0; k < sizeof alike_letters / sizeof alike_letters[0]; k++) {
        if (alike_letters[k].point == point) {
            return alike_letters[k].looks;
        }
    }
    return point;
}

static bool alike_is_mark(int32_t point)
{
    return point >= 0x80 && utf8proc_category(point) == UTF8PROC_CATEGORY_MN;
}

void alike_looks(const char *name, char looks[ALIKE_BYTES])
{
    struct text text;
    size_t len = 0;
    looks[0] = '\0';
    if (!text_norm(name, &text)) {
        return;
    }
    for (int i = 0; i < text.count && len + 5 < ALIKE_BYTES; i++) {
        int32_t point = text.point[i];
        if (!text_is_space(point) && !alike_is_mark(point)) {
            len += (size_t)utf8proc_encode_char(alike_letter_of(point),
                                                (utf8proc_uint8_t *)looks + len);
        }
    }
    looks[len] = '\0';
}

/* Does it begin with another letter, as two signs of ASCII tell by themselves? */
static bool alike_begins_otherwise(const char *looks, const char *name)
{
    unsigned char first = (unsigned char)name[0];
    unsigned char lower = first >= 'A' && first <= 'Z' ? (unsigned char)(first + 'a' - 'A') : first;
    return lower >= 'a' && lower <= 'z' && (unsigned char)name[1] < 0x80 && looks[0] != (char)lower;
}

bool alike_to(const char *looks, const char *name)
{
    char other[ALIKE_BYTES];
    if (alike_begins_otherwise(looks, name)) {
        return false;
    }
    alike_looks(name, other);
    return looks[0] != '\0' && strcmp(looks, other) == 0;
}

bool alike(const char *a, const char *b)
{
    char looks[ALIKE_BYTES];
    alike_looks(a, looks);
    return alike_to(looks, b);
}
