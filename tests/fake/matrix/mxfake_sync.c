/* Sync: what has happened for a device since a token, or the wait until something does. */
#include "mxfake_sync.h"
#include "mxfake_handlers.h"
#include "mxfake_keys.h"
#include "mxfake_mail.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MXFAKE_FILTER_TEXT = 8192, MXFAKE_TIMELINE = 10 };

/* --- what is asked ---------------------------------------------------------------------------- */

/* The filter of the query, by its id or as JSON; false: answered. */
static bool mxfake_sync_filter(struct mxfake_call *call, cJSON **filter)
{
    char text[MXFAKE_FILTER_TEXT];
    char *end = NULL;
    *filter = NULL;
    if (!mxfake_query(call, "filter", text, sizeof text) || text[0] == '\0') {
        return true;
    }
    if (text[0] == '{') {
        *filter = fake_parse(text);
        if (*filter == NULL) {
            mxfake_error(call, 400, "M_NOT_JSON", "Unable to parse the filter");
        }
        return *filter != NULL;
    }
    size_t at = strtoull(text, &end, 10);
    if (*end != '\0' || at >= call->user->filters.count) {
        mxfake_error(call, 400, "M_INVALID_PARAM", "No such filter");
        return false;
    }
    *filter = fake_parse(call->user->filters.items[at]);
    return true;
}

static bool mxfake_flag(const struct mxfake_call *call, const char *name)
{
    char text[8];
    return mxfake_query(call, name, text, sizeof text) && strcmp(text, "true") == 0;
}

/* A token of the future is taken as if it were of now. */
static bool mxfake_sync_since(struct mxfake_call *call, struct mxfake_sync *sync)
{
    char token[MXFAKE_NAME_BYTES];
    if (!mxfake_query(call, "since", token, sizeof token)) {
        return true;
    }
    char *mail = strchr(token, '_');
    if (token[0] != 's' || !mxfake_token_pos(token, &sync->since)) {
        mxfake_error(call, 400, "M_UNKNOWN", "Invalid stream token");
        return false;
    }
    uint64_t now = mxfake_pos(call->fake);
    sync->since = sync->since > now ? now : sync->since;
    sync->mail_since = mail == NULL ? sync->since : strtoull(mail + 1, NULL, 10);
    return true;
}

static bool mxfake_sync_asked(struct mxfake_call *call, struct mxfake_sync *sync)
{
    memset(sync, 0, sizeof *sync);
    sync->call = call;
    sync->fake = call->fake;
    sync->user = call->user;
    sync->device = call->device;
    sync->until = mxfake_pos(call->fake);
    sync->full_state = mxfake_flag(call, "full_state");
    sync->state_after = call->fake->knobs.state_after
                            ? mxfake_flag(call, "use_state_after")
                            : mxfake_flag(call, "org.matrix.msc4222.use_state_after");
    if (!mxfake_sync_since(call, sync) || !mxfake_sync_filter(call, &sync->filter)) {
        return false;
    }
    sync->room_filter = fake_get(sync->filter, "room");
    sync->leaves = fake_get_true(sync->room_filter, "include_leave");
    sync->lazy = fake_get_true(fake_get(sync->room_filter, "state"), "lazy_load_members");
    int64_t limit =
        fake_get_number(fake_get(sync->room_filter, "timeline"), "limit", MXFAKE_TIMELINE);
    sync->limit = limit < 0 ? 0 : (size_t)limit;
    sync->limit =
        sync->limit > call->fake->knobs.timeline_max ? call->fake->knobs.timeline_max : sync->limit;
    return true;
}

/* --- what is no room's ------------------------------------------------------------------------ */

/* What the device has been told for sure is forgotten; the rest is told (again). */
static void mxfake_sync_mail(struct mxfake_sync *sync, cJSON *events)
{
    if (sync->device != NULL) {
        mxfake_mail_drop(sync->device, sync->mail_since);
        sync->mail_until = mxfake_mail_tell(sync->fake, sync->device, events);
        sync->news = sync->news || sync->device->mail.count > 0;
    }
}

static void mxfake_sync_data(struct mxfake_sync *sync, cJSON *events)
{
    const cJSON *filter = fake_get(sync->filter, "account_data");
    if (sync->since == 0 && mxfake_filter_type(filter, "m.push_rules")) {
        cJSON *rules = fake_add_object(events, NULL);
        fake_add_text(rules, "type", "m.push_rules");
        fake_put(rules, "content", mxfake_no_push_rules());
    }
    for (size_t i = 0; i < sync->user->data.count; i++) {
        const struct mxfake_data *data = sync->user->data.items[i];
        if (data->room == NULL && data->pos > sync->since &&
            mxfake_filter_type(filter, data->type)) {
            cJSON *event = fake_add_object(events, NULL);
            fake_add_text(event, "type", data->type);
            fake_put(event, "content", cJSON_Duplicate(data->content, true));
            sync->news = true;
        }
    }
}

static void mxfake_sync_devices(struct mxfake_sync *sync, cJSON *json)
{
    struct mxfake_keys_told told = {.since = sync->since, .until = sync->until, .renames = true};
    cJSON *lists = fake_add_object(json, "device_lists");
    bool changed = mxfake_device_lists(sync->fake, sync->user, &told, lists);
    sync->news = sync->news || changed;
    mxfake_keys_left(sync->device, json);
}

/* --- rooms ------------------------------------------------------------------------------------ */

