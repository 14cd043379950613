/* What is missing between two timelines: read backwards page by page until the last position, the
 * moment that we came in, or what was heard last; not without end. */
#include "matrix_sync_private.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"
#include "matrix_decode.h"
#include "matrix_fate.h"
#include "matrix_path.h"
#include "metrics.h"

enum {
    GAP_TRIES_MAX = 5,
    GAP_TIME_MS = 60000,          /* for one page, however often it is asked for meanwhile */
    GAP_TOLD_MS = 10 * 60 * 1000, /* between two times that people are asked to repeat */
    GAP_PAGE_BYTES = 32 * 1024 * 1024,
    GAP_PATH_BYTES = 32 * 1024
};

#define GAP_FILTER "{\"lazy_load_members\":true}"

static void gap_ask(struct sync_room *room);

/* The room goes on, with what could be had. */
static void gap_end(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    sync_room_unwait(room);
    room->gap = true;
    sync_room_ready(room);
    sync_go_on(sync);
}

static bool gap_is(const cJSON *event, const char *id)
{
    const char *own = matrix_text(event, "event_id");
    return id != NULL && own != NULL && strcmp(own, id) == 0;
}

/* In front of all that is there. */
static void gap_put(struct sync_room *room, const cJSON *event)
{
    char *json = cJSON_PrintUnformatted(event);
    size_t len = json == NULL ? 0 : strlen(json);
    if (json != NULL) {
        struct sync_event *kept = heap_take(sizeof *kept + len + 1);
        kept->len = len;
        memcpy(kept->json, json, len);
        kept->next = room->events.first;
        room->events.first = kept;
        room->events.last = room->events.last == NULL ? kept : room->events.last;
        room->events.count++;
    }
    cJSON_free(json);
}

/* It is not read any further. Where the bot is listened to, people are asked to say again what was
 * meant for it: at a table, and where they are alone with it. */
static void gap_leave(struct sync_room *room, const char *why)
{
    struct matrix *matrix = room->sync->matrix;
    struct matrix_room *known = matrix_room_at(matrix, room->id);
    int64_t now_ms = sync_now_ms(room->sync);
    bool listens = known->kind == MATRIX_ROOM_DIRECT ||
                   (known->kind == MATRIX_ROOM_OPEN &&
                    house_plays(matrix->house, (struct adapter *)matrix, room->id));
    room->sync->figures.gaps_left++;
    metrics_add(METRIC_MATRIX_GAPS_LEFT, 1);
    log_event(LEVEL_WARNING, "matrix.gap_left",
              LOG_FIELDS(log_text("room", room->id), log_text("why", why)));
    if (listens && (known->missed_ms == 0 || now_ms - known->missed_ms >= GAP_TOLD_MS)) {
        known->missed_ms = now_ms;
        matrix_room_say(matrix, room->id, "matrix.missed");
    }
}

/* Takes a page over. True: it is the last. */
static bool gap_page(struct sync_room *room, const cJSON *json)
{
    const cJSON *chunk = matrix_get(json, "chunk");
    const char *end = matrix_text(json, "end");
    const cJSON *event = NULL;
    if (!cJSON_IsArray(chunk)) {
        gap_leave(room, "a page of no shape");
        return true;
    }
    if (cJSON_GetArraySize(chunk) == 0) {
        return true;
    }
    cJSON_ArrayForEach(event, chunk)
    {
        if (gap_is(event, room->until)) {
            return true;
        }
        gap_put(room, event);
        if (sync_is_join(room->sync, event) /* nothing before it is ours */) {
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

/* Is it worth to be asked once more? A server that is away comes back, and what was said in the gap
 * is nowhere else. */
static bool gap_waits(const struct matrix_answer *answer)
{
    return answer->fate == MATRIX_DOWN || answer->fate == MATRIX_LIMITED ||
           answer->fate == MATRIX_LATE;
}

static void gap_answered(void *context, const struct matrix_answer *answer)
{
    struct sync_room *room = context;
    room->number = 0;
    if (gap_waits(answer) && !room->sync->matrix->draining && ++room->tries < GAP_TRIES_MAX) {
        sync_is_lost(room->sync); /* nothing is heard meanwhile, wherever it was said */
        gap_ask(room);
        return;
    }
    room->pages++;
    if (answer->fate == MATRIX_DONE && !gap_page(room, answer->json)) {
        if (room->pages < SYNC_PAGES_MAX) {
            gap_ask(room);
            return;
        }
        gap_leave(room, "too long");
    } else if (answer->fate != MATRIX_DONE) {
        gap_leave(room, answer->why);
    }
    gap_end(room);
}

static void gap_ask(struct sync_room *room)
{
    struct matrix *matrix = room->sync->matrix;
    const char *segments[] = {room->id};
    struct buf path;
    buf_init(&path, GAP_PATH_BYTES);
    buf_text(&path, matrix_path(matrix->arena, "/rooms/{}/messages", segments));
    buf_text(&path, "?dir=b&limit=");
    buf_number(&path, SYNC_PAGE);
    buf_text(&path, "&filter=");
    matrix_path_add(&path, GAP_FILTER);
    if (room->previous != NULL) { /* else from the end: what comes twice is heard once */
        buf_text(&path, "&from=");
        matrix_path_add(&path, room->previous);
    }
    if (room->until == NULL && room->sync->since != NULL) {
        buf_text(&path, "&to=");
        matrix_path_add(&path, room->sync->since);
    }
    const struct matrix_request request = {.method = "GET",
                                           .route = "/rooms/{}/messages",
                                           .path = path.text,
                                           .priority = MATRIX_PROMPT,
                                           .repeatable = true,
                                           .time_ms = GAP_TIME_MS,
                                           .answer_max = GAP_PAGE_BYTES};
    room->number = matrix_client_start(matrix->client, &request, gap_answered, room);
    buf_deinit(&path);
}

void sync_gap_begin(struct sync_room *room)
{
    log_event(LEVEL_INFO, "matrix.gap", NULL);
    gap_ask(room);
}
