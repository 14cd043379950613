/* GET /rooms/{}/state, once for all who wait for the same room. If a sync brings newer state
 * meanwhile, it is fetched again. A homeserver without that endpoint is asked piece by piece: for
 * the members, and for the events that decide about sending. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_answer.h"
#include "matrix_base.h"
#include "matrix_decode.h"
#include "matrix_power.h"
#include "matrix_state_fetch.h"
#include "matrix_stream.h"
#include "route.h"

enum {
    FETCH_TIME_MS = 90000,
    FETCH_POWER_MS = 5000,
    FETCH_AGAIN_MAX = 4,
    FETCH_BYTES_MAX = 128 * 1024 * 1024
};

struct fetch_waiter {
    struct fetch_waiter *next;
    matrix_state_fn done;
    void *context;
};

struct matrix_state_fetch {
    struct matrix *matrix;
    struct matrix_room *room;
    struct matrix_room *shadow;
    struct matrix_stream *stream;
    struct fetch_waiter *waiters;
    uint64_t number; /* of the request */
    unsigned rounds;
    unsigned piece; /* being fetched, from 1; 0: the whole state is */
};

static void fetch_ignore_text(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void fetch_ignore_room(void *context, enum matrix_where where, const char *room)
{
    (void)context;
    (void)where;
    (void)room;
}

static void fetch_ignore_part(void *context, enum matrix_part part)
{
    (void)context;
    (void)part;
}

static void fetch_ignore(void *context)
{
    (void)context;
}

static void fetch_event(void *context, enum matrix_part part, const char *json, size_t len)
{
    struct matrix_state_fetch *fetch = context;
    (void)part;
    cJSON *event = cJSON_ParseWithLength(json, len);
    if (event != NULL) {
        arena_reset(fetch->matrix->arena);
        matrix_room_apply(fetch->matrix, fetch->shadow, event);
    }
    cJSON_Delete(event);
}

static void fetch_piece(void *context, const char *bytes, size_t len)
{
    struct matrix_state_fetch *fetch = context;
    matrix_stream_add(fetch->stream, bytes, len);
}

static void fetch_restart(void *context)
{
    struct matrix_state_fetch *fetch = context;
    matrix_stream_restart(fetch->stream);
    matrix_room_shadow_free(&fetch->shadow);
    fetch->shadow = matrix_room_shadow(fetch->matrix, fetch->room);
    fetch->room->stale = false;
}

static void fetch_free(struct matrix_room *room)
{
    struct matrix_state_fetch *fetch = room->fetch;
    if (fetch == NULL) {
        return;
    }
    room->fetch = NULL;
    matrix_client_cancel(fetch->matrix->client, fetch->number);
    while (fetch->waiters != NULL) {
        struct fetch_waiter *waiter = fetch->waiters;
        fetch->waiters = waiter->next;
        free(waiter);
    }
    matrix_room_shadow_free(&fetch->shadow);
    matrix_stream_free(&fetch->stream);
    free(fetch);
}

static void fetch_begin(struct matrix_state_fetch *fetch);

static void fetch_end(struct matrix_state_fetch *fetch, enum answer_status status)
{
    struct matrix *matrix = fetch->matrix;
    struct matrix_room *room = fetch->room;
    bool whole = fetch->piece > 0 ||
                 (matrix_stream_whole(fetch->stream) && matrix_stream_left_out(fetch->stream) == 0);
    bool known = status == ANSWER_DONE && whole && !fetch->room->stale;
    struct fetch_waiter *waiters = fetch->waiters;
    if (known) {
        matrix_room_set_partial(fetch->shadow);
        matrix_room_replace(matrix, room, &fetch->shadow);
    }
    fetch->waiters = NULL;
    fetch->number = 0;
    fetch_free(room);
    if (!known) {
        log_event(LEVEL_WARNING, "matrix.state_not_fetched",
                  LOG_FIELDS(log_text("status", answer_status_name(status))));
    }
    while (waiters != NULL) {
        struct fetch_waiter *waiter = waiters;
        waiters = waiter->next;
        waiter->done(waiter->context, room, known, known ? ANSWER_DONE : status);
        free(waiter);
    }
    if (known) { /* else nothing has changed, and who waits for the room would fetch it again at
                    once */
        matrix_room_has_changed(matrix, room);
    }
    matrix_plan(matrix);
}

/* --- piece by piece --------------------------------------------------------------------------- */

static const char *const fetch_types[] = {"m.room.create",     "m.room.power_levels",
                                          "m.room.join_rules", "m.room.history_visibility",
                                          "m.room.encryption", "m.room.name"};
enum { FETCH_PIECES = 1 + sizeof fetch_types / sizeof *fetch_types };

static void fetch_members(struct matrix_state_fetch *fetch, const cJSON *json)
{
    const cJSON *event = NULL;
    cJSON_ArrayForEach(event, json_at(json, "chunk"))
    {
        arena_reset(fetch->matrix->arena);
        matrix_room_apply(fetch->matrix, fetch->shadow, event);
    }
}

/* The creator is no part of the content since version 11; of our own rooms it is known. */
static const char *fetch_sender(const struct matrix_state_fetch *fetch, const cJSON *content)
{
    const char *creator = matrix_id(content, "creator", '@');
    return creator != NULL ? creator : fetch->room->marker[0] != '\0' ? fetch->matrix->user : "";
}

static void fetch_content(struct matrix_state_fetch *fetch, const char *type, const cJSON *content)
{
    cJSON *event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type", type);
    cJSON_AddStringToObject(event, "state_key", "");
    cJSON_AddStringToObject(event, "sender", fetch_sender(fetch, content));
    cJSON_AddItemToObject(event, "content", cJSON_Duplicate(content, true));
    arena_reset(fetch->matrix->arena);
    matrix_room_apply(fetch->matrix, fetch->shadow, event);
    cJSON_Delete(event);
}

static void fetch_next_piece(struct matrix_state_fetch *fetch);

static void fetch_has_piece(void *context, const struct answer *answer)
{
    struct matrix_state_fetch *fetch = context;
    bool members = fetch->piece == 1;
    bool absent =
        !members && answer->status == ANSWER_GONE && strcmp(answer->errcode, "M_NOT_FOUND") == 0;
    bool whole =
        members ? cJSON_IsArray(json_at(answer->json, "chunk")) : cJSON_IsObject(answer->json);
    fetch->number = 0;
    if (answer->status == ANSWER_DONE && whole && members) {
        fetch_members(fetch, answer->json);
    } else if (answer->status == ANSWER_DONE && whole) {
        fetch_content(fetch, fetch_types[fetch->piece - 2], answer->json);
    } else if (!absent) {
        fetch_end(fetch, answer->status == ANSWER_DONE ? ANSWER_BAD : answer->status);
        return;
    }
    if (fetch->piece < FETCH_PIECES) {
        fetch->piece++;
        fetch_next_piece(fetch);
    } else if (fetch->room->stale && fetch->rounds < FETCH_AGAIN_MAX) {
        fetch_begin(fetch);
    } else {
        fetch_end(fetch, ANSWER_DONE);
    }
}

static void fetch_next_piece(struct matrix_state_fetch *fetch)
{
    struct matrix *matrix = fetch->matrix;
    bool members = fetch->piece == 1;
    const char *route = members ? "/rooms/{}/members" : "/rooms/{}/state/{}/";
    const struct matrix_request request = {
        .method = "GET",
        .route = route,
        .ids = {fetch->room->id, members ? "" : fetch_types[fetch->piece - 2]},
        .time_ms = FETCH_TIME_MS,
        .answer_max = FETCH_BYTES_MAX};
    fetch->number = matrix_client_start(matrix->client, &request, fetch_has_piece, fetch);
}

/* --- the whole state
 * -------------------------------------------------------------------------------- */

static void fetch_answered(void *context, const struct answer *answer)
{
    struct matrix_state_fetch *fetch = context;
    fetch->number = 0;
    if (answer->status == ANSWER_UNRECOGNIZED && fetch->piece == 0) {
        fetch_restart(fetch);
        fetch->piece = 1;
        fetch_next_piece(fetch);
        return;
    }
    if (answer->status == ANSWER_DONE && fetch->room->stale && fetch->rounds < FETCH_AGAIN_MAX) {
        fetch_begin(fetch);
        return;
    }
    fetch_end(fetch, answer->status);
}

static void fetch_begin(struct matrix_state_fetch *fetch)
{
    struct matrix *matrix = fetch->matrix;
    const struct matrix_request request = {.method = "GET",
                                           .route = "/rooms/{}/state",
                                           .ids = {fetch->room->id},
                                           .time_ms = FETCH_TIME_MS,
                                           .answer_max = FETCH_BYTES_MAX,
                                           .piece = fetch_piece,
                                           .restart = fetch_restart};
    fetch->rounds++;
    fetch->piece = 0;
    fetch->number = matrix_client_start(matrix->client, &request, fetch_answered, fetch);
}

void matrix_room_fetch_state(struct matrix *matrix, struct matrix_room *room, matrix_state_fn done,
                             void *context)
{
    static const struct matrix_stream_hooks hooks = {.next = fetch_ignore_text,
                                                     .room = fetch_ignore_room,
                                                     .part = fetch_ignore_part,
                                                     .limited = fetch_ignore,
                                                     .previous = fetch_ignore_text,
                                                     .event = fetch_event,
                                                     .room_end = fetch_ignore};
    struct fetch_waiter *waiter = heap_allocate(sizeof *waiter);
    waiter->done = done;
    waiter->context = context;
    if (room->fetch != NULL) {
        waiter->next = room->fetch->waiters;
        room->fetch->waiters = waiter;
        return;
    }
    struct matrix_state_fetch *fetch = heap_allocate(sizeof *fetch);
    struct matrix_stream_hooks own = hooks;
    own.context = fetch;
    fetch->matrix = matrix;
    fetch->room = room;
    fetch->waiters = waiter;
    fetch->stream = matrix_stream_new(&own, true);
    room->fetch = fetch;
    room->stale = false;
    fetch_begin(fetch);
}

void matrix_state_fetches_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_room *room = NULL; (room = matrix_rooms_next(matrix, &at)) != NULL;) {
        fetch_free(room);
    }
}

