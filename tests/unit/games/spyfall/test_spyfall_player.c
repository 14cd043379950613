/* House players of Spyfall: they break no rule, find spies and places more often than by chance,
 * say what fits, and look at nothing but their own seat. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "book_file.h"
#include "drive.h"
#include "spyfall/spyfall_ear.h"
#include "spyfall/spyfall_private.h"

static struct book_file file;

/* What is counted of many rounds. */
struct count {
    unsigned ends[SPYFALL_ENDS];
    unsigned rounds;
    unsigned guesses;
    unsigned right;
    unsigned questions;
};

static void open_book(void)
{
    setenv("DD_SOURCE_DIR", DD_SOURCE_DIR, 0);
    book_file_read(&file, "spyfall");
    ck_assert_uint_ge(file.book.count, 81);
}

static void close_book(void)
{
    book_file_free(&file);
}

static void told(void *context, const struct drive *drive, enum message message,
                 const struct value_tree *facts, uint16_t args)
{
    struct count *count = context;
    (void)drive;
    count->questions += message == MSG_SPYFALL_ASKED;
    if (message == MSG_SPYFALL_GUESSED) {
        count->guesses++;
        count->right += facts->fact[value_find(facts, args, "right")].number != 0;
    }
    if (message == MSG_SPYFALL_ROUND_OVER) {
        const char *end = facts->fact[value_find(facts, args, "end")].text;
        for (int i = 0; i < SPYFALL_ENDS; i++) {
            count->ends[i] += strcmp(spyfall_ends[i], end) == 0;
        }
        count->rounds++;
    }
}

static void play(struct count *count, unsigned seats, unsigned games, const char *option,
                 const char *value)
{
    struct drive *drive = drive_new(&spyfall_game, &file.book);
    ck_assert(option == NULL || drive_option(drive, option, value));
    ck_assert(option == NULL || drive_option(drive, "rounds", "2"));
    drive->told = told;
    drive->context = count;
    for (unsigned i = 0; i < games; i++) {
        ck_assert(drive_deal(drive, seats, 1000 + i, &file.pack));
        ck_assert(drive_play(drive, 4000));
    }
    ck_assert_msg(drive->refused == 0, "%s=%s: %s", option, value, drive->last_refusal);
    free(drive);
}

static unsigned spy_wins(const struct count *count)
{
    return count->ends[SPYFALL_SPY_GUESSED] + count->ends[SPYFALL_INNOCENT_INDICTED] +
           count->ends[SPYFALL_CLOCK];
}

START_TEST(spies_and_agents_both_have_a_game)
{
    struct count count = {.rounds = 0};
    play(&count, 6, 12, NULL, NULL);
    ck_assert_uint_eq(count.rounds, 60);
    /* a blind guess is right one time in thirty, a blind accusation one in five */
    ck_assert_uint_ge((uintmax_t)count.right * 100, (uintmax_t)count.guesses * 40);
    ck_assert_uint_ge(count.ends[SPYFALL_SPY_INDICTED],
                      (uintmax_t)4 * count.ends[SPYFALL_INNOCENT_INDICTED]);
    ck_assert_uint_ge((uintmax_t)spy_wins(&count) * 100, (uintmax_t)count.rounds * 20);
    ck_assert_uint_le((uintmax_t)spy_wins(&count) * 100, (uintmax_t)count.rounds * 75);
}
END_TEST

START_TEST(any_number_of_seats_and_any_option_breaks_no_rule)
{
    static const char *const options[][2] = {
        {"pace", "async"},           {"vote", "simultaneous"},     {"final_vote", "on"},
        {"last_guess", "on"},        {"clock_in_vote", "running"}, {"guess_during_vote", "blocked"},
        {"first_asker", "random"},   {"tie", "extra_round"},       {"roles", "on"},
        {"table_talk", "turns_only"}};
    for (unsigned seats = 4; seats <= 12; seats++) {
        struct count count = {.rounds = 0};
        play(&count, seats, 1, "rounds", "2");
        ck_assert_uint_eq(count.rounds, 2);
    }
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct count count = {.rounds = 0};
        play(&count, 5, 1, options[i][0], options[i][1]);
    }
}
END_TEST

