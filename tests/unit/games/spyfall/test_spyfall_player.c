/* House players of Spyfall: they break no rule, find spies and places more often than by chance,
 * answer what was asked, say nothing twice, and look at nothing but their own seat. */
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "book_file.h"
#include "measure_spyfall.h"
#include "spyfall/spyfall_ear.h"
#include "spyfall/spyfall_line.h"
#include "spyfall/spyfall_private.h"
#include "spyfall/spyfall_topic.h"

static struct book_file file;

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
    measure_spyfall(context, drive, message, facts, args);
}

static struct measure_spyfall count;

/* Plays games and counts them; options in pairs of name and value, NULL-ended. */
static void play(unsigned seats, unsigned games, const char *const *option)
{
    struct drive *drive = drive_new(&spyfall_game, &file.book);
    memset(&count, 0, sizeof count);
    for (; option != NULL && *option != NULL; option += 2) {
        ck_assert(drive_option(drive, option[0], option[1]));
    }
    drive->told = told;
    drive->context = &count;
    for (unsigned i = 0; i < games; i++) {
        ck_assert(drive_deal(drive, seats, 1000 + i, &file.pack));
        ck_assert(drive_play(drive, 4000));
    }
    ck_assert_msg(drive->refused == 0, "%s", drive->last_refusal);
    free(drive);
}

static uintmax_t percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : (uintmax_t)part * 100 / whole;
}

START_TEST(spies_and_agents_both_have_a_game)
{
    play(6, 16, NULL);
    ck_assert_uint_eq(count.rounds, 80);
    /* a blind guess is right one time in thirty, a blind accusation one in five */
    ck_assert_uint_ge(percent(count.right, count.guesses), 40);
    ck_assert_uint_ge(count.caught, (uintmax_t)4 * count.innocents);
    ck_assert_uint_le(percent(count.innocents, count.rounds), 8);
    ck_assert_uint_ge(percent(count.spy_wins, count.rounds), 35);
    ck_assert_uint_le(percent(count.spy_wins, count.rounds), 60);
}
END_TEST

/* Of a hundred answers 85 are written for the very question; hardly a line comes twice in a round.
 */
static void talk_is_good(void)
{
    ck_assert_uint_ge(count.answers, 200);
    ck_assert_uint_lt((uintmax_t)count.questions_again * 50, count.questions);
    ck_assert_uint_lt((uintmax_t)count.answers_again * 50, count.answers);
    ck_assert_uint_ge(percent(count.written, count.answers), 85);
    ck_assert_uint_le(percent(count.turned, count.answers), 8);
}

START_TEST(answers_are_written_for_their_questions_and_come_once)
{
    play(4, 4, NULL);
    talk_is_good();
    play(5, 4, NULL);
    talk_is_good();
}
END_TEST

START_TEST(a_long_round_of_many_has_enough_to_say)
{
    static const char *const longest[] = {"minutes", "10", "rounds", "3", NULL};
    play(10, 2, longest);
    talk_is_good();
    ck_assert_uint_ge(count.answers, (uintmax_t)count.rounds * 29);
}
END_TEST

START_TEST(any_number_of_seats_and_any_option_breaks_no_rule)
{
    static const char *const options[][2] = {
        {"pace", "async"},           {"vote", "simultaneous"},     {"final_vote", "on"},
        {"last_guess", "on"},        {"clock_in_vote", "running"}, {"guess_during_vote", "blocked"},
        {"first_asker", "random"},   {"tie", "extra_round"},       {"roles", "on"},
        {"table_talk", "turns_only"}};
    static const char *const two[] = {"rounds", "2", NULL};
    for (unsigned seats = 4; seats <= 12; seats++) {
        play(seats, 1, two);
        ck_assert_uint_eq(count.rounds, 2);
    }
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *const chosen[] = {options[i][0], options[i][1], "rounds", "2", NULL};
        play(5, 1, chosen);
    }
}
END_TEST

