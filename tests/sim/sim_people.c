/* People who mostly do what is asked of them, and often anything else: old buttons, forms filled in
 * badly, words that mean nothing. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "controls.h"
#include "table_view.h"

static const char *const rooms[SIM_ROOMS] = {"den", "attic", "yard"};

struct sim_event *sim_event_new(struct sim *sim, enum inbound_kind kind, unsigned who)
{
    if (sim->event_count == SIM_EVENTS_MAX) {
        sim_fail(sim, "the simulator has room for no more events");
    }
    struct sim_event *event = &sim->events[sim->event_count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->who = who;
    event->room = sim_roll(sim, SIM_ROOMS);
    return event;
}

void sim_hear(struct sim *sim, unsigned index)
{
    struct sim_event *event = &sim->events[index];
    struct value fact[SIM_FIELDS_MAX];
    char text[512];
    char id[32];
    struct value_tree args;
    snprintf(id, sizeof id, "e%u", index);
    struct inbound inbound = world_inbound(&sim->world, sim_name(event->who), id);
    value_init(&args, fact, SIM_FIELDS_MAX, text, sizeof text);
    for (unsigned i = 0; i < event->field_count; i++) {
        value_text(&args, event->name[i], event->value[i], strlen(event->value[i]));
    }
    inbound.kind = event->kind;
    inbound.room = event->private ? inbound.account : rooms[event->room];
    inbound.private_room = event->private;
    inbound.moderator = event->who == SIM_PEOPLE - 1;
    inbound.text = event->text;
    inbound.control = event->control;
    inbound.args = event->kind == INBOUND_FORM ? &args : NULL;
    event->late = false;
    event->inbound = house_enqueue(sim->world.house, sim->world.adapter, &inbound, NULL, 0,
                                   (char *)sim + index + 1) ||
                     event->inbound;
}

void sim_event_done(struct sim *sim)
{
    unsigned index = sim->event_count - 1;
    if (sim_fault(sim, 20)) {
        sim->events[index].late = true;
        return;
    }
    sim_hear(sim, index);
    if (sim_fault(sim, 15)) {
        sim->duplicates++;
        sim_hear(sim, sim_roll(sim, 2) == 0 ? index : sim_roll(sim, sim->event_count));
    }
}

static unsigned room_of(const char *name)
{
    unsigned room = 0;
    while (room + 1 < SIM_ROOMS && strcmp(rooms[room], name) != 0) {
        room++;
    }
    return room;
}

static void type(struct sim *sim, unsigned who, bool private, const char *text)
{
    struct sim_event *event = sim_event_new(sim, INBOUND_TEXT, who);
    event->private = private;
    snprintf(event->text, sizeof event->text, "%s", text);
    sim_event_done(sim);
}

static unsigned who_is(const struct table *table, int seat)
{
    for (unsigned who = 0; seat_is_person(seat) && who < SIM_PEOPLE; who++) {
        if (strcmp(table->seat[seat].name, sim_name(who)) == 0) {
            return who;
        }
    }
    return SIM_PEOPLE;
}

/* A button of a table pressed in its room, or its act typed there. */
static void act_at(struct sim *sim, const struct table_entry *entry, unsigned who, const char *act)
{
    bool typed = sim_roll(sim, 3) == 0;
    struct sim_event *event = sim_event_new(sim, typed ? INBOUND_TEXT : INBOUND_PRESS, who);
    event->room = room_of(entry->room->id);
    if (typed) {
        snprintf(event->text, sizeof event->text, "!%s", act);
    } else {
        controls_print(event->control, entry->tag, 0, act, NULL);
    }
    sim_event_done(sim);
}

static unsigned who_hosts(struct sim *sim, const struct table *table)
{
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        if (strcmp(table->host_name, sim_name(who)) == 0) {
            return who;
        }
    }
    return sim_roll(sim, SIM_PEOPLE);
}

