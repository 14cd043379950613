/* A line that a moderator has hidden: its events are redacted, with the sentence that replaces it
 * as the reason. An edit would leave the words in the history. So would an edit of the board, so
 * that is posted anew. */
#include <stdio.h>

#include "json_at.h"
#include "matrix_delivery_private.h"
#include "nonce.h"
#include "sent_ids.h"

static void redact_next(struct matrix_delivery *delivery);

static void redact_answered(void *context, const struct answer *answer)
{
    struct matrix_delivery *delivery = context;
    delivery->request = 0;
    if (answer->status == ANSWER_DONE || answer->status == ANSWER_GONE) {
        delivery->at++;
        redact_next(delivery);
    } else {
        matrix_delivery_ended(delivery, answer);
    }
}

static void redact_next(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    const char *words = catalogue_text(matrix_catalogue(matrix, delivery->room), matrix->send_arena,
                                       "table.line_hidden", NULL, VALUE_NONE, NULL);
    char event[MATRIX_ID_BYTES];
    if (!sent_ids_at(delivery->sending.edit_of, delivery->at, event, sizeof event)) {
        delivery_sent(&delivery->base, delivery->sending.edit_of, NULL, 0);
        matrix_delivery_free(&delivery);
        matrix_plan(matrix);
        return;
    }
    snprintf(delivery->transaction, sizeof delivery->transaction, "%.22s.h%u",
             delivery->sending.nonce, delivery->at);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/redact/{}/{}",
                                           .ids = {delivery->room, event, delivery->transaction},
                                           .json = json_one(matrix->send_arena, "reason", words),
                                           .priority = MATRIX_PROMPT,
                                           .limited = true};
    delivery->request = matrix_client_start(matrix->client, &request, redact_answered, delivery);
}

void matrix_redact_send(struct matrix_delivery *delivery)
{
    struct matrix_room *room = matrix_room_find(delivery->matrix, delivery->room);
    if (room != NULL) {
        room->redacted = true;
    }
    redact_next(delivery);
}
