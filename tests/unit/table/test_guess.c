/* Calls as people say them, at the start of a plain message and by command; signals to register;
 * what is talk and must stay talk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_kit.h"

struct said {
    const char *text;
    const char *guess; /* "kind value symbol", "form" when asked back, "talk" when left alone */
};

static const char *guess_of(struct kit *kit)
{
    static char line[400];
    const struct value_tree *args = &kit->command.move.args;
    switch (kit->command.kind) {
    case COMMAND_IGNORED:
        return "talk";
    case COMMAND_ASK:
        return kit->command.question == ASK_FORM ? "form" : "question";
    case COMMAND_MOVE:
        snprintf(line, sizeof line, "%s|%s|%s", value_text_at(args, "kind", ""),
                 value_text_at(args, "value", ""), value_text_at(args, "symbol", ""));
        return line;
    case COMMAND_OPEN:
        return "open";
    case COMMAND_REFUSED:
        break;
    }
    return refusal_name(kit->out.refusal);
}

static void say_all(struct kit *kit, const struct said *said, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kit_say(kit, 102, said[i].text);
        ck_assert_msg(strcmp(guess_of(kit), said[i].guess) == 0, "%s\n  is   %s\n  want %s",
                      said[i].text, guess_of(kit), said[i].guess);
    }
}

#define SAY_ALL(kit, said) say_all(kit, said, sizeof(said) / sizeof(said)[0])

static const char *const start_json =
    "{\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"deal\":{"
    "\"leader\":0,\"signals\":{\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":"
    "\"honestly\"},\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},\"journalists\":{"
    "\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{\"kind\":\"word\",\"value\":"
    "\"coffee\"}}}}}";

/* At the first play, or (at_signals) before anything is agreed on. */
static struct kit *interceptor_at(bool at_signals)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    if (at_signals) {
        kit_start(kit, 4, 0);
    } else {
        kit_fill(kit, 4);
        ck_assert_int_eq(kit_do(kit, 101, "start", start_json), REFUSAL_NONE);
    }
    return kit;
}

static struct kit *interceptor(void)
{
    return interceptor_at(false);
}

