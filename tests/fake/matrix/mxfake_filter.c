/* Filters of events and rooms. */
#include "mxfake_room.h"

#include <string.h>

/* Is text one of a list of patterns? otherwise: where there is no list. */
static bool mxfake_listed(const cJSON *list, const char *text, bool otherwise)
{
    if (!cJSON_IsArray(list)) {
        return otherwise;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (cJSON_IsString(item) && fake_fits(item->valuestring, text)) {
            return true;
        }
    }
    return false;
}

bool mxfake_filter_type(const cJSON *filter, const char *type)
{
    return mxfake_listed(fake_get(filter, "types"), type, true) &&
           !mxfake_listed(fake_get(filter, "not_types"), type, false);
}

bool mxfake_filter_room(const cJSON *filter, const char *room)
{
    return mxfake_listed(fake_get(filter, "rooms"), room, true) &&
           !mxfake_listed(fake_get(filter, "not_rooms"), room, false);
}

bool mxfake_filter_fits(const cJSON *filter, const struct mxfake_event *event)
{
    if (filter == NULL) {
        return true;
    }
    const cJSON *url = fake_get(filter, "contains_url");
    return mxfake_filter_type(filter, event->type) && mxfake_filter_room(filter, event->room->id) &&
           mxfake_listed(fake_get(filter, "senders"), event->sender->id, true) &&
           !mxfake_listed(fake_get(filter, "not_senders"), event->sender->id, false) &&
           (!cJSON_IsBool(url) ||
            cJSON_IsTrue(url) == (fake_get_text(event->content, "url") != NULL));
}
