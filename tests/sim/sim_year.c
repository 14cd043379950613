/* sim_year [SEED]: a year of all games played over days, by people in a dozen zones who answer at
 * once, slowly, not for weeks, and on vacation. Reminders come to who owes something and has time,
 * and to nobody else; none is missed; deadlines keep to their bounds; every table comes to its end.
 */
#include "sim_year.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "controls.h"

enum {
    STEP_MS = 20 * 60 * 1000,
    YEAR_STEPS = 366 * 24 * 3,
    LAST_OPENED = YEAR_STEPS * 3 / 4, /* from then on no table is opened: all come to their end */
    TABLES_AT_ONCE = 6,
    SETTLE_MAX = 20000,
    CHECK_EVERY = 3,
    SLOT_S = 300,
    SLOT_MS = SLOT_S * 1000,
    SLOTS = 420 * 24 * 12,  /* the last deadlines lie behind the year */
    DOWN_EVERY = 3 * 24 * 9 /* steps between two times that the house is away */
};

/* What somebody is like. awake: in how many of a hundred steps they look, while their clock runs.
 */
static const struct year_person {
    const char *name;
    const char *zone;
    const char *quiet;
    const char *off;
    const char *nudges;
    unsigned awake;
    unsigned gone_every; /* days between two times at which they are not there, without a word; */
    unsigned gone_for;   /* 0: they are always there */
    bool vacations;
} people[SIM_PEOPLE] = {
    {"Ana", "Europe/Berlin", "22-8", "off", "all", 40, 0, 0, false},
    {"Ben", "America/New_York", "23:30-7", "sat sun", "all", 40, 0, 0, true},
    {"Cy", "Asia/Kathmandu", "21-9", "sat", "all", 30, 0, 0, false},
    {"Dee", "Australia/Lord_Howe", "22-6:30", "off", "once", 4, 0, 0, false},
    {"Eve", "Pacific/Chatham", "off", "sun", "all", 4, 0, 0, true},
    {"Fay", "America/St_Johns", "20-10", "fri sat sun", "all", 3, 0, 0, false},
    {"Gil", "Asia/Kolkata", "22-8", "off", "all", 20, 50, 12, false},
    {"Hal", "America/Santiago", "0-6", "sun", "off", 20, 70, 20, false},
    {"Ida", "Africa/Casablanca", "23-9", "mon tue", "all", 25, 0, 0, true},
    {"Jo", "Asia/Tokyo", "off", "off", "once", 50, 0, 0, false},
};

static const char *const openings[] = {
    "!decrypto max_rounds=3 deadline=18:00",
    "!interceptor max_rounds=3 deadline=12h",
    "!spyfall rounds=1 deadline=2d",
    "!infiltrators mission=T1 deadline=20:00",
    "!decrypto max_rounds=2 confirm=on challenge=off pace=async",
    "!interceptor max_rounds=2 deadline=07:30",
    "!spyfall rounds=1 vote=simultaneous pace=async",
    "!infiltrators mission=M3 deadline=24h",
};

static struct sim year; /* one world, one thread */
static struct sim_event slot;
static struct year_figures figures;
static int64_t begun_ms;

unsigned sim_roll(struct sim *sim, unsigned n)
{
    sim->dice = sim->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((sim->dice >> 33) % n);
}

const char *sim_name(unsigned who)
{
    return people[who].name;
}

