/* The requests of a delivery. Parts go one after the other, each with a transaction id that is
 * derived from the row's nonce, so that sending all of it again duplicates nothing. A local echo
 * with that id ends a part whose answer was lost. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "crash.h"
#include "fnv.h"
#include "heap.h"
#include "json_at.h"
#include "matrix_board.h"
#include "matrix_delivery_private.h"
#include "matrix_sending.h"
#include "route.h"

enum {
    DELIVERY_WAY_MS = 5000,      /* what nobody waits for yields for at most so long */
    DELIVERY_EDIT_MS = 15 * 1000 /* what nobody waits for is given up after that */
};

/* --- requests ------------------------------------------------------------------------------ */

static void delivery_answered(void *context, const struct answer *answer);

/* The same part of the same row always gets the same id. A part that was made smaller gets another
 * one, and so does an edit whose words have changed: for a known id a server returns the first
 * event, and the new words would be lost. An id says nothing of words that are encrypted: sent is
 * what leaves. */
static void delivery_transaction(struct matrix_delivery *delivery, const char *sent)
{
    int used = snprintf(delivery->transaction, sizeof delivery->transaction, "%.22s",
                        delivery->sending.nonce);
    char *rest = delivery->transaction + used;
    size_t size = sizeof delivery->transaction - (size_t)used;
    if (matrix_delivery_edits(delivery)) {
        snprintf(rest, size, ".%u.%08x", delivery->generation, fnv32(sent, strlen(sent)));
    } else if (delivery->at > 0 || delivery->generation > 0 || delivery->edit == EDIT_RENEWS) {
        snprintf(rest, size, ".%u.%u%s", delivery->generation, delivery->at,
                 delivery->edit == EDIT_RENEWS ? ".n" : "");
    }
}

/* What somebody waits for is sent in the house's order, which keeps private messages behind the
 * line that they are about. */
enum matrix_priority matrix_delivery_priority(const struct matrix_delivery *delivery)
{
    return delivery->origin == ORIGIN_OWN_FIRST ? MATRIX_SECRET
           : delivery->sending.routine          ? MATRIX_COSMETIC
                                                : MATRIX_PROMPT;
}

/* A routine send yields while the queue is not empty, so that it delays nothing behind it in its
 * room. It is rendered anew when it is tried again. */
static bool delivery_gives_way(struct matrix_delivery *delivery)
{
    struct matrix_client_figures figures;
    matrix_client_figures(delivery->matrix->client, &figures);
    if (!delivery->sending.routine || figures.queue_ms == 0) {
        return false;
    }
    int64_t wait_ms = figures.queue_ms < DELIVERY_WAY_MS ? figures.queue_ms : DELIVERY_WAY_MS;
    matrix_delivery_failed(delivery, SEND_NOT_SENT, matrix_now_ms(delivery->matrix) + wait_ms,
                           "what is said goes first");
    return true;
}

/* What is sent in place of the part is there. */
static void delivery_start(struct matrix_delivery *delivery, const struct matrix_sealed *sealed)
{
    struct matrix *matrix = delivery->matrix;
    delivery_transaction(delivery, sealed->content);
    const struct matrix_request request = {
        .method = "PUT",
        .route = "/rooms/{}/send/{}/{}",
        .ids = {delivery->room, sealed->type, delivery->transaction},
        .json = sealed->content,
        .priority = matrix_delivery_priority(delivery),
        .limited = true,
        .time_ms = delivery->sending.routine ? DELIVERY_EDIT_MS : 0};
    delivery->request = matrix_client_start(matrix->client, &request, delivery_answered, delivery);
}

static void delivery_sealed(struct matrix_sealing *sealing, const struct matrix_sealed *sealed)
{
    struct matrix_delivery *delivery =
        (struct matrix_delivery *)((char *)sealing - offsetof(struct matrix_delivery, sealing));
    switch (sealed->end) {
    case MATRIX_SEAL_SENDS:
        delivery_start(delivery, sealed);
        break;
    case MATRIX_SEAL_AGAIN:
        matrix_delivery_advance(delivery);
        break;
    case MATRIX_SEAL_LATER:
        matrix_delivery_failed(delivery, SEND_NOT_SENT, sealed->retry_ms, sealed->why);
        break;
    case MATRIX_SEAL_NEVER:
        matrix_delivery_failed(delivery, SEND_GONE, 0, sealed->why);
        break;
    }
}

bool matrix_delivery_stop(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    bool sent = delivery->request != 0;
    matrix->e2ee->cancel(matrix->e2ee, &delivery->sealing);
    matrix_client_cancel(matrix->client, delivery->request);
    delivery->request = 0;
    return sent;
}

/* Only for contents that came with a matrix_open_place or a matrix_secret_place. */
static void delivery_put(struct matrix_delivery *delivery, const struct matrix_room *room,
                         const char *content)
{
    const struct matrix_e2ee *e2ee = delivery->matrix->e2ee;
    if (delivery_gives_way(delivery)) {
        return;
    }
    matrix_copy(delivery->room, room->id);
    delivery->sealing.ended = delivery_sealed;
    e2ee->seal(e2ee, room, &delivery->sealing, "m.room.message", content);
}

void matrix_delivery_send_public(struct matrix_delivery *delivery, struct matrix_open_place place)
{
    delivery_put(delivery, place.room, delivery->public_content[delivery->at].json);
}

void matrix_delivery_send_direct(struct matrix_delivery *delivery, struct matrix_secret_place place)
{
    bool elsewhere = delivery->thread[0] != '\0' && strcmp(delivery->room, place.room->id) != 0;
    if (elsewhere &&
        !matrix_delivery_secret(delivery)) { /* the thread is in a room that was given up */
        matrix_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
        return;
    }
    delivery_put(delivery, place.room, delivery->direct_content[delivery->at].json);
}

