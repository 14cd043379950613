/* Calls: whoever becomes owed something is notified of it once, and nobody else ever is; an edit
 * notifies nobody. */
#include "sim_calls.h"

#include "sim.h"

#include <stdio.h>
#include <string.h>

enum { CALLS_MAX = 40000 };

/* Somebody was notified of something that they owe. */
struct call {
    uint64_t table;
    uint64_t person;
    uint32_t ask;
    char nonce[NONCE_BYTES]; /* of the message that did so */
};

static struct call calls[CALLS_MAX];
static unsigned call_count;

/* The same message may be shown again, under its nonce; another one may not tell of the same. */
static void called(struct sim *sim, const struct table_entry *entry, const struct card *card,
                   uint32_t ask, const char *nonce)
{
    for (unsigned i = 0; i < call_count; i++) {
        const struct call *call = &calls[i];
        if (call->table == entry->id && call->person == card->person && call->ask == ask) {
            /* else: of unknown status, then refused; or they have left, and sit there again */
            if (strcmp(call->nonce, nonce) != 0 && !card->closed && !card->anew) {
                sim_fail(sim, "%s is notified twice of ask %u of table %llu", card->at, ask,
                         (unsigned long long)entry->id);
            }
            return;
        }
    }
    if (call_count == CALLS_MAX) {
        sim_fail(sim, "the simulator has room for no more calls");
    }
    struct call *call = &calls[call_count++];
    *call = (struct call){.table = entry->id, .person = card->person, .ask = ask};
    snprintf(call->nonce, sizeof call->nonce, "%s", nonce);
}

void sim_check_call(struct sim *sim, const struct sending *sending)
{
    bool edits = sending->edit_of != NULL && sending->edit_of[0] != '\0';
    sim->checking = "calls";
    if (!sending->notify) {
        return;
    }
    if (edits || (sending->head.kind != DOC_CARD && sending->head.kind != DOC_CALL)) {
        sim_fail(sim, "a message notifies that may not, of kind %d", (int)sending->head.kind);
    }
    const struct table_entry *entry = tables_find(&sim->world.house->tables, sending->table);
    unsigned asks = 0;
    for (const struct card *card = entry == NULL ? NULL : entry->cards; card != NULL;
         card = card->next) {
        bool theirs =
            sending->account == NULL ||
            (card->at != NULL && strcmp(strchr(card->at, '/') + 1, sending->account) == 0);
        for (unsigned i = 0; theirs && i < CARD_ASKS_MAX; i++) {
            if (card->ask[i].ask != 0 &&
                card->ask[i].call ==
                    (sending->account == NULL ? CARD_CALL_ROOM : CARD_CALL_FLYING)) {
                called(sim, entry, card, card->ask[i].ask, sending->nonce);
                asks++;
            }
        }
    }
    if (entry != NULL && asks == 0 && sending->tries == 0) {
        sim_fail(sim, "nobody is asked anything new by row %llu", (unsigned long long)sending->row);
    }
}

/* When the call of this ask arrived; 0: it has not. */
static int64_t notified_ms(const struct card *card, uint32_t ask)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        if (card->ask[i].ask == ask) {
            return card->ask[i].notified_ms;
        }
    }
    return 0;
}

/* Of all that is owed now, who has a card knows. */
static void check_card(struct sim *sim, const struct table_entry *entry, const struct card *card)
{
    struct owed_list owed;
    table_owed(&entry->resident->table, &owed);
    for (size_t i = 0; i < owed.count; i++) {
        const struct owed *one = &owed.owed[i];
        if (one->seat == card->seat && !card->closed && notified_ms(card, one->ask) == 0) {
            sim_fail(sim, "%s owes ask %u of table %llu and was not told", card->at, one->ask,
                     (unsigned long long)entry->id);
        }
    }
}

void sim_check_told(struct sim *sim)
{
    const struct table_entry *entry = NULL;
    size_t at = 0;
    sim->checking = "told";
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        for (const struct card *card = entry->cards; card != NULL; card = card->next) {
            if (entry->load == ENTRY_RESIDENT && card->seat != SEAT_NONE) {
                check_card(sim, entry, card);
            }
        }
    }
}
