/* Routes by which rooms are read: pages of events, state, members, relations. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <string.h>

enum { MXFAKE_PAGE = 10, MXFAKE_PAGE_MAX = 1000, MXFAKE_FILTER_BYTES = 4096 };

/* Until where a user who has left may look. */
static uint64_t mxfake_sight_end(const struct mxfake_call *call)
{
    const struct mxfake_event *member =
        mxfake_state_at(call->room, "m.room.member", call->user->id, MXFAKE_NOW);
    bool there = member == NULL || mxfake_is_member(call->room, call->user);
    return there ? MXFAKE_NOW : member->pos;
}

static bool mxfake_reads(struct mxfake_call *call)
{
    const char *now = mxfake_member_at(call->room, call->user->id, MXFAKE_NOW);
    const struct mxfake_event *member =
        mxfake_state_at(call->room, "m.room.member", call->user->id, MXFAKE_NOW);
    bool was = member->prev != NULL;
    if (strcmp(now, "join") == 0 || (was && strcmp(now, "invite") != 0)) {
        return true;
    }
    mxfake_error(call, 403, "M_FORBIDDEN", "You are not in this room");
    return false;
}

/* --- pages ------------------------------------------------------------------------------------ */

struct mxfake_page {
    uint64_t from;
    uint64_t to; /* not beyond */
    bool back;
    unsigned limit;
    cJSON *filter;
    cJSON *chunk;
    uint64_t end;
};

static bool mxfake_page_token(struct mxfake_call *call, const char *name, uint64_t otherwise,
                              uint64_t *pos)
{
    char text[MXFAKE_NAME_BYTES];
    *pos = otherwise;
    if (mxfake_query(call, name, text, sizeof text) && !mxfake_token_pos(text, pos)) {
        mxfake_error(call, 400, "M_UNKNOWN", "Invalid stream token");
        return false;
    }
    return true;
}

/* What the query asks; false: answered. The filter is the caller's to delete. */
static bool mxfake_page_asked(struct mxfake_call *call, struct mxfake_page *page)
{
    char text[MXFAKE_FILTER_BYTES];
    if (mxfake_query(call, "dir", text, sizeof text)) {
        page->back = strcmp(text, "b") == 0;
    }
    int64_t limit = mxfake_query_number(call, "limit", MXFAKE_PAGE);
    page->limit = limit < 1 || limit > MXFAKE_PAGE_MAX ? MXFAKE_PAGE_MAX : (unsigned)limit;
    page->filter = mxfake_query(call, "filter", text, sizeof text) ? fake_parse(text) : NULL;
    uint64_t end = mxfake_sight_end(call);
    uint64_t start = page->back ? (end < mxfake_pos(call->fake) ? end : mxfake_pos(call->fake)) : 0;
    return mxfake_page_token(call, "from", start, &page->from) &&
           mxfake_page_token(call, "to", page->back ? 0 : end, &page->to);
}

static bool mxfake_page_wants(const struct mxfake_call *call, const struct mxfake_page *page,
                              const struct mxfake_event *event)
{
    return event->pos <= mxfake_sight_end(call) && mxfake_filter_fits(page->filter, event) &&
           mxfake_visible(event, call->user);
}

static void mxfake_page_add(const struct mxfake_call *call, struct mxfake_page *page,
                            const struct mxfake_event *event)
{
    cJSON_AddItemToArray(page->chunk,
                         mxfake_event_client(call->fake, event, call->device, MXFAKE_SHAPE_FULL));
    page->limit--;
}

static void mxfake_page_back(const struct mxfake_call *call, struct mxfake_page *page)
{
    size_t at = mxfake_events_until(call->room, page->from);
    for (; at > 0 && page->limit > 0; at--) {
        const struct mxfake_event *event = call->room->events.items[at - 1];
        if (event->pos <= page->to) {
            return;
        }
        if (mxfake_page_wants(call, page, event)) {
            mxfake_page_add(call, page, event);
        }
        page->end = event->pos - 1;
    }
}

static void mxfake_page_forward(const struct mxfake_call *call, struct mxfake_page *page)
{
    size_t at = mxfake_events_until(call->room, page->from);
    for (; at < call->room->events.count && page->limit > 0; at++) {
        const struct mxfake_event *event = call->room->events.items[at];
        if (event->pos > page->to) {
            return;
        }
        if (mxfake_page_wants(call, page, event)) {
            mxfake_page_add(call, page, event);
        }
        page->end = event->pos;
    }
}

