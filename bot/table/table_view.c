/* A table as one reader may see it. Nothing here decides; what may be done comes from controls.c.
 */
#include "table_view.h"

#include "board.h"
#include "controls.h"
#include "table_private.h"

#include <assert.h>
#include <string.h>

/* Asks of the lobby are odd, those of the game even: unique for the table's life, never 0. */
static uint32_t view_lobby_ask(uint32_t ask)
{
    return ask * 2 + 1;
}

static uint32_t view_game_ask(uint32_t ask)
{
    return (ask + 1) * 2;
}

static void view_lobby_owed(const struct table *table, struct owed_list *list)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].ask != 0) {
            struct owed *owed = &list->owed[list->count++];
            memset(owed, 0, sizeof *owed);
            owed->seat = (int8_t)i;
            owed->ask = view_lobby_ask(table->seat[i].ask);
            owed->actions[0] = "here";
            owed->deadline_ms = table->seat[i].due_ms;
            owed->fallback = MSG_TABLE_DROPPED;
        }
    }
}

void table_owed(const struct table *table, struct owed_list *list)
{
    list->count = 0;
    if (table->phase == TABLE_LOBBY) {
        view_lobby_owed(table, list);
    }
    if (table->phase != TABLE_PLAYING) {
        return;
    }
    struct owed_list game;
    rules_owed(table->game, table->state, &game);
    for (size_t i = 0; i < game.count; i++) {
        int seat = game.owed[i].seat;
        if (!seat_is_person(seat) || !table->seat[seat].left) {
            list->owed[list->count] = game.owed[i];
            list->owed[list->count].ask = view_game_ask(game.owed[i].ask);
            list->count++;
        }
    }
}

bool table_owed_known(const struct owed *owed, int reader)
{
    return owed->known_to == 0 || owed->seat == reader || (owed->known_to & seat_bit(reader)) != 0;
}

/* What is told to who may not know of it, in the order of seats. */
static void owed_others(const struct owed *owed, struct owed_list *list)
{
    for (int seat = 0; owed->others != NULL && seat < SEATS_MAX; seat++) {
        if ((owed->others_seats & seat_bit(seat)) == 0 || list->count == OWED_MAX) {
            continue;
        }
        size_t at = list->count++;
        for (; at > 0 && list->owed[at - 1].seat > seat; at--) {
            list->owed[at] = list->owed[at - 1];
        }
        list->owed[at] = (struct owed){
            .seat = (int8_t)seat,
            .ask = view_game_ask(owed->others_ask),
            .actions = {owed->others},
            .deadline_ms = owed->deadline_ms,
            .fallback = owed->fallback,
        };
    }
}

void table_owed_to(const struct table *table, int reader, struct owed_list *list)
{
    struct owed_list all;
    table_owed(table, &all);
    list->count = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (table_owed_known(&all.owed[i], reader)) {
            list->owed[list->count++] = all.owed[i];
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        if (!table_owed_known(&all.owed[i], reader)) {
            owed_others(&all.owed[i], list);
        }
    }
}

static void view_text(struct facts *facts, const char *key, const char *text)
{
    facts_text(facts, key, text, strlen(text));
}

/* A number too large for an exact JSON number of others is told as text. */
static void view_id(struct facts *facts, const char *key, uint64_t id)
{
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + id % 10);
        id /= 10;
    } while (id > 0);
    facts_text(facts, key, digits + at, sizeof digits - at);
}

static void view_time(struct facts *facts, const char *key, int64_t ms)
{
    if (ms == NO_DEADLINE) {
        facts_null(facts, key);
    } else {
        facts_number(facts, key, ms);
    }
}

static void view_term(struct facts *facts, const char *key, const char *term)
{
    if (term == NULL) {
        facts_null(facts, key);
    } else {
        facts_term(facts, key, term);
    }
}

static const char *view_team(const struct table *table, int seat)
{
    int team = -1;
    if (table->game->teams[0] == NULL) {
        return NULL;
    }
    if (table->phase == TABLE_LOBBY) {
        team = table->seat[seat].wish;
    } else if (rules_state(table->state)->seats > 0) {
        team = table->game->team(table->state, seat);
    }
    return team >= 0 && team < TEAMS_MAX ? table->game->teams[team] : NULL;
}

