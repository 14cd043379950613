/* Buttons and views: what is offered would be taken, what is over is
 * stale, and nobody's view holds what only another may know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "controls.h"
#include "pebbles.h"
#include "table_kit.h"

/* Presses every button of a reader's offers; each must become a move that the table would take,
 * or a form with at least one field. Returns how many. */
static unsigned press_all(struct kit *kit, int reader, uint64_t person)
{
    unsigned pressed = 0;
    const struct value_tree *facts = kit_view(kit, reader);
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    for (uint16_t at = value_first(facts, offers); at != VALUE_NONE;
         at = value_next(facts, offers, at)) {
        const char *action = facts->fact[value_find(facts, at, "action")].text;
        uint16_t buttons = value_find(facts, at, "buttons");
        uint16_t one = value_first(facts, buttons);
        for (bool more = true; more;) {
            uint16_t holder = one == VALUE_NONE ? at : one;
            uint16_t fields = value_find(facts, holder, "fields");
            bool form = fields != VALUE_NONE && facts->fact[fields].number > 0;
            const char *control = facts->fact[value_find(facts, holder, "control")].text;
            kit_press(kit, person, control);
            pressed++;
            if (kit->command.kind == COMMAND_MOVE) {
                enum refusal would = table_would(&kit->table, &kit->command.move);
                bool asks_more =
                    form && (would == REFUSAL_BAD_ARGUMENT || would == REFUSAL_NO_SIGNAL);
                bool seed = strcmp(action, "start") == 0 && would == REFUSAL_BAD_ARGUMENT;
                ck_assert_msg(would == REFUSAL_NONE || asks_more || seed, "%s: %s", control,
                              refusal_name(would));
            } else if (kit->command.kind == COMMAND_ASK) {
                bool slip = strcmp(action, "leave") == 0; /* asked whether it is meant */
                ck_assert_msg(kit->command.question == ASK_FORM && (form || slip), "%s", control);
            } else {
                ck_assert_msg(kit->command.kind == COMMAND_OPEN, "%s", control);
            }
            one = one == VALUE_NONE ? one : value_next(facts, buttons, one);
            more = one != VALUE_NONE;
        }
    }
    return pressed;
}

static const char *const signals_json =
    "{\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"deal\":{"
    "\"leader\":0,\"signals\":{\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":"
    "\"honestly\"},\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},\"journalists\":{"
    "\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{\"kind\":\"word\",\"value\":"
    "\"coffee\"}}}}}";

START_TEST(every_button_offered_would_be_taken)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    unsigned pressed = 0;
    kit_fill(kit, 4);
    for (int seat = 0; seat < 4; seat++) {
        pressed += press_all(kit, seat, 101 + (uint64_t)seat);
    }
    kit_wait(kit, 15 * KIT_MINUTE + 1); /* "still here?" */
    for (int seat = 0; seat < 4; seat++) {
        ck_assert_str_ne(kit_offer(kit, seat, "here", -1), "");
        pressed += press_all(kit, seat, 101 + (uint64_t)seat);
    }
    ck_assert_int_eq(kit_do(kit, 101, "start", signals_json), REFUSAL_NONE);
    static const struct {
        uint64_t person;
        const char *action;
        const char *json;
    } moves[] = {
        {101, "play", "{\"symbol\":\"money\",\"say\":\"Really?\"}"},
        {103, "play", "{\"symbol\":\"money\"}"},
        {102, "call", "{\"kind\":\"word\",\"value\":\"honest\",\"symbol\":\"money\"}"},
        {101, "rule", "{\"answer\":\"no\"}"},
        {103, "rule", "{\"answer\":\"no\"}"},
        {102, "play", "{\"symbol\":\"documents\",\"say\":\"tea please\"}"},
        {104, "play", "{\"symbol\":\"documents\"}"},
        {101, "split", "{\"a\":1,\"b\":1}"},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        for (int seat = 0; seat < 4; seat++) {
            pressed += press_all(kit, seat, 101 + (uint64_t)seat);
        }
        ck_assert_msg(kit_do(kit, moves[i].person, moves[i].action, moves[i].json) == REFUSAL_NONE,
                      "%s", moves[i].action);
    }
    ck_assert_uint_gt(pressed, 60);
    kit_free(&kit);
}
END_TEST

