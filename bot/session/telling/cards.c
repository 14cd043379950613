/* A card follows its table: it is compared after every move, and a row is wanted only where it
 * would change. Whether it is posted or edited is decided when it is sent, by the asks of which its
 * person has not been told; those are noted in the very commit that makes them owed. */
#include "cards.h"

#include <stdlib.h>
#include <string.h>

#include "doc_bare.h"
#include "doc_json.h"
#include "downtime.h"
#include "handling.h"
#include "heap.h"
#include "house_private.h"
#include "kept_doc.h"
#include "linked.h"
#include "nudges.h"
#include "seat_people.h"
#include "show_say.h"
#include "show_view.h"

enum { NEWS_BYTES_MAX = 4096 };

static bool reader_sits(const struct card *card)
{
    return seat_is_person(card->seat);
}

/* As what a person is at the table now. */
static int16_t place_of(const struct table *table, uint64_t person)
{
    int seat = table_seat_of(table, person);
    bool rules = table->referee == person && table->phase >= TABLE_PLAYING;
    return (int16_t)(seat != SEAT_NONE ? seat : rules ? SEAT_MODERATOR : SEAT_NONE);
}

/* The way by which they are reached: at the table's own platform where they are known there; with
 * several accounts where something came from last. */
static const char *way_of(const struct house *house, const struct table_entry *entry,
                          uint64_t person)
{
    const struct person *known = people_find(house->people, person);
    const struct address *address = known == NULL ? NULL : linked_way(known, entry->room->adapter);
    return address == NULL ? NULL : address->key;
}

/* Its blocks, in the arena, where others can be put behind them; what they hold is shared. */
static const struct doc *news_of(struct house *house, struct card *card)
{
    const struct kept_doc *news = card_news(card);
    if (news == NULL) {
        return NULL;
    }
    struct doc *doc = doc_new(house->arena);
    for (const struct block *block = news->doc.blocks; block != NULL; block = block->next) {
        struct block *copy = doc_block(doc, block->kind);
        *copy = *block;
        copy->next = NULL;
    }
    return doc;
}

const struct doc *cards_render(struct house *house, const struct table_entry *entry,
                               struct card *card)
{
    struct compose compose = house_compose(house, entry);
    if (card->seat == SEAT_NONE) {
        return compose_card_rest(&compose, CARD_REST_LEFT, entry->game->id, entry->number);
    }
    const struct doc *news = news_of(house, card);
    if (card->at != NULL) {
        size_t len = strcspn(card->at, "/");
        house_compose_at(house, entry, arena_text(house->arena, card->at, len), entry->room->id,
                         &compose);
    }
    const struct person *person = people_find(house->people, card->person);
    house_compose_own(house, person, &compose);
    compose.behind_hand = card->closed;
    show_hold(house, entry, card->seat, &compose);
    const struct doc *doc = compose_card(&compose, show_view(house, entry, card->seat), news);
    return person_is_plain(person) ? doc_bare(doc) : doc;
}

/* "adapter/room": the table's, named for the adapter that sends the card. */
static const char *room_for(struct house *house, const struct table_entry *entry, const char *at)
{
    size_t len = strcspn(at, "/") + 1;
    if (strncmp(entry->room->key, at, len) == 0) {
        return entry->room->key;
    }
    return arena_text(house->arena, at, len);
}

void cards_put(struct commit *commit, struct table_entry *entry, struct card *card)
{
    if (card->wanted) {
        return; /* a row that is not on its way yet will show this too */
    }
    const struct outbox_message message = {
        .kind = SEND_PRIVATE,
        .room = room_for(commit->house, entry, card->at),
        .account = card->at + strcspn(card->at, "/") + 1,
        .table = entry->id,
        .number = entry->number,
        .step = entry->resident == NULL ? 0 : entry->resident->table.step,
        .seat = card->seat,
        .card = card->person,
    };
    card->wanted = true;
    outbox_put_unrendered(&commit->mail, &message);
}

