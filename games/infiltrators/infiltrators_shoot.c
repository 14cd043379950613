/* The gun: naming a Suspect, and the card a hit is rewarded with. */
#include "infiltrators_private.h"

#include <assert.h>
#include <string.h>

/* What a reward names beside a card; beyond the codes of cards. */
enum { RETRIEVE_NONE = 256, RETRIEVE_DOWN = 257 };

static bool shoot_is_crossed_out(const struct infiltrators *state, int owner, uint8_t card)
{
    struct card_set possible;
    infiltrators_possible(state, owner, &possible);
    return !card_set_has(&possible, card);
}

/* Asks once about what the clue board has crossed out. */
static enum refusal shoot_warn(const struct infiltrators *state, const struct move *move,
                               uint8_t card, struct outcome *out)
{
    int owner = (int)value_number_at(&move->args, "seat", 0);
    bool asks = infiltrators_option_is(state, INFILTRATORS_WARN_IMPOSSIBLE, 0) &&
                infiltrators_option_is(state, INFILTRATORS_BOARD, 0);
    if (!asks || value_bool_at(&move->args, "insist") ||
        !shoot_is_crossed_out(state, owner, card)) {
        return REFUSAL_NONE;
    }
    struct value_tree *args = outcome_refuse(out, REFUSAL_WARNING);
    value_term(args, "problem", "crossed_out");
    value_number(args, "seat", owner);
    infiltrators_write_card(args, "card", card);
    outcome_end(out);
    return REFUSAL_WARNING;
}

enum refusal infiltrators_eliminate_resolve(const void *subject, struct move *move,
                                            struct outcome *out)
{
    const struct infiltrators *state = subject;
    uint16_t at = value_find(&move->args, VALUE_NONE, "card");
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    refusal = refusal != REFUSAL_NONE ? refusal : infiltrators_check_other(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (!value_has(&move->args, "card")) {
        return outcome_bad_argument(out, "card", "missing");
    }
    uint8_t card = card_read(move->args.fact[at].text);
    bool number = card != CARD_NONE && card_number(card) != NUMBER_SPECIAL;
    move->judgement[0] = number && infiltrators_in_mission(state, card) ? card : CARD_NONE;
    move->judgement_count = 1;
    return REFUSAL_NONE;
}

static void shoot_say(const struct infiltrators *state, int owner, uint8_t card, bool hit,
                      struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_SHOT);
    value_number(args, "seat", state->turn);
    value_number(args, "owner", owner);
    infiltrators_write_card(args, "card", card);
    value_bool(args, "hit", hit);
    if (mission_has(&state->mission, MISSION_HIDDEN_BULLETS)) {
        value_null(args, "bullets");
    } else {
        value_number(args, "bullets", state->bullets);
    }
    value_number(args, "left", infiltrators_left(state));
    outcome_end(out);
}

/* The Suspect goes into the Headquarters, its clues face up to the discard. */
static void shoot_solve(struct infiltrators *state, struct agent *agent)
{
    card_set_add(&state->seen, agent->suspect);
    card_set_add(&state->solved, agent->suspect);
    card_row_add(&state->hq, agent->suspect);
    rng_shuffle(&state->rng, state->hq.card, state->hq.count, sizeof state->hq.card[0]);
    while (agent->clues.count > 0) {
        card_row_add(&state->up, card_row_shift(&agent->clues));
    }
    memset(&agent->wrong, 0, sizeof agent->wrong);
    agent->suspect = CARD_NONE;
}

static bool shoot_may_retrieve(const struct infiltrators *state)
{
    bool capped = infiltrators_option_is(state, INFILTRATORS_HAND_CAP, 1) &&
                  state->agent[state->turn].hand.count >= state->mission.hand_limit;
    return !capped && state->up.count + state->down.count > 0;
}

static void shoot_hit(struct infiltrators *state, int owner, uint8_t card, struct outcome *out)
{
    state->hits++;
    state->deeds[state->turn].hits++;
    course_mark(&state->course, 0, INFILTRATORS_MARK_HIT);
    shoot_solve(state, &state->agent[owner]);
    shoot_say(state, owner, card, true, out);
    if (infiltrators_check_end(state, out)) {
        return;
    }
    if (shoot_may_retrieve(state)) {
        infiltrators_wait(state, INFILTRATORS_AT_RETRIEVE);
    } else {
        infiltrators_finish_action(state, out);
    }
}

