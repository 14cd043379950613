/* Offers of the table's own rows: coming and going, the host's acts, a vote about the table. */
#include "controls_private.h"
#include "table_night.h"
#include "table_view.h"

#include <string.h>

/* In a running game buttons for hosts alone live on the host's card, where the host sits. */
static bool offer_is_hosts(const struct offer *offer, const struct action_def *row)
{
    return offer->table->phase != TABLE_LOBBY && (row->who & (WHO_ANYONE | WHO_SEATED)) == 0 &&
           table_seat_of(offer->table, offer->table->host) != SEAT_NONE;
}

/* Everything about a lobby, and about a table beside its game, is public: what the crowd is
 * offered is what anybody would be let do. */
static bool offer_table_any(const struct offer *offer, const struct action_def *row)
{
    const uint64_t newcomer = UINT64_MAX;
    const struct table *table = offer->table;
    if (table->game->gathers) {
        /* all that is of the board, for whoever it means; alone somebody is a guest */
        bool guest = offer->reader == SEAT_NONE && (row->who & (WHO_ANYONE | WHO_SEATED)) == 0;
        return table_row_fits(table, row) && !guest;
    }
    if (seat_is_person(offer->reader)) {
        return offer_table_would(offer, row, table->seat[offer->reader].person);
    }
    if (offer->reader == SEAT_MODERATOR && strcmp(row->name, "skip") == 0) {
        struct offer hosts = {.table = table, .reader = SEAT_NONE};
        return offer_table_would(&hosts, row, table->host); /* nobody is hurried by a button */
    }
    if (offer->reader == SEAT_MODERATOR && table->referee != 0) {
        return offer_table_would(offer, row, table->referee);
    }
    if (offer->reader == SEAT_NONE || offer->reader == SEAT_MODERATOR) {
        return offer_table_would(offer, row, newcomer);
    }
    bool any = offer_table_would(offer, row, newcomer) ||
               (!offer_is_hosts(offer, row) && offer_table_would(offer, row, table->host));
    for (int i = 0; i < table->seat_count && !any && !offer_is_hosts(offer, row); i++) {
        any = table->seat[i].person != 0 && !table->seat[i].house &&
              offer_table_would(offer, row, table->seat[i].person);
    }
    return any;
}

/* The ask of an owed act of the table's own: of the lobby ("here"), of a vote ("decide"). */
static uint32_t offer_table_ask(const struct offer *offer, const struct action_def *row)
{
    struct owed_list list;
    if (strcmp(row->name, "decide") == 0) {
        bool votes = table_poll_runs(offer->table) && seat_is_person(offer->reader) &&
                     (offer->table->poll.ballot.electorate & seat_bit(offer->reader)) != 0;
        return votes ? table_poll_ask_number(offer->table) : 0;
    }
    table_owed(offer->table, &list);
    for (size_t i = 0; i < list.count; i++) {
        bool mine = list.owed[i].seat == offer->reader;
        if (mine && strcmp(list.owed[i].actions[0], row->name) == 0) {
            return list.owed[i].ask;
        }
    }
    return 0;
}

/* Whoever does not host a table has its "skip" behind Help. */
static bool offer_skips(const struct offer *offer)
{
    return !seat_is_person(offer->reader) ||
           table_hosts(offer->table, offer->table->seat[offer->reader].person);
}

/* A running game is left by a button on the card of who sits there alone; teams may be dealt; a
 * lobby waits for people before it offers house players; what is said to a team is said in private;
 * only an open seat can be taken over. */
static bool offer_is_out_of_place(const struct offer *offer, const struct action_def *row)
{
    if (offer->table->game->gathers) {
        return !table_night_lets(offer->table, row->name);
    }
    bool lobby = offer->table->phase == TABLE_LOBBY;
    bool bot = strcmp(row->name, "bot") == 0;
    bool sits = !lobby && strcmp(row->name, "substitute") == 0;
    return (bot && lobby && !offer->table->offered) ||
           (bot && !lobby && table_open_seat(offer->table) == SEAT_NONE) ||
           (sits && table_free_seat(offer->table) == SEAT_NONE) ||
           ((row->who & WHO_VOTED) != 0 && table_poll_runs(offer->table)) ||
           (strcmp(row->name, "skip") == 0 && !offer_skips(offer)) ||
           (strcmp(row->name, "resume") == 0 &&
            rules_state(offer->table->state)->paused_ms == NO_DEADLINE) ||
           (strcmp(row->name, "talk") == 0 && !table_has_talk(offer->table)) ||
           ((row->surfaces & AS_TALK) != 0 && !seat_is_person(offer->reader)) ||
           (strcmp(row->name, "leave") == 0 && !lobby && !seat_is_person(offer->reader)) ||
           (strcmp(row->name, "team") == 0 && !table_teams_chosen(offer->table));
}

