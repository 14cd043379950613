/* A table at rest: who sits, what they are called, what is due. Moves come through table_make.c. */
#include "table_night.h"
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(SEATS_MAX <= 12, "seats fit into audiences beside crowd and moderators");
static_assert(sizeof(struct table) < 40960, "a table at rest is small");

enum { TABLE_DAY_MS = 24 * 3600 * 1000 };

void table_init(struct table *table, uint64_t id)
{
    memset(table, 0, sizeof *table);
    table->id = id;
    table->close_due_ms = NO_DEADLINE;
    table->offer_due_ms = NO_DEADLINE;
    table->pause_due_ms = NO_DEADLINE;
    table->poll.due_ms = NO_DEADLINE;
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

bool table_hex(const char *text, uint8_t *bytes, size_t count)
{
    if (strlen(text) != count * 2) {
        return false;
    }
    for (size_t i = 0; i < count * 2; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) {
            return false;
        }
        bytes[i / 2] = (uint8_t)(i % 2 == 0 ? digit * 16 : bytes[i / 2] + digit);
    }
    return true;
}

const char *table_name_of(const struct move *move)
{
    return value_text_at(&move->args, "name", "");
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

int table_seat_of(const struct table *table, uint64_t person)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (person != 0 && table->seat[i].person == person && !table->seat[i].left) {
            return i;
        }
    }
    return SEAT_NONE;
}

bool table_may_host(const struct table *table, const struct move *move)
{
    return move->moderator || table_hosts(table, move->person);
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

void table_say_seat(const struct table *table, struct value_tree *facts, int seat)
{
    const char *name = table_shown_name(&table->seat[seat]);
    value_number(facts, "seat", seat);
    value_text(facts, "name", name, strlen(name));
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
    if (game->gathers) {
        return 0; /* nobody sits at it: people sign up */
    }
    unsigned most = game->seats_most != NULL ? game->seats_most(&table->options) : game->seats_max;
    assert(most >= game->seats_min && most <= game->seats_max);
    return most;
}

bool table_teams_chosen(const struct table *table)
{
    const char *option = table->game->teams_option;
    if (table->game->teams[0] == NULL || option == NULL) {
        return false;
    }
    unsigned index = table_option_index(table, option);
    assert(index < OPTIONS_MAX);
    const char *chosen = option_row(table->game, index)->choices[table->options.value[index]];
    return chosen != NULL && strcmp(chosen, "chosen") == 0;
}

void table_add_events(struct outcome *out, const struct outcome *more)
{
    for (unsigned i = 0; i < more->event_count; i++) {
        const struct event *event = &more->event[i];
        struct value_tree *facts = outcome_say(out, event->to, event->message);
        for (uint16_t at = value_first(&more->facts, event->args); at != VALUE_NONE;
             at = value_next(&more->facts, event->args, at)) {
            value_copy(facts, more->facts.fact[at].key, &more->facts, at);
        }
        outcome_end(out);
    }
}

void table_settle(struct table *table)
{
    if (table->phase == TABLE_PLAYING && rules_state(table->state)->over) {
        table->phase = TABLE_OVER;
        table->waiting = false;
        table->pause_due_ms = NO_DEADLINE;
        for (int i = 0; i < table->seat_count; i++) {
            table->seat[i].due_ms = NO_DEADLINE;
        }
        int64_t keep_ms = table->aborted
                              ? TABLE_KEEP_ABORTED_MS
                              : table_by_pace(table, TABLE_KEEP_LIVE_MS, TABLE_KEEP_ASYNC_MS);
        table->close_due_ms = table->now_ms + keep_ms;
    }
}

bool table_poll_runs(const struct table *table)
{
    return table->poll.due_ms != NO_DEADLINE;
}

bool table_is_paused(const struct table *table)
{
    return table->phase == TABLE_PLAYING && rules_state(table->state)->paused_ms != NO_DEADLINE;
}

int64_t table_idle_due_ms(const struct table *table)
{
    int64_t days = table_by_pace(table, TABLE_IDLE_LIVE_DAYS, TABLE_IDLE_ASYNC_DAYS);
    bool runs = table->phase == TABLE_PLAYING && !table_is_paused(table);
    return runs ? table->acted_ms + days * TABLE_DAY_MS : NO_DEADLINE;
}

void table_copy(struct table *to, const struct table *from)
{
    memcpy(to, from, offsetof(struct table, state));
    memcpy(to->state, from->state, from->game == NULL ? 0 : from->game->state_size);
}

int64_t table_own_deadline(const struct table *table)
{
    int64_t due = table->close_due_ms;
    due = table->pause_due_ms < due ? table->pause_due_ms : due;
    due = table->poll.due_ms < due ? table->poll.due_ms : due;
    int64_t later_ms = table_plans_due_ms(&table->plans);
    due = later_ms < due ? later_ms : due;
    int64_t night_ms = table_night_due_ms(table);
    due = night_ms < due ? night_ms : due;
    int64_t idle_ms = table_idle_due_ms(table);
    due = idle_ms < due ? idle_ms : due;
    for (int i = 0; i < table->seat_count; i++) {
        due = table->seat[i].due_ms < due ? table->seat[i].due_ms : due;
    }
    return due;
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

bool table_is_done(const struct table *table)
{
    return table->phase == TABLE_CLOSED;
}
