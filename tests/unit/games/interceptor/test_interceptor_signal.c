/* Signals: what each kind carries, what may be agreed on, and registering. */
#include "interceptor_kit.h"

#include <stdio.h>
#include <string.h>

static struct interceptor_signal signal_of(unsigned kind, const char *value)
{
    struct interceptor_signal signal = {.kind = (uint8_t)kind};
    snprintf(signal.value, sizeof signal.value, "%s", value);
    return signal;
}

static bool carries(unsigned kind, const char *value, const char *text)
{
    struct interceptor_signal signal = signal_of(kind, value);
    struct evidence evidence = {.text = text, .reply_to = SEAT_NONE};
    ck_assert_msg(signal_fits(&signal), "%s %s", signal_kind_name(kind), value);
    return signal_carried(&signal, &evidence);
}

START_TEST(word_and_phrase)
{
    ck_assert(carries(SIGNAL_WORD, "tea", "More TEA, please"));
    ck_assert(carries(SIGNAL_WORD, "it's", "It’s late"));
    ck_assert(!carries(SIGNAL_WORD, "tea", "steam"));
    ck_assert(!carries(SIGNAL_WORD, "tea", "tea-time"));
    ck_assert(carries(SIGNAL_WORD, "well-known", "a Well-Known thing"));
    ck_assert(carries(SIGNAL_PHRASE, "to be fair", "Well, to be... fair!"));
    ck_assert(carries(SIGNAL_PHRASE, "a b", "a a b"));
    ck_assert(!carries(SIGNAL_PHRASE, "to be fair", "to be very fair"));
    ck_assert(carries(SIGNAL_FIRST_WORD, "well", "... Well, no"));
    ck_assert(!carries(SIGNAL_FIRST_WORD, "well", "oh well"));
    ck_assert(carries(SIGNAL_LAST_WORD, "well", "all is Well!?"));
    ck_assert(!carries(SIGNAL_LAST_WORD, "well", "well done"));
    ck_assert(!carries(SIGNAL_LAST_WORD, "well", ""));
}
END_TEST

START_TEST(emoji_of_every_make)
{
    ck_assert(carries(SIGNAL_EMOJI, "👍", "ok 👍🏿 then"));
    ck_assert(carries(SIGNAL_EMOJI, "❤", "❤\ufe0f"));
    ck_assert(!carries(SIGNAL_EMOJI, "👨", "👨\u200d👩\u200d👧"));
    ck_assert(carries(SIGNAL_EMOJI, "👨\u200d👩\u200d👧", "we 👨\u200d👩\u200d👧"));
    ck_assert(carries(SIGNAL_LAST_EMOJI, "😀", "so 😀 \n "));
    ck_assert(!carries(SIGNAL_LAST_EMOJI, "😀", "so 😀."));
    ck_assert(!carries(SIGNAL_LAST_EMOJI, "😀", "😀😎"));
}
END_TEST

START_TEST(punctuation_and_runs_of_dots)
{
    ck_assert(carries(SIGNAL_ENDS_PUNCT, "?", "really ？ "));
    ck_assert(!carries(SIGNAL_ENDS_PUNCT, "?", "really?!"));
    ck_assert(carries(SIGNAL_ENDS_PUNCT, ".", "no."));
    ck_assert(!carries(SIGNAL_ENDS_PUNCT, ".", "no.."));
    ck_assert(carries(SIGNAL_ENDS_PUNCT, "...", "no.."));
    ck_assert(carries(SIGNAL_ENDS_PUNCT, "...", "no…"));
    ck_assert(carries(SIGNAL_ENDS_PUNCT, "…", "no...."));
    ck_assert(!carries(SIGNAL_ENDS_PUNCT, "...", "no."));
    ck_assert(carries(SIGNAL_ENDS_PUNCT, ")", "so (it goes)"));
    ck_assert(carries(SIGNAL_HAS_PUNCT, ".", "a. b... c"));
    ck_assert(!carries(SIGNAL_HAS_PUNCT, ".", "a... b.."));
    ck_assert(carries(SIGNAL_HAS_PUNCT, "...", "a.. b"));
    ck_assert(!carries(SIGNAL_HAS_PUNCT, "...", "a. b. c."));
    ck_assert(carries(SIGNAL_HAS_PUNCT, "-", "well-known"));
    ck_assert(carries(SIGNAL_HAS_PUNCT, "\"", "he said \"no\""));
    ck_assert(!carries(SIGNAL_HAS_PUNCT, "(", "no)"));
    ck_assert(carries(SIGNAL_HAS_PUNCT, "*", "so *very* so"));
}
END_TEST