START_TEST(choices_are_buttons_and_words_are_forms)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    kit_do(kit, 101, "start", signals_json);
    ck_assert_str_eq(kit_offer(kit, 0, "play", 2), "");
    const char *control = kit_offer(kit, 0, "play", 0);
    ck_assert_ptr_nonnull(strstr(control, ".play.symbol=documents"));
    const struct value_tree *facts = kit_view(kit, 0);
    ck_assert_str_eq(value_text_at(facts, "offers.0.action", ""), "play");
    ck_assert_str_eq(value_text_at(facts, "offers.0.style", ""), "primary");
    ck_assert_str_eq(value_text_at(facts, "offers.0.buttons.0.term", ""), "documents");
    ck_assert(value_bool_at(facts, "offers.0.owed"));
    ck_assert(!value_has(facts, "offers.0.fields.0"));
    ck_assert_str_eq(value_text_at(facts, "offers.0.buttons.0.fields.0.name", ""), "say");
    ck_assert_str_eq(value_text_at(facts, "offers.0.buttons.0.fields.0.kind", ""), "long");
    ck_assert(!value_bool_at(facts, "offers.0.buttons.0.fields.0.optional"));
    ck_assert(!value_has(facts, "offers.0.buttons.0.fields.1"));
    /* the form names the signal that the sentence has to carry */
    ck_assert_str_eq(value_text_at(facts, "offers.0.buttons.0.fields.0.about.signal.value", ""),
                     "honestly");
    ck_assert_str_eq(value_text_at(facts, "offers.0.buttons.1.fields.0.about.signal.value", ""),
                     "?");
    ck_assert_str_eq(value_text_at(facts, "offers.1.action", ""), "call");
    ck_assert(value_bool_at(facts, "offers.1.standing"));
    ck_assert_int_eq(value_number_at(facts, "offers.1.ask", -1), 0);
    ck_assert(value_has(facts, "offers.1.fields.2"));
    /* the turn of the partner: symbols alone */
    char form[200];
    snprintf(form, sizeof form, "%s", control);
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"say\":\"honestly now\"}"), COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"symbol\":\"documents\",\"say\":\"honestly now\"}");
    kit_do(kit, 101, "play", "{\"symbol\":\"documents\",\"say\":\"honestly now\"}");
    facts = kit_view(kit, 2);
    ck_assert_str_eq(value_text_at(facts, "offers.0.action", ""), "play");
    ck_assert(!value_has(facts, "offers.0.fields.0"));
    ck_assert(!value_has(facts, "offers.0.buttons.0.fields.0"));
    ck_assert_str_eq(kit_offer(kit, 0, "play", -1), "");
    kit_do(kit, 103, "play", "{\"symbol\":\"documents\"}");
    kit_do(kit, 102, "play", "{\"symbol\":\"money\",\"say\":\"coffee\"}");
    kit_do(kit, 104, "play", "{\"symbol\":\"money\"}");
    facts = kit_view(kit, 0);
    ck_assert_str_eq(value_text_at(facts, "offers.0.action", ""), "split");
    ck_assert_int_eq(value_number_at(facts, "offers.0.buttons.0.numbers.0", -1), 0);
    ck_assert_int_eq(value_number_at(facts, "offers.0.buttons.2.numbers.1", -1), 0);
    ck_assert(!value_has(facts, "offers.0.buttons.3"));
    ck_assert_int_eq(kit_press(kit, 101, kit_offer(kit, 0, "split", 1)), COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"a\":1,\"b\":1}");
    kit_free(&kit);
}
END_TEST

