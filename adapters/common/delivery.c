#include "delivery.h"

#include <stdlib.h>

#include "buf.h"
#include "heap.h"

enum { DELIVERY_IDS_MAX = 2000 };

void delivery_begin(struct delivery *delivery, struct deliveries *all, uint64_t row)
{
    *delivery = (struct delivery){.all = all, .next = all->first, .row = row};
    if (all->first != NULL) {
        all->first->previous = delivery;
    }
    all->first = delivery;
}

void delivery_end(struct delivery *delivery)
{
    *(delivery->previous == NULL ? &delivery->all->first : &delivery->previous->next) =
        delivery->next;
    if (delivery->next != NULL) {
        delivery->next->previous = delivery->previous;
    }
    free(delivery->messages);
    free(delivery->svg);
    free(delivery->alt);
}

void delivery_sent(const struct delivery *delivery, const char *id, const struct adapter_row *rows,
                   size_t count)
{
    const struct deliveries *all = delivery->all;
    if (delivery->row != 0) {
        house_delivered(all->house, all->adapter, delivery->row, id, rows, count, NULL);
    }
}

void delivery_failed(const struct delivery *delivery, enum send_status status, int64_t retry_ms,
                     const char *why)
{
    const struct deliveries *all = delivery->all;
    if (delivery->row != 0) {
        house_send_failed(all->house, all->adapter, delivery->row, status, retry_ms, why);
    }
}

void delivery_add_message(struct delivery *delivery, const char *id)
{
    struct buf ids;
    buf_init(&ids, DELIVERY_IDS_MAX);
    if (delivery->messages != NULL) {
        buf_text(&ids, delivery->messages);
        buf_text(&ids, " ");
    }
    buf_text(&ids, id);
    free(delivery->messages);
    delivery->messages = heap_copy(ids.text);
    buf_deinit(&ids);
}

void delivery_set_drawing(struct delivery *delivery, const char *svg, const char *alt)
{
    free(delivery->svg);
    free(delivery->alt);
    delivery->svg = heap_copy(svg);
    delivery->alt = heap_copy(alt);
}