/* Is it meant? The one button says so. */
static void offer_sure(struct offer *offer)
{
    struct choice *choice = &offer->choice[offer->choices++];
    choice->count = 1;
    choice->pick[0] = (struct pick){.arg = &offer->row->args[0], .number = 1};
    value_object(offer->facts, NULL);
    offer_head(offer);
    offer_about_leaving(offer);
    offer_buttons(offer);
    offer_no_fields(offer);
    value_end(offer->facts);
}

/* An option is named first, then its value is chosen. */
static void offer_option(struct offer *offer, const struct control_form *form)
{
    static const struct arg_def named = {.name = "option", .kind = ARG_TERM};
    const char *name = offer_option_known(offer, offer_picked_text(form, "option"));
    if (name != NULL) {
        offer->base.count = 1;
        offer->base.pick[0] = (struct pick){.arg = &named, .term = name};
    }
    value_object(offer->facts, NULL);
    offer_head(offer);
    value_list(offer->facts, "buttons");
    value_end(offer->facts);
    if (name != NULL) {
        const char *typed =
            form == NULL || form->typed == NULL ? NULL : value_text_at(form->typed, "value", NULL);
        bool other = typed != NULL && strcmp(typed, OPTION_OTHER) == 0;
        const char *picked = offer_picked_text(form, "value");
        other = other || (picked != NULL && strcmp(picked, OPTION_OTHER) == 0);
        offer_option_value(offer, name, other || typed != NULL,
                           typed == NULL || strcmp(typed, OPTION_OTHER) == 0 ? NULL : typed);
    } else {
        offer_option_names(offer);
    }
    value_end(offer->facts);
}

/* One of the table's rows; form: what was picked and typed of it already, or NULL. */
void offer_table_row(struct offer *offer, const struct action_def *row, uint32_t ask,
                     const struct control_form *form)
{
    offer_begin(offer, row, ask);
    offer->typed = form == NULL ? NULL : form->typed;
    if (strcmp(row->name, "option") == 0) {
        offer_option(offer, form);
        return;
    }
    if (strcmp(row->name, "leave") == 0 && form != NULL) {
        offer_sure(offer);
        return;
    }
    if (strcmp(row->name, "team") == 0) {
        offer_teams(offer);
    } else if (strcmp(row->name, "substitute") == 0) {
        offer_open_seats(offer);
    } else if (strcmp(row->name, "decide") == 0) {
        offer_answers(offer);
    } else if (offer_host_seats(offer)) {
        if (offer->choices == 0) {
            return; /* for nobody here */
        }
    } else {
        bool asks = form != NULL && row->args[0].kind == ARG_TERM && row->args[0].choice_count > 0;
        asks = asks || row->apply == night_when;
        offer->choices = 1;
        offer->choice[0].needed = asks || (row->surfaces & AS_TALK) != 0 ? &row->args[0] : NULL;
    }
    offer_write(offer);
}

void offer_table_rows(struct offer *offer)
{
    for (size_t i = 0; i < table_row_count; i++) {
        const struct action_def *row = &table_rows[i];
        bool asked = (row->surfaces & AS_BUTTON) != 0 && (row->surfaces & AS_STANDING) == 0 &&
                     (row->who & WHO_SEATED) != 0;
        bool checks = strcmp(row->name, "ready") == 0 && offer->table->checking;
        uint32_t ask = asked || checks ? offer_table_ask(offer, row) : 0;
        if ((row->surfaces & AS_BUTTON) == 0 || (asked && ask == 0) ||
            offer_is_out_of_place(offer, row) || !offer_table_any(offer, row)) {
            continue;
        }
        offer_table_row(offer, row, ask, NULL);
        if (strcmp(row->name, "bot") == 0) {
            offer_fill(offer, row);
        }
        if (strcmp(row->name, "option") == 0) {
            offer_option_menus(offer, row);
        }
    }
}
