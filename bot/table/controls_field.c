/* Fields of forms: what is asked for, what can be chosen, what stands there already. */
#include "controls_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

static void field_term(struct value_tree *facts, const char *term)
{
    value_term(facts, NULL, term);
}

static void field_seats(const struct offer *offer, const struct arg_def *arg)
{
    const struct table *table = offer->table;
    for (int i = 0; i < table->seat_count; i++) {
        if (offer_may_seat(offer, arg, i)) {
            value_object(offer->facts, NULL);
            value_number(offer->facts, "seat", i);
            value_text(offer->facts, "name", table->seat[i].name, strlen(table->seat[i].name));
            value_end(offer->facts);
        }
    }
}

/* What can be chosen: what the game says, else what the row says. Returns whether there is any. */
static bool field_choices(const struct offer *offer, const struct arg_def *arg)
{
    struct value_tree *facts = offer->facts;
    uint16_t said = value_find(&offer->hint, VALUE_NONE, "choices");
    if (said != VALUE_NONE) {
        value_copy(facts, "choices", &offer->hint, said);
        return offer->hint.fact[said].number > 0;
    }
    value_list(facts, "choices");
    for (unsigned i = 0; i < arg->choice_count; i++) {
        field_term(facts, arg->choices[i].name);
    }
    if (arg->kind == ARG_BOOL) {
        field_term(facts, "yes");
        field_term(facts, "no");
    } else if (arg->kind == ARG_SEAT) {
        field_seats(offer, arg);
    }
    value_end(facts);
    return arg->choice_count > 0;
}

static const char *field_kind(const struct arg_def *arg, bool choices)
{
    bool list = arg->kind == ARG_TEXTS || arg->kind == ARG_SEATS;
    if (choices) {
        return list && arg_items(arg) == 0 ? "several" : "choice";
    }
    switch (arg->kind) {
    case ARG_SEAT:
        return "seat";
    case ARG_NUMBER:
        return "number";
    case ARG_BOOL:
        return "choice";
    case ARG_TERM:
        return "text";
    case ARG_TEXT:
        return (arg->flags & ARG_LONG) != 0 ? "long" : "text";
    case ARG_TEXTS:
    case ARG_SEATS:
    case ARG_OBJECT:
        break;
    }
    return arg_items(arg) > 0 ? "text" : "texts";
}

/* What was typed into it before, else what the game says stands there. */
static void field_value(const struct offer *offer, const char *name)
{
    uint16_t at = offer->typed == NULL ? VALUE_NONE : value_find(offer->typed, VALUE_NONE, name);
    const struct value_tree *from = offer->typed;
    if (at == VALUE_NONE) {
        from = &offer->hint;
        at = value_find(from, VALUE_NONE, "kept");
    }
    if (at != VALUE_NONE && from->fact[at].text != NULL) {
        value_text(offer->facts, "value", from->fact[at].text, from->fact[at].text_len);
    }
}

/* One field, as offer->hint says. */
static void field_write(const struct offer *offer, const struct arg_def *arg, const char *name,
                        bool optional)
{
    struct value_tree *facts = offer->facts;
    const struct value_tree *hint = &offer->hint;
    uint16_t count = value_find(hint, VALUE_NONE, "count");
    uint16_t about = value_find(hint, VALUE_NONE, "about");
    bool counted = arg->kind == ARG_TEXTS || arg->kind == ARG_SEATS; /* items, not characters */
    value_object(facts, NULL);
    value_text(facts, "name", name, strlen(name));
    bool choices = field_choices(offer, arg);
    value_term(facts, "kind", field_kind(arg, choices));
    if (count != VALUE_NONE) {
        value_number(facts, "min", hint->fact[count].number);
        value_number(facts, "max", hint->fact[count].number);
    } else {
        value_number(facts, "min", counted ? 0 : arg->min);
        value_number(facts, "max", counted ? 0 : arg->max);
    }
    value_bool(facts, "optional", optional);
    field_value(offer, name);
    if (about != VALUE_NONE) {
        value_copy(facts, "about", hint, about);
    }
    value_end(facts);
}

static bool field_is_said(const struct value_tree *hint, const char *what)
{
    uint16_t at = value_find(hint, VALUE_NONE, what);
    return at != VALUE_NONE && hint->fact[at].number != 0;
}

/* Does the form of this choice ask for the argument? What may be left out is asked for where the
 * game says so; the answer of the game lies in offer->hint. */
static bool field_is_asked(struct offer *offer, const struct choice *choice,
                           const struct arg_def *arg, int item)
{
    if ((arg->flags & ARG_RESOLVED) != 0 || arg->kind == ARG_OBJECT || offer_picked(choice, arg)) {
        return false;
    }
    const struct value_tree *hint = offer_hint(offer, choice, arg, item);
    if (field_is_said(hint, "unasked")) {
        return false;
    }
    bool length = offer->actor != NULL && arg->choices == table_lengths; /* of a console */
    return arg == choice->needed || (arg->flags & ARG_OPTIONAL) == 0 || length ||
           field_is_said(hint, "asked");
}

