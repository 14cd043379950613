/* What must hold at every moment, whatever happened. */
#include "sim.h"
#include "sim_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "map.h"
#include "night.h"
#include "replay.h"
#include "table_night.h"

enum { OUTBOX_BOUND = 4000, INBOX_BOUND = 4000, KEPT_AT_ONCE = 120 };

void sim_check_doc(struct sim *sim, const struct sending *sending)
{
    char where[WORLD_NAME_BYTES];
    world_where(sending, where);
    sim_check_secrets(sim, sending);
    sim_check_call(sim, sending);
    sim->checking = "once";
    bool edits = sending->edit_of != NULL && sending->edit_of[0] != '\0';
    if (edits || sending->row >= SIM_ROWS_MAX || sending->row == 0) {
        return;
    }
    const struct outbox_row *row = map_get_number(&sim->world.house->outbox.rows, sending->row);
    if (row == NULL || row->transient) {
        return; /* what is said while nothing can be stored has a number for this life alone */
    }
    char *nonce = sim->row_nonce[sending->row];
    if (nonce[0] != '\0' && strcmp(nonce, sending->nonce) != 0) {
        sim_fail(sim, "row %llu is shown twice, to %s", (unsigned long long)sending->row, where);
    }
    snprintf(nonce, NONCE_BYTES, "%s", sending->nonce);
}

struct lines {
    struct replay replay;
    struct sim *sim;
    struct map *made; /* the digests of all events that a move was made of */
};

static void take_words(void *context, const struct store_row *row)
{
    replay_words(&((struct lines *)context)->replay, row);
}

/* No event makes a second move. */
static void take_line(void *context, const struct store_row *row)
{
    struct lines *lines = context;
    replay_line(&lines->replay, row);
    if (strncmp(row->key, "sim/", 4) == 0) {
        if (map_get(lines->made, row->key) != NULL) {
            sim_fail(lines->sim, "an event is in the journal twice: %s", row->key);
        }
        char *event = heap_copy(row->key);
        map_put(lines->made, event, event);
    }
}

static void check_table(struct sim *sim, const struct table_entry *entry, struct map *made)
{
    struct fault fault = {FAULT_NONE, ""};
    struct lines *lines = heap_allocate(sizeof *lines);
    struct table *fresh = heap_allocate(sizeof *fresh);
    const struct table *live = &entry->resident->table;
    const struct store_question words = {.query = STORE_WORDS_OF, .id = entry->id};
    const struct store_question journal = {.query = STORE_JOURNAL_OF, .id = entry->id};
    lines->sim = sim;
    lines->made = made;
    table_init(fresh, entry->id);
    fresh->game = entry->game;
    replay_init(&lines->replay, fresh, entry->game, entry->rules_version);
    sim->checking = "once";
    if (store_read_now(sim->world.store, &words, take_words, lines, &fault) != 0 ||
        store_read_now(sim->world.store, &journal, take_line, lines, &fault) != 0) {
        sim_fail(sim, "table %llu: %s", (unsigned long long)entry->id, fault.text);
    }
    sim->checking = "replay";
    if (lines->replay.bad[0] != '\0' ||
        memcmp(fresh->state, live->state, sizeof live->state) != 0 || fresh->step != live->step ||
        fresh->phase != live->phase || fresh->host != live->host) {
        sim_fail(sim, "table %llu is not what its journal says: %s, step %u against %u",
                 (unsigned long long)entry->id, lines->replay.bad, fresh->step, live->step);
    }
    sim->checking = "invariants";
    const char *broken = live->phase == TABLE_PLAYING ? live->game->broken(live->state) : NULL;
    if (broken != NULL) {
        sim_fail(sim, "table %llu: %s", (unsigned long long)entry->id, broken);
    }
    replay_deinit(&lines->replay);
    free(fresh);
    free(lines);
}

