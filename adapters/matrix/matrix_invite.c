/* Joining takes its time on other servers and may succeed after it seemed to fail: what counts is
 * that /sync tells of the room. So it is tried a few times, far apart, and then declined. */
#include "matrix_invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"
#include "heap.h"
#include "json_out.h"
#include "log.h"
#include "matrix_decode.h"
#include "matrix_fate.h"
#include "matrix_hear.h"
#include "matrix_ignored.h"
#include "matrix_path.h"
#include "matrix_power.h"
#include "table.h"

enum {
    INVITE_JOIN_MS = 90000,
    INVITE_HOUR_MS = 3600 * 1000,
    INVITES_MAX = 1000,
    INVITE_BODY_BYTES = 2048,
    INVITE_PATH_BYTES = 4096
};

/* After each try to join in vain. */
static const int64_t invite_waits_ms[] = {30000, 120000, 600000};
enum { INVITE_TRIES = sizeof invite_waits_ms / sizeof invite_waits_ms[0] };

static const char invite_prefix[] = "i/";

struct invite {
    struct matrix *matrix;
    char room[MATRIX_ID_BYTES];
    char inviter[MATRIX_ID_BYTES]; /* or who sent the tombstone */
    char from[MATRIX_ID_BYTES];    /* the room that goes on here; "" none */
    char event[MATRIX_ID_BYTES];   /* and the event that says so */
    unsigned tries;
    bool kept;       /* there is a row of it */
    uint64_t number; /* of the request */
    int64_t due_ms;  /* of the next try */
    bool leaving;
};

struct matrix_invites {
    struct map rooms; /* of struct invite, by room */
    struct bucket joins;
    uint32_t per_hour;
};

/* While it is being followed it outlives a restart: /sync tells of it once alone. */
static void invite_keep(struct invite *invite, bool keep)
{
    char key[MATRIX_ID_BYTES + sizeof invite_prefix];
    char value[3 * MATRIX_ID_BYTES + 3];
    if (invite->kept == keep) {
        return;
    }
    invite->kept = keep;
    snprintf(key, sizeof key, "%s%s", invite_prefix, invite->room);
    snprintf(value, sizeof value, "%s %s %s", invite->inviter, invite->from, invite->event);
    matrix_store_row(invite->matrix, key, keep ? value : NULL);
}

static void invite_free(struct invite *invite)
{
    struct matrix *matrix = invite->matrix;
    invite_keep(invite, false);
    matrix_client_cancel(matrix->client, invite->number);
    map_remove(&matrix->invites->rooms, invite->room);
    free(invite);
}

/* --- declining, leaving ----------------------------------------------------------------------- */

static void invite_is_left(void *context, const struct matrix_answer *answer)
{
    struct invite *invite = context;
    (void)answer; /* where it failed, the next sync without a beginning tells of it once more */
    invite->number = 0;
    invite_free(invite);
}

/* Leaves, or declines, with a reason in words. */
static void invite_leave(struct invite *invite, const char *key)
{
    struct matrix *matrix = invite->matrix;
    const char *segments[] = {invite->room};
    struct buf body;
    buf_init(&body, INVITE_BODY_BYTES);
    buf_text(&body, "{");
    json_out_text(&body, "reason", matrix_words(matrix, key));
    buf_text(&body, "}");
    const struct matrix_request request = {
        .method = "POST",
        .route = "/rooms/{}/leave",
        .path = matrix_path(matrix->arena, "/rooms/{}/leave", segments),
        .json = body.text,
        .json_len = body.len,
        .priority = MATRIX_CHATTER,
        .limited = true,
        .repeatable = true};
    matrix_client_cancel(matrix->client, invite->number);
    invite->leaving = true;
    invite_keep(invite, false);
    invite->due_ms = NO_DEADLINE;
    invite->number = matrix_client_start(matrix->client, &request, invite_is_left, invite);
    buf_deinit(&body);
    log_event(LEVEL_INFO, "matrix.invite_declined", LOG_FIELDS(log_text("why", key)));
}

/* --- joining ---------------------------------------------------------------------------------- */

