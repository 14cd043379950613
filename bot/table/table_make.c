/* The one door for a table's moves. A move is checked by its row, made by its handler, and leaves
 * the table byte-identical when it is refused. Moves of the game go on to rules.c. */
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

const struct action_def *table_action(const struct table *table, const char *name)
{
    const struct action_def *row = action_find(table_rows, table_row_count, name);
    if (row == NULL && table->game != NULL) {
        row = rules_action(table->game, name);
    }
    return row;
}

static bool table_owns(const struct action_def *row)
{
    return row >= table_rows && row < table_rows + table_row_count;
}

bool table_is_of_game(const struct action_def *row)
{
    return !table_owns(row) || (row->traits & BY_TIME) != 0;
}

/* A move past a deadline that has not fallen yet would jump the queue. */
static bool table_is_late(const struct table *table, const struct move *move)
{
    bool keeps_time = move->seat == SEAT_HOUSE && (move->row->traits & KEEPS_TIME) != 0;
    return !keeps_time && move->at_ms > table_own_deadline(table);
}

static enum refusal table_make_own(struct table *table, struct move *move, struct outcome *out,
                                   bool live)
{
    enum refusal refusal = table_check(table, move, out);
    if (refusal == REFUSAL_NONE && table_is_late(table, move)) {
        refusal = REFUSAL_TICK_FIRST;
    }
    if (refusal == REFUSAL_NONE && live && move->row->resolve != NULL) {
        refusal = move->row->resolve(table, move, out);
    }
    if (refusal == REFUSAL_NONE) {
        table->now_ms = move->at_ms;
        table->step++;
        if ((move->row->traits & UNNOTICED) == 0) {
            table_note_acted(table, move->seat);
        }
        refusal = table_poll_wants(table, move) ? table_poll_ask(table, move, out)
                                                : move->row->apply(table, move, out);
    }
    return refusal;
}

static enum refusal table_check_host(const struct table *table, const struct move *move)
{
    return table_may_host(table, move) ? REFUSAL_NONE : REFUSAL_NOT_HOST;
}

static enum refusal table_check_player(const struct table *table, const struct move *move)
{
    bool other = seat_is_person(move->seat) && table_seat_of(table, move->person) != move->seat;
    return move->seat == SEAT_NONE || other ? REFUSAL_NOT_SEATED : REFUSAL_NONE;
}

