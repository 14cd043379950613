/* Which reaction stands for which choice. Pure; what is kept and sent is in the suite of sends. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "matrix_choice.h"
#include "words_kit.h"

Suite *suite_matrix_choice(void);

static struct matrix_key keys[MATRIX_KEYS_MAX];

START_TEST(a_choice_has_its_own_symbol_when_no_other_has_it_else_a_number)
{
    doc_choice(words_doc, "Documents", "t3.7.play.symbol=documents", CHOICE_PRIMARY)->symbol = "📄";
    doc_choice(words_doc, "Money", "t3.7.play.symbol=money", CHOICE_PRIMARY)->symbol = "💰";
    doc_choice(words_doc, "My hand", "t3.-.hand", CHOICE_SECONDARY);
    ck_assert_uint_eq(matrix_choice_keys(words_doc, false, NULL, keys), 3);
    ck_assert_str_eq(keys[0].key, "📄");
    ck_assert_str_eq(keys[1].key, "💰");
    ck_assert_str_eq(keys[2].key, "1️⃣");
    words_doc->panel->next->symbol = "📄";
    ck_assert_uint_eq(matrix_choice_keys(words_doc, false, NULL, keys), 3);
    ck_assert_str_eq(keys[0].key, "1️⃣");
    ck_assert_str_eq(keys[1].key, "2️⃣");
}
END_TEST

START_TEST(what_asks_for_more_is_typed)
{
    doc_choice(words_doc, "Ask", "t3.7.ask", CHOICE_PRIMARY)->fields =
        words_field("text", "Question", FIELD_LONG);
    ck_assert_uint_eq(matrix_choice_keys(words_doc, false, NULL, keys), 0);
}
END_TEST

START_TEST(more_than_five_choices_are_typed)
{
    static const char *const controls[] = {"t3.7.vote.seat=0", "t3.7.vote.seat=1",
                                           "t3.7.vote.seat=2", "t3.7.vote.seat=3",
                                           "t3.7.vote.seat=4", "t3.7.vote.seat=5"};
    for (unsigned i = 0; i < 5; i++) {
        doc_choice(words_doc, "Somebody", controls[i], CHOICE_PRIMARY);
    }
    ck_assert_uint_eq(matrix_choice_keys(words_doc, false, NULL, keys), 5);
    doc_choice(words_doc, "Somebody", controls[5], CHOICE_PRIMARY);
    ck_assert_uint_eq(matrix_choice_keys(words_doc, false, NULL, keys), 0);
}
END_TEST

static void remember(struct matrix_choices *choices, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        bool known = matrix_choice_in(choices, keys[i].key) != NULL;
        if (!known) {
            struct matrix_choice *choice = &choices->choice[choices->count++];
            snprintf(choice->key, sizeof choice->key, "%s", keys[i].key);
            snprintf(choice->control, sizeof choice->control, "%s", keys[i].control);
        }
    }
}

/* Who presses what they saw a moment ago must never do something else. */
START_TEST(a_key_on_a_board_never_becomes_another_choice)
{
    struct matrix_choices before = {.count = 0};
    struct doc *later = doc_new(words_arena);
    doc_choice(words_doc, "Join", "t3.-.join", CHOICE_PRIMARY);
    doc_choice(words_doc, "Leave", "t3.-.leave", CHOICE_DANGER);
    remember(&before, matrix_choice_keys(words_doc, true, NULL, keys));
    doc_choice(later, "Leave", "t3.-.leave", CHOICE_DANGER);
    doc_choice(later, "Start", "t3.-.start", CHOICE_PRIMARY);
    doc_choice(later, "Play", "t3.7.play", CHOICE_PRIMARY); /* answers an ask: typed */
    ck_assert_uint_eq(matrix_choice_keys(later, true, &before, keys), 2);
    ck_assert_str_eq(keys[0].key, "2️⃣");
    ck_assert_str_eq(keys[0].control, "t3.-.leave");
    ck_assert_str_eq(keys[1].key, "3️⃣");
    remember(&before, 2);
    ck_assert_str_eq(matrix_choice_in(&before, "1️⃣"), "t3.-.join");
}
END_TEST

START_TEST(a_board_runs_out_of_keys_and_not_into_old_ones)
{
    struct matrix_choices before = {.count = 0};
    static const char *const controls[] = {"t3.-.a", "t3.-.b", "t3.-.c", "t3.-.d", "t3.-.e",
                                           "t3.-.f", "t3.-.g", "t3.-.h", "t3.-.i", "t3.-.j"};
    for (unsigned i = 0; i < 10; i++) {
        struct doc *doc = doc_new(words_arena);
        doc_choice(doc, "Something", controls[i], CHOICE_PRIMARY);
        unsigned count = matrix_choice_keys(doc, true, &before, keys);
        ck_assert_uint_eq(count, i < MATRIX_KEYS_MAX ? 1 : 0);
        remember(&before, count);
    }
}
END_TEST

START_TEST(variation_selectors_make_no_difference)
{
    struct matrix_choices choices = {.count = 1,
                                     .choice = {{.key = "1️⃣", .control = "t3.-.join"}}};
    ck_assert_str_eq(matrix_choice_in(&choices, "1\u20e3"), "t3.-.join");
    ck_assert_str_eq(matrix_choice_in(&choices, "1\ufe0f\u20e3\ufe0f"), "t3.-.join");
    ck_assert(matrix_key_equal("❤️", "❤"));
    ck_assert(!matrix_key_equal("1️⃣", "2️⃣"));
    ck_assert(!matrix_key_equal("1️⃣", "1"));
    ck_assert(!matrix_key_equal("", "1"));
    ck_assert_ptr_null(matrix_choice_in(&choices, "👍"));
    ck_assert_ptr_null(matrix_choice_in(NULL, "👍"));
}
END_TEST

Suite *suite_matrix_choice(void)
{
    Suite *suite = suite_create("matrix_choice");
    TCase *choice = tcase_create("choice");
    tcase_add_checked_fixture(choice, words_set_up, words_tear_down);
    tcase_add_test(choice, a_choice_has_its_own_symbol_when_no_other_has_it_else_a_number);
    tcase_add_test(choice, what_asks_for_more_is_typed);
    tcase_add_test(choice, more_than_five_choices_are_typed);
    tcase_add_test(choice, a_key_on_a_board_never_becomes_another_choice);
    tcase_add_test(choice, a_board_runs_out_of_keys_and_not_into_old_ones);
    tcase_add_test(choice, variation_selectors_make_no_difference);
    suite_add_tcase(suite, choice);
    return suite;
}
