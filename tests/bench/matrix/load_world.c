#include "load_world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "load_people.h"
#include "print.h"

void load_world_open(struct load_world *world, unsigned rooms, unsigned players)
{
    *world = (struct load_world){.players = players};
    load_world_room(world, 0, false);
    world->rooms[0].lobby = true;
    for (unsigned i = 1; i <= rooms; i++) {
        load_world_room(world, i % players, false);
    }
}

bool load_world_encrypt(struct load_world *world)
{
    world->people = load_people_open(world->players);
    return world->people != NULL;
}

void load_world_close(struct load_world *world)
{
    load_people_close(&world->people);
    for (size_t i = 0; i < world->line_count; i++) {
        free(world->lines[i].sealed);
    }
    free(world->rooms);
    free(world->lines);
}

unsigned load_world_room(struct load_world *world, unsigned player, bool fresh)
{
    if (world->room_count == world->room_size) {
        world->room_size = world->room_size * 2 + 64;
        world->rooms = heap_grow(world->rooms, world->room_size, sizeof *world->rooms);
    }
    world->rooms[world->room_count] = (struct load_room){.player = player, .fresh = fresh};
    world->fresh += fresh ? 1 : 0;
    return world->room_count++;
}

void load_world_say(struct load_world *world, const struct load_line *line)
{
    if (world->line_count == world->line_size) {
        world->line_size = world->line_size * 2 + 64;
        world->lines = heap_grow(world->lines, world->line_size, sizeof *world->lines);
    }
    world->lines[world->line_count++] = *line;
}

bool load_world_waits(const struct load_world *world)
{
    return world->fresh > 0 || world->line_next < world->line_count;
}

unsigned load_world_find(const struct load_world *world, const char *text)
{
    const char *number = strstr(text, "%21");
    number = number != NULL ? number + 3 : strchr(text, '!');
    if (number == NULL) {
        return world->room_count;
    }
    number += *number == '!' ? 1 : 0;
    unsigned long room = strtoul(number, NULL, 10);
    return room < world->room_count ? (unsigned)room : world->room_count;
}

/* --- events ----------------------------------------------------------------------------------- */

/* The beginning of an event of the bot's, up to what is in its content. */
static void world_state_event(struct load_world *world, struct buf *out, const char *type,
                              const char *key, const char *content)
{
    print_to(
        out,
        "{\"type\":\"%s\",\"state_key\":\"%s\",\"event_id\":\"$%llu\",\"sender\":\"" LOAD_BOT
        "\",\"origin_server_ts\":1795000000000,\"content\":%s,\"unsigned\":{\"age\":86400000}}",
        type, key, (unsigned long long)world->event++, content);
}

static void world_member(struct load_world *world, struct buf *out, unsigned player)
{
    print_to(out,
             ",{\"type\":\"m.room.member\",\"state_key\":\"@p%u:bench\",\"event_id\":\"$%llu\","
             "\"sender\":\"@p%u:bench\",\"origin_server_ts\":1795000000000,\"content\":{"
             "\"membership\":\"join\",\"displayname\":\"Player %u\"},\"unsigned\":{\"age\":"
             "86400000}}",
             player, (unsigned long long)world->event++, player, player);
}

