#include "last_lines.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "kept_doc.h"
#include "outbox_row.h"
#include "table_entry.h"

void lines_sent(struct resident *resident, const struct outbox_row *row, const char *platform_id)
{
    struct last_lines *last = &resident->last;
    if (last->row == row->id) {
        free(last->id);
        last->id = heap_copy(platform_id);
    }
}

void lines_forget(struct resident *resident)
{
    kept_doc_let_go(&resident->last.doc);
    free(resident->last.id);
    memset(&resident->last, 0, sizeof resident->last);
}
