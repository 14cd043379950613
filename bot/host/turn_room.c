/* Rooms that go, move or change, and people who leave them. Each ends in moves of the house, so
 * that a table's venues and seats are its journal's, and in a word to whom it concerns. */
#include "turn_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house_log.h"
#include "house_private.h"
#include "outbox_order.h"
#include "show_table.h"
#include "team_room.h"
#include "turn.h"

enum { ROOM_TABLES_MAX = 64 };

/* What is heard, and the tables that stand in the room. */
struct of_room {
    struct house *house;
    const struct heard *heard;
    struct person *person; /* who left; NULL nobody known */
    struct team_room *team;
    char key[ROOM_KEY_BYTES];
    unsigned count;
    struct table_entry *entry[ROOM_TABLES_MAX];
};

bool turn_is_of_room(const struct heard *heard)
{
    return heard->kind == HEARD_DEPARTED || heard->kind == HEARD_ROOM_GONE ||
           heard->kind == HEARD_ROOM_MOVED || heard->kind == HEARD_MESSAGE_GONE ||
           heard->kind == HEARD_ROOM_CHANGED || heard->kind == HEARD_ROOM_DEAF ||
           heard->kind == HEARD_WORDS_REFUSED;
}

static bool find_room(struct of_room *of, struct house *house, const struct inbox_item *item)
{
    const struct heard *heard = &item->copy.heard;
    int len = snprintf(of->key, sizeof of->key, "%s/%s", item->adapter->name, heard->room);
    if (len < 0 || (size_t)len >= sizeof of->key) {
        return false;
    }
    const struct room *room = tables_room(&house->tables, of->key);
    of->house = house;
    of->heard = heard;
    of->person = people_at(house->people, item->adapter->name, heard->account);
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
    turn_house(of->house, entry, move);
    turn_follow(of->house, entry);
}

/* --- people ----------------------------------------------------------------------------------- */

static void say_about(const struct of_room *of, struct commit *commit, struct table_entry *entry,
                      uint64_t person, enum message message)
{
    struct fact fact[6];
    char text[512];
    struct facts facts;
    const struct person *who = people_find(of->house->people, person);
    facts_init(&facts, fact, 6, text, sizeof text);
    facts_object(&facts, "args");
    facts_term(&facts, "game", entry->game->id);
    facts_number(&facts, "number", entry->number);
    if (of->heard->text != NULL) {
        size_t len = strnlen(of->heard->text, 200);
        facts_text(&facts, "text", of->heard->text, len);
    } else {
        facts_null(&facts, "text");
    }
    facts_end(&facts);
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

static void gone(const struct of_room *of)
{
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
    const char *id = of->heard->reply_to;
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
        outbox_put_board(commit, entry);
        commit_submit(&commit);
    }
}

static void venue(const struct of_room *of, struct commit *commit, struct table_entry *entry,
                  const char *room, bool on)
{
    struct turn turn = {.house = of->house, .entry = entry, .commit = commit};
    struct move *move = row_move(of, entry, "venue");
    facts_term(&move->args, "kind", "table");
    facts_term(&move->args, "adapter", entry->room->adapter);
    facts_term(&move->args, "room", room);
    facts_bool(&move->args, "on", on);
    turn_make(&turn, move);
}

static void say_moved(struct commit *commit, const struct table_entry *entry)
{
    struct fact fact[6];
    char text[64];
    struct facts facts;
    facts_init(&facts, fact, 6, text, sizeof text);
    facts_object(&facts, "args");
    facts_term(&facts, "game", entry->game->id);
    facts_number(&facts, "number", entry->number);
    facts_end(&facts);
    show_say(commit, entry->room->key, MSG_HOUSE_ROOM_MOVED, &facts);
}

/* The table goes on in the other room, with a board of its own there. */
static void move_table(const struct of_room *of, struct table_entry *entry, const char *key)
{
    struct house *house = of->house;
    if (entry->load != ENTRY_RESIDENT || entry->phase >= TABLE_CLOSED) {
        return;
    }
    turn_catch_up(house, entry, house->now_ms);
    struct commit *commit = commit_new(house);
    tables_move(&house->tables, entry, key);
    venue(of, commit, entry, of->heard->room, false);
    say_moved(commit, entry);
    venue(of, commit, entry, entry->room->id, true);
    outbox_put_board(commit, entry);
    commit->table = entry->id;
    tables_store(entry, commit->batch);
    commit_submit(&commit);
}

static void moved(const struct of_room *of)
{
    char key[ROOM_KEY_BYTES];
    const char *to = of->heard->moved_to;
    size_t adapter = strcspn(of->key, "/") + 1;
    size_t len = to == NULL ? 0 : strlen(to);
    if (len == 0 || len >= TABLE_ROOM_BYTES || adapter + len >= sizeof key ||
        strcmp(to, of->heard->room) == 0) {
        return;
    }
    memcpy(key, of->key, adapter);
    memcpy(key + adapter, to, len + 1);
    struct commit *commit = commit_new(of->house);
    outbox_readdress(commit, of->key, key);
    commit_submit(&commit);
    for (unsigned i = 0; i < of->count; i++) {
        move_table(of, of->entry[i], key);
    }
}

static void changed(const struct of_room *of)
{
    if (of->heard->text == NULL) {
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
static void deaf(const struct of_room *of)
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
    for (unsigned i = 0; of->heard->reply_to != NULL && i < of->count; i++) {
        struct table_entry *entry = of->entry[i];
        struct resident *resident = entry->load == ENTRY_RESIDENT ? entry->resident : NULL;
        const struct sent_message *sent =
            resident == NULL ? NULL : sent_find(&resident->sent, of->heard->reply_to);
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
    if (of->heard->kind == HEARD_ROOM_GONE) {
        team_room_gone(commit, of->team);
    } else if (of->heard->kind == HEARD_ROOM_MOVED) {
        const char *to = of->heard->moved_to;
        team_room_moved(commit, of->team, to == NULL ? "" : to);
    } else {
        team_room_changed(commit, of->team);
    }
    commit_submit(&commit);
    turn_follow(of->house, entry);
}

void turn_room(struct house *house, struct inbox_item *item)
{
    struct of_room of;
    if (house->down || !find_room(&of, house, item)) {
        return;
    }
    if (of.team != NULL) {
        if (of.heard->kind == HEARD_DEPARTED) {
            departed_team(&of);
        } else if (of.heard->kind != HEARD_MESSAGE_GONE && of.heard->kind != HEARD_ROOM_DEAF &&
                   of.heard->kind != HEARD_WORDS_REFUSED) {
            of_team(&of);
        }
        return;
    }
    if (of.heard->kind == HEARD_DEPARTED) {
        departed(&of);
    } else if (of.heard->kind == HEARD_ROOM_GONE) {
        gone(&of);
    } else if (of.heard->kind == HEARD_ROOM_MOVED) {
        moved(&of);
    } else if (of.heard->kind == HEARD_MESSAGE_GONE) {
        board_gone(&of);
    } else if (of.heard->kind == HEARD_ROOM_DEAF) {
        deaf(&of);
    } else if (of.heard->kind == HEARD_WORDS_REFUSED) {
        refused(&of);
    } else {
        changed(&of);
    }
}
