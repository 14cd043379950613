/* The one door to the rules. A move passes the checks of its row, then the row's resolve, then its
 * handler; when any of them refuses, the state is put back byte by byte. */
#include "rules_private.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static bool rules_sound(const struct game_def *game, const void *state)
{
    return game->broken(state) == NULL;
}

/* Every member of the pinned deal must be one that the game knows. */
static enum refusal rules_check_pinned(const struct game_def *game, const struct value_tree *pinned,
                                       struct outcome *out)
{
    for (uint16_t at = value_first(pinned, VALUE_NONE); at != VALUE_NONE;
         at = value_next(pinned, VALUE_NONE, at)) {
        const char *key = pinned->fact[at].key;
        const char *const *known = game->deal_members;
        while (*known != NULL && strcmp(*known, key) != 0) {
            known++;
        }
        if (*known == NULL) {
            struct value_tree *args = outcome_refuse(out, REFUSAL_BAD_INPUT);
            value_text(args, "argument", key, strlen(key));
            value_term(args, "problem", "unknown");
            outcome_end(out);
            return REFUSAL_BAD_INPUT;
        }
    }
    return REFUSAL_NONE;
}

static enum refusal rules_check_deal(const struct game_def *game, const struct deal *deal,
                                     struct outcome *out)
{
    if (deal->seats < game->seats_min || deal->seats > game->seats_max) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_BAD_INPUT);
        value_term(args, "argument", "seats");
        value_term(args, "problem", "out_of_range");
        outcome_end(out);
        return REFUSAL_BAD_INPUT;
    }
    return deal->pinned == NULL ? REFUSAL_NONE : rules_check_pinned(game, deal->pinned, out);
}

static void rules_say_over(const struct game_state *common, struct outcome *out)
{
    static const char *const outcomes[] = {"none", "win", "loss", "tie"};
    const struct result *result = &common->result;
    assert(common->over && result->reason != NULL);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_GAME_OVER);
    value_term(args, "outcome", outcomes[result->outcome]);
    value_term(args, "reason", result->reason);
    value_list(args, "winners");
    for (int seat = 0; seat < common->seats; seat++) {
        if ((result->winners & seat_bit(seat)) != 0) {
            value_number(args, NULL, seat);
        }
    }
    value_end(args);
    outcome_end(out);
}

enum refusal rules_deal(const struct game_def *game, void *state, const struct deal *deal,
                        struct outcome *out)
{
    struct game_state *common = state;
    assert(game->state_size >= sizeof *common && game->state_size <= GAME_STATE_MAX);
    outcome_init(out);
    memset(state, 0, game->state_size);
    enum refusal refusal = rules_check_deal(game, deal, out);
    if (refusal == REFUSAL_NONE) {
        common->now_ms = deal->at_ms;
        common->paused_ms = NO_DEADLINE;
        common->seats = deal->seats;
        common->version = deal->version == 0 ? game->rules_version : deal->version;
        common->options = deal->options;
        refusal = game->deal(state, deal, out);
    }
    if (refusal != REFUSAL_NONE) {
        assert(out->refusal == refusal);
        memset(state, 0, game->state_size);
        out->event_count = 0;
    } else if (common->over) {
        rules_say_over(common, out);
    }
    assert(refusal != REFUSAL_NONE || rules_sound(game, state));
    return refusal;
}

static enum refusal rules_handle(const struct attempt *attempt)
{
    const struct action_def *row = attempt->move->row;
    struct game_state *common = attempt->state;
    enum common_row common_row = rules_common_row(row);
    if (common_row == COMMON_TICK) {
        return rules_common_apply(attempt, common_row);
    }
    common->now_ms = attempt->move->at_ms;
    if (common_row != COMMON_COUNT) {
        return rules_common_apply(attempt, common_row);
    }
    assert(row->apply != NULL);
    return row->apply(attempt->state, attempt->move, attempt->out);
}

static enum refusal rules_try(const struct attempt *attempt)
{
    enum refusal refusal = REFUSAL_NONE;
    const struct action_def *row = attempt->move->row;
    if (attempt->live && row->resolve != NULL) {
        refusal = row->resolve(attempt->state, attempt->move, attempt->out);
    }
    return refusal != REFUSAL_NONE ? refusal : rules_handle(attempt);
}

static void rules_refused(struct outcome *out, enum refusal refusal)
{
    out->event_count = 0;
    if (out->refusal != refusal) {
        outcome_refuse(out, refusal);
        outcome_end(out);
    }
}

