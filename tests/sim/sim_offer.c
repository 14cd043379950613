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

static const char *text_of(const struct facts *facts, uint16_t parent, const char *key)
{
    uint16_t at = facts_find(facts, parent, key);
    bool is_text = at != FACTS_NONE &&
                   (facts->fact[at].kind == FACT_TERM || facts->fact[at].kind == FACT_TEXT);
    return is_text ? facts->fact[at].text : "";
}

static unsigned number_of(const struct facts *facts, uint16_t parent, const char *key)
{
    uint16_t at = facts_find(facts, parent, key);
    return at != FACTS_NONE && facts->fact[at].kind == FACT_NUMBER && facts->fact[at].number > 0
               ? (unsigned)facts->fact[at].number
               : 0;
}

/* One of a list's members by chance, FACTS_NONE of an empty one. */
static uint16_t any_of(struct sim *sim, const struct facts *facts, uint16_t list)
{
    uint16_t chosen = FACTS_NONE;
    unsigned seen = 0;
    for (uint16_t at = list == FACTS_NONE ? FACTS_NONE : facts_first(facts, list); at != FACTS_NONE;
         at = facts_next(facts, list, at)) {
        if (sim_roll(sim, ++seen) == 0) {
            chosen = at;
        }
    }
    return chosen;
}

static void read_choices(const struct facts *facts, uint16_t list, struct sim_field *field)
{
    for (uint16_t at = facts_first(facts, list);
         at != FACTS_NONE && field->choices < SIM_CHOICES_MAX; at = facts_next(facts, list, at)) {
        char *choice = field->choice[field->choices++];
        const char *term = text_of(facts, at, "term");
        if (term[0] != '\0') {
            snprintf(choice, SIM_VALUE_BYTES, "%s", term);
        } else {
            snprintf(choice, SIM_VALUE_BYTES, "%u", number_of(facts, at, "seat"));
        }
    }
}

static void fill(struct sim *sim, struct sim_event *event, const struct table *table, int seat,
                 uint16_t offer)
{
    const struct facts *facts = &view.facts;
    uint16_t fields = facts_find(facts, offer, "fields");
    const char *action = text_of(facts, offer, "action");
    for (uint16_t at = facts_first(facts, fields);
         at != FACTS_NONE && event->field_count < SIM_FIELDS_MAX;
         at = facts_next(facts, fields, at)) {
        struct sim_field field = {.table = table,
                                  .seat = seat,
                                  .who = event->who,
                                  .name = text_of(facts, at, "name"),
                                  .kind = text_of(facts, at, "kind"),
                                  .min = number_of(facts, at, "min"),
                                  .max = number_of(facts, at, "max")};
        uint16_t optional = facts_find(facts, at, "optional");
        field.secret = is_secret(table, action, field.name) && strcmp(field.name, "say") != 0;
        read_choices(facts, facts_find(facts, at, "choices"), &field);
        if (facts->fact[optional].kind == FACT_BOOL && facts->fact[optional].number != 0 &&
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
    const struct facts *facts = &view.facts;
    uint16_t offers = facts_path(facts, "offers");
    uint16_t chosen = FACTS_NONE;
    unsigned seen = 0;
    for (uint16_t at = offers == FACTS_NONE ? FACTS_NONE : facts_first(facts, offers);
         at != FACTS_NONE; at = facts_next(facts, offers, at)) {
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
    const struct facts *facts = &view.facts;
    view_init(&view, seat_is_person(seat) ? seat : SEAT_CROWD);
    table_view(table, seat, &view);
    uint16_t offer = choose(sim, owed);
    if (offer == FACTS_NONE) {
        return false;
    }
    uint16_t button = any_of(sim, facts, facts_find(facts, offer, "buttons"));
    bool form = facts_first(facts, facts_find(facts, offer, "fields")) != FACTS_NONE;
    struct sim_event *event = sim_event_new(sim, form ? HEARD_FORM : HEARD_PRESS, who);
    event->private = true;
    snprintf(event->control, sizeof event->control, "%s",
             text_of(facts, button == FACTS_NONE ? offer : button, "control"));
    fill(sim, event, table, seat, offer);
    sim_event_done(sim);
    return true;
}
