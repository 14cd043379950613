/* Rooms that go, move or change, and people who leave them. Each ends in moves of the house, so
 * that a table's venues and seats are its journal's, and in a word to whom it concerns. */
#include "room_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_put.h"
#include "downtime.h"
#include "follow.h"
#include "handle.h"
#include "house_log.h"
#include "house_private.h"
#include "lobby.h"
#include "outbox_put.h"
#include "show_say.h"
#include "team_room_end.h"
#include "team_room_row.h"

enum { ROOM_TABLES_MAX = 64 };

/* The event, and the tables that stand in the room. */
struct of_room {
    struct house *house;
    const struct inbound *inbound;
    struct person *person; /* who left; NULL nobody known */
    struct team_room *team;
    char key[ROOM_KEY_BYTES];
    unsigned count;
    struct table_entry *entry[ROOM_TABLES_MAX];
};

bool room_event_is(const struct inbound *inbound)
{
    return inbound->kind == INBOUND_DEPARTED || inbound->kind == INBOUND_ROOM_GONE ||
           inbound->kind == INBOUND_ROOM_MOVED || inbound->kind == INBOUND_MESSAGE_GONE ||
           inbound->kind == INBOUND_ROOM_CHANGED || inbound->kind == INBOUND_ROOM_WITHOUT_TEXT ||
           inbound->kind == INBOUND_WORDS_REFUSED || inbound->kind == INBOUND_ROOM_SHUT;
}

static bool find_room(struct of_room *of, struct house *house, const struct inbox_item *item)
{
    const struct inbound *inbound = &item->copy.inbound;
    int len = snprintf(of->key, sizeof of->key, "%s/%s", item->adapter->name, inbound->room);
    if (len < 0 || (size_t)len >= sizeof of->key) {
        return false;
    }
    const struct room *room = tables_room(&house->tables, of->key);
    of->house = house;
    of->inbound = inbound;
    of->person = people_at(house->people, item->adapter->name, inbound->account);
    of->team = team_room_at(&house->tables, of->key);
    of->count = 0;
    for (struct table_entry *entry = room == NULL ? NULL : room->first;
         entry != NULL && of->count < ROOM_TABLES_MAX; entry = entry->next_in_room) {
        of->entry[of->count++] = entry;
    }
    return true;
}

/* A move of a row of the table's own, ready for its arguments. */
static struct move *row_move(const struct of_room *of, const struct table_entry *entry,
                             const char *name)
{
    struct move *move = &of->house->scratch->move;
    move_init(move, table_action(&entry->resident->table, name), SEAT_HOUSE, of->house->now_ms);
    move->person = 0;
    move->moderator = false;
    return move;
}

static void make_alone(const struct of_room *of, struct table_entry *entry, struct move *move)
{
    handle_house_move(of->house, entry, move);
    follow_event(of->house, entry);
}

/* --- people ----------------------------------------------------------------------------------- */

static void say_about(const struct of_room *of, struct commit *commit, struct table_entry *entry,
                      uint64_t person, enum message message)
{
    struct value fact[6];
    char text[512];
    struct value_tree facts;
    const struct person *who = people_find(of->house->people, person);
    value_init(&facts, fact, 6, text, sizeof text);
    value_object(&facts, "args");
    value_term(&facts, "game", entry->game->id);
    value_number(&facts, "number", entry->number);
    if (of->inbound->text != NULL) {
        size_t len = strnlen(of->inbound->text, 200);
        value_text(&facts, "text", of->inbound->text, len);
    } else {
        value_null(&facts, "text");
    }
    value_end(&facts);
    if (who != NULL) {
        show_say_to(commit, entry, who, message, &facts);
    }
}

/* Who is gone from where the table stands has left it. */
static void departed(const struct of_room *of)
{
    if (of->person == NULL) {
        return;
    }
    for (unsigned i = 0; i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        int seat = entry->load == ENTRY_RESIDENT
                       ? table_seat_of(&entry->resident->table, of->person->id)
                       : SEAT_NONE;
        if (seat != SEAT_NONE && entry->phase < TABLE_OVER) {
            struct move *move = row_move(of, entry, "leave");
            move->seat = (int16_t)seat;
            move->person = of->person->id;
            make_alone(of, entry, move);
        }
    }
}

static void departed_team(const struct of_room *of)
{
    struct table_entry *entry = of->team->entry;
    bool member = of->person != NULL && entry->load == ENTRY_RESIDENT &&
                  table_seat_of(&entry->resident->table, of->person->id) != SEAT_NONE;
    if (member && entry->phase == TABLE_PLAYING) {
        struct commit *commit = commit_new(of->house);
        say_about(of, commit, entry, of->person->id, MSG_HOUSE_TEAM_ROOM_LEFT);
        commit_submit(&commit);
    }
}