START_TEST(counts_digits_capitals_lines)
{
    ck_assert(carries(SIGNAL_WORDS, "3", "one, two -- three!"));
    ck_assert(!carries(SIGNAL_WORDS, "3", "one two"));
    ck_assert(carries(SIGNAL_LONG, "", "a b c d e f g h i j k l m n o"));
    ck_assert(!carries(SIGNAL_LONG, "", "a b c d e f g h i j k l m n"));
    ck_assert(carries(SIGNAL_DIGIT, "", "at ５ o'clock"));
    ck_assert(carries(SIGNAL_DIGIT, "", "7up"));
    ck_assert(!carries(SIGNAL_DIGIT, "", "seven"));
    ck_assert(carries(SIGNAL_NUMBER, "7", "the 7 dwarfs"));
    ck_assert(!carries(SIGNAL_NUMBER, "7", "77 or 7up"));
    ck_assert(carries(SIGNAL_CAPS, "", "this is NOT so"));
    ck_assert(carries(SIGNAL_CAPS, "", "ÄÖÜ"));
    ck_assert(!carries(SIGNAL_CAPS, "", "OK it IS so Not"));
    ck_assert(!carries(SIGNAL_CAPS, "", "日本語"));
    ck_assert(carries(SIGNAL_LINES, "", "one\ntwo"));
    ck_assert(!carries(SIGNAL_LINES, "", "one\n \n"));
}
END_TEST

START_TEST(replies_mentions_reactions_media)
{
    struct interceptor_signal signal = signal_of(SIGNAL_REPLY, "partner");
    struct evidence evidence = {.text = "x", .seat = 1, .reply_to = 3};
    ck_assert(signal_carried(&signal, &evidence));
    evidence.reply_to = 2;
    ck_assert(!signal_carried(&signal, &evidence));
    signal = signal_of(SIGNAL_REPLY, "opponent");
    ck_assert(signal_carried(&signal, &evidence));
    signal = signal_of(SIGNAL_REPLY, "bot");
    ck_assert(!signal_carried(&signal, &evidence));
    evidence.reply_to = SEAT_HOUSE;
    ck_assert(signal_carried(&signal, &evidence));
    signal = signal_of(SIGNAL_MENTION, "partner");
    evidence.mentions = 1 << 1; /* himself */
    ck_assert(!signal_carried(&signal, &evidence));
    evidence.mentions = 1 << 3;
    ck_assert(signal_carried(&signal, &evidence));
    signal = signal_of(SIGNAL_MEDIA, "gif");
    ck_assert(!signal_carried(&signal, &evidence));
    evidence.media = "gif";
    ck_assert(signal_carried(&signal, &evidence));
    signal = signal_of(SIGNAL_REACTION, "👍");
    ck_assert(!signal_carried(&signal, &evidence));
    evidence.reaction = "👍🏾";
    ck_assert(signal_carried(&signal, &evidence));
}
END_TEST