/* Another try, or none any more. */
static void invite_fail(struct invite *invite, int64_t retry_ms)
{
    struct matrix_room *room = matrix_room_find(invite->matrix, invite->room);
    if (room != NULL && room->own == MATRIX_JOINED) {
        matrix_invites_joined(invite->matrix, room);
        return;
    }
    if (invite->tries >= INVITE_TRIES) {
        invite_leave(invite, "matrix.reason.late");
        return;
    }
    int64_t wait_ms = invite_waits_ms[invite->tries++];
    wait_ms = wait_ms > retry_ms ? wait_ms : retry_ms;
    invite->due_ms = matrix_now_ms(invite->matrix) + wait_ms;
    matrix_plan(invite->matrix);
}

static void invite_joined(void *context, const struct matrix_answer *answer)
{
    struct invite *invite = context;
    invite->number = 0;
    switch (answer->fate) {
    case MATRIX_FORBIDDEN:
    case MATRIX_MISSING:
    case MATRIX_BAD:
    case MATRIX_BLOCKED:
        invite_leave(invite, "matrix.reason.late");
        break;
    case MATRIX_SIGNED_OUT:
        invite_free(invite);
        break;
    case MATRIX_DONE: /* it is true when /sync says so */
    case MATRIX_UNKNOWN:
    case MATRIX_LATE:
    case MATRIX_DOWN:
    case MATRIX_LIMITED:
    case MATRIX_UNRECOGNIZED:
    case MATRIX_TOO_LARGE:
    case MATRIX_DUPLICATE:
    case MATRIX_FULL:
    case MATRIX_PARKED:
        invite_fail(invite, answer->retry_ms);
        break;
    }
}

static void invite_join(struct invite *invite)
{
    struct matrix *matrix = invite->matrix;
    const char *segments[] = {invite->room};
    const char *server = matrix_server_of(invite->inviter);
    struct buf path;
    buf_init(&path, INVITE_PATH_BYTES);
    buf_text(&path, matrix_path(matrix->arena, "/join/{}", segments));
    if (server[0] != '\0') {
        buf_text(&path, "?via=");
        matrix_path_add(&path, server);
    }
    const struct matrix_request request = {.method = "POST",
                                           .route = "/join/{}",
                                           .path = path.text,
                                           .priority = MATRIX_CHATTER,
                                           .limited = true,
                                           .time_ms = INVITE_JOIN_MS,
                                           .try_ms = INVITE_JOIN_MS,
                                           .repeatable = false};
    invite->due_ms = NO_DEADLINE;
    invite_keep(invite, true);
    invite->number = matrix_client_start(matrix->client, &request, invite_joined, invite);
    buf_deinit(&path);
}

static struct invite *invite_new(struct matrix *matrix, const char *room, const char *inviter)
{
    struct invite *invite = heap_take(sizeof *invite);
    invite->matrix = matrix;
    invite->due_ms = NO_DEADLINE;
    matrix_copy(invite->room, room);
    matrix_copy(invite->inviter, inviter);
    map_put(&matrix->invites->rooms, invite->room, invite);
    return invite;
}

/* Are we in as many rooms as we may, or following too fast? */
static bool invite_is_full(struct matrix *matrix)
{
    struct matrix_invites *invites = matrix->invites;
    int64_t most = settings_number(matrix->settings, "matrix", "rooms_max");
    uint32_t per_hour = (uint32_t)settings_number(matrix->settings, "matrix", "joins_per_hour");
    int64_t now_ms = matrix_now_ms(matrix);
    if (invites->per_hour != per_hour) {
        invites->per_hour = per_hour;
        bucket_init(&invites->joins, per_hour, INVITE_HOUR_MS / per_hour, now_ms);
    }
    return (int64_t)matrix_rooms_joined(matrix) + (int64_t)invites->rooms.count >= most ||
           !bucket_take(&invites->joins, 1, now_ms);
}

