/* What a setup has checked, as its lines say it. */
#include <check.h>
#include <stdio.h>

#include "checks.h"

Suite *suite_checks(void);

struct told {
    unsigned times;
    unsigned problems;
    char text[512];
};

static void told_done(void *context, unsigned problems, const char *text)
{
    struct told *told = context;
    told->times++;
    told->problems = problems;
    snprintf(told->text, sizeof told->text, "%s", text);
}

START_TEST(all_is_well)
{
    struct told told = {.times = 0};
    struct checks checks;
    checks_init(&checks);
    checks_ok(&checks, "the token is that of \"%s\"", "Dora");
    checks_note(&checks, "in no room yet");
    checks_end(&checks, told_done, &told);
    ck_assert_uint_eq(told.times, 1);
    ck_assert_uint_eq(told.problems, 0);
    ck_assert_str_eq(told.text, "  ok    the token is that of \"Dora\"\n"
                                "  note  in no room yet\n"
                                "\nEverything is as it has to be.\n");
    checks_deinit(&checks);
}
END_TEST

START_TEST(what_has_to_be_mended_is_counted)
{
    struct told told = {.times = 0};
    struct checks checks;
    checks_init(&checks);
    checks_mend(&checks, "clock %d s ahead", 40);
    checks_ok(&checks, "signed in");
    checks_mend(&checks, "100%% of it");
    checks_end(&checks, told_done, &told);
    ck_assert_uint_eq(told.problems, 2);
    ck_assert_str_eq(told.text, "  MEND  clock 40 s ahead\n"
                                "  ok    signed in\n"
                                "  MEND  100% of it\n"
                                "\nMend what is marked, then run this again.\n");
    checks_deinit(&checks);
}
END_TEST

Suite *suite_checks(void)
{
    Suite *suite = suite_create("checks");
    TCase *tcase = tcase_create("checks");
    tcase_add_test(tcase, all_is_well);
    tcase_add_test(tcase, what_has_to_be_mended_is_counted);
    suite_add_tcase(suite, tcase);
    return suite;
}
