/* players --game GAME [--seats N] [--games N] [--seed N] [--option NAME=VALUE] [--talk] [--pairs N]
 * [--ask FILE]: lets house players play, and says how well they did. --people FILE: how well they
 * read people's clues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book_file.h"
#include "measure.h"
#include "read_people.h"

struct asked {
    const char *game;
    unsigned seats;
    unsigned games;
    uint64_t seed;
    bool talk;
    unsigned pairs;
    const char *ask;
    const char *people;
    const char *option[16];
    unsigned options;
};

static int usage(void)
{
    fputs("players --game GAME [--seats N] [--games N] [--seed N] [--option NAME=VALUE]… [--talk]\n"
          "        [--pairs N] [--ask FILE]\n"
          "players --game decrypto --people FILE\n"
          "  --talk prints every event of the first game\n"
          "  --pairs of Spyfall draws so many questions with their answers\n"
          "  --ask of Spyfall has a person ask the questions of a file\n"
          "  --people measures how many codes are read from clues that people wrote\n",
          stderr);
    return 2;
}

static bool read_args(int argc, char **argv, struct asked *asked)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--talk") == 0) {
            asked->talk = true;
            continue;
        }
        if (i + 1 == argc) {
            return false;
        }
        i++;
        if (strcmp(argv[i - 1], "--game") == 0) {
            asked->game = value;
        } else if (strcmp(argv[i - 1], "--seats") == 0) {
            asked->seats = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(argv[i - 1], "--games") == 0) {
            asked->games = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(argv[i - 1], "--seed") == 0) {
            asked->seed = strtoull(value, NULL, 10);
        } else if (strcmp(argv[i - 1], "--pairs") == 0) {
            asked->pairs = (unsigned)strtoul(value, NULL, 10);
        } else if (strcmp(argv[i - 1], "--ask") == 0) {
            asked->ask = value;
        } else if (strcmp(argv[i - 1], "--people") == 0) {
            asked->people = value;
        } else if (strcmp(argv[i - 1], "--option") == 0 && asked->options < 16) {
            asked->option[asked->options++] = value;
        } else {
            return false;
        }
    }
    return asked->game != NULL && asked->pairs <= MEASURE_PAIRS_MAX;
}

static void talk(void *context, const struct drive *drive, enum message message,
                 const struct value_tree *facts, uint16_t args)
{
    char text[4096];
    (void)context;
    value_print_at(facts, args, text, sizeof text);
    printf("%6u %s %s\n", rules_state(drive->state)->step, message_name(message), text);
}

static void percent(const char *what, unsigned part, unsigned whole)
{
    printf("%-28s %6u of %6u  %5.1f %%\n", what, part, whole,
           whole == 0 ? 0.0 : 100.0 * part / whole);
}

static void report(const struct measure *measure)
{
    percent("over", measure->over, measure->games);
    printf("%-28s %6u (%s), %u moves, %u waits\n", "refused", measure->refused,
           measure->refused > 0 ? measure->last_refusal : "none", measure->moves, measure->ticks);
    percent("won by the first team", measure->wins[0], measure->games);
    percent("won by the second team", measure->wins[1], measure->games);
    percent("ties", measure->ties, measure->games);
    percent("won by interception", measure->interceptions, measure->games);
    percent("won by the cards", measure->by_cards, measure->games);
    percent("  the losers called wrong", measure->by_wrong, measure->games);
    for (unsigned round = 1; round < MEASURE_ROUNDS; round++) {
        char what[32];
        snprintf(what, sizeof what, "ended in round %u%s", round,
                 round + 1 == MEASURE_ROUNDS ? " or later" : "");
        percent(what, measure->rounds[round], measure->over);
    }
    percent("pairs matched", measure->matched, measure->pairs);
    percent("calls right", measure->right, measure->calls);
    percent("own codes decoded", measure->decoded, measure->decodes);
    percent("codes intercepted", measure->intercepted, measure->intercepts);
    percent("keywords guessed", measure->keywords, measure->keyword_guesses);
}

static int report_people(const char *path, const struct book_file *file)
{
    struct people_score score;
    if (!people_measure(path, file, &score)) {
        return 1;
    }
    percent("codes of people read", score.right, score.sets);
    percent("of these held back", score.held_right, score.held);
    percent("digits", score.digits, score.sets * 3);
    return 0;
}

static bool set_options(struct drive *drive, const struct asked *asked)
{
    for (unsigned i = 0; i < asked->options; i++) {
        char name[64];
        const char *is = strchr(asked->option[i], '=');
        size_t len = is == NULL ? sizeof name : (size_t)(is - asked->option[i]);
        if (len >= sizeof name) {
            return false;
        }
        memcpy(name, asked->option[i], len);
        name[len] = '\0';
        if (!drive_option(drive, name, is + 1)) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    struct asked asked = {.games = 100, .seed = 1};
    static struct measure measure;
    if (!read_args(argc, argv, &asked)) {
        return usage();
    }
    const struct game_def *game = game_find(asked.game);
    if (game == NULL || game->player == NULL) {
        fprintf(stderr, "players: no house players for %s\n", asked.game);
        return 1;
    }
    struct book_file file;
    book_file_read(&file, game->id);
    const struct deal_pack *pack = file.pack.count > 0 ? &file.pack : NULL;
    if (asked.people != NULL) {
        int status = report_people(asked.people, &file);
        book_file_free(&file);
        return status;
    }
    struct drive *drive = drive_new(game, book_file_of(&file));
    unsigned seats = asked.seats > 0 ? asked.seats : game->seats_min;
    bool good = set_options(drive, &asked);
    if (good && asked.talk) {
        drive->told = talk;
        good = drive_deal(drive, seats, asked.seed, pack) && drive_play(drive, 4000);
        printf("%s\n", good ? rules_state(drive->state)->result.reason : drive->last_refusal);
    } else if (good && asked.ask != NULL) {
        good = measure_spyfall_ask(drive, seats, asked.seed, pack, asked.ask);
    } else if (good) {
        measure.spyfall.pairs_wanted = asked.pairs;
        rng_init(&measure.spyfall.draw, (const uint8_t[RNG_SEED_BYTES]){(uint8_t)asked.seed});
        measure_play(&measure, drive, seats, asked.games, asked.seed, pack);
        report(&measure);
        if (measure.spyfall.rounds > 0) {
            measure_spyfall_report(&measure.spyfall);
        }
    }
    free(drive);
    book_file_free(&file);
    return good && measure.refused == 0 ? 0 : 1;
}
