/* Which choices the rules would take: each is tried on a copy of the game, argument by argument, as
 * the rules ask for them. Bounded: an act with too many choices becomes a form. */
#include "controls_private.h"

#include <assert.h>
#include <string.h>

enum { NUMBERS_MAX = 17, TRIES_MAX = 1 + NUMBERS_MAX + NUMBERS_MAX * NUMBERS_MAX };

void offer_put(struct value_tree *args, const struct pick *pick)
{
    if (pick->arg->kind == ARG_BOOL) {
        value_bool(args, pick->arg->name, pick->number != 0);
    } else if (pick->term == NULL) {
        value_number(args, pick->arg->name, pick->number);
    } else if (pick->arg->kind == ARG_TEXT) {
        value_text(args, pick->arg->name, pick->term, strlen(pick->term));
    } else {
        value_term(args, pick->arg->name, pick->term);
    }
}

bool offer_picked(const struct choice *choice, const struct arg_def *arg)
{
    for (unsigned i = 0; choice != NULL && i < choice->count; i++) {
        if (choice->pick[i].arg == arg) {
            return true;
        }
    }
    return false;
}

const struct value_tree *offer_hint(struct offer *offer, const struct choice *choice,
                                    const struct arg_def *arg, int item)
{
    struct value fact[PREFIX_MAX];
    char text[CONTROL_BYTES];
    struct value_tree args;
    const struct game_def *game = offer->table->game;
    bool own = offer->row >= game->actions && offer->row < game->actions + game->action_count;
    value_init(&offer->hint, offer->hint_fact, HINT_FACTS, offer->hint_text, HINT_TEXT);
    if (!own || game->choose == NULL || !seat_is_person(offer->reader)) {
        return &offer->hint;
    }
    value_init(&args, fact, PREFIX_MAX, text, sizeof text);
    for (unsigned i = 0; choice != NULL && i < choice->count; i++) {
        offer_put(&args, &choice->pick[i]);
    }
    const struct choosing choosing = {.row = offer->row, .arg = arg, .item = item, .args = &args};
    game->choose(offer->table->state, offer->reader, &choosing, &offer->hint);
    assert(!offer->hint.full);
    return &offer->hint;
}

/* The values that the game names for an argument; VALUE_NONE where it names none. */
static uint16_t offer_hinted(struct offer *offer, const struct choice *choice,
                             const struct arg_def *arg)
{
    const struct value_tree *hint = offer_hint(offer, choice, arg, -1);
    return value_find(hint, VALUE_NONE, "choices");
}

/* Some acts want words only at some turns: their row calls the words optional, and its own
 * refusal for that says that this turn needs them. */
static const struct arg_def *offer_words(const struct offer *offer, enum refusal refusal)
{
    bool asked = refusal != REFUSAL_NONE && refusal == offer->row->asks_words;
    for (unsigned i = 0; i < offer->row->arg_count && asked; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        if (arg->kind == ARG_TEXT && (arg->flags & ARG_REST) != 0) {
            return arg;
        }
    }
    return NULL;
}

