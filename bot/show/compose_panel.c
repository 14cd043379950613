/* Offers of a view as buttons, menus and forms. What does not fit on a panel stays reachable by
 * words; a panel never has more than the smallest platform can show. */
#include "compose_private.h"

#include "buf.h"
#include "inert.h"

#include <assert.h>
#include <string.h>

/* A member of an offer as text, or NULL. */
static const char *panel_text(const struct facts *facts, uint16_t object, const char *name)
{
    uint16_t at = facts_find(facts, object, name);
    return at != FACTS_NONE ? facts->fact[at].text : NULL;
}

static int64_t panel_number(const struct facts *facts, uint16_t object, const char *name,
                            int64_t otherwise)
{
    uint16_t at = facts_find(facts, object, name);
    bool there = at != FACTS_NONE &&
                 (facts->fact[at].kind == FACT_NUMBER || facts->fact[at].kind == FACT_BOOL);
    return there ? facts->fact[at].number : otherwise;
}

/* The word of a term that is a value of an argument, NULL for none known. */
static const char *panel_term(const struct page *page, const char *argument, const char *term)
{
    const struct catalogue *words = page->compose->catalogue;
    const char *dot = argument != NULL ? strrchr(argument, '.') : NULL;
    const char *own = dot != NULL ? dot + 1 : argument;
    const char *word = own != NULL ? catalogue_word(words, "term", own, term) : NULL;
    return word != NULL ? word : catalogue_term(words, term);
}

/* How the numbers of a choice are said: for this action of the game, or everywhere. */
static const char *panel_numbers(const struct page *page, uint16_t object, const char *action)
{
    const char *key = page_key(page, "numbers", page_game(page), action != NULL ? action : "");
    if (action == NULL || !page_has(page, key)) {
        key = "page.numbers";
    }
    return catalogue_text(page->compose->catalogue, page->compose->arena, key, &page->view->facts,
                          object, NULL);
}

/* A person as a choice: the name, or what the game says about choosing it ("Ask Ben"). */
static const char *panel_person(const struct page *page, const char *name, const char *action)
{
    struct arena *arena = page->compose->arena;
    const char *clean = inert_text(arena, name, strlen(name), COMPOSE_LABEL_MAX, false);
    const char *key = page_key(page, "pick", page_game(page), action != NULL ? action : "");
    if (action == NULL || !page_has(page, key)) {
        return clean;
    }
    struct own_facts own;
    struct facts *args = own_facts(&own);
    facts_text(args, "name", clean, strlen(clean));
    return catalogue_text(page->compose->catalogue, arena, key, args, FACTS_NONE, &page->names);
}

/* How one choice is called: a person's name, a term's word, numbers. argument may be NULL, and so
 * may action, where the choice stands among others of a field. */
static const char *panel_choice_word(const struct page *page, uint16_t object, const char *argument,
                                     const char *action)
{
    const struct facts *facts = &page->view->facts;
    const char *name = panel_text(facts, object, "name");
    const char *term = panel_text(facts, object, "term");
    if (name != NULL && action != NULL &&
        catalogue_word(page->compose->catalogue, "numbers", page_game(page), action) != NULL) {
        return inert_shorten(page->compose->arena, panel_numbers(page, object, action),
                             COMPOSE_LABEL_MAX);
    }
    if (name != NULL) {
        return panel_person(page, name, action);
    }
    if (term != NULL) {
        return panel_term(page, argument, term);
    }
    return panel_numbers(page, object, action);
}

/* The label of an action: its message, of this game's words first. */
static const char *panel_label(const struct page *page, uint16_t offer)
{
    const struct facts *facts = &page->view->facts;
    const char *label = panel_text(facts, offer, "label");
    const char *action = panel_text(facts, offer, "action");
    const struct catalogue *words = page->compose->catalogue;
    if (label != NULL && page_has(page, label)) {
        return catalogue_text(words, page->compose->arena, label, facts, page_play(page),
                              &page->names);
    }
    return action != NULL ? catalogue_term(words, action) : "";
}

