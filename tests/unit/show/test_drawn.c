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

/* The card of a seat, drawn; checks that it reads as it always does. */
static const struct doc *card_of_seat(int seat)
{
    static struct hand hand;
    static struct compose compose;
    compose = *show_compose();
    compose.draws = true;
    compose.hand = table_hand(&show_table, seat, &hand) ? &hand : NULL;
    const struct doc *card = compose_card(&compose, show_view(seat), NULL);
    same_words(card, compose_card(show_compose(), show_view(seat), NULL));
    return card;
}

static const struct tile *cards_of(const struct doc *doc)
{
    const struct block *block = block_of(doc, BLOCK_CARDS);
    return block == NULL ? NULL : block->tiles->first;
}

START_TEST(a_player_of_interceptor_holds_a_card_for_each_symbol)
{
    show_start("{}");
    const struct tile *tile = cards_of(card_of_seat(0));
    ck_assert_str_eq(tile->kind, "signal");
    ck_assert_ptr_null(tile->text); /* none is agreed yet */
    show_play("{}");
    tile = cards_of(card_of_seat(0));
    ck_assert_str_eq(tile->title, "Documents");
    ck_assert_str_eq(tile->symbol, "📄");
    ck_assert_str_eq(tile->text, "the word “honestly”");
    ck_assert_str_eq(tile->act, "play");
    ck_assert_str_eq(tile->value, "documents");
    ck_assert(!tile->dim);
    ck_assert_str_eq(tile->next->text, "? at the very end");
    ck_assert_ptr_null(tile->next->next);
    show_move(0, "play", "{'symbol':'money','say':'Who would know that?'}");
    tile = cards_of(card_of_seat(0))->next->next;
    ck_assert_str_eq(tile->kind, "hand");
    ck_assert_str_eq(tile->title, "Money");
    ck_assert_str_eq(tile->text, "lies face down for you");
    ck_assert_ptr_null(tile->act);
    ck_assert_ptr_null(cards_of(card_of_seat(1))->next->next);
    ck_assert_str_eq(cards_of(card_of_seat(1))->title, "Documents");
}
END_TEST

START_TEST(a_player_of_decrypto_holds_keywords_and_a_code)
{
    decrypto_start();
    const struct tile *tile = cards_of(card_of_seat(0));
    static const char *const words[] = {"COW", "TEA", "PIANO", "WEEKEND"};
    for (int32_t i = 0; i < 4; i++, tile = tile->next) {
        ck_assert_str_eq(tile->kind, "keyword");
        ck_assert_str_eq(tile->title, words[i]);
        ck_assert_int_eq(tile->number, i + 1);
    }
    ck_assert_str_eq(tile->kind, "code");
    ck_assert_str_eq(tile->title, "3-1-4");
    ck_assert_ptr_null(tile->next);
    tile = cards_of(card_of_seat(2)); /* of the same team, and does not encrypt */
    ck_assert_str_eq(tile->title, "COW");
    ck_assert_ptr_null(tile->next->next->next->next);
    ck_assert_str_eq(cards_of(card_of_seat(1))->title, "WOLF");
    show_use("interceptor", "");
}
END_TEST

START_TEST(a_player_of_spyfall_holds_the_place_or_is_the_spy)
{
    show_use("spyfall", ",'deal':{'locations':['Bank','Zoo','Farm','Opera','Hotel'],"
                        "'rounds':[{'location':'Bank','spy':3}]}");
    show_start("{'roles':'on'}");
    const struct doc *agent = card_of_seat(0);
    ck_assert_str_eq(cards_of(agent)->kind, "place");
    ck_assert_str_eq(cards_of(agent)->title, "Bank");
    ck_assert_ptr_nonnull(strstr(cards_of(agent)->text, "Your part: "));
    const struct doc *spy = card_of_seat(3);
    ck_assert_str_eq(cards_of(spy)->kind, "role");
    ck_assert_str_eq(cards_of(spy)->title, "the spy");
    ck_assert_ptr_null(cards_of(spy)->next);
    const struct tiles *places = block_of(spy, BLOCK_TILES)->tiles;
    ck_assert_str_eq(places->title, "Places");
    ck_assert_str_eq(places->act, "guess");
    const struct field_choice *named = choice_of(spy, "guess", NULL)->fields->choices;
    for (const struct tile *tile = places->first; tile != NULL; tile = tile->next) {
        ck_assert_str_eq(tile->value, named->value);
        ck_assert_str_eq(tile->text, named->label);
        named = named->next;
    }
    ck_assert_ptr_null(named);
    ck_assert_ptr_nonnull(block_of(agent, BLOCK_TILES)); /* or it would say who the spy is */
    show_use("interceptor", "");
}
END_TEST

START_TEST(an_agent_of_infiltrators_holds_cards_and_a_file)
{
    show_use(
        "infiltrators",
        ",'deal':{'mission':'mission = T1; title = Training 1; suits = R K Y; numbers = 2-13; "
        "suspects = 2; bullets = suspects + 3','hands':[['R2','K5','Y9','K12','Y4'],['R3','R8',"
        "'K10','Y6','Y11'],['K2','K7','R12','Y2','Y13'],['R4','K9','R13']],'centre':['R6',"
        "'K11'],'first':0}");
    show_start("{}");
    const struct tile *tile = cards_of(card_of_seat(0));
    ck_assert_str_eq(tile->kind, "hand");
    ck_assert_str_eq(tile->title, "Red");
    ck_assert_str_eq(tile->symbol, "🔴");
    ck_assert_int_eq(tile->number, 2);
    ck_assert_str_eq(tile->next->title, "Black");
    ck_assert_int_eq(tile->next->number, 5);
    show_move(0, "nab", "{}");
    tile = cards_of(card_of_seat(0));
    while (tile->next != NULL) {
        tile = tile->next;
    }
    ck_assert_str_eq(tile->kind, "file");
    ck_assert_str_eq(tile->title, "Red");
    ck_assert_int_eq(tile->number, 6);
    ck_assert_str_eq(tile->text, "your Suspect; nobody else may know");
    show_use("interceptor", "");
}
END_TEST

START_TEST(who_has_no_seat_holds_nothing)
{
    struct hand hand;
    show_play("{}");
    ck_assert(!table_hand(&show_table, SEAT_CROWD, &hand));
    ck_assert(!table_hand(&show_table, SEAT_MODERATOR, &hand));
    show_open("{}");
    show_join(1);
    ck_assert(!table_hand(&show_table, 0, &hand));
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
    tcase_add_test(all, a_player_of_interceptor_holds_a_card_for_each_symbol);
    tcase_add_test(all, a_player_of_decrypto_holds_keywords_and_a_code);
    tcase_add_test(all, a_player_of_spyfall_holds_the_place_or_is_the_spy);
    tcase_add_test(all, an_agent_of_infiltrators_holds_cards_and_a_file);
    tcase_add_test(all, who_has_no_seat_holds_nothing);
    suite_add_tcase(suite, all);
    return suite;
}
