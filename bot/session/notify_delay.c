/* What deadlines have moved by already, for whatever reason, is counted off. */
#include "notify_delay.h"

#include "card.h"
#include "downtime.h"
#include "handle.h"
#include "house_private.h"

static bool notify_delay_is_owed(const struct table_entry *entry, int seat, uint32_t ask)
{
    struct owed_list owed;
    table_owed(&entry->resident->table, &owed);
    for (size_t i = 0; i < owed.count; i++) {
        if (owed.owed[i].seat == seat && owed.owed[i].ask == ask && table_ask_is_of_game(ask)) {
            return true;
        }
    }
    return false;
}

/* How late somebody is told of what they still owe, by now; 0: not late, or for too long. */
static int64_t notify_delay_by_ms(struct house *house, const struct table_entry *entry,
                                  const struct card *card)
{
    int64_t notify_delay_ms = 0;
    int64_t moved_ms = downtime_moved_ms(house, entry);
    for (unsigned i = 0; i < CARD_ASKS_MAX && !card->closed; i++) {
        const struct card_ask *ask = &card->ask[i];
        int64_t waits_ms = house->now_ms - ask->noted_ms;
        int64_t by_ms = waits_ms - (moved_ms - ask->moved_ms);
        bool open = ask->ask != 0 && ask->call != CARD_CALL_TOLD && ask->noted_ms != 0;
        if (open && waits_ms <= NOTIFY_DELAY_MAX_MS && by_ms > notify_delay_ms &&
            notify_delay_is_owed(entry, card->seat, ask->ask)) {
            notify_delay_ms = by_ms;
        }
    }
    return notify_delay_ms;
}

static bool notify_delay_matters(const struct house *house, const struct table_entry *entry)
{
    if (house->down || entry->load != ENTRY_RESIDENT) {
        return false;
    }
    const struct table *table = &entry->resident->table;
    return table->phase == TABLE_PLAYING && !table->frozen &&
           table->options.value[OPTION_PACE] != PACE_ASYNC;
}

static void notify_delay_move(struct house *house, struct table_entry *entry,
                              int64_t notify_delay_ms)
{
    struct move *move = &house->scratch->move;
    if (notify_delay_ms <= NOTIFY_DELAY_MIN_MS) {
        return;
    }
    entry->notify_delay_ms += notify_delay_ms;
    table_delay_move(&entry->resident->table, "late", notify_delay_ms, house->now_ms, move);
    handle_house_move(house, entry, move);
}

void notify_delay_delivered(struct house *house, struct table_entry *entry, const struct card *card)
{
    int64_t notify_delay_ms =
        notify_delay_matters(house, entry) ? notify_delay_by_ms(house, entry, card) : 0;
    entry->notify_delay_due_ms =
        notify_delay_ms > entry->notify_delay_due_ms ? notify_delay_ms : entry->notify_delay_due_ms;
}

void notify_delay_follow(struct house *house, struct table_entry *entry)
{
    int64_t notify_delay_ms = entry->notify_delay_due_ms;
    entry->notify_delay_due_ms = 0;
    if (notify_delay_ms > 0 && notify_delay_matters(house, entry)) {
        notify_delay_move(house, entry, notify_delay_ms);
    }
}

void notify_delay_before(struct house *house, struct table_entry *entry)
{
    int64_t notify_delay_ms = 0;
    for (const struct card *card = notify_delay_matters(house, entry) ? entry->cards : NULL;
         card != NULL; card = card->next) {
        int64_t by_ms = notify_delay_by_ms(house, entry, card);
        notify_delay_ms = by_ms > notify_delay_ms ? by_ms : notify_delay_ms;
    }
    if (notify_delay_ms > 0) {
        notify_delay_move(house, entry, notify_delay_ms);
    }
}
