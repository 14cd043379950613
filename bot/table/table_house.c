/* The house's rules while a game runs: pausing, letting a turn go by, open seats and substitutes,
 * giving up. What concerns the game is done by the game's own rows, so that its clocks follow. */
#include "table_night.h"
#include "table_private.h"
#include "table_view.h"

#include <assert.h>
#include <string.h>

bool table_seat_is_open(const struct table *table, int seat)
{
    return table->seat[seat].left && table->seat[seat].due_ms != NO_DEADLINE;
}

int table_free_seat(const struct table *table)
{
    int at = table_open_seat(table);
    for (int i = 0; i < table->seat_count && at == SEAT_NONE; i++) {
        at = table->seat[i].absent ? i : SEAT_NONE;
    }
    for (int i = 0; i < table->seat_count && at == SEAT_NONE; i++) {
        at = table->seat[i].leaving ? i : SEAT_NONE;
    }
    return at;
}

int table_open_seat(const struct table *table)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (table_seat_is_open(table, i)) {
            return i;
        }
    }
    return SEAT_NONE;
}

/* Does a guess wait for a ruling? Games call that phase so. */
static bool house_is_ruling(const struct table *table)
{
    return strcmp(table->game->phases[rules_state(table->state)->phase], "ruling") == 0;
}

void table_pass_refusal(struct outcome *out, const struct outcome *from)
{
    struct value_tree *facts = outcome_refuse(out, from->refusal);
    if (from->refusal_args != VALUE_NONE) {
        for (uint16_t at = value_first(&from->facts, from->refusal_args); at != VALUE_NONE;
             at = value_next(&from->facts, from->refusal_args, at)) {
            value_copy(facts, from->facts.fact[at].key, &from->facts, at);
        }
    }
    outcome_end(out);
}

enum refusal table_game_move(struct table *table, int by, const char *name, int seat,
                             struct outcome *out)
{
    struct move move;
    struct outcome more;
    move_init(&move, rules_action(table->game, name), by, table->now_ms);
    move.person = 0;
    move.moderator = false;
    assert(move.row != NULL);
    if (seat != SEAT_NONE) {
        value_number(&move.args, "seat", seat);
    }
    outcome_init(&more);
    enum refusal refusal = rules_apply(table->game, table->state, &move, &more);
    if (refusal == REFUSAL_NONE) {
        table_add_events(out, &more);
        table_settle(table);
    } else {
        more.refusal = refusal;
        table_pass_refusal(out, &more);
    }
    return refusal;
}

enum refusal table_refuse_open(const struct table *table, int seat, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_SEAT_OPEN);
    table_say_seat(table, facts, seat);
    value_number(facts, "until_ms", table->seat[seat].due_ms);
    outcome_end(out);
    return REFUSAL_SEAT_OPEN;
}

/* What the game waits for, as far as who asks may know: is somebody's time up, or has it none? A
 * seat of SEAT_NONE means anybody. Otherwise *until_r says when it will be. */
static bool house_overdue(const struct table *table, const struct move *move, int seat,
                          int64_t *until_r)
{
    struct owed_list list;
    table_owed_to(table, seat_is_person(move->seat) ? move->seat : SEAT_CROWD, &list);
    *until_r = NO_DEADLINE;
    bool overdue = false;
    for (size_t i = 0; i < list.count; i++) {
        const struct owed *owed = &list.owed[i];
        if ((seat != SEAT_NONE && owed->seat != seat) || !table_ask_is_of_game(owed->ask)) {
            continue;
        }
        overdue = overdue || owed->deadline_ms == NO_DEADLINE;
        *until_r = owed->deadline_ms < *until_r ? owed->deadline_ms : *until_r;
    }
    return overdue && !table_is_paused(table);
}