void sim_fail(const struct sim *sim, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    printf("sim_year: seed %llu, day %u, %s: ", (unsigned long long)sim->seed, sim->step / (24 * 3),
           sim->checking == NULL ? "-" : sim->checking);
    vprintf(what, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

struct sim_event *sim_event_new(struct sim *sim, enum inbound_kind kind, unsigned who)
{
    memset(&slot, 0, sizeof slot);
    slot.kind = kind;
    slot.who = who;
    sim->event_count++;
    return &slot;
}

static void settle(void)
{
    for (int i = 0; i < SETTLE_MAX; i++) {
        if (!house_run(year.world.house) && house_is_idle(year.world.house)) {
            return;
        }
    }
    sim_fail(&year, "the house does not come to rest");
}

void sim_event_done(struct sim *sim)
{
    struct value fact[SIM_FIELDS_MAX];
    char text[512];
    char id[32];
    struct value_tree args;
    snprintf(id, sizeof id, "e%u", sim->event_count);
    struct inbound inbound = world_inbound(&sim->world, sim_name(slot.who), id);
    value_init(&args, fact, SIM_FIELDS_MAX, text, sizeof text);
    for (unsigned i = 0; i < slot.field_count; i++) {
        value_text(&args, slot.name[i], slot.value[i], strlen(slot.value[i]));
    }
    inbound.kind = slot.kind;
    inbound.room = slot.private ? inbound.account : inbound.room;
    inbound.private_room = slot.private;
    inbound.text = slot.text;
    inbound.control = slot.control;
    inbound.args = slot.kind == INBOUND_FORM ? &args : NULL;
    house_enqueue(sim->world.house, sim->world.adapter, &inbound, NULL, 0, (char *)sim + 1);
    settle();
}

static void type(unsigned who, bool private, const char *text)
{
    struct sim_event *event = sim_event_new(&year, INBOUND_TEXT, who);
    event->private = private;
    snprintf(event->text, sizeof event->text, "%s", text);
    sim_event_done(&year);
}

static void press(const struct table_entry *entry, unsigned who, const char *act)
{
    struct sim_event *event = sim_event_new(&year, INBOUND_PRESS, who);
    controls_print(event->control, entry->tag, 0, act, NULL);
    sim_event_done(&year);
}

/* --- people -------------------------------------------------------------------------------------
 */

/* What clocks show there in each slot of the year, by the C library's zones. */
static struct year_slot {
    int16_t minute;
    int16_t weekday; /* 0: Monday */
    int32_t day;
} slots[SIM_PEOPLE][SLOTS];

static bool slot_stands(const struct own_clock *clock, const struct year_slot *there)
{
    int from = clock->quiet.from;
    int to = clock->quiet.to;
    bool quiet = from <= to ? there->minute >= from && there->minute < to
                            : there->minute >= from || there->minute < to;
    return quiet || ((clock->off.days >> there->weekday) & 1) != 0 ||
           vacation_has(&clock->vacation, there->day);
}

static void know_zones(void)
{
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        setenv("TZ", people[who].zone, 1);
        tzset();
        for (unsigned i = 0; i < SLOTS; i++) {
            time_t at = (time_t)(year.world.now_ms / 1000) + (time_t)i * SLOT_S;
            struct tm local;
            localtime_r(&at, &local);
            slots[who][i].minute = (int16_t)(local.tm_hour * 60 + local.tm_min);
            slots[who][i].weekday = (int16_t)((local.tm_wday + 6) % 7);
            local.tm_hour = local.tm_min = local.tm_sec = 0;
            slots[who][i].day = (int32_t)(timegm(&local) / 86400);
        }
    }
    begun_ms = year.world.now_ms;
}

bool year_clock_stands(unsigned who, int64_t at_ms)
{
    return year_runs_ms(who, at_ms, at_ms + 1) == 0;
}

int64_t year_runs_ms(unsigned who, int64_t from_ms, int64_t to_ms)
{
    const struct person *person = people_at(year.world.house->people, world_name, sim_name(who));
    const struct own_clock *clock = person == NULL ? NULL : person_clock(person);
    int64_t runs = 0;
    for (int64_t at_ms = from_ms; at_ms < to_ms; at_ms += SLOT_MS) {
        int64_t at = (at_ms - begun_ms) / 1000 / SLOT_S;
        bool known = clock != NULL && at >= 0 && at < SLOTS;
        runs += known && slot_stands(clock, &slots[who][at]) ? 0 : SLOT_MS;
    }
    return runs;
}

static bool is_gone(unsigned who)
{
    unsigned day = year.step / (24 * 3) + who * 11;
    return people[who].gone_every != 0 && day % people[who].gone_every < people[who].gone_for;
}

static int seat_of(const struct table *table, unsigned who)
{
    for (int seat = 0; seat < table->seat_count; seat++) {
        if (strcmp(table->seat[seat].name, sim_name(who)) == 0 && !table->seat[seat].left) {
            return seat;
        }
    }
    return SEAT_NONE;
}

/* What everybody says about themselves on the first day. */
static void introduce(void)
{
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        char text[SIM_TEXT_BYTES];
        snprintf(text, sizeof text, "zone %s", people[who].zone);
        type(who, true, text);
        snprintf(text, sizeof text, "quiet %s", people[who].quiet);
        type(who, true, text);
        snprintf(text, sizeof text, "off %s", people[who].off);
        type(who, true, text);
        snprintf(text, sizeof text, "nudges %s", people[who].nudges);
        type(who, true, text);
    }
}

