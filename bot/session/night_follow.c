/* Each step is a move with a transaction of its own, and what has been done is seen by looking:
 * a table of the round says in its own journal and row whose it is, so that after a crash in
 * between it is found, not opened twice. */
#include "night_follow.h"

#include <stdio.h>
#include <string.h>

#include "calendar.h"
#include "downtime.h"
#include "fairness.h"
#include "finish.h"
#include "follow.h"
#include "handle.h"
#include "house_player.h"
#include "house_private.h"
#include "last_options.h"
#include "night.h"
#include "rematch_seats.h"
#include "room_words.h"
#include "sampling.h"
#include "show_view.h"
#include "table_load.h"
#include "table_night.h"

enum { NIGHT_STEPS_MAX = NIGHT_GROUPS_MAX * 3 };

/* One that is being loaded looks by itself once it is there; one that cannot be has no timer. */
static void wake(struct house *house, struct table_entry *entry)
{
    bool cold = entry != NULL && entry->load == ENTRY_COLD && !entry->unreadable;
    if (cold || (entry != NULL && entry->load == ENTRY_RESIDENT)) {
        timers_set(&house->tables.timers, &entry->timer, house->now_ms);
    }
}

/* Brings a table of the round into memory. Both stay there until the night has looked at it: where
 * few tables fit, each would be put out again for another's sake before the night gets to it. */
static void bring(struct house *house, struct table_entry *night, struct table_entry *child)
{
    night->needed = true;
    child->needed = true;
    table_load(house, child); /* which wakes the night again */
}

/* The open table in the night's room that belongs to it so. */
static struct table_entry *child_of(const struct table_entry *night, unsigned round, unsigned group)
{
    struct table_entry *entry = night->room->first;
    for (; entry != NULL; entry = entry->next_in_room) {
        if (entry->night_of == night->id && entry->night_round == round &&
            entry->night_group == group && entry->phase < TABLE_CLOSED) {
            return entry;
        }
    }
    return NULL;
}

/* --- moves of the house ------------------------------------------------------------------------
 */

static struct move *house_move(struct house *house, const struct table_entry *entry,
                               const char *name)
{
    struct move *move = &house->scratch->move;
    const struct table *table = &entry->resident->table;
    move_init(move, table_action(table, name), SEAT_HOUSE, table->now_ms);
    move->person = 0;
    move->moderator = false;
    return move;
}

/* A move of somebody who is dealt to this table; text arguments live in the arena. */
static struct move *guest_move(struct handling *handling, const char *name,
                               const struct night_guest *guest)
{
    struct move *move = &handling->house->scratch->move;
    const struct table *table = &handling->entry->resident->table;
    move_init(move, table_action(table, name), SEAT_NONE, table->now_ms);
    move->person = guest->person;
    move->moderator = false;
    move->seat = (int16_t)table_seat_of(table, guest->person);
    return move;
}

/* --- a new table -------------------------------------------------------------------------------
 */

/* Which night it belongs to: a table of a round by round and group, the next night by its time. */
struct night_link {
    uint64_t of;
    unsigned round, group;
    int64_t at_ms;
};

static void link_write(const struct night_link *link, struct move *move)
{
    value_object(&move->args, "night");
    value_number(&move->args, "after", (int64_t)link->of);
    if (link->round > 0) {
        value_number(&move->args, "round", link->round);
        value_number(&move->args, "group", link->group);
    } else {
        value_number(&move->args, "at", link->at_ms);
    }
    value_end(&move->args);
}

/* With the options that the game was last played with in this room, and the room's words. */
static void open_options(const struct handling *handling, const struct table *as, struct move *move)
{
    struct house *house = handling->house;
    const struct table_entry *entry = handling->entry;
    const struct value_tree none = {.count = 0};
    const struct option_def *row = NULL;
    bool full = false;
    value_object(&move->args, "options");
    for (unsigned i = OPTION_COMMON_COUNT; as != NULL && (row = option_row(as->game, i)) != NULL;
         i++) {
        char *value = arena_take(house->arena, 48);
        options_print(as->game, &as->options, i, value);
        value_text(&move->args, row->name, value, strlen(value));
    }
    bool last = as == NULL && last_options_add(handling, &none, &move->args, &full);
    const char *pack =
        as == NULL ? sampling_room_choice(house, entry->game, entry->room->key) : NULL;
    if (pack != NULL) {
        value_text(&move->args, "pack", pack, strlen(pack));
    }
    value_end(&move->args);
    if (last) {
        value_bool(&move->args, "last", true);
    }
}

