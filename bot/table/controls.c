/* Buttons and forms out of action rows: every choice that the rules would take now from this reader
 * becomes a button, what cannot be a button becomes a field of a form. For the crowd nothing is
 * tried that hides something: its buttons follow from the rows and from what everybody may know. */
#include "controls_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

static bool offer_picked(const struct choice *choice, const struct arg_def *arg)
{
    for (unsigned i = 0; choice != NULL && i < choice->count; i++) {
        if (choice->pick[i].arg == arg) {
            return true;
        }
    }
    return false;
}

static void offer_option_names(const struct offer *offer)
{
    const struct option_def *option = NULL;
    for (unsigned i = 0; (option = option_row(offer->table->game, i)) != NULL; i++) {
        if (option->kind != OPTION_PERSON) {
            facts_object(offer->facts, NULL);
            facts_term(offer->facts, "term", option->name);
            facts_end(offer->facts);
        }
    }
    facts_object(offer->facts, NULL);
    facts_term(offer->facts, "term", "start_when_full");
    facts_end(offer->facts);
    if (table_has_packs(offer->table->game)) {
        facts_object(offer->facts, NULL);
        facts_term(offer->facts, "term", "pack");
        facts_end(offer->facts);
    }
}

static bool offer_is_option(const struct offer *offer, const struct arg_def *arg)
{
    return strcmp(offer->row->name, "option") == 0 && strcmp(arg->name, "option") == 0;
}

/* What lies in the list that an argument is taken from, as the reader sees it. */
static void offer_listed(const struct offer *offer, const struct arg_def *arg)
{
    struct view view;
    rules_view(offer->table->game, offer->table->state, offer->reader, &view);
    uint16_t list = facts_path(&view.facts, arg->from);
    if (list == FACTS_NONE || view.facts.fact[list].kind != FACT_LIST) {
        return;
    }
    for (uint16_t at = facts_first(&view.facts, list); at != FACTS_NONE;
         at = facts_next(&view.facts, list, at)) {
        const struct fact *fact = &view.facts.fact[at];
        facts_object(offer->facts, NULL);
        facts_text(offer->facts, "term", fact->text, fact->text_len);
        facts_end(offer->facts);
    }
}

/* Is what the argument may be a list that this reader has? */
static bool offer_is_listed(const struct offer *offer, const struct arg_def *arg)
{
    return arg->from != NULL && seat_is_person(offer->reader) &&
           offer->table->phase == TABLE_PLAYING;
}

static void offer_field_choices(const struct offer *offer, const struct arg_def *arg)
{
    struct facts *facts = offer->facts;
    const struct table *table = offer->table;
    facts_list(facts, "choices");
    for (unsigned i = 0; i < arg->choice_count; i++) {
        facts_object(facts, NULL);
        facts_term(facts, "term", arg->choices[i].name);
        facts_end(facts);
    }
    if (offer_is_option(offer, arg)) {
        offer_option_names(offer);
    }
    if (offer_is_listed(offer, arg)) {
        offer_listed(offer, arg);
    }
    if (arg->kind == ARG_BOOL) {
        static const char *const answers[] = {"yes", "no"};
        for (unsigned i = 0; i < 2; i++) {
            facts_object(facts, NULL);
            facts_term(facts, "term", answers[i]);
            facts_end(facts);
        }
    }
    for (int i = 0; arg->kind == ARG_SEAT && i < table->seat_count; i++) {
        if (offer_may_seat(offer, arg, i)) {
            facts_object(facts, NULL);
            facts_number(facts, "seat", i);
            facts_text(facts, "name", table->seat[i].name, strlen(table->seat[i].name));
            facts_end(facts);
        }
    }
    facts_end(facts);
}

static const char *offer_field_kind(const struct offer *offer, const struct arg_def *arg)
{
    if (offer_is_option(offer, arg) || offer_is_listed(offer, arg)) {
        return "choice";
    }
    switch (arg->kind) {
    case ARG_SEAT:
        return "seat";
    case ARG_NUMBER:
        return "number";
    case ARG_BOOL:
        return "choice";
    case ARG_TERM:
        return arg->choice_count > 0 ? "choice" : "text";
    case ARG_TEXT:
        return (arg->flags & ARG_LONG) != 0 ? "long" : "text";
    case ARG_TEXTS:
    case ARG_SEATS:
    case ARG_OBJECT:
        break;
    }
    return "texts";
}

static void offer_field(const struct offer *offer, const struct arg_def *arg, const char *name)
{
    struct facts *facts = offer->facts;
    bool optional = (arg->flags & ARG_OPTIONAL) != 0 && arg != offer->needed;
    facts_object(facts, NULL);
    facts_text(facts, "name", name, strlen(name));
    facts_term(facts, "kind", arg_items(arg) > 0 ? "text" : offer_field_kind(offer, arg));
    offer_field_choices(offer, arg);
    bool counted = arg->kind == ARG_TEXTS || arg->kind == ARG_SEATS; /* items, not characters */
    facts_number(facts, "min", counted ? 0 : arg->min);
    facts_number(facts, "max", counted ? 0 : arg->max);
    facts_bool(facts, "optional", optional);
    facts_end(facts);
}

