/* A card's row holds no document: it is drawn from the table as committed when its turn in its
 * queue comes, so that edits never pile up. It is posted where none stands, where it calls, and
 * where it is to be anew; else the one that stands is edited. */
#include "card_row.h"

#include <stdlib.h>
#include <string.h>

#include "cards.h"
#include "cards_close.h"
#include "follow.h"
#include "heap.h"
#include "house_private.h"
#include "nonce.h"
#include "notify_delay.h"
#include "show_view.h"
#include "table_load.h"
#include "team_room_row.h"

/* The card that a row is about; NULL: there is none any more. */
static struct card *card_at(void *context, const struct outbox_row *row)
{
    const struct house *house = context;
    const struct table_entry *entry = tables_find(&house->tables, row->table);
    return entry == NULL ? NULL : card_of(entry, row->card);
}

/* Are they still to be told of something? Of what they do not owe any more they need not be, unless
 * an earlier process may have told them: then the same message has to come of it, which notifies
 * (owes_r) nobody who has not been by then. */
static bool card_calls_now(const struct table_entry *entry, struct card *card,
                           const struct outbox_row *row, int64_t now_ms, bool *owes_r)
{
    bool may_stand = row->tries > 0 && !row->rendered;
    struct owed_list owed;
    bool calls = false;
    *owes_r = false;
    table_owed(&entry->resident->table, &owed);
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        struct card_ask *ask = &card->ask[i];
        bool flew = row->tries > 0 && ask->call == CARD_CALL_FLYING;
        bool open = ask->ask != 0 && (ask->call == CARD_CALL_WANTED || flew);
        bool owes = false;
        for (size_t k = 0; k < owed.count && open; k++) {
            owes = owes || (owed.owed[k].seat == card->seat && owed.owed[k].ask == ask->ask);
        }
        *owes_r = *owes_r || owes;
        if (open && (owes || may_stand)) {
            calls = true;
        } else if (open) {
            ask->call = CARD_CALL_TOLD;
            ask->notified_ms = now_ms;
        }
    }
    return calls;
}

/* What the row sends, as the table stands. */
static enum outbox_render draw(struct house *house, struct outbox_row *row,
                               struct table_entry *entry, struct card *card)
{
    const struct table *table = &entry->resident->table;
    bool again = row->tries > 0 && !row->rendered; /* an earlier process may have sent it */
    arena_reset(house->arena);
    const struct outbox_message message = cards_message(house, entry, card);
    uint64_t hash = outbox_doc_hash(&house->outbox, &message);
    bool owes = false;
    bool calls = card->seat != SEAT_NONE && card_calls_now(entry, card, row, house->now_ms, &owes);
    bool post = card->id == NULL || (card->seat != SEAT_NONE && (card->anew || calls));
    bool nobody = card->id == NULL && card->seat == SEAT_NONE;
    card->wanted = false;
    bool same = !post && card->shown == hash && row->tries == 0;
    struct kept_doc *doc = nobody || same ? NULL : outbox_keep_doc(&house->outbox, &message);
    if (doc == NULL) {
        return RENDER_NEVER;
    }
    if (again && !post) {
        nonce_make(&house->setup.entropy, row->nonce); /* an edit that may stand says other words */
    }
    kept_doc_let_go(&row->doc);
    row->doc = doc;
    free(row->edit_of);
    row->edit_of = post ? NULL : heap_copy(card->id);
    free(row->older);
    row->older = post ? heap_copy(card->id) : NULL;
    row->notify = owes;
    row->routine = !post;
    row->again = again && post;
    row->seat = card->seat;
    row->step = table->step;
    row->proves = seat_is_person(card->seat) && table->seat[card->seat].reach != DIRECT_VERIFIED;
    row->rendered = true;
    row->shown = hash;
    card_turn(card, CARD_CALL_WANTED, CARD_CALL_FLYING, 0);
    card->shown = 0;
    card->in_flight = true;
    return RENDERED;
}

enum outbox_render card_row_render(void *context, struct outbox_row *row)
{
    struct house *house = context;
    struct table_entry *entry = tables_find(&house->tables, row->table);
    struct card *card = entry == NULL ? NULL : card_of(entry, row->card);
    if (card == NULL || card->closed || entry->load == ENTRY_FROZEN ||
        !cards_row_is_at(card, row)) {
        return RENDER_NEVER;
    }
    if (row->doubt) {
        return RENDERED; /* what may have arrived is said once more as it was */
    }
    if (entry->load != ENTRY_RESIDENT) {
        table_load(house, entry);
        return RENDER_LATER;
    }
    row->after = team_room_wait(entry, card->person);
    return entry->in_flight > 0 || outbox_waits(&house->outbox, row)
               ? RENDER_LATER
               : draw(house, row, entry, card);
}

