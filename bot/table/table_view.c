/* A table as one reader may see it. Nothing here decides; what may be done comes from controls.c.
 */
#include "table_view.h"

#include "board.h"
#include "controls.h"
#include "course.h"
#include "hand.h"
#include "table_night.h"
#include "table_private.h"

#include <assert.h>
#include <string.h>

static void view_text(struct value_tree *facts, const char *key, const char *text)
{
    value_text(facts, key, text, strlen(text));
}

static void view_time(struct value_tree *facts, const char *key, int64_t ms)
{
    if (ms == NO_DEADLINE) {
        value_null(facts, key);
    } else {
        value_number(facts, key, ms);
    }
}

static void view_term(struct value_tree *facts, const char *key, const char *term)
{
    if (term == NULL) {
        value_null(facts, key);
    } else {
        value_term(facts, key, term);
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

static void view_seat(const struct table *table, int reader, int at, struct value_tree *facts)
{
    static const char *const reaches[] = {"pending", "proven", "failed", "behind"};
    const struct table_seat *seat = &table->seat[at];
    value_object(facts, NULL);
    value_number(facts, "seat", at);
    if (seat->person != 0) {
        view_text(facts, "name", seat->name);
    } else {
        value_null(facts, "name");
    }
    view_term(facts, "team", view_team(table, at));
    value_term(facts, "reach", reaches[seat->reach]);
    value_bool(facts, "ready", seat->ready);
    value_bool(facts, "house", seat->house);
    value_bool(facts, "left", seat->left);
    value_bool(facts, "host", seat->person != 0 && seat->person == table->host);
    value_bool(facts, "you", at == reader);
    value_end(facts);
}

static void view_seats(const struct table *table, int reader, struct value_tree *facts)
{
    value_list(facts, "seats");
    for (int i = 0; i < table->seat_count; i++) {
        view_seat(table, reader, i, facts);
    }
    value_end(facts);
    value_number(facts, "seats_min", table->game->seats_min);
    value_number(facts, "seats_max", table_seats_most(table));
}

static void view_option(struct value_tree *facts, const char *name, const char *value, bool changed)
{
    value_object(facts, NULL);
    value_term(facts, "name", name);
    view_text(facts, "value", value);
    value_bool(facts, "changed", changed);
    value_end(facts);
}

static void view_options(const struct table *table, struct value_tree *facts)
{
    struct options defaults;
    const struct option_def *row = NULL;
    options_default(table->game, &defaults);
    value_list(facts, "options");
    if (!table->game->gathers) {
        view_option(facts, "start_when_full", table->start_when_full ? "on" : "off",
                    table->start_when_full);
    }
    if (table_has_packs(table->game)) {
        view_option(facts, "pack", table->pack[0] == '\0' ? "default" : table->pack,
                    table->pack[0] != '\0');
    }
    if (table_has_weeks(table->game)) {
        bool weekly = table->week.name[0] != '\0';
        view_option(facts, TABLE_WEEK_OPTION, weekly ? "weekly" : "own", weekly);
    }
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        char text[64];
        if (row->name[0] == '\0') {
            continue;
        }
        options_print(table->game, &table->options, i, text);
        bool named = row->kind == OPTION_PERSON && table->referee != 0;
        view_option(facts, row->name, named ? table->referee_name : text,
                    table->options.value[i] != defaults.value[i]);
    }
    value_end(facts);
}

static void view_owed(const struct table *table, int reader, struct value_tree *facts)
{
    struct owed_list list;
    table_owed_to(table, reader, &list);
    value_list(facts, "owed");
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        value_object(facts, NULL);
        value_number(facts, "seat", owed->seat);
        view_text(facts, "name", table_seat_name(table, owed->seat));
        value_list(facts, "actions");
        for (unsigned k = 0; k < OWED_ACTIONS_MAX && owed->actions[k] != NULL; k++) {
            value_term(facts, NULL, owed->actions[k]);
        }
        value_end(facts);
        value_number(facts, "ask", owed->ask);
        view_time(facts, "deadline_ms", owed->deadline_ms);
        view_term(facts, "fallback",
                  owed->fallback == MSG_NONE ? NULL : message_name(owed->fallback));
        value_bool(facts, "you", owed->seat == reader);
        value_end(facts);
    }
    value_end(facts);
}

static const char *const view_outcomes[] = {"none", "win", "loss", "tie"};

