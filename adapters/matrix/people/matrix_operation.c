/* Room operations: rooms for teams, named after the table, read by its members alone. Who is muted
 * stays in with too little power to write. Every operation can be repeated: each step first checks
 * what is there, and a room that was created is found again by the operation's nonce in its
 * creation event. */
#include "matrix_operation_private.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_create.h"
#include "matrix_e2ee.h"
#include "matrix_invitation.h"
#include "matrix_search.h"
#include "matrix_state_fetch.h"
#include "route.h"

/* --- ends ------------------------------------------------------------------------------------- */

static void operation_free(struct matrix_operation *operation)
{
    struct matrix_operation **link = &operation->matrix->operations;
    while (*link != operation) {
        link = &(*link)->next;
    }
    *link = operation->next;
    free(operation);
}

static void operation_done(struct matrix_operation *operation, const char *id)
{
    struct matrix *matrix = operation->matrix;
    const struct matrix_team *team = matrix_team_at(matrix, operation->room);
    struct adapter_row row;
    if (team != NULL) {
        row = matrix_team_row(matrix, team);
    }
    house_delivered(matrix->house, (struct adapter *)matrix, operation->spec.row, id,
                    team != NULL ? &row : NULL, team != NULL ? 1 : 0, NULL);
    operation_free(operation);
    matrix_plan(matrix);
}

static void operation_end(struct matrix_operation *operation, enum send_status status,
                          int64_t retry_ms, const char *why)
{
    struct matrix *matrix = operation->matrix;
    house_send_failed(matrix->house, (struct adapter *)matrix, operation->spec.row, status,
                      retry_ms, why);
    operation_free(operation);
    matrix_plan(matrix);
}

void matrix_operation_failed(struct matrix_operation *operation, const struct answer *answer)
{
    struct answer_end end = answer_end(answer, ANSWER_ABOUT_ROOM, matrix_now_ms(operation->matrix));
    operation_end(operation, end.status, end.retry_ms, answer->why);
}

/* It fails for good. A room that it created is closed before the house is notified. */
static void operation_give_up(struct matrix_operation *operation, const char *why)
{
    log_event(LEVEL_WARNING, "matrix.team_room_refused", LOG_FIELDS(log_text("why", why)));
    if (operation->spec.kind == ROOM_OPEN && operation->room[0] != '\0') {
        operation->progress = OPERATION_UNDOES;
        matrix_operation_close(operation);
    } else {
        operation_end(operation, SEND_REFUSED, 0, why);
    }
}

