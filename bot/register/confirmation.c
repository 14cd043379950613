/* The act as canonical JSON; the button carries a number made of it, so that an older button never
 * insists on something newer. */
#include "confirmation.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "heap.h"
#include "inbox.h"
#include "map.h"
#include "table_entry.h"

enum { WARNED_JSON_MAX = 32 * 1024 };

struct warned {
    const struct action_def *row;
    char json[];
};

static bool row_confirms(const struct action_def *row)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (strcmp(row->args[i].name, "insist") == 0) {
            return true;
        }
    }
    return false;
}

/* Which act of this seat it is, as a number that a button can carry. */
static int64_t number_of(const char *json)
{
    static const uint64_t key[2] = {0x6465616464726f70, 0x7761726e65642121};
    return (int64_t)(map_hash(key, json, strlen(json)) & 0x7fffffff);
}

bool confirmation_note(struct table_entry *entry, const struct move *move,
                       char control[CONTROL_BYTES])
{
    struct value fact[4];
    char text[64];
    struct value_tree args;
    if (!seat_is_person(move->seat) || !row_confirms(move->row)) {
        return false;
    }
    char *json = heap_allocate(WARNED_JSON_MAX);
    size_t len = value_print(&move->args, json, WARNED_JSON_MAX);
    struct warned **warned = &entry->resident->warned[move->seat];
    free(*warned);
    *warned = NULL;
    if (len > 0) {
        *warned = heap_allocate(sizeof **warned + len + 1);
        (*warned)->row = move->row;
        memcpy((*warned)->json, json, len + 1);
    }
    free(json);
    if (len == 0) {
        return false;
    }
    value_init(&args, fact, 4, text, sizeof text);
    value_bool(&args, "insist", true);
    value_number(&args, "same", number_of((*warned)->json));
    return controls_print(control, entry->tag, 0, move->row->name, &args);
}

bool confirmation_read(struct table_entry *entry, const struct inbox_item *item, uint64_t person,
                       struct command *command)
{
    struct control control;
    const struct inbound *inbound = &item->copy.inbound;
    if (inbound->kind != INBOUND_PRESS || inbound->control == NULL ||
        entry->load != ENTRY_RESIDENT || !controls_parse(&control, inbound->control) ||
        strcmp(control.tag, entry->tag) != 0) {
        return false;
    }
    const struct table *table = &entry->resident->table;
    int seat = table_seat_of(table, person);
    const char *same = value_text_at(&control.args, "same", NULL);
    const struct warned *warned = seat_is_person(seat) ? entry->resident->warned[seat] : NULL;
    if (same == NULL || warned == NULL || strcmp(warned->row->name, control.action) != 0 ||
        strtoll(same, NULL, 10) != number_of(warned->json)) {
        return false;
    }
    move_init(&command->move, warned->row, seat, inbound->at_ms);
    if (!value_parse(&command->move.args, warned->json, strlen(warned->json))) {
        return false;
    }
    value_bool(&command->move.args, "insist", true);
    command->move.person = person;
    command->move.moderator = inbound->moderator;
    command->kind = COMMAND_MOVE;
    command->table = table;
    command->row = warned->row;
    command->ask = 0;
    return !command->move.args.full;
}

void confirmation_forget(struct resident *resident)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        free(resident->warned[i]);
        resident->warned[i] = NULL;
    }
}
