/* The house players of a table in memory, without asking them anything. */
#include "house_player_due.h"

#include <stdlib.h>

#include "rules.h"
#include "table_entry.h"

const struct player_def *house_player_of(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    return table->game == NULL ? NULL : table->game->player;
}

void house_player_forget(struct resident *resident)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        free(resident->player[seat].memory);
        resident->player[seat] = (struct resident_player){.memory = NULL};
    }
}

/* Is there a house player in this seat who has not said yet what it does at this step? */
static bool wants_asking(const struct table_entry *entry, int seat)
{
    const struct resident_player *at = &entry->resident->player[seat];
    return table_is_bot(&entry->resident->table, seat) && at->memory != NULL &&
           at->asked_step != entry->resident->table.step;
}

static bool stands(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    return table->phase != TABLE_PLAYING || table->frozen || house_player_of(entry) == NULL ||
           rules_state(table->state)->paused_ms != NO_DEADLINE;
}

int house_player_first_due(const struct table_entry *entry, int64_t *due_ms_r)
{
    const struct table *table = &entry->resident->table;
    int first = SEAT_NONE;
    *due_ms_r = NO_DEADLINE;
    for (int seat = 0; seat < table->seat_count && !stands(entry); seat++) {
        int64_t due_ms = entry->resident->player[seat].due_ms;
        if (wants_asking(entry, seat) && due_ms < *due_ms_r) {
            *due_ms_r = due_ms;
            first = seat;
        }
    }
    return first;
}

int64_t house_player_due_ms(const struct table_entry *entry)
{
    int64_t due_ms = NO_DEADLINE;
    if (entry->load == ENTRY_RESIDENT) {
        house_player_first_due(entry, &due_ms);
    }
    return due_ms;
}
