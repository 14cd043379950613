/* The invariants of rulebook 7, and those the files of Decrypto rely on. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

static const char *broken_tokens(const struct decrypto *state)
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        const struct decrypto_team *side = &state->team[team];
        int interceptions = side->interceptions - side->interceptions_before;
        int miscommunications = side->miscommunications - side->miscommunications_before;
        int most = state->solo ? 2 : 1;
        if (interceptions < 0 || miscommunications < 0) {
            return "tokens never decrease";
        }
        if (!state->solo && (side->interceptions > DECRYPTO_TOKENS_MAX ||
                             side->miscommunications > DECRYPTO_TOKENS_MAX)) {
            return "nobody has more than two of a kind";
        }
        if (interceptions > most || miscommunications > 1) {
            return "a round gives at most one of a kind to a team";
        }
        if (interceptions > 0 && !decrypto_may_intercept(state) && !state->solo) {
            return "nobody intercepts before round 2";
        }
        if (state->solo && side->miscommunications > 0) {
            return "three players know no miscommunication";
        }
    }
    return NULL;
}

static const char *broken_team(const struct decrypto *state, int team)
{
    const struct decrypto_team *side = &state->team[team];
    const struct decrypto_answer *decode = &side->answer[DECRYPTO_DECODE];
    struct clue_item item;
    if (!decrypto_code_is(side->code)) {
        return "a code has three different digits";
    }
    if (side->encryptor != SEAT_NONE && (side->seats & seat_bit(side->encryptor)) == 0) {
        return "an Encryptor is of the team";
    }
    if (decode->by != SEAT_NONE && decode->by == side->encryptor) {
        return "an Encryptor never decodes his own code";
    }
    for (int slot = 0; slot < DECRYPTO_SLOTS; slot++) {
        if (side->keyword[slot][0] == '\0') {
            return "a team has four keywords";
        }
    }
    for (int place = 0;
         side->locked && state->common.phase <= DECRYPTO_AT_RULING && place < DECRYPTO_CLUES;
         place++) {
        if (!clue_log_current(&state->log, team, place, &item)) {
            return "a set has three clues";
        }
    }
    return NULL;
}

static const char *broken_phase(const struct decrypto *state)
{
    const struct game_state *common = &state->common;
    int32_t most = common->options.value[DECRYPTO_MAX_ROUNDS];
    if (common->over != (common->phase == DECRYPTO_AT_OVER)) {
        return "over is a phase";
    }
    if (common->over && common->result.reason == NULL) {
        return "an end has a reason";
    }
    if (state->solo ? common->round > DECRYPTO_SOLO_ROUNDS
                    : most > 0 && common->round > (uint32_t)most) {
        return "there are no more rounds than agreed";
    }
    if (common->phase != DECRYPTO_AT_CLUES && state->rewriting != DECRYPTO_NO_TEAM) {
        return "a clue is written anew in phase clues";
    }
    if (common->phase == DECRYPTO_AT_RULING && state->turn_clock.running) {
        return "the turn's clock stands while a ruling is waited for";
    }
    return NULL;
}

const char *decrypto_broken(const void *subject)
{
    const struct decrypto *state = subject;
    assert(state->common.phase <= DECRYPTO_AT_OVER);
    const char *broken = broken_phase(state);
    if (broken == NULL && !clue_log_is_sound(&state->log)) {
        broken = "the clue log is whole";
    }
    if (broken == NULL) {
        broken = broken_tokens(state);
    }
    for (int team = 0; team < DECRYPTO_TEAMS && broken == NULL; team++) {
        broken = decrypto_has_code(state, team) ? broken_team(state, team) : NULL;
    }
    return broken;
}