static enum refusal rules_make(const struct attempt *attempt)
{
    _Alignas(max_align_t) unsigned char before[GAME_STATE_MAX];
    const struct game_def *game = attempt->game;
    struct game_state *common = attempt->state;
    assert(rules_sound(game, attempt->state));
    outcome_init(attempt->out);
    enum refusal refusal = rules_check(attempt);
    if (refusal != REFUSAL_NONE) {
        rules_refused(attempt->out, refusal); /* most refusals: nothing was touched */
        return refusal;
    }
    memcpy(before, attempt->state, game->state_size);
    refusal = rules_try(attempt);
    if (refusal != REFUSAL_NONE) {
        memcpy(attempt->state, before, game->state_size);
        rules_refused(attempt->out, refusal);
        return refusal;
    }
    common->step++;
    if (common->over) {
        rules_say_over(common, attempt->out);
    }
    assert(rules_sound(game, attempt->state));
    return REFUSAL_NONE;
}

enum refusal rules_apply(const struct game_def *game, void *state, struct move *move,
                         struct outcome *out)
{
    struct attempt attempt = {game, state, move, out, true};
    assert(game != NULL && state != NULL);
    assert(move != NULL && out != NULL);
    return rules_make(&attempt);
}

enum refusal rules_replay(const struct game_def *game, void *state, struct move *move,
                          struct outcome *out)
{
    struct attempt attempt = {game, state, move, out, false};
    assert(game != NULL && state != NULL);
    assert(move != NULL && out != NULL);
    return rules_make(&attempt);
}

const struct action_def *rules_action(const struct game_def *game, const char *name)
{
    size_t count = 0;
    const struct action_def *common = rules_common_actions(&count);
    const struct action_def *row = action_find(game->actions, game->action_count, name);
    assert(name != NULL && common != NULL);
    return row != NULL ? row : action_find(common, count, name);
}

static void rules_view_result(const struct game_state *common, struct value_tree *facts)
{
    static const char *const outcomes[] = {"none", "win", "loss", "tie"};
    value_object(facts, "result");
    value_term(facts, "outcome", outcomes[common->result.outcome]);
    value_term(facts, "reason", common->result.reason);
    value_list(facts, "winners");
    for (int seat = 0; seat < common->seats; seat++) {
        if ((common->result.winners & seat_bit(seat)) != 0) {
            value_number(facts, NULL, seat);
        }
    }
    value_end(facts);
    value_list(facts, "scores");
    for (int seat = 0; seat < common->seats; seat++) {
        value_number(facts, NULL, common->result.scores[seat]);
    }
    value_end(facts);
    value_end(facts);
}

void rules_view(const struct game_def *game, const void *state, int seat, struct view *view)
{
    const struct game_state *common = state;
    assert(seat == SEAT_CROWD || (seat >= 0 && seat < common->seats));
    view_init(view, seat);
    value_term(&view->facts, "phase", game->phases[common->phase]);
    value_number(&view->facts, "round", common->round);
    value_bool(&view->facts, "over", common->over);
    value_bool(&view->facts, "paused", common->paused_ms != NO_DEADLINE);
    if (common->over) {
        rules_view_result(common, &view->facts);
    }
    if (seat != SEAT_CROWD) {
        value_number(&view->facts, "seat", seat);
    }
    game->view(state, seat, view);
    assert(!view->facts.full && view->facts.depth == 0);
}

void rules_owed(const struct game_def *game, const void *state, struct owed_list *list)
{
    const struct game_state *common = state;
    list->count = 0;
    if (common->over) {
        return;
    }
    game->owed(state, list);
    assert(list->count <= OWED_MAX);
    for (size_t i = 0; i < list->count; i++) {
        struct owed *owed = &list->owed[i];
        owed->deadline_ms = common->paused_ms != NO_DEADLINE ? NO_DEADLINE : owed->deadline_ms;
        owed->fallback = owed->deadline_ms == NO_DEADLINE ? MSG_NONE : owed->fallback;
    }
}

int64_t rules_due_ms(const struct game_def *game, const void *state)
{
    const struct game_state *common = state;
    assert(common->phase < PHASES_MAX && game->phases[common->phase] != NULL);
    if (common->over || common->paused_ms != NO_DEADLINE) {
        return NO_DEADLINE;
    }
    int64_t soft = game->soft_ms != NULL ? game->soft_ms(state) : NO_DEADLINE;
    int64_t due = game->due_ms(state);
    return soft < due ? soft : due;
}

void rules_shift(const struct game_def *game, void *state, int64_t ms)
{
    struct game_state *common = state;
    assert(ms >= 0);
    if (!common->over && common->paused_ms == NO_DEADLINE) {
        game->shift(state, ms);
    }
    assert(rules_sound(game, state));
}

void rules_abort(const struct game_def *game, void *state, int64_t at_ms)
{
    struct game_state *common = state;
    uint8_t last = 0;
    assert(!common->over && at_ms >= common->now_ms);
    while (last + 1 < PHASES_MAX && game->phases[last + 1] != NULL) {
        last++;
    }
    common->now_ms = at_ms;
    common->phase = last;
    common->over = true;
    common->result.outcome = OUTCOME_NONE;
    common->result.reason = "aborted";
    assert(rules_sound(game, state));
}
