/* The rooms of a sync response. State from before the timeline is applied as it comes; the timeline
 * waits for the end of its room, when it is known whether there is a gap before it. Processing
 * stays one event behind, so that the response's token is stored together with its last event. */
#include "matrix_sync_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_tree.h"
#include "matrix_decode.h"
#include "matrix_e2ee.h"
#include "matrix_ignored.h"
#include "matrix_invite.h"
#include "matrix_state_fetch.h"
#include "metrics.h"
#include "table.h"

enum { SYNC_ROOM_EVENTS_MAX = 4096 };

void sync_events_add(struct sync_events *events, const char *json, size_t len)
{
    if (events->count >= SYNC_ROOM_EVENTS_MAX) {
        return;
    }
    struct sync_event *event = heap_allocate(sizeof *event + len + 1);
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

/* Is it an initial sync? Its events are history: applied to the rooms' state, not processed. */
static bool sync_is_initial(const struct matrix_sync *sync)
{
    return sync->since == NULL && sync->past != PAST_LOST;
}

/* Can the room be read back to its last processed event? Rooms of our own are read back whole; in
 * another one where no event was ever processed nothing is run. */
static bool sync_may_read_back(const struct matrix_room *known)
{
    return known->inbound != NULL || known->kind != MATRIX_ROOM_OPEN;
}

/* The same for one room. */
static bool sync_room_is_silent(const struct sync_room *room, const struct matrix_room *known)
{
    return sync_is_initial(room->sync) ||
           (room->sync->past == PAST_LOST && !sync_may_read_back(known));
}

/* --- processing ----------------------------------------------------------------------------------
 */

void sync_process_held(struct matrix_sync *sync, const char *checkpoint)
{
    struct sync_event *event = sync->held;
    if (event == NULL || sync->refused) {
        return;
    }
    const struct matrix_source source = {.reader = &sync->reader,
                                         .batch = sync->batch,
                                         .checkpoint = checkpoint,
                                         .fresh = sync->held_fresh};
    cJSON *json = json_tree_read(event->json, event->len);
    sync->held = NULL;
    metrics_add(METRIC_MATRIX_EVENTS, 1);
    if (event->is_state_after) {
        arena_reset(sync->matrix->arena);
        if (matrix_room_apply(sync->matrix, sync->held_room, json)) {
            matrix_room_has_changed(sync->matrix, sync->held_room);
        }
    } else if (json != NULL &&
               !matrix_event_process(sync->matrix, sync->held_room, json, &source)) {
        sync->refused = true;
    }
    json_tree_free(json);
    free(event);
}

static void sync_hold_event(struct matrix_sync *sync, struct matrix_room *room,
                            struct sync_event *event, bool fresh)
{
    sync_process_held(sync, NULL);
    free(sync->held);
    sync->held = event;
    sync->held_room = room;
    sync->held_fresh = fresh;
}

bool sync_is_join(const struct matrix_sync *sync, const cJSON *event)
{
    const char *type = json_at_text(event, "type");
    const char *key = json_at_text(event, "state_key");
    const char *now = json_at_text(json_at(event, "content"), "membership");
    return type != NULL && key != NULL && strcmp(type, "m.room.member") == 0 &&
           strcmp(key, sync->matrix->user) == 0 && matrix_membership(now) == MATRIX_JOINED &&
           matrix_member_before(event, MATRIX_LEFT) != MATRIX_JOINED;
}

static struct sync_event *sync_pop_event(struct sync_events *events)
{
    struct sync_event *event = events->first;
    events->first = event->next;
    events->last = events->first == NULL ? NULL : events->last;
    event->next = NULL;
    return event;
}

/* Applies state events without processing anything: all of them, or those up to our own (last)
 * join. What was said during an earlier membership was processed then. */
static void sync_apply_silently(struct sync_room *room, struct matrix_room *known, bool all)
{
    for (unsigned taken = 0; room->events.first != NULL && (all || taken < room->joined); taken++) {
        struct sync_event *event = sync_pop_event(&room->events);
        cJSON *json = json_tree_read(event->json, event->len);
        if (json != NULL && (!room->has_state_after || event->is_state_after)) {
            arena_reset(room->sync->matrix->arena);
            matrix_room_apply(room->sync->matrix, known, json);
        }
        json_tree_free(json);
        free(event);
    }
}

static void sync_state(struct sync_room *room, const char *json, size_t len);

/* Appends state_after to the timeline, so that changes are processed by timeline events alone.
 * Where the room's state was not known, it is also applied before the timeline. */
static void sync_append_state(struct sync_room *room, const struct matrix_room *known)
{
    bool fresh = known->state < MATRIX_STATE_PARTIAL;
    while (room->after.first != NULL) {
        struct sync_event *event = sync_pop_event(&room->after);
        if (fresh) {
            sync_state(room, event->json, event->len);
        }
        event->is_state_after = true;
        *(room->events.last == NULL ? &room->events.first : &room->events.last->next) = event;
        room->events.last = event;
    }
}

void sync_room_process(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    struct matrix_room *known = matrix_room_at(sync->matrix, room->id);
    bool silent = sync_room_is_silent(room, known);
    sync_append_state(room, known);
    if (silent || room->joined > 0) {
        sync_apply_silently(room, known, silent);
    }
    if (!silent) {
        bool fresh = sync->past == PAST_PREVIOUS && !sync->back && !room->gap;
        while (room->events.first != NULL) {
            sync_hold_event(sync, known, sync_pop_event(&room->events), fresh);
        }
    }
    if (room->whole) {
        matrix_room_set_partial(known);
        room->changed = true;
    }
    if (room->changed && !sync->refused) {
        matrix_room_has_changed(sync->matrix, known);
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

/* The fetch has ended, with or without success: the room's events are processed. */
static void sync_room_state_fetched(void *context, struct matrix_room *known, bool is_known,
                                    enum answer_status status)
{
    struct matrix_sync *sync = context;
    struct sync_room *room = sync->rooms;
    (void)is_known;
    (void)status;
    while (room != NULL && (!room->fetching || strcmp(room->id, known->id) != 0)) {
        room = room->next;
    }
    if (room != NULL) {
        sync_room_unwait(room);
        sync_room_process(room);
        sync_resume(sync);
    }
}

/* The state fetches take long. Power levels alone are small, and a moderator may be waiting: asks
 * for them once. True when they are being asked for. */
static bool sync_rooms_ask_power(struct matrix_sync *sync)
{
    if (sync->asked_power) {
        return false;
    }
    sync->asked_power = true;
    for (const struct sync_room *room = sync->rooms; room != NULL; room = room->next) {
        if (room->fetching) {
            matrix_room_fetch_power(sync->matrix, matrix_room_at(sync->matrix, room->id));
        }
    }
    sync->patience_ms = sync_now_ms(sync) + SYNC_POWER_MS;
    return true;
}

void sync_rooms_stop_waiting(struct matrix_sync *sync)
{
    struct sync_room *room = sync->rooms;
    if (sync_rooms_ask_power(sync)) {
        return;
    }
    sync->patience_ms = NO_DEADLINE;
    while (room != NULL) {
        struct sync_room *next = room->next;
        if (room->fetching) {
            sync_room_unwait(room);
            sync_room_process(room);
        }
        room = next;
    }
    sync_resume(sync);
}

/* Are there events that cannot be processed before the room's state is known? */
static bool sync_wants_state(const struct sync_room *room, const struct matrix_room *known)
{
    return !sync_room_is_silent(room, known) && !room->whole && room->events.first != NULL &&
           !matrix_room_is_ready(known);
}

void sync_room_ready(struct sync_room *room)
{
    struct matrix_sync *sync = room->sync;
    struct matrix_room *known = matrix_room_at(sync->matrix, room->id);
    if (sync_wants_state(room, known)) {
        room->fetching = true;
        sync_wait(room);
        if (sync->patience_ms == NO_DEADLINE) {
            sync->patience_ms = sync_now_ms(sync) + SYNC_PATIENCE_MS;
            sync->asked_power = false;
            matrix_plan(sync->matrix);
        }
        matrix_room_fetch_state(sync->matrix, known, sync_room_state_fetched, sync);
        return;
    }
    sync_room_process(room);
}

/* How many events there are up to and including our own last join; 0: we did not join in them. */
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
    room->joined = sync_is_initial(sync) ? 0 : sync_joins(room);
    if (came) {
        matrix_invites_joined(sync->matrix, known);
    }
    if (sync->past == PAST_LOST && sync_may_read_back(known)) {
        room->until = heap_copy(known->inbound);
        room->limited = true;
    }
    if (room->limited && room->joined == 0 && !sync_room_is_silent(room, known)) {
        if (known->kind != MATRIX_ROOM_OPEN) {
            matrix_room_doubt_members(known); /* somebody may have come and gone meanwhile */
        }
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
    if (known == NULL || sync_is_initial(sync)) {
        sync_room_free(room);
        return;
    }
    bool was = room->before == MATRIX_JOINED;
    room->whole = false;
    room->changed = true;
    while (room->events.first != NULL) {
        sync_hold_event(sync, known, sync_pop_event(&room->events), false);
    }
    sync_process_held(sync, NULL);
    if (was && known->own == MATRIX_JOINED) { /* the timeline does not say so */
        const struct matrix_source source = {.reader = &sync->reader, .batch = sync->batch};
        sync->refused = sync->refused || !matrix_inbound_gone(sync->matrix, known, &source);
    }
    if (!sync->refused) {
        matrix_room_left(known, known->own == MATRIX_BANNED ? MATRIX_BANNED : MATRIX_LEFT);
        matrix_room_has_changed(sync->matrix, known);
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
    matrix_invites_inbound(matrix, room->id, list);
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
    sync->current = heap_allocate(sizeof *sync->current);
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
    sync->current->has_state_after =
        sync->current->has_state_after || part == MATRIX_PART_STATE_AFTER;
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
    const char *type = json_at_text(event, "type");
    if (type != NULL) {
        struct matrix_room *known = matrix_room_at(matrix, room->id);
        arena_reset(matrix->arena);
        room->changed = matrix_room_apply(matrix, known, event) || room->changed;
        room->whole = room->whole || strcmp(type, "m.room.create") == 0;
    }
    json_tree_free(event);
}

/* Is it the room's creation? Then the response holds all of its state. */
static bool sync_is_create(const char *json, size_t len)
{
    bool is = false;
    if (strstr(json, "\"m.room.create\"") != NULL) {
        cJSON *event = cJSON_ParseWithLength(json, len);
        const char *type = json_at_text(event, "type");
        const char *key = json_at_text(event, "state_key");
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
        if (room->where == MATRIX_IN_JOIN && !room->has_state_after) {
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
        matrix_ignored_apply(sync->matrix, json, len);
        break;
    case MATRIX_PART_TO_DEVICE:
        sync->matrix->e2ee->to_device(sync->matrix->e2ee, json, len);
        break;
    }
}

static void sync_on_keys(void *context, enum matrix_about_keys about, const char *json, size_t len)
{
    const struct matrix_sync *sync = context;
    sync->matrix->e2ee->about_keys(sync->matrix->e2ee, about, json, len);
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
                                          .room_end = sync_on_room_end,
                                          .keys = sync->matrix->e2ee->reads ? sync_on_keys : NULL};
}
