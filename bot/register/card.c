/* What is kept of cards, and how it lies in the table's row. */
#include "card.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"
#include "json_tree.h"
#include "kept_doc.h"
#include "seat.h"
#include "table_entry.h"

enum { CALL_IN_ROOM = -1, NUDGES_OF = 4 /* older rows have other things in the same number */ };

struct card *card_of(const struct table_entry *entry, uint64_t person)
{
    struct card *card = entry->cards;
    while (card != NULL && card->person != person) {
        card = card->next;
    }
    return card;
}

struct card *card_take(struct table_entry *entry, uint64_t person)
{
    struct card *card = card_of(entry, person);
    if (card == NULL) {
        struct card **link = &entry->cards;
        while (*link != NULL) {
            link = &(*link)->next;
        }
        card = heap_allocate(sizeof *card);
        card->person = person;
        card->seat = SEAT_NONE;
        *link = card;
    }
    return card;
}

void card_set_news(struct card *card, char *json, struct kept_doc *read)
{
    free(card->news);
    kept_doc_let_go(&card->read);
    card->news = json;
    card->read = read;
}

const struct kept_doc *card_news(struct card *card)
{
    if (card->news != NULL && card->read == NULL) {
        card->read = kept_doc_read(card->news, strlen(card->news));
    }
    return card->read;
}

void cards_unload(const struct table_entry *entry)
{
    for (struct card *card = entry->cards; card != NULL; card = card->next) {
        kept_doc_let_go(&card->read);
    }
}

static void card_free(struct card *card)
{
    card_set_news(card, NULL, NULL);
    free(card->at);
    free(card->id);
    free(card);
}

void card_drop(struct table_entry *entry, struct card *card)
{
    struct card **link = &entry->cards;
    while (*link != card) {
        link = &(*link)->next;
    }
    *link = card->next;
    card_free(card);
}

void cards_free(struct table_entry *entry)
{
    while (entry->cards != NULL) {
        card_drop(entry, entry->cards);
    }
}

/* Where an ask is noted, CARD_ASKS_MAX: nowhere. */
static unsigned ask_at(const struct card *card, uint32_t ask)
{
    unsigned at = 0;
    while (at < CARD_ASKS_MAX && (ask == 0 || card->ask[at].ask != ask)) {
        at++;
    }
    return at;
}

bool card_knows(const struct card *card, uint32_t ask)
{
    return ask_at(card, ask) < CARD_ASKS_MAX;
}

bool card_wants(const struct card *card, uint32_t ask)
{
    unsigned at = ask_at(card, ask);
    return at < CARD_ASKS_MAX && card->ask[at].call == CARD_CALL_WANTED;
}

void card_note(struct card *card, uint32_t ask, int64_t notified_ms)
{
    unsigned at = ask_at(card, ask);
    if (at == CARD_ASKS_MAX) {
        at = card->place;
        card->place = (uint8_t)((card->place + 1) % CARD_ASKS_MAX);
    }
    card->ask[at] = (struct card_ask){.ask = ask,
                                      .call = notified_ms > 0 ? CARD_CALL_TOLD : CARD_CALL_WANTED,
                                      .notified_ms = notified_ms};
}

void card_noted(struct card *card, uint32_t ask, int64_t now_ms, int64_t moved_ms)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        if (card->ask[i].ask == ask) {
            card->ask[i].noted_ms = now_ms;
            card->ask[i].moved_ms = moved_ms;
        }
    }
}

bool card_calls(const struct card *card)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        if (card->ask[i].ask != 0 && card->ask[i].call != CARD_CALL_TOLD) {
            return true;
        }
    }
    return false;
}

void card_turn(struct card *card, enum card_call from, enum card_call to, int64_t notified_ms)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        if (card->ask[i].ask != 0 && card->ask[i].call == from) {
            card->ask[i].call = to;
            card->ask[i].notified_ms = notified_ms;
        }
    }
}

void card_room_calls(struct card *card, uint32_t step)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        if (card->ask[i].ask != 0 && card->ask[i].call == CARD_CALL_WANTED) {
            card->ask[i].call = CARD_CALL_ROOM;
            card->ask[i].step = step;
        }
    }
}

static bool room_calls_ask(const struct card_ask *ask, uint32_t step)
{
    return ask->ask != 0 && ask->call == CARD_CALL_ROOM && ask->step <= step;
}

bool card_room_wants(const struct card *card, uint32_t step)
{
    bool wants = false;
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        wants = wants || room_calls_ask(&card->ask[i], step);
    }
    return wants;
}

void card_room_called(struct card *card, uint32_t step, int64_t notified_ms)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        if (room_calls_ask(&card->ask[i], step)) {
            card->ask[i].call = CARD_CALL_TOLD;
            card->ask[i].notified_ms = notified_ms;
        }
    }
}

/* Pairs of an ask and when they were told of it: 0 not yet, -1 the room calls them. */
static void write_asks(const struct card *card, struct buf *json)
{
    json_out_key(json, "asks");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        const struct card_ask *ask = &card->ask[(card->place + i) % CARD_ASKS_MAX];
        if (ask->ask != 0) {
            json_out_next(json);
            buf_number(json, ask->ask);
            json_out_next(json);
            buf_number(json, ask->call == CARD_CALL_ROOM ? CALL_IN_ROOM : ask->notified_ms);
        }
    }
    buf_add(json, "]", 1);
}

