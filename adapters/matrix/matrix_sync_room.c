/* What a response says of rooms. State of before is taken over as it comes; the timeline waits for
 * the room's end, since only then it is known whether something is missing before it. Events are
 * heard one behind: what may be claimed with the last one is claimed with it. */
#include "matrix_sync_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_tree.h"
#include "matrix_decode.h"
#include "matrix_ignored.h"
#include "matrix_invite.h"
#include "metrics.h"
#include "table.h"

enum { SYNC_ROOM_EVENTS_MAX = 4096 };

void sync_events_add(struct sync_events *events, const char *json, size_t len)
{
    if (events->count >= SYNC_ROOM_EVENTS_MAX) {
        return;
    }
    struct sync_event *event = heap_take(sizeof *event + len + 1);
    event->len = len;
    memcpy(event->json, json, len);
    *(events->last == NULL ? &events->first : &events->last->next) = event;
    events->last = event;
    events->count++;
}

void sync_events_clear(struct sync_events *events)
{
    while (events->first != NULL) {
        struct sync_event *event = events->first;
        events->first = event->next;
        free(event);
    }
    *events = (struct sync_events){0};
}

static void sync_room_free(struct sync_room *room)
{
    matrix_client_cancel(room->sync->matrix->client, room->number);
    sync_events_clear(&room->events);
    sync_events_clear(&room->after);
    free(room->previous);
    free(room->until);
    free(room);
}

void sync_rooms_drop(struct matrix_sync *sync)
{
    while (sync->rooms != NULL) {
        struct sync_room *room = sync->rooms;
        sync->rooms = room->next;
        sync_room_free(room);
    }
    if (sync->current != NULL) {
        sync_room_free(sync->current);
        sync->current = NULL;
    }
    free(sync->held);
    sync->held = NULL;
    sync->patience_ms = NO_DEADLINE;
}

/* Is it silent: a sync without a beginning tells what was, not what is to be heard? */
static bool sync_is_silent(const struct matrix_sync *sync)
{
    return sync->since == NULL && !sync->recovering;
}

/* Can a room be read back to what was heard there last? One of our own is, as far as we are in it;
 * where nothing was ever heard in another, nothing is to be run. */
static bool sync_may_read_back(const struct matrix_room *known)
{
    return known->heard != NULL || known->kind != MATRIX_ROOM_OPEN;
}

/* The same of a room. */
static bool sync_room_is_silent(const struct sync_room *room, const struct matrix_room *known)
{
    return sync_is_silent(room->sync) || (room->sync->recovering && !sync_may_read_back(known));
}

/* --- hearing ---------------------------------------------------------------------------------- */

void sync_hear_held(struct matrix_sync *sync, const char *claim)
{
    struct sync_event *event = sync->held;
    if (event == NULL || sync->refused) {
        return;
    }
    const struct matrix_hearing hearing = {
        .batch = sync->batch, .claim = claim, .fresh = sync->held_fresh};
    cJSON *json = json_tree_read(event->json, event->len);
    sync->held = NULL;
    sync->figures.events++;
    metrics_add(METRIC_MATRIX_EVENTS, 1);
    if (event->settles) {
        arena_reset(sync->matrix->arena);
        if (matrix_room_take(sync->matrix, sync->held_room, json)) {
            matrix_room_changed(sync->matrix, sync->held_room);
        }
    } else if (json != NULL && !matrix_hear(sync->matrix, sync->held_room, json, &hearing)) {
        sync->refused = true;
    }
    json_tree_free(json);
    free(event);
}

static void sync_hold(struct matrix_sync *sync, struct matrix_room *room, struct sync_event *event,
                      bool fresh)
{
    sync_hear_held(sync, NULL);
    free(sync->held);
    sync->held = event;
    sync->held_room = room;
    sync->held_fresh = fresh;
}

bool sync_is_join(const struct matrix_sync *sync, const cJSON *event)
{
    const char *type = matrix_text(event, "type");
    const char *key = matrix_text(event, "state_key");
    const char *now = matrix_text(matrix_get(event, "content"), "membership");
    return type != NULL && key != NULL && strcmp(type, "m.room.member") == 0 &&
           strcmp(key, sync->matrix->user) == 0 && matrix_membership(now) == MATRIX_JOINED &&
           matrix_member_before(event, MATRIX_LEFT) != MATRIX_JOINED;
}

