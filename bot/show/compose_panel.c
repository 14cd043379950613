/* Offers of a view as buttons, menus and forms. What does not fit on a panel stays reachable by
 * words; a panel never has more than the smallest platform can show. */
#include "compose_private.h"

#include "inert.h"

#include <assert.h>
#include <string.h>

/* A member of an offer as text, or NULL. */
static const char *panel_text(const struct value_tree *facts, uint16_t object, const char *name)
{
    uint16_t at = value_find(facts, object, name);
    return at != VALUE_NONE ? facts->fact[at].text : NULL;
}

static int64_t panel_number(const struct value_tree *facts, uint16_t object, const char *name,
                            int64_t otherwise)
{
    uint16_t at = value_find(facts, object, name);
    bool there = at != VALUE_NONE &&
                 (facts->fact[at].kind == VALUE_NUMBER || facts->fact[at].kind == VALUE_BOOL);
    return there ? facts->fact[at].number : otherwise;
}

/* A text of the view that the document keeps; NULL as NULL. */
static const char *panel_copy(const struct page *page, const char *text)
{
    return text == NULL ? NULL : arena_text(page->compose->arena, text, strlen(text));
}

const char *page_term(const struct page *page, const char *argument, const char *term)
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
    if (action != NULL && !page_has(page, key)) {
        key = page_key(page, "numbers", "table", action);
    }
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
    if (action != NULL && !page_has(page, key)) {
        key = page_key(page, "pick", "table", action);
    }
    if (action == NULL || !page_has(page, key)) {
        return clean;
    }
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_text(args, "name", clean, strlen(clean));
    return catalogue_text(page->compose->catalogue, arena, key, args, VALUE_NONE, &page->names);
}

/* How one choice is called: a person's name, a term's word, numbers. argument may be NULL, and so
 * may action, where the choice stands among others of a field. */
static const char *panel_choice_word(const struct page *page, uint16_t object, const char *argument,
                                     const char *action)
{
    const struct value_tree *facts = &page->view->facts;
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
        return page_term(page, argument, term);
    }
    return panel_numbers(page, object, action);
}

/* The label of an action: its message, of this game's words first. */
static const char *panel_label(const struct page *page, uint16_t offer)
{
    const struct value_tree *facts = &page->view->facts;
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
    } kinds[] = {{"long", FIELD_LONG},      {"texts", FIELD_LONG},  {"number", FIELD_NUMBER},
                 {"choice", FIELD_CHOICE},  {"seat", FIELD_CHOICE}, {"text", FIELD_TEXT},
                 {"several", FIELD_SEVERAL}};
    for (size_t i = 0; kind != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, kind) == 0) {
            return kinds[i].kind;
        }
    }
    return FIELD_TEXT;
}

static const char *panel_digits(const struct page *page, int64_t number)
{
    struct own_facts own;
    struct value_tree *args = own_facts(&own);
    value_number(args, "n", number);
    return catalogue_text(page->compose->catalogue, page->compose->arena, "page.number", args,
                          VALUE_NONE, NULL);
}

/* What a choice of a field sends: a word, a number, its seat's number, or several at once. */
static const char *panel_choice_value(const struct page *page, uint16_t at)
{
    const struct value_tree *facts = &page->view->facts;
    const struct value *fact = &facts->fact[at];
    if (fact->kind == VALUE_OBJECT) {
        const char *value = panel_text(facts, at, "value");
        return value != NULL ? value : panel_digits(page, panel_number(facts, at, "seat", 0));
    }
    return fact->kind == VALUE_NUMBER ? panel_digits(page, fact->number) : fact->text;
}