START_TEST(a_call_is_heard_however_it_is_said)
{
    static const struct said said[] = {
        {"Interceptor! \"coffee\" means money", "word|coffee|money"},
        {"Interceptor! \u201ccoffee\u201d means Money!", "word|coffee|money"},
        {"Interceptor! \u201eKaffee\u201c means money", "word|Kaffee|money"},
        {"interceptor: coffee = money", "word|coffee|money"},
        {"INTERCEPTOR!!! coffee means MONEY!!!", "word|coffee|money"},
        {"interceptor coffee means money", "word|coffee|money"},
        {"Interceptor - coffee = money", "word|coffee|money"},
        {"Interceptor\u2026 coffee \u2192 money", "word|coffee|money"},
        {"Interceptor\uff01 coffee means money", "word|coffee|money"},
        {"interceptor!coffee=money", "word|coffee|money"},
        {"interceptor! coffee => docs", "word|coffee|documents"},
        {"interceptor! coffee -> d", "word|coffee|documents"},
        {"Interceptor! money: coffee", "word|coffee|money"},
        {"Interceptor! money means coffee", "word|coffee|money"},
        {"Interceptor! money is \"coffee\"", "word|coffee|money"},
        {"Interceptor! coffee is money", "word|coffee|money"},
        {"Interceptor! coffee for money", "word|coffee|money"},
        {"Interceptor! \"to be fair\" means documents", "phrase|to be fair|documents"},
        {"Interceptor! to be fair means documents", "phrase|to be fair|documents"},
        {"Interceptor! the word \"coffee\" means money", "word|coffee|money"},
        {"Interceptor! the word coffee means money", "word|coffee|money"},
        {"Interceptor! word coffee money", "word|coffee|money"},
        {"Interceptor! coffee money", "word|coffee|money"},
        {"Interceptor! money coffee", "word|coffee|money"},
        {"Interceptor! 👍 means money", "emoji|👍|money"},
        {"Interceptor! 👩‍🚀 = 📄", "emoji|👩‍🚀|documents"},
        {"Interceptor! 👍 💰", "emoji|👍|money"},
        {"Interceptor! \"👍🏽\" means money", "emoji|👍🏽|money"},
        {"Interceptor! the last emoji 👍 means money", "last_emoji|👍|money"},
        {"Interceptor! ends with 👍 means money", "last_emoji|👍|money"},
        {"Interceptor! ends with ? means money", "ends_punct|?|money"},
        {"Interceptor! ends with \"?\" means money", "ends_punct|?|money"},
        {"Interceptor! ends with ? = money", "ends_punct|?|money"},
        {"Interceptor! ? = money", "ends_punct|?|money"},
        {"Interceptor! ! means money", "ends_punct|!|money"},
        {"Interceptor! \"!\" means money", "ends_punct|!|money"},
        {"Interceptor! \u2026 = money", "ends_punct|\u2026|money"},
        {"Interceptor! ... = money", "ends_punct|...|money"},
        {"Interceptor! contains ( means money", "has_punct|(|money"},
        {"Interceptor! * = money", "has_punct|*|money"},
        {"Interceptor! ends with honestly means money", "last_word|honestly|money"},
        {"Interceptor! starts with well means money", "first_word|well|money"},
        {"Interceptor! first word well = money", "first_word|well|money"},
        {"Interceptor! first_word well = money", "first_word|well|money"},
        {"Interceptor! 7 means money", "number|7|money"},
        {"Interceptor! 7up means money", "word|7up|money"},
        {"Interceptor! the number 42 means money", "number|42|money"},
        {"Interceptor! 3 words means money", "words|3|money"},
        {"Interceptor! words 3 = money", "words|3|money"},
        {"Interceptor! a digit means money", "digit||money"},
        {"Interceptor! caps = money", "caps||money"},
        {"Interceptor! all caps means documents", "caps||documents"},
        {"Interceptor! a long message means documents", "long||documents"},
        {"Interceptor! two lines = documents", "lines||documents"},
        {"Interceptor! reply to partner = documents", "reply|partner|documents"},
        {"Interceptor! mentions opponent = documents", "mention|opponent|documents"},
        {"Interceptor! reacts with 👍 = documents", "reaction|👍|documents"},
        {"Interceptor! sends a gif = documents", "media|gif|documents"},
        {"Interceptor! it's means money", "word|it's|money"},
        {"Interceptor! 'coffee' means money", "word|coffee|money"},
        {"Interceptor! well-known means money", "word|well-known|money"},
        {"Interceptor! \"money\" means documents", "word|money|documents"},
        {"Interceptor! COFFEE MEANS MONEY", "word|COFFEE|money"},
    };
    struct kit *kit = interceptor();
    SAY_ALL(kit, said);
    kit_free(&kit);
}
END_TEST

START_TEST(an_unclear_call_costs_nothing_and_brings_the_form)
{
    static const struct said said[] = {
        {"Interceptor!", "form"},
        {"interceptor:", "form"},
        {"Interceptor! money", "form"},
        {"Interceptor! coffee", "form"},
        {"Interceptor! coffee means", "form"},
        {"Interceptor! coffee means tea", "form"},
        {"Interceptor! I think it is documents", "form"},
        {"Interceptor! their signal is money", "form"},
        {"Interceptor! they play money", "form"},
        {"Interceptor: who wants to play for money", "form"},
        {"Interceptor! one two three four five six means money", "form"},
        {"Interceptor! \"coffee\" at the end means money", "form"},
        {"Interceptor! 👍👎 means money", "form"},
    };
    struct kit *kit = interceptor();
    SAY_ALL(kit, said);
    ck_assert_str_eq(kit->command.row->name, "call");
    ck_assert_ptr_eq(kit->command.table, &kit->table);
    kit_free(&kit);
}
END_TEST

