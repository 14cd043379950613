/* Sends by kind: into a room, to a person in private, as an edit of a board. */
#include <string.h>

#include "log.h"
#include "matrix_board.h"
#include "matrix_delivery_private.h"
#include "matrix_state_fetch.h"
#include "matrix_team.h"
#include "table.h"

enum { SEND_UNREACHABLE_MS = 10 * 1000 };

/* --- into a room ------------------------------------------------------------------------------ */

static void go_state_fetched(void *context, struct matrix_room *room, bool known,
                             enum answer_status status)
{
    struct matrix_delivery *delivery = context;
    bool out = status == ANSWER_FORBIDDEN || status == ANSWER_GONE;
    if (known) {
        matrix_delivery_advance(delivery);
    } else {
        int64_t again_ms = matrix_now_ms(delivery->matrix) + MATRIX_RETRY_SOON_MS;
        matrix_delivery_failed(delivery, out ? SEND_GONE : SEND_NOT_SENT, out ? 0 : again_ms,
                               out ? "we are not in that room" : "the room could not be looked at");
    }
    (void)room;
}

/* Nothing is sent into a team's room that others than its members can read. */
static bool go_team_holds(const struct matrix_delivery *delivery, const struct matrix_room *room)
{
    const struct matrix_team *team = matrix_team_at(delivery->matrix, room->id);
    enum matrix_secrecy secrecy =
        team == NULL ? SECRECY_HOLDS : matrix_team_secrecy(delivery->matrix, team, room, false);
    return secrecy == SECRECY_HOLDS || secrecy == SECRECY_INVITED;
}

/* Is enough of its state known? Of a team's room, and of one whose members get keys, all members
 * have to be. */
static bool go_is_known(const struct matrix_delivery *delivery, const struct matrix_room *room)
{
    bool encrypted = room->encryption == MATRIX_ENCRYPTED;
    return room->state == MATRIX_STATE_COMPLETE ||
           (encrypted && !delivery->matrix->e2ee->reads) || /* nothing will be sent there */
           (room->state == MATRIX_STATE_PARTIAL && !encrypted &&
            matrix_team_at(delivery->matrix, room->id) == NULL);
}

static void go_public(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    struct matrix_room *room = matrix_room_at(matrix, delivery->room);
    struct matrix_open_place place;
    if (!go_is_known(delivery, room)) {
        matrix_room_fetch_state(matrix, room, go_state_fetched, delivery);
    } else if (room->unreachable_ms != 0 && room->own == MATRIX_JOINED) {
        matrix_delivery_failed(delivery, SEND_NOT_SENT, matrix_now_ms(matrix) + SEND_UNREACHABLE_MS,
                               "nothing can be said there now");
    } else if (delivery->permit == PERMIT_REFUSED && !matrix_room_speaks(room, matrix->user)) {
        matrix_delivery_permit(delivery, PERMIT_HELD);
        delivery->held_ms = matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS;
    } else if (delivery->permit == PERMIT_REFUSED && room->own == MATRIX_JOINED) {
        matrix_delivery_failed(delivery, SEND_NOT_SENT, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                               "we may not write there");
    } else if (!matrix_open_place(matrix->e2ee, room, &place)) {
        log_event(LEVEL_WARNING, "matrix.not_sent",
                  LOG_FIELDS(log_text("room", room->id),
                             log_text("why", room->own == MATRIX_JOINED ? "encrypted" : "out")));
        matrix_delivery_failed(delivery, SEND_GONE, 0, "the room takes nothing of ours");
    } else if (!go_team_holds(delivery, room)) {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "others read in the team's room");
    } else {
        matrix_delivery_send_public(delivery, place);
    }
}

/* --- what is held -------------------------------------------------------------- */