/* Why an invite is declined, as a key of words; NULL: it is taken. */
static const char *invite_refusal(struct matrix *matrix, const struct matrix_invited *invited)
{
    const char *allowed = settings_text(matrix->settings, "matrix", "invites");
    if (invited->inviter[0] == '\0' ||
        !matrix_invited_may(allowed, invited->inviter, matrix->user)) {
        return "matrix.reason.policy";
    }
    if (invited->encrypted) {
        return "matrix.reason.encrypted";
    }
    if (invited->space || invited->odd) {
        return "matrix.reason.space";
    }
    return invite_is_full(matrix) ? "matrix.reason.full" : NULL;
}

void matrix_invites_heard(struct matrix *matrix, const char *room, const cJSON *list)
{
    struct matrix_invited invited;
    const struct matrix_room *known = matrix_room_find(matrix, room);
    struct invite *invite = map_get(&matrix->invites->rooms, room);
    if (invite != NULL || (known != NULL && known->own == MATRIX_JOINED) || matrix->draining ||
        matrix->invites->rooms.count >= INVITES_MAX) {
        return;
    }
    matrix_invited_read(list, matrix->user, &invited);
    if (matrix_ignores(matrix, invited.inviter)) {
        return;
    }
    const char *refusal = invite_refusal(matrix, &invited);
    invite = invite_new(matrix, room, invited.inviter);
    if (refusal == NULL) {
        log_event(LEVEL_INFO, "matrix.invited",
                  LOG_FIELDS(log_text("by", invited.inviter), log_text("room", room)));
        if (invited.direct) {
            matrix_room_at(matrix, room)->two = true;
        }
        invite_join(invite);
        return;
    }
    invite_leave(invite, refusal);
    if (strcmp(refusal, "matrix.reason.encrypted") == 0) {
        matrix_direct_say(matrix, invited.inviter, "matrix.encrypted");
    } else if (strcmp(refusal, "matrix.reason.space") == 0) {
        matrix_direct_say(matrix, invited.inviter, "matrix.space");
    }
}

/* --- we are in -------------------------------------------------------------------------------- */

/* May the room that we were sent on to be taken for the one that we came from: it says that it is,
 * and who sent us had a say in it. */
static bool invite_is_heir(const struct matrix_room *room, const struct invite *invite)
{
    return room->predecessor != NULL && strcmp(room->predecessor, invite->from) == 0 &&
           matrix_power_of(room->power, invite->inviter) >=
               matrix_power_to(room->power, "invite") &&
           matrix_power_of(room->power, invite->inviter) > 0;
}

static bool invite_can_speak(const struct matrix *matrix, const struct matrix_room *room)
{
    return matrix_power_of(room->power, matrix->user) >=
           matrix_power_to_send(room->power, "m.room.message", false);
}

/* Now that it is known what room it is: is it one for us? */
static void invite_learned(void *context, struct matrix_room *room, bool known,
                           enum matrix_fate fate)
{
    struct matrix *matrix = context;
    struct invite *invite = map_get(&matrix->invites->rooms, room->id);
    (void)fate;
    if (invite == NULL || invite->leaving) {
        return;
    }
    if (room->encryption == MATRIX_ENCRYPTED || (known && room->space)) {
        bool encrypted = room->encryption == MATRIX_ENCRYPTED;
        invite_leave(invite, encrypted ? "matrix.reason.encrypted" : "matrix.reason.space");
        matrix_direct_say(matrix, invite->inviter, encrypted ? "matrix.encrypted" : "matrix.space");
        return;
    }
    if (invite->from[0] != '\0') {
        if (!known || !invite_is_heir(room, invite)) {
            invite_leave(invite, "matrix.reason.heir");
            return;
        }
        log_event(LEVEL_INFO, "matrix.room_moved", NULL);
        matrix_hear_moved(matrix, invite->from, room->id, invite->event);
    } else if (known && !invite_can_speak(matrix, room)) {
        matrix_direct_say(matrix, invite->inviter, "matrix.silent");
    }
    invite_free(invite);
}

void matrix_invites_joined(struct matrix *matrix, struct matrix_room *room)
{
    struct invite *invite = map_get(&matrix->invites->rooms, room->id);
    if (invite == NULL || invite->leaving) {
        return;
    }
    matrix_client_cancel(matrix->client, invite->number);
    invite->number = 0;
    invite->due_ms = NO_DEADLINE;
    matrix_room_learn(matrix, room, invite_learned, matrix);
}