void cards_put_rest(struct commit *commit, const struct table_entry *entry, const struct card *card,
                    const char *platform_id, const struct doc *doc)
{
    const struct outbox_message message = {
        .kind = SEND_PRIVATE,
        .room = room_for(commit->house, entry, card->at),
        .account = card->at + strcspn(card->at, "/") + 1,
        .doc = doc,
        .doc_kind = DOC_CARD,
        .table = entry->id,
        .number = entry->number,
        .step = entry->resident == NULL ? 0 : entry->resident->table.step,
        .seat = card->seat,
        .edit_of = platform_id,
        .only_edit = true,
        .routine = true,
    };
    outbox_put(&commit->mail, &message);
}

struct outbox_message cards_message(struct house *house, const struct table_entry *entry,
                                    struct card *card)
{
    return (struct outbox_message){
        .room = room_for(house, entry, card->at),
        .doc = cards_render(house, entry, card),
        .doc_kind = DOC_CARD,
        .table = entry->id,
        .number = entry->number,
    };
}

uint64_t cards_hash(struct house *house, const struct table_entry *entry, struct card *card)
{
    const struct outbox_message message = cards_message(house, entry, card);
    return outbox_doc_hash(&house->outbox, &message);
}

void cards_know(struct house *house, struct table_entry *entry)
{
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        bool stands = card->id != NULL && !card->wanted && !card->in_flight && !card->closed;
        if (stands && card->shown == 0) {
            card->shown = cards_hash(house, entry, card);
        }
    }
}

/* As JSON; NULL where it is too long. */
static char *news_text(const struct kept_doc *kept)
{
    struct buf json;
    buf_init(&json, NEWS_BYTES_MAX);
    doc_json_write(&kept->doc, &kept->head, &json);
    char *text = json.full ? NULL : heap_copy(json.text);
    buf_deinit(&json);
    return text;
}

void cards_news(struct handling *handling, uint64_t person, const struct doc *doc)
{
    struct house *house = handling->house;
    const struct seat_people seats = {house->people, handling->entry, ""};
    const struct doc_people people = {seat_person, &seats};
    const struct doc_head head = {.kind = DOC_CARD};
    if (doc == NULL) {
        return;
    }
    struct card *card = card_take(handling->entry, person);
    struct kept_doc *kept = kept_doc_new(doc, &head, &people);
    char *text = kept == NULL ? NULL : news_text(kept);
    if (text == NULL) {
        kept_doc_let_go(&kept);
    }
    card_set_news(card, text, kept);
    card->notified_step = handling->entry->resident->table.step;
}

/* Everybody who sits or rules has a card; who does not any more keeps it until its last line. */
static void cards_gather(struct house *house, struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct table_seat *at = &table->seat[seat];
        if (at->person != 0 && !at->house && !at->left) {
            card_take(entry, at->person);
        }
    }
    if (table->referee != 0 && table->phase >= TABLE_PLAYING) {
        card_take(entry, table->referee);
    }
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        int16_t before = card->seat;
        card->seat = place_of(table, card->person);
        if (before == SEAT_NONE && card->seat != SEAT_NONE) {
            card->anew = true;
            card->closed = false;
        }
        if (card->at == NULL) {
            card->at = heap_copy(way_of(house, entry, card->person));
        }
    }
}

/* A row that would bring a card to another place than its own. */
static bool row_is_elsewhere(const void *context, const struct outbox_row *row)
{
    const struct card *card = context;
    return row->card == card->person && !cards_row_is_at(card, row);
}

bool cards_move(struct commit *commit, struct table_entry *entry, struct card *card)
{
    struct house *house = commit->house;
    const char *way = way_of(house, entry, card->person);
    if (card->at == NULL || way == NULL || strcmp(card->at, way) == 0 || card->seat == SEAT_NONE) {
        return false;
    }
    if (card->id != NULL) {
        const struct compose compose = house_compose(house, entry);
        cards_put_rest(
            commit, entry, card, card->id,
            compose_card_rest(&compose, CARD_REST_MOVED, entry->game->id, entry->number));
    }
    free(card->id);
    card->id = NULL;
    free(card->at);
    card->at = heap_copy(way);
    card_turn(card, CARD_CALL_FLYING, CARD_CALL_WANTED, 0);
    card->shown = 0;
    card->anew = true;
    card->closed = false;
    card->wanted = false;
    card->in_flight = false;
    outbox_wipe(&commit->mail, entry->id, row_is_elsewhere, card);
    return true;
}

