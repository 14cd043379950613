/* House players of Decrypto: clues that break no rule and are understood, codes of the other team
 * overheard more often than by chance, and people who are left time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "book_file.h"
#include "decrypto/decrypto.h"
#include "decrypto/decrypto_player.h"
#include "decrypto/decrypto_reader.h"
#include "decrypto/decrypto_sense.h"
#include "decrypto/decrypto_stem.h"
#include "drive.h"
#include "measure.h"
#include "read_people.h"

static struct book_file file;

static void open_book(void)
{
    setenv("DD_SOURCE_DIR", DD_SOURCE_DIR, 0);
    book_file_read(&file, "decrypto");
    ck_assert_uint_ge(file.book.count, 300);
}

static void close_book(void)
{
    book_file_free(&file);
}

static void play(struct measure *measure, unsigned seats, unsigned games, const char *option,
                 const char *value)
{
    struct drive *drive = drive_new(&decrypto_game, &file.book);
    ck_assert(option == NULL || drive_option(drive, option, value));
    memset(measure, 0, sizeof *measure);
    measure_play(measure, drive, seats, games, 500, &file.pack);
    ck_assert_msg(measure->refused == 0, "%s %s: %s", option, value, measure->last_refusal);
    ck_assert_uint_eq(measure->over, games);
    free(drive);
}

/* A blind decode and a blind interception are right one time in 24. */
START_TEST(codes_are_read_and_overheard)
{
    struct measure measure;
    play(&measure, 4, 30, NULL, NULL);
    ck_assert_uint_gt(measure.decodes, 200);
    ck_assert_uint_ge((uintmax_t)measure.decoded * 100, (uintmax_t)measure.decodes * 95);
    ck_assert_uint_ge((uintmax_t)measure.intercepted * 100, (uintmax_t)measure.intercepts * 20);
    ck_assert_uint_le((uintmax_t)measure.intercepted * 100,
                      (uintmax_t)measure.intercepts * 60); /* there is a game in it */
}
END_TEST

START_TEST(any_number_of_seats_and_any_option_breaks_no_rule)
{
    static const char *const options[][2] = {
        {"order", "simultaneous"},
        {"confirm", "on"},
        {"encryptor", "volunteer"},
        {"timer", "30s"},
        {"first_intercept", "1"},
        {"max_rounds", "3"},
        {"tiebreak_slots", "any_order"},
        {"repeat_scope", "team"},
        {"illegal_clue", "miscommunication"},
        {"autoplay", "on"},
    };
    struct measure measure;
    for (unsigned seats = 3; seats <= 8; seats++) {
        play(&measure, seats, 2, NULL, NULL);
        play(&measure, seats, 2, "confirm", "on");
    }
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        play(&measure, 5, 2, options[i][0], options[i][1]);
    }
}
END_TEST

/* Two answers and two drafts at once: each is agreed to by somebody else. */
START_TEST(drafts_are_confirmed_by_another_member)
{
    struct measure measure = {0};
    struct drive *drive = drive_new(&decrypto_game, &file.book);
    ck_assert(drive_option(drive, "order", "simultaneous"));
    ck_assert(drive_option(drive, "confirm", "on"));
    measure_play(&measure, drive, 8, 4, 900, &file.pack);
    ck_assert_msg(measure.refused == 0, "%s", measure.last_refusal);
    ck_assert_uint_eq(measure.over, 4);
    free(drive);
}
END_TEST

/* A community's own words, without a book: the house understands itself all the same. */
START_TEST(words_without_a_book_are_played_too)
{
    static const char *const names[] = {"QUOKKA",  "ZEPPELIN", "MARZIPAN", "GARGOYLE", "YODEL",
                                        "PAPRIKA", "OBELISK",  "TUNDRA",   "KAYAK",    "SOMBRERO"};
    const struct deal_pack pack = {.entry = names, .count = sizeof names / sizeof names[0]};
    struct measure measure = {0};
    struct drive *drive = drive_new(&decrypto_game, &file.spoken);
    measure_play(&measure, drive, 4, 10, 70, &pack);
    ck_assert_msg(measure.refused == 0, "%s", measure.last_refusal);
    ck_assert_uint_eq(measure.over, 10);
    ck_assert_uint_ge((uintmax_t)measure.decoded * 100, (uintmax_t)measure.decodes * 85);
    free(drive);
}
END_TEST

