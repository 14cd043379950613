/* Reminders by what the texts say, and by clocks that are counted minute by minute. */
#include "sim_year.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doc_json.h"

enum { ASKS_MAX = 1 << 16 };

#define YEAR_WAIT_MAX_MS ((int64_t)(14 + 31) * CALENDAR_DAY_MS)
#define YEAR_SLACK_MS    ((int64_t)90 * 60 * 1000)
#define YEAR_NUDGED_MS   ((int64_t)2 * 60 * 60 * 1000)

/* What somebody was reminded of. */
static struct year_ask {
    uint64_t table;
    uint32_t ask;
    int seat;
    unsigned half;
    unsigned last;
    int64_t begun_ms;
} asks[ASKS_MAX];

static struct year_ask *ask_of(struct sim *sim, const struct table_entry *entry, int seat,
                               uint32_t ask)
{
    size_t at = (size_t)((entry->id * 31 + ask) * 31 + (unsigned)seat) % ASKS_MAX;
    for (unsigned tries = 0; tries < ASKS_MAX; tries++, at = (at + 1) % ASKS_MAX) {
        struct year_ask *one = &asks[at];
        if (one->table == 0) {
            *one = (struct year_ask){.table = entry->id, .ask = ask, .seat = seat};
            one->begun_ms = sim->world.now_ms;
        }
        if (one->table == entry->id && one->ask == ask && one->seat == seat) {
            return one;
        }
    }
    sim_fail(sim, "the simulator has room for no more asks");
}

static unsigned who_of(const struct sending *sending)
{
    unsigned who = 0;
    while (who < SIM_PEOPLE && strcmp(sim_name(who), sending->account) != 0) {
        who++;
    }
    return who;
}

static bool is_theirs(const struct sim *sim, const struct table *table, const struct owed *owed,
                      unsigned who)
{
    return seat_is_person(owed->seat) && !table->seat[owed->seat].left &&
           strcmp(table->seat[owed->seat].name, sim_name(who)) == 0 &&
           owed->deadline_ms != NO_DEADLINE && owed->deadline_ms > sim->world.now_ms;
}

/* Counts it for all that they owe there; returns how many that is. */
static unsigned count_for(struct sim *sim, const struct table_entry *entry, unsigned who, bool half)
{
    const struct table *table = &entry->resident->table;
    struct owed_list owed;
    unsigned count = 0;
    unsigned all = 0;
    table_owed(table, &owed);
    for (size_t i = 0; i < owed.count; i++) {
        all += is_theirs(sim, table, &owed.owed[i], who) ? 1 : 0;
    }
    bool alone = all == 1;
    for (size_t i = 0; i < owed.count; i++) {
        const struct owed *one = &owed.owed[i];
        if (is_theirs(sim, table, one, who)) {
            struct year_ask *ask = ask_of(sim, entry, one->seat, one->ask);
            unsigned *told = half ? &ask->half : &ask->last;
            *told += alone || *told == 0 ? 1 : 0; /* of several it may be about another */
            count++;
        }
    }
    return count;
}

void year_check_sent(struct sim *sim, struct year_figures *figures, const struct sending *sending)
{
    bool edits = sending->edit_of != NULL && sending->edit_of[0] != '\0';
    if (sending->account == NULL || edits || sending->head.kind != DOC_CARD) {
        return;
    }
    char *text = doc_json_text(sending->doc, &sending->head);
    bool half = strstr(text, "half of your time is over") != NULL;
    bool last = strstr(text, "your time is nearly over") != NULL;
    free(text);
    if (!half && !last) {
        return;
    }
    const struct table_entry *entry = tables_find(&sim->world.house->tables, sending->table);
    unsigned who = who_of(sending);
    sim->checking = "reminders";
    figures->reminders++;
    if (entry == NULL || entry->load != ENTRY_RESIDENT || count_for(sim, entry, who, half) == 0) {
        sim_fail(sim, "%s is reminded of nothing", sending->account);
    }
    if (year_clock_stands(who, sim->world.now_ms)) {
        sim_fail(sim, "%s is reminded while their clock stands", sending->account);
    }
}

