/* Joining a room on another server takes time and may succeed after it seemed to fail: what counts
 * is that a sync has the room. So it is tried a few times, far apart, and then declined. */
#include "matrix_invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"
#include "heap.h"
#include "json_at.h"
#include "log.h"
#include "matrix_answer.h"
#include "matrix_decode.h"
#include "matrix_direct.h"
#include "matrix_greet.h"
#include "matrix_ignored.h"
#include "matrix_power.h"
#include "matrix_say.h"
#include "matrix_secrecy.h"
#include "matrix_state_fetch.h"
#include "matrix_unreachable.h"
#include "route.h"
#include "table.h"

enum {
    INVITE_JOIN_MS = 90000,
    INVITE_HOUR_MS = 3600 * 1000,
    INVITE_TELL_MS = 60 * 1000, /* after a tombstone, until an invite is asked for */
    INVITES_MAX = 1000,
    INVITE_PATH_BYTES = 4096
};

/* After each failed try to join. */
static const int64_t invite_waits_ms[] = {30000, 120000, 600000};
enum { INVITE_TRIES = sizeof invite_waits_ms / sizeof invite_waits_ms[0] };

static const char invite_prefix[] = "i/";

struct invite {
    struct matrix *matrix;
    char room[MATRIX_ID_BYTES];
    char inviter[MATRIX_ID_BYTES]; /* or the sender of the tombstone */
    char from[MATRIX_ID_BYTES];    /* the room that this one replaces; "" none */
    char event[MATRIX_ID_BYTES];   /* its tombstone */
    unsigned tries;
    int64_t since_ms; /* when this process began to follow it */
    bool kept;        /* it has a row */
    uint64_t number;  /* of the request */
    int64_t due_ms;   /* of the next try */
    bool leaving;
};

struct matrix_invites {
    struct map rooms; /* of struct invite, by room */
    struct bucket joins;
    uint32_t per_hour;
};

/* Writes or deletes its row. A sync has an invite only once, so it has to outlive a restart. */
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

static void invite_is_left(void *context, const struct answer *answer)
{
    struct invite *invite = context;
    (void)answer; /* if it failed, the next initial sync has the invite again */
    invite->number = 0;
    invite_free(invite);
}

/* Leaves, or declines, with a reason in words. */
static void invite_leave(struct invite *invite, const char *key)
{
    struct matrix *matrix = invite->matrix;
    const struct matrix_request request = {
        .method = "POST",
        .route = "/rooms/{}/leave",
        .ids = {invite->room},
        .json = json_one(matrix->arena, "reason", matrix_words(matrix, invite->room, key)),
        .priority = MATRIX_CHATTER,
        .limited = true};
    matrix_client_cancel(matrix->client, invite->number);
    invite->leaving = true;
    invite_keep(invite, false);
    invite->due_ms = NO_DEADLINE;
    invite->number = matrix_client_start(matrix->client, &request, invite_is_left, invite);
    log_event(LEVEL_INFO, "matrix.invite_declined", LOG_FIELDS(log_text("why", key)));
}

/* --- joining ---------------------------------------------------------------------------------- */

/* The replaced room is reachable again. */
static void invite_reopen(const struct invite *invite)
{
    struct matrix_room *room =
        invite->from[0] == '\0' ? NULL : matrix_room_find(invite->matrix, invite->from);
    if (room != NULL && matrix_room_is_reachable(invite->matrix, room)) {
        matrix_unreachable_end(invite->matrix, room);
    }
}

/* Schedules another try, or declines after the last. */
static void invite_fail(struct invite *invite, int64_t retry_ms)
{
    struct matrix_room *room = matrix_room_find(invite->matrix, invite->room);
    if (room != NULL && room->own == MATRIX_JOINED) {
        matrix_invites_joined(invite->matrix, room);
        return;
    }
    if (invite->tries >= INVITE_TRIES) {
        invite_reopen(invite);
        invite_leave(invite, "matrix.reason.late");
        return;
    }
    int64_t wait_ms = invite_waits_ms[invite->tries++];
    wait_ms = wait_ms > retry_ms ? wait_ms : retry_ms;
    invite->due_ms = matrix_now_ms(invite->matrix) + wait_ms;
    matrix_plan(invite->matrix);
}