static void view_result(const struct table *table, struct value_tree *facts)
{
    const struct result *result = &rules_state(table->state)->result;
    value_object(facts, "result");
    value_term(facts, "outcome", table->aborted ? "none" : view_outcomes[result->outcome]);
    view_term(facts, "reason", table->aborted ? "aborted" : result->reason);
    value_list(facts, "winners");
    for (int i = 0; i < table->seat_count; i++) {
        if ((result->winners & seat_bit(i)) != 0) {
            value_number(facts, NULL, i);
        }
    }
    value_end(facts);
    value_end(facts);
}

/* Can its words still be shown? Those that are hidden, or that somebody took back, are none. */
static bool retold_shows(const struct table *table, const struct outcome *out, uint16_t args)
{
    uint16_t at = args == VALUE_NONE ? VALUE_NONE : value_find(&out->facts, args, "text");
    if (at == VALUE_NONE) {
        return true;
    }
    const struct value *text = &out->facts.fact[at];
    return text->text_len > 0 && !table_lines_hides(&table->lines, text->text, text->text_len);
}

/* Did the game come to its end by its rules? */
static bool view_is_finished(const struct table *table)
{
    return rules_state(table->state)->over && !table->aborted;
}

/* What a game that came to its end is told of by: its story, then its awards. */
static void view_retold(const struct table *table, struct value_tree *facts)
{
    struct outcome out;
    outcome_init(&out);
    if (view_is_finished(table) && table->game->retell != NULL) {
        table->game->retell(table->state, &out);
    }
    value_list(facts, "retold");
    for (unsigned i = 0; i < out.event_count; i++) {
        uint16_t args = out.event[i].args;
        if (!retold_shows(table, &out, args)) {
            continue;
        }
        value_object(facts, NULL);
        value_term(facts, "message", message_name(out.event[i].message));
        for (uint16_t at = args == VALUE_NONE ? VALUE_NONE : value_first(&out.facts, args);
             at != VALUE_NONE; at = value_next(&out.facts, args, at)) {
            value_copy(facts, out.facts.fact[at].key, &out.facts, at);
        }
        value_end(facts);
    }
    value_end(facts);
}

/* What of it may be shared: nothing that was secret, and nobody's name. */
static void view_shared(const struct table *table, struct value_tree *facts)
{
    const struct game_def *game = table->game;
    const struct course *course =
        view_is_finished(table) && game->course != NULL ? game->course(table->state) : NULL;
    if (course == NULL || course->marks[0] + course->marks[1] == 0) {
        value_null(facts, "shared");
        return;
    }
    const struct result *result = &rules_state(table->state)->result;
    int winner = 0;
    while (winner < table->seat_count - 1 && (result->winners & seat_bit(winner)) == 0) {
        winner++;
    }
    value_object(facts, "shared");
    value_number(facts, "round", rules_state(table->state)->round);
    value_term(facts, "outcome", view_outcomes[result->outcome]);
    view_term(facts, "reason", result->reason);
    view_term(facts, "winner", result->winners != 0 ? view_team(table, winner) : NULL);
    value_list(facts, "rows");
    for (int row = 0; row < COURSE_ROWS_MAX; row++) {
        bool teams = course->marks[1] > 0;
        if (course->marks[row] == 0) {
            continue;
        }
        value_object(facts, NULL);
        view_term(facts, "team", teams ? game->teams[row] : NULL);
        value_list(facts, "marks");
        for (int i = 0; i < course->marks[row]; i++) {
            value_term(facts, NULL, game->course_marks[course->mark[row][i] - 1]);
        }
        value_end(facts);
        value_end(facts);
    }
    value_end(facts);
    value_end(facts);
}

static void view_play(const struct table *table, int reader, struct value_tree *facts)
{
    struct view play;
    int seat = seat_is_person(reader) ? reader : SEAT_CROWD;
    view_init(&play, seat);
    rules_view(table->game, table->state, seat, &play);
    assert(!play.facts.full);
    value_object(facts, "play");
    for (uint16_t at = value_first(&play.facts, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&play.facts, VALUE_NONE, at)) {
        value_copy(facts, play.facts.fact[at].key, &play.facts, at);
    }
    value_end(facts);
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

static void view_votes(struct value_tree *facts, const char *key, const struct ballot *ballot,
                       int vote)
{
    value_list(facts, key);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if ((ballot->electorate & seat_bit(seat)) != 0 && ballot->vote[seat] == vote) {
            value_number(facts, NULL, seat);
        }
    }
    value_end(facts);
}

