/* People who mostly do what is asked of them, and often anything else: old buttons, forms filled in
 * badly, words that mean nothing. */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "table_view.h"

static const char *const rooms[SIM_ROOMS] = {"den", "attic", "yard"};

static struct sim_event *event_new(struct sim *sim, enum heard_kind kind, unsigned who)
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
    struct fact fact[SIM_FIELDS_MAX];
    char text[512];
    char id[32];
    struct facts args;
    snprintf(id, sizeof id, "e%u", index);
    struct heard heard = world_heard(&sim->world, sim_name(event->who), id);
    facts_init(&args, fact, SIM_FIELDS_MAX, text, sizeof text);
    for (unsigned i = 0; i < event->field_count; i++) {
        facts_text(&args, event->name[i], event->value[i], strlen(event->value[i]));
    }
    heard.kind = event->kind;
    heard.room = event->private ? heard.account : rooms[event->room];
    heard.private_room = event->private;
    heard.moderator = event->who == SIM_PEOPLE - 1;
    heard.text = event->text;
    heard.control = event->control;
    heard.args = event->kind == HEARD_FORM ? &args : NULL;
    event->late = false;
    event->heard = house_heard(sim->world.house, sim->world.adapter, &heard, NULL, 0,
                               (char *)sim + index + 1) ||
                   event->heard;
}

static void event_done(struct sim *sim)
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
    struct sim_event *event = event_new(sim, HEARD_TEXT, who);
    event->private = private;
    snprintf(event->text, sizeof event->text, "%s", text);
    event_done(sim);
}

static unsigned secret_new(struct sim *sim, uint64_t table, int team)
{
    unsigned index = sim->secret_count++ % SIM_SECRETS_MAX;
    sim->secrets[index] = (struct sim_secret){.table = table, .team = team};
    return index;
}

/* The team's newest word but `back`; SIM_SECRETS_MAX when it has none. */
static unsigned secret_of(const struct sim *sim, uint64_t table, int team, unsigned back)
{
    unsigned count = sim->secret_count < SIM_SECRETS_MAX ? sim->secret_count : SIM_SECRETS_MAX;
    for (unsigned i = count; i-- > 0;) {
        if (sim->secrets[i].table == table && sim->secrets[i].team == team && back-- == 0) {
            return i;
        }
    }
    return SIM_SECRETS_MAX;
}

/* A form sent under a button of this ask; fields are added by field(). */
static struct sim_event *form_new(struct sim *sim, unsigned who, const struct table *table,
                                  const struct owed *owed, const char *act)
{
    struct sim_event *event = event_new(sim, HEARD_FORM, who);
    event->private = true;
    snprintf(event->control, sizeof event->control, "t%llu.%u.%s", (unsigned long long)table->id,
             owed->ask, act);
    return event;
}

static void field(struct sim_event *event, const char *name, const char *format, unsigned number)
{
    unsigned at = event->field_count++;
    snprintf(event->name[at], sizeof event->name[at], "%s", name);
    if (number == SIM_SECRETS_MAX) {
        snprintf(event->value[at], sizeof event->value[at], "%s", format);
    } else {
        snprintf(event->value[at], sizeof event->value[at], "%s%ux", format, number);
    }
}

static void play(struct sim *sim, const struct table *table, const struct owed *owed, unsigned who,
                 int team)
{
    bool money = sim_roll(sim, 2) == 1;
    unsigned word = secret_of(sim, table->id, team, 2 * sim_roll(sim, 6) + !money);
    struct sim_event *event =
        form_new(sim, who, table, owed, money ? "play.symbol=money" : "play.symbol=documents");
    if (word != SIM_SECRETS_MAX && sim_roll(sim, 3) != 0) {
        sim->secrets[word].said = true;
        field(event, "say", "hello zq", word);
    }
    event_done(sim);
}

/* In native mode a signal is a message in the room. */
static void show_word(struct sim *sim, const struct table *table, unsigned who, int team)
{
    unsigned word = secret_of(sim, table->id, team, sim_roll(sim, 12));
    struct sim_event *event = event_new(sim, HEARD_TEXT, who);
    event->room = room_of(table->venue[0].room);
    snprintf(event->text, sizeof event->text, "hello zq%ux there", word);
    if (word != SIM_SECRETS_MAX) {
        sim->secrets[word].said = true;
    }
    event_done(sim);
}

static void propose(struct sim *sim, const struct table *table, const struct owed *owed,
                    unsigned who, int team)
{
    struct sim_event *event = form_new(sim, who, table, owed, "register");
    field(event, "documents.kind", "word", SIM_SECRETS_MAX);
    field(event, "documents.value", "zq", secret_new(sim, table->id, team));
    field(event, "money.kind", "word", SIM_SECRETS_MAX);
    field(event, "money.value", "zq", secret_new(sim, table->id, team));
    event_done(sim);
}

