/* What is owed at a table, and what of it a reader is told. */
#include "table_private.h"
#include "table_view.h"

#include <string.h>

/* Asks of the lobby are odd, those of the game even: unique for the table's life, never 0. */
static uint32_t owed_lobby_ask(uint32_t ask)
{
    return ask * 2 + 1;
}

static uint32_t owed_game_ask(const struct table *table, uint32_t ask)
{
    return (table->undo.ask_base + ask + 1) * 2;
}

static void owed_in_lobby(const struct table *table, struct owed_list *list)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].ask != 0) {
            struct owed *owed = &list->owed[list->count++];
            memset(owed, 0, sizeof *owed);
            owed->seat = (int8_t)i;
            owed->ask = owed_lobby_ask(table->seat[i].ask);
            owed->actions[0] = table->checking ? "ready" : "here";
            owed->deadline_ms = table->seat[i].due_ms;
            owed->fallback = MSG_TABLE_DROPPED;
        }
    }
}

bool table_ask_is_of_game(uint32_t ask)
{
    return ask % 2 == 0;
}

uint32_t table_poll_ask_number(const struct table *table)
{
    return owed_lobby_ask(table->poll.ask);
}

/* Who has not voted yet is asked to. */
static void owed_in_poll(const struct table *table, struct owed_list *list)
{
    uint16_t missing = table_poll_runs(table) ? ballot_missing(&table->poll.ballot) : 0;
    for (int i = 0; i < table->seat_count && list->count < OWED_MAX; i++) {
        if ((missing & seat_bit(i)) != 0) {
            list->owed[list->count++] = (struct owed){
                .seat = (int8_t)i,
                .ask = owed_lobby_ask(table->poll.ask),
                .actions = {"decide"},
                .deadline_ms = table->poll.due_ms,
                .fallback = MSG_TABLE_POLL_SILENT,
            };
        }
    }
}

void table_owed(const struct table *table, struct owed_list *list)
{
    list->count = 0;
    if (table->phase == TABLE_LOBBY) {
        owed_in_lobby(table, list);
    } else if (table->phase == TABLE_PLAYING) {
        table_owed_game(table, list);
        owed_in_poll(table, list);
    }
}

void table_owed_game(const struct table *table, struct owed_list *list)
{
    struct owed_list game;
    list->count = 0;
    rules_owed(table->game, table->state, &game);
    for (size_t i = 0; i < game.count; i++) {
        int seat = game.owed[i].seat;
        if (!seat_is_person(seat) || !table->seat[seat].left) {
            list->owed[list->count] = game.owed[i];
            list->owed[list->count].ask = owed_game_ask(table, game.owed[i].ask);
            list->count++;
        }
    }
}

/* What has become of a wait of the game that was there before. */
enum owed_fate { OWED_STANDS, OWED_OVERDUE /* its time is up, and it waits on */, OWED_OVER };

static enum owed_fate owed_fate(const struct owed *owed, const struct owed_list *now)
{
    for (size_t i = 0; i < now->count; i++) {
        const struct owed *one = &now->owed[i];
        if (one->ask == owed->ask && one->seat == owed->seat) {
            bool late = one->deadline_ms == NO_DEADLINE && owed->deadline_ms != NO_DEADLINE;
            return late ? OWED_OVERDUE : OWED_STANDS;
        }
    }
    return OWED_OVER;
}

/* Is it a turn of one seat? What several owe together, one of them may have done in secret. */
static bool owed_is_alone(const struct owed_list *list, const struct owed *owed)
{
    unsigned seats = 0;
    for (size_t i = 0; i < list->count; i++) {
        seats += list->owed[i].ask == owed->ask;
    }
    return seats == 1 && seat_is_person(owed->seat) && table_ask_is_of_game(owed->ask);
}

static void owed_is_absent(struct table *table, int at, struct outcome *out)
{
    struct table_seat *seat = &table->seat[at];
    seat->absent = true;
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_ABSENT);
    table_say_seat(table, facts, at);
    value_number(facts, "count", seat->missed);
    outcome_end(out);
    if (seat->person == table->host) {
        table_pass_host(table, at, out);
    }
}

