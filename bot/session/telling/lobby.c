/* A row in the room from which a table's own was opened is the lobby's: nothing else of a table
 * goes there. At most one is on its way; what has changed meanwhile follows when it has arrived. */
#include "lobby.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "house_private.h"
#include "map.h"
#include "outbox.h"
#include "outbox_put.h"
#include "show_view.h"

bool lobby_is(const struct table_entry *entry, const struct outbox_row *row)
{
    return entry != NULL && entry->home != NULL && entry->home != entry->room && !row->board &&
           !row->order && row->account == NULL && strcmp(row->room, entry->home->key) == 0;
}

static void put(struct commit *commit, struct table_entry *entry, const struct doc *doc,
                const char *room)
{
    const struct outbox_message message = {
        .kind = entry->lobby == NULL ? SEND_POST : SEND_EDIT,
        .room = room,
        .doc = doc,
        .doc_kind = DOC_BOARD,
        .table = entry->id,
        .number = entry->number,
        .step = entry->resident->table.step,
        .seat = SEAT_CROWD,
        .edit_of = entry->lobby,
    };
    outbox_put(&commit->mail, &message);
}

/* It stands in the room itself now, with a board of its own there. */
static void leave(struct commit *commit, struct table_entry *entry)
{
    if (entry->lobby != NULL) {
        put(commit, entry, show_lobby(commit->house, entry), entry->room->key);
        free(entry->lobby);
        entry->lobby = NULL;
        entry->lobby_shown = 0;
        entry->lobby_flying = false;
        tables_store(entry, commit->batch);
    }
}

void lobby_put(struct commit *commit, struct table_entry *entry)
{
    struct house *house = commit->house;
    if (entry->load != ENTRY_RESIDENT || entry->lobby_flying) {
        return;
    }
    if (entry->home == NULL) {
        leave(commit, entry);
        return;
    }
    const struct doc *doc = show_lobby(house, entry);
    const char *plain = doc_plain(doc, 0);
    uint64_t hash = outbox_hash(&house->outbox, plain, strlen(plain));
    if (hash == entry->lobby_shown) {
        return;
    }
    entry->lobby_shown = hash;
    entry->lobby_flying = true;
    put(commit, entry, doc, entry->home->key);
}

void lobby_loaded(struct table_entry *entry, const struct outbox_row *row)
{
    if (lobby_is(entry, row)) {
        entry->lobby_flying = true;
    }
}

void lobby_arrived(struct commit *commit, struct table_entry *entry, const char *platform_id)
{
    entry->lobby_flying = false;
    if (entry->lobby == NULL || strcmp(entry->lobby, platform_id) != 0) {
        free(entry->lobby);
        entry->lobby = heap_copy(platform_id);
        tables_store(entry, commit->batch);
    }
    lobby_put(commit, entry);
}

void lobby_lost(struct table_entry *entry, const struct outbox_row *row)
{
    if (lobby_is(entry, row)) {
        entry->lobby_flying = false;
        entry->lobby_shown = 0;
    }
}