static enum refusal house_refuse_early(int64_t until_ms, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_NOT_OVERDUE);
    if (until_ms != NO_DEADLINE) {
        value_number(facts, "until_ms", until_ms);
    } else {
        value_null(facts, "until_ms");
    }
    outcome_end(out);
    return REFUSAL_NOT_OVERDUE;
}

bool table_is_overdue(const struct table *table, int seat, int64_t *until_r)
{
    const struct move anybodys = {.seat = SEAT_NONE};
    return house_overdue(table, &anybodys, seat, until_r);
}

/* Who plays may not cut anybody's time short, nor end a ruling; a referee may do both. */
static enum refusal house_may_skip(const struct table *table, const struct move *move,
                                   struct outcome *out)
{
    int64_t until_ms = NO_DEADLINE;
    if (move->seat == SEAT_MODERATOR || table_is_paused(table)) {
        return REFUSAL_NONE;
    }
    if (house_is_ruling(table)) {
        return REFUSAL_RULING_PENDING;
    }
    return house_overdue(table, move, SEAT_NONE, &until_ms) ? REFUSAL_NONE
                                                            : house_refuse_early(until_ms, out);
}

enum refusal house_skip_check(const void *subject, struct move *move, struct outcome *out)
{
    if (!value_has(&move->args, "missed")) {
        value_number(&move->args, "missed", table_missed_limit(subject));
    }
    return house_may_skip(subject, move, out);
}

/* What waits is let happen, as at its deadline; said: who does it was told already. */
static enum refusal house_let_go(struct table *table, const struct move *move, bool said,
                                 struct outcome *out)
{
    struct owed_list before;
    table_owed_to(table, SEAT_CROWD, &before);
    enum refusal refusal = table_game_move(table, SEAT_MODERATOR, "skip", SEAT_NONE, out);
    if (refusal == REFUSAL_NONE) {
        if (!said) {
            table_say_who(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_SKIPPED), move);
            outcome_end(out);
        }
        table_note_missed(table, &before, true, (int)value_number_at(&move->args, "missed", 0),
                          out);
    }
    return refusal;
}

/* Is this seat alone waited for, as everybody is told? */
static bool house_waits_for_alone(const struct table *table, int seat)
{
    struct owed_list list;
    bool waits = false;
    bool others = false;
    table_owed_to(table, SEAT_CROWD, &list);
    for (size_t i = 0; i < list.count; i++) {
        bool game = table_ask_is_of_game(list.owed[i].ask);
        waits = waits || (game && list.owed[i].seat == seat);
        others = others || (game && list.owed[i].seat != seat);
    }
    return waits && !others;
}

/* For one seat that does not act: the game's own default, which nobody chooses for them and for
 * which nobody sees what they hold. */
enum refusal house_force(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    int64_t until_ms = NO_DEADLINE;
    if (house_is_ruling(table)) {
        return REFUSAL_RULING_PENDING;
    }
    if (!house_waits_for_alone(table, seat)) {
        table_say_seat(table, outcome_refuse(out, REFUSAL_FORCE_NOT_ALONE), seat);
        outcome_end(out);
        return REFUSAL_FORCE_NOT_ALONE;
    }
    if (!table->seat[seat].absent && !table_is_overdue(table, seat, &until_ms)) {
        return house_refuse_early(until_ms, out);
    }
    table_audit(table, move, "force", seat, 0, out);
    return house_let_go(table, move, true, out);
}

enum refusal house_force_check(const void *subject, struct move *move, struct outcome *out)
{
    (void)out;
    if (!value_has(&move->args, "missed")) {
        value_number(&move->args, "missed", table_missed_limit(subject));
    }
    return REFUSAL_NONE;
}

enum refusal house_skip(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    enum refusal refusal = house_may_skip(table, move, out);
    return refusal == REFUSAL_NONE ? house_let_go(table, move, false, out) : refusal;
}

/* Ends the game without a result. */
static void house_end(struct table *table)
{
    rules_abort(table->game, table->state, table->now_ms);
    table->aborted = true;
    table_settle(table);
    assert(table->phase == TABLE_OVER);
}

