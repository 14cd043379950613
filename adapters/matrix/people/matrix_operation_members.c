/* Steps of room operations: power levels, kicks, leaving. What is done already counts as done. */
#include "matrix_operation_private.h"

#include <string.h>

#include "json_at.h"
#include "matrix_answer.h"
#include "matrix_state_fetch.h"
#include "route.h"

/* --- power ------------------------------------------------------------------------------------ */

enum { POWER_MAX = 1000000000 };

/* The least level that writes or reacts. */
static int64_t power_to_write(const cJSON *levels)
{
    static const char *const types[] = {"m.room.message", "m.reaction", "m.room.redaction"};
    const cJSON *events = json_at(levels, "events");
    int64_t otherwise = json_at_number(levels, "events_default", -POWER_MAX, POWER_MAX, 0);
    int64_t least = otherwise;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        int64_t level = json_at_number(events, types[i], -POWER_MAX, POWER_MAX, otherwise);
        least = level < least ? level : least;
    }
    return least;
}

bool matrix_power_mute(cJSON *levels, const char *const *account, unsigned count, bool mute)
{
    cJSON *users = cJSON_GetObjectItemCaseSensitive(levels, "users");
    if (!cJSON_IsObject(levels) || (users != NULL && !cJSON_IsObject(users))) {
        return false;
    }
    if (users == NULL) {
        users = cJSON_AddObjectToObject(levels, "users");
    }
    int64_t below = power_to_write(levels) - 1;
    for (unsigned i = 0; i < count; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(users, account[i]);
        if (mute) {
            cJSON_AddNumberToObject(users, account[i], (double)below);
        }
    }
    return true;
}

static void power_written(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    if (answer->status == ANSWER_DONE) {
        matrix_operation_applied(operation);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

static void power_read(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    cJSON *levels = answer->status == ANSWER_DONE ? cJSON_Duplicate(answer->json, true) : NULL;
    if (levels == NULL ||
        !matrix_power_mute(levels, operation->account, operation->account_count, operation->mute)) {
        cJSON_Delete(levels);
        matrix_operation_failed(operation, answer);
        return;
    }
    char *json = cJSON_PrintUnformatted(levels);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/state/{}",
                                           .ids = {operation->room, "m.room.power_levels"},
                                           .json = json,
                                           .limited = true};
    matrix_client_start(operation->matrix->client, &request, power_written, operation);
    cJSON_free(json);
    cJSON_Delete(levels);
}

void matrix_operation_mute(struct matrix_operation *operation, const char *const *account,
                           unsigned count, bool mute)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = "/rooms/{}/state/{}",
                                           .ids = {operation->room, "m.room.power_levels"}};
    operation->mute = mute;
    operation->account = account;
    operation->account_count = count;
    matrix_client_start(operation->matrix->client, &request, power_read, operation);
}

/* --- out -------------------------------------------------------------------------------------- */

static void members_post(struct matrix_operation *operation, const char *route, const char *json,
                         answer_fn done)
{
    const struct matrix_request request = {.method = "POST",
                                           .route = route,
                                           .ids = {operation->room},
                                           .json = json,
                                           .priority = MATRIX_CHATTER,
                                           .limited = strcmp(route, "/rooms/{}/forget") != 0};
    matrix_client_start(operation->matrix->client, &request, done, operation);
}

static void kick_start(struct matrix_operation *operation, const char *account, answer_fn done)
{
    members_post(operation, "/rooms/{}/kick",
                 json_one(operation->matrix->send_arena, "user_id", account), done);
}

/* Who is not there cannot be kicked, which is fine. */
static void kick_answered(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    if (answer->status == ANSWER_DONE || answer->status == ANSWER_FORBIDDEN) {
        matrix_operation_applied(operation);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

void matrix_operation_kick(struct matrix_operation *operation, const char *account)
{
    kick_start(operation, account, kick_answered);
}

/* --- closing ---------------------------------------------------------------------------------- */

static void close_forgotten(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    if (matrix_answer_is_out(answer->status)) {
        matrix_operation_closed(operation);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

static void close_left(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    if (matrix_answer_is_out(answer->status)) {
        members_post(operation, "/rooms/{}/forget", "{}", close_forgotten);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

static void close_next(struct matrix_operation *operation);

static void close_kicked(void *context, const struct answer *answer)
{
    struct matrix_operation *operation = context;
    if (matrix_answer_is_out(answer->status)) {
        close_next(operation);
    } else {
        matrix_operation_failed(operation, answer);
    }
}

/* Kicks the next one who was joined or invited; then we leave. */
static void close_next(struct matrix_operation *operation)
{
    if (operation->kicked < operation->kick_count) {
        kick_start(operation, operation->kick[operation->kicked++], close_kicked);
    } else {
        members_post(operation, "/rooms/{}/leave", "{}", close_left);
    }
}

/* Lists who is in the room, as far as is known, and begins. */
static void close_begin(struct matrix_operation *operation)
{
    const struct matrix *matrix = operation->matrix;
    const struct matrix_room *room = matrix_room_find(matrix, operation->room);
    size_t at = 0;
    const struct matrix_member *member = NULL;
    while (room != NULL && operation->kick_count < MATRIX_KICKS_MAX &&
           (member = map_next(&room->members, &at)) != NULL) {
        bool in = member->membership == MATRIX_JOINED || member->membership == MATRIX_INVITED;
        if (in && strcmp(member->id, matrix->user) != 0) {
            matrix_copy(operation->kick[operation->kick_count++], member->id);
        }
    }
    close_next(operation);
}

static void close_state_fetched(void *context, struct matrix_room *room, bool known,
                                enum answer_status status)
{
    struct matrix_operation *operation = context;
    const struct answer answer = {.status = status, .why = "the team's room is unread"};
    (void)room;
    if (known || status == ANSWER_FORBIDDEN || status == ANSWER_GONE) {
        close_begin(operation);
    } else {
        matrix_operation_failed(operation, &answer);
    }
}

void matrix_operation_close(struct matrix_operation *operation)
{
    struct matrix *matrix = operation->matrix;
    struct matrix_room *room = matrix_room_at(matrix, operation->room);
    if (room->state == MATRIX_STATE_COMPLETE) {
        close_begin(operation);
    } else {
        matrix_room_fetch_state(matrix, room, close_state_fetched, operation);
    }
}
