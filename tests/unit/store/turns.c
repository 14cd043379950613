/* A store in a file of its own folder, and turns as the house writes them. */

#include "turns.h"

#include <stdio.h>

#include <check.h>

#include "database.h"
#include "table.h"

char turns_folder[KIT_PATH_BYTES];
char turns_path[KIT_PATH_BYTES];
struct store *turns_store;
struct fault turns_fault;
char turns_line[TURNS_LINE_BYTES] = "line";

void turns_begin(void)
{
    kit_folder(turns_folder);
    database_new(turns_path, turns_folder, "d.db");
    turns_fault = (struct fault){FAULT_NONE, ""};
}

void turns_end(void)
{
    store_close(&turns_store);
    database_end(turns_path);
    kit_remove(turns_folder);
}

bool turns_open(bool threaded)
{
    turns_fault = (struct fault){FAULT_NONE, ""};
    turns_store =
        store_open(store_driver_of(turns_path), turns_path, threaded, NULL, NULL, &turns_fault);
    return turns_store != NULL;
}

static struct store_batch *turns_turn(uint64_t table, uint64_t step)
{
    char key[64];
    struct store_batch *batch = store_batch_new();
    snprintf(key, sizeof(key), "web/%d/%d", (int)table, (int)step);
    store_put(batch, STORE_EVENT, &(struct store_row){.key = key, .at_ms = 1893499200000});
    store_put(batch, STORE_JOURNAL,
              &(struct store_row){.id = table, .sub = step, .key = key, .text = turns_line});
    store_put(
        batch, STORE_TABLE,
        &(struct store_row){.id = table, .sub = TABLE_PLAYING, .key = "web/den", .text = "{}"});
    store_put(batch, STORE_OUTBOX, &(struct store_row){.id = step + 1, .sub = table, .text = "{}"});
    return batch;
}

struct fault turns_take(uint64_t table, uint64_t step)
{
    struct store_batch *batch = turns_turn(table, step);
    struct fault got = {FAULT_NONE, ""};
    store_commit(turns_store, &batch, kit_done, &got);
    kit_settle(turns_store);
    return got;
}

const char *turns_ask(enum store_query query, uint64_t id)
{
    return kit_read(turns_store, &(struct store_question){.query = query, .id = id});
}

static void turns_count(void *context, const struct store_row *row)
{
    uint64_t *steps = context;
    if (row->sub != *steps) {
        ck_abort_msg("line %d is missing", (int)*steps);
    }
    (*steps)++;
}

uint64_t turns_there(uint64_t table)
{
    uint64_t steps = 0;
    struct store_question journal = {.query = STORE_JOURNAL_OF, .id = table};
    ck_assert_msg(store_read_now(turns_store, &journal, turns_count, &steps, &turns_fault) == 0,
                  "%s", turns_fault.text);
    char key[64];
    for (uint64_t step = steps == 0 ? 0 : steps - 1; step <= steps; step++) {
        snprintf(key, sizeof(key), "web/%d/%d", (int)table, (int)step);
        const char *seen =
            kit_read(turns_store, &(struct store_question){.query = STORE_EVENT_SEEN, .key = key});
        ck_assert_int_eq(seen[0] != '\0', step < steps);
    }
    return steps;
}
