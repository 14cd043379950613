/* Languages: those that are built in and those of a folder; what is wrong with a file is told with
 * its line, and what it lacks is said in English. */
#include "languages.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static struct languages *all;
static struct buf told;

static void setup(void)
{
    struct fault fault = {0};
    snprintf(folder, sizeof folder, "/tmp/languages.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    all = languages_open(&fault);
    ck_assert_msg(all != NULL, "%s", fault.text);
    buf_init(&told, LANGUAGES_TOLD_MAX);
}

static void teardown(void)
{
    static const char *const names[] = {"de.ini", "en.ini", "german.ini"};
    char path[128];
    languages_free(&all);
    buf_deinit(&told);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    ck_assert_int_eq(rmdir(folder), 0);
}

static void file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
}

static const char *word(const char *tag, const char *key)
{
    const struct catalogue *language = languages_find(all, tag);
    ck_assert_ptr_nonnull(language);
    return catalogue_entry(language, key);
}

START_TEST(english_is_built_in)
{
    ck_assert_str_eq(word("en", "label.join"), "Join");
    ck_assert_str_eq(word("en-GB", "label.join"), "Join");
    ck_assert_ptr_null(languages_find(all, "tlh"));
    ck_assert_uint_eq(catalogue_missing(languages_find(all, "en")), 0);
    ck_assert_int_eq(languages_read(all, "", &told), 0);
}
END_TEST

START_TEST(a_region_falls_back_to_its_language)
{
    struct fault fault = {0};
    struct catalogue *catalogue = languages_new("en-GB", &fault);
    ck_assert_msg(catalogue != NULL, "%s", fault.text);
    catalogue_free(&catalogue);
}
END_TEST

START_TEST(an_unknown_language_is_a_fault)
{
    static const char *const tags[] = {
        "tlh", "", "e", "../../x", "-", "a-very-very-long-tag-indeed-for-any-place-x"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        struct fault fault = {0};
        ck_assert_ptr_null(languages_new(tags[i], &fault));
        ck_assert_int_eq(fault.code, FAULT_CONFIG);
        ck_assert_ptr_null(languages_find(all, tags[i]));
    }
}
END_TEST

START_TEST(what_a_language_lacks_is_said_in_english)
{
    file("de.ini", "language = de\nlabel.join = Mitspielen\nhelp.more = Mehr.\n");
    ck_assert_int_eq(languages_read(all, folder, &told), 0);
    ck_assert_str_eq(word("de", "label.join"), "Mitspielen");
    ck_assert_str_eq(word("de", "label.leave"), "Leave");
    ck_assert_str_eq(word("en", "label.join"), "Join");
    const struct catalogue *words = catalogue_in_words(languages_find(all, "de"));
    ck_assert_str_eq(catalogue_entry(words, "help.more"), "Mehr."); /* not the typed English one */
    ck_assert_ptr_null(catalogue_entry(words, "language.name"));
    size_t of = 0;
    size_t own = 0;
    while (catalogue_key(languages_find(all, "en"), of) != NULL) {
        of++;
    }
    while (catalogue_key(languages_find(all, "de"), own) != NULL) {
        own++;
    }
    ck_assert_uint_eq(catalogue_missing(languages_find(all, "de")), own - 3);
    ck_assert_uint_ge(of, own);
}
END_TEST

START_TEST(every_mistake_has_file_line_and_reason)
{
    char wanted[512];
    file("de.ini", "language = de\nlabel.join = Los\n");
    ck_assert_int_eq(languages_read(all, folder, &told), 0);
    file("de.ini", "language = de\nlabel.join {\nlabel.leave = {n, plural, one {x}}\n");
    ck_assert_int_eq(languages_read(all, folder, &told), -1);
    snprintf(wanted, sizeof wanted, "%s/de.ini:2: not “key = sentence”\n", folder);
    ck_assert_msg(strstr(told.text, wanted) != NULL, "%s", told.text);
    snprintf(wanted, sizeof wanted, "%s/de.ini:3: ", folder);
    ck_assert_msg(strstr(told.text, wanted) != NULL, "%s", told.text);
    ck_assert_str_eq(word("de", "label.join"), "Los"); /* what there was stays */
}
END_TEST

START_TEST(a_file_is_called_like_its_language)
{
    file("german.ini", "language = de\n");
    ck_assert_int_eq(languages_read(all, folder, &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "german.ini: says language = de; call it de.ini"));
    ck_assert_int_eq(languages_read(all, "/nowhere", &told), -1);
    ck_assert_ptr_nonnull(strstr(told.text, "/nowhere: cannot be looked into"));
}
END_TEST

START_TEST(one_of_ones_own_stands_in_for_one_that_is_built_in)
{
    file("en.ini", "language = en\nlabel.join = Sit down\n");
    ck_assert_int_eq(languages_read(all, folder, &told), 0);
    ck_assert_str_eq(word("en", "label.join"), "Sit down");
    ck_assert_str_eq(word("en", "label.leave"), "Leave");
}
END_TEST

Suite *suite_languages(void);

Suite *suite_languages(void)
{
    Suite *suite = suite_create("languages");
    TCase *tcase = tcase_create("languages");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, english_is_built_in);
    tcase_add_test(tcase, a_region_falls_back_to_its_language);
    tcase_add_test(tcase, an_unknown_language_is_a_fault);
    tcase_add_test(tcase, what_a_language_lacks_is_said_in_english);
    tcase_add_test(tcase, every_mistake_has_file_line_and_reason);
    tcase_add_test(tcase, a_file_is_called_like_its_language);
    tcase_add_test(tcase, one_of_ones_own_stands_in_for_one_that_is_built_in);
    suite_add_tcase(suite, tcase);
    return suite;
}