START_TEST(a_clue_fits_what_it_has_to_do_with)
{
    static const struct player_line lines[] = {{.text = "red fruit"}, {.text = "Newton's idea"}};
    static const struct player_entry apple = {"APPLE", lines, 2};
    const struct player_book book = {&apple, 1};
    ck_assert(sense_fit(&apple, "Red Fruit", SENSE_ALL) >= 1.0F);
    ck_assert(sense_fit(&apple, "a fruit", SENSE_ALL) > 0.1F);
    ck_assert(sense_fit(&apple, "fruits of the sea", SENSE_ALL) > 0.1F);
    ck_assert(sense_fit(&apple, "the and for", SENSE_ALL) <= 0.0F);
    ck_assert(sense_fit(&apple, "apple tree", SENSE_ALL) > 0.2F);
    ck_assert(sense_is_known(&book, "newton's idea", SENSE_ALL));
    ck_assert(!sense_is_known(&book, "newton", SENSE_ALL));
    ck_assert_int_eq(sense_entry(&book, "Apple"), 0);
    ck_assert_int_eq(sense_entry(&book, "APPLES"), -1);
}
END_TEST

/* Each listener knows about half of the book, not the same half. */
START_TEST(nobody_has_read_everything)
{
    unsigned known[2] = {0, 0};
    unsigned both = 0;
    unsigned lines = 0;
    for (size_t i = 0; i < file.book.count; i++) {
        for (size_t k = 0; k < file.entry[i].line_count; k++) {
            if (!sense_is_said(&file.entry[i].line[k])) {
                continue;
            }
            bool one = sense_fit(&file.entry[i], file.entry[i].line[k].text, 0) >= 1.0F;
            bool two = sense_fit(&file.entry[i], file.entry[i].line[k].text, 3) >= 1.0F;
            lines++;
            known[0] += one;
            known[1] += two;
            both += one && two;
        }
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_gt((uintmax_t)known[i] * 100, (uintmax_t)lines * 40);
        ck_assert_uint_lt((uintmax_t)known[i] * 100, (uintmax_t)lines * 60);
    }
    ck_assert_uint_lt((uintmax_t)both * 100, (uintmax_t)lines * 40);
}
END_TEST

/* --- with people ------------------------------------------------------------------------------ */

static void sight_of(struct drive *drive, int seat, uint16_t house, struct owed_list *owed,
                     struct rng *rng, struct player_sight *sight)
{
    drive_sight(drive, seat, owed, rng, sight);
    sight->house = house;
}

/* A round in which seat 0 encrypts for white (0, 2, 4) with people's own clues. */
static struct drive *at_guess(const char *one, const char *two, const char *three)
{
    static struct move move;
    static const char *const pinned =
        "{\"keywords\":{\"white\":[\"apple\",\"bank\",\"bath\",\"arrow\"],"
        "\"black\":[\"aunt\",\"baby\",\"bakery\",\"ant\"]},\"codes\":{\"white\":[\"132\"]}}";
    static struct value_tree facts;
    static struct value fact[64];
    static char text[2048];
    struct drive *drive = drive_new(&decrypto_game, &file.book);
    struct deal deal = {.seats = 6, .options = drive->options, .at_ms = 1900000000000};
    value_init(&facts, fact, 64, text, sizeof text);
    ck_assert(value_parse(&facts, pinned, strlen(pinned)));
    deal.pinned = &facts;
    drive->seats = 6;
    drive->now_ms = deal.at_ms;
    rng_init(&drive->rng, deal.seed);
    outcome_init(&drive->out);
    ck_assert_int_eq(rules_deal(&decrypto_game, drive->state, &deal, &drive->out), REFUSAL_NONE);
    const struct decrypto *state = (const struct decrypto *)(const void *)drive->state;
    for (int team = 0; team < 2; team++) {
        const char *clues[2][3] = {{one, two, three}, {"alpha wave", "bravo zulu", "delta wing"}};
        move_init(&move, rules_action(&decrypto_game, "clues"), state->team[team].encryptor,
                  drive->now_ms);
        value_list(&move.args, "clues");
        for (int i = 0; i < 3; i++) {
            value_text(&move.args, NULL, clues[team][i], strlen(clues[team][i]));
        }
        value_end(&move.args);
        ck_assert_int_eq(drive_make(drive, &move), REFUSAL_NONE);
    }
    return drive;
}

