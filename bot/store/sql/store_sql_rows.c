/* SQL: checked for damage. Each table of rows with what its sum is over, and what has
 * to fit together. Damage costs what it is about: a table of players, a person, a room, what an
 * adapter kept of something. A start goes on without that. Only what all share keeps it from
 * starting: the counts, the key, how the file is built. `deaddrop check` looks at everything. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_sql_private.h"
#include "store_sql_rows.h"
#include "store_sql_ways.h"

#define COSTS_TABLE "that table stands still"
#define COSTS_START "the bot does not start"

const struct store_rows_kind store_sql_rows[] = {
    {"mark", "mark", "'the counts'", "commits, alive_ms, table_last, outbox_last, lineage", "true",
     COSTS_START, false},
    {"person", "person", "'person ' || id", "id, about", NULL,
     "they are told, and can do nothing; tables where they sit go on", true},
    {"address", "address", "'address ' || address", "address, person", NULL,
     "whoever comes from there is told, and can do nothing", true},
    {"setting", "setting", "'setting ' || name || ' of ' || scope", "scope, name, value",
     "scope = 'store'",
     "of a room: no new tables there; of the store: the bot does not start; else as if it were "
     "not there",
     true},
    {"adapter", "adapter", "adapter || '''s row ' || key", "adapter, key, place, value", NULL,
     "its platform is asked anew; a person or a room of the playground stands still", true},
    {"event_new", "event", "'an event that was heard'", "day, key", NULL,
     "it might be taken twice if it came again", true},
    {"event", "event", "'an event that was heard'", "day, key", NULL,
     "it might be taken twice if it came again", true},
    {"inbox", "inbox", "'event ' || id || ', heard and not dealt with'", "id, key, heard", NULL,
     "it is not done, and has to be done again by who did it", true},
    {"letter", "letter", "'letter ' || id || ' to part ' || part", "part, key, kind, text", NULL,
     "what another part said is not done here", true},
    {"sitting", "sitting", "'table ' || table_id || ' of part ' || part || ', who sits there'",
     "part, table_id, address, tag, label", NULL,
     "what somebody writes in private may not find their table", true},
    {"work", "work", "'work on table ' || table_id", "table_id, key, count", NULL,
     "a crash over that table is not counted", true},
    {"tables", "tables", "'table ' || id || ' in ' || room", "id, room, game, header", NULL,
     COSTS_TABLE, false},
    {"standing", "standing", "'table ' || id || ', where it stands'",
     "id, phase, due_ms, step, line, sent", NULL, COSTS_TABLE, false},
    {"journal", "journal", "'table ' || table_id || ', line ' || step",
     "table_id, step, before, event, hash, line", NULL, COSTS_TABLE, false},
    {"words", "words", "'table ' || table_id || ', words ' || digest",
     "table_id, digest, person, words", NULL, COSTS_TABLE, false},
    {"sent", "sent", "'table ' || table_id || ', a message of step ' || step",
     "table_id, before, step, audience, room, platform_id", NULL, COSTS_TABLE, false},
    {"outbox", "outbox", "'message ' || id || ' that waits, of table ' || table_id",
     "id, table_id, not_before_ms, room, meta, document", NULL, COSTS_TABLE, false},
    {"candidates", "candidates", "'table ' || table_id || ', what it was dealt from'",
     "table_id, pack, without", NULL, COSTS_TABLE, false},
    {"pack", "pack", "'pack ' || digest", "digest, lines", NULL,
     "tables that were dealt from it stand still", false},
    {"record", "record", "'table ' || table_id || ', its record'", "table_id, ended_ms, packed",
     NULL, "it cannot be read", false},
    {"result", "result", "'table ' || table_id || ', what came of it'",
     "table_id, ended_ms, room, server, about", NULL, "it counts in no statistic", true},
    {"result_seat", "result_seat", "'table ' || table_id || ', what came of it for somebody'",
     "table_id, person, about", NULL, "it counts in no statistic", true},
    {NULL, NULL, NULL, NULL, NULL, NULL, false},
};

/* What has to fit together: SQL that names what does not. NOT EXISTS, for PostgreSQL compares each
 * row with each of a long NOT IN. */
