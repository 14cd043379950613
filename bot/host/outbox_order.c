/* Orders about rooms: rows of the outbox like messages, in the lane of the room they are about. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "crash.h"
#include "heap.h"
#include "house_private.h"
#include "outbox_order.h"
#include "team_room.h"
#include "turn.h"

/* What an opening says of people, for as long as it is on its way. */
struct outbox_lists {
    cJSON *json;
    const char *members[ROOM_MEMBERS_MAX];
    const char *silent[ROOM_MEMBERS_MAX];
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

void outbox_order_give(struct adapter_link *link, struct outbox_row *row)
{
    const char *slash = strchr(row->room, '/');
    struct room_order given = {
        .row = row->id,
        .act = row->act,
        .kind = ROOM_OF_TEAM,
        .room = slash == NULL ? row->room : slash + 1,
        .account = row->account,
        .nonce = row->nonce,
        .table = row->table,
        .created_ms = row->created_ms,
        .tries = row->tries,
    };
    if (row->act == ROOM_OPEN && row->lists == NULL) {
        row->lists = heap_take(sizeof *row->lists);
        row->lists->json = cJSON_ParseWithLength(row->doc, strlen(row->doc));
    }
    if (row->act == ROOM_OPEN) {
        const cJSON *json = row->lists->json;
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "name"));
        given.name = name == NULL ? "" : name;
        given.member_count = read_list(json, "members", row->lists->members);
        given.silent_count = read_list(json, "silent", row->lists->silent);
        given.members = row->lists->members;
        given.silent = row->lists->silent;
    }
    link->def->order(link->adapter, &given);
}

void outbox_order_free(struct outbox_row *row)
{
    if (row->lists != NULL) {
        cJSON_Delete(row->lists->json);
        free(row->lists);
        row->lists = NULL;
    }
}

/* The end of an order and what follows from it are one transaction: until that is on disk it counts
 * as not done, and is given again. */
void outbox_order_ended(struct house *house, struct inbox_item *item, struct outbox_row *row)
{
    struct table_entry *entry = tables_find(&house->tables, row->table);
    bool done = item->kind == INBOX_SENT;
    if (entry != NULL && entry->load == ENTRY_RESIDENT) {
        turn_catch_up(house, entry, house->now_ms);
    }
    outbox_flush(house); /* no end that is gathered may say of this row that it has ended */
    struct commit *commit = commit_new(house);
    row->is_rows = true;
    commit_end(commit, row);
    commit_item(commit, item);
    CRASH_POINT("outbox.order_ended");
    team_room_ordered(commit, entry, row, done ? item->platform_id : NULL, item->fate == SEND_GONE);
    commit_submit(&commit);
    if (entry != NULL) {
        turn_follow(house, entry);
    }
}
