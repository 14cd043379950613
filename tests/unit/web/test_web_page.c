/* The page with its words put in: escaped, in their styles, once more for the scripts. */
#include "web_page.h"

#include <check.h>
#include <string.h>

#include <cjson/cJSON.h>

static const char english[] = "language = en\n"
                              "web.page.lead = **Sit** down, *quietly*: type `/` & \"go\" <now>\n"
                              "web.page.field = Your \"name\" & <more>\n"
                              "web.page.count = {count, plural, one {# card} other {# cards}}\n"
                              "web.other = not of the page\n";
static const char german[] = "language = de\nweb.page.lead = Hinsetzen\nweb.page.field = Name\n";
static struct catalogue *words;
static struct catalogue *other;
static struct web_page page;

static struct catalogue *catalogue_of(const char *text)
{
    struct fault fault = {0};
    struct catalogue *made = catalogue_new(text, strlen(text), &fault);
    ck_assert_msg(made != NULL, "%s", fault.text);
    return made;
}

static void set_up(void)
{
    words = catalogue_of(english);
    other = catalogue_of(german);
}

static void tear_down(void)
{
    web_page_free(&page);
    catalogue_free(&words);
    catalogue_free(&other);
}

static const char *made(const struct catalogue *of, const char *template)
{
    web_page_free(&page);
    web_page_make(&page, of, template, strlen(template));
    ck_assert_uint_eq(page.len, strlen(page.text));
    return page.text;
}

START_TEST(web_page_has_its_sentences_in_place)
{
    ck_assert_str_eq(made(words, "<p>{{lead}}</p><input title=\"{{=field}}\">{{language}}"),
                     "<p><strong>Sit</strong> down, <em>quietly</em>: type <code>/</code> &amp; "
                     "&quot;go&quot; &lt;now&gt;</p>"
                     "<input title=\"Your &quot;name&quot; &amp; &lt;more&gt;\">en");
    ck_assert_str_eq(made(words, "no mark, {one}, {{ open"), "no mark, {one}, {{ open");
    ck_assert_str_eq(made(words, "{{nothing}}"), "web.page.nothing");
}
END_TEST

START_TEST(web_page_has_all_of_them_for_its_scripts)
{
    const char *text = made(words, "{{words}}");
    ck_assert_ptr_null(strchr(text, '<'));
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *all = cJSON_GetObjectItemCaseSensitive(json, "words");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "language")),
                     "en");
    ck_assert_int_eq(cJSON_GetArraySize(all), 3);
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(all, "field")),
                     "Your \"name\" & <more>");
    ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(all, "count")),
                     "{count, plural, one {# card} other {# cards}}");
    cJSON_Delete(json);
}
END_TEST

START_TEST(web_page_is_made_once_for_a_language)
{
    static const char template[] = "<p>{{lead}}</p>";
    web_page_make(&page, words, template, strlen(template));
    char tag[HTTP_TAG_BYTES];
    const char *text = page.text;
    memcpy(tag, page.file.tag, sizeof tag);
    web_page_make(&page, words, template, strlen(template));
    ck_assert_ptr_eq(page.text, text);
    web_page_make(&page, other, template, strlen(template));
    ck_assert_str_eq(page.text, "<p>Hinsetzen</p>");
    ck_assert_str_ne(page.file.tag, tag);
}
END_TEST

static const char *version_with(const char *script)
{
    static char version[HTTP_TAG_BYTES];
    static const char index[] = "<p>{{words}}</p>";
    const struct embedded_file files[] = {
        {"index.html", (const unsigned char *)index, sizeof index - 1},
        {"page.js", (const unsigned char *)script, strlen(script)}};
    web_page_free(&page);
    web_page_of(&page, words, files, 2);
    ck_assert_ptr_nonnull(strstr(page.text, page.version));
    memcpy(version, page.version, sizeof version);
    return version;
}

/* A page whose script has changed is another one, though its HTML is not. */
START_TEST(web_page_version_is_that_of_all_its_files)
{
    char one[HTTP_TAG_BYTES];
    memcpy(one, version_with("x=1"), sizeof one);
    ck_assert_str_eq(version_with("x=1"), one);
    ck_assert_str_ne(version_with("x=2"), one);
}
END_TEST

Suite *suite_web_page(void);
Suite *suite_web_page(void)
{
    Suite *suite = suite_create("web_page");
    TCase *tests = tcase_create("web_page");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, web_page_has_its_sentences_in_place);
    tcase_add_test(tests, web_page_has_all_of_them_for_its_scripts);
    tcase_add_test(tests, web_page_is_made_once_for_a_language);
    tcase_add_test(tests, web_page_version_is_that_of_all_its_files);
    suite_add_tcase(suite, tests);
    return suite;
}
