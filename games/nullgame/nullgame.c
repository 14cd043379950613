/* A whole game in one file, as small as the contract lets it be. */
#include "nullgame.h"

#include "board.h"

#include <assert.h>

enum { NULLGAME_LIMIT_MS = 60000 };

static enum refusal nullgame_nod(void *subject, const struct move *move, struct outcome *out)
{
    struct nullgame *state = subject;
    uint16_t all = (uint16_t)((1u << state->common.seats) - 1);
    assert(seat_is_person(move->seat));
    if ((state->nodded & seat_bit(move->seat)) != 0) {
        return REFUSAL_ALREADY_DONE;
    }
    state->nodded = (uint16_t)(state->nodded | seat_bit(move->seat));
    struct value_tree *args = outcome_say(out, AUDIENCE_CROWD, MSG_NULLGAME_NODDED);
    value_number(args, "seat", move->seat);
    outcome_end(out);
    if ((state->nodded | state->common.gone) == all) {
        state->common.over = true;
        state->common.phase = NULLGAME_AT_OVER;
        state->common.result.outcome = OUTCOME_WIN;
        state->common.result.reason = "nodded";
        state->common.result.winners = state->nodded;
    }
    assert((state->nodded & ~all) == 0);
    return REFUSAL_NONE;
}

static const struct action_def nullgame_actions[] = {
    {
        .name = "nod",
        .help = MSG_NULLGAME_HELP_NOD,
        .phases = BIT(NULLGAME_AT_NODS),
        .who = WHO_SEATED,
        .surfaces = AS_BUTTON,
        .apply = nullgame_nod,
    },
};

static const char *const nullgame_deal_members[] = {NULL};

static enum refusal nullgame_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct nullgame *state = subject;
    assert(deal->seats >= 2);
    assert(out->refusal == REFUSAL_NONE);
    state->common.round = 1;
    state->ask = 1;
    game_clock_start(&state->clock, game_now_ms(&state->common), NULLGAME_LIMIT_MS);
    return REFUSAL_NONE;
}

static int nullgame_team(const void *subject, int seat)
{
    assert(subject != NULL);
    assert(seat_is_person(seat));
    return -1;
}

static void nullgame_view(const void *subject, int seat, struct view *view)
{
    const struct nullgame *state = subject;
    assert(seat == SEAT_CROWD || seat < state->common.seats);
    value_list(&view->facts, "nodded");
    for (int other = 0; other < state->common.seats; other++) {
        value_bool(&view->facts, NULL, (state->nodded & seat_bit(other)) != 0);
    }
    value_end(&view->facts);
    assert(!view->facts.full);
}

static void nullgame_owed(const void *subject, struct owed_list *list)
{
    const struct nullgame *state = subject;
    assert(list->count == 0 && !state->common.over);
    for (int seat = 0; seat < state->common.seats; seat++) {
        if (((state->nodded | state->common.gone) & seat_bit(seat)) == 0) {
            struct owed owed = {.seat = (int8_t)seat,
                                .ask = state->ask,
                                .actions = {"nod"},
                                .deadline_ms = game_clock_due_ms(&state->clock),
                                .fallback = MSG_NONE};
            list->owed[list->count++] = owed;
        }
    }
    assert(list->count > 0);
}

static int64_t nullgame_due_ms(const void *subject)
{
    const struct nullgame *state = subject;
    assert(state->common.seats > 0);
    return game_clock_due_ms(&state->clock);
}

static void nullgame_fall_due(void *subject, struct outcome *out)
{
    struct nullgame *state = subject;
    assert(state->clock.set);
    game_clock_stop(&state->clock);
    outcome_tell(out, AUDIENCE_CROWD, MSG_NULLGAME_OVERDUE);
    assert(nullgame_due_ms(state) == NO_DEADLINE);
}

static enum refusal nullgame_skip(void *subject, struct outcome *out)
{
    assert(subject != NULL);
    assert(out != NULL);
    return REFUSAL_NOTHING_TO_SKIP;
}

static void nullgame_end(struct nullgame *state, const char *reason)
{
    assert(!state->common.over);
    assert(reason != NULL);
    state->common.over = true;
    state->common.phase = NULLGAME_AT_OVER;
    state->common.result.outcome = OUTCOME_NONE;
    state->common.result.reason = reason;
}

static void nullgame_leave(void *subject, int seat, struct outcome *out)
{
    assert(seat_is_person(seat));
    assert(out->event_count > 0);
    nullgame_end(subject, "aborted");
}

static void nullgame_concede(void *subject, int team, struct outcome *out)
{
    assert(team == -1);
    assert(out->event_count > 0);
    nullgame_end(subject, "conceded");
}

static void nullgame_shift(void *subject, int64_t ms)
{
    struct nullgame *state = subject;
    assert(ms >= 0);
    game_clock_shift(&state->clock, ms);
    assert(state->clock.left_ms <= NULLGAME_LIMIT_MS);
}

static void nullgame_board(const struct view *view, struct board *board)
{
    uint16_t nodded = value_path(&view->facts, "nodded");
    assert(nodded != VALUE_NONE);
    *board = (struct board){.game = nullgame_game.id, .title = MSG_NONE, .round = 1};
    for (unsigned seat = 0; seat < (unsigned)view->facts.fact[nodded].number; seat++) {
        struct board_item *item = board_add(board, BOARD_TOKEN, MSG_NULLGAME_BOARD);
        item->seat = (int8_t)seat;
        item->count = (int32_t)view->facts.fact[value_member(&view->facts, nodded, seat)].number;
    }
    assert(board->count > 0);
}

static const char *nullgame_broken(const void *subject)
{
    const struct nullgame *state = subject;
    assert(state->common.seats <= SEATS_MAX);
    assert(state->common.phase <= NULLGAME_AT_OVER);
    if ((state->nodded >> state->common.seats) != 0) {
        return "only seats nod";
    }
    return state->common.over == (state->common.phase == NULLGAME_AT_OVER) ? NULL
                                                                           : "over is a phase";
}

const struct game_def nullgame_game = {
    .id = "nullgame",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(struct nullgame),
    .phases = (const char *const[]){"nods", "over", NULL},
    .actions = nullgame_actions,
    .action_count = sizeof nullgame_actions / sizeof nullgame_actions[0],
    .deal_members = nullgame_deal_members,
    .deal = nullgame_deal,
    .team = nullgame_team,
    .view = nullgame_view,
    .owed = nullgame_owed,
    .due_ms = nullgame_due_ms,
    .fall_due = nullgame_fall_due,
    .skip = nullgame_skip,
    .leave = nullgame_leave,
    .concede = nullgame_concede,
    .shift = nullgame_shift,
    .board = nullgame_board,
    .broken = nullgame_broken,
};
