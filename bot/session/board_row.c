#include "board_row.h"

#include <stdlib.h>
#include <string.h>

#include "board_put.h"
#include "heap.h"
#include "house_private.h"
#include "table_load.h"

static struct table_entry *entry_of(void *context, const struct outbox_row *row)
{
    const struct house *house = context;
    return tables_find(&house->tables, row->table);
}

bool board_row_stands(void *context, const struct outbox_row *row)
{
    const struct table_entry *entry = entry_of(context, row);
    return entry != NULL && entry->board != NULL;
}

bool board_row_waits(void *context, const struct adapter_link *link, struct outbox_row *row)
{
    const struct house *house = context;
    struct table_entry *entry = tables_find(&house->tables, row->table);
    struct room_capabilities capabilities = {.board_ms = 0};
    if (entry == NULL) {
        return false;
    }
    if (entry->board != NULL && entry->board_due_ms > house->now_ms) {
        row->not_before_ms = entry->board_due_ms;
        return true;
    }
    link->def->capabilities(link->adapter, entry->room->id, &capabilities);
    entry->board_due_ms = house->now_ms + capabilities.board_ms;
    return false;
}

enum outbox_render board_row_render(void *context, struct outbox_row *row)
{
    struct house *house = context;
    struct table_entry *entry = tables_find(&house->tables, row->table);
    if (entry == NULL || entry->load == ENTRY_FROZEN) {
        return RENDER_NEVER;
    }
    if (entry->load != ENTRY_RESIDENT) {
        table_load(house, entry);
        return RENDER_LATER;
    }
    if (entry->in_flight > 0) {
        return RENDER_LATER;
    }
    arena_reset(house->arena);
    const struct outbox_message message = board_message(house, entry);
    uint64_t hash = outbox_doc_hash(&house->outbox, &message);
    bool same = entry->board != NULL && entry->board_shown == hash;
    entry->board_wanted = false;
    struct kept_doc *doc =
        same && row->tries == 0 ? NULL : outbox_keep_doc(&house->outbox, &message);
    if (doc == NULL) {
        return RENDER_NEVER;
    }
    if (strcmp(row->room, entry->room->key) != 0) { /* the table has moved meanwhile */
        free(row->room);
        row->room = heap_copy(entry->room->key);
    }
    row->doubt = row->doubt || (row->tries > 0 && row->shown != hash);
    row->shown = hash;
    entry->board_shown = 0;
    entry->board_flying = true;
    kept_doc_let_go(&row->doc);
    row->doc = doc;
    free(row->edit_of);
    row->edit_of = heap_copy(entry->board);
    row->kind = entry->board == NULL ? SEND_POST : SEND_EDIT;
    row->step = entry->resident->table.step;
    return RENDERED;
}

void board_row_loaded(void *context, const struct outbox_row *row)
{
    struct table_entry *entry = entry_of(context, row);
    if (entry != NULL) {
        entry->board_wanted = true;
    }
}

void board_row_ended(void *context, const struct outbox_row *row)
{
    struct table_entry *entry = entry_of(context, row);
    if (entry != NULL && row->shown != 0) {
        entry->board_flying = false;
    }
}

void board_row_arrived(struct commit *commit, struct table_entry *entry,
                       const struct outbox_row *row, const char *platform_id)
{
    if (entry->board == NULL || strcmp(entry->board, platform_id) != 0) {
        free(entry->board);
        entry->board = heap_copy(platform_id);
        tables_store(entry, commit->batch);
    }
    entry->board_flying = false;
    entry->board_shown = row->doubt ? 0 : row->shown;
    if (row->doubt && entry->load == ENTRY_RESIDENT) {
        board_put(commit, entry);
    }
}
