/* Codes by which accounts are linked: how long they live, how often they work, who is asked. */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "link_codes.h"

static uint64_t dice;
static struct link_codes *codes;
static char code[LINK_CODE_BYTES];

static void open_codes(void)
{
    struct entropy entropy = entropy_seeded(&dice, 7);
    codes = link_codes_new(&entropy);
    link_codes_give(codes, "kit/Ana", 1000, code);
}

static void close_codes(void)
{
    link_codes_free(&codes);
}

START_TEST(a_code_is_known_however_it_is_written)
{
    char other[LINK_CODE_BYTES + 4];
    struct link_wish *wish = link_codes_find(codes, code, 2000);
    ck_assert_ptr_nonnull(wish);
    ck_assert_str_eq(wish->first, "kit/Ana");
    for (unsigned i = 0; i < LINK_CODE_BYTES; i++) {
        other[i] = (char)tolower((unsigned char)code[i]);
    }
    ck_assert_ptr_eq(link_codes_find(codes, other, 2000), wish);
    memmove(other + 4, other + 5, 5);
    ck_assert_ptr_eq(link_codes_find(codes, other, 2000), wish);
    ck_assert_ptr_null(link_codes_find(codes, "", 2000));
    ck_assert_ptr_null(link_codes_find(codes, "BCDF-GHJKM", 2000));
    ck_assert_ptr_null(link_codes_find(codes, "please", 2000));
    other[0] = code[0] == 'B' ? 'C' : 'B';
    ck_assert_ptr_null(link_codes_find(codes, other, 2000));
}
END_TEST

START_TEST(it_lives_for_ten_minutes)
{
    ck_assert_ptr_nonnull(link_codes_find(codes, code, 1000 + LINK_CODE_MS - 1));
    ck_assert_ptr_null(link_codes_find(codes, code, 1000 + LINK_CODE_MS));
    ck_assert_ptr_null(link_codes_find(codes, code, 2000));
}
END_TEST

START_TEST(it_works_once_and_asks_one_after_the_other)
{
    struct link_wish *wish = link_codes_find(codes, code, 2000);
    link_codes_said(codes, wish, "other/Bea");
    ck_assert_ptr_null(link_codes_find(codes, code, 2000));
    ck_assert_ptr_eq(link_codes_asked(codes, "other/Bea", 0, 2000), wish);
    ck_assert_ptr_eq(link_codes_asked(codes, "other/Bea", wish->number, 2000), wish);
    ck_assert_ptr_null(link_codes_asked(codes, "other/Bea", wish->number ^ 1, 2000));
    ck_assert_ptr_null(link_codes_asked(codes, "kit/Ana", 0, 2000));
    wish->state = LINK_MEANT;
    ck_assert_ptr_eq(link_codes_asked(codes, "kit/Ana", 0, 2000), wish);
    ck_assert_ptr_null(link_codes_asked(codes, "other/Bea", 0, 2000));
    ck_assert_ptr_null(link_codes_asked(codes, "kit/Ana", 0, 1000 + LINK_CODE_MS));
}
END_TEST

START_TEST(an_account_has_one_code_and_is_in_one_wish)
{
    char second[LINK_CODE_BYTES];
    char bea[LINK_CODE_BYTES];
    link_codes_give(codes, "kit/Ana", 2000, second);
    ck_assert_str_ne(code, second);
    ck_assert_ptr_null(link_codes_find(codes, code, 2000));
    link_codes_give(codes, "other/Bea", 2000, bea);
    link_codes_said(codes, link_codes_find(codes, second, 2000), "other/Bea");
    ck_assert_ptr_null(link_codes_find(codes, bea, 2000));
    link_codes_forget(codes, "other/Bea");
    ck_assert_ptr_null(link_codes_asked(codes, "other/Bea", 0, 2000));
}
END_TEST

START_TEST(there_are_only_so_many)
{
    char key[32];
    char one[LINK_CODE_BYTES];
    for (unsigned i = 0; i < LINK_WISHES_MAX; i++) {
        snprintf(key, sizeof key, "kit/%u", i);
        link_codes_give(codes, key, 2000, one);
    }
    ck_assert_ptr_null(link_codes_find(codes, code, 2000));
    ck_assert_ptr_nonnull(link_codes_find(codes, one, 2000));
    unsigned said = 0;
    while (said < 1000 && link_codes_may_say(codes, 2000)) {
        said++;
    }
    ck_assert_uint_lt(said, 1000);
    ck_assert(link_codes_may_say(codes, 2000 + 60000));
}
END_TEST

START_TEST(what_may_be_a_code_is_seen_in_a_text)
{
    ck_assert(link_codes_in(code));
    ck_assert(link_codes_in("link bcdf-ghjk"));
    ck_assert(link_codes_in("link BCDFGHJK please"));
    ck_assert(link_codes_in("LINK bcdf ghjk"));
    ck_assert(!link_codes_in(NULL));
    ck_assert(!link_codes_in(""));
    ck_assert(!link_codes_in("guess documents coffee"));
    ck_assert(!link_codes_in("bcdf-ghj"));
    ck_assert(!link_codes_in("link yes"));
}
END_TEST

Suite *suite_link_codes(void);

Suite *suite_link_codes(void)
{
    Suite *suite = suite_create("link_codes");
    TCase *tcase = tcase_create("link_codes");
    tcase_add_checked_fixture(tcase, open_codes, close_codes);
    tcase_add_test(tcase, a_code_is_known_however_it_is_written);
    tcase_add_test(tcase, it_lives_for_ten_minutes);
    tcase_add_test(tcase, it_works_once_and_asks_one_after_the_other);
    tcase_add_test(tcase, an_account_has_one_code_and_is_in_one_wish);
    tcase_add_test(tcase, there_are_only_so_many);
    tcase_add_test(tcase, what_may_be_a_code_is_seen_in_a_text);
    suite_add_tcase(suite, tcase);
    return suite;
}
