#include <check.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "core_dump.h"

/* In a process of its own, as check starts one for each test. */
START_TEST(a_process_that_forbids_it_leaves_no_core_and_cannot_be_read)
{
    struct rlimit limit;
    ck_assert_int_eq(core_dump_forbid(), 0);
    ck_assert_int_eq(getrlimit(RLIMIT_CORE, &limit), 0);
    ck_assert_uint_eq(limit.rlim_cur, 0);
    ck_assert_uint_eq(limit.rlim_max, 0);
    ck_assert_int_eq(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
}
END_TEST

Suite *suite_core_dump(void);
Suite *suite_core_dump(void)
{
    Suite *suite = suite_create("core_dump");
    TCase *tcase = tcase_create("core_dump");
    tcase_add_test(tcase, a_process_that_forbids_it_leaves_no_core_and_cannot_be_read);
    suite_add_tcase(suite, tcase);
    return suite;
}
