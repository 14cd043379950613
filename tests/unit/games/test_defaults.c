/* What is owed says what time will do, in random games of all four with options at random: house
 * players play, and now and then nobody does, somebody skips, pauses or leaves. */
#include "book_file.h"
#include "drive.h"
#include "infiltrators_kit.h"
#include "kit_default.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULTS_GAMES = 60, DEFAULTS_STEPS = 120, DEFAULTS_NUMBER_MOST = 12 };

struct defaults_row {
    const char *game;
    bool book;                    /* drawn from the entries of its book, */
    const struct deal_pack *pack; /* or else from these; NULL: from none */
};

static const char *const missions[] = {MISSION_T1, MISSION_T2, MISSION_T3, NULL};
static const struct deal_pack training = {.entry = missions, .count = 3};

static const struct defaults_row rows[] = {{"interceptor", false, NULL},
                                           {"decrypto", true, NULL},
                                           {"infiltrators", false, &training},
                                           {"spyfall", true, NULL}};

static struct rng chance;

static unsigned roll(unsigned sides)
{
    return rng_below(&chance, sides);
}

static void random_value(const struct option_def *row, char *text, size_t max)
{
    unsigned choices = 0;
    while (choices < OPTION_CHOICES_MAX && row->choices[choices] != NULL) {
        choices++;
    }
    bool choice = row->kind == OPTION_CHOICE || row->kind == OPTION_CODE;
    if (choices > 0 && (choice || roll(3) == 0)) {
        snprintf(text, max, "%s", row->choices[roll(choices)]);
    } else if (row->kind == OPTION_PERSON) {
        snprintf(text, max, "@kim");
    } else if (row->kind == OPTION_NUMBER || row->kind == OPTION_SECONDS) {
        unsigned most = (unsigned)(row->max - row->min);
        most =
            row->kind == OPTION_NUMBER && most > DEFAULTS_NUMBER_MOST ? DEFAULTS_NUMBER_MOST : most;
        most = most > 600 ? 600 : most;
        snprintf(text, max, "%d", row->min + (int)roll(most + 1));
    } else {
        snprintf(text, max, "default");
    }
}

/* Every option at random, half of the time each; one that the game refuses stays as it was. */
static void random_options(struct drive *drive)
{
    char value[40];
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(drive->game, i)) != NULL; i++) {
        if (roll(2) == 0) {
            random_value(row, value, sizeof value);
            drive_option(drive, row->name, value);
        }
    }
}

static void moderate(struct drive *drive, const char *action, int leaves)
{
    struct move *move = &drive->move;
    move_init(move, rules_action(drive->game, action), SEAT_MODERATOR, drive->now_ms);
    if (leaves >= 0) {
        value_number(&move->args, "seat", leaves);
    }
    drive_make(drive, move);
}

static void random_step(struct drive *drive)
{
    int64_t due = rules_due_ms(drive->game, drive->state);
    switch (roll(12)) {
    case 0:
        moderate(drive, "skip", -1);
        break;
    case 1:
        drive->now_ms = due != NO_DEADLINE && due >= drive->now_ms ? due + 1 : drive->now_ms;
        move_init(&drive->move, rules_action(drive->game, "tick"), SEAT_HOUSE, drive->now_ms);
        drive_make(drive, &drive->move);
        break;
    case 2:
        moderate(drive, "pause", -1);
        kit_ck_defaults(drive->game, drive->state);
        drive->now_ms += roll(100000);
        moderate(drive, "resume", -1);
        break;
    case 3:
        if (roll(6) == 0) {
            moderate(drive, "leave", (int)roll(drive->seats));
        }
        break;
    default:
        drive_play(drive, 1);
        break;
    }
}

START_TEST(what_is_owed_says_what_time_will_do)
{
    static struct book_file file;
    const struct defaults_row *row = &rows[_i];
    const struct game_def *game = game_find(row->game);
    setenv("DD_SOURCE_DIR", DD_SOURCE_DIR, 0);
    book_file_read(&file, row->game);
    unsigned dealt = 0;
    for (unsigned i = 0; i < DEFAULTS_GAMES; i++) {
        struct drive *drive = drive_new(game, book_file_of(&file));
        const uint8_t seed[RNG_SEED_BYTES] = {(uint8_t)i, (uint8_t)_i, 7};
        rng_init(&chance, seed);
        random_options(drive);
        unsigned seats = game->seats_min + roll((unsigned)(game->seats_max - game->seats_min) + 1);
        bool deals = drive_deal(drive, seats, i, row->book ? &file.pack : row->pack);
        dealt += deals;
        for (unsigned step = 0; deals && step < DEFAULTS_STEPS && !rules_state(drive->state)->over;
             step++) {
            kit_ck_defaults(game, drive->state);
            random_step(drive);
        }
        free(drive);
    }
    ck_assert_uint_ge(dealt, DEFAULTS_GAMES / 3);
    book_file_free(&file);
}
END_TEST

Suite *suite_defaults(void);

Suite *suite_defaults(void)
{
    Suite *suite = suite_create("defaults");
    TCase *tcase = tcase_create("defaults");
    tcase_add_loop_test(tcase, what_is_owed_says_what_time_will_do, 0,
                        sizeof rows / sizeof rows[0]);
    suite_add_tcase(suite, tcase);
    return suite;
}
