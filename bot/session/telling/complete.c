/* The table that is meant, the offers of the view that this person has of it, and among them what
 * begins with, or holds, what was typed. Nothing changes by asking. */
#include "complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "access.h"
#include "complete_option.h"
#include "controls.h"
#include "house_private.h"
#include "room_words.h"
#include "show_view.h"

struct completing {
    struct house *house;
    const struct inbound *asked;
    const struct person *person;
    const char *argument;
    const char *typed;
    struct completion *choices;
    size_t count;
};

static const char *complete_verb(const struct inbound *asked)
{
    const char *blank = strchr(asked->command, ' ');
    return blank == NULL ? asked->command : blank + 1;
}

static const struct action_def *complete_row(const struct table *table, const char *verb)
{
    size_t count = 0;
    const struct action_def *own = table_actions(&count);
    const struct action_def *row = action_find(own, count, verb);
    if (row == NULL && table->game != NULL) {
        row = action_find(table->game->actions, table->game->action_count, verb);
    }
    return row;
}

static void complete_add(struct completing *completing, const char *value, const char *label)
{
    if (value == NULL || value[0] == '\0' || completing->count == COMPLETIONS_MAX ||
        (strcasestr(label, completing->typed) == NULL &&
         strcasestr(value, completing->typed) == NULL)) {
        return;
    }
    for (size_t i = 0; i < completing->count; i++) {
        if (strcmp(completing->choices[i].value, value) == 0) {
            return;
        }
    }
    completing->choices[completing->count++] = (struct completion){value, label};
}

/* What one button stands for, or its form offers. */
static void complete_choice(struct completing *completing, const struct choice *choice,
                            const struct control *control)
{
    const char *value = value_text_at(&control->args, completing->argument, NULL);
    if (value != NULL) {
        struct arena *arena = completing->house->arena;
        complete_add(completing, arena_text(arena, value, strlen(value)), choice->label);
    }
    for (const struct field *field = choice->fields; field != NULL; field = field->next) {
        if (strcmp(field->name, completing->argument) != 0) {
            continue;
        }
        for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
            complete_add(completing, one->value, one->label);
        }
    }
}

/* Texts of a list of the view that is called like the argument, with an s: "locations". */
static void complete_list(struct completing *completing, const struct view *view)
{
    char name[40];
    int len = snprintf(name, sizeof name, "play.%ss", completing->argument);
    struct arena *arena = completing->house->arena;
    uint16_t list =
        len < 0 || (size_t)len >= sizeof name ? VALUE_NONE : value_path(&view->facts, name);
    if (list == VALUE_NONE || view->facts.fact[list].kind != VALUE_LIST) {
        return;
    }
    for (uint16_t i = value_first(&view->facts, list); i != VALUE_NONE;
         i = value_next(&view->facts, list, i)) {
        const struct value *fact = &view->facts.fact[i];
        if (fact->kind == VALUE_TEXT) {
            const char *text = arena_text(arena, fact->text, fact->text_len);
            complete_add(completing, text, text);
        }
    }
}

static void complete_offers(struct completing *completing, struct table_entry *entry,
                            const struct action_def *row, int reader)
{
    struct house *house = completing->house;
    struct view *view = &house->scratch->view;
    const struct compose compose = house_compose(house, entry);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view(&entry->resident->table, reader, view);
    const struct doc *doc = compose_hand(&compose, view);
    bool offered = false;
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        struct control control;
        if (controls_parse(&control, choice->control) && strcmp(control.action, row->name) == 0) {
            complete_choice(completing, choice, &control);
            offered = true;
        }
    }
    if (offered && completing->count == 0) {
        complete_list(completing, view);
    }
}

static void complete_option_add(void *context, const char *value, const char *label)
{
    complete_add(context, value, label);
}

/* Options by their names, and what they may be: of a table (option, value), or of a game that is
 * about to be opened (each an argument of its own). */
