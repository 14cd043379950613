/* Commits: what the handling of an event hands to the store. What comes of it then is commit_end.c.
 */
#include "commit.h"

#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "heap.h"
#include "house_private.h"
#include "outbox_delivery_status.h"
#include "person_tell.h"
#include "sitting.h"

struct commit *commit_new(struct house *house)
{
    struct commit *commit = heap_allocate(sizeof *commit);
    commit->house = house;
    commit->batch = store_batch_new();
    mail_init(&commit->mail, &house->outbox, commit->batch);
    return commit;
}

void commit_put(struct commit *commit, enum store_op op, const struct store_row *row)
{
    store_put(commit->batch, op, row);
}

void commit_person(struct commit *commit, struct person *person)
{
    struct person *one = person == NULL ? NULL : person->lead;
    for (; one != NULL; one = one->next_linked) {
        if (!one->stored && commit->people_count < COMMIT_PEOPLE_MAX) {
            person_tell(commit, one);
            person_store(one, commit->batch);
            sitting_person(commit, one);
            commit->people[commit->people_count++] = one->id;
        }
    }
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

void commit_token(struct commit *commit, struct adapter_link *adapter, void *token)
{
    if (token != NULL) {
        bool is_full = (commit->token_count & (commit->token_count - 1)) == 0;
        size_t max = commit->token_count == 0 ? 1 : commit->token_count * 2;
        commit->tokens = is_full ? heap_grow(commit->tokens, max, sizeof *commit->tokens)
                                 : commit->tokens; /* doubled at powers of two */
        commit->tokens[commit->token_count++] = (struct commit_token){adapter, token};
    }
}

void commit_item(struct commit *commit, struct inbox_item *item)
{
    commit_rows(commit, item->adapter, item->rows, item->row_count);
    item->row_count = 0;
    commit_token(commit, item->adapter, item->token);
    item->token = NULL;
    if (!inbox_is_event(item)) {
        return;
    }
    bool inbound = item->kind == INBOX_INBOUND;
    const struct store_row event = {
        .key = item->key, .at_ms = inbound ? item->copy.inbound.at_ms : commit->house->now_ms};
    store_put(commit->batch, STORE_EVENT, &event);
    commit->event_key = heap_copy(item->key);
    if (item->stored_id != 0) {
        const struct store_row done = {.id = item->stored_id};
        store_put(commit->batch, STORE_INBOX_DONE, &done);
    }
    if (item->storing != NULL) {
        item->storing->deferred = NULL; /* it is handled before its row is on disk */
        item->storing = NULL;
    }
}

static void commit_free(struct commit *commit)
{
    store_batch_free(&commit->batch);
    mail_deinit(&commit->mail);
    free(commit->tokens);
    free(commit->event_key);
    free(commit);
}

void commit_acknowledge(const struct commit *commit, const struct fault *fault)
{
    for (size_t i = 0; i < commit->token_count; i++) {
        const struct adapter_link *link = commit->tokens[i].adapter;
        if (link != NULL && link->def != NULL && link->def->stored != NULL) {
            link->def->stored(link->adapter, commit->tokens[i].token, fault);
        }
    }
}

static void commit_done(void *context, const struct fault *fault)
{
    struct commit *commit = context;
    commit->house->commits_in_flight--;
    if (fault == NULL) {
        commit->house->commit_ends.landed(commit);
    } else {
        commit->house->commit_ends.failed(commit, fault);
    }
    commit_free(commit);
}

void commit_submit(struct commit **commit_r)
{
    struct commit *commit = *commit_r;
    *commit_r = NULL;
    struct house *house = commit->house;
    if (commit->mail.batch_count > 0 || house->ends_tables) {
        /* what it writes of a batch says how all its rows stand: no end of theirs comes later; nor
         * does an older row of its table */
        commit_flush(house);
    }
    struct table_entry *entry =
        commit->table == 0 ? NULL : tables_find(&house->tables, commit->table);
    if (entry != NULL) {
        entry->in_flight++;
        sitting_note(commit, entry);
    }
    house->commits_in_flight++;
    mail_write(&commit->mail);
    if (store_batch_count(commit->batch) == 0) {
        commit_done(commit, NULL);
        return;
    }
    CRASH_POINT("commit.submit");
    store_commit(house->setup.store, &commit->batch, commit_done, commit);
}

struct commit *commit_collect(struct house *house)
{
    if (house->ends != NULL && house->ends->mail.ended_count >= COMMIT_ENDS_MAX) {
        commit_flush(house);
    }
    if (house->ends == NULL) {
        house->ends = commit_new(house);
    }
    return house->ends;
}

void commit_flush(struct house *house)
{
    house->ends_tables = false;
    if (house->ends != NULL) {
        commit_submit(&house->ends);
    }
}

void commit_drop(struct commit **commit)
{
    mail_drop(&(*commit)->mail);
    outbox_ended(&(*commit)->mail, false);
    commit_free(*commit);
    *commit = NULL;
}
