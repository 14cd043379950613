#include "languages.h"

#include <check.h>
#include <string.h>

START_TEST(english_is_built_in)
{
    struct fault fault = {0};
    struct catalogue *catalogue = languages_new("en", &fault);
    ck_assert_msg(catalogue != NULL, "%s", fault.text);
    ck_assert_str_eq(catalogue_language(catalogue), "en");
    catalogue_free(&catalogue);
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
    static const char *const tags[] = {"tlh",     "",  "e",
                                       "../../x", "-", "a-very-very-long-tag-indeed-x"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        struct fault fault = {0};
        ck_assert_ptr_null(languages_new(tags[i], &fault));
        ck_assert_int_eq(fault.code, FAULT_CONFIG);
    }
}
END_TEST

Suite *suite_languages(void);

Suite *suite_languages(void)
{
    Suite *suite = suite_create("languages");
    TCase *tcase = tcase_create("languages");
    tcase_add_test(tcase, english_is_built_in);
    tcase_add_test(tcase, a_region_falls_back_to_its_language);
    tcase_add_test(tcase, an_unknown_language_is_a_fault);
    suite_add_tcase(suite, tcase);
    return suite;
}
