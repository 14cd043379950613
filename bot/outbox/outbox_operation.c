/* Room operations: rows of the outbox like messages, in the queue of the room they are about. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "outbox_operation.h"

/* What an opening says of people, for as long as it is on its way. */
struct outbox_lists {
    cJSON *json;
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
    if (row->act == ROOM_OPEN && row->lists == NULL) {
        row->lists = heap_allocate(sizeof *row->lists);
        row->lists->json = cJSON_ParseWithLength(row->opens, strlen(row->opens));
    }
    if (row->act == ROOM_OPEN) {
        const cJSON *json = row->lists->json;
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "name"));
        given.name = name == NULL ? "" : name;
        given.member_count = read_list(json, "members", row->lists->members);
        given.muted_count = read_list(json, "silent", row->lists->muted);
        given.members = row->lists->members;
        given.muted = row->lists->muted;
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