/* --- rooms ------------------------------------------------------------------------------------ */

/* What people wanted to be told of the room is no more. */
static void gone_alerts(const struct of_room *of)
{
    struct commit *commit = commit_new(of->house);
    size_t at = 0;
    for (struct person *person = NULL; (person = people_asking(of->house->people, &at)) != NULL;) {
        if (person_unask_room(person, of->key)) {
            if (commit->people_count == COMMIT_PEOPLE_MAX) {
                commit_submit(&commit);
                commit = commit_new(of->house);
            }
            commit_person(commit, person);
        }
    }
    commit_submit(&commit);
}

static void gone(const struct of_room *of)
{
    gone_alerts(of);
    for (unsigned i = 0; i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        house_log("room_gone", entry->id, "");
        if (entry->load == ENTRY_RESIDENT && entry->phase < TABLE_OVER) {
            make_alone(of, entry, row_move(of, entry, "lost"));
        }
    }
}

/* A board that was taken away stands again, at the end of the room. */
static void board_gone(const struct of_room *of)
{
    const char *id = of->inbound->reply_to;
    for (unsigned i = 0; id != NULL && i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        if (entry->load != ENTRY_RESIDENT || entry->board == NULL ||
            strcmp(entry->board, id) != 0) {
            continue;
        }
        struct commit *commit = commit_new(of->house);
        free(entry->board);
        entry->board = NULL;
        entry->board_shown = 0;
        tables_store(entry, commit->batch);
        board_put(commit, entry);
        commit_submit(&commit);
    }
}

static void venue(const struct of_room *of, struct commit *commit, struct table_entry *entry,
                  const char *room, bool on)
{
    struct handling handling = {.house = of->house, .entry = entry, .commit = commit};
    struct move *move = row_move(of, entry, "venue");
    value_term(&move->args, "kind", "table");
    value_term(&move->args, "adapter", entry->room->adapter);
    value_term(&move->args, "room", room);
    value_bool(&move->args, "on", on);
    handle_move(&handling, move);
}

static void say_moved(struct commit *commit, const struct table_entry *entry)
{
    struct value fact[6];
    char text[64];
    struct value_tree facts;
    value_init(&facts, fact, 6, text, sizeof text);
    value_object(&facts, "args");
    value_term(&facts, "game", entry->game->id);
    value_number(&facts, "number", entry->number);
    value_end(&facts);
    show_say(commit, entry->room->key, MSG_HOUSE_ROOM_MOVED, &facts);
}

/* May whoever says so take the table elsewhere? What the platform says is for all tables. */
static bool moves(const struct of_room *of, const struct table_entry *entry)
{
    if (of->inbound->account[0] == '\0') {
        return true;
    }
    if (of->person == NULL || entry->load != ENTRY_RESIDENT) {
        return false;
    }
    const struct table *table = &entry->resident->table;
    return table->host == of->person->id || table_seat_of(table, of->person->id) != SEAT_NONE;
}

/* Its deadlines fall again, by so much later. */
static void move_time(const struct of_room *of, struct table_entry *entry)
{
    entry->held = false;
    entry->unreachable_ms += of->inbound->age_ms;
    tables_refresh(&of->house->tables, entry, downtime_ms(of->house, entry));
}

/* The table goes on in the other room, with a board of its own there. */
static void move_table(const struct of_room *of, struct table_entry *entry, const char *key)
{
    struct house *house = of->house;
    char home[ROOM_KEY_BYTES];
    if (entry->load != ENTRY_RESIDENT || entry->phase >= TABLE_CLOSED) {
        return;
    }
    move_time(of, entry);
    follow_catch_up(house, entry, house->now_ms);
    struct commit *commit = commit_new(house);
    tables_move(&house->tables, entry, key);
    tables_set_home(&house->tables, entry, link_home(&house->links, key, home, sizeof home));
    venue(of, commit, entry, of->inbound->room, false);
    say_moved(commit, entry);
    venue(of, commit, entry, entry->room->id, true);
    board_put(commit, entry);
    lobby_put(commit, entry);
    commit->table = entry->id;
    tables_store(entry, commit->batch);
    commit_submit(&commit);
}

static void moved(const struct of_room *of)
{
    char key[ROOM_KEY_BYTES];
    const char *to = of->inbound->moved_to;
    size_t adapter = strcspn(of->key, "/") + 1;
    size_t len = to == NULL ? 0 : strlen(to);
    if (len == 0 || len >= TABLE_ROOM_BYTES || adapter + len >= sizeof key ||
        strcmp(to, of->inbound->room) == 0) {
        return;
    }
    memcpy(key, of->key, adapter);
    memcpy(key + adapter, to, len + 1);
    for (unsigned i = 0; i < of->count; i++) {
        if (!moves(of, of->entry[i])) {
            continue;
        }
        struct commit *commit = commit_new(of->house);
        outbox_readdress(&commit->mail, of->key, key, of->entry[i]->id);
        commit_submit(&commit);
        move_table(of, of->entry[i], key);
    }
    if (of->inbound->account[0] == '\0') {
        struct commit *commit = commit_new(of->house);
        outbox_readdress(&commit->mail, of->key, key, 0);
        commit_submit(&commit);
    }
}

