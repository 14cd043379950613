/* The register: who stands where. Only rows are read at the start; a table itself is replayed from
 * its journal when somebody needs it (table_load.c), and dropped again when it is quiet. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "house_player.h"
#include "map.h"
#include "team_room.h"
#include "warned.h"

static void room_free(struct room *room)
{
    free(room);
}

void tables_init(struct tables *tables, const struct entropy *entropy, struct people *people)
{
    memset(tables, 0, sizeof *tables);
    tables->entropy = *entropy;
    tables->people = people;
    tables->next_id = 1;
    map_init(&tables->by_id, entropy);
    map_init(&tables->rooms, entropy);
    tables->team_rooms = tables->rooms; /* empty both, and hashed alike */
}

static void resident_free(struct resident **resident)
{
    if (*resident != NULL) {
        sent_deinit(&(*resident)->sent);
        house_player_forget(*resident);
        warned_forget(*resident);
        free(*resident);
        *resident = NULL;
    }
}

static void entry_free(struct tables *tables, struct table_entry *entry)
{
    team_rooms_free(tables, entry);
    resident_free(&entry->resident);
    free(entry->board);
    free(entry);
}

void tables_deinit(struct tables *tables)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&tables->by_id, &at)) != NULL;) {
        entry_free(tables, entry);
    }
    at = 0;
    for (struct room *room = NULL; (room = map_next(&tables->rooms, &at)) != NULL;) {
        room_free(room);
    }
    map_deinit(&tables->by_id);
    map_deinit(&tables->rooms);
    map_deinit(&tables->team_rooms);
    timers_deinit(&tables->timers);
}

struct table_entry *tables_find(const struct tables *tables, uint64_t id)
{
    return map_get_number(&tables->by_id, id);
}

struct room *tables_room(const struct tables *tables, const char *key)
{
    return map_get(&tables->rooms, key);
}

static struct room *room_take(struct tables *tables, const char *key)
{
    struct room *room = tables_room(tables, key);
    if (room != NULL) {
        return room;
    }
    size_t len = strlen(key);
    const char *slash = strchr(key, '/');
    size_t adapter = slash == NULL ? 0 : (size_t)(slash - key);
    room = heap_take(sizeof *room + len + 1);
    memcpy(room->key, key, len + 1);
    if (adapter < sizeof room->adapter) {
        memcpy(room->adapter, key, adapter);
    }
    room->id = room->key + (slash == NULL ? 0 : adapter + 1);
    map_put(&tables->rooms, room->key, room);
    return room;
}

/* Puts the entry last in its room. */
static void room_add(struct room *room, struct table_entry *entry)
{
    struct table_entry **link = &room->first;
    while (*link != NULL) {
        link = &(*link)->next_in_room;
    }
    *link = entry;
    entry->room = room;
    room->count++;
}

static uint32_t room_free_number(const struct room *room)
{
    for (uint32_t number = 1;; number++) {
        const struct table_entry *entry = room->first;
        while (entry != NULL && entry->number != number) {
            entry = entry->next_in_room;
        }
        if (entry == NULL) {
            return number;
        }
    }
}

struct table_entry *tables_add(struct tables *tables, uint64_t id, const char *room_key,
                               const struct game_def *game)
{
    struct table_entry *entry = heap_take(sizeof *entry);
    entry->id = id;
    entry->game = game;
    entry->due_ms = NO_DEADLINE;
    entry->rules_version = game == NULL ? 0 : game->rules_version;
    room_add(room_take(tables, room_key), entry);
    map_put_number(&tables->by_id, id, entry);
    return entry;
}

struct table_entry *tables_open(struct tables *tables, const char *room_key,
                                const struct game_def *game)
{
    struct room *room = room_take(tables, room_key);
    uint32_t number = room_free_number(room);
    struct table_entry *entry = tables_add(tables, tables->next_id++, room_key, game);
    entry->number = number;
    tables_make_resident(tables, entry);
    table_init(&entry->resident->table, entry->id);
    entry->load = ENTRY_RESIDENT;
    return entry;
}

