/* Buttons and views: what they carry comes back, what is offered would be taken, what is over is
 * stale, and nobody's view holds what only another may know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "controls.h"
#include "pebbles.h"
#include "table_kit.h"

START_TEST(a_control_comes_back_as_it_was)
{
    struct fact fact[4];
    char pool[200];
    struct facts args;
    char text[CONTROL_BYTES];
    struct control control;
    facts_init(&args, fact, 4, pool, sizeof pool);
    facts_term(&args, "symbol", "documents");
    facts_number(&args, "a", 12);
    facts_bool(&args, "on", true);
    facts_term(&args, "documents.kind", "ends_punct");
    ck_assert(controls_print(text, 12, 7, "play", &args));
    ck_assert_str_eq(text, "t12.7.play.symbol=documents.a=12.on=yes.documents:kind=ends_punct");
    ck_assert(controls_parse(&control, text));
    ck_assert_uint_eq(control.table, 12);
    ck_assert_uint_eq(control.ask, 7);
    ck_assert_str_eq(control.action, "play");
    ck_assert_str_eq(facts_text_at(&control.args, "symbol", ""), "documents");
    ck_assert_str_eq(facts_text_at(&control.args, "on", ""), "yes");
    uint16_t kind = facts_find(&control.args, FACTS_NONE, "documents.kind");
    ck_assert_str_eq(control.args.fact[kind].text, "ends_punct");
    ck_assert(controls_print(text, INT64_MAX, UINT32_MAX, "choose_leader", NULL));
    ck_assert(controls_parse(&control, text));
    ck_assert_uint_eq(control.table, INT64_MAX);
    ck_assert_uint_eq(control.ask, UINT32_MAX);
}
END_TEST

START_TEST(a_control_holds_no_words_and_no_more_than_a_hundred_bytes)
{
    static const char *const words[] = {"two words", "a.b", "a=b", "", "ä", "a\n"};
    struct fact fact[8];
    char pool[400];
    struct facts args;
    char text[CONTROL_BYTES];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        facts_init(&args, fact, 8, pool, sizeof pool);
        facts_text(&args, "say", words[i], strlen(words[i]));
        ck_assert_msg(!controls_print(text, 1, 0, "play", &args), "%s", words[i]);
    }
    facts_init(&args, fact, 8, pool, sizeof pool);
    facts_number(&args, "a", -1);
    ck_assert(!controls_print(text, 1, 0, "play", &args));
    for (size_t len = 80; len < 100; len++) {
        char word[120];
        memset(word, 'x', len);
        word[len] = '\0';
        facts_init(&args, fact, 8, pool, sizeof pool);
        facts_text(&args, "w", word, len);
        bool fits = controls_print(text, 1, 0, "play", &args);
        ck_assert_int_eq(fits, strlen("t1.-.play.w=") + len <= 100);
        ck_assert_uint_lt(strlen(text), CONTROL_BYTES);
    }
}
END_TEST

START_TEST(a_control_that_is_none_is_refused)
{
    static const char *const bad[] = {
        "",
        "t",
        "t1",
        "t1.",
        "t1.-",
        "t1.-.",
        "t1.0.play",
        "t01.-.play",
        "t1.-.play.",
        "x1.-.play",
        "t1.-.play.a",
        "t1.-.play.a=",
        "t1.-.play.=b",
        "t1.-.play.a=b.a=c",
        "t1.-.play a",
        "t1.-.pl\u00e4y",
        "t99999999999999999999.-.play",
        "t1.4294967296.play",
        "t-1.-.play",
        "t1.-.play.a=b ",
        "t1.-.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "t1.-.p.a=1.b=1.c=1.d=1.e=1.f=1.g=1.h=1.i=1",
    };
    struct control control;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(!controls_parse(&control, bad[i]), "%s", bad[i]);
    }
    struct kit *kit = kit_new(NULL);
    ck_assert_int_eq(kit_press(kit, 101, "t1.-.join"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE); /* a table that is gone */
    ck_assert_int_eq(kit_press(kit, 101, "rubbish"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_BAD_INPUT);
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.dance"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_UNKNOWN_ACTION);
    kit_do(kit, 101, "abort", NULL);
    ck_assert_int_eq(kit_press(kit, 101, "t77.-.join"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE); /* a table that is closed */
    kit_free(&kit);
}
END_TEST

/* Presses every button of a reader's offers; each must become a move that the table would take,
 * or a form with at least one field. Returns how many. */
static unsigned press_all(struct kit *kit, int reader, uint64_t person)
{
    unsigned pressed = 0;
    const struct facts *facts = kit_view(kit, reader);
    uint16_t offers = facts_find(facts, FACTS_NONE, "offers");
    for (uint16_t at = facts_first(facts, offers); at != FACTS_NONE;
         at = facts_next(facts, offers, at)) {
        const char *action = facts->fact[facts_find(facts, at, "action")].text;
        uint16_t buttons = facts_find(facts, at, "buttons");
        uint16_t fields = facts_find(facts, at, "fields");
        uint16_t one = facts_first(facts, buttons);
        bool form = facts->fact[fields].number > 0;
        for (bool more = true; more;) {
            uint16_t holder = one == FACTS_NONE ? at : one;
            const char *control = facts->fact[facts_find(facts, holder, "control")].text;
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
                ck_assert_msg(kit->command.question == ASK_FORM && form, "%s", control);
            } else {
                ck_assert_msg(kit->command.kind == COMMAND_OPEN, "%s", control);
            }
            one = one == FACTS_NONE ? one : facts_next(facts, buttons, one);
            more = one != FACTS_NONE;
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
    const struct facts *facts = kit_view(kit, 0);
    ck_assert_str_eq(facts_text_at(facts, "offers.0.action", ""), "play");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.style", ""), "primary");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.buttons.0.term", ""), "documents");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.fields.0.name", ""), "say");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.fields.0.kind", ""), "long");
    ck_assert(!facts_bool_at(facts, "offers.0.fields.0.optional"));
    ck_assert(!facts_has(facts, "offers.0.fields.1"));
    ck_assert_str_eq(facts_text_at(facts, "offers.1.action", ""), "call");
    ck_assert(facts_bool_at(facts, "offers.1.standing"));
    ck_assert_int_eq(facts_number_at(facts, "offers.1.ask", -1), 0);
    ck_assert(facts_has(facts, "offers.1.fields.2"));
    /* the turn of the partner: symbols alone */
    char form[200];
    snprintf(form, sizeof form, "%s", control);
    ck_assert_int_eq(kit_form(kit, 101, form, "{\"say\":\"honestly now\"}"), COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"symbol\":\"documents\",\"say\":\"honestly now\"}");
    kit_do(kit, 101, "play", "{\"symbol\":\"documents\",\"say\":\"honestly now\"}");
    facts = kit_view(kit, 2);
    ck_assert_str_eq(facts_text_at(facts, "offers.0.action", ""), "play");
    ck_assert(!facts_has(facts, "offers.0.fields.0"));
    ck_assert_str_eq(kit_offer(kit, 0, "play", -1), "");
    kit_do(kit, 103, "play", "{\"symbol\":\"documents\"}");
    kit_do(kit, 102, "play", "{\"symbol\":\"money\",\"say\":\"coffee\"}");
    kit_do(kit, 104, "play", "{\"symbol\":\"money\"}");
    facts = kit_view(kit, 0);
    ck_assert_str_eq(facts_text_at(facts, "offers.0.action", ""), "split");
    ck_assert_int_eq(facts_number_at(facts, "offers.0.buttons.0.numbers.0", -1), 0);
    ck_assert_int_eq(facts_number_at(facts, "offers.0.buttons.2.numbers.1", -1), 0);
    ck_assert(!facts_has(facts, "offers.0.buttons.3"));
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
    const struct facts *facts = kit_view(kit, 0);
    ck_assert_str_eq(facts_text_at(facts, "offers.0.action", ""), "clues");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.fields.0.name", ""), "clues.0");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.fields.2.name", ""), "clues.2");
    ck_assert_str_eq(facts_text_at(facts, "offers.0.fields.2.kind", ""), "text");
    ck_assert_int_eq(facts_number_at(facts, "offers.0.fields.2.max", -1), 0);
    ck_assert_str_eq(facts_text_at(facts, "offers.0.fields.3.name", ""), "insist");
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
    ck_assert_uint_gt(facts_print(kit_view(kit, reader), text, 60000), 0);
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
    ck_assert(!facts_has(kit_view(kit, SEAT_CROWD), "owed.1"));
    ck_assert(!facts_has(kit_view(kit, 0), "owed.1"));
    ck_assert(facts_has(kit_view(kit, 1), "owed.1"));
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
    const struct facts *facts = kit_view(kit, 2);
    ck_assert_str_eq(facts_text_at(facts, "owed.1.actions.0", ""), "confirm");
    ck_assert(facts_bool_at(facts, "owed.1.you"));
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
    struct heard heard = {.kind = HEARD_PRESS,
                          .control = "t77.-.accuse",
                          .value_count = 1,
                          .values = {"2"},
                          .reply_seat = SEAT_NONE};
    ck_assert_int_eq(kit_read(kit, 101, &heard), COMMAND_MOVE);
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
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "take", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "take", 0), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "resume", -1), "");
    kit_do(kit, 101, "pause", NULL);
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "resume", -1), "");
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "take", -1), "");
    kit_do(kit, 101, "resume", NULL);
    kit_do(kit, 102, "leave", NULL);
    ck_assert_str_ne(kit_offer(kit, SEAT_CROWD, "substitute", -1), "");
    kit_do(kit, 101, "abort", NULL);
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "rematch", -1), "t77.-.rematch");
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
    ck_assert_str_eq(facts_text_at(kit_view(kit, SEAT_CROWD), "phase", ""), "closed");
    kit_free(&kit);
}
END_TEST

Suite *suite_controls(void);

Suite *suite_controls(void)
{
    Suite *suite = suite_create("controls");
    TCase *tcase = tcase_create("controls");
    tcase_add_test(tcase, a_control_comes_back_as_it_was);
    tcase_add_test(tcase, a_control_holds_no_words_and_no_more_than_a_hundred_bytes);
    tcase_add_test(tcase, a_control_that_is_none_is_refused);
    tcase_add_test(tcase, every_button_offered_would_be_taken);
    tcase_add_test(tcase, choices_are_buttons_and_words_are_forms);
    tcase_add_test(tcase, a_form_asks_for_the_items_of_a_short_list_one_by_one);
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
