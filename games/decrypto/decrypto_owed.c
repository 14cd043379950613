/* Who owes what. What a team does among itself (a draft that waits for a second member) only the
 * team may know; the crowd sees the same list with and without a draft. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

static struct owed *owed_add(struct owed_list *list, int seat, const char *action, uint32_t ask,
                             int64_t deadline_ms)
{
    assert(list->count < OWED_MAX);
    struct owed *owed = &list->owed[list->count++];
    memset(owed, 0, sizeof *owed);
    owed->seat = (int8_t)seat;
    owed->ask = ask;
    owed->actions[0] = action;
    owed->deadline_ms = deadline_ms;
    owed->fallback = MSG_NONE;
    return owed;
}

static void owed_add_all(struct owed_list *list, uint16_t seats, const struct owed *like)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            struct owed *owed =
                owed_add(list, seat, like->actions[0], like->ask, like->deadline_ms);
            owed->fallback = like->deadline_ms == NO_DEADLINE ? MSG_NONE : like->fallback;
            owed->known_to = like->known_to;
        }
    }
}

static bool owed_autoplay(const struct decrypto *state)
{
    return decrypto_option_is(state, OPTION_AUTOPLAY, 1);
}

static void owed_clues(const struct decrypto *state, int team, struct owed_list *list)
{
    const struct decrypto_team *side = &state->team[team];
    bool writes = state->rewriting == DECRYPTO_NO_TEAM ? !side->locked : state->rewriting == team;
    if (!decrypto_has_code(state, team) || !writes) {
        return;
    }
    bool timed = decrypto_is_timed(state, team);
    struct owed like = {.actions = {"clues"},
                        .ask = side->clue_ask,
                        .deadline_ms = game_clock_due_ms(&side->clue_clock)};
    if (side->encryptor == SEAT_NONE) {
        like.actions[0] = "volunteer";
        like.fallback = timed ? MSG_DECRYPTO_BY_TIME_BLANK : MSG_DECRYPTO_BY_TIME_ROTATION;
        owed_add_all(list, decrypto_candidates(state, team), &like);
        return;
    }
    like.fallback = timed || owed_autoplay(state) ? MSG_DECRYPTO_BY_TIME_BLANK : MSG_NONE;
    owed_add_all(list, seat_bit(side->encryptor), &like);
}

static void owed_answer(const struct decrypto *state, int team, enum decrypto_kind kind,
                        struct owed_list *list)
{
    const struct decrypto_answer *answer = &state->team[team].answer[kind];
    uint16_t entitled = decrypto_entitled(state, team, kind);
    struct owed like = {.actions = {decrypto_kinds[kind]},
                        .ask = answer->ask,
                        .deadline_ms = game_clock_due_ms(&state->turn_clock)};
    if (answer->in || (kind == DECRYPTO_INTERCEPT && !decrypto_may_intercept(state))) {
        return;
    }
    if (owed_autoplay(state)) {
        like.fallback =
            kind == DECRYPTO_DECODE ? MSG_DECRYPTO_BY_TIME_WRONG : MSG_DECRYPTO_BY_TIME_PASS;
    }
    owed_add_all(list, entitled, &like);
    if (answer->code != CODE_NONE) {
        int side = kind == DECRYPTO_DECODE ? team : decrypto_other(team);
        like.actions[0] = "confirm";
        like.ask = answer->confirm_ask;
        like.known_to = decrypto_present(state, side);
        owed_add_all(list, (uint16_t)(entitled & ~seat_bit(answer->by)), &like);
    }
}

static void owed_ruling(const struct decrypto *state, struct owed_list *list)
{
    struct owed *owed = owed_add(list, SEAT_MODERATOR, "rule", state->ruling_ask,
                                 game_clock_due_ms(&state->ruling_clock));
    owed->fallback = MSG_DECRYPTO_BY_TIME_RULING;
}

static void owed_keywords(const struct decrypto *state, int team, struct owed_list *list)
{
    struct owed like = {.actions = {"keywords"},
                        .ask = state->team[team].guess_ask,
                        .deadline_ms = game_clock_due_ms(&state->turn_clock),
                        .fallback = owed_autoplay(state) ? MSG_DECRYPTO_BY_TIME_NO_IDEA : MSG_NONE};
    if (!state->team[team].guessed) {
        owed_add_all(list, decrypto_present(state, team), &like);
    }
}

void decrypto_owed(const void *subject, struct owed_list *list)
{
    const struct decrypto *state = subject;
    if (state->common.phase == DECRYPTO_AT_RULING) {
        owed_ruling(state, list);
        return;
    }
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        if (state->common.phase == DECRYPTO_AT_CLUES) {
            owed_clues(state, team, list);
        } else if (state->common.phase == DECRYPTO_AT_TIEBREAK) {
            owed_keywords(state, team, list);
        } else if (decrypto_half_open(state, team)) {
            owed_answer(state, team, DECRYPTO_DECODE, list);
            owed_answer(state, team, DECRYPTO_INTERCEPT, list);
        }
    }
}
