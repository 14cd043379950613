/* Private messages edited in place. Before an edit it is checked that the message is in the room
 * that is the person's direct room by now. */
#include <string.h>

#include "json_at.h"
#include "matrix_delivery_private.h"
#include "route.h"

/* The message is in a former direct room, or was redacted: it is sent anew, unless only an edit
 * will do. */
static void direct_renew(struct matrix_delivery *delivery)
{
    if (delivery->sending.only_edit) {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "what was to be edited is gone");
        return;
    }
    delivery->edit = EDIT_RENEWS;
    if (!matrix_delivery_secret(delivery)) {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "what was to be edited is gone");
    } else {
        matrix_direct_send(&delivery->secret);
    }
}

static void direct_edit_seen(void *context, const struct answer *answer)
{
    struct matrix_delivery *delivery = context;
    struct matrix *matrix = delivery->matrix;
    const cJSON *content = json_at(answer->json, "content");
    bool stands = json_at(content, "body") != NULL || json_at(content, "ciphertext") != NULL;
    bool gone = answer->status == ANSWER_GONE || answer->status == ANSWER_FORBIDDEN ||
                answer->status == ANSWER_BAD;
    delivery->request = 0;
    delivery->edit = EDIT_SEEN;
    if (answer->status == ANSWER_DONE && stands) {
        matrix_person_add_message(delivery->secret.person, delivery->sending.edit_of);
        matrix_direct_send(&delivery->secret);
    } else if (answer->status == ANSWER_DONE || gone) {
        direct_renew(delivery);
    } else {
        matrix_delivery_ended(delivery, answer);
    }
    matrix_plan(matrix);
}

/* Asks for the message if it is not known to be in this room. */
bool matrix_delivery_find_edited(struct matrix_delivery *delivery, const struct matrix_room *room)
{
    struct matrix *matrix = delivery->matrix;
    const char *event = delivery->sending.edit_of;
    if (!matrix_delivery_edits(delivery) || delivery->edit == EDIT_SEEN ||
        matrix_person_has_message(delivery->secret.person, event)) {
        return false;
    }
    const struct matrix_request request = {
        .method = "GET", .route = "/rooms/{}/event/{}", .ids = {room->id, event}};
    matrix_copy(delivery->room, room->id);
    delivery->request = matrix_client_start(matrix->client, &request, direct_edit_seen, delivery);
    return true;
}