/* What is written on it. Words of a pack (a place, a code) say themselves. */
static const char *panel_choice_label(const struct page *page, uint16_t at, const char *argument,
                                      const char *action)
{
    const struct value *fact = &page->view->facts.fact[at];
    if (fact->kind == VALUE_TEXT) {
        return inert_text(page->compose->arena, fact->text, fact->text_len, COMPOSE_LABEL_MAX,
                          false);
    }
    if (fact->kind == VALUE_NUMBER) {
        return panel_digits(page, fact->number);
    }
    if (fact->kind == VALUE_TERM) {
        return page_term(page, argument, fact->text);
    }
    const char *called = panel_text(&page->view->facts, at, "called");
    if (called != NULL) {
        return inert_text(page->compose->arena, called, strlen(called), COMPOSE_LABEL_MAX, false);
    }
    if (value_find(&page->view->facts, at, "ms") != VALUE_NONE) {
        return catalogue_text(page->compose->catalogue, page->compose->arena, "page.length",
                              &page->view->facts, at, NULL);
    }
    if (value_find(&page->view->facts, at, "daily") != VALUE_NONE) {
        return catalogue_text(page->compose->catalogue, page->compose->arena, "page.daily",
                              &page->view->facts, at, NULL);
    }
    bool numbers = panel_text(&page->view->facts, at, "value") != NULL;
    return panel_choice_word(page, at, argument, numbers ? action : NULL);
}

static struct field_choice *panel_field_choices(const struct page *page, uint16_t choices,
                                                const char *argument, const char *action)
{
    const struct value_tree *facts = &page->view->facts;
    struct field_choice *first = NULL;
    struct field_choice **link = &first;
    if (choices == VALUE_NONE) {
        return NULL;
    }
    for (uint16_t at = value_first(facts, choices); at != VALUE_NONE;
         at = value_next(facts, choices, at)) {
        struct field_choice *choice = arena_take(page->compose->arena, sizeof *choice);
        choice->value = panel_choice_value(page, at);
        const char *word = panel_choice_label(page, at, argument, action);
        const char *symbol = catalogue_symbol(page->compose->catalogue, choice->value);
        choice->label = symbol == NULL ? word : page_with_symbol(page, symbol, word);
        *link = choice;
        link = &choice->next;
    }
    return first;
}

/* How a field is called: for this action, in this game, or everywhere; what it is about are the
 * arguments of its sentence. */
static const char *panel_field_label(const struct page *page, const char *action, const char *name,
                                     uint16_t about)
{
    const char *key = action != NULL ? page_key(page, "field", action, name) : name;
    if (!page_has(page, key)) {
        key = page_key(page, "field", page_game(page), name);
    }
    if (!page_has(page, key)) {
        key = page_key(page, "field", name, NULL);
    }
    uint16_t args = about != VALUE_NONE ? about : page_play(page);
    return page_has(page, key) ? catalogue_text(page->compose->catalogue, page->compose->arena, key,
                                                &page->view->facts, args, &page->names)
                               : name;
}

static struct field *panel_field(const struct page *page, uint16_t at, const char *action)
{
    const struct value_tree *facts = &page->view->facts;
    struct field *field = arena_take(page->compose->arena, sizeof *field);
    const char *name = panel_text(facts, at, "name");
    field->name = name != NULL ? name : "";
    uint16_t about = value_find(facts, at, "about");
    field->label = panel_field_label(page, action, field->name, about);
    field->about = about == VALUE_NONE ? 0 : (int32_t)panel_number(facts, about, "numbered", 0);
    field->kind = panel_field_kind(panel_text(facts, at, "kind"));
    field->value = panel_text(facts, at, "value");
    field->min = (int32_t)panel_number(facts, at, "min", 0);
    field->max = (int32_t)panel_number(facts, at, "max", 0);
    field->optional = panel_number(facts, at, "optional", 0) != 0;
    field->choices =
        panel_field_choices(page, value_find(facts, at, "choices"), field->name, action);
    return field;
}

/* The fields of an offer, or of one of its buttons. */
static struct field *panel_fields(const struct page *page, uint16_t holder, const char *action)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t fields = value_find(facts, holder, "fields");
    struct field *first = NULL;
    struct field **link = &first;
    if (fields == VALUE_NONE) {
        return NULL;
    }
    for (uint16_t at = value_first(facts, fields); at != VALUE_NONE;
         at = value_next(facts, fields, at)) {
        *link = panel_field(page, at, action);
        link = &(*link)->next;
    }
    return first;
}

/* Are words for it taken at the table alone? From who does not sit there all are: nowhere else do
 * they say which table is meant. */
static bool panel_at_table(const struct page *page, uint16_t offer)
{
    return panel_number(&page->view->facts, offer, "at_table", 0) != 0 || page_is_beside(page);
}