/* Who hosts a table, and how they are called. */
struct night_host {
    uint64_t person;
    const char *name;
};

/* The night's host, unless they play at another table of the round: then the first of the group. */
static struct night_host link_host(const struct table *table, const struct night_link *link)
{
    const struct night *night = table_night_of(table);
    struct night_host host = {.person = table->host, .name = table->host_name};
    int guest = link->round == 0 ? -1 : night_find(night, table->host);
    unsigned of = guest < 0 ? 0 : night->guest[guest].group[link->round - 1];
    for (int i = 0; of != 0 && of != link->group && i < night->guest_count; i++) {
        if (night->guest[i].group[link->round - 1] == link->group) {
            return (struct night_host){night->guest[i].person, night->guest[i].name};
        }
    }
    return host;
}

/* Opens one in the night's room; false where that cannot be now. */
static bool open_table(struct handling *handling, const struct table_entry *night,
                       const struct game_def *game, const struct night_link *link)
{
    struct house *house = handling->house;
    const struct table *table = &night->resident->table;
    const struct night_host host = link_host(table, link);
    char header[CHAIN_HEADER_BYTES];
    char *commitment = arena_take(house->arena, SEED_BYTES * 2 + 1);
    struct table_entry *entry = tables_open(&house->tables, night->room->key,
                                            night->home == NULL ? NULL : night->home->key, game);
    entry->downtime_ms = downtime_ms(house, entry);
    chain_header(header, game->id, entry->rules_version, entry->id);
    chain_begin(&entry->resident->chain, header);
    fairness_commitment(entry->secret, commitment);
    handling->entry = entry;
    struct move *move = &house->scratch->move;
    move_init(move, table_action(&entry->resident->table, "open"), SEAT_NONE, house->now_ms);
    move->person = host.person;
    move->moderator = false;
    value_term(&move->args, "game", game->id);
    value_number(&move->args, "number", entry->number);
    value_text(&move->args, "name", host.name, strlen(host.name));
    value_term(&move->args, "adapter",
               arena_text(house->arena, entry->room->adapter, strlen(entry->room->adapter)));
    value_term(&move->args, "room",
               arena_text(house->arena, entry->room->id, strlen(entry->room->id)));
    value_term(&move->args, "commitment", commitment);
    open_options(handling, game->gathers ? table : NULL, move);
    link_write(link, move);
    if (handle_move(handling, move) == REFUSAL_NONE) {
        return true;
    }
    tables_remove(&house->tables, entry);
    handling->entry = NULL;
    return false;
}

/* Options of last time that leave too few seats are let go. */
static void make_room(struct handling *handling, const struct night *night, unsigned group)
{
    unsigned people = 0;
    const struct table *table = &handling->entry->resident->table;
    for (int i = 0; i < night->guest_count; i++) {
        people += night->guest[i].group[night->round - 1] == group;
    }
    if (people <= table->seat_count) {
        return;
    }
    struct move *move = &handling->house->scratch->move;
    move_init(move, table_action(table, "option"), SEAT_NONE, table->now_ms);
    move->person = table->host;
    move->moderator = false;
    value_term(&move->args, "option", TABLE_ALL_OPTIONS);
    value_term(&move->args, "value", TABLE_USUAL);
    handle_move(handling, move);
}

/* Everybody of the group sits down and is ready. */
static void seat_group(struct handling *handling, const struct night *night, unsigned group)
{
    struct house *house = handling->house;
    for (int i = 0; i < night->guest_count; i++) {
        const struct night_guest *guest = &night->guest[i];
        if (guest->group[night->round - 1] != group) {
            continue;
        }
        char *event = arena_take(house->arena, TABLE_EVENT_ID_BYTES);
        snprintf(event, TABLE_EVENT_ID_BYTES, "night/%llu/%u/%d",
                 (unsigned long long)handling->entry->night_of, night->round, i);
        struct move *move = guest_move(handling, "join", guest);
        value_text(&move->args, "name", guest->name, strlen(guest->name));
        value_term(&move->args, "event", event);
        if (handle_move(handling, move) == REFUSAL_NONE) {
            move = guest_move(handling, "ready", guest);
            value_bool(&move->args, "on", true);
            handle_move(handling, move);
        }
    }
}