static struct sync_event *sync_take_first(struct sync_events *events)
{
    struct sync_event *event = events->first;
    events->first = event->next;
    events->last = events->first == NULL ? NULL : events->last;
    event->next = NULL;
    return event;
}

/* What is not heard: state events are taken over, no more. All of it, or up to our coming in (the
 * last time, where we were there before: what was said then was heard then). */
static void sync_take_silently(struct sync_room *room, struct matrix_room *known, bool all)
{
    for (unsigned taken = 0; room->events.first != NULL && (all || taken < room->joined); taken++) {
        struct sync_event *event = sync_take_first(&room->events);
        cJSON *json = json_tree_read(event->json, event->len);
        if (json != NULL && (!room->settled || event->settles)) {
            arena_reset(room->sync->matrix->arena);
            matrix_room_take(room->sync->matrix, known, json);
        }
        json_tree_free(json);
        free(event);
    }
}

static void sync_state(struct sync_room *room, const char *json, size_t len);

/* What the state is after the timeline is taken over behind it, so that the timeline tells what is
 * new; before it, too, where nothing was known of the room. */
static void sync_settle(struct sync_room *room, const struct matrix_room *known)
{
    bool fresh = !known->stated;
    while (room->after.first != NULL) {
        struct sync_event *event = sync_take_first(&room->after);
        if (fresh) {
            sync_state(room, event->json, event->len);
        }
        event->settles = true;
        *(room->events.last == NULL ? &room->events.first : &room->events.last->next) = event;
        room->events.last = event;
    }
}

void sync_room_pass(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    struct matrix_room *known = matrix_room_at(sync->matrix, room->id);
    bool silent = sync_room_is_silent(room, known);
    sync_settle(room, known);
    if (silent || room->joined > 0) {
        sync_take_silently(room, known, silent);
    }
    if (!silent) {
        bool fresh = sync->live && !sync->back && !room->gap;
        while (room->events.first != NULL) {
            sync_hold(sync, known, sync_take_first(&room->events), fresh);
        }
    }
    if (room->whole) {
        matrix_room_stated(known);
        room->changed = true;
    }
    if (room->changed && !sync->refused) {
        matrix_room_changed(sync->matrix, known);
    }
    sync_room_free(room);
}

/* --- a room that we are in -------------------------------------------------------------------- */

static void sync_wait(struct sync_room *room)
{
    room->next = room->sync->rooms;
    room->sync->rooms = room;
}

void sync_room_unwait(struct sync_room *room)
{
    struct sync_room **at = &room->sync->rooms;
    while (*at != room) {
        assert(*at != NULL);
        at = &(*at)->next;
    }
    *at = room->next;
    room->next = NULL;
}

/* Whether it is known now or cannot be: nobody waits any longer. */
static void sync_room_learned(void *context, struct matrix_room *known, bool is_known,
                              enum matrix_fate fate)
{
    struct matrix_sync *sync = context;
    struct sync_room *room = sync->rooms;
    (void)is_known;
    (void)fate;
    while (room != NULL && (!room->learning || strcmp(room->id, known->id) != 0)) {
        room = room->next;
    }
    if (room != NULL) {
        sync_room_unwait(room);
        sync_room_pass(room);
        sync_go_on(sync);
    }
}

/* Their states take long. Who may do what is little, and a moderator may be waiting: true when that
 * is being asked, once. */
static bool sync_rooms_ask_power(struct matrix_sync *sync)
{
    if (sync->asked_power) {
        return false;
    }
    sync->asked_power = true;
    for (const struct sync_room *room = sync->rooms; room != NULL; room = room->next) {
        if (room->learning) {
            matrix_room_learn_power(sync->matrix, matrix_room_at(sync->matrix, room->id));
        }
    }
    sync->patience_ms = sync_now_ms(sync) + SYNC_POWER_MS;
    return true;
}

void sync_rooms_hurry(struct matrix_sync *sync)
{
    struct sync_room *room = sync->rooms;
    if (sync_rooms_ask_power(sync)) {
        return;
    }
    sync->patience_ms = NO_DEADLINE;
    while (room != NULL) {
        struct sync_room *next = room->next;
        if (room->learning) {
            sync_room_unwait(room);
            sync_room_pass(room);
        }
        room = next;
    }
    sync_go_on(sync);
}

