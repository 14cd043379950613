/* Buttons and forms out of action rows: every choice that the rules would take now from this reader
 * becomes a button, what cannot be a button becomes a field of a form. For the crowd nothing is
 * tried that hides something: its buttons follow from the rows and from what everybody may know. */
#include "controls_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

/* The arguments of a choice from the given pick on. */
static void offer_args(const struct choice *choice, unsigned from, struct value_tree *args)
{
    for (unsigned i = from; choice != NULL && i < choice->count; i++) {
        offer_put(args, &choice->pick[i]);
    }
}

size_t offer_print_picks(const struct choice *choice, unsigned from, char text[CONTROL_BYTES])
{
    struct value fact[PREFIX_MAX];
    char pool[CONTROL_BYTES];
    struct value_tree args;
    value_init(&args, fact, PREFIX_MAX, pool, sizeof pool);
    offer_args(choice, from, &args);
    bool fits = controls_print_args(text, &args);
    assert(fits);
    return fits ? strlen(text) : 0;
}

static const char *offer_tag(const struct table *table)
{
    return table->tag[0] == '\0' ? CONTROL_NO_TAG : table->tag;
}

void offer_control(const struct offer *offer, const struct choice *choice)
{
    struct value fact[PREFIX_MAX + 1];
    char text[CONTROL_BYTES];
    struct value_tree args;
    char control[CONTROL_BYTES];
    value_init(&args, fact, PREFIX_MAX + 1, text, sizeof text);
    offer_args(choice, 0, &args);
    if (offer->actor != NULL && offer->ask == 0) {
        value_number(&args, CONTROL_SEEN, offer->table->console.seen);
    }
    bool fits =
        controls_print(control, offer_tag(offer->table), offer->ask, offer->row->name, &args);
    assert(fits);
    value_text(offer->facts, "control", control, fits ? strlen(control) : 0);
}

/* How a button is told from the others: a person, a word, numbers. */
static void offer_button_named(const struct offer *offer, const struct choice *choice)
{
    struct value_tree *facts = offer->facts;
    const struct pick *pick = &choice->pick[offer->base.count];
    bool one = choice->count == offer->base.count + 1;
    if (one && pick->arg->kind == ARG_SEAT) {
        const char *name = table_seat_name(offer->table, pick->number);
        value_number(facts, "seat", pick->number);
        value_text(facts, "name", name, strlen(name));
    } else if (one && pick->term != NULL) {
        value_term(facts, "term", pick->term);
    } else if (one && pick->arg->kind == ARG_BOOL && (pick->arg->flags & ARG_OPTIONAL) != 0) {
        value_term(facts, "term", pick->arg->name); /* "pass" */
    } else if (one && pick->arg->kind == ARG_BOOL) {
        value_term(facts, "term", pick->number != 0 ? "yes" : "no");
    } else {
        value_list(facts, "numbers");
        for (unsigned k = offer->base.count; k < choice->count; k++) {
            value_number(facts, NULL, choice->pick[k].number);
        }
        value_end(facts);
    }
}

/* Is it the act itself, nothing picked yet? */
static bool offer_is_bare(const struct offer *offer, const struct choice *choice)
{
    return choice->count == offer->base.count;
}

void offer_buttons(struct offer *offer)
{
    struct value_tree *facts = offer->facts;
    value_list(facts, "buttons");
    bool few = offer->choices <= CONTROL_BUTTONS_MAX && !offer->menu;
    for (unsigned i = 0; few && i < offer->choices; i++) {
        const struct choice *choice = &offer->choice[i];
        if (offer_is_bare(offer, choice)) {
            continue;
        }
        value_object(facts, NULL);
        offer_button_named(offer, choice);
        offer_control(offer, choice);
        if (offer_has_form(offer, choice)) {
            offer_fields(offer, choice);
        }
        value_end(facts);
    }
    value_end(facts);
}

/* The form of the act itself: of the choice that picks nothing, or a menu of all choices. */
static void offer_form(struct offer *offer)
{
    if (offer->choices > CONTROL_BUTTONS_MAX || (offer->menu && offer->choices > 0)) {
        offer_menu(offer);
        return;
    }
    for (unsigned i = 0; i < offer->choices; i++) {
        if (offer_is_bare(offer, &offer->choice[i])) {
            offer_fields(offer, &offer->choice[i]);
            return;
        }
    }
    offer_no_fields(offer);
}

