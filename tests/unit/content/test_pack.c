/* Packs: the one that is built in, and every mistake that a file can have. */
#include "pack_kit.h"

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

START_TEST(entries_keep_their_order_and_form)
{
    static const char text[] =
        "# a note\n[easy]\n  Éclair \t# another\nice cream\r\n\n[hard]\nC#\n";
    struct fault fault;
    struct pack *pack = kit_pack(text, NULL, &fault);
    ck_assert_msg(pack != NULL, "%s", fault.text);
    const struct deal_pack *list = pack_list(pack);
    ck_assert_uint_eq(list->count, 3);
    ck_assert_str_eq(list->entry[0], "Éclair");
    ck_assert_str_eq(list->entry[1], "ice cream");
    ck_assert_str_eq(list->entry[2], "C#");
    pack_free(&pack);
    pack = kit_pack(text, "hard", &fault);
    ck_assert_uint_eq(pack_list(pack)->count, 1);
    pack_free(&pack);
}
END_TEST

static const struct {
    const char *text;
    const char *told;
} mistaken[] = {
    {"", "there is no entry in it; write one a line"},
    {"cow\n[easy]\npig\n", "line 2: \"[easy]\" stands behind entries; begin the pack with a "
                           "grade, or have none"},
    {"[easy]\ncow\n\nCow\n",
     "line 4: \"Cow\" is there twice, also in line 2; take one of them out"},
    {"[easy]\ncow\n[hard]\ncows\n",
     "line 4: \"cows\" is a form of \"cow\" in line 2; take one of them out"},
    {"glasses\nglass\n",
     "line 2: \"glass\" is a form of \"glasses\" in line 1; take one of them out"},
    {"garden\ngardener\n",
     "line 2: \"gardener\" is a form of \"garden\" in line 1; take one of them out"},
    {"dog's\ndog\n", "line 2: \"dog\" is a form of \"dog's\" in line 1; take one of them out"},
    {"berry\ncow\nberries\n",
     "line 3: \"berries\" is a form of \"berry\" in line 1; take one of them out"},
    {"bake\nbaking\n", "line 2: \"baking\" is a form of \"bake\" in line 1; take one of them out"},
    {"run\nrunner\n", "line 2: \"runner\" is a form of \"run\" in line 1; take one of them out"},
    {"magic\nmagician\n",
     "line 2: \"magician\" is a form of \"magic\" in line 1; take one of them out"},
    {"leaf\nleaves\n", "line 2: \"leaves\" is a form of \"leaf\" in line 1; take one of them out"},
    {"snowmen\nsnowman\n",
     "line 2: \"snowman\" is a form of \"snowmen\" in line 1; take one of them out"},
    {"flown\nfly\n", "line 2: \"fly\" is a form of \"flown\" in line 1; take one of them out"},
    {"cacti\ncactus\n",
     "line 2: \"cactus\" is a form of \"cacti\" in line 1; take one of them out"},
    {"Cafe\nCaf\xC3\xA9\n",
     "line 2: \"Caf\xC3\xA9\" differs by no more than marks, blanks or an article from "
     "\"Cafe\" in line 1; take one of them out"},
    {"zoo\nice rink\nThe Ice-Rink\n",
     "line 3: \"The Ice-Rink\" differs by no more than marks, blanks or an article from "
     "\"ice rink\" in line 2; take one of them out"},
    {"zoo = caf\xC3\xA9\ncafe\n",
     "line 2: \"cafe\" differs by no more than marks, blanks or an article from \"zoo\" in "
     "line 1; take one of them out"},
    {"cop\n\xD1\x81\xD0\xBE\xD1\x80\n", /* all of it Cyrillic */
     "line 2: \"\xD1\x81\xD0\xBE\xD1\x80\" looks like \"cop\" in line 1; take one of them out"},
    {"orange\n0range\n", "line 2: \"0range\" looks like \"orange\" in line 1; take one of them "
                         "out"},
    {"a\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81 word\n",
     "line 1: there is a heap of marks on one letter; type the line anew"},
    {"[simple]\ncow\n", "line 1: \"[simple]\" is no grade; write [easy], [medium] or [hard]"},
    {"88\n", "line 1: \"88\" has no letter; write a word"},
    {"abcdefghijklmnopqrstu\n",
     "line 1: \"abcdefghijklmnopqrstu\" is longer than 20 characters; shorten it"},
    {"cow, pig\n", "line 1: \"cow, pig\" has a sign in it that a name may not have: , [ ] |"},
    {"= cow\n", "line 1: \"\" is empty; write a name, or take the sign away"},
    {"cow = \n", "line 1: \"\" is empty; write a name, or take the sign away"},
    {"cow = ox,, bull\n", "line 1: \"\" is empty; write a name, or take the sign away"},
    {"cow = a, b, c, d, e, f, g, h, i, j, k, l, m\n",
     "line 1: \"m\" is one name too many; an entry has at most 12 others"},
    {"cow = ox\npig = OX\n", "line 2: \"ox\", another name, is there twice, also in line 1; "
                             "take one of them out"},
    {"cow = Cow\n", "line 1: \"cow\", another name, is there twice, also in line 1; "
                    "take one of them out"},
    {"c\xD0\xBEw\n", /* a Cyrillic o */
     "line 1: \"c\xD0\xBEw\" has Latin and Cyrillic letters in one word; some only look like "
     "what they should be: type the word anew"},
    {"pig\nco\xE2\x80\x8Bw\n", "line 2: there is a character in it that cannot be seen, U+200B; "
                               "type the line anew"},
    {"co\x07w\n", "line 1: there is a character in it that cannot be seen, U+0007; type the "
                  "line anew"},
    {"\xff\n", "line 1: not UTF-8; save the file as UTF-8"},
};