/* A list of three is three fields, and none of them takes three characters alone. */
START_TEST(a_form_asks_for_the_items_of_a_short_list_one_by_one)
{
    static const char start[] =
        "{\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\","
        "\"deal\":{\"keywords\":{\"white\":[\"oak\",\"tea\",\"sun\",\"bus\"],"
        "\"black\":[\"ink\",\"zoo\",\"bee\",\"sea\"]}}}";
    struct kit *kit = kit_new(game_find("decrypto"));
    kit_fill(kit, 4);
    ck_assert_int_eq(kit_do(kit, 101, "start", start), REFUSAL_NONE);
    const struct value_tree *facts = kit_view(kit, 0);
    ck_assert_str_eq(value_text_at(facts, "offers.0.action", ""), "clues");
    ck_assert_str_eq(value_text_at(facts, "offers.0.fields.0.name", ""), "clues.0");
    ck_assert_str_eq(value_text_at(facts, "offers.0.fields.2.name", ""), "clues.2");
    ck_assert_str_eq(value_text_at(facts, "offers.0.fields.2.kind", ""), "text");
    ck_assert_int_eq(value_number_at(facts, "offers.0.fields.2.max", -1), 0);
    ck_assert(!value_has(facts, "offers.0.fields.3")); /* insisting comes after a warning */
    const char *code = value_text_at(facts, "play.code", "123");
    char path[40];
    for (int place = 0; place < 3; place++) { /* each is for a keyword, which its label names */
        snprintf(path, sizeof path, "play.keywords.%d", code[place] - '1');
        const char *word = value_text_at(facts, path, "?");
        snprintf(path, sizeof path, "offers.0.fields.%d.about.word", place);
        ck_assert_str_eq(value_text_at(facts, path, ""), word);
    }
    char form[200];
    snprintf(form, sizeof form, "%s", kit_offer(kit, 0, "clues", -1));
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"clues\":\"one, two,\\u000athree\\u000afour;\"}"),
                     COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"clues\":[\"one, two\",\"three\",\"four\"]}");
    ck_assert_int_eq(
        kit_form(kit, 101, form,
                 "{\"clues.2\":\"four;\",\"clues.0\":\"one, two\",\"clues.1\":\" three\"}"),
        COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"clues\":[\"one, two\",\"three\",\"four;\"]}");
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"clues.0\":\"one\",\"clues.2\":\"four\"}"),
                     COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"clues\":[\"one\",\"\",\"four\"]}");
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"clues.3\":\"one\"}"), COMMAND_REFUSED);
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"clues.\":\"one\"}"), COMMAND_REFUSED);
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"clues\":\"one, two\\u000athree\"}"),
                     COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"clues\":[\"one\",\"two\",\"three\"]}");
    kit_free(&kit);
}
END_TEST

/* A choice that stands in several menus of a form is made in one of them. */
START_TEST(of_the_menus_of_an_argument_one_is_used)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 2, 0);
    ck_assert_int_eq(kit_form(kit, 101, "t77.-.take", "{\"count\":\"2\"}"), COMMAND_MOVE);
    ck_assert_int_eq(kit_form(kit, 101, "t77.-.take", "{\"count\":\"1\",\"count\":\"2\"}"),
                     COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_BAD_ARGUMENT);
    ck_assert_str_eq(kit_why(kit), "{\"argument\":\"count\",\"problem\":\"one_only\"}");
    ck_assert_int_eq(kit_form(kit, 101, "t77.-.take", "{\"count\":\"\"}"), COMMAND_REFUSED);
    ck_assert_str_eq(kit_why(kit), "{\"argument\":\"count\",\"problem\":\"unchosen\"}");
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.take"), COMMAND_ASK); /* the form */
    kit_free(&kit);
}
END_TEST

START_TEST(what_is_pressed_of_the_lobby_says_that_the_game_has_begun)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 2, 0);
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.start"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    ck_assert_str_eq(kit_why(kit), "{\"over\":\"lobby\"}");
    kit_free(&kit);
}
END_TEST

