/* The deal: four cards each, or what the runner has pinned. Nothing is drawn at random here; who
 * sits where is the lobby's matter. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

enum { DEAL_ROUND_MAX = 1000000, DEAL_HAND = 4 };

const char *const interceptor_deal_members[] = {"leader", "hands",   "discard",
                                                "round",  "signals", NULL};

static enum refusal deal_refuse(struct outcome *out, const char *argument, const char *problem)
{
    struct value_tree *args = outcome_refuse(out, REFUSAL_BAD_INPUT);
    assert(argument != NULL && problem != NULL);
    value_term(args, "argument", argument);
    value_term(args, "problem", problem);
    outcome_end(out);
    return REFUSAL_BAD_INPUT;
}

/* Reads a whole number between min and max under key; false when it is something else. A number
 * that is not there leaves *value_r. */
static bool deal_number(const struct value_tree *pinned, const char *key, int64_t min, int64_t max,
                        int64_t *value_r)
{
    uint16_t at = value_find(pinned, VALUE_NONE, key);
    if (at == VALUE_NONE || pinned->fact[at].kind == VALUE_NULL) {
        return true;
    }
    *value_r = pinned->fact[at].number;
    return pinned->fact[at].kind == VALUE_NUMBER && *value_r >= min && *value_r <= max;
}

static enum refusal deal_hands(struct interceptor *state, const struct value_tree *pinned,
                               struct outcome *out)
{
    uint16_t hands = value_find(pinned, VALUE_NONE, "hands");
    if (hands == VALUE_NONE || pinned->fact[hands].kind == VALUE_NULL) {
        return REFUSAL_NONE;
    }
    if (pinned->fact[hands].kind != VALUE_LIST || pinned->fact[hands].number != INTERCEPTOR_SEATS) {
        return deal_refuse(out, "hands", "not_a_list");
    }
    for (unsigned seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        const struct value *fact = &pinned->fact[value_member(pinned, hands, seat)];
        if (fact->kind != VALUE_NUMBER || fact->number < 0 || fact->number > INTERCEPTOR_CARDS) {
            return deal_refuse(out, "hands", "out_of_range");
        }
        state->hand[seat] = (int8_t)fact->number;
        state->short_handed = state->short_handed || fact->number == 0;
    }
    return REFUSAL_NONE;
}

static enum refusal deal_cards(struct interceptor *state, const struct value_tree *pinned,
                               struct outcome *out)
{
    int64_t discard = 0;
    if (!deal_number(pinned, "discard", 0, INTERCEPTOR_CARDS, &discard)) {
        return deal_refuse(out, "discard", "out_of_range");
    }
    enum refusal refusal = deal_hands(state, pinned, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    state->discard = (int8_t)discard;
    int cards = state->discard;
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        cards += state->hand[seat];
    }
    return cards == INTERCEPTOR_CARDS ? REFUSAL_NONE : deal_refuse(out, "hands", "sum");
}

static enum refusal deal_leader(struct interceptor *state, const struct value_tree *pinned,
                                struct outcome *out)
{
    int64_t leader = SEAT_NONE;
    int64_t round = 1;
    bool anyone = state->common.options.value[INTERCEPTOR_VARIANT] != 0;
    if (!deal_number(pinned, "leader", 0, INTERCEPTOR_SEATS - 1, &leader) ||
        (!anyone && leader >= 0 && interceptor_team_of((int)leader) != INTERCEPTOR_OFFICIALS)) {
        return deal_refuse(out, "leader", "not_a_seat");
    }
    if (!deal_number(pinned, "round", 1, DEAL_ROUND_MAX, &round)) {
        return deal_refuse(out, "round", "out_of_range");
    }
    state->leader = (int8_t)leader;
    state->common.round = (uint32_t)round;
    state->signalled = round > 1;
    return REFUSAL_NONE;
}

static bool deal_knows(const char *key, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], key) == 0) {
            return true;
        }
    }
    return false;
}

/* Refuses a member of the object at parent that has none of the names. */
static enum refusal deal_check_names(const struct value_tree *pinned, uint16_t parent,
                                     const char *const *names, int count, struct outcome *out)
{
    if (pinned->fact[parent].kind != VALUE_OBJECT) {
        return deal_refuse(out, "signals", "not_an_object");
    }
    for (uint16_t at = value_first(pinned, parent); at != VALUE_NONE;
         at = value_next(pinned, parent, at)) {
        const char *key = pinned->fact[at].key;
        if (!deal_knows(key, names, count)) {
            struct value_tree *args = outcome_refuse(out, REFUSAL_BAD_INPUT);
            value_text(args, "argument", key, strlen(key));
            value_term(args, "problem", "unknown");
            outcome_end(out);
            return REFUSAL_BAD_INPUT;
        }
    }
    return REFUSAL_NONE;
}

