/* House players of Interceptor: what they say carries what it should, they hear what others mean,
 * they answer honestly, and how well they do has a floor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "book_file.h"
#include "drive.h"
#include "interceptor/interceptor.h"
#include "interceptor/interceptor_ear.h"
#include "interceptor/interceptor_player.h"
#include "interceptor/interceptor_speech.h"
#include "measure.h"

static struct book_file file;

static void open_words(void)
{
    setenv("DD_SOURCE_DIR", DD_SOURCE_DIR, 0);
    book_file_read(&file, "interceptor");
}

static void close_words(void)
{
    book_file_free(&file);
}

static struct interceptor_signal signal_of(enum signal_kind kind, const char *value)
{
    struct interceptor_signal signal = {.kind = (uint8_t)kind};
    memcpy(signal.value, value, strlen(value) + 1);
    return signal;
}

static void seed(struct rng *rng, uint8_t with)
{
    uint8_t bytes[RNG_SEED_BYTES] = {with};
    rng_init(rng, bytes);
}

/* Games end in all ways, and few before the cards begin to matter. */
static void is_a_game_of_cards(const struct measure *measure)
{
    unsigned ended = 0;
    unsigned median = 0;
    for (unsigned round = 0; round < MEASURE_ROUNDS; round++) {
        ended += measure->rounds[round];
        median += ended * 2 < measure->over;
    }
    unsigned early = measure->rounds[1] + measure->rounds[2] + measure->rounds[3];
    ck_assert_uint_eq(ended, measure->over);
    ck_assert_uint_ge(median, 5);
    ck_assert_uint_le((uintmax_t)early * 100, (uintmax_t)measure->over * 35);
    ck_assert_uint_ge((uintmax_t)measure->interceptions * 100, (uintmax_t)measure->games * 35);
    ck_assert_uint_ge((uintmax_t)measure->by_cards * 100, (uintmax_t)measure->games * 25);
    ck_assert_uint_ge(measure->by_wrong, 5);
}

static void plays_well(const char *option, const char *value)
{
    struct measure measure = {0};
    struct drive *drive = drive_new(&interceptor_game, &file.spoken);
    ck_assert(option == NULL || drive_option(drive, option, value));
    measure_play(&measure, drive, 4, option == NULL ? 200 : 20, 1000, NULL);
    ck_assert_msg(measure.refused == 0, "%s", measure.last_refusal);
    ck_assert_uint_eq(measure.over, measure.games);
    ck_assert_uint_eq(measure.matched, measure.pairs);
    if (option == NULL) {
        ck_assert_uint_gt(measure.pairs, 600);
        /* a blind call is right one time in a hundred at the most: speech_choose() */
        ck_assert_uint_ge((uintmax_t)measure.right * 100, (uintmax_t)measure.calls * 50);
        ck_assert_uint_le((uintmax_t)measure.right * 100, (uintmax_t)measure.calls * 90);
        is_a_game_of_cards(&measure);
    }
    free(drive);
}

START_TEST(partners_match_and_calls_are_right)
{
    plays_well(NULL, NULL);
}
END_TEST

START_TEST(no_option_makes_them_break_a_rule)
{
    static const char *const options[][2] = {
        {"variant", "everyone_corrupt"},
        {"last_call", "on"},
        {"split_confirm", "on"},
        {"match", "strict"},
        {"match", "referee_all"},
        {"call_needs_spare", "on"},
        {"floor", "off"},
        {"cardless", "end_now"},
        {"repeat_guess", "charge"},
        {"call_from", "first_signal"},
        {"near", "always_wrong"},
        {"max_rounds", "2"},
        {"honour_signals", "on"},
        {"table_talk", "silent"},
        {"autoplay", "on"},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        plays_well(options[i][0], options[i][1]);
    }
}
END_TEST

