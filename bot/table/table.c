/* A table: the one door for its moves. A move is checked by its row, made by its handler, and
 * leaves the table byte-identical when it is refused. Moves of the game go on to rules.c. */
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(SEATS_MAX <= 12, "seats fit into audiences beside crowd and moderators");
static_assert(sizeof(struct table) < 16384, "a table at rest is small");

void table_init(struct table *table, uint64_t id)
{
    memset(table, 0, sizeof *table);
    table->id = id;
    table->close_due_ms = NO_DEADLINE;
    table->offer_due_ms = NO_DEADLINE;
    for (int i = 0; i < SEATS_MAX; i++) {
        table->seat[i].due_ms = NO_DEADLINE;
        table->seat[i].wish = -1;
    }
}

void table_keep_text(char *field, size_t size, const char *text)
{
    size_t len = strlen(text);
    len = len < size ? len : size - 1;
    while (len > 0 && text[len] != '\0' && ((unsigned char)text[len] & 0xc0) == 0x80) {
        len--; /* never half a character */
    }
    memset(field, 0, size);
    for (size_t i = 0; i < len; i++) {
        field[i] = text[i];
    }
}

const char *table_name_of(const struct move *move)
{
    return facts_text_at(&move->args, "name", "");
}

/* A dash where the name has been deleted. */
static const char *table_shown_name(const struct table_seat *seat)
{
    return seat->person != 0 && seat->name[0] == '\0' ? "\u2013" : seat->name;
}

bool table_has_packs(const struct game_def *game)
{
    return game->draw != NULL && game->entry_problem == NULL;
}

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

int table_seat_of(const struct table *table, uint64_t person)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (person != 0 && table->seat[i].person == person && !table->seat[i].left) {
            return i;
        }
    }
    return SEAT_NONE;
}

int table_acts_as(const struct table *table, uint64_t person, bool moderator)
{
    int seat = table_seat_of(table, person);
    if (seat == SEAT_NONE && person != 0 && (moderator || person == table->referee)) {
        return SEAT_MODERATOR;
    }
    return seat;
}

uint16_t table_taken(const struct table *table)
{
    uint16_t taken = 0;
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].person != 0 && !table->seat[i].left) {
            taken |= seat_bit(i);
        }
    }
    return taken;
}

unsigned table_players(const struct table *table)
{
    unsigned count = 0;
    uint16_t taken = table_taken(table);
    for (int i = 0; i < table->seat_count; i++) {
        count += (taken & seat_bit(i)) != 0;
    }
    return count;
}

size_t table_join_events(const struct table *table, const char *events[SEATS_MAX])
{
    size_t count = 0;
    uint32_t after = 0;
    for (;;) {
        const struct table_seat *next = NULL;
        for (int i = 0; i < table->seat_count; i++) {
            const struct table_seat *seat = &table->seat[i];
            if (seat->person != 0 && !seat->house && seat->joined_step > after &&
                (next == NULL || seat->joined_step < next->joined_step)) {
                next = seat;
            }
        }
        if (next == NULL) {
            return count;
        }
        after = next->joined_step;
        events[count++] = next->event;
    }
}

const char *table_seat_name(const struct table *table, int seat)
{
    bool there = seat_is_person(seat) && seat < table->seat_count;
    return there ? table_shown_name(&table->seat[seat]) : "";
}

void table_say_seat(const struct table *table, struct facts *facts, int seat)
{
    const char *name = table_shown_name(&table->seat[seat]);
    facts_number(facts, "seat", seat);
    facts_text(facts, "name", name, strlen(name));
}

int64_t table_by_pace(const struct table *table, int64_t live_ms, int64_t async_ms)
{
    return table->options.value[OPTION_PACE] == PACE_ASYNC ? async_ms : live_ms;
}

unsigned table_option_index(const struct table *table, const char *name)
{
    const struct option_def *row = NULL;
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        if (strcmp(row->name, name) == 0) {
            return i;
        }
    }
    return OPTIONS_MAX;
}

unsigned table_seats_most(const struct table *table)
{
    const struct game_def *game = table->game;
    unsigned most = game->seats_most != NULL ? game->seats_most(&table->options) : game->seats_max;
    assert(most >= game->seats_min && most <= game->seats_max);
    return most;
}

bool table_teams_chosen(const struct table *table)
{
    unsigned index = table_option_index(table, "teams");
    if (index == OPTIONS_MAX) {
        index = table_option_index(table, "white"); /* Decrypto's name for it */
    }
    if (table->game->teams[0] == NULL || index == OPTIONS_MAX) {
        return false;
    }
    const char *chosen = option_row(table->game, index)->choices[table->options.value[index]];
    return chosen != NULL && strcmp(chosen, "chosen") == 0;
}