enum refusal house_abort(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (table->game->gathers) {
        night_call_off(table, out);
        return REFUSAL_NONE;
    }
    if (table->phase == TABLE_LOBBY) {
        bool host = move->person != 0 && move->person == table->host;
        table_close(table, host ? "host" : "moderator", out);
        return REFUSAL_NONE;
    }
    house_end(table);
    table_say_who(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_ABORTED), move);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* The room it stood in is no more: those who sit are told, each alone. */
enum refusal house_lost(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    uint16_t seats = table_taken(table);
    (void)move;
    if (table->phase == TABLE_LOBBY) {
        table_close(table, "lost", out);
    } else {
        house_end(table);
    }
    if (seats != 0) {
        outcome_tell(out, seats, MSG_TABLE_ROOM_LOST);
    }
    return REFUSAL_NONE;
}

/* Does the seat only wait to come into the game? */
static bool house_waits(const struct table *table, int seat)
{
    return table->game->waits != NULL && table->game->waits(table->state, seat);
}

const char *table_leave_way(const struct table *table, int seat)
{
    bool waits = seat_is_person(seat) && house_waits(table, seat);
    return waits ? "back" : table->options.value[OPTION_LEAVE] == 1 ? "abort" : "substitute";
}

/* Somebody goes who had not come in yet: nothing has to stop for that. */
static enum refusal house_step_back(struct table *table, int at, struct outcome *out)
{
    table->seat[at].left = true;
    table->seat[at].leaving = false;
    if (table->seat[at].person == table->host) {
        table_pass_host(table, at, out);
    }
    return table_game_move(table, SEAT_MODERATOR, "leave", at, out);
}

/* A seat becomes free in a running game: the game stands still until somebody takes it. */
static enum refusal house_vacate(struct table *table, int at, struct outcome *out)
{
    struct table_seat *seat = &table->seat[at];
    if (house_waits(table, at)) {
        return house_step_back(table, at, out);
    }
    if (strcmp(table_leave_way(table, at), "abort") == 0) {
        house_end(table);
        struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_ABORTED);
        value_text(facts, "name", seat->name, strlen(seat->name));
        outcome_end(out);
        return REFUSAL_NONE;
    }
    seat->left = true;
    seat->leaving = false;
    seat->due_ms =
        table->now_ms + options_ms(table->game, &table->options, OPTION_SUBSTITUTE_WINDOW);
    if (seat->person == table->host) {
        table_pass_host(table, at, out);
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_SEAT_OPEN);
    table_say_seat(table, facts, at);
    value_number(facts, "until_ms", seat->due_ms);
    outcome_end(out);
    if (table_is_paused(table)) {
        return REFUSAL_NONE;
    }
    table->waiting = true;
    return table_game_move(table, SEAT_MODERATOR, "pause", SEAT_NONE, out);
}

enum refusal house_leave(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (value_has(&move->args, "sure") && !value_bool_at(&move->args, "sure")) {
        return outcome_bad_argument(out, "sure", "not_a_choice");
    }
    if (table->game->gathers) {
        return night_leave(table, move, out);
    }
    if (seat_is_person(move->seat) && table_seat_of(table, move->person) == move->seat) {
        if (table->phase == TABLE_PLAYING) {
            return house_vacate(table, move->seat, out);
        }
        table_lobby_leave(table, move->seat, MSG_TABLE_LEFT, move->at_ms, out);
        return REFUSAL_NONE;
    }
    if (move->person == 0 || move->person != table->host) {
        return REFUSAL_NOT_SEATED;
    }
    if (!table_pass_host(table, table->seat_count - 1, out)) {
        if (table->phase == TABLE_PLAYING) {
            return REFUSAL_NOT_SEATED;
        }
        table_close(table, "host", out);
    }
    return REFUSAL_NONE;
}