static void view_seat(const struct table *table, int reader, int at, struct facts *facts)
{
    static const char *const reaches[] = {"pending", "proven", "failed"};
    const struct table_seat *seat = &table->seat[at];
    facts_object(facts, NULL);
    facts_number(facts, "seat", at);
    if (seat->person != 0) {
        view_text(facts, "name", seat->name);
    } else {
        facts_null(facts, "name");
    }
    view_term(facts, "team", view_team(table, at));
    facts_term(facts, "reach", reaches[seat->reach]);
    facts_bool(facts, "ready", seat->ready);
    facts_bool(facts, "house", seat->house);
    facts_bool(facts, "left", seat->left);
    facts_bool(facts, "host", seat->person != 0 && seat->person == table->host);
    facts_bool(facts, "you", at == reader);
    facts_end(facts);
}

static void view_seats(const struct table *table, int reader, struct facts *facts)
{
    facts_list(facts, "seats");
    for (int i = 0; i < table->seat_count; i++) {
        view_seat(table, reader, i, facts);
    }
    facts_end(facts);
    facts_number(facts, "seats_min", table->game->seats_min);
    facts_number(facts, "seats_max", table_seats_most(table));
}

static void view_option(struct facts *facts, const char *name, const char *value, bool changed)
{
    facts_object(facts, NULL);
    facts_term(facts, "name", name);
    view_text(facts, "value", value);
    facts_bool(facts, "changed", changed);
    facts_end(facts);
}

static void view_options(const struct table *table, struct facts *facts)
{
    struct options defaults;
    const struct option_def *row = NULL;
    options_default(table->game, &defaults);
    facts_list(facts, "options");
    view_option(facts, "start_when_full", table->start_when_full ? "on" : "off",
                table->start_when_full);
    if (table_has_packs(table->game)) {
        view_option(facts, "pack", table->pack[0] == '\0' ? "default" : table->pack,
                    table->pack[0] != '\0');
    }
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        char text[64];
        options_print(table->game, &table->options, i, text);
        bool named = row->kind == OPTION_PERSON && table->referee != 0;
        view_option(facts, row->name, named ? table->referee_name : text,
                    table->options.value[i] != defaults.value[i]);
    }
    facts_end(facts);
}

static void view_owed(const struct table *table, int reader, struct facts *facts)
{
    struct owed_list list;
    table_owed_to(table, reader, &list);
    facts_list(facts, "owed");
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        facts_object(facts, NULL);
        facts_number(facts, "seat", owed->seat);
        view_text(facts, "name", table_seat_name(table, owed->seat));
        facts_list(facts, "actions");
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && owed->actions[k] != NULL; k++) {
            facts_term(facts, NULL, owed->actions[k]);
        }
        facts_end(facts);
        facts_number(facts, "ask", owed->ask);
        view_time(facts, "deadline_ms", owed->deadline_ms);
        view_term(facts, "fallback",
                  owed->fallback == MSG_NONE ? NULL : message_name(owed->fallback));
        facts_bool(facts, "you", owed->seat == reader);
        facts_end(facts);
    }
    facts_end(facts);
}

static void view_result(const struct table *table, struct facts *facts)
{
    static const char *const outcomes[] = {"none", "win", "loss", "tie"};
    const struct result *result = &rules_state(table->state)->result;
    facts_object(facts, "result");
    facts_term(facts, "outcome", table->aborted ? "none" : outcomes[result->outcome]);
    view_term(facts, "reason", table->aborted ? "aborted" : result->reason);
    facts_list(facts, "winners");
    for (int i = 0; i < table->seat_count; i++) {
        if ((result->winners & seat_bit(i)) != 0) {
            facts_number(facts, NULL, i);
        }
    }
    facts_end(facts);
    facts_end(facts);
}

static void view_play(const struct table *table, int reader, struct facts *facts)
{
    struct view play;
    int seat = seat_is_person(reader) ? reader : SEAT_CROWD;
    view_init(&play, seat);
    rules_view(table->game, table->state, seat, &play);
    assert(!play.facts.full);
    facts_object(facts, "play");
    for (uint16_t at = facts_first(&play.facts, FACTS_NONE); at != FACTS_NONE;
         at = facts_next(&play.facts, FACTS_NONE, at)) {
        facts_copy(facts, play.facts.fact[at].key, &play.facts, at);
    }
    facts_end(facts);
}

