/* sim_records COUNT FOLDER [SEED]: plays games of all kinds to their ends, some with a week's deal,
 * with house players, people who leave and people who step in, and writes the record of each into
 * FOLDER/N.jsonl. Each has to be found true by record_verify(). Exit status 1 when one is not, or
 * too little happened. */
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "hash.h"
#include "record.h"
#include "table_view.h"
#include "week.h"
#include "week_secrets.h"

enum {
    SETTLE_MAX = 20000,
    STEPS_MAX = 20000, /* of one game */
    HELP_EVERY = 100,
    WEEKLY_EVERY = 16,
    SEALED_EVERY = 3, /* of those with a week's deal: without the secret */
    PATH_BYTES = 4096
};

static struct sim run; /* one world, one thread */
static struct sim_event slot;
static struct {
    unsigned played, weekly, sealed, substitutes, house_seats, undone;
    unsigned sent;
    size_t bytes;
} figures;

unsigned sim_roll(struct sim *sim, unsigned n)
{
    sim->dice = sim->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((sim->dice >> 33) % n);
}

const char *sim_name(unsigned who)
{
    static const char *const names[SIM_PEOPLE] = {"Ana", "Ben", "Cy",  "Dee", "Eve",
                                                  "Fay", "Gil", "Hal", "Ida", "Jo"};
    return names[who];
}

