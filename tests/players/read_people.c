/* KEYWORD, KEYWORD, KEYWORD, KEYWORD | CODE | CLUE / CLUE / CLUE */
#include "read_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decrypto/decrypto.h"
#include "decrypto/decrypto_player.h"
#include "drive.h"

enum { PEOPLE_LINE_BYTES = 1024, PEOPLE_SEATS = 4 };

struct people_set {
    char *keyword[DECRYPTO_SLOTS];
    char *code;
    char *clue[DECRYPTO_CLUES];
};

static char *trimmed(char *text)
{
    text += strspn(text, " ");
    size_t len = strlen(text);
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\n')) {
        text[--len] = '\0';
    }
    return text;
}

/* Cuts a list into as many parts as it must have; false when it has others. */
static bool cut(char *text, const char *between, char **part, int count)
{
    for (int i = 0; i < count; i++) {
        char *end = strstr(text, between);
        if ((end == NULL) != (i + 1 == count)) {
            return false;
        }
        if (end != NULL) {
            *end = '\0';
        }
        part[i] = trimmed(text);
        text = end == NULL ? text : end + strlen(between);
    }
    return true;
}

static bool set_read(char *line, struct people_set *set)
{
    char *part[3];
    if (!cut(line, " | ", part, 3)) {
        return false;
    }
    set->code = part[1];
    return strlen(set->code) == DECRYPTO_CLUES && cut(part[0], ",", set->keyword, DECRYPTO_SLOTS) &&
           cut(part[2], " / ", set->clue, DECRYPTO_CLUES);
}

/* Four words for the other team, which plays no part. */
static void others(const struct book_file *file, const struct people_set *set,
                   const char *other[DECRYPTO_SLOTS])
{
    int count = 0;
    for (size_t i = 0; i < file->pack.count && count < DECRYPTO_SLOTS; i++) {
        bool used = false;
        for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
            used = used || strcmp(file->pack.entry[i], set->keyword[slot]) == 0;
        }
        if (!used) {
            other[count++] = file->pack.entry[i];
        }
    }
}

static bool deal(struct drive *drive, const struct book_file *file, const struct people_set *set)
{
    static struct value_tree facts;
    static struct value fact[64];
    static char text[2048];
    char pinned[1024];
    const char *other[DECRYPTO_SLOTS] = {"", "", "", ""};
    struct deal deal = {.seats = PEOPLE_SEATS, .options = drive->options, .at_ms = 1900000000000};
    others(file, set, other);
    snprintf(pinned, sizeof pinned,
             "{\"keywords\":{\"white\":[\"%s\",\"%s\",\"%s\",\"%s\"],"
             "\"black\":[\"%s\",\"%s\",\"%s\",\"%s\"]},\"codes\":{\"white\":[\"%s\"]}}",
             set->keyword[0], set->keyword[1], set->keyword[2], set->keyword[3], other[0], other[1],
             other[2], other[3], set->code);
    value_init(&facts, fact, 64, text, sizeof text);
    if (!value_parse(&facts, pinned, strlen(pinned))) {
        return false;
    }
    deal.pinned = &facts;
    drive->seats = PEOPLE_SEATS;
    drive->now_ms = deal.at_ms;
    rng_init(&drive->rng, deal.seed);
    outcome_init(&drive->out);
    return rules_deal(drive->game, drive->state, &deal, &drive->out) == REFUSAL_NONE;
}

/* People insist where they are only warned. */
static bool give(struct drive *drive, int team, const char *const clue[DECRYPTO_CLUES])
{
    static struct move move;
    const struct decrypto *state = (const struct decrypto *)(const void *)drive->state;
    move_init(&move, rules_action(drive->game, "clues"), state->team[team].encryptor,
              drive->now_ms);
    value_list(&move.args, "clues");
    for (int i = 0; i < DECRYPTO_CLUES; i++) {
        value_text(&move.args, NULL, clue[i], strlen(clue[i]));
    }
    value_end(&move.args);
    value_bool(&move.args, "insist", true);
    return drive_make(drive, &move) == REFUSAL_NONE;
}

/* What the house says in the seat beside who encrypts; NULL when it says nothing. */
static const char *answer(struct drive *drive)
{
    const struct decrypto *state = (const struct decrypto *)(const void *)drive->state;
    struct owed_list owed;
    struct rng rng;
    struct player_sight sight;
    int seat = 0;
    while ((state->team[DECRYPTO_WHITE].seats & seat_bit(seat)) == 0 ||
           seat == state->team[DECRYPTO_WHITE].encryptor) {
        seat++;
    }
    drive_sight(drive, seat, &owed, &rng, &sight);
    move_init(&drive->move, NULL, seat, drive->now_ms);
    if (!decrypto_player.choose(drive->memory[seat], &sight, &drive->move) ||
        strcmp(drive->move.row->name, "decode") != 0) {
        return NULL;
    }
    return value_text_at(&drive->move.args, "code", NULL);
}

static bool measure_set(struct drive *drive, const struct book_file *file,
                        const struct people_set *set, bool held, struct people_score *score)
{
    static const char *const nothing[] = {"alpha wave", "bravo zulu", "delta wing"};
    const char *const clue[] = {set->clue[0], set->clue[1], set->clue[2]};
    if (!deal(drive, file, set) || !give(drive, DECRYPTO_WHITE, clue) ||
        !give(drive, DECRYPTO_BLACK, nothing)) {
        return false;
    }
    const char *code = answer(drive);
    bool right = code != NULL && strcmp(code, set->code) == 0;
    score->sets++;
    score->right += right;
    score->held += held;
    score->held_right += held && right;
    for (int i = 0; code != NULL && i < DECRYPTO_CLUES; i++) {
        score->digits += code[i] == set->code[i];
    }
    return true;
}

bool people_measure(const char *path, const struct book_file *file, struct people_score *score)
{
    char line[PEOPLE_LINE_BYTES];
    FILE *in = fopen(path, "r");
    struct drive *drive = drive_new(&decrypto_game, &file->book);
    bool good = in != NULL;
    bool held = false;
    memset(score, 0, sizeof *score);
    while (good && fgets(line, sizeof line, in) != NULL) {
        struct people_set set;
        held = held || strncmp(line, "[held back]", 11) == 0;
        if (line[0] == '#' || line[0] == '[' || line[0] == '\n') {
            continue;
        }
        good = set_read(line, &set) && measure_set(drive, file, &set, held, score);
        if (!good) {
            fprintf(stderr, "%s: set %u: what is refused: %s\n", path, score->sets + 1,
                    drive->last_refusal == NULL ? "its form" : drive->last_refusal);
        }
    }
    if (in != NULL) {
        fclose(in);
    }
    free(drive);
    return good;
}
