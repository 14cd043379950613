/* Room operations: rows of the outbox like messages, in the queue of the room they are about. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_tree.h"
#include "outbox_operation.h"
#include "scheduled_event.h"

/* What an opening says of people, or what an event is, for as long as it is on its way. */
struct outbox_lists {
    cJSON *json;
    struct scheduled_event event;
    const char *members[ROOM_MEMBERS_MAX];
    const char *muted[ROOM_MEMBERS_MAX];
};

static unsigned read_list(const cJSON *json, const char *name, const char **accounts)
{
    unsigned count = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, name))
    {
        const char *account = cJSON_GetStringValue(item);
        if (account != NULL && count < ROOM_MEMBERS_MAX) {
            accounts[count++] = account;
        }
    }
    return count;
}

static const char *read_text(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text == NULL ? "" : text;
}

static void read_event(struct outbox_lists *lists)
{
    const cJSON *json = lists->json;
    lists->event = (struct scheduled_event){
        .id = read_text(json, "event"),
        .name = read_text(json, "name"),
        .text = read_text(json, "text"),
        .place = read_text(json, "place"),
        .start_ms = json_tree_number(json, "start"),
        .end_ms = json_tree_number(json, "end"),
    };
}

bool outbox_operation_is_known(const struct adapter_def *def, const struct outbox_row *row)
{
    return room_operation_is_event(row->act) ? def->schedule != NULL : def->operate != NULL;
}

void outbox_operation_start(struct adapter_link *link, struct outbox_row *row)
{
    const char *slash = strchr(row->room, '/');
    struct room_operation given = {
        .row = row->id,
        .kind = row->act,
        .room = slash == NULL ? row->room : slash + 1,
        .account = row->account,
        .nonce = row->nonce,
        .table = row->table,
        .created_ms = row->created_ms,
        .tries = row->tries,
    };
    bool event = room_operation_is_event(row->act);
    if ((row->act == ROOM_OPEN || event) && row->lists == NULL) {
        row->lists = heap_allocate(sizeof *row->lists);
        row->lists->json = cJSON_ParseWithLength(row->opens, strlen(row->opens));
    }
    if (row->act == ROOM_OPEN) {
        const cJSON *json = row->lists->json;
        given.name = read_text(json, "name");
        given.member_count = read_list(json, "members", row->lists->members);
        given.muted_count = read_list(json, "silent", row->lists->muted);
        given.members = row->lists->members;
        given.muted = row->lists->muted;
    }
    if (event) {
        read_event(row->lists);
        given.event = &row->lists->event;
        link->def->schedule(link->adapter, &given);
        return;
    }
    link->def->operate(link->adapter, &given);
}

void outbox_operation_free(struct outbox_row *row)
{
    if (row->lists != NULL) {
        cJSON_Delete(row->lists->json);
        free(row->lists);
        row->lists = NULL;
    }
}