bool cards_row_is_at(const struct card *card, const struct outbox_row *row)
{
    size_t len = strcspn(card->at == NULL ? "" : card->at, "/");
    return card->at != NULL && row->account != NULL && strncmp(card->at, row->room, len + 1) == 0 &&
           strcmp(card->at + len + 1, row->account) == 0;
}

void cards_move_all(struct commit *commit, struct person *person)
{
    struct house *house = commit->house;
    person->lead->moved_ms = house->now_ms;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        for (unsigned i = 0; i < one->table_count; i++) {
            struct table_entry *entry = tables_find(&house->tables, one->tables[i]);
            struct card *card = entry == NULL || entry->load == ENTRY_FROZEN || entry->damaged
                                    ? NULL
                                    : card_of(entry, one->id);
            if (card != NULL && cards_move(commit, entry, card)) {
                cards_put(commit, entry, card);
                tables_store(entry, commit->batch);
            }
        }
    }
}

/* Was it done by a control of this very card? Then an edit is all that its person looks for. */
static bool acted_on(const struct handling *handling, const struct card *card)
{
    const struct inbound *inbound = handling->item == NULL ? NULL : &handling->item->copy.inbound;
    bool theirs =
        inbound != NULL && handling->person != NULL && handling->person->id == card->person;
    if (!theirs || (inbound->kind != INBOUND_PRESS && inbound->kind != INBOUND_FORM)) {
        return false;
    }
    if (card->closed) {
        return true; /* the answer to it has what the card would have */
    }
    return inbound->reply_to != NULL && card->id != NULL &&
           strcmp(inbound->reply_to, card->id) == 0;
}

/* Are the asks of a seat the same as before? */
static bool asks_stand(const struct owed_list *before, const struct owed_list *after, int seat)
{
    unsigned was = 0;
    unsigned same = 0;
    unsigned is = 0;
    for (size_t i = 0; i < before->count; i++) {
        was += before->owed[i].seat == seat;
    }
    for (size_t i = 0; i < after->count; i++) {
        is += after->owed[i].seat == seat;
        for (size_t k = 0; k < before->count && after->owed[i].seat == seat; k++) {
            same += before->owed[k].seat == seat && before->owed[k].ask == after->owed[i].ask;
        }
    }
    return was == is && same == is;
}

/* Notes what they owe that they have not been told of. */
static void card_asks(const struct handling *handling, struct card *card,
                      const struct owed_list *owed)
{
    bool sees = acted_on(handling, card);
    for (size_t i = 0; i < owed->count; i++) {
        if (owed->owed[i].seat == card->seat && !card_knows(card, owed->owed[i].ask)) {
            card_note(card, owed->owed[i].ask, sees ? handling->house->now_ms : 0);
            card_noted(card, owed->owed[i].ask, handling->house->now_ms,
                       downtime_moved_ms(handling->house, handling->entry));
        }
    }
}

/* Is one of the asks owed of which they are still to be told? */
static bool card_is_called(const struct card *card, const struct owed_list *owed)
{
    for (size_t i = 0; i < owed->count; i++) {
        if (owed->owed[i].seat == card->seat && card_wants(card, owed->owed[i].ask)) {
            return true;
        }
    }
    return false;
}

/* The table goes: what stands keeps what was secret, and has no buttons any more. */
static void card_close(struct handling *handling, struct card *card)
{
    struct house *house = handling->house;
    const struct table_entry *entry = handling->entry;
    const struct compose compose = house_compose(house, entry);
    const struct view *view = show_view(house, entry, card->seat);
    bool dealt = card->seat != SEAT_NONE && value_has(&view->facts, "play");
    struct doc *doc = doc_new(house->arena);
    if (dealt) {
        doc_add_blocks(doc, cards_render(house, entry, card));
    } else {
        doc_add_blocks(doc,
                       compose_card_rest(&compose, CARD_REST_OVER, entry->game->id, entry->number));
        doc_add_blocks(doc, news_of(house, card));
    }
    if (card->id != NULL && !card->closed) {
        cards_put_rest(handling->commit, entry, card, card->id, doc);
    }
}