/* Whatever a partner may have agreed on, the house finds a sentence for it. */
START_TEST(every_signal_of_a_message_is_said)
{
    static const struct {
        enum signal_kind kind;
        const char *value;
    } signals[] = {
        {SIGNAL_WORD, "rhubarb"},    {SIGNAL_WORD, "teapot"},      {SIGNAL_PHRASE, "to be fair"},
        {SIGNAL_FIRST_WORD, "so"},   {SIGNAL_LAST_WORD, "indeed"}, {SIGNAL_EMOJI, "🦊"},
        {SIGNAL_LAST_EMOJI, "🙂"}, {SIGNAL_ENDS_PUNCT, "."},     {SIGNAL_ENDS_PUNCT, "!"},
        {SIGNAL_ENDS_PUNCT, "?"},    {SIGNAL_ENDS_PUNCT, "..."},   {SIGNAL_ENDS_PUNCT, ","},
        {SIGNAL_ENDS_PUNCT, ";"},    {SIGNAL_ENDS_PUNCT, ":"},     {SIGNAL_ENDS_PUNCT, ")"},
        {SIGNAL_HAS_PUNCT, ","},     {SIGNAL_HAS_PUNCT, ";"},      {SIGNAL_HAS_PUNCT, ":"},
        {SIGNAL_HAS_PUNCT, "("},     {SIGNAL_HAS_PUNCT, "\""},     {SIGNAL_HAS_PUNCT, "*"},
        {SIGNAL_HAS_PUNCT, "-"},     {SIGNAL_HAS_PUNCT, "!"},      {SIGNAL_WORDS, "1"},
        {SIGNAL_WORDS, "2"},         {SIGNAL_WORDS, "3"},          {SIGNAL_WORDS, "4"},
        {SIGNAL_WORDS, "5"},         {SIGNAL_WORDS, "6"},          {SIGNAL_LONG, ""},
        {SIGNAL_DIGIT, ""},          {SIGNAL_NUMBER, "42"},        {SIGNAL_CAPS, ""},
        {SIGNAL_LINES, ""},
    };
    const size_t count = sizeof signals / sizeof signals[0];
    char text[SPEECH_BYTES_MAX];
    struct rng rng;
    seed(&rng, 7);
    for (size_t i = 0; i < count * count; i++) {
        struct interceptor_signal need =
            signal_of(signals[i / count].kind, signals[i / count].value);
        struct interceptor_signal other =
            signal_of(signals[i % count].kind, signals[i % count].value);
        if (i / count == i % count || signal_overlaps(&need, &other)) {
            continue;
        }
        const bool said = speech_write(&rng, &file.spoken, NULL, &need, &other, text);
        const struct evidence evidence = {.text = text, .reply_to = SEAT_NONE};
        ck_assert_msg(said, "%s %s without %s %s", signal_kind_name(need.kind), need.value,
                      signal_kind_name(other.kind), other.value);
        ck_assert(signal_carried(&need, &evidence));
        ck_assert(!signal_carried(&other, &evidence));
        ck_assert(!signal_names_symbol(text));
    }
}
END_TEST

/* A language whose words lack a section, or are no signals, says nothing. */
START_TEST(without_words_nothing_is_said)
{
    static const struct player_line line = {.text = "?!"};
    struct player_entry sections[64];
    struct player_book book = {.entry = sections, .count = file.spoken.count};
    struct interceptor_signal need = signal_of(SIGNAL_ENDS_PUNCT, "!");
    struct interceptor_signal other = signal_of(SIGNAL_EMOJI, "🙂");
    struct interceptor_signal pair[SYMBOLS];
    char text[SPEECH_BYTES_MAX];
    struct rng rng;
    seed(&rng, 7);
    ck_assert_uint_le(file.spoken.count, 64);
    ck_assert(speech_write(&rng, &file.spoken, NULL, &need, &other, text));
    ck_assert(speech_choose_signals(&rng, &file.spoken, NULL, pair));
    ck_assert(!speech_write(&rng, NULL, NULL, &need, &other, text));
    for (size_t i = 0; i < file.spoken.count; i++) {
        if (strchr(file.spoken.entry[i].name, '_') != NULL) {
            continue; /* of one voice: may be missing */
        }
        memcpy(sections, file.spoken.entry, file.spoken.count * sizeof *sections);
        sections[i].name = "lost";
        ck_assert_msg(!speech_write(&rng, &book, NULL, &need, &other, text), "without %s",
                      file.spoken.entry[i].name);
        ck_assert(!speech_choose_signals(&rng, &book, NULL, pair));
        sections[i] = (struct player_entry){file.spoken.entry[i].name, &line, 0};
        ck_assert(!speech_choose_signals(&rng, &book, NULL, pair));
    }
    for (size_t i = 0; i < file.spoken.count; i++) {
        sections[i] = (struct player_entry){file.spoken.entry[i].name, &line, 1};
    }
    for (int i = 0; i < 50; i++) {
        if (speech_choose_signals(&rng, &book, NULL, pair)) {
            ck_assert_int_eq(pair[0].kind, SIGNAL_ENDS_PUNCT);
            ck_assert_int_eq(pair[1].kind, SIGNAL_ENDS_PUNCT);
        }
    }
}
END_TEST

