/* How each house player of Spyfall talks: out of the book, never twice in a round, and so that the
 * line behind it is known again. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "book_file.h"
#include "spyfall/spyfall_ear.h"
#include "spyfall/spyfall_line.h"
#include "spyfall/spyfall_voice.h"

static const char *const names[] = {"cheerful", "careful", "dry", "bold"};
static struct book_file file;
static struct said said;
static struct rng rng;

static void set_up(void)
{
    static const uint8_t seed[RNG_SEED_BYTES] = {7};
    setenv("DD_SOURCE_DIR", DD_SOURCE_DIR, 0);
    book_file_read(&file, "spyfall");
    memset(&said, 0, sizeof said);
    rng_init(&rng, seed);
}

static void tear_down(void)
{
    book_file_free(&file);
}

static struct voice voice_of(const char *name)
{
    return (struct voice){&file.book, name, &said, &rng};
}

START_TEST(each_voice_leads_in_in_its_own_way)
{
    char out[VOICE_TEXT_BYTES];
    static const char line[] = "Only now and then.";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        unsigned led = 0;
        for (unsigned n = 0; n < 60; n++) {
            const struct voice voice = voice_of(names[i]);
            const char *text = voice_say(&voice, n % 2 == 0 ? "answer" : "ask", line, out);
            size_t lead = voice_lead(&file.book, text);
            ck_assert_str_eq(text + lead, line);
            if (lead > 0) {
                char alone[VOICE_TEXT_BYTES] = {0};
                memcpy(alone, text, lead - 1);
                ck_assert_msg(!said_has(&said, alone), "%s: %s again", names[i], alone);
                said_add_part(&said, text, lead - 1);
                led++;
            }
        }
        ck_assert_msg(led >= 10 && led <= 30, "%s: %u of 60", names[i], led);
    }
}
END_TEST

START_TEST(without_a_voice_lines_are_said_as_they_are)
{
    char out[VOICE_TEXT_BYTES];
    static const char *const none[] = {NULL, "", "grumpy",
                                       "a name that is far too long for any voice to have it"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        const struct voice voice = voice_of(none[i]);
        for (unsigned n = 0; n < 40; n++) {
            ck_assert_str_eq(voice_say(&voice, "answer", "Yes.", out), "Yes.");
        }
        ck_assert_ptr_null(voice_away(&file.book, none[i]));
    }
    ck_assert_uint_eq(voice_lead(&file.book, "Hmm. Yes."), 0);
    ck_assert_uint_eq(voice_lead(&file.book, "Hm."), 0);
    ck_assert_uint_eq(voice_lead(NULL, "Hm. Yes."), 0);
}
END_TEST

START_TEST(each_voice_turns_away_in_its_own_way)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct player_entry *away = voice_away(&file.book, names[i]);
        struct line_sources lines;
        unsigned own = 0;
        line_open(&lines, &file.book, NULL);
        lines.said = &said;
        lines.rng = &rng;
        lines.away = away;
        ck_assert_ptr_nonnull(away);
        for (unsigned n = 0; n < 100; n++) {
            const char *reply = line_reply(&lines, "Xyzzy, plugh?", false);
            ck_assert_ptr_nonnull(reply);
            for (size_t k = 0; k < away->line_count; k++) {
                own += strcmp(away->line[k].text, reply) == 0;
            }
        }
        ck_assert_msg(own >= 50, "%s: %u of 100", names[i], own);
    }
}
END_TEST

/* Whoever hears it knows as little of the place as of any that turns a question away. */
START_TEST(what_turns_away_goes_with_every_place)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct player_entry *away = voice_away(&file.book, names[i]);
        for (size_t k = 0; k < away->line_count; k++) {
            struct ear_heard heard;
            ear_hear(&heard, &file.book, away->line[k].text);
            ck_assert_int_eq(heard.everywhere, EAR_LIKENESS_ALL);
        }
    }
}
END_TEST

START_TEST(who_has_no_book_says_nothing)
{
    struct line_sources lines;
    static const char *const topics[] = {NULL};
    line_open(&lines, NULL, NULL);
    lines.said = &said;
    lines.rng = &rng;
    ck_assert_ptr_null(line_reply(&lines, "Is it loud?", false));
    ck_assert_ptr_null(line_question(&lines, topics, 30));
}
END_TEST

Suite *suite_spyfall_voice(void);

Suite *suite_spyfall_voice(void)
{
    Suite *suite = suite_create("spyfall_voice");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, each_voice_leads_in_in_its_own_way);
    tcase_add_test(tcase, without_a_voice_lines_are_said_as_they_are);
    tcase_add_test(tcase, each_voice_turns_away_in_its_own_way);
    tcase_add_test(tcase, what_turns_away_goes_with_every_place);
    tcase_add_test(tcase, who_has_no_book_says_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