static bool field_is_optional(const struct choice *choice, const struct arg_def *arg)
{
    return (arg->flags & ARG_OPTIONAL) != 0 && arg != choice->needed;
}

/* A short list of a fixed length is asked for one by one: "clues.0", "clues.1", "clues.2". */
static void field_items(struct offer *offer, const struct choice *choice, const struct arg_def *arg)
{
    char name[CONTROL_BYTES];
    size_t len = strlen(arg->name);
    assert(len + 3 <= sizeof name);
    memcpy(name, arg->name, len);
    name[len] = '.';
    name[len + 2] = '\0';
    for (unsigned i = 0; i < arg_items(arg); i++) {
        name[len + 1] = (char)('0' + i);
        if (field_is_asked(offer, choice, arg, (int)i)) {
            field_write(offer, arg, name, field_is_optional(choice, arg));
        }
    }
}

static void field_rest(struct offer *offer, const struct choice *choice)
{
    for (unsigned i = 0; i < offer->row->arg_count; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        if (arg_items(arg) > 0) {
            field_items(offer, choice, arg);
        } else if (field_is_asked(offer, choice, arg, -1)) {
            field_write(offer, arg, arg->name, field_is_optional(choice, arg));
        }
    }
}

bool offer_has_form(struct offer *offer, const struct choice *choice)
{
    for (unsigned i = 0; i < offer->row->arg_count; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        if (field_is_asked(offer, choice, arg, arg_items(arg) > 0 ? 0 : -1)) {
            return true;
        }
    }
    return choice->needed != NULL;
}

void offer_fields(struct offer *offer, const struct choice *choice)
{
    value_list(offer->facts, "fields");
    field_rest(offer, choice);
    value_end(offer->facts);
}

void offer_no_fields(struct offer *offer)
{
    value_list(offer->facts, "fields");
    value_end(offer->facts);
}

/* --- menus --------------------------------------------------------------------------------------
 */

/* The argument that all choices found give, and nothing beside; NULL when there is none. */
static const struct arg_def *menu_argument(const struct offer *offer)
{
    unsigned count = offer->base.count;
    const struct arg_def *arg = offer->choice[0].pick[count].arg;
    for (unsigned i = 0; i < offer->choices; i++) {
        const struct choice *choice = &offer->choice[i];
        if (choice->count != count + 1 || choice->pick[count].arg != arg) {
            return NULL;
        }
    }
    return arg;
}

static void menu_value(const struct offer *offer, const struct pick *pick)
{
    struct value_tree *facts = offer->facts;
    if (pick->arg->kind == ARG_SEAT) {
        const char *name = table_seat_name(offer->table, pick->number);
        value_object(facts, NULL);
        value_number(facts, "seat", pick->number);
        value_text(facts, "name", name, strlen(name));
        value_end(facts);
    } else if (pick->term != NULL) {
        value_term(facts, NULL, pick->term);
    } else {
        value_number(facts, NULL, pick->number);
    }
}

/* Several numbers at once: "a=1.b=3", as a control would say it. */
static void menu_numbers(const struct offer *offer, const struct choice *choice)
{
    struct value_tree *facts = offer->facts;
    char value[CONTROL_BYTES];
    unsigned from = offer->base.count;
    value_object(facts, NULL);
    value_list(facts, "numbers");
    for (unsigned i = from; i < choice->count; i++) {
        value_number(facts, NULL, choice->pick[i].number);
    }
    value_end(facts);
    size_t len = offer_print_picks(choice, from, value);
    value_text(facts, "value", value, len);
    value_end(facts);
}

/* More than a menu holds: each argument in a field of its own, as its row says. */
static void menu_wide(struct offer *offer)
{
    const struct choice *choice = &offer->choice[0];
    for (unsigned i = offer->base.count; i < choice->count; i++) {
        const struct arg_def *arg = choice->pick[i].arg;
        assert(arg != NULL);
        offer_hint(offer, &offer->base, arg, -1);
        field_write(offer, arg, arg->name, false);
    }
}

void offer_menu(struct offer *offer)
{
    struct value_tree *facts = offer->facts;
    const struct arg_def *arg = menu_argument(offer);
    value_list(facts, "fields");
    if (offer->choices > OFFER_CHOICES_MAX || (arg == NULL && offer->choice[0].needed != NULL)) {
        menu_wide(offer);
    } else {
        const char *name = arg != NULL ? arg->name : CONTROL_PICKS;
        value_object(facts, NULL);
        value_text(facts, "name", name, strlen(name));
        value_term(facts, "kind", "choice");
        value_list(facts, "choices");
        for (unsigned i = 0; i < offer->choices; i++) {
            if (arg != NULL) {
                menu_value(offer, &offer->choice[i].pick[offer->base.count]);
            } else {
                menu_numbers(offer, &offer->choice[i]);
            }
        }
        value_end(facts);
        value_bool(facts, "optional", false);
        value_init(&offer->hint, offer->hint_fact, HINT_FACTS, offer->hint_text, HINT_TEXT);
        field_value(offer, name);
        value_end(facts);
    }
    field_rest(offer, &offer->choice[0]);
    value_end(facts);
}
