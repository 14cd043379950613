/* The register: who stands where. Only rows are read at the start; a table itself is replayed from
 * its journal when somebody needs it (table_load.c), and dropped again when it is quiet. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include "confirmation.h"
#include "hash.h"
#include "heap.h"
#include "house_player_due.h"
#include "map.h"
#include "team_room_row.h"

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
    tables->team_rooms = tables->rooms; /* empty all, and hashed alike */
    tables->by_tag = tables->rooms;
}

static void resident_free(struct resident **resident)
{
    if (*resident != NULL) {
        sent_deinit(&(*resident)->sent);
        lines_forget(*resident);
        house_player_forget(*resident);
        confirmation_forget(*resident);
        free(*resident);
        *resident = NULL;
    }
}

static void entry_free(struct tables *tables, struct table_entry *entry)
{
    team_rooms_free(tables, entry);
    resident_free(&entry->resident);
    cards_free(entry);
    free(entry->lobby);
    free(entry->board);
    heap_wipe(entry, sizeof *entry);
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
    map_deinit(&tables->by_tag);
    map_deinit(&tables->rooms);
    map_deinit(&tables->team_rooms);
    timers_deinit(&tables->timers);
}

struct table_entry *tables_find(const struct tables *tables, uint64_t id)
{
    return map_get_number(&tables->by_id, id);
}

struct table_entry *tables_tagged(const struct tables *tables, const char *tag)
{
    return map_get(&tables->by_tag, tag);
}

/* 60 bits of a hash that nobody without the secret can make, five a character. */
void tables_tag(struct tables *tables, struct table_entry *entry)
{
    static const char label[] = "control";
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t bytes[HASH_BYTES];
    struct hash *hash = hash_new();
    hash_add(hash, label, sizeof label - 1);
    hash_add(hash, entry->secret, SEED_BYTES);
    hash_end(&hash, bytes);
    for (unsigned i = 0; i < TABLE_TAG_BYTES - 1; i++) {
        unsigned bit = i * 5;
        unsigned pair = (unsigned)bytes[bit / 8] << 8 | bytes[bit / 8 + 1];
        entry->tag[i] = digits[pair >> (11 - bit % 8) & 31];
    }
    map_put(&tables->by_tag, entry->tag, entry);
    if (entry->resident != NULL) {
        memcpy(entry->resident->table.tag, entry->tag, sizeof entry->tag);
    }
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
    room = heap_allocate(sizeof *room + len + 1);
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

static bool room_has_number(const struct room *room, uint32_t number)
{
    const struct table_entry *entry = room->first;
    while (entry != NULL && entry->number != number) {
        entry = entry->next_in_room;
    }
    const struct table_entry *around = room->first_around;
    while (around != NULL && around->number != number) {
        around = around->next_around;
    }
    return entry != NULL || around != NULL;
}

static uint32_t room_free_number(const struct room *room)
{
    uint32_t number = 1;
    while (room_has_number(room, number)) {
        number++;
    }
    return number;
}

static void room_free_unused(struct tables *tables, struct room *room)
{
    if (room->count == 0 && room->first_around == NULL) {
        map_remove(&tables->rooms, room->key);
        room_free(room);
    }
}

void tables_set_home(struct tables *tables, struct table_entry *entry, const char *home_key)
{
    struct room *old = entry->home;
    struct room *home = home_key == NULL || strcmp(home_key, entry->room->key) == 0
                            ? NULL
                            : room_take(tables, home_key);
    if (old == home) {
        return;
    }
    if (old != NULL) {
        struct table_entry **link = &old->first_around;
        while (*link != entry) {
            link = &(*link)->next_around;
        }
        *link = entry->next_around;
        entry->next_around = NULL;
    }
    entry->home = home;
    if (home != NULL) {
        entry->next_around = home->first_around;
        home->first_around = entry;
    }
    if (old != NULL) {
        room_free_unused(tables, old);
    }
}

struct table_entry *tables_add(struct tables *tables, uint64_t id, const char *room_key,
                               const struct game_def *game)
{
    struct table_entry *entry = heap_allocate(sizeof *entry);
    entry->id = id;
    entry->game = game;
    entry->due_ms = NO_DEADLINE;
    entry->rules_version = game == NULL ? 0 : game->rules_version;
    room_add(room_take(tables, room_key), entry);
    map_put_number(&tables->by_id, id, entry);
    return entry;
}

struct table_entry *tables_open(struct tables *tables, const char *room_key, const char *home_key,
                                const struct game_def *game)
{
    struct table_entry *entry = tables_add(tables, tables->next_id++, room_key, game);
    tables_set_home(tables, entry, home_key);
    entry->number = room_free_number(entry->home != NULL ? entry->home : entry->room);
    tables->entropy.fill(tables->entropy.context, entry->secret, SEED_BYTES);
    tables_tag(tables, entry);
    tables_make_resident(tables, entry);
    entry->resident->table.rules_version = entry->rules_version;
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
    for (unsigned i = 0; i < entry->sat.count; i++) {
        struct person *person = people_find(tables->people, entry->sat.person[i]);
        if (person != NULL) {
            person_remove_past(person, entry->id);
        }
    }
}

static void room_leave(struct tables *tables, struct room *room, struct table_entry *entry)
{
    struct table_entry **link = &room->first;
    while (*link != entry) {
        link = &(*link)->next_in_room;
    }
    *link = entry->next_in_room;
    room->count--;
    room_free_unused(tables, room);
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
    tables_set_home(tables, entry, NULL);
    room_leave(tables, room, entry);
    map_remove_number(&tables->by_id, entry->id);
    if (tables_tagged(tables, entry->tag) == entry) {
        map_remove(&tables->by_tag, entry->tag);
    }
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
    entry->resident = heap_allocate(sizeof *entry->resident);
    table_init(&entry->resident->table, entry->id);
    memcpy(entry->resident->table.tag, entry->tag, sizeof entry->tag);
    entry->resident->table.names = tables->names;
    tables->resident_count++;
    use_add(tables, entry);
}

void tables_unload(struct tables *tables, struct table_entry *entry)
{
    if (entry->resident == NULL) {
        return;
    }
    resident_free(&entry->resident);
    cards_unload(entry);
    tables->resident_count--;
    use_remove(tables, entry);
    entry->load = entry->frozen ? ENTRY_FROZEN : ENTRY_COLD;
    entry->needed = false;
}

void tables_freeze(struct tables *tables, struct table_entry *entry)
{
    if (entry->resident == NULL) {
        tables_make_resident(tables, entry);
    }
    if (entry->resident->table.game == NULL) {
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
        if (entry->load == ENTRY_RESIDENT && entry->in_flight == 0 && entry->waiting == NULL &&
            !entry->needed) {
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
