/* What a button carries: it comes back as it was printed, and anything else is none. */
#include <string.h>

#include "controls.h"
#include "table_kit.h"

START_TEST(a_control_comes_back_as_it_was)
{
    struct value fact[4];
    char pool[200];
    struct value_tree args;
    char text[CONTROL_BYTES];
    struct control control;
    value_init(&args, fact, 4, pool, sizeof pool);
    value_term(&args, "symbol", "documents");
    value_number(&args, "a", 12);
    value_bool(&args, "on", true);
    value_term(&args, "documents.kind", "ends_punct");
    ck_assert(controls_print(text, "a2", 7, "play", &args));
    ck_assert_str_eq(text, "ta2.7.play.symbol=documents.a=12.on=yes.documents:kind=ends_punct");
    ck_assert(controls_parse(&control, text));
    ck_assert_str_eq(control.tag, "a2");
    ck_assert_uint_eq(control.ask, 7);
    ck_assert_str_eq(control.action, "play");
    ck_assert_str_eq(value_text_at(&control.args, "symbol", ""), "documents");
    ck_assert_str_eq(value_text_at(&control.args, "on", ""), "yes");
    uint16_t kind = value_find(&control.args, VALUE_NONE, "documents.kind");
    ck_assert_str_eq(control.args.fact[kind].text, "ends_punct");
    ck_assert(controls_print(text, "zzzzzzzzzzz7", UINT32_MAX, "choose_leader", NULL));
    ck_assert(controls_parse(&control, text));
    ck_assert_str_eq(control.tag, "zzzzzzzzzzz7");
    ck_assert_uint_eq(control.ask, UINT32_MAX);
}
END_TEST

START_TEST(a_control_holds_no_words_and_no_more_than_a_hundred_bytes)
{
    static const char *const words[] = {"two words", "a.b", "a=b", "", "ä", "a\n"};
    struct value fact[8];
    char pool[400];
    struct value_tree args;
    char text[CONTROL_BYTES];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        value_init(&args, fact, 8, pool, sizeof pool);
        value_text(&args, "say", words[i], strlen(words[i]));
        ck_assert_msg(!controls_print(text, "1", 0, "play", &args), "%s", words[i]);
    }
    value_init(&args, fact, 8, pool, sizeof pool);
    value_number(&args, "a", -1);
    ck_assert(!controls_print(text, "1", 0, "play", &args));
    for (size_t len = 80; len < 100; len++) {
        char word[120];
        memset(word, 'x', len);
        word[len] = '\0';
        value_init(&args, fact, 8, pool, sizeof pool);
        value_text(&args, "w", word, len);
        bool fits = controls_print(text, "1", 0, "play", &args);
        ck_assert_int_eq(fits, strlen("t1.-.play.w=") + len <= 100);
        ck_assert_uint_lt(strlen(text), CONTROL_BYTES);
    }
}
END_TEST

START_TEST(no_control_is_of_a_tag_that_is_none)
{
    static const char *const bad[] = {"", "A", "a.b", "a-b", "aaaaaaaaaaaaa", "\u00e4"};
    char text[CONTROL_BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(!controls_print(text, bad[i], 0, "join", NULL), "%s", bad[i]);
    }
}
END_TEST

START_TEST(a_question_beside_a_control_is_of_the_same_table)
{
    char text[CONTROL_BYTES];
    ck_assert(controls_beside(text, "tq7.12.play.symbol=money", "board"));
    ck_assert_str_eq(text, "tq7.-.board");
    ck_assert(!controls_beside(text, "t.12.play", "board"));
    ck_assert(!controls_beside(text, "rubbish", "board"));
}
END_TEST

START_TEST(a_table_without_a_tag_has_controls_that_lead_nowhere)
{
    struct kit *kit = kit_new(NULL);
    kit->table.tag[0] = '\0';
    kit->twin.tag[0] = '\0';
    ck_assert_str_eq(kit_offer(kit, SEAT_CROWD, "join", -1), "t0.-.join");
    ck_assert_int_eq(kit_press(kit, 101, "t0.-.join"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_STALE);
    kit_free(&kit);
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
        "t.-.play",
        "tA.-.play",
        "ta-b.-.play",
        "taaaaaaaaaaaaa.-.play", /* a tag of 13 */
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

Suite *suite_control_text(void);

Suite *suite_control_text(void)
{
    Suite *suite = suite_create("control_text");
    TCase *tcase = tcase_create("control_text");
    tcase_add_test(tcase, a_control_comes_back_as_it_was);
    tcase_add_test(tcase, a_control_holds_no_words_and_no_more_than_a_hundred_bytes);
    tcase_add_test(tcase, no_control_is_of_a_tag_that_is_none);
    tcase_add_test(tcase, a_question_beside_a_control_is_of_the_same_table);
    tcase_add_test(tcase, a_table_without_a_tag_has_controls_that_lead_nowhere);
    tcase_add_test(tcase, a_control_that_is_none_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
