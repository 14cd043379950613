#include "announce.h"

#include <string.h>

#include "handling.h"
#include "house_private.h"
#include "outbox_put.h"
#include "show_view.h"

enum { ANNOUNCE_ROOMS_MAX = 50 };

static const char *server_at(struct house *house, const struct room *room)
{
    const struct adapter_link *link = link_named(&house->links, room->adapter);
    return link->def == NULL || link->def->community == NULL
               ? NULL
               : link->def->community(link->adapter, room->id);
}

/* Threads of one channel, and the channel itself, are one room to whoever moderates it. */
static bool is_one_room(const struct room *a, const struct table_entry *a_table,
                        const struct room *b)
{
    const struct room *home = a_table->home != NULL ? a_table->home : a;
    const struct table_entry *table = b->first;
    const struct room *other = table != NULL && table->home != NULL ? table->home : b;
    return strcmp(home->key, other->key) == 0;
}

static bool is_moderated(const struct handling *handling, const struct room *room)
{
    const struct room *here = handling->entry->room;
    const char *server = server_at(handling->house, here);
    const char *there = server_at(handling->house, room);
    bool all = handling->item->copy.inbound.moderates_server && server != NULL && there != NULL;
    return strcmp(here->adapter, room->adapter) == 0 &&
           (is_one_room(here, handling->entry, room) || (all && strcmp(server, there) == 0));
}

/* Is a table there that goes on? Who only left one behind is not to be disturbed. */
static bool has_table(const struct room *room)
{
    bool open = false;
    for (const struct table_entry *one = room->first; one != NULL; one = one->next_in_room) {
        open = open || one->phase == TABLE_LOBBY || one->phase == TABLE_PLAYING;
    }
    return open;
}

static void tell_room(struct handling *handling, const struct room *room)
{
    const struct outcome *out = &handling->house->scratch->out;
    const struct compose compose = house_compose_in(handling->house, room->key);
    const struct outbox_message message = {
        .kind = SEND_POST,
        .room = room->key,
        .doc = compose_say(&compose, MSG_TABLE_ANNOUNCED, &out->facts, out->event[0].args),
        .doc_kind = DOC_SAY,
        .seat = SEAT_CROWD,
    };
    outbox_put(&handling->commit->mail, &message);
}

void announce_elsewhere(struct handling *handling, const struct move *move)
{
    size_t at = 0;
    unsigned told = 0;
    struct room *room = NULL;
    if (strcmp(move->row->name, "announce_all") != 0 || handling->item == NULL) {
        return;
    }
    while (told < ANNOUNCE_ROOMS_MAX &&
           (room = map_next(&handling->house->tables.rooms, &at)) != NULL) {
        if (room != handling->entry->room && has_table(room) && is_moderated(handling, room)) {
            tell_room(handling, room);
            told++;
        }
    }
}