/* Is there something that cannot be heard before the room is known? */
static bool sync_wants_learning(const struct sync_room *room, const struct matrix_room *known)
{
    return !sync_room_is_silent(room, known) && !room->whole && room->events.first != NULL &&
           !(known->kind == MATRIX_ROOM_DIRECT ? known->known : known->stated);
}

void sync_room_ready(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    struct matrix_room *known = matrix_room_at(sync->matrix, room->id);
    if (sync_wants_learning(room, known)) {
        room->learning = true;
        sync_wait(room);
        if (sync->patience_ms == NO_DEADLINE) {
            sync->patience_ms = sync_now_ms(sync) + SYNC_PATIENCE_MS;
            sync->asked_power = false;
            matrix_plan(sync->matrix);
        }
        matrix_room_learn(sync->matrix, known, sync_room_learned, sync);
        return;
    }
    sync_room_pass(room);
}

/* How many of these events there are up to our coming in, the last time; 0: we did not. Nothing of
 * before is ours then. */
static unsigned sync_joins(const struct sync_room *room)
{
    const char *user = room->sync->matrix->user;
    unsigned joined = 0;
    unsigned count = 0;
    for (const struct sync_event *event = room->events.first; event != NULL; event = event->next) {
        count++;
        if (strstr(event->json, "m.room.member") != NULL && strstr(event->json, user) != NULL) {
            cJSON *json = json_tree_read(event->json, event->len);
            joined = sync_is_join(room->sync, json) ? count : joined;
            json_tree_free(json);
        }
    }
    return joined;
}

static void sync_joined(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    struct matrix_room *known = matrix_room_at(sync->matrix, room->id);
    bool came = room->before != MATRIX_JOINED;
    known->own = MATRIX_JOINED;
    room->changed = room->changed || came;
    room->joined = sync_is_silent(sync) ? 0 : sync_joins(room);
    if (came) {
        matrix_invites_joined(sync->matrix, known);
    }
    if (sync->recovering && sync_may_read_back(known)) {
        room->until = heap_copy(known->heard);
        room->limited = true;
    }
    if (room->limited && room->joined == 0 && !sync_room_is_silent(room, known)) {
        if (known->kind != MATRIX_ROOM_OPEN) {
            known->known = false; /* somebody may have come and gone meanwhile */
        }
        sync->figures.gaps++;
        metrics_add(METRIC_MATRIX_GAPS, 1);
        sync_wait(room);
        sync_gap_begin(room);
        return;
    }
    sync_room_ready(room);
}

/* --- rooms that we are not in ----------------------------------------------------------------- */

static void sync_left(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    struct matrix_room *known = matrix_room_find(sync->matrix, room->id);
    matrix_invites_left(sync->matrix, room->id);
    if (known == NULL || sync_is_silent(sync)) {
        sync_room_free(room);
        return;
    }
    bool was = room->before == MATRIX_JOINED;
    room->whole = false;
    room->changed = true;
    while (room->events.first != NULL) {
        sync_hold(sync, known, sync_take_first(&room->events), false);
    }
    sync_hear_held(sync, NULL);
    if (was && known->own == MATRIX_JOINED) { /* the timeline does not say so */
        const struct matrix_hearing hearing = {.batch = sync->batch};
        sync->refused = sync->refused || !matrix_hear_gone(sync->matrix, known, &hearing);
    }
    if (!sync->refused) {
        matrix_room_left(known, known->own == MATRIX_BANNED ? MATRIX_BANNED : MATRIX_LEFT);
        matrix_room_changed(sync->matrix, known);
    }
    sync_room_free(room);
}

static void sync_invited(struct sync_room *room)
{
    struct matrix *matrix = room->sync->matrix;
    cJSON *list = cJSON_CreateArray();
    for (const struct sync_event *event = room->events.first; event != NULL; event = event->next) {
        cJSON *json = cJSON_ParseWithLength(event->json, event->len);
        if (json != NULL) {
            cJSON_AddItemToArray(list, json);
        }
    }
    matrix_invites_heard(matrix, room->id, list);
    cJSON_Delete(list);
    sync_room_free(room);
}

/* --- the stream's hooks ----------------------------------------------------------------------- */

static void sync_on_next(void *context, const char *token)
{
    struct matrix_sync *sync = context;
    free(sync->next);
    sync->next = heap_copy(token);
}

