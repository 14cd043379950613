/* Fills the gap between two timelines: reads backwards page by page until the last sync token, our
 * own join, or the last event that was processed; at most SYNC_PAGES_MAX pages. */
#include "matrix_sync_private.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_answer.h"
#include "matrix_decode.h"
#include "matrix_say.h"
#include "metrics.h"
#include "route.h"

enum {
    GAP_TRIES_MAX = 5,
    GAP_TIME_MS = 60000,            /* for one page, with all its tries */
    GAP_NOTICE_MS = 10 * 60 * 1000, /* between two requests to say something again */
    GAP_PAGE_BYTES = 32 * 1024 * 1024,
    GAP_QUERY_BYTES = 32 * 1024
};

#define GAP_FILTER "{\"lazy_load_members\":true}"

static void gap_ask(struct sync_room *room);

/* The room is processed with the events that were fetched. */
static void gap_end(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    sync_room_unwait(room);
    room->gap = true;
    sync_room_ready(room);
    sync_resume(sync);
}

static bool gap_has_id(const cJSON *event, const char *id)
{
    const char *own = json_at_text(event, "event_id");
    return id != NULL && own != NULL && strcmp(own, id) == 0;
}

/* Before all events that are there. */
static void gap_prepend(struct sync_room *room, const cJSON *event)
{
    char *json = cJSON_PrintUnformatted(event);
    size_t len = json == NULL ? 0 : strlen(json);
    if (json != NULL) {
        struct sync_event *kept = heap_allocate(sizeof *kept + len + 1);
        kept->len = len;
        memcpy(kept->json, json, len);
        kept->next = room->events.first;
        room->events.first = kept;
        room->events.last = room->events.last == NULL ? kept : room->events.last;
        room->events.count++;
    }
    cJSON_free(json);
}

/* The gap stays unfilled. At a table and in direct rooms people are asked to say again what was for
 * the bot. */
static void gap_give_up(struct sync_room *room, const char *why)
{
    struct matrix *matrix = room->sync->matrix;
    struct matrix_room *known = matrix_room_at(matrix, room->id);
    int64_t now_ms = sync_now_ms(room->sync);
    bool listens = known->kind == MATRIX_ROOM_DIRECT ||
                   (known->kind == MATRIX_ROOM_OPEN &&
                    house_plays(matrix->house, (struct adapter *)matrix, room->id));
    metrics_add(METRIC_MATRIX_GAPS_UNFILLED, 1);
    log_event(LEVEL_WARNING, "matrix.gap_unfilled",
              LOG_FIELDS(log_text("room", room->id), log_text("why", why)));
    if (listens && (known->gap_notice_ms == 0 || now_ms - known->gap_notice_ms >= GAP_NOTICE_MS)) {
        known->gap_notice_ms = now_ms;
        matrix_room_say(matrix, room->id, "matrix.missed");
    }
}

/* Adds the events of a page. True: it is the last one. */
static bool gap_page(struct sync_room *room, const cJSON *json)
{
    const cJSON *chunk = json_at(json, "chunk");
    const char *end = json_at_text(json, "end");
    const cJSON *event = NULL;
    if (!cJSON_IsArray(chunk)) {
        gap_give_up(room, "a page of no shape");
        return true;
    }
    if (cJSON_GetArraySize(chunk) == 0) {
        return true;
    }
    cJSON_ArrayForEach(event, chunk)
    {
        if (gap_has_id(event, room->until)) {
            return true;
        }
        gap_prepend(room, event);
        if (sync_is_join(room->sync, event) /* nothing before it is for us */) {
            return true;
        }
    }
    if (end == NULL || (room->previous != NULL && strcmp(end, room->previous) == 0)) {
        return true;
    }
    free(room->previous);
    room->previous = heap_copy(end);
    return false;
}

static void gap_answered(void *context, const struct answer *answer)
{
    struct sync_room *room = context;
    room->number = 0;
    if (answer_is_transient(answer->status) && !room->sync->matrix->draining &&
        ++room->tries < GAP_TRIES_MAX) {
        sync_begin_downtime(room->sync); /* meanwhile nothing is received from any room */
        gap_ask(room);
        return;
    }
    room->pages++;
    if (answer->status == ANSWER_DONE && !gap_page(room, answer->json)) {
        if (room->pages < SYNC_PAGES_MAX) {
            gap_ask(room);
            return;
        }
        gap_give_up(room, "too long");
    } else if (answer->status != ANSWER_DONE) {
        gap_give_up(room, answer->why);
    }
    gap_end(room);
}

static void gap_ask(struct sync_room *room)
{
    struct matrix *matrix = room->sync->matrix;
    struct buf query;
    buf_init(&query, GAP_QUERY_BYTES);
    buf_text(&query, "dir=b&limit=");
    buf_number(&query, SYNC_PAGE);
    buf_text(&query, "&filter=");
    route_encode(&query, GAP_FILTER);
    if (room->previous !=
        NULL) { /* else from the end: events that come twice are dropped as duplicates */
        buf_text(&query, "&from=");
        route_encode(&query, room->previous);
    }
    if (room->until == NULL && room->sync->since != NULL) {
        buf_text(&query, "&to=");
        route_encode(&query, room->sync->since);
    }
    const struct matrix_request request = {.method = "GET",
                                           .route = "/rooms/{}/messages",
                                           .ids = {room->id},
                                           .query = query.text,
                                           .priority = MATRIX_PROMPT,
                                           .time_ms = GAP_TIME_MS,
                                           .answer_max = GAP_PAGE_BYTES};
    room->number = matrix_client_start(matrix->client, &request, gap_answered, room);
    buf_deinit(&query);
}

void sync_gap_begin(struct sync_room *room)
{
    log_event(LEVEL_INFO, "matrix.gap", NULL);
    gap_ask(room);
}
