/* Which choices the rules would take: each is tried on a copy of the game, argument by argument, as
 * the rules ask for them. Bounded: an act with too many choices becomes a form. */
#include "controls_private.h"

#include <string.h>

enum { NUMBERS_MAX = 17, TRIES_MAX = 1 + NUMBERS_MAX + NUMBERS_MAX * NUMBERS_MAX };

void offer_put(struct facts *args, const struct pick *pick)
{
    if (pick->arg->kind == ARG_BOOL) {
        facts_bool(args, pick->arg->name, pick->number != 0);
    } else if (pick->term != NULL) {
        facts_term(args, pick->arg->name, pick->term);
    } else {
        facts_number(args, pick->arg->name, pick->number);
    }
}

/* Some acts want words only at some turns: their row calls the words optional, and the refusal that
 * asks for a signal says that this turn needs them. */
static const struct arg_def *offer_words(const struct offer *offer, enum refusal refusal)
{
    for (unsigned i = 0; i < offer->row->arg_count && refusal == REFUSAL_NO_SIGNAL; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        if (arg->kind == ARG_TEXT && (arg->flags & ARG_REST) != 0) {
            return arg;
        }
    }
    return NULL;
}

static enum refusal offer_try(struct offer *offer, const struct choice *choice,
                              const struct arg_def **missing_r)
{
    struct move move;
    struct outcome out;
    const struct table *table = offer->table;
    *missing_r = NULL;
    move_init(&move, offer->row, offer->reader, table->now_ms);
    move.person = seat_is_person(offer->reader) ? table->seat[offer->reader].person : 0;
    move.moderator = offer->reader == SEAT_MODERATOR;
    for (unsigned i = 0; i < choice->count; i++) {
        offer_put(&move.args, &choice->pick[i]);
    }
    offer->tries++;
    if (!offer->copied) {
        memcpy(offer->state, table->state, table->game->state_size);
    }
    enum refusal refusal = rules_apply(table->game, offer->state, &move, &out);
    offer->copied = refusal != REFUSAL_NONE; /* a refused move leaves the copy as it was */
    if (refusal == REFUSAL_BAD_ARGUMENT && out.refusal_args != FACTS_NONE) {
        uint16_t at = facts_find(&out.facts, out.refusal_args, "argument");
        uint16_t why = facts_find(&out.facts, out.refusal_args, "problem");
        for (unsigned i = 0; i < offer->row->arg_count && why != FACTS_NONE; i++) {
            if (strcmp(out.facts.fact[why].text, "missing") == 0 &&
                strcmp(out.facts.fact[at].text, offer->row->args[i].name) == 0) {
                *missing_r = &offer->row->args[i];
            }
        }
    }
    *missing_r = *missing_r != NULL ? *missing_r : offer_words(offer, refusal);
    return refusal;
}

bool offer_may_seat(const struct offer *offer, const struct arg_def *arg, int seat)
{
    const struct table_seat *at = &offer->table->seat[seat];
    bool self = (arg->flags & ARG_NOT_SELF) != 0 && seat == offer->reader;
    return at->person != 0 && !self;
}

/* The n-th value that an argument may have; false past the last, and for words. */
static bool offer_value(const struct offer *offer, const struct arg_def *arg, int n,
                        struct pick *pick)
{
    pick->arg = arg;
    pick->term = NULL;
    pick->number = n;
    switch (arg->kind) {
    case ARG_TERM:
        if (n >= arg->choice_count) {
            return false;
        }
        pick->term = arg->choices[n].name;
        return true;
    case ARG_BOOL:
        pick->number = 1 - n;
        return n < 2;
    case ARG_SEAT:
        return n < offer->table->seat_count;
    case ARG_NUMBER:
        pick->number = arg->min + n;
        return arg->max - arg->min < NUMBERS_MAX && pick->number <= arg->max;
    case ARG_TEXT:
    case ARG_TEXTS:
    case ARG_SEATS:
    case ARG_OBJECT:
        break;
    }
    return false;
}

static void offer_found(struct offer *offer, const struct choice *choice, const struct arg_def *arg)
{
    if (arg != NULL) {
        offer->form = true;
        offer->needed = arg;
    }
    if (offer->choices <= CONTROL_BUTTONS_MAX) {
        offer->choice[offer->choices++] = *choice;
    }
}

/* Can each of an argument's values become a button? */
static bool offer_is_finite(const struct offer *offer, const struct arg_def *arg)
{
    struct pick pick;
    int values = 0;
    while (values <= NUMBERS_MAX && offer_value(offer, arg, values, &pick)) {
        values++;
    }
    return values > 0 && (arg->kind != ARG_TERM || values <= CONTROL_BUTTONS_MAX);
}

/* Tries a choice; where one more argument is asked for and has few values, tries each of them. */
void offer_explore(struct offer *offer, const struct choice *choice)
{
    const struct arg_def *missing = NULL;
    if (offer->tries >= TRIES_MAX || offer->choices > CONTROL_BUTTONS_MAX) {
        offer->choices = CONTROL_BUTTONS_MAX + 1;
        return;
    }
    enum refusal refusal = offer_try(offer, choice, &missing);
    if (refusal == REFUSAL_NONE) {
        offer_found(offer, choice, NULL);
        return;
    }
    if (missing == NULL) {
        return;
    }
    if (choice->count == PREFIX_MAX || !offer_is_finite(offer, missing)) {
        offer_found(offer, choice, missing);
        return;
    }
    struct choice longer = *choice;
    bool found = false;
    longer.count++;
    for (int n = 0; offer_value(offer, missing, n, &longer.pick[choice->count]); n++) {
        unsigned before = offer->choices;
        if (missing->kind != ARG_SEAT || offer_may_seat(offer, missing, n)) {
            offer_explore(offer, &longer); /* NOLINT(misc-no-recursion): PREFIX_MAX deep */
        }
        if (missing->kind == ARG_NUMBER && found && offer->choices == before) {
            return; /* numbers that can be chosen follow each other: 1 to 3 of a pot */
        }
        found = found || offer->choices > before;
    }
}

/* The argument that only the house can give is left out: asking for it is as good as a yes. */
bool offer_table_would(const struct offer *offer, const struct action_def *row, uint64_t person)
{
    struct move move;
    struct outcome out;
    if ((row->phases & BIT(offer->table->phase)) == 0) {
        return false;
    }
    move_init(&move, row, table_seat_of(offer->table, person), offer->table->now_ms);
    move.person = person;
    move.moderator = false;
    if (strcmp(row->name, "join") == 0) {
        facts_term(&move.args, "event", "-");
    } else if (strcmp(row->name, "bot") == 0) {
        facts_term(&move.args, "called", "-");
    }
    enum refusal refusal = table_try(offer->table, &move, &out);
    return refusal == REFUSAL_NONE || refusal == REFUSAL_BAD_ARGUMENT;
}
