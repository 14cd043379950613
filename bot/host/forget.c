/* A request is a setting; it is taken away in the transaction that forgets the person. Tables are
 * left by the person's own move, so that their journals say who was there until then by number. */
#include "forget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "house_log.h"
#include "house_private.h"
#include "table_load.h"
#include "turn.h"

enum { REQUESTS_MAX = 32, REQUEST_BYTES = 512 };

/* What was found in one look. */
struct requests {
    struct house *house;
    unsigned count;
    char about[REQUESTS_MAX][REQUEST_BYTES]; /* "adapter/account" */
};

static void take_request(void *context, const struct store_row *row)
{
    struct requests *requests = context;
    size_t prefix = strlen(FORGET_PREFIX);
    size_t len = strlen(row->extra);
    if (strncmp(row->extra, FORGET_PREFIX, prefix) == 0 && len - prefix < REQUEST_BYTES &&
        requests->count < REQUESTS_MAX) {
        memcpy(requests->about[requests->count++], row->extra + prefix, len - prefix + 1);
    }
}

static void leave(struct house *house, struct table_entry *entry, const struct person *person)
{
    struct table *table = &entry->resident->table;
    struct move *move = &house->scratch->move;
    turn_catch_up(house, entry, house->now_ms);
    move_init(move, table_action(table, "leave"), table_seat_of(table, person->id), house->now_ms);
    move->person = person->id;
    move->moderator = false;
    turn_house(house, entry, move);
    turn_follow(house, entry);
}

/* Makes the person leave tables that are not over; true where one is not in memory yet. */
static bool leave_all(struct house *house, const struct person *person)
{
    uint64_t ids[PERSON_TABLES_MAX];
    unsigned count = person->table_count;
    bool waits = false;
    for (unsigned i = 0; i < count; i++) {
        ids[i] = person->tables[i];
    }
    for (unsigned i = 0; i < count; i++) {
        struct table_entry *entry = tables_find(&house->tables, ids[i]);
        if (entry == NULL || entry->phase >= TABLE_OVER || entry->load == ENTRY_FROZEN) {
            continue;
        }
        if (entry->load == ENTRY_RESIDENT) {
            leave(house, entry, person);
        } else {
            table_load(house, entry);
            waits = true;
        }
    }
    return waits;
}

/* Tables in memory still have the name; read from the disk they do not. */
static void unload_all(struct house *house, const struct person *person)
{
    for (unsigned i = 0; i < person->table_count; i++) {
        struct table_entry *entry = tables_find(&house->tables, person->tables[i]);
        if (entry != NULL && entry->load == ENTRY_RESIDENT && entry->in_flight == 0 &&
            entry->waiting == NULL) {
            tables_unload(&house->tables, entry);
        }
    }
}

/* A transaction that forgets somebody. */
struct forgetting {
    struct house *house;
    uint64_t person; /* 0: nobody is called so */
};

/* Only what is gone from the disk is forgotten in memory: else it is asked for once more. */
static void forgotten(void *context, const struct fault *fault)
{
    struct forgetting *done = context;
    struct house *house = done->house;
    struct person *person = people_find(house->people, done->person);
    house->loads_flying--;
    if (fault == NULL && person != NULL) {
        house_log("forgotten", 0, "");
        unload_all(house, person);
        people_forget(house->people, person);
    }
    free(done);
}

/* What adapters keep of these accounts. */
static void put_adapter_rows(struct store_batch *batch, const struct person *person)
{
    for (const struct address *address = person->addresses; address != NULL;
         address = address->next) {
        char adapter[REQUEST_BYTES];
        char key[REQUEST_BYTES];
        snprintf(adapter, sizeof adapter, "%.*s", (int)strcspn(address->key, "/"), address->key);
        snprintf(key, sizeof key, ADAPTER_ACCOUNT_ROW "%s", address->account);
        const struct store_row row = {.key = adapter, .extra = key};
        store_put(batch, STORE_ADAPTER_DELETE, &row);
    }
}

static void forget_one(struct house *house, const char *about)
{
    const struct person *person = people_at_key(house->people, about);
    char request[REQUEST_BYTES + sizeof FORGET_PREFIX];
    if (person != NULL && leave_all(house, person)) {
        house->asked = true;
        return;
    }
    struct store_batch *batch = store_batch_new();
    struct forgetting *forgetting = heap_take(sizeof *forgetting);
    *forgetting = (struct forgetting){house, person == NULL ? 0 : person->id};
    if (person != NULL) {
        const struct store_row words = {.sub = person->id};
        const struct store_row nobody = {.id = person->id, .text = ""};
        store_put(batch, STORE_WORDS_FORGET, &words);
        store_put(batch, STORE_PERSON, &nobody);
        put_adapter_rows(batch, person);
    }
    snprintf(request, sizeof request, FORGET_PREFIX "%s", about);
    const struct store_row done = {.key = FORGET_SCOPE, .extra = request, .text = ""};
    store_put(batch, STORE_SETTING, &done);
    house->loads_flying++;
    store_commit(house->setup.store, &batch, forgotten, forgetting);
}

static void looked(void *context, const struct fault *fault)
{
    struct requests *requests = context;
    struct house *house = requests->house;
    house->loads_flying--;
    house->asking = false;
    for (unsigned i = 0; fault == NULL && i < requests->count && !house->down; i++) {
        forget_one(house, requests->about[i]);
    }
    free(requests);
}

void forget_look(struct house *house)
{
    if (house->asking || house->down || house->closing) {
        return;
    }
    const struct store_question question = {.query = STORE_SETTINGS_OF, .key = FORGET_SCOPE};
    struct requests *requests = heap_take(sizeof *requests);
    requests->house = house;
    house->asked = false;
    house->asking = true;
    house->loads_flying++;
    store_read(house->setup.store, &question, take_request, looked, requests);
}