START_TEST(talk_about_the_game_stays_talk)
{
    static const struct said said[] = {
        {"interceptor is fun", "talk"},
        {"Interceptor is the best game", "talk"},
        {"interceptor, anyone?", "talk"},
        {"interceptors! coffee = money", "talk"},
        {"the interceptor! coffee = money", "talk"},
        {"interceptor", "talk"},
        {"Interceptor anyone for money", "talk"},
        {"coffee means money", "talk"},
        {"> Interceptor! coffee means money", "talk"},
    };
    struct kit *kit = interceptor();
    SAY_ALL(kit, said);
    kit_free(&kit);
}
END_TEST

START_TEST(without_a_running_game_here_nobody_is_heard)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    ck_assert_int_eq(kit_say(kit, 102, "Interceptor! coffee means money"), COMMAND_IGNORED);
    kit_start(kit, 4, 0);
    ck_assert_int_eq(kit_say(kit, 102, "Interceptor! coffee means money"), COMMAND_MOVE);
    ck_assert_int_eq(kit->command.move.seat, 1);
    ck_assert_int_eq(kit_say(kit, 109, "Interceptor! coffee means money"), COMMAND_MOVE);
    ck_assert_int_eq(kit->command.move.seat, SEAT_NONE); /* the table refuses: no seat */
    kit_free(&kit);
}
END_TEST

START_TEST(a_form_is_not_brought_where_it_could_not_be_used)
{
    struct kit *kit = interceptor_at(true);
    kit_say(kit, 102, "Interceptor!");
    ck_assert_str_eq(guess_of(kit), "wrong_phase");
    kit_free(&kit);
    kit = interceptor();
    kit_say(kit, 109, "Interceptor!");
    ck_assert_str_eq(guess_of(kit), "not_seated");
    kit_say(kit, 102, "!play");
    ck_assert_str_eq(kit_reading(kit), "not_your_turn {\"turn\":0}");
    kit_press(kit, 102, kit_offer(kit, 0, "play", -1));
    ck_assert_str_eq(kit_reading(kit), "not_your_turn {\"turn\":0}");
    kit_press(kit, 101, kit_offer(kit, 0, "play", -1));
    ck_assert_str_eq(kit_reading(kit), "ask form play");
    kit_do(kit, 101, "pause", NULL);
    kit_say(kit, 101, "!play");
    ck_assert_str_eq(guess_of(kit), "paused");
    ck_assert_ptr_eq(kit->command.table, &kit->table);
    kit_free(&kit);
}
END_TEST

START_TEST(a_call_by_command_reads_the_same)
{
    static const struct said said[] = {
        {"!call \"coffee\" means money", "word|coffee|money"},
        {"!call word coffee money", "word|coffee|money"},
        {"!interceptor coffee = money", "word|coffee|money"},
        {"!interceptor call coffee = money", "word|coffee|money"},
        {"!interceptor", "open"},
        {"!interceptor async", "open"},
        {"!call", "form"},
        {"!call whatever", "form"},
    };
    struct kit *kit = interceptor();
    SAY_ALL(kit, said);
    kit_slash(kit, 102, "call", "{\"kind\":\"la\",\"value\":\"x\",\"symbol\":\"d\"}");
    ck_assert_str_eq(kit_why(kit), "{\"argument\":\"kind\",\"problem\":\"not_a_choice\"}");
    kit_slash(kit, 102, "call", "{\"kind\":\"ends\",\"value\":\"?\",\"symbol\":\"d\"}");
    ck_assert_str_eq(guess_of(kit), "ends_punct|?|documents");
    kit_free(&kit);
}
END_TEST

