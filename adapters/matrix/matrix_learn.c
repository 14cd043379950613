/* A room's whole state, read at once for all who ask. What /sync tells meanwhile may be newer than
 * what is being read: then it is read once more. Where the homeserver does not give it whole, what
 * counts of it is read piece by piece: members, and the events that sending goes by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"
#include "matrix_decode.h"
#include "matrix_fate.h"
#include "matrix_learn.h"
#include "matrix_path.h"
#include "matrix_power.h"
#include "matrix_private.h"
#include "matrix_stream.h"

enum {
    LEARN_TIME_MS = 90000,
    LEARN_POWER_MS = 5000,
    LEARN_AGAIN_MAX = 4,
    LEARN_PATH_BYTES = 2048,
    LEARN_BYTES_MAX = 128 * 1024 * 1024
};

struct learn_ask {
    struct learn_ask *next;
    matrix_room_fn done;
    void *context;
};

struct matrix_learning {
    struct matrix *matrix;
    struct matrix_room *room;
    struct matrix_room *shadow;
    struct matrix_stream *stream;
    struct learn_ask *asks;
    uint64_t number; /* of the request */
    unsigned times;
    unsigned piece; /* that is asked for, from 1; 0: the whole is */
    bool stale;     /* something has changed since it was begun */
};

static void learn_ignore_text(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void learn_ignore_room(void *context, enum matrix_where where, const char *room)
{
    (void)context;
    (void)where;
    (void)room;
}

static void learn_ignore_part(void *context, enum matrix_part part)
{
    (void)context;
    (void)part;
}

static void learn_ignore(void *context)
{
    (void)context;
}

static void learn_event(void *context, enum matrix_part part, const char *json, size_t len)
{
    struct matrix_learning *learning = context;
    (void)part;
    cJSON *event = cJSON_ParseWithLength(json, len);
    if (event != NULL) {
        arena_reset(learning->matrix->arena);
        matrix_room_take(learning->matrix, learning->shadow, event);
    }
    cJSON_Delete(event);
}

static void learn_piece(void *context, const char *bytes, size_t len)
{
    struct matrix_learning *learning = context;
    matrix_stream_add(learning->stream, bytes, len);
}

static void learn_restart(void *context)
{
    struct matrix_learning *learning = context;
    matrix_stream_restart(learning->stream);
    matrix_room_shadow_free(&learning->shadow);
    learning->shadow = matrix_room_shadow(learning->matrix, learning->room);
    learning->stale = false;
}

void matrix_learning_free(struct matrix_room *room)
{
    struct matrix_learning *learning = room->learning;
    if (learning == NULL) {
        return;
    }
    room->learning = NULL;
    matrix_client_cancel(learning->matrix->client, learning->number);
    while (learning->asks != NULL) {
        struct learn_ask *ask = learning->asks;
        learning->asks = ask->next;
        free(ask);
    }
    matrix_room_shadow_free(&learning->shadow);
    matrix_stream_free(&learning->stream);
    free(learning);
}

static void learn_begin(struct matrix_learning *learning);

static void learn_end(struct matrix_learning *learning, enum matrix_fate fate)
{
    struct matrix *matrix = learning->matrix;
    struct matrix_room *room = learning->room;
    bool whole = learning->piece > 0 || (matrix_stream_whole(learning->stream) &&
                                         matrix_stream_left_out(learning->stream) == 0);
    bool known = fate == MATRIX_DONE && whole && !learning->stale;
    struct learn_ask *asks = learning->asks;
    if (known) {
        matrix_room_stated(learning->shadow);
        matrix_room_become(room, &learning->shadow);
    }
    learning->asks = NULL;
    learning->number = 0;
    matrix_learning_free(room);
    if (!known) {
        log_event(LEVEL_WARNING, "matrix.room_unread",
                  LOG_FIELDS(log_text("fate", matrix_fate_name(fate))));
    }
    while (asks != NULL) {
        struct learn_ask *ask = asks;
        asks = ask->next;
        ask->done(ask->context, room, known, known ? MATRIX_DONE : fate);
        free(ask);
    }
    if (known) { /* else nothing has changed, and who waits for the room would ask again at once */
        matrix_room_changed(matrix, room);
    }
    matrix_plan(matrix);
}

/* --- piece by piece --------------------------------------------------------------------------- */

static const char *const learn_types[] = {"m.room.create",     "m.room.power_levels",
                                          "m.room.join_rules", "m.room.history_visibility",
                                          "m.room.encryption", "m.room.name"};
enum { LEARN_PIECES = 1 + sizeof learn_types / sizeof *learn_types };

static void learn_members(struct matrix_learning *learning, const cJSON *json)
{
    const cJSON *event = NULL;
    cJSON_ArrayForEach(event, matrix_get(json, "chunk"))
    {
        arena_reset(learning->matrix->arena);
        matrix_room_take(learning->matrix, learning->shadow, event);
    }
}

/* Who made it is not in the content any more; of ours it is known. */
static const char *learn_sender(const struct matrix_learning *learning, const cJSON *content)
{
    const char *creator = matrix_id(content, "creator", '@');
    return creator != NULL                     ? creator
           : learning->room->marker[0] != '\0' ? learning->matrix->user
                                               : "";
}

static void learn_content(struct matrix_learning *learning, const char *type, const cJSON *content)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", type);
    cJSON_AddStringToObject(event, "state_key", "");
    cJSON_AddStringToObject(event, "sender", learn_sender(learning, content));
    cJSON_AddItemToObject(event, "content", cJSON_Duplicate(content, true));
    arena_reset(learning->matrix->arena);
    matrix_room_take(learning->matrix, learning->shadow, event);
    cJSON_Delete(event);
}

