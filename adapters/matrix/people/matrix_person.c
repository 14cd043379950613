#include "matrix_person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fnv.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "matrix_people_private.h"
#include "matrix_room.h"

enum { PERSON_JSON_MAX = 1024 };

/* A request ends, and then another may begin. */
const struct transitions matrix_direct_transitions = {
    .count = MATRIX_DIRECT_STATES,
    .after = {
        [MATRIX_DIRECT_IDLE] = STATE_BIT(MATRIX_DIRECT_CREATES) |
                               STATE_BIT(MATRIX_DIRECT_SEARCHES) |
                               STATE_BIT(MATRIX_DIRECT_FETCHES) | STATE_BIT(MATRIX_DIRECT_INVITES),
        [MATRIX_DIRECT_CREATES] = STATE_BIT(MATRIX_DIRECT_IDLE) | STATE_BIT(MATRIX_DIRECT_RECOVERS),
        [MATRIX_DIRECT_RECOVERS] = STATE_BIT(MATRIX_DIRECT_IDLE),
        [MATRIX_DIRECT_SEARCHES] = STATE_BIT(MATRIX_DIRECT_IDLE),
        [MATRIX_DIRECT_FETCHES] = STATE_BIT(MATRIX_DIRECT_IDLE),
        [MATRIX_DIRECT_INVITES] = STATE_BIT(MATRIX_DIRECT_IDLE),
    }};

struct matrix_person *matrix_person_find(const struct matrix *matrix, const char *user)
{
    return map_get(&matrix->people->map, user);
}

struct matrix_person *matrix_person_at(struct matrix *matrix, const char *user)
{
    struct matrix_person *person = matrix_person_find(matrix, user);
    if (person == NULL) {
        person = heap_allocate(sizeof *person);
        person->matrix = matrix;
        matrix_copy(person->id, user);
        map_put(&matrix->people->map, person->id, person);
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
    json_out_flag(&json, "may", person->may_invite);
    json_out_flag(&json, "expected", person->expected);
    json_out_flag(&json, "listed", person->listed == MATRIX_LISTED);
    buf_text(&json, "}");
    snprintf(key, sizeof key, "u/%s", person->id);
    matrix_store_row(matrix, key, json.text);
    buf_deinit(&json);
}

void matrix_person_read(struct matrix *matrix, const char *user, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const char *room = json_at_text(json, "room");
    const char *say = json_at_text(json, "say");
    if (json != NULL && user[0] == '@' && strlen(user) < MATRIX_ID_BYTES) {
        struct matrix_person *person = matrix_person_at(matrix, user);
        matrix_copy(person->room, room);
        snprintf(person->say, sizeof person->say, "%s", say != NULL ? say : "");
        person->may_invite = json_at_flag(json, "may");
        person->expected = json_at_flag(json, "expected");
        person->listed = json_at_flag(json, "listed") ? MATRIX_LISTED : MATRIX_LISTED_NOT;
        if (person->room[0] != '\0') {
            struct matrix_room *direct = matrix_room_at(matrix, person->room);
            direct->kind = MATRIX_ROOM_DIRECT;
            matrix_copy(direct->player, user);
        }
    }
    cJSON_Delete(json);
}

void matrix_person_add_message(struct matrix_person *person, const char *event)
{
    person->message[person->message_count++ % MATRIX_DIRECT_MESSAGES] = fnv32(event, strlen(event));
}

bool matrix_person_has_message(const struct matrix_person *person, const char *event)
{
    bool knows = false;
    for (unsigned i = 0; i < MATRIX_DIRECT_MESSAGES && i < person->message_count; i++) {
        knows = knows || person->message[i] == fnv32(event, strlen(event));
    }
    return knows;
}

void matrix_person_forget(struct matrix *matrix, const char *user)
{
    struct matrix_person *person = matrix_person_find(matrix, user);
    if (person != NULL) {
        person->room[0] = '\0';
        person->about[0] = '\0';
        person->say[0] = '\0';
        person->may_invite = false;
        person->expected = false;
        person->listed = MATRIX_LISTED_NOT;
        person->searched = false;
        person->message_count = 0;
    }
}

void matrix_people_new(struct matrix *matrix, const struct matrix_direct_events *events)
{
    matrix->people = heap_allocate(sizeof *matrix->people);
    matrix->people->events = events;
    map_init(&matrix->people->map, &matrix->world->entropy);
}

void matrix_people_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_person *person = NULL;
         (person = map_next(&matrix->people->map, &at)) != NULL;) {
        free(person);
    }
    map_deinit(&matrix->people->map);
    free(matrix->people);
    matrix->people = NULL;
}