START_TEST(signals_are_registered_in_the_rule_books_words)
{
    static const struct {
        const char *text;
        const char *args;
    } rows[] = {
        {"register documents: word honestly money: ends_punct ?",
         "{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
         "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}}"},
        {"signals documents: \"honestly\", money: ends with ?",
         "{\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},"
         "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}}"},
        {"signals money = caps; documents = a long message",
         "{\"documents\":{\"kind\":\"long\"},\"money\":{\"kind\":\"caps\"}}"},
        {"signals Documents: 👍 Money: to be fair",
         "{\"documents\":{\"kind\":\"emoji\",\"value\":\"👍\"},"
         "\"money\":{\"kind\":\"phrase\",\"value\":\"to be fair\"}}"},
        {"signals documents: first_word well money: ends with ,",
         "{\"documents\":{\"kind\":\"first_word\",\"value\":\"well\"},"
         "\"money\":{\"kind\":\"ends_punct\",\"value\":\",\"}}"},
        {"signals documents: custom a deep sigh money: words 3",
         "{\"documents\":{\"kind\":\"custom\",\"value\":\"a deep sigh\"},"
         "\"money\":{\"kind\":\"words\",\"value\":\"3\"}}"},
    };
    struct kit *kit = interceptor_at(true);
    kit->private_room = true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(kit_say(kit, 101, rows[i].text) == COMMAND_MOVE, "%s", rows[i].text);
        ck_assert_str_eq(kit_args(kit), rows[i].args);
    }
    ck_assert_int_eq(kit_say(kit, 101, "signals documents: honestly"), COMMAND_ASK);
    ck_assert_int_eq(kit_say(kit, 101, "signals"), COMMAND_ASK);
    ck_assert_int_eq(kit_say(kit, 101, "signals documents: money:"), COMMAND_ASK);
    ck_assert_int_eq(kit->command.question, ASK_FORM);
    kit_free(&kit);
}
END_TEST

START_TEST(a_play_says_the_very_words)
{
    static const struct {
        const char *text;
        const char *args;
    } rows[] = {
        {"play money say: Where to?", "{\"symbol\":\"money\",\"say\":\"Where to?\"}"},
        {"play money Where to?", "{\"symbol\":\"money\",\"say\":\"Where to?\"}"},
        {"play docs say: \"Honestly, no.\"",
         "{\"symbol\":\"documents\",\"say\":\"Honestly, no.\"}"},
        {"play d  \"So,\" she said: no", "{\"symbol\":\"documents\",\"say\":\"\\\"So,\\\" she "
                                         "said: no\"}"},
        {"play 💰 two\nlines", "{\"symbol\":\"money\",\"say\":\"two\\u000alines\"}"},
        {"play mon", "{\"symbol\":\"money\"}"},
        {"card m", "{\"symbol\":\"money\"}"},
        {"play symbol=money say=ok", "{\"symbol\":\"money\",\"say\":\"ok\"}"},
    };
    struct kit *kit = interceptor();
    kit->private_room = true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_msg(kit_say(kit, 101, rows[i].text) == COMMAND_MOVE, "%s", rows[i].text);
        ck_assert_str_eq(kit_args(kit), rows[i].args);
    }
    ck_assert_int_eq(kit_say(kit, 101, "play gold"), COMMAND_REFUSED);
    ck_assert_str_eq(kit_why(kit), "{\"argument\":\"symbol\",\"problem\":\"not_a_choice\"}");
    kit->private_room = false;
    ck_assert_int_eq(kit_say(kit, 101, "!play money"), COMMAND_REFUSED);
    ck_assert_int_eq(kit->out.refusal, REFUSAL_NOT_ALLOWED_HERE);
    kit_free(&kit);
}
END_TEST

