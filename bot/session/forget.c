/* A request is a setting; it is taken away in the transaction that forgets the person. Tables are
 * left by the person's own move, so that their journals say who was there until then by number.
 * What of theirs is in memory goes at the moment when that transaction is handed over: whatever is
 * stored after it knows nothing of them. */
#include "forget.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "cards.h"
#include "doc_json.h"
#include "follow.h"
#include "forgotten.h"
#include "handle.h"
#include "heap.h"
#include "house_log.h"
#include "house_private.h"
#include "link_codes.h"
#include "linked.h"
#include "outbox_batch.h"
#include "outbox_queue.h"
#include "own_private.h"
#include "store_part.h"
#include "table_load.h"

enum { REQUESTS_MAX = 32, REQUEST_BYTES = 512, FORGET_EVERY_MS = 250, MOMENT_BYTES = 24 };

/* What stands before the words in a row of a journal's words. */
static const size_t salt_hex = (size_t)CHAIN_SALT_BYTES * 2;

/* Whose words are none. */
static const uint64_t nobody = INT64_MAX;

/* What was found in one look. */
struct requests {
    struct house *house;
    unsigned count;
    char about[REQUESTS_MAX][REQUEST_BYTES]; /* "adapter/account" */
    int64_t at_ms[REQUESTS_MAX];             /* when part 0 did it; 0: it has not said */
};

static void take_request(void *context, const struct store_row *row)
{
    struct requests *requests = context;
    size_t prefix = strlen(FORGET_PREFIX);
    size_t len = strlen(row->extra);
    if (row->damaged) {
        return; /* whom it names is not sure: it has to be asked for once more */
    }
    if (strncmp(row->extra, FORGET_PREFIX, prefix) == 0 && len - prefix < REQUEST_BYTES &&
        requests->count < REQUESTS_MAX) {
        int64_t at_ms = strtoll(row->text, NULL, 10);
        requests->at_ms[requests->count] = at_ms == 1 ? 0 : at_ms;
        memcpy(requests->about[requests->count++], row->extra + prefix, len - prefix + 1);
    }
}

static void leave(struct house *house, struct table_entry *entry, const struct person *person)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    follow_catch_up(house, entry, house->now_ms);
    move_init(move, table_action(table, "leave"), table_seat_of(table, person->id), house->now_ms);
    move->person = person->id;
    move->moderator = false;
    handle_house_move(house, entry, move);
    follow_event(house, entry);
}

/* Makes the person leave tables that are not over; true where one is not in memory yet. */
static bool leave_all(struct house *house, const struct person *person)
{
    uint64_t ids[PERSON_TABLES_MAX];
    unsigned count = person->table_count;
    bool waits = false;
    for (unsigned i = 0; i < count; i++) {
        ids[i] = person->tables[i];
    }
    for (unsigned i = 0; i < count; i++) {
        struct table_entry *entry = tables_find(&house->tables, ids[i]);
        if (entry == NULL || entry->phase >= TABLE_OVER || entry->load == ENTRY_FROZEN) {
            continue;
        }
        if (entry->load == ENTRY_RESIDENT) {
            leave(house, entry, person);
        } else {
            table_load(house, entry);
            waits = true;
        }
    }
    return waits;
}

/* One request, from the words that are read first to the transaction's end. */
struct forgetting {
    struct house *house;
    struct own *own; /* with their words, for what waits to be sent */
    uint64_t person; /* 0: nobody is called so, but an adapter may know them */
    int64_t at_ms;   /* when part 0 did it; 0: it has not said */
    char about[REQUEST_BYTES];
};

static void forgetting_free(struct forgetting *forgetting)
{
    forgetting->house->forgetting--;
    forgetting->house->loads_in_flight--;
    own_free(&forgetting->own);
    free(forgetting);
}

static const struct adapter_link *forget_link(const struct forgetting *forgetting)
{
    return link_of(&forgetting->house->links, forgetting->about);
}

static bool is_theirs(const struct forgetting *forgetting, const struct table_entry *entry)
{
    const uint64_t person = forgetting->person;
    bool theirs = sat_has(&entry->sat, person);
    for (unsigned i = 0; i < entry->people_count; i++) {
        theirs = theirs || (person != 0 && entry->people[i] == person);
    }
    return theirs || own_has_id(forgetting->own, entry->room->key, strlen(entry->room->key));
}

/* --- what waits to be sent -------------------------------------------------------------------- */

static bool row_is_for_them(const struct forgetting *forgetting, const struct outbox_row *row)
{
    return (row->account != NULL && strcmp(row->account, forgetting->own->account) == 0) ||
           (row->room != NULL && own_has_id(forgetting->own, row->room, strlen(row->room)));
}

