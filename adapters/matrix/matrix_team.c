/* Rooms that the house orders for a team: named after the table, read by its members alone. Who is
 * silenced stays in and has too little power to write. Every order can be given again: each step
 * looks first at what is there, and a room that was made is found again by the order's nonce, which
 * its creation event carries. Rows "t/<room>". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_out.h"
#include "log.h"
#include "matrix_errand.h"
#include "matrix_path.h"
#include "table.h"

enum { TEAM_JSON_MAX = 8 * 1024, TEAM_FULL_MS = 10 * 60 * 1000 };

/* --- who is in it ----------------------------------------------------------------------------- */

struct matrix_team *matrix_team_at(const struct matrix *matrix, const char *room)
{
    return matrix->out == NULL ? NULL : map_get(&matrix->out->teams, room);
}

static struct matrix_team *team_new(struct matrix *matrix, const char *room)
{
    struct matrix_team *team = matrix_team_at(matrix, room);
    if (team == NULL) {
        team = heap_take(sizeof *team);
        matrix_copy(team->room, room);
        map_put(&matrix_out(matrix)->teams, team->room, team);
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

static void team_add(struct matrix_team *team, const char *account)
{
    if (!team_has(team, account) && team->count < ROOM_MEMBERS_MAX) {
        matrix_copy(team->member[team->count++], account);
    }
}

static void team_take_out(struct matrix_team *team, const char *account)
{
    for (unsigned i = 0; i < team->count; i++) {
        if (strcmp(team->member[i], account) == 0) {
            memmove(team->member[i], team->member[--team->count], MATRIX_ID_BYTES);
            return;
        }
    }
}

/* The row of a team, in the arena. */
static struct adapter_row team_row(struct matrix *matrix, const struct matrix_team *team)
{
    struct arena *arena = matrix_out(matrix)->arena;
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
    const struct adapter_row row = team_row(matrix, team);
    matrix_store_row(matrix, row.key, row.value);
}

void matrix_team_read(struct matrix *matrix, const char *room, const char *text, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(text, len);
    const cJSON *item = NULL;
    if (json != NULL && room[0] == '!' && strlen(room) < MATRIX_ID_BYTES) {
        struct matrix_team *team = team_new(matrix, room);
        cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "members"))
        {
            const char *account = cJSON_GetStringValue(item);
            if (account != NULL && account[0] == '@' && strlen(account) < MATRIX_ID_BYTES) {
                team_add(team, account);
            }
        }
        const cJSON *until = cJSON_GetObjectItemCaseSensitive(json, "until");
        bool watched = cJSON_IsNumber(until) && until->valuedouble > 0 && until->valuedouble < 1e15;
        team->until_ms = watched ? (int64_t)until->valuedouble : 0;
    }
    cJSON_Delete(json);
}

