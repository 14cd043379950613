/* Signs that hide, by their code points. */
#include <check.h>
#include <stdint.h>

#include "unseen.h"

Suite *suite_unseen(void);

enum { LAST_OF_THREE = 0xffff };

static size_t hidden_at(uint32_t point)
{
    char text[3];
    if (point < 0x80) {
        text[0] = (char)point;
        return unseen_sign(text, 1);
    }
    if (point < 0x800) {
        text[0] = (char)(0xc0 | point >> 6);
        text[1] = (char)(0x80 | (point & 0x3f));
        return unseen_sign(text, 2);
    }
    text[0] = (char)(0xe0 | point >> 12);
    text[1] = (char)(0x80 | (point >> 6 & 0x3f));
    text[2] = (char)(0x80 | (point & 0x3f));
    return unseen_sign(text, 3);
}

START_TEST(these_and_no_other)
{
    for (uint32_t point = 1; point <= LAST_OF_THREE; point++) {
        int wanted = point == 0x200b || point == 0x200e || point == 0x200f || point == 0xfeff ||
                     (point >= 0x2028 && point <= 0x202e) || (point >= 0x2060 && point <= 0x2069);
        size_t bytes = hidden_at(point);
        ck_assert_msg(bytes == (point == 0x61c ? 2u : wanted ? 3u : 0u), "U+%04X", point);
    }
}
END_TEST

START_TEST(what_is_cut_hides_nothing)
{
    ck_assert_uint_eq(unseen_sign("\xe2\x80\x8e", 2), 0);
    ck_assert_uint_eq(unseen_sign("\xd8\x9c", 1), 0);
    ck_assert_uint_eq(unseen_sign("", 0), 0);
}
END_TEST

Suite *suite_unseen(void)
{
    Suite *suite = suite_create("unseen");
    TCase *tcase = tcase_create("unseen");
    tcase_add_test(tcase, these_and_no_other);
    tcase_add_test(tcase, what_is_cut_hides_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