static int white_listener(const struct drive *drive)
{
    const struct decrypto *state = (const struct decrypto *)(const void *)drive->state;
    int seat = 0;
    while ((state->team[DECRYPTO_WHITE].seats & seat_bit(seat)) == 0 ||
           seat == state->team[DECRYPTO_WHITE].encryptor) {
        seat++;
    }
    return seat;
}

/* Clues that no book has are read by what they have to do with the keywords. */
START_TEST(peoples_own_clues_are_read)
{
    struct drive *drive = at_guess("an orchard in autumn", "my rubber boots", "loan shark");
    struct owed_list owed;
    struct rng rng;
    struct player_sight sight;
    int seat = white_listener(drive);
    sight_of(drive, seat, 0x3f, &owed, &rng, &sight);
    move_init(&drive->move, NULL, seat, drive->now_ms);
    ck_assert(decrypto_player.choose(drive->memory[seat], &sight, &drive->move));
    ck_assert_str_eq(drive->move.row->name, "decode");
    ck_assert_str_eq(value_text_at(&drive->move.args, "code", ""), "132");
    free(drive);
}
END_TEST

/* 4.2 % by chance. The file's head says how its sets came about. */
START_TEST(people_are_understood)
{
    struct people_score score;
    const char *root = getenv("DD_SOURCE_DIR");
    char path[512];
    snprintf(path, sizeof path, "%s/tests/players/decrypto_people.txt", root);
    ck_assert(people_measure(path, &file, &score));
    ck_assert_uint_eq(score.sets, 200);
    ck_assert_uint_eq(score.held, 100);
    ck_assert_uint_ge((uintmax_t)score.right * 100, (uintmax_t)score.sets * 60);
    ck_assert_uint_ge((uintmax_t)score.held_right * 100, (uintmax_t)score.held * 60);
}
END_TEST

/* The code that is read from three clues for lamp, boat, clock and wheat. */
static const char *read_of(const char *one, const char *two, const char *three,
                           const char *const *said, size_t said_count)
{
    static const struct player_line lines[][3] = {
        {{.text = "light bulb"}, {.tag = "also", .text = "desk, genie, dark room"}},
        {{.text = "on the river"}, {.tag = "also", .text = "harbour, rowing, sailor"}},
        {{.text = "tells the time"}, {.tag = "also", .text = "tower, alarm, cuckoo"}},
        {{.text = "bread"}, {.tag = "also", .text = "field, flour, coloured yellow"}},
        {{.text = "ocean"}, {.tag = "also", .text = "sailor, harbour, whale"}}};
    static const struct player_entry entries[] = {{"lamp", lines[0], 2},
                                                  {"boat", lines[1], 2},
                                                  {"clock", lines[2], 2},
                                                  {"wheat", lines[3], 2},
                                                  {"sea", lines[4], 2}};
    static const struct player_book book = {entries, 5};
    static char code[DECRYPTO_CLUES + 1];
    const char *const clue[DECRYPTO_CLUES] = {one, two, three};
    struct reader_word own[DECRYPTO_SLOTS] = {
        {.entry = &entries[0]},
        {.entry = &entries[1]},
        {.entry = &entries[2], .said = said, .said_count = said_count},
        {.entry = &entries[3]}};
    float rate[DECRYPTO_CLUES][DECRYPTO_SLOTS];
    reader_rate(&book, own, clue, rate);
    for (int place = 0; place < DECRYPTO_CLUES; place++) {
        int best = 0;
        for (int slot = 1; slot < DECRYPTO_SLOTS; slot++) {
            best = rate[place][slot] > rate[place][best] ? slot : best;
        }
        code[place] = (char)(rate[place][best] > 0.0F ? '1' + best : '-');
    }
    return code;
}

START_TEST(a_clue_is_read_by_forms_slips_likeness_and_history)
{
    static const char *const said[] = {"Swiss mountains"};
    ck_assert_str_eq(read_of("genie", "alarms", "a field of flour", NULL, 0), "134");
    /* spelling of two countries, and what is mistyped or made of two words */
    ck_assert_str_eq(read_of("harbor", "color", "darkroom", NULL, 0), "241");
    ck_assert_str_eq(read_of("cuckkoo", "harbuor", "sailro", NULL, 0), "322");
    /* by another entry that is like one's own */
    ck_assert_str_eq(read_of("whale", "ocean", "qwertz", NULL, 0), "22-");
    /* by what the team has said before */
    ck_assert_str_eq(read_of("mountain", "bread", "qwertz", NULL, 0), "-4-");
    ck_assert_str_eq(read_of("mountain", "bread", "qwertz", said, 1), "34-");
}
END_TEST