enum refusal infiltrators_eliminate(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    uint8_t card = infiltrators_card_of(move);
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    refusal = refusal != REFUSAL_NONE ? refusal : infiltrators_check_other(state, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (card == CARD_NONE || card_number(card) == NUMBER_SPECIAL) {
        return infiltrators_no_such_card(out);
    }
    if (state->bullets == 0) {
        return REFUSAL_NO_BULLETS;
    }
    refusal = shoot_warn(state, move, card, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int owner = (int)value_number_at(&move->args, "seat", 0);
    state->bullets--;
    if (state->agent[owner].suspect == card) {
        shoot_hit(state, owner, card, out);
        return REFUSAL_NONE;
    }
    state->misses++;
    state->deeds[state->turn].misses++;
    course_mark(&state->course, 0, INFILTRATORS_MARK_MISS);
    card_set_add(&state->agent[owner].wrong, card);
    shoot_say(state, owner, card, false, out);
    infiltrators_finish_action(state, out);
    return REFUSAL_NONE;
}

/* --- the reward ---------------------------------------------------------------------------------
 */

static bool shoot_is_word(const char *text, const char *word)
{
    while (*word != '\0' && (*text == *word || *text == *word - 'a' + 'A')) {
        text++;
        word++;
    }
    return *word == '\0' && *text == '\0';
}

enum refusal infiltrators_retrieve_resolve(const void *subject, struct move *move,
                                           struct outcome *out)
{
    const struct infiltrators *state = subject;
    uint16_t at = value_find(&move->args, VALUE_NONE, "card");
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    assert(at != VALUE_NONE);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    const char *text = move->args.fact[at].text;
    uint8_t card = card_read(text);
    bool special = card != CARD_NONE && card_number(card) == NUMBER_SPECIAL;
    bool known = card != CARD_NONE && (special ? mission_has(&state->mission, MISSION_SPECIALS)
                                               : infiltrators_in_mission(state, card));
    move->judgement[0] = shoot_is_word(text, "down")   ? RETRIEVE_DOWN
                         : shoot_is_word(text, "none") ? RETRIEVE_NONE
                         : known                       ? card
                                                       : CARD_NONE;
    move->judgement_count = 1;
    return REFUSAL_NONE;
}

static void shoot_say_retrieved(const struct infiltrators *state, const char *what, uint8_t card,
                                struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_INFILTRATORS_RETRIEVED);
    value_number(args, "seat", state->turn);
    value_term(args, "what", what);
    infiltrators_write_card(args, "card", card);
    outcome_end(out);
}

void infiltrators_retrieve_nothing(struct infiltrators *state, struct outcome *out)
{
    shoot_say_retrieved(state, "none", CARD_NONE, out);
    infiltrators_finish_action(state, out);
}

/* Nobody knows any of the face-down cards, so the latest is as good as a random one. */
static uint8_t shoot_take_down(struct infiltrators *state)
{
    if (infiltrators_option_is(state, INFILTRATORS_FACEDOWN, 0)) {
        return card_row_pop(&state->down);
    }
    uint8_t card = state->down.card[rng_below(&state->rng, state->down.count)];
    card_row_take(&state->down, card);
    return card;
}

static void shoot_retrieve_down(struct infiltrators *state, struct outcome *out)
{
    struct card_row taken = {0};
    uint8_t card = shoot_take_down(state);
    card_row_add(&taken, card);
    card_row_add(&state->agent[state->turn].hand, card);
    shoot_say_retrieved(state, "down", CARD_NONE, out);
    struct value_tree *args = outcome_say(out, seat_bit(state->turn), MSG_INFILTRATORS_TOOK);
    infiltrators_write_row(args, "cards", &taken);
    outcome_end(out);
    infiltrators_finish_action(state, out);
}

enum refusal infiltrators_retrieve(void *subject, const struct move *move, struct outcome *out)
{
    struct infiltrators *state = subject;
    int32_t what = move->judgement_count > 0 ? move->judgement[0] : CARD_NONE;
    enum refusal refusal = infiltrators_check_turn(state, move->seat, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (what == RETRIEVE_NONE) {
        infiltrators_retrieve_nothing(state, out);
        return REFUSAL_NONE;
    }
    if (what == RETRIEVE_DOWN && state->down.count > 0) {
        shoot_retrieve_down(state, out);
        return REFUSAL_NONE;
    }
    if (!card_is(what) && what != RETRIEVE_DOWN) {
        return infiltrators_no_such_card(out);
    }
    if (what == RETRIEVE_DOWN || !card_row_take(&state->up, (uint8_t)what)) {
        struct value_tree *args = outcome_refuse(out, REFUSAL_NOT_IN_DISCARD);
        infiltrators_write_card(args, "card", card_is(what) ? (uint8_t)what : CARD_NONE);
        outcome_end(out);
        return REFUSAL_NOT_IN_DISCARD;
    }
    card_row_add(&state->agent[state->turn].hand, (uint8_t)what);
    shoot_say_retrieved(state, "card", (uint8_t)what, out);
    infiltrators_finish_action(state, out);
    return REFUSAL_NONE;
}
