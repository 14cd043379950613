/* The lobby: opening, coming and going, options, teams, being ready, and the people who fell
 * asleep. Seats keep their numbers until the start; who leaves makes a hole that the next one
 * fills. */
#include "table_night.h"
#include "table_private.h"

#include <assert.h>
#include <string.h>

static const char *lobby_text(const struct move *move, const char *name)
{
    return value_text_at(&move->args, name, "");
}

/* Is it the option of the pack of words, with a name that a pack may have? Whether there is such a
 * pack is the house's to know. */
static bool lobby_own_pack(const struct table *table, const char *name, const char *value)
{
    size_t len = strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return table_has_packs(table->game) && strcmp(name, "pack") == 0 && len > 0 &&
           len < TABLE_PACK_BYTES && value[len] == '\0';
}

static void lobby_set_pack(struct table *table, const char *value)
{
    bool usual = strcmp(value, "default") == 0 || strcmp(value, "standard") == 0;
    memset(table->pack, 0, sizeof table->pack);
    memcpy(table->pack, value, usual ? 0 : strlen(value));
}

/* What its value looks like: one of a list, a time of day, a number or a length between bounds. */
static void refuse_shape(const struct option_def *row, struct value_tree *facts)
{
    bool length = row->kind == OPTION_SECONDS;
    bool bounds = (length || row->kind == OPTION_NUMBER) && !row->daily;
    const char *shape = row->daily ? "day" : length ? "length" : bounds ? "number" : "list";
    value_term(facts, "shape", shape);
    if (bounds) {
        int64_t unit = length ? 1000 : 1; /* lengths are said in milliseconds */
        value_number(facts, "min", row->min * unit);
        value_number(facts, "max", row->max * unit);
    }
}

enum refusal table_refuse_option(const struct option_def *row, const char *name,
                                 struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_BAD_OPTION);
    value_text(facts, "option", name, strlen(name));
    if (row != NULL) {
        value_list(facts, "choices");
        for (unsigned i = 0; row->menu == NULL && i < OPTION_CHOICES_MAX && row->choices[i] != NULL;
             i++) {
            value_term(facts, NULL, row->choices[i]);
        }
        for (unsigned i = 0; row->menu != NULL && row->menu[i] != NULL; i++) {
            value_term(facts, NULL, row->menu[i]);
        }
        value_end(facts);
        if (row->letters != NULL) {
            value_text(facts, "letters", row->letters, strlen(row->letters));
        }
        refuse_shape(row, facts);
    }
    outcome_end(out);
    return REFUSAL_BAD_OPTION;
}

static enum refusal lobby_open_options(struct table *table, const struct move *move,
                                       struct outcome *out)
{
    uint16_t options = value_find(&move->args, VALUE_NONE, "options");
    if (options == VALUE_NONE) {
        return REFUSAL_NONE;
    }
    for (uint16_t at = value_first(&move->args, options); at != VALUE_NONE;
         at = value_next(&move->args, options, at)) {
        const struct value *fact = &move->args.fact[at];
        bool text = fact->kind == VALUE_TEXT || fact->kind == VALUE_TERM;
        const struct option_def *row = NULL;
        if (text && lobby_own_pack(table, fact->key, fact->text)) {
            lobby_set_pack(table, fact->text);
        } else if (!text ||
                   !options_set(table->game, &table->options, fact->key, fact->text, &row)) {
            return table_refuse_option(row, fact->key, out);
        }
    }
    return REFUSAL_NONE;
}

/* A practice round has just the seats of its lesson, and starts by itself. */
static void lobby_open_practice(struct table *table, int64_t seats)
{
    if (seats >= table->game->seats_min && seats <= table->seat_count) {
        table->practice = true;
        table->start_when_full = true;
        table->seat_count = (uint8_t)seats;
    }
}

/* A table of a night's round says which: {of, round, group}. */
static bool lobby_open_of_night(struct table *table, const struct move *move)
{
    uint16_t night = value_find(&move->args, VALUE_NONE, "night");
    if (night == VALUE_NONE || table->game->gathers) {
        return true;
    }
    static const char *const members[] = {"after", "round", "group"};
    int64_t number[3];
    for (unsigned i = 0; i < 3; i++) {
        uint16_t at = value_find(&move->args, night, members[i]);
        if (at == VALUE_NONE || move->args.fact[at].kind != VALUE_NUMBER ||
            move->args.fact[at].number < 1 || (i > 0 && move->args.fact[at].number > UINT8_MAX)) {
            return false;
        }
        number[i] = move->args.fact[at].number;
    }
    table->night_of = (uint64_t)number[0];
    table->night_round = (uint8_t)number[1];
    table->night_group = (uint8_t)number[2];
    return true;
}

