/* Challenges: an opponent doubts a clue. With a referee it is ruled on and perhaps written anew;
 * without one it is noted for the end. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

enum { RULE_NO_ROOM = 1 }; /* judgement: the sheet has no room for a clue written anew */

/* The challenged clue on the table of the opponents, or why there is none. */
static enum refusal challenge_find(const struct decrypto *state, const struct move *move,
                                   struct clue_item *item_r, struct outcome *out)
{
    int team = decrypto_team_of(state, move->seat);
    int rivals = decrypto_other(team);
    int place = (int)value_number_at(&move->args, "clue", 1) - 1;
    if (!decrypto_option_is(state, DECRYPTO_CHALLENGE, 0)) {
        return decrypto_option_off(out, "challenge");
    }
    if (!decrypto_half_open(state, rivals)) {
        return REFUSAL_NOT_YOURS;
    }
    bool there = clue_log_current(&state->log, rivals, place, item_r);
    assert(there);
    if (!there || (item_r->entry.flags & CLUE_BLANK) != 0) {
        return outcome_bad_argument(out, "clue", "blank");
    }
    return (item_r->entry.flags & CLUE_CHALLENGED) != 0 ? REFUSAL_ALREADY_CHALLENGED : REFUSAL_NONE;
}

static void challenge_say(uint16_t to, enum message message, const struct move *move, int team,
                          const struct clue_item *item, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, to, message);
    value_number(args, "seat", move->seat);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "clue", item->entry.place + 1);
    value_text(args, "text", item->text, item->entry.len);
    outcome_end(out);
}

/* What the referee sees: the clue and the keyword it is for. */
static void challenge_ask(const struct decrypto *state, int team, const struct clue_item *item,
                          struct outcome *out)
{
    const struct decrypto_team *side = &state->team[team];
    int slot = decrypto_code_digit(side->code, item->entry.place);
    const char *keyword = side->keyword[slot - 1];
    struct value_tree *args = outcome_say(out, AUDIENCE_MODERATORS, MSG_DECRYPTO_QUESTION);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "clue", item->entry.place + 1);
    value_text(args, "text", item->text, item->entry.len);
    value_text(args, "keyword", keyword, strlen(keyword));
    value_number(args, "slot", slot);
    outcome_end(out);
}

enum refusal decrypto_challenge(void *subject, const struct move *move, struct outcome *out)
{
    struct decrypto *state = subject;
    struct clue_item item = {0};
    enum refusal refusal = challenge_find(state, move, &item, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int team = item.entry.team;
    item.entry.flags = (uint8_t)(item.entry.flags | CLUE_CHALLENGED);
    clue_log_mark(&state->log, &item);
    challenge_say(AUDIENCE_CROWD, MSG_DECRYPTO_CHALLENGED, move, team, &item, out);
    if (state->common.options.value[OPTION_REFEREE] == 0) {
        return REFUSAL_NONE;
    }
    game_clock_hold(&state->turn_clock, state->common.now_ms);
    state->common.phase = DECRYPTO_AT_RULING;
    state->ruling_team = (int8_t)team;
    state->clue_place = (int8_t)item.entry.place;
    state->ruling_ask = decrypto_new_ask(state);
    decrypto_wait(state, &state->ruling_clock);
    challenge_ask(state, team, &item, out);
    return REFUSAL_NONE;
}

/* Takes the clue off the table; it stays used. Both answers to this code are cleared. */
static void challenge_strike(struct decrypto *state, struct clue_item *item)
{
    struct clue_entry blank = {.team = item->entry.team,
                               .place = item->entry.place,
                               .flags = CLUE_CURRENT | CLUE_PUBLISHED | CLUE_BLANK};
    int slot = decrypto_code_digit(state->team[item->entry.team].code, item->entry.place);
    item->entry.flags = (uint8_t)((item->entry.flags & ~CLUE_CURRENT) | CLUE_STRUCK);
    item->entry.slot = (unsigned)slot & 0xf;
    clue_log_mark(&state->log, item);
    clue_log_add(&state->log, blank, "-");
    decrypto_clear_answers(state, item->entry.team);
}

/* The clue's Encryptor is to write it anew, if he is still there and there is room for it. */
static void challenge_rewrite(struct decrypto *state, int team, bool anew, struct outcome *out)
{
    struct decrypto_team *side = &state->team[team];
    game_clock_stop(&state->turn_clock);
    state->common.phase = DECRYPTO_AT_CLUES;
    state->rewriting = (int8_t)team;
    if (!anew || (decrypto_present(state, team) & seat_bit(side->encryptor)) == 0) {
        decrypto_rewritten(state, NULL, 0, out);
        return;
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_REWRITE);
    value_number(args, "seat", side->encryptor);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "clue", state->clue_place + 1);
    outcome_end(out);
    side->clue_ask = decrypto_new_ask(state);
    decrypto_start_clue_clock(state, team, out);
}