/* The state events of a room, with commas between, without brackets. */
static void world_state(struct load_world *world, unsigned room, struct buf *out)
{
    static const char *const events[][3] = {
        {"m.room.create", "", "{\"room_version\":\"11\",\"m.federate\":true}"},
        {"m.room.member", LOAD_BOT, "{\"membership\":\"join\",\"displayname\":\"bot\"}"},
        {"m.room.power_levels", "",
         "{\"users\":{\"" LOAD_BOT "\":100},\"users_default\":0,\"events\":{\"m.room.name\":50,"
         "\"m.room.power_levels\":100,\"m.room.history_visibility\":100,\"m.room.canonical_alias\":"
         "50,\"m.room.avatar\":50,\"m.room.tombstone\":100,\"m.room.server_acl\":100,"
         "\"m.room.encryption\":100},\"events_default\":0,\"state_default\":100,\"ban\":50,"
         "\"kick\":50,\"redact\":50,\"invite\":100,\"historical\":100}"},
        {"m.room.join_rules", "", "{\"join_rule\":\"invite\"}"},
        {"m.room.history_visibility", "", "{\"history_visibility\":\"joined\"}"},
        {"m.room.guest_access", "", "{\"guest_access\":\"forbidden\"}"},
        {"m.room.name", "", "{\"name\":\"A room of the measurement\"}"},
        {"m.room.canonical_alias", "", "{\"alias\":\"#room-of-the-measurement:bench\"}"},
        {"m.room.avatar", "", "{\"url\":\"mxc://bench/abcdefghijklmnopqrstuvwx\"}"},
        {"m.room.topic", "",
         "{\"topic\":\"Words as long as those that people tend to put above a room of theirs, so "
         "that as many bytes come as would come from a real one. They say who may come, what is "
         "played, and when everybody meets. There are rules, too: that nobody is laughed at, that "
         "whoever is tired may stop, that there is a pause at nine, and that the last one to leave "
         "says good night. Somebody has also written down where the room is in summer, which is "
         "under the trees.\"}"},
    };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        buf_text(out, i > 0 ? "," : "");
        world_state_event(world, out, events[i][0], events[i][1], events[i][2]);
    }
    if (world->rooms[room].encrypted) {
        buf_text(out, ",");
        world_state_event(world, out, "m.room.encryption", "",
                          "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}");
    }
    if (!world->rooms[room].lobby) {
        world_member(world, out, world->rooms[room].player);
        return;
    }
    for (unsigned player = 0; player < world->players; player++) {
        world_member(world, out, player);
    }
}

static void world_line(struct buf *out, const struct load_line *line, char kind, size_t number)
{
    if (line->sealed != NULL) {
        print_to(out,
                 "{\"type\":\"m.room.encrypted\",\"event_id\":\"$%c%zu\",\"sender\":"
                 "\"@p%u:bench\",\"origin_server_ts\":1795000000000,\"content\":%s}",
                 kind, number, line->player, line->sealed);
        return;
    }
    print_to(
        out,
        "{\"type\":\"m.room.message\",\"event_id\":\"$%c%zu\",\"sender\":\"@p%u:bench\","
        "\"origin_server_ts\":1795000000000,\"content\":{\"msgtype\":\"m.text\",\"body\":\"%s\","
        "\"m.mentions\":{}},\"unsigned\":{\"age\":20}}",
        kind, number, line->player, line->words);
}

/* --- bodies ----------------------------------------------------------------------------------- */

void load_world_state(struct load_world *world, unsigned room, struct buf *out)
{
    buf_text(out, "[");
    world_state(world, room, out);
    buf_text(out, "]");
}

void load_world_members(const struct load_world *world, unsigned room, struct buf *out)
{
    const struct load_room *kept = &world->rooms[room];
    unsigned last = kept->lobby ? world->players - 1 : kept->player;
    buf_text(out, "{\"joined\":{\"" LOAD_BOT "\":{\"display_name\":\"bot\"}");
    for (unsigned player = kept->lobby ? 0 : kept->player; player <= last; player++) {
        print_to(out, ",\"@p%u:bench\":{\"display_name\":\"Player %u\"}", player, player);
    }
    buf_text(out, "}}");
}

/* The token says how far lines have been told. */
static void world_begin(struct buf *out, size_t next)
{
    print_to(out,
             "{\"next_batch\":\"s%zu\",\"account_data\":{\"events\":[]},"
             "\"device_one_time_keys_count\":{\"signed_curve25519\":50},"
             "\"device_unused_fallback_key_types\":[\"signed_curve25519\"],",
             next);
}

static void world_rooms(struct buf *out)
{
    buf_text(out, "\"rooms\":{\"invite\":{},\"leave\":{},\"join\":{");
}

/* Seals the lines of a batch, and tells the keys by which that is done for the first time. */
static void world_seal(struct load_world *world, size_t end, struct buf *out)
{
    char name[32];
    bool any = false;
    buf_text(out, "\"to_device\":{\"events\":[");
    for (size_t i = world->line_next; i < end; i++) {
        struct load_line *line = &world->lines[i];
        struct load_room *room = &world->rooms[line->room];
        if (!room->encrypted || line->sealed != NULL) {
            continue;
        }
        if (!room->keyed) {
            room->keyed = true;
            snprintf(name, sizeof name, "!%u:bench", line->room);
            buf_text(out, any ? "," : "");
            load_people_key(world->people, line->player, name, out);
            any = true;
        }
        line->sealed = load_people_say(world->people, line->player, line->words);
    }
    buf_text(out, "]},");
}