enum refusal lobby_open(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    const char *id = lobby_text(move, "game");
    if (table->game == NULL || strcmp(table->game->id, id) != 0) {
        table->game = game_find(id);
    }
    if (table->game == NULL) {
        return outcome_bad_argument(out, "game", "unknown");
    }
    if (!table_hex(lobby_text(move, "commitment"), table->commitment, SEED_BYTES)) {
        return outcome_bad_argument(out, "commitment", "not_a_choice");
    }
    options_default(table->game, &table->options);
    enum refusal refusal = lobby_open_options(table, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    table->phase = TABLE_LOBBY;
    table->number = (uint32_t)value_number_at(&move->args, "number", 0);
    table->opened_ms = move->at_ms;
    table->start_when_full = value_bool_at(&move->args, "full");
    table->as_last = value_bool_at(&move->args, "last");
    table->host = move->person;
    table_keep_text(table->host_name, sizeof table->host_name, table_name_of(move));
    table->seat_count = (uint8_t)table_seats_most(table);
    if (table->game->gathers && (refusal = night_open(table, move, out)) != REFUSAL_NONE) {
        return refusal;
    }
    if (!lobby_open_of_night(table, move)) {
        return outcome_bad_argument(out, "night", "not_a_choice");
    }
    if (!table_kept_read(table, move)) {
        return outcome_bad_argument(out, "kept", "not_a_choice");
    }
    lobby_open_practice(table, value_number_at(&move->args, "practice", 0));
    table->at_once = !table->practice && value_bool_at(&move->args, "bots");
    table->offered = table->at_once;
    table->venue_count = 1;
    table->venue[0].kind = VENUE_TABLE;
    table_keep_text(table->venue[0].adapter, sizeof table->venue[0].adapter,
                    lobby_text(move, "adapter"));
    table_keep_text(table->venue[0].room, sizeof table->venue[0].room, lobby_text(move, "room"));
    table_lobby_wait(table, move->at_ms);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_OPENED);
    value_text(facts, "name", table->host_name, strlen(table->host_name));
    value_term(facts, "game", table->game->id);
    if (table->as_last) {
        value_bool(facts, "last", true);
    }
    outcome_end(out);
    return REFUSAL_NONE;
}

/* An empty lobby closes after a while; one where somebody sits does not. */
void table_lobby_wait(struct table *table, int64_t now_ms)
{
    bool empty = table_people(table) == 0 && !table->game->gathers;
    table_offer_wait(table, now_ms);
    table->close_due_ms =
        empty ? now_ms + table_by_pace(table, LOBBY_EMPTY_LIVE_MS, LOBBY_EMPTY_ASYNC_MS)
              : NO_DEADLINE;
}

static int lobby_free_seat(const struct table *table)
{
    for (int i = 0; i < table->seat_count; i++) {
        if (table->seat[i].person == 0) {
            return i;
        }
    }
    return SEAT_NONE;
}

static enum refusal lobby_full(const struct table *table, struct outcome *out)
{
    struct value_tree *facts = outcome_refuse(out, REFUSAL_TABLE_FULL);
    value_number(facts, "seats", table->seat_count);
    outcome_end(out);
    return REFUSAL_TABLE_FULL;
}

/* Why this person may not come to sit here; a lobby must have a seat that is free, or that the
 * house gives up. */
enum refusal lobby_may_sit(const struct table *table, const struct move *move, struct outcome *out)
{
    if (table_seat_of(table, move->person) != SEAT_NONE) {
        return REFUSAL_ALREADY_SEATED;
    }
    if (move->person == table->referee && move->person != 0) {
        return REFUSAL_REFEREE_PLAYS;
    }
    if (move->person == table->console.watcher && move->person != 0) {
        return REFUSAL_WATCHES;
    }
    if (table->phase == TABLE_LOBBY && lobby_free_seat(table) == SEAT_NONE &&
        table_bot_to_leave(table) == SEAT_NONE) {
        return lobby_full(table, out);
    }
    if (table->phase == TABLE_LOBBY && table_kept_from(table, move->person, move->at_ms)) {
        value_number(outcome_refuse(out, REFUSAL_SEATS_KEPT), "until_ms",
                     table_kept_until_ms(table, move->at_ms));
        outcome_end(out);
        return REFUSAL_SEATS_KEPT;
    }
    return REFUSAL_NONE;
}

