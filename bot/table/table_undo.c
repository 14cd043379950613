/* What somebody said or did beside the game stays (who sits there, pauses, hidden lines): the
 * game's own state is what goes back, and everybody has as much time left as they had then. */
#include "controls.h"
#include "table_private.h"

#include <assert.h>
#include <string.h>

unsigned table_undo_count(const struct table *table)
{
    return table->phase == TABLE_PLAYING ? table->undo.count : 0;
}

bool table_undo_reveals(const struct table *table, unsigned moves)
{
    const struct table_undo *undo = &table->undo;
    bool reveals = false;
    for (unsigned i = 0; i < moves && i < undo->count; i++) {
        reveals = reveals || undo->step[undo->count - 1 - i].reveals;
    }
    return reveals;
}

unsigned table_undo_since(const struct table *table, uint32_t step)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->undo.count; i++) {
        count += table->undo.step[i].step > step;
    }
    return count;
}

uint32_t table_undo_to(const struct table *table, unsigned moves)
{
    const struct table_undo *undo = &table->undo;
    assert(moves > 0 && moves <= undo->count);
    return undo->step[undo->count - moves].step - 1;
}

bool table_undo_holds(const struct table *table, const struct action_def *row)
{
    bool waits = (row->surfaces & AS_HIDDEN) == 0 || (row->traits & BY_TIME) != 0;
    return table->undo.to != 0 && waits;
}

bool table_should_restore(const struct table *table)
{
    return table->undo.to != 0 && !table->frozen && table->phase == TABLE_PLAYING;
}

static unsigned undo_asked(const struct move *move)
{
    return (unsigned)value_number_at(&move->args, "moves", 1);
}

/* A press is meant for what its reader saw; words that come right after somebody else's taking back
 * are meant for what they took back. */
enum refusal house_undo_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    const struct table_undo *undo = &table->undo;
    int64_t seen = value_number_at(&move->args, CONTROL_AS_OF, -1);
    bool beaten = undo->times > 0 && undo->by != move->person && undo->seen == undo->last_seen &&
                  move->at_ms - undo->at_ms < UNDO_AGAIN_MS && seen < 0;
    (void)out;
    return beaten || (seen >= 0 && seen != undo->seen) ? REFUSAL_UNDO_MOVED : REFUSAL_NONE;
}

static enum refusal undo_refuse_far(const struct table *table, struct outcome *out)
{
    value_number(outcome_refuse(out, REFUSAL_UNDO_FAR), "max", table->undo.count);
    outcome_end(out);
    return REFUSAL_UNDO_FAR;
}

enum refusal house_undo(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct table_undo *undo = &table->undo;
    unsigned moves = undo_asked(move);
    bool agreed = move->person == 0 && move->moderator;
    if (undo->count == 0 || table->practice) {
        return REFUSAL_UNDO_NOTHING;
    }
    if (undo->times >= UNDO_TIMES_MAX) {
        value_number(outcome_refuse(out, REFUSAL_UNDO_ENOUGH), "max", UNDO_TIMES_MAX);
        outcome_end(out);
        return REFUSAL_UNDO_ENOUGH;
    }
    if (moves > undo->count) {
        return undo_refuse_far(table, out);
    }
    bool reveals = table_undo_reveals(table, moves);
    if (reveals && table->week.name[0] != '\0') {
        return REFUSAL_UNDO_WEEK; /* other rooms play the same deal, and compare */
    }
    if (reveals && !agreed) {
        return REFUSAL_UNDO_REVEALED;
    }
    undo->to = table_undo_to(table, moves);
    undo->by = move->person;
    undo->at_ms = table->now_ms;
    undo->times++;
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_UNDO);
    table_say_who(table, facts, move);
    value_term(facts, "role", table_role(table, move));
    value_number(facts, "count", moves);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* Everybody has as much time left as they had then; paused is what is paused now. */
static void undo_bring_time(struct table *table, int64_t paused_ms)
{
    struct game_state *state = (struct game_state *)table->state;
    int64_t since_ms = game_now_ms(state);
    int64_t gone_ms = table->now_ms - since_ms;
    state->paused_ms = NO_DEADLINE;
    state->now_ms = table->now_ms;
    rules_shift(table->game, state, gone_ms > 0 ? gone_ms : 0);
    if (paused_ms != NO_DEADLINE) {
        state->paused_ms = table->now_ms;
    }
}

enum refusal house_restore(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct table_undo *undo = &table->undo;
    const struct table *past = table->past;
    int64_t to = value_number_at(&move->args, "to", 0);
    if (past == NULL || to <= 0 || undo->to != to || past->step != to ||
        past->phase != TABLE_PLAYING) {
        return REFUSAL_BAD_INPUT;
    }
    unsigned count = table_undo_since(table, undo->to);
    int64_t paused_ms = rules_state(table->state)->paused_ms;
    memcpy(table->state, past->state, table->game->state_size);
    undo_bring_time(table, paused_ms);
    undo->count = (uint8_t)(undo->count - count);
    undo->to = 0;
    undo->last_seen = ++undo->seen;
    undo->ask_base += UNDO_ASKS;
    value_number(outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_RESTORED), "count", count);
    outcome_end(out);
    return REFUSAL_NONE;
}