/* Where they are too few the house sits down with them. */
static void fill_group(struct house *house, struct table_entry *entry)
{
    while (!house->down && entry->load == ENTRY_RESIDENT &&
           entry->resident->table.phase == TABLE_LOBBY &&
           table_players(&entry->resident->table) < entry->game->seats_min &&
           house_player_sits(house, entry, house_player_name(house, entry))) {
    }
}

/* The table of a group: as it was opened before a crash, or a new one. */
static struct table_entry *group_table(struct house *house, struct table_entry *entry,
                                       unsigned group)
{
    const struct night *night = table_night_of(&entry->resident->table);
    struct table_entry *child = child_of(entry, night->round, group);
    if (child != NULL) {
        return child;
    }
    struct commit *commit = commit_new(house);
    struct handling handling = {.house = house, .commit = commit};
    const struct night_link link = {.of = entry->id, .round = night->round, .group = group};
    if (!open_table(&handling, entry, night_plays(&entry->resident->table.options), &link)) {
        commit_drop(&commit);
        return NULL;
    }
    make_room(&handling, night, group);
    seat_group(&handling, night, group);
    child = handling.entry;
    commit_submit(&commit);
    fill_group(house, child);
    return child;
}

static bool group_opens(struct house *house, struct table_entry *entry, unsigned group)
{
    struct table_entry *child = group_table(house, entry, group);
    if (child == NULL || house->down) {
        return false;
    }
    struct move *move = house_move(house, entry, "night_opened");
    value_number(&move->args, "group", group);
    value_number(&move->args, "number", child->number);
    bool noted = handle_house_move(house, entry, move);
    if (noted && child->load == ENTRY_RESIDENT) {
        follow_event(house, child);
    }
    return noted;
}

/* --- results -----------------------------------------------------------------------------------
 */

/* Who has won at it, or shares the victory; nobody where the game has no result. */
static void score_write(const struct table_entry *child, struct move *move)
{
    struct finish finish;
    bool done = child != NULL && finish_of_table(&child->resident->table, &finish);
    const struct table *table = done ? &child->resident->table : NULL;
    const struct result *result =
        done ? &((const struct game_state *)(const void *)table->state)->result : NULL;
    bool counts = done && !table->aborted;
    static const char *const lists[] = {"won", "tied"};
    value_object(&move->args, "who");
    for (unsigned tie = 0; tie < 2; tie++) {
        enum game_outcome outcome = tie == 1 ? OUTCOME_TIE : OUTCOME_WIN;
        value_list(&move->args, lists[tie]);
        for (int i = 0; counts && result->outcome == outcome && i < table->seat_count; i++) {
            if ((result->winners & seat_bit(i)) != 0 && !table->seat[i].house) {
                value_number(&move->args, NULL, (int64_t)table->seat[i].person);
            }
        }
        value_end(&move->args);
    }
    value_end(&move->args);
}

/* The time of the round is up, and its tables are to stop. */
static bool night_stops(const struct table *table)
{
    const struct night *night = table_night_of(table);
    return table->options.value[NIGHT_OVERTIME] == NIGHT_STOP && night->warned &&
           night->round_due_ms == NO_DEADLINE;
}

static void stop_table(struct house *house, struct table_entry *child)
{
    const struct table *table = &child->resident->table;
    struct move *move = &house->scratch->move;
    move_init(move, table_action(table, "abort"), SEAT_NONE, table->now_ms);
    move->seat = (int16_t)table_acts_as(table, table->host, false);
    move->person = table->host;
    move->moderator = true;
    handle_house_move(house, child, move);
}

/* Brings what came of the group's table; false: it is played still, or not in memory yet. */
static bool group_ends(struct house *house, struct table_entry *entry, unsigned group)
{
    const struct night *night = table_night_of(&entry->resident->table);
    struct table_entry *child = child_of(entry, night->round, group);
    if (child != NULL && child->load == ENTRY_FROZEN) {
        child = NULL; /* nothing comes of it any more */
    }
    bool stops = child != NULL && child->phase < TABLE_OVER && night_stops(&entry->resident->table);
    if (child != NULL && child->phase < TABLE_OVER && !stops) {
        return false;
    }
    if (child != NULL && child->load != ENTRY_RESIDENT) {
        bring(house, entry, child);
        return false;
    }
    if (stops) {
        stop_table(house, child);
    }
    if (child != NULL) {
        child->needed = false;
    }
    if (child != NULL && child->phase < TABLE_OVER) {
        return false;
    }
    struct move *move = house_move(house, entry, "night_scored");
    value_number(&move->args, "group", group);
    score_write(child, move);
    return handle_house_move(house, entry, move);
}

