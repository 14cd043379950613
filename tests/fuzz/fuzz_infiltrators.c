/* Infiltrators from bytes. A text that begins with "m" is a mission, one with "c" a card: whatever
 * comes is read or refused. All else is a deal and moves, through the door of the rules: a refusal
 * leaves the state, the invariants hold, and a replay without people's words gives the same. */
#include "rules.h"

#include "infiltrators/infiltrators.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct bytes {
    const uint8_t *at;
    const uint8_t *end;
};

static const char *const missions[] = {
    "mission = T1; suits = R K Y; numbers = 2-13; suspects = 2; bullets = suspects + 3",
    "mission = X1; suits = R K Y G B; numbers = 2-15; suspects = agents + 2; bullets = suspects; "
    "hand_limit = 4; rules = closed_discard hidden_bullets specials",
    "mission = X2; suits = R; numbers = 2-15; suspects = 2; bullets = 9; hand_limit = 3; clock = "
    "90 s; turns = 2 * agents + 1; rules = hidden_suit specials",
};

static unsigned take(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static void read_text(const uint8_t *data, size_t size)
{
    static char text[4096];
    struct mission mission;
    unsigned item = 0;
    size_t len = size < sizeof text - 1 ? size : sizeof text - 1;
    memcpy(text, data, len);
    text[len] = '\0';
    if (text[0] == 'c') {
        assert(card_read(text + 1) == CARD_NONE || card_is(card_read(text + 1)));
    } else if (mission_read(text, &mission, &item) == NULL) {
        assert(mission.id[0] != '\0' && mission.suits != 0 && mission.hand_limit >= 2);
        assert(mission_is(text, mission.id) || text[0] != 'm' || strchr(text, ';') != NULL);
    } else { /* what is wrong behind that comes in order, and ends */
        for (unsigned from = ++item; mission_problem(text, &item) != NULL; from = ++item) {
            assert(item >= from && item < sizeof text);
        }
    }
}

/* A card of whose turn it is, any card, or words. */
static void write_card(struct bytes *bytes, const struct infiltrators *state,
                       struct value_tree *facts, const char *key)
{
    static const char *const words[] = {
        "down", "none", "", "red 6", "R*", "R99", "\xf0\x9f\x9f\xa5 6"};
    unsigned how = take(bytes);
    unsigned which = take(bytes);
    const struct card_row *hand = &state->agent[state->turn].hand;
    uint8_t card = card_of((int)(which % SUITS), (int)(which / SUITS % 15) + 1);
    if (how < 160 && hand->count > 0) {
        card = hand->card[which % hand->count];
    }
    if (how >= 240) {
        value_text(facts, key, words[which % 7], strlen(words[which % 7]));
    } else {
        value_term(facts, key, card_name(card));
    }
}

static void write_args(struct bytes *bytes, const struct infiltrators *state, struct move *move)
{
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *def = &move->row->args[i];
        unsigned how = take(bytes);
        if (how == 255) {
            continue;
        }
        if (def->kind == ARG_TEXTS) {
            value_list(&move->args, def->name);
            for (unsigned count = how % 5; count > 0; count--) {
                write_card(bytes, state, &move->args, NULL);
            }
            value_end(&move->args);
        } else if (def->kind == ARG_TEXT) {
            write_card(bytes, state, &move->args, def->name);
        } else if (def->kind == ARG_BOOL) {
            value_bool(&move->args, def->name, how % 2 == 0);
        } else {
            value_number(&move->args, def->name, (int)(how % 7) - 1);
        }
    }
}

static const struct action_def *pick_row(unsigned byte)
{
    size_t commons = 0;
    const struct action_def *common = rules_common_actions(&commons);
    size_t own = infiltrators_game.action_count;
    size_t at = byte % (own * 2 + commons + 1);
    if (at == own * 2 + commons) {
        return NULL;
    }
    return at < own * 2 ? &infiltrators_game.actions[at % own] : &common[at - own * 2];
}

/* Without any text: the judgements have to do. */
static void forget_words(const struct move *move, struct move *kept)
{
    move_init(kept, move->row, move->seat, move->at_ms);
    kept->judgement_count = move->judgement_count;
    memcpy(kept->judgement, move->judgement, sizeof kept->judgement);
    for (uint16_t at = value_first(&move->args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&move->args, VALUE_NONE, at)) {
        const char *key = move->args.fact[at].key;
        if (strcmp(key, "card") != 0 && strcmp(key, "cards") != 0) {
            value_copy(&kept->args, key, &move->args, at);
        }
    }
}

static void deal(struct bytes *bytes, struct infiltrators *state, struct outcome *out)
{
    struct value fact[4];
    char text[600];
    struct value_tree pinned;
    struct deal deal = {.seats = (uint8_t)(AGENTS_MIN + take(bytes) % 4), .pinned = &pinned};
    const char *mission = missions[take(bytes) % 3];
    deal.seed[0] = (uint8_t)take(bytes);
    options_default(&infiltrators_game, &deal.options);
    for (unsigned i = 0; i < INFILTRATORS_TURN_LIMIT; i++) {
        const struct option_def *row = option_row(&infiltrators_game, i);
        int count = 0;
        while (row->kind == OPTION_CHOICE && count < OPTION_CHOICES_MAX &&
               row->choices[count] != NULL) {
            count++;
        }
        if (count > 0) {
            deal.options.value[i] = (int32_t)(take(bytes) % (unsigned)count);
        }
    }
    value_init(&pinned, fact, 4, text, sizeof text);
    value_text(&pinned, "mission", mission, strlen(mission));
    enum refusal refusal = rules_deal(&infiltrators_game, state, &deal, out);
    assert(refusal == REFUSAL_NONE);
}

static void play(struct bytes *bytes)
{
    static struct infiltrators state;
    static struct infiltrators other;
    static struct outcome out;
    static struct move move;
    static struct move kept;
    static struct view view;
    deal(bytes, &state, &out);
    memcpy(&other, &state, sizeof state);
    while (bytes->at < bytes->end) {
        struct infiltrators before;
        memcpy(&before, &state, sizeof state);
        unsigned who = take(bytes);
        int seat = who < 200 ? state.turn : (int)(who % 8) + SEAT_MODERATOR;
        int64_t at_ms = state.common.now_ms + (int64_t)(take(bytes) % 16) * 10000;
        move_init(&move, pick_row(take(bytes)), seat == SEAT_CROWD ? 0 : seat, at_ms);
        if (move.row != NULL) {
            write_args(bytes, &state, &move);
        }
        if (rules_apply(&infiltrators_game, &state, &move, &out) != REFUSAL_NONE) {
            assert(memcmp(&before, &state, sizeof state) == 0);
            continue;
        }
        forget_words(&move, &kept);
        enum refusal refusal = rules_replay(&infiltrators_game, &other, &kept, &out);
        assert(refusal == REFUSAL_NONE && memcmp(&state, &other, sizeof state) == 0);
        for (int reader = 0; reader < state.common.seats; reader++) {
            rules_view(&infiltrators_game, &state, reader, &view);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes bytes = {data, data + size};
    if (size > 0 && (data[0] == 'm' || data[0] == 'c')) {
        read_text(data, size);
    } else {
        play(&bytes);
    }
    return 0;
}