START_TEST(every_mistake_is_told_with_its_line)
{
    for (size_t i = 0; i < sizeof mistaken / sizeof mistaken[0]; i++) {
        struct fault fault;
        ck_assert_ptr_null(kit_pack(mistaken[i].text, NULL, &fault));
        ck_assert_str_eq(fault.text, mistaken[i].told);
    }
}
END_TEST

/* Neighbours that are words of their own: nothing of this is a mistake. */
START_TEST(words_that_only_remind_of_one_another)
{
    static const char *const rows[] = {
        "omen\nstar\nstart\n",
        "king\nkin\nking size\nsinger\nsong\n", /* but for real forms */
        "bass\nbase\nvase\nboxer\nbox office\n",
        "C#\nD\nB\xC3\xA4r\nwei\xC3\x9F\n",
        "\xE1\xBA\xBF\xE1\xBB\x87n\n\xD7\xA9\xD6\xB8\xD7\x81\xD7\x9C\xD7\x95\xD6\xB9\n",
        "\xD1\x85\xD0\xBE\xD1\x80\n\xD0\xBC\xD0\xB8\xD1\x80\n",
        "zoo = caf\xC3\xA9, cafe, the zoo\nbank\n", /* other names of one place may be alike */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct mistakes *mistakes = mistakes_new();
        bool good = pack_check(rows[i], strlen(rows[i]), mistakes);
        ck_assert_msg(good, "%zu: %s", i, mistakes->kept[0].text);
        free(mistakes);
    }
}
END_TEST

START_TEST(a_place_has_other_names)
{
    static const char text[] = "\xEF\xBB\xBFLIGHTHOUSE = beacon ,  light tower\r\nZOO\n";
    struct fault fault;
    struct pack *pack = kit_pack(text, "easy", &fault);
    ck_assert_msg(pack != NULL, "%s", fault.text);
    const struct deal_pack *list = pack_list(pack);
    ck_assert_uint_eq(list->count, 2);
    ck_assert_str_eq(list->entry[0], "LIGHTHOUSE");
    ck_assert_str_eq(list->aliases[0], "beacon, light tower");
    ck_assert_str_eq(list->entry[1], "ZOO");
    ck_assert_ptr_null(list->aliases[1]);
    pack_free(&pack);
}
END_TEST

START_TEST(mistakes_are_told_all_and_in_order)
{
    static const char text[] = "cow\n88\ncows\n[nice]\npig\nPig\n";
    struct mistakes *mistakes = mistakes_new();
    struct buf told;
    buf_init(&told, 4096);
    ck_assert(!pack_check(text, strlen(text), mistakes));
    mistakes_write(mistakes, "my.txt", &told);
    ck_assert_str_eq(told.text,
                     "my.txt:2: \"88\" has no letter; write a word\n"
                     "my.txt:3: \"cows\" is a form of \"cow\" in line 1; take one of them out\n"
                     "my.txt:4: \"[nice]\" is no grade; write [easy], [medium] or [hard]\n"
                     "my.txt:6: \"Pig\" is there twice, also in line 5; take one of them out\n");
    for (unsigned i = 0; i < MISTAKES_MAX; i++) {
        mistakes_add(mistakes, 9, "more");
    }
    buf_clear(&told);
    mistakes_write(mistakes, "my.txt", &told);
    ck_assert_ptr_nonnull(strstr(told.text, "my.txt: and 4 mistakes more\n"));
    buf_deinit(&told);
    free(mistakes);
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
    tcase_add_test(tcase, entries_keep_their_order_and_form);
    tcase_add_test(tcase, every_mistake_is_told_with_its_line);
    tcase_add_test(tcase, words_that_only_remind_of_one_another);
    tcase_add_test(tcase, a_place_has_other_names);
    tcase_add_test(tcase, mistakes_are_told_all_and_in_order);
    tcase_add_test(tcase, a_game_without_words_needs_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