/* Which choice of its act a button is: a term, a seat, or one number; NULL for several at once. */
static const char *panel_button_value(const struct page *page, uint16_t at)
{
    const struct value_tree *facts = &page->view->facts;
    const char *term = panel_text(facts, at, "term");
    if (term != NULL) {
        return panel_copy(page, term);
    }
    uint16_t seat = value_find(facts, at, "seat");
    uint16_t numbers = value_find(facts, at, "numbers");
    if (numbers != VALUE_NONE && facts->fact[numbers].number == 1) {
        seat = value_first(facts, numbers);
    }
    return seat == VALUE_NONE ? NULL : panel_digits(page, facts->fact[seat].number);
}

/* One button for each choice of the first thing that is missing. */
static unsigned panel_buttons(struct page *page, uint16_t offer, uint16_t buttons, unsigned room)
{
    const struct value_tree *facts = &page->view->facts;
    enum choice_style style = panel_style(panel_text(facts, offer, "style"));
    const char *action = panel_text(facts, offer, "action");
    unsigned count = 0;
    for (uint16_t at = buttons != VALUE_NONE ? value_first(facts, buttons) : VALUE_NONE;
         at != VALUE_NONE && count < room; at = value_next(facts, buttons, at)) {
        const char *control = panel_text(facts, at, "control");
        const char *term = panel_text(facts, at, "term");
        const char *name = panel_text(facts, at, "name");
        if (control == NULL) {
            continue;
        }
        const char *word = panel_choice_word(page, at, action, action);
        struct choice *choice = doc_choice(page->doc, word, control, style);
        choice->symbol = term != NULL ? catalogue_symbol(page->compose->catalogue, term) : NULL;
        choice->who = name == NULL ? NULL
                                   : inert_text(page->compose->arena, name, strlen(name),
                                                COMPOSE_LABEL_MAX, false);
        choice->act = panel_copy(page, action);
        choice->value = panel_button_value(page, at);
        choice->owed = panel_number(facts, offer, "owed", 0) != 0;
        choice->at_table = panel_at_table(page, offer);
        choice->fields = panel_fields(page, at, action);
        count++;
    }
    return count;
}

/* The act itself, where it is a button, or a form beside its buttons. */
static unsigned panel_act(struct page *page, uint16_t offer)
{
    const struct value_tree *facts = &page->view->facts;
    const char *control = panel_text(facts, offer, "control");
    const char *action = panel_text(facts, offer, "action");
    if (control == NULL) {
        return 0;
    }
    const char *term = panel_text(facts, offer, "term");
    const char *word = term != NULL ? page_term(page, action, term) : panel_label(page, offer);
    const char *label = inert_shorten(page->compose->arena, word, COMPOSE_LABEL_MAX);
    struct choice *choice =
        doc_choice(page->doc, label, control, panel_style(panel_text(facts, offer, "style")));
    choice->symbol = term != NULL ? catalogue_symbol(page->compose->catalogue, term) : NULL;
    choice->act = panel_copy(page, action);
    choice->value = panel_copy(page, term);
    choice->owed = panel_number(facts, offer, "owed", 0) != 0;
    choice->at_table = panel_at_table(page, offer);
    choice->fields = panel_fields(page, offer, action);
    return 1;
}

static bool panel_has(const struct value_tree *facts, uint16_t offer, const char *list)
{
    uint16_t at = value_find(facts, offer, list);
    return at != VALUE_NONE && value_first(facts, at) != VALUE_NONE;
}

static unsigned panel_offer(struct page *page, uint16_t offer, unsigned room)
{
    const struct value_tree *facts = &page->view->facts;
    bool bare = panel_has(facts, offer, "fields") || !panel_has(facts, offer, "buttons");
    unsigned count = bare && room > 0 ? panel_act(page, offer) : 0;
    return count + panel_buttons(page, offer, value_find(facts, offer, "buttons"), room - count);
}

static void panel_question(struct page *page, const char *question, const char *label)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t questions = value_find(facts, VALUE_NONE, "questions");
    const char *control = questions == VALUE_NONE ? NULL : panel_text(facts, questions, question);
    if (control != NULL) {
        const char *word =
            catalogue_text(page->compose->catalogue, page->compose->arena,
                           page_key(page, "page", label, NULL), NULL, VALUE_NONE, NULL);
        doc_choice(page->doc, word, control, CHOICE_SECONDARY)->act = question;
    }
}

