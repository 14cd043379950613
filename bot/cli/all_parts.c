#include "all_parts.h"

#include <stdio.h>

#include "cli.h"
#include "store.h"
#include "store_path.h"

enum { ALL_PARTS_PATH_BYTES = 4096 };

static void all_parts_besides(void *context, const struct store_row *row)
{
    struct all_parts *parts = context;
    if (parts->count < STORE_PARTS_MAX) {
        parts->part[parts->count++] = (unsigned)row->id;
    }
}

/* What cannot be read says so when the tool comes to it. */
static void all_parts_find(const struct settings *settings, struct all_parts *parts)
{
    char place[ALL_PARTS_PATH_BYTES];
    struct fault fault = {FAULT_NONE, ""};
    const struct store_question question = {.query = STORE_OTHERS, .id = parts->count};
    store_path_part(0);
    if (store_place(settings, false, place, sizeof place, &fault) != 0 ||
        store_driver_of(place) == &store_sqlite) {
        return;
    }
    struct store *store = store_open_reading(store_driver_of(place), place, &fault);
    if (store != NULL) {
        store_read_now(store, &question, all_parts_besides, parts, &fault);
    }
    store_close(&store);
}

void all_parts(const struct cli_command *command, const struct settings *settings,
               struct all_parts *parts_r)
{
    unsigned wanted = store_path_parts(settings);
    *parts_r = (struct all_parts){.count = wanted};
    for (unsigned part = 0; part < wanted; part++) {
        parts_r->part[part] = part;
    }
    all_parts_find(settings, parts_r);
    for (unsigned i = wanted; i < parts_r->count; i++) {
        fprintf(stderr,
                "deaddrop %s: part %u of the house is there too, beyond parts = %u in [store]\n",
                command->name, parts_r->part[i], wanted);
    }
}
