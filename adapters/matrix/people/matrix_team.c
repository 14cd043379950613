#include "matrix_team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"

enum { TEAM_JSON_MAX = 8 * 1024 };

struct matrix_teams {
    struct map map; /* of struct matrix_team, by room */
};

void matrix_teams_new(struct matrix *matrix)
{
    matrix->teams = heap_allocate(sizeof *matrix->teams);
    map_init(&matrix->teams->map, &matrix->world->entropy);
}

void matrix_teams_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_team *team = NULL; (team = matrix_teams_next(matrix, &at)) != NULL;) {
        free(team);
    }
    map_deinit(&matrix->teams->map);
    free(matrix->teams);
    matrix->teams = NULL;
}

struct matrix_team *matrix_teams_next(const struct matrix *matrix, size_t *at)
{
    return map_next(&matrix->teams->map, at);
}

struct matrix_team *matrix_team_at(const struct matrix *matrix, const char *room)
{
    return map_get(&matrix->teams->map, room);
}

struct matrix_team *matrix_team_new(struct matrix *matrix, const char *room)
{
    struct matrix_team *team = matrix_team_at(matrix, room);
    if (team == NULL) {
        team = heap_allocate(sizeof *team);
        matrix_copy(team->room, room);
        map_put(&matrix->teams->map, team->room, team);
        matrix_room_at(matrix, room)->kind = MATRIX_ROOM_TEAM;
    }
    return team;
}

static bool team_has(const struct matrix_team *team, const char *account)
{
    for (unsigned i = 0; i < team->count; i++) {
        if (strcmp(team->member[i], account) == 0) {
            return true;
        }
    }
    return false;
}

void matrix_team_add(struct matrix_team *team, const char *account)
{
    if (!team_has(team, account) && team->count < ROOM_MEMBERS_MAX) {
        matrix_copy(team->member[team->count++], account);
    }
}

void matrix_team_remove(struct matrix_team *team, const char *account)
{
    for (unsigned i = 0; i < team->count; i++) {
        if (strcmp(team->member[i], account) == 0) {
            memmove(team->member[i], team->member[--team->count], MATRIX_ID_BYTES);
            return;
        }
    }
}

struct adapter_row matrix_team_row(struct matrix *matrix, const struct matrix_team *team)
{
    struct arena *arena = matrix->send_arena;
    struct buf json;
    char *key = arena_take(arena, MATRIX_ID_BYTES + 4);
    buf_init(&json, TEAM_JSON_MAX);
    buf_text(&json, "{");
    json_out_key(&json, "members");
    buf_text(&json, "[");
    for (unsigned i = 0; i < team->count; i++) {
        json_out_next(&json);
        json_out_string(&json, team->member[i], strlen(team->member[i]));
    }
    buf_text(&json, "]");
    if (team->until_ms != 0) {
        json_out_number(&json, "until", team->until_ms);
    }
    buf_text(&json, "}");
    snprintf(key, MATRIX_ID_BYTES + 4, "t/%s", team->room);
    const struct adapter_row row = {.key = key,
                                    .value = arena_text(arena, json.text, json.len),
                                    .len = json.len,
                                    .order = matrix_now_ms(matrix)};
    buf_deinit(&json);
    return row;
}

void matrix_team_keep(struct matrix *matrix, const struct matrix_team *team)
{
    const struct adapter_row row = matrix_team_row(matrix, team);
    matrix_store_row(matrix, row.key, row.value);
}

void matrix_team_read(struct matrix *matrix, const char *room, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *item = NULL;
    if (json != NULL && room[0] == '!' && strlen(room) < MATRIX_ID_BYTES) {
        struct matrix_team *team = matrix_team_new(matrix, room);
        cJSON_ArrayForEach(item, json_at(json, "members"))
        {
            const char *account = cJSON_GetStringValue(item);
            if (account != NULL && account[0] == '@' && strlen(account) < MATRIX_ID_BYTES) {
                matrix_team_add(team, account);
            }
        }
        const cJSON *until = json_at(json, "until");
        bool watched = cJSON_IsNumber(until) && until->valuedouble > 0 && until->valuedouble < 1e15;
        team->until_ms = watched ? (int64_t)until->valuedouble : 0;
    }
    cJSON_Delete(json);
}

void matrix_team_forget(struct matrix *matrix, const char *room)
{
    char key[MATRIX_ID_BYTES + 4];
    struct matrix_team *team = matrix_team_at(matrix, room);
    if (team != NULL) {
        snprintf(key, sizeof key, "t/%s", room);
        matrix_store_row(matrix, key, NULL);
        map_remove(&matrix->teams->map, team->room);
        free(team);
    }
}

enum matrix_secrecy matrix_team_secrecy(const struct matrix *matrix, const struct matrix_team *team,
                                        const struct matrix_room *room, bool all)
{
    const char *account[ROOM_MEMBERS_MAX];
    for (unsigned i = 0; i < team->count; i++) {
        account[i] = team->member[i];
    }
    const struct matrix_readers readers = {
        .own = matrix->user, .account = account, .count = team->count, .all = all};
    return matrix_secrecy(matrix->e2ee, room, &readers);
}