void page_question(struct page *page, const char *question)
{
    panel_question(page, question, question);
}

void page_refresh(struct page *page, bool all)
{
    if (all && strcmp(value_text_at(&page->view->facts, "phase", ""), "lobby") != 0) {
        panel_question(page, "hand", "all_hands");
    }
    panel_question(page, "console", "refresh");
}

/* The button holds what it shares: where it can be copied at once, nobody is asked for it. */
static void panel_share(struct page *page)
{
    const char *text = page_share_text(page);
    if (text != NULL) {
        page_question(page, "share");
        page->doc->last_choice->value = text;
    }
}

void page_questions(struct page *page)
{
    const char *phase = value_text_at(&page->view->facts, "phase", "");
    bool dealt = page_play(page) != VALUE_NONE;
    bool over = strcmp(phase, "over") == 0 || strcmp(phase, "closed") == 0;
    if (!over) {
        if (dealt) {
            page_question(page, "hand");
        }
        bool night = page_is_night(page); /* else the fingerprint, before the deal */
        panel_question(page, night ? "calendar" : "record", night ? "calendar" : "promise");
    } else if (dealt) {
        page_question(page, "log");
        page_question(page, "record");
        panel_share(page);
        page_question(page, "leaderboard");
    }
    page_question(page, "help");
}

/* Leaving a running game is no answer to anything: it stands on the card, and behind My hand. */
static bool panel_is_leaving(const struct page *page, const char *action)
{
    const char *phase = value_text_at(&page->view->facts, "phase", "");
    return action != NULL && strcmp(action, "leave") == 0 && strcmp(phase, "playing") == 0;
}

/* Offers, as many as there is room for; action NULL: all of them but leaving a running game. */
static void panel_offers(struct page *page, const char *action)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    unsigned room = COMPOSE_CHOICES_MAX - COMPOSE_QUESTIONS;
    for (uint16_t at = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
         at != VALUE_NONE && room > 0; at = value_next(facts, offers, at)) {
        const char *name = panel_text(facts, at, "action");
        bool owed = panel_number(facts, at, "ask", 0) != 0;
        bool meant = action == NULL ? !panel_is_leaving(page, name)
                                    : owed || (name != NULL && strcmp(name, action) == 0);
        if (meant) {
            room -= panel_offer(page, at, room);
        }
    }
}

void page_panel_aside(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    unsigned room = COMPOSE_CHOICES_MAX - COMPOSE_QUESTIONS;
    for (uint16_t at = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
         at != VALUE_NONE && room > 0; at = value_next(facts, offers, at)) {
        if (panel_number(facts, at, "aside", 0) != 0) {
            room -= panel_offer(page, at, room);
        }
    }
}

void page_panel(struct page *page)
{
    if (page->view != NULL && !page->compose->on_card) {
        panel_offers(page, NULL);
    }
}

void page_panel_of(struct page *page, const char *action)
{
    panel_offers(page, action);
}

void page_panel_seat(struct page *page)
{
    const struct value_tree *facts = &page->view->facts;
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    page_panel(page);
    if (page->compose->on_card) {
        return;
    }
    for (uint16_t at = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
         at != VALUE_NONE; at = value_next(facts, offers, at)) {
        if (panel_is_leaving(page, panel_text(facts, at, "action"))) {
            panel_offer(page, at, 1);
        }
    }
}

const struct doc *compose_form(const struct compose *compose, const struct view *view)
{
    struct page page;
    const struct value_tree *facts = &view->facts;
    uint16_t offers = value_find(facts, VALUE_NONE, "offers");
    uint16_t offer = offers == VALUE_NONE ? VALUE_NONE : value_first(facts, offers);
    const char *action = offer == VALUE_NONE ? NULL : panel_text(facts, offer, "action");
    page_init(&page, compose, view);
    const char *key = action == NULL
                          ? "house.form"
                          : page_key_of_game(&page, page_key(&page, "form", action, NULL));
    uint16_t about = offer == VALUE_NONE ? VALUE_NONE : value_find(facts, offer, "about");
    page_line(&page, BLOCK_PARAGRAPH, page_has(&page, key) ? key : "house.form", facts, about);
    page_panel_seat(&page);
    return page.doc;
}