/* --- the next night ----------------------------------------------------------------------------
 */

/* The same time of day a week on, where the room is; the house may have been away for weeks. */
static int64_t week_on_ms(struct house *house, const struct table_entry *entry, int64_t at_ms)
{
    const struct compose compose = house_compose(house, entry);
    const char *zone = compose.zone == NULL ? "UTC" : compose.zone;
    unsigned weeks = 1;
    while (calendar_weeks_later(zone, at_ms, weeks) <= house->now_ms) {
        weeks++;
    }
    return calendar_weeks_later(zone, at_ms, weeks);
}

static struct table_entry *next_of(const struct table_entry *night)
{
    struct table_entry *entry = night->room->first;
    for (; entry != NULL; entry = entry->next_in_room) {
        if (entry->night_of == night->id && entry->night_round == 0) {
            return entry;
        }
    }
    return NULL;
}

static bool night_goes_on(struct house *house, struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    const struct night *night = table_night_of(table);
    int64_t at_ms = week_on_ms(house, entry, night->at_ms);
    struct table_entry *next = next_of(entry);
    if (next == NULL) {
        struct commit *commit = commit_new(house);
        struct handling handling = {.house = house, .commit = commit};
        const struct night_link link = {.of = entry->id, .at_ms = at_ms};
        if (!open_table(&handling, entry, entry->game, &link)) {
            commit_drop(&commit);
            return false;
        }
        next = handling.entry;
        commit_submit(&commit);
    }
    struct move *move = house_move(house, entry, "night_followed");
    value_number(&move->args, "table", (int64_t)next->id);
    value_number(&move->args, "at", at_ms);
    return handle_house_move(house, entry, move);
}

/* --- what is to be done now --------------------------------------------------------------------
 */

static bool night_deals(struct house *house, struct table_entry *entry)
{
    struct move *move = house_move(house, entry, "start");
    const struct handling handling = {.house = house, .entry = entry};
    handle_resolve(&handling, move);
    return handle_house_move(house, entry, move);
}

/* The next table that is to be opened, else one whose result can be brought. */
static bool round_step(struct house *house, struct table_entry *entry)
{
    const struct night *night = table_night_of(&entry->resident->table);
    for (unsigned i = 0; i < night->group_count; i++) {
        if (night->group[i].number == 0) {
            return group_opens(house, entry, i + 1);
        }
    }
    for (unsigned i = 0; i < night->group_count; i++) {
        if (!night->group[i].over && group_ends(house, entry, i + 1)) {
            return true;
        }
    }
    return false;
}

static bool night_step(struct house *house, struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    const struct night *night = table_night_of(table);
    bool weekly = table->options.value[NIGHT_REPEAT] == NIGHT_WEEKLY && !night->off;
    switch ((enum night_stage)night->stage) {
    case NIGHT_DEALING:
        return night_deals(house, entry);
    case NIGHT_ROUND:
        return round_step(house, entry);
    case NIGHT_OVER:
        return weekly && night->next == 0 && table->phase == TABLE_OVER &&
               night_goes_on(house, entry);
    case NIGHT_SIGN_UP:
    case NIGHT_CHECK_IN:
    case NIGHT_BREAK:
        break;
    }
    return false;
}

void night_follow(struct house *house, struct table_entry *entry)
{
    if (house->down || entry->load != ENTRY_RESIDENT) {
        return;
    }
    if (!entry->game->gathers) {
        bool waited = entry->night_of != 0 && (entry->phase >= TABLE_OVER || entry->needed);
        wake(house, waited ? tables_find(&house->tables, entry->night_of) : NULL);
        return;
    }
    entry->needed = false;
    for (int i = 0; i < NIGHT_STEPS_MAX && !house->down && entry->load == ENTRY_RESIDENT &&
                    night_step(house, entry);
         i++) {
    }
}

void night_wake_all(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        wake(house, entry->game->gathers && entry->phase < TABLE_CLOSED ? entry : NULL);
    }
}