/* Somebody's own words: the topic is heard, and whether they go with a place. */
START_TEST(own_words_are_understood)
{
    static const char *const asked[][2] = {
        {"is it LOUD?", "noise"},
        {"so is it really that loud in here", "noise"},
        {"may i eat my own sandwich", "food"},
        {"Do I need sunglasses", "light"},
        {"would a tie be silly on me", "clothes"},
        {"does it smell of anything", "smell"},
    };
    struct ear_words words;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const char *topic = ear_topic(&file.book, asked[i][0]);
        ck_assert_msg(topic != NULL && strcmp(topic, asked[i][1]) == 0, "%s: %s", asked[i][0],
                      topic != NULL ? topic : "nothing");
    }
    ck_assert_ptr_null(ear_topic(&file.book, ""));
    ck_assert_ptr_null(ear_topic(&file.book, "銀行?"));
    ear_read(&words, "only when the boss wears an apron, it helps");
    ck_assert_int_gt(ear_fit(ear_section(&file.book, "Bakery"), &words),
                     ear_fit(ear_section(&file.book, "Beach"), &words));
    ck_assert_ptr_null(ear_section(&file.book, "Moon"));
    ck_assert_int_eq(ear_fit(NULL, &words), 0);
}
END_TEST

/* A seat's sight of two games that differ only in what it may not know is the same, so its player
 * does the same: the spy at two places, an agent with two spies. */
START_TEST(a_player_knows_what_its_seat_knows)
{
    static const char *const pinned[][2] = {
        {"{\"locations\":[\"Bank\",\"Beach\",\"Zoo\"],"
         "\"rounds\":[{\"location\":\"Bank\",\"spy\":0}]}",
         "{\"locations\":[\"Bank\",\"Beach\",\"Zoo\"],"
         "\"rounds\":[{\"location\":\"Zoo\",\"spy\":0}]}"},
        {"{\"locations\":[\"Bank\",\"Beach\",\"Zoo\"],"
         "\"rounds\":[{\"location\":\"Bank\",\"spy\":1}]}",
         "{\"locations\":[\"Bank\",\"Beach\",\"Zoo\"],"
         "\"rounds\":[{\"location\":\"Bank\",\"spy\":2}]}"},
    };
    for (int i = 0; i < 2; i++) {
        char done[2][4096];
        for (int world = 0; world < 2; world++) {
            static struct value fact[64];
            static char text[2048];
            struct value_tree facts;
            struct owed_list owed;
            struct rng rng;
            struct player_sight sight;
            struct drive *drive = drive_new(&spyfall_game, &file.book);
            struct deal deal = {.seats = 4, .options = drive->options, .at_ms = 1};
            value_init(&facts, fact, 64, text, sizeof text);
            ck_assert(value_parse(&facts, pinned[i][world], strlen(pinned[i][world])));
            deal.pinned = &facts;
            drive->seats = 4;
            rng_init(&drive->rng, (const uint8_t[RNG_SEED_BYTES]){7});
            ck_assert_int_eq(rules_deal(&spyfall_game, drive->state, &deal, &drive->out), 0);
            drive_sight(drive, 0, &owed, &rng, &sight);
            move_init(&drive->move, NULL, 0, 1);
            ck_assert(spyfall_game.player->choose(drive->memory[0], &sight, &drive->move));
            ck_assert_str_eq(drive->move.row->name, "ask");
            ck_assert_uint_gt(value_print(&drive->move.args, done[world], sizeof done[world]), 0);
            free(drive);
        }
        ck_assert_str_eq(done[0], done[1]);
    }
}
END_TEST

/* The book has for every place each topic, and nothing that names the place. */
START_TEST(every_place_has_its_lines)
{
    static const char *const topics[] = {"noise", "people", "clothes", "weather",
                                         "food",  "money",  "time",    "smell",
                                         "light", "rules",  "danger",  "tools"};
    for (size_t i = 0; i < file.book.count; i++) {
        const struct player_entry *entry = &file.book.entry[i];
        ck_assert_uint_ge(entry->line_count, 12);
        for (size_t t = 0; t < sizeof topics / sizeof topics[0]; t++) {
            bool found = false;
            for (size_t k = 0; k < entry->line_count; k++) {
                const struct player_line *line = &entry->line[k];
                ck_assert(line->tag != NULL && line->reply != NULL);
                ck_assert_ptr_null(strstr(line->text, entry->name));
                ck_assert_ptr_null(strstr(line->reply, entry->name));
                found = found || strcmp(line->tag, topics[t]) == 0;
            }
            ck_assert_msg(found, "%s says nothing about %s", entry->name, topics[t]);
        }
    }
}
END_TEST

Suite *suite_spyfall_player(void);

Suite *suite_spyfall_player(void)
{
    Suite *suite = suite_create("spyfall_player");
    TCase *tcase = tcase_create("house players");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, open_book, close_book);
    tcase_add_test(tcase, spies_and_agents_both_have_a_game);
    tcase_add_test(tcase, any_number_of_seats_and_any_option_breaks_no_rule);
    tcase_add_test(tcase, own_words_are_understood);
    tcase_add_test(tcase, a_player_knows_what_its_seat_knows);
    tcase_add_test(tcase, every_place_has_its_lines);
    suite_add_tcase(suite, tcase);
    return suite;
}