/* How many of a hundred messages of a voice have a text of this section of the words. */
static int said_of(const char *voice, const char *section, bool question)
{
    const struct interceptor_signal need =
        question ? signal_of(SIGNAL_ENDS_PUNCT, "?") : signal_of(SIGNAL_HAS_PUNCT, ".");
    const struct interceptor_signal other = signal_of(SIGNAL_WORD, "rhubarb");
    struct rng rng;
    int count = 0;
    seed(&rng, 9);
    for (int i = 0; i < 100; i++) {
        char text[SPEECH_BYTES_MAX];
        bool found = false;
        ck_assert(speech_write(&rng, &file.spoken, voice, &need, &other, text));
        for (size_t n = 0; n < file.spoken.count; n++) {
            const struct player_entry *entry = &file.spoken.entry[n];
            for (size_t k = 0; strcmp(entry->name, section) == 0 && k < entry->line_count; k++) {
                found = found || strstr(text, entry->line[k].text) != NULL;
            }
        }
        count += found;
    }
    return count;
}

START_TEST(each_voice_says_it_in_its_own_way)
{
    ck_assert_int_eq(said_of("dry", "cheerful_closer", false), 0);
    ck_assert_int_ge(said_of("cheerful", "cheerful_closer", false), 4);
    ck_assert_int_ge(said_of("dry", "dry_closer", false), 4);
    ck_assert_int_ge(said_of("careful", "careful_aside", true), 4);
    ck_assert_int_ge(said_of("bold", "bold_opener", true), 4);
    /* what a voice does not have, and a voice that the language does not have */
    ck_assert_int_ge(said_of("bold", "closer", false), 4);
    ck_assert_int_ge(said_of("whiny", "closer", false), 8);
    ck_assert_int_eq(said_of(NULL, "bold_closer", false), 0);
}
END_TEST

/* "Who put it there, as it happens?" is nobody's question. */
START_TEST(a_sentence_fits_what_closes_it)
{
    ck_assert_int_ge(said_of(NULL, "aside", true), 8);
    ck_assert_int_eq(said_of("dry", "dry_closer", true), 0);
    ck_assert_int_eq(said_of("dry", "dry_aside", false), 0);
    ck_assert_int_eq(said_of("cheerful", "cheerful_closer", true), 0);
}
END_TEST

START_TEST(what_no_message_carries_is_not_said)
{
    struct interceptor_signal custom = signal_of(SIGNAL_CUSTOM, "a grin");
    struct interceptor_signal reply = signal_of(SIGNAL_REPLY, "bot");
    struct interceptor_signal word = signal_of(SIGNAL_WORD, "tea");
    ck_assert(!speech_can(&custom));
    ck_assert(!speech_can(&reply));
    ck_assert(speech_can(&word));
}
END_TEST

static bool nothing_is_useless(const void *context, const struct interceptor_signal *guess,
                               int symbol)
{
    (void)context;
    (void)guess;
    (void)symbol;
    return false;
}

static void inbound(struct ear *ear, const char *text, int symbol)
{
    const int8_t cards[4] = {SYMBOL_NONE, (int8_t)symbol, SYMBOL_NONE, SYMBOL_NONE};
    ear_hears(ear, 1, text);
    ear_sees(ear, cards);
}

