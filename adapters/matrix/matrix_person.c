/* People as far as the way to them is concerned, and what of it outlives a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_out.h"
#include "matrix_flight.h"

enum { PERSON_JSON_MAX = 1024 };

struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *user)
{
    return map_get(&matrix->people, user);
}

struct matrix_person *matrix_person_at(struct matrix *matrix, const char *user)
{
    struct matrix_person *person = matrix_person_find(matrix, user);
    if (person == NULL) {
        person = heap_take(sizeof *person);
        person->matrix = matrix;
        matrix_copy(person->id, user);
        map_put(&matrix->people, person->id, person);
    }
    return person;
}

void matrix_person_keep(struct matrix *matrix, const struct matrix_person *person)
{
    char key[MATRIX_ID_BYTES + 4];
    struct buf json;
    buf_init(&json, PERSON_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "room", person->room[0] != '\0' ? person->room : NULL);
    json_out_text(&json, "say", person->say[0] != '\0' ? person->say : NULL);
    json_out_flag(&json, "may", person->may);
    json_out_flag(&json, "expected", person->expected);
    json_out_flag(&json, "listed", person->listed);
    buf_text(&json, "}");
    snprintf(key, sizeof key, "u/%s", person->id);
    matrix_store_row(matrix, key, json.text);
    buf_deinit(&json);
}

static bool person_flag(const cJSON *json, const char *name)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, name));
}

void matrix_person_read(struct matrix *matrix, const char *user, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const char *room = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "room"));
    const char *say = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "say"));
    if (json != NULL && user[0] == '@' && strlen(user) < MATRIX_ID_BYTES) {
        struct matrix_person *person = matrix_person_at(matrix, user);
        matrix_copy(person->room, room);
        snprintf(person->say, sizeof person->say, "%s", say != NULL ? say : "");
        person->may = person_flag(json, "may");
        person->expected = person_flag(json, "expected");
        person->listed = person_flag(json, "listed");
        if (person->room[0] != '\0') {
            struct matrix_room *direct = matrix_room_at(matrix, person->room);
            direct->kind = MATRIX_ROOM_DIRECT;
            matrix_copy(direct->player, user);
        }
    }
    cJSON_Delete(json);
}

void matrix_person_acted(struct matrix *matrix, const char *user)
{
    struct matrix_person *person = matrix_person_at(matrix, user);
    bool may = person->may;
    person->acted_ms = matrix_now_ms(matrix);
    person->may = true;
    if (person->acted_ms - person->closed_ms >= MATRIX_CLOSED_MS) {
        person->closed_ms = 0;
    }
    person->told = person->told && person->asked_ms != 0;
    if (!may) {
        matrix_person_keep(matrix, person);
    }
    matrix_direct_go(person);
}

void matrix_people_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_person *person = NULL; (person = map_next(&matrix->people, &at)) != NULL;) {
        free(person);
    }
    map_deinit(&matrix->people);
}
