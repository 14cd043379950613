/* Team rooms in memory: found by their key, kept in the row of their table. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"
#include "json_tree.h"
#include "tables.h"
#include "team_room_row.h"

static const char *const team_room_states[] = {
    [TEAM_ROOM_OPENING] = "opening",
    [TEAM_ROOM_OPEN] = "open",
    [TEAM_ROOM_GIVEN_UP] = "given_up",
};

struct team_room *team_room_at(const struct tables *tables, const char *key)
{
    return map_get(&tables->team_rooms, key);
}

const struct team_room *team_room_of(const struct table_entry *entry, int team)
{
    const struct team_room *room = team >= 0 && team < TEAMS_MAX ? entry->team[team] : NULL;
    return room != NULL && room->state == TEAM_ROOM_OPEN ? room : NULL;
}

void team_rooms_free(struct tables *tables, struct table_entry *entry)
{
    for (int team = 0; team < TEAMS_MAX; team++) {
        struct team_room *room = entry->team[team];
        if (room != NULL && room->key != NULL) {
            map_remove(&tables->team_rooms, room->key);
            free(room->key);
        }
        free(room);
        entry->team[team] = NULL;
    }
}

static void write_room(const struct team_room *room, struct buf *json)
{
    json_out_next(json);
    buf_add(json, "{", 1);
    json_out_number(json, "team", room->team);
    json_out_text(json, "state", team_room_states[room->state]);
    json_out_text(json, "room", room->key);
    json_out_number(json, "row", (int64_t)room->row);
    json_out_key(json, "members");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < room->count; i++) {
        json_out_next(json);
        buf_add(json, "{", 1);
        json_out_number(json, "person", (int64_t)room->member[i].person);
        json_out_flag(json, "silent", room->member[i].silent);
        json_out_number(json, "row", (int64_t)room->member[i].row);
        buf_add(json, "}", 1);
    }
    buf_add(json, "]}", 2);
}

void team_rooms_write(const struct table_entry *entry, struct buf *json)
{
    bool any = false;
    for (int team = 0; team < TEAMS_MAX; team++) {
        any = any || entry->team[team] != NULL;
    }
    if (!any) {
        return;
    }
    json_out_key(json, "teams");
    buf_add(json, "[", 1);
    for (int team = 0; team < TEAMS_MAX; team++) {
        if (entry->team[team] != NULL) {
            write_room(entry->team[team], json);
        }
    }
    buf_add(json, "]", 1);
}

static void read_members(struct team_room *room, const cJSON *json)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "members"))
    {
        if (room->count < SEATS_MAX) {
            struct team_member *member = &room->member[room->count++];
            member->person = (uint64_t)json_tree_number(item, "person");
            member->row = (uint64_t)json_tree_number(item, "row");
            member->silent = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, "silent"));
        }
    }
}

static void read_room(struct tables *tables, struct table_entry *entry, const cJSON *json)
{
    int64_t team = json_tree_number(json, "team");
    const char *state = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "state"));
    const char *key = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "room"));
    if (team < 0 || team >= TEAMS_MAX || entry->team[team] != NULL || state == NULL) {
        return;
    }
    struct team_room *room = heap_allocate(sizeof *room);
    room->entry = entry;
    room->team = (uint8_t)team;
    room->row = (uint64_t)json_tree_number(json, "row");
    for (unsigned i = 0; i < sizeof team_room_states / sizeof team_room_states[0]; i++) {
        if (strcmp(state, team_room_states[i]) == 0) {
            room->state = (uint8_t)i;
        }
    }
    if (key != NULL && team_room_at(tables, key) == NULL) {
        room->key = heap_copy(key);
        map_put(&tables->team_rooms, room->key, room);
    }
    read_members(room, json);
    entry->team[team] = room;
}

void team_rooms_read(struct tables *tables, struct table_entry *entry, const struct cJSON *header)
{
    const cJSON *item = NULL;
    team_rooms_free(tables, entry);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(header, "teams"))
    {
        read_room(tables, entry, item);
    }
}

struct team_member *team_member_of(struct team_room *room, uint64_t person)
{
    for (unsigned i = 0; i < room->count; i++) {
        if (room->member[i].person == person) {
            return &room->member[i];
        }
    }
    return NULL;
}

uint64_t team_room_wait(const struct table_entry *entry, uint64_t person)
{
    uint64_t row = 0;
    for (int team = 0; team < TEAMS_MAX && entry->resident != NULL; team++) {
        struct team_room *room = entry->team[team];
        const struct table *table = &entry->resident->table;
        int seat = table_seat_of(table, person);
        struct team_member *member = room == NULL ? NULL : team_member_of(room, person);
        if (member == NULL || (table_hushed(table) & seat_bit(seat)) == 0) {
            continue;
        }
        if (room->state == TEAM_ROOM_OPENING && !member->silent) {
            row = room->row; /* it opens with them speaking, and is put right then */
        } else if (room->state == TEAM_ROOM_OPEN) {
            row = member->row;
        }
    }
    return row;
}

void team_room_set_key(struct tables *tables, struct team_room *room, const char *key)
{
    if (room->key != NULL) {
        map_remove(&tables->team_rooms, room->key);
        free(room->key);
    }
    room->key = heap_copy(key);
    if (key != NULL) {
        map_put(&tables->team_rooms, room->key, room);
    }
}
