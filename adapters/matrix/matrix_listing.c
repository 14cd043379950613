/* Our m.direct: the map that says to clients which rooms are whose. It is written whole, so it is
 * read afresh each time, by one change at a time; only that it is not there means that it is empty.
 * Whatever else stands in the way leaves it as it is, until the person is next written to. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_flight.h"
#include "matrix_path.h"

struct matrix_listing {
    struct matrix_listing *next;
    struct matrix *matrix;
    char user[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];
};

static void listing_begin(struct matrix *matrix);

static void listing_end(struct matrix *matrix)
{
    struct matrix_out *out = matrix_out(matrix);
    struct matrix_listing *ended = out->listings;
    out->listings = ended->next;
    free(ended);
    if (out->listings != NULL) {
        listing_begin(matrix);
    }
}

static const char *listing_path(struct matrix *matrix)
{
    const char *segments[] = {matrix->user};
    return matrix_path(matrix_out(matrix)->arena, "/user/{}/account_data/m.direct", segments);
}

/* It is there. */
static void listing_stands(struct matrix *matrix)
{
    const struct matrix_listing *listing = matrix_out(matrix)->listings;
    struct matrix_person *person = matrix_person_find(matrix, listing->user);
    if (person != NULL && strcmp(person->room, listing->room) == 0) {
        person->listed = true;
        matrix_person_keep(matrix, person);
    }
}

static void listing_written(void *context, const struct matrix_answer *answer)
{
    struct matrix *matrix = context;
    if (answer->fate == MATRIX_DONE) {
        listing_stands(matrix);
    }
    listing_end(matrix);
}

static bool listing_is_there(const cJSON *rooms, const char *room)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, rooms)
    {
        if (cJSON_IsString(item) && strcmp(item->valuestring, room) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the room; false when that cannot be, since the map is none. */
static bool listing_change(cJSON *map, const struct matrix_listing *listing)
{
    cJSON *rooms = cJSON_GetObjectItemCaseSensitive(map, listing->user);
    if (!cJSON_IsObject(map) || (rooms != NULL && !cJSON_IsArray(rooms))) {
        return false;
    }
    if (rooms == NULL) {
        rooms = cJSON_AddArrayToObject(map, listing->user);
    }
    cJSON_AddItemToArray(rooms, cJSON_CreateString(listing->room));
    return true;
}

static void listing_write(struct matrix *matrix, const cJSON *map)
{
    char *json = cJSON_PrintUnformatted(map);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/user/{}/account_data/{}",
                                           .path = listing_path(matrix),
                                           .json = json,
                                           .json_len = strlen(json),
                                           .priority = MATRIX_COSMETIC,
                                           .repeatable = true};
    matrix_client_start(matrix->client, &request, listing_written, matrix);
    cJSON_free(json);
}

static void listing_read(void *context, const struct matrix_answer *answer)
{
    struct matrix *matrix = context;
    bool empty = answer->fate == MATRIX_MISSING && strcmp(answer->errcode, "M_NOT_FOUND") == 0;
    cJSON *map = answer->fate == MATRIX_DONE ? cJSON_Duplicate(answer->json, true)
                 : empty                     ? cJSON_CreateObject()
                                             : NULL;
    const struct matrix_listing *listing = matrix_out(matrix)->listings;
    const cJSON *rooms = cJSON_GetObjectItemCaseSensitive(map, listing->user);
    if (listing_is_there(rooms, listing->room)) {
        listing_stands(matrix);
        listing_end(matrix);
    } else if (map != NULL && listing_change(map, listing)) {
        listing_write(matrix, map);
    } else {
        listing_end(matrix);
    }
    cJSON_Delete(map);
}

static void listing_begin(struct matrix *matrix)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = "/user/{}/account_data/{}",
                                           .path = listing_path(matrix),
                                           .priority = MATRIX_COSMETIC,
                                           .repeatable = true};
    matrix_client_start(matrix->client, &request, listing_read, matrix);
}

void matrix_listing_add(struct matrix *matrix, struct matrix_person *person)
{
    struct matrix_out *out = matrix_out(matrix);
    struct matrix_listing **link = &out->listings;
    while (*link != NULL) {
        if (strcmp((*link)->room, person->room) == 0) {
            return;
        }
        link = &(*link)->next;
    }
    struct matrix_listing *listing = heap_take(sizeof *listing);
    person->listing = true;
    listing->matrix = matrix;
    matrix_copy(listing->user, person->id);
    matrix_copy(listing->room, person->room);
    *link = listing;
    if (out->listings == listing) {
        listing_begin(matrix);
    }
}

void matrix_listings_free(struct matrix *matrix)
{
    struct matrix_out *out = matrix_out(matrix);
    struct matrix_listing *next = NULL;
    for (struct matrix_listing *listing = out->listings; listing != NULL; listing = next) {
        next = listing->next;
        free(listing);
    }
    out->listings = NULL;
}
