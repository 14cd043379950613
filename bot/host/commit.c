/* Commits: what a turn hands to the store, with all that must be undone when the store refuses it.
 * The first failure stops play (outage.h); every commit behind it fails too, so that nothing is
 * ever stored on top of something that is not. */
#include "commit.h"

#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "house_private.h"
#include "outage.h"
#include "parcel.h"

struct commit *commit_new(struct house *house)
{
    struct commit *commit = heap_take(sizeof *commit);
    commit->house = house;
    commit->batch = store_batch_new();
    commit->rows_end = &commit->rows;
    return commit;
}

void commit_put(struct commit *commit, enum store_op op, const struct store_row *row)
{
    store_put(commit->batch, op, row);
}

void commit_person(struct commit *commit, struct person *person)
{
    if (person == NULL || person->stored || commit->people_count == COMMIT_PEOPLE_MAX) {
        return;
    }
    person_store(person, commit->batch);
    commit->people[commit->people_count++] = person->id;
}

void commit_rows(struct commit *commit, struct adapter_link *adapter,
                 const struct adapter_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct store_row row = {
            .key = adapter->name,
            .extra = rows[i].key,
            .at_ms = rows[i].order,
            .text = rows[i].value,
            .text_len = rows[i].len,
        };
        store_put(commit->batch, rows[i].value == NULL ? STORE_ADAPTER_DELETE : STORE_ADAPTER,
                  &row);
    }
}

/* Room for one more behind count: doubled at powers of two. */
static void *grow(void *list, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0;
    return is_full ? heap_grow(list, count == 0 ? 1 : count * 2, size) : list;
}

void commit_token(struct commit *commit, struct adapter_link *adapter, void *token)
{
    if (token != NULL) {
        commit->tokens = grow(commit->tokens, commit->token_count, sizeof *commit->tokens);
        commit->tokens[commit->token_count++] = (struct commit_token){adapter, token};
    }
}

void commit_parcel(struct commit *commit, struct parcel *parcel)
{
    if (parcel != NULL && parcel->commit != commit) {
        parcel->commit = commit;
        parcel->uses++;
        commit->parcels = grow(commit->parcels, commit->parcel_count, sizeof(struct parcel *));
        commit->parcels[commit->parcel_count++] = parcel;
    }
}

void commit_end(struct commit *commit, struct outbox_row *row)
{
    row->arrived = true;
    commit->ended = grow(commit->ended, commit->ended_count, sizeof *commit->ended);
    commit->ended[commit->ended_count++] = row->id;
    commit_parcel(commit, row->parcel);
}

void commit_item(struct commit *commit, struct inbox_item *item)
{
    commit_rows(commit, item->adapter, item->rows, item->row_count);
    item->row_count = 0;
    commit_token(commit, item->adapter, item->token);
    item->token = NULL;
    if (item->kind != INBOX_HEARD) {
        return;
    }
    const struct store_row event = {.key = item->key, .at_ms = item->copy.heard.at_ms};
    store_put(commit->batch, STORE_EVENT, &event);
    commit->event_key = heap_copy(item->key);
    if (item->stored_id != 0) {
        const struct store_row done = {.id = item->stored_id};
        store_put(commit->batch, STORE_INBOX_DONE, &done);
    }
    if (item->parking != NULL) {
        item->parking->parked = NULL; /* its turn has come before its row is on disk */
        item->parking = NULL;
    }
}

static void commit_free(struct commit *commit)
{
    store_batch_free(&commit->batch);
    outbox_discard(commit->rows);
    for (size_t i = 0; i < commit->parcel_count; i++) {
        parcel_let_go(&commit->parcels[i]);
    }
    free(commit->parcels);
    free(commit->ended);
    free(commit->tokens);
    free(commit->event_key);
    free(commit);
}

static void commit_tell(const struct commit *commit, const struct fault *fault)
{
    for (size_t i = 0; i < commit->token_count; i++) {
        const struct adapter_link *link = commit->tokens[i].adapter;
        if (link != NULL && link->def != NULL && link->def->stored != NULL) {
            link->def->stored(link->adapter, commit->tokens[i].token, fault);
        }
    }
}

static void commit_ended(const struct commit *commit, bool stored)
{
    for (size_t i = 0; i < commit->ended_count; i++) {
        outbox_ended(commit->house, commit->ended[i], stored);
    }
}

static void commit_landed(struct commit *commit)
{
    struct house *house = commit->house;
    struct table_entry *entry =
        commit->table == 0 ? NULL : tables_find(&house->tables, commit->table);
    if (entry != NULL) {
        entry->in_flight--;
        entry->stored = true;
        tables_touch(&house->tables, entry);
        if (entry->in_flight == 0) {
            outbox_wake_room(house,
                             entry->room); /* a board waits to be drawn from the disk's state */
        }
    }
    struct outbox_row *rows = commit->rows;
    commit->rows = NULL;
    CRASH_POINT("commit.landed");
    struct fault repeated;
    fault_set(&repeated, FAULT_GONE, "this was heard before");
    commit_tell(commit, commit->repeated ? &repeated : NULL);
    CRASH_POINT("commit.told");
    outbox_admit(house, rows);
    commit_ended(commit, true);
    if (commit->parked != NULL) {
        commit->parked->parking = NULL;
    }
    entry = commit->closed == 0 ? NULL : tables_find(&house->tables, commit->closed);
    if (entry != NULL && entry->in_flight == 0) {
        tables_remove(&house->tables, entry);
    }
}

static void commit_failed(struct commit *commit, const struct fault *fault)
{
    struct house *house = commit->house;
    house->figures.failed_commits++;
    outage_begin(house, fault);
    struct table_entry *entry =
        commit->table == 0 ? NULL : tables_find(&house->tables, commit->table);
    if (entry != NULL) {
        entry->in_flight--;
        outage_drop(house, entry);
    }
    for (unsigned i = 0; i < commit->people_count; i++) {
        struct person *person = people_find(house->people, commit->people[i]);
        if (person != NULL) {
            person->stored = false;
        }
    }
    if (commit->event_key != NULL) {
        seen_forget(house->seen, commit->event_key);
    }
    if (commit->parked != NULL) {
        commit->parked->parking = NULL;
        outage_lose(house, commit->parked);
    }
    commit_tell(commit, fault);
    commit_ended(commit, false);
}

static void commit_done(void *context, const struct fault *fault)
{
    struct commit *commit = context;
    commit->house->commits_flying--;
    if (fault == NULL) {
        commit_landed(commit);
    } else {
        commit_failed(commit, fault);
    }
    commit_free(commit);
}

void commit_submit(struct commit **commit_r)
{
    struct commit *commit = *commit_r;
    *commit_r = NULL;
    struct house *house = commit->house;
    if (commit->parcel_count > 0) {
        /* what it writes of a parcel says how all its rows stand: no end of theirs comes later */
        outbox_flush(house);
    }
    struct table_entry *entry =
        commit->table == 0 ? NULL : tables_find(&house->tables, commit->table);
    if (entry != NULL) {
        entry->in_flight++;
    }
    house->commits_flying++;
    parcel_put(commit);
    for (size_t i = 0; i < commit->parcel_count; i++) {
        parcel_settle(commit, commit->parcels[i]);
        commit->parcels[i]->commit = NULL;
    }
    if (store_batch_count(commit->batch) == 0) {
        commit_done(commit, NULL);
        return;
    }
    CRASH_POINT("commit.submit");
    store_commit(house->setup.store, &commit->batch, commit_done, commit);
}

void commit_drop(struct commit **commit)
{
    commit_free(*commit);
    *commit = NULL;
}
