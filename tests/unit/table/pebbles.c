#include "pebbles.h"

#include "board.h"

#include <assert.h>
#include <string.h>

static const struct arg_choice pebbles_symbols[] = {{"documents", "docs doc d 📄"},
                                                    {"money", "cash m 💰"}};
static const struct arg_choice pebbles_kinds[] = {
    {"word", NULL},     {"phrase", NULL},     {"first_word", "first"}, {"last_word", "last"},
    {"emoji", NULL},    {"last_emoji", NULL}, {"ends_punct", "ends"},  {"has_punct", "has"},
    {"words", NULL},    {"long", NULL},       {"digit", NULL},         {"number", NULL},
    {"caps", NULL},     {"lines", NULL},      {"reply", NULL},         {"mention", NULL},
    {"reaction", NULL}, {"media", NULL},      {"custom", NULL},
};
enum { KINDS = sizeof pebbles_kinds / sizeof pebbles_kinds[0] };

static void pebbles_wait(struct pebbles *state)
{
    state->ask++;
    state->overdue = false;
    state->due_ms = game_now_ms(&state->common) + PEBBLES_LIMIT_MS;
}

static bool pebbles_here(const struct pebbles *state, int seat)
{
    return (state->common.gone & seat_bit(seat)) == 0;
}

static void pebbles_next(struct pebbles *state)
{
    for (int i = 0; i < state->common.seats; i++) {
        state->turn = (int8_t)((state->turn + 1) % state->common.seats);
        if (pebbles_here(state, state->turn)) {
            break;
        }
    }
    pebbles_wait(state);
}

static void pebbles_end(struct pebbles *state, uint16_t winners, const char *reason)
{
    state->common.over = true;
    state->common.phase = 1;
    state->common.result.outcome = OUTCOME_WIN;
    state->common.result.winners = winners;
    state->common.result.reason = reason;
    state->due_ms = NO_DEADLINE;
}

static uint16_t pebbles_others(const struct pebbles *state, int seat)
{
    return (uint16_t)(((1u << state->common.seats) - 1) & ~(unsigned)seat_bit(seat));
}

static enum refusal pebbles_take(void *subject, const struct move *move, struct outcome *out)
{
    struct pebbles *state = subject;
    int count = (int)value_number_at(&move->args, "count", 0);
    if (move->seat != state->turn) {
        value_number(outcome_refuse(out, REFUSAL_NOT_YOUR_TURN), "turn", state->turn);
        outcome_end(out);
        return REFUSAL_NOT_YOUR_TURN;
    }
    if (count > state->heap) {
        return outcome_bad_argument(out, "count", "out_of_range");
    }
    state->heap -= count;
    outcome_tell(out, AUDIENCE_CROWD, MSG_GAME_RESUMED);
    if (state->heap == 0) {
        pebbles_end(state, pebbles_others(state, move->seat), "cards");
    } else {
        pebbles_next(state);
    }
    return REFUSAL_NONE;
}

static enum refusal pebbles_note(void *subject, const struct move *move, struct outcome *out)
{
    struct pebbles *state = subject;
    const char *text = value_text_at(&move->args, "text", "");
    (void)out;
    memset(state->note[move->seat], 0, sizeof state->note[0]);
    memcpy(state->note[move->seat], text, strlen(text) < 63 ? strlen(text) : 63);
    return REFUSAL_NONE;
}

static enum refusal pebbles_call_check(const void *subject, struct move *move, struct outcome *out)
{
    (void)subject;
    (void)out;
    move->judgement[0] = (int32_t)strlen(value_text_at(&move->args, "value", ""));
    move->judgement_count = 1;
    return REFUSAL_NONE;
}

static enum refusal pebbles_call(void *subject, const struct move *move, struct outcome *out)
{
    struct pebbles *state = subject;
    state->judged = move->judgement[0];
    outcome_tell(out, AUDIENCE_CROWD, MSG_GAME_PAUSED);
    return REFUSAL_NONE;
}

