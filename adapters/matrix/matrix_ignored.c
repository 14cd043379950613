/* Whom the account ignores (m.ignored_user_list): nothing that they say or react is heard, and
 * their invites are let lie. Their servers and ours know nothing of it but the list itself, which
 * whoever administers the account may write with any client. */
#include "matrix_ignored.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "matrix_decode.h"
#include "matrix_path.h"
#include "matrix_private.h"

enum { IGNORED_MAX = 10000 };

struct ignored {
    char user[MATRIX_ID_BYTES];
};

static void ignored_forget(struct matrix *matrix)
{
    size_t at = 0;
    for (struct ignored *one = map_next(&matrix->ignored, &at); one != NULL;
         one = map_next(&matrix->ignored, &at)) {
        free(one);
    }
    map_deinit(&matrix->ignored);
    map_init(&matrix->ignored, &matrix->world->entropy);
}

static void ignored_are(struct matrix *matrix, const cJSON *content)
{
    const cJSON *users = matrix_get(content, "ignored_users");
    const cJSON *one = NULL;
    if (!cJSON_IsObject(users)) {
        return;
    }
    ignored_forget(matrix);
    cJSON_ArrayForEach(one, users)
    {
        const char *user = one->string;
        if (user != NULL && user[0] == '@' && strlen(user) < MATRIX_ID_BYTES &&
            matrix->ignored.count < IGNORED_MAX && !matrix_ignores(matrix, user)) {
            struct ignored *row = heap_take(sizeof *row);
            matrix_copy(row->user, user);
            map_put(&matrix->ignored, row->user, row);
        }
    }
}

bool matrix_ignores(const struct matrix *matrix, const char *user)
{
    return map_get(&matrix->ignored, user) != NULL;
}

void matrix_ignored_take(struct matrix *matrix, const char *json, size_t len)
{
    cJSON *event = cJSON_ParseWithLength(json, len);
    const char *type = matrix_text(event, "type");
    if (type != NULL && strcmp(type, "m.ignored_user_list") == 0) {
        ignored_are(matrix, matrix_get(event, "content"));
    }
    cJSON_Delete(event);
}

static void ignored_told(void *context, const struct matrix_answer *answer)
{
    if (answer->fate == MATRIX_DONE) {
        ignored_are(context, answer->json);
    }
}

void matrix_ignored_ask(struct matrix *matrix)
{
    static const char route[] = "/user/{}/account_data/m.ignored_user_list";
    const char *segments[] = {matrix->user};
    const struct matrix_request request = {.method = "GET",
                                           .route = route,
                                           .path = matrix_path(matrix->arena, route, segments),
                                           .priority = MATRIX_SECRET,
                                           .repeatable = true};
    matrix_client_start(matrix->client, &request, ignored_told, matrix);
}

void matrix_ignored_free(struct matrix *matrix)
{
    ignored_forget(matrix);
    map_deinit(&matrix->ignored);
}