enum refusal house_kick(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int seat = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    int64_t until_ms = NO_DEADLINE;
    if (table->phase == TABLE_LOBBY) {
        table_lobby_leave(table, seat, MSG_TABLE_KICKED, move->at_ms, out);
        return REFUSAL_NONE;
    }
    if (table->seat[seat].left) {
        return REFUSAL_ALREADY_DONE;
    }
    if (!move->moderator && !table_is_overdue(table, seat, &until_ms)) {
        return house_refuse_early(until_ms, out);
    }
    table_audit(table, move, "kick", seat, 0, out);
    return house_vacate(table, seat, out);
}

/* Everybody is here again: what the house had stopped goes on. */
enum refusal table_go_on(struct table *table, struct outcome *out)
{
    if (!table->waiting || table_open_seat(table) != SEAT_NONE || table->phase != TABLE_PLAYING) {
        return REFUSAL_NONE;
    }
    table->waiting = false;
    return table_game_move(table, SEAT_MODERATOR, "resume", SEAT_NONE, out);
}

/* Somebody has to go, and plays on until somebody else sits in; or can stay after all. */
enum refusal house_must_leave(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    struct table_seat *seat = &table->seat[move->seat];
    bool on = strcmp(value_text_at(&move->args, "plan", "go"), "go") == 0;
    if (table->practice || house_waits(table, move->seat)) {
        return REFUSAL_WRONG_PHASE;
    }
    if (seat->leaving == on) {
        return REFUSAL_ALREADY_DONE;
    }
    seat->leaving = on;
    enum message message = on ? MSG_TABLE_MUST_LEAVE : MSG_TABLE_STAYS;
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, message), move->seat);
    outcome_end(out);
    return REFUSAL_NONE;
}

/* Does somebody know what another seat than this one holds, as they sat there? */
static bool house_knows_another(const struct table *table, uint64_t person, int at)
{
    bool knows = false;
    for (int i = 0; i < table->seat_count; i++) {
        knows = knows || (i != at && table->seat[i].left && table->seat[i].person == person);
    }
    for (unsigned i = 0; i < table->gone_count; i++) {
        knows = knows || (table->gone[i] == person && table->gone_seat[i] != at);
    }
    return knows;
}

enum refusal house_substitute_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    int at = (int)value_number_at(&move->args, "seat", table_free_seat(table));
    (void)out;
    return table->phase == TABLE_PLAYING && at != SEAT_NONE && at < table->seat_count &&
                   house_knows_another(table, move->person, at)
               ? REFUSAL_SAT_ELSEWHERE
               : REFUSAL_NONE;
}

static void house_note_gone(struct table *table, int at)
{
    if (table->gone_count < SEATS_MAX && !table->seat[at].house) {
        table->gone[table->gone_count] = table->seat[at].person;
        table->gone_seat[table->gone_count++] = (uint8_t)at;
    }
}

/* An open seat; or one whose person does not come or must leave, or, named, one that the house
 * plays, by somebody who has not seen another's cards here. */
static bool house_may_take(const struct table *table, int at, uint64_t person)
{
    bool knows = false;
    for (int i = 0; i < table->seat_count; i++) {
        knows = knows || (table->seat[i].left && table->seat[i].person == person);
    }
    bool free = table_is_bot(table, at) || table->seat[at].absent || table->seat[at].leaving;
    return table_seat_is_open(table, at) || (free && !knows);
}

