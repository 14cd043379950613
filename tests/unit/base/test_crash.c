/* Crash points: each is listed once, used in the code once under its listed name, and does end the
 * program at the pass that was asked for. */

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "crash.h"

/* Passes a point n times in a child; its exit status. */
static int pass_in_child(const char *spec, const char *name, int passes)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        if (!crash_arm(spec)) {
            _exit(1);
        }
        for (int i = 0; i < passes; i++) {
            crash_pass(name);
        }
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(crash_point_ends_at_the_pass_asked_for)
{
    ck_assert_int_eq(pass_in_child("store.begun:3", "store.begun", 2), 0);
    ck_assert_int_eq(pass_in_child("store.begun:3", "store.begun", 3), CRASH_STATUS);
    ck_assert_int_eq(pass_in_child("store.begun", "store.begun", 1), CRASH_STATUS);
    ck_assert_int_eq(pass_in_child("store.begun:1", "store.before_commit", 9), 0);
    ck_assert_int_eq(pass_in_child(NULL, "store.begun", 9), 0);
    ck_assert_int_eq(pass_in_child("", "store.begun", 9), 0);
}
END_TEST

START_TEST(crash_arm_knows_what_it_cannot_do)
{
    ck_assert(!crash_arm("store.bogus:1"));
    ck_assert(!crash_arm("store.begun:0"));
    ck_assert(!crash_arm("store.begun:x"));
    ck_assert(!crash_arm("store.begun:1x"));
    ck_assert(!crash_arm("store.begu:1"));
    ck_assert(!crash_arm(":1"));
    ck_assert(crash_arm(NULL));
}
END_TEST

START_TEST(crash_points_have_names_of_their_own)
{
    const char *name = NULL;
    const char *when = NULL;
    for (size_t i = 0; crash_list(i, &name, &when); i++) {
        const char *other = NULL;
        const char *unused = NULL;
        ck_assert_uint_gt(strlen(when), 8);
        for (size_t j = 0; j < i; j++) {
            ck_assert(crash_list(j, &other, &unused));
            ck_assert_str_ne(name, other);
        }
    }
}
END_TEST

static const char *wanted_name;
static unsigned wanted_uses;
static unsigned wanted_other; /* the same in the other of two databases, of which one is used */

/* Counts how often a file passes a point of the wanted name. */
static int count_in_file(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    static char text[200000];
    char wanted[96];
    size_t len = strlen(path);
    (void)about;
    (void)place;
    if (kind != FTW_F || strcmp(path + len - 2, ".c") != 0) {
        return 0;
    }
    snprintf(wanted, sizeof(wanted), "CRASH_POINT(\"%s\")", wanted_name);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    for (const char *at = strstr(text, wanted); at != NULL; at = strstr(at + 1, wanted)) {
        bool other = strstr(path, "/bot/store/postgres/") != NULL;
        wanted_uses += !other;
        wanted_other += other;
    }
    return 0;
}

START_TEST(crash_points_that_are_listed_are_in_the_code)
{
    const char *name = NULL;
    const char *when = NULL;
    unsigned listed = 0;
    for (size_t i = 0; crash_list(i, &name, &when); i++) {
        wanted_name = name;
        wanted_uses = 0;
        wanted_other = 0;
        ck_assert_int_eq(nftw(DD_SOURCE_DIR "/bot", count_in_file, 16, FTW_PHYS), 0);
        ck_assert_int_eq(nftw(DD_SOURCE_DIR "/adapters", count_in_file, 16, FTW_PHYS), 0);
        ck_assert_msg(wanted_uses == 1 && wanted_other <= 1, "%s is passed in %u and %u places",
                      name, wanted_uses, wanted_other);
        listed++;
    }
    ck_assert_uint_gt(listed, 5);
}
END_TEST

START_TEST(crash_point_that_is_not_listed_is_a_bug)
{
    crash_pass("nowhere");
}
END_TEST

Suite *suite_crash(void);

Suite *suite_crash(void)
{
    Suite *suite = suite_create("crash");
    TCase *tcase = tcase_create("crash");
    tcase_add_test(tcase, crash_point_ends_at_the_pass_asked_for);
    tcase_add_test(tcase, crash_arm_knows_what_it_cannot_do);
    tcase_add_test(tcase, crash_points_have_names_of_their_own);
    tcase_add_test(tcase, crash_points_that_are_listed_are_in_the_code);
    tcase_add_test_raise_signal(tcase, crash_point_that_is_not_listed_is_a_bug, SIGABRT);
    suite_add_tcase(suite, tcase);
    return suite;
}
