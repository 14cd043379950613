/* The note of crash_marker.h survives the end of the process; what it says is kept in the store as
 * suspects, with how often. */
#include "poison.h"

#include <string.h>

#include "handle.h"
#include "house_log.h"
#include "house_private.h"
#include "show_say.h"
#include "show_view.h"
#include "table_load.h"

enum { POISON_CRASHES = 2 };

static void read_suspect(void *context, const struct store_row *row)
{
    struct house *house = context;
    if (row->damaged) {
        house_log("damaged_work", 0, "a crash is not counted; `deaddrop check` names it");
        return;
    }
    if (house->suspect_count == POISON_MAX) {
        return;
    }
    struct suspect *suspect = &house->suspects[house->suspect_count++];
    size_t len = strnlen(row->key, CRASH_MARKER_KEY_BYTES - 1);
    suspect->table = row->id;
    suspect->crashes = (unsigned)row->sub;
    memcpy(suspect->key, row->key, len);
    suspect->key[len] = '\0';
}

static struct suspect *find(struct house *house, const char *key, uint64_t table)
{
    for (unsigned i = 0; i < house->suspect_count; i++) {
        struct suspect *suspect = &house->suspects[i];
        if (suspect->table == table && strcmp(suspect->key, key) == 0) {
            return suspect;
        }
    }
    return NULL;
}

/* One more crash on what the note says. */
static void accuse(struct house *house, const struct crash_marker_note *note)
{
    struct suspect *suspect = find(house, note->key, note->table);
    if (suspect == NULL) {
        const struct store_row row = {.id = note->table, .key = note->key};
        if (house->suspect_count == POISON_MAX) {
            house->suspect_count--;
        }
        read_suspect(house, &row);
        suspect = &house->suspects[house->suspect_count - 1];
    }
    suspect->crashes++;
    house_log("crashed_on", note->table, note->key);
    struct commit *commit = commit_new(house);
    /* the store knows a suspect by its table, and by a key that is never empty */
    const struct store_row row = {
        .id = note->table,
        .key = note->key[0] == '\0' ? "-" : note->key,
        .sub = suspect->crashes,
    };
    commit_put(commit, STORE_CRASH_MARKER, &row);
    commit_submit(&commit);
}

static void freeze_table(struct house *house, uint64_t id)
{
    struct table_entry *entry = tables_find(&house->tables, id);
    if (entry != NULL && !entry->frozen) {
        table_freeze(house, entry, "the house ended over it twice");
    }
}

int poison_start(struct house *house, struct fault *fault)
{
    struct crash_marker_note note;
    const struct store_question question = {.query = STORE_CRASH_MARKERS};
    if (store_read_now(house->setup.store, &question, read_suspect, house, fault) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < house->suspect_count; i++) {
        if (strcmp(house->suspects[i].key, "-") == 0) {
            house->suspects[i].key[0] = '\0';
        }
    }
    if (crash_marker_found(house->setup.crash_marker, &note)) {
        accuse(house, &note);
    }
    for (unsigned i = 0; i < house->suspect_count; i++) {
        struct suspect *suspect = &house->suspects[i];
        if (suspect->crashes >= POISON_CRASHES) {
            suspect->poison = true;
            freeze_table(house, suspect->table);
        }
    }
    return 0;
}

bool poison_is(const struct house *house, const char *key)
{
    for (unsigned i = 0; i < house->suspect_count; i++) {
        if (house->suspects[i].poison && strcmp(house->suspects[i].key, key) == 0) {
            return true;
        }
    }
    return false;
}

void poison_set_aside(struct house *house, struct inbox_item *item)
{
    struct commit *commit = commit_new(house);
    struct handling handling = {.house = house, .item = item, .commit = commit};
    const struct compose compose = house_compose_for(&handling);
    show_answer(&handling, compose_say(&compose, MSG_HOUSE_SET_ASIDE, NULL, VALUE_NONE),
                DOC_ANSWER);
    commit_item(commit, item);
    for (unsigned i = 0; i < house->suspect_count; i++) {
        if (strcmp(house->suspects[i].key, item->key) == 0) {
            const struct store_row row = {.id = house->suspects[i].table, .key = ""};
            commit_put(commit, STORE_CRASH_MARKER, &row);
        }
    }
    commit_submit(&commit);
}

void poison_passed(struct commit *commit, const char *key, uint64_t table)
{
    struct house *house = commit->house;
    if (house->suspect_count == 0) {
        return;
    }
    for (unsigned i = 0; i < house->suspect_count; i++) {
        struct suspect *suspect = &house->suspects[i];
        bool same = strcmp(suspect->key, key) == 0 && (key[0] != '\0' || suspect->table == table);
        if (same && !suspect->poison) {
            const struct store_row row = {.id = suspect->table, .key = ""};
            commit_put(commit, STORE_CRASH_MARKER, &row);
            *suspect = house->suspects[--house->suspect_count];
            return;
        }
    }
}