/* The vote about the table, which is open: all see who has said what. */
static void view_poll(const struct table *table, struct value_tree *facts)
{
    const struct table_poll *poll = &table->poll;
    if (!table_poll_runs(table)) {
        value_null(facts, "poll");
        return;
    }
    value_object(facts, "poll");
    table_poll_say(table, facts);
    view_text(facts, "name", table_seat_name(table, poll->by));
    value_number(facts, "needed", poll->ballot.rules.threshold);
    view_votes(facts, "yes", &poll->ballot, 1);
    view_votes(facts, "no", &poll->ballot, 0);
    view_votes(facts, "abstained", &poll->ballot, BALLOT_ABSTAINED);
    view_votes(facts, "missing", &poll->ballot, BALLOT_SILENT);
    value_number(facts, "until_ms", poll->due_ms);
    value_end(facts);
}

static void view_absent(const struct table *table, struct value_tree *facts)
{
    value_list(facts, "absent");
    for (int i = 0; i < table->seat_count && table->phase == TABLE_PLAYING; i++) {
        if (table->seat[i].absent) {
            value_number(facts, NULL, i);
        }
    }
    value_end(facts);
}

/* Who must leave, and plays on until somebody sits in. */
static void view_leaving(const struct table *table, struct value_tree *facts)
{
    value_list(facts, "leaving");
    for (int i = 0; i < table->seat_count && table->phase == TABLE_PLAYING; i++) {
        if (table->seat[i].leaving) {
            value_number(facts, NULL, i);
        }
    }
    value_end(facts);
}

/* Who sat in for somebody else and stayed. */
static void view_stepped_in(const struct table *table, struct value_tree *facts)
{
    value_list(facts, "stepped_in");
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].stepped_in && !table->seat[i].left) {
            value_number(facts, NULL, i);
        }
    }
    value_end(facts);
}

static void view_head(const struct table *table, int reader, struct value_tree *facts)
{
    static const char *const phases[] = {"new", "lobby", "playing", "over", "closed"};
    value_number(facts, "number", table->number);
    value_term(facts, "game", table->game->id);
    value_term(facts, "phase", phases[table->phase]);
    value_number(facts, "step", table->step);
    value_bool(facts, "frozen", table->frozen);
    value_bool(facts, "paused", table_is_paused(table));
    view_time(facts, "paused_until_ms", table->pause_due_ms);
    value_bool(facts, "waiting", table->waiting);
    value_bool(facts, "as_last", table->as_last && table->phase == TABLE_LOBBY);
    view_time(facts, "kept_until_ms", table_kept_until_ms(table, table->now_ms));
    value_term(facts, "pace", table->options.value[OPTION_PACE] == PACE_ASYNC ? "async" : "live");
    value_object(facts, "host");
    view_text(facts, "name", table->host_name);
    value_end(facts);
    if (table->referee != 0) {
        value_object(facts, "referee");
        view_text(facts, "name", table->referee_name);
        value_end(facts);
    } else {
        value_null(facts, "referee");
    }
    value_bool(facts, "locked", table_is_locked(table));
    if (table->console.open) {
        view_text(facts, "open_host", table->console.watcher_name);
    } else {
        value_null(facts, "open_host");
    }
    value_list(facts, "cohosts");
    for (unsigned i = 0; i < table->console.cohosts; i++) {
        view_text(facts, NULL, table->console.cohost_name[i]);
    }
    value_end(facts);
    if (seat_is_person(reader)) {
        value_number(facts, "reader", reader);
    } else {
        value_null(facts, "reader");
    }
}

static void view_commitment(const struct table *table, struct value_tree *facts)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *commitment = table_commitment(table);
    char hex[SEED_BYTES * 2];
    for (unsigned i = 0; i < SEED_BYTES; i++) {
        hex[(size_t)i * 2] = digits[commitment[i] >> 4];
        hex[(size_t)i * 2 + 1] = digits[commitment[i] & 15];
    }
    value_text(facts, "commitment", hex, sizeof hex);
    view_text(facts, "week", table->week.name);
}

void table_view_names(const struct table *table, int reader, struct view *view)
{
    assert(table->phase != TABLE_NEW && table->game != NULL);
    view_head(table, reader, &view->facts);
    view_seats(table, reader, &view->facts);
    assert(!view->facts.full);
}