static void team_forget(struct matrix *matrix, const char *room)
{
    char key[MATRIX_ID_BYTES + 4];
    struct matrix_team *team = matrix_team_at(matrix, room);
    if (team != NULL) {
        snprintf(key, sizeof key, "t/%s", room);
        matrix_store_row(matrix, key, NULL);
        map_remove(&matrix->out->teams, team->room);
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
    return matrix_secrecy(matrix->out->e2ee, room, &readers);
}

/* --- ends ------------------------------------------------------------------------------------- */

static void errand_free(struct matrix_errand *errand)
{
    struct matrix_errand **link = &errand->matrix->errands;
    while (*link != errand) {
        link = &(*link)->next;
    }
    *link = errand->next;
    free(errand);
}

static void errand_done(struct matrix_errand *errand, const char *id)
{
    struct matrix *matrix = errand->matrix;
    const struct matrix_team *team = matrix_team_at(matrix, errand->room);
    struct adapter_row row;
    if (team != NULL) {
        row = team_row(matrix, team);
    }
    house_sent(matrix->house, (struct adapter *)matrix, errand->order.row, id,
               team != NULL ? &row : NULL, team != NULL ? 1 : 0, NULL);
    errand_free(errand);
    matrix_plan(matrix);
}

static void errand_end(struct matrix_errand *errand, enum send_fate fate, int64_t retry_ms,
                       const char *why)
{
    struct matrix *matrix = errand->matrix;
    house_send_failed(matrix->house, (struct adapter *)matrix, errand->order.row, fate, retry_ms,
                      why);
    errand_free(errand);
    matrix_plan(matrix);
}

void matrix_errand_failed(struct matrix_errand *errand, const struct matrix_answer *answer)
{
    int64_t wait_ms = MATRIX_AGAIN_MS;
    enum send_fate fate = SEND_LATER;
    switch (answer->fate) {
    case MATRIX_DONE: /* in another shape than it should be */
    case MATRIX_UNKNOWN:
        fate = SEND_UNKNOWN;
        break;
    case MATRIX_MISSING:
        fate = SEND_GONE;
        break;
    case MATRIX_FORBIDDEN:
    case MATRIX_BLOCKED:
    case MATRIX_TOO_LARGE:
    case MATRIX_BAD:
    case MATRIX_DUPLICATE:
        fate = SEND_REFUSED;
        break;
    case MATRIX_FULL:
        wait_ms = TEAM_FULL_MS;
        break;
    case MATRIX_UNRECOGNIZED:
    case MATRIX_PARKED:
    case MATRIX_SIGNED_OUT:
        wait_ms = MATRIX_FORBIDDEN_MS;
        break;
    case MATRIX_LATE:
    case MATRIX_DOWN:
    case MATRIX_LIMITED:
        break;
    }
    bool again = fate == SEND_LATER || fate == SEND_UNKNOWN;
    errand_end(errand, fate, again ? matrix_again_ms(errand->matrix, answer, wait_ms) : 0,
               answer->why);
}

/* It will never be: everybody is put out of what was made, then the house is told. */
static void errand_give_up(struct matrix_errand *errand, const char *why)
{
    log_event(LEVEL_WARNING, "matrix.team_room_refused", LOG_FIELDS(log_text("why", why)));
    if (errand->order.act == ROOM_OPEN && errand->room[0] != '\0') {
        errand->refuses = true;
        matrix_errand_close(errand);
    } else {
        errand_end(errand, SEND_REFUSED, 0, why);
    }
}

void matrix_errand_closed(struct matrix_errand *errand)
{
    team_forget(errand->matrix, errand->room);
    if (errand->refuses) {
        errand_end(errand, SEND_REFUSED, 0, "not everybody came into the team's room");
    } else {
        errand_done(errand, "");
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool errand_is_silent(const struct room_order *order, const char *account)
{
    for (unsigned i = 0; order->act == ROOM_OPEN && i < order->silent_count; i++) {
        if (strcmp(order->silent[i], account) == 0) {
            return true;
        }
    }
    return false;
}

static void errand_has(struct matrix_errand *errand, const char *room)
{
    struct matrix *matrix = errand->matrix;
    struct matrix_team *team = team_new(matrix, room);
    for (unsigned i = 0; i < errand->order.member_count; i++) {
        team_add(team, errand->order.members[i]);
    }
    matrix_copy(errand->room, room);
    matrix_team_keep(matrix, team);
}

static void errand_found(void *context, struct matrix_room *room, enum matrix_fate fate)
{
    struct matrix_errand *errand = context;
    const struct matrix_answer answer = {.fate = fate, .why = "rooms could not be looked at"};
    errand->busy = false;
    if (room == NULL && fate != MATRIX_DONE) {
        matrix_errand_failed(errand, &answer);
        return;
    }
    if (room != NULL) {
        errand_has(errand, room->id);
    }
    matrix_errand_go(errand);
}

static void errand_search(struct matrix_errand *errand)
{
    errand->busy = true;
    errand->searched = true;
    matrix_search_start(errand->matrix, errand->order.nonce, errand_found, errand);
}

static void errand_made(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    const char *id =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->json, "room_id"));
    bool sound = id != NULL && id[0] == '!' && strlen(id) < MATRIX_ID_BYTES;
    errand->busy = false;
    if (answer->fate == MATRIX_DONE && sound) {
        errand_has(errand, id);
        matrix_errand_go(errand);
    } else if (answer->fate == MATRIX_BLOCKED) {
        errand_end(errand, SEND_REFUSED, 0, answer->why);
    } else {
        matrix_errand_failed(errand, answer);
    }
}

static void errand_make(struct matrix_errand *errand)
{
    struct matrix *matrix = errand->matrix;
    const struct room_order *order = &errand->order;
    const char *invite[ROOM_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < order->member_count && i < ROOM_MEMBERS_MAX; i++) {
        if (!errand_is_silent(order, order->members[i])) {
            invite[count++] = order->members[i];
        }
    }
    const char *name = order->name != NULL && order->name[0] != '\0' ? order->name : "deaddrop";
    const char *json =
        matrix_create_team(matrix_out(matrix)->arena, name, invite, count, order->nonce);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/createRoom",
                                           .path = "/_matrix/client/v3/createRoom",
                                           .json = json,
                                           .json_len = strlen(json),
                                           .priority = MATRIX_CHATTER,
                                           .limited = true,
                                           .time_ms = MATRIX_CREATE_MS,
                                           .try_ms = MATRIX_CREATE_MS};
    errand->busy = true;
    matrix_client_start(matrix->client, &request, errand_made, errand);
}

