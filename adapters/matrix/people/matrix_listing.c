/* Our m.direct, the map that tells clients which rooms are whose direct rooms. It can only be
 * written whole, so each change reads it first, one change at a time. A missing map is empty; any
 * other failure leaves it alone until the person is next written to. */
#include "matrix_person.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_people_private.h"
#include "route.h"

struct matrix_listing {
    struct matrix_listing *next;
    struct matrix *matrix;
    char user[MATRIX_ID_BYTES];
    char room[MATRIX_ID_BYTES];
};

static void listing_begin(struct matrix *matrix);

static void listing_end(struct matrix *matrix)
{
    struct matrix_people *people = matrix->people;
    struct matrix_listing *ended = people->listings;
    people->listings = ended->next;
    free(ended);
    if (people->listings != NULL) {
        listing_begin(matrix);
    }
}

/* The room is listed. */
static void listing_stands(struct matrix *matrix)
{
    const struct matrix_listing *listing = matrix->people->listings;
    struct matrix_person *person = matrix_person_find(matrix, listing->user);
    if (person != NULL && strcmp(person->room, listing->room) == 0) {
        person->listed = MATRIX_LISTED;
        matrix_person_keep(matrix, person);
    }
}

static void listing_written(void *context, const struct answer *answer)
{
    struct matrix *matrix = context;
    if (answer->status == ANSWER_DONE) {
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
                                           .ids = {matrix->user, "m.direct"},
                                           .json = json,
                                           .priority = MATRIX_COSMETIC};
    matrix_client_start(matrix->client, &request, listing_written, matrix);
    cJSON_free(json);
}

static void listing_read(void *context, const struct answer *answer)
{
    struct matrix *matrix = context;
    bool empty = answer->status == ANSWER_GONE && strcmp(answer->errcode, "M_NOT_FOUND") == 0;
    cJSON *map = answer->status == ANSWER_DONE ? cJSON_Duplicate(answer->json, true)
                 : empty                       ? cJSON_CreateObject()
                                               : NULL;
    const struct matrix_listing *listing = matrix->people->listings;
    const cJSON *rooms = json_at(map, listing->user);
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
                                           .ids = {matrix->user, "m.direct"},
                                           .priority = MATRIX_COSMETIC};
    matrix_client_start(matrix->client, &request, listing_read, matrix);
}

void matrix_listing_add(struct matrix *matrix, struct matrix_person *person)
{
    struct matrix_people *people = matrix->people;
    struct matrix_listing **link = &people->listings;
    while (*link != NULL) {
        if (strcmp((*link)->room, person->room) == 0) {
            return;
        }
        link = &(*link)->next;
    }
    struct matrix_listing *listing = heap_allocate(sizeof *listing);
    person->listed = MATRIX_LISTED_TRIED;
    listing->matrix = matrix;
    matrix_copy(listing->user, person->id);
    matrix_copy(listing->room, person->room);
    *link = listing;
    if (people->listings == listing) {
        listing_begin(matrix);
    }
}

void matrix_listings_free(struct matrix *matrix)
{
    struct matrix_people *people = matrix->people;
    struct matrix_listing *next = NULL;
    for (struct matrix_listing *listing = people->listings; listing != NULL; listing = next) {
        next = listing->next;
        free(listing);
    }
    people->listings = NULL;
}
