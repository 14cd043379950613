/* A room is made, and the answer is lost: before another is made, every room that we are in and do
 * not know is looked at. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_flight.h"

enum { SEARCH_ROOMS_MAX = 256 };

struct matrix_search {
    struct matrix_search *next;
    struct matrix *matrix;
    matrix_search_fn done;
    void *context;
    char marker[MATRIX_MARKER_BYTES];
    char (*room)[MATRIX_ID_BYTES]; /* those we do not know */
    unsigned count;
    unsigned at;
};

struct matrix_room *matrix_search_known(const struct matrix *matrix, const char *marker)
{
    struct matrix_room *found = NULL;
    size_t at = 0;
    for (struct matrix_room *room = NULL; (room = map_next(&matrix->rooms, &at)) != NULL;) {
        bool better = found == NULL || room->known > found->known;
        if (room->own == MATRIX_JOINED && strcmp(room->marker, marker) == 0 && better) {
            found = room;
        }
    }
    return found;
}

static void search_free(struct matrix_search *search)
{
    struct matrix_search **link = &matrix_out(search->matrix)->searches;
    while (*link != search) {
        link = &(*link)->next;
    }
    *link = search->next;
    free(search->room);
    free(search);
}

static void search_end(struct matrix_search *search, struct matrix_room *room,
                       enum matrix_fate fate)
{
    matrix_search_fn done = search->done;
    void *context = search->context;
    search_free(search);
    done(context, room, fate);
}

static void search_next(struct matrix_search *search);

static void search_learned(void *context, struct matrix_room *room, bool known,
                           enum matrix_fate fate)
{
    struct matrix_search *search = context;
    bool surely_not = fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING;
    (void)room;
    if (known || surely_not) {
        search->at++;
        search_next(search);
    } else {
        search_end(search, NULL, fate == MATRIX_DONE ? MATRIX_UNKNOWN : fate);
    }
}

static void search_next(struct matrix_search *search)
{
    struct matrix_room *found = matrix_search_known(search->matrix, search->marker);
    if (found != NULL || search->at == search->count) {
        search_end(search, found, MATRIX_DONE);
        return;
    }
    struct matrix_room *room = matrix_room_at(search->matrix, search->room[search->at]);
    matrix_room_learn(search->matrix, room, search_learned, search);
}

/* Could it be one of ours that was made a moment ago, and whose creation was not heard of? Those
 * that somebody spoke in, and those that are kept as somebody's, are not. A team's may be: it is
 * kept before its order has ended. */
static bool search_may_be(const struct matrix_room *room)
{
    bool open = room->kind == MATRIX_ROOM_OPEN && room->heard == NULL;
    return !room->known && room->marker[0] == '\0' && (open || room->kind == MATRIX_ROOM_TEAM);
}

static void search_listed(void *context, const struct matrix_answer *answer)
{
    struct matrix_search *search = context;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(answer->json, "joined_rooms");
    const cJSON *item = NULL;
    if (answer->fate != MATRIX_DONE || !cJSON_IsArray(list)) {
        search_end(search, NULL, answer->fate == MATRIX_DONE ? MATRIX_UNKNOWN : answer->fate);
        return;
    }
    search->room = heap_take(SEARCH_ROOMS_MAX * sizeof *search->room);
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
    struct matrix_out *out = matrix_out(matrix);
    struct matrix_search *search = heap_take(sizeof *search);
    const struct matrix_request request = {.method = "GET",
                                           .route = "/joined_rooms",
                                           .path = "/_matrix/client/v3/joined_rooms",
                                           .priority = MATRIX_SECRET,
                                           .repeatable = true};
    search->matrix = matrix;
    search->done = done;
    search->context = context;
    memcpy(search->marker, marker, strlen(marker) < sizeof search->marker ? strlen(marker) : 0);
    search->next = out->searches;
    out->searches = search;
    matrix_client_start(matrix->client, &request, search_listed, search);
}

void matrix_searches_free(struct matrix *matrix)
{
    while (matrix_out(matrix)->searches != NULL) {
        search_free(matrix_out(matrix)->searches);
    }
}
