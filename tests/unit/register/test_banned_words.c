/* Words that are passed on for nobody: as whole words, in every guise, where they count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

#include "banned_words.h"
#include "folder_kit.h"

Suite *suite_banned_words(void);

static char folder[KIT_PATH_BYTES];
static char path[KIT_PATH_BYTES];

static struct banned_words *of(const char *words, struct fault *fault)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(words, file);
    fclose(file);
    return banned_words_read(path, fault);
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

static bool has(const struct banned_words *banned_words, const char *text)
{
    return banned_words_has(banned_words, "discord", "77", "123", text);
}

START_TEST(whole_words_in_every_guise)
{
    static const char *const found[] = {"darn",     "DARN it",           "well, darn!",
                                        "ｄａｒｎ", "oh d\u0430rn darn", "what a pain in the neck"};
    static const char *const fine[] = {"darning", "a dar n", "", "pain in the head", "d-arn"};
    struct fault fault = {FAULT_NONE, ""};
    struct banned_words *banned_words = of("# plain words\n\ndarn\nPain in the neck\n", &fault);
    ck_assert_msg(banned_words != NULL, "%s", fault.text);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        ck_assert_msg(has(banned_words, found[i]), "%s", found[i]);
    }
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        ck_assert_msg(!has(banned_words, fine[i]), "%s", fine[i]);
    }
    banned_words_free(&banned_words);
}
END_TEST

START_TEST(words_of_a_server_or_room_count_there_alone)
{
    struct fault fault = {FAULT_NONE, ""};
    struct banned_words *banned_words =
        of("darn\n[discord/77]\nheck\n[discord/999]\ngosh\n", &fault);
    ck_assert(has(banned_words, "heck"));
    ck_assert(!has(banned_words, "gosh"));
    ck_assert(banned_words_has(banned_words, "discord", NULL, "999", "gosh"));
    ck_assert(!banned_words_has(banned_words, "matrix", "77", "999", "heck gosh"));
    ck_assert(banned_words_has(banned_words, "matrix", NULL, "1", "darn"));
    banned_words_free(&banned_words);
}
END_TEST

START_TEST(a_file_that_is_wrong_says_where)
{
    struct fault fault = {FAULT_NONE, ""};
    ck_assert_ptr_null(of("darn\n[nowhere]\n", &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "words.txt:2: the line is no [adapter/id"));
    ck_assert_ptr_null(of("\xff\xfe\n", &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, ":1: the line is not UTF-8"));
    ck_assert_ptr_null(banned_words_read("/nonexistent/words", &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    struct banned_words *none = banned_words_read("", &fault);
    ck_assert(!has(none, "darn"));
    banned_words_free(&none);
}
END_TEST

Suite *suite_banned_words(void)
{
    Suite *suite = suite_create("banned_words");
    TCase *tcase = tcase_create("banned_words");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, whole_words_in_every_guise);
    tcase_add_test(tcase, words_of_a_server_or_room_count_there_alone);
    tcase_add_test(tcase, a_file_that_is_wrong_says_where);
    suite_add_tcase(suite, tcase);
    return suite;
}