START_TEST(a_button_of_yesterdays_round_is_stale)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    char old[200];
    kit_fill(kit, 4);
    kit_do(kit, 101, "start", signals_json);
    snprintf(old, sizeof old, "%s", kit_offer(kit, 0, "play", 0));
    kit_do(kit, 101, "play", "{\"symbol\":\"documents\",\"say\":\"honestly now\"}");
    ck_assert_int_eq(kit_press(kit, 101, old), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    ck_assert_int_eq(kit_form(kit, 101, old, "{\"say\":\"honestly\"}"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    /* a standing one is not */
    ck_assert_int_eq(kit_press(kit, 102, kit_offer(kit, 1, "call", -1)), COMMAND_ASK);
    kit_free(&kit);
}
END_TEST

START_TEST(the_same_button_twice_is_one_move)
{
    struct kit *kit = kit_new(NULL);
    char old[200];
    kit_start(kit, 2, 0);
    snprintf(old, sizeof old, "%s", kit_offer(kit, 0, "take", 1));
    ck_assert_int_eq(kit_press(kit, 101, old), COMMAND_MOVE);
    ck_assert_int_eq(kit_do(kit, 101, "take", "{\"count\":2}"), REFUSAL_NONE);
    ck_assert_int_eq(kit_press(kit, 101, old), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    kit_free(&kit);
}
END_TEST

static char *view_text(struct kit *kit, int reader)
{
    char *text = malloc(60000);
    ck_assert_uint_gt(value_print(kit_view(kit, reader), text, 60000), 0);
    return text;
}

/* Seat 1 owes something that only it may know of: to others a button with that number is like one
 * with any number. */
START_TEST(a_hidden_ask_is_as_good_as_none_to_others)
{
    struct kit *kit = kit_new(NULL);
    struct owed_list list;
    char control[100];
    kit_start(kit, 3, 0);
    table_owed(&kit->table, &list);
    ck_assert_uint_eq(list.count, 2);
    snprintf(control, sizeof control, "t77.%u.clues", list.owed[1].ask);
    ck_assert_int_eq(kit_press(kit, 101, control), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    ck_assert_str_eq(kit_why(kit), "{}");
    ck_assert_int_eq(kit_press(kit, 109, control), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    ck_assert_int_eq(kit_press(kit, 102, control), COMMAND_ASK);
    ck_assert(!value_has(kit_view(kit, SEAT_CROWD), "owed.1"));
    ck_assert(!value_has(kit_view(kit, 0), "owed.1"));
    ck_assert(value_has(kit_view(kit, 1), "owed.1"));
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "clues", -1), "");
    kit_free(&kit);
}
END_TEST

/* Who of a team has registered is the team's: all others see the same before and after. */
START_TEST(what_a_team_does_in_private_shows_to_nobody_else)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_start(kit, 4, 0);
    char *crowd = view_text(kit, SEAT_CROWD);
    char *rival = view_text(kit, 1);
    ck_assert_ptr_nonnull(strstr(crowd, "\"owed\":[{\"seat\":0,\"name\":\"Ana\",\"actions\":["
                                        "\"register\"]"));
    ck_assert_int_eq(kit_do(kit, 101, "register",
                            "{\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{"
                            "\"kind\":\"caps\"}}"),
                     REFUSAL_NONE);
    kit->table.step--; /* the count of moves alone tells that there was one */
    char *crowd_after = view_text(kit, SEAT_CROWD);
    char *rival_after = view_text(kit, 1);
    ck_assert_str_eq(crowd, crowd_after);
    ck_assert_str_eq(rival, rival_after);
    kit->table.step++;
    const struct value_tree *facts = kit_view(kit, 2);
    ck_assert_str_eq(value_text_at(facts, "owed.1.actions.0", ""), "confirm");
    ck_assert(value_bool_at(facts, "owed.1.you"));
    free(crowd);
    free(rival);
    free(crowd_after);
    free(rival_after);
    kit_free(&kit);
}
END_TEST

START_TEST(asks_are_never_used_again)
{
    struct kit *kit = kit_new(NULL);
    uint32_t seen[64];
    size_t count = 0;
    struct owed_list list;
    kit_fill(kit, 3);
    for (int round = 0; round < 3; round++) {
        kit_wait(kit, 15 * KIT_MINUTE + 1);
        table_owed(&kit->table, &list);
        for (size_t i = 0; i < list.count; i++) {
            seen[count++] = list.owed[i].ask;
        }
        for (uint64_t person = 101; person < 104; person++) {
            kit_do(kit, person, "here", NULL);
        }
    }
    char json[100];
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
    for (int i = 0; i < 6; i++) {
        table_owed(&kit->table, &list);
        seen[count++] = list.owed[0].ask;
        snprintf(json, sizeof json, "{\"count\":1}");
        ck_assert_int_eq(kit_do(kit, kit->table.seat[i % 3].person, "take", json), REFUSAL_NONE);
    }
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_ne(seen[i], 0);
        for (size_t k = 0; k < i; k++) {
            ck_assert_uint_ne(seen[i], seen[k]);
        }
    }
    kit_free(&kit);
}
END_TEST

START_TEST(menus_fill_what_is_missing)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 3, 0);
    struct inbound inbound = {.kind = INBOUND_PRESS,
                              .control = "t77.-.accuse",
                              .value_count = 1,
                              .values = {"2"},
                              .reply_seat = SEAT_NONE};
    ck_assert_int_eq(kit_read(kit, 101, &inbound), COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"suspect\":2}");
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.accuse"), COMMAND_ASK);
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.hand"), COMMAND_ASK);
    ck_assert_int_eq(kit->command.question, ASK_HAND);
    ck_assert_ptr_eq(kit->command.table, &kit->table);
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.accuse.suspect=0.name=x"), COMMAND_REFUSED);
    kit_free(&kit);
}
END_TEST