/* What is owed, done. */
static void obey(struct sim *sim, const struct table *table, const struct owed *owed, unsigned who)
{
    char act[64];
    const char *action = owed->actions[0];
    bool seated = table->phase == TABLE_PLAYING && seat_is_person(owed->seat);
    int team = seated ? table->game->team(table->state, owed->seat) : 0;
    snprintf(act, sizeof act, "%s", action);
    if (strcmp(action, "register") == 0) {
        propose(sim, table, owed, who, team);
        return;
    }
    if (strcmp(action, "play") == 0) {
        play(sim, table, owed, who, team);
        return;
    }
    if (strcmp(action, "show") == 0) {
        show_word(sim, table, who, team);
        return;
    }
    if (strcmp(action, "choose_leader") == 0) {
        snprintf(act, sizeof act, "choose_leader.seat=%d", owed->seat);
    } else if (strcmp(action, "split") == 0) {
        unsigned first = sim_roll(sim, 5);
        unsigned second = sim_roll(sim, 5);
        snprintf(act, sizeof act, "split.a=%u.b=%u", first, second);
    } else if (strcmp(action, "rule") == 0) {
        snprintf(act, sizeof act, "rule.answer=%s", sim_roll(sim, 2) == 0 ? "yes" : "no");
    }
    form_new(sim, who, table, owed, act)->kind = HEARD_PRESS;
    event_done(sim);
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

/* Who hosts asks the house to play a seat. */
static void seat_house_player(struct sim *sim, const struct table_entry *entry)
{
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        if (strcmp(entry->resident->table.host_name, sim_name(who)) == 0) {
            struct sim_event *event = event_new(sim, HEARD_TEXT, who);
            event->room = room_of(entry->room->id);
            snprintf(event->text, sizeof event->text, "!bot");
            event_done(sim);
            return;
        }
    }
}

/* A lobby waits for people, then for its host. */
static void gather(struct sim *sim, const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    bool full = table_players(table) == table->seat_count;
    if (!full && table_people(table) > 1 && sim_roll(sim, 4) == 0) {
        seat_house_player(sim, entry);
        return;
    }
    unsigned who = full ? who_is(table, (int)sim_roll(sim, table->seat_count)) : SIM_PEOPLE;
    who = who == SIM_PEOPLE ? sim_roll(sim, SIM_PEOPLE) : who;
    struct sim_event *event = event_new(sim, HEARD_TEXT, who);
    event->room = room_of(entry->room->id);
    snprintf(event->text, sizeof event->text, full ? "!start" : "!join");
    event_done(sim);
}

/* Somebody does what some table waits for. False when no table waits. */
static bool obey_some(struct sim *sim)
{
    const struct table_entry *chosen = NULL;
    struct table_entry *entry = NULL;
    struct owed_list list;
    unsigned seen = 0;
    size_t at = 0;
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        if (entry->resident != NULL && entry->load == ENTRY_RESIDENT &&
            sim_roll(sim, ++seen) == 0) {
            chosen = entry;
        }
    }
    if (chosen == NULL) {
        return false;
    }
    const struct table *table = &chosen->resident->table;
    if (table->phase == TABLE_LOBBY && sim_roll(sim, 4) != 0) {
        gather(sim, chosen);
        return true;
    }
    table_owed(table, &list);
    if (list.count == 0) {
        return false;
    }
    const struct owed *owed = &list.owed[sim_roll(sim, (unsigned)list.count)];
    unsigned who = who_is(table, owed->seat);
    if (who == SIM_PEOPLE) {
        return false;
    }
    obey(sim, table, owed, who);
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
        struct sim_event *event = event_new(sim, form == NULL ? HEARD_PRESS : HEARD_FORM, who);
        snprintf(event->control, sizeof event->control, "%s", control == NULL ? "" : control);
        event->private = message->where[0] != '#';
        event->room = room_of(message->where + 1);
        if (form != NULL) {
            fill(sim, event, form);
        }
        event_done(sim);
    }
    cJSON_Delete(json);
}

/* The moderator gets a game going that somebody paused, or in which somebody cannot move. */
static void help(struct sim *sim)
{
    const struct table_entry *entry = NULL;
    size_t at = 0;
    const char *act = sim_roll(sim, 2) == 0 ? "resume" : "skip";
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        struct sim_event *event = event_new(sim, HEARD_PRESS, SIM_PEOPLE - 1);
        event->room = room_of(entry->room->id);
        snprintf(event->control, sizeof event->control, "t%llu.-.%s", (unsigned long long)entry->id,
                 act);
        sim_hear(sim, sim->event_count - 1);
    }
}

void sim_act(struct sim *sim)
{
    static const char *const words[] = {
        "!interceptor max_rounds=4",
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
        "!interceptor max_rounds=3 signal_mode=native",
        "!tables",
        "!ready",
    };
    unsigned who = sim_roll(sim, SIM_PEOPLE);
    unsigned what = sim_roll(sim, 10);
    if (sim->calm && what == 0) {
        help(sim);
        return;
    }
    if ((what < 5 || sim->calm) && obey_some(sim)) {
        return;
    }
    if (sim->calm) {
        return;
    }
    if (what < 8) {
        for (int i = 0; i < 4; i++) {
            press_some(sim, sim_roll(sim, SIM_PEOPLE));
        }
    } else {
        type(sim, who, sim_roll(sim, 4) == 0, words[sim_roll(sim, sizeof words / sizeof words[0])]);
    }
}
