/* A house in a world that only the test moves. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "doc_json.h"
#include "heap.h"
#include "languages.h"
#include "seat.h"

enum { SETTLE_RUNS_MAX = 20000 };

const char world_name[] = "sim";

struct adapter {
    struct world *world;
};

static struct world *disk_of; /* the driver has no context of its own */

static const char *const pinned_seed =
    "0000000000000000000000000000000000000000000000000000000000000000";

static int64_t world_now(void *context)
{
    return ((const struct world *)context)->now_ms;
}

static int world_commit(void *db, struct store_batch *const *batches, size_t count,
                        struct fault *fault)
{
    struct world *world = disk_of;
    world->commits++;
    bool last = world->dies_in > 0 && --world->dies_in == 0;
    if (last && world->dies_dry) {
        disk_of->driver->commit(db, batches, count, fault);
    }
    world->dead = world->dead || last;
    if (world->dead || world->disk_full) {
        return fault_set(fault, FAULT_FULL, "the disk takes nothing");
    }
    return disk_of->driver->commit(db, batches, count, fault);
}

void world_where(const struct sending *sending, char where[WORLD_NAME_BYTES])
{
    bool private = sending->kind == SEND_PRIVATE || sending->kind == SEND_ANSWER;
    snprintf(where, WORLD_NAME_BYTES, "%s%s", private ? "" : "#",
             private ? sending->account : sending->room);
}

static struct world_message *message_by_id(const struct world *world, const char *id)
{
    for (size_t i = 0; id != NULL && i < world->message_count; i++) {
        if (strcmp(world->messages[i].id, id) == 0) {
            return &world->messages[i];
        }
    }
    return NULL;
}

/* Ids count what stands in a place, so that they say nothing about other places. */
static struct world_message *message_add(struct world *world, const char *where)
{
    unsigned number = 0;
    for (size_t i = 0; i < world->message_count; i++) {
        number += strcmp(world->messages[i].where, where) == 0;
    }
    if (world->message_count == world->message_room) {
        world->message_room = world->message_room == 0 ? 64 : world->message_room * 2;
        world->messages = heap_grow(world->messages, world->message_room, sizeof *world->messages);
    }
    struct world_message *message = &world->messages[world->message_count++];
    memset(message, 0, sizeof *message);
    snprintf(message->where, sizeof message->where, "%s", where);
    snprintf(message->id, sizeof message->id, "%.40s.%u", where, number);
    return message;
}

/* A platform shows a message with a key that it knows only once. */
static struct world_message *message_by_nonce(const struct world *world, const char *nonce)
{
    for (size_t i = world->message_count; i-- > 0;) {
        if (strcmp(world->messages[i].nonce, nonce) == 0) {
            return &world->messages[i];
        }
    }
    return NULL;
}

struct world_message *world_show(struct world *world, const struct sending *sending)
{
    char where[WORLD_NAME_BYTES];
    world_where(sending, where);
    bool edits = sending->edit_of != NULL && sending->edit_of[0] != '\0';
    struct world_message *message = edits ? message_by_id(world, sending->edit_of) : NULL;
    if (message == NULL) {
        message = message_by_nonce(world, sending->nonce);
    }
    if (message == NULL) {
        message = message_add(world, where);
        snprintf(message->nonce, sizeof message->nonce, "%s", sending->nonce);
    }
    message->moved = ++world->moves;
    free(message->doc);
    message->doc = doc_json_text(sending->doc, &sending->head);
    return message;
}

static void platform_send(struct adapter *adapter, const struct sending *sending)
{
    struct world *world = adapter->world;
    if (world->dead) {
        return;
    }
    if (world->send == NULL || world->send(world->context, sending)) {
        const struct world_message *message = world_show(world, sending);
        house_delivered(world->house, adapter, sending->row, message->id, NULL, 0, NULL);
    }
}

static void platform_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    const struct world *world = adapter->world;
    if (world->stored != NULL && !world->dead) {
        world->stored(world->context, token, fault);
    }
}

static void platform_capabilities(const struct adapter *adapter, const char *room,
                                  struct room_capabilities *capabilities)
{
    (void)adapter;
    (void)room;
    *capabilities = (struct room_capabilities){
        .private_reply = true, .buttons = true, .pictures = true, .draws = true};
}

static const char *platform_person(const struct adapter *adapter, const char *account)
{
    (void)adapter;
    return account;
}

/* People of the simulation are in all of its rooms. */
static enum may_read platform_may_read(const struct adapter *adapter, const char *room,
                                       const char *account)
{
    (void)adapter;
    (void)room;
    (void)account;
    return MAY_READ_YES;
}

