#include "results_read.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "house_private.h"
#include "part_table.h"
#include "people.h"

static void read_finish(void *context, const struct finish *finish)
{
    struct results_read *read = context;
    if ((read->count & (read->count - 1)) == 0) { /* by doubling */
        read->finish =
            heap_grow(read->finish, read->count == 0 ? 1 : read->count * 2, sizeof *read->finish);
    }
    read->finish[read->count++] = *finish;
}

static void read_row(void *context, const struct store_row *row)
{
    struct results_read *read = context;
    const struct house_setup *setup = &read->house->setup;
    struct store_row one = *row;
    if (read->whose != 0 && (row->sub == setup->part || row->sub >= setup->parts)) {
        return; /* of a part that the house had once */
    }
    if (read->whose != 0) {
        one.id = part_table((unsigned)row->sub, row->id);
        one.sub = read->whose;
    }
    finish_read(&read->reader, &one);
}

static void read_end(void *context, const struct fault *fault)
{
    struct results_read *read = context;
    finish_read_end(&read->reader);
    read->failed = read->failed || fault != NULL;
    read->house->loads_in_flight--;
    arena_reset(read->house->arena);
    read->done(read->context);
}

void results_read_init(struct results_read *read, struct house *house, void (*done)(void *context),
                       void *context)
{
    memset(read, 0, sizeof *read);
    read->house = house;
    read->done = done;
    read->context = context;
    read->reader.done = read_finish;
    read->reader.context = read;
}

void results_read_deinit(struct results_read *read)
{
    free(read->finish);
    read->finish = NULL;
}

static void read_ask(struct results_read *read, const struct store_question *question)
{
    read->house->loads_in_flight++;
    store_read(read->house->setup.store, question, read_row, read_end, read);
}

void results_read_start(struct results_read *read, enum store_query query, uint64_t id)
{
    const struct store_question question = {.query = query,
                                            .id = id,
                                            .key = query == STORE_RESULTS_IN ? read->room : "",
                                            .extra = "",
                                            .limit = RESULTS_TABLES_MAX};
    read->whose = 0;
    read_ask(read, &question);
}

void results_read_elsewhere(struct results_read *read, const struct person *person)
{
    const struct store_question question = {
        .query = STORE_RESULTS_ELSEWHERE,
        .id = read->house->setup.part,
        .key = person->addresses == NULL ? "" : person->addresses->key,
        .limit = RESULTS_TABLES_MAX};
    read->whose = person->id;
    read_ask(read, &question);
}

static int read_compare(const void *one, const void *other)
{
    const struct finish *a = one;
    const struct finish *b = other;
    return a->ended_ms != b->ended_ms ? (a->ended_ms < b->ended_ms ? -1 : 1)
           : a->table < b->table      ? -1
                                      : a->table > b->table;
}

void results_read_sort(struct results_read *read)
{
    if (read->count > 0) {
        qsort(read->finish, read->count, sizeof *read->finish, read_compare);
    }
}

void results_read_clear(struct results_read *read)
{
    free(read->finish);
    read->finish = NULL;
    read->count = 0;
}
