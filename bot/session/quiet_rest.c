/* A deadline that moves tells everybody who is asked, so only what everybody knows of counts, or
 * all seats that it could be. All of it comes of when a wait began, how long it was meant to be and
 * what people have chosen by now: the same again, however often it is asked. */
#include "quiet_rest.h"

#include "follow.h"
#include "handle.h"
#include "house_private.h"
#include "nudges.h"
#include "room_words.h"
#include "rules.h"
#include "table_load.h"

static bool rest_is_of(const struct table_entry *entry)
{
    const struct table *table = entry->load == ENTRY_RESIDENT ? &entry->resident->table : NULL;
    return table != NULL && table->phase == TABLE_PLAYING && !table->frozen &&
           rules_state(table->state)->paused_ms == NO_DEADLINE &&
           table->options.value[OPTION_PACE] == PACE_ASYNC;
}

static const struct own_clock *rest_clock(const struct house *house, const struct table *table,
                                          int seat)
{
    bool theirs = seat_is_person(seat) && table->seat[seat].person != 0 && !table->seat[seat].house;
    const struct person *person =
        theirs ? people_find(house->people, table->seat[seat].person) : NULL;
    return person == NULL ? NULL : person_clock(person);
}

/* When the wait is over by the clocks of the seats that everybody takes for asked. */
static int64_t rest_until_ms(const struct house *house, const struct table *table,
                             const struct owed *owed, const struct wait *wait)
{
    uint16_t seats = owed->known_to != 0          ? owed->others_seats
                     : seat_is_person(owed->seat) ? seat_bit(owed->seat)
                                                  : 0;
    int64_t until_ms = wait->from_ms + wait->length_ms;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct own_clock *clock =
            (seats & seat_bit(seat)) != 0 ? rest_clock(house, table, seat) : NULL;
        int64_t one_ms =
            clock == NULL ? until_ms : own_clock_later(clock, wait->from_ms, wait->length_ms);
        until_ms = one_ms > until_ms ? one_ms : until_ms;
    }
    return until_ms;
}

/* The zone of a daily deadline: the room's, else the host's. */
static const char *rest_zone(const struct house *house, const struct table_entry *entry)
{
    const char *zone = room_zone(house, entry->room->adapter, entry->room->id);
    const struct person *host = people_find(house->people, entry->resident->table.host);
    const char *own = zone == NULL && host != NULL ? person_zone(host) : zone;
    return own == NULL ? "UTC" : own;
}

/* When it is due; not before it is now. A deadline that came off its time of day by little stays.
 */
static int64_t rest_due_ms(const struct house *house, const struct table_entry *entry,
                           const struct owed *owed, const struct wait *wait)
{
    const struct table *table = &entry->resident->table;
    int minute = options_daily(&table->options);
    int64_t due_ms = rest_until_ms(house, table, owed, wait);
    if (minute >= 0) {
        const char *zone = rest_zone(house, entry);
        int64_t now_ms = calendar_next(zone, owed->deadline_ms - OPTION_DAILY_OFF_MS, minute);
        due_ms = calendar_next(zone, due_ms, minute);
        due_ms = now_ms > due_ms ? now_ms : due_ms;
    }
    return due_ms > owed->deadline_ms ? due_ms : owed->deadline_ms;
}

/* Notes what is owed. Returns whether one wait is to be looked at. */
static bool rest_note(struct table_entry *entry, const struct owed_list *owed, int64_t now_ms)
{
    bool any = false;
    bool daily = options_daily(&entry->resident->table.options) >= 0;
    for (size_t i = 0; i < owed->count; i++) {
        if (owed->owed[i].deadline_ms != NO_DEADLINE) {
            struct wait *wait =
                waits_note(&entry->waits, &owed->owed[i], now_ms, daily ? OPTION_DAILY_OFF_MS : 0);
            wait->fresh = wait->fresh || entry->waits.stale;
            any = any || wait->fresh;
        }
    }
    entry->waits.stale = false;
    return any;
}

/* By how much what is owed is due later; what was looked at counts from here on with it. */
static int64_t rest_more_ms(const struct house *house, struct table_entry *entry,
                            const struct owed_list *owed)
{
    int64_t most_ms = 0;
    for (size_t i = 0; i < owed->count; i++) {
        const struct owed *one = &owed->owed[i];
        const struct wait *wait = waits_of(&entry->waits, one->ask);
        if (one->deadline_ms != NO_DEADLINE && wait != NULL && wait->fresh) {
            int64_t more_ms = rest_due_ms(house, entry, one, wait) - one->deadline_ms;
            most_ms = more_ms > most_ms ? more_ms : most_ms;
        }
    }
    waits_granted(&entry->waits, owed, most_ms);
    return most_ms;
}

void quiet_rest_follow(struct house *house, struct table_entry *entry)
{
    struct owed_list owed;
    if (house->down || !rest_is_of(entry)) {
        return;
    }
    table_owed_game(&entry->resident->table, &owed);
    if (!rest_note(entry, &owed, entry->resident->table.now_ms)) {
        return;
    }
    int64_t more_ms = rest_more_ms(house, entry, &owed);
    if (more_ms > 0) {
        struct move *move = &house->scratch->move;
        table_delay_move(&entry->resident->table, "rest", more_ms, house->now_ms, move);
        handle_house_move(house, entry, move);
    }
}

static void rest_person_chosen(struct house *house, const struct person *person)
{
    struct owed_list owed;
    for (unsigned i = 0; i < person->table_count && !house->down; i++) {
        struct table_entry *entry = tables_find(&house->tables, person->tables[i]);
        if (entry == NULL || entry->phase != TABLE_PLAYING) {
            continue;
        }
        entry->waits.stale = true;
        table_load(house, entry); /* it follows when it is there */
        if (entry->load == ENTRY_RESIDENT) {
            table_owed_game(&entry->resident->table, &owed);
            nudges_plan(house, entry, &owed);
            follow_event(house, entry);
        }
    }
}

void quiet_rest_chosen(struct house *house, const struct person *person)
{
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        rest_person_chosen(house, one);
    }
}
