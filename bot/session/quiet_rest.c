/* A deadline that moves tells everybody who is asked, so only what everybody knows of counts, or
 * all seats that it could be. */
#include "quiet_rest.h"

#include "card.h"
#include "handle.h"
#include "house_private.h"

static const struct quiet_hours *rest_quiet(const struct house *house, const struct table *table,
                                            int seat)
{
    bool theirs = seat_is_person(seat) && table->seat[seat].person != 0 && !table->seat[seat].house;
    const struct person *person =
        theirs ? people_find(house->people, table->seat[seat].person) : NULL;
    return person == NULL || person->choices == NULL ? NULL : &person->choices->quiet;
}

/* How much longer the seat's quiet hours make a wait from now on. */
static int64_t rest_of_seat_ms(const struct house *house, const struct table *table, int seat,
                               int64_t deadline_ms)
{
    const struct quiet_hours *quiet = rest_quiet(house, table, seat);
    int64_t length_ms = deadline_ms - house->now_ms;
    return quiet == NULL || length_ms <= 0
               ? 0
               : quiet_hours_later(quiet, house->now_ms, length_ms) - deadline_ms;
}

/* Of the seats that everybody takes for asked. */
static int64_t rest_of_ms(const struct house *house, const struct table *table,
                          const struct owed *owed)
{
    uint16_t seats = owed->known_to == 0 ? seat_bit(owed->seat) : owed->others_seats;
    int64_t most_ms = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        int64_t one_ms = (seats & seat_bit(seat)) != 0
                             ? rest_of_seat_ms(house, table, seat, owed->deadline_ms)
                             : 0;
        most_ms = one_ms > most_ms ? one_ms : most_ms;
    }
    return most_ms;
}

/* Is it the first time that this ask is looked at? */
static bool rest_notes(const struct table_entry *entry, const struct owed *owed)
{
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        for (unsigned i = 0; i < CARD_ASKS_MAX && card->seat == owed->seat; i++) {
            if (card->ask[i].ask == owed->ask && !card->ask[i].rested) {
                card->ask[i].rested = true;
                return true;
            }
        }
    }
    return false;
}

void quiet_rest_follow(struct house *house, struct table_entry *entry)
{
    struct owed_list owed;
    int64_t most_ms = 0;
    if (house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    const struct table *table = &entry->resident->table;
    if (table->phase != TABLE_PLAYING || table->frozen ||
        table->options.value[OPTION_PACE] != PACE_ASYNC) {
        return;
    }
    table_owed(table, &owed);
    for (size_t i = 0; i < owed.count; i++) {
        const struct owed *one = &owed.owed[i];
        bool counts = seat_is_person(one->seat) && one->deadline_ms != NO_DEADLINE &&
                      table_ask_is_of_game(one->ask);
        if (counts && rest_notes(entry, one)) {
            int64_t one_ms = rest_of_ms(house, table, one);
            most_ms = one_ms > most_ms ? one_ms : most_ms;
        }
    }
    if (most_ms > 0) {
        struct move *move = &house->scratch->move;
        table_delay_move(table, "rest", most_ms, house->now_ms, move);
        handle_house_move(house, entry, move);
    }
}