static void learn_next_piece(struct matrix_learning *learning);

static void learn_has_piece(void *context, const struct matrix_answer *answer)
{
    struct matrix_learning *learning = context;
    bool members = learning->piece == 1;
    bool absent =
        !members && answer->fate == MATRIX_MISSING && strcmp(answer->errcode, "M_NOT_FOUND") == 0;
    bool whole =
        members ? cJSON_IsArray(matrix_get(answer->json, "chunk")) : cJSON_IsObject(answer->json);
    learning->number = 0;
    if (answer->fate == MATRIX_DONE && whole && members) {
        learn_members(learning, answer->json);
    } else if (answer->fate == MATRIX_DONE && whole) {
        learn_content(learning, learn_types[learning->piece - 2], answer->json);
    } else if (!absent) {
        learn_end(learning, answer->fate == MATRIX_DONE ? MATRIX_BAD : answer->fate);
        return;
    }
    if (learning->piece < LEARN_PIECES) {
        learning->piece++;
        learn_next_piece(learning);
    } else if (learning->stale && learning->times < LEARN_AGAIN_MAX) {
        learn_begin(learning);
    } else {
        learn_end(learning, MATRIX_DONE);
    }
}

static void learn_next_piece(struct matrix_learning *learning)
{
    struct matrix *matrix = learning->matrix;
    bool members = learning->piece == 1;
    const char *segments[] = {learning->room->id, members ? "" : learn_types[learning->piece - 2]};
    const char *route = members ? "/rooms/{}/members" : "/rooms/{}/state/{}/";
    const struct matrix_request request = {.method = "GET",
                                           .route = route,
                                           .path = matrix_path(matrix->arena, route, segments),
                                           .priority = MATRIX_SECRET,
                                           .repeatable = true,
                                           .time_ms = LEARN_TIME_MS,
                                           .answer_max = LEARN_BYTES_MAX};
    learning->number = matrix_client_start(matrix->client, &request, learn_has_piece, learning);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void learn_answered(void *context, const struct matrix_answer *answer)
{
    struct matrix_learning *learning = context;
    learning->number = 0;
    if (answer->fate == MATRIX_UNRECOGNIZED && learning->piece == 0) {
        learn_restart(learning);
        learning->piece = 1;
        learn_next_piece(learning);
        return;
    }
    if (answer->fate == MATRIX_DONE && learning->stale && learning->times < LEARN_AGAIN_MAX) {
        learn_begin(learning);
        return;
    }
    learn_end(learning, answer->fate);
}

static void learn_begin(struct matrix_learning *learning)
{
    struct matrix *matrix = learning->matrix;
    const char *segments[] = {learning->room->id};
    const struct matrix_request request = {
        .method = "GET",
        .route = "/rooms/{}/state",
        .path = matrix_path(matrix->arena, "/rooms/{}/state", segments),
        .priority = MATRIX_SECRET,
        .repeatable = true,
        .time_ms = LEARN_TIME_MS,
        .answer_max = LEARN_BYTES_MAX,
        .piece = learn_piece,
        .restart = learn_restart};
    learning->times++;
    learning->piece = 0;
    learning->number = matrix_client_start(matrix->client, &request, learn_answered, learning);
}

void matrix_room_learn(struct matrix *matrix, struct matrix_room *room, matrix_room_fn done,
                       void *context)
{
    static const struct matrix_stream_hooks hooks = {.next = learn_ignore_text,
                                                     .room = learn_ignore_room,
                                                     .part = learn_ignore_part,
                                                     .limited = learn_ignore,
                                                     .previous = learn_ignore_text,
                                                     .event = learn_event,
                                                     .room_end = learn_ignore};
    struct learn_ask *ask = heap_take(sizeof *ask);
    ask->done = done;
    ask->context = context;
    if (room->learning != NULL) {
        ask->next = room->learning->asks;
        room->learning->asks = ask;
        return;
    }
    struct matrix_learning *learning = heap_take(sizeof *learning);
    struct matrix_stream_hooks own = hooks;
    own.context = learning;
    learning->matrix = matrix;
    learning->room = room;
    learning->asks = ask;
    learning->stream = matrix_stream_new(&own, true);
    room->learning = learning;
    learn_begin(learning);
}

void matrix_learning_stale(struct matrix_room *room)
{
    if (room->learning != NULL) {
        room->learning->stale = true;
    }
}

/* --- who may do what, alone ------------------------------------------------------------------- */

/* The event, or its content where the homeserver knows no other shape. */
static const cJSON *learn_content_of(const cJSON *json)
{
    const cJSON *content = matrix_get(json, "content");
    return cJSON_IsObject(content) && matrix_text(json, "type") != NULL ? content : json;
}

static struct matrix_power *learn_power_of(struct matrix_room *room)
{
    if (room->power == NULL) {
        room->power = matrix_power_new();
    }
    return room->power;
}

static void learn_has_create(void *context, const struct matrix_answer *answer)
{
    struct matrix_room *room = context;
    const char *sender = matrix_text(answer->json, "sender");
    if (answer->fate == MATRIX_DONE && !room->stated) {
        const cJSON *content = learn_content_of(answer->json);
        matrix_power_create(learn_power_of(room), content,
                            sender != NULL ? sender : matrix_text(content, "creator"));
    }
}

static void learn_has_levels(void *context, const struct matrix_answer *answer)
{
    struct matrix_room *room = context;
    if (answer->fate == MATRIX_DONE && !room->stated && cJSON_IsObject(answer->json)) {
        matrix_power_levels(learn_power_of(room), learn_content_of(answer->json));
        room->ruled = true;
    }
}

void matrix_room_learn_power(struct matrix *matrix, struct matrix_room *room)
{
    static const struct {
        const char *type;
        matrix_answer_fn done;
    } pieces[] = {{"m.room.create", learn_has_create}, {"m.room.power_levels", learn_has_levels}};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const char *segments[] = {room->id, pieces[i].type};
        struct buf path;
        buf_init(&path, LEARN_PATH_BYTES);
        buf_text(&path, matrix_path(matrix->arena, "/rooms/{}/state/{}/", segments));
        buf_text(&path, "?format=event");
        const struct matrix_request request = {.method = "GET",
                                               .route = "/rooms/{}/state/{}/",
                                               .path = path.text,
                                               .priority = MATRIX_SECRET,
                                               .repeatable = true,
                                               .time_ms = LEARN_POWER_MS};
        matrix_client_start(matrix->client, &request, pieces[i].done, room);
        buf_deinit(&path);
    }
}