static enum refusal pebbles_nothing(void *subject, const struct move *move, struct outcome *out)
{
    (void)subject;
    (void)move;
    (void)out;
    return REFUSAL_NONE;
}

static const struct action_def pebbles_actions[] = {
    {.name = "take",
     .aliases = {"grab"},
     .phases = BIT(0),
     .who = WHO_SEATED,
     .surfaces = AS_BUTTON,
     .arg_count = 1,
     .args = {{.name = "count", .kind = ARG_NUMBER, .min = 1, .max = 3}},
     .apply = pebbles_take},
    {.name = "note",
     .phases = BIT(0),
     .who = WHO_SEATED,
     .venues = IN_PRIVATE,
     .surfaces = AS_BUTTON | AS_STANDING,
     .arg_count = 1,
     .args = {{.name = "text", .kind = ARG_TEXT, .flags = ARG_REST | ARG_SECRET, .max = 200}},
     .apply = pebbles_note},
    {.name = "call",
     .aliases = {"pebbles"},
     .phases = BIT(0),
     .who = WHO_SEATED,
     .surfaces = AS_BUTTON | AS_STANDING | AS_PLAIN,
     .arg_count = 3,
     .args = {{.name = "kind", .kind = ARG_TERM, .choices = pebbles_kinds, .choice_count = KINDS},
              {.name = "value", .kind = ARG_TEXT, .flags = ARG_OPTIONAL | ARG_NUMERAL, .max = 40},
              {.name = "symbol", .kind = ARG_TERM, .choices = pebbles_symbols, .choice_count = 2}},
     .resolve = pebbles_call_check,
     .apply = pebbles_call},
    {.name = "accuse",
     .phases = BIT(0),
     .who = WHO_SEATED,
     .surfaces = AS_BUTTON | AS_STANDING,
     .arg_count = 1,
     .args = {{.name = "suspect", .kind = ARG_SEAT, .flags = ARG_NOT_SELF}},
     .apply = pebbles_nothing},
    {.name = "clues",
     .phases = BIT(0),
     .who = WHO_SEATED,
     .surfaces = AS_BUTTON,
     .arg_count = 2,
     .args = {{.name = "clues", .kind = ARG_TEXTS, .min = 1, .max = 4},
              {.name = "to", .kind = ARG_SEATS, .flags = ARG_OPTIONAL, .max = 12}},
     .apply = pebbles_nothing},
    {.name = "register",
     .phases = BIT(0),
     .who = WHO_SEATED,
     .surfaces = AS_BUTTON,
     .venues = IN_PRIVATE,
     .arg_count = 6,
     .args =
         {{.name = "documents", .kind = ARG_OBJECT},
          {.name = "documents.kind",
           .kind = ARG_TERM,
           .flags = ARG_SECRET,
           .choices = pebbles_kinds,
           .choice_count = KINDS},
          {.name = "documents.value",
           .kind = ARG_TEXT,
           .flags = ARG_OPTIONAL | ARG_SECRET,
           .max = 40},
          {.name = "money", .kind = ARG_OBJECT},
          {.name = "money.kind",
           .kind = ARG_TERM,
           .flags = ARG_SECRET,
           .choices = pebbles_kinds,
           .choice_count = KINDS},
          {.name = "money.value", .kind = ARG_TEXT, .flags = ARG_OPTIONAL | ARG_SECRET, .max = 40}},
     .apply = pebbles_nothing},
};

static const struct option_def pebbles_options[] = {
    {.name = "heap", .kind = OPTION_NUMBER, .min = 1, .max = 99, .live = 9},
    {.name = "teams", .kind = OPTION_CHOICE, .choices = {"random", "chosen"}},
};

static const char *const pebbles_deal_members[] = {"turn", NULL};

static enum refusal pebbles_deal(void *subject, const struct deal *deal, struct outcome *out)
{
    struct pebbles *state = subject;
    (void)out;
    memcpy(state->seed, deal->seed, sizeof state->seed);
    state->common.round = 1;
    state->heap = state->common.options.value[OPTION_COMMON_COUNT];
    if (deal->pinned != NULL) {
        state->turn = (int8_t)value_number_at(deal->pinned, "turn", 0);
    }
    pebbles_wait(state);
    return REFUSAL_NONE;
}

