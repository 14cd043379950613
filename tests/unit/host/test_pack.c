/* Packs: the one that is built in, and every mistake that a file can have. */
#include "pack.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pack *load(const char *grade)
{
    struct fault fault;
    struct options options;
    const struct option_def *row = NULL;
    const struct game_def *game = game_find("decrypto");
    ck_assert_ptr_nonnull(game);
    options_default(game, &options);
    ck_assert(options_set(game, &options, "grade", grade, &row));
    struct pack *pack = pack_built_in(game, "en", &options, &fault);
    ck_assert_msg(pack != NULL, "%s", fault.text);
    return pack;
}

static size_t count_of(const char *grade)
{
    struct pack *pack = load(grade);
    size_t count = pack_list(pack)->count;
    pack_free(&pack);
    return count;
}

START_TEST(keywords_come_in_three_grades)
{
    ck_assert_uint_ge(count_of("easy"), 200);
    ck_assert_uint_ge(count_of("medium"), 200);
    ck_assert_uint_ge(count_of("hard"), 200);
    ck_assert_uint_ge(count_of("all"), 600);
    ck_assert_uint_eq(count_of("easy") + count_of("medium") + count_of("hard"), count_of("all"));
}
END_TEST

/* What is built in is read without comparing its words; here they are. */
START_TEST(the_built_in_pack_has_no_mistakes)
{
    struct fault fault;
    char path[256];
    snprintf(path, sizeof path, "%s/config/packs/decrypto-en.txt", DD_SOURCE_DIR);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    static char text[64 * 1024];
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    ck_assert_uint_lt(len, sizeof text);
    struct pack *pack = pack_new(text, len, NULL, &fault);
    ck_assert_msg(pack != NULL, "%s", fault.text);
    ck_assert_uint_eq(pack_list(pack)->count, count_of("all"));
    pack_free(&pack);
}
END_TEST

START_TEST(entries_keep_their_order_and_form)
{
    static const char text[] =
        "# a note\n[easy]\n  Éclair \t# another\nice cream\r\n\n[hard]\nC#\n";
    struct fault fault;
    struct pack *pack = pack_new(text, strlen(text), NULL, &fault);
    ck_assert_msg(pack != NULL, "%s", fault.text);
    const struct deal_pack *list = pack_list(pack);
    ck_assert_uint_eq(list->count, 3);
    ck_assert_str_eq(list->entry[0], "Éclair");
    ck_assert_str_eq(list->entry[1], "ice cream");
    ck_assert_str_eq(list->entry[2], "C#");
    pack_free(&pack);
    pack = pack_new(text, strlen(text), "hard", &fault);
    ck_assert_uint_eq(pack_list(pack)->count, 1);
    pack_free(&pack);
}
END_TEST

START_TEST(every_mistake_is_told_with_its_line)
{
    static const struct {
        const char *text;
        const char *told;
    } rows[] = {
        {"", "there is no entry in it"},
        {"cow\n", "line 1: \"cow\" stands before the first grade"},
        {"[easy]\ncow\n\nCow\n", "line 4: \"Cow\" is there twice, also in line 2"},
        {"[easy]\ncow\n[hard]\ncows\n", "line 4: \"cows\" is a form of \"cow\" in line 2"},
        {"[easy]\nglasses\nglass\n", "line 3: \"glass\" is a form of \"glasses\" in line 2"},
        {"[easy]\ngarden\ngardener\n", "line 3: \"gardener\" is a form of \"garden\" in line 2"},
        {"[simple]\ncow\n", "line 1: \"[simple]\" is no grade"},
        {"[easy]\n88\n", "line 2: \"88\" has no letter"},
        {"[easy]\nabcdefghijklmnopqrstu\n",
         "line 2: \"abcdefghijklmnopqrstu\" is longer than 20 characters"},
        {"[easy]\n\xff\n", "line 2: not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fault fault;
        ck_assert_ptr_null(pack_new(rows[i].text, strlen(rows[i].text), NULL, &fault));
        ck_assert_str_eq(fault.text, rows[i].told);
    }
}
END_TEST

START_TEST(a_game_without_words_needs_none)
{
    struct fault fault;
    struct options options;
    const struct game_def *game = game_find("interceptor");
    options_default(game, &options);
    ck_assert_ptr_null(pack_built_in(game, "en", &options, &fault));
    ck_assert_int_eq(fault.code, FAULT_NONE);
    game = game_find("decrypto");
    options_default(game, &options);
    ck_assert_ptr_null(pack_built_in(game, "tlh", &options, &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
}
END_TEST

Suite *suite_pack(void);

Suite *suite_pack(void)
{
    Suite *suite = suite_create("pack");
    TCase *tcase = tcase_create("pack");
    tcase_add_test(tcase, keywords_come_in_three_grades);
    tcase_add_test(tcase, the_built_in_pack_has_no_mistakes);
    tcase_add_test(tcase, entries_keep_their_order_and_form);
    tcase_add_test(tcase, every_mistake_is_told_with_its_line);
    tcase_add_test(tcase, a_game_without_words_needs_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
