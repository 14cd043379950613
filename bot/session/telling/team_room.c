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
#include "outbox_put.h"
#include "room_words.h"
#include "show_say.h"
#include "team_room_row.h"

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

static const char *account_of(const struct team_room *room, const struct house *house, uint64_t id)
{
    const struct person *person = people_find(house->people, id);
    return person == NULL ? NULL : person_account(person, room->entry->room->adapter);
}

static struct team_room *room_new(struct table_entry *entry, int team)
{
    struct team_room *room = heap_allocate(sizeof *room);
    room->entry = entry;
    room->team = (uint8_t)team;
    entry->team[team] = room;
    return room;
}

static uint64_t order(struct commit *commit, const struct team_room *room,
                      enum room_operation_kind act, const char *account)
{
    const struct outbox_order ordered = {
        .act = act,
        .room = room->key,
        .account = account,
        .json = "",
        .table = room->entry->id,
        .team = room->team,
    };
    return outbox_put_order(&commit->mail, &ordered);
}

/* Can this platform keep a room for the team, with somebody silent in it? */
static bool can_open(struct house *house, const struct table_entry *entry,
                     const struct wanted *wanted)
{
    struct room_capabilities capabilities = {0};
    const struct adapter_link *link = link_named(&house->links, entry->room->adapter);
    if (wanted->count < 2 || link->def == NULL || link->def->capabilities == NULL ||
        link->def->operate == NULL) {
        return false;
    }
    link->def->capabilities(link->adapter, entry->room->id, &capabilities);
    bool silences = capabilities.mute == MUTE_POWER || capabilities.mute == MUTE_REMOVE;
    for (unsigned i = 0; i < wanted->count && silences; i++) {
        const struct person *person = people_find(house->people, wanted->person[i]);
        silences = person != NULL && person_account(person, entry->room->adapter) != NULL;
    }
    return capabilities.team_rooms && silences;
}

void team_room_facts(const struct table_entry *entry, int team, struct value_tree *facts)
{
    value_object(facts, "args");
    value_term(facts, "game", entry->game->id);
    value_number(facts, "number", entry->number);
    value_term(facts, "team", entry->game->teams[team]);
    value_end(facts);
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
    struct value fact[6];
    char text[96];
    struct value_tree facts;
    struct buf json;
    value_init(&facts, fact, 6, text, sizeof text);
    team_room_facts(entry, team, &facts);
    buf_init(&json, ORDER_JSON_BYTES);
    buf_add(&json, "{", 1);
    json_out_text(&json, "name",
                  catalogue_text(room_words(house, entry->room->adapter, entry->room->id),
                                 house->arena, message_name(MSG_HOUSE_TEAM_ROOM_NAME), &facts, 0,
                                 NULL));
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
    room->row = outbox_put_order(&commit->mail, &ordered);
    for (unsigned i = 0; i < wanted->count; i++) {
        room->member[room->count++] =
            (struct team_member){.person = wanted->person[i], .silent = wanted->silent[i]};
    }
    buf_deinit(&json);
}

static void tell_team(struct commit *commit, const struct team_room *room, enum message message)
{
    struct house *house = commit->house;
    struct value fact[6];
    char text[96];
    struct value_tree facts;
    value_init(&facts, fact, 6, text, sizeof text);
    team_room_facts(room->entry, room->team, &facts);
    for (unsigned i = 0; i < room->count; i++) {
        const struct person *person = people_find(house->people, room->member[i].person);
        if (person != NULL) {
            show_say_to(commit, room->entry, person, message, &facts);
        }
    }
}

void team_room_give_up(struct commit *commit, struct team_room *room, bool gone)
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
    struct team_member *member = team_member_of(room, person);
    const char *account = account_of(room, commit->house, person);
    if (member == NULL || account == NULL || member->silent == silent) {
        return;
    }
    member->silent = silent;
    uint64_t row = order(commit, room, silent ? ROOM_MUTE : ROOM_UNMUTE, account);
    member->row = silent ? row : 0;
}

static void keep_up(struct commit *commit, struct team_room *room, const struct wanted *wanted)
{
    take_out(commit, room, wanted);
    for (unsigned i = 0; i < wanted->count; i++) {
        const char *account = account_of(room, commit->house, wanted->person[i]);
        if (account == NULL) {
            team_room_give_up(commit, room, false); /* they are on another platform */
            return;
        }
        if (team_member_of(room, wanted->person[i]) == NULL) {
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
            team_room_give_up(commit, room, false);
        }
    }
}

/* --- how orders end --------------------------------------------------------------------------- */
