/* What somebody does means the tables that are there for them (access.h); what a platform reports
 * of a room or its people means every table that it may touch. */
#include "targets.h"

#include <string.h>

#include "controls.h"
#include "inbox.h"
#include "print.h"
#include "room_event.h"
#include "team_room_row.h"

static void targets_add(struct targets *targets, struct table_entry *entry, enum access_way way)
{
    for (size_t i = 0; i < targets->count; i++) {
        if (targets->entry[i] == entry) {
            return;
        }
    }
    if (entry != NULL && targets->count < TARGETS_MAX) {
        targets->entry[targets->count] = entry;
        targets->table[targets->count].in_this_room = way == ACCESS_ROOM;
        targets->table[targets->count].in_team_room = way == ACCESS_TEAM;
        targets->count++;
    }
}

struct room *targets_room(const struct house *house, const struct inbox_item *item)
{
    char key[ROOM_KEY_BYTES];
    size_t len = print_join(key, sizeof key, item->adapter->name, "/", item->copy.inbound.room);
    return len >= sizeof key ? NULL : tables_room(&house->tables, key);
}

/* The team from whose own room it came, NULL for any other room. */
static struct team_room *team_room_inbound(const struct house *house, const struct inbox_item *item)
{
    char key[ROOM_KEY_BYTES];
    size_t len = print_join(key, sizeof key, item->adapter->name, "/", item->copy.inbound.room);
    return len >= sizeof key ? NULL : team_room_at(&house->tables, key);
}

/* All tables that something about a room or its people may touch: a platform tells that, nobody
 * asks for anything. */
static void targets_of_room(const struct house *house, const struct inbox_item *item,
                            const struct person *person, struct targets *targets)
{
    struct room *room = targets_room(house, item);
    const struct team_room *team = team_room_inbound(house, item);
    targets_add(targets, team == NULL ? NULL : team->entry, ACCESS_TEAM);
    for (struct table_entry *entry = room == NULL ? NULL : room->first; entry != NULL;
         entry = entry->next_in_room) {
        targets_add(targets, entry, ACCESS_ROOM);
    }
    for (unsigned i = 0; person != NULL && i < person->table_count; i++) {
        targets_add(targets, tables_find(&house->tables, person->tables[i]), ACCESS_PRIVATE);
    }
}

void targets_resolve(struct house *house, const struct inbox_item *item,
                     const struct person *person, struct targets *targets)
{
    const struct inbound *inbound = &item->copy.inbound;
    const struct asker asker = {item->adapter, inbound, person};
    struct access_table tables[TARGETS_MAX];
    struct control control;
    targets->count = 0;
    if (room_event_is(inbound)) {
        targets_of_room(house, item, person, targets);
        return;
    }
    if (inbound->control != NULL && controls_parse(&control, inbound->control) &&
        strcmp(control.tag, CONTROL_NO_TAG) != 0) {
        struct table_entry *entry = tables_tagged(&house->tables, control.tag);
        enum access_way way = entry == NULL ? ACCESS_NONE : access_of(house, &asker, entry);
        targets_add(targets, way == ACCESS_NONE ? NULL : entry, way);
        return; /* a press means its table and no other */
    }
    size_t count = access_list(house, &asker, tables, TARGETS_MAX);
    for (size_t i = 0; i < count; i++) {
        targets_add(targets, tables[i].entry, tables[i].way);
    }
}
