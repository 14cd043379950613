/* What happens by time, at a skip, and when somebody leaves. */
#include "decrypto_private.h"

#include <assert.h>
#include <string.h>

int64_t decrypto_due_ms(const void *subject)
{
    const struct decrypto *state = subject;
    int64_t due = game_clock_due_ms(&state->turn_clock);
    int64_t ruling = game_clock_due_ms(&state->ruling_clock);
    due = ruling < due ? ruling : due;
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        int64_t clues = game_clock_due_ms(&state->team[team].clue_clock);
        due = clues < due ? clues : due;
    }
    return due;
}

/* Whose time is up, as a list of seats. */
static void time_write_late(const struct decrypto *state, struct value_tree *args)
{
    struct owed_list list = {0};
    uint16_t seats = 0;
    decrypto_owed(state, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (list.owed[i].known_to == 0 && list.owed[i].deadline_ms == NO_DEADLINE) {
            seats = (uint16_t)(seats | seat_bit(list.owed[i].seat));
        }
    }
    value_list(args, "seats");
    for (int seat = 0; seat < state->common.seats; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            value_number(args, NULL, seat);
        }
    }
    value_end(args);
}

static void time_say_overdue(const struct decrypto *state, struct outcome *out)
{
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_DECRYPTO_OVERDUE);
    value_term(args, "phase", decrypto_phases[state->common.phase]);
    time_write_late(state, args);
    outcome_end(out);
}

/* Which sets the timer runs for, before anything of a moment has happened: they stay empty, whether
 * or not anybody has volunteered. */
static void time_look(const struct decrypto *state, bool timed[DECRYPTO_TEAMS])
{
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        timed[team] = decrypto_is_timed(state, team);
    }
}

/* What a skip does for one team that is waited for in phase clues. */
static void time_skip_clues(struct decrypto *state, int team, bool timed, struct outcome *out)
{
    if (state->rewriting != DECRYPTO_NO_TEAM) {
        decrypto_rewritten(state, NULL, 0, out);
    } else if (state->team[team].encryptor == SEAT_NONE && !timed) {
        decrypto_name_next(state, team, "time", out);
        decrypto_start_clue_clock(state, team, out);
    } else {
        decrypto_leave_blank(state, team, out);
    }
}

/* A team's clues are due. Returns whether that is only a reminder. */
static bool time_clues_due(struct decrypto *state, int team, bool timed, struct outcome *out)
{
    bool autoplay = decrypto_option_is(state, OPTION_AUTOPLAY, 1);
    game_clock_stop(&state->team[team].clue_clock);
    if (timed) {
        decrypto_leave_blank(state, team, out);
    } else if (autoplay || state->team[team].encryptor == SEAT_NONE) {
        time_skip_clues(state, team, timed, out);
    } else {
        return true;
    }
    return false;
}

static void time_all_clues_due(struct decrypto *state, int64_t due, struct outcome *out)
{
    bool remind = false;
    bool fallen[DECRYPTO_TEAMS];
    bool timed[DECRYPTO_TEAMS];
    time_look(state, timed);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        fallen[team] = game_clock_due_ms(&state->team[team].clue_clock) == due;
    }
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        if (state->common.version == 1) {
            time_look(state, timed); /* the first rules looked again after each team */
        }
        if (fallen[team] && state->common.phase == DECRYPTO_AT_CLUES) {
            remind = time_clues_due(state, team, timed[team], out) || remind;
        }
    }
    if (remind) {
        time_say_overdue(state, out);
    }
    if (state->common.phase == DECRYPTO_AT_CLUES && state->rewriting == DECRYPTO_NO_TEAM) {
        decrypto_publish_when_ready(state, out);
    }
}

