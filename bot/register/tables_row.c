/* A table's row in the store: what a start reads of it, and what is brought up to date after each
 * turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "hash.h"
#include "heap.h"
#include "house_log.h"
#include "house_player_due.h"
#include "json_out.h"
#include "json_tree.h"
#include "table_night.h"
#include "tables.h"
#include "team_room_row.h"

enum { HEADER_JSON_MAX = 131072, DAMAGED_STRANGE_MAX = 2 };

static void write_people(struct buf *json, const char *key, const uint64_t *people, unsigned count)
{
    json_out_key(json, key);
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < count; i++) {
        json_out_next(json);
        buf_number(json, (int64_t)people[i]);
    }
    buf_add(json, "]", 1);
}

void tables_store(const struct table_entry *entry, struct store_batch *batch)
{
    char secret[SEED_BYTES * 2 + 1];
    struct buf json;
    if (entry->damaged) {
        return;
    }
    hash_hex(secret, entry->secret, SEED_BYTES);
    buf_init(&json, HEADER_JSON_MAX);
    buf_add(&json, "{", 1);
    json_out_number(&json, "number", entry->number);
    json_out_number(&json, "rules", entry->rules_version);
    json_out_text(&json, "secret", secret);
    json_out_number(&json, "away", entry->downtime_ms);
    if (entry->unreachable_ms != 0) {
        json_out_number(&json, "apart", entry->unreachable_ms);
    }
    json_out_text(&json, "board", entry->board);
    json_out_text(&json, "lobby", entry->lobby);
    if (entry->home != NULL) {
        json_out_text(&json, "home", entry->home->key);
    }
    json_out_flag(&json, "frozen", entry->frozen);
    if (entry->start_asked) {
        json_out_flag(&json, "start", true);
    }
    if (entry->night_of != 0) {
        json_out_number(&json, "night", (int64_t)entry->night_of);
        json_out_number(&json, "night_round", entry->night_round);
        json_out_number(&json, "night_group", entry->night_group);
    }
    json_out_text(&json, "week", entry->week[0] == '\0' ? NULL : entry->week);
    write_people(&json, "people", entry->people, entry->people_count);
    write_people(&json, "sat", entry->sat.person, entry->sat.count);
    if (entry->referee != 0) {
        json_out_number(&json, "referee", (int64_t)entry->referee);
    }
    team_rooms_write(entry, &json);
    cards_write(entry, &json);
    waits_write(&entry->waits, &json);
    if (entry->open_since_ms != 0) {
        json_out_number(&json, "open_since", entry->open_since_ms);
        json_out_number(&json, "called", entry->called_ms);
    }
    buf_add(&json, "}", 1);
    const struct store_row row = {
        .id = entry->id,
        .sub = entry->phase,
        .at_ms = entry->due_ms == NO_DEADLINE ? 0 : entry->due_ms,
        .key = entry->room->key,
        .extra = entry->game->id,
        .text = json.text,
        .text_len = json.len,
    };
    store_put(batch, STORE_TABLE, &row);
    explicit_bzero(secret, sizeof secret);
    explicit_bzero(json.text, json.len);
    buf_deinit(&json);
}

static void entry_add_person(struct tables *tables, struct table_entry *entry, uint64_t id)
{
    struct person *person = people_find(tables->people, id);
    for (unsigned i = 0; i < entry->people_count; i++) {
        if (entry->people[i] == id) {
            return;
        }
    }
    if (id == 0 || person == NULL || entry->people_count == ENTRY_PEOPLE_MAX) {
        return;
    }
    entry->people[entry->people_count++] = id;
    person_add_table(person, entry->id);
}

/* They are not at the table any more, and can still ask about it. */
static void entry_add_past(struct tables *tables, const struct table_entry *entry)
{
    for (unsigned i = 0; i < entry->sat.count; i++) {
        struct person *person = people_find(tables->people, entry->sat.person[i]);
        if (person != NULL && !person_has_table(person, entry->id)) {
            person_add_past(person, entry->id);
        }
    }
}

void tables_know_sat(struct tables *tables, struct table_entry *entry, const struct sat *sat)
{
    entry->sat = *sat;
    entry_add_past(tables, entry);
}