static int pebbles_team(const void *subject, int seat)
{
    (void)subject;
    return seat % 2;
}

static void pebbles_view(const void *subject, int seat, struct view *view)
{
    const struct pebbles *state = subject;
    value_number(&view->facts, "heap", state->heap);
    value_number(&view->facts, "turn", state->turn);
    if (seat >= 0) {
        value_text(&view->facts, "note", state->note[seat], strlen(state->note[seat]));
    }
}

static void pebbles_owed(const void *subject, struct owed_list *list)
{
    const struct pebbles *state = subject;
    struct owed *owed = &list->owed[list->count++];
    memset(owed, 0, sizeof *owed);
    owed->seat = state->turn;
    owed->ask = state->ask;
    owed->actions[0] = "take";
    owed->deadline_ms = state->overdue ? NO_DEADLINE : state->due_ms;
    /* a thing that only seat 1 may know of */
    owed = &list->owed[list->count++];
    memset(owed, 0, sizeof *owed);
    owed->seat = 1;
    owed->ask = 1000;
    owed->actions[0] = "clues";
    owed->deadline_ms = NO_DEADLINE;
    owed->known_to = seat_bit(1);
}

static int64_t pebbles_due_ms(const void *subject)
{
    const struct pebbles *state = subject;
    return state->overdue ? NO_DEADLINE : state->due_ms;
}

static void pebbles_fall_due(void *subject, struct outcome *out)
{
    struct pebbles *state = subject;
    state->overdue = true;
    outcome_tell(out, AUDIENCE_CROWD, MSG_GAME_LEFT);
}

static enum refusal pebbles_skip(void *subject, struct outcome *out)
{
    (void)out;
    pebbles_next(subject);
    return REFUSAL_NONE;
}

static void pebbles_leave(void *subject, int seat, struct outcome *out)
{
    struct pebbles *state = subject;
    (void)out;
    int left = 0;
    int last = 0;
    for (int i = 0; i < state->common.seats; i++) {
        left += pebbles_here(state, i);
        last = pebbles_here(state, i) ? i : last;
    }
    if (left == 1) {
        pebbles_end(state, seat_bit(last), "forfeit");
    } else if (state->turn == seat) {
        pebbles_next(state);
    }
}

static void pebbles_concede(void *subject, int team, struct outcome *out)
{
    (void)team;
    (void)out;
    pebbles_end(subject, 1, "conceded");
}

static void pebbles_shift(void *subject, int64_t ms)
{
    struct pebbles *state = subject;
    if (state->due_ms != NO_DEADLINE) {
        state->due_ms += ms;
    }
}

static void pebbles_board(const struct view *view, struct board *board)
{
    board->game = "pebbles";
    board->round = (int32_t)value_number_at(&view->facts, "round", 0);
}

static const char *pebbles_broken(const void *subject)
{
    const struct pebbles *state = subject;
    return state->heap < 0 ? "a heap is never below nothing" : NULL;
}

const struct game_def pebbles_game = {
    .id = "pebbles",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = PEBBLES_SEATS_MAX,
    .state_size = sizeof(struct pebbles),
    .phases = (const char *const[]){"play", "over", NULL},
    .teams = {"reds", "blues"},
    .teams_option = "teams",
    .actions = pebbles_actions,
    .action_count = sizeof pebbles_actions / sizeof pebbles_actions[0],
    .options = pebbles_options,
    .option_count = 2,
    .deal_members = pebbles_deal_members,
    .deal = pebbles_deal,
    .team = pebbles_team,
    .view = pebbles_view,
    .owed = pebbles_owed,
    .due_ms = pebbles_due_ms,
    .fall_due = pebbles_fall_due,
    .skip = pebbles_skip,
    .leave = pebbles_leave,
    .concede = pebbles_concede,
    .shift = pebbles_shift,
    .board = pebbles_board,
    .broken = pebbles_broken,
};
