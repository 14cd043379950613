/* What was written is on disk: its messages go, a board can be drawn. Or it is not, and all that
 * was done is undone: the first failure stops play (store_down.h); every commit behind it fails
 * too, so that nothing is ever stored on top of something that is not. */
#include "commit_end.h"

#include "cards.h"
#include "commit.h"
#include "crash.h"
#include "house_private.h"
#include "outbox_delivery_status.h"
#include "store_down.h"

void commit_landed(struct commit *commit)
{
    struct house *house = commit->house;
    struct table_entry *entry =
        commit->table == 0 ? NULL : tables_find(&house->tables, commit->table);
    if (entry != NULL) {
        entry->in_flight--;
        entry->stored = true;
        tables_touch(&house->tables, entry);
        if (entry->in_flight == 0) {
            outbox_resume_room(
                &house->outbox,
                entry->room->key); /* a board waits to be drawn from the disk's state */
            cards_resume(house, entry);
        }
    }
    struct outbox_row *rows = commit->mail.rows;
    commit->mail.rows = NULL;
    CRASH_POINT("commit.landed");
    struct fault repeated;
    fault_set(&repeated, FAULT_GONE, "this was heard before");
    commit_acknowledge(commit, commit->repeated ? &repeated : NULL);
    CRASH_POINT("commit.told");
    outbox_enqueue(&house->outbox, rows);
    outbox_ended(&commit->mail, true);
    if (commit->deferred != NULL) {
        commit->deferred->storing = NULL;
    }
    entry = commit->closed == 0 ? NULL : tables_find(&house->tables, commit->closed);
    if (entry != NULL && entry->in_flight == 0) {
        tables_remove(&house->tables, entry);
    }
}

void commit_failed(struct commit *commit, const struct fault *fault)
{
    struct house *house = commit->house;
    house->figures.failed_commits++;
    store_down_begin(house, fault);
    struct table_entry *entry =
        commit->table == 0 ? NULL : tables_find(&house->tables, commit->table);
    if (entry != NULL) {
        entry->in_flight--;
        store_down_drop(house, entry);
    }
    for (unsigned i = 0; i < commit->people_count; i++) {
        struct person *person = people_find(house->people, commit->people[i]);
        if (person != NULL) {
            person->stored = false;
            person->untold = house->setup.parts > 1 && !commit->of_letter;
        }
    }
    if (commit->event_key != NULL) {
        recent_events_forget(house->recent_events, commit->event_key);
    }
    if (commit->deferred != NULL) {
        commit->deferred->storing = NULL;
        store_down_lose(house, commit->deferred);
    }
    commit_acknowledge(commit, fault);
    outbox_ended(&commit->mail, false);
}