START_TEST(the_ear_finds_the_word_that_returns)
{
    static struct ear ear;
    struct ear_guess guess;
    ck_assert(!ear_guess(&ear, SYMBOL_MONEY, nothing_is_useless, NULL, &guess));
    inbound(&ear, "The cat wants more coffee.", SYMBOL_MONEY);
    ck_assert(ear_guess(&ear, SYMBOL_MONEY, nothing_is_useless, NULL, &guess));
    ck_assert_int_lt(guess.likely, 550); /* one sentence says little */
    inbound(&ear, "I will be late today.", SYMBOL_DOCUMENTS);
    inbound(&ear, "Is there any coffee left?", SYMBOL_MONEY);
    ck_assert(ear_guess(&ear, SYMBOL_MONEY, nothing_is_useless, NULL, &guess));
    ck_assert_int_gt(guess.likely, 550);
    ck_assert_str_eq(guess.signal.value, "coffee");
    ck_assert_int_eq(guess.signal.kind, SIGNAL_WORD);
}
END_TEST

START_TEST(a_mark_that_returns_is_heard_too)
{
    static struct ear ear;
    struct ear_guess guess;
    inbound(&ear, "Where is the ladder?", SYMBOL_DOCUMENTS);
    inbound(&ear, "My bus was full.", SYMBOL_MONEY);
    inbound(&ear, "Did it rain last night?", SYMBOL_DOCUMENTS);
    inbound(&ear, "Nobody knows her.", SYMBOL_MONEY);
    ck_assert(ear_guess(&ear, SYMBOL_DOCUMENTS, nothing_is_useless, NULL, &guess));
    ck_assert_str_eq(guess.signal.value, "?");
    ck_assert_int_gt(guess.likely, 550);
}
END_TEST

/* A message that carries the word with the other card cannot have meant it. */
START_TEST(the_other_card_rules_a_word_out)
{
    static struct ear ear;
    struct ear_guess guess;
    inbound(&ear, "More coffee, please.", SYMBOL_MONEY);
    inbound(&ear, "Cold coffee, again!", SYMBOL_DOCUMENTS);
    inbound(&ear, "The coffee is gone;", SYMBOL_MONEY);
    inbound(&ear, "Well; nobody knows.", SYMBOL_DOCUMENTS);
    ck_assert(!ear_guess(&ear, SYMBOL_MONEY, nothing_is_useless, NULL, &guess));
}
END_TEST

START_TEST(a_card_never_laid_leaves_nothing_behind)
{
    static struct ear ear;
    const int8_t none[4] = {SYMBOL_NONE, SYMBOL_NONE, SYMBOL_NONE, SYMBOL_NONE};
    ear_hears(&ear, 1, "Well, well.");
    ear_sees(&ear, none);
    ck_assert_uint_eq(ear.count, 0);
    for (int i = 0; i < EAR_HEARD_MAX + 5; i++) {
        inbound(&ear, "Tea, please.", SYMBOL_MONEY);
    }
    ck_assert_int_eq(ear_count(&ear, SYMBOL_MONEY), EAR_HEARD_MAX);
}
END_TEST

/* --- one player, asked by hand ---------------------------------------------------------------- */

static struct drive *at_play(void)
{
    struct drive *drive = drive_new(&interceptor_game, &file.spoken);
    ck_assert(drive_deal(drive, 4, 3, NULL));
    return drive;
}

static enum refusal by_hand(struct drive *drive, int seat, const char *action, const char *json)
{
    static struct move move;
    move_init(&move, rules_action(&interceptor_game, action), seat, drive->now_ms);
    ck_assert(json == NULL || value_parse(&move.args, json, strlen(json)));
    return drive_make(drive, &move);
}

/* What the house would do in this seat; its name, and the move in drive->move. */
static const char *would(struct drive *drive, int seat)
{
    struct owed_list owed;
    struct rng rng;
    struct player_sight sight;
    drive_sight(drive, seat, &owed, &rng, &sight);
    move_init(&drive->move, NULL, seat, drive->now_ms);
    if (!interceptor_player.choose(drive->memory[seat], &sight, &drive->move)) {
        return "nothing";
    }
    return drive->move.row->name;
}