static void errand_learned(void *context, struct matrix_room *room, bool known,
                           enum matrix_fate fate)
{
    struct matrix_errand *errand = context;
    const struct matrix_answer answer = {.fate = fate == MATRIX_DONE ? MATRIX_DOWN : fate,
                                         .why = "the team's room is unread"};
    (void)room;
    errand->busy = false;
    if (known) {
        matrix_errand_go(errand);
    } else {
        matrix_errand_failed(errand, &answer);
    }
}

/* --- inviting --------------------------------------------------------------------------------- */

static void errand_invited(void *context, const struct matrix_answer *answer)
{
    struct matrix_errand *errand = context;
    struct matrix_room *room = matrix_room_find(errand->matrix, errand->room);
    errand->busy = false;
    if (answer->fate == MATRIX_DONE || answer->fate == MATRIX_FORBIDDEN) {
        if (room != NULL) {
            room->known = false; /* in it, or invited, or neither: it says so */
        }
        matrix_errand_go(errand);
    } else if (answer->fate == MATRIX_BLOCKED) {
        errand_give_up(errand, answer->why);
    } else {
        matrix_errand_failed(errand, answer);
    }
}

static void errand_invite(struct matrix_errand *errand, const char *account)
{
    struct matrix *matrix = errand->matrix;
    const char *segments[] = {errand->room};
    struct buf json;
    buf_init(&json, TEAM_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "user_id", account);
    buf_text(&json, "}");
    const struct matrix_request request = {
        .method = "POST",
        .route = "/rooms/{}/invite",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/invite", segments),
        .json = json.text,
        .json_len = json.len,
        .priority = MATRIX_CHATTER,
        .limited = true,
        .repeatable = true};
    errand->busy = true;
    matrix_client_start(matrix->client, &request, errand_invited, errand);
    buf_deinit(&json);
}

/* The next member who is neither in nor invited, and was not asked by this errand: true when one is
 * being asked. */
static bool errand_invite_next(struct matrix_errand *errand, const struct matrix_room *room,
                               const struct matrix_team *team)
{
    for (unsigned i = 0; i < team->count; i++) {
        const struct matrix_member *member = matrix_room_member(room, team->member[i]);
        bool in = member != NULL &&
                  (member->membership == MATRIX_JOINED || member->membership == MATRIX_INVITED);
        if (!in && (errand->asked & 1u << i) == 0) {
            errand->asked |= 1u << i;
            errand_invite(errand, team->member[i]);
            return true;
        }
    }
    return false;
}

/* --- the next step ---------------------------------------------------------------------------- */