static enum refusal table_make_game(struct table *table, struct move *move, struct outcome *out,
                                    bool live)
{
    if (table->phase != TABLE_PLAYING) {
        return table_refuse_phase(table, out);
    }
    bool hosts = (move->row->who & WHO_HOST) != 0;
    enum refusal refusal = hosts ? table_check_host(table, move) : table_check_player(table, move);
    if (refusal == REFUSAL_NONE && table_is_late(table, move)) {
        refusal = REFUSAL_TICK_FIRST;
    }
    if (refusal == REFUSAL_NONE && !hosts && seat_is_person(move->seat) && table_is_locked(table)) {
        refusal = table_refuse_locked(table, out);
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    struct owed_list before;
    table_owed_to(table, SEAT_CROWD, &before);
    int16_t seat = move->seat;
    move->seat = (int16_t)(hosts ? SEAT_MODERATOR : seat); /* the host decides like one */
    refusal = live ? rules_apply(table->game, table->state, move, out)
                   : rules_replay(table->game, table->state, move, out);
    move->seat = seat;
    if (refusal == REFUSAL_NONE) {
        table->now_ms = move->at_ms;
        table->step++;
        if (table_is_seen(table, seat, &before, out)) {
            table_note_acted(table, seat);
        }
        table_settle(table);
    }
    return refusal;
}

static void table_refused(struct outcome *out, enum refusal refusal)
{
    out->event_count = 0;
    if (out->refusal != refusal) {
        outcome_refuse(out, refusal);
        outcome_end(out);
    }
}

/* Makes the move; a refused one leaves the table in pieces. */
static enum refusal table_make_or_break(struct table *table, struct move *move, struct outcome *out,
                                        bool live)
{
    assert(move->row != NULL);
    outcome_init(out);
    enum refusal refusal = REFUSAL_NONE;
    if (table->frozen) {
        refusal = REFUSAL_TABLE_FROZEN;
    } else if (move->at_ms < table->now_ms) {
        refusal = REFUSAL_BAD_INPUT; /* time never runs backwards */
    } else if (live && table_undo_holds(table, move->row)) {
        refusal = REFUSAL_UNDO_RUNS;
    } else if (table_owns(move->row)) {
        refusal = table_make_own(table, move, out, live);
    } else {
        refusal = table_make_game(table, move, out, live);
    }
    if (refusal != REFUSAL_NONE) {
        table_refused(out, refusal);
    }
    return refusal;
}

static enum refusal table_make(struct table *table, struct move *move, struct outcome *out,
                               bool live)
{
    struct table before;
    if (move->row != NULL && (move->row->surfaces & AS_TALK) != 0) {
        outcome_init(out);
        table_refused(out, REFUSAL_UNKNOWN_ACTION); /* talk is tried, never made */
        return REFUSAL_UNKNOWN_ACTION;
    }
    table_copy(&before, table);
    enum refusal refusal = table_make_or_break(table, move, out, live);
    if (refusal != REFUSAL_NONE) {
        table_copy(table, &before);
    } else {
        table_console_follow(table, &before, out);
        table_lines_note(&table->lines, move, out, table->step);
        table_undo_note(table, &before, move, table_is_of_game(move->row) ? out : NULL);
        table_poll_follow(table, out);
    }
    return refusal;
}

enum refusal table_apply(struct table *table, struct move *move, struct outcome *out)
{
    if (move->at_ms < table->now_ms) {
        move->at_ms = table->now_ms;
    }
    return table_make(table, move, out, true);
}

enum refusal table_replay(struct table *table, struct move *move, struct outcome *out)
{
    return table_make(table, move, out, false);
}

enum refusal table_try(const struct table *table, struct move *move, struct outcome *out)
{
    struct table copy;
    move->at_ms = move->at_ms < table->now_ms ? table->now_ms : move->at_ms;
    if (table_owns(move->row) && !table->frozen) {
        /* most that is tried for buttons ends here, before anything is copied */
        outcome_init(out);
        enum refusal refusal = table_check(table, move, out);
        if (refusal == REFUSAL_NONE && table_is_late(table, move)) {
            refusal = REFUSAL_TICK_FIRST;
        }
        if (refusal == REFUSAL_NONE && move->row->resolve != NULL) {
            refusal = move->row->resolve(table, move, out);
        }
        if (refusal != REFUSAL_NONE) {
            table_refused(out, refusal);
            return refusal;
        }
    }
    table_copy(&copy, table);
    return table_make_or_break(&copy, move, out, true);
}

enum refusal table_would(const struct table *table, struct move *move)
{
    struct outcome out;
    return table_try(table, move, &out);
}

static void table_house_move(const struct table *table, const char *name, int64_t now_ms,
                             struct move *move)
{
    const struct action_def *row = action_find(table_rows, table_row_count, name);
    move_init(move, row, SEAT_HOUSE, now_ms > table->now_ms ? now_ms : table->now_ms);
    move->person = 0;
    move->moderator = false;
}

void table_downtime_move(const struct table *table, int64_t ms, int64_t now_ms, struct move *move)
{
    table_house_move(table, "away", now_ms, move);
    value_number(&move->args, "ms", ms);
}

void table_delay_move(const struct table *table, const char *why, int64_t ms, int64_t now_ms,
                      struct move *move)
{
    table_house_move(table, why, now_ms, move);
    value_number(&move->args, "ms", ms);
}

void table_tick_move(const struct table *table, int64_t now_ms, struct move *move)
{
    table_house_move(table, "tick", now_ms, move);
    if (table->phase == TABLE_PLAYING) {
        value_number(&move->args, "missed", table_missed_limit(table));
    }
}

void table_restore_move(const struct table *table, int64_t now_ms, struct move *move)
{
    table_house_move(table, "restore", now_ms, move);
    value_number(&move->args, "to", table->undo.to);
}