/* The successor of a replaced room does not let us in yet: the invite comes after the tombstone,
 * from a member's client or by hand. Joining is tried now and then; the tombstone's sender is asked
 * for an invite. */
static void invite_is_early(struct invite *invite)
{
    struct matrix *matrix = invite->matrix;
    int64_t now_ms = matrix_now_ms(matrix);
    if (now_ms - invite->since_ms >= MATRIX_UNREACHABLE_MS) {
        invite_reopen(invite);
        invite_free(invite);
        return;
    }
    if (now_ms - invite->since_ms >= INVITE_TELL_MS) {
        matrix_direct_say(matrix, invite->inviter, "matrix.moved");
    }
    unsigned wait = invite->tries < INVITE_TRIES ? invite->tries++ : INVITE_TRIES - 1;
    invite->due_ms = now_ms + invite_waits_ms[wait];
    matrix_plan(matrix);
}

static void invite_joined(void *context, const struct answer *answer)
{
    struct invite *invite = context;
    enum answer_status status = answer->status;
    bool refused = status == ANSWER_FORBIDDEN || status == ANSWER_GONE || status == ANSWER_BAD ||
                   status == ANSWER_CLOSED;
    invite->number = 0;
    if (status == ANSWER_UNAUTHORIZED) {
        invite_free(invite);
    } else if (!refused) { /* also when it succeeded: a sync has to say so */
        invite_fail(invite, answer->retry_ms);
    } else if (invite->from[0] != '\0') {
        invite_is_early(invite);
    } else {
        invite_leave(invite, "matrix.reason.late");
    }
}

static void invite_join(struct invite *invite)
{
    struct matrix *matrix = invite->matrix;
    const char *server = matrix_server_of(invite->inviter);
    struct buf via;
    buf_init(&via, INVITE_PATH_BYTES);
    buf_text(&via, "via=");
    route_encode(&via, server);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/join/{}",
                                           .ids = {invite->room},
                                           .query = server[0] != '\0' ? via.text : NULL,
                                           .priority = MATRIX_CHATTER,
                                           .limited = true,
                                           .once = true,
                                           .time_ms = INVITE_JOIN_MS,
                                           .try_ms = INVITE_JOIN_MS};
    invite->due_ms = NO_DEADLINE;
    invite_keep(invite, true);
    invite->number = matrix_client_start(matrix->client, &request, invite_joined, invite);
    buf_deinit(&via);
}

static struct invite *invite_new(struct matrix *matrix, const char *room, const char *inviter)
{
    struct invite *invite = heap_allocate(sizeof *invite);
    invite->matrix = matrix;
    invite->due_ms = NO_DEADLINE;
    invite->since_ms = matrix_now_ms(matrix);
    matrix_copy(invite->room, room);
    matrix_copy(invite->inviter, inviter);
    map_put(&matrix->invites->rooms, invite->room, invite);
    return invite;
}

/* Are we in too many rooms, or joining too fast? */
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

/* Why an invite is declined, as a key of the catalogue; NULL: it is accepted. */
static const char *invite_refusal(struct matrix *matrix, const struct matrix_invited *invited)
{
    const char *allowed = settings_text(matrix->settings, "matrix", "invites");
    if (invited->inviter[0] == '\0' ||
        !matrix_invited_may(allowed, invited->inviter, matrix->user)) {
        return "matrix.reason.policy";
    }
    if (invited->encrypted && !matrix->e2ee->reads) {
        return "matrix.reason.encrypted";
    }
    if (invited->space || invited->odd) {
        return "matrix.reason.space";
    }
    return invite_is_full(matrix) ? "matrix.reason.full" : NULL;
}