/* Native mode: the message and the reaction of who plays are moves, everybody else's are talk. */
START_TEST(in_native_mode_who_plays_is_heard)
{
    struct kit *kit = kit_new(game_find("interceptor"));
    kit_fill(kit, 4);
    kit_do(kit, 101, "option", "{\"option\":\"signal_mode\",\"value\":\"native\"}");
    ck_assert_int_eq(
        kit_do(kit, 101, "start",
               "{\"seed\":\"0000000000000000000000000000000000000000000000000000000000000000\","
               "\"deal\":{\"leader\":0,\"signals\":{\"officials\":{\"documents\":{\"kind\":"
               "\"reply\",\"value\":\"bot\"},\"money\":{\"kind\":\"reaction\",\"value\":\"👍\"}},"
               "\"journalists\":{\"documents\":{\"kind\":\"word\",\"value\":\"tea\"},\"money\":{"
               "\"kind\":\"word\",\"value\":\"coffee\"}}}}}"),
        REFUSAL_NONE);
    ck_assert_int_eq(kit_say(kit, 102, "hello there"), COMMAND_IGNORED);
    ck_assert_int_eq(kit_say(kit, 101, "hello there"), COMMAND_MOVE);
    ck_assert_str_eq(kit->command.row->name, "show");
    ck_assert_str_eq(kit_args(kit), "{\"text\":\"hello there\"}");
    struct inbound inbound = {.kind = INBOUND_TEXT,
                              .text = "well @Ben",
                              .reply_to = "m1",
                              .reply_seat = SEAT_HOUSE,
                              .reply_table = 77,
                              .media = "gif",
                              .mention_count = 2,
                              .mentions = {"acc102", "acc999"}};
    ck_assert_int_eq(kit_read(kit, 101, &inbound), COMMAND_MOVE);
    ck_assert_str_eq(kit_args(kit), "{\"text\":\"well @Ben\",\"reply_to\":\"bot\","
                                    "\"mentions\":[1],\"media\":\"gif\"}");
    inbound.reply_seat = 2;
    kit_read(kit, 101, &inbound);
    ck_assert_ptr_nonnull(strstr(kit_args(kit), "\"reply_to\":2"));
    struct inbound reaction = {.kind = INBOUND_REACTION,
                               .emoji = "👍",
                               .reply_to = "m1",
                               .reply_seat = SEAT_HOUSE,
                               .reply_table = 77};
    ck_assert_int_eq(kit_read(kit, 101, &reaction), COMMAND_MOVE);
    ck_assert_str_eq(kit->command.row->name, "react");
    ck_assert_str_eq(kit_args(kit), "{\"emoji\":\"👍\"}");
    memcpy(&kit->move, &kit->command.move, sizeof kit->move);
    value_init(&kit->move.args, kit->move.fact, MOVE_FACTS_MAX, kit->move.text, MOVE_TEXT_MAX);
    value_text(&kit->move.args, "emoji", "👍", 4);
    ck_assert_int_eq(kit_make(kit), REFUSAL_NONE);
    reaction.reply_seat = 1;
    ck_assert_int_eq(kit_read(kit, 101, &reaction), COMMAND_IGNORED);
    reaction.reply_seat = SEAT_HOUSE;
    ck_assert_int_eq(kit_read(kit, 103, &reaction), COMMAND_IGNORED);
    reaction.reply_table = 78;
    ck_assert_int_eq(kit_read(kit, 101, &reaction), COMMAND_IGNORED);
    ck_assert_int_eq(kit_say(kit, 101, "Interceptor! tea = money"), COMMAND_MOVE);
    ck_assert_str_eq(kit->command.row->name, "call");
    kit_free(&kit);
}
END_TEST

Suite *suite_guess(void);

Suite *suite_guess(void)
{
    Suite *suite = suite_create("guess");
    TCase *tcase = tcase_create("guess");
    tcase_add_test(tcase, a_call_is_heard_however_it_is_said);
    tcase_add_test(tcase, an_unclear_call_costs_nothing_and_brings_the_form);
    tcase_add_test(tcase, talk_about_the_game_stays_talk);
    tcase_add_test(tcase, without_a_running_game_here_nobody_is_heard);
    tcase_add_test(tcase, a_form_is_not_brought_where_it_could_not_be_used);
    tcase_add_test(tcase, a_call_by_command_reads_the_same);
    tcase_add_test(tcase, signals_are_registered_in_the_rule_books_words);
    tcase_add_test(tcase, a_play_says_the_very_words);
    tcase_add_test(tcase, in_native_mode_who_plays_is_heard);
    suite_add_tcase(suite, tcase);
    return suite;
}
