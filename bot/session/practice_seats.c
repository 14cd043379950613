#include "practice_seats.h"

#include <stdio.h>
#include <string.h>

#include "handle.h"
#include "house_player.h"
#include "house_private.h"
#include "lesson.h"
#include "practice.h"
#include "rematch_seats.h"

static bool host_sits(struct house *house, struct table_entry *entry)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    char event[TABLE_EVENT_ID_BYTES];
    move_init(move, table_action(table, "join"), SEAT_NONE, table->now_ms);
    move->seat = (int16_t)table_acts_as(table, table->host, false);
    move->person = table->host;
    move->moderator = false;
    snprintf(event, sizeof event, "practice/%llu", (unsigned long long)entry->id);
    value_text(&move->args, "name", table->host_name, strlen(table->host_name));
    value_text(&move->args, "event", event, strlen(event));
    return handle_house_move(house, entry, move);
}

void practice_follow(struct house *house, struct table_entry *entry)
{
    const struct lesson *lesson = practice_lesson(house, entry);
    if (lesson == NULL || house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    const struct table *table = &entry->resident->table;
    while (table->phase == TABLE_LOBBY && table_players(table) < table->seat_count) {
        bool yours = table_players(table) == (unsigned)lesson_seat(lesson);
        bool sits = yours ? host_sits(house, entry)
                          : house_player_sits(house, entry, house_player_name(house, entry));
        if (!sits) {
            return;
        }
    }
}
