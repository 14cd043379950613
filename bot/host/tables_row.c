/* A table's row in the store: what a start reads of it, and what is brought up to date after each
 * turn. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "hash.h"
#include "heap.h"
#include "house_player.h"
#include "json_out.h"
#include "tables.h"
#include "team_room.h"

enum { HEADER_JSON_MAX = 16384 };

static void write_people(const struct table_entry *entry, struct buf *json)
{
    json_out_key(json, "people");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < entry->people_count; i++) {
        json_out_next(json);
        buf_number(json, (int64_t)entry->people[i]);
    }
    buf_add(json, "]", 1);
}

void tables_store(const struct table_entry *entry, struct store_batch *batch)
{
    char secret[SEED_BYTES * 2 + 1];
    struct buf json;
    hash_hex(secret, entry->secret, SEED_BYTES);
    buf_init(&json, HEADER_JSON_MAX);
    buf_add(&json, "{", 1);
    json_out_number(&json, "number", entry->number);
    json_out_number(&json, "rules", entry->rules_version);
    json_out_text(&json, "secret", secret);
    json_out_number(&json, "away", entry->away_ms);
    if (entry->apart_ms != 0) {
        json_out_number(&json, "apart", entry->apart_ms);
    }
    json_out_text(&json, "board", entry->board);
    json_out_flag(&json, "frozen", entry->frozen);
    write_people(entry, &json);
    team_rooms_write(entry, &json);
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

static int64_t header_number(const cJSON *header, const char *member)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(header, member);
    return cJSON_IsNumber(number) ? (int64_t)number->valuedouble : 0;
}

static void read_header(struct tables *tables, struct table_entry *entry, const cJSON *header)
{
    const char *secret = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "secret"));
    entry->number = (uint32_t)header_number(header, "number");
    entry->rules_version = (uint16_t)header_number(header, "rules");
    entry->away_ms = header_number(header, "away");
    entry->apart_ms = header_number(header, "apart");
    entry->board =
        heap_copy(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "board")));
    bool sound = secret != NULL && hash_unhex(entry->secret, SEED_BYTES, secret);
    entry->frozen = !sound || cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(header, "frozen"));
    team_rooms_read(tables, entry, header);
    const cJSON *person = NULL;
    cJSON_ArrayForEach(person, cJSON_GetObjectItemCaseSensitive(header, "people"))
    {
        if (cJSON_IsNumber(person)) {
            entry_add_person(tables, entry, (uint64_t)person->valuedouble);
        }
    }
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

void tables_reread(struct tables *tables, struct table_entry *entry, const struct store_row *row)
{
    cJSON *header = cJSON_ParseWithLength(row->text, row->text_len);
    free(entry->board);
    entry->board = NULL;
    entry->board_shown = 0;
    entry->phase = (uint8_t)row->sub;
    entry->due_ms = row->at_ms == 0 ? NO_DEADLINE : row->at_ms;
    read_header(tables, entry, header);
    cJSON_Delete(header);
}

static void load_row(void *context, const struct store_row *row)
{
    tables_read_row(context, row);
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
    if (id == table->host || id == table->referee) {
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
    entry_add_person(tables, entry, table->host);
    entry_add_person(tables, entry, table->referee);
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        if (table->seat[i].person != 0 && !table->seat[i].left) {
            entry_add_person(tables, entry, table->seat[i].person);
        }
    }
}

void tables_refresh(struct tables *tables, struct table_entry *entry, int64_t away_ms)
{
    if (entry->load == ENTRY_RESIDENT) {
        const struct table *table = &entry->resident->table;
        entry->phase = table->phase;
        int64_t player_ms = house_player_due_ms(entry);
        entry->due_ms = table_due_ms(table);
        entry->due_ms = player_ms < entry->due_ms ? player_ms : entry->due_ms;
        refresh_people(tables, entry);
    }
    bool waits = entry->due_ms != NO_DEADLINE && entry->load != ENTRY_FROZEN && !entry->held;
    timers_set(&tables->timers, &entry->timer,
               waits ? entry->due_ms + (away_ms - entry->away_ms) : NO_DEADLINE);
}