static void entry_clear_people(const struct tables *tables, struct table_entry *entry)
{
    for (unsigned i = 0; i < entry->people_count; i++) {
        struct person *person = people_find(tables->people, entry->people[i]);
        if (person != NULL) {
            person_remove_table(person, entry->id);
        }
    }
    entry->people_count = 0;
}

static void room_leave(struct tables *tables, struct room *room, struct table_entry *entry)
{
    struct table_entry **link = &room->first;
    while (*link != entry) {
        link = &(*link)->next_in_room;
    }
    *link = entry->next_in_room;
    room->count--;
    if (room->count == 0) {
        map_remove(&tables->rooms, room->key);
        room_free(room);
    }
}

void tables_move(struct tables *tables, struct table_entry *entry, const char *room_key)
{
    room_leave(tables, entry->room, entry);
    entry->next_in_room = NULL;
    room_add(room_take(tables, room_key), entry);
    free(entry->board);
    entry->board = NULL;
    entry->board_shown = 0;
}

void tables_remove(struct tables *tables, struct table_entry *entry)
{
    struct room *room = entry->room;
    tables_unload(tables, entry);
    entry_clear_people(tables, entry);
    timers_set(&tables->timers, &entry->timer, NO_DEADLINE);
    room_leave(tables, room, entry);
    map_remove_number(&tables->by_id, entry->id);
    entry_free(tables, entry);
}

/* Takes the entry out of the order of use. */
static void use_remove(struct tables *tables, struct table_entry *entry)
{
    *(entry->newer == NULL ? &tables->newest : &entry->newer->older) = entry->older;
    *(entry->older == NULL ? &tables->oldest : &entry->older->newer) = entry->newer;
    entry->newer = NULL;
    entry->older = NULL;
}

static void use_add(struct tables *tables, struct table_entry *entry)
{
    entry->older = tables->newest;
    *(tables->newest == NULL ? &tables->oldest : &tables->newest->newer) = entry;
    tables->newest = entry;
}

void tables_make_resident(struct tables *tables, struct table_entry *entry)
{
    entry->resident = heap_take(sizeof *entry->resident);
    tables->resident_count++;
    use_add(tables, entry);
}

void tables_unload(struct tables *tables, struct table_entry *entry)
{
    if (entry->resident == NULL) {
        return;
    }
    resident_free(&entry->resident);
    tables->resident_count--;
    use_remove(tables, entry);
    entry->load = entry->frozen ? ENTRY_FROZEN : ENTRY_COLD;
}

void tables_freeze(struct tables *tables, struct table_entry *entry)
{
    if (entry->resident == NULL) {
        tables_make_resident(tables, entry);
        table_init(&entry->resident->table, entry->id);
        entry->resident->table.game = entry->game;
        entry->resident->table.number = entry->number;
        entry->resident->table.phase = TABLE_LOBBY; /* nothing of it is known: an empty one */
    }
    entry->frozen = true;
    entry->load = ENTRY_FROZEN;
    entry->resident->table.frozen = true;
    timers_set(&tables->timers, &entry->timer, NO_DEADLINE);
}

void tables_touch(struct tables *tables, struct table_entry *entry)
{
    if (entry->resident != NULL && tables->newest != entry) {
        use_remove(tables, entry);
        use_add(tables, entry);
    }
}

void tables_evict(struct tables *tables, uint32_t more)
{
    struct table_entry *entry = tables->oldest;
    while (entry != NULL && tables->resident_count > tables->resident_max + more) {
        struct table_entry *newer = entry->newer;
        if (entry->load == ENTRY_RESIDENT && entry->in_flight == 0 && entry->waiting == NULL) {
            tables_unload(tables, entry);
        }
        entry = newer;
    }
}

int tables_author(const struct table_entry *entry, const char *platform_id)
{
    if (entry->board != NULL && strcmp(entry->board, platform_id) == 0) {
        return SEAT_HOUSE;
    }
    const struct sent_message *sent =
        entry->resident == NULL ? NULL : sent_find(&entry->resident->sent, platform_id);
    return sent == NULL ? SEAT_NONE : sent->seat;
}
