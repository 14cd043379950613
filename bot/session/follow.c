/* What follows after an event, and when a deadline falls: each is a move with a transaction of its
 * own. */
#include "follow.h"

#include "downtime.h"
#include "handle.h"
#include "house_private.h"
#include "night_follow.h"
#include "notify_delay.h"
#include "practice_seats.h"
#include "quiet_rest.h"
#include "rematch_seats.h"
#include "sampling.h"
#include "table_night.h"
#include "take_back.h"
#include "team_room_end.h"

enum { CATCH_UP_MAX = 64 };

void follow_catch_up_downtime(struct house *house, struct table_entry *entry)
{
    if (house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    int64_t missed_ms = downtime_ms(house, entry) - entry->downtime_ms;
    if (missed_ms <= 0) {
        return;
    }
    entry->downtime_ms += missed_ms;
    if (table_due_ms(table) == NO_DEADLINE || table_night_keeps_time(table)) {
        tables_refresh(&house->tables, entry, entry->downtime_ms);
        return;
    }
    table_downtime_move(table, missed_ms, house->now_ms, move);
    handle_house_move(house, entry, move);
}

void follow_catch_up(struct house *house, struct table_entry *entry, int64_t at_ms)
{
    struct table *table = &entry->resident->table;
    if (house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    follow_catch_up_downtime(house, entry);
    take_back_follow(house, entry);
    night_follow(house, entry);
    if (entry->held) {
        return;
    }
    for (int i = 0; i < CATCH_UP_MAX && table_due_ms(table) <= at_ms; i++) {
        notify_delay_before(house, entry);
        if (table_due_ms(table) > at_ms) {
            break;
        }
        struct move *move = &house->scratch->move;
        table_tick_move(table, at_ms, move);
        if (!handle_house_move(house, entry, move)) {
            break;
        }
        follow_event(house, entry);
    }
    if (table_due_ms(table) <= at_ms) {
        /* what is due does not fall: look again in a while instead of turning in a circle */
        timers_set(&house->tables.timers, &entry->timer, house->now_ms + JUMP_MS);
    }
}

void follow_direct_channel(struct commit *commit, struct table_entry *entry, int seat,
                           enum direct_channel reach)
{
    struct house *house = commit->house;
    if (entry->load != ENTRY_RESIDENT || house->down) {
        return;
    }
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    if (seat >= table->seat_count || table->seat[seat].reach == reach) {
        return;
    }
    struct handling handling = {.house = house, .entry = entry, .commit = commit};
    follow_catch_up(house, entry, house->now_ms);
    move_init(move, table_action(table, "reach"), SEAT_HOUSE, house->now_ms);
    move->person = 0;
    move->moderator = false;
    value_number(&move->args, "seat", seat);
    value_term(&move->args, "state",
               reach == DIRECT_VERIFIED ? "proven"
               : reach == DIRECT_BEHIND ? "behind"
                                        : "failed");
    handle_move(&handling, move);
}

/* Everybody is there: the house starts the game. */
static void start_game(struct house *house, struct table_entry *entry)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    const struct handling handling = {.house = house, .entry = entry};
    move_init(move, table_action(table, "start"), SEAT_HOUSE, table->now_ms);
    move->person = 0;
    move->moderator = false;
    handle_resolve(&handling, move);
    handle_house_move(house, entry, move);
}

/* Somebody may have gone: everybody is asked first. */
static void check_first(struct house *house, struct table_entry *entry)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    move_init(move, table_action(table, "ready_check"), SEAT_HOUSE, table->now_ms);
    move->person = 0;
    move->moderator = false;
    handle_house_move(house, entry, move);
}

/* Everybody is there and ready, or it was asked for and waited for somebody to be reached alone. */
static bool follow_may_start(struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    if (table->phase != TABLE_LOBBY) {
        entry->start_asked = false;
    }
    return table_should_start(table) || (entry->start_asked && table_may_start(table));
}

void follow_event(struct house *house, struct table_entry *entry)
{
    notify_delay_follow(house, entry);
    quiet_rest_follow(house, entry);
    team_rooms_reconcile(house, entry);
    practice_follow(house, entry);
    rematch_follow(house, entry);
    take_back_follow(house, entry);
    night_follow(house, entry);
    if (house->down || entry->load != ENTRY_RESIDENT || !follow_may_start(entry) ||
        !sampling_is_ready(house, &entry->resident->table)) {
        return;
    }
    if (table_should_check(&entry->resident->table)) {
        check_first(house, entry);
    } else {
        start_game(house, entry);
    }
}