static const char *offer_style(const struct offer *offer)
{
    static const char *const dangerous[] = {"leave", "abort", "kick", "concede"};
    static const char *const first[] = {"join", "start", "substitute", "rematch"};
    bool asks = offer->table->phase == TABLE_PLAYING && offer->choice[0].count == 0 &&
                strcmp(offer->row->name, "leave") == 0; /* it is asked for once more */
    for (unsigned i = 0; i < sizeof dangerous / sizeof dangerous[0] && !asks; i++) {
        if (strcmp(offer->row->name, dangerous[i]) == 0) {
            return "danger";
        }
    }
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++) {
        if (strcmp(offer->row->name, first[i]) == 0) {
            return "primary";
        }
    }
    return offer->ask != 0 && !offer->again ? "primary" : "secondary";
}

/* The word of the button by which a form was asked for: "Money". */
static const char *offer_picked_term(const struct offer *offer)
{
    const struct game_def *game = offer->table->game;
    bool own = offer->row >= game->actions && offer->row < game->actions + game->action_count;
    const struct pick *pick = &offer->base.pick[0];
    bool button = own && offer->base.count == 1 && pick->arg->choice_count <= CONTROL_BUTTONS_MAX;
    return button ? pick->term : NULL;
}

/* What its button is called: at a night, coming and going have words of their own. */
static enum message offer_label(const struct offer *offer)
{
    static const struct {
        const char *act;
        enum message label;
    } at_night[] = {{"join", MSG_LABEL_SIGN_UP},
                    {"leave", MSG_LABEL_SIGN_OFF},
                    {"ready", MSG_LABEL_CHECK_IN},
                    {"start", MSG_LABEL_BEGIN}};
    for (size_t i = 0; offer->table->game->gathers && i < sizeof at_night / sizeof at_night[0];
         i++) {
        if (strcmp(at_night[i].act, offer->row->name) == 0) {
            return at_night[i].label;
        }
    }
    return offer->row->label;
}

void offer_head(const struct offer *offer)
{
    struct value_tree *facts = offer->facts;
    const struct action_def *row = offer->row;
    const char *picked = offer_picked_term(offer);
    value_term(facts, "action", row->name);
    if (picked != NULL) {
        value_term(facts, "term", picked);
    }
    enum message label = offer_label(offer);
    if (label != MSG_NONE) {
        value_term(facts, "label", message_name(label));
    } else {
        value_null(facts, "label");
    }
    offer_control(offer, &offer->base);
    value_number(facts, "ask", offer->ask);
    value_bool(facts, "owed", offer->ask != 0 && !offer->again);
    value_bool(facts, "standing", offer->ask == 0 || offer->again);
    if (offer->aside) {
        value_bool(facts, "aside", true);
    }
    if (row->venues == AT_TABLE) {
        value_bool(facts, "at_table", true);
    }
    value_term(facts, "style", offer_style(offer));
}

void offer_write(struct offer *offer)
{
    value_object(offer->facts, NULL);
    offer_head(offer);
    offer_buttons(offer);
    offer_form(offer);
    value_end(offer->facts);
}

void offer_begin(struct offer *offer, const struct action_def *row, uint32_t ask)
{
    offer->row = row;
    offer->ask = ask;
    offer->again = false;
    offer->menu = false;
    offer->choices = 0;
    offer->tries = 0;
    offer->typed = NULL;
    memset(&offer->base, 0, sizeof offer->base);
    memset(offer->choice, 0, sizeof offer->choice);
}

/* Can this seat make the act at all, whatever its arguments are? */
static bool offer_is_closed(struct offer *offer)
{
    const struct value_tree *hint = offer_hint(offer, &offer->base, NULL, -1);
    uint16_t closed = value_find(hint, VALUE_NONE, "closed");
    return closed != VALUE_NONE && hint->fact[closed].number != 0;
}

/* What the rules would take of the act that was begun, from its base on. */
static void offer_find(struct offer *offer)
{
    if (!offer_is_closed(offer)) {
        offer_explore(offer, &offer->base);
    }
}

/* An act of the game for a seat: whatever the rules would take. */
static void offer_game_act(struct offer *offer, const struct action_def *row, uint32_t ask)
{
    offer_begin(offer, row, ask);
    offer_find(offer);
    if (offer->choices > 0) {
        offer_write(offer);
    }
}

