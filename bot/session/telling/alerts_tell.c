#include "alerts_tell.h"

#include <stdio.h>
#include <string.h>

#include "access.h"
#include "commit.h"
#include "controls.h"
#include "downtime.h"
#include "house_button.h"
#include "house_private.h"
#include "show_say.h"
#include "show_view.h"
#include "table_kept.h"
#include "table_time.h"

enum {
    SETTLE_LIVE_MS = 30 * 1000, /* a table that fills at once calls nobody */
    SETTLE_ASYNC_MS = 2 * 60 * 1000,
    CALL_LIVE_MS = 2 * 60 * 1000, /* so long the next one waits after one was asked to step in */
    APART_MS = 10 * 60 * 1000,    /* nobody hears of new tables more often */
    TELL_AT_ONCE = 8,
    TELL_FACTS = 8,
    TELL_TEXT_BYTES = 512
};

#define CALL_ASYNC_MS ((int64_t)2 * 60 * 60 * 1000)

static int64_t by_pace(const struct table *table, int64_t live_ms, int64_t async_ms)
{
    return table->options.value[OPTION_PACE] == PACE_ASYNC ? async_ms : live_ms;
}

/* Is a seat of the running game free to somebody new? */
static bool has_free_seat(const struct table *table)
{
    return table->phase == TABLE_PLAYING && !table->frozen && !table->practice &&
           table_free_seat(table) != SEAT_NONE;
}

/* How many people the lobby lacks, for the game to begin. */
static unsigned lacks(const struct table *table)
{
    unsigned wanted = table->start_when_full ? table->seat_count : table->game->seats_min;
    unsigned sit = table_players(table);
    return table->phase != TABLE_LOBBY || table->frozen || table->practice || sit >= wanted
               ? 0
               : wanted - sit;
}

/* Which of what they asked for is about this table now; NULL: nothing. */
static struct alert *alert_about(const struct table_entry *entry, const struct person *person,
                                 enum alert_kind kind)
{
    const struct table *table = &entry->resident->table;
    struct alert *alert = alerts_find(person->alerts, kind, entry->room->key, entry->id);
    if (alert == NULL && entry->home != NULL) {
        alert = alerts_find(person->alerts, kind, entry->home->key, entry->id);
    }
    bool now = kind == ALERT_STEP_IN   ? has_free_seat(table)
               : kind == ALERT_PLAYERS ? lacks(table) > 0
                                       : table->phase == TABLE_LOBBY && alert != NULL &&
                                             table_players(table) >= alert->seats &&
                                             table_players(table) < table->seat_count;
    return now ? alert : NULL;
}

/* Does either keep the other away from the tables that they host? */
static bool are_apart(const struct house *house, const struct person *person, uint64_t host)
{
    const struct person *other = people_find(house->people, host);
    return blocks_have(person_blocks(person), host) ||
           (other != NULL && blocks_have(person_blocks(other), person->id));
}

/* Is the table theirs already, with this account? */
static bool is_there(const struct table_entry *entry, uint64_t person, enum alert_kind kind)
{
    const struct table *table = &entry->resident->table;
    bool sat = kind == ALERT_SEATS ? table_seat_of(table, person) != SEAT_NONE
                                   : sat_has(&entry->sat, person);
    bool hosts = kind != ALERT_SEATS && table->host == person;
    return sat || hosts || table->referee == person;
}

/* May they hear of the table at all, whenever? */
static bool may_hear(struct house *house, const struct table_entry *entry,
                     const struct person *person, enum alert_kind kind)
{
    const struct table *table = &entry->resident->table;
    bool there = false;
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        there = there || is_there(entry, one->id, kind);
    }
    return !there && !person->frozen && !are_apart(house, person, table->host) &&
           access_reads(house, person, entry);
}

/* When they may be told of it; NO_DEADLINE: not at all. */
static int64_t tell_ms(struct house *house, const struct table_entry *entry,
                       const struct person *person, enum alert_kind kind)
{
    const struct table *table = &entry->resident->table;
    const struct alert *alert = alert_about(entry, person, kind);
    const struct own_clock *clock = person_clock(person);
    int64_t at_ms = house->now_ms;
    int64_t told_ms = alerts_told_ms(person->alerts, entry->id);
    bool again = kind == ALERT_PLAYERS ? told_ms != 0
                                       : kind == ALERT_STEP_IN && told_ms >= entry->open_since_ms;
    if (alert == NULL || again || !may_hear(house, entry, person, kind)) {
        return NO_DEADLINE;
    }
    if (kind == ALERT_PLAYERS) {
        int64_t from_ms = table->opened_ms + by_pace(table, SETTLE_LIVE_MS, SETTLE_ASYNC_MS);
        at_ms = from_ms > at_ms ? from_ms : at_ms;
    }
    if (table_kept_from(table, person->id, at_ms)) { /* they would be refused until then */
        at_ms = table_kept_until_ms(table, at_ms);
    }
    if (kind == ALERT_STEP_IN && entry->called_ms != 0) {
        int64_t from_ms = entry->called_ms + by_pace(table, CALL_LIVE_MS, CALL_ASYNC_MS);
        at_ms = from_ms > at_ms ? from_ms : at_ms;
    }
    int64_t last_ms = alerts_last_ms(person->alerts);
    if (kind == ALERT_PLAYERS && last_ms != 0 && last_ms + APART_MS > at_ms) {
        at_ms = last_ms + APART_MS;
    }
    return clock == NULL ? at_ms : own_clock_runs_ms(clock, at_ms);
}