/* Whoever comes takes the seat, whatever it held before. */
static void lobby_sit(struct table *table, int at, const struct move *move)
{
    struct table_seat *seat = &table->seat[at];
    memset(seat, 0, sizeof *seat);
    seat->person = move->person;
    seat->joined_step = table->step;
    seat->due_ms = NO_DEADLINE;
    seat->wish = -1;
    table_keep_text(seat->name, sizeof seat->name, table_name_of(move));
    table_keep_text(seat->event, sizeof seat->event, lobby_text(move, "event"));
}

/* A running game that takes more people: its last seat is theirs, as its rules say. */
static enum refusal lobby_join_play(struct table *table, const struct move *move,
                                    struct outcome *out)
{
    int open = table_open_seat(table);
    enum refusal refusal = lobby_may_sit(table, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (table->practice) {
        return lobby_full(table, out);
    }
    if (open != SEAT_NONE) {
        return table_refuse_open(table, open, out);
    }
    refusal = table_game_move(table, SEAT_HOUSE, "join", SEAT_NONE, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int at = rules_state(table->state)->seats - 1;
    table->seat_count = (uint8_t)(at + 1);
    lobby_sit(table, at, move);
    value_number(outcome_say(out, seat_bit(at), MSG_TABLE_YOU_ARE_IN), "seat", at);
    outcome_end(out);
    return REFUSAL_NONE;
}

static unsigned lobby_team_size(const struct table *table, int team)
{
    unsigned size = 0;
    for (int i = 0; i < table->seat_count; i++) {
        size += table->seat[i].person != 0 && table->seat[i].wish == team;
    }
    return size;
}

static bool lobby_team_full(const struct table *table, int team)
{
    return lobby_team_size(table, team) >= (table->seat_count + 1u) / 2;
}

/* The team of the last game, while there is room in it. */
static void lobby_team_again(struct table *table, int seat, int8_t team)
{
    bool fits = team >= 0 && !lobby_team_full(table, team);
    table->seat[seat].wish = (int8_t)(fits ? team : -1);
}

enum refusal lobby_join(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    if (table->game->gathers) {
        return night_join(table, move, out);
    }
    if (table->phase == TABLE_PLAYING) {
        return lobby_join_play(table, move, out);
    }
    enum refusal refusal = lobby_may_sit(table, move, out);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    int at = lobby_free_seat(table);
    if (at == SEAT_NONE) {
        at = table_bot_to_leave(table);
        table_bot_leave(table, at, out);
    }
    lobby_sit(table, at, move);
    lobby_team_again(table, at, table_kept_take(table, move->person));
    table_seat_seen(table, at, move->at_ms);
    table->seat[at].ready = table->checking; /* who sits down is there */
    table_lobby_wait(table, move->at_ms);
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_JOINED), at);
    outcome_end(out);
    value_number(outcome_say(out, seat_bit(at), MSG_TABLE_YOU_ARE_IN), "seat", at);
    outcome_end(out);
    return REFUSAL_NONE;
}

void table_lobby_leave(struct table *table, int seat, enum message message, int64_t now_ms,
                       struct outcome *out)
{
    table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, message), seat);
    outcome_end(out);
    bool host = table->seat[seat].person == table->host;
    memset(&table->seat[seat], 0, sizeof table->seat[seat]);
    table->seat[seat].due_ms = NO_DEADLINE;
    table->seat[seat].wish = -1;
    table_check_over(table);
    table_lobby_wait(table, now_ms);
    if (host && !table_pass_host(table, seat, out)) {
        table_close(table, "empty", out);
    }
}

void table_close(struct table *table, const char *reason, struct outcome *out)
{
    value_term(outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_CLOSED), "reason", reason);
    outcome_end(out);
    table->phase = TABLE_CLOSED;
    table->close_due_ms = NO_DEADLINE;
    table->offer_due_ms = NO_DEADLINE;
    for (int i = 0; i < SEATS_MAX; i++) {
        table->seat[i].due_ms = NO_DEADLINE;
        table->seat[i].ask = 0;
    }
}

