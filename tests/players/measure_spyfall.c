/* Is a line said twice in a round, is an answer written for its question, who wins? And pairs of
 * question and answer, drawn for reading. */
#include "measure_spyfall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spyfall/spyfall_voice.h"

static const char *text_of(const struct value_tree *facts, uint16_t args, const char *key)
{
    uint16_t at = value_find(facts, args, key);
    return at == VALUE_NONE || facts->fact[at].text == NULL ? "" : facts->fact[at].text;
}

/* Notes a line of the round; true when it has been there. */
static bool is_repeat(struct measure_lines *lines, const char *text)
{
    uint32_t hash = 2166136261u;
    for (const char *at = text; *at != '\0'; at++) {
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    }
    for (unsigned i = 0; i < lines->count; i++) {
        if (lines->hash[i] == hash) {
            return true;
        }
    }
    if (lines->count < MEASURE_LINES_MAX) {
        lines->hash[lines->count++] = hash;
    }
    return false;
}

/* Is there a line with this text and reply? Either may be NULL for any, a reply for none. */
static bool is_in_book(const struct player_book *book, const char *text, const char *reply)
{
    for (size_t i = 0; book != NULL && i < book->count; i++) {
        for (size_t k = 0; k < book->entry[i].line_count; k++) {
            const struct player_line *line = &book->entry[i].line[k];
            bool same = reply == NULL ? line->reply == NULL
                                      : line->reply != NULL && strcmp(line->reply, reply) == 0;
            if (same && strcmp(line->text, text) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Keeps each pair of all that come equally likely, in their order. */
static void draw_pair(struct measure_spyfall *measure, const char *who, const char *answer)
{
    unsigned at = measure->answers - 1;
    if (measure->pairs_wanted == 0) {
        return;
    }
    if (at >= measure->pairs_wanted) {
        at = rng_below(&measure->draw, measure->answers);
    }
    if (at < measure->pairs_wanted) {
        snprintf(measure->pair[at], sizeof measure->pair[at], "%s (%s) | %s | %s", measure->place,
                 who, measure->question, answer);
    }
}

static void count_round(struct measure_spyfall *measure, const char *end)
{
    measure->rounds++;
    measure->spy_wins += strcmp(end, "clock") == 0 || strcmp(end, "spy_guessed") == 0 ||
                         strcmp(end, "innocent_indicted") == 0;
    measure->innocents += strcmp(end, "innocent_indicted") == 0;
    measure->caught += strcmp(end, "spy_indicted") == 0;
}

/* Everybody is in, so that cards come in the order of the seats. */
static void take_card(struct measure_spyfall *measure, const struct value_tree *facts,
                      uint16_t args)
{
    int seat = measure->cards++;
    if (strcmp(text_of(facts, args, "role"), "spy") == 0) {
        measure->spy = seat;
    } else {
        snprintf(measure->place, sizeof measure->place, "%s", text_of(facts, args, "location"));
    }
}

static void count_talk(struct measure_spyfall *measure, const struct drive *drive,
                       enum message message, const struct value_tree *facts, uint16_t args)
{
    const char *text = text_of(facts, args, "text");
    size_t lead = voice_lead(drive->book, text);
    measure->led += lead > 0;
    text += lead; /* what is said again is said again behind another one too */
    if (message == MSG_SPYFALL_ASKED) {
        measure->questions++;
        measure->questions_again += is_repeat(&measure->asked, text);
        snprintf(measure->question, sizeof measure->question, "%s", text);
        return;
    }
    int seat = (int)facts->fact[value_find(facts, args, "seat")].number;
    measure->answers++;
    measure->answers_again += is_repeat(&measure->answered, text);
    measure->written += is_in_book(drive->book, measure->question, text);
    measure->turned += is_in_book(drive->book, text, NULL);
    draw_pair(measure, seat == measure->spy ? "spy" : "agent", text);
}

void measure_spyfall(struct measure_spyfall *measure, const struct drive *drive,
                     enum message message, const struct value_tree *facts, uint16_t args)
{
    if (message == MSG_SPYFALL_ROUND) {
        measure->asked.count = 0;
        measure->answered.count = 0;
        measure->cards = 0;
    } else if (message == MSG_SPYFALL_CARD) {
        take_card(measure, facts, args);
    } else if (message == MSG_SPYFALL_ASKED || message == MSG_SPYFALL_ANSWERED) {
        count_talk(measure, drive, message, facts, args);
    } else if (message == MSG_SPYFALL_GUESSED) {
        measure->guesses++;
        measure->right += facts->fact[value_find(facts, args, "right")].number != 0;
    } else if (message == MSG_SPYFALL_ROUND_OVER) {
        count_round(measure, text_of(facts, args, "end"));
    }
}

static void percent(const char *what, unsigned part, unsigned whole)
{
    printf("%-28s %6u of %6u  %5.1f %%\n", what, part, whole,
           whole == 0 ? 0.0 : 100.0 * part / whole);
}

void measure_spyfall_report(const struct measure_spyfall *measure)
{
    percent("rounds won by the spy", measure->spy_wins, measure->rounds);
    percent("spies caught", measure->caught, measure->rounds);
    percent("innocents indicted", measure->innocents, measure->rounds);
    percent("guesses right", measure->right, measure->guesses);
    percent("questions asked again", measure->questions_again, measure->questions);
    percent("answers given again", measure->answers_again, measure->answers);
    percent("written for the question", measure->written, measure->answers);
    percent("turned away", measure->turned, measure->answers);
    percent("behind a lead-in", measure->led, measure->questions + measure->answers);
    for (unsigned i = 0; i < measure->pairs_wanted && i < measure->answers; i++) {
        printf("%s\n", measure->pair[i]);
    }
}

/* One question of a person, in a new game; false when the house player has no answer. */
static bool ask_one(struct drive *drive, struct measure_spyfall *measure, const char *question)
{
    struct owed_list owed;
    struct rng rng;
    struct player_sight sight;
    int target = 1 + (int)rng_below(&drive->rng, drive->seats - 1U);
    move_init(&drive->move, rules_action(drive->game, "ask"), 0, drive->now_ms);
    value_number(&drive->move.args, "seat", target);
    value_text(&drive->move.args, "text", question, strlen(question));
    if (drive_make(drive, &drive->move) != REFUSAL_NONE) {
        return false;
    }
    drive_sight(drive, target, &owed, &rng, &sight);
    move_init(&drive->move, NULL, target, drive->now_ms);
    if (!drive->game->player->choose(drive->memory[target], &sight, &drive->move)) {
        return false;
    }
    printf("%s (%s) | %s | %s\n", measure->place, target == measure->spy ? "spy" : "agent",
           question, text_of(&drive->move.args, VALUE_NONE, "text"));
    return true;
}

static void told(void *context, const struct drive *drive, enum message message,
                 const struct value_tree *facts, uint16_t args)
{
    measure_spyfall(context, drive, message, facts, args);
}

bool measure_spyfall_ask(struct drive *drive, unsigned seats, uint64_t seed,
                         const struct deal_pack *pack, const char *path)
{
    char question[256];
    FILE *in = fopen(path, "r");
    struct measure_spyfall *measure = calloc(1, sizeof *measure);
    bool good = in != NULL && measure != NULL;
    drive->told = told;
    drive->context = measure;
    while (good && fgets(question, sizeof question, in) != NULL) {
        question[strcspn(question, "\n")] = '\0';
        if (question[0] != '#' && question[0] != '\0') {
            good = drive_deal(drive, seats, seed++, pack) && ask_one(drive, measure, question);
        }
    }
    free(measure);
    if (in != NULL) {
        fclose(in);
    }
    return good;
}