/* A row of before "sat" was kept: everybody at the table may have, until its journal is read. */
static void read_sat(struct tables *tables, struct table_entry *entry, const cJSON *header)
{
    const cJSON *sat = cJSON_GetObjectItemCaseSensitive(header, "sat");
    const cJSON *person = NULL;
    entry->sat.count = 0;
    for (unsigned i = 0; sat == NULL && i < entry->people_count; i++) {
        sat_add(&entry->sat, entry->people[i]);
    }
    cJSON_ArrayForEach(person, sat)
    {
        if (cJSON_IsNumber(person)) {
            sat_add(&entry->sat, (uint64_t)person->valuedouble);
        }
    }
    entry_add_past(tables, entry);
}

static void read_people(struct tables *tables, struct table_entry *entry, const cJSON *header)
{
    const cJSON *person = NULL;
    cJSON_ArrayForEach(person, cJSON_GetObjectItemCaseSensitive(header, "people"))
    {
        if (cJSON_IsNumber(person) && person->valuedouble > 0 && person->valuedouble < 1e18) {
            entry_add_person(tables, entry, (uint64_t)person->valuedouble);
        }
    }
}

static void read_header(struct tables *tables, struct table_entry *entry, const cJSON *header)
{
    const char *secret = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "secret"));
    entry->number = (uint32_t)json_tree_number(header, "number");
    entry->rules_version = (uint16_t)json_tree_number(header, "rules");
    entry->downtime_ms = json_tree_number(header, "away");
    entry->unreachable_ms = json_tree_number(header, "apart");
    entry->board =
        heap_copy(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "board")));
    entry->lobby =
        heap_copy(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "lobby")));
    bool sound = secret != NULL && hash_unhex(entry->secret, SEED_BYTES, secret);
    if (sound) {
        tables_tag(tables, entry);
    }
    entry->frozen = !sound || cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(header, "frozen"));
    entry->start_asked = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(header, "start"));
    tables_set_home(tables, entry,
                    cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "home")));
    const char *week = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "week"));
    snprintf(entry->week, sizeof entry->week, "%s", week == NULL ? "" : week);
    entry->night_of = (uint64_t)json_tree_number(header, "night");
    entry->night_round = (uint8_t)json_tree_number(header, "night_round");
    entry->night_group = (uint8_t)json_tree_number(header, "night_group");
    team_rooms_read(tables, entry, header);
    cards_read(entry, header);
    waits_read(&entry->waits, header);
    entry->open_since_ms = json_tree_number(header, "open_since");
    entry->called_ms = json_tree_number(header, "called");
    read_people(tables, entry, header);
    entry->referee = (uint64_t)json_tree_number(header, "referee");
    read_sat(tables, entry, header);
}

struct table_entry *tables_read_row(struct tables *tables, const struct store_row *row)
{
    const struct game_def *game = game_find(row->extra);
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    struct table_entry *entry = NULL;
    if (game != NULL) {
        entry = tables_add(tables, row->id, row->key, game);
        entry->phase = (uint8_t)row->sub;
        entry->due_ms = row->at_ms == 0 ? NO_DEADLINE : row->at_ms;
        entry->stored = true;
        read_header(tables, entry, header);
        entry->load = entry->frozen ? ENTRY_FROZEN : ENTRY_COLD;
    }
    cJSON_Delete(header);
    return entry;
}

/* Its number, where no JSON can be read any more. */
static uint32_t damaged_number(const struct store_row *row)
{
    static const char before[] = "{\"number\":";
    size_t len = sizeof before - 1;
    return strncmp(row->text, before, len) == 0 ? (uint32_t)strtoul(row->text + len, NULL, 10) : 0;
}

/* Is it likely that the room is the one it says? Few may name a platform that no other does. */
static bool damaged_room(struct tables *tables, const char *key)
{
    size_t len = strspn(key, "abcdefghijklmnopqrstuvwxyz");
    size_t at = 0;
    if (len == 0 || len >= sizeof((struct room *)NULL)->adapter || key[len] != '/' ||
        strlen(key) >= ROOM_KEY_BYTES) {
        return false;
    }
    for (struct room *room = NULL; (room = map_next(&tables->rooms, &at)) != NULL;) {
        if (strncmp(room->key, key, len + 1) == 0) {
            return true;
        }
    }
    return tables->damaged_strange++ < DAMAGED_STRANGE_MAX;
}

struct table_entry *tables_read_damaged(struct tables *tables, const struct store_row *row)
{
    const struct game_def *game = game_find(row->extra);
    if (game == NULL || tables_find(tables, row->id) != NULL || !damaged_room(tables, row->key)) {
        return NULL;
    }
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    const char *secret = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "secret"));
    struct table_entry *entry = tables_add(tables, row->id, row->key, game);
    if (secret != NULL && hash_unhex(entry->secret, SEED_BYTES, secret)) {
        tables_tag(tables, entry); /* its old buttons say that it stands still */
    }
    read_people(tables, entry, header);
    cJSON_Delete(header);
    entry->number = damaged_number(row);
    entry->phase = TABLE_PLAYING; /* until somebody mends it */
    entry->stored = true;
    entry->damaged = true;
    entry->frozen = true;
    entry->load = ENTRY_FROZEN;
    return entry;
}

