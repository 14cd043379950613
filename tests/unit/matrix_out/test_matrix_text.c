/* People's words in HTML and in plain. */
#include <check.h>
#include <string.h>

#include "html_check.h"
#include "matrix_text.h"

Suite *suite_matrix_text(void);

START_TEST(what_people_write_is_shown_as_they_wrote_it)
{
    static const char *const texts[] = {
        "<b>bold</b> & \"quoted\" 'so'",
        "<script>alert(1)</script>",
        "</p><img src=x onerror=y>",
        "**bold** _it_ ~~no~~ ||x|| `code`",
        "@room @everyone @ana:house.example #den:house.example !id:house.example",
        "https://evil.example/x?a=b&c=d mailto:x@y.example www.evil.example",
        "&lt;b&gt; &amp; &#60;",
        "<mx-reply>hm</mx-reply>",
        "1:2 a.b c@d",
        "\U0001f469\u200d\U0001f680 \u2764\ufe0f",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf html;
        struct buf shown;
        struct buf plain;
        buf_init(&html, 4096);
        buf_init(&shown, 4096);
        buf_init(&plain, 4096);
        matrix_escape(&html, texts[i], strlen(texts[i]), true, false);
        matrix_plain(&plain, texts[i], strlen(texts[i]), false);
        const char *wrong = html_wrong(html.text, html.len, &shown);
        ck_assert_msg(wrong == NULL, "%s: %s", wrong, html.text);
        ck_assert_str_eq(shown.text, texts[i]);
        ck_assert_str_eq(plain.text, texts[i]);
        buf_deinit(&html);
        buf_deinit(&shown);
        buf_deinit(&plain);
    }
}
END_TEST

START_TEST(nothing_that_people_write_is_seen_as_a_link_or_a_mention)
{
    static const char text[] = "https://evil.example @ana:house.example #den:house.example";
    struct buf html;
    buf_init(&html, 4096);
    matrix_escape(&html, text, sizeof text - 1, true, false);
    ck_assert_ptr_null(strstr(html.text, "://"));
    ck_assert_ptr_null(strstr(html.text, "evil.example"));
    ck_assert_ptr_null(strstr(html.text, "@ana"));
    ck_assert_ptr_null(strstr(html.text, "#den"));
    buf_deinit(&html);
}
END_TEST

START_TEST(nothing_turns_the_text_round)
{
    static const char text[] = "a\u202e\u2066b\u200b\ufeffc\u061cd\ne\x01\x7f\xc2\x85";
    struct buf html;
    struct buf plain;
    buf_init(&html, 4096);
    buf_init(&plain, 4096);
    matrix_escape(&html, text, sizeof text - 1, true, false);
    matrix_plain(&plain, text, sizeof text - 1, false);
    ck_assert_str_eq(html.text, "abcd e");
    ck_assert_str_eq(plain.text, "abcd e");
    buf_deinit(&html);
    buf_deinit(&plain);
}
END_TEST

START_TEST(lines_stay_lines_where_they_may)
{
    struct buf html;
    struct buf plain;
    buf_init(&html, 4096);
    buf_init(&plain, 4096);
    matrix_escape(&html, "a\nb", 3, true, true);
    matrix_plain(&plain, "a\nb", 3, true);
    ck_assert_str_eq(html.text, "a<br>b");
    ck_assert_str_eq(plain.text, "a\nb");
    buf_deinit(&html);
    buf_deinit(&plain);
}
END_TEST

START_TEST(a_cut_is_between_characters)
{
    ck_assert_uint_eq(matrix_fit("\u00e4\u00e4", 4, 3), 2);
    ck_assert_uint_eq(matrix_fit("\U0001f680", 4, 3), 0);
    ck_assert_uint_eq(matrix_fit("ab", 2, 3), 2);
}
END_TEST

Suite *suite_matrix_text(void)
{
    Suite *suite = suite_create("matrix_text");
    TCase *text = tcase_create("text");
    tcase_add_test(text, what_people_write_is_shown_as_they_wrote_it);
    tcase_add_test(text, nothing_that_people_write_is_seen_as_a_link_or_a_mention);
    tcase_add_test(text, nothing_turns_the_text_round);
    tcase_add_test(text, lines_stay_lines_where_they_may);
    tcase_add_test(text, a_cut_is_between_characters);
    suite_add_tcase(suite, text);
    return suite;
}
