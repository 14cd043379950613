/* What the forms of Interceptor say: kinds of signals this table can have, what was proposed, and
 * the signal that a sentence has to carry. */
#include "interceptor_private.h"

#include <assert.h>
#include <string.h>

/* Kinds that may be agreed on here: some need the channel itself, one needs honour. */
static void choose_kinds(const struct interceptor *state, struct value_tree *into)
{
    bool native = state->common.options.value[INTERCEPTOR_SIGNAL_MODE] != 0;
    bool honour = state->common.options.value[INTERCEPTOR_HONOUR_SIGNALS] != 0;
    value_list(into, "choices");
    for (unsigned kind = SIGNAL_NONE + 1; kind < SIGNAL_KINDS; kind++) {
        bool seen = kind >= SIGNAL_REPLY && kind <= SIGNAL_MEDIA;
        if ((!seen || native) && (kind != SIGNAL_CUSTOM || honour)) {
            value_term(into, NULL, signal_kind_name(kind));
        }
    }
    value_end(into);
}

/* The own team's proposal stands in the form of whoever wants another one. */
static void choose_proposed(const struct interceptor *state, int seat,
                            const struct choosing *choosing, struct value_tree *into)
{
    const struct interceptor_team *team = &state->team[interceptor_team_of(seat)];
    bool documents = strncmp(choosing->arg->name, "documents.", strlen("documents.")) == 0;
    const struct interceptor_signal *signal =
        &team->proposal[documents ? SYMBOL_DOCUMENTS : SYMBOL_MONEY];
    bool kind = strcmp(strchr(choosing->arg->name, '.'), ".kind") == 0;
    if (kind) {
        choose_kinds(state, into);
    } else {
        value_bool(into, "asked", true);
    }
    if (team->proposer == SEAT_NONE) {
        return;
    }
    const char *kept = kind ? signal_kind_name(signal->kind) : signal->value;
    if (kept[0] != '\0') {
        value_text(into, "kept", kept, strlen(kept));
    }
}

/* What is said at the table has to carry the signal of the card that is laid. */
static void choose_say(const struct interceptor *state, int seat, const struct choosing *choosing,
                       struct value_tree *into)
{
    const struct interceptor_team *team = &state->team[interceptor_team_of(seat)];
    const char *symbol = choosing_text(choosing, "symbol");
    bool native = state->common.options.value[INTERCEPTOR_SIGNAL_MODE] != 0;
    if (state->play % 2 != 0 || native) {
        value_bool(into, "unasked", true);
        return;
    }
    value_bool(into, "asked", true);
    for (int i = 0; i < SYMBOLS && team->ready; i++) {
        if (strcmp(symbol, interceptor_symbols[i]) == 0) {
            value_object(into, "about");
            value_term(into, "symbol", interceptor_symbols[i]);
            value_object(into, "signal");
            signal_write(into, &team->signal[i]);
            value_end(into);
            value_end(into);
        }
    }
}

void interceptor_choose(const void *subject, int seat, const struct choosing *choosing,
                        struct value_tree *into)
{
    const struct interceptor *state = subject;
    assert(seat_is_person(seat));
    if (choosing_is(choosing, "call", NULL)) {
        value_bool(into, "closed", !interceptor_may_call(state, seat));
    } else if (choosing_is(choosing, "register", NULL)) {
        value_bool(into, "closed", state->team[interceptor_team_of(seat)].ready);
    } else if (choosing_is(choosing, "call", "kind")) {
        choose_kinds(state, into);
    } else if (choosing_is(choosing, "call", "value")) {
        value_bool(into, "asked", true);
    } else if (choosing_is(choosing, "play", "say")) {
        choose_say(state, seat, choosing, into);
    } else if (strcmp(choosing->row->name, "register") == 0 && choosing->arg != NULL &&
               strchr(choosing->arg->name, '.') != NULL) {
        choose_proposed(state, seat, choosing, into);
    }
}
