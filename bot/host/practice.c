/* Whoever opens a practice round sits where the lesson wants it, the house everywhere else. */
#include "practice.h"

#include <stdio.h>
#include <string.h>

#include "house_player.h"
#include "house_private.h"
#include "lesson.h"
#include "show_table.h"
#include "turn.h"

static const struct lesson *lesson_of(const struct table_entry *entry)
{
    bool practice = entry->resident != NULL && entry->resident->table.practice;
    return practice ? lesson_built_in(entry->game) : NULL;
}

void practice_noticed(struct table_entry *entry, const struct move *move)
{
    const struct lesson *lesson = lesson_of(entry);
    if (lesson != NULL) {
        lesson_moved(lesson, move, &entry->resident->lesson);
    }
}

bool practice_chooses(const struct table_entry *entry, struct move *move, bool *does_r)
{
    const struct lesson *lesson = lesson_of(entry);
    if (lesson == NULL || lesson_is_free(lesson, &entry->resident->lesson)) {
        return false;
    }
    lesson_choose(lesson, &entry->resident->lesson, move, does_r);
    return true;
}

void practice_show(struct turn *turn)
{
    const struct lesson *lesson = lesson_of(turn->entry);
    if (lesson == NULL || turn->entry->resident->table.phase < TABLE_PLAYING) {
        return;
    }
    const struct compose compose = house_compose(turn->house, turn->entry);
    int seat = lesson_seat(lesson);
    struct lesson_place *place = &turn->entry->resident->lesson;
    const struct view *view = show_view(turn->house, turn->entry, seat);
    const struct doc *doc = lesson_words(lesson, place, &compose, view);
    if (doc != NULL) {
        show_private(turn, seat, doc);
    }
}

static bool make(struct house *house, struct table_entry *entry, const char *name)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    char event[TABLE_EVENT_ID_BYTES];
    move_init(move, table_action(table, name), SEAT_NONE, table->now_ms);
    move->seat = (int16_t)table_acts_as(table, table->host, false);
    move->person = table->host;
    move->moderator = false;
    if (strcmp(name, "bot") == 0) {
        const char *called = house_player_name(house, entry);
        facts_term(&move->args, "called", called);
    } else {
        snprintf(event, sizeof event, "practice/%llu", (unsigned long long)entry->id);
        facts_text(&move->args, "name", table->host_name, strlen(table->host_name));
        facts_text(&move->args, "event", event, strlen(event));
    }
    return turn_house(house, entry, move);
}

void practice_follow(struct house *house, struct table_entry *entry)
{
    const struct lesson *lesson = lesson_of(entry);
    if (lesson == NULL || house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    const struct table *table = &entry->resident->table;
    while (table->phase == TABLE_LOBBY && table_players(table) < table->seat_count) {
        bool yours = table_players(table) == (unsigned)lesson_seat(lesson);
        if (!make(house, entry, yours ? "join" : "bot")) {
            return;
        }
    }
}
