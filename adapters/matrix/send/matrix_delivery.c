/* A delivery: what the house sends, from the outbox's row to the delivery status. */
#include "matrix_delivery_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

bool matrix_delivery_edits(const struct matrix_delivery *delivery)
{
    return delivery->sending.kind != SEND_REDACT && delivery->sending.edit_of != NULL &&
           delivery->edit != EDIT_RENEWS;
}

/* After a refusal the room's state is fetched before it is held, and once we may write again it
 * starts anew. */
const struct transitions matrix_permit_transitions = {
    .count = PERMIT_STATES,
    .after = {
        [PERMIT_GIVEN] = STATE_BIT(PERMIT_REFUSED),
        [PERMIT_REFUSED] = STATE_BIT(PERMIT_HELD),
        [PERMIT_HELD] = STATE_BIT(PERMIT_GIVEN),
    }};

void matrix_delivery_permit(struct matrix_delivery *delivery, enum delivery_permit permit)
{
    assert(transitions_allow(&matrix_permit_transitions, delivery->permit, permit));
    delivery->matrix->out->held += permit == PERMIT_HELD;
    delivery->matrix->out->held -= delivery->permit == PERMIT_HELD;
    delivery->permit = permit;
}

struct matrix_delivery *matrix_delivery_next(const struct matrix *matrix,
                                             const struct matrix_delivery *last)
{
    return (struct matrix_delivery *)(last == NULL ? matrix->out->deliveries.first
                                                   : last->base.next);
}

/* --- start and end ------------------------------------------------------------------------ */

struct matrix_delivery *matrix_delivery_new(struct matrix *matrix, const struct sending *sending)
{
    struct matrix_delivery *delivery = heap_allocate(sizeof *delivery);
    delivery->matrix = matrix;
    delivery->sending = *sending;
    snprintf(delivery->nonce, sizeof delivery->nonce, "%s", sending->nonce);
    delivery->sending.nonce =
        delivery->nonce; /* needed for every part, and the house's text may go */
    delivery->limit = MATRIX_PART_BYTES;
    delivery->table = sending->table;
    delivery_begin(&delivery->base, &matrix->out->deliveries, sending->row);
    return delivery;
}

void matrix_delivery_clear(struct matrix_delivery *delivery)
{
    delivery->mention_added = false;
    for (unsigned i = 0; i < delivery->count; i++) {
        free(delivery->body[i]);
        delivery->body[i] = NULL;
        delivery->public_content[i].json = NULL;
        delivery->direct_content[i].json = NULL;
    }
    delivery->count = 0;
    delivery->at = 0;
}

void matrix_delivery_free(struct matrix_delivery **delivery)
{
    struct matrix_delivery *freed = *delivery;
    *delivery = NULL;
    freed->matrix->e2ee->cancel(freed->matrix->e2ee, &freed->sealing);
    delivery_end(&freed->base);
    matrix_delivery_clear(freed);
    matrix_attached_free(freed);
    free(freed->url);
    free(freed);
}

void matrix_delivery_failed(struct matrix_delivery *delivery, enum send_status status,
                            int64_t retry_ms, const char *why)
{
    delivery_failed(&delivery->base, status, retry_ms, why);
    if (delivery->origin == ORIGIN_GREETING) {
        bool again = status == SEND_NOT_SENT || status == SEND_AMBIGUOUS;
        delivery->matrix->out->greeted(delivery->matrix, delivery->room, again ? retry_ms : -1);
    }
    matrix_delivery_free(&delivery);
}

void matrix_delivery_ended(struct matrix_delivery *delivery, const struct answer *answer)
{
    struct answer_end end =
        answer_end(answer, ANSWER_ABOUT_MESSAGE, matrix_now_ms(delivery->matrix));
    matrix_delivery_failed(delivery, end.status, end.retry_ms, answer->why);
}