void mxfake_get_messages(struct mxfake_call *call)
{
    char token[MXFAKE_HEADER_BYTES];
    struct mxfake_page page = {0};
    if (!mxfake_reads(call) || !mxfake_page_asked(call, &page)) {
        cJSON_Delete(page.filter);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    page.chunk = fake_add_list(json, "chunk");
    page.end = page.from;
    if (page.back) {
        mxfake_page_back(call, &page);
    } else {
        mxfake_page_forward(call, &page);
    }
    mxfake_pos_token(token, page.from);
    fake_add_text(json, "start", token);
    if (page.end != page.from) { /* there may be more */
        mxfake_pos_token(token, page.end);
        fake_add_text(json, "end", token);
    }
    cJSON_Delete(page.filter);
    mxfake_answer(call, 200, json);
}

/* An event of the room that the user may read; NULL: answered. */
static const struct mxfake_event *mxfake_named_event(struct mxfake_call *call)
{
    const struct mxfake_event *event = mxfake_event_find(call->fake, call->values[1]);
    if (event == NULL || event->room != call->room || !mxfake_visible(event, call->user)) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Event not found.");
        return NULL;
    }
    return event;
}

void mxfake_get_event(struct mxfake_call *call)
{
    const struct mxfake_event *event = mxfake_named_event(call);
    if (event != NULL) {
        mxfake_answer(call, 200,
                      mxfake_event_client(call->fake, event, call->device, MXFAKE_SHAPE_FULL));
    }
}

static void mxfake_add_state(struct mxfake_call *call, cJSON *list, uint64_t pos)
{
    for (size_t i = 0; i < call->room->slots.count; i++) {
        const struct mxfake_event *event = mxfake_slot_at(call->room->slots.items[i], pos);
        if (event != NULL) {
            cJSON_AddItemToArray(list,
                                 mxfake_event_client(call->fake, event, NULL, MXFAKE_SHAPE_FULL));
        }
    }
}

void mxfake_get_context(struct mxfake_call *call)
{
    char token[MXFAKE_HEADER_BYTES];
    const struct mxfake_event *event = mxfake_named_event(call);
    if (event == NULL) {
        return;
    }
    int64_t limit = mxfake_query_number(call, "limit", MXFAKE_PAGE);
    unsigned half = limit < 0 ? 0 : (unsigned)limit / 2;
    cJSON *json = cJSON_CreateObject();
    struct mxfake_page before = {.from = event->pos - 1, .end = event->pos - 1, .limit = half};
    struct mxfake_page after = {
        .from = event->pos, .to = MXFAKE_NOW, .end = event->pos, .limit = half};
    before.chunk = fake_add_list(json, "events_before");
    after.chunk = fake_add_list(json, "events_after");
    mxfake_page_back(call, &before);
    mxfake_page_forward(call, &after);
    fake_put(json, "event",
             mxfake_event_client(call->fake, event, call->device, MXFAKE_SHAPE_FULL));
    mxfake_pos_token(token, before.end);
    fake_add_text(json, "start", token);
    mxfake_pos_token(token, after.end);
    fake_add_text(json, "end", token);
    mxfake_add_state(call, fake_add_list(json, "state"), after.end);
    mxfake_answer(call, 200, json);
}

/* --- state and members ------------------------------------------------------------------------ */

void mxfake_get_all_state(struct mxfake_call *call)
{
    if (mxfake_reads(call)) {
        cJSON *list = cJSON_CreateArray();
        mxfake_add_state(call, list, mxfake_sight_end(call));
        mxfake_answer(call, 200, list);
    }
}

void mxfake_get_state(struct mxfake_call *call)
{
    char format[16];
    const char *key = call->value_count > 2 ? call->values[2] : "";
    if (!mxfake_reads(call)) {
        return;
    }
    const struct mxfake_event *event =
        mxfake_state_at(call->room, call->values[1], key, mxfake_sight_end(call));
    if (event == NULL) {
        mxfake_error(call, 404, "M_NOT_FOUND", "Event not found.");
    } else if (mxfake_query(call, "format", format, sizeof format) &&
               strcmp(format, "event") == 0) {
        mxfake_answer(call, 200,
                      mxfake_event_client(call->fake, event, call->device, MXFAKE_SHAPE_FULL));
    } else {
        mxfake_answer(call, 200, cJSON_Duplicate(event->content, true));
    }
}

