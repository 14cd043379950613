/* What a language has house players say, as a book: sections, what goes on with them, their order.
 */
#include "language_book.h"
#include "languages.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct catalogue *words;

static void tear_down(void)
{
    if (words != NULL) {
        catalogue_free(&words);
    }
}

static struct language_book *book_of(const char *text, const char *game)
{
    struct fault fault = {0};
    words = catalogue_new(text, strlen(text), &fault);
    ck_assert_msg(words != NULL, "%s", fault.text);
    return language_book_new(words, game_find(game));
}

static void ck_entry(const struct player_entry *entry, const char *name, const char *lines)
{
    char all[200] = "";
    size_t len = 0;
    for (size_t i = 0; i < entry->line_count; i++) {
        ck_assert_ptr_null(entry->line[i].tag);
        len += (size_t)snprintf(all + len, sizeof all - len, "%s/", entry->line[i].text);
    }
    ck_assert_str_eq(entry->name, name);
    ck_assert_str_eq(all, lines);
}

START_TEST(sections_have_their_lines_in_order)
{
    struct language_book *book = book_of("language = en\n"
                                         "player.decrypto.02.ant = one\n"
                                         "player.interceptor.thing = kettle |ladder|  big\n"
                                         "  cat | | \n"
                                         "player.interceptor.thing.2 = {n} more\n"
                                         "player.interceptor.none = |\n"
                                         "player.interceptor.things = *s* | \"x\" y\n",
                                         "interceptor");
    const struct player_book *list = language_book_list(book);
    ck_assert_uint_eq(list->count, 2);
    ck_entry(&list->entry[0], "thing", "kettle/ladder/big cat/{n} more/");
    ck_entry(&list->entry[1], "things", "*s*/\"x\" y/");
    language_book_free(&book);
    ck_assert_ptr_null(book);
}
END_TEST

START_TEST(a_number_before_a_name_is_its_place)
{
    struct language_book *book = book_of("language = en\n"
                                         "player.decrypto.02.ant = one | two\n"
                                         "player.decrypto.01.bee = three\n",
                                         "decrypto");
    const struct player_book *list = language_book_list(book);
    ck_assert_uint_eq(list->count, 2);
    ck_entry(&list->entry[0], "bee", "three/");
    ck_entry(&list->entry[1], "ant", "one/two/");
    language_book_free(&book);
}
END_TEST

START_TEST(a_language_may_have_none)
{
    ck_assert_ptr_null(book_of("language = en\nplayer.decrypto.ant = one\n", "interceptor"));
}
END_TEST

START_TEST(english_has_what_the_games_want)
{
    struct fault fault = {0};
    words = languages_new("en", &fault);
    ck_assert_msg(words != NULL, "%s", fault.text);
    struct language_book *book = language_book_new(words, game_find("interceptor"));
    ck_assert_uint_eq(language_book_list(book)->count, 40);
    language_book_free(&book);
    book = language_book_new(words, game_find("decrypto"));
    ck_assert_uint_eq(language_book_list(book)->count, 12);
    ck_entry(&language_book_list(book)->entry[0], "weather",
             "sudden rain/morning fog/thunder far away/dry wind/late snow/a clear night/"
             "heavy clouds/soft drizzle/");
    language_book_free(&book);
}
END_TEST

Suite *suite_language_book(void);

Suite *suite_language_book(void)
{
    Suite *suite = suite_create("language_book");
    TCase *tcase = tcase_create("language_book");
    tcase_add_checked_fixture(tcase, NULL, tear_down);
    tcase_add_test(tcase, sections_have_their_lines_in_order);
    tcase_add_test(tcase, a_number_before_a_name_is_its_place);
    tcase_add_test(tcase, a_language_may_have_none);
    tcase_add_test(tcase, english_has_what_the_games_want);
    suite_add_tcase(suite, tcase);
    return suite;
}