static enum choice_style panel_style(const char *style)
{
    if (style != NULL && strcmp(style, "primary") == 0) {
        return CHOICE_PRIMARY;
    }
    return style != NULL && strcmp(style, "danger") == 0 ? CHOICE_DANGER : CHOICE_SECONDARY;
}

static enum field_kind panel_field_kind(const char *kind)
{
    static const struct {
        const char *name;
        enum field_kind kind;
    } kinds[] = {{"long", FIELD_LONG},     {"texts", FIELD_LONG},  {"number", FIELD_NUMBER},
                 {"choice", FIELD_CHOICE}, {"seat", FIELD_CHOICE}, {"text", FIELD_TEXT}};
    for (size_t i = 0; kind != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, kind) == 0) {
            return kinds[i].kind;
        }
    }
    return FIELD_TEXT;
}

/* What a choice of a field sends: its term, or its seat's number. */
static const char *panel_choice_value(const struct page *page, uint16_t object)
{
    const struct facts *facts = &page->view->facts;
    const char *term = panel_text(facts, object, "term");
    if (term != NULL) {
        return term;
    }
    struct own_facts own;
    struct facts *args = own_facts(&own);
    int64_t number = panel_number(facts, object, "seat", 0);
    facts_number(args, "n", panel_number(facts, object, "number", number));
    return catalogue_text(page->compose->catalogue, page->compose->arena, "page.number", args,
                          FACTS_NONE, NULL);
}

static struct field_choice *panel_field_choices(const struct page *page, uint16_t choices,
                                                const char *argument)
{
    const struct facts *facts = &page->view->facts;
    struct field_choice *first = NULL;
    struct field_choice **link = &first;
    unsigned count = 0;
    if (choices == FACTS_NONE) {
        return NULL;
    }
    for (uint16_t at = facts_first(facts, choices); at != FACTS_NONE && count < COMPOSE_CHOICES_MAX;
         at = facts_next(facts, choices, at)) {
        struct field_choice *choice = arena_take(page->compose->arena, sizeof *choice);
        choice->value = panel_choice_value(page, at);
        const char *word = panel_choice_word(page, at, argument, NULL);
        const char *symbol = catalogue_symbol(page->compose->catalogue, choice->value);
        choice->label = symbol == NULL ? word : page_with_symbol(page, symbol, word);
        *link = choice;
        link = &choice->next;
        count++;
    }
    return first;
}

/* How a field is called: for this action, in this game, or everywhere. */
static const char *panel_field_label(const struct page *page, const char *action, const char *name)
{
    const char *key = action != NULL ? page_key(page, "field", action, name) : name;
    if (!page_has(page, key)) {
        key = page_key(page, "field", page_game(page), name);
    }
    if (!page_has(page, key)) {
        key = page_key(page, "field", name, NULL);
    }
    return page_has(page, key) ? catalogue_text(page->compose->catalogue, page->compose->arena, key,
                                                &page->view->facts, page_play(page), &page->names)
                               : name;
}

static struct field *panel_fields(const struct page *page, uint16_t offer)
{
    const struct facts *facts = &page->view->facts;
    uint16_t fields = facts_find(facts, offer, "fields");
    const char *action = panel_text(facts, offer, "action");
    struct field *first = NULL;
    struct field **link = &first;
    if (fields == FACTS_NONE) {
        return NULL;
    }
    for (uint16_t at = facts_first(facts, fields); at != FACTS_NONE;
         at = facts_next(facts, fields, at)) {
        struct field *field = arena_take(page->compose->arena, sizeof *field);
        const char *name = panel_text(facts, at, "name");
        field->name = name != NULL ? name : "";
        field->label = panel_field_label(page, action, field->name);
        field->kind = panel_field_kind(panel_text(facts, at, "kind"));
        field->min = (int32_t)panel_number(facts, at, "min", 0);
        field->max = (int32_t)panel_number(facts, at, "max", 0);
        field->optional = panel_number(facts, at, "optional", 0) != 0;
        field->choices = panel_field_choices(page, facts_find(facts, at, "choices"), field->name);
        *link = field;
        link = &field->next;
    }
    return first;
}

