/* A game out of bytes: options, then moves until the bytes end. */
#include "fuzz_game.h"

#include "rules.h"

#include <assert.h>
#include <string.h>

enum { GAME_WORDS = GAME_STATE_MAX / sizeof(uint64_t), GARBAGE_MAX = 48 };

struct bytes {
    const uint8_t *at;
    const uint8_t *end;
    const char *const *words;
    unsigned word_count;
};

static unsigned take(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static void write_text(struct bytes *bytes, struct facts *facts, const char *key)
{
    unsigned how = take(bytes);
    if (how < 230) {
        const char *word = bytes->words[how % bytes->word_count];
        facts_text(facts, key, word, strlen(word));
        return;
    }
    char text[GARBAGE_MAX];
    size_t len = 0;
    for (size_t wanted = take(bytes) % sizeof text; len < wanted; len++) {
        unsigned byte = take(bytes);
        text[len] = (char)(byte == 0 ? ' ' : byte);
    }
    facts_text(facts, key, text, len);
}

static void write_number(struct bytes *bytes, struct facts *facts, const char *key, int32_t min,
                         int32_t max)
{
    unsigned how = take(bytes);
    int64_t span = (int64_t)max - min + 1;
    facts_number(facts, key, how < 230 && span > 0 ? min + how % span : (int64_t)how - 240);
}

static void write_list(struct bytes *bytes, struct facts *facts, const struct arg_def *def,
                       const char *key)
{
    int64_t count = def->min;
    if (def->max > def->min) {
        count += take(bytes) % ((int64_t)def->max - def->min + 1);
    }
    facts_list(facts, key);
    for (int64_t i = 0; i < count && i < 12; i++) {
        if (def->kind == ARG_TEXTS) {
            write_text(bytes, facts, NULL);
        } else {
            facts_number(facts, NULL, take(bytes) % 6);
        }
    }
    facts_end(facts);
}

static void write_value(struct bytes *bytes, struct facts *facts, const struct arg_def *def,
                        const char *key)
{
    switch (def->kind) {
    case ARG_SEAT:
        write_number(bytes, facts, key, 0, 5);
        break;
    case ARG_NUMBER:
        write_number(bytes, facts, key, def->min, def->max);
        break;
    case ARG_BOOL:
        facts_bool(facts, key, take(bytes) % 2 == 1);
        break;
    case ARG_TERM:
        if (def->choice_count > 0) {
            facts_term(facts, key, def->choices[take(bytes) % def->choice_count].name);
        } else {
            write_text(bytes, facts, key);
        }
        break;
    case ARG_TEXT:
        write_text(bytes, facts, key);
        break;
    case ARG_TEXTS:
    case ARG_SEATS:
        write_list(bytes, facts, def, key);
        break;
    case ARG_OBJECT:
        break;
    }
}

static void write_args(struct bytes *bytes, struct move *move)
{
    const struct action_def *row = move->row;
    bool open = false;
    for (unsigned i = 0; i < row->arg_count; i++) {
        const struct arg_def *def = &row->args[i];
        const char *dot = strchr(def->name, '.');
        if (dot == NULL && open) {
            facts_end(&move->args);
            open = false;
        }
        if ((def->flags & ARG_OPTIONAL) != 0 && take(bytes) % 4 == 0) {
            continue;
        }
        if (def->kind == ARG_OBJECT) {
            facts_object(&move->args, def->name);
            open = true;
        } else {
            write_value(bytes, &move->args, def, dot != NULL ? dot + 1 : def->name);
        }
    }
    if (open) {
        facts_end(&move->args);
    }
}

/* Any row at all; NULL now and then. */
static const struct action_def *any_row(const struct game_def *game, unsigned byte)
{
    size_t commons = 0;
    const struct action_def *common = rules_common_actions(&commons);
    size_t at = byte % (game->action_count + commons + 1);
    if (at < game->action_count) {
        return &game->actions[at];
    }
    at -= game->action_count;
    return at < commons ? &common[at] : NULL;
}

/* Who does what now; nothing of it need be possible. */
static void choose(struct bytes *bytes, const struct game_def *game, const void *state,
                   struct move *move)
{
    struct owed_list owed;
    unsigned how = take(bytes);
    int64_t at_ms = rules_state(state)->now_ms + (int64_t)(take(bytes) % 8) * 5000;
    rules_owed(game, state, &owed);
    if (how < 225 && owed.count > 0) {
        const struct owed *one = &owed.owed[take(bytes) % owed.count];
        unsigned count = 0;
        while (count < OWED_ACTIONS_MAX && one->actions[count] != NULL) {
            count++;
        }
        const char *name = count == 0 ? "tick" : one->actions[take(bytes) % count];
        move_init(move, rules_action(game, name), one->seat, at_ms);
    } else {
        int seat = (int)(take(bytes) % 9) + SEAT_MODERATOR;
        move_init(move, any_row(game, take(bytes)), seat == SEAT_CROWD ? 0 : seat, at_ms);
    }
    if (move->row != NULL) {
        write_args(bytes, move);
    }
}

/* The move as a journal has it: judgements stay, and people's texts where kept. */
static void from_journal(const struct move *move, bool words_kept, struct move *copy)
{
    move_init(copy, move->row, move->seat, move->at_ms);
    copy->judgement_count = move->judgement_count;
    memcpy(copy->judgement, move->judgement, sizeof copy->judgement);
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *def = &move->row->args[i];
        uint16_t at = strchr(def->name, '.') != NULL
                          ? FACTS_NONE
                          : facts_find(&move->args, FACTS_NONE, def->name);
        bool words = def->kind == ARG_TEXT || def->kind == ARG_TEXTS;
        if (at != FACTS_NONE && (words_kept || !words)) {
            facts_copy(&copy->args, def->name, &move->args, at);
        }
    }
}

