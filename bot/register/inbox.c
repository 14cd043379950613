#include "inbox.h"

#include <stdlib.h>
#include <string.h>

#include "adapter_link.h"
#include "heap.h"

struct adapter_row *inbox_copy_rows(const struct adapter_row *rows, size_t count)
{
    size_t bytes = count * sizeof *rows;
    for (size_t i = 0; i < count; i++) {
        bytes += strlen(rows[i].key) + 1 + (rows[i].value == NULL ? 0 : rows[i].len + 1);
    }
    if (count == 0) {
        return NULL;
    }
    struct adapter_row *copy = heap_allocate(bytes);
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
    if (inbox->unchecked == NULL) {
        inbox->unchecked = item;
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
    *(inbox->resumed == NULL ? &inbox->resumed : &inbox->resumed_last->next) = first;
    inbox->resumed_last = last;
    inbox->count += count;
    return count;
}

bool inbox_is_event(const struct inbox_item *item)
{
    return item->kind == INBOX_INBOUND || item->kind == INBOX_PASSED_ON;
}

struct inbox_item *inbox_next(struct inbox *inbox)
{
    struct inbox_item *item = inbox->resumed;
    if (item != NULL) {
        inbox->resumed = item->next;
    } else {
        item = inbox->first;
        bool waits = item != NULL && inbox_is_event(item) && item->duplicate <= DUPLICATE_CHECKING;
        if (item == NULL || waits) {
            return NULL;
        }
        inbox->first = item->next;
        inbox->unchecked = inbox->unchecked == item ? item->next : inbox->unchecked;
    }
    item->next = NULL;
    inbox->count--;
    return item;
}

void inbox_item_free(struct inbox_item **item)
{
    inbound_copy_free(&(*item)->copy);
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
    free_list(inbox->resumed);
    memset(inbox, 0, sizeof *inbox);
}

void inbox_acknowledge(const struct inbox_item *item, const struct fault *fault)
{
    if (item->token != NULL && item->adapter->def != NULL && item->adapter->def->stored != NULL) {
        item->adapter->def->stored(item->adapter->adapter, item->token, fault);
    }
}
