#include "cards_close.h"

#include <stdlib.h>

#include "cards.h"
#include "follow.h"
#include "handle.h"
#include "heap.h"
#include "house_private.h"
#include "show_say.h"
#include "show_view.h"

void cards_close(struct house *house, struct table_entry *entry, struct card *card)
{
    enum direct_channel reach = cards_answer_alone(house, entry) ? DIRECT_BEHIND : DIRECT_CLOSED;
    struct commit *commit = commit_new(house);
    struct handling handling = {.house = house, .entry = entry, .commit = commit};
    struct owed_list owed;
    const struct table *table = &entry->resident->table;
    card_turn(card, CARD_CALL_FLYING, CARD_CALL_WANTED, 0);
    card->closed = true;
    if (card->id != NULL) {
        const struct compose compose = house_compose(house, entry);
        cards_put_rest(
            commit, entry, card, card->id,
            compose_card_rest(&compose, CARD_REST_BEHIND, entry->game->id, entry->number));
        free(card->id);
        card->id = NULL;
    }
    table_owed(table, &owed);
    if (seat_is_person(card->seat) && table->seat[card->seat].reach != reach) {
        if (reach == DIRECT_BEHIND) {
            show_private(&handling, card->seat,
                         cards_render(house, entry, card)); /* aside, or never */
        }
        follow_direct_channel(commit, entry, card->seat, reach); /* a move, which calls */
    } else {
        cards_call(&handling, &owed);
        tables_store(entry, commit->batch);
    }
    commit_submit(&commit);
}

void cards_closed(struct house *house, struct table_entry *entry, int seat)
{
    struct card *card = entry->cards;
    while (card != NULL && card->seat != seat) {
        card = card->next;
    }
    if (card != NULL && !card->closed) {
        cards_close(house, entry, card);
    }
}