START_TEST(a_view_holds_nothing_that_only_another_may_know)
{
    struct kit *kit = kit_new(NULL);
    kit_start(kit, 3, 0);
    char *crowd = view_text(kit, SEAT_CROWD);
    char *other = view_text(kit, 0);
    char *mine = view_text(kit, 1);
    struct pebbles *state = (struct pebbles *)kit->table.state;
    memcpy(state->note[1], "planted", 8);
    char *crowd_after = view_text(kit, SEAT_CROWD);
    char *other_after = view_text(kit, 0);
    char *mine_after = view_text(kit, 1);
    ck_assert_str_eq(crowd, crowd_after);
    ck_assert_str_eq(other, other_after);
    ck_assert_str_ne(mine, mine_after);
    ck_assert_ptr_null(strstr(crowd, "000000000000000000000000000000ff"));
    free(crowd);
    free(other);
    free(mine);
    free(crowd_after);
    free(other_after);
    free(mine_after);
    kit_free(&kit);
}
END_TEST

START_TEST(the_lobbys_panel_is_what_anybody_may_do)
{
    struct kit *kit = kit_new(NULL);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "join", -1), "t77.-.join");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "ready", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "start", -1), "");
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "option", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "team", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "kick", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "open", -1), "");
    kit_fill(kit, 2);
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "leave", -1), "");
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "ready", -1), "");
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "start", -1), "");
    ck_assert_str_eq(kit_offer(kit, 1, "start", -1), ""); /* not the host */
    ck_assert_str_eq(kit_offer(kit, 1, "join", -1), "");
    kit_do(kit, 101, "option", "{\"option\":\"teams\",\"value\":\"chosen\"}");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "team", 1), "t77.-.team.team=blues");
    char json[100];
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    kit_do(kit, 101, "start", json);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "leave", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "substitute", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "take", -1), ""); /* one person's, on their card */
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "resume", -1), "");
    kit_do(kit, 101, "pause", NULL);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "resume", -1), "");
    ck_assert_str_ne(kit_offer(kit, 0, "resume", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "take", -1), "");
    kit_do(kit, 101, "resume", NULL);
    kit_do(kit, 102, "leave", NULL);
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "substitute", -1), "");
    kit_do(kit, 101, "abort", NULL);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "rematch", -1), "t77.-.rematch");
    kit_free(&kit);
}
END_TEST