/* When the table next tells somebody; NO_DEADLINE: never, as it stands. */
static int64_t next_ms(struct house *house, const struct table_entry *entry)
{
    int64_t due_ms = NO_DEADLINE;
    size_t at = 0;
    for (struct person *person = NULL; (person = people_asking(house->people, &at)) != NULL;) {
        for (unsigned kind = 0; kind < ALERT_KINDS; kind++) {
            int64_t one_ms = tell_ms(house, entry, person, (enum alert_kind)kind);
            due_ms = one_ms < due_ms ? one_ms : due_ms;
        }
    }
    return due_ms;
}

void alerts_plan(struct house *house, struct table_entry *entry)
{
    const struct table *table = &entry->resident->table;
    size_t at = 0;
    int64_t due_ms = NO_DEADLINE;
    bool free = has_free_seat(table);
    if (free && entry->open_since_ms == 0) {
        entry->open_since_ms = house->now_ms;
        entry->called_ms = 0;
    }
    if (people_asking(house->people, &at) != NULL) {
        due_ms = !free && entry->open_since_ms != 0 ? house->now_ms : next_ms(house, entry);
    } else if (!free) {
        entry->open_since_ms = 0;
    }
    if (entry->alert_due_ms != due_ms) {
        entry->alert_due_ms = due_ms;
        tables_refresh(&house->tables, entry, downtime_ms(house, entry));
    }
}

void alerts_off_print(const struct house *house, unsigned part, unsigned number, char *text,
                      size_t size)
{
    if (house->setup.parts > 1) {
        snprintf(text, size, "off-%u-of-%u", number, part);
    } else {
        snprintf(text, size, "off-%u", number);
    }
}

/* --- messages --------------------------------------------------------------------------------- */

/* A button: of the table, or (tag NULL) one that takes an alert back. */
static void tell_button(const struct compose *compose, struct doc *doc, const char *tag,
                        const char *act, const char *to, enum message label)
{
    house_button_put(
        compose, doc,
        &(struct house_button){.act = act,
                               .tag = tag,
                               .to = to,
                               .key = message_name(label),
                               .style = tag == NULL ? CHOICE_SECONDARY : CHOICE_PRIMARY});
}

static void tell_facts(struct house *house, const struct table_entry *entry,
                       struct value_tree *facts)
{
    const char *room = link_room_name(&house->links, entry->room->adapter, entry->room->id);
    value_object(facts, "args");
    value_term(facts, "game", entry->game->id);
    value_number(facts, "number", entry->number);
    if (room == NULL || room[0] == '\0' || strlen(room) >= TELL_TEXT_BYTES / 2) {
        value_null(facts, "room");
    } else {
        value_text(facts, "room", room, strlen(room));
    }
}

/* What they asked for has come to be. */
static void tell(struct commit *commit, struct table_entry *entry, struct person *person,
                 enum alert_kind kind)
{
    static const enum message messages[ALERT_KINDS] = {MSG_ALERT_PLAYERS, MSG_ALERT_STEP_IN,
                                                       MSG_ALERT_SEATS};
    struct house *house = commit->house;
    const struct table *table = &entry->resident->table;
    struct compose compose = house_compose(house, entry);
    struct alert *alert = alert_about(entry, person, kind);
    struct value fact[TELL_FACTS];
    char pool[TELL_TEXT_BYTES];
    char off[ALERTS_OFF_BYTES];
    struct value_tree facts;
    house_compose_own(house, person, &compose);
    value_init(&facts, fact, TELL_FACTS, pool, sizeof pool);
    tell_facts(house, entry, &facts);
    value_number(&facts, "count", kind == ALERT_PLAYERS ? lacks(table) : table_players(table));
    value_end(&facts);
    struct doc *doc = doc_new(house->arena);
    show_append(doc, compose_say(&compose, messages[kind], &facts, 0));
    bool step_in = kind == ALERT_STEP_IN;
    tell_button(&compose, doc, entry->tag, step_in ? "substitute" : "join", NULL,
                step_in ? MSG_LABEL_SUBSTITUTE : MSG_LABEL_JOIN);
    if (kind == ALERT_SEATS) {
        person_unask(person, alert->number);
    } else {
        alert->asked_ms = house->now_ms;
        alerts_off_print(house, house->setup.part, alert->number, off, sizeof off);
        tell_button(&compose, doc, NULL, "notify", off, MSG_LABEL_ALERT_OFF);
        person_told(person, entry->id, house->now_ms);
    }
    show_doc_to(commit, entry, person, doc);
    commit_person(commit, person);
}

