/* What a platform is asked so that a team has a room of its own, with who encrypts silent in it. A
 * room is known here as it will be when all its orders are done; they are rows of the outbox, in
 * order, written with the move that they follow from. Whatever a platform refuses gives the room
 * up: the team then talks through the bot, which can always keep somebody silent. */
#include "team_room.h"

#include <stdlib.h>
#include <string.h>

#include "doc_json.h"
#include "heap.h"
#include "house_private.h"
#include "json_out.h"
#include "outbox_order.h"
#include "show_table.h"
#include "turn.h"

enum { ORDER_JSON_BYTES = 4096 };

/* Who belongs into a team's room now. */
struct wanted {
    unsigned count;
    uint64_t person[SEATS_MAX];
    bool silent[SEATS_MAX];
};

static void want(const struct table *table, int team, struct wanted *wanted)
{
    uint16_t seats = table_team_seats(table, team);
    uint16_t hushed = table_hushed(table);
    wanted->count = 0;
    for (int seat = 0; seat < table->seat_count; seat++) {
        if ((seats & seat_bit(seat)) != 0) {
            wanted->silent[wanted->count] = (hushed & seat_bit(seat)) != 0;
            wanted->person[wanted->count++] = table->seat[seat].person;
        }
    }
}

static struct team_member *member_of(struct team_room *room, uint64_t person)
{
    for (unsigned i = 0; i < room->count; i++) {
        if (room->member[i].person == person) {
            return &room->member[i];
        }
    }
    return NULL;
}

static const char *account_of(const struct team_room *room, const struct house *house, uint64_t id)
{
    const struct person *person = people_find(house->people, id);
    return person == NULL ? NULL : person_account(person, room->entry->room->adapter);
}

static struct team_room *room_new(struct table_entry *entry, int team)
{
    struct team_room *room = heap_take(sizeof *room);
    room->entry = entry;
    room->team = (uint8_t)team;
    entry->team[team] = room;
    return room;
}

static void room_set_key(struct tables *tables, struct team_room *room, const char *key)
{
    if (room->key != NULL) {
        map_remove(&tables->team_rooms, room->key);
        free(room->key);
    }
    room->key = heap_copy(key);
    if (key != NULL) {
        map_put(&tables->team_rooms, room->key, room);
    }
}

static uint64_t order(struct commit *commit, const struct team_room *room, enum room_act act,
                      const char *account)
{
    const struct outbox_order ordered = {
        .act = act,
        .room = room->key,
        .account = account,
        .json = "",
        .table = room->entry->id,
        .team = room->team,
    };
    return outbox_put_order(commit, &ordered);
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Can this platform keep a room for the team, with somebody silent in it? */
static bool can_open(struct house *house, const struct table_entry *entry,
                     const struct wanted *wanted)
{
    struct room_caps caps = {0};
    const struct adapter_link *link = house_link(house, entry->room->adapter);
    if (wanted->count < 2 || link->def == NULL || link->def->caps == NULL ||
        link->def->order == NULL) {
        return false;
    }
    link->def->caps(link->adapter, entry->room->id, &caps);
    bool silences = caps.silence == SILENCE_POWER || caps.silence == SILENCE_REMOVE;
    for (unsigned i = 0; i < wanted->count && silences; i++) {
        const struct person *person = people_find(house->people, wanted->person[i]);
        silences = person != NULL && person_account(person, entry->room->adapter) != NULL;
    }
    return caps.team_rooms && silences;
}

static void room_facts(const struct table_entry *entry, int team, struct facts *facts)
{
    facts_object(facts, "args");
    facts_term(facts, "game", entry->game->id);
    facts_number(facts, "number", entry->number);
    facts_term(facts, "team", entry->game->teams[team]);
    facts_end(facts);
}

static void write_accounts(const struct team_room *room, const struct house *house,
                           const struct wanted *wanted, bool silent, struct buf *json)
{
    bool any = false;
    json_out_key(json, silent ? "silent" : "members");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < wanted->count; i++) {
        const char *account = account_of(room, house, wanted->person[i]);
        if (account != NULL && (!silent || wanted->silent[i])) {
            buf_text(json, any ? "," : "");
            json_out_string(json, account, strlen(account));
            any = true;
        }
    }
    buf_add(json, "]", 1);
}

static void room_open(struct commit *commit, struct table_entry *entry, int team,
                      const struct wanted *wanted)
{
    struct house *house = commit->house;
    struct team_room *room = room_new(entry, team);
    struct fact fact[6];
    char text[96];
    struct facts facts;
    struct buf json;
    facts_init(&facts, fact, 6, text, sizeof text);
    room_facts(entry, team, &facts);
    buf_init(&json, ORDER_JSON_BYTES);
    buf_add(&json, "{", 1);
    json_out_text(&json, "name",
                  catalogue_text(house->setup.catalogue, house->arena,
                                 message_name(MSG_HOUSE_TEAM_ROOM_NAME), &facts, 0, NULL));
    write_accounts(room, house, wanted, false, &json);
    write_accounts(room, house, wanted, true, &json);
    buf_add(&json, "}", 1);
    const struct outbox_order ordered = {
        .act = ROOM_OPEN,
        .room = entry->room->key,
        .json = json.text,
        .table = entry->id,
        .team = team,
    };
    room->row = outbox_put_order(commit, &ordered);
    for (unsigned i = 0; i < wanted->count; i++) {
        room->member[room->count++] =
            (struct team_member){.person = wanted->person[i], .silent = wanted->silent[i]};
    }
    buf_deinit(&json);
}