void decrypto_rewritten(struct decrypto *state, const char *text, unsigned flags,
                        struct outcome *out)
{
    int team = state->rewriting;
    struct clue_item item;
    assert(team != DECRYPTO_NO_TEAM && state->common.phase == DECRYPTO_AT_CLUES);
    bool there = clue_log_current(&state->log, team, state->clue_place, &item);
    assert(there && (item.entry.flags & CLUE_BLANK) != 0);
    if (there && text != NULL) {
        struct clue_entry entry = {.team = (uint8_t)team,
                                   .place = (uint8_t)state->clue_place,
                                   .flags = (uint8_t)(flags | CLUE_CURRENT | CLUE_PUBLISHED)};
        clue_log_drop(&state->log, item.at);
        clue_log_add(&state->log, entry, text);
    }
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_REWRITTEN);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "clue", state->clue_place + 1);
    value_text(args, "text", text != NULL ? text : "-", text != NULL ? strlen(text) : 1);
    value_bool(args, "blank", text == NULL);
    outcome_end(out);
    game_clock_stop(&state->team[team].clue_clock);
    state->rewriting = DECRYPTO_NO_TEAM;
    state->common.phase = DECRYPTO_AT_GUESS;
    decrypto_wait(state, &state->turn_clock);
}

void decrypto_ruled(struct decrypto *state, bool yes, bool anew, struct outcome *out)
{
    int team = state->ruling_team;
    struct clue_item item;
    bool there = clue_log_current(&state->log, team, state->clue_place, &item);
    assert(there && state->common.phase == DECRYPTO_AT_RULING);
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_RULED);
    value_term(args, "team", decrypto_teams[team]);
    value_number(args, "clue", state->clue_place + 1);
    value_term(args, "answer", yes ? "yes" : "no");
    outcome_end(out);
    game_clock_stop(&state->ruling_clock);
    state->common.phase = DECRYPTO_AT_GUESS;
    state->ruling_team = DECRYPTO_NO_TEAM;
    if (!yes) {
        game_clock_go(&state->turn_clock, game_now_ms(&state->common));
        decrypto_recount(state, out);
        return;
    }
    item.entry.flags = (uint8_t)(item.entry.flags | CLUE_UPHELD);
    clue_log_mark(&state->log, &item);
    if (state->solo || decrypto_option_is(state, DECRYPTO_ILLEGAL_CLUE, 0)) {
        challenge_strike(state, &item);
        challenge_rewrite(state, team, anew, out);
        return;
    }
    decrypto_charge(state, team, out);
    game_clock_go(&state->turn_clock, game_now_ms(&state->common));
    decrypto_recount(state, out);
}

/* Room for a clue written anew, beside all that this game may still need: the usual eight rounds,
 * or as many as were agreed on, come before what is written twice. */
static bool rule_has_room(const struct decrypto *state)
{
    int32_t most = state->common.options.value[DECRYPTO_MAX_ROUNDS];
    int32_t round = (int32_t)state->common.round;
    int32_t sure = most == 0 || most > DECRYPTO_ROUNDS_USUAL ? DECRYPTO_ROUNDS_USUAL : most;
    unsigned rounds = round < sure ? (unsigned)(sure - round) + 2 : 2;
    return clue_log_has_room(&state->log,
                             rounds * DECRYPTO_ROUND_CLUES + DECRYPTO_TIEBREAK_CLUES + 1,
                             rounds * DECRYPTO_ROUND_ENTRIES + DECRYPTO_TIEBREAK_CLUES + 2);
}

enum refusal decrypto_rule_resolve(const void *subject, struct move *move, struct outcome *out)
{
    (void)out;
    move->judgement_count = 1;
    move->judgement[0] = rule_has_room(subject) ? 0 : RULE_NO_ROOM;
    return REFUSAL_NONE;
}

enum refusal decrypto_rule(void *subject, const struct move *move, struct outcome *out)
{
    struct decrypto *state = subject;
    const char *answer = value_text_at(&move->args, "answer", "no");
    if (move->seat != SEAT_MODERATOR) {
        return REFUSAL_NOT_YOURS;
    }
    bool anew = move->judgement_count == 0 || (move->judgement[0] & RULE_NO_ROOM) == 0;
    decrypto_ruled(state, strcmp(answer, "yes") == 0, anew, out);
    return REFUSAL_NONE;
}