/* One button for each choice of the first thing that is missing. */
static unsigned panel_buttons(struct page *page, uint16_t offer, uint16_t buttons, unsigned room)
{
    const struct facts *facts = &page->view->facts;
    enum choice_style style = panel_style(panel_text(facts, offer, "style"));
    const char *action = panel_text(facts, offer, "action");
    struct field *fields = panel_fields(page, offer); /* the same for all of them */
    unsigned count = 0;
    for (uint16_t at = facts_first(facts, buttons); at != FACTS_NONE && count < room;
         at = facts_next(facts, buttons, at)) {
        const char *control = panel_text(facts, at, "control");
        const char *term = panel_text(facts, at, "term");
        const char *name = panel_text(facts, at, "name");
        if (control == NULL) {
            continue;
        }
        const char *word = panel_choice_word(page, at, NULL, action);
        struct choice *choice = doc_choice(page->doc, word, control, style);
        choice->symbol = term != NULL ? catalogue_symbol(page->compose->catalogue, term) : NULL;
        choice->who = name == NULL ? NULL
                                   : inert_text(page->compose->arena, name, strlen(name),
                                                COMPOSE_LABEL_MAX, false);
        choice->at_table = panel_number(facts, offer, "at_table", 0) != 0;
        choice->fields = fields;
        count++;
    }
    return count;
}

static unsigned panel_offer(struct page *page, uint16_t offer, unsigned room)
{
    const struct facts *facts = &page->view->facts;
    uint16_t buttons = facts_find(facts, offer, "buttons");
    if (buttons != FACTS_NONE && facts_first(facts, buttons) != FACTS_NONE) {
        return panel_buttons(page, offer, buttons, room);
    }
    const char *control = panel_text(facts, offer, "control");
    if (control == NULL) {
        return 0;
    }
    const char *label =
        inert_shorten(page->compose->arena, panel_label(page, offer), COMPOSE_LABEL_MAX);
    struct choice *choice =
        doc_choice(page->doc, label, control, panel_style(panel_text(facts, offer, "style")));
    choice->at_table = panel_number(facts, offer, "at_table", 0) != 0;
    choice->fields = panel_fields(page, offer);
    return 1;
}

/* A button of the house's own: a question that everybody may ask at all times. */
static void panel_question(struct page *page, const char *question, const char *label)
{
    struct buf control;
    buf_init(&control, COMPOSE_KEY_MAX);
    buf_text(&control, "t");
    buf_text(&control, facts_text_at(&page->view->facts, "id", "0"));
    buf_text(&control, ".-.");
    buf_text(&control, question);
    doc_choice(page->doc,
               catalogue_text(page->compose->catalogue, page->compose->arena, label, NULL,
                              FACTS_NONE, NULL),
               control.text, CHOICE_SECONDARY);
    buf_deinit(&control);
}

void page_questions(struct page *page)
{
    const char *phase = facts_text_at(&page->view->facts, "phase", "");
    bool dealt = page_play(page) != FACTS_NONE;
    if (dealt && strcmp(phase, "playing") == 0) {
        panel_question(page, "hand", "page.hand");
    } else if (dealt) {
        panel_question(page, "log", "page.log");
        panel_question(page, "record", "page.record");
    }
    panel_question(page, "help", "page.help");
}

void page_panel(struct page *page)
{
    uint16_t offers =
        page->view != NULL ? facts_find(&page->view->facts, FACTS_NONE, "offers") : FACTS_NONE;
    unsigned room = COMPOSE_CHOICES_MAX - COMPOSE_QUESTIONS;
    if (offers == FACTS_NONE) {
        return;
    }
    for (uint16_t at = facts_first(&page->view->facts, offers); at != FACTS_NONE && room > 0;
         at = facts_next(&page->view->facts, offers, at)) {
        room -= panel_offer(page, at, room);
    }
}
