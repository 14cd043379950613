#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#include "card.h"
#include "controls.h"
#include "house.h"
#include "house_private.h"
#include "night.h"
#include "rules.h"
#include "table_night.h"
#include "table_view.h"

static struct oracle *watching; /* the wrapped function has no context of its own */

void oracle_watch(struct oracle *oracle)
{
    watching = oracle;
}

/* Who a person is; -1: none of ours. */
static int oracle_who(const struct oracle *oracle, const struct house *house, uint64_t person)
{
    const struct adapter *adapter = NULL;
    for (unsigned i = 0; i < house->links.count; i++) {
        if (strcmp(house->links.link[i].name, oracle->on->adapter) == 0) {
            adapter = house->links.link[i].adapter;
        }
    }
    const char *account =
        person == 0 || adapter == NULL ? NULL : house_account(house, adapter, person);
    for (unsigned i = 0; i < oracle->people && account != NULL; i++) {
        if (strcmp(oracle->on->account(oracle->world, i), account) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int oracle_owes(const struct oracle *oracle, const struct house *house,
                       const struct table *table, const struct owed *owed)
{
    bool sits = seat_is_person(owed->seat) && !table->seat[owed->seat].house;
    return sits ? oracle_who(oracle, house, table->seat[owed->seat].person) : -1;
}

static bool oracle_has(const struct oracle *oracle, unsigned who, uint64_t table, uint32_t ask)
{
    for (unsigned i = oracle->asks; i-- > 0;) {
        const struct oracle_ask *one = &oracle->ask[i];
        if (one->who == who && one->table == table && one->ask == ask) {
            return true;
        }
    }
    return false;
}

static void oracle_notice(struct oracle *oracle, const struct house *house,
                          const struct table *table)
{
    struct owed_list list;
    table_owed(table, &list);
    for (size_t i = 0; i < list.count; i++) {
        int who = oracle_owes(oracle, house, table, &list.owed[i]);
        if (who < 0 || oracle_has(oracle, (unsigned)who, table->id, list.owed[i].ask) ||
            oracle->asks == ORACLE_ASKS_MAX) {
            continue;
        }
        struct oracle_ask *ask = &oracle->ask[oracle->asks++];
        *ask = (struct oracle_ask){.who = (unsigned)who,
                                   .table = table->id,
                                   .ask = list.owed[i].ask,
                                   .step = table->step,
                                   .secret = list.owed[i].known_to != 0,
                                   .own = oracle->acting == who};
        snprintf(ask->action, sizeof ask->action, "%s",
                 list.owed[i].actions[0] == NULL ? "" : list.owed[i].actions[0]);
    }
}

void __real_house_player_noticed(struct house *house, const struct table_entry *entry,
                                 const struct outcome *out);
void __wrap_house_player_noticed(struct house *house, const struct table_entry *entry,
                                 const struct outcome *out);

void __wrap_house_player_noticed(struct house *house, const struct table_entry *entry,
                                 const struct outcome *out)
{
    __real_house_player_noticed(house, entry, out);
    if (watching != NULL && entry->resident != NULL) {
        oracle_notice(watching, house, &entry->resident->table);
    }
}

static const struct table *oracle_table(const struct oracle *oracle)
{
    const struct house *house = oracle->on->house(oracle->world);
    const struct table_entry *entry =
        tables_find(&house->tables, oracle->table == 0 ? 1 : oracle->table);
    return entry == NULL || entry->resident == NULL ? NULL : &entry->resident->table;
}

static void oracle_seats(const struct oracle *oracle, const struct house *house,
                         const struct table *table, struct oracle_sight *sight)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct table_seat *seat = &table->seat[i];
        int who = seat->house || seat->left ? -1 : oracle_who(oracle, house, seat->person);
        sight->seated |= who < 0 ? 0 : UINT32_C(1) << who;
        sight->seats += seat->person != 0;
        sight->bots = sight->bots || seat->house;
        sight->open_seat = sight->open_seat || (seat->left && seat->due_ms != NO_DEADLINE);
    }
}

void oracle_look(const struct oracle *oracle, struct oracle_sight *sight)
{
    static const enum oracle_phase phases[] = {ORACLE_NONE, ORACLE_LOBBY, ORACLE_PLAYING,
                                               ORACLE_OVER, ORACLE_OVER};
    const struct house *house = oracle->on->house(oracle->world);
    const struct table *table = oracle_table(oracle);
    struct owed_list list;
    sight->known = table != NULL;
    if (table == NULL) {
        return; /* not in memory, behind a start */
    }
    memset(sight, 0, sizeof *sight);
    sight->known = true;
    sight->phase = phases[table->phase];
    sight->table = table->id;
    sight->step = table->step;
    sight->days = table->options.value[OPTION_PACE] == PACE_ASYNC;
    sight->round = table->phase == TABLE_LOBBY ? 0 : rules_state(table->state)->round;
    oracle_seats(oracle, house, table, sight);
    table_owed(table, &list);
    bool stands = table->phase == TABLE_PLAYING &&
                  rules_state(table->state)->paused_ms != NO_DEADLINE; /* nobody can but vote */
    for (size_t i = 0; i < list.count; i++) {
        int who = oracle_owes(oracle, house, table, &list.owed[i]);
        if (who >= 0 && !(stands && table_ask_is_of_game(list.owed[i].ask))) {
            sight->owing |= UINT32_C(1) << who;
            sight->what[who] = list.owed[i].actions[0];
        }
    }
}

static const struct table_entry *night_child(const struct oracle *oracle, uint64_t id,
                                             unsigned round)
{
    const struct house *house = oracle->on->house(oracle->world);
    const struct table_entry *entry = tables_find(&house->tables, id);
    bool of_round = entry != NULL && entry->night_of == 1 && entry->night_round == round;
    return of_round ? entry : NULL;
}

uint64_t oracle_dealt(const struct oracle *oracle, unsigned who, unsigned round)
{
    const struct house *house = oracle->on->house(oracle->world);
    for (uint64_t id = 2; id < house->tables.next_id; id++) {
        const struct table_entry *entry = night_child(oracle, id, round);
        const struct table *table =
            entry == NULL || entry->resident == NULL ? NULL : &entry->resident->table;
        for (unsigned i = 0; table != NULL && i < table->seat_count; i++) {
            if (!table->seat[i].house &&
                oracle_who(oracle, house, table->seat[i].person) == (int)who) {
                return id;
            }
        }
    }
    return 0;
}

void oracle_round(const struct oracle *oracle, unsigned round, unsigned *tables_r, unsigned *over_r)
{
    *tables_r = 0;
    *over_r = 0;
    for (uint64_t id = 2; id < oracle->on->house(oracle->world)->tables.next_id; id++) {
        const struct table_entry *entry = night_child(oracle, id, round);
        *tables_r += entry != NULL;
        *over_r += entry != NULL && entry->phase >= TABLE_OVER;
    }
}

void oracle_night(const struct oracle *oracle, struct oracle_night *night)
{
    const struct house *house = oracle->on->house(oracle->world);
    const struct table_entry *entry = tables_find(&house->tables, 1);
    night->known = entry != NULL && entry->resident != NULL;
    if (!night->known) {
        return; /* not in memory, behind a start */
    }
    const struct night *state = table_night_of(&entry->resident->table);
    *night = (struct oracle_night){.known = true, .stage = state->stage, .round = state->round};
    for (int i = 0; i < state->guest_count; i++) {
        const struct night_guest *guest = &state->guest[i];
        int who = guest->gone ? -1 : oracle_who(oracle, house, guest->person);
        uint32_t bit = who < 0 ? 0 : UINT32_C(1) << who;
        night->signed_up |= bit;
        night->here |= guest->here ? bit : 0;
        if (who >= 0) {
            night->played[who] = guest->played;
        }
    }
}

bool oracle_is_open(const struct oracle *oracle, const struct oracle_ask *ask)
{
    const struct house *house = oracle->on->house(oracle->world);
    const struct table *table = oracle_table(oracle);
    struct owed_list list;
    if (table == NULL || table->id != ask->table) {
        return false;
    }
    table_owed(table, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (list.owed[i].ask == ask->ask &&
            oracle_owes(oracle, house, table, &list.owed[i]) == (int)ask->who) {
            return true;
        }
    }
    return false;
}

bool oracle_is_card(const struct oracle *oracle, const char *message)
{
    const struct house *house = oracle->on->house(oracle->world);
    for (uint64_t id = 1; id < house->tables.next_id; id++) {
        const struct table_entry *entry = tables_find(&house->tables, id);
        const struct card *card = entry == NULL ? NULL : entry->cards;
        for (; card != NULL; card = card->next) {
            if (card->id != NULL && strcmp(card->id, message) == 0) {
                return true;
            }
        }
    }
    return false;
}

unsigned oracle_tables(const struct oracle *oracle)
{
    return (unsigned)oracle->on->house(oracle->world)->tables.next_id - 1;
}

uint64_t oracle_refused(const struct oracle *oracle)
{
    struct house_figures figures;
    house_figures(oracle->on->house(oracle->world), &figures);
    return figures.refused;
}

bool oracle_owes_words(const struct oracle *oracle, unsigned who)
{
    const struct house *house = oracle->on->house(oracle->world);
    const char *account = oracle->on->account(oracle->world, who);
    const struct outbox_row *row = NULL;
    size_t at = 0;
    while ((row = map_next(&house->outbox.rows, &at)) != NULL) {
        bool theirs = row->account != NULL ? strcmp(row->account, account) == 0 : !row->board;
        if (theirs && !row->routine && !row->order && outbox_row_is_open(row)) {
            return true;
        }
    }
    return false;
}

unsigned oracle_waiting(const struct oracle *oracle)
{
    struct house_figures figures;
    house_figures(oracle->on->house(oracle->world), &figures);
    return figures.outbox + figures.queued;
}

struct made {
    const char *actions;
    unsigned count;
};

/* "step at_ms by action arguments judgements" */
static void made_row(void *context, const struct store_row *row)
{
    struct made *made = context;
    const char *at = row->text;
    for (int i = 0; i < 3 && at != NULL; i++) {
        at = strchr(at, ' ');
        at = at == NULL ? NULL : at + 1;
    }
    size_t len = at == NULL ? 0 : strcspn(at, " \n");
    const char *one = made->actions;
    while (len > 0 && *one != '\0') {
        size_t one_len = strcspn(one, " ");
        made->count += one_len == len && strncmp(one, at, len) == 0;
        one += one_len + (one[one_len] == ' ');
    }
}

unsigned oracle_made(const struct oracle *oracle, uint64_t table, const char *actions)
{
    struct made made = {actions, 0};
    struct fault fault = {FAULT_NONE, ""};
    const struct store_question question = {.query = STORE_JOURNAL_OF, .id = table};
    struct store *store = house_world(oracle->on->house(oracle->world))->store;
    return store_read_now(store, &question, made_row, &made, &fault) == 0 ? made.count : 0;
}

struct moved {
    uint32_t after;
    char by[8];
    bool found;
};

static void moved_row(void *context, const struct store_row *row)
{
    struct moved *moved = context;
    const char *at = strchr(row->text, ' ');
    at = at == NULL ? NULL : strchr(at + 1, ' ');
    bool later = strtoul(row->text, NULL, 10) > moved->after;
    size_t len = strlen(moved->by);
    moved->found = moved->found || (at != NULL && later && strncmp(at + 1, moved->by, len) == 0 &&
                                    at[1 + len] == ' ');
}

bool oracle_moved(const struct oracle *oracle, unsigned who, uint32_t after)
{
    const struct house *house = oracle->on->house(oracle->world);
    const struct table *table = oracle_table(oracle);
    struct moved moved = {after, "", false};
    struct fault fault = {FAULT_NONE, ""};
    for (unsigned i = 0; table != NULL && i < table->seat_count; i++) {
        if (oracle_who(oracle, house, table->seat[i].person) == (int)who) {
            snprintf(moved.by, sizeof moved.by, "%u", i);
        }
    }
    if (table == NULL || moved.by[0] == '\0') {
        return false;
    }
    const struct store_question question = {.query = STORE_JOURNAL_OF, .id = table->id};
    return store_read_now(house_world(house)->store, &question, moved_row, &moved, &fault) == 0 &&
           moved.found;
}

/* --- the order of what is sent ---------------------------------------------------------------- */

static const struct adapter_def *order_def; /* the one behind the one the house has */
static struct adapter_def order_wrapped;
static struct house *order_house;

/* A line of the same table for all to read that is not there yet, of the same step or an earlier
 * one; NULL: none. */
static const struct outbox_row *order_missing(const struct outbox_row *row)
{
    const struct table_entry *entry = tables_find(&order_house->tables, row->table);
    const char *room = entry == NULL || entry->room == NULL ? "" : entry->room->key;
    const struct outbox_row *other = NULL;
    size_t at = 0;
    while ((other = map_next(&order_house->outbox.rows, &at)) != NULL) {
        if (other != row && other->table == row->table && other->kind == SEND_POST &&
            !other->board && !other->order && outbox_row_is_open(other) &&
            strcmp(other->room, room) == 0 && /* and no team's */
            other->step != 0 && other->step <= row->step) {
            return other;
        }
    }
    return NULL;
}

static void order_send(struct adapter *adapter, const struct sending *sending)
{
    const struct outbox_row *row = map_get_number(&order_house->outbox.rows, sending->row);
    if (watching != NULL && row != NULL && row->kind == SEND_PRIVATE && row->table != 0 &&
        row->step != 0) {
        const struct outbox_row *missing = order_missing(row);
        if (missing != NULL) {
            watching->early++;
            snprintf(watching->early_text, sizeof watching->early_text,
                     "step %u to %s went before step %u", row->step, sending->account,
                     missing->step);
        }
    }
    order_def->send(adapter, sending);
}

void __real_house_add_adapter(struct house *house, const struct adapter_def *def,
                              struct adapter *adapter);
void __wrap_house_add_adapter(struct house *house, const struct adapter_def *def,
                              struct adapter *adapter);

void __wrap_house_add_adapter(struct house *house, const struct adapter_def *def,
                              struct adapter *adapter)
{
    order_def = def;
    order_house = house;
    order_wrapped = *def;
    order_wrapped.send = order_send;
    __real_house_add_adapter(house, &order_wrapped, adapter);
}

bool oracle_is_asked(const struct press_control *control)
{
    struct control parsed;
    return controls_parse(&parsed, control->id) && parsed.ask != 0;
}
