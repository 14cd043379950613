/* Who has which part: all are given out, evenly, and few move when a worker comes or goes. */

#include <stdio.h>
#include <string.h>

#include <check.h>

#include "divide.h"

Suite *suite_divide(void);

static const char *const names[] = {"ana", "ben", "cid", "dot", "eve", "fay", "gus"};
enum { NAMES = sizeof names / sizeof names[0] };

static void count_shares(size_t count, unsigned parts, const size_t *owners)
{
    size_t has[NAMES] = {0};
    for (unsigned part = 0; part < parts; part++) {
        ck_assert_uint_lt(owners[part], count);
        has[owners[part]]++;
    }
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_ge(has[i], parts / count);
        ck_assert_uint_le(has[i], (parts + count - 1) / count);
    }
}

START_TEST(divide_gives_each_worker_its_share)
{
    size_t owners[STORE_PARTS_MAX];
    for (size_t count = 1; count <= NAMES; count++) {
        for (unsigned parts = 1; parts <= STORE_PARTS_MAX; parts++) {
            divide(names, count, parts, owners);
            count_shares(count, parts, owners);
        }
    }
}
END_TEST

START_TEST(divide_is_by_names_whatever_their_order)
{
    static const char *const turned[] = {"cid", "ana", "ben"};
    size_t owners[STORE_PARTS_MAX];
    size_t others[STORE_PARTS_MAX];
    divide(names, 3, 16, owners);
    divide(turned, 3, 16, others);
    for (unsigned part = 0; part < 16; part++) {
        ck_assert_str_eq(names[owners[part]], turned[others[part]]);
    }
}
END_TEST

/* Of sixty parts among seven, what the last one gets has to move, and what moves beside that is to
 * be less than half of all. */
START_TEST(divide_leaves_most_where_they_are)
{
    size_t owners[STORE_PARTS_MAX];
    size_t others[STORE_PARTS_MAX];
    unsigned moved = 0;
    divide(names, NAMES - 1, 60, owners);
    divide(names, NAMES, 60, others);
    for (unsigned part = 0; part < 60; part++) {
        moved += owners[part] != others[part] ? 1 : 0;
    }
    ck_assert_uint_ge(moved, 8);
    ck_assert_uint_le(moved, 8 + 60 / 2);
}
END_TEST

Suite *suite_divide(void)
{
    Suite *suite = suite_create("divide");
    TCase *tcase = tcase_create("divide");
    tcase_add_test(tcase, divide_gives_each_worker_its_share);
    tcase_add_test(tcase, divide_is_by_names_whatever_their_order);
    tcase_add_test(tcase, divide_leaves_most_where_they_are);
    suite_add_tcase(suite, tcase);
    return suite;
}