/* --- keeping up ------------------------------------------------------------------------------- */

static void tell_team(struct commit *commit, const struct team_room *room, enum message message)
{
    struct house *house = commit->house;
    struct fact fact[6];
    char text[96];
    struct facts facts;
    facts_init(&facts, fact, 6, text, sizeof text);
    room_facts(room->entry, room->team, &facts);
    for (unsigned i = 0; i < room->count; i++) {
        const struct person *person = people_find(house->people, room->member[i].person);
        if (person != NULL) {
            show_say_to(commit, room->entry, person, message, &facts);
        }
    }
}

/* Closed, unless it is gone already; the venue goes by a move of its own. */
static void give_up(struct commit *commit, struct team_room *room, bool gone)
{
    if (room->state == TEAM_ROOM_OPEN && !gone) {
        order(commit, room, ROOM_CLOSE, NULL);
    }
    if (room->state == TEAM_ROOM_OPEN && room->entry->phase < TABLE_CLOSED) {
        tell_team(commit, room, MSG_HOUSE_TEAM_ROOM_LOST);
    }
    room->state = TEAM_ROOM_GIVEN_UP;
    room->row = 0;
    room->count = 0;
}

static bool is_wanted(const struct wanted *wanted, uint64_t person)
{
    for (unsigned i = 0; i < wanted->count; i++) {
        if (wanted->person[i] == person) {
            return true;
        }
    }
    return false;
}

static void take_out(struct commit *commit, struct team_room *room, const struct wanted *wanted)
{
    for (unsigned i = room->count; i-- > 0;) {
        uint64_t person = room->member[i].person;
        if (!is_wanted(wanted, person)) {
            const char *account = account_of(room, commit->house, person);
            if (account != NULL) {
                order(commit, room, ROOM_REMOVE, account);
            }
            room->member[i] = room->member[--room->count];
        }
    }
}

/* Silence goes before voice, so that what one may hear of another is not said meanwhile. */
static void set_silence(struct commit *commit, struct team_room *room, uint64_t person, bool silent)
{
    struct team_member *member = member_of(room, person);
    const char *account = account_of(room, commit->house, person);
    if (member == NULL || account == NULL || member->silent == silent) {
        return;
    }
    member->silent = silent;
    uint64_t row = order(commit, room, silent ? ROOM_SILENCE : ROOM_VOICE, account);
    member->row = silent ? row : 0;
}

static void keep_up(struct commit *commit, struct team_room *room, const struct wanted *wanted)
{
    take_out(commit, room, wanted);
    for (unsigned i = 0; i < wanted->count; i++) {
        const char *account = account_of(room, commit->house, wanted->person[i]);
        if (account == NULL) {
            give_up(commit, room, false); /* they are on another platform */
            return;
        }
        if (member_of(room, wanted->person[i]) == NULL) {
            order(commit, room, ROOM_ADD, account);
            room->member[room->count++] = (struct team_member){.person = wanted->person[i]};
        }
    }
    for (int silent = 1; silent >= 0; silent--) {
        for (unsigned i = 0; i < wanted->count; i++) {
            if (wanted->silent[i] == (silent == 1)) {
                set_silence(commit, room, wanted->person[i], silent == 1);
            }
        }
    }
}

void team_rooms_follow(struct commit *commit, struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    if (!table_has_talk(table) || table->phase < TABLE_PLAYING) {
        return;
    }
    if (table->phase == TABLE_CLOSED) {
        team_rooms_close(commit, entry);
        return;
    }
    for (int team = 0; team < TEAMS_MAX && entry->game->teams[team] != NULL; team++) {
        struct team_room *room = entry->team[team];
        struct wanted wanted;
        want(table, team, &wanted);
        if (room == NULL && table->phase == TABLE_PLAYING && table_wants_rooms(table) &&
            can_open(commit->house, entry, &wanted)) {
            room_open(commit, entry, team, &wanted);
        } else if (room != NULL && room->state == TEAM_ROOM_OPEN) {
            keep_up(commit, room, &wanted);
        }
    }
}

void team_rooms_close(struct commit *commit, struct table_entry *entry)
{
    for (int team = 0; team < TEAMS_MAX; team++) {
        struct team_room *room = entry->team[team];
        if (room != NULL) {
            entry->phase = TABLE_CLOSED;
            give_up(commit, room, false);
        }
    }
}