#define AND " AND "
#define HAS(table, column, of) \
    "EXISTS (SELECT 1 FROM " table " AS led WHERE led." column " = " of ")"
#define LACKS(table, column, of) "NOT " HAS(table, column, of)
#define SOUND \
    "row_sum('standing', id, phase, due_ms, step, line, sent) IS NOT DISTINCT FROM standing.sum"

static const struct {
    const char *sql;
    bool start;
} store_rows_links[] = {
    {"SELECT 'table ' || id || ': not among the open ones' FROM standing WHERE phase <> 4" AND
         LACKS("open_table", "id", "standing.id") AND HAS("tables", "id", "standing.id") AND SOUND,
     true},
    {"SELECT 'table ' || id || ': open, and nowhere' FROM open_table WHERE " LACKS(
         "tables", "id", "open_table.id") AND LACKS("standing", "id", "open_table.id"),
     true},
    {"SELECT 'address ' || address || ': of nobody' FROM address WHERE " LACKS("person", "id",
                                                                               "address.person"),
     false},
    {"SELECT 'table ' || id || ': where it stands is missing' FROM tables WHERE " LACKS(
         "standing", "id", "tables.id"),
     false},
    {"SELECT 'table ' || id || ': its row is missing' FROM standing WHERE line IS NOT NULL" AND
         LACKS("tables", "id", "standing.id"),
     false},
    {"SELECT 'table ' || id || ': its last line is missing' FROM standing WHERE line IS NOT "
     "NULL" AND LACKS("journal", "id", "standing.line"),
     false},
    {"SELECT 'table ' || table_id || ': the line before ' || step || ' is missing' FROM journal "
     "WHERE before IS NOT NULL" AND LACKS("journal", "id", "journal.before"),
     false},
    {"SELECT 'table ' || table_id || ': messages before step ' || step || ' are missing' FROM sent "
     "WHERE before IS NOT NULL" AND LACKS("sent", "id", "sent.before"),
     false},
    {"SELECT 'table ' || id || ': its journal is missing' FROM standing WHERE line IS NULL AND "
     "step >= 0" AND HAS("tables", "id", "standing.id")
         AND LACKS("record", "table_id", "standing.id"),
     false},
    {"SELECT 'table ' || table_id || ': its pack is missing' FROM candidates WHERE " LACKS(
         "pack", "digest", "candidates.pack"),
     false},
};

void store_sql_rows_where(char sql[STORE_SQL_SQL_BYTES], const struct store_rows_kind *kind)
{
    snprintf(sql, STORE_SQL_SQL_BYTES, "WHERE row_sum('%s', %s) IS DISTINCT FROM sum", kind->tag,
             kind->columns);
}

/* Tells of each row of a query, which names something in its first column; how many, or -1. */
int store_rows_tell(const struct store_sql *store, const char *sql, const char *besides,
                    const struct store_damage_listener *listener, struct fault *fault)
{
    struct sql_statement *statement = NULL;
    int count = 0;
    int code = sql_prepare(store, sql, &statement);
    code = code == SQL_OK ? sql_step(statement) : code;
    for (; code == SQL_ROW; code = sql_step(statement)) {
        const char *text = sql_text(statement, 0);
        if (text == NULL || strcmp(text, besides) != 0) {
            count++;
            listener->found(listener->context, text == NULL ? "a row without a name" : text);
        }
    }
    sql_finalize(statement);
    return code == SQL_DONE ? count : store_sql_fault(store, code, fault);
}

