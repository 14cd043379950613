/* What a page that draws finds in documents beside their words. */
#include "compose.h"
#include "doc_tiles.h"
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

static const struct compose *drawing(void)
{
    static struct compose compose;
    compose = *show_compose();
    compose.draws = true;
    return &compose;
}

static const struct block *block_of(const struct doc *doc, enum block_kind kind)
{
    const struct block *block = doc->blocks;
    while (block != NULL && block->kind != kind) {
        block = block->next;
    }
    return block;
}

/* What is drawn says as words what others read, no more and no less. */
static void same_words(const struct doc *drawn, const struct doc *written)
{
    ck_assert_str_eq(doc_plain(drawn, 0), doc_plain(written, 0));
}

START_TEST(a_lobby_has_its_seats)
{
    show_open("{}");
    show_join(1);
    show_join(2);
    show_table.seat[1].reach = DIRECT_UNVERIFIED;
    const struct doc *doc = compose_board(drawing(), show_view(SEAT_CROWD), NULL);
    ck_assert_str_eq(doc->game, "interceptor");
    ck_assert_str_eq(doc->phase, "lobby");
    const struct tiles *seats = block_of(doc, BLOCK_SEATS)->tiles;
    ck_assert_int_eq(seats->free, 2);
    ck_assert_str_eq(seats->first->name, "Ana");
    ck_assert(seats->first->host && seats->first->ready && !seats->first->house);
    ck_assert_str_eq(seats->last->name, "Ben");
    ck_assert(!seats->last->host && !seats->last->ready);
    ck_assert_int_eq(seats->last->seat, 1);
    ck_assert_ptr_null(block_of(doc, BLOCK_OPTIONS));
    same_words(doc, compose_board(show_compose(), show_view(SEAT_CROWD), NULL));
    ck_assert_ptr_null(
        block_of(compose_board(show_compose(), show_view(SEAT_CROWD), NULL), BLOCK_SEATS));
}
END_TEST

START_TEST(house_players_are_one_act_with_a_choice)
{
    show_open("{}");
    show_join(1);
    show_table.at_once = true;
    show_table.offered = true;
    const struct doc *doc = compose_board(drawing(), show_view(SEAT_CROWD), NULL);
    ck_assert_str_eq(choice_of(doc, "bot", NULL)->label, "Add a house player");
    ck_assert_str_eq(choice_of(doc, "bot", "fill")->label, "Play with the house");
}
END_TEST

START_TEST(an_empty_lobby_has_free_chairs)
{
    show_open("{}");
    const struct doc *doc = compose_board(drawing(), show_view(SEAT_CROWD), NULL);
    const struct tiles *seats = block_of(doc, BLOCK_SEATS)->tiles;
    ck_assert_int_eq(seats->free, 4);
    ck_assert_ptr_null(seats->first);
    same_words(doc, compose_board(show_compose(), show_view(SEAT_CROWD), NULL));
}
END_TEST

START_TEST(options_that_are_not_as_usual_say_what_they_do)
{
    show_open("{'variant':'everyone_corrupt','turn_limit':'90 s'}");
    const struct doc *doc = compose_board(drawing(), show_view(SEAT_CROWD), NULL);
    const struct tile *variant = block_of(doc, BLOCK_OPTIONS)->tiles->first;
    ck_assert_str_eq(variant->name, "variant");
    ck_assert_str_eq(variant->label, "variant");
    ck_assert_str_eq(variant->value, "Everyone Is Corrupt");
    ck_assert_str_eq(variant->help, "Everyone Is Corrupt: the leader moves one seat each round, so "
                                    "both teams lead.");
    ck_assert_str_eq(variant->next->name, "turn_limit");
    ck_assert_str_eq(variant->next->label, "time for a turn");
    ck_assert_str_eq(variant->next->value, "90 s");
    same_words(doc, compose_board(show_compose(), show_view(SEAT_CROWD), NULL));
}
END_TEST

START_TEST(boards_and_cards_say_how_far_the_game_is)
{
    show_play("{}");
    ck_assert_str_eq(compose_card(show_compose(), show_view(0), NULL)->phase, "playing");
    show_move(0, "abort", "{}");
    const struct doc *over = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    ck_assert_str_eq(over->phase, "over");
    show_table.phase = TABLE_CLOSED;
    over = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    ck_assert_str_eq(over->phase, "over");
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
    tcase_add_test(all, a_lobby_has_its_seats);
    tcase_add_test(all, house_players_are_one_act_with_a_choice);
    tcase_add_test(all, an_empty_lobby_has_free_chairs);
    tcase_add_test(all, options_that_are_not_as_usual_say_what_they_do);
    tcase_add_test(all, boards_and_cards_say_how_far_the_game_is);
    suite_add_tcase(suite, all);
    return suite;
}
