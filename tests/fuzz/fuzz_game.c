/* A game out of bytes: options, then moves until the bytes end. */
#include "fuzz_game.h"

#include "move_bytes.h"
#include "rules.h"

#include <assert.h>
#include <string.h>

enum { GAME_WORDS = GAME_STATE_MAX / sizeof(uint64_t) };

/* The move as a journal has it: judgements stay, and people's texts where kept. */
static void from_journal(const struct move *move, bool words_kept, struct move *copy)
{
    move_init(copy, move->row, move->seat, move->at_ms);
    copy->judgement_count = move->judgement_count;
    memcpy(copy->judgement, move->judgement, sizeof copy->judgement);
    for (unsigned i = 0; i < move->row->arg_count; i++) {
        const struct arg_def *def = &move->row->args[i];
        uint16_t at = strchr(def->name, '.') != NULL
                          ? VALUE_NONE
                          : value_find(&move->args, VALUE_NONE, def->name);
        bool words = def->kind == ARG_TEXT || def->kind == ARG_TEXTS;
        if (at != VALUE_NONE && (words_kept || !words)) {
            value_copy(&copy->args, def->name, &move->args, at);
        }
    }
}

static void deal(struct move_bytes *bytes, const struct game_def *game,
                 const struct deal_pack *pack, uint64_t *state)
{
    static struct outcome out;
    struct deal deal = {.pack = pack};
    const struct option_def *row = NULL;
    enum refusal refusal = REFUSAL_BAD_INPUT;
    for (int tries = 0; refusal != REFUSAL_NONE; tries++) {
        options_default(game, &deal.options);
        for (unsigned i = 0; tries == 0 && (row = option_row(game, i)) != NULL; i++) {
            unsigned byte = move_byte(bytes);
            const char *choice =
                row->kind == OPTION_CHOICE ? row->choices[byte % OPTION_CHOICES_MAX] : NULL;
            if (choice != NULL) {
                options_set(game, &deal.options, row->name, choice, &row);
            }
        }
        deal.seats =
            (uint8_t)(game->seats_min +
                      move_byte(bytes) % (unsigned)(game->seats_max - game->seats_min + 1));
        deal.seed[0] = (uint8_t)move_byte(bytes);
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
    struct move_bytes bytes = {data, data + size, words, 0};
    while (words[bytes.word_count] != NULL) {
        bytes.word_count++;
    }
    deal(&bytes, game, pack, state);
    memcpy(replayed, state, sizeof state);
    memcpy(wordless, state, sizeof state);
    while (bytes.at < bytes.end) {
        memcpy(before, state, sizeof state);
        move_of_bytes(&bytes, game, state, &move);
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
