/* Somebody takes what they are offered: an act out of the table's own view of their seat, a button
 * of it, or its form filled in. No game is known here. */
#include "sim.h"

#include <stdio.h>
#include <string.h>

#include "table_view.h"

static struct view view; /* one world at a time */

static bool is_secret(const struct table *table, const char *action, const char *argument)
{
    const struct game_def *game = table->game;
    const struct action_def *row = action_find(game->actions, game->action_count, action);
    for (unsigned i = 0; row != NULL && i < row->arg_count; i++) {
        if (strcmp(row->args[i].name, argument) == 0) {
            return (row->args[i].flags & ARG_SECRET) != 0;
        }
    }
    return true; /* what is said to the team */
}

static const char *text_of(const struct value_tree *facts, uint16_t parent, const char *key)
{
    uint16_t at = value_find(facts, parent, key);
    bool is_text = at != VALUE_NONE &&
                   (facts->fact[at].kind == VALUE_TERM || facts->fact[at].kind == VALUE_TEXT);
    return is_text ? facts->fact[at].text : "";
}

static unsigned number_of(const struct value_tree *facts, uint16_t parent, const char *key)
{
    uint16_t at = value_find(facts, parent, key);
    return at != VALUE_NONE && facts->fact[at].kind == VALUE_NUMBER && facts->fact[at].number > 0
               ? (unsigned)facts->fact[at].number
               : 0;
}

/* One of a list's members by chance, VALUE_NONE of an empty one. */
static uint16_t any_of(struct sim *sim, const struct value_tree *facts, uint16_t list)
{
    uint16_t chosen = VALUE_NONE;
    unsigned seen = 0;
    for (uint16_t at = list == VALUE_NONE ? VALUE_NONE : value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        if (sim_roll(sim, ++seen) == 0) {
            chosen = at;
        }
    }
    return chosen;
}

static void read_choices(const struct value_tree *facts, uint16_t list, struct sim_field *field)
{
    for (uint16_t at = value_first(facts, list);
         at != VALUE_NONE && field->choices < SIM_CHOICES_MAX; at = value_next(facts, list, at)) {
        char *choice = field->choice[field->choices++];
        const struct value *fact = &facts->fact[at];
        const char *several = fact->kind == VALUE_OBJECT ? text_of(facts, at, "value") : "";
        if (fact->kind == VALUE_NUMBER) {
            snprintf(choice, SIM_VALUE_BYTES, "%lld", (long long)fact->number);
        } else if (fact->kind != VALUE_OBJECT) {
            snprintf(choice, SIM_VALUE_BYTES, "%.*s", SIM_VALUE_BYTES - 1, fact->text);
        } else if (several[0] != '\0') {
            snprintf(choice, SIM_VALUE_BYTES, "%s", several);
        } else {
            snprintf(choice, SIM_VALUE_BYTES, "%u", number_of(facts, at, "seat"));
        }
    }
}

static void fill(struct sim *sim, struct sim_event *event, const struct table *table, int seat,
                 uint16_t offer, uint16_t holder)
{
    const struct value_tree *facts = &view.facts;
    uint16_t fields = value_find(facts, holder, "fields");
    const char *action = text_of(facts, offer, "action");
    for (uint16_t at = value_first(facts, fields);
         at != VALUE_NONE && event->field_count < SIM_FIELDS_MAX;
         at = value_next(facts, fields, at)) {
        struct sim_field field = {.table = table,
                                  .seat = seat,
                                  .who = event->who,
                                  .name = text_of(facts, at, "name"),
                                  .kind = text_of(facts, at, "kind"),
                                  .min = number_of(facts, at, "min"),
                                  .max = number_of(facts, at, "max")};
        uint16_t optional = value_find(facts, at, "optional");
        field.secret = is_secret(table, action, field.name) && strcmp(field.name, "say") != 0;
        read_choices(facts, value_find(facts, at, "choices"), &field);
        if (facts->fact[optional].kind == VALUE_BOOL && facts->fact[optional].number != 0 &&
            sim_roll(sim, 2) == 0) {
            continue;
        }
        unsigned n = event->field_count++;
        snprintf(event->name[n], sizeof event->name[n], "%s", field.name);
        sim_value(sim, &field, event->value[n]);
    }
}

/* The offer to take: one that somebody waits for, or any that does no great harm. */
static uint16_t choose(struct sim *sim, bool owed)
{
    const struct value_tree *facts = &view.facts;
    uint16_t offers = value_path(facts, "offers");
    uint16_t chosen = VALUE_NONE;
    unsigned seen = 0;
    for (uint16_t at = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
         at != VALUE_NONE; at = value_next(facts, offers, at)) {
        bool fits = owed ? number_of(facts, at, "ask") != 0
                         : strcmp(text_of(facts, at, "style"), "danger") != 0;
        if (fits && sim_roll(sim, ++seen) == 0) {
            chosen = at;
        }
    }
    return chosen;
}

bool sim_take_offer(struct sim *sim, const struct table *table, int seat, unsigned who, bool owed)
{
    const struct value_tree *facts = &view.facts;
    view_init(&view, seat_is_person(seat) ? seat : SEAT_CROWD);
    table_view(table, seat, &view);
    uint16_t offer = choose(sim, owed);
    if (offer == VALUE_NONE) {
        return false;
    }
    bool form = value_first(facts, value_find(facts, offer, "fields")) != VALUE_NONE;
    uint16_t button = any_of(sim, facts, value_find(facts, offer, "buttons"));
    uint16_t holder = button == VALUE_NONE || (form && sim_roll(sim, 2) == 0) ? offer : button;
    uint16_t fields = value_find(facts, holder, "fields");
    form = fields != VALUE_NONE && value_first(facts, fields) != VALUE_NONE;
    struct sim_event *event = sim_event_new(sim, form ? INBOUND_FORM : INBOUND_PRESS, who);
    event->private = true;
    snprintf(event->control, sizeof event->control, "%s", text_of(facts, holder, "control"));
    if (form) {
        fill(sim, event, table, seat, offer, holder);
    }
    sim_event_done(sim);
    return true;
}
