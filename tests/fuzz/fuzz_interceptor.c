/* Interceptor on moves from bytes, through the door of the rules: whatever comes, a refusal leaves
 * the state, the invariants hold, and a replay without people's words gives the same state. */
#include "rules.h"

#include "interceptor/interceptor.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct bytes {
    const uint8_t *at;
    const uint8_t *end;
};

static unsigned take(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static void write_words(struct bytes *bytes, struct value_tree *facts, const char *key)
{
    char words[64];
    size_t len = 0;
    size_t wanted = take(bytes) % sizeof words;
    while (len < wanted) {
        char byte = (char)take(bytes);
        words[len++] = (char)(byte == '\0' ? ' ' : byte);
    }
    value_text(facts, key, words, len);
}

static void write_value(struct bytes *bytes, struct value_tree *facts, const struct arg_def *def,
                        const char *key)
{
    unsigned how = take(bytes);
    if (how >= 240) {
        value_null(facts, key);
    } else if (def->choice_count > 0 && how < 200) {
        value_term(facts, key, def->choices[how % def->choice_count].name);
    } else if (def->kind == ARG_NUMBER || def->kind == ARG_SEAT || how >= 220) {
        value_number(facts, key, (int)(how % 8) - 1);
    } else {
        write_words(bytes, facts, key);
    }
}

static void write_args(struct bytes *bytes, struct move *move)
{
    const struct action_def *row = move->row;
    bool open = false;
    for (unsigned i = 0; i < row->arg_count; i++) {
        const char *name = row->args[i].name;
        const char *dot = strchr(name, '.');
        if (dot == NULL && open) {
            value_end(&move->args);
            open = false;
        }
        if (row->args[i].kind == ARG_OBJECT) {
            value_object(&move->args, name);
            open = true;
        } else if (row->args[i].kind == ARG_SEATS) {
            value_list(&move->args, name);
            value_number(&move->args, NULL, take(bytes) % 5);
            value_end(&move->args);
        } else {
            write_value(bytes, &move->args, &row->args[i], dot != NULL ? dot + 1 : name);
        }
    }
    if (open) {
        value_end(&move->args);
    }
}

static const struct action_def *pick_row(unsigned byte)
{
    size_t commons = 0;
    const struct action_def *common = rules_common_actions(&commons);
    size_t own = interceptor_game.action_count;
    size_t at = byte % (own + commons + 1);
    if (at == own + commons) {
        return NULL;
    }
    return at < own ? &interceptor_game.actions[at] : &common[at - own];
}

static void forget_words(const struct move *move, struct move *kept)
{
    move_init(kept, move->row, move->seat, move->at_ms);
    kept->judgement_count = move->judgement_count;
    memcpy(kept->judgement, move->judgement, sizeof kept->judgement);
    for (uint16_t at = value_first(&move->args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&move->args, VALUE_NONE, at)) {
        const char *key = move->args.fact[at].key;
        if (strcmp(key, "say") != 0 && strcmp(key, "text") != 0) {
            value_copy(&kept->args, key, &move->args, at);
        }
    }
}

static void deal(struct bytes *bytes, struct interceptor *state, struct outcome *out)
{
    static const char json[] =
        "{\"leader\":0,\"signals\":{\"officials\":{\"documents\":{\"kind\":\"word\",\"value\":"
        "\"a\"},"
        "\"money\":{\"kind\":\"ends_punct\",\"value\":\"?\"}},\"journalists\":{\"documents\":"
        "{\"kind\":\"digit\"},\"money\":{\"kind\":\"emoji\",\"value\":\"\xf0\x9f\x98\x80\"}}}}";
    struct value fact[40];
    char text[400];
    struct value_tree pinned;
    struct deal deal = {.seats = 4};
    options_default(&interceptor_game, &deal.options);
    for (unsigned i = 0; i < INTERCEPTOR_TURN_LIMIT; i++) {
        const struct option_def *row = option_row(&interceptor_game, i);
        int count = 0;
        while (row->kind == OPTION_CHOICE && count < OPTION_CHOICES_MAX &&
               row->choices[count] != NULL) {
            count++;
        }
        if (count > 0) {
            deal.options.value[i] = (int32_t)(take(bytes) % (unsigned)count);
        }
    }
    value_init(&pinned, fact, 40, text, sizeof text);
    if (take(bytes) % 4 != 0) {
        bool parsed = value_parse(&pinned, json, sizeof json - 1);
        assert(parsed);
        deal.pinned = &pinned;
    }
    enum refusal refusal = rules_deal(&interceptor_game, state, &deal, out);
    assert(refusal == REFUSAL_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct interceptor state;
    static struct interceptor other;
    static struct outcome out;
    static struct move move;
    static struct move kept;
    static struct view view;
    struct bytes bytes = {data, data + size};
    deal(&bytes, &state, &out);
    memcpy(&other, &state, sizeof state);
    while (bytes.at < bytes.end) {
        struct interceptor before;
        memcpy(&before, &state, sizeof state);
        int seat = (int)(take(&bytes) % 8) + SEAT_MODERATOR;
        int64_t at_ms = state.common.now_ms + (int64_t)(take(&bytes) % 16) * 10000;
        move_init(&move, pick_row(take(&bytes)), seat == SEAT_CROWD ? 0 : seat, at_ms);
        if (move.row != NULL) {
            write_args(&bytes, &move);
        }
        if (move.args.full || rules_apply(&interceptor_game, &state, &move, &out) != REFUSAL_NONE) {
            assert(memcmp(&before, &state, sizeof state) == 0);
            continue;
        }
        forget_words(&move, &kept);
        enum refusal refusal = rules_replay(&interceptor_game, &other, &kept, &out);
        assert(refusal == REFUSAL_NONE && memcmp(&state, &other, sizeof state) == 0);
        for (int reader = 0; reader < 4; reader++) {
            rules_view(&interceptor_game, &state, reader, &view);
        }
    }
    return 0;
}