void decrypto_fall_due(void *subject, struct outcome *out)
{
    struct decrypto *state = subject;
    bool autoplay = decrypto_option_is(state, OPTION_AUTOPLAY, 1);
    switch ((enum decrypto_phase)state->common.phase) {
    case DECRYPTO_AT_CLUES:
        time_all_clues_due(state, decrypto_due_ms(state), out);
        return;
    case DECRYPTO_AT_RULING:
        decrypto_ruled(state, false, false, out);
        return;
    case DECRYPTO_AT_GUESS:
    case DECRYPTO_AT_TIEBREAK:
        if (autoplay) {
            decrypto_skip(state, out);
        } else {
            game_clock_stop(&state->turn_clock);
            time_say_overdue(state, out);
        }
        return;
    case DECRYPTO_AT_OVER:
        break;
    }
    assert(false && "nothing falls due when it is over");
}

static void time_skip_all_clues(struct decrypto *state, struct outcome *out)
{
    bool timed[DECRYPTO_TEAMS] = {false, false};
    if (state->common.version > 1) {
        time_look(state, timed);
    }
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        bool waits = state->rewriting == DECRYPTO_NO_TEAM
                         ? decrypto_has_code(state, team) && !state->team[team].locked
                         : state->rewriting == team;
        if (waits && state->common.phase == DECRYPTO_AT_CLUES) {
            time_skip_clues(state, team, timed[team], out);
        }
    }
    if (state->common.phase == DECRYPTO_AT_CLUES) {
        decrypto_publish_when_ready(state, out);
    }
}

enum refusal decrypto_skip(void *subject, struct outcome *out)
{
    struct decrypto *state = subject;
    switch ((enum decrypto_phase)state->common.phase) {
    case DECRYPTO_AT_CLUES:
        time_skip_all_clues(state, out);
        return REFUSAL_NONE;
    case DECRYPTO_AT_GUESS:
        decrypto_answer_missing(state, out);
        return REFUSAL_NONE;
    case DECRYPTO_AT_RULING:
        decrypto_ruled(state, false, false, out);
        return REFUSAL_NONE;
    case DECRYPTO_AT_TIEBREAK:
        decrypto_guess_missing(state, out);
        return REFUSAL_NONE;
    case DECRYPTO_AT_OVER:
        break;
    }
    return REFUSAL_NOTHING_TO_SKIP;
}

void decrypto_shift(void *subject, int64_t ms)
{
    struct decrypto *state = subject;
    assert(ms >= 0);
    game_clock_shift(&state->turn_clock, ms);
    game_clock_shift(&state->ruling_clock, ms);
    for (int team = 0; team < DECRYPTO_TEAMS; team++) {
        game_clock_shift(&state->team[team].clue_clock, ms);
    }
}

/* An Encryptor is gone: before locking the next member takes over with a fresh code; a clue to be
 * written anew stays a "-". */
static void time_replace_encryptor(struct decrypto *state, int team, struct outcome *out)
{
    struct decrypto_team *side = &state->team[team];
    if (state->common.phase != DECRYPTO_AT_CLUES) {
        return;
    }
    if (state->rewriting == team) {
        decrypto_rewritten(state, NULL, 0, out);
    } else if (!side->locked) {
        decrypto_draw_code(state, team);
        game_clock_stop(&side->clue_clock);
        decrypto_name_next(state, team, "left", out);
        decrypto_start_clue_clock(state, team, out);
    }
}

void decrypto_leave(void *subject, int seat, struct outcome *out)
{
    struct decrypto *state = subject;
    int team = decrypto_team_of(state, seat);
    int least = state->solo && team == DECRYPTO_BLACK ? 1 : DECRYPTO_TEAM_MIN;
    if (state->common.options.value[OPTION_LEAVE] != 0) {
        decrypto_end(state, OUTCOME_NONE, 0, "aborted", out);
        return;
    }
    if (decrypto_count(decrypto_present(state, team)) < least) {
        decrypto_end(state, OUTCOME_WIN, state->team[decrypto_other(team)].seats, "forfeit", out);
        return;
    }
    if (state->team[team].encryptor == seat) {
        time_replace_encryptor(state, team, out);
    }
    if (state->common.phase == DECRYPTO_AT_GUESS) {
        decrypto_recount(state, out);
    }
}
