/* One room in a sync: joined, invited, knocking or left. */
#include "mxfake_sync.h"

#include <string.h>

/* What of a room goes into the answer. */
struct mxfake_sight {
    struct mxfake_sync *sync;
    struct mxfake_room *room;
    uint64_t since; /* 0: the whole room, as to somebody new */
    uint64_t until;
    size_t first; /* of the timeline, in the room's events */
    size_t last;  /* after it */
    bool limited;
    struct fake_list timeline;
};

static uint64_t mxfake_told_key(const struct mxfake_sight *sight, const char *user)
{
    return fake_hash(mxfake_key(sight->room->id), user, strlen(user));
}

/* --- timeline --------------------------------------------------------------------------------- */

/* What is state now is told, also of before they came. */
static bool mxfake_sight_is_state(const struct mxfake_event *event)
{
    return event->key != NULL &&
           mxfake_state_at(event->room, event->type, event->key, MXFAKE_NOW) == event;
}

/* Goes back from the end until it is full. */
static void mxfake_sight_timeline(struct mxfake_sight *sight)
{
    const struct mxfake_sync *sync = sight->sync;
    const cJSON *filter = fake_get(sync->room_filter, "timeline");
    struct fake_list newest = {0};
    int kept = 0;
    size_t limit = sync->limit;
    if (mxfake_fault_is(sync->call, MXFAKE_GAP, &kept)) {
        limit = (size_t)kept < limit ? (size_t)kept : limit;
    }
    size_t begin = mxfake_events_until(sight->room, sight->since);
    sight->last = mxfake_events_until(sight->room, sight->until);
    sight->first = sight->last;
    for (size_t at = sight->last; at > begin; at--) {
        struct mxfake_event *event = sight->room->events.items[at - 1];
        bool wanted = mxfake_filter_fits(filter, event) &&
                      (mxfake_visible(event, sync->user) || mxfake_sight_is_state(event));
        if (wanted && newest.count == limit) {
            sight->limited = true;
            break;
        }
        if (wanted) {
            fake_list_add(&newest, event);
        }
        sight->first = at - 1;
    }
    for (size_t i = newest.count; i > 0; i--) {
        fake_list_add(&sight->timeline, newest.items[i - 1]);
    }
    fake_list_deinit(&newest);
}

static void mxfake_sight_add(const struct mxfake_sight *sight, cJSON *list,
                             const struct mxfake_event *event)
{
    cJSON_AddItemToArray(list, mxfake_event_client(sight->sync->fake, event, sight->sync->device,
                                                   MXFAKE_SHAPE_SYNC));
}

static void mxfake_sight_add_timeline(const struct mxfake_sight *sight, cJSON *json)
{
    char token[MXFAKE_HEADER_BYTES];
    int code = 0;
    const struct mxfake_call *call = sight->sync->call;
    bool doubled = mxfake_fault_is(call, MXFAKE_DOUBLED, &code);
    bool turned = mxfake_fault_is(call, MXFAKE_REORDERED, &code);
    cJSON *timeline = fake_add_object(json, "timeline");
    cJSON *events = fake_add_list(timeline, "events");
    size_t count = sight->timeline.count;
    for (size_t i = 0; i < count; i++) {
        const struct mxfake_event *event = sight->timeline.items[turned ? count - 1 - i : i];
        for (int times = doubled ? 2 : 1; times > 0; times--) {
            mxfake_sight_add(sight, events, event);
        }
    }
    uint64_t before = sight->since;
    if (sight->first < sight->room->events.count) {
        const struct mxfake_event *event = sight->room->events.items[sight->first];
        before = event->pos - 1;
    }
    mxfake_pos_token(token, before);
    fake_add_bool(timeline, "limited", sight->limited);
    fake_add_text(timeline, "prev_batch", token);
}

/* --- state ------------------------------------------------------------------------------------ */

static bool mxfake_sight_speaks(const struct mxfake_sight *sight, const char *user)
{
    for (size_t i = 0; i < sight->timeline.count; i++) {
        const struct mxfake_event *event = sight->timeline.items[i];
        if (strcmp(event->sender->id, user) == 0) {
            return true;
        }
    }
    return false;
}

/* Does this state go along, as far as lazy loading is concerned? */
static bool mxfake_sight_wants(const struct mxfake_sight *sight, const struct mxfake_event *event,
                               bool changed)
{
    const struct mxfake_sync *sync = sight->sync;
    if (!sync->lazy || strcmp(event->type, "m.room.member") != 0) {
        return changed;
    }
    if (strcmp(event->key, sync->user->id) == 0) {
        return changed;
    }
    if (changed && sight->since > 0 && sync->fake->knobs.gap_members) {
        return true;
    }
    return mxfake_sight_speaks(sight, event->key) &&
           (changed || sync->device == NULL ||
            fake_map_find(&sync->device->members_told, mxfake_told_key(sight, event->key)) == NULL);
}

static bool mxfake_sight_shows(const struct mxfake_sight *sight, const struct mxfake_event *event)
{
    for (size_t i = 0; i < sight->timeline.count; i++) {
        if (sight->timeline.items[i] == event) {
            return true;
        }
    }
    return false;
}