/* Somebody's own question: what it is about is heard, and what sort of answer it wants. */
START_TEST(own_questions_are_understood)
{
    static const char *const asked[][3] = {
        {"is it LOUD?", "as_yes", "noise"},
        {"so is it really that loud in here", "as_yes", "noise"},
        {"may i bring my sandwich", "as_may", "food"},
        {"do you need sunglasses then", "as_yes", "light"},
        {"would a tie be silly on me", "as_may", "clothes"},
        {"does it stink", "as_yes", "smell"},
        {"how often do you go?", "as_often", "often"},
        {"who is in charge of it all", "as_who", "boss"},
        {"would you bring your kids", "as_may", "children"},
        {"how much money should i bring", "as_many", "money"},
        {"what do you wear", "as_what", "clothes"},
    };
    static struct said said;
    const struct player_entry *all = ear_section(&file.book, "*");
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const struct player_line *line = topic_nearest(&file.book, &all, 1, &said, asked[i][0]);
        ck_assert_msg(line != NULL && strcmp(line->tag, asked[i][2]) == 0, "%s: %s", asked[i][0],
                      line != NULL ? line->text : "nothing");
        ck_assert_str_eq(topic_form(&file.book, asked[i][0]), asked[i][1]);
        ck_assert_str_eq(topic_form(&file.book, line->text), asked[i][1]);
    }
    ck_assert_ptr_null(topic_nearest(&file.book, &all, 1, &said, ""));
    ck_assert_ptr_null(topic_nearest(&file.book, &all, 1, &said, "銀行?"));
    ck_assert_ptr_null(topic_form(&file.book, "銀行?"));
}
END_TEST

/* Somebody's own answer: it goes better with some places than with others. */
START_TEST(own_answers_are_understood)
{
    struct ear_heard heard;
    ear_hear(&heard, &file.book, "something washable, and you cover your hair of course");
    ck_assert(!heard.exact);
    ck_assert_int_gt(ear_fit(&file.book, ear_section(&file.book, "Bakery"), &heard),
                     ear_fit(&file.book, ear_section(&file.book, "Beach"), &heard));
    ck_assert_ptr_null(ear_section(&file.book, "Moon"));
    ck_assert_int_eq(ear_fit(&file.book, NULL, &heard), 0);
    ear_hear(&heard, &file.book, "As little as you dare.");
    ck_assert(heard.exact);
    ck_assert_int_eq(ear_fit(&file.book, ear_section(&file.book, "Beach"), &heard), 100);
    ck_assert_int_eq(ear_fit(&file.book, ear_section(&file.book, "Bank"), &heard), 0);
    ear_hear(&heard, &file.book, "You first.");
    ck_assert_int_eq(heard.everywhere, 100);
    ear_hear(&heard, NULL, "You first.");
    ck_assert_int_eq(heard.everywhere, 0);
}
END_TEST

/* A question that the book does not have is answered as fits its topic and the place. */
START_TEST(a_topic_has_what_fits_the_place)
{
    static struct said said;
    struct rng rng;
    struct line_sources lines = {.said = &said, .rng = &rng};
    const struct player_entry *shared = ear_section(&file.book, "*beasts");
    unsigned found = 0;
    rng_init(&rng, (const uint8_t[RNG_SEED_BYTES]){6});
    line_open(&lines, &file.book, ear_section(&file.book, "Zoo"));
    const char *reply = line_reply(&lines, "what's the noise level like", false);
    for (size_t i = 0; i < shared->line_count; i++) {
        found += strcmp(shared->line[i].text, reply) == 0;
    }
    ck_assert_msg(found == 1, "%s", reply);
    line_open(&lines, &file.book, NULL);
    const char *vague = line_reply(&lines, "what's the noise level like", false);
    ck_assert_str_ne(vague, reply);
}
END_TEST

