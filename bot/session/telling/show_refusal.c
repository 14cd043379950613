#include "show_refusal.h"

#include <string.h>

#include "confirmation.h"
#include "console.h"
#include "handling.h"
#include "house_private.h"
#include "show_form.h"
#include "show_say.h"
#include "show_view.h"

/* Has nobody typed anything of the act's arguments? What the house has put there does not count. */
static bool show_says_nothing(const struct move *move)
{
    bool nothing = true;
    for (unsigned i = 0; move->row != NULL && i < move->row->arg_count; i++) {
        const struct arg_def *arg = &move->row->args[i];
        nothing =
            nothing && ((arg->flags & ARG_RESOLVED) != 0 || !value_has(&move->args, arg->name));
    }
    return nothing;
}

/* Was a bare button pressed, or a word written by itself, for an act that takes more than that?
 * Then the choices are the answer, and nothing was wrong. */
static bool show_wants_more(const struct handling *handling)
{
    const struct house *house = handling->house;
    const struct outcome *out = &house->scratch->out;
    uint16_t problem = value_find(&out->facts, out->refusal_args, "problem");
    enum inbound_kind kind = handling->item->copy.inbound.kind;
    bool word = kind == INBOUND_TEXT && show_says_nothing(&house->scratch->command.move);
    return (kind == INBOUND_PRESS || word) && out->refusal == REFUSAL_BAD_ARGUMENT &&
           problem != VALUE_NONE && strcmp(out->facts.fact[problem].text, "missing") == 0;
}

/* A word by itself that takes more: what it asks for. NULL for anything else. */
static const struct doc *show_form_asked(const struct handling *handling)
{
    bool word = handling->item->copy.inbound.kind == INBOUND_TEXT && show_wants_more(handling);
    if (word && show_form_closed(handling)) {
        return NULL; /* what it lacks would not help */
    }
    const struct view *view = word ? show_form_view(handling) : NULL;
    const struct compose compose = show_compose(handling);
    return view == NULL ? NULL : compose_form(&compose, view);
}

/* Was it pressed on something whose time is over? */
static bool show_is_over(const struct inbound *inbound, enum refusal refusal)
{
    return inbound->kind == INBOUND_PRESS &&
           (refusal == REFUSAL_STALE || refusal == REFUSAL_WRONG_PHASE ||
            refusal == REFUSAL_NOT_YOUR_TURN || refusal == REFUSAL_GAME_OVER);
}

/* Is it one that no button here helps with? */
static bool show_is_final(const struct outcome *out)
{
    uint16_t you = value_find(&out->facts, out->refusal_args, "you");
    return out->refusal == REFUSAL_CANT_JOIN || out->refusal == REFUSAL_SAT_ELSEWHERE ||
           (out->refusal == REFUSAL_WEEK_PLAYED && you != VALUE_NONE &&
            out->facts.fact[you].number != 0);
}

/* Why not; with insist, the first button says it all the same; more (or NULL): what is possible
 * instead. */
static void show_why(struct handling *handling, const char *insist, const struct doc *more)
{
    struct house *house = handling->house;
    bool over = show_is_over(&handling->item->copy.inbound, house->scratch->out.refusal);
    struct compose compose = show_compose(handling);
    const struct view *view = show_form_again(handling);
    compose.on_card = compose.on_card && view == NULL; /* a form that is missing goes with it */
    bool told = handling->entry != NULL && handling->entry->resident != NULL &&
                handling->entry->resident->table.phase != TABLE_NEW &&
                !show_is_final(&house->scratch->out);
    if (view == NULL && told) {
        view = show_view(house, handling->entry, show_reader(handling));
    }
    const struct doc *why =
        view != NULL && show_wants_more(handling) ? compose_prompt(&compose, view) : NULL;
    why = why != NULL ? why : compose_refusal(&compose, view, &house->scratch->out);
    house->figures.refused++;
    if (handling->console && insist == NULL && more == NULL && console_is_theirs(handling)) {
        struct doc *console = doc_new(house->arena);
        why = compose_refusal(&compose, NULL, &house->scratch->out);
        show_append(console, why);
        show_append(console, console_doc(handling));
        show_answer(handling, console, DOC_CONSOLE);
        return;
    }
    if (insist == NULL && more == NULL) {
        show_answer(handling, why, over ? DOC_OVER : DOC_ANSWER);
        return;
    }
    struct doc *doc = doc_new(house->arena);
    if (insist != NULL) {
        doc_choice(doc, catalogue_entry(compose.catalogue, message_name(MSG_LABEL_INSIST)), insist,
                   CHOICE_SECONDARY);
    }
    show_append(doc, why);
    show_append(doc, more);
    show_answer(handling, doc, DOC_ANSWER);
}

void show_refusal(struct handling *handling)
{
    const struct doc *asked = show_form_asked(handling);
    if (asked != NULL) {
        show_answer(handling, asked, DOC_ANSWER);
        return;
    }
    show_why(handling, NULL, NULL);
}

void show_refusal_with(struct handling *handling, const struct doc *more)
{
    show_why(handling, NULL, more);
}

void show_warning(struct handling *handling, const struct move *move)
{
    char control[CONTROL_BYTES];
    show_why(handling, confirmation_note(handling->entry, move, control) ? control : NULL, NULL);
}