/* A short list of a fixed length is asked for one by one: "clues.0", "clues.1", "clues.2". */
static void offer_items(const struct offer *offer, const struct arg_def *arg)
{
    char name[CONTROL_BYTES];
    size_t len = strlen(arg->name);
    assert(len + 3 <= sizeof name);
    memcpy(name, arg->name, len);
    name[len] = '.';
    name[len + 2] = '\0';
    for (unsigned i = 0; i < arg_items(arg); i++) {
        name[len + 1] = (char)('0' + i);
        offer_field(offer, arg, name);
    }
}

/* A form asks for everything that people give and that the choice does not carry already. */
static void offer_fields(const struct offer *offer, const struct choice *choice, bool form)
{
    facts_list(offer->facts, "fields");
    for (unsigned i = 0; form && i < offer->row->arg_count; i++) {
        const struct arg_def *arg = &offer->row->args[i];
        bool typed = (arg->flags & ARG_RESOLVED) == 0 && arg->kind != ARG_OBJECT;
        if (typed && !offer_picked(choice, arg)) {
            if (arg_items(arg) > 0) {
                offer_items(offer, arg);
            } else {
                offer_field(offer, arg, arg->name);
            }
        }
    }
    facts_end(offer->facts);
}

static void offer_control(const struct offer *offer, const struct choice *choice)
{
    struct fact fact[PREFIX_MAX];
    char text[CONTROL_BYTES];
    struct facts args;
    char control[CONTROL_BYTES];
    facts_init(&args, fact, PREFIX_MAX, text, sizeof text);
    for (unsigned i = 0; choice != NULL && i < choice->count; i++) {
        offer_put(&args, &choice->pick[i]);
    }
    bool fits = controls_print(control, offer->table->id, offer->ask, offer->row->name, &args);
    assert(fits);
    facts_text(offer->facts, "control", control, fits ? strlen(control) : 0);
}

static void offer_buttons(const struct offer *offer)
{
    struct facts *facts = offer->facts;
    bool buttons = offer->choices <= CONTROL_BUTTONS_MAX && offer->choice[0].count > 0;
    facts_list(facts, "buttons");
    for (unsigned i = 0; buttons && i < offer->choices; i++) {
        const struct choice *choice = &offer->choice[i];
        facts_object(facts, NULL);
        if (choice->count == 1 && choice->pick[0].arg->kind == ARG_SEAT) {
            const char *name = table_seat_name(offer->table, choice->pick[0].number);
            facts_number(facts, "seat", choice->pick[0].number);
            facts_text(facts, "name", name, strlen(name));
        } else if (choice->count == 1 && choice->pick[0].term != NULL) {
            facts_term(facts, "term", choice->pick[0].term);
        } else if (choice->count == 1 && choice->pick[0].arg->kind == ARG_BOOL) {
            facts_term(facts, "term", choice->pick[0].number != 0 ? "yes" : "no");
        } else {
            facts_list(facts, "numbers");
            for (unsigned k = 0; k < choice->count; k++) {
                facts_number(facts, NULL, choice->pick[k].number);
            }
            facts_end(facts);
        }
        offer_control(offer, choice);
        facts_end(facts);
    }
    facts_end(facts);
}

static const char *offer_style(const struct offer *offer)
{
    static const char *const dangerous[] = {"leave", "abort", "kick", "concede"};
    static const char *const first[] = {"join", "start", "substitute", "rematch"};
    for (unsigned i = 0; i < sizeof dangerous / sizeof dangerous[0]; i++) {
        if (strcmp(offer->row->name, dangerous[i]) == 0) {
            return "danger";
        }
    }
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++) {
        if (strcmp(offer->row->name, first[i]) == 0) {
            return "primary";
        }
    }
    return offer->ask != 0 ? "primary" : "secondary";
}

/* Writes the offer: one button, a button for each choice, a form, or both of the latter. */
static void offer_write(const struct offer *offer)
{
    struct facts *facts = offer->facts;
    const struct action_def *row = offer->row;
    bool many = offer->choices > CONTROL_BUTTONS_MAX;
    facts_object(facts, NULL);
    facts_term(facts, "action", row->name);
    if (row->label != MSG_NONE) {
        facts_term(facts, "label", message_name(row->label));
    } else {
        facts_null(facts, "label");
    }
    offer_control(offer, NULL);
    facts_number(facts, "ask", offer->ask);
    facts_bool(facts, "standing", (row->surfaces & AS_STANDING) != 0);
    if (row->venues == AT_TABLE) {
        facts_bool(facts, "at_table", true);
    }
    facts_term(facts, "style", offer_style(offer));
    offer_buttons(offer);
    offer_fields(offer, many ? NULL : &offer->choice[0], many || offer->form);
    facts_end(facts);
}

