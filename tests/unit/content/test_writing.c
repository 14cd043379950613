/* Writings: what a letter belongs to, what goes together, what cannot be seen. */
#include "writing.h"

#include <check.h>
#include <string.h>

#include "pack_kit.h"

START_TEST(a_letter_belongs_to_a_writing)
{
    ck_assert_int_eq(writing_of('a'), WRITING_LATIN);
    ck_assert_int_eq(writing_of(0x00E9), WRITING_LATIN);    /* é */
    ck_assert_int_eq(writing_of(0x0430), WRITING_CYRILLIC); /* а */
    ck_assert_int_eq(writing_of(0x03BF), WRITING_GREEK);    /* ο */
    ck_assert_int_eq(writing_of(0x05D0), WRITING_HEBREW);
    ck_assert_int_eq(writing_of(0x4E00), WRITING_HAN);
    ck_assert_int_eq(writing_of(0x2FA1D), WRITING_HAN); /* the last there is */
    ck_assert_int_eq(writing_of(0x3042), WRITING_HIRAGANA);
    ck_assert_int_eq(writing_of(0xAC00), WRITING_HANGUL);
    ck_assert_int_eq(writing_of('7'), WRITING_SHARED);
    ck_assert_int_eq(writing_of(0x0301), WRITING_SHARED);
    ck_assert_int_eq(writing_of(0x10FFFF), WRITING_SHARED);
    ck_assert_str_eq(writing_name(WRITING_OLD_ITALIC), "Old Italic");
    ck_assert_str_eq(writing_name(WRITING_SHARED), "");
}
END_TEST

START_TEST(lookalikes_never_share_a_word)
{
    ck_assert(!writing_goes_with(WRITING_LATIN, WRITING_CYRILLIC));
    ck_assert(!writing_goes_with(WRITING_GREEK, WRITING_LATIN));
    ck_assert(!writing_goes_with(WRITING_GREEK, WRITING_CYRILLIC));
    ck_assert(!writing_goes_with(WRITING_HANGUL, WRITING_HIRAGANA));
    ck_assert(writing_goes_with(WRITING_HAN, WRITING_HIRAGANA));
    ck_assert(writing_goes_with(WRITING_KATAKANA, WRITING_HIRAGANA));
    ck_assert(writing_goes_with(WRITING_HANGUL, WRITING_HAN));
    ck_assert(writing_goes_with(WRITING_LATIN, WRITING_KATAKANA));
    ck_assert(writing_goes_with(WRITING_LATIN, WRITING_SHARED));
}
END_TEST

START_TEST(what_nobody_sees_is_known)
{
    static const int32_t unseen[] = {0x00,   0x09,   0x7F,   0xAD,   0x34F,   0x115F,  0x200B,
                                     0x200D, 0x202E, 0x2028, 0x2066, 0x2800,  0x3164,  0xE000,
                                     0xFE0F, 0xFEFF, 0xFFA0, 0xFFFD, 0xE0041, 0x10FFFD};
    static const int32_t seen[] = {' ', 'a', 0xA0, 0x301, 0x3000, 0x4E00, 0x1F600};
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++) {
        ck_assert_msg(writing_is_unseen(unseen[i]), "U+%04X", (unsigned)unseen[i]);
    }
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        ck_assert_msg(!writing_is_unseen(seen[i]), "U+%04X", (unsigned)seen[i]);
    }
}
END_TEST

/* Words of many languages are packs too. */
START_TEST(words_of_other_writings_are_good)
{
    static const char text[] = "маяк\n灯台\nTシャツ\nお茶\n등대\nphare\n"
                               "φάρος\nمی‌خواهم\n"
                               "Москва = Moscow\nX-лучи\n";
    struct fault fault;
    struct pack *pack = kit_pack(text, NULL, &fault);
    ck_assert_msg(pack != NULL, "%s", fault.text);
    ck_assert_uint_eq(pack_list(pack)->count, 10);
    pack_free(&pack);
}
END_TEST

Suite *suite_writing(void);

Suite *suite_writing(void)
{
    Suite *suite = suite_create("writing");
    TCase *tcase = tcase_create("writing");
    tcase_add_test(tcase, a_letter_belongs_to_a_writing);
    tcase_add_test(tcase, lookalikes_never_share_a_word);
    tcase_add_test(tcase, what_nobody_sees_is_known);
    tcase_add_test(tcase, words_of_other_writings_are_good);
    suite_add_tcase(suite, tcase);
    return suite;
}