/* When they were told of an ask; 0: not yet. */
static int64_t told_ms(const struct table_entry *entry, const struct owed *owed)
{
    for (const struct card *card = entry->cards; card != NULL; card = card->next) {
        for (unsigned i = 0; i < CARD_ASKS_MAX && card->seat == owed->seat; i++) {
            if (card->ask[i].ask == owed->ask && card->ask[i].call == CARD_CALL_TOLD) {
                return card->ask[i].notified_ms;
            }
        }
    }
    return 0;
}

/* Who owes it was reminded when half of their time was over, and at its last tenth. */
static void check_reminded(struct sim *sim, const struct table_entry *entry,
                           const struct owed *owed, unsigned who)
{
    const struct person *person = people_at(sim->world.house->people, world_name, sim_name(who));
    const struct year_ask *ask = ask_of(sim, entry, owed->seat, owed->ask);
    enum nudges nudges = person->choices == NULL ? NUDGES_ALL : person->choices->nudges;
    int64_t now_ms = sim->world.now_ms;
    int64_t from_ms = told_ms(entry, owed);
    bool long_enough = from_ms > 0 && owed->deadline_ms - from_ms >= YEAR_NUDGED_MS;
    bool asked = (ask->half > 0 || nudges != NUDGES_ALL) && ask->last > 0;
    sim->checking = "missed";
    if (ask->half > 1 || ask->last > 1) {
        sim_fail(sim, "%s is reminded of ask %u again", sim_name(who), owed->ask);
    }
    if (nudges == NUDGES_OFF || !long_enough || asked || owed->deadline_ms <= now_ms) {
        return;
    }
    int64_t past_ms = year_runs_ms(who, from_ms, now_ms);
    int64_t all_ms = past_ms + year_runs_ms(who, now_ms, owed->deadline_ms);
    bool slack = !year_clock_stands(who, now_ms) && past_ms < all_ms;
    if (slack && past_ms > all_ms / 2 + YEAR_SLACK_MS && nudges == NUDGES_ALL &&
        ask->half + ask->last == 0) {
        sim_fail(sim, "%s was not reminded at half of ask %u of table %llu", sim_name(who),
                 owed->ask, (unsigned long long)entry->id);
    }
    if (slack && past_ms > all_ms - all_ms / 10 + YEAR_SLACK_MS && ask->last == 0) {
        sim_fail(sim, "%s was not reminded at the end of ask %u of table %llu", sim_name(who),
                 owed->ask, (unsigned long long)entry->id);
    }
}

void year_check_table(struct sim *sim, struct year_figures *figures,
                      const struct table_entry *entry)
{
    struct owed_list owed;
    if (entry->load != ENTRY_RESIDENT || entry->phase != TABLE_PLAYING) {
        return;
    }
    const struct table *table = &entry->resident->table;
    table_owed(table, &owed);
    for (size_t i = 0; i < owed.count; i++) {
        const struct owed *one = &owed.owed[i];
        if (!seat_is_person(one->seat) || one->deadline_ms == NO_DEADLINE) {
            continue;
        }
        const struct year_ask *ask = ask_of(sim, entry, one->seat, one->ask);
        int64_t length_ms = one->deadline_ms - ask->begun_ms;
        sim->checking = "bounds";
        figures->longest_ms = length_ms > figures->longest_ms ? length_ms : figures->longest_ms;
        if (length_ms > YEAR_WAIT_MAX_MS) {
            sim_fail(sim, "a wait of %.1f days", (double)length_ms / (double)CALENDAR_DAY_MS);
        }
        for (unsigned who = 0; who < SIM_PEOPLE; who++) {
            if (strcmp(table->seat[one->seat].name, sim_name(who)) == 0) {
                check_reminded(sim, entry, one, who);
            }
        }
    }
}