void matrix_invites_inbound(struct matrix *matrix, const char *room, const cJSON *list)
{
    struct matrix_invited invited;
    const struct matrix_room *known = matrix_room_find(matrix, room);
    struct invite *invite = map_get(&matrix->invites->rooms, room);
    if (invite != NULL && invite->from[0] != '\0' && invite->number == 0 && !invite->leaving &&
        !matrix->draining) {
        invite->tries = 0;
        invite_join(invite); /* it succeeds a replaced room: now we may join */
        return;
    }
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

/* --- after joining
 * -------------------------------------------------------------------------------- */

/* Is the room really the successor of the replaced one? It names it as its predecessor, and the
 * tombstone's sender has power in it. */
static bool invite_is_heir(const struct matrix_room *room, const struct invite *invite)
{
    return room->predecessor != NULL && strcmp(room->predecessor, invite->from) == 0 &&
           matrix_power_of(room->power, invite->inviter) >=
               matrix_power_to(room->power, "invite") &&
           matrix_power_of(room->power, invite->inviter) > 0;
}

/* Greets a room once; not a room for two. */
static void invite_greet(struct matrix *matrix, struct matrix_room *room)
{
    char key[MATRIX_ID_BYTES + 4];
    if (!room->greeted && !room->two && room->kind == MATRIX_ROOM_OPEN) {
        room->greeted = true;
        snprintf(key, sizeof key, MATRIX_GREET_ROWS "%s", room->id);
        matrix_store_row(matrix, key, "0");
        matrix_room_greet(matrix, room->id);
    }
}

/* The room's state is known: is it a room for us? */
static void invite_state_fetched(void *context, struct matrix_room *room, bool known,
                                 enum answer_status status)
{
    struct matrix *matrix = context;
    struct invite *invite = map_get(&matrix->invites->rooms, room->id);
    (void)status;
    if (invite == NULL || invite->leaving) {
        return;
    }
    bool encrypted = room->encryption == MATRIX_ENCRYPTED && !matrix->e2ee->reads;
    if (encrypted || (known && room->space)) {
        invite_leave(invite, encrypted ? "matrix.reason.encrypted" : "matrix.reason.space");
        matrix_direct_say(matrix, invite->inviter, encrypted ? "matrix.encrypted" : "matrix.space");
        return;
    }
    if (invite->from[0] != '\0') {
        if (!known || !invite_is_heir(room, invite)) {
            invite_reopen(invite);
            invite_leave(invite, "matrix.reason.heir");
            return;
        }
        log_event(LEVEL_INFO, "matrix.room_moved", NULL);
        matrix_unreachable_moved(matrix, matrix_room_at(matrix, invite->from), room->id, NULL,
                                 invite->event);
    } else if (known && !matrix_room_speaks(room, matrix->user)) {
        matrix_direct_say(matrix, invite->inviter, "matrix.silent");
    } else if (known && !matrix_unreachable_invited(matrix, room, invite->inviter)) {
        invite_greet(matrix, room);
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
    matrix_room_fetch_state(matrix, room, invite_state_fetched, matrix);
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
    const char *to = matrix_id(json_at(event, "content"), "replacement_room", '!');
    const char *sender = matrix_id(event, "sender", '@');
    const char *id = matrix_id(event, "event_id", '$');
    const struct matrix_room *heir = to == NULL ? NULL : matrix_room_find(matrix, to);
    if (to == NULL || sender == NULL || id == NULL || strcmp(to, room->id) == 0 ||
        room->kind != MATRIX_ROOM_OPEN || room->moved || matrix->draining ||
        matrix->invites->rooms.count >= INVITES_MAX) {
        return;
    }
    struct invite *invite = map_get(&matrix->invites->rooms, to);
    bool early = invite != NULL; /* the invite came before the tombstone */
    room->moved = true;
    matrix_unreachable_begin(matrix, room);
    if (early && (invite->leaving || invite->from[0] != '\0')) {
        return;
    }
    if (early) {
        invite_keep(invite, false); /* the new row names the replaced room */
        matrix_copy(invite->inviter, sender);
    } else {
        invite = invite_new(matrix, to, sender);
    }
    matrix_copy(invite->from, room->id);
    matrix_copy(invite->event, id);
    if (heir != NULL && heir->own == MATRIX_JOINED) {
        matrix_invites_joined(matrix, matrix_room_at(matrix, to));
    } else if (invite->number == 0) {
        invite_join(invite);
    } else {
        invite_keep(invite, true);
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

void matrix_invites_new(struct matrix *matrix)
{
    matrix->invites = heap_allocate(sizeof *matrix->invites);
    map_init(&matrix->invites->rooms, &matrix->world->entropy);
}

void matrix_invites_free(struct matrix *matrix)
{
    size_t at = 0;
    for (struct invite *invite = NULL; (invite = map_next(&matrix->invites->rooms, &at)) != NULL;) {
        matrix_client_cancel(matrix->client, invite->number);
        free(invite);
    }
    map_deinit(&matrix->invites->rooms);
    free(matrix->invites);
    matrix->invites = NULL;
}
