#include "downtime.h"

#include <stdio.h>

#include "house_private.h"

int64_t downtime_ms(struct house *house, const struct table_entry *entry)
{
    const struct adapter_link *link = link_named(&house->links, entry->room->adapter);
    return house->downtime_ms + link->downtime_ms + entry->unreachable_ms;
}

int64_t downtime_moved_ms(struct house *house, const struct table_entry *entry)
{
    return downtime_ms(house, entry) + entry->notify_delay_ms;
}

void downtime_refresh(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        tables_refresh(&house->tables, entry, downtime_ms(house, entry));
    }
}

void downtime_put(struct commit *commit, const char *adapter, int64_t total_ms)
{
    char name[32];
    char value[24];
    snprintf(name, sizeof name, adapter == NULL ? "away" : "away.%s", adapter);
    snprintf(value, sizeof value, "%lld", (long long)total_ms);
    const struct store_row row = {.key = "house", .extra = name, .text = value};
    commit_put(commit, STORE_SETTING, &row);
}

void downtime_house(struct house *house, int64_t gap_ms)
{
    struct commit *commit = commit_new(house);
    if (gap_ms > 0) {
        house->downtime_ms += gap_ms;
        downtime_put(commit, NULL, house->downtime_ms);
        house->sweep_id = 1;
        downtime_refresh(house);
    }
    house->alive_ms = house->now_ms;
    const struct store_row alive = {.at_ms = house->now_ms};
    commit_put(commit, STORE_ALIVE, &alive);
    commit_submit(&commit);
}