/* Is it the same form for whoever presses it? */
static bool offer_is_common(const struct action_def *row)
{
    for (unsigned i = 0; i < row->arg_count; i++) {
        if (row->args[i].kind == ARG_SEAT || row->args[i].kind == ARG_SEATS) {
            return false;
        }
    }
    return true;
}

/* A standing act that stands on the board: offered as soon as anybody who sits could make it, which
 * the row says is no secret. Its form stands there when it is the same for everybody; else a press
 * brings each their own. */
static void offer_board_act(struct offer *offer, const struct action_def *row)
{
    offer_begin(offer, row, 0);
    for (int seat = 0; seat < offer->table->seat_count; seat++) {
        if (offer->table->seat[seat].person == 0 || offer->table->seat[seat].left) {
            continue;
        }
        offer->reader = seat;
        offer_begin(offer, row, 0);
        offer_find(offer);
        if (offer->choices > 0) {
            break;
        }
    }
    bool any = offer->choices > 0;
    if (!offer_is_common(row)) {
        offer->choices = 0; /* the button alone */
    }
    if (any) {
        offer_write(offer);
    }
    offer->reader = SEAT_CROWD;
}

/* Is the act among what this wait of the reader's asks for, and not offered yet? */
static bool offer_is_new(const struct owed_list *list, size_t at, unsigned k, int reader)
{
    const char *name = list->owed[at].actions[k];
    for (size_t i = 0; i <= at; i++) {
        unsigned end = i == at ? k : OWED_ACTIONS_MAX;
        for (unsigned n = 0; n < end && list->owed[i].actions[n] != NULL; n++) {
            if (list->owed[i].seat == reader && strcmp(list->owed[i].actions[n], name) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* What the reader owes. Nobody waits for the crowd, or for who has no seat. */
void offer_owed(struct offer *offer, struct owed_list *list)
{
    table_owed_to(offer->table, offer->reader, list);
    for (size_t i = 0; i < list->count; i++) {
        const struct owed *owed = &list->owed[i];
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && owed->actions[k] != NULL; k++) {
            const struct action_def *row = table_action(offer->table, owed->actions[k]);
            bool offered = row != NULL && (row->surfaces & AS_HIDDEN) == 0 &&
                           table_ask_is_of_game(owed->ask); /* the table's own: offer_table_rows */
            if (offered && owed->seat == offer->reader && offer_is_new(list, i, k, offer->reader)) {
                offer_game_act(offer, row, owed->ask);
            }
        }
    }
}

/* Is it among what the reader owes? */
static bool offer_is_owed(const struct offer *offer, const struct owed_list *list,
                          const struct action_def *row)
{
    for (size_t i = 0; i < list->count; i++) {
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && list->owed[i].actions[k] != NULL; k++) {
            if (list->owed[i].seat == offer->reader &&
                strcmp(list->owed[i].actions[k], row->name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool offer_in_phase(const struct offer *offer, const struct action_def *row)
{
    const struct game_state *state = rules_state(offer->table->state);
    return row->phases == 0 || (row->phases & BIT(state->phase)) != 0;
}

/* Acts that are open at any time, and those that may be made again. */
static void offer_standing(struct offer *offer, const struct owed_list *list)
{
    const struct game_def *game = offer->table->game;
    for (size_t i = 0; i < game->action_count; i++) {
        const struct action_def *row = &game->actions[i];
        if ((row->surfaces & (AS_STANDING | AS_REPLACING)) == 0 || !offer_in_phase(offer, row)) {
            continue;
        }
        if (offer->reader == SEAT_CROWD && (row->surfaces & AS_BOARD) != 0) {
            offer_board_act(offer, row);
        } else if (seat_is_person(offer->reader) && !offer_is_owed(offer, list, row)) {
            offer_game_act(offer, row, 0);
        }
    }
}

const char *offer_picked_text(const struct control_form *form, const char *name)
{
    uint16_t at = form == NULL ? VALUE_NONE : value_find(form->picked, VALUE_NONE, name);
    return at == VALUE_NONE ? NULL : form->picked->fact[at].text;
}

static bool offer_is_played(const struct table *table)
{
    return table->phase == TABLE_PLAYING && rules_state(table->state)->paused_ms == NO_DEADLINE;
}

static void offer_init(struct offer *offer, const struct table *table, int reader,
                       struct value_tree *facts)
{
    offer->table = table;
    offer->reader = reader;
    offer->facts = facts;
    offer->copied = false;
    offer->aside = false;
    offer->actor = NULL;
}

void controls_offers(const struct table *table, int reader, struct value_tree *facts)
{
    struct offer offer; /* its copy of the game is large, and made when it is needed */
    struct owed_list list = {.count = 0};
    if (table->frozen) {
        return;
    }
    offer_init(&offer, table, reader, facts);
    if (offer_is_played(table)) {
        if (seat_is_person(reader) || reader == SEAT_MODERATOR) {
            offer_owed(&offer, &list);
        }
        offer_standing(&offer, &list);
    }
    offer_table_rows(&offer);
}

void controls_manage(const struct table *table, int reader, struct value_tree *facts)
{
    struct offer offer;
    if (!table->frozen && (table->phase == TABLE_PLAYING || table->phase == TABLE_LOBBY)) {
        offer_init(&offer, table, reader, facts);
        offer_manage(&offer);
    }
}

void controls_console(const struct table *table, const struct table_actor *actor,
                      struct value_tree *facts)
{
    struct offer offer;
    struct owed_list list = {.count = 0};
    if (table->frozen || table_should_restore(table)) {
        return;
    }
    offer_init(&offer, table, actor->reader, facts);
    offer.actor = actor;
    if (actor->reader == SEAT_MODERATOR && offer_is_played(table)) {
        offer_owed(&offer, &list); /* what waits for a ruling */
    }
    offer_console(&offer);
}

void controls_questions(const struct table *table, struct value_tree *facts)
{
    static const char *const questions[] = {"hand",        "log",  "record",  "share",
                                            "leaderboard", "help", "console", "calendar"};
    for (unsigned i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        char control[CONTROL_BYTES];
        if (table->practice && strcmp(questions[i], "leaderboard") == 0) {
            continue; /* a practice round counts for nothing */
        }
        bool fits = controls_print(control, offer_tag(table), 0, questions[i], NULL);
        assert(fits);
        value_text(facts, questions[i], control, fits ? strlen(control) : 0);
    }
}

/* --- what one act lacks -------------------------------------------------------------------------
 */

/* An argument as it was picked: a word of its row, or a number. False where it is neither. */
static bool form_pick(const struct arg_def *arg, const char *text, struct pick *pick)
{
    int32_t number = 0;
    *pick = (struct pick){.arg = arg};
    for (unsigned i = 0; arg->kind == ARG_TERM && i < arg->choice_count; i++) {
        if (strcmp(arg->choices[i].name, text) == 0) {
            pick->term = arg->choices[i].name;
            return true;
        }
    }
    if (arg->kind == ARG_TERM || arg->kind == ARG_TEXT) {
        return false; /* words are typed, and stay in their field */
    }
    if (arg->kind == ARG_BOOL) {
        pick->number = strcmp(text, "yes") == 0;
        return true;
    }
    for (const char *at = text; *at >= '0' && *at <= '9' && number < 1000000; at++) {
        number = number * 10 + (*at - '0');
        pick->number = number;
        if (at[1] == '\0') {
            return true;
        }
    }
    return false;
}

/* What was picked is where the search begins. */
static void form_base(struct offer *offer, const struct control_form *form)
{
    for (unsigned i = 0; i < offer->row->arg_count; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        const char *text = offer_picked_text(form, arg->name);
        struct choice *base = &offer->base;
        if (text != NULL && (arg->flags & ARG_RESOLVED) == 0 && base->count < PREFIX_MAX &&
            form_pick(arg, text, &base->pick[base->count])) {
            base->count++;
        }
    }
}

void controls_form(const struct table *table, int reader, const struct control_form *form,
                   struct value_tree *facts)
{
    struct offer offer;
    const struct action_def *row = form->row;
    bool own = row >= table_rows && row < table_rows + table_row_count;
    if (table->frozen) {
        return;
    }
    offer_init(&offer, table, reader, facts);
    if (own) {
        offer_table_row(&offer, row, form->ask, form);
    } else if (offer_is_played(table)) {
        offer_begin(&offer, row, form->ask);
        offer.typed = form->typed;
        form_base(&offer, form);
        offer_find(&offer);
        if (offer.choices > 0) {
            offer_write(&offer);
        }
    }
}
