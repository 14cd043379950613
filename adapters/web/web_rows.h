/* Rows of the playground's own that go into one transaction. Everything lives in the arena. */
#ifndef WEB_ROWS_H
#define WEB_ROWS_H

#include "adapter.h"
#include "arena.h"
#include "buf.h"

enum { WEB_ROWS_MAX = 16, WEB_ROW_BYTES_MAX = 512 * 1024 };

struct web_rows {
    struct arena *arena;
    size_t count;
    struct adapter_row row[WEB_ROWS_MAX];
};

void web_rows_init(struct web_rows *rows, struct arena *arena);
/* "<kind>/<name>"; value is copied, NULL deletes. */
void web_rows_put(struct web_rows *rows, const char *kind, const char *name, const char *value,
                  size_t len, int64_t order);

#endif