void matrix_operation_closed(struct matrix_operation *operation)
{
    matrix_team_forget(operation->matrix, operation->room);
    if (operation->progress == OPERATION_UNDOES) {
        operation_end(operation, SEND_REFUSED, 0, "not everybody came into the team's room");
    } else {
        operation_done(operation, "");
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool operation_is_muted(const struct room_operation *spec, const char *account)
{
    for (unsigned i = 0; spec->kind == ROOM_OPEN && i < spec->muted_count; i++) {
        if (strcmp(spec->muted[i], account) == 0) {
            return true;
        }
    }
    return false;
}

static void operation_set_room(struct matrix_operation *operation, const char *room)
{
    struct matrix *matrix = operation->matrix;
    struct matrix_team *team = matrix_team_new(matrix, room);
    for (unsigned i = 0; i < operation->spec.member_count; i++) {
        matrix_team_add(team, operation->spec.members[i]);
    }
    matrix_copy(operation->room, room);
    matrix_team_keep(matrix, team);
}

static void operation_found(void *context, struct matrix_room *room, enum answer_status status)
{
    struct matrix_operation *operation = context;
    const struct answer answer = {.status = status, .why = "rooms could not be looked at"};
    if (room == NULL && status != ANSWER_DONE) {
        matrix_operation_failed(operation, &answer);
        return;
    }
    if (room != NULL) {
        operation_set_room(operation, room->id);
    }
    matrix_operation_advance(operation);
}

static void operation_search(struct matrix_operation *operation)
{
    operation->progress = OPERATION_SEARCHED;
    matrix_search_start(operation->matrix, operation->spec.nonce, operation_found, operation);
}

/* The room is created. A state that was fetched, or is being fetched, may be older: it is fetched
 * again. */
static void operation_created(struct matrix_operation *operation, const char *room)
{
    operation_set_room(operation, room);
    matrix_room_doubt_members(matrix_room_at(operation->matrix, room));
    matrix_room_stale(matrix_room_at(operation->matrix, room));
}

static void operation_create_answered(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    const char *id = json_at_text(answer->json, "room_id");
    bool sound = id != NULL && id[0] == '!' && strlen(id) < MATRIX_ID_BYTES;
    if (answer->status == ANSWER_DONE && sound) {
        operation_created(operation, id);
        matrix_operation_advance(operation);
    } else if (answer->status == ANSWER_CLOSED) {
        operation_end(operation, SEND_REFUSED, 0, answer->why);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

static void operation_create(struct matrix_operation *operation)
{
    struct matrix *matrix = operation->matrix;
    const struct room_operation *spec = &operation->spec;
    const char *invite[ROOM_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < spec->member_count && i < ROOM_MEMBERS_MAX; i++) {
        if (!operation_is_muted(spec, spec->members[i])) {
            invite[count++] = spec->members[i];
        }
    }
    enum matrix_encrypts encrypts =
        matrix->e2ee->encrypts(matrix->e2ee, spec->members, spec->member_count);
    if (encrypts == MATRIX_ENCRYPTS_UNKNOWN) {
        operation_end(operation, SEND_NOT_SENT, matrix_now_ms(matrix) + MATRIX_RETRY_SOON_MS,
                      "the members' devices are being asked for");
        return;
    }
    const char *name = spec->name != NULL && spec->name[0] != '\0' ? spec->name : "deaddrop";
    const struct matrix_creation creation = {.marker = spec->nonce,
                                             .encrypted = encrypts == MATRIX_ENCRYPTS_YES};
    const char *json = matrix_create_team(matrix->send_arena, name, invite, count, &creation);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/createRoom",
                                           .json = json,
                                           .priority = MATRIX_CHATTER,
                                           .limited = true,
                                           .once = true,
                                           .time_ms = MATRIX_CREATE_MS,
                                           .try_ms = MATRIX_CREATE_MS};
    matrix_client_start(matrix->client, &request, operation_create_answered, operation);
}

static void operation_state_fetched(void *context, struct matrix_room *room, bool known,
                                    enum answer_status status)
{
    struct matrix_operation *operation = context;
    const struct answer answer = {.status = status == ANSWER_DONE ? ANSWER_DOWN : status,
                                  .why = "the team's room is unread"};
    (void)room;
    if (known) {
        matrix_operation_advance(operation);
    } else {
        matrix_operation_failed(operation, &answer);
    }
}

/* --- inviting --------------------------------------------------------------------------------- */

static void operation_invited(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    struct matrix_room *room = matrix_room_find(operation->matrix, operation->room);
    if (answer->status == ANSWER_DONE || answer->status == ANSWER_FORBIDDEN) {
        if (room != NULL) {
            matrix_room_doubt_members(room); /* in it, or invited, or neither: it says so */
        }
        matrix_operation_advance(operation);
    } else if (answer->status == ANSWER_CLOSED) {
        operation_give_up(operation, answer->why);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

static void operation_invite(struct matrix_operation *operation, const char *account)
{
    struct matrix *matrix = operation->matrix;
    struct matrix_request request = matrix_invitation(matrix->send_arena, operation->room, account);
    request.priority = MATRIX_CHATTER;
    matrix_client_start(matrix->client, &request, operation_invited, operation);
}

/* Invites the next member who is neither joined nor invited, nor was by this operation. False: none
 * is left. */
static bool operation_invite_next(struct matrix_operation *operation,
                                  const struct matrix_room *room, const struct matrix_team *team)
{
    for (unsigned i = 0; i < team->count; i++) {
        const struct matrix_member *member = matrix_room_member(room, team->member[i]);
        bool in = member != NULL &&
                  (member->membership == MATRIX_JOINED || member->membership == MATRIX_INVITED);
        if (!in && (operation->invited & 1u << i) == 0) {
            operation->invited |= 1u << i;
            operation_invite(operation, team->member[i]);
            return true;
        }
    }
    return false;
}

/* --- the next step ---------------------------------------------------------------------------- */

static void operation_populate(struct matrix_operation *operation, const struct matrix_room *room,
                               struct matrix_team *team)
{
    const struct room_operation *spec = &operation->spec;
    if (spec->kind == ROOM_OPEN && spec->muted_count > 0 && operation->progress < OPERATION_MUTED) {
        matrix_operation_mute(operation, spec->muted, spec->muted_count, true);
        return;
    }
    switch (matrix_team_secrecy(operation->matrix, team, room, true)) {
    case SECRECY_HOLDS:
        operation_done(operation, spec->kind == ROOM_OPEN ? operation->room : "");
        break;
    case SECRECY_LEFT:
        if (!operation_invite_next(operation, room, team)) {
            operation_give_up(operation, "a member does not come");
        }
        break;
    case SECRECY_INVITED:
        if (!operation_invite_next(operation, room, team)) { /* nothing waits until they join */
            matrix_team_watch(operation->matrix, team);
            operation_done(operation, spec->kind == ROOM_OPEN ? operation->room : "");
        }
        break;
    case SECRECY_UNKNOWN:
    case SECRECY_OUT:
    case SECRECY_ENCRYPTED:
    case SECRECY_HISTORY:
    case SECRECY_OPEN:
    case SECRECY_STRANGER:
        operation_give_up(operation, "the team's room is not theirs alone");
        break;
    }
}

void matrix_operation_advance(struct matrix_operation *operation)
{
    struct matrix *matrix = operation->matrix;
    struct matrix_room *room = operation->room[0] == '\0'
                                   ? matrix_search_known(matrix, operation->spec.nonce)
                                   : matrix_room_at(matrix, operation->room);
    if (room == NULL && operation->spec.tries > 0 && operation->progress < OPERATION_SEARCHED) {
        operation_search(operation);
        return;
    }
    if (room == NULL) {
        operation_create(operation);
        return;
    }
    if (operation->room[0] == '\0') {
        operation_set_room(operation, room->id);
    }
    struct matrix_team *team = matrix_team_at(matrix, operation->room);
    if (room->state != MATRIX_STATE_COMPLETE) {
        matrix_room_fetch_state(matrix, room, operation_state_fetched, operation);
    } else {
        operation_populate(operation, room, team);
    }
}

/* --- operations
 * ----------------------------------------------------------------------------------- */

static void operation_change_member(struct matrix_operation *operation)
{
    struct matrix *matrix = operation->matrix;
    const struct room_operation *spec = &operation->spec;
    struct matrix_team *team = matrix_team_new(matrix, spec->room);
    if (spec->kind == ROOM_ADD) {
        matrix_team_add(team, spec->account);
        matrix_team_keep(matrix, team);
        matrix_operation_advance(operation);
    } else {
        matrix_team_remove(team, spec->account);
        matrix_team_keep(matrix, team);
        matrix_operation_kick(operation, spec->account);
    }
}

void matrix_operation_start(struct adapter *adapter, const struct room_operation *spec)
{
    struct matrix *matrix = (struct matrix *)adapter;
    struct matrix_operation *operation = heap_allocate(sizeof *operation);
    arena_reset(matrix->send_arena);
    operation->matrix = matrix;
    operation->spec = *spec;
    operation->next = matrix->operations;
    matrix->operations = operation;
    if (spec->kind != ROOM_OPEN) {
        matrix_copy(operation->room, spec->room);
    }
    if (matrix->is_gone) {
        operation_end(operation, SEND_NOT_SENT, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                      "the session is over");
        return;
    }
    switch (spec->kind) {
    case ROOM_OPEN:
        matrix_operation_advance(operation);
        break;
    case ROOM_ADD:
    case ROOM_REMOVE:
        operation_change_member(operation);
        break;
    case ROOM_MUTE:
    case ROOM_UNMUTE:
        matrix_operation_mute(operation, &operation->spec.account, 1, spec->kind == ROOM_MUTE);
        break;
    case ROOM_CLOSE:
        matrix_operation_close(operation);
        break;
    case ROOM_EVENT_CREATE: /* never handed over: the adapter has no schedule() */
    case ROOM_EVENT_CHANGE:
    case ROOM_EVENT_CANCEL:
        operation_end(operation, SEND_REFUSED, 0, "Matrix has no events of this kind");
        return;
    }
    matrix_plan(matrix);
}

void matrix_operation_applied(struct matrix_operation *operation)
{
    if (operation->spec.kind == ROOM_OPEN) {
        operation->progress = OPERATION_MUTED;
        matrix_operation_advance(operation);
    } else {
        operation_done(operation, "");
    }
}

void matrix_operations_free(struct matrix *matrix)
{
    while (matrix->operations != NULL) {
        struct matrix_operation *operation = matrix->operations;
        matrix->operations = operation->next;
        free(operation);
    }
}