/* People come to a night, say that they are here, and go; its host begins. */
static void come(struct sim *sim, const struct table_entry *entry)
{
    static const char *const acts[] = {"join", "join", "join", "ready", "ready", "leave"};
    if (sim_roll(sim, 6) == 0) {
        act_at(sim, entry, who_hosts(sim, &entry->resident->table), "start");
    } else {
        act_at(sim, entry, sim_roll(sim, SIM_PEOPLE),
               acts[sim_roll(sim, sizeof acts / sizeof acts[0])]);
    }
}

/* A lobby waits for people or the house, then for its host. */
static void gather(struct sim *sim, const struct table_entry *entry)
{
    if (entry->game->gathers) {
        come(sim, entry);
        return;
    }
    const struct table *table = &entry->resident->table;
    unsigned players = table_players(table);
    bool enough = players >= table->game->seats_min;
    bool full = players == table->seat_count;
    if (full || (enough && sim_roll(sim, 4) == 0)) {
        act_at(sim, entry, who_hosts(sim, table), "start");
    } else if (table_people(table) > 0 && sim_roll(sim, 2) == 0) {
        act_at(sim, entry, who_hosts(sim, table), "bot");
    } else {
        act_at(sim, entry, sim_roll(sim, SIM_PEOPLE), "join");
    }
}

/* What is waited for and no button can do is said in the room, in words of any kind. */
static void speak(struct sim *sim, const struct table_entry *entry, int seat, unsigned who)
{
    const struct sim_field field = {
        .table = &entry->resident->table, .seat = seat, .who = who, .name = "say", .kind = "text"};
    struct sim_event *event = sim_event_new(sim, INBOUND_TEXT, who);
    char value[SIM_VALUE_BYTES];
    event->room = room_of(entry->room->id);
    sim_value(sim, &field, value);
    snprintf(event->text, sizeof event->text, "%s", value);
    sim_event_done(sim);
}

/* The moderator gets a game going that somebody paused, or in which somebody cannot move. */
static void help(struct sim *sim, const struct table_entry *entry)
{
    struct sim_event *event = sim_event_new(sim, INBOUND_PRESS, SIM_PEOPLE - 1);
    event->room = room_of(entry->room->id);
    controls_print(event->control, entry->tag, 0, sim_roll(sim, 2) == 0 ? "resume" : "skip", NULL);
    sim_hear(sim, sim->event_count - 1);
}

/* Somebody does what some table waits for, or something else that it offers. False when no table
 * waits. */
static bool obey_some(struct sim *sim)
{
    const struct table_entry *chosen = NULL;
    struct table_entry *entry = NULL;
    struct owed_list list;
    unsigned seen = 0;
    size_t at = 0;
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        bool open = entry->phase < TABLE_OVER && !(sim->calm && entry->game->gathers);
        if (open && sim_roll(sim, ++seen) == 0) {
            chosen = entry;
        }
    }
    if (chosen == NULL) {
        return false;
    }
    if (chosen->resident == NULL || chosen->load != ENTRY_RESIDENT) {
        help(sim, chosen); /* which brings it back into memory */
        return false;
    }
    const struct table *table = &chosen->resident->table;
    if (table->phase == TABLE_LOBBY && sim_roll(sim, 8) != 0) {
        gather(sim, chosen);
        return true;
    }
    table_owed(table, &list);
    if (list.count == 0) {
        return false;
    }
    const struct owed *owed = &list.owed[sim_roll(sim, (unsigned)list.count)];
    unsigned who = owed->seat == SEAT_MODERATOR ? SIM_PEOPLE - 1 : who_is(table, owed->seat);
    if (who == SIM_PEOPLE) {
        return false;
    }
    if (!sim_take_offer(sim, table, owed->seat, who, sim->calm || sim_roll(sim, 6) != 0)) {
        speak(sim, chosen, owed->seat, who);
    }
    return true;
}

