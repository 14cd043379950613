#include "handle_finish.h"

#include "follow.h"
#include "handle.h"
#include "house_private.h"
#include "poison.h"
#include "quiet_rest.h"

void handle_finish(struct handling *handling, struct inbox_item *item)
{
    struct house *house = handling->house;
    uint64_t table = handling->commit->table;
    if (house->down) {
        struct fault fault;
        fault_set(&fault, FAULT_FULL, "nothing can be stored at the moment");
        recent_events_forget(house->recent_events, item->key);
        inbox_acknowledge(item, &fault);
        commit_drop(&handling->commit);
        return;
    }
    commit_item(handling->commit, item);
    commit_person(handling->commit, handling->person);
    poison_passed(handling->commit, item->key, table);
    commit_submit(&handling->commit);
    struct table_entry *entry = tables_find(&house->tables, table);
    if (entry != NULL) {
        follow_event(house, entry);
    }
    if (handling->chose && !house->down) {
        quiet_rest_chosen(house, handling->person);
    }
}