static void sync_on_room(void *context, enum matrix_where where, const char *id)
{
    struct matrix_sync *sync = context;
    sync->current = heap_take(sizeof *sync->current);
    sync->current->sync = sync;
    const struct matrix_room *known = matrix_room_find(sync->matrix, id);
    sync->current->where = where;
    sync->current->before = known == NULL ? MATRIX_LEFT : known->own;
    matrix_copy(sync->current->id, id);
    sync->events++;
}

static void sync_on_part(void *context, enum matrix_part part)
{
    const struct matrix_sync *sync = context;
    sync->current->settled = sync->current->settled || part == MATRIX_PART_STATE_AFTER;
}

static void sync_on_limited(void *context)
{
    const struct matrix_sync *sync = context;
    sync->current->limited = true;
}

static void sync_on_previous(void *context, const char *token)
{
    const struct matrix_sync *sync = context;
    free(sync->current->previous);
    sync->current->previous = heap_copy(token);
}

static void sync_state(struct sync_room *room, const char *json, size_t len)
{
    struct matrix *matrix = room->sync->matrix;
    cJSON *event = json_tree_read(json, len);
    const char *type = matrix_text(event, "type");
    if (type != NULL) {
        struct matrix_room *known = matrix_room_at(matrix, room->id);
        arena_reset(matrix->arena);
        room->changed = matrix_room_take(matrix, known, event) || room->changed;
        room->whole = room->whole || strcmp(type, "m.room.create") == 0;
    }
    json_tree_free(event);
}

/* Is it how a room began? Then all of its state is there. */
static bool sync_is_create(const char *json, size_t len)
{
    bool is = false;
    if (strstr(json, "\"m.room.create\"") != NULL) {
        cJSON *event = cJSON_ParseWithLength(json, len);
        const char *type = matrix_text(event, "type");
        const char *key = matrix_text(event, "state_key");
        is = type != NULL && key != NULL && key[0] == '\0' && strcmp(type, "m.room.create") == 0;
        cJSON_Delete(event);
    }
    return is;
}

static void sync_state_after(struct sync_room *room, const char *json, size_t len)
{
    if (room->where != MATRIX_IN_JOIN) {
        return;
    }
    room->whole = room->whole || sync_is_create(json, len);
    if (room->after.count < SYNC_ROOM_EVENTS_MAX) {
        sync_events_add(&room->after, json, len);
    } else {
        sync_state(room, json, len);
    }
}

static void sync_on_event(void *context, enum matrix_part part, const char *json, size_t len)
{
    struct matrix_sync *sync = context;
    struct sync_room *room = sync->current;
    sync->events++;
    switch (part) {
    case MATRIX_PART_STATE:
        if (room->where == MATRIX_IN_JOIN && !room->settled) {
            sync_state(room, json, len);
        }
        break;
    case MATRIX_PART_STATE_AFTER:
        sync_state_after(room, json, len);
        break;
    case MATRIX_PART_TIMELINE:
        room->whole = room->whole || sync_is_create(json, len);
        sync_events_add(&room->events, json, len);
        break;
    case MATRIX_PART_STRIPPED:
        sync_events_add(&room->events, json, len);
        break;
    case MATRIX_PART_ACCOUNT:
        matrix_ignored_take(sync->matrix, json, len);
        break;
    }
}

static void sync_on_room_end(void *context)
{
    struct matrix_sync *sync = context;
    struct sync_room *room = sync->current;
    sync->current = NULL;
    if (sync->refused) {
        sync_room_free(room);
        return;
    }
    switch (room->where) {
    case MATRIX_IN_JOIN:
        sync_joined(room);
        break;
    case MATRIX_IN_INVITE:
        sync_invited(room);
        break;
    case MATRIX_IN_LEAVE:
        sync_left(room);
        break;
    case MATRIX_IN_KNOCK:
        sync_room_free(room);
        break;
    }
}

void sync_hooks(struct matrix_sync *sync, struct matrix_stream_hooks *hooks)
{
    *hooks = (struct matrix_stream_hooks){.context = sync,
                                          .next = sync_on_next,
                                          .room = sync_on_room,
                                          .part = sync_on_part,
                                          .limited = sync_on_limited,
                                          .previous = sync_on_previous,
                                          .event = sync_on_event,
                                          .room_end = sync_on_room_end};
}
