#include "cards_close.h"

#include <stdlib.h>
#include <string.h>

#include "cards.h"
#include "follow.h"
#include "handle.h"
#include "heap.h"
#include "house_private.h"
#include "linked.h"
#include "show_say.h"
#include "show_view.h"

/* Nothing arrives there: another account of theirs may take it. */
static bool cards_go_on(struct house *house, struct table_entry *entry, struct card *card)
{
    struct person *person = people_find(house->people, card->person);
    struct address *closed = people_address_at(house->people, card->at);
    if (person == NULL || closed == NULL || linked_is_alone(person)) {
        return false;
    }
    closed->closed = true;
    if (!linked_way_works(person, linked_way(person, entry->room->adapter)->key)) {
        return false;
    }
    struct commit *commit = commit_new(house);
    free(card->id);
    card->id = NULL;
    if (cards_move(commit, entry, card)) {
        cards_put(commit, entry, card);
    }
    tables_store(entry, commit->batch);
    commit_submit(&commit);
    return true;
}

void cards_close(struct house *house, struct table_entry *entry, struct card *card)
{
    if (cards_go_on(house, entry, card)) {
        return;
    }
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

void cards_closed(struct house *house, struct table_entry *entry, int seat, const char *at)
{
    struct card *card = entry->cards;
    while (card != NULL && card->seat != seat) {
        card = card->next;
    }
    bool here = card != NULL && card->at != NULL && strcmp(card->at, at) == 0;
    if (here && !card->closed) {
        cards_close(house, entry, card);
    }
}
