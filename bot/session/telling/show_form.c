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

const struct view *show_form_again(const struct handling *handling)
{
    const struct house *house = handling->house;
    if (handling->item == NULL || handling->entry == NULL || handling->entry->resident == NULL) {
        return NULL;
    }
    const struct inbound *inbound = &handling->item->copy.inbound;
    bool typed = (inbound->kind == INBOUND_FORM || inbound->kind == INBOUND_SLASH) &&
                 inbound->args != NULL && value_first(inbound->args, VALUE_NONE) != VALUE_NONE;
    enum refusal refusal = house->scratch->out.refusal;
    bool over = refusal == REFUSAL_STALE || refusal == REFUSAL_NOT_SEATED ||
                refusal == REFUSAL_WRONG_PHASE || refusal == REFUSAL_NOT_YOUR_TURN;
    bool open = handling->entry->resident->table.phase == TABLE_LOBBY ||
                handling->entry->resident->table.phase == TABLE_PLAYING;
    return typed && open && !over ? show_form_view(handling) : NULL;
}