static void world_joined(struct load_world *world, unsigned room, struct buf *out,
                         const struct load_line *line)
{
    print_to(out, "\"!%u:bench\":{\"state\":{\"events\":[", room);
    world_state(world, room, out);
    buf_text(out, "]},\"timeline\":{\"events\":[");
    if (line != NULL) {
        world_line(out, line, 'o', room);
    }
    print_to(out,
             "],\"limited\":%s,\"prev_batch\":\"p\"},\"ephemeral\":{\"events\":[]},"
             "\"account_data\":{\"events\":[]},\"unread_notifications\":{},\"summary\":{}}",
             line != NULL ? "true" : "false");
}

void load_world_first(struct load_world *world, struct buf *out)
{
    world_begin(out, world->line_next);
    world_rooms(out);
    for (unsigned room = 0; room < world->room_count; room++) {
        const struct load_line old = {.player = world->rooms[room].player,
                                      .words = "something that was said a good while ago"};
        buf_text(out, room > 0 ? "," : "");
        world_joined(world, room, out, &old);
        world->rooms[room].fresh = false;
    }
    world->fresh = 0;
    buf_text(out, "}}}");
}

void load_world_since(struct load_world *world, const char *token)
{
    size_t number = token[0] == 's' ? strtoul(token + 1, NULL, 10) : world->line_next;
    if (number < world->line_next) {
        world->line_next = number;
    }
}

/* Rooms that the bot has been joined to, most of them the last that were made. */
static bool world_fresh(struct load_world *world, struct buf *out)
{
    bool any = false;
    for (unsigned room = world->room_count; room > 0 && world->fresh > 0; room--) {
        if (world->rooms[room - 1].fresh) {
            buf_text(out, any ? "," : "");
            world_joined(world, room - 1, out, NULL);
            world->rooms[room - 1].fresh = false;
            world->fresh--;
            any = true;
        }
    }
    return any;
}

/* How far a batch goes: up to its size, and up to a room that is in it already. */
static size_t world_batch(struct load_world *world)
{
    size_t end = world->line_next;
    unsigned last = world->room_count;
    world->batch++;
    for (; end < world->line_count && end < world->line_next + LOAD_BATCH_MAX; end++) {
        struct load_room *room = &world->rooms[world->lines[end].room];
        if (room->batch == world->batch && world->lines[end].room != last) {
            break;
        }
        room->batch = world->batch;
        last = world->lines[end].room;
    }
    return end;
}

/* A line is told; the first time from now on its answer is awaited. */
static void world_tell(struct load_world *world, struct buf *out)
{
    const struct load_line *line = &world->lines[world->line_next];
    struct load_room *room = &world->rooms[line->room];
    world_line(out, line, 'l', world->line_next);
    if (world->line_next == world->line_told) {
        world->line_told++;
        if (!room->lobby || (world->crowd && line->due_us != 0)) {
            assert(room->count < LOAD_UNANSWERED_MAX);
            room->heard_us[(room->first + room->count++) % LOAD_UNANSWERED_MAX] = line->due_us;
        }
    }
    world->line_next++;
}

void load_world_next(struct load_world *world, struct buf *out)
{
    size_t end = world_batch(world);
    world_begin(out, end);
    if (world->people != NULL) {
        world_seal(world, end, out);
    }
    world_rooms(out);
    bool any = world_fresh(world, out);
    while (world->line_next < end) {
        unsigned room = world->lines[world->line_next].room;
        print_to(out, "%s\"!%u:bench\":{\"timeline\":{\"events\":[", any ? "," : "", room);
        any = true;
        world_tell(world, out);
        while (world->line_next < end && world->lines[world->line_next].room == room) {
            buf_text(out, ",");
            world_tell(world, out);
        }
        buf_text(out, "],\"limited\":false,\"prev_batch\":\"p\"}}");
    }
    buf_text(out, "}}}");
}