static void mxfake_sync_rooms(struct mxfake_sync *sync)
{
    struct mxfake *fake = sync->fake;
    uint64_t mark = ++fake->marks;
    if (sync->since == 0 && sync->device != NULL) {
        fake_map_deinit(&sync->device->members_told);
    }
    if (sync->since == 0 || sync->full_state) {
        for (size_t i = 0; i < sync->user->rooms.count; i++) {
            mxfake_sync_room(sync, sync->user->rooms.items[i]);
        }
        return;
    }
    for (uint64_t pos = sync->since; pos < sync->until; pos++) {
        const struct mxfake_entry *entry = fake->stream.items[pos];
        if (entry->room != NULL && entry->room->mark != mark) {
            entry->room->mark = mark;
            mxfake_sync_room(sync, entry->room);
        }
    }
}

static uint64_t mxfake_sync_end(const struct mxfake_sync *sync)
{
    int back = 0;
    uint64_t end = sync->until;
    if (mxfake_fault_is(sync->call, MXFAKE_ROLLBACK, &back)) {
        end = end > (uint64_t)back ? end - (uint64_t)back : 1;
    }
    return end;
}

/* Does it hold anything but empty objects and lists? */
static bool mxfake_holds(const cJSON *json)
{
    const cJSON *item = NULL;
    if (!cJSON_IsObject(json) && !cJSON_IsArray(json)) {
        return true;
    }
    cJSON_ArrayForEach(item, json)
    {
        if (mxfake_holds(item)) {
            return true;
        }
    }
    return false;
}

static void mxfake_sync_prune(cJSON *json)
{
    static const char *const names[] = {"to_device", "account_data", "presence", "device_lists"};
    static const char *const kinds[] = {"join", "invite", "knock", "leave"};
    cJSON *rooms = fake_get(json, "rooms");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (fake_get(rooms, kinds[i])->child == NULL) {
            cJSON_DeleteItemFromObjectCaseSensitive(rooms, kinds[i]);
        }
    }
    if (rooms->child == NULL) {
        cJSON_DeleteItemFromObjectCaseSensitive(json, "rooms");
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!mxfake_holds(fake_get(json, names[i]))) {
            cJSON_DeleteItemFromObjectCaseSensitive(json, names[i]);
        }
    }
}

static cJSON *mxfake_sync_json(struct mxfake_sync *sync)
{
    char token[MXFAKE_HEADER_BYTES];
    cJSON *json = cJSON_CreateObject();
    mxfake_sync_mail(sync, fake_add_list(fake_add_object(json, "to_device"), "events"));
    mxfake_sync_data(sync, fake_add_list(fake_add_object(json, "account_data"), "events"));
    fake_add_list(fake_add_object(json, "presence"), "events");
    mxfake_sync_devices(sync, json);
    cJSON *rooms = fake_add_object(json, "rooms");
    sync->join = fake_add_object(rooms, "join");
    sync->invite = fake_add_object(rooms, "invite");
    sync->knock = fake_add_object(rooms, "knock");
    sync->leave = fake_add_object(rooms, "leave");
    mxfake_sync_rooms(sync);
    if (sync->fake->knobs.omits_empty) {
        mxfake_sync_prune(json);
    }
    mxfake_pos_token(token, mxfake_sync_end(sync));
    if (sync->mail_until > 0) {
        size_t len = strlen(token);
        snprintf(token + len, sizeof token - len, "_%" PRIu64, sync->mail_until);
    }
    fake_add_text(json, "next_batch", token);
    return json;
}

/* Two at a time for one device: what one is told the other may miss. */
static void mxfake_sync_count(struct mxfake_call *call, uint64_t since)
{
    struct mxfake *fake = call->fake;
    fake->counts.syncs++;
    fake->counts.syncs_initial += since == 0;
    for (const struct mxfake_call *other = fake->calls; other != NULL; other = other->next) {
        fake->counts.syncs_at_once += other->phase == MXFAKE_PHASE_WAITS &&
                                      other->answered != NULL && other->device == call->device;
    }
}

/* Is it answered now? Else at_ms says when it is looked at again, whatever happens. */
static bool mxfake_sync_is_due(struct mxfake_call *call, const struct mxfake_sync *sync)
{
    int code = 0;
    int64_t now_ms = call->fake->now_ms;
    bool at_once = sync->since == 0 || sync->full_state || call->until_ms <= now_ms ||
                   mxfake_fault_is(call, MXFAKE_ROLLBACK, &code);
    bool waited = call->phase == MXFAKE_PHASE_WAITS;
    if (sync->news && call->news_ms == 0) {
        call->news_ms = now_ms + (waited ? call->fake->knobs.wake_ms : 0);
    }
    call->at_ms = call->until_ms;
    if (call->news_ms != 0 && call->news_ms < call->at_ms) {
        call->at_ms = call->news_ms;
    }
    return at_once || (call->news_ms != 0 && call->news_ms <= now_ms);
}

void mxfake_sync_call(struct mxfake_call *call)
{
    struct mxfake_sync sync;
    if (!mxfake_sync_asked(call, &sync)) {
        return;
    }
    if (!call->asked) {
        int64_t timeout_ms = mxfake_query_number(call, "timeout", 0);
        call->asked = true;
        call->until_ms = call->fake->now_ms + (timeout_ms < 0 ? 0 : timeout_ms);
        mxfake_sync_count(call, sync.since);
    }
    cJSON *json = mxfake_sync_json(&sync);
    cJSON_Delete(sync.filter);
    if (mxfake_sync_is_due(call, &sync)) {
        mxfake_answer(call, 200, json);
        return;
    }
    cJSON_Delete(json);
    call->phase = MXFAKE_PHASE_WAITS;
}