/* What a message says without them; NULL where it says nothing of theirs. */
static char *text_without(const struct forgetting *forgetting, const char *doc)
{
    struct buf rest;
    char *left = NULL;
    buf_init(&rest, OWN_REST_MAX);
    if (doc != NULL && own_json(forgetting->own, doc, strlen(doc), &rest) == OWN_PART) {
        left = heap_text(rest.text, rest.len);
    }
    buf_deinit(&rest);
    return left;
}

/* Does a message say something of theirs? Then, where changes is set, it does so no more. */
static bool row_without(const struct forgetting *forgetting, struct outbox_row *row, bool changes)
{
    char *text =
        row->doc == NULL ? heap_copy(row->opens) : doc_json_text(&row->doc->doc, &row->doc->head);
    char *left = text_without(forgetting, text);
    bool says = left != NULL;
    if (says && changes && row->doc != NULL) {
        kept_doc_let_go(&row->doc);
        row->doc = kept_doc_read(left, strlen(left));
    } else if (says && changes) {
        free(row->opens);
        row->opens = left;
        left = NULL;
    }
    free(left);
    free(text);
    return says;
}

/* Is a message on its way that is for them, or speaks of them? */
static bool outbox_speaks(const struct forgetting *forgetting)
{
    const struct outbox *outbox = &forgetting->house->outbox;
    size_t at = 0;
    bool speaks = false;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        bool flies = outbox_row_is_in_flight(row) || row->state == OUTBOX_JOINED;
        speaks =
            speaks ||
            (flies && (row_is_for_them(forgetting, row) || row_without(forgetting, row, false)));
    }
    return speaks;
}

/* What is for them is not sent any more; the rest says nothing of theirs. */
static void outbox_without(struct forgetting *forgetting)
{
    struct commit *commit = commit_new(forgetting->house);
    const struct outbox *outbox = &forgetting->house->outbox;
    size_t at = 0;
    for (struct outbox_row *row = NULL; (row = map_next(&outbox->rows, &at)) != NULL;) {
        row_without(forgetting, row, true);
        if (row_is_for_them(forgetting, row) && row->outbox_batch != NULL &&
            row->state == OUTBOX_WAITING) {
            outbox_row_move(row, OUTBOX_WITHDRAWN);
            mail_outbox_batch(&commit->mail, row->outbox_batch);
        }
    }
    commit_submit(&commit);
}

/* --- what is under way ------------------------------------------------------------------------ */

/* Does an unhandled event come from them, or bring rows that may speak of them? An
 * adapter that is still while somebody is forgotten has no rows under way for long. */
static bool item_speaks(const struct forgetting *forgetting, const struct inbox_item *item)
{
    const struct inbound *inbound = &item->copy.inbound;
    bool same = item->adapter == forget_link(forgetting);
    bool still = item->adapter->def != NULL && item->adapter->def->rows != NULL &&
                 item->adapter->def->rows->share != NULL;
    bool speaks = same && still && item->row_count > 0;
    if (item->kind == INBOX_INBOUND) {
        speaks = speaks || (same && strcmp(inbound->account, forgetting->own->account) == 0);
    }
    for (size_t i = 0; i < item->row_count && same; i++) {
        const struct adapter_row *row = &item->rows[i];
        speaks = speaks || own_has_id(forgetting->own, row->key, strlen(row->key)) ||
                 (row->value != NULL && own_has_id(forgetting->own, row->value, row->len));
    }
    return speaks;
}

static bool items_speak(const struct forgetting *forgetting, const struct inbox_item *item)
{
    bool speaks = false;
    for (; item != NULL; item = item->next) {
        speaks = speaks || item_speaks(forgetting, item);
    }
    return speaks;
}

static bool inbox_speaks(const struct forgetting *forgetting)
{
    const struct house *house = forgetting->house;
    bool speaks = items_speak(forgetting, house->inbox.first) ||
                  items_speak(forgetting, house->inbox.resumed);
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        speaks = speaks || items_speak(forgetting, entry->waiting);
    }
    return speaks;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Can all tables of theirs be taken out of memory now? */
static bool tables_rest(const struct forgetting *forgetting)
{
    const struct tables *tables = &forgetting->house->tables;
    size_t at = 0;
    bool rest = true;
    for (struct table_entry *entry = NULL; (entry = map_next(&tables->by_id, &at)) != NULL;) {
        bool busy = entry->in_flight > 0 || entry->waiting != NULL || entry->load == ENTRY_LOADING;
        rest = rest && !(busy && is_theirs(forgetting, entry));
    }
    return rest;
}

static void cards_without(const struct forgetting *forgetting, struct table_entry *entry)
{
    struct card *own = card_of(entry, forgetting->person);
    if (forgetting->person != 0 && own != NULL) {
        card_drop(entry, own);
    }
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        char *left = text_without(forgetting, card->news);
        if (left != NULL) {
            card_set_news(card, left, NULL);
        }
    }
}

