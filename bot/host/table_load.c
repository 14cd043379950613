/* A table in memory is the sum of its journal. The store is asked for its row (when the one in
 * memory may be ahead), the words that lie beside the journal, its sent messages and its lines;
 * they come in this order, and the last answer completes the table. */
#include "table_load.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "house_log.h"
#include "house_player.h"
#include "house_private.h"
#include "practice.h"
#include "recovery.h"
#include "replay.h"
#include "show_table.h"
#include "turn.h"

enum { SENT_ID_BYTES = 2048 };

struct load {
    struct house *house;
    struct table_entry *entry;
    struct replay replay;
    bool failed; /* the store could not be read: not the table's fault */
};

static void load_row(void *context, const struct store_row *row)
{
    struct load *load = context;
    tables_reread(&load->house->tables, load->entry, row);
}

static void load_words(void *context, const struct store_row *row)
{
    replay_words(&((struct load *)context)->replay, row);
}

/* The next of several lines, "" where there is none any more or it is too long to be one. */
static void load_part(const char **at, char part[SENT_ID_BYTES])
{
    const char *begin = *at == NULL ? "" : *at;
    const char *end = strchr(begin, '\n');
    size_t len = end == NULL ? strlen(begin) : (size_t)(end - begin);
    snprintf(part, SENT_ID_BYTES, "%.*s", len < SENT_ID_BYTES ? (int)len : 0, begin);
    *at = end == NULL ? NULL : end + 1;
}

/* Messages of one turn: a line each in id, room and audience. */
static void load_sent(void *context, const struct store_row *row)
{
    struct load *load = context;
    const char *ids = row->text;
    const char *rooms = row->extra;
    const char *audiences = row->key;
    while (ids != NULL) {
        char id[SENT_ID_BYTES];
        char room[SENT_ID_BYTES];
        char audience[SENT_ID_BYTES];
        struct sent_message sent = {.step = (uint32_t)row->sub, .id = id, .room = room};
        load_part(&ids, id);
        load_part(&rooms, room);
        load_part(&audiences, audience);
        outbox_audience_sent(audience, &sent);
        struct sent_message *known = sent_find(&load->entry->resident->sent, id);
        if (strcmp(audience, "none") == 0 && known != NULL) {
            known->hidden = true;
        } else if (id[0] != '\0' && strcmp(audience, "none") != 0) {
            sent_remember(&load->entry->resident->sent, &sent);
        }
    }
}

static void load_line(void *context, const struct store_row *row)
{
    struct load *load = context;
    work_begin(load->house->setup.work, "", load->entry->id);
    replay_line(&load->replay, row);
    work_end(load->house->setup.work);
}

/* House players remember what they were told. */
static void load_made(void *context, const struct outcome *out)
{
    const struct load *load = context;
    house_player_noticed(load->house, load->entry, out);
    practice_noticed(load->entry, &load->replay.move);
    lesson_told(&load->entry->resident->lesson);
}

static void load_fault(void *context, const struct fault *fault)
{
    struct load *load = context;
    if (fault != NULL && !load->failed) {
        load->failed = true;
        house_log("table_unreadable", load->entry->id, fault->text);
    }
}

static void resume(struct house *house, struct table_entry *entry)
{
    struct inbox_item *waiting = entry->waiting;
    entry->waiting = NULL;
    entry->waiting_last = NULL;
    if (waiting != NULL) {
        house->parked -= inbox_resume(&house->inbox, waiting);
    }
    outbox_wake_room(house, entry->room);
}

static void load_end(void *context, const struct fault *fault)
{
    struct load *load = context;
    struct house *house = load->house;
    struct table_entry *entry = load->entry;
    load_fault(load, fault);
    house->loads_flying--;
    entry->stale = false;
    if (load->failed) {
        tables_unload(&house->tables, entry);
        timers_set(&house->tables.timers, &entry->timer, house->now_ms + PROBE_EVERY_MS);
    } else if (load->replay.bad[0] != '\0' || load->replay.lines == 0) {
        table_freeze(house, entry, load->replay.lines == 0 ? "no journal" : load->replay.bad);
    } else {
        entry->load = ENTRY_RESIDENT;
        entry->resident->chain = load->replay.chain;
        tables_refresh(&house->tables, entry, recovery_away_ms(house, entry));
    }
    replay_deinit(&load->replay);
    free(load);
    CRASH_POINT("table.loaded");
    resume(house, entry);
    if (entry->load == ENTRY_RESIDENT && entry->waiting == NULL && !house->down) {
        turn_catch_up(house, entry, house->now_ms);
        turn_follow(house, entry);
    }
}

void table_load(struct house *house, struct table_entry *entry)
{
    if (entry->load != ENTRY_COLD) {
        return;
    }
    struct load *load = heap_take(sizeof *load);
    load->house = house;
    load->entry = entry;
    tables_make_resident(&house->tables, entry);
    table_init(&entry->resident->table, entry->id);
    entry->load = ENTRY_LOADING;
    timers_set(&house->tables.timers, &entry->timer, NO_DEADLINE);
    replay_init(&load->replay, &entry->resident->table, entry->game, entry->rules_version);
    load->replay.made = load_made;
    load->replay.context = load;
    house->loads_flying++;
    struct store *store = house->setup.store;
    struct store_question question = {.query = STORE_TABLE_ONE, .id = entry->id};
    if (entry->stale) {
        store_read(store, &question, load_row, load_fault, load);
    }
    question.query = STORE_WORDS_OF;
    store_read(store, &question, load_words, load_fault, load);
    question.query = STORE_SENT_OF;
    store_read(store, &question, load_sent, load_fault, load);
    question.query = STORE_JOURNAL_OF;
    store_read(store, &question, load_line, load_end, load);
}

void table_freeze(struct house *house, struct table_entry *entry, const char *why)
{
    house_log("table_frozen", entry->id, why);
    tables_freeze(&house->tables, entry);
    struct commit *commit = commit_new(house);
    if (!house->down) {
        tables_store(entry, commit->batch);
    }
    struct fact fact[4];
    char text[64];
    struct facts facts;
    facts_init(&facts, fact, 4, text, sizeof text);
    facts_object(&facts, "args");
    facts_number(&facts, "number", entry->number);
    facts_term(&facts, "game", entry->game->id);
    facts_end(&facts);
    show_say(commit, entry->room->key, MSG_HOUSE_FROZEN, &facts);
    commit_submit(&commit);
}