/* --- power levels alone ------------------------------------------------------------------- */

/* The content of the event; homeservers that do not know format=event return it alone. */
static const cJSON *fetch_content_of(const cJSON *json)
{
    const cJSON *content = json_at(json, "content");
    return cJSON_IsObject(content) && json_at_text(json, "type") != NULL ? content : json;
}

static struct matrix_power *fetch_power_of(struct matrix_room *room)
{
    if (room->power == NULL) {
        room->power = matrix_power_new();
    }
    return room->power;
}

static void fetch_has_create(void *context, const struct answer *answer)
{
    struct matrix_room *room = context;
    const char *sender = json_at_text(answer->json, "sender");
    if (answer->status == ANSWER_DONE && room->state < MATRIX_STATE_PARTIAL) {
        const cJSON *content = fetch_content_of(answer->json);
        matrix_power_create(fetch_power_of(room), content,
                            sender != NULL ? sender : json_at_text(content, "creator"));
    }
}

static void fetch_has_levels(void *context, const struct answer *answer)
{
    struct matrix_room *room = context;
    if (answer->status == ANSWER_DONE && room->state < MATRIX_STATE_PARTIAL &&
        cJSON_IsObject(answer->json)) {
        matrix_power_levels(fetch_power_of(room), fetch_content_of(answer->json));
        room->state = MATRIX_STATE_POWER;
    }
}

void matrix_room_fetch_power(struct matrix *matrix, struct matrix_room *room)
{
    static const struct {
        const char *type;
        answer_fn done;
    } pieces[] = {{"m.room.create", fetch_has_create}, {"m.room.power_levels", fetch_has_levels}};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const struct matrix_request request = {.method = "GET",
                                               .route = "/rooms/{}/state/{}/",
                                               .ids = {room->id, pieces[i].type},
                                               .query = "format=event",
                                               .time_ms = FETCH_POWER_MS};
        matrix_client_start(matrix->client, &request, pieces[i].done, room);
    }
}