static void offer_begin(struct offer *offer, const struct action_def *row, uint32_t ask)
{
    offer->row = row;
    offer->ask = ask;
    offer->choices = 0;
    offer->form = false;
    offer->needed = NULL;
    offer->tries = 0;
    memset(offer->choice, 0, sizeof offer->choice);
}

/* An act of the game for a seat: whatever the rules would take. */
static void offer_game_act(struct offer *offer, const struct action_def *row, uint32_t ask)
{
    struct choice none = {.count = 0};
    if (row == NULL) {
        return;
    }
    offer_begin(offer, row, ask);
    offer_explore(offer, &none);
    if (offer->choices > 0) {
        offer_write(offer);
    }
}

/* For the crowd: nothing is tried. Standing acts have their whole form, since it is the same at
 * all times; an owed act has a bare button, which brings whoever owes it their own choices. */
static void offer_crowd_act(struct offer *offer, const struct action_def *row, uint32_t ask)
{
    offer_begin(offer, row, ask);
    offer->choices = 1;
    offer->form = ask == 0 && row->arg_count > 0;
    offer_write(offer);
}

static bool offer_in_phase(const struct offer *offer, const struct action_def *row)
{
    const struct game_state *state = rules_state(offer->table->state);
    return row->phases == 0 || (row->phases & BIT(state->phase)) != 0;
}

static void offer_owed(struct offer *offer)
{
    struct owed_list list;
    const char *seen[OWED_ACTIONS_MAX * 2] = {NULL};
    unsigned seen_count = 0;
    if (offer->reader == SEAT_NONE) {
        return; /* nobody waits for who has no seat */
    }
    table_owed_to(offer->table, offer->reader, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        bool crowd = offer->reader == SEAT_CROWD;
        bool nobody = owed->seat < 0 || table_is_bot(offer->table, owed->seat);
        if (crowd ? owed->known_to != 0 || nobody : owed->seat != offer->reader) {
            continue;
        }
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && owed->actions[k] != NULL; k++) {
            bool again = false;
            for (unsigned s = 0; s < seen_count; s++) {
                again = again || strcmp(seen[s], owed->actions[k]) == 0;
            }
            const struct action_def *row = table_action(offer->table, owed->actions[k]);
            if (again || row == NULL || (row->surfaces & AS_HIDDEN) != 0 ||
                seen_count == sizeof seen / sizeof seen[0]) {
                continue;
            }
            seen[seen_count++] = owed->actions[k];
            if (crowd) {
                offer_crowd_act(offer, row, owed->ask);
            } else {
                offer_game_act(offer, row, owed->ask);
            }
        }
    }
}

static void offer_standing(struct offer *offer)
{
    const struct game_def *game = offer->table->game;
    for (size_t i = 0; i < game->action_count; i++) {
        const struct action_def *row = &game->actions[i];
        if ((row->surfaces & AS_STANDING) == 0 || !offer_in_phase(offer, row)) {
            continue;
        }
        if (offer->reader == SEAT_CROWD) {
            offer_crowd_act(offer, row, 0);
        } else if (seat_is_person(offer->reader)) {
            offer_game_act(offer, row, 0);
        }
    }
}

/* Everything about a lobby, and about a table beside its game, is public: what the crowd is
 * offered is what anybody would be let do. */
static bool offer_table_any(const struct offer *offer, const struct action_def *row)
{
    const uint64_t newcomer = UINT64_MAX;
    const struct table *table = offer->table;
    if (seat_is_person(offer->reader)) {
        return offer_table_would(offer, row, table->seat[offer->reader].person);
    }
    if (offer->reader == SEAT_NONE) {
        return offer_table_would(offer, row, newcomer);
    }
    bool any =
        offer_table_would(offer, row, newcomer) || offer_table_would(offer, row, table->host);
    for (int i = 0; i < table->seat_count && !any; i++) {
        any = table->seat[i].person != 0 && !table->seat[i].house &&
              offer_table_would(offer, row, table->seat[i].person);
    }
    return any;
}

/* The ask of an owed act of the lobby ("here"). */
static uint32_t offer_table_ask(const struct offer *offer, const struct action_def *row)
{
    struct owed_list list;
    table_owed(offer->table, &list);
    for (size_t i = 0; i < list.count; i++) {
        bool mine = !seat_is_person(offer->reader) || list.owed[i].seat == offer->reader;
        if (mine && strcmp(list.owed[i].actions[0], row->name) == 0) {
            return list.owed[i].ask;
        }
    }
    return 0;
}