static void complete_options(struct completing *completing, const struct game_def *game, bool table)
{
    const struct inbound *asked = completing->asked;
    const struct value_tree *args = asked->args;
    const struct complete_option options = {
        .catalogue = room_words(completing->house, asked->adapter, asked->room),
        .arena = completing->house->arena,
        .game = game,
        .add = complete_option_add,
        .context = completing};
    const char *named = args == NULL ? NULL : value_text_at(args, "option", NULL);
    if (!table) {
        complete_option_values(&options, completing->argument);
    } else if (strcmp(completing->argument, "option") == 0) {
        complete_option_names(&options);
    } else if (strcmp(completing->argument, "value") == 0 && named != NULL) {
        complete_option_values(&options, named);
    }
}

/* The people at the table, where a person is wanted. */
static void complete_people(struct completing *completing, const struct table *table,
                            const struct action_def *row)
{
    bool wanted = false;
    for (unsigned i = 0; i < row->arg_count; i++) {
        wanted = wanted || (row->args[i].kind == ARG_SEAT &&
                            strcmp(row->args[i].name, completing->argument) == 0);
    }
    for (int seat = 0; wanted && seat < table->seat_count; seat++) {
        const char *name = table->seat[seat].name;
        if (name[0] != '\0' && !table->seat[seat].left) {
            complete_add(completing, name, name);
        }
    }
}

static bool complete_table(struct completing *completing, struct table_entry *entry)
{
    if (entry == NULL || entry->load != ENTRY_RESIDENT || entry->resident == NULL) {
        return false;
    }
    const struct table *table = &entry->resident->table;
    const struct action_def *row = complete_row(table, complete_verb(completing->asked));
    if (row == NULL) {
        return false;
    }
    int reader = table_acts_as(table, completing->person->id, completing->asked->moderator);
    complete_offers(completing, entry, row, reader);
    if (completing->count == 0) {
        complete_people(completing, table, row);
    }
    if (completing->count == 0 && table->game != NULL && strcmp(row->name, "option") == 0) {
        complete_options(completing, table->game, true);
    }
    return completing->count > 0;
}

/* Is it the table whose number was given, or was none? */
static bool complete_is_meant(const struct inbound *asked, const struct table_entry *entry)
{
    const char *number = asked->args == NULL ? NULL : value_text_at(asked->args, "table", NULL);
    return number == NULL || number[0] == '\0' ||
           (uint32_t)strtoul(number, NULL, 10) == entry->number;
}

size_t house_complete(struct house *house, struct adapter *adapter, const struct inbound *asked,
                      const char *argument, const char *typed,
                      struct completion choices[COMPLETIONS_MAX])
{
    struct access_table tables[TARGETS_MAX];
    const struct adapter_link *link = link_named(&house->links, asked->adapter);
    struct inbound inbound = *asked;
    struct completing completing = {.house = house,
                                    .asked = &inbound,
                                    .person = people_at(house->people, link->name, asked->account),
                                    .argument = argument,
                                    .typed = typed,
                                    .choices = choices};
    const struct asker asker = {link, &inbound, completing.person};
    (void)adapter;
    const struct game_def *game = asked->command == NULL ? NULL : game_find(asked->command);
    arena_reset(house->arena);
    if (game != NULL) {
        complete_options(&completing, game, false);
        return completing.count;
    }
    if (completing.person == NULL || asked->command == NULL) {
        return 0;
    }
    inbound.moderator = access_moderates(house, &asker);
    struct person *person = people_at(house->people, link->name, asked->account);
    size_t count = access_list(house, &asker, tables, TARGETS_MAX);
    for (size_t i = 0; i < count; i++) {
        completing.person = access_as(house, tables[i].entry, person);
        bool named = complete_is_meant(asked, tables[i].entry);
        if (named && complete_table(&completing, tables[i].entry)) {
            return completing.count;
        }
    }
    return 0;
}