/* All of a kind that are damaged, or those of them on which a start relies. */
static int store_rows_of_kind(const struct store_sql *store, const struct store_rows_kind *kind,
                              bool start, const struct store_damage_listener *listener,
                              struct fault *fault)
{
    char sql[STORE_SQL_SQL_BYTES * 2];
    char where[STORE_SQL_SQL_BYTES];
    store_sql_rows_where(where, kind);
    snprintf(sql, sizeof sql, "SELECT coalesce(%s, 'a row of %s') || ': %s' FROM %s %s AND (%s)",
             kind->label, kind->name, kind->costs, kind->name, where, start ? kind->start : "true");
    return store_rows_tell(store, sql, "", listener, fault);
}

static int store_rows_sums(const struct store_sql *store, bool start,
                           const struct store_damage_listener *listener, struct fault *fault)
{
    int count = 0;
    for (const struct store_rows_kind *kind = store_sql_rows; kind->name != NULL; kind++) {
        if ((start && kind->start == NULL) || strcmp(kind->name, store->ways->lacks) == 0) {
            continue;
        }
        int found = store_rows_of_kind(store, kind, start, listener, fault);
        if (found < 0) {
            return -1;
        }
        count += found;
    }
    return count;
}

static int store_rows_fit(const struct store_sql *store, bool start,
                          const struct store_damage_listener *listener, struct fault *fault)
{
    int count = 0;
    for (size_t i = 0; i < sizeof store_rows_links / sizeof store_rows_links[0]; i++) {
        if (start && !store_rows_links[i].start) {
            continue;
        }
        int found = store_rows_tell(store, store_rows_links[i].sql, "", listener, fault);
        if (found < 0) {
            return -1;
        }
        count += found;
    }
    return count;
}

int store_sql_find_damage(const struct store_sql *store, bool start,
                          const struct store_damage_listener *listener, struct fault *fault)
{
    int structure = store->ways->structure(store, start, listener, fault);
    int sums = structure < 0 ? -1 : store_rows_sums(store, start, listener, fault);
    int links = sums < 0 ? -1 : store_rows_fit(store, start, listener, fault);
    return links < 0 ? -1 : structure + sums + links;
}

/* What it is stays out of the log, which names nobody. */
static void store_rows_note(void *context, const char *what)
{
    (void)context;
    (void)what;
}

static int store_rows_refuse(const struct store_sql *store, int count, struct fault *fault)
{
    if (count <= 0) {
        return count;
    }
    return fault_set(fault, FAULT_BROKEN,
                     "store %s: damaged in %d places; nothing was changed: `deaddrop check` names "
                     "them and how to mend them",
                     store->path, count);
}

int store_sql_check_start(const struct store_sql *store, struct fault *fault)
{
    const struct store_damage_listener listener = {store_rows_note, NULL};
    int count = store_sql_find_damage(store, true, &listener, fault);
    return store_rows_refuse(store, count, fault);
}

int store_sql_check_old(const struct store_sql *store, struct fault *fault)
{
    const struct store_damage_listener listener = {store_rows_note, NULL};
    int count = store->ways->structure(store, false, &listener, fault);
    return store_rows_refuse(store, count, fault);
}

int store_sql_contained(const struct store_sql *store, struct fault *fault)
{
    static const char *const kinds[] = {"person", "address", "setting", "adapter",
                                        "inbox",  "letter",  "work"};
    int64_t count = 0;
    for (const struct store_rows_kind *kind = store_sql_rows; kind->name != NULL; kind++) {
        char where[STORE_SQL_SQL_BYTES];
        char sql[STORE_SQL_SQL_BYTES * 2];
        int64_t found = 0;
        bool is_one = false;
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            is_one = is_one || strcmp(kinds[i], kind->name) == 0;
        }
        store_sql_rows_where(where, kind);
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s %s", kind->name, where);
        if (is_one && store_sql_number(store, sql, &found, fault) != 0) {
            return -1;
        }
        count += found;
    }
    return (int)count;
}
