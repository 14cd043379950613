/* The ids of a message's parts. */
#include <check.h>

#include "sent_ids.h"

Suite *suite_sendings(void);

START_TEST(ids_are_counted_from_nothing)
{
    char id[8];
    ck_assert(sent_ids_at("$one $two", 0, id, sizeof id));
    ck_assert_str_eq(id, "$one");
    ck_assert(sent_ids_at("$one $two", 1, id, sizeof id));
    ck_assert_str_eq(id, "$two");
    ck_assert(!sent_ids_at("$one $two", 2, id, sizeof id));
    ck_assert_str_eq(id, "");
    ck_assert(!sent_ids_at(NULL, 0, id, sizeof id));
    ck_assert(!sent_ids_at("", 0, id, sizeof id));
}
END_TEST

START_TEST(an_id_fits_or_is_none)
{
    char id[5];
    ck_assert(sent_ids_at("1234", 0, id, sizeof id));
    ck_assert_str_eq(id, "1234");
    ck_assert(!sent_ids_at("12345", 0, id, sizeof id));
    ck_assert_str_eq(id, "");
}
END_TEST

Suite *suite_sendings(void)
{
    Suite *suite = suite_create("sendings");
    TCase *tcase = tcase_create("sendings");
    tcase_add_test(tcase, ids_are_counted_from_nothing);
    tcase_add_test(tcase, an_id_fits_or_is_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
