/* The upward calls of adapters, and the check for duplicate events. */
#include "enqueue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "house_log.h"
#include "house_part.h"
#include "house_private.h"
#include "print.h"
#include "store_down.h"

/* A number from here on is none that was ever given. */
static const uint64_t inbox_id_likely = (uint64_t)1 << 62;

static void duplicate_found(void *context, const struct store_row *row)
{
    (void)row;
    ((struct inbox_item *)context)->duplicate = DUPLICATE_YES;
}

static void duplicate_checked(void *context, const struct fault *fault)
{
    struct inbox_item *item = context;
    if (fault != NULL) {
        item->duplicate = DUPLICATE_UNKNOWN;
        store_down_begin(item->house, fault);
    } else if (item->duplicate == DUPLICATE_CHECKING) {
        item->duplicate = DUPLICATE_NO;
    }
}

void enqueue_check_duplicates(struct house *house)
{
    struct inbox *inbox = &house->inbox;
    for (; inbox->unchecked != NULL; inbox->unchecked = inbox->unchecked->next) {
        struct inbox_item *item = inbox->unchecked;
        if (!inbox_is_event(item) || item->duplicate != DUPLICATE_UNCHECKED) {
            continue;
        }
        if (!recent_events_add(house->recent_events, item->key)) {
            item->duplicate = DUPLICATE_YES;
        } else if (item->copy.inbound.fresh) {
            item->duplicate = DUPLICATE_NO;
        } else {
            const struct store_question question = {.query = STORE_EVENT_SEEN, .key = item->key};
            item->duplicate = DUPLICATE_CHECKING;
            store_read(house->setup.store, &question, duplicate_found, duplicate_checked, item);
        }
    }
}

static char *event_key(const char *adapter, const char *event_id)
{
    size_t bytes = strlen(adapter) + strlen(event_id) + 2;
    char *key = heap_allocate(bytes);
    print_join(key, bytes, adapter, "/", event_id);
    return key;
}

/* What it was is not known for sure, so it is not done; its number stays taken. */
static void load_damaged(struct house *house, const struct store_row *row)
{
    if (row->id >= house->inbox.next_id && row->id < inbox_id_likely) {
        house->inbox.next_id = row->id + 1;
    }
    house_log("damaged_event", 0,
              "somebody's act is not done, they have to do it again; `deaddrop check` names it");
}

static void load_item(void *context, const struct store_row *row)
{
    struct house *house = context;
    if (row->damaged) {
        load_damaged(house, row);
        return;
    }
    const char *slash = strchr(row->key, '/');
    struct inbox_item *item = heap_allocate(sizeof *item);
    char adapter[16] = "";
    size_t len = slash == NULL ? 0 : (size_t)(slash - row->key);
    memcpy(adapter, row->key, len < sizeof adapter ? len : 0);
    house->inbox.next_id = row->id + 1;
    item->kind = INBOX_INBOUND;
    item->duplicate = DUPLICATE_NO;
    item->house = house;
    item->adapter = link_named(&house->links, adapter);
    item->stored_id = row->id;
    if (!inbound_json_read(&item->copy, item->adapter->name, row->text, row->text_len)) {
        free(item);
        return;
    }
    item->key = heap_copy(row->key);
    recent_events_add(house->recent_events, item->key);
    inbox_add(&house->inbox, item);
}

int enqueue_load(struct house *house, struct fault *fault)
{
    const struct store_question question = {.query = STORE_INBOX_ALL};
    house->inbox.next_id = 1;
    return store_read_now(house->setup.store, &question, load_item, house, fault);
}

static struct inbox_item *item_new(struct house *house, const struct adapter *adapter,
                                   enum inbox_kind kind)
{
    struct inbox_item *item = heap_allocate(sizeof *item);
    item->kind = kind;
    item->house = house;
    item->adapter = link_calling(&house->links, adapter);
    return item;
}

bool enqueue_is_full(const struct house *house)
{
    return house->closing || house->inbox.count >= INBOX_MAX || house->outbox.count >= OUTBOX_MAX ||
           store_pending(house->setup.store) >= STORE_PENDING_MAX / 2;
}

bool house_enqueue(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                   const struct adapter_row *rows, size_t row_count, void *token)
{
    if (enqueue_is_full(house)) {
        return false;
    }
    struct inbox_item *item = item_new(house, adapter, INBOX_INBOUND);
    if (item->adapter == NULL || !inbound_copy(&item->copy, inbound)) {
        free(item);
        return false;
    }
    item->key = event_key(item->adapter->name, inbound->event_id);
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    inbox_add(&house->inbox, item);
    return true;
}

void house_store_rows(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                      size_t row_count, void *token)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_ROWS);
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    inbox_add(&house->inbox, item);
}

/* NOLINTNEXTLINE(readability-function-size): as house_enqueue, and what and where to */
bool house_pass_on(struct house *house, struct adapter *adapter, unsigned part,
                   const char *event_id, const char *text, const struct adapter_row *rows,
                   size_t row_count, void *token)
{
    assert(part < house->setup.parts && part != house->setup.part);
    struct inbox_item *item = item_new(house, adapter, INBOX_PASSED_ON);
    if (enqueue_is_full(house) || item->adapter == NULL) {
        free(item);
        return false;
    }
    item->key = event_key(item->adapter->name, event_id);
    item->platform_id = heap_copy(text);
    item->row = part;
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    inbox_add(&house->inbox, item);
    return true;
}

/* NOLINTNEXTLINE(readability-function-size): what an adapter tells, as it has it */
void house_delivered(struct house *house, struct adapter *adapter, uint64_t row,
                     const char *platform_id, const struct adapter_row *rows, size_t row_count,
                     void *token)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_DELIVERED);
    item->rows = inbox_copy_rows(rows, row_count);
    item->row_count = row_count;
    item->token = token;
    item->row = row;
    item->platform_id = heap_copy(platform_id == NULL ? "" : platform_id);
    inbox_add(&house->inbox, item);
}

void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_status status, int64_t retry_ms, const char *why)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_SEND_FAILED);
    item->row = row;
    item->status = status;
    item->from_ms = retry_ms;
    item->platform_id = heap_copy(why == NULL ? "" : why);
    inbox_add(&house->inbox, item);
}

void house_downtime(struct house *house, struct adapter *adapter, int64_t since_ms, int64_t back_ms)
{
    struct inbox_item *item = item_new(house, adapter, INBOX_REACHABLE);
    item->from_ms = since_ms;
    item->to_ms = back_ms;
    inbox_add(&house->inbox, item);
}

static struct inbox_item *rooms_item(struct house *house, const struct adapter *adapter,
                                     enum inbox_kind kind, const char *const *rooms, size_t count)
{
    struct inbox_item *item = item_new(house, adapter, kind);
    struct adapter_row *rows = heap_allocate((count + 1) * sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        rows[i].key = rooms[i];
    }
    item->some = rooms != NULL;
    item->rows = inbox_copy_rows(rows, count);
    item->row_count = count;
    free(rows);
    return item;
}

void house_rooms_unreachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                             size_t count)
{
    inbox_add(&house->inbox, rooms_item(house, adapter, INBOX_UNREACHABLE, rooms, count));
}

void house_rooms_reachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                           size_t count, struct downtime downtime)
{
    struct inbox_item *item = rooms_item(house, adapter, INBOX_REACHABLE, rooms, count);
    item->from_ms = downtime.since_ms;
    item->to_ms = downtime.back_ms;
    inbox_add(&house->inbox, item);
}