/* Does this reader ask the others for what the host does alone? */
static bool view_asks(const struct table *table, int reader)
{
    return table->phase == TABLE_PLAYING && seat_is_person(reader) && !table_poll_runs(table) &&
           !table_hosts(table, table->seat[reader].person);
}

/* form: NULL for all that the reader is offered; help: and what is behind Help. */
static void view_write(const struct table *table, int reader, const struct control_form *form,
                       bool help, struct view *view)
{
    struct value_tree *facts = &view->facts;
    assert(table->phase != TABLE_NEW && table->game != NULL);
    bool dealt = table->phase >= TABLE_PLAYING && rules_state(table->state)->seats > 0;
    view_head(table, reader, facts);
    view_seats(table, reader, facts);
    view_options(table, facts);
    view_commitment(table, facts);
    view_time(facts, "due_ms", view_due_ms(table, reader));
    view_owed(table, reader, facts);
    table_night_view(table, facts);
    view_poll(table, facts);
    view_absent(table, facts);
    view_leaving(table, facts);
    view_stepped_in(table, facts);
    value_object(facts, "questions");
    controls_questions(table, facts);
    value_end(facts);
    value_list(facts, "offers");
    if (form != NULL) {
        controls_form(table, reader, form, facts);
    } else {
        controls_offers(table, reader, facts);
    }
    if (help) {
        controls_manage(table, reader, facts);
    }
    value_end(facts);
    value_bool(facts, "asks", help && view_asks(table, reader));
    if (dealt && table->phase != TABLE_PLAYING) {
        view_result(table, facts);
        view_retold(table, facts);
        view_shared(table, facts);
    }
    if (dealt) {
        view_play(table, reader, facts);
    }
    table_lines_veil(&table->lines, facts);
    assert(!facts->full);
}

void table_view(const struct table *table, int reader, struct view *view)
{
    view_write(table, reader, NULL, false, view);
}

void table_view_help(const struct table *table, int reader, struct view *view)
{
    view_write(table, reader, NULL, true, view);
}

void table_view_form(const struct table *table, int reader, const struct control_form *form,
                     struct view *view)
{
    assert(form->row != NULL);
    view_write(table, reader, form, false, view);
}

bool table_may_overrule(const struct table *table, const struct table_actor *actor)
{
    bool referee = actor->person != 0 && actor->person == table->referee;
    return actor->moderator || referee || table_hosts(table, actor->person);
}

static void view_console(const struct table *table, const struct table_actor *actor,
                         struct value_tree *facts)
{
    const struct move as = {.person = actor->person, .moderator = actor->moderator};
    value_object(facts, "console");
    value_term(facts, "role", table_role(table, &as));
    value_bool(facts, "sees", table_sees_all(table, actor->person));
    table_later_say(table, facts);
    value_number(facts, CONTROL_SEEN, table->console.seen);
    value_bool(facts, "goes_back", table_should_restore(table));
    value_end(facts);
}

void table_view_console(const struct table *table, const struct table_actor *actor,
                        struct view *view)
{
    struct value_tree *facts = &view->facts;
    int reader = actor->reader == SEAT_MODERATOR ? SEAT_MODERATOR : SEAT_CROWD;
    assert(table->phase != TABLE_NEW && table->game != NULL);
    view_head(table, reader, facts);
    view_seats(table, reader, facts);
    view_owed(table, reader, facts);
    view_poll(table, facts);
    view_absent(table, facts);
    view_leaving(table, facts);
    view_console(table, actor, facts);
    value_object(facts, "questions");
    controls_questions(table, facts);
    value_end(facts);
    value_list(facts, "offers");
    controls_console(table, actor, facts);
    value_end(facts);
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

bool table_hand(const struct table *table, int reader, struct hand *hand)
{
    bool dealt = table->phase >= TABLE_PLAYING && rules_state(table->state)->seats > 0;
    if (!dealt || !seat_is_person(reader) || table->game->hand == NULL) {
        return false;
    }
    struct view view;
    view_init(&view, reader);
    rules_view(table->game, table->state, reader, &view);
    memset(hand, 0, sizeof *hand);
    hand->title = MSG_NONE;
    table_lines_veil(&table->lines, &view.facts);
    table->game->hand(&view, hand);
    return hand->count > 0;
}
