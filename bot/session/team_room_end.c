/* How orders about rooms of teams end, what a platform tells of such a room, and the venues that
 * follow: each of these is a move with a transaction of its own. */
#include "team_room_end.h"

#include <string.h>

#include "handle.h"
#include "house_private.h"
#include "outbox_put.h"
#include "show_say.h"
#include "show_view.h"
#include "team_room.h"
#include "team_room_row.h"

static void make_venue(struct commit *commit, struct table_entry *entry,
                       const struct team_room *room, bool on)
{
    struct house *house = commit->house;
    struct move *move = &house->scratch->move;
    const struct table *table = &entry->resident->table;
    struct handling handling = {.house = house, .entry = entry, .commit = commit};
    char kind[] = "team_0";
    const char *slash = strchr(room->key, '/');
    kind[5] = (char)('0' + room->team);
    move_init(move, table_action(table, "venue"), SEAT_HOUSE, house->now_ms);
    move->person = 0;
    move->moderator = false;
    value_term(&move->args, "kind", kind);
    value_term(&move->args, "adapter", entry->room->adapter);
    value_term(&move->args, "room", slash + 1);
    value_bool(&move->args, "on", on);
    handle_move(&handling, move);
}

void team_rooms_reconcile(struct house *house, struct table_entry *entry)
{
    for (int team = 0; team < TEAMS_MAX && !house->down; team++) {
        struct team_room *room = entry->team[team];
        if (room == NULL || room->state != TEAM_ROOM_GIVEN_UP || room->key == NULL ||
            entry->load != ENTRY_RESIDENT || entry->phase >= TABLE_CLOSED) {
            continue;
        }
        struct commit *commit = commit_new(house);
        make_venue(commit, entry, room, false);
        team_room_set_key(&house->tables, room, NULL);
        commit->table = entry->id;
        tables_store(entry, commit->batch);
        commit_submit(&commit);
    }
}

/* A room that nobody wants any more was opened all the same. */
static void close_banned_words(struct commit *commit, uint64_t table, const char *key)
{
    const struct outbox_order ordered = {
        .act = ROOM_CLOSE, .room = key, .json = "", .table = table};
    outbox_put_order(&commit->mail, &ordered);
}

static void say_welcome(struct commit *commit, const struct team_room *room)
{
    struct house *house = commit->house;
    struct value fact[6];
    char text[96];
    struct value_tree facts;
    value_init(&facts, fact, 6, text, sizeof text);
    team_room_facts(room->entry, room->team, &facts);
    const struct compose compose = house_compose(house, room->entry);
    const struct outbox_message said = {
        .kind = SEND_POST,
        .room = room->key,
        .doc = compose_say(&compose, MSG_HOUSE_TEAM_ROOM, &facts, 0),
        .doc_kind = DOC_SAY,
        .table = room->entry->id,
        .number = room->entry->number,
        .seat = SEAT_NONE,
    };
    outbox_put(&commit->mail, &said);
}

static void opened(struct commit *commit, struct table_entry *entry, const struct outbox_row *row,
                   const char *platform_id)
{
    struct tables *tables = &commit->house->tables;
    struct team_room *room = entry == NULL ? NULL : entry->team[row->team];
    bool awaited = room != NULL && room->state == TEAM_ROOM_OPENING && room->row == row->id &&
                   entry->load == ENTRY_RESIDENT && entry->phase < TABLE_CLOSED;
    size_t adapter = strcspn(row->room, "/");
    char key[ROOM_KEY_BYTES + 1];
    size_t len = strlen(platform_id);
    if (len == 0 || len >= TABLE_ROOM_BYTES || adapter + len + 2 > sizeof key) {
        if (awaited) {
            team_room_give_up(commit, room, true);
        }
        return;
    }
    memcpy(key, row->room, adapter + 1);
    memcpy(key + adapter + 1, platform_id, len + 1);
    if (!awaited || team_room_at(tables, key) != NULL) {
        close_banned_words(commit, row->table, key);
        return;
    }
    room->state = TEAM_ROOM_OPEN;
    room->row = 0;
    team_room_set_key(tables, room, key);
    make_venue(commit, entry, room, true); /* orders what has changed since */
    uint64_t last = 0;
    for (unsigned i = 0; i < room->count; i++) {
        last = room->member[i].row > last ? room->member[i].row : last;
    }
    outbox_wait_also(&commit->mail, row->id, last);
    say_welcome(commit, room);
}

static void done(struct table_entry *entry, const struct outbox_row *row)
{
    struct team_room *room = entry == NULL ? NULL : entry->team[row->team];
    for (unsigned i = 0; room != NULL && i < room->count; i++) {
        if (room->member[i].row == row->id) {
            room->member[i].row = 0;
        }
    }
}

void team_room_ordered(struct commit *commit, struct table_entry *entry,
                       const struct outbox_row *row, const char *platform_id, bool gone)
{
    struct team_room *room = entry == NULL ? NULL : entry->team[row->team];
    if (platform_id != NULL && row->act == ROOM_OPEN) {
        opened(commit, entry, row, platform_id);
    } else if (platform_id != NULL) {
        done(entry, row);
    } else if (room != NULL && row->act != ROOM_CLOSE && room->state != TEAM_ROOM_GIVEN_UP &&
               (row->act == ROOM_OPEN ||
                (room->key != NULL && strcmp(room->key, row->room) == 0))) {
        team_room_give_up(commit, room, gone);
    }
    if (entry != NULL) {
        commit->table = entry->id;
        tables_store(entry, commit->batch);
    }
}

void team_room_gone(struct commit *commit, struct team_room *room)
{
    team_room_give_up(commit, room, true);
    commit->table = room->entry->id;
    tables_store(room->entry, commit->batch);
}

void team_room_moved(struct commit *commit, struct team_room *room, const char *moved_to)
{
    char key[ROOM_KEY_BYTES + 1];
    size_t adapter = strcspn(room->key, "/");
    size_t len = strlen(moved_to);
    if (len == 0 || len >= TABLE_ROOM_BYTES || room->state != TEAM_ROOM_OPEN) {
        team_room_gone(commit, room);
        return;
    }
    memcpy(key, room->key, adapter + 1);
    memcpy(key + adapter + 1, moved_to, len + 1);
    if (team_room_at(&commit->house->tables, key) != NULL) {
        return;
    }
    make_venue(commit, room->entry, room, false);
    outbox_readdress(&commit->mail, room->key, key, 0);
    team_room_set_key(&commit->house->tables, room, key);
    make_venue(commit, room->entry, room, true);
}

void team_room_changed(struct commit *commit, struct team_room *room)
{
    struct house *house = commit->house;
    struct room_capabilities capabilities = {0};
    const struct adapter_link *link = link_named(&house->links, room->entry->room->adapter);
    if (link->def == NULL || link->def->capabilities == NULL || room->state != TEAM_ROOM_OPEN) {
        return;
    }
    link->def->capabilities(link->adapter, strchr(room->key, '/') + 1, &capabilities);
    if (capabilities.mute != MUTE_POWER && capabilities.mute != MUTE_REMOVE) {
        team_room_give_up(commit, room, false);
        commit->table = room->entry->id;
        tables_store(room->entry, commit->batch);
    }
}