bool table_pass_host(struct table *table, int seat, struct outcome *out)
{
    for (int i = 1; i <= table->seat_count; i++) {
        int next = (seat + i) % table->seat_count;
        const struct table_seat *to = &table->seat[next];
        if (to->person != 0 && !to->left && !to->house) {
            table->host = table->seat[next].person;
            memcpy(table->host_name, table->seat[next].name, sizeof table->host_name);
            table_say_seat(table, outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_HOST), next);
            outcome_end(out);
            return true;
        }
    }
    return false;
}

/* "int.variant" and "variant" are the same; start_when_full is the table's own. */
static const char *lobby_option_name(const struct move *move)
{
    const char *name = lobby_text(move, "option");
    const char *dot = strchr(name, '.');
    return dot != NULL ? dot + 1 : name;
}

static bool lobby_own_option(const struct table *table, const char *name, const char *value,
                             bool *on_r)
{
    *on_r = strcmp(value, "on") == 0;
    return !table->game->gathers && strcmp(name, "start_when_full") == 0 &&
           (*on_r || strcmp(value, "off") == 0);
}

/* All options as they usually are, at once. */
static bool lobby_all_usual(const char *name, const char *value)
{
    return strcmp(name, TABLE_ALL_OPTIONS) == 0 && strcmp(value, TABLE_USUAL) == 0;
}

/* Persons stay: they are named by moves of their own. */
static void lobby_set_usual(struct table *table)
{
    struct options options;
    const struct option_def *row = NULL;
    options_default(table->game, &options);
    for (unsigned i = 0; (row = option_row(table->game, i)) != NULL; i++) {
        if (row->kind == OPTION_PERSON) {
            options.value[i] = table->options.value[i];
        }
    }
    table->options = options;
    table->start_when_full = false;
}

enum refusal lobby_option_check(const void *subject, struct move *move, struct outcome *out)
{
    const struct table *table = subject;
    struct options options = table->options;
    const char *name = lobby_option_name(move);
    const char *value = lobby_text(move, "value");
    const struct option_def *row = NULL;
    bool on = false;
    if (lobby_own_option(table, name, value, &on) || lobby_own_pack(table, name, value) ||
        lobby_all_usual(name, value) || table_week_option(table, name, value)) {
        return REFUSAL_NONE;
    }
    bool good = options_set(table->game, &options, name, value, &row);
    bool person = row != NULL && row->kind == OPTION_PERSON && strcmp(value, "none") != 0;
    return good && !person ? REFUSAL_NONE : table_refuse_option(row, name, out);
}

/* As many seats as the options allow; false when more people sit already. */
static bool lobby_set_seats(struct table *table)
{
    unsigned most = table_seats_most(table);
    for (unsigned i = most; i < table->seat_count; i++) {
        if (table->seat[i].person != 0) {
            return false;
        }
    }
    table->seat_count = (uint8_t)most;
    return true;
}

enum refusal lobby_option(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    const char *name = lobby_option_name(move);
    const char *value = lobby_text(move, "value");
    const struct option_def *row = NULL;
    bool on = false;
    char text[48] = {0};
    enum refusal refusal = table->game->gathers ? night_option(table) : REFUSAL_NONE;
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    if (lobby_own_option(table, name, value, &on)) {
        table->start_when_full = on;
        table_keep_text(text, sizeof text, value);
    } else if (lobby_all_usual(name, value)) {
        lobby_set_usual(table);
        table_keep_text(text, sizeof text, value);
    } else if (lobby_own_pack(table, name, value)) {
        lobby_set_pack(table, value);
        table_keep_text(text, sizeof text, value);
    } else if (table_week_option(table, name, value)) {
        refusal = table_week_choose(table, move, value, out);
        if (refusal != REFUSAL_NONE) {
            return refusal;
        }
        table_keep_text(text, sizeof text, value);
    } else if (options_set(table->game, &table->options, name, value, &row)) {
        options_print(table->game, &table->options, table_option_index(table, row->name), text);
        if (row->kind == OPTION_PERSON) {
            table->referee = 0;
            memset(table->referee_name, 0, sizeof table->referee_name);
        }
    } else {
        return table_refuse_option(row, name, out);
    }
    if (!lobby_set_seats(table)) {
        return table_refuse_option(row, name, out);
    }
    table_check_ends(table);
    table->as_last = false;
    for (int i = 0; i < table->seat_count; i++) {
        table->seat[i].ready = false; /* they were ready for something else */
        if (!table_teams_chosen(table)) {
            table->seat[i].wish = -1;
        }
    }
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_OPTION);
    value_text(facts, "option", name, strlen(name));
    value_text(facts, "value", text, strlen(text));
    outcome_end(out);
    return REFUSAL_NONE;
}