/* Twice a year for as long as it may be, whatever waits for them; now and then taken back. */
static void announce(unsigned who)
{
    static const char *const spans[] = {"9 days", "2 weeks", "21 days", "3 days", "off"};
    if (people[who].vacations && sim_roll(&year, 24 * 3 * 25) == 0) {
        char text[SIM_TEXT_BYTES];
        snprintf(text, sizeof text, "vacation %s", spans[sim_roll(&year, 5)]);
        type(who, true, text);
        figures.vacations++;
    }
}

/* --- tables -------------------------------------------------------------------------------------
 */

static void open_table(void)
{
    unsigned host = sim_roll(&year, SIM_PEOPLE);
    uint64_t newest = 0;
    const struct table_entry *entry = NULL;
    size_t at = 0;
    type(host, false, openings[figures.opened % (sizeof openings / sizeof openings[0])]);
    while ((entry = map_next(&year.world.house->tables.by_id, &at)) != NULL) {
        newest = entry->phase == TABLE_LOBBY && entry->id > newest ? entry->id : newest;
    }
    entry = tables_find(&year.world.house->tables, newest);
    if (entry == NULL || entry->resident == NULL) {
        return;
    }
    unsigned seats = entry->game->seats_min + sim_roll(&year, 2);
    seats = seats > entry->resident->table.seat_count ? entry->resident->table.seat_count : seats;
    for (unsigned i = 0; i < seats; i++) {
        press(entry, (host + i) % SIM_PEOPLE, "join");
    }
    press(entry, host, "start");
    entry = tables_find(&year.world.house->tables, newest);
    figures.opened += entry != NULL && entry->phase == TABLE_PLAYING ? 1 : 0;
}

/* One of those who are asked does something about it, as it is offered to them. */
static void answer(struct table_entry *entry, const struct owed *owed)
{
    const struct table *table = &entry->resident->table;
    for (unsigned who = 0; seat_is_person(owed->seat) && who < SIM_PEOPLE; who++) {
        bool looks = seat_of(table, who) == owed->seat && !is_gone(who) &&
                     sim_roll(&year, 100) < people[who].awake &&
                     !year_clock_stands(who, year.world.now_ms);
        if (looks && !sim_take_offer(&year, table, owed->seat, who, true)) {
            type(who, false, "hello everybody");
        }
        if (looks) {
            return;
        }
    }
}

/* Whoever hosts it does not wait for ever for who is long overdue. */
static void skip(struct table_entry *entry, const struct owed *owed)
{
    const struct table *table = &entry->resident->table;
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        if (owed->deadline_ms == NO_DEADLINE && strcmp(table->host_name, sim_name(who)) == 0 &&
            !is_gone(who) && sim_roll(&year, 24 * 3 * 2) == 0) {
            press(entry, who, "skip");
            return;
        }
    }
}

static void play(struct table_entry *entry)
{
    struct owed_list owed;
    if (entry->phase == TABLE_LOBBY && sim_roll(&year, 50) == 0) {
        press(entry, sim_roll(&year, SIM_PEOPLE), "start");
    }
    if (entry->load == ENTRY_COLD && entry->phase == TABLE_PLAYING && sim_roll(&year, 50) == 0) {
        press(entry, sim_roll(&year, SIM_PEOPLE), "hand"); /* somebody remembers it */
    }
    if (entry->load != ENTRY_RESIDENT || entry->phase != TABLE_PLAYING) {
        return;
    }
    table_owed(&entry->resident->table, &owed);
    if (owed.count > 0) {
        const struct owed *one = &owed.owed[sim_roll(&year, (unsigned)owed.count)];
        skip(entry, one);
        if (entry->load == ENTRY_RESIDENT && entry->phase == TABLE_PLAYING) {
            answer(entry, one);
        }
    }
}

