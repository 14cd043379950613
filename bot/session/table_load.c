/* A table in memory is the sum of its journal. The store is asked for its row (when the one in
 * memory may be ahead), the words that lie beside the journal, its sent messages and its lines;
 * they come in this order, and the last answer completes the table. */
#include "table_load.h"
#include "alerts_tell.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cards.h"
#include "crash.h"
#include "downtime.h"
#include "follow.h"
#include "heap.h"
#include "house_log.h"
#include "house_player.h"
#include "house_private.h"
#include "nudges.h"
#include "practice.h"
#include "replay.h"
#include "show_say.h"
#include "store_down.h"

enum { SENT_ID_BYTES = 2048 };

struct load {
    struct house *house;
    struct table_entry *entry;
    struct replay replay;
    struct sat sat;      /* who sat there, out of its whole journal */
    struct fault failed; /* why the store could not be read; FAULT_NONE: it could */
    bool stopped;        /* a line is damaged: those after it do not follow */
    const char *damaged; /* what of it in the store is not as it was written; NULL: nothing */
};

/* Is the row damaged? Then nothing of it is taken, and the table freezes. */
static bool load_damaged(struct load *load, const struct store_row *row, const char *what)
{
    if (row->damaged && load->damaged == NULL) {
        load->damaged = what;
    }
    return row->damaged;
}

static void load_row(void *context, const struct store_row *row)
{
    struct load *load = context;
    if (load_damaged(load, row, "its row is damaged")) {
        return;
    }
    tables_reread(&load->house->tables, load->entry, row);
}

static void load_words(void *context, const struct store_row *row)
{
    struct load *load = context;
    if (!load_damaged(load, row, "words said at it are damaged")) {
        replay_words(&load->replay, row);
    }
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

/* Messages of one step: a line each in id, room and audience. */
static void load_sent(void *context, const struct store_row *row)
{
    struct load *load = context;
    const char *ids =
        load_damaged(load, row, "a message sent for it is damaged") ? NULL : row->text;
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
    load->stopped = load->stopped || row->damaged;
    if (load_damaged(load, row, "a line of its journal is damaged") || load->stopped) {
        return;
    }
    crash_marker_begin(load->house->setup.crash_marker, "", load->entry->id);
    replay_line(&load->replay, row);
    crash_marker_end(load->house->setup.crash_marker);
}

/* House players remember what they were told. */
static void load_made(void *context, const struct outcome *out)
{
    struct load *load = context;
    house_player_noticed(load->house, load->entry, out);
    sat_note(&load->sat, &load->entry->resident->table);
    practice_noticed(load->house, load->entry, &load->replay.move);
    lesson_told(&load->entry->resident->lesson);
}

static void load_fault(void *context, const struct fault *fault)
{
    struct load *load = context;
    if (fault != NULL && load->failed.code == FAULT_NONE) {
        load->failed = *fault;
        house_log("table_unreadable", load->entry->id, fault->text);
    }
}

/* What is broken stays so: the table freezes. Everything else is temporary: the store is
 * unavailable. */
static void load_failed(struct load *load)
{
    struct house *house = load->house;
    if (load->failed.code == FAULT_BROKEN) {
        table_freeze_damaged(house, load->entry, "the store cannot read what it has of it");
        return;
    }
    tables_unload(&house->tables, load->entry);
    load->entry->unreadable = true;
    store_down_begin(house, &load->failed);
}

static void resume(struct house *house, struct table_entry *entry)
{
    struct inbox_item *waiting = entry->waiting;
    entry->waiting = NULL;
    entry->waiting_last = NULL;
    if (waiting != NULL) {
        house->deferred -= inbox_resume(&house->inbox, waiting);
    }
    outbox_resume_room(&house->outbox, entry->room->key);
    cards_resume(house, entry);
}

static void load_end(void *context, const struct fault *fault)
{
    struct load *load = context;
    struct house *house = load->house;
    struct table_entry *entry = load->entry;
    load_fault(load, fault);
    house->loads_in_flight--;
    entry->stale = false;
    if (load->failed.code != FAULT_NONE) {
        load_failed(load);
    } else if (load->damaged != NULL) {
        table_freeze_damaged(house, entry, load->damaged);
    } else if (load->replay.bad[0] != '\0' || load->replay.lines == 0) {
        table_freeze(house, entry, load->replay.lines == 0 ? "no journal" : load->replay.bad);
    } else {
        entry->load = ENTRY_RESIDENT;
        entry->resident->chain = load->replay.chain;
        tables_know_sat(&house->tables, entry, &load->sat);
        struct owed_list owed;
        table_owed(&entry->resident->table, &owed);
        nudges_plan(house, entry, &owed);
        alerts_plan(house, entry);
        tables_refresh(&house->tables, entry, downtime_ms(house, entry));
    }
    replay_deinit(&load->replay);
    free(load);
    CRASH_POINT("table.loaded");
    resume(house, entry);
    if (entry->load == ENTRY_RESIDENT && entry->waiting == NULL && !house->down) {
        follow_catch_up(house, entry, house->now_ms);
        follow_event(house, entry);
    }
}

void table_load(struct house *house, struct table_entry *entry)
{
    if (entry->load != ENTRY_COLD || entry->unreadable) {
        return;
    }
    struct load *load = heap_allocate(sizeof *load);
    load->house = house;
    load->entry = entry;
    tables_make_resident(&house->tables, entry);
    entry->load = ENTRY_LOADING;
    timers_set(&house->tables.timers, &entry->timer, NO_DEADLINE);
    replay_init(&load->replay, &entry->resident->table, entry->game, entry->rules_version);
    load->replay.made = load_made;
    load->replay.context = load;
    house->loads_in_flight++;
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

/* Says in its room that it stands still. */
static void frozen_tell(struct house *house, const struct table_entry *entry)
{
    struct commit *commit = commit_new(house);
    if (!house->down) {
        tables_store(entry, commit->batch);
    }
    struct value fact[4];
    char text[64];
    struct value_tree facts;
    value_init(&facts, fact, 4, text, sizeof text);
    value_object(&facts, "args");
    value_number(&facts, "number", entry->number);
    value_term(&facts, "game", entry->game->id);
    value_end(&facts);
    show_say(commit, entry->room->key, MSG_HOUSE_FROZEN, &facts);
    commit_submit(&commit);
}

void table_freeze(struct house *house, struct table_entry *entry, const char *why)
{
    house_log("table_frozen", entry->id, why);
    tables_freeze(&house->tables, entry);
    frozen_tell(house, entry);
}

void table_freeze_damaged(struct house *house, struct table_entry *entry, const char *what)
{
    bool known = entry->frozen;
    entry->damaged = true;
    tables_freeze(&house->tables, entry);
    house_log("table_damaged", entry->id, what);
    if (!known) {
        frozen_tell(house, entry);
    }
}
