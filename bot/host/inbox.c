/* The queue between adapters and turns, and the upward calls that fill it. */
#include "inbox.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "house_private.h"
#include "print.h"

struct adapter_row *inbox_copy_rows(const struct adapter_row *rows, size_t count)
{
    size_t bytes = count * sizeof *rows;
    for (size_t i = 0; i < count; i++) {
        bytes += strlen(rows[i].key) + 1 + (rows[i].value == NULL ? 0 : rows[i].len + 1);
    }
    if (count == 0) {
        return NULL;
    }
    struct adapter_row *copy = heap_take(bytes);
    char *at = (char *)(copy + count);
    for (size_t i = 0; i < count; i++) {
        copy[i] = rows[i];
        copy[i].key = memcpy(at, rows[i].key, strlen(rows[i].key) + 1);
        at += strlen(rows[i].key) + 1;
        if (rows[i].value != NULL) {
            copy[i].value = memcpy(at, rows[i].value, rows[i].len);
            at += rows[i].len + 1;
        }
    }
    return copy;
}

void inbox_add(struct inbox *inbox, struct inbox_item *item)
{
    *(inbox->first == NULL ? &inbox->first : &inbox->last->next) = item;
    inbox->last = item;
    if (inbox->unlooked == NULL) {
        inbox->unlooked = item;
    }
    inbox->count++;
}

size_t inbox_resume(struct inbox *inbox, struct inbox_item *first)
{
    struct inbox_item *last = first;
    size_t count = 1;
    while (last->next != NULL) {
        last = last->next;
        count++;
    }
    *(inbox->again == NULL ? &inbox->again : &inbox->again_last->next) = first;
    inbox->again_last = last;
    inbox->count += count;
    return count;
}

struct inbox_item *inbox_take(struct inbox *inbox)
{
    struct inbox_item *item = inbox->again;
    if (item != NULL) {
        inbox->again = item->next;
    } else {
        item = inbox->first;
        bool waits = item != NULL && item->kind == INBOX_HEARD && item->look <= LOOK_ASKED;
        if (item == NULL || waits) {
            return NULL;
        }
        inbox->first = item->next;
        inbox->unlooked = inbox->unlooked == item ? item->next : inbox->unlooked;
    }
    item->next = NULL;
    inbox->count--;
    return item;
}

void inbox_item_free(struct inbox_item **item)
{
    heard_copy_free(&(*item)->copy);
    free((*item)->rows);
    free((*item)->key);
    free((*item)->platform_id);
    free(*item);
    *item = NULL;
}

static void free_list(struct inbox_item *item)
{
    while (item != NULL) {
        struct inbox_item *next = item->next;
        inbox_item_free(&item);
        item = next;
    }
}

void inbox_deinit(struct inbox *inbox)
{
    free_list(inbox->first);
    free_list(inbox->again);
    memset(inbox, 0, sizeof *inbox);
}

static void looked(void *context, const struct store_row *row)
{
    (void)row;
    ((struct inbox_item *)context)->look = LOOK_REPEATED;
}

static void look_done(void *context, const struct fault *fault)
{
    struct inbox_item *item = context;
    (void)fault; /* a store that cannot be read cannot take the turn either */
    if (item->look == LOOK_ASKED) {
        item->look = LOOK_NEW;
    }
}

void inbox_look(struct house *house)
{
    struct inbox *inbox = &house->inbox;
    for (; inbox->unlooked != NULL; inbox->unlooked = inbox->unlooked->next) {
        struct inbox_item *item = inbox->unlooked;
        if (item->kind != INBOX_HEARD || item->look != LOOK_WANTED) {
            continue;
        }
        if (!seen_add(house->seen, item->key)) {
            item->look = LOOK_REPEATED;
        } else if (item->copy.heard.fresh) {
            item->look = LOOK_NEW;
        } else {
            const struct store_question question = {.query = STORE_EVENT_SEEN, .key = item->key};
            item->look = LOOK_ASKED;
            store_read(house->setup.store, &question, looked, look_done, item);
        }
    }
}

static char *event_key(const char *adapter, const char *event_id)
{
    size_t bytes = strlen(adapter) + strlen(event_id) + 2;
    char *key = heap_take(bytes);
    print_join(key, bytes, adapter, "/", event_id);
    return key;
}