/* The earliest moment at which something falls due that this reader may know of. */
static int64_t view_due_ms(const struct table *table, int reader)
{
    struct owed_list list;
    int64_t due = table->close_due_ms;
    table_owed_to(table, reader, &list);
    for (size_t i = 0; i < list.count; i++) {
        due = list.owed[i].deadline_ms < due ? list.owed[i].deadline_ms : due;
    }
    for (int i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        due = seat->left && seat->due_ms < due ? seat->due_ms : due;
    }
    return due;
}

static bool view_is_paused(const struct table *table)
{
    return table->phase == TABLE_PLAYING && rules_state(table->state)->paused_ms != NO_DEADLINE;
}

static void view_head(const struct table *table, int reader, struct facts *facts)
{
    static const char *const phases[] = {"new", "lobby", "playing", "over", "closed"};
    view_id(facts, "id", table->id);
    facts_number(facts, "number", table->number);
    facts_term(facts, "game", table->game->id);
    facts_term(facts, "phase", phases[table->phase]);
    facts_number(facts, "step", table->step);
    facts_bool(facts, "frozen", table->frozen);
    facts_bool(facts, "paused", view_is_paused(table));
    facts_bool(facts, "waiting", table->waiting);
    facts_term(facts, "pace", table->options.value[OPTION_PACE] == PACE_ASYNC ? "async" : "live");
    facts_object(facts, "host");
    view_text(facts, "name", table->host_name);
    facts_end(facts);
    if (table->referee != 0) {
        facts_object(facts, "referee");
        view_text(facts, "name", table->referee_name);
        facts_end(facts);
    } else {
        facts_null(facts, "referee");
    }
    if (seat_is_person(reader)) {
        facts_number(facts, "reader", reader);
    } else {
        facts_null(facts, "reader");
    }
}

static void view_commitment(const struct table *table, struct facts *facts)
{
    static const char digits[] = "0123456789abcdef";
    char hex[SEED_BYTES * 2];
    for (unsigned i = 0; i < SEED_BYTES; i++) {
        hex[(size_t)i * 2] = digits[table->commitment[i] >> 4];
        hex[(size_t)i * 2 + 1] = digits[table->commitment[i] & 15];
    }
    facts_text(facts, "commitment", hex, sizeof hex);
}

void table_view_names(const struct table *table, int reader, struct view *view)
{
    assert(table->phase != TABLE_NEW && table->game != NULL);
    view_head(table, reader, &view->facts);
    view_seats(table, reader, &view->facts);
    assert(!view->facts.full);
}

void table_view(const struct table *table, int reader, struct view *view)
{
    struct facts *facts = &view->facts;
    assert(table->phase != TABLE_NEW && table->game != NULL);
    bool dealt = table->phase >= TABLE_PLAYING && rules_state(table->state)->seats > 0;
    view_head(table, reader, facts);
    view_seats(table, reader, facts);
    view_options(table, facts);
    view_commitment(table, facts);
    view_time(facts, "due_ms", view_due_ms(table, reader));
    view_owed(table, reader, facts);
    facts_list(facts, "offers");
    controls_offers(table, reader, facts);
    facts_end(facts);
    if (dealt && table->phase != TABLE_PLAYING) {
        view_result(table, facts);
    }
    if (dealt) {
        view_play(table, reader, facts);
    }
    table_lines_veil(&table->lines, facts);
    assert(!facts->full);
}

bool table_board(const struct table *table, int reader, struct board *board)
{
    bool dealt = table->phase >= TABLE_PLAYING && rules_state(table->state)->seats > 0;
    if (!dealt) {
        return false;
    }
    struct view view;
    int seat = seat_is_person(reader) ? reader : SEAT_CROWD;
    view_init(&view, seat);
    rules_view(table->game, table->state, seat, &view);
    memset(board, 0, sizeof *board);
    table_lines_veil(&table->lines, &view.facts);
    table->game->board(&view, board);
    return true;
}