int table_missed_limit(const struct table *table)
{
    return table->practice ? 0 : (int)table_by_pace(table, TABLE_MISSED_LIVE, TABLE_MISSED_ASYNC);
}

void table_note_missed(struct table *table, const struct owed_list *before, bool skipped, int limit,
                       struct outcome *out)
{
    struct owed_list now;
    uint16_t noted = 0;
    if (table->phase != TABLE_PLAYING || limit <= 0) {
        return;
    }
    table_owed_to(table, SEAT_CROWD, &now);
    for (size_t i = 0; i < before->count; i++) {
        const struct owed *owed = &before->owed[i];
        bool fell = skipped || owed->deadline_ms < table->now_ms;
        if (!fell || !owed_is_alone(before, owed) || (noted & seat_bit(owed->seat)) != 0) {
            continue;
        }
        struct table_seat *seat = &table->seat[owed->seat];
        enum owed_fate fate = owed_fate(owed, &now);
        if (fate == OWED_OVERDUE) {
            seat->absent = !seat->house; /* the game says itself that it waits for them */
        }
        if (fate != OWED_OVER) {
            continue;
        }
        noted = (uint16_t)(noted | seat_bit(owed->seat));
        seat->missed = (uint8_t)(seat->missed + (seat->missed < UINT8_MAX));
        if (seat->missed == limit && !seat->house) {
            owed_is_absent(table, owed->seat, out);
        }
    }
}

static bool owed_has(const struct owed_list *list, const struct owed *owed)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->owed[i].seat == owed->seat && list->owed[i].ask == owed->ask) {
            return true;
        }
    }
    return false;
}

bool table_is_seen(const struct table *table, int seat, const struct owed_list *before,
                   const struct outcome *out)
{
    struct owed_list now;
    bool seen = outcome_is_public(out);
    table_owed_to(table, SEAT_CROWD, &now);
    for (size_t i = 0; i < before->count && !seen; i++) {
        seen = before->owed[i].seat == seat && !owed_has(&now, &before->owed[i]);
    }
    return seen;
}

bool table_waits_changed(const struct table *before, const struct table *table, bool deadlines)
{
    struct owed_list was;
    struct owed_list now;
    table_owed_to(before, SEAT_CROWD, &was);
    table_owed_to(table, SEAT_CROWD, &now);
    bool same = was.count == now.count;
    for (size_t i = 0; i < now.count && same; i++) {
        const struct owed *one = &was.owed[i];
        const struct owed *other = &now.owed[i];
        same = one->seat == other->seat && one->ask == other->ask &&
               (!deadlines || one->deadline_ms == other->deadline_ms);
    }
    return !same;
}

void table_note_acted(struct table *table, int seat)
{
    if (seat_is_person(seat)) {
        table->seat[seat].missed = 0;
        table->seat[seat].absent = false;
        table->acted_ms = table->now_ms;
    }
}

bool table_owed_known(const struct owed *owed, int reader)
{
    return owed->known_to == 0 || owed->seat == reader || (owed->known_to & seat_bit(reader)) != 0;
}

/* What is told to who may not know of it, in the order of seats. */
static void owed_others(const struct table *table, const struct owed *owed, struct owed_list *list)
{
    for (int seat = 0; owed->others != NULL && seat < SEATS_MAX; seat++) {
        if ((owed->others_seats & seat_bit(seat)) == 0 || list->count == OWED_MAX) {
            continue;
        }
        size_t at = list->count++;
        for (; at > 0 && list->owed[at - 1].seat > seat; at--) {
            list->owed[at] = list->owed[at - 1];
        }
        list->owed[at] = (struct owed){
            .seat = (int8_t)seat,
            .ask = owed_game_ask(table, owed->others_ask),
            .actions = {owed->others},
            .deadline_ms = owed->deadline_ms,
            .fallback = owed->fallback,
        };
    }
}

void table_owed_to(const struct table *table, int reader, struct owed_list *list)
{
    struct owed_list all;
    table_owed(table, &all);
    list->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (table_owed_known(&all.owed[i], reader)) {
            list->owed[list->count++] = all.owed[i];
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        if (!table_owed_known(&all.owed[i], reader)) {
            owed_others(table, &all.owed[i], list);
        }
    }
}