/* Calls act on each table that there is: those that act themselves change the map. */
static void each_table(void (*act)(struct table_entry *entry))
{
    uint64_t ids[SIM_TABLES_MAX];
    unsigned count = 0;
    struct table_entry *entry = NULL;
    size_t at = 0;
    while ((entry = map_next(&year.world.house->tables.by_id, &at)) != NULL) {
        ids[count++] = entry->id;
    }
    for (unsigned i = 0; i < count; i++) {
        entry = tables_find(&year.world.house->tables, ids[i]);
        if (entry != NULL) {
            act(entry);
        }
    }
}

static void count_alive(struct table_entry *entry)
{
    figures.alive += entry->phase < TABLE_OVER ? 1 : 0;
}

static void show(struct table_entry *entry)
{
    if (entry->phase < TABLE_OVER) {
        printf("sim_year: table %llu of %s, phase %u, step %u\n", (unsigned long long)entry->id,
               entry->game->id, entry->phase,
               entry->resident == NULL ? 0 : entry->resident->table.step);
        struct owed_list owed = {.count = 0};
        if (entry->resident != NULL) {
            table_owed(&entry->resident->table, &owed);
        }
        for (size_t i = 0; i < owed.count; i++) {
            printf("sim_year: seat %d %s owes %s\n", owed.owed[i].seat,
                   owed.owed[i].seat < 0 ? "" : entry->resident->table.seat[owed.owed[i].seat].name,
                   owed.owed[i].actions[0]);
        }
    }
}

static bool send(void *context, const struct sending *sending)
{
    char id[32];
    (void)context;
    snprintf(id, sizeof id, "m%u", ++figures.sent);
    year_check_sent(&year, &figures, sending);
    house_delivered(year.world.house, year.world.adapter, sending->row,
                    sending->edit_of != NULL && sending->edit_of[0] != '\0' ? sending->edit_of : id,
                    NULL, 0, NULL);
    return false;
}

static void check(struct table_entry *entry)
{
    year_check_table(&year, &figures, entry);
}

static void step(void)
{
    int64_t until_ms = year.world.now_ms + STEP_MS;
    while (year.world.now_ms < until_ms) {
        int64_t due_ms = house_due_ms(year.world.house);
        due_ms = due_ms <= year.world.now_ms ? year.world.now_ms + 1 : due_ms;
        year.world.now_ms = due_ms < until_ms ? due_ms : until_ms;
        settle();
    }
    if (year.step % CHECK_EVERY == 0) {
        each_table(check);
    }
    for (unsigned who = 0; who < SIM_PEOPLE; who++) {
        announce(who);
    }
    each_table(play);
    figures.alive = 0;
    each_table(count_alive);
    if (year.step < LAST_OPENED && figures.alive < TABLES_AT_ONCE && sim_roll(&year, 12) == 0) {
        open_table();
    }
    if (year.step % DOWN_EVERY == DOWN_EVERY - 1) {
        world_restart(&year.world, sim_roll(&year, 3) == 0 ? 3 * STEP_MS : 500);
        settle();
    }
}

int main(int argc, char **argv)
{
    year.seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    year.dice = year.seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    year.world.send = send;
    year.world.limits.tables_per_room = 32;
    year.world.limits.tables_per_person = 32;
    world_open(&year.world, NULL);
    know_zones();
    introduce();
    for (year.step = 0; year.step < YEAR_STEPS; year.step++) {
        step();
    }
    each_table(show);
    world_close(&year.world);
    printf("sim_year: %u tables, %u messages, %u reminders, %u vacations, longest wait %.1f days\n",
           figures.opened, figures.sent, figures.reminders, figures.vacations,
           (double)figures.longest_ms / 86400000.0);
    if (figures.alive > 0 || figures.opened < 40 || figures.reminders < 300 ||
        figures.vacations < 10) {
        sim_fail(&year, "%u tables are not at their end, or too little happened", figures.alive);
    }
    return EXIT_SUCCESS;
}