/* The form of a button is called as the button was: "Money", also after a refusal. */
START_TEST(a_form_is_called_by_the_button_that_asked_for_it)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    char control[CONTROL_BYTES];
    struct view *view = malloc(sizeof *view);
    ck_assert_ptr_nonnull(view);
    kit_fill(kit, 4);
    kit_do(kit, 101, "start", signals_json);
    snprintf(control, sizeof control, "%s", kit_offer(kit, 0, "play", 1));
    ck_assert_int_eq(kit_press(kit, 101, control), COMMAND_ASK);
    struct control_form form = {
        .row = kit->command.row, .ask = kit->command.ask, .picked = &kit->command.picked};
    view_init(view, 0);
    table_view_form(&kit->table, 0, &form, view);
    ck_assert_str_eq(value_text_at(&view->facts, "offers.0.control", ""), control);
    ck_assert_str_eq(value_text_at(&view->facts, "offers.0.term", ""), "money");
    free(view);
    kit_free(&kit);
}
END_TEST

/* A slip of the finger costs no game: the press is answered with a question, and its one button, or
 * the words, do it. In a lobby there is nothing to lose. */
START_TEST(leaving_a_running_game_is_asked_once)
{
    struct kit *kit = kit_new(&pebbles_game);
    char json[100];
    kit_fill(kit, 3);
    kit_press(kit, 103, "t77.-.leave");
    ck_assert_int_eq(kit->command.kind, COMMAND_MOVE);
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    kit_do(kit, 101, "start", json);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "leave", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_NONE, "leave", -1), "");
    ck_assert_str_eq(kit_offer(kit, 1, "leave", -1), "t77.-.leave");
    kit_press(kit, 102, "t77.-.leave");
    ck_assert_int_eq(kit->command.kind, COMMAND_ASK);
    ck_assert_int_eq(kit->command.question, ASK_FORM);
    struct control_form form = {
        .row = kit->command.row, .picked = &kit->command.picked, .typed = NULL};
    struct view *view = malloc(sizeof *view);
    ck_assert_ptr_nonnull(view);
    view_init(view, 1);
    table_view_form(&kit->table, 1, &form, view);
    ck_assert_str_eq(value_text_at(&view->facts, "offers.0.buttons.0.control", ""),
                     "t77.-.leave.sure=yes");
    ck_assert_str_eq(value_text_at(&view->facts, "offers.0.about.then", ""), "substitute");
    free(view);
    kit_press(kit, 102, "t77.-.leave.sure=no");
    ck_assert_int_eq(table_would(&kit->table, &kit->command.move), REFUSAL_BAD_ARGUMENT);
    kit_press(kit, 102, "t77.-.leave.sure=yes");
    ck_assert_int_eq(kit->command.kind, COMMAND_MOVE);
    ck_assert_int_eq(table_would(&kit->table, &kit->command.move), REFUSAL_NONE);
    kit_press(kit, 150, "t77.-.leave"); /* who has no seat is told so at once */
    ck_assert_int_eq(table_would(&kit->table, &kit->command.move), REFUSAL_NOT_SEATED);
    kit_free(&kit);
}
END_TEST

/* Each open seat by the name of who left it; who is named need not be there. */
START_TEST(whoever_sits_in_is_told_for_whom)
{
    struct kit *kit = kit_new(&pebbles_game);
    char json[100];
    kit_fill(kit, 3);
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    kit_do(kit, 101, "start", json);
    int seat = table_seat_of(&kit->table, 102);
    char control[40];
    snprintf(control, sizeof control, "t77.-.substitute.seat=%d", seat);
    kit_do(kit, 102, "leave", NULL);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "substitute", 0), control);
    ck_assert_str_eq(kit_offer(kit, SEAT_NONE, "substitute", 0), control);
    ck_assert_str_eq(kit_offer(kit, 0, "substitute", -1), ""); /* who sits */
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "join", -1), "");
    kit_press(kit, 150, control);
    ck_assert_int_eq(kit->command.kind, COMMAND_MOVE);
    ck_assert_int_eq(table_would(&kit->table, &kit->command.move), REFUSAL_NONE);
    kit_free(&kit);
}
END_TEST