/* Those at its tables are told how they go on. */
static void shut(const struct of_room *of)
{
    for (unsigned i = 0; i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        struct commit *commit = commit_new(of->house);
        for (unsigned k = 0; k < entry->people_count && entry->phase < TABLE_OVER; k++) {
            if (of->person == NULL || of->person->id != entry->people[k]) {
                say_about(of, commit, entry, entry->people[k], MSG_HOUSE_ROOM_SHUT);
            }
        }
        commit_submit(&commit);
    }
}

static void changed(const struct of_room *of)
{
    if (of->inbound->text == NULL) {
        return;
    }
    for (unsigned i = 0; i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        struct commit *commit = commit_new(of->house);
        for (unsigned k = 0; k < entry->people_count && entry->phase < TABLE_OVER; k++) {
            say_about(of, commit, entry, entry->people[k], MSG_HOUSE_ROOM_CHANGED);
        }
        commit_submit(&commit);
    }
}

/* A hint to who can do something about it. */
static void without_text(const struct of_room *of)
{
    for (unsigned i = 0; i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        struct commit *commit = commit_new(of->house);
        if (entry->load == ENTRY_RESIDENT && entry->phase < TABLE_OVER) {
            say_about(of, commit, entry, entry->resident->table.host, MSG_HOUSE_ROOM_DEAF);
        }
        commit_submit(&commit);
    }
}

/* Whose words a filter refused is told, alone. */
static void refused(const struct of_room *of)
{
    for (unsigned i = 0; of->inbound->reply_to != NULL && i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        struct resident *resident = entry->load == ENTRY_RESIDENT ? entry->resident : NULL;
        const struct sent_message *sent =
            resident == NULL ? NULL : sent_find(&resident->sent, of->inbound->reply_to);
        const struct table_line *line =
            sent == NULL ? NULL : table_lines_at(&resident->table.lines, sent->step);
        if (line != NULL && seat_is_person(line->seat)) {
            struct commit *commit = commit_new(of->house);
            say_about(of, commit, entry, resident->table.seat[line->seat].person,
                      MSG_HOUSE_WORDS_REFUSED);
            commit_submit(&commit);
        }
    }
}

static void of_team(const struct of_room *of)
{
    struct table_entry *entry = of->team->entry;
    if (entry->load != ENTRY_RESIDENT) {
        return;
    }
    struct commit *commit = commit_new(of->house);
    if (of->inbound->kind == INBOUND_ROOM_GONE) {
        team_room_gone(commit, of->team);
    } else if (of->inbound->kind == INBOUND_ROOM_MOVED) {
        const char *to = of->inbound->moved_to;
        team_room_moved(commit, of->team, to == NULL ? "" : to);
    } else {
        team_room_changed(commit, of->team);
    }
    commit_submit(&commit);
    follow_event(of->house, entry);
}

void room_event_apply(struct house *house, struct inbox_item *item)
{
    struct of_room of;
    if (house->down || !find_room(&of, house, item)) {
        return;
    }
    if (of.team != NULL) {
        if (of.inbound->kind == INBOUND_DEPARTED) {
            departed_team(&of);
        } else if (of.inbound->kind != INBOUND_MESSAGE_GONE &&
                   of.inbound->kind != INBOUND_ROOM_WITHOUT_TEXT &&
                   of.inbound->kind != INBOUND_WORDS_REFUSED &&
                   of.inbound->kind != INBOUND_ROOM_SHUT) {
            of_team(&of);
        }
        return;
    }
    if (of.inbound->kind == INBOUND_DEPARTED) {
        departed(&of);
    } else if (of.inbound->kind == INBOUND_ROOM_GONE) {
        gone(&of);
    } else if (of.inbound->kind == INBOUND_ROOM_MOVED) {
        moved(&of);
    } else if (of.inbound->kind == INBOUND_MESSAGE_GONE) {
        board_gone(&of);
    } else if (of.inbound->kind == INBOUND_ROOM_SHUT) {
        shut(&of);
    } else if (of.inbound->kind == INBOUND_ROOM_WITHOUT_TEXT) {
        without_text(&of);
    } else if (of.inbound->kind == INBOUND_WORDS_REFUSED) {
        refused(&of);
    } else {
        changed(&of);
    }
}