START_TEST(values_must_fit_their_kind)
{
    static const struct {
        const char *value;
        unsigned kind;
        bool fits;
    } rows[] = {
        {"tea", SIGNAL_WORD, true},         {" Tea ", SIGNAL_WORD, true},
        {"tea time", SIGNAL_WORD, false},   {"", SIGNAL_WORD, false},
        {"tea!", SIGNAL_WORD, false},       {"one", SIGNAL_PHRASE, false},
        {"a b c d e", SIGNAL_PHRASE, true}, {"a b c d e f", SIGNAL_PHRASE, false},
        {"😀", SIGNAL_EMOJI, true},          {"a", SIGNAL_EMOJI, false},
        {"😀😀", SIGNAL_EMOJI, false},        {"(", SIGNAL_ENDS_PUNCT, false},
        {"…", SIGNAL_ENDS_PUNCT, true},     {")", SIGNAL_HAS_PUNCT, false},
        {"(", SIGNAL_HAS_PUNCT, true},      {"0", SIGNAL_WORDS, false},
        {"7", SIGNAL_WORDS, false},         {"6", SIGNAL_WORDS, true},
        {"12", SIGNAL_NUMBER, true},        {"1.5", SIGNAL_NUMBER, false},
        {"-1", SIGNAL_NUMBER, false},       {"", SIGNAL_LONG, true},
        {"x", SIGNAL_LONG, false},          {"bot", SIGNAL_REPLY, true},
        {"bot", SIGNAL_MENTION, false},     {"video", SIGNAL_MEDIA, false},
        {"scratch", SIGNAL_CUSTOM, true},   {"  ", SIGNAL_CUSTOM, false},
        {"👍", SIGNAL_REACTION, true},       {"🇩🇪", SIGNAL_LAST_EMOJI, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct interceptor_signal signal = signal_of(rows[i].kind, rows[i].value);
        ck_assert_msg(signal_fits(&signal) == rows[i].fits, "row %zu: %s", i, rows[i].value);
    }
}
END_TEST

static bool overlap(unsigned a, const char *value_a, unsigned b, const char *value_b)
{
    struct interceptor_signal one = signal_of(a, value_a);
    struct interceptor_signal other = signal_of(b, value_b);
    bool result = signal_overlaps(&one, &other);
    ck_assert_int_eq(result, signal_overlaps(&other, &one));
    return result;
}

START_TEST(pairs_that_always_come_together)
{
    ck_assert(overlap(SIGNAL_WORD, "tea", SIGNAL_WORD, "TEA"));
    ck_assert(overlap(SIGNAL_PHRASE, "a nice tea", SIGNAL_PHRASE, "nice tea"));
    ck_assert(!overlap(SIGNAL_PHRASE, "a nice tea", SIGNAL_PHRASE, "a tea"));
    ck_assert(overlap(SIGNAL_LAST_WORD, "well", SIGNAL_WORD, "well"));
    ck_assert(!overlap(SIGNAL_FIRST_WORD, "tea", SIGNAL_PHRASE, "tea time"));
    ck_assert(overlap(SIGNAL_LAST_EMOJI, "😀", SIGNAL_EMOJI, "😀"));
    ck_assert(overlap(SIGNAL_NUMBER, "7", SIGNAL_DIGIT, ""));
    ck_assert(overlap(SIGNAL_WORD, "7up", SIGNAL_DIGIT, ""));
    ck_assert(overlap(SIGNAL_PHRASE, "my 2 cents", SIGNAL_DIGIT, ""));
    ck_assert(overlap(SIGNAL_WORD, "7", SIGNAL_NUMBER, "7"));
    ck_assert(!overlap(SIGNAL_NUMBER, "7", SIGNAL_NUMBER, "77"));
    ck_assert(overlap(SIGNAL_EMOJI, "1\ufe0f\u20e3", SIGNAL_DIGIT, ""));
    ck_assert(overlap(SIGNAL_ENDS_PUNCT, "…", SIGNAL_HAS_PUNCT, "..."));
    ck_assert(!overlap(SIGNAL_ENDS_PUNCT, "...", SIGNAL_HAS_PUNCT, "."));
    ck_assert(overlap(SIGNAL_WORD, "well-known", SIGNAL_HAS_PUNCT, "-"));
    ck_assert(!overlap(SIGNAL_PHRASE, "well, well", SIGNAL_HAS_PUNCT, ","));
    ck_assert(overlap(SIGNAL_CAPS, "", SIGNAL_CAPS, ""));
    ck_assert(!overlap(SIGNAL_LONG, "", SIGNAL_WORDS, "3"));
    ck_assert(!overlap(SIGNAL_EMOJI, "😀", SIGNAL_REACTION, "😀"));
    ck_assert(overlap(SIGNAL_REACTION, "👍", SIGNAL_REACTION, "👍🏽"));
    ck_assert(!overlap(SIGNAL_REPLY, "partner", SIGNAL_REPLY, "bot"));
}
END_TEST

START_TEST(guesses_same_and_near)
{
    struct interceptor_signal word = signal_of(SIGNAL_WORD, "coffee");
    struct interceptor_signal emoji = signal_of(SIGNAL_EMOJI, "👍");
    struct interceptor_signal guess = signal_of(SIGNAL_LAST_WORD, "Coffee");
    ck_assert(signal_same(&guess, &word, false));
    ck_assert(!signal_same(&guess, &word, true));
    guess = signal_of(SIGNAL_WORD, "toffee");
    ck_assert(!signal_same(&guess, &word, false));
    ck_assert(signal_near(&guess, &word));
    guess = signal_of(SIGNAL_PHRASE, "black coffee");
    ck_assert(signal_near(&guess, &word));
    guess = signal_of(SIGNAL_PHRASE, "black coffees");
    ck_assert(!signal_near(&guess, &word));
    guess = signal_of(SIGNAL_LAST_EMOJI, "👍🏽");
    ck_assert(signal_same(&guess, &emoji, false));
    guess = signal_of(SIGNAL_REACTION, "👍");
    ck_assert(!signal_same(&guess, &emoji, false));
    ck_assert(!signal_near(&guess, &emoji));
    guess = signal_of(SIGNAL_CUSTOM, "thumbs");
    ck_assert(signal_near(&guess, &emoji));
    word = signal_of(SIGNAL_WORD, "team");
    guess = signal_of(SIGNAL_WORD, "tea"); /* both must have four letters */
    ck_assert(!signal_near(&guess, &word));
    ck_assert(!signal_near(&word, &guess));
    guess = signal_of(SIGNAL_WORD, "teams");
    ck_assert(signal_near(&guess, &word));
    ck_assert(signal_near(&word, &guess));
    word = signal_of(SIGNAL_NUMBER, "1234");
    guess = signal_of(SIGNAL_NUMBER, "1235");
    ck_assert(!signal_near(&guess, &word)); /* not a letter among them */
}
END_TEST

static enum refusal reg(const char *options, const char *documents, const char *money)
{
    kit_deal("interceptor", options, NULL);
    return in_register(0, documents, money);
}

#define TEA             "{\"kind\":\"word\",\"value\":\"tea\"}"
#define OF(kind, value) "{\"kind\":\"" kind "\",\"value\":\"" value "\"}"

START_TEST(register_refuses_bad_signals)
{
    static const char *const bad[] = {
        OF("word", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddx"),
        OF("word", "/tea"),
        OF("phrase", "@tea time"),
        OF("custom", "scratch my head"),
        OF("typing", "now"),
        OF("reply", "partner"),
        OF("mention", "partner"),
        OF("reaction", "👍"),
        OF("media", "gif"),
        OF("word", "two words"),
        OF("words", "7"),
        OF("digit", "x"),
        "{\"kind\":\"word\"}",
        OF("word", ""),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(reg("", bad[i], TEA) == REFUSAL_BAD_SIGNAL, "%s", bad[i]);
        ck_assert_str_eq(kit_why("argument"), "documents");
        ck_assert_int_eq(reg("", TEA, bad[i]), REFUSAL_BAD_SIGNAL);
        ck_assert_str_eq(kit_why("argument"), "money");
    }
    char many[3000];
    snprintf(many, sizeof many, OF("word", "%02500d"), 7);
    ck_assert_int_eq(reg("", many, TEA), REFUSAL_BAD_SIGNAL);
    ck_assert_str_eq(kit_why("problem"), "too_long");
    ck_assert_int_eq(reg("", OF("word", "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"), TEA),
                     REFUSAL_NONE);
    ck_assert_int_eq(reg("", "{\"kind\":\"words\",\"value\":\"3\"}", TEA), REFUSAL_NONE);
    ck_assert_int_eq(reg("", OF("digit", "-"), TEA), REFUSAL_NONE);
    ck_assert_int_eq(reg("", "{\"kind\":\"digit\",\"value\":null}", TEA), REFUSAL_NONE);
}
END_TEST

START_TEST(register_refuses_symbol_words)
{
    static const char *const bad[] = {
        OF("word", "money"),      OF("word", "Documents"),  OF("phrase", "show me the money"),
        OF("emoji", "💰"),         OF("emoji", "📄"),         OF("word", "doc"),
        OF("custom", "say docs"), OF("word", "ｍｏｎｅｙ"),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_msg(reg("honour_signals=on", bad[i], TEA) == REFUSAL_SYMBOL_WORD, "%s", bad[i]);
    }
    ck_assert_int_eq(reg("", OF("word", "doctor"), TEA), REFUSAL_NONE);
}
END_TEST

START_TEST(register_options_open_more_kinds)
{
    ck_assert_int_eq(reg("honour_signals=on", OF("custom", "scratch"), TEA), REFUSAL_NONE);
    ck_assert_int_eq(reg("signal_mode=native", OF("reply", "partner"), TEA), REFUSAL_NONE);
    ck_assert_int_eq(reg("signal_mode=native", OF("reaction", "👍"), OF("media", "gif")),
                     REFUSAL_NONE);
    ck_assert_int_eq(reg("signal_mode=native", OF("custom", "scratch"), TEA), REFUSAL_BAD_SIGNAL);
}
END_TEST

START_TEST(register_refuses_bad_arguments)
{
    kit_deal("interceptor", "", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register", NULL);
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register", "{\"documents\":" TEA "}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register", "{\"documents\":5,\"money\":" TEA "}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register",
                "{\"documents\":{\"value\":\"x\"},\"money\":" TEA "}");
    ck_assert_str_eq(kit_why("argument"), "documents.kind");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register",
                "{\"documents\":{\"kind\":\"word\",\"value\":\"a\",\"more\":1},\"money\":" TEA "}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 0, "register",
                "{\"documents\":{\"kind\":\"word\",\"value\":[]},\"money\":" TEA "}");
    kit_refused(REFUSAL_NOT_SEATED, SEAT_MODERATOR, "register", NULL);
    kit_refused(REFUSAL_WRONG_PHASE, 0, "play", "{\"symbol\":\"money\"}");
}
END_TEST

START_TEST(register_confirm_and_lock)
{
    kit_deal("interceptor", "", NULL);
    kit_refused(REFUSAL_NOT_YOURS, 0, "confirm", NULL);
    kit_good(0, "register", "{\"documents\":" TEA ",\"money\":{\"kind\":\"caps\"}}");
    ck_assert_int_eq(kit_events(0x5, "interceptor.proposed"), 1);
    ck_assert_uint_eq(kit_out()->event_count, 1);
    ck_view(2, "proposal.by", "0");
    ck_assert_str_eq(kit_owed(), "1:register@120000 2:confirm@120000 3:register@120000");
    ck_view(1, "proposal", "null");
    ck_view(0, "signals", "null");
    kit_refused(REFUSAL_NOT_YOURS, 0, "confirm", NULL);
    kit_refused(REFUSAL_NOT_YOURS, 1, "confirm", NULL);
    kit_good(2, "register", "{\"documents\":{\"kind\":\"lines\"},\"money\":{\"kind\":\"caps\"}}");
    kit_refused(REFUSAL_NOT_YOURS, 2, "confirm", NULL);
    kit_good(0, "confirm", NULL);
    ck_view(SEAT_CROWD, "ready", "{\"officials\":true,\"journalists\":false}");
    ck_view(0, "signals.documents", "{\"kind\":\"lines\",\"value\":null}");
    ck_view(2, "signals.documents", "{\"kind\":\"lines\",\"value\":null}");
    ck_view(1, "signals", "null");
    ck_view(SEAT_CROWD, "signals", "null");
    kit_refused(REFUSAL_LOCKED, 0, "register",
                "{\"documents\":" TEA ",\"money\":{\"kind\":\"caps\"}}");
    kit_refused(REFUSAL_LOCKED, 0, "confirm", NULL);
    kit_refused(REFUSAL_LOCKED, 2, "confirm", NULL);
    ck_assert_int_eq(in_register(3, TEA, "{\"kind\":\"caps\"}"), REFUSAL_NONE);
    ck_phase("leader");
}
END_TEST

START_TEST(register_warns_about_very_common_words)
{
    kit_deal("interceptor", "", NULL);
    kit_good(0, "register", "{\"documents\":" OF("word", "The") ",\"money\":" TEA "}");
    ck_assert_int_eq(kit_events(0x1, "interceptor.common"), 1);
    ck_assert_str_eq(kit_event("interceptor.common"),
                     "{\"symbol\":\"documents\",\"value\":\"The\"}");
}
END_TEST

START_TEST(calls_must_fit_their_kind)
{
    in_deal("", "\"leader\":0,");
    ck_assert_int_eq(in_call(1, "word", "two words", "money"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(in_call(1, "typing", "x", "money"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(in_call(1, "words", "9", "money"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(in_call(1, "digit", "4", "money"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(in_call(1, "word", "tea", "gold"), REFUSAL_BAD_ARGUMENT);
    ck_assert_int_eq(in_call(1, "word", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddx", "money"),
                     REFUSAL_BAD_ARGUMENT);
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "call", "{\"kind\":\"word\",\"symbol\":\"money\"}");
    kit_refused(REFUSAL_BAD_ARGUMENT, 1, "call", "{\"kind\":\"word\",\"value\":\"tea\"}");
    ck_hands(4, 4, 4, 4, 0);
    /* what fits is taken, even what this table could not have agreed on */
    ck_assert_int_eq(in_call(1, "reply", "partner", "money"), REFUSAL_NONE);
    ck_assert_int_eq(in_call(1, "word", "money", "money"), REFUSAL_NONE);
    kit_good(1, "call", "{\"kind\":\"words\",\"value\":\"4\",\"symbol\":\"documents\"}");
    kit_refused(REFUSAL_OWN_SIGNAL, 3, "call",
                "{\"kind\":\"words\",\"value\":\"4\",\"symbol\":\"money\"}");
    ck_hands(4, 1, 4, 4, 3);
}
END_TEST

Suite *suite_interceptor_signal(void);

Suite *suite_interceptor_signal(void)
{
    Suite *suite = suite_create("interceptor_signal");
    TCase *tcase = tcase_create("signal");
    tcase_add_test(tcase, word_and_phrase);
    tcase_add_test(tcase, emoji_of_every_make);
    tcase_add_test(tcase, punctuation_and_runs_of_dots);
    tcase_add_test(tcase, counts_digits_capitals_lines);
    tcase_add_test(tcase, replies_mentions_reactions_media);
    tcase_add_test(tcase, values_must_fit_their_kind);
    tcase_add_test(tcase, pairs_that_always_come_together);
    tcase_add_test(tcase, guesses_same_and_near);
    tcase_add_test(tcase, register_refuses_bad_signals);
    tcase_add_test(tcase, register_refuses_symbol_words);
    tcase_add_test(tcase, register_options_open_more_kinds);
    tcase_add_test(tcase, register_refuses_bad_arguments);
    tcase_add_test(tcase, register_confirm_and_lock);
    tcase_add_test(tcase, register_warns_about_very_common_words);
    tcase_add_test(tcase, calls_must_fit_their_kind);
    suite_add_tcase(suite, tcase);
    return suite;
}