/* Which argument a refusal is about; NULL when about none, or problem is another one. */
static const struct arg_def *offer_blamed(const struct offer *offer, const struct outcome *out,
                                          bool missing)
{
    if (out->refusal != REFUSAL_BAD_ARGUMENT || out->refusal_args == VALUE_NONE) {
        return NULL;
    }
    uint16_t at = value_find(&out->facts, out->refusal_args, "argument");
    uint16_t why = value_find(&out->facts, out->refusal_args, "problem");
    bool lacks = why != VALUE_NONE && strcmp(out->facts.fact[why].text, "missing") == 0;
    for (unsigned i = 0; i < offer->row->arg_count && lacks == missing; i++) {
        if (strcmp(out->facts.fact[at].text, offer->row->args[i].name) == 0) {
            return &offer->row->args[i];
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
    assert(offer->row < table_rows || offer->row >= table_rows + table_row_count); /* a game's */
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
    *missing_r = offer_blamed(offer, &out, true);
    if (*missing_r == NULL) {
        const struct arg_def *words = offer_blamed(offer, &out, false);
        bool free = words != NULL && words->kind == ARG_TEXT && !offer_picked(choice, words);
        *missing_r = free ? words : offer_words(offer, refusal);
    }
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
    if (offer->choices <= OFFER_CHOICES_MAX) {
        struct choice *found = &offer->choice[offer->choices++];
        *found = *choice;
        found->needed = arg;
    }
}

/* Can each of an argument's values become a button, or a line of a menu? */
static bool offer_is_finite(const struct offer *offer, const struct arg_def *arg)
{
    struct pick pick;
    int values = 0;
    while (values <= NUMBERS_MAX && offer_value(offer, arg, values, &pick)) {
        values++;
    }
    return values > 0 && (arg->kind != ARG_TERM || values <= CONTROL_BUTTONS_MAX);
}

/* The game names the values of an argument: one is tried for all of them. */
static void offer_try_hinted(struct offer *offer, const struct choice *choice,
                             const struct arg_def *arg, uint16_t values)
{
    const struct arg_def *missing = NULL;
    struct choice longer = *choice;
    uint16_t first = value_first(&offer->hint, values);
    if (first == VALUE_NONE) {
        return; /* nothing to choose from now */
    }
    if (arg->kind == ARG_TEXTS || choice->count == PREFIX_MAX) {
        offer_found(offer, choice, arg);
        return;
    }
    const struct value *value = &offer->hint.fact[first];
    assert(value->text_len < sizeof offer->tried);
    memcpy(offer->tried, value->text, value->text_len + (size_t)1);
    longer.pick[longer.count++] = (struct pick){.arg = arg, .term = offer->tried};
    if (offer_try(offer, &longer, &missing) == REFUSAL_NONE || missing != NULL) {
        offer_found(offer, choice, arg);
    }
}

/* An optional yes beside what is asked for is a choice of its own ("pass"). To insist is offered
 * after a warning alone. */
static void offer_instead(struct offer *offer, const struct choice *choice)
{
    const struct arg_def *missing = NULL;
    for (unsigned i = 0; i < offer->row->arg_count; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        if (arg->kind != ARG_BOOL || (arg->flags & ARG_OPTIONAL) == 0 ||
            offer_picked(choice, arg) || strcmp(arg->name, "insist") == 0 ||
            choice->count == PREFIX_MAX) {
            continue;
        }
        struct choice longer = *choice;
        longer.pick[longer.count++] = (struct pick){.arg = arg, .number = 1};
        if (offer_try(offer, &longer, &missing) == REFUSAL_NONE) {
            offer_found(offer, &longer, NULL);
        }
    }
}

static void offer_try_each(struct offer *offer, const struct choice *choice,
                           const struct arg_def *arg)
{
    struct choice longer = *choice;
    bool found = false;
    longer.count++;
    for (int n = 0; offer_value(offer, arg, n, &longer.pick[choice->count]); n++) {
        unsigned before = offer->choices;
        if (arg->kind != ARG_SEAT || offer_may_seat(offer, arg, n)) {
            offer_explore(offer, &longer); /* NOLINT(misc-no-recursion): PREFIX_MAX deep */
        }
        if (arg->kind == ARG_NUMBER && found && offer->choices == before) {
            return; /* numbers that can be chosen follow each other: 1 to 3 of a pot */
        }
        found = found || offer->choices > before;
    }
}

/* Tries a choice; where one more argument is asked for and has few values, tries each of them. */
void offer_explore(struct offer *offer, const struct choice *choice)
{
    const struct arg_def *missing = NULL;
    if (offer->tries >= TRIES_MAX || offer->choices > OFFER_CHOICES_MAX) {
        return;
    }
    if (offer_try(offer, choice, &missing) == REFUSAL_NONE) {
        offer_found(offer, choice, NULL);
        return;
    }
    if (missing == NULL) {
        return;
    }
    uint16_t values = offer_hinted(offer, choice, missing);
    if (values != VALUE_NONE) {
        offer_try_hinted(offer, choice, missing, values);
    } else if (choice->count == PREFIX_MAX || !offer_is_finite(offer, missing)) {
        offer_found(offer, choice, missing);
    } else {
        offer_try_each(offer, choice, missing);
    }
    offer_instead(offer, choice);
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
    if (offer->reader == SEAT_MODERATOR) { /* a referee is no moderator of the room */
        move.seat = SEAT_MODERATOR;
        move.moderator = offer->table->referee == 0;
    }
    if (strcmp(row->name, "join") == 0) {
        value_term(&move.args, "event", "-");
    } else if (strcmp(row->name, "bot") == 0) {
        value_term(&move.args, "called", "-");
    } else if (row->apply == house_undo) {
        value_number(&move.args, CONTROL_AS_OF, offer->table->undo.seen);
    }
    enum refusal refusal = table_try(offer->table, &move, &out);
    return refusal == REFUSAL_NONE || refusal == REFUSAL_BAD_ARGUMENT;
}