/* Of each of these asks, in the same order: reminders. */
static void write_nudges(const struct card *card, struct buf *json)
{
    json_out_key(json, "nudges");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        const struct card_ask *ask = &card->ask[(card->place + i) % CARD_ASKS_MAX];
        if (ask->ask != 0) {
            json_out_next(json);
            buf_number(json, ask->nudged);
        }
    }
    buf_add(json, "]", 1);
}

void cards_write(const struct table_entry *entry, struct buf *json)
{
    if (entry->cards == NULL) {
        return;
    }
    json_out_key(json, "cards");
    buf_add(json, "[", 1);
    for (const struct card *card = entry->cards; card != NULL; card = card->next) {
        json_out_next(json);
        buf_add(json, "{", 1);
        json_out_number(json, "person", (int64_t)card->person);
        json_out_number(json, "seat", card->seat);
        json_out_flag(json, "closed", card->closed);
        json_out_flag(json, "anew", card->anew);
        json_out_text(json, "at", card->at);
        json_out_text(json, "id", card->id);
        json_out_text(json, "news", card->news);
        write_asks(card, json);
        write_nudges(card, json);
        buf_add(json, "}", 1);
    }
    buf_add(json, "]", 1);
}

static void read_asks(struct card *card, const cJSON *asks)
{
    for (const cJSON *ask = asks == NULL ? NULL : asks->child; ask != NULL && ask->next != NULL;
         ask = ask->next->next) {
        int64_t notified_ms = (int64_t)ask->next->valuedouble;
        card_note(card, (uint32_t)ask->valuedouble, notified_ms);
        if (notified_ms == CALL_IN_ROOM) {
            card->ask[(card->place + CARD_ASKS_MAX - 1) % CARD_ASKS_MAX] =
                (struct card_ask){.ask = (uint32_t)ask->valuedouble, .call = CARD_CALL_ROOM};
        }
    }
}

/* Behind the asks, which lie in their order now. */
static void read_nudges(struct card *card, const cJSON *nudges)
{
    unsigned count = (unsigned)cJSON_GetArraySize(nudges);
    for (unsigned i = 0; i < count && i < CARD_ASKS_MAX; i++) {
        unsigned number = (unsigned)cJSON_GetArrayItem(nudges, (int)i)->valuedouble;
        struct card_ask *ask =
            &card->ask[(card->place + CARD_ASKS_MAX - count + i) % CARD_ASKS_MAX];
        ask->nudged = (uint8_t)(number % NUDGES_OF);
    }
}

static void read_card(struct table_entry *entry, const cJSON *json)
{
    struct card *card = card_take(entry, (uint64_t)json_tree_number(json, "person"));
    card->seat = (int16_t)json_tree_number(json, "seat");
    card->closed = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "closed"));
    card->anew = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "anew"));
    card->at = json_tree_copy(json, "at");
    card->id = json_tree_copy(json, "id");
    card->news = json_tree_copy(json, "news");
    read_asks(card, cJSON_GetObjectItemCaseSensitive(json, "asks"));
    read_nudges(card, cJSON_GetObjectItemCaseSensitive(json, "nudges"));
}

/* The row says that they have not been told yet of what is on its way, and of what has arrived
 * while nothing could be stored. Of neither they are called again; the latter is recorded when the
 * store is back (card_row_recorded). */
static void keep_calls(struct card *card, const struct card *old)
{
    for (unsigned i = 0; i < CARD_ASKS_MAX; i++) {
        const struct card_ask *ask = &old->ask[i];
        bool went =
            ask->call == CARD_CALL_TOLD || (ask->call == CARD_CALL_FLYING && old->in_flight);
        unsigned at = went ? ask_at(card, ask->ask) : CARD_ASKS_MAX;
        if (at < CARD_ASKS_MAX && card->ask[at].call != CARD_CALL_TOLD) {
            card->ask[at].call = ask->call;
            card->ask[at].notified_ms = ask->notified_ms;
        }
    }
}

/* What is known of messages alone, and not in the row yet. */
static void keep_flights(const struct table_entry *entry, const struct card *old)
{
    for (; old != NULL; old = old->next) {
        struct card *card = card_of(entry, old->person);
        bool there = card != NULL && card->at != NULL && old->at != NULL;
        if (!there || strcmp(card->at, old->at) != 0) {
            continue;
        }
        keep_calls(card, old);
        card->in_flight = old->in_flight;
        if (old->id != NULL && (card->id == NULL || strcmp(card->id, old->id) != 0)) {
            free(card->id);
            card->id = heap_copy(old->id);
            card->anew = old->anew;
        }
    }
}

static void cards_let_go(struct card *card)
{
    while (card != NULL) {
        struct card *next = card->next;
        card_free(card);
        card = next;
    }
}

void cards_read(struct table_entry *entry, const cJSON *row)
{
    const cJSON *json = NULL;
    struct card *old = entry->cards;
    entry->cards = NULL;
    cJSON_ArrayForEach(json, cJSON_GetObjectItemCaseSensitive(row, "cards"))
    {
        if (cJSON_IsObject(json) &&
            card_of(entry, (uint64_t)json_tree_number(json, "person")) == NULL) {
            read_card(entry, json);
        }
    }
    keep_flights(entry, old);
    cards_let_go(old);
}