void tables_reread(struct tables *tables, struct table_entry *entry, const struct store_row *row)
{
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    free(entry->board);
    entry->board = NULL;
    entry->board_shown = 0;
    free(entry->lobby);
    entry->lobby = NULL;
    entry->lobby_shown = 0;
    entry->lobby_flying = false;
    entry->phase = (uint8_t)row->sub;
    entry->due_ms = row->at_ms == 0 ? NO_DEADLINE : row->at_ms;
    read_header(tables, entry, header);
    cJSON_Delete(header);
}

static void load_row(void *context, const struct store_row *row)
{
    if (row->damaged) {
        house_log("table_damaged", row->id, "its row is damaged: run deaddrop check");
        tables_read_damaged(context, row);
    } else {
        tables_read_row(context, row);
    }
}

static void load_ids(void *context, const struct store_row *row)
{
    ((struct tables *)context)->next_id = row->id;
}

int tables_load(struct tables *tables, struct store *store, struct fault *fault)
{
    const struct store_question ids = {.query = STORE_NEXT_IDS};
    const struct store_question rows = {.query = STORE_TABLES};
    if (store_read_now(store, &ids, load_ids, tables, fault) != 0) {
        return -1;
    }
    return store_read_now(store, &rows, load_row, tables, fault);
}

/* Is the person at this table, and not gone from it? */
static bool entry_has(const struct table *table, uint64_t id)
{
    const struct night *night = table_night_of(table);
    if (table_hosts(table, id) || id == table->referee ||
        (night != NULL && night_find(night, id) >= 0)) {
        return true;
    }
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (table->seat[i].person == id && !table->seat[i].left) {
            return true;
        }
    }
    return false;
}

static void refresh_people(struct tables *tables, struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    for (unsigned i = entry->people_count; i-- > 0;) {
        if (!entry_has(table, entry->people[i])) {
            struct person *person = people_find(tables->people, entry->people[i]);
            if (person != NULL) {
                person_remove_table(person, entry->id);
            }
            entry->people[i] = entry->people[--entry->people_count];
        }
    }
    entry->referee = table->referee;
    sat_note(&entry->sat, table);
    entry_add_person(tables, entry, table->host);
    entry_add_person(tables, entry, table->referee);
    for (unsigned i = 0; i < table->console.cohosts; i++) {
        entry_add_person(tables, entry, table->console.cohost[i]);
    }
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (table->seat[i].person != 0 && !table->seat[i].left) {
            entry_add_person(tables, entry, table->seat[i].person);
        }
    }
    const struct night *night = table_night_of(table);
    for (int i = 0; night != NULL && i < night->guest_count; i++) {
        entry_add_person(tables, entry, night->guest[i].gone ? 0 : night->guest[i].person);
    }
    entry_add_past(tables, entry);
}

void tables_refresh(struct tables *tables, struct table_entry *entry, int64_t downtime_ms)
{
    if (entry->load == ENTRY_RESIDENT) {
        const struct table *table = &entry->resident->table;
        entry->phase = table->phase;
        memcpy(entry->week, table->week.name, sizeof entry->week);
        entry->night_of = table->night_of;
        entry->night_round = table->night_round;
        entry->night_group = table->night_group;
        int64_t player_ms = house_player_due_ms(entry);
        entry->due_ms = table_due_ms(table);
        entry->due_ms = player_ms < entry->due_ms ? player_ms : entry->due_ms;
        entry->due_ms = entry->nudge_due_ms > 0 && entry->nudge_due_ms < entry->due_ms
                            ? entry->nudge_due_ms
                            : entry->due_ms;
        entry->due_ms = entry->alert_due_ms > 0 && entry->alert_due_ms < entry->due_ms
                            ? entry->alert_due_ms
                            : entry->due_ms;
        refresh_people(tables, entry);
    }
    bool waits = entry->due_ms != NO_DEADLINE && entry->load != ENTRY_FROZEN && !entry->held;
    timers_set(&tables->timers, &entry->timer,
               waits ? entry->due_ms + (downtime_ms - entry->downtime_ms) : NO_DEADLINE);
}