uint64_t team_room_wait(const struct table_entry *entry, uint64_t person)
{
    uint64_t row = 0;
    for (int team = 0; team < TEAMS_MAX && entry->resident != NULL; team++) {
        struct team_room *room = entry->team[team];
        const struct table *table = &entry->resident->table;
        int seat = table_seat_of(table, person);
        struct team_member *member = room == NULL ? NULL : member_of(room, person);
        if (member == NULL || (table_hushed(table) & seat_bit(seat)) == 0) {
            continue;
        }
        if (room->state == TEAM_ROOM_OPENING && !member->silent) {
            row = room->row; /* it opens with them speaking, and is put right then */
        } else if (room->state == TEAM_ROOM_OPEN) {
            row = member->row;
        }
    }
    return row;
}

static void make_venue(struct commit *commit, struct table_entry *entry,
                       const struct team_room *room, bool on)
{
    struct house *house = commit->house;
    struct move *move = &house->scratch->move;
    const struct table *table = &entry->resident->table;
    struct turn turn = {.house = house, .entry = entry, .commit = commit};
    char kind[] = "team_0";
    const char *slash = strchr(room->key, '/');
    kind[5] = (char)('0' + room->team);
    move_init(move, table_action(table, "venue"), SEAT_HOUSE, house->now_ms);
    move->person = 0;
    move->moderator = false;
    facts_term(&move->args, "kind", kind);
    facts_term(&move->args, "adapter", entry->room->adapter);
    facts_term(&move->args, "room", slash + 1);
    facts_bool(&move->args, "on", on);
    turn_make(&turn, move);
}

void team_rooms_settle(struct house *house, struct table_entry *entry)
{
    for (int team = 0; team < TEAMS_MAX && !house->down; team++) {
        struct team_room *room = entry->team[team];
        if (room == NULL || room->state != TEAM_ROOM_GIVEN_UP || room->key == NULL ||
            entry->load != ENTRY_RESIDENT || entry->phase >= TABLE_CLOSED) {
            continue;
        }
        struct commit *commit = commit_new(house);
        make_venue(commit, entry, room, false);
        room_set_key(&house->tables, room, NULL);
        commit->table = entry->id;
        tables_store(entry, commit->batch);
        commit_submit(&commit);
    }
}

/* --- how orders end --------------------------------------------------------------------------- */

/* A room that nobody wants any more was opened all the same. */
static void close_unwanted(struct commit *commit, uint64_t table, const char *key)
{
    const struct outbox_order ordered = {
        .act = ROOM_CLOSE, .room = key, .json = "", .table = table};
    outbox_put_order(commit, &ordered);
}

static void say_welcome(struct commit *commit, const struct team_room *room)
{
    struct house *house = commit->house;
    struct fact fact[6];
    char text[96];
    struct facts facts;
    facts_init(&facts, fact, 6, text, sizeof text);
    room_facts(room->entry, room->team, &facts);
    const struct compose compose = house_compose(house, room->entry);
    const struct outbox_message said = {
        .kind = SEND_POST,
        .room = room->key,
        .doc = compose_say(&compose, MSG_HOUSE_TEAM_ROOM, &facts, 0),
        .doc_kind = "say",
        .entry = room->entry,
        .seat = SEAT_NONE,
    };
    outbox_put(commit, &said);
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
            give_up(commit, room, true);
        }
        return;
    }
    memcpy(key, row->room, adapter + 1);
    memcpy(key + adapter + 1, platform_id, len + 1);
    if (!awaited || team_room_at(tables, key) != NULL) {
        close_unwanted(commit, row->table, key);
        return;
    }
    room->state = TEAM_ROOM_OPEN;
    room->row = 0;
    room_set_key(tables, room, key);
    make_venue(commit, entry, room, true); /* orders what has changed since */
    uint64_t last = 0;
    for (unsigned i = 0; i < room->count; i++) {
        last = room->member[i].row > last ? room->member[i].row : last;
    }
    outbox_wait_also(commit, row->id, last);
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
        give_up(commit, room, gone);
    }
    if (entry != NULL) {
        commit->table = entry->id;
        tables_store(entry, commit->batch);
    }
}

void team_room_gone(struct commit *commit, struct team_room *room)
{
    give_up(commit, room, true);
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
    outbox_readdress(commit, room->key, key);
    room_set_key(&commit->house->tables, room, key);
    make_venue(commit, room->entry, room, true);
}

void team_room_changed(struct commit *commit, struct team_room *room)
{
    struct house *house = commit->house;
    struct room_caps caps = {0};
    const struct adapter_link *link = house_link(house, room->entry->room->adapter);
    if (link->def == NULL || link->def->caps == NULL || room->state != TEAM_ROOM_OPEN) {
        return;
    }
    link->def->caps(link->adapter, strchr(room->key, '/') + 1, &caps);
    if (caps.silence != SILENCE_POWER && caps.silence != SILENCE_REMOVE) {
        give_up(commit, room, false);
        commit->table = room->entry->id;
        tables_store(room->entry, commit->batch);
    }
}