/* --- answers ---------------------------------------------------------------------- */

/* Has it a choice of a table's? Words for what is the house's own mean the same everywhere, and
 * take the place of nothing that somebody may say to a table. */
static bool delivery_is_of_table(const struct matrix_delivery *delivery)
{
    bool is = false;
    for (unsigned i = 0; i < delivery->key_count; i++) {
        struct control control;
        is = is || !controls_parse(&control, delivery->key[i].control) ||
             strcmp(control.tag, CONTROL_NO_TAG) != 0;
    }
    return is;
}

void matrix_delivery_arrived(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    struct adapter_row row;
    struct matrix_key keys[MATRIX_KEYS_MAX];
    bool edited = matrix_delivery_edits(delivery);
    const char *id = edited ? delivery->sending.edit_of : delivery->message;
    for (unsigned i = 0; i < delivery->key_count; i++) {
        keys[i] = (struct matrix_key){delivery->key[i].key, delivery->key[i].control};
    }
    bool rows = delivery->origin == ORIGIN_HOUSE &&
                matrix_choice_put(matrix, id, delivery->table, keys, delivery->key_count, &row);
    if (delivery->seeds || edited) { /* also removes those of choices that are gone */
        matrix_choice_seed(matrix, delivery->room, id);
    }
    if (delivery->secret.person != NULL) {
        matrix_person_add_message(delivery->secret.person, id);
        if (delivery_is_of_table(delivery)) {
            matrix_copy(delivery->secret.person->panel, id);
        }
    } else if (edited) {
        matrix_board_edited(delivery);
    } else if (delivery->board) {
        matrix_board_posted(delivery);
    }
    if (delivery->origin == ORIGIN_HOUSE) {
        bool lines = !edited && !delivery->board && delivery->base.messages != NULL &&
                     (delivery->secret.person == NULL || delivery->sending.head.kind != DOC_CARD);
        delivery_sent(&delivery->base, lines ? delivery->base.messages : id, &row, rows ? 1 : 0);
    } else if (delivery->origin == ORIGIN_GREETING) {
        matrix->out->greeted(matrix, delivery->room, -1);
    }
    matrix_delivery_free(&delivery);
    matrix_plan(matrix);
}

/* A part was sent as this event. */
static void delivery_part_done(struct matrix_delivery *delivery, const char *event)
{
    delivery_add_message(&delivery->base, event);
    if (delivery->at == 0) {
        matrix_copy(delivery->message, event);
    }
    if (++delivery->at < delivery->count || matrix_delivery_add_mention(delivery)) {
        matrix_delivery_advance(delivery);
        return;
    }
    if (!matrix_attached_add(delivery)) {
        matrix_delivery_arrived(delivery);
    }
}

/* It was forbidden: the room's state is fetched again to find out why. */
static void delivery_refused(struct matrix_delivery *delivery)
{
    struct matrix_room *room = matrix_room_find(delivery->matrix, delivery->room);
    matrix_delivery_permit(delivery, PERMIT_REFUSED);
    if (room != NULL) {
        room->state = MATRIX_STATE_UNKNOWN;
    }
    matrix_delivery_advance(delivery);
}

/* Makes smaller parts. What was sent of it already is sent once more, rather than never. */
static void delivery_smaller(struct matrix_delivery *delivery, const struct answer *answer)
{
    delivery->limit /= 2;
    delivery->generation++;
    bool edits = matrix_delivery_edits(delivery);
    bool made = delivery->limit >= MATRIX_PART_BYTES_MIN && delivery->url == NULL &&
                delivery->origin == ORIGIN_HOUSE &&
                (delivery->secret.person != NULL
                     ? matrix_delivery_secret(delivery)
                     : matrix_delivery_public(delivery, edits ? delivery->sending.edit_of : NULL));
    if (made) {
        matrix_delivery_advance(delivery);
    } else {
        matrix_delivery_ended(delivery, answer);
    }
}

static const char *delivery_event(const struct answer *answer)
{
    const char *id = json_at_text(answer->json, "event_id");
    return id != NULL && id[0] == '$' && strlen(id) < MATRIX_ID_BYTES ? id : NULL;
}

static void delivery_answered(void *context, const struct answer *answer)
{
    struct matrix_delivery *delivery = context;
    const char *event = delivery_event(answer);
    delivery->request = 0;
    if (answer->status == ANSWER_DONE && event != NULL) {
        CRASH_POINT("matrix.answered");
        delivery_part_done(delivery, event);
    } else if (answer->status == ANSWER_FORBIDDEN && delivery->permit == PERMIT_GIVEN) {
        delivery_refused(delivery);
    } else if (answer->status == ANSWER_TOO_LARGE) {
        delivery_smaller(delivery, answer);
    } else {
        if (answer->status == ANSWER_GONE && delivery->sending.kind == SEND_EDIT &&
            delivery->sending.edit_of != NULL) {
            matrix_board_gone(delivery->matrix, delivery->sending.edit_of);
        }
        matrix_delivery_ended(delivery, answer);
    }
}

void matrix_local_echo(struct matrix *matrix, const struct matrix_room *room,
                       const char *transaction, const char *event)
{
    for (struct matrix_delivery *delivery = matrix_delivery_next(matrix, NULL); delivery != NULL;
         delivery = matrix_delivery_next(matrix, delivery)) {
        if (delivery->request != 0 && strcmp(delivery->transaction, transaction) == 0 &&
            strcmp(delivery->room, room->id) == 0) {
            matrix_client_cancel(matrix->client, delivery->request);
            delivery->request = 0;
            delivery_part_done(delivery, event);
            return;
        }
    }
}
