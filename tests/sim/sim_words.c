/* What people write: how games are opened, and what goes into the fields of forms. A game that is
 * not named here is opened by its name and played with whatever its forms offer. */
#include "sim.h"

#include <stdio.h>
#include <string.h>

#include "game.h"

/* How tables are opened so that games stay short; the game's name stands before it. */
static const char *const openings[][2] = {
    {"interceptor", "max_rounds=4"},
    {"interceptor", "max_rounds=3 signal_mode=native"},
    {"decrypto", "max_rounds=3"},
    {"decrypto", "max_rounds=2 confirm=on challenge=off"},
    {"decrypto", "max_rounds=2 order=simultaneous timer=30s"},
    {"decrypto", "max_rounds=3 encryptor=volunteer illegal_clue=miscommunication"},
    {"infiltrators", "mission=T1"},
    {"infiltrators", "mission=T3 draw=one_by_one"},
    {"infiltrators", "mission=M3"},
    {"infiltrators", "mission=M6"},
    {"spyfall", "rounds=2"},
    {"spyfall", "rounds=1 vote=simultaneous final_vote=on last_guess=on"},
    {"spyfall", "rounds=3 roles=on vote_limit=20 streak=soft"},
    {"spyfall", "rounds=1 pace=async answer_limit=60"},
};

void sim_opening(struct sim *sim, char text[SIM_TEXT_BYTES])
{
    const char *with[16];
    unsigned games = 0;
    unsigned count = 0;
    while (games_all[games] != NULL) {
        games++;
    }
    const char *id = games_all[sim_roll(sim, games)]->id;
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        if (strcmp(openings[i][0], id) == 0) {
            with[count++] = openings[i][1];
        }
    }
    if (sim->nights && sim_roll(sim, 2) == 0) {
        static const char *const nights[] = {"rounds=2", "rounds=3 round_time=20m overtime=stop",
                                             "rounds=2 weekly spare=wait", "places=6"};
        snprintf(text, SIM_TEXT_BYTES, "!night %s in %um %s", id, 5 + sim_roll(sim, 40),
                 nights[sim_roll(sim, sizeof nights / sizeof nights[0])]);
        return;
    }
    snprintf(text, SIM_TEXT_BYTES, "!%s %s", id, count > 0 ? with[sim_roll(sim, count)] : "");
}

static void make_word(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES])
{
    snprintf(value, SIM_VALUE_BYTES, "zq%ux", sim_secret_new(sim, field));
}

/* A sentence in which a word of the own team may be. */
static void make_sentence(struct sim *sim, const struct sim_field *field,
                          char value[SIM_VALUE_BYTES])
{
    unsigned word = sim_secret_of(sim, field, sim_roll(sim, 12));
    if (word == SIM_SECRETS_MAX || sim_roll(sim, 3) == 0) {
        snprintf(value, SIM_VALUE_BYTES, "hello everybody");
        return;
    }
    sim->secrets[word].said = true;
    snprintf(value, SIM_VALUE_BYTES, "hello zq%ux", word);
}

static void make_kind(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES])
{
    (void)field;
    snprintf(value, SIM_VALUE_BYTES, "%s", sim_roll(sim, 4) == 0 ? "phrase" : "word");
}

static void make_code(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES])
{
    static const char *const codes[] = {"123", "214", "431", "3 1 2", "4-2-3", "111", "9"};
    (void)field;
    snprintf(value, SIM_VALUE_BYTES, "%s", codes[sim_roll(sim, sizeof codes / sizeof codes[0])]);
}

static void make_card(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES])
{
    (void)field;
    snprintf(value, SIM_VALUE_BYTES, "%c%u", "RKYGB"[sim_roll(sim, 5)], 2 + sim_roll(sim, 14));
}

static void make_words(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES])
{
    size_t len = 0;
    value[0] = '\0';
    for (unsigned i = 0; i < field->max && len + 16 < SIM_VALUE_BYTES; i++) {
        len += (size_t)snprintf(value + len, SIM_VALUE_BYTES - len, "%szq%ux", i == 0 ? "" : ", ",
                                sim_secret_new(sim, field));
    }
}

/* What an argument is made of, by its name. */
static const struct {
    const char *name;
    void (*make)(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES]);
} makers[] = {
    {"documents.kind", make_kind}, {"money.kind", make_kind}, {"say", make_sentence},
    {"code", make_code},           {"card", make_card},
};

static void make_odd(struct sim *sim, char value[SIM_VALUE_BYTES])
{
    static const char *const odd[] = {
        "", "-1", "99999999999", "\xe2\x80\xae!", "a, b; c", "zebra", "@Ana", "%s%n", "\xcc\x81",
    };
    snprintf(value, SIM_VALUE_BYTES, "%s", odd[sim_roll(sim, sizeof odd / sizeof odd[0])]);
}

/* As many of the choices as are asked for. */
static void make_several(struct sim *sim, const struct sim_field *field, char *value)
{
    unsigned first = sim_roll(sim, field->choices);
    value[0] = '\0';
    for (unsigned i = 0; i < field->min && i < field->choices; i++) {
        const char *one = field->choice[(first + i) % field->choices];
        size_t len = strlen(value);
        snprintf(value + len, SIM_VALUE_BYTES - len, "%s%s", i > 0 ? "," : "", one);
    }
}

void sim_value(struct sim *sim, const struct sim_field *field, char value[SIM_VALUE_BYTES])
{
    if (sim_roll(sim, 15) == 0) {
        make_odd(sim, value);
        return;
    }
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        if (strcmp(makers[i].name, field->name) == 0 && sim_roll(sim, 4) != 0) {
            makers[i].make(sim, field, value);
            return;
        }
    }
    if (strcmp(field->kind, "several") == 0 && field->choices > 0) {
        make_several(sim, field, value);
    } else if (field->choices > 0) {
        snprintf(value, SIM_VALUE_BYTES, "%s", field->choice[sim_roll(sim, field->choices)]);
    } else if (strcmp(field->kind, "number") == 0) {
        unsigned range = field->max > field->min ? field->max - field->min + 1 : 1;
        snprintf(value, SIM_VALUE_BYTES, "%u", field->min + sim_roll(sim, range < 6 ? range : 6));
    } else if (strcmp(field->kind, "texts") == 0) {
        make_words(sim, field, value);
    } else if (field->secret) {
        make_word(sim, field, value);
    } else {
        make_sentence(sim, field, value);
    }
}