/* Nobody has more of a night than its rounds. */
static void check_guests(struct sim *sim, const struct table_entry *entry)
{
    const struct night *night = table_night_of(&entry->resident->table);
    for (int i = 0; i < night->guest_count; i++) {
        const struct night_guest *guest = &night->guest[i];
        if (guest->wins + guest->ties > guest->played || guest->played > night->round) {
            sim_fail(sim, "table %llu: %s has won %u, tied %u and played %u of %u rounds",
                     (unsigned long long)entry->id, guest->name, guest->wins, guest->ties,
                     guest->played, night->round);
        }
    }
}

/* Of each round each group has one table. */
static void check_rounds(struct sim *sim, const struct table_entry *entry)
{
    const struct table_entry *other = NULL;
    size_t at = 0;
    while ((other = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        if (other == entry || other->night_of != entry->night_of ||
            other->night_round != entry->night_round) {
            continue;
        }
        if (other->night_group == entry->night_group) {
            sim_fail(sim, "tables %llu and %llu are of one group", (unsigned long long)entry->id,
                     (unsigned long long)other->id);
        }
    }
    if (entry->id < SIM_TABLES_MAX) {
        sim->of_night[entry->id] = true;
    }
}

void sim_check(struct sim *sim)
{
    struct house *house = sim->world.house;
    struct house_figures figures;
    struct table_entry *entry = NULL;
    size_t at = 0;
    house_figures(house, &figures);
    sim->checking = "bounds";
    if (figures.house_refused > 0) {
        sim_fail(sim, "the rules refused %llu moves of house players",
                 (unsigned long long)figures.house_refused);
    }
    if (figures.outbox > OUTBOX_BOUND || figures.queued > INBOX_BOUND) {
        sim_fail(sim, "%u sends and %u events wait", figures.outbox, figures.queued);
    }
    const struct entropy entropy = entropy_system();
    struct map made;
    map_init(&made, &entropy);
    while (!house->down && (entry = map_next(&house->tables.by_id, &at)) != NULL) {
        if (entry->load == ENTRY_FROZEN) {
            sim_fail(sim, "table %llu is frozen", (unsigned long long)entry->id);
        }
        if (entry->night_round > 0) {
            check_rounds(sim, entry);
        }
        if (entry->load == ENTRY_RESIDENT && entry->game->gathers) {
            check_guests(sim, entry);
        }
        if (entry->load == ENTRY_RESIDENT && entry->in_flight == 0) {
            check_table(sim, entry, &made);
        }
    }
    size_t at_made = 0;
    for (char *event = NULL; (event = map_next(&made, &at_made)) != NULL;) {
        free(event);
    }
    map_deinit(&made);
}

static void count_row(void *context, const struct store_row *row)
{
    (void)row;
    ++*(unsigned *)context;
}

/* Talk is acknowledged and not noted: hearing it again changes nothing. Buttons are never talk, nor
 * is a game's name with an option behind it. */
static bool is_for_house(const struct sim_event *event)
{
    return event->kind != INBOUND_TEXT ||
           (event->text[0] == '!' && strchr(event->text, '=') != NULL);
}

void sim_check_kept(struct sim *sim)
{
    sim->checking = "kept";
    for (unsigned i = 0; i < KEPT_AT_ONCE && i < sim->event_count; i++) {
        unsigned event =
            i < KEPT_AT_ONCE / 2 ? sim->event_count - 1 - i : sim_roll(sim, sim->event_count);
        char key[40];
        unsigned rows = 0;
        struct fault fault = {FAULT_NONE, ""};
        snprintf(key, sizeof key, "%s/e%u", world_name, event);
        const struct store_question seen = {.query = STORE_EVENT_SEEN, .key = key};
        if (!sim->events[event].told || !is_for_house(&sim->events[event])) {
            continue;
        }
        if (store_read_now(sim->world.store, &seen, count_row, &rows, &fault) != 0 || rows != 1) {
            sim_fail(sim, "event e%u was acknowledged, and is lost", event);
        }
    }
}
