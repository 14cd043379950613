/* A form is asked for by a press that lacks something, and comes back with a refusal. */
#include "show_form.h"

#include <string.h>

#include "controls.h"
#include "handling.h"
#include "house_private.h"
#include "show_view.h"

const struct view *show_form_view(const struct handling *handling)
{
    const struct command *command = &handling->house->scratch->command;
    struct view *view = &handling->house->scratch->view;
    if (handling->entry == NULL || handling->entry->resident == NULL || command->row == NULL) {
        return NULL;
    }
    const struct control_form form = {.row = command->row,
                                      .ask = command->ask,
                                      .picked = &command->picked,
                                      .typed = handling->item->copy.inbound.args};
    int reader = show_reader(handling);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view_form(&handling->entry->resident->table, reader, &form, view);
    uint16_t offers = value_find(&view->facts, VALUE_NONE, "offers");
    return view->facts.fact[offers].number > 0 ? view : NULL;
}

bool show_form_closed(const struct handling *handling)
{
    struct house *house = handling->house;
    const struct action_def *row = house->scratch->command.row;
    struct outcome *out = &house->scratch->out;
    if (show_form_view(handling) != NULL || row == NULL || handling->entry == NULL ||
        handling->entry->resident == NULL || row->args[0].kind != ARG_SEAT) {
        return false;
    }
    const struct table *table = &handling->entry->resident->table;
    bool closed = false;
    for (int seat = 0; seat < table->seat_count && !closed; seat++) {
        struct move move;
        move_init(&move, row, table_acts_as(table, handling->person->id, false), table->now_ms);
        move.person = handling->person->id;
        move.moderator = handling->item->copy.inbound.moderator;
        value_number(&move.args, "seat", seat);
        for (unsigned i = 0; i < row->arg_count; i++) {
            bool put = (row->args[i].flags & (ARG_RESOLVED | ARG_OPTIONAL)) == ARG_RESOLVED;
            if (put && row->args[i].kind == ARG_TERM) {
                value_term(&move.args, row->args[i].name, "-"); /* it would be put there */
            }
        }
        enum refusal refusal = table_try(table, &move, out);
        closed = refusal != REFUSAL_NONE && refusal != REFUSAL_BAD_ARGUMENT;
    }
    return closed;
}

const struct view *show_form_again(const struct handling *handling)
{
    const struct house *house = handling->house;
    if (handling->item == NULL || handling->entry == NULL || handling->entry->resident == NULL) {
        return NULL;
    }
    const struct inbound *inbound = &handling->item->copy.inbound;
    uint16_t problem =
        value_find(&house->scratch->out.facts, house->scratch->out.refusal_args, "problem");
    bool chooses = inbound->kind == INBOUND_TEXT && problem != VALUE_NONE &&
                   house->scratch->command.row != NULL &&
                   (house->scratch->command.row->surfaces & AS_BUTTON) == 0 &&
                   strcmp(house->scratch->out.facts.fact[problem].text, "not_a_choice") == 0;
    bool typed = (inbound->kind == INBOUND_FORM || inbound->kind == INBOUND_SLASH) &&
                 inbound->args != NULL && value_first(inbound->args, VALUE_NONE) != VALUE_NONE;
    enum refusal refusal = house->scratch->out.refusal;
    bool over = refusal == REFUSAL_STALE || refusal == REFUSAL_NOT_SEATED ||
                refusal == REFUSAL_WRONG_PHASE || refusal == REFUSAL_NOT_YOUR_TURN;
    bool open = handling->entry->resident->table.phase == TABLE_LOBBY ||
                handling->entry->resident->table.phase == TABLE_PLAYING;
    return (typed || chooses) && open && !over ? show_form_view(handling) : NULL;
}
