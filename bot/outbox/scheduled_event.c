#include "scheduled_event.h"

#include <assert.h>
#include <string.h>

#include "json_out.h"
#include "outbox_put.h"

static bool event_is_named(const char *id)
{
    static const char may[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t len = strlen(id);
    return len > 0 && len < SCHEDULED_EVENT_ID_BYTES && strspn(id, may) == len;
}

/* Does the platform take such an operation for this room? What was made once can be changed and
 * cancelled whatever the room is by now. */
static bool event_is_possible(const struct outbox *outbox, enum room_operation_kind kind,
                              const char *room)
{
    const struct adapter_link *link = link_of(outbox->world.links, room);
    struct room_capabilities capabilities = {0};
    if (link->def == NULL || link->def->schedule == NULL) {
        return false;
    }
    if (kind == ROOM_EVENT_CREATE) {
        link->def->capabilities(link->adapter, strchr(room, '/') + 1, &capabilities);
    }
    return kind != ROOM_EVENT_CREATE || capabilities.events;
}

static void event_write(struct buf *json, const struct scheduled_event *event)
{
    buf_add(json, "{", 1);
    json_out_text(json, "event", event->id);
    json_out_text(json, "name", event->name);
    json_out_text(json, "text", event->text);
    json_out_text(json, "place", event->place);
    json_out_number(json, "start", event->start_ms);
    json_out_number(json, "end", event->end_ms);
    buf_add(json, "}", 1);
}

bool scheduled_event_put(struct mail *mail, enum room_operation_kind kind, const char *room,
                         uint64_t table, const struct scheduled_event *event)
{
    struct buf json;
    assert(room_operation_is_event(kind) && event_is_named(event->id));
    assert(kind == ROOM_EVENT_CANCEL || event->end_ms > event->start_ms);
    if (!event_is_possible(mail->outbox, kind, room)) {
        return false;
    }
    buf_init(&json, SCHEDULED_EVENT_JSON_BYTES);
    event_write(&json, event);
    bool fits = !json.full;
    if (fits) {
        const struct outbox_order order = {
            .act = kind, .room = room, .json = json.text, .table = table};
        outbox_put_order(mail, &order);
    }
    buf_deinit(&json);
    return fits;
}
