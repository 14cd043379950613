#include "console.h"

#include <string.h>

#include "controls.h"
#include "doc.h"
#include "handling.h"
#include "house_private.h"
#include "linked.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

enum { CONSOLE_PASS_MS = 30 * 60 * 1000 };

static struct table_actor actor_of(const struct handling *handling)
{
    return (struct table_actor){
        .person = handling->person->id,
        .reader = show_reader(handling),
        .moderator = handling->item != NULL && handling->item->copy.inbound.moderator,
    };
}

bool console_is_theirs(const struct handling *handling)
{
    const struct table_actor actor = actor_of(handling);
    return table_may_overrule(&handling->entry->resident->table, &actor);
}

/* Words in private are about tables of one's own: who does not sit, host or rule here says them at
 * the table. A button that they were shown works anywhere. */
static bool console_is_at_table(const struct handling *handling)
{
    return !linked_has_table(handling->person, handling->entry->id);
}

/* Its acts are said at the table; of those that are to stay private none is left where words are
 * all there is. */
static void console_to_table(struct doc *doc, bool words)
{
    struct choice **at = &doc->panel;
    doc->last_choice = NULL;
    while (*at != NULL) {
        struct choice *choice = *at;
        if (words && choice->act != NULL && strcmp(choice->act, "warn") == 0) {
            *at = choice->next;
            continue;
        }
        choice->at_table = true;
        doc->last_choice = choice;
        at = &choice->next;
    }
}

const struct doc *console_doc(const struct handling *handling)
{
    struct compose compose = show_compose(handling);
    struct view *view = &handling->house->scratch->view;
    const struct table_actor actor = actor_of(handling);
    compose.on_card = false; /* its buttons stand nowhere else */
    view_init(view, SEAT_CROWD);
    table_view_console(&handling->entry->resident->table, &actor, view);
    struct doc *doc = doc_new(handling->house->arena);
    show_append(doc, compose_console(&compose, view));
    if (console_is_at_table(handling)) {
        console_to_table(doc, compose.catalogue == catalogue_in_words(compose.catalogue));
    }
    return doc;
}

bool console_sees(const struct handling *handling)
{
    const struct table *table = &handling->entry->resident->table;
    return table->phase >= TABLE_PLAYING && table_sees_all(table, handling->person->id);
}

const struct doc *console_hand(const struct handling *handling, int seat)
{
    struct doc *doc = doc_new(handling->house->arena);
    const struct compose compose = house_compose_for(handling);
    const struct table *table = &handling->entry->resident->table;
    const char *name = table_seat_name(table, seat);
    if (name[0] == '\0') {
        return doc;
    }
    doc_run(doc, doc_block(doc, BLOCK_HEADING), RUN_TEXT, name, true);
    show_append(doc, compose_all_hand(&compose, show_view(handling->house, handling->entry, seat)));
    return doc;
}

/* They moderate the table's room, as it says now: for a while their presses in private count. */
static void console_note(const struct handling *handling)
{
    struct console_pass *pass = handling->entry->pass;
    struct console_pass *free = &pass[0];
    const struct inbound *inbound = &handling->item->copy.inbound;
    if (!inbound->moderator || inbound->private_room) {
        return;
    }
    for (unsigned i = 0; i < CONSOLE_PASSES_MAX; i++) {
        free = pass[i].until_ms < free->until_ms ? &pass[i] : free;
    }
    for (unsigned i = 0; i < CONSOLE_PASSES_MAX; i++) {
        free = pass[i].person == handling->person->id ? &pass[i] : free;
    }
    *free = (struct console_pass){handling->person->id, handling->house->now_ms + CONSOLE_PASS_MS};
}

void console_offer(const struct handling *handling, struct doc *doc)
{
    char control[CONTROL_BYTES];
    const struct table *table = &handling->entry->resident->table;
    bool open = table->phase == TABLE_LOBBY || table->phase == TABLE_PLAYING;
    if (open && !table->practice && console_is_theirs(handling) &&
        controls_print(control, handling->entry->tag, 0, "console", NULL)) {
        const struct compose compose = house_compose_for(handling);
        struct choice *choice = doc_choice(doc, catalogue_entry(compose.catalogue, "page.console"),
                                           control, CHOICE_SECONDARY);
        choice->act = "console";
        choice->at_table = console_is_at_table(handling);
        console_note(handling);
    }
}

bool console_lets(struct house *house, const struct inbound *inbound, const struct person *person)
{
    struct control control;
    bool presses = inbound->kind == INBOUND_PRESS || inbound->kind == INBOUND_FORM;
    if (!presses || !inbound->private_room || person == NULL || inbound->control == NULL ||
        !controls_parse(&control, inbound->control) ||
        (strcmp(control.action, "console") != 0 && !value_has(&control.args, CONTROL_SEEN))) {
        return false;
    }
    const struct table_entry *entry = tables_tagged(&house->tables, control.tag);
    bool lets = false;
    for (unsigned i = 0; entry != NULL && i < CONSOLE_PASSES_MAX; i++) {
        lets = lets ||
               (entry->pass[i].person == person->id && entry->pass[i].until_ms >= house->now_ms);
    }
    return lets;
}

void console_done(struct handling *handling, const struct move *move)
{
    struct value fact[4];
    char text[TABLE_NAME_BYTES + 8];
    struct value_tree facts;
    if (strcmp(move->row->name, "warn") != 0 || seat_is_person(move->seat) || handling->console) {
        return;
    }
    const struct table *table = &handling->entry->resident->table;
    int seat = (int)value_number_at(&move->args, "seat", 0);
    const char *name = table_seat_name(table, seat);
    const struct compose compose = house_compose_for(handling);
    value_init(&facts, fact, 4, text, sizeof text);
    value_object(&facts, "args");
    value_number(&facts, "seat", seat);
    value_text(&facts, "name", name, strlen(name));
    value_end(&facts);
    show_answer(handling, compose_say(&compose, MSG_TABLE_WARN_TOLD, &facts, 0), DOC_ANSWER);
}

void console_answer(struct handling *handling)
{
    struct outcome *out = &handling->house->scratch->out;
    if (console_is_theirs(handling)) {
        console_note(handling);
        show_answer(handling, console_doc(handling), DOC_CONSOLE);
        return;
    }
    outcome_init(out);
    outcome_refuse(out, REFUSAL_NOT_HOST);
    outcome_end(out);
    show_refusal(handling);
}