void sim_fail(const struct sim *sim, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    printf("sim_records: seed %llu, game %u: ", (unsigned long long)sim->seed, figures.played);
    vprintf(what, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

static bool send(void *context, const struct sending *sending)
{
    char id[32];
    (void)context;
    bool edits = sending->edit_of != NULL && sending->edit_of[0] != '\0';
    snprintf(id, sizeof id, "m%u", ++figures.sent);
    house_delivered(run.world.house, run.world.adapter, sending->row, edits ? sending->edit_of : id,
                    NULL, 0, NULL);
    return false;
}

static void settle(void)
{
    for (int i = 0; i < SETTLE_MAX; i++) {
        if (!house_run(run.world.house) && house_is_idle(run.world.house)) {
            return;
        }
    }
    sim_fail(&run, "the house does not come to rest");
}

/* To the next moment at which the house wants to be called, or so far. */
static void pass(int64_t ms)
{
    int64_t due_ms = house_due_ms(run.world.house);
    int64_t until_ms = run.world.now_ms + ms;
    due_ms = due_ms <= run.world.now_ms ? run.world.now_ms + 1 : due_ms;
    run.world.now_ms = due_ms < until_ms ? due_ms : until_ms;
    settle();
}

struct sim_event *sim_event_new(struct sim *sim, enum inbound_kind kind, unsigned who)
{
    memset(&slot, 0, sizeof slot);
    slot.kind = kind;
    slot.who = who;
    sim->event_count++;
    return &slot;
}

void sim_event_done(struct sim *sim)
{
    struct value fact[SIM_FIELDS_MAX];
    char text[512];
    char id[32];
    char room[32];
    struct value_tree args;
    snprintf(room, sizeof room, "den%u", sim->step); /* each table has its own */
    snprintf(id, sizeof id, "e%u", sim->event_count);
    struct inbound inbound = world_inbound(&sim->world, sim_name(slot.who), id);
    value_init(&args, fact, SIM_FIELDS_MAX, text, sizeof text);
    for (unsigned i = 0; i < slot.field_count; i++) {
        value_text(&args, slot.name[i], slot.value[i], strlen(slot.value[i]));
    }
    inbound.kind = slot.kind;
    inbound.room = slot.private ? inbound.account : room;
    inbound.private_room = slot.private;
    inbound.moderator = slot.who == SIM_PEOPLE - 1;
    inbound.text = slot.text;
    inbound.control = slot.control;
    inbound.args = slot.kind == INBOUND_FORM ? &args : NULL;
    house_enqueue(sim->world.house, sim->world.adapter, &inbound, NULL, 0, (char *)sim + 1);
    settle();
}

static void type(unsigned who, const char *text)
{
    struct sim_event *event = sim_event_new(&run, INBOUND_TEXT, who);
    snprintf(event->text, sizeof event->text, "%s", text);
    sim_event_done(&run);
}

/* The table that is played now, NULL when it is none any more. */
static struct table_entry *playing(uint64_t id)
{
    struct table_entry *entry = tables_find(&run.world.house->tables, id);
    return entry == NULL || entry->resident == NULL || entry->load != ENTRY_RESIDENT ? NULL : entry;
}

static unsigned who_sits(const struct table *table, int seat)
{
    unsigned who = 0;
    while (who < SIM_PEOPLE && (!seat_is_person(seat) || table->seat[seat].left ||
                                strcmp(table->seat[seat].name, sim_name(who)) != 0)) {
        who++;
    }
    return who;
}

static const char *const openings[] = {
    "decrypto max_rounds=2",
    "interceptor max_rounds=3",
    "spyfall rounds=1",
    "infiltrators mission=T1",
    "decrypto max_rounds=1 confirm=on challenge=off",
    "interceptor max_rounds=3 signal_mode=native",
    "spyfall rounds=3 vote=simultaneous roles=on streak=soft first_asker=random",
    "infiltrators mission=T3 draw=one_by_one",
    "decrypto max_rounds=2 order=simultaneous",
    "interceptor max_rounds=3 reveal_signals=off autoplay=on",
    "spyfall rounds=2 pace=async list=20 streak=soft repeat_locations=on",
    "infiltrators mission=M3",
};

/* Opens a table, with a week's deal perhaps; its id, 0 when there is none. */
static uint64_t open_table(const char *opening, bool weekly, unsigned host)
{
    char text[SIM_TEXT_BYTES];
    uint64_t newest = 0;
    const struct table_entry *entry = NULL;
    size_t at = 0;
    snprintf(text, sizeof text, "!%s%s", opening, weekly ? " weekly" : "");
    type(host, text);
    while ((entry = map_next(&run.world.house->tables.by_id, &at)) != NULL) {
        newest = entry->phase == TABLE_LOBBY && entry->id > newest ? entry->id : newest;
    }
    return newest;
}

/* People sit down, get up and sit down again; the house takes some of the seats. */
static void gather(const struct table_entry *entry, unsigned host)
{
    const struct table *table = &entry->resident->table;
    unsigned wanted = table->game->seats_min + sim_roll(&run, 2);
    unsigned people = sim_roll(&run, 4) == 0 ? 1 + sim_roll(&run, wanted) : wanted;
    for (unsigned i = 0; i < people; i++) {
        type((host + i) % SIM_PEOPLE, "!join");
        if (sim_roll(&run, 12) == 0) {
            type((host + i) % SIM_PEOPLE, "!leave");
            type((host + i) % SIM_PEOPLE, "!join");
        }
    }
    for (unsigned i = people; i < wanted; i++) {
        type(host, "!bot");
    }
    type(host, "!start");
}

/* Somebody gets up from the running game, and somebody else sits down there. */
static void substitute(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    unsigned who = who_sits(table, (int)sim_roll(&run, table->seat_count));
    unsigned next = (who + 1 + sim_roll(&run, SIM_PEOPLE - 1)) % SIM_PEOPLE;
    if (who == SIM_PEOPLE || table_people(table) < 2) {
        return;
    }
    type(who, "!leave");
    type(next, "!substitute");
    for (int seat = 0; seat < table->seat_count; seat++) {
        figures.substitutes += who_sits(table, seat) == next && table->seat[seat].stepped_in;
    }
}

/* A moderator takes back what can be; behind something revealed nobody lets them. */
static void undo(const struct table_entry *entry)
{
    char text[16];
    uint8_t before = entry->resident->table.undo.times;
    snprintf(text, sizeof text, "!undo %u", 1 + sim_roll(&run, 4));
    type(SIM_PEOPLE - 1, text);
    figures.undone += entry->resident->table.undo.times > before;
}

/* Who is asked does something about it; what nobody can do is skipped. */
static void act(const struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    struct owed_list owed;
    table_owed(table, &owed);
    if (owed.count == 0) {
        pass(60000);
        return;
    }
    const struct owed *one = &owed.owed[sim_roll(&run, (unsigned)owed.count)];
    unsigned who = one->seat == SEAT_MODERATOR ? SIM_PEOPLE - 1 : who_sits(table, one->seat);
    if (who == SIM_PEOPLE) {
        pass(60000);
    } else if (!sim_take_offer(&run, table, one->seat, who, true)) {
        type(who, "hello everybody");
    }
    pass(1 + sim_roll(&run, 20000));
}

/* The record with the secret of its week, as it is told once that is over. */
static void tell_week(struct buf *record, const char *week, const char *game)
{
    char after[64];
    char hex[SEED_BYTES * 2 + 1];
    struct buf told;
    const struct week_secret *secret = week_secrets_find(run.world.house->week_secrets, game, week);
    snprintf(after, sizeof after, "\"week\":\"%s\"", week);
    const char *at = strstr(record->text, after);
    if (secret == NULL || at == NULL) {
        sim_fail(&run, "no secret of week %s", week);
    }
    size_t len = (size_t)(at - record->text) + strlen(after);
    hash_hex(hex, secret->secret, SEED_BYTES);
    buf_init(&told, RECORD_MAX);
    buf_add(&told, record->text, len);
    buf_text(&told, ",\"secret\":\"");
    buf_text(&told, hex);
    buf_text(&told, "\"");
    buf_add(&told, record->text + len, record->len - len);
    buf_deinit(record);
    *record = told;
}

static void keep(const char *folder, const struct buf *record)
{
    char path[PATH_BYTES];
    struct record_report report;
    if (!record_verify(record->text, record->len, NULL, &report)) {
        sim_fail(&run, "line %u: %s", report.line, report.why);
    }
    snprintf(path, sizeof path, "%s/%u.jsonl", folder, figures.played);
    FILE *out = fopen(path, "wb");
    if (out == NULL || fwrite(record->text, 1, record->len, out) != record->len ||
        fclose(out) != 0) {
        sim_fail(&run, "%s cannot be written", path);
    }
    figures.bytes += record->len;
}

/* A week later nobody has played the deal that is then the week's. The house takes it for a stall
 * of its own: what it writes every ten seconds need not be written. */
static void wait_for_week(void)
{
    enum { WEEK_MS = 8 * 24 * 3600 * 1000 };
    run.world.now_ms += WEEK_MS;
    settle();
}

/* The moderator gets a game going that somebody paused, or in which somebody cannot move. */
static void help(unsigned nth)
{
    static const char *const words[] = {"!resume", "!skip", "!skip", "!abort"};
    type(SIM_PEOPLE - 1, words[nth % (sizeof words / sizeof words[0])]);
}

/* Plays the table to its end. */
static void play(uint64_t id)
{
    struct table_entry *entry = NULL;
    for (unsigned i = 0; (entry = playing(id)) != NULL && entry->phase == TABLE_PLAYING; i++) {
        if (i >= STEPS_MAX) {
            sim_fail(&run, "table %llu does not end", (unsigned long long)id);
        }
        if (i % HELP_EVERY == HELP_EVERY - 1) {
            help(i / HELP_EVERY);
        } else if (sim_roll(&run, 60) == 0) {
            substitute(entry);
        } else if (sim_roll(&run, 20) == 0) {
            undo(entry);
        } else {
            act(entry);
        }
    }
}

static void one_game(unsigned n, const char *folder)
{
    struct buf record;
    struct fault fault = {FAULT_NONE, ""};
    const char *opening = openings[n % (sizeof openings / sizeof openings[0])];
    bool weekly = n % WEEKLY_EVERY < 4 && strncmp(opening, "interceptor", 11) != 0;
    unsigned host = sim_roll(&run, SIM_PEOPLE);
    run.step = n;
    if (weekly) {
        wait_for_week();
    }
    uint64_t id = open_table(opening, weekly, host);
    const struct table_entry *entry = playing(id);
    if (entry == NULL) {
        sim_fail(&run, "no table was opened");
    }
    const char *game = entry->game->id;
    char week[TABLE_WEEK_BYTES];
    gather(entry, host);
    play(id);
    entry = playing(id);
    if (entry == NULL || entry->phase != TABLE_OVER) {
        type(host, "!abort"); /* it never began */
        return;
    }
    snprintf(week, sizeof week, "%s", entry->resident->table.week.name);
    for (int seat = 0; seat < entry->resident->table.seat_count; seat++) {
        figures.house_seats += table_is_bot(&entry->resident->table, seat);
    }
    buf_init(&record, RECORD_MAX);
    if (record_of_table(run.world.store, id, &record, &fault) != 0) {
        sim_fail(&run, "%s", fault.text);
    }
    if (week[0] != '\0' && figures.weekly % SEALED_EVERY != 0) {
        tell_week(&record, week, game);
    } else {
        figures.sealed += week[0] != '\0';
    }
    figures.weekly += week[0] != '\0';
    keep(folder, &record);
    figures.played++;
    buf_deinit(&record);
}

int main(int argc, char **argv)
{
    unsigned wanted = argc > 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (wanted == 0) {
        fprintf(stderr, "sim_records COUNT FOLDER [SEED]\n");
        return 2;
    }
    run.seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    run.dice = run.seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    run.world.dice = run.seed;
    run.world.send = send;
    run.world.fair = true;
    run.world.limits.tables_per_room = 32;
    run.world.limits.tables_per_person = 32;
    world_open(&run.world, NULL);
    for (unsigned n = 0; figures.played < wanted; n++) {
        if (n > 2 * wanted + 16) {
            sim_fail(&run, "of %u tables few began", n);
        }
        one_game(n, argv[2]);
    }
    world_close(&run.world);
    printf("sim_records: %u records, %zu bytes, %u with a week's deal, %u of them sealed, %u seats "
           "of the house, %u people stepped in, %u times moves were taken back\n",
           figures.played, figures.bytes, figures.weekly, figures.sealed, figures.house_seats,
           figures.substitutes, figures.undone);
    if (figures.weekly == 0 || figures.house_seats == 0 || figures.substitutes == 0 ||
        figures.undone == 0) {
        sim_fail(&run, "too little happened");
    }
    return EXIT_SUCCESS;
}
