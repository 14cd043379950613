/* FNV-1a: sums that others publish. */
#include <check.h>

#include "fnv.h"

Suite *suite_fnv(void);

START_TEST(sums_are_those_that_are_published)
{
    ck_assert_uint_eq(fnv32("", 0), 0x811c9dc5);
    ck_assert_uint_eq(fnv32("a", 1), 0xe40c292c);
    ck_assert_uint_eq(fnv32("foobar", 6), 0xbf9cf968);
    ck_assert(fnv64("", 0) == 0xcbf29ce484222325u);
    ck_assert(fnv64("a", 1) == 0xaf63dc4c8601ec8cu);
    ck_assert(fnv64("foobar", 6) == 0x85944171f73967e8u);
}
END_TEST

Suite *suite_fnv(void)
{
    Suite *suite = suite_create("fnv");
    TCase *tcase = tcase_create("fnv");
    tcase_add_test(tcase, sums_are_those_that_are_published);
    suite_add_tcase(suite, tcase);
    return suite;
}
