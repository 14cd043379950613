/* The moves every game has: time, and what a moderator or a whole team may decide. */
#include "rules_private.h"

#include <assert.h>

/* A tick stops early when the outcome could not hold what falls due next: the rest stays due, and
 * the next tick goes on there. */
enum { TICK_EVENTS_ROOM = 20, TICK_FACTS_ROOM = 300, TICK_TEXT_ROOM = 8192 };

static const struct action_def common_rows[COMMON_COUNT] = {
    [COMMON_TICK] = {.name = "tick",
                     .help = MSG_HELP_TICK,
                     .who = WHO_HOUSE,
                     .surfaces = AS_HIDDEN},
    [COMMON_SKIP] = {.name = "skip",
                     .slash = "skip-turn",
                     .help = MSG_HELP_SKIP,
                     .who = WHO_MODERATOR},
    [COMMON_LEAVE] = {.name = "leave",
                      .slash = "take-out",
                      .help = MSG_HELP_TAKE_OUT,
                      .who = WHO_MODERATOR | WHO_HOUSE,
                      .arg_count = 1,
                      .args = {{.name = "seat", .kind = ARG_SEAT}}},
    [COMMON_PAUSE] = {.name = "pause", .help = MSG_HELP_PAUSE, .who = WHO_MODERATOR | WHO_HOUSE},
    [COMMON_RESUME] = {.name = "resume", .help = MSG_HELP_RESUME, .who = WHO_MODERATOR | WHO_HOUSE},
    [COMMON_CONCEDE] = {.name = "concede", .help = MSG_HELP_CONCEDE, .who = WHO_SEATED},
};

const struct action_def *rules_common_actions(size_t *count_r)
{
    *count_r = COMMON_COUNT;
    return common_rows;
}

enum common_row rules_common_row(const struct action_def *row)
{
    assert(row != NULL);
    for (enum common_row i = 0; i < COMMON_COUNT; i++) {
        if (row == &common_rows[i]) {
            return i;
        }
    }
    return COMMON_COUNT;
}

static bool tick_has_room(const struct outcome *out)
{
    return out->event_count + TICK_EVENTS_ROOM <= OUTCOME_EVENTS_MAX &&
           out->facts.count + TICK_FACTS_ROOM <= OUTCOME_FACTS_MAX &&
           out->facts.text_used + TICK_TEXT_ROOM <= OUTCOME_TEXT_MAX;
}

static enum refusal common_tick(const struct attempt *attempt)
{
    struct game_state *common = attempt->state;
    int64_t due = rules_due_ms(attempt->game, attempt->state);
    while (due < attempt->move->at_ms) {
        if (!tick_has_room(attempt->out)) {
            return REFUSAL_NONE;
        }
        assert(due >= common->now_ms);
        common->now_ms = due;
        attempt->game->fall_due(attempt->state, attempt->out);
        due = rules_due_ms(attempt->game, attempt->state);
    }
    common->now_ms = attempt->move->at_ms;
    return REFUSAL_NONE;
}

static enum refusal common_leave(const struct attempt *attempt)
{
    struct game_state *common = attempt->state;
    int seat = (int)value_number_at(&attempt->move->args, "seat", SEAT_NONE);
    assert(seat >= 0 && seat < common->seats);
    if ((common->gone & seat_bit(seat)) != 0) {
        return outcome_bad_argument(attempt->out, "seat", "gone");
    }
    common->gone = (uint16_t)(common->gone | seat_bit(seat));
    struct value_tree *args = outcome_say(attempt->out, AUDIENCE_CROWD, MSG_GAME_LEFT);
    value_number(args, "seat", seat);
    outcome_end(attempt->out);
    attempt->game->leave(attempt->state, seat, attempt->out);
    return REFUSAL_NONE;
}

static enum refusal common_pause(const struct attempt *attempt)
{
    struct game_state *common = attempt->state;
    assert(common->paused_ms == NO_DEADLINE);
    common->paused_ms = common->now_ms;
    outcome_tell(attempt->out, AUDIENCE_CROWD, MSG_GAME_PAUSED);
    return REFUSAL_NONE;
}

static enum refusal common_resume(const struct attempt *attempt)
{
    struct game_state *common = attempt->state;
    if (common->paused_ms == NO_DEADLINE) {
        return REFUSAL_NOT_PAUSED;
    }
    int64_t ms = common->now_ms - common->paused_ms;
    assert(ms >= 0);
    common->paused_ms = NO_DEADLINE;
    attempt->game->shift(attempt->state, ms);
    struct value_tree *args = outcome_say(attempt->out, AUDIENCE_CROWD, MSG_GAME_RESUMED);
    value_number(args, "ms", ms);
    outcome_end(attempt->out);
    return REFUSAL_NONE;
}

/* The seats that must all concede with this one: its team, or everybody without teams. */
static uint16_t concede_side(const struct attempt *attempt, int team)
{
    const struct game_state *common = rules_state(attempt->state);
    uint16_t side = 0;
    for (int seat = 0; seat < common->seats; seat++) {
        if (team < 0 || attempt->game->team(attempt->state, seat) == team) {
            side = (uint16_t)(side | seat_bit(seat));
        }
    }
    return (uint16_t)(side & ~common->gone);
}

static enum refusal common_concede(const struct attempt *attempt)
{
    struct game_state *common = attempt->state;
    int seat = attempt->move->seat;
    int team = attempt->game->team(attempt->state, seat);
    uint16_t side = concede_side(attempt, team);
    assert((side & seat_bit(seat)) != 0);
    if (common->options.value[OPTION_CONCEDE] != 0) {
        struct value_tree *why = outcome_refuse(attempt->out, REFUSAL_OPTION_OFF);
        value_term(why, "option", "concede");
        outcome_end(attempt->out);
        return REFUSAL_OPTION_OFF;
    }
    if ((common->conceded & seat_bit(seat)) != 0) {
        return REFUSAL_ALREADY_DONE;
    }
    common->conceded = (uint16_t)(common->conceded | seat_bit(seat));
    struct value_tree *args = outcome_say(attempt->out, side, MSG_GAME_CONCEDED);
    value_number(args, "seat", seat);
    outcome_end(attempt->out);
    if ((side & ~common->conceded) == 0) {
        attempt->game->concede(attempt->state, team, attempt->out);
    }
    return REFUSAL_NONE;
}

enum refusal rules_common_apply(const struct attempt *attempt, enum common_row row)
{
    switch (row) {
    case COMMON_TICK:
        return common_tick(attempt);
    case COMMON_SKIP:
        return attempt->game->skip(attempt->state, attempt->out);
    case COMMON_LEAVE:
        return common_leave(attempt);
    case COMMON_PAUSE:
        return common_pause(attempt);
    case COMMON_RESUME:
        return common_resume(attempt);
    case COMMON_CONCEDE:
        return common_concede(attempt);
    case COMMON_COUNT:
        break;
    }
    assert(false && "a row of the game's own");
    return REFUSAL_UNKNOWN_ACTION;
}