static void errand_gather(struct matrix_errand *errand, const struct matrix_room *room,
                          struct matrix_team *team)
{
    const struct room_order *order = &errand->order;
    if (order->act == ROOM_OPEN && order->silent_count > 0 && !errand->silenced) {
        matrix_errand_silence(errand, order->silent, order->silent_count, true);
        return;
    }
    switch (matrix_team_secrecy(errand->matrix, team, room, true)) {
    case SECRECY_HOLDS:
        errand_done(errand, order->act == ROOM_OPEN ? errand->room : "");
        break;
    case SECRECY_LEFT:
        if (!errand_invite_next(errand, room, team)) {
            errand_give_up(errand, "a member does not come");
        }
        break;
    case SECRECY_INVITED:
        if (!errand_invite_next(errand, room, team)) { /* nothing waits until they come */
            matrix_team_watch(errand->matrix, team);
            errand_done(errand, order->act == ROOM_OPEN ? errand->room : "");
        }
        break;
    case SECRECY_UNKNOWN:
    case SECRECY_OUT:
    case SECRECY_ENCRYPTED:
    case SECRECY_HISTORY:
    case SECRECY_OPEN:
    case SECRECY_STRANGER:
        errand_give_up(errand, "the team's room is not theirs alone");
        break;
    }
}

void matrix_errand_go(struct matrix_errand *errand)
{
    struct matrix *matrix = errand->matrix;
    struct matrix_room *room = errand->room[0] == '\0'
                                   ? matrix_search_known(matrix, errand->order.nonce)
                                   : matrix_room_at(matrix, errand->room);
    if (room == NULL && errand->order.tries > 0 && !errand->searched) {
        errand_search(errand);
        return;
    }
    if (room == NULL) {
        errand_make(errand);
        return;
    }
    if (errand->room[0] == '\0') {
        errand_has(errand, room->id);
    }
    struct matrix_team *team = matrix_team_at(matrix, errand->room);
    if (!room->known) {
        errand->busy = true;
        matrix_room_learn(matrix, room, errand_learned, errand);
    } else {
        errand_gather(errand, room, team);
    }
}

/* --- orders ----------------------------------------------------------------------------------- */

static void order_member(struct matrix_errand *errand)
{
    struct matrix *matrix = errand->matrix;
    const struct room_order *order = &errand->order;
    struct matrix_team *team = team_new(matrix, order->room);
    if (order->act == ROOM_ADD) {
        team_add(team, order->account);
        matrix_team_keep(matrix, team);
        matrix_errand_go(errand);
    } else {
        team_take_out(team, order->account);
        matrix_team_keep(matrix, team);
        matrix_errand_kick(errand, order->account);
    }
}

void matrix_order(struct adapter *adapter, const struct room_order *order)
{
    struct matrix *matrix = (struct matrix *)adapter;
    struct matrix_errand *errand = heap_take(sizeof *errand);
    arena_reset(matrix_out(matrix)->arena);
    errand->matrix = matrix;
    errand->order = *order;
    errand->next = matrix->errands;
    matrix->errands = errand;
    if (order->act != ROOM_OPEN) {
        matrix_copy(errand->room, order->room);
    }
    if (matrix->is_gone) {
        errand_end(errand, SEND_LATER, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                   "the session is over");
        return;
    }
    switch (order->act) {
    case ROOM_OPEN:
        if (order->kind == ROOM_OF_TEAM) {
            matrix_errand_go(errand);
        } else {
            errand_end(errand, SEND_REFUSED, 0, "no threads for tables");
        }
        break;
    case ROOM_ADD:
    case ROOM_REMOVE:
        order_member(errand);
        break;
    case ROOM_SILENCE:
    case ROOM_VOICE:
        matrix_errand_silence(errand, &errand->order.account, 1, order->act == ROOM_SILENCE);
        break;
    case ROOM_CLOSE:
        matrix_errand_close(errand);
        break;
    }
    matrix_plan(matrix);
}

void matrix_errand_put(struct matrix_errand *errand)
{
    if (errand->order.act == ROOM_OPEN) {
        errand->silenced = true;
        matrix_errand_go(errand);
    } else {
        errand_done(errand, "");
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

void matrix_teams_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct matrix_team *team = NULL; (team = map_next(&matrix->out->teams, &at)) != NULL;) {
        free(team);
    }
    map_deinit(&matrix->out->teams);
    struct matrix_errand *next = NULL;
    for (struct matrix_errand *errand = matrix->errands; errand != NULL; errand = next) {
        next = errand->next;
        free(errand);
    }
    matrix->errands = NULL;
}