static int lobby_team_index(const struct table *table, const char *team)
{
    for (int i = 0; i < TEAMS_MAX && table->game->teams[i] != NULL; i++) {
        if (strcmp(table->game->teams[i], team) == 0) {
            return i;
        }
    }
    return -1;
}

enum refusal lobby_team(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    const char *name = lobby_text(move, "team");
    bool none = strcmp(name, "any") == 0 || strcmp(name, "none") == 0;
    int team = lobby_team_index(table, name);
    struct table_seat *seat = &table->seat[move->seat];
    if (!table_teams_chosen(table)) {
        return REFUSAL_TEAMS_RANDOM;
    }
    if (team < 0 && !none) {
        return outcome_bad_argument(out, "team", "not_a_choice");
    }
    if (seat->wish == team) {
        return REFUSAL_ALREADY_DONE;
    }
    if (team >= 0 && lobby_team_full(table, team)) {
        value_term(outcome_refuse(out, REFUSAL_TEAM_FULL), "team", table->game->teams[team]);
        outcome_end(out);
        return REFUSAL_TEAM_FULL;
    }
    seat->wish = (int8_t)team;
    table_seat_seen(table, move->seat, move->at_ms);
    struct value_tree *facts = outcome_say(out, AUDIENCE_CROWD, MSG_TABLE_TEAM);
    table_say_seat(table, facts, move->seat);
    if (team >= 0) {
        value_term(facts, "team", table->game->teams[team]);
    } else {
        value_null(facts, "team");
    }
    outcome_end(out);
    return REFUSAL_NONE;
}

enum refusal lobby_reach(void *subject, const struct move *move, struct outcome *out)
{
    struct table *table = subject;
    int at = (int)value_number_at(&move->args, "seat", SEAT_NONE);
    const char *state = lobby_text(move, "state");
    enum direct_channel reach = strcmp(state, "proven") == 0   ? DIRECT_VERIFIED
                                : strcmp(state, "failed") == 0 ? DIRECT_CLOSED
                                : strcmp(state, "behind") == 0 ? DIRECT_BEHIND
                                                               : DIRECT_UNVERIFIED;
    if (table->seat[at].reach == reach) {
        return REFUSAL_ALREADY_DONE;
    }
    table->seat[at].reach = (uint8_t)reach;
    if (reach == DIRECT_CLOSED) {
        table_say_seat(table, outcome_say(out, seat_bit(at), MSG_TABLE_NO_WAY), at);
        outcome_end(out);
    }
    return REFUSAL_NONE;
}

/* The seat whose own deadline falls next, SEAT_NONE when none does before at_ms. */
static int lobby_next_due(const struct table *table, int64_t at_ms)
{
    int next = SEAT_NONE;
    for (int i = 0; i < table->seat_count; i++) {
        int64_t due = table->seat[i].due_ms;
        if (due < at_ms && (next == SEAT_NONE || due < table->seat[next].due_ms)) {
            next = i;
        }
    }
    return next;
}

static void lobby_ask_idle(struct table *table, int at, struct outcome *out)
{
    struct table_seat *seat = &table->seat[at];
    seat->ask = ++table->asks;
    seat->due_ms += table_by_pace(table, LOBBY_DROP_LIVE_MS, LOBBY_DROP_ASYNC_MS);
    struct value_tree *facts =
        outcome_say(out, (uint16_t)(AUDIENCE_CROWD | seat_bit(at)), MSG_TABLE_STILL_HERE);
    table_say_seat(table, facts, at);
    value_number(facts, "until_ms", seat->due_ms);
    outcome_end(out);
}

/* Lets all that is due before now happen, earliest first. */
void table_lobby_fall_due(struct table *table, struct outcome *out)
{
    if (table_night_due_ms(table) < table->now_ms) {
        table_night_fall_due(table, out);
        return;
    }
    table_offer_fall_due(table, out);
    while (table->phase == TABLE_LOBBY) {
        int at = lobby_next_due(table, table->now_ms);
        if (at == SEAT_NONE) {
            break;
        }
        if (table->seat[at].ask == 0) {
            lobby_ask_idle(table, at, out);
        } else {
            table_lobby_leave(table, at, MSG_TABLE_DROPPED, table->seat[at].due_ms, out);
        }
    }
    if (table->phase == TABLE_LOBBY && table->close_due_ms < table->now_ms) {
        table_close(table, "idle", out);
    }
}