static void card_follow(struct handling *handling, struct card *card, const struct owed_list *owed)
{
    struct house *house = handling->house;
    struct table_entry *entry = handling->entry;
    const struct table *table = &entry->resident->table;
    if (reader_sits(card) && table->seat[card->seat].reach == DIRECT_UNVERIFIED && !card->wanted &&
        !card->in_flight) {
        card->anew = true; /* to prove the way */
        card->closed = false;
    }
    cards_move(handling->commit, entry, card);
    if (card->at == NULL || card->closed || card->wanted) {
        return;
    }
    bool post = card->id == NULL || card->anew || card_is_called(card, owed);
    if (post || card->shown == 0 || cards_hash(house, entry, card) != card->shown) {
        cards_put(handling->commit, entry, card);
    }
}

/* What the crowd knows of as owed by them. */
static bool crowd_knows(const struct owed_list *crowd, int seat, const struct owed *owed)
{
    for (size_t i = 0; i < crowd->count; i++) {
        if (crowd->owed[i].seat == seat && crowd->owed[i].ask == owed->ask) {
            return true;
        }
    }
    return false;
}

void cards_call(struct handling *handling, const struct owed_list *owed)
{
    struct house *house = handling->house;
    struct table_entry *entry = handling->entry;
    struct owed_list crowd;
    int seats[SEATS_MAX + 1];
    size_t count = 0;
    table_owed_to(&entry->resident->table, SEAT_CROWD, &crowd);
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        bool called = false;
        for (size_t i = 0; i < owed->count && card->closed && card->seat != SEAT_NONE; i++) {
            const struct owed *one = &owed->owed[i];
            called = called || (one->seat == card->seat && card_wants(card, one->ask) &&
                                crowd_knows(&crowd, card->seat, one));
        }
        bool hidden = false;
        for (size_t i = 0; i < owed->count && card->closed && card->seat != SEAT_NONE; i++) {
            const struct owed *one = &owed->owed[i];
            hidden = hidden || (one->seat == card->seat && card_wants(card, one->ask) &&
                                !crowd_knows(&crowd, card->seat, one));
        }
        if (hidden && reader_sits(card)) {
            show_private(handling, card->seat,
                         cards_render(house, entry, card)); /* aside, or never */
        }
        if (card->closed) {
            card_room_calls(card, entry->resident->table.step);
        }
        if (called && count < SEATS_MAX + 1) {
            seats[count++] = card->seat;
        }
    }
    if (count > 0) {
        const struct compose compose = house_compose(house, entry);
        const struct view *view = show_view(house, entry, SEAT_CROWD);
        show_call(handling, compose_call(&compose, view, seats, count));
    }
}

static void card_say(struct handling *handling, struct person *person, enum message message)
{
    struct compose compose = house_compose(handling->house, handling->entry);
    house_compose_own(handling->house, person, &compose);
    cards_news(handling, person->id, compose_say(&compose, message, NULL, VALUE_NONE));
    person->stored = false;
    commit_person(handling->commit, person);
}

/* Whoever gets a card for the first time ever is told on it what is kept of them; later, at a table
 * over days, they are asked once where they live, unless they have said it. */
static void card_greet(struct handling *handling, struct card *card)
{
    struct house *house = handling->house;
    struct person *person = people_find(house->people, card->person);
    char zone[OWN_CHOICE_BYTES];
    if (!house->setup.greets || house->down || person == NULL || card->news != NULL ||
        card->seat == SEAT_NONE) {
        return;
    }
    if (!linked_is_greeted(person)) {
        person->greeted = true;
        card_say(handling, person, MSG_HOUSE_PRIVACY);
        return;
    }
    own_choice_print(person_choices(person), OWN_ZONE, house->now_ms, zone);
    bool days = handling->entry->resident->table.options.value[OPTION_PACE] == PACE_ASYNC;
    if (days && zone[0] == '\0' && !linked_zone_asked(person)) {
        person->zone_asked = true;
        card_say(handling, person, MSG_HOUSE_ASK_ZONE);
    }
}