void alerts_dropped(struct commit *commit, struct table_entry *entry,
                    const uint64_t before[SEATS_MAX])
{
    struct house *house = commit->house;
    const struct table *table = &entry->resident->table;
    for (int i = 0; table->phase == TABLE_LOBBY && i < SEATS_MAX; i++) {
        const struct person *person = before[i] == 0 ? NULL : people_find(house->people, before[i]);
        if (person == NULL || table_seat_of(table, person->id) != SEAT_NONE) {
            continue;
        }
        struct value fact[TELL_FACTS];
        char pool[TELL_TEXT_BYTES];
        struct value_tree facts;
        struct compose compose = house_compose(house, entry);
        struct doc *doc = doc_new(house->arena);
        house_compose_own(house, person, &compose);
        value_init(&facts, fact, TELL_FACTS, pool, sizeof pool);
        tell_facts(house, entry, &facts);
        value_end(&facts);
        show_append(doc, compose_say(&compose, MSG_TABLE_SEAT_GONE, &facts, 0));
        tell_button(&compose, doc, entry->tag, "join", NULL, MSG_LABEL_JOIN);
        show_doc_to(commit, entry, person, doc);
    }
}

/* --- what is due ------------------------------------------------------------------------------ */

/* Who of those willing is asked next: whoever was asked least lately. NULL: nobody now. */
static struct person *next_substitute(struct house *house, const struct table_entry *entry)
{
    struct person *next = NULL;
    int64_t next_asked_ms = 0;
    size_t at = 0;
    for (struct person *person = NULL; (person = people_asking(house->people, &at)) != NULL;) {
        if (tell_ms(house, entry, person, ALERT_STEP_IN) > house->now_ms) {
            continue;
        }
        int64_t asked_ms = alert_about(entry, person, ALERT_STEP_IN)->asked_ms;
        if (next == NULL || asked_ms < next_asked_ms) {
            next = person;
            next_asked_ms = asked_ms;
        }
    }
    return next;
}

/* A seat is free no more: whoever was asked for it is thanked, but for who sits there. */
static void end_call(struct commit *commit, struct table_entry *entry)
{
    struct house *house = commit->house;
    const struct table *table = &entry->resident->table;
    size_t at = 0;
    for (struct person *person = NULL; (person = people_asking(house->people, &at)) != NULL;) {
        struct value fact[TELL_FACTS];
        char pool[TELL_TEXT_BYTES];
        struct value_tree facts;
        const struct own_clock *clock = person_clock(person);
        bool quiet = clock != NULL && own_clock_runs_ms(clock, house->now_ms) > house->now_ms;
        bool asked = alerts_told_ms(person->alerts, entry->id) >= entry->open_since_ms;
        if (!asked || quiet || table_seat_of(table, person->id) != SEAT_NONE ||
            !access_reads(house, person, entry)) {
            continue;
        }
        value_init(&facts, fact, TELL_FACTS, pool, sizeof pool);
        tell_facts(house, entry, &facts);
        value_end(&facts);
        show_say_to(commit, entry, person, MSG_ALERT_STEP_IN_OVER, &facts);
    }
    entry->open_since_ms = 0;
    entry->called_ms = 0;
}

static void tell_lobby(struct commit *commit, struct table_entry *entry)
{
    struct house *house = commit->house;
    unsigned told = 0;
    size_t at = 0;
    for (struct person *person = NULL;
         told < TELL_AT_ONCE && (person = people_asking(house->people, &at)) != NULL;) {
        /* who asked for a number of people hears that, and nothing of the same table beside it */
        enum alert_kind kind = tell_ms(house, entry, person, ALERT_SEATS) <= house->now_ms
                                   ? ALERT_SEATS
                                   : ALERT_PLAYERS;
        if (tell_ms(house, entry, person, kind) <= house->now_ms) {
            tell(commit, entry, person, kind);
            told++;
        }
    }
}

void alerts_run(struct house *house, struct table_entry *entry)
{
    if (house->down || entry->load != ENTRY_RESIDENT || entry->alert_due_ms == 0 ||
        entry->alert_due_ms > house->now_ms) {
        return;
    }
    struct commit *commit = commit_new(house);
    if (!has_free_seat(&entry->resident->table) && entry->open_since_ms != 0) {
        end_call(commit, entry);
    }
    struct person *substitute = next_substitute(house, entry);
    if (substitute != NULL) {
        tell(commit, entry, substitute, ALERT_STEP_IN);
        entry->called_ms = house->now_ms;
    }
    tell_lobby(commit, entry);
    alerts_plan(house, entry);
    tables_store(entry, commit->batch);
    commit_submit(&commit);
}