static void offer_teams(struct offer *offer)
{
    static const struct arg_def team = {.name = "team", .kind = ARG_TERM};
    for (unsigned i = 0; i < TEAMS_MAX && offer->table->game->teams[i] != NULL; i++) {
        struct choice *choice = &offer->choice[offer->choices++];
        choice->count = 1;
        choice->pick[0].arg = &team;
        choice->pick[0].term = offer->table->game->teams[i];
    }
}

/* Leaving a running game wants more than a slip of the finger; teams may be dealt; a lobby waits
 * for people before it offers house players; what is said to a team is said in private; only an
 * open seat can be taken over. */
static bool offer_is_out_of_place(const struct offer *offer, const struct action_def *row)
{
    bool lobby = offer->table->phase == TABLE_LOBBY;
    bool bot = strcmp(row->name, "bot") == 0;
    bool sits = !lobby && (bot || strcmp(row->name, "substitute") == 0);
    return (bot && lobby && !offer->table->offered) ||
           (sits && table_open_seat(offer->table) == SEAT_NONE) ||
           (strcmp(row->name, "resume") == 0 &&
            rules_state(offer->table->state)->paused_ms == NO_DEADLINE) ||
           (strcmp(row->name, "talk") == 0 && !table_has_talk(offer->table)) ||
           ((row->surfaces & AS_TALK) != 0 && !seat_is_person(offer->reader)) ||
           (strcmp(row->name, "leave") == 0 && offer->table->phase != TABLE_LOBBY) ||
           (strcmp(row->name, "team") == 0 && !table_teams_chosen(offer->table));
}

/* One field for the value of one option, as a menu of its names. */
static void offer_menu_field(const struct offer *offer, const struct option_def *option)
{
    struct facts *facts = offer->facts;
    facts_list(facts, "fields");
    facts_object(facts, NULL);
    facts_term(facts, "name", "value");
    facts_term(facts, "kind", "choice");
    facts_list(facts, "choices");
    for (unsigned i = 0; option->menu[i] != NULL; i++) {
        facts_object(facts, NULL);
        facts_term(facts, "term", option->menu[i]);
        facts_end(facts);
    }
    facts_end(facts);
    facts_bool(facts, "optional", false);
    facts_end(facts);
    facts_end(facts);
}

/* Options of many names have a menu of their own beside the form for all. */
static void offer_menus(struct offer *offer, const struct action_def *row)
{
    static const struct arg_def named = {.name = "option", .kind = ARG_TERM};
    const struct option_def *option = NULL;
    for (unsigned i = 0; (option = option_row(offer->table->game, i)) != NULL; i++) {
        if (option->menu == NULL) {
            continue;
        }
        const struct choice choice = {.pick = {{.arg = &named, .term = option->name}}, .count = 1};
        offer_begin(offer, row, 0);
        facts_object(offer->facts, NULL);
        facts_term(offer->facts, "action", row->name);
        facts_term(offer->facts, "label", message_name(option->label));
        offer_control(offer, &choice);
        facts_number(offer->facts, "ask", 0);
        facts_bool(offer->facts, "standing", true);
        facts_term(offer->facts, "style", "secondary");
        facts_list(offer->facts, "buttons");
        facts_end(offer->facts);
        offer_menu_field(offer, option);
        facts_end(offer->facts);
    }
}

static void offer_table_rows(struct offer *offer)
{
    for (size_t i = 0; i < table_row_count; i++) {
        const struct action_def *row = &table_rows[i];
        bool here = strcmp(row->name, "here") == 0;
        bool is_talk = (row->surfaces & AS_TALK) != 0;
        uint32_t ask = here ? offer_table_ask(offer, row) : 0;
        if ((row->surfaces & AS_BUTTON) == 0 || (here && ask == 0) ||
            offer_is_out_of_place(offer, row) || !offer_table_any(offer, row)) {
            continue;
        }
        offer_begin(offer, row, ask);
        if (strcmp(row->name, "team") == 0) {
            offer_teams(offer);
        } else {
            offer->choices = 1;
            offer->form = strcmp(row->name, "option") == 0 || is_talk;
            offer->needed = is_talk ? &row->args[0] : NULL;
        }
        offer_write(offer);
        if (strcmp(row->name, "option") == 0) {
            offer_menus(offer, row);
        }
    }
}

void controls_offers(const struct table *table, int reader, struct facts *facts)
{
    struct offer offer; /* its copy of the game is large, and made when it is needed */
    if (table->frozen) {
        return;
    }
    offer.table = table;
    offer.reader = reader;
    offer.facts = facts;
    offer.copied = false;
    if (table->phase == TABLE_PLAYING && rules_state(table->state)->paused_ms == NO_DEADLINE) {
        offer_owed(&offer);
        offer_standing(&offer);
    }
    offer_table_rows(&offer);
}
