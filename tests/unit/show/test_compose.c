#include "compose.h"
#include "show_game.h"
#include "show_kit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* Everything a whole game shows, one page after the other, as plain text. */
static char story[256 * 1024];

static void tell(const char *title, const struct doc *doc)
{
    size_t used = strlen(story);
    snprintf(story + used, sizeof story - used, "=== %s\n%s\n", title,
             doc != NULL ? doc_plain(doc, 100) : "(nothing)\n");
}

static void tell_turn(const char *title)
{
    char line[64];
    snprintf(line, sizeof line, "%s: crowd", title);
    tell(line, compose_events(show_compose(), show_view(SEAT_CROWD), &show_out, AUDIENCE_CROWD));
    for (int seat = 0; seat < 4; seat++) {
        const struct view *view = show_view(seat);
        const struct doc *answer =
            compose_answer(show_compose(), view, &show_out, (uint16_t)(1u << seat));
        const struct doc *news =
            compose_news(show_compose(), view, &show_out, (uint16_t)(1u << seat));
        if (answer != NULL) {
            snprintf(line, sizeof line, "%s: answer to seat %d", title, seat);
            tell(line, answer);
        }
        if (answer != NULL || news != NULL) {
            snprintf(line, sizeof line, "%s: card of seat %d", title, seat);
            tell(line, compose_card(show_compose(), view, news));
        }
    }
}

static void tell_board(const char *title)
{
    tell(title, compose_board(show_compose(), show_view(SEAT_CROWD), show_board()));
}

START_TEST(a_lobby_reads_well)
{
    story[0] = '\0';
    show_open("{}");
    tell_turn("opened");
    tell_board("an empty lobby");
    show_join(1);
    tell_turn("joined");
    show_join(2);
    tell_board("two are there");
    tell("status", compose_status(show_compose(), show_view(SEAT_CROWD)));
    tell("help", compose_help(show_compose(), show_view(0)));
    tell("hand", compose_hand(show_compose(), show_view(0)));
    ck_assert_int_ne(show_try(0, "start", "{}"), REFUSAL_NONE);
    tell("too few", compose_refusal(show_compose(), show_view(0), &show_out));
    show_move(0, "option", "{'option':'variant','value':'everyone_corrupt'}");
    tell_turn("option");
    tell_board("with an option");
    kit_golden("lobby.txt", story);
}
END_TEST

static void tell_lobby(const char *title)
{
    static const struct compose_place place = {.room = "77", .name = "Interceptor · Ana"};
    tell(title, compose_lobby(show_compose(), show_view(SEAT_CROWD), &place));
}

START_TEST(a_table_elsewhere_reads_well)
{
    story[0] = '\0';
    show_open("{}");
    show_join(1);
    show_join(2);
    tell_lobby("two are there");
    show_start("{}");
    tell_lobby("it is being played");
    show_move(0, "abort", "{}");
    tell_lobby("it is over");
    tell("it has come here", compose_lobby(show_compose(), show_view(SEAT_CROWD), NULL));
    kit_golden("elsewhere.txt", story);
}
END_TEST

START_TEST(a_round_reads_well)
{
    story[0] = '\0';
    show_start("{}");
    tell_turn("started");
    tell_board("signals are wanted");
    tell("prompt", compose_prompt(show_compose(), show_view(1)));
    show_move(0, "register",
              "{'documents':{'kind':'word','value':'honestly'},'money':{'kind':'ends_punct',"
              "'value':'?'}}");
    tell_turn("proposed");
    tell("to confirm", compose_prompt(show_compose(), show_view(2)));
    tell("no prompt", compose_prompt(show_compose(), show_view(0)));
    show_play("{}");
    tell_turn("leader");
    tell("first play", compose_prompt(show_compose(), show_view(0)));
    tell("somebody else's hand", compose_hand(show_compose(), show_view(3)));
    show_round("D");
    tell_turn("first card");
    tell_board("one card lies there");
    ck_assert_int_ne(show_try(1, "play", "{'symbol':'money'}"), REFUSAL_NONE);
    tell("not your turn", compose_refusal(show_compose(), show_view(1), &show_out));
    tell("help", compose_help(show_compose(), show_view(2)));
    kit_golden("round.txt", story);
}
END_TEST

START_TEST(an_end_reads_well)
{
    story[0] = '\0';
    show_play("{}");
    show_round("DDMM");
    tell_turn("revealed");
    tell_board("the pot is there");
    tell("split", compose_prompt(show_compose(), show_view(0)));
    tell("status", compose_status(show_compose(), show_view(SEAT_CROWD)));
    show_move(0, "split", "{'a':1,'b':1}");
    tell_turn("split");
    show_move(1, "call", "{'kind':'word','value':'banana','symbol':'money'}");
    tell_turn("wrong call");
    show_move(1, "call", "{'kind':'word','value':'honest','symbol':'documents'}");
    tell_turn("near call");
    tell_board("a ruling");
    tell("to rule", compose_prompt(show_compose(), show_view(2)));
    show_move(0, "rule", "{'answer':'no'}");
    tell_turn("answered");
    show_move(2, "rule", "{'answer':'no'}");
    tell_turn("ruled");
    show_move(3, "call", "{'kind':'first_word','value':'honestly','symbol':'documents'}");
    tell_turn("right call");
    tell_board("the end");
    tell("hand", compose_hand(show_compose(), show_view(1)));
    tell("status", compose_status(show_compose(), show_view(SEAT_CROWD)));
    kit_golden("end.txt", story);
}
END_TEST

