/* When the answer to createRoom was lost: before another room is created, the state of every joined
 * room that could be it is fetched. */
#include "matrix_search.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_base.h"
#include "matrix_state_fetch.h"

enum { SEARCH_ROOMS_MAX = 256 };

struct matrix_search {
    struct matrix_search *next;
    struct matrix *matrix;
    matrix_search_fn done;
    void *context;
    char marker[MATRIX_MARKER_BYTES];
    char (*room)[MATRIX_ID_BYTES]; /* candidates */
    unsigned count;
    unsigned at;
};

struct matrix_room *matrix_search_known(const struct matrix *matrix, const char *marker)
{
    struct matrix_room *found = NULL;
    size_t at = 0;
    for (struct matrix_room *room = NULL; (room = matrix_rooms_next(matrix, &at)) != NULL;) {
        bool better = found == NULL || room->state > found->state;
        if (room->own == MATRIX_JOINED && strcmp(room->marker, marker) == 0 && better) {
            found = room;
        }
    }
    return found;
}

static void search_drop(struct matrix_search *search)
{
    free(search->room);
    free(search);
}

static void search_free(struct matrix_search *search)
{
    struct matrix_search **link = &search->matrix->searches;
    while (*link != search) {
        link = &(*link)->next;
    }
    *link = search->next;
    search_drop(search);
}

static void search_end(struct matrix_search *search, struct matrix_room *room,
                       enum answer_status status)
{
    matrix_search_fn done = search->done;
    void *context = search->context;
    search_free(search);
    done(context, room, status);
}

static void search_next(struct matrix_search *search);

static void search_state_fetched(void *context, struct matrix_room *room, bool known,
                                 enum answer_status status)
{
    struct matrix_search *search = context;
    bool surely_not = status == ANSWER_FORBIDDEN || status == ANSWER_GONE;
    (void)room;
    if (known || surely_not) {
        search->at++;
        search_next(search);
    } else {
        search_end(search, NULL, status == ANSWER_DONE ? ANSWER_AMBIGUOUS : status);
    }
}

static void search_next(struct matrix_search *search)
{
    struct matrix_room *found = matrix_search_known(search->matrix, search->marker);
    if (found != NULL || search->at == search->count) {
        search_end(search, found, ANSWER_DONE);
        return;
    }
    struct matrix_room *room = matrix_room_at(search->matrix, search->room[search->at]);
    matrix_room_fetch_state(search->matrix, room, search_state_fetched, search);
}

/* Could it be a room that we created a moment ago? Not if somebody spoke in it, or if it is
 * somebody's direct room. A team's room may be: its row is written before its operation has ended.
 */
static bool search_may_be(const struct matrix_room *room)
{
    bool open = room->kind == MATRIX_ROOM_OPEN && room->inbound == NULL;
    return room->state != MATRIX_STATE_COMPLETE && room->marker[0] == '\0' &&
           (open || room->kind == MATRIX_ROOM_TEAM);
}

static void search_listed(void *context, const struct answer *answer)
{
    struct matrix_search *search = context;
    const cJSON *list = json_at(answer->json, "joined_rooms");
    const cJSON *item = NULL;
    if (answer->status != ANSWER_DONE || !cJSON_IsArray(list)) {
        search_end(search, NULL, answer->status == ANSWER_DONE ? ANSWER_AMBIGUOUS : answer->status);
        return;
    }
    search->room = heap_allocate(SEARCH_ROOMS_MAX * sizeof *search->room);
    cJSON_ArrayForEach(item, list)
    {
        const char *id = cJSON_GetStringValue(item);
        bool sound = id != NULL && id[0] == '!' && strlen(id) < MATRIX_ID_BYTES;
        struct matrix_room *room = sound ? matrix_room_find(search->matrix, id) : NULL;
        bool unknown = sound && (room == NULL || search_may_be(room));
        if (room != NULL && strcmp(room->marker, search->marker) == 0) {
            room->own = MATRIX_JOINED; /* the server says so */
        }
        if (unknown && search->count < SEARCH_ROOMS_MAX) {
            matrix_copy(search->room[search->count++], id);
        }
    }
    search_next(search);
}

void matrix_search_start(struct matrix *matrix, const char *marker, matrix_search_fn done,
                         void *context)
{
    struct matrix_search *search = heap_allocate(sizeof *search);
    const struct matrix_request request = {.method = "GET", .route = "/joined_rooms"};
    search->matrix = matrix;
    search->done = done;
    search->context = context;
    memcpy(search->marker, marker, strlen(marker) < sizeof search->marker ? strlen(marker) : 0);
    search->next = matrix->searches;
    matrix->searches = search;
    matrix_client_start(matrix->client, &request, search_listed, search);
}

void matrix_searches_free(struct matrix *matrix)
{
    struct matrix_search *next = NULL;
    for (struct matrix_search *search = matrix->searches; search != NULL; search = next) {
        next = search->next;
        search_drop(search);
    }
    matrix->searches = NULL;
}