void matrix_invites_left(struct matrix *matrix, const char *room)
{
    struct invite *invite = map_get(&matrix->invites->rooms, room);
    if (invite != NULL && !invite->leaving) {
        invite_free(invite);
    }
}

/* --- tombstones ------------------------------------------------------------------------------- */

void matrix_invites_tombstone(struct matrix *matrix, struct matrix_room *room, const cJSON *event)
{
    const char *to = matrix_id(matrix_get(event, "content"), "replacement_room", '!');
    const char *sender = matrix_id(event, "sender", '@');
    const char *id = matrix_id(event, "event_id", '$');
    const struct matrix_room *heir = to == NULL ? NULL : matrix_room_find(matrix, to);
    if (to == NULL || sender == NULL || id == NULL || strcmp(to, room->id) == 0 ||
        room->kind != MATRIX_ROOM_OPEN || room->moved || matrix->draining ||
        map_get(&matrix->invites->rooms, to) != NULL ||
        matrix->invites->rooms.count >= INVITES_MAX) {
        return;
    }
    room->moved = true;
    struct invite *invite = invite_new(matrix, to, sender);
    matrix_copy(invite->from, room->id);
    matrix_copy(invite->event, id);
    if (heir != NULL && heir->own == MATRIX_JOINED) {
        matrix_invites_joined(matrix, matrix_room_at(matrix, to));
    } else {
        invite_join(invite);
    }
}

/* --- after a restart -------------------------------------------------------------------------- */

bool matrix_invites_restore(struct matrix *matrix, const char *key, const char *text)
{
    char part[3][MATRIX_ID_BYTES] = {"", "", ""};
    if (strncmp(key, invite_prefix, sizeof invite_prefix - 1) != 0) {
        return false;
    }
    for (size_t i = 0; i < 3 && text != NULL; i++) {
        size_t len = strcspn(text, " ");
        if (len < MATRIX_ID_BYTES) {
            memcpy(part[i], text, len);
            part[i][len] = '\0';
        }
        text = text[len] == ' ' ? text + len + 1 : NULL;
    }
    struct invite *invite = invite_new(matrix, key + sizeof invite_prefix - 1, part[0]);
    matrix_copy(invite->from, part[1]);
    matrix_copy(invite->event, part[2]);
    invite->kept = true;
    invite->due_ms = matrix_now_ms(matrix);
    return true;
}

/* --- time ------------------------------------------------------------------------------------- */

int64_t matrix_invites_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    size_t at = 0;
    for (const struct invite *invite = map_next(&matrix->invites->rooms, &at); invite != NULL;
         invite = map_next(&matrix->invites->rooms, &at)) {
        due_ms = invite->due_ms < due_ms ? invite->due_ms : due_ms;
    }
    return due_ms;
}

void matrix_invites_tick(struct matrix *matrix, int64_t now_ms)
{
    size_t at = 0;
    for (struct invite *invite = map_next(&matrix->invites->rooms, &at); invite != NULL;
         invite = map_next(&matrix->invites->rooms, &at)) {
        if (invite->due_ms > now_ms) {
            continue;
        }
        invite->due_ms = NO_DEADLINE;
        invite_join(invite);
    }
}

struct matrix_invites *matrix_invites_new(struct matrix *matrix)
{
    struct matrix_invites *invites = heap_take(sizeof *invites);
    map_init(&invites->rooms, &matrix->world->entropy);
    return invites;
}

void matrix_invites_free(struct matrix_invites **invites)
{
    struct matrix_invites *freed = *invites;
    size_t at = 0;
    if (freed == NULL) {
        return;
    }
    for (struct invite *invite = map_next(&freed->rooms, &at); invite != NULL;
         invite = map_next(&freed->rooms, &at)) {
        matrix_client_cancel(invite->matrix->client, invite->number);
        free(invite);
    }
    map_deinit(&freed->rooms);
    free(freed);
    *invites = NULL;
}