/* Tables in memory still have name and words; read from the disk they do not. */
static void tables_without(const struct forgetting *forgetting)
{
    struct tables *tables = &forgetting->house->tables;
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&tables->by_id, &at)) != NULL;) {
        if (is_theirs(forgetting, entry)) {
            cards_without(forgetting, entry);
            tables_unload(tables, entry);
        }
    }
}

/* A table in a room that is theirs alone goes with it. */
static struct table_entry *table_alone(const struct forgetting *forgetting)
{
    const struct tables *tables = &forgetting->house->tables;
    size_t at = 0;
    struct table_entry *entry = NULL;
    while ((entry = map_next(&tables->by_id, &at)) != NULL &&
           !own_has_id(forgetting->own, entry->room->key, strlen(entry->room->key))) {
    }
    return entry;
}

/* --- adapters --------------------------------------------------------------------------------- */

static void adapter_forgetting(const struct forgetting *forgetting)
{
    const struct adapter_link *link = forget_link(forgetting);
    if (link->def != NULL && link->def->forgetting != NULL) {
        link->def->forgetting(link->adapter, forgetting->own->account);
    }
}

static void adapter_forgotten(const struct forgetting *forgetting, bool stored)
{
    const struct adapter_link *link = forget_link(forgetting);
    if (link->def != NULL && link->def->forgotten != NULL) {
        link->def->forgotten(link->adapter, forgetting->own->account, stored);
    }
}

/* --- other parts of the house ----------------------------------------------------------------- */

static void put_request(struct store_batch *batch, const char *about, int64_t at_ms)
{
    char request[REQUEST_BYTES + sizeof FORGET_PREFIX];
    char text[MOMENT_BYTES];
    snprintf(request, sizeof request, FORGET_PREFIX "%s", about);
    snprintf(text, sizeof text, "%" PRId64, at_ms == 0 ? 1 : at_ms);
    const struct store_row row = {.key = FORGET_SCOPE, .extra = request, .text = text};
    store_put(batch, STORE_SETTING, &row);
}

static void put_letter(const struct forgetting *forgetting, unsigned part, int64_t at_ms,
                       struct store_batch *batch)
{
    char text[MOMENT_BYTES];
    snprintf(text, sizeof text, "%" PRId64, at_ms);
    const struct store_row letter = {
        .sub = part, .key = forgetting->about, .extra = LETTER_FORGET, .text = text};
    store_put(batch, STORE_LETTER, &letter);
}

/* Part 0 tells all others, with the moment that it is known by there. One that was asked itself
 * asks part 0. */
static void tell_parts(const struct forgetting *forgetting, struct store_batch *batch)
{
    struct house *house = forgetting->house;
    const struct house_setup *setup = &house->setup;
    int64_t at_ms = setup->part == 0 ? house->now_ms : forgetting->at_ms;
    if (setup->parts <= 1) {
        return;
    }
    if (at_ms == 0) {
        put_letter(forgetting, 0, 0, batch);
        return;
    }
    forgotten_note(house->forgotten, forgetting->about, at_ms, house->now_ms, batch);
    for (unsigned part = 1; part < setup->parts && setup->part == 0; part++) {
        put_letter(forgetting, part, at_ms, batch);
    }
}

bool forget_hear(struct house *house, uint64_t letter, const char *key, const char *text)
{
    struct commit *commit = commit_new(house);
    int64_t at_ms = strtoll(text, NULL, 10);
    bool is_gone = at_ms == 0 && forgotten_at(house->forgotten, key) != 0 &&
                   people_at_key(house->people, key) == NULL;
    if (!is_gone && strlen(key) < REQUEST_BYTES) {
        put_request(commit->batch, key, at_ms);
    }
    const struct store_row done = {.id = letter};
    commit_put(commit, STORE_LETTER_DONE, &done);
    commit_submit(&commit);
    house->asked = true;
    return true;
}

/* --- the transaction -------------------------------------------------------------------------- */

/* Only what is gone from the disk is forgotten for good: else it is asked for once more. */
static void forgotten(void *context, const struct fault *fault)
{
    struct forgetting *done = context;
    struct person *person = people_find(done->house->people, done->person);
    if (fault == NULL) {
        house_log("forgotten", 0, "");
    }
    if (fault == NULL && person != NULL) {
        people_forget(done->house->people, person);
    }
    adapter_forgotten(done, fault == NULL);
    forgetting_free(done);
}

