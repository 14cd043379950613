/* Which tables are somebody's own, and as whom they act there. */
#include "command_private.h"

uint64_t reading_person(const struct reading *reading, const struct table *table)
{
    for (size_t i = 0; i < reading->table_count; i++) {
        if (reading->tables[i].table == table && reading->tables[i].person != 0) {
            return reading->tables[i].person;
        }
    }
    return reading->person;
}

bool reading_sits(const struct reading *reading, const struct table *table)
{
    return table_seat_of(table, reading_person(reading, table)) != SEAT_NONE;
}

bool reading_is_mine(const struct reading *reading, const struct table *table)
{
    uint64_t person = reading_person(reading, table);
    return reading_sits(reading, table) || table_hosts(table, person) || table->referee == person;
}