void cards_follow(struct handling *handling, const struct owed_list *before)
{
    struct table_entry *entry = handling->entry;
    const struct table *table = &entry->resident->table;
    struct owed_list owed;
    struct card *next = NULL;
    table_owed(table, &owed);
    cards_gather(handling->house, entry);
    for (struct card *card = entry->cards; card != NULL; card = next) {
        next = card->next;
        if (card->news != NULL && card->notified_step != table->step &&
            !asks_stand(before, &owed, card->seat)) {
            card_set_news(card, NULL, NULL);
        }
        if (table->phase == TABLE_CLOSED) {
            card_close(handling, card);
        } else if (card->seat == SEAT_NONE && card->id == NULL && !card->wanted &&
                   !card->in_flight) {
            card_drop(entry, card);
        } else {
            card_greet(handling, card);
            card_asks(handling, card, &owed);
            card_follow(handling, card, &owed);
        }
    }
    cards_call(handling, &owed);
    nudges_plan(handling->house, entry, &owed);
}

/* Did they act by something that they alone see, which is no message that is kept here? */
static bool acted_aside(const struct handling *handling)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    const char *board = handling->entry->board;
    bool acts = inbound->kind == INBOUND_PRESS || inbound->kind == INBOUND_FORM;
    return acts && !inbound->private_room && inbound->reply_to != NULL &&
           (board == NULL || strcmp(inbound->reply_to, board) != 0) &&
           sent_find(&handling->entry->resident->sent, inbound->reply_to) == NULL;
}

const struct doc *cards_behind_hand(const struct handling *handling)
{
    struct card *card =
        handling->person == NULL ? NULL : card_of(handling->entry, handling->person->id);
    struct owed_list owed;
    bool owes = false;
    table_owed(&handling->entry->resident->table, &owed);
    for (size_t i = 0; card != NULL && i < owed.count; i++) {
        owes = owes || owed.owed[i].seat == card->seat;
    }
    bool shows = card != NULL && card->closed && (owes || acted_aside(handling));
    return shows ? cards_render(handling->house, handling->entry, card) : NULL;
}

bool cards_answer_alone(struct house *house, const struct table_entry *entry)
{
    const struct adapter_link *link = link_named(&house->links, entry->room->adapter);
    struct room_capabilities capabilities = {.private_reply = false};
    if (link->def != NULL && link->def->capabilities != NULL) {
        link->def->capabilities(link->adapter, entry->room->id, &capabilities);
    }
    return capabilities.private_reply;
}

bool cards_bring(const struct handling *handling)
{
    const struct card *card =
        handling->person == NULL ? NULL : card_of(handling->entry, handling->person->id);
    return card != NULL && card->anew && !cards_answer_alone(handling->house, handling->entry);
}

/* Does their table wait for them to be reached? */
static bool card_failed(const struct table_entry *entry, const struct card *card)
{
    return entry->load == ENTRY_RESIDENT && reader_sits(card) &&
           entry->resident->table.seat[card->seat].reach == DIRECT_CLOSED;
}

static void cards_try(struct handling *handling, const struct person *person)
{
    struct house *house = handling->house;
    bool private = handling->item->copy.inbound.private_room;
    for (unsigned i = 0; i < person->table_count && !house->down; i++) {
        struct table_entry *entry = tables_find(&house->tables, person->tables[i]);
        struct card *card = entry == NULL ? NULL : card_of(entry, person->id);
        if (card != NULL && card->closed && (private || card_failed(entry, card))) {
            card->closed = false;
            card->anew = true; /* what the room is calling them for is told by that */
            cards_put(handling->commit, entry, card);
            tables_store(entry, handling->commit->batch);
        }
    }
}

void cards_inbound(struct handling *handling)
{
    struct house *house = handling->house;
    const struct person *one = handling->person->lead;
    bool due = house->now_ms - one->moved_ms >= LINKED_MOVE_MS;
    for (; one != NULL; one = one->next_linked) {
        cards_try(handling, one);
    }
    if (due && !linked_is_alone(handling->person) && !house->down) {
        cards_move_all(handling->commit, handling->person);
    }
}

void cards_called(struct commit *commit, struct table_entry *entry, uint32_t step)
{
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        card_room_called(card, step, commit->house->now_ms);
    }
    tables_store(entry, commit->batch);
}

void cards_resume(struct house *house, const struct table_entry *entry)
{
    for (const struct card *card = entry->cards; card != NULL; card = card->next) {
        if (card->wanted && card->at != NULL) {
            outbox_resume_private(&house->outbox, card->at);
        }
    }
}
