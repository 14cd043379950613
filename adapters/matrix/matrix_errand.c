/* Power levels, kicks and leaving, for rooms of the house's own. What was done before counts as
 * done. */
#include "matrix_errand.h"

#include <string.h>

#include "json_out.h"
#include "matrix_path.h"

enum { ERRAND_JSON_MAX = 1024 };

/* --- power ------------------------------------------------------------------------------------ */

static int64_t power_number(const cJSON *object, const char *name, int64_t otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    bool number = cJSON_IsNumber(item) && item->valuedouble > -1e9 && item->valuedouble < 1e9;
    return number ? (int64_t)item->valuedouble : otherwise;
}

/* The least level that writes or reacts. */
static int64_t power_to_write(const cJSON *levels)
{
    static const char *const types[] = {"m.room.message", "m.reaction", "m.room.redaction"};
    const cJSON *events = cJSON_GetObjectItemCaseSensitive(levels, "events");
    int64_t otherwise = power_number(levels, "events_default", 0);
    int64_t least = otherwise;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        int64_t level = power_number(events, types[i], otherwise);
        least = level < least ? level : least;
    }
    return least;
}

bool matrix_power_silence(cJSON *levels, const char *const *account, unsigned count, bool silence)
{
    cJSON *users = cJSON_GetObjectItemCaseSensitive(levels, "users");
    if (!cJSON_IsObject(levels) || (users != NULL && !cJSON_IsObject(users))) {
        return false;
    }
    if (users == NULL) {
        users = cJSON_AddObjectToObject(levels, "users");
    }
    int64_t below = power_to_write(levels) - 1;
    for (unsigned i = 0; i < count; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(users, account[i]);
        if (silence) {
            cJSON_AddNumberToObject(users, account[i], (double)below);
        }
    }
    return true;
}

static void power_written(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    errand->busy = false;
    if (answer->fate == MATRIX_DONE) {
        matrix_errand_put(errand);
    } else {
        matrix_errand_failed(errand, answer);
    }
}

static const char *power_path(struct matrix_errand *errand)
{
    const char *segments[] = {errand->room};
    return matrix_path(matrix_out(errand->matrix)->arena, "/rooms/{}/state/m.room.power_levels",
                       segments);
}

static void power_read(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    cJSON *levels = answer->fate == MATRIX_DONE ? cJSON_Duplicate(answer->json, true) : NULL;
    if (levels == NULL ||
        !matrix_power_silence(levels, errand->account, errand->account_count, !errand->voice)) {
        cJSON_Delete(levels);
        errand->busy = false;
        matrix_errand_failed(errand, answer);
        return;
    }
    char *json = cJSON_PrintUnformatted(levels);
    const struct matrix_request request = {.method = "PUT",
                                           .route = "/rooms/{}/state/{}",
                                           .path = power_path(errand),
                                           .json = json,
                                           .json_len = strlen(json),
                                           .priority = MATRIX_SECRET,
                                           .limited = true,
                                           .repeatable = true};
    matrix_client_start(errand->matrix->client, &request, power_written, errand);
    cJSON_free(json);
    cJSON_Delete(levels);
}

void matrix_errand_silence(struct matrix_errand *errand, const char *const *account, unsigned count,
                           bool silence)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = "/rooms/{}/state/{}",
                                           .path = power_path(errand),
                                           .priority = MATRIX_SECRET,
                                           .repeatable = true};
    errand->busy = true;
    errand->voice = !silence;
    errand->account = account;
    errand->account_count = count;
    matrix_client_start(errand->matrix->client, &request, power_read, errand);
}

/* --- out -------------------------------------------------------------------------------------- */

static void out_post(struct matrix_errand *errand, const char *route, const char *json,
                     matrix_answer_fn done)
{
    const char *segments[] = {errand->room};
    const struct matrix_request request = {
        .method = "POST",
        .route = route,
        .path = matrix_path(matrix_out(errand->matrix)->arena, route, segments),
        .json = json,
        .json_len = strlen(json),
        .priority = MATRIX_CHATTER,
        .limited = strcmp(route, "/rooms/{}/forget") != 0,
        .repeatable = true};
    errand->busy = true;
    matrix_client_start(errand->matrix->client, &request, done, errand);
}

static void out_kick(struct matrix_errand *errand, const char *account, matrix_answer_fn done)
{
    struct buf json;
    buf_init(&json, ERRAND_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "user_id", account);
    buf_text(&json, "}");
    out_post(errand, "/rooms/{}/kick", json.text, done);
    buf_deinit(&json);
}

/* Who is not there cannot be put out: that is as it should be. */
static void out_kicked(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    errand->busy = false;
    if (answer->fate == MATRIX_DONE || answer->fate == MATRIX_FORBIDDEN) {
        matrix_errand_put(errand);
    } else {
        matrix_errand_failed(errand, answer);
    }
}

void matrix_errand_kick(struct matrix_errand *errand, const char *account)
{
    out_kick(errand, account, out_kicked);
}

/* --- closing ---------------------------------------------------------------------------------- */

static bool close_is_over(enum matrix_fate fate)
{
    return fate == MATRIX_DONE || fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING ||
           fate == MATRIX_BAD || fate == MATRIX_UNRECOGNIZED;
}

static void close_forgotten(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    errand->busy = false;
    if (close_is_over(answer->fate)) {
        matrix_errand_closed(errand);
    } else {
        matrix_errand_failed(errand, answer);
    }
}

static void close_left(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    if (close_is_over(answer->fate)) {
        out_post(errand, "/rooms/{}/forget", "{}", close_forgotten);
    } else {
        errand->busy = false;
        matrix_errand_failed(errand, answer);
    }
}

static void close_next(struct matrix_errand *errand);

static void close_kicked(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    if (close_is_over(answer->fate)) {
        close_next(errand);
    } else {
        errand->busy = false;
        matrix_errand_failed(errand, answer);
    }
}

/* The next one who was in it or invited; nobody is left: we go. */
static void close_next(struct matrix_errand *errand)
{
    if (errand->kicks < errand->out_count) {
        out_kick(errand, errand->out[errand->kicks++], close_kicked);
    } else {
        out_post(errand, "/rooms/{}/leave", "{}", close_left);
    }
}

/* Notes who is in it, as far as is known, and begins. */
static void close_begin(struct matrix_errand *errand)
{
    const struct matrix *matrix = errand->matrix;
    const struct matrix_room *room = matrix_room_find(matrix, errand->room);
    size_t at = 0;
    const struct matrix_member *member = NULL;
    while (room != NULL && errand->out_count < MATRIX_OUT_MAX &&
           (member = map_next(&room->members, &at)) != NULL) {
        bool in = member->membership == MATRIX_JOINED || member->membership == MATRIX_INVITED;
        if (in && strcmp(member->id, matrix->user) != 0) {
            matrix_copy(errand->out[errand->out_count++], member->id);
        }
    }
    close_next(errand);
}

static void close_learned(void *context, struct matrix_room *room, bool known,
                          enum matrix_fate fate)
{
    struct matrix_errand *errand = context;
    const struct matrix_answer answer = {.fate = fate, .why = "the team's room is unread"};
    (void)room;
    errand->busy = false;
    if (known || fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING) {
        close_begin(errand);
    } else {
        matrix_errand_failed(errand, &answer);
    }
}

void matrix_errand_close(struct matrix_errand *errand)
{
    struct matrix *matrix = errand->matrix;
    struct matrix_room *room = matrix_room_at(matrix, errand->room);
    if (room->known) {
        close_begin(errand);
    } else {
        errand->busy = true;
        matrix_room_learn(matrix, room, close_learned, errand);
    }
}