void table_add_events(struct outcome *out, const struct outcome *more)
{
    for (unsigned i = 0; i < more->event_count; i++) {
        const struct event *event = &more->event[i];
        struct facts *facts = outcome_say(out, event->to, event->message);
        for (uint16_t at = facts_first(&more->facts, event->args); at != FACTS_NONE;
             at = facts_next(&more->facts, event->args, at)) {
            facts_copy(facts, more->facts.fact[at].key, &more->facts, at);
        }
        outcome_end(out);
    }
}

void table_settle(struct table *table)
{
    if (table->phase == TABLE_PLAYING && rules_state(table->state)->over) {
        table->phase = TABLE_OVER;
        table->waiting = false;
        for (int i = 0; i < table->seat_count; i++) {
            table->seat[i].due_ms = NO_DEADLINE;
        }
        int64_t keep_ms = table->aborted
                              ? TABLE_KEEP_ABORTED_MS
                              : table_by_pace(table, TABLE_KEEP_LIVE_MS, TABLE_KEEP_ASYNC_MS);
        table->close_due_ms = table->now_ms + keep_ms;
    }
}

/* The deadline of the table's own that falls next: idle people, open seats, closing. */
static int64_t table_own_deadline(const struct table *table)
{
    int64_t due = table->close_due_ms;
    for (int i = 0; i < table->seat_count; i++) {
        due = table->seat[i].due_ms < due ? table->seat[i].due_ms : due;
    }
    return due;
}

/* A move past a deadline that has not fallen yet would jump the queue. */
static bool table_is_late(const struct table *table, const struct move *move)
{
    bool keeps_time = move->seat == SEAT_HOUSE && (strcmp(move->row->name, "tick") == 0 ||
                                                   strcmp(move->row->name, "away") == 0);
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
        refusal = move->row->apply(table, move, out);
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
        return table->phase >= TABLE_OVER ? REFUSAL_GAME_OVER : REFUSAL_WRONG_PHASE;
    }
    bool hosts = (move->row->who & WHO_HOST) != 0;
    enum refusal refusal = hosts ? table_check_host(table, move) : table_check_player(table, move);
    if (refusal == REFUSAL_NONE && table_is_late(table, move)) {
        refusal = REFUSAL_TICK_FIRST;
    }
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int16_t seat = move->seat;
    move->seat = (int16_t)(hosts ? SEAT_MODERATOR : seat); /* the host decides like one */
    refusal = live ? rules_apply(table->game, table->state, move, out)
                   : rules_replay(table->game, table->state, move, out);
    move->seat = seat;
    if (refusal == REFUSAL_NONE) {
        table->now_ms = move->at_ms;
        table->step++;
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

/* All of a table that means something: no game writes behind its own state. */
static void table_copy(struct table *to, const struct table *from)
{
    memcpy(to, from, offsetof(struct table, state));
    memcpy(to->state, from->state, from->game == NULL ? 0 : from->game->state_size);
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
        table_lines_note(&table->lines, move, out, table->step);
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

int64_t table_due_ms(const struct table *table)
{
    if (table->frozen || table->phase == TABLE_NEW || table->phase == TABLE_CLOSED) {
        return NO_DEADLINE;
    }
    int64_t due = table_own_deadline(table);
    due = table->offer_due_ms < due ? table->offer_due_ms : due; /* nothing jumps this queue */
    if (table->phase == TABLE_PLAYING) {
        int64_t game = rules_due_ms(table->game, table->state);
        due = game < due ? game : due;
    }
    return due == NO_DEADLINE ? NO_DEADLINE : due + 1; /* at the deadline is in time */
}

static void table_house_move(const struct table *table, const char *name, int64_t now_ms,
                             struct move *move)
{
    const struct action_def *row = action_find(table_rows, table_row_count, name);
    move_init(move, row, SEAT_HOUSE, now_ms > table->now_ms ? now_ms : table->now_ms);
    move->person = 0;
    move->moderator = false;
}

void table_away_move(const struct table *table, int64_t ms, int64_t now_ms, struct move *move)
{
    table_house_move(table, "away", now_ms, move);
    facts_number(&move->args, "ms", ms);
}

void table_tick_move(const struct table *table, int64_t now_ms, struct move *move)
{
    table_house_move(table, "tick", now_ms, move);
}

bool table_is_done(const struct table *table)
{
    return table->phase == TABLE_CLOSED;
}
