/* A bounded list. */
#include "web_rows.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void web_rows_init(struct web_rows *rows, struct arena *arena)
{
    memset(rows, 0, sizeof *rows);
    rows->arena = arena;
}

void web_rows_put(struct web_rows *rows, const char *kind, const char *name, const char *value,
                  size_t len, int64_t order)
{
    assert(rows->count < WEB_ROWS_MAX);
    size_t size = strlen(kind) + strlen(name) + 2;
    char *key = arena_take(rows->arena, size);
    snprintf(key, size, "%s/%s", kind, name);
    rows->row[rows->count++] =
        (struct adapter_row){.key = key,
                             .value = value != NULL ? arena_text(rows->arena, value, len) : NULL,
                             .len = len,
                             .order = order};
}
