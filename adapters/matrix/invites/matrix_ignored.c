/* People whom the account ignores (m.ignored_user_list, which the account's administrator writes
 * with any client): their messages and reactions are dropped, and their invites not answered. */
#include "matrix_ignored.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "matrix_base.h"
#include "matrix_decode.h"
#include "route.h"

enum { IGNORED_MAX = 10000 };

struct matrix_ignored {
    struct map map; /* of struct ignored */
};

struct ignored {
    char user[MATRIX_ID_BYTES];
};

static void ignored_forget(struct matrix *matrix)
{
    size_t at = 0;
    for (struct ignored *one = map_next(&matrix->ignored->map, &at); one != NULL;
         one = map_next(&matrix->ignored->map, &at)) {
        free(one);
    }
    map_deinit(&matrix->ignored->map);
    map_init(&matrix->ignored->map, &matrix->world->entropy);
}

static void ignored_set(struct matrix *matrix, const cJSON *content)
{
    const cJSON *users = json_at(content, "ignored_users");
    const cJSON *one = NULL;
    if (!cJSON_IsObject(users)) {
        return;
    }
    ignored_forget(matrix);
    cJSON_ArrayForEach(one, users)
    {
        const char *user = one->string;
        if (user != NULL && user[0] == '@' && strlen(user) < MATRIX_ID_BYTES &&
            matrix->ignored->map.count < IGNORED_MAX && !matrix_ignores(matrix, user)) {
            struct ignored *row = heap_allocate(sizeof *row);
            matrix_copy(row->user, user);
            map_put(&matrix->ignored->map, row->user, row);
        }
    }
}

bool matrix_ignores(const struct matrix *matrix, const char *user)
{
    return map_get(&matrix->ignored->map, user) != NULL;
}

void matrix_ignored_apply(struct matrix *matrix, const char *json, size_t len)
{
    cJSON *event = cJSON_ParseWithLength(json, len);
    const char *type = json_at_text(event, "type");
    if (type != NULL && strcmp(type, "m.ignored_user_list") == 0) {
        ignored_set(matrix, json_at(event, "content"));
    }
    cJSON_Delete(event);
}

static void ignored_answered(void *context, const struct answer *answer)
{
    if (answer->status == ANSWER_DONE) {
        ignored_set(context, answer->json);
    }
}

void matrix_ignored_ask(struct matrix *matrix)
{
    static const char route[] = "/user/{}/account_data/m.ignored_user_list";
    const struct matrix_request request = {.method = "GET", .route = route, .ids = {matrix->user}};
    matrix_client_start(matrix->client, &request, ignored_answered, matrix);
}

void matrix_ignored_new(struct matrix *matrix)
{
    matrix->ignored = heap_allocate(sizeof *matrix->ignored);
    map_init(&matrix->ignored->map, &matrix->world->entropy);
}

void matrix_ignored_free(struct matrix *matrix)
{
    ignored_forget(matrix);
    map_deinit(&matrix->ignored->map);
    free(matrix->ignored);
    matrix->ignored = NULL;
}