enum outbox_render card_row_call(void *context, struct outbox_row *row)
{
    const struct house *house = context;
    const struct table_entry *entry = tables_find(&house->tables, row->table);
    bool more =
        row->tries > 0 || row->joins != 0 || row->since != 0; /* it may stand, or is lines */
    for (const struct card *card = entry == NULL ? NULL : entry->cards; card != NULL;
         card = card->next) {
        more = more || card_room_wants(card, row->step);
    }
    return more ? RENDERED : RENDER_NEVER;
}

/* The older one loses its buttons, where one stood. */
static void old_shrinks(struct commit *commit, const struct table_entry *entry,
                        const struct card *card, const struct outbox_row *row)
{
    const struct compose compose = house_compose(commit->house, entry);
    if (row->older != NULL && strcmp(row->older, card->id) != 0) {
        cards_put_rest(commit, entry, card, row->older,
                       compose_card_rest(&compose, CARD_REST_OLD, entry->game->id, entry->number));
    }
}

/* It went to another account of theirs while this was on its way. */
static void moved_shrinks(struct commit *commit, const struct table_entry *entry,
                          const struct outbox_row *row, const char *platform_id)
{
    const struct compose compose = house_compose(commit->house, entry);
    const struct outbox_message message = {
        .kind = SEND_PRIVATE,
        .room = row->room,
        .account = row->account,
        .doc = compose_card_rest(&compose, CARD_REST_MOVED, entry->game->id, entry->number),
        .doc_kind = DOC_CARD,
        .table = entry->id,
        .number = entry->number,
        .seat = row->seat,
        .edit_of = platform_id,
        .only_edit = true,
        .routine = true,
    };
    outbox_put(&commit->mail, &message);
}

void card_row_arrived(struct commit *commit, struct table_entry *entry,
                      const struct outbox_row *row, const char *platform_id)
{
    struct card *card = card_of(entry, row->card);
    if (card == NULL) {
        return;
    }
    if (!cards_row_is_at(card, row)) {
        moved_shrinks(commit, entry, row, platform_id);
        return;
    }
    bool posted = card->id == NULL || strcmp(card->id, platform_id) != 0;
    if (posted) {
        free(card->id);
        card->id = heap_copy(platform_id);
        card->anew = false;
        old_shrinks(commit, entry, card, row);
    }
    notify_delay_delivered(commit->house, entry, card);
    card_turn(card, CARD_CALL_FLYING, CARD_CALL_TOLD, commit->house->now_ms);
    card->in_flight = false;
    card->shown = row->again ? 0 : row->shown;
    if (row->seat == SEAT_NONE && card->seat == SEAT_NONE && !card->wanted) {
        card_drop(entry, card); /* that was its last line */
    } else if (row->again) {
        cards_put(commit, entry, card);
    }
    tables_store(entry, commit->batch);
}

void card_row_recorded(void *context, const struct outbox_row *row)
{
    struct house *house = context;
    struct table_entry *entry = tables_find(&house->tables, row->table);
    const struct card *card = card_at(context, row);
    if (card != NULL && card->id != NULL && row->edit_of == NULL && cards_row_is_at(card, row)) {
        struct commit *commit = commit_collect(house);
        old_shrinks(commit, entry, card, row);
        tables_store(entry, commit->batch);
    }
}

void card_row_revoked(void *context, const struct outbox_row *row)
{
    struct card *card = card_at(context, row);
    if (card == NULL || row->edit_of != NULL || !cards_row_is_at(card, row)) {
        return;
    }
    free(card->id);
    card->id = heap_copy(row->older);
    card->anew = true;
    card->wanted = true;
    if (row->notify) {
        card_turn(card, CARD_CALL_TOLD, CARD_CALL_FLYING, 0);
    }
}

void card_row_refused(struct house *house, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    struct card *card = entry == NULL ? NULL : card_of(entry, row->card);
    if (card == NULL || entry->load != ENTRY_RESIDENT || !cards_row_is_at(card, row)) {
        return;
    }
    card->in_flight = false;
    cards_close(house, entry, card);
    follow_event(house, entry);
}

bool card_row_stands(void *context, const struct outbox_row *row)
{
    const struct card *card = card_at(context, row);
    return card != NULL && card->id != NULL && !card->anew && !card_calls(card) &&
           cards_row_is_at(card, row);
}

void card_row_ended(void *context, const struct outbox_row *row)
{
    struct card *card = card_at(context, row);
    if (card == NULL || !cards_row_is_at(card, row)) {
        return; /* it stands elsewhere by now */
    }
    if (row->shown != 0) {
        card->in_flight = false;
    } else {
        card->wanted = false;
    }
}

void card_row_loaded(void *context, const struct outbox_row *row)
{
    struct card *card = card_at(context, row);
    if (card != NULL && cards_row_is_at(card, row)) {
        card->wanted = true;
    }
}