/* A piece of state before the timeline; what has replaced it since, where the timeline does not
 * show that: it is filtered, or was before they came. */
static const struct mxfake_event *mxfake_sight_state(const struct mxfake_sight *sight,
                                                     const struct mxfake_slot *slot, uint64_t at)
{
    const struct mxfake_event *now = mxfake_slot_at(slot, sight->until);
    return now != NULL && now->pos > at && !mxfake_sight_shows(sight, now)
               ? now
               : mxfake_slot_at(slot, at);
}

/* The state before the timeline (or after it) as far as it is not known. */
static void mxfake_sight_add_state(const struct mxfake_sight *sight, cJSON *json)
{
    const struct mxfake_sync *sync = sight->sync;
    const cJSON *filter = fake_get(sync->room_filter, "state");
    bool after = sync->state_after;
    cJSON *state = fake_add_list(fake_add_object(json, !after ? "state"
                                                       : sync->fake->knobs.state_after
                                                           ? "state_after"
                                                           : "org.matrix.msc4222.state_after"),
                                 "events");
    uint64_t at = sight->until;
    if (!after && sight->first < sight->last) {
        at = ((struct mxfake_event *)sight->room->events.items[sight->first])->pos - 1;
    }
    uint64_t since = sync->full_state ? 0 : sight->since;
    for (size_t i = 0; i < sight->room->slots.count; i++) {
        const struct mxfake_event *event =
            mxfake_sight_state(sight, sight->room->slots.items[i], at);
        if (event == NULL || !mxfake_filter_fits(filter, event) ||
            !mxfake_sight_wants(sight, event, event->pos > since)) {
            continue;
        }
        cJSON_AddItemToArray(state,
                             mxfake_event_client(sync->fake, event, NULL, MXFAKE_SHAPE_SYNC));
        if (sync->device != NULL && strcmp(event->type, "m.room.member") == 0) {
            fake_map_put(&sync->device->members_told, mxfake_told_key(sight, event->key),
                         sight->room);
        }
    }
}

/* Goes with lazy loading. */
static void mxfake_sight_add_summary(const struct mxfake_sight *sight, cJSON *summary)
{
    if (!sight->sync->lazy) {
        return;
    }
    cJSON *heroes = cJSON_CreateArray();
    for (size_t i = 0; i < sight->room->slots.count && cJSON_GetArraySize(heroes) < 5; i++) {
        const struct mxfake_slot *slot = sight->room->slots.items[i];
        const char *membership = mxfake_member_at(sight->room, slot->key, MXFAKE_NOW);
        if (strcmp(slot->type, "m.room.member") == 0 &&
            strcmp(slot->key, sight->sync->user->id) != 0 &&
            (strcmp(membership, "join") == 0 || strcmp(membership, "invite") == 0)) {
            fake_add_text(heroes, NULL, slot->key);
        }
    }
    fake_put(summary, "m.heroes", heroes);
    fake_add_number(summary, "m.joined_member_count",
                    (int64_t)mxfake_member_count(sight->room, "join"));
    fake_add_number(summary, "m.invited_member_count",
                    (int64_t)mxfake_member_count(sight->room, "invite"));
}

/* --- what passes, and what is the user's own ---------------------------------------------------
 */

static void mxfake_sight_add_passing(const struct mxfake_sight *sight, cJSON *json)
{
    const struct mxfake_room *room = sight->room;
    const cJSON *filter = fake_get(sight->sync->room_filter, "ephemeral");
    cJSON *events = fake_add_list(fake_add_object(json, "ephemeral"), "events");
    if (room->typing_pos > sight->since && mxfake_filter_type(filter, "m.typing")) {
        cJSON *event = fake_add_object(events, NULL);
        fake_add_text(event, "type", "m.typing");
        cJSON *users = fake_add_list(fake_add_object(event, "content"), "user_ids");
        for (size_t i = 0; i < room->typing.count; i++) {
            fake_add_text(users, NULL, ((struct mxfake_user *)room->typing.items[i])->id);
        }
    }
    if (room->receipts_pos > sight->since && mxfake_filter_type(filter, "m.receipt")) {
        cJSON *event = fake_add_object(events, NULL);
        fake_add_text(event, "type", "m.receipt");
        fake_put(event, "content", cJSON_Duplicate(room->receipts, true));
    }
    const cJSON *data_filter = fake_get(sight->sync->room_filter, "account_data");
    cJSON *own = fake_add_list(fake_add_object(json, "account_data"), "events");
    for (size_t i = 0; i < sight->sync->user->data.count; i++) {
        const struct mxfake_data *data = sight->sync->user->data.items[i];
        if (data->room == room && data->pos > sight->since &&
            mxfake_filter_type(data_filter, data->type)) {
            cJSON *event = fake_add_object(own, NULL);
            fake_add_text(event, "type", data->type);
            fake_put(event, "content", cJSON_Duplicate(data->content, true));
        }
    }
}

static int mxfake_events_in(const cJSON *json, const char *name)
{
    return cJSON_GetArraySize(fake_get(fake_get(json, name), "events"));
}