enum refusal house_substitute(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    enum refusal refusal = lobby_may_sit(table, move, out);
    int at = (int)value_number_at(&move->args, "seat", table_free_seat(table));
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (at == SEAT_NONE || !house_may_take(table, at, move->person)) {
        return REFUSAL_NO_OPEN_SEAT;
    }
    struct table_seat *seat = &table->seat[at];
    char before[TABLE_NAME_BYTES];
    bool back = seat->left && seat->person == move->person;
    memcpy(before, seat->name, sizeof before);
    bool swaps = seat->leaving;
    bool host = swaps && seat->person == table->host;
    if (!back) {
        house_note_gone(table, at);
    }
    seat->person = move->person;
    seat->left = false;
    seat->house = false;
    seat->absent = false;
    seat->leaving = false;
    seat->stepped_in = !back;
    seat->missed = 0;
    seat->due_ms = NO_DEADLINE;
    seat->reach = DIRECT_UNVERIFIED;
    table_keep_text(seat->name, sizeof seat->name, table_name_of(move));
    struct value_tree *facts =
        outcome_say(out, AUDIENCE_CROWD, swaps ? MSG_TABLE_HANDED_OVER : MSG_TABLE_SUBSTITUTED);
    table_say_seat(table, facts, at);
    if (back) {
        value_null(facts, "before");
    } else {
        value_text(facts, "before", before, strlen(before));
    }
    outcome_end(out);
    value_number(outcome_say(out, seat_bit(at), MSG_TABLE_YOU_ARE_IN), "seat", at);
    outcome_end(out);
    if (host) {
        table_pass_host(table, at, out);
    }
    return table_go_on(table, out);
}

/* Nobody came in time: the game's own rule for a player who is gone. */
static enum refusal house_forfeit(struct table *table, int at, struct outcome *out)
{
    table->seat[at].due_ms = NO_DEADLINE;
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_NO_SUBSTITUTE), at);
    outcome_end(out);
    enum refusal refusal = table_game_move(table, SEAT_MODERATOR, "leave", at, out);
    return refusal == REFUSAL_NONE ? table_go_on(table, out) : refusal;
}

static int house_next_forfeit(const struct table *table)
{
    int next = SEAT_NONE;
    for (int i = 0; i < table->seat_count; i++) {
        bool late = table_seat_is_open(table, i) && table->seat[i].due_ms < table->now_ms;
        if (late && (next == SEAT_NONE || table->seat[i].due_ms < table->seat[next].due_ms)) {
            next = i;
        }
    }
    return next;
}

/* One thing at a time, so that no outcome overflows: what is still due then takes another tick.
 * limit: after how many turns let go by a seat is free to others; 0 never, below it: a line of a
 * journal from before there was one. */
static enum refusal house_tick_game(struct table *table, int limit, struct outcome *out)
{
    struct owed_list before;
    int at = house_next_forfeit(table);
    if (table_poll_runs(table) && table->poll.due_ms < table->now_ms) {
        table_poll_fall_due(table, out);
        return REFUSAL_NONE;
    }
    if (table->pause_due_ms < table->now_ms) {
        return table_pause_fall_due(table, out);
    }
    if (at != SEAT_NONE) {
        return house_forfeit(table, at, out);
    }
    if (limit >= 0 && table_idle_due_ms(table) < table->now_ms) {
        house_end(table);
        outcome_tell(out, AUDIENCE_CROWD, MSG_TABLE_IDLE);
        return REFUSAL_NONE;
    }
    table_owed_to(table, SEAT_CROWD, &before);
    enum refusal refusal = table_game_move(table, SEAT_HOUSE, "tick", SEAT_NONE, out);
    if (refusal == REFUSAL_NONE) {
        table_note_missed(table, &before, false, limit, out);
    }
    return refusal;
}

/* A tick before anything is due is refused, so that journals stay lean. */
enum refusal house_tick(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (table_due_ms(table) > move->at_ms) {
        return REFUSAL_ALREADY_DONE;
    }
    if (table->phase == TABLE_LOBBY) {
        table_lobby_fall_due(table, out);
    } else if (table->phase == TABLE_PLAYING) {
        return house_tick_game(table, (int)value_number_at(&move->args, "missed", -1), out);
    } else {
        table->phase = TABLE_CLOSED;
        table->close_due_ms = NO_DEADLINE;
    }
    return REFUSAL_NONE;
}