static enum refusal deal_team_signals(struct interceptor_team *team,
                                      const struct value_tree *pinned, uint16_t at,
                                      struct outcome *out)
{
    static const char *const members[] = {"kind", "value"};
    enum refusal refusal = deal_check_names(pinned, at, interceptor_symbols, SYMBOLS, out);
    for (int symbol = 0; symbol < SYMBOLS && refusal == REFUSAL_NONE; symbol++) {
        struct interceptor_signal *signal = &team->signal[symbol];
        uint16_t one = value_find(pinned, at, interceptor_symbols[symbol]);
        if (one == VALUE_NONE) {
            return deal_refuse(out, interceptor_symbols[symbol], "missing");
        }
        refusal = deal_check_names(pinned, one, members, 2, out);
        if (refusal != REFUSAL_NONE) {
            return refusal;
        }
        uint16_t value = value_find(pinned, one, "value");
        const char *problem = value != VALUE_NONE && pinned->fact[value].kind == VALUE_NUMBER
                                  ? "not_a_text"
                                  : signal_read(pinned, one, signal);
        if (problem != NULL || !signal_fits(signal)) {
            return deal_refuse(out, interceptor_symbols[symbol],
                               problem != NULL ? problem : "not_fitting");
        }
    }
    team->ready = true;
    return refusal;
}

static enum refusal deal_signals(struct interceptor *state, const struct value_tree *pinned,
                                 struct outcome *out)
{
    uint16_t signals = value_find(pinned, VALUE_NONE, "signals");
    if (signals == VALUE_NONE || pinned->fact[signals].kind == VALUE_NULL) {
        return REFUSAL_NONE;
    }
    enum refusal refusal =
        deal_check_names(pinned, signals, interceptor_teams, INTERCEPTOR_TEAMS, out);
    for (int team = 0; team < INTERCEPTOR_TEAMS && refusal == REFUSAL_NONE; team++) {
        uint16_t at = value_find(pinned, signals, interceptor_teams[team]);
        if (at != VALUE_NONE && pinned->fact[at].kind != VALUE_NULL) {
            refusal = deal_team_signals(&state->team[team], pinned, at, out);
        }
    }
    return refusal;
}

static enum refusal deal_pinned(struct interceptor *state, const struct value_tree *pinned,
                                struct outcome *out)
{
    enum refusal refusal = deal_cards(state, pinned, out);
    if (refusal == REFUSAL_NONE) {
        refusal = deal_leader(state, pinned, out);
    }
    return refusal != REFUSAL_NONE ? refusal : deal_signals(state, pinned, out);
}

static void deal_plain(struct interceptor *state)
{
    state->leader = SEAT_NONE;
    state->split_proposer = SEAT_NONE;
    state->pot_team = -1;
    state->common.round = 1;
    for (int seat = 0; seat < INTERCEPTOR_SEATS; seat++) {
        state->hand[seat] = DEAL_HAND;
        state->symbol[seat] = SYMBOL_NONE;
        state->last.play[seat] = SYMBOL_NONE;
    }
    for (int team = 0; team < INTERCEPTOR_TEAMS; team++) {
        state->team[team].proposer = SEAT_NONE;
        state->team[team].ask = interceptor_new_ask(state);
    }
}

enum refusal interceptor_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct interceptor *state = subject;
    assert(deal->seats == INTERCEPTOR_SEATS);
    deal_plain(state);
    if (deal->pinned != NULL) {
        enum refusal refusal = deal_pinned(state, deal->pinned, out);
        if (refusal != REFUSAL_NONE) {
            return refusal;
        }
    }
    bool ready =
        state->team[INTERCEPTOR_OFFICIALS].ready && state->team[INTERCEPTOR_JOURNALISTS].ready;
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INTERCEPTOR_DEALT);
    value_term(args, "phase", !ready ? "signals" : state->leader < 0 ? "leader" : "play");
    outcome_end(out);
    if (ready) {
        interceptor_signals_done(state, out);
    } else {
        state->common.phase = INTERCEPTOR_AT_SIGNALS;
        interceptor_wait(state);
    }
    assert(interceptor_broken(state) == NULL);
    return REFUSAL_NONE;
}
