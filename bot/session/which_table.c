#include "which_table.h"

#include <string.h>

#include "controls.h"
#include "handling.h"
#include "house_private.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { WHICH_KEPT_MS = 10 * 60 * 1000 };

static void which_ask(struct handling *handling)
{
    struct house *house = handling->house;
    const struct outcome *out = &house->scratch->out;
    const struct compose compose = house_compose_for(handling);
    const struct inbound *inbound = &handling->item->copy.inbound;
    struct doc *doc = doc_new(house->arena);
    uint16_t tables = value_find(&out->facts, out->refusal_args, "tables");
    for (uint16_t at = tables == VALUE_NONE ? VALUE_NONE : value_first(&out->facts, tables);
         at != VALUE_NONE; at = value_next(&out->facts, tables, at)) {
        uint16_t tag = value_find(&out->facts, at, "tag");
        char control[CONTROL_BYTES];
        if (tag == VALUE_NONE ||
            !controls_print(control, out->facts.fact[tag].text, 0, CONTROL_WHICH, NULL)) {
            continue;
        }
        const char *label =
            catalogue_text(compose.catalogue, compose.arena, "page.table", &out->facts, at, NULL);
        doc_choice(doc, label, control, CHOICE_SECONDARY)->act = CONTROL_WHICH;
    }
    person_keep_asked(handling->person, inbound, house->now_ms);
    show_refusal_with(handling, doc);
}

void which_table_refuse(struct handling *handling)
{
    if (handling->house->scratch->out.refusal == REFUSAL_WHICH_TABLE) {
        which_ask(handling);
    } else {
        show_refusal(handling);
    }
}

void which_table_take(struct house *house, struct inbox_item *item, struct person *person)
{
    const struct inbound *press = &item->copy.inbound;
    struct control control;
    bool kept = person != NULL && person->asked != NULL &&
                house->now_ms - person->asked_ms < WHICH_KEPT_MS &&
                strcmp(person->asked->inbound.adapter, item->adapter->name) == 0;
    if (!kept || press->kind != INBOUND_PRESS || press->control == NULL ||
        !controls_parse(&control, press->control) || strcmp(control.action, CONTROL_WHICH) != 0) {
        return;
    }
    const struct table_entry *entry = tables_tagged(&house->tables, control.tag);
    struct inbound said = person->asked->inbound;
    struct inbound_copy copy;
    said.event_id = press->event_id;
    said.at_ms = press->at_ms;
    said.age_ms = press->age_ms;
    said.answer = press->answer;
    said.chosen_table = entry == NULL ? UINT64_MAX : entry->id;
    if (inbound_copy(&copy, &said)) {
        inbound_copy_free(&item->copy);
        item->copy = copy;
        person_keep_asked(person, NULL, 0);
    }
}