START_TEST(the_largest_table_fits_into_a_view)
{
    struct kit *kit = kit_new(NULL);
    char json[400];
    char name[140] = "";
    for (size_t i = 0; i < 31; i++) {
        memcpy(name + i * 4, "👍", 5);
    }
    kit_fill(kit, 12);
    for (int seat = 0; seat < 12; seat++) {
        snprintf(json, sizeof json, "{\"seat\":%d,\"name\":\"%s\"}", seat, name);
        ck_assert_int_eq(kit_do(kit, 0, "name", json), REFUSAL_NONE);
    }
    kit_wait(kit, 15 * KIT_MINUTE + 1);
    for (int reader = SEAT_CROWD; reader < 12; reader++) {
        if (reader >= 0 || reader == SEAT_CROWD) {
            kit_view(kit, reader);
        }
    }
    snprintf(json, sizeof json, "{\"seed\":\"%064d\"}", 0);
    ck_assert_int_eq(kit_do(kit, 101, "start", json), REFUSAL_NONE);
    for (int reader = 0; reader < 12; reader++) {
        kit_view(kit, reader);
    }
    kit_view(kit, SEAT_CROWD);
    kit_view(kit, SEAT_MODERATOR);
    kit_free(&kit);
}
END_TEST

START_TEST(a_board_is_there_from_the_deal_on)
{
    struct kit *kit = kit_new(NULL);
    static struct board board;
    ck_assert(!table_board(&kit->table, SEAT_CROWD, &board));
    kit_start(kit, 2, 0);
    ck_assert(table_board(&kit->table, SEAT_CROWD, &board));
    ck_assert_int_eq(board.round, 1);
    kit_free(&kit);
    kit = kit_new(NULL);
    kit_do(kit, 101, "abort", NULL);
    ck_assert(!table_board(&kit->table, SEAT_CROWD, &board));
    ck_assert_str_eq(value_text_at(kit_view(kit, SEAT_CROWD), "phase", ""), "closed");
    kit_free(&kit);
}
END_TEST

Suite *suite_controls(void);

Suite *suite_controls(void)
{
    Suite *suite = suite_create("controls");
    TCase *tcase = tcase_create("controls");
    tcase_add_test(tcase, every_button_offered_would_be_taken);
    tcase_add_test(tcase, a_form_is_called_by_the_button_that_asked_for_it);
    tcase_add_test(tcase, leaving_a_running_game_is_asked_once);
    tcase_add_test(tcase, whoever_sits_in_is_told_for_whom);
    tcase_add_test(tcase, choices_are_buttons_and_words_are_forms);
    tcase_add_test(tcase, a_form_asks_for_the_items_of_a_short_list_one_by_one);
    tcase_add_test(tcase, of_the_menus_of_an_argument_one_is_used);
    tcase_add_test(tcase, what_is_pressed_of_the_lobby_says_that_the_game_has_begun);
    tcase_add_test(tcase, a_button_of_yesterdays_round_is_stale);
    tcase_add_test(tcase, the_same_button_twice_is_one_move);
    tcase_add_test(tcase, a_hidden_ask_is_as_good_as_none_to_others);
    tcase_add_test(tcase, what_a_team_does_in_private_shows_to_nobody_else);
    tcase_add_test(tcase, asks_are_never_used_again);
    tcase_add_test(tcase, menus_fill_what_is_missing);
    tcase_add_test(tcase, a_view_holds_nothing_that_only_another_may_know);
    tcase_add_test(tcase, the_lobbys_panel_is_what_anybody_may_do);
    tcase_add_test(tcase, the_largest_table_fits_into_a_view);
    tcase_add_test(tcase, a_board_is_there_from_the_deal_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