START_TEST(a_partners_signals_are_taken_when_they_can_be_said)
{
    struct drive *drive = at_play();
    ck_assert(drive_option(drive, "honour_signals", "on"));
    ck_assert(drive_deal(drive, 4, 3, NULL));
    ck_assert_str_eq(would(drive, 2), "register");
    ck_assert_int_eq(by_hand(drive, 0, "register",
                             "{\"documents\":{\"kind\":\"word\",\"value\":\"rhubarb\"},"
                             "\"money\":{\"kind\":\"words\",\"value\":\"3\"}}"),
                     REFUSAL_NONE);
    ck_assert_str_eq(would(drive, 2), "confirm");
    ck_assert_int_eq(by_hand(drive, 0, "register",
                             "{\"documents\":{\"kind\":\"custom\",\"value\":\"a grin\"},"
                             "\"money\":{\"kind\":\"words\",\"value\":\"3\"}}"),
                     REFUSAL_NONE);
    ck_assert_str_eq(would(drive, 2), "register");
    ck_assert_str_eq(would(drive, 0), "nothing");
    free(drive);
}
END_TEST

/* A near guess is answered as an honest owner would. */
static const char *ruling(const char *guess, const char *symbol)
{
    static char answer[8];
    char json[160];
    struct drive *drive = at_play();
    by_hand(drive, 0, "register",
            "{\"documents\":{\"kind\":\"word\",\"value\":\"coffee\"},"
            "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}}");
    by_hand(drive, 2, "confirm", NULL);
    by_hand(drive, 1, "register",
            "{\"documents\":{\"kind\":\"word\",\"value\":\"umbrella\"},"
            "\"money\":{\"kind\":\"ends_punct\",\"value\":\"!\"}}");
    by_hand(drive, 3, "confirm", NULL);
    ck_assert_int_eq(by_hand(drive, 0, "choose_leader", "{\"seat\":0}"), REFUSAL_NONE);
    snprintf(json, sizeof json, "{\"kind\":\"%s\",\"value\":\"%s\",\"symbol\":\"%s\"}",
             strchr(guess, ' ') != NULL ? "phrase" : "word", guess, symbol);
    ck_assert_int_eq(by_hand(drive, 1, "call", json), REFUSAL_NONE);
    ck_assert_str_eq(would(drive, 0), "rule");
    snprintf(answer, sizeof answer, "%s", value_text_at(&drive->move.args, "answer", ""));
    free(drive);
    return answer;
}

START_TEST(a_near_guess_is_ruled_honestly)
{
    ck_assert_str_eq(ruling("coffees", "documents"), "yes");
    ck_assert_str_eq(ruling("coffe", "documents"), "yes");
    ck_assert_str_eq(ruling("more coffee please", "documents"), "yes");
    ck_assert_str_eq(ruling("coffeehouses", "documents"), "no");
    ck_assert_str_eq(ruling("coffees", "money"), "no"); /* that is the signal for Documents */
}
END_TEST

Suite *suite_interceptor_player(void);

Suite *suite_interceptor_player(void)
{
    Suite *suite = suite_create("interceptor_player");
    TCase *tcase = tcase_create("interceptor_player");
    tcase_add_checked_fixture(tcase, open_words, close_words);
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, partners_match_and_calls_are_right);
    tcase_add_test(tcase, no_option_makes_them_break_a_rule);
    tcase_add_test(tcase, every_signal_of_a_message_is_said);
    tcase_add_test(tcase, without_words_nothing_is_said);
    tcase_add_test(tcase, each_voice_says_it_in_its_own_way);
    tcase_add_test(tcase, a_sentence_fits_what_closes_it);
    tcase_add_test(tcase, what_no_message_carries_is_not_said);
    tcase_add_test(tcase, the_ear_finds_the_word_that_returns);
    tcase_add_test(tcase, a_mark_that_returns_is_heard_too);
    tcase_add_test(tcase, the_other_card_rules_a_word_out);
    tcase_add_test(tcase, a_card_never_laid_leaves_nothing_behind);
    tcase_add_test(tcase, a_partners_signals_are_taken_when_they_can_be_said);
    tcase_add_test(tcase, a_near_guess_is_ruled_honestly);
    return suite;
}