static bool mxfake_has_news(const cJSON *json)
{
    static const char *const names[] = {"timeline",    "state",
                                        "state_after", "org.matrix.msc4222.state_after",
                                        "ephemeral",   "account_data"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (mxfake_events_in(json, names[i]) > 0) {
            return true;
        }
    }
    return fake_get_true(fake_get(json, "timeline"), "limited");
}

static void mxfake_sight_joined(struct mxfake_sight *sight)
{
    cJSON *json = cJSON_CreateObject();
    mxfake_sight_timeline(sight);
    mxfake_sight_add_state(sight, json);
    mxfake_sight_add_timeline(sight, json);
    mxfake_sight_add_passing(sight, json);
    if (sight->sync->since == 0 || sight->sync->full_state || mxfake_has_news(json)) {
        cJSON *unread = fake_add_object(json, "unread_notifications");
        fake_add_number(unread, "notification_count", 0);
        fake_add_number(unread, "highlight_count", 0);
        mxfake_sight_add_summary(sight, fake_add_object(json, "summary"));
        fake_put(sight->sync->join, sight->room->id, json);
        sight->sync->news = true;
    } else {
        cJSON_Delete(json);
    }
}

/* --- not joined ------------------------------------------------------------------------------- */

/* The stripped state that comes with an invite. */
static cJSON *mxfake_stripped(const struct mxfake_sight *sight, const struct mxfake_event *member)
{
    static const char *const types[] = {
        "m.room.create", "m.room.join_rules", "m.room.name", "m.room.canonical_alias",
        "m.room.avatar", "m.room.encryption", "m.room.topic"};
    const struct mxfake *fake = sight->sync->fake;
    cJSON *list = cJSON_CreateArray();
    for (size_t i = fake->knobs.invite_create ? 0 : 1; i < sizeof types / sizeof *types; i++) {
        const struct mxfake_event *event = mxfake_state_at(sight->room, types[i], "", MXFAKE_NOW);
        if (event != NULL) {
            cJSON_AddItemToArray(list,
                                 mxfake_event_client(fake, event, NULL, MXFAKE_SHAPE_STRIPPED));
        }
    }
    const struct mxfake_event *inviter =
        mxfake_state_at(sight->room, "m.room.member", member->sender->id, MXFAKE_NOW);
    if (inviter != NULL && inviter != member) {
        cJSON_AddItemToArray(list, mxfake_event_client(fake, inviter, NULL, MXFAKE_SHAPE_STRIPPED));
    }
    /* the invite itself comes whole, whatever the specification says */
    cJSON_AddItemToArray(list, mxfake_event_client(fake, member, NULL, MXFAKE_SHAPE_SYNC));
    return list;
}

static void mxfake_sight_outside(struct mxfake_sight *sight, const struct mxfake_event *member,
                                 bool invited)
{
    if (member->pos <= sight->sync->since ||
        (invited && mxfake_ignores(sight->sync->user, member->sender))) {
        return;
    }
    cJSON *json =
        fake_add_object(invited ? sight->sync->invite : sight->sync->knock, sight->room->id);
    cJSON *state = fake_add_object(json, invited ? "invite_state" : "knock_state");
    fake_put(state, "events", mxfake_stripped(sight, member));
    sight->sync->news = true;
}

static void mxfake_sight_left(struct mxfake_sight *sight, const struct mxfake_event *member)
{
    const struct mxfake_sync *sync = sight->sync;
    bool wanted = sync->since == 0 ? sync->leaves : member->pos > sync->since;
    if (!wanted || mxfake_has_forgotten(sync->user, sight->room)) {
        return;
    }
    cJSON *json = fake_add_object(sync->leave, sight->room->id);
    sight->until = member->pos;
    mxfake_sight_timeline(sight);
    mxfake_sight_add_state(sight, json);
    mxfake_sight_add_timeline(sight, json);
    fake_add_list(fake_add_object(json, "account_data"), "events");
    sight->sync->news = true;
}

void mxfake_sync_room(struct mxfake_sync *sync, struct mxfake_room *room)
{
    struct mxfake_sight sight = {
        .sync = sync, .room = room, .since = sync->since, .until = sync->until};
    const struct mxfake_event *member =
        mxfake_state_at(room, "m.room.member", sync->user->id, MXFAKE_NOW);
    const char *now = mxfake_member_at(room, sync->user->id, MXFAKE_NOW);
    if (member == NULL || !mxfake_filter_room(sync->room_filter, room->id)) {
        return;
    }
    bool was =
        sync->since > 0 && strcmp(mxfake_member_at(room, sync->user->id, sync->since), "join") == 0;
    if (strcmp(now, "join") == 0) {
        sight.since = was ? sync->since : 0;
        mxfake_sight_joined(&sight);
    } else if (strcmp(now, "invite") == 0 || strcmp(now, "knock") == 0) {
        mxfake_sight_outside(&sight, member, strcmp(now, "invite") == 0);
    } else {
        /* somebody who was not in sees no more than that it is over */
        sight.since = was || member->prev == NULL ? sync->since : member->pos - 1;
        mxfake_sight_left(&sight, member);
    }
    fake_list_deinit(&sight.timeline);
}