static bool same_stem(const char *one, const char *other)
{
    struct stem a;
    struct stem b;
    return stem_next(&one, NULL, &a) && stem_next(&other, NULL, &b) && a.hash == b.hash;
}

START_TEST(words_are_compared_by_their_stems)
{
    static const char *const pairs[][2] = {
        {"Berries", "berry"},   {"running", "run"},     {"Café", "cafe"}, {"colours", "color"},
        {"realise", "realize"}, {"theatre", "theater"}, {"grey", "gray"}, {"the boat", "boats"},
        {"painted", "paint"},   {"painter's", "paint"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert_msg(same_stem(pairs[i][0], pairs[i][1]), "%s %s", pairs[i][0], pairs[i][1]);
    }
    ck_assert(!same_stem("bat", "boat"));
    ck_assert(!same_stem("glass", "glade"));
    struct stem stem;
    const char *text = "of the and, a boat";
    ck_assert(!stem_next(&text, ",", &stem));
    ck_assert_str_eq(text, ", a boat");
}
END_TEST

/* House players say nothing of what stands there to be understood only. */
START_TEST(what_is_only_understood_is_not_said)
{
    static const struct player_line lines[] = {{.tag = "also", .text = "wick, wax"},
                                               {.text = "on a birthday cake"}};
    static const struct player_entry entry = {"candle", lines, 2};
    ck_assert(!sense_is_said(&lines[0]));
    ck_assert(sense_is_said(&lines[1]));
    ck_assert(!sense_has(&entry, "wick, wax", SENSE_ALL));
    ck_assert(sense_fit(&entry, "wax", SENSE_ALL) > 0.1F);
}
END_TEST

START_TEST(people_are_left_time_for_the_answer)
{
    struct drive *drive = at_guess("orchard", "soak", "vault");
    const struct decrypto *state = (const struct decrypto *)(const void *)drive->state;
    struct owed_list owed;
    struct rng rng;
    struct player_sight sight;
    int seat = white_listener(drive);
    uint16_t white = state->team[DECRYPTO_WHITE].seats;
    uint16_t encryptor = seat_bit(state->team[DECRYPTO_WHITE].encryptor);
    sight_of(drive, seat, 0x3f, &owed, &rng, &sight);
    ck_assert_int_eq(decrypto_player.thinks_ms(&sight), 0);
    /* only who encrypts is a person, and may not answer */
    sight.house = (uint16_t)(0x3f & ~encryptor);
    ck_assert_int_eq(decrypto_player.thinks_ms(&sight), 0);
    sight.house = (uint16_t)((0x3f & ~white) | seat_bit(seat) | encryptor);
    ck_assert_int_ge(decrypto_player.thinks_ms(&sight), 60000);
    free(drive);
}
END_TEST

Suite *suite_decrypto_player(void);

Suite *suite_decrypto_player(void)
{
    Suite *suite = suite_create("decrypto_player");
    TCase *tcase = tcase_create("decrypto_player");
    suite_add_tcase(suite, tcase);
    tcase_add_checked_fixture(tcase, open_book, close_book);
    tcase_add_test(tcase, codes_are_read_and_overheard);
    tcase_add_test(tcase, any_number_of_seats_and_any_option_breaks_no_rule);
    tcase_add_test(tcase, drafts_are_confirmed_by_another_member);
    tcase_add_test(tcase, words_without_a_book_are_played_too);
    tcase_add_test(tcase, a_clue_fits_what_it_has_to_do_with);
    tcase_add_test(tcase, nobody_has_read_everything);
    tcase_add_test(tcase, peoples_own_clues_are_read);
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, people_are_understood);
    tcase_add_test(tcase, a_clue_is_read_by_forms_slips_likeness_and_history);
    tcase_add_test(tcase, words_are_compared_by_their_stems);
    tcase_add_test(tcase, what_is_only_understood_is_not_said);
    tcase_add_test(tcase, people_are_left_time_for_the_answer);
    return suite;
}
