#include "row_kinds.h"

#include "board_row.h"
#include "card_row.h"
#include "house_log.h"
#include "house_private.h"
#include "lobby.h"
#include "outbox_put.h"
#include "seat_people.h"

static struct table_entry *entry_of(void *context, uint64_t table)
{
    const struct house *house = context;
    return tables_find(&house->tables, table);
}

static const char *room_of(void *context, uint64_t table)
{
    const struct table_entry *entry = entry_of(context, table);
    return entry == NULL ? NULL : entry->room->key;
}

static uint64_t person_of(void *context, const struct outbox_message *message, int seat,
                          const char **account_r)
{
    struct house *house = context;
    const struct seat_people seats = {house->people, entry_of(context, message->table),
                                      link_of(&house->links, message->room)->name};
    return seat_person(&seats, seat, account_r);
}

static struct mail *collect(void *context)
{
    return &commit_collect(context)->mail;
}

static void flush(void *context)
{
    commit_flush(context);
}

/* It stays where it is, unsent: its table stands still, as far as that is known. */
static void damaged(void *context, const struct store_row *stored)
{
    struct table_entry *entry = entry_of(context, stored->sub);
    house_log("message_damaged", stored->id, "it waits in the store: run deaddrop check");
    if (entry != NULL && !entry->frozen) {
        entry->damaged = true;
        entry->frozen = true;
        entry->load = ENTRY_FROZEN;
    }
}

/* A line that may be the lobby's. */
static void line_loaded(void *context, const struct outbox_row *row)
{
    lobby_loaded(entry_of(context, row->table), row);
}

static void line_lost(void *context, const struct outbox_row *row)
{
    lobby_lost(entry_of(context, row->table), row);
}

struct outbox_world row_kinds_world(struct house *house)
{
    return (struct outbox_world){
        .entropy = house->setup.entropy,
        .links = &house->links,
        .now_ms = &house->now_ms,
        .store_down = &house->down,
        .context = house,
        .room_of = room_of,
        .person = person_of,
        .collect = collect,
        .flush = flush,
        .damaged = damaged,
        .kind =
            {
                [OUTBOX_LINE] = {.loaded = line_loaded, .lost = line_lost},
                [OUTBOX_CALL] = {.render = card_row_call, .loaded = line_loaded, .lost = line_lost},
                [OUTBOX_BOARD] = {.stands = board_row_stands,
                                  .waits = board_row_waits,
                                  .render = board_row_render,
                                  .loaded = board_row_loaded,
                                  .ended = board_row_ended},
                [OUTBOX_CARD] = {.stands = card_row_stands,
                                 .render = card_row_render,
                                 .loaded = card_row_loaded,
                                 .ended = card_row_ended,
                                 .revoked = card_row_revoked,
                                 .recorded = card_row_recorded},
            },
    };
}