static void load_item(void *context, const struct store_row *row)
{
    struct house *house = context;
    const char *slash = strchr(row->key, '/');
    struct inbox_item *item = heap_take(sizeof *item);
    char adapter[16] = "";
    size_t len = slash == NULL ? 0 : (size_t)(slash - row->key);
    memcpy(adapter, row->key, len < sizeof adapter ? len : 0);
    house->inbox.next_id = row->id + 1;
    item->kind = INBOX_HEARD;
    item->look = LOOK_NEW;
    item->house = house;
    item->adapter = house_link(house, adapter);
    item->stored_id = row->id;
    if (!heard_json_read(&item->copy, item->adapter->name, row->text, row->text_len)) {
        free(item);
        return;
    }
    item->key = heap_copy(row->key);
    seen_add(house->seen, item->key);
    inbox_add(&house->inbox, item);
}

int inbox_load(struct house *house, struct fault *fault)
{
    const struct store_question question = {.query = STORE_INBOX_ALL};
    house->inbox.next_id = 1;
    return store_read_now(house->setup.store, &question, load_item, house, fault);
}

/* The link of an adapter that is calling. */
static struct adapter_link *caller(struct house *house, const struct adapter *adapter)
{
    for (unsigned i = 0; i < house->adapter_count; i++) {
        if (house->adapters[i].def != NULL && house->adapters[i].adapter == adapter) {
            return &house->adapters[i];
        }
    }
    return NULL;
}

static struct inbox_item *item_new(struct house *house, const struct adapter *adapter,
                                   enum inbox_kind kind)
{
    struct inbox_item *item = heap_take(sizeof *item);
    item->kind = kind;
    item->house = house;
    item->adapter = caller(house, adapter);
    return item;
}

bool house_heard(struct house *house, struct adapter *adapter, const struct heard *heard,
                 const struct adapter_row *rows, size_t row_count, void *token)
{
    if (house->closing || house->inbox.count >= INBOX_MAX || house->outbox.count >= OUTBOX_MAX ||
        store_pending(house->setup.store) >= STORE_PENDING_MAX / 2) {
        return false;
    }
    struct inbox_item *item = item_new(house, adapter, INBOX_HEARD);
    if (item->adapter == NULL || !heard_copy(&item->copy, heard)) {
        free(item);
        return false;
    }
    item->key = event_key(item->adapter->name, heard->event_id);
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    inbox_add(&house->inbox, item);
    return true;
}

void house_store(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                 size_t row_count, void *token)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_ROWS);
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    inbox_add(&house->inbox, item);
}

/* NOLINTNEXTLINE(readability-function-size): what an adapter tells, as it has it */
void house_sent(struct house *house, struct adapter *adapter, uint64_t row, const char *platform_id,
                const struct adapter_row *rows, size_t row_count, void *token)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_SENT);
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    item->row = row;
    item->platform_id = heap_copy(platform_id == NULL ? "" : platform_id);
    inbox_add(&house->inbox, item);
}

void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_fate fate, int64_t retry_ms, const char *why)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_FAILED);
    item->row = row;
    item->fate = fate;
    item->from_ms = retry_ms;
    item->platform_id = heap_copy(why == NULL ? "" : why);
    inbox_add(&house->inbox, item);
}

void house_away(struct house *house, struct adapter *adapter, int64_t since_ms, int64_t back_ms)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_AWAY);
    item->from_ms = since_ms;
    item->to_ms = back_ms;
    inbox_add(&house->inbox, item);
}

static struct inbox_item *rooms_item(struct house *house, const struct adapter *adapter,
                                     enum inbox_kind kind, const char *const *rooms, size_t count)
{
    struct inbox_item *item = item_new(house, adapter, kind);
    struct adapter_row *rows = heap_take((count + 1) * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        rows[i].key = rooms[i];
    }
    item->some = rooms != NULL;
    item->rows = inbox_copy_rows(rows, count);
    item->row_count = count;
    free(rows);
    return item;
}

void house_unreached(struct house *house, struct adapter *adapter, const char *const *rooms,
                     size_t count)
{
    inbox_add(&house->inbox, rooms_item(house, adapter, INBOX_LOST, rooms, count));
}

void house_reached(struct house *house, struct adapter *adapter, const char *const *rooms,
                   size_t count, struct away away)
{
    struct inbox_item *item = rooms_item(house, adapter, INBOX_AWAY, rooms, count);
    item->from_ms = away.since_ms;
    item->to_ms = away.back_ms;
    inbox_add(&house->inbox, item);
}
