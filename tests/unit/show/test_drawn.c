/* What a page that draws finds in documents beside their words. */
#include "compose.h"
#include "show_game.h"
#include "show_kit.h"

#include <check.h>
#include <string.h>

Suite *suite_drawn(void);

static const struct choice *choice_of(const struct doc *doc, const char *act, const char *value)
{
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        bool same = choice->value == NULL ? value == NULL
                                          : value != NULL && strcmp(choice->value, value) == 0;
        if (same && choice->act != NULL && strcmp(choice->act, act) == 0) {
            return choice;
        }
    }
    return NULL;
}

START_TEST(a_button_says_which_act_and_choice_it_is)
{
    show_open("{}");
    show_join(1);
    const struct doc *lobby = compose_board(show_compose(), show_view(SEAT_CROWD), NULL);
    ck_assert_str_eq(choice_of(lobby, "join", NULL)->label, "Join");
    ck_assert_str_eq(choice_of(lobby, "record", NULL)->label, "How it is dealt");
    ck_assert_str_eq(choice_of(lobby, "help", NULL)->label, "Help");
    show_play("{}");
    const struct doc *card = compose_card(show_compose(), show_view(0), NULL);
    ck_assert_str_eq(choice_of(card, "play", "documents")->label, "Documents");
    ck_assert_str_eq(choice_of(card, "play", "money")->label, "Money");
    ck_assert_ptr_null(choice_of(card, "play", NULL));
    const struct doc *board = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    ck_assert_str_eq(choice_of(board, "hand", NULL)->label, "My hand");
}
END_TEST

START_TEST(a_button_for_a_person_says_their_seat)
{
    show_use("spyfall", ",'deal':{'locations':['Bank','Zoo','Farm','Opera','Hotel'],"
                        "'rounds':[{'location':'Bank','spy':3}]}");
    show_start("{}");
    const struct doc *card = compose_card(show_compose(), show_view(0), NULL);
    ck_assert_str_eq(choice_of(card, "ask", "2")->who, "Cy");
    show_use("interceptor", "");
}
END_TEST

static void decrypto_start(void)
{
    show_use("decrypto", ",'deal':{'keywords':{'white':['COW','TEA','PIANO','WEEKEND'],"
                         "'black':['WOLF','BREAD','MIRROR','STORM']},"
                         "'codes':{'white':['314','421'],'black':['241','132']}}");
    show_start("{}");
}

START_TEST(a_field_says_which_number_it_is_about)
{
    decrypto_start();
    const struct doc *card = compose_card(show_compose(), show_view(0), NULL);
    const struct choice *clues = choice_of(card, "clues", NULL);
    ck_assert_ptr_nonnull(clues);
    static const int32_t code[] = {3, 1, 4};
    const struct field *field = clues->fields;
    for (size_t i = 0; i < 3; i++, field = field->next) {
        ck_assert_int_eq(field->about, code[i]);
    }
    show_use("interceptor", "");
    show_play("{}");
    card = compose_card(show_compose(), show_view(0), NULL);
    ck_assert_int_eq(choice_of(card, "play", "documents")->fields->about, 0);
}
END_TEST

Suite *suite_drawn(void)
{
    Suite *suite = suite_create("drawn");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, kit_setup, kit_teardown);
    tcase_add_test(all, a_button_says_which_act_and_choice_it_is);
    tcase_add_test(all, a_button_for_a_person_says_their_seat);
    tcase_add_test(all, a_field_says_which_number_it_is_about);
    suite_add_tcase(suite, all);
    return suite;
}