static void fill(struct sim *sim, struct sim_event *event, const cJSON *form)
{
    const cJSON *field = NULL;
    cJSON_ArrayForEach(field, cJSON_GetObjectItemCaseSensitive(form, "fields"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(field, "name"));
        const cJSON *choices = cJSON_GetObjectItemCaseSensitive(field, "choices");
        int count = cJSON_GetArraySize(choices);
        if (name == NULL || event->field_count == SIM_FIELDS_MAX) {
            return;
        }
        unsigned at = event->field_count++;
        snprintf(event->name[at], sizeof event->name[at], "%s", name);
        snprintf(event->value[at], sizeof event->value[at], "%u", sim_roll(sim, 6));
        if (count > 0) {
            const cJSON *choice = cJSON_GetArrayItem(choices, (int)sim_roll(sim, (unsigned)count));
            const char *value =
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(choice, "value"));
            snprintf(event->value[at], sizeof event->value[at], "%s", value == NULL ? "" : value);
        }
    }
}

/* A button of a message that stands before somebody, new or old. */
static void press_some(struct sim *sim, unsigned who)
{
    size_t count = sim->world.message_count;
    size_t last = count < SIM_BUTTONS_OF_LAST ? count : SIM_BUTTONS_OF_LAST;
    if (count == 0) {
        return;
    }
    const struct world_message *message =
        &sim->world.messages[count - 1 - sim_roll(sim, (unsigned)last)];
    if (message->where[0] != '#' && strcmp(message->where, sim_name(who)) != 0) {
        return;
    }
    cJSON *json = cJSON_ParseWithLength(message->doc, strlen(message->doc));
    const cJSON *panel = cJSON_GetObjectItemCaseSensitive(json, "panel");
    int buttons = cJSON_GetArraySize(panel);
    if (buttons > 0) {
        const cJSON *choice = cJSON_GetArrayItem(panel, (int)sim_roll(sim, (unsigned)buttons));
        const cJSON *form = cJSON_GetObjectItemCaseSensitive(choice, "form");
        const char *control =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(choice, "control"));
        struct sim_event *event =
            sim_event_new(sim, form == NULL ? INBOUND_PRESS : INBOUND_FORM, who);
        snprintf(event->control, sizeof event->control, "%s", control == NULL ? "" : control);
        event->private = message->where[0] != '#';
        event->room = room_of(message->where + 1);
        if (form != NULL) {
            fill(sim, event, form);
        }
        sim_event_done(sim);
    }
    cJSON_Delete(json);
}

static void help_all(struct sim *sim)
{
    const struct table_entry *entry = NULL;
    size_t at = 0;
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        if (entry->phase == TABLE_PLAYING) {
            help(sim, entry);
        }
    }
}

void sim_act(struct sim *sim)
{
    static const char *const words[] = {
        "!join",
        "!join",
        "!join",
        "!join",
        "!start",
        "!hand",
        "!status",
        "!help",
        "!todo",
        "!board",
        "!pause",
        "!resume",
        "!resume",
        "!leave",
        "!skip",
        "Interceptor! \"sugar\" means money",
        "Interceptor! \"zebra\" means documents",
        "hello everybody",
        "!frobnicate",
        "\xe2\x80\xae!join",
        "!rematch",
        "!substitute",
        "!log",
        "I would like to put Ben up for vote",
        "@Cy is it loud here?",
        "!guess beach",
        "!team hello",
        "!tables",
        "!ready",
        "!undo",
        "!undo 3",
        "!undo 3",
    };
    unsigned who = sim_roll(sim, SIM_PEOPLE);
    unsigned what = sim_roll(sim, 10);
    if (sim->calm && what == 0) {
        help_all(sim);
        return;
    }
    for (int i = 0; (what < 6 || sim->calm) && i < 3; i++) {
        if (obey_some(sim)) {
            return;
        }
    }
    if (sim->calm) {
        return;
    }
    if (what < 8) {
        for (int i = 0; i < 4; i++) {
            press_some(sim, sim_roll(sim, SIM_PEOPLE));
        }
    } else if (sim_roll(sim, 4) == 0) {
        char opening[SIM_TEXT_BYTES];
        sim_opening(sim, opening);
        type(sim, who, false, opening);
    } else {
        type(sim, who, sim_roll(sim, 4) == 0, words[sim_roll(sim, sizeof words / sizeof words[0])]);
    }
}