void matrix_deliveries_resume(struct matrix *matrix, const struct matrix_room *room)
{
    struct matrix_delivery *delivery = matrix_delivery_next(matrix, NULL);
    while (delivery != NULL) {
        bool goes = delivery->permit == PERMIT_HELD && strcmp(delivery->room, room->id) == 0 &&
                    matrix_room_speaks(room, matrix->user);
        if (goes) {
            matrix_delivery_permit(delivery, PERMIT_GIVEN);
            matrix_delivery_advance(delivery);
        }
        delivery =
            matrix_delivery_next(matrix, goes ? NULL : delivery); /* the list may have changed */
    }
}

int64_t matrix_deliveries_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct matrix_delivery *delivery =
             matrix->out->held == 0 ? NULL : matrix_delivery_next(matrix, NULL);
         delivery != NULL; delivery = matrix_delivery_next(matrix, delivery)) {
        if (delivery->permit == PERMIT_HELD) {
            int64_t one_ms = matrix->draining ? 0 : delivery->held_ms;
            due_ms = one_ms < due_ms ? one_ms : due_ms;
        }
    }
    return due_ms;
}

void matrix_deliveries_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_delivery *delivery = matrix_delivery_next(matrix, NULL);
    while (delivery != NULL) {
        struct matrix_delivery *next = matrix_delivery_next(matrix, delivery);
        if (delivery->permit == PERMIT_HELD && (matrix->draining || delivery->held_ms <= now_ms)) {
            matrix_delivery_failed(delivery, SEND_NOT_SENT, now_ms, "we may not write there");
        }
        delivery = next;
    }
}

void matrix_delivery_advance(struct matrix_delivery *delivery)
{
    if (delivery->secret.person != NULL) {
        matrix_direct_send(&delivery->secret);
    } else {
        go_public(delivery);
    }
}

/* An edit of a board; posted anew if it has scrolled away, or if its edit history has to go. */
static void send_board(struct matrix_delivery *delivery)
{
    const char *event = delivery->sending.edit_of;
    struct matrix_room *room = matrix_room_find(delivery->matrix, delivery->room);
    bool renews = matrix_board_scrolled(delivery, event) || (room != NULL && room->redacted);
    delivery->edit = renews ? EDIT_RENEWS : EDIT_UNSEEN;
    if (room != NULL) {
        room->redacted = false;
    }
    if (matrix_delivery_public(delivery, renews ? NULL : event)) {
        matrix_delivery_advance(delivery);
    } else {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
    }
}

static void send_public(struct matrix_delivery *delivery)
{
    const struct sending *sending = &delivery->sending;
    matrix_copy(delivery->room, sending->room);
    if (sending->kind == SEND_REDACT) {
        matrix_redact_send(delivery);
    } else if (sending->kind == SEND_EDIT && sending->edit_of != NULL) {
        send_board(delivery);
    } else if (matrix_delivery_public(delivery, NULL)) {
        matrix_delivery_advance(delivery);
    } else {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
    }
}

static void send_secret(struct matrix_delivery *delivery)
{
    delivery->secret.person = matrix_person_at(delivery->matrix, delivery->sending.account);
    delivery->secret.tried = delivery->sending.tries > 0;
    if (delivery->sending.only_edit && delivery->secret.person->room[0] == '\0') {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "they have no room in which it could stand");
    } else if (matrix_delivery_secret(delivery)) {
        if (delivery->sending.room != NULL &&
            strcmp(delivery->sending.room, delivery->secret.person->room) != 0) {
            matrix_copy(delivery->secret.person->about, delivery->sending.room);
        }
        matrix_delivery_advance(delivery);
    } else {
        matrix_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
    }
}

void matrix_delivery_send(struct matrix_delivery *delivery)
{
    if (delivery->sending.kind == SEND_ANSWER) {
        matrix_delivery_failed(delivery, SEND_REFUSED, 0, "a room shows what is said to everybody");
    } else if (delivery->sending.kind == SEND_PRIVATE) {
        send_secret(delivery);
    } else {
        send_public(delivery);
    }
}