static void forget_now(struct forgetting *forgetting)
{
    struct house *house = forgetting->house;
    char request[REQUEST_BYTES + sizeof FORGET_PREFIX];
    struct store_batch *batch = store_batch_new();
    snprintf(request, sizeof request, FORGET_PREFIX "%s", forgetting->about);
    const struct store_row theirs = {.id = forgetting->person, .key = forgetting->about};
    const struct store_row done = {.key = FORGET_SCOPE, .extra = request, .text = ""};
    store_put(batch, STORE_FORGET, &theirs);
    store_put(batch, STORE_SETTING, &done);
    tell_parts(forgetting, batch);
    outbox_without(forgetting);
    tables_without(forgetting);
    for (struct table_entry *alone = NULL; (alone = table_alone(forgetting)) != NULL;) {
        tables_remove(&house->tables, alone);
    }
    store_commit(house->setup.store, &batch, forgotten, forgetting);
}

static void words_came(void *context, const struct store_row *row)
{
    const struct forgetting *forgetting = context;
    if (row->text_len > salt_hex) {
        own_words(forgetting->own, row->id, row->text + salt_hex, row->text_len - salt_hex);
    }
}

/* What they said is known: when nothing of theirs is under way, it goes. */
static void words_read(void *context, const struct fault *fault)
{
    struct forgetting *forgetting = context;
    struct house *house = forgetting->house;
    if (fault != NULL || house->down || house->closing) {
        forgetting_free(forgetting);
        return;
    }
    /* an answer that is being read may be theirs, or what is looked for a part */
    bool asked = house->loads_in_flight > house->forgetting || house->finds != NULL;
    bool rest = !asked && tables_rest(forgetting) && !outbox_speaks(forgetting);
    if (rest) {
        adapter_forgetting(forgetting); /* from here on they are a stranger there */
    }
    if (rest && !inbox_speaks(forgetting)) {
        forget_now(forgetting);
    } else {
        house->asked = true;
        forgetting_free(forgetting);
    }
}

/* Somebody with several accounts is forgotten with all of them: a request for each, and from here
 * on each is a person of its own, in one transaction. What is theirs then goes one after another.
 */
static void forget_linked(struct house *house, struct person *person, int64_t at_ms)
{
    struct commit *commit = commit_new(house);
    while (!linked_is_alone(person)) {
        struct person *one = person->lead == person ? person->next_linked : person->lead;
        for (const struct address *at = one->addresses; at != NULL; at = at->next) {
            put_request(commit->batch, at->key, at_ms);
            link_codes_forget(house->link_codes, at->key);
        }
        linked_part(one);
        commit_person(commit, one);
        cards_move_all(commit, one);
    }
    commit_person(commit, person);
    cards_move_all(commit, person);
    commit_submit(&commit);
    house->asked = true;
}

static void forget_one(struct house *house, const char *about, int64_t at_ms)
{
    struct person *person = people_at_key(house->people, about);
    link_codes_forget(house->link_codes, about);
    if (person != NULL && !linked_is_alone(person)) {
        forget_linked(house, person, at_ms);
        return;
    }
    if (person != NULL && leave_all(house, person)) {
        house->asked = true;
        return;
    }
    struct forgetting *forgetting = heap_allocate(sizeof *forgetting);
    forgetting->house = house;
    forgetting->at_ms = at_ms;
    forgetting->person = person == NULL ? 0 : person->id;
    snprintf(forgetting->about, sizeof forgetting->about, "%s", about);
    forgetting->own = own_new(forgetting->person, about, NULL);
    if (person != NULL && person->name != NULL) {
        own_name(forgetting->own, person->name);
    }
    const struct store_question words = {.query = STORE_WORDS_BY,
                                         .id = person == NULL ? nobody : person->id};
    house->forgetting++;
    house->loads_in_flight++;
    store_read(house->setup.store, &words, words_came, words_read, forgetting);
}

static void looked(void *context, const struct fault *fault)
{
    struct requests *requests = context;
    struct house *house = requests->house;
    house->loads_in_flight--;
    house->asking = false;
    for (unsigned i = 0; fault == NULL && i < requests->count && !house->down; i++) {
        forget_one(house, requests->about[i], requests->at_ms[i]);
    }
    free(requests);
}

int64_t forget_due_ms(const struct house *house)
{
    return house->asked_ms + FORGET_EVERY_MS;
}

bool forget_waits(const struct house *house)
{
    return house->asked;
}

void forget_poll(struct house *house)
{
    if (house->asking || house->down || house->closing) {
        return;
    }
    const struct store_question question = {.query = STORE_SETTINGS_OF, .key = FORGET_SCOPE};
    struct requests *requests = heap_allocate(sizeof *requests);
    requests->house = house;
    house->asked = false;
    house->asked_ms = house->now_ms;
    house->asking = true;
    house->loads_in_flight++;
    store_read(house->setup.store, &question, take_request, looked, requests);
}