static void deal(struct bytes *bytes, const struct game_def *game, const struct deal_pack *pack,
                 uint64_t *state)
{
    static struct outcome out;
    struct deal deal = {.pack = pack};
    const struct option_def *row = NULL;
    enum refusal refusal = REFUSAL_BAD_INPUT;
    for (int tries = 0; refusal != REFUSAL_NONE; tries++) {
        options_default(game, &deal.options);
        for (unsigned i = 0; tries == 0 && (row = option_row(game, i)) != NULL; i++) {
            unsigned byte = take(bytes);
            const char *choice =
                row->kind == OPTION_CHOICE ? row->choices[byte % OPTION_CHOICES_MAX] : NULL;
            if (choice != NULL) {
                options_set(game, &deal.options, row->name, choice, &row);
            }
        }
        deal.seats = (uint8_t)(game->seats_min +
                               take(bytes) % (unsigned)(game->seats_max - game->seats_min + 1));
        deal.seed[0] = (uint8_t)take(bytes);
        deal.seed[9] = 1;
        refusal = rules_deal(game, state, &deal, &out);
        assert(tries < 300);
    }
}

void fuzz_game(const struct game_def *game, const struct deal_pack *pack, const char *const *words,
               const uint8_t *data, size_t size)
{
    static uint64_t state[GAME_WORDS];
    static uint64_t before[GAME_WORDS];
    static uint64_t replayed[GAME_WORDS];
    static uint64_t wordless[GAME_WORDS];
    static struct outcome out;
    static struct move move;
    static struct move copy;
    static struct view view;
    struct bytes bytes = {data, data + size, words, 0};
    while (words[bytes.word_count] != NULL) {
        bytes.word_count++;
    }
    deal(&bytes, game, pack, state);
    memcpy(replayed, state, sizeof state);
    memcpy(wordless, state, sizeof state);
    while (bytes.at < bytes.end) {
        memcpy(before, state, sizeof state);
        choose(&bytes, game, state, &move);
        if (move.args.full || rules_apply(game, state, &move, &out) != REFUSAL_NONE) {
            assert(memcmp(before, state, sizeof state) == 0);
            continue;
        }
        assert(game->broken == NULL || game->broken(state) == NULL);
        from_journal(&move, true, &copy);
        enum refusal refusal = rules_replay(game, replayed, &copy, &out);
        assert(refusal == REFUSAL_NONE && memcmp(state, replayed, sizeof state) == 0);
        from_journal(&move, false, &copy);
        refusal = rules_replay(game, wordless, &copy, &out);
        assert(refusal == REFUSAL_NONE);
        assert(rules_state(wordless)->phase == rules_state(state)->phase);
        for (int reader = 0; reader <= rules_state(state)->seats; reader++) {
            int seat = reader < rules_state(state)->seats ? reader : SEAT_CROWD;
            view_init(&view, seat);
            rules_view(game, state, seat, &view);
        }
    }
}
