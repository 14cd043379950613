/* Words that are passed on for nobody: as whole words, in every guise, where they count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "kit.h"
#include "unwanted.h"

Suite *suite_unwanted(void);

static char folder[KIT_PATH_BYTES];
static char path[KIT_PATH_BYTES];

static struct unwanted *of(const char *words, struct fault *fault)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(words, file);
    fclose(file);
    return unwanted_read(path, fault);
}

static void set_up(void)
{
    kit_folder(folder);
    kit_path(path, folder, "words.txt");
}

static void tear_down(void)
{
    kit_remove(folder);
}

static bool has(const struct unwanted *unwanted, const char *text)
{
    return unwanted_has(unwanted, "discord", "77", "123", text);
}

START_TEST(whole_words_in_every_guise)
{
    static const char *const found[] = {"darn",     "DARN it",           "well, darn!",
                                        "ｄａｒｎ", "oh d\u0430rn darn", "what a pain in the neck"};
    static const char *const fine[] = {"darning", "a dar n", "", "pain in the head", "d-arn"};
    struct fault fault = {FAULT_NONE, ""};
    struct unwanted *unwanted = of("# plain words\n\ndarn\nPain in the neck\n", &fault);
    ck_assert_msg(unwanted != NULL, "%s", fault.text);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        ck_assert_msg(has(unwanted, found[i]), "%s", found[i]);
    }
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        ck_assert_msg(!has(unwanted, fine[i]), "%s", fine[i]);
    }
    unwanted_free(&unwanted);
}
END_TEST

START_TEST(words_of_a_server_or_room_count_there_alone)
{
    struct fault fault = {FAULT_NONE, ""};
    struct unwanted *unwanted = of("darn\n[discord/77]\nheck\n[discord/999]\ngosh\n", &fault);
    ck_assert(has(unwanted, "heck"));
    ck_assert(!has(unwanted, "gosh"));
    ck_assert(unwanted_has(unwanted, "discord", NULL, "999", "gosh"));
    ck_assert(!unwanted_has(unwanted, "matrix", "77", "999", "heck gosh"));
    ck_assert(unwanted_has(unwanted, "matrix", NULL, "1", "darn"));
    unwanted_free(&unwanted);
}
END_TEST

START_TEST(a_file_that_is_wrong_says_where)
{
    struct fault fault = {FAULT_NONE, ""};
    ck_assert_ptr_null(of("darn\n[nowhere]\n", &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "words.txt:2: the line is no [adapter/id"));
    ck_assert_ptr_null(of("\xff\xfe\n", &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, ":1: the line is not UTF-8"));
    ck_assert_ptr_null(unwanted_read("/nonexistent/words", &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    struct unwanted *none = unwanted_read("", &fault);
    ck_assert(!has(none, "darn"));
    unwanted_free(&none);
}
END_TEST

Suite *suite_unwanted(void)
{
    Suite *suite = suite_create("unwanted");
    TCase *tcase = tcase_create("unwanted");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, whole_words_in_every_guise);
    tcase_add_test(tcase, words_of_a_server_or_room_count_there_alone);
    tcase_add_test(tcase, a_file_that_is_wrong_says_where);
    suite_add_tcase(suite, tcase);
    return suite;
}
