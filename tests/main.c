/* The runner of the unit tests: one program a layer, with the suites that the layer's suites.def
 * names. SUITE(vote) there stands for `Suite *suite_vote(void)` in test_vote.c.
 *
 * CK_RUN_SUITE=vote runs one suite. A name that no suite has is a failure: a typo must not pass. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#define SUITE(name) Suite *suite_##name(void);
#include "suites.def"
#undef SUITE

struct suite_row {
    const char *name;
    Suite *(*make)(void);
};

static const struct suite_row suite_rows[] = {
#define SUITE(name) {#name, suite_##name},
#include "suites.def"
#undef SUITE
    {NULL, NULL},
};

int main(void)
{
    const char *only = getenv("CK_RUN_SUITE");
    SRunner *runner = srunner_create(NULL);
    int added = 0;
    for (const struct suite_row *row = suite_rows; row->name != NULL; row++) {
        if (only == NULL || strcmp(only, row->name) == 0) {
            srunner_add_suite(runner, row->make());
            added++;
        }
    }
    if (added == 0) {
        fprintf(stderr, "no suite is called %s\n", only == NULL ? "anything" : only);
        srunner_free(runner);
        return EXIT_FAILURE;
    }
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    int ran = srunner_ntests_run(runner);
    srunner_free(runner);
    return failed == 0 && ran > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