START_TEST(the_rules_read_well)
{
    story[0] = '\0';
    tell("rules", compose_rules(show_compose(), "interceptor", NULL));
    tell("rules call", compose_rules(show_compose(), "interceptor", "call"));
    tell("rules Minute", compose_rules(show_compose(), "interceptor", "Minute"));
    tell("rules sig", compose_rules(show_compose(), "interceptor", "sig"));
    tell("rules nonsense", compose_rules(show_compose(), "interceptor", "nonsense"));
    tell("rules of another game", compose_rules(show_compose(), "chess", NULL));
    tell("help of the house", compose_help(show_compose(), NULL));
    kit_golden("rules.txt", story);
}
END_TEST

/* What is told of having been away. */
static const char *away(int64_t from_ms, int64_t to_ms)
{
    struct value_tree *facts = kit_facts(0);
    value_number(facts, "from_ms", from_ms);
    value_number(facts, "to_ms", to_ms);
    value_number(facts, "ms", to_ms - from_ms);
    return doc_plain(compose_say(show_compose(), MSG_TABLE_AWAY, facts, VALUE_NONE), 0);
}

START_TEST(a_moment_away_is_told_with_one_time)
{
    static const int64_t noon_ms = 1893499200000;
    ck_assert_str_eq(away(noon_ms + 3000, noon_ms + 59000),
                     "I was away for a moment, at 2030-01-01 12:00 UTC. All deadlines moved by "
                     "56 seconds; nothing else changed.\n");
    ck_assert_str_eq(away(noon_ms + 59000, noon_ms + 61000),
                     "I was away from 2030-01-01 12:00 UTC to 2030-01-01 12:01 UTC. All deadlines "
                     "moved by 2 seconds; nothing else changed.\n");
}
END_TEST

static unsigned times(const char *text, const char *words)
{
    unsigned count = 0;
    while ((text = strstr(text, words)) != NULL) {
        text += strlen(words);
        count++;
    }
    return count;
}

/* What a card tells anyhow is no news on it. */
START_TEST(a_card_tells_it_once)
{
    show_use("decrypto", ",'deal':{'keywords':{'white':['COW','TEA','PIANO','WEEKEND'],"
                         "'black':['WOLF','BREAD','MIRROR','STORM']},"
                         "'codes':{'white':['314'],'black':['241']}}");
    show_start("{}");
    unsigned encryptors = 0;
    for (int seat = 0; seat < 4; seat++) {
        const struct doc *news =
            compose_news(show_compose(), show_view(seat), &show_out, (uint16_t)(1u << seat));
        const struct doc *doc = compose_card(show_compose(), show_view(seat), news);
        const char *text = doc_plain(doc, 0);
        encryptors += times(text, "You encrypt. Your code is ");
        ck_assert_uint_le(times(text, "Your code is "), 1);
        ck_assert_uint_eq(times(text, "Your keywords: 1 "), 1);
        ck_assert_uint_eq(times(text, "You play for "), 1);
    }
    ck_assert_uint_eq(encryptors, 2);
    show_use("interceptor", "");
}
END_TEST

/* A lobby's option is named by a menu; each of the options has a value of its own. */
START_TEST(an_option_is_named_before_its_value_is_asked_for)
{
    show_open("{}");
    show_join(1);
    const struct doc *doc = compose_board(show_compose(), show_view(SEAT_CROWD), NULL);
    const struct choice *option = doc->panel;
    while (option != NULL && strstr(option->control, ".option") == NULL) {
        option = option->next;
    }
    ck_assert_ptr_nonnull(option);
    ck_assert_str_eq(option->fields->label, "Which option");
    ck_assert_int_eq(option->fields->kind, FIELD_CHOICE);
    ck_assert_ptr_null(option->fields->next);
}
END_TEST

static unsigned stopping(const struct doc *doc)
{
    unsigned count = 0;
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        count += block->stops;
    }
    return count;
}

/* A call does; that a round begins does not. */
START_TEST(what_stops_the_table_is_marked)
{
    show_use("interceptor", "");
    show_start("{}");
    ck_assert_uint_eq(stopping(compose_lines(show_compose(), show_view(SEAT_CROWD), &show_out)), 0);
    show_play("{}");
    show_move(1, "call", "{'kind':'word','value':'banana','symbol':'money'}");
    ck_assert_uint_eq(stopping(compose_lines(show_compose(), show_view(SEAT_CROWD), &show_out)), 1);
}
END_TEST

Suite *suite_compose(void);

Suite *suite_compose(void)
{
    Suite *suite = suite_create("compose");
    TCase *tcase = tcase_create("compose");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, a_lobby_reads_well);
    tcase_add_test(tcase, a_table_elsewhere_reads_well);
    tcase_add_test(tcase, a_round_reads_well);
    tcase_add_test(tcase, an_end_reads_well);
    tcase_add_test(tcase, the_rules_read_well);
    tcase_add_test(tcase, a_moment_away_is_told_with_one_time);
    tcase_add_test(tcase, a_card_tells_it_once);
    tcase_add_test(tcase, an_option_is_named_before_its_value_is_asked_for);
    tcase_add_test(tcase, what_stops_the_table_is_marked);
    suite_add_tcase(suite, tcase);
    return suite;
}