static const struct adapter_def platform = {
    .name = world_name,
    .capabilities = platform_capabilities,
    .send = platform_send,
    .stored = platform_stored,
    .may_read = platform_may_read,
    .person_name = platform_person,
};

static void must(bool good, const char *what, const struct fault *fault)
{
    if (!good) {
        fprintf(stderr, "%s: %s\n", what, fault->text);
        exit(EXIT_FAILURE);
    }
}

static void house_open(struct world *world)
{
    struct fault fault = {FAULT_NONE, ""};
    const struct house_setup setup = {
        .store = world->store,
        .clock = {world_now, world_now, world},
        .entropy = entropy_seeded(&world->dice, world->dice + 1),
        .catalogue = world->catalogue,
        .limits = &world->limits,
        .tables_resident_max = world->resident_max,
    };
    world->house = house_new(&setup, &fault);
    must(world->house != NULL, "house", &fault);
    if (!world->fair) {
        house_pin(world->house, pinned_seed, world->deal);
    }
    house_add_adapter(world->house, &platform, world->adapter);
}

void world_open(struct world *world, const char *path)
{
    struct fault fault = {FAULT_NONE, ""};
    disk_of = world;
    const char *url = getenv("DD_POSTGRES"); /* the simulation over that database */
    const char *place = url != NULL ? url : path == NULL ? ":memory:" : path;
    world->driver = store_driver_of(place);
    world->disk = *world->driver;
    world->disk.commit = world_commit;
    world->now_ms = 1893499200000;
    world->adapter = heap_allocate(sizeof *world->adapter);
    world->adapter->world = world;
    world->catalogue = languages_new("en", &fault);
    must(world->catalogue != NULL, "language", &fault);
    world->store = store_open(&world->disk, place, false, NULL, NULL, &fault);
    must(world->store != NULL, "store", &fault);
    house_open(world);
}

void world_close(struct world *world)
{
    world->dead = true;
    house_free(&world->house);
    store_close(&world->store);
    catalogue_free(&world->catalogue);
    for (size_t i = 0; i < world->message_count; i++) {
        free(world->messages[i].doc);
    }
    free(world->messages);
    free(world->adapter);
}

void world_restart(struct world *world, int64_t downtime_ms)
{
    world->dead = true;
    house_free(&world->house);
    world->dead = false;
    world->dies_in = 0;
    world->now_ms += downtime_ms;
    house_open(world);
}

bool world_settle(struct world *world)
{
    for (int i = 0; i < SETTLE_RUNS_MAX; i++) {
        if ((!house_run(world->house) && house_is_idle(world->house)) || world->dead) {
            return true;
        }
    }
    return false;
}

bool world_pass(struct world *world, int64_t ms)
{
    int64_t until_ms = world->now_ms + ms;
    bool rests = true;
    while (rests && world->now_ms < until_ms && !world->dead) {
        int64_t due_ms = house_due_ms(world->house);
        due_ms = due_ms <= world->now_ms ? world->now_ms + 1 : due_ms;
        world->now_ms = due_ms < until_ms ? due_ms : until_ms;
        rests = world_settle(world);
    }
    return rests;
}

static bool read_button(const struct world_message *message, const char *label,
                        char control[WORLD_CONTROL_BYTES])
{
    cJSON *json = cJSON_ParseWithLength(message->doc, strlen(message->doc));
    const cJSON *choice = NULL;
    bool found = false;
    cJSON_ArrayForEach(choice, cJSON_GetObjectItemCaseSensitive(json, "panel"))
    {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(choice, "label"));
        if (text != NULL && strcmp(text, label) == 0) {
            snprintf(control, WORLD_CONTROL_BYTES, "%s",
                     cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(choice, "control")));
            found = true;
        }
    }
    cJSON_Delete(json);
    return found;
}

bool world_button(const struct world *world, const char *who, const char *label,
                  char control[WORLD_CONTROL_BYTES])
{
    unsigned newest = 0;
    control[0] = '\0';
    for (size_t i = 0; i < world->message_count; i++) {
        const struct world_message *message = &world->messages[i];
        bool seen = message->where[0] == '#' || strcmp(message->where, who) == 0;
        if (seen && message->moved > newest && read_button(message, label, control)) {
            newest = message->moved;
        }
    }
    return newest > 0;
}

struct inbound world_inbound(const struct world *world, const char *who, const char *event_id)
{
    struct inbound inbound = {
        .adapter = world_name,
        .event_id = event_id,
        .room = "den",
        .account = who,
        .name = who,
        .at_ms = world->now_ms,
        .reply_seat = SEAT_NONE,
    };
    return inbound;
}