/* Nothing is said again while there is anything else; then all the same something is. */
START_TEST(who_has_said_everything_still_answers)
{
    static struct said said;
    struct rng rng;
    struct line_sources lines = {.said = &said, .rng = &rng};
    rng_init(&rng, (const uint8_t[RNG_SEED_BYTES]){5});
    line_open(&lines, &file.book, ear_section(&file.book, "Zoo"));
    memset(&said, 0, sizeof said);
    for (int i = 0; i < 50; i++) {
        const char *reply = line_reply(&lines, "Is it loud here?", false);
        ck_assert_msg(!said_has(&said, reply), "%s", reply);
        said_add(&said, reply);
    }
    for (int i = 0; i < 400; i++) {
        said_add(&said, line_reply(&lines, "Is it loud here?", i % 2 == 0));
        const struct player_line *line = line_question(&lines, (const char *const[]){NULL}, 30);
        ck_assert_ptr_nonnull(line);
        said_add(&said, line->text);
    }
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

/* How many different questions there are, or replies. */
static unsigned count_lines(bool replies)
{
    static struct said seen[8]; /* several rings, each too small alone */
    unsigned found = 0;
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < file.book.count; i++) {
        for (size_t k = 0; k < file.book.entry[i].line_count; k++) {
            const struct player_line *line = &file.book.entry[i].line[k];
            const char *text = replies ? line->reply : line->text;
            bool known = line->reply == NULL;
            for (unsigned n = 0; n < 8 && !known; n++) {
                known = said_has(&seen[n], text);
            }
            if (!known) {
                said_add(&seen[found++ / SAID_MAX % 8], text);
            }
        }
    }
    return found;
}

static bool has_group(const struct player_entry *entry)
{
    for (size_t i = 0; i < file.book.count; i++) {
        if (ear_is_group(&file.book.entry[i]) && ear_belongs(entry, &file.book.entry[i])) {
            return true;
        }
    }
    return false;
}

START_TEST(the_book_is_rich)
{
    ck_assert_uint_ge(count_lines(false), 600);
    ck_assert_uint_ge(count_lines(true), 900);
    ck_assert_uint_ge(ear_section(&file.book, "*!")->line_count, 60);
}
END_TEST

/* Every place has lines of its own and of groups, and nothing that names it. */
START_TEST(every_place_has_its_lines)
{
    for (size_t i = 0; i < file.pack.count; i++) {
        const struct player_entry *entry = ear_section(&file.book, file.pack.entry[i]);
        unsigned own = 0;
        for (size_t k = 0; k < entry->line_count; k++) {
            const struct player_line *line = &entry->line[k];
            own += line->reply != NULL;
            ck_assert_ptr_nonnull(line->tag);
            ck_assert(line->reply != NULL || strcmp(line->tag, "is") == 0);
            ck_assert_ptr_null(strstr(line->text, entry->name));
            ck_assert(line->reply == NULL || strstr(line->reply, entry->name) == NULL);
        }
        ck_assert_msg(own >= 8, "%s says %u things", entry->name, own);
        ck_assert_msg(has_group(entry), "%s is like no other place", entry->name);
    }
}
END_TEST

/* What a group answers, anybody can be asked and can answer: a spy too. */
START_TEST(every_question_of_a_group_has_replies_for_all)
{
    const struct player_entry *all = ear_section(&file.book, "*");
    for (size_t i = 0; i < file.book.count; i++) {
        const struct player_entry *group = &file.book.entry[i];
        for (size_t k = 0; ear_is_group(group) && k < group->line_count; k++) {
            unsigned replies = group->line[k].reply == NULL ? 2 : 0; /* no question */
            for (size_t n = 0; n < all->line_count; n++) {
                replies += strcmp(all->line[n].text, group->line[k].text) == 0;
            }
            ck_assert_msg(replies >= 2, "[%s] %s", group->name, group->line[k].text);
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
    tcase_add_test(tcase, answers_are_written_for_their_questions_and_come_once);
    tcase_add_test(tcase, a_long_round_of_many_has_enough_to_say);
    tcase_add_test(tcase, own_questions_are_understood);
    tcase_add_test(tcase, own_answers_are_understood);
    tcase_add_test(tcase, who_has_said_everything_still_answers);
    tcase_add_test(tcase, a_topic_has_what_fits_the_place);
    tcase_add_test(tcase, the_book_is_rich);
    tcase_add_test(tcase, every_question_of_a_group_has_replies_for_all);
    tcase_add_test(tcase, a_player_knows_what_its_seat_knows);
    tcase_add_test(tcase, every_place_has_its_lines);
    suite_add_tcase(suite, tcase);
    return suite;
}