void mxfake_get_members(struct mxfake_call *call)
{
    char only[MXFAKE_HEADER_BYTES];
    char without[MXFAKE_HEADER_BYTES];
    char at[MXFAKE_NAME_BYTES];
    uint64_t pos = mxfake_sight_end(call);
    if (!mxfake_reads(call)) {
        return;
    }
    if (mxfake_query(call, "at", at, sizeof at) && !mxfake_token_pos(at, &pos)) {
        mxfake_error(call, 400, "M_UNKNOWN", "Invalid stream token");
        return;
    }
    mxfake_query(call, "membership", only, sizeof only);
    mxfake_query(call, "not_membership", without, sizeof without);
    cJSON *json = cJSON_CreateObject();
    cJSON *chunk = fake_add_list(json, "chunk");
    for (size_t i = 0; i < call->room->slots.count; i++) {
        const struct mxfake_slot *slot = call->room->slots.items[i];
        const struct mxfake_event *event = mxfake_slot_at(slot, pos);
        const char *membership = mxfake_member_at(call->room, slot->key, pos);
        if (event != NULL && strcmp(slot->type, "m.room.member") == 0 &&
            (only[0] == '\0' || strcmp(only, membership) == 0) &&
            (without[0] == '\0' || strcmp(without, membership) != 0)) {
            cJSON_AddItemToArray(
                chunk, mxfake_event_client(call->fake, event, call->device, MXFAKE_SHAPE_FULL));
        }
    }
    mxfake_answer(call, 200, json);
}

void mxfake_get_joined(struct mxfake_call *call)
{
    if (!mxfake_is_member(call->room, call->user)) {
        mxfake_error(call, 403, "M_FORBIDDEN", "You are not in this room");
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON *joined = fake_add_object(json, "joined");
    for (size_t i = 0; i < call->room->slots.count; i++) {
        const struct mxfake_slot *slot = call->room->slots.items[i];
        const struct mxfake_event *event = mxfake_slot_at(slot, MXFAKE_NOW);
        if (event == NULL || strcmp(slot->type, "m.room.member") != 0 ||
            strcmp(mxfake_member_at(call->room, slot->key, MXFAKE_NOW), "join") != 0) {
            continue;
        }
        cJSON *member = fake_add_object(joined, slot->key);
        const char *name = fake_get_text(event->content, "displayname");
        const char *avatar = fake_get_text(event->content, "avatar_url");
        if (name != NULL || call->fake->knobs.joined_nulls) {
            fake_add_text(member, "display_name", name);
        }
        if (avatar != NULL || call->fake->knobs.joined_nulls) {
            fake_add_text(member, "avatar_url", avatar);
        }
    }
    mxfake_answer(call, 200, json);
}

/* --- relations -------------------------------------------------------------------------------- */

static bool mxfake_relation_fits(const struct mxfake_call *call, const struct mxfake_event *event)
{
    const char *kind = NULL;
    mxfake_relates_to(event->content, &kind);
    return (call->value_count < 3 || (kind != NULL && strcmp(kind, call->values[2]) == 0)) &&
           (call->value_count < 4 || strcmp(event->type, call->values[3]) == 0) &&
           mxfake_visible(event, call->user);
}

/* Newest first, or (dir=f) oldest first. */
void mxfake_get_relations(struct mxfake_call *call)
{
    char token[MXFAKE_HEADER_BYTES];
    struct mxfake_page page = {.back = true};
    const struct mxfake_event *event = mxfake_named_event(call);
    if (event == NULL || !mxfake_page_asked(call, &page)) {
        return;
    }
    cJSON_Delete(page.filter);
    cJSON *json = cJSON_CreateObject();
    page.chunk = fake_add_list(json, "chunk");
    size_t count = event->relations.count;
    const struct mxfake_event *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct mxfake_event *other = event->relations.items[page.back ? count - 1 - i : i];
        bool inside = page.back ? other->pos <= page.from && other->pos > page.to
                                : other->pos > page.from && other->pos <= page.to;
        if (!inside || !mxfake_relation_fits(call, other)) {
            continue;
        }
        if (page.limit == 0 && last != NULL) {
            mxfake_pos_token(token, page.back ? last->pos - 1 : last->pos);
            fake_add_text(json, "next_batch", token);
            break;
        }
        mxfake_page_add(call, &page, other);
        last = other;
    }
    mxfake_answer(call, 200, json);
}
