/* The lock file beside a store. It outlives a database that was lost, put back or has lost its end;
 * one that went on from there would give ids and numbers a second time.
 *
 * It says, each at its place: which process holds it, that there is a database, and how
 * far that has come. The last is written after each commit, without a flush of its own: it may stay
 * behind the database when the machine fails, and is never ahead of it. */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checksum.h"
#include "log.h"
#include "store_beside.h"
#include "store_sql_ways.h"

enum { STORE_BESIDE_COUNT = 64, STORE_BESIDE_BYTES = 192, STORE_BESIDE_PID = 15 };

/* Stands in the lock file, behind the process, from the moment a database is there. */
static const char store_beside_mark[] = "\nstore\n";

/* Reads the lock file from a place on, as a text. */
static void store_beside_read(const struct store_sql *store, off_t at,
                              char text[STORE_BESIDE_BYTES])
{
    ssize_t len = pread(store->lock, text, STORE_BESIDE_BYTES - 1, at);
    text[len > 0 ? len : 0] = '\0';
}

bool store_beside_was_marked(const struct store_sql *store)
{
    char text[STORE_BESIDE_BYTES];
    store_beside_read(store, 0, text);
    return strstr(text, store_beside_mark) != NULL;
}

/* Writes a text at its place; a help for another start, so that a failure is none of this one. */
static void store_beside_write(const struct store_sql *store, const char *text, off_t at)
{
    size_t len = strlen(text);
    if (store->lock >= 0 && pwrite(store->lock, text, len, at) != (ssize_t)len) {
        errno = 0;
    }
}

void store_beside_sign(const struct store_sql *store)
{
    char text[STORE_BESIDE_BYTES];
    bool marked = store_beside_was_marked(store);
    snprintf(text, sizeof text, "%-*ld%s", STORE_BESIDE_PID, (long)getpid(),
             marked ? store_beside_mark : "\n");
    store_beside_write(store, text, 0);
}

/* The numbers, with the sum of their text behind it. */
static void store_beside_count_text(char text[STORE_BESIDE_BYTES],
                                    const struct store_sql_count *count)
{
    int len =
        snprintf(text, STORE_BESIDE_BYTES,
                 "\nlineage %016" PRIx64 " commits %020" PRId64 " table %020" PRId64
                 " outbox %020" PRId64 " sum ",
                 (uint64_t)count->lineage, count->commits, count->table_last, count->outbox_last);
    snprintf(text + len, STORE_BESIDE_BYTES - (size_t)len, "%08" PRIx32 "\n",
             checksum_add(0, text, (size_t)len));
}

void store_beside_count(const struct store_sql *store)
{
    char text[STORE_BESIDE_BYTES];
    store_beside_count_text(text, &store->count);
    store_beside_write(store, text, STORE_BESIDE_COUNT);
}

/* The number behind a word of the text; 0 where it is not there. */
static uint64_t store_beside_number(const char *text, const char *word, int base)
{
    const char *at = strstr(text, word);
    return at == NULL ? 0 : strtoull(at + strlen(word), NULL, base);
}

bool store_beside_counted(const struct store_sql *store, struct store_sql_count *count_r)
{
    char text[STORE_BESIDE_BYTES];
    char again[STORE_BESIDE_BYTES];
    store_beside_read(store, STORE_BESIDE_COUNT, text);
    *count_r = (struct store_sql_count){
        .lineage = (int64_t)store_beside_number(text, "lineage ", 16),
        .commits = (int64_t)store_beside_number(text, "commits ", 10),
        .table_last = (int64_t)store_beside_number(text, "table ", 10),
        .outbox_last = (int64_t)store_beside_number(text, "outbox ", 10),
    };
    store_beside_count_text(again, count_r);
    return strncmp(text, again, strlen(again)) == 0;
}

/* Ids that were given here before are not given again. */
static int store_beside_raise(const struct store_sql *store, const struct store_sql_count *beside,
                              struct fault *fault)
{
    char sql[STORE_SQL_SQL_BYTES];
    const struct store_sql_count *here = &store->count;
    long long table = here->table_last > beside->table_last ? here->table_last : beside->table_last;
    long long outbox =
        here->outbox_last > beside->outbox_last ? here->outbox_last : beside->outbox_last;
    snprintf(
        sql, sizeof sql,
        "UPDATE mark SET table_last = %lld, outbox_last = %lld, sum = row_sum('mark', commits, "
        "alive_ms, %lld, %lld, lineage)",
        table, outbox, table, outbox);
    return store_sql_exec(store, sql, fault);
}

int store_beside_adopt(struct store_sql *store, struct fault *fault)
{
    struct store_sql_count beside;
    if (store_sql_read_count(store, &store->count, fault) != 0) {
        return -1;
    }
    if (store->lock < 0) {
        return 0;
    }
    bool known = store_beside_counted(store, &beside);
    if (!known || beside.lineage != store->count.lineage) {
        bool kept = store->ways->shared && store->count.lineage != 0; /* others go by it too */
        if (store_sql_begin(store, fault) != 0 ||
            (!kept && store_sql_begin_lineage(store, fault) != 0) ||
            (known && store_beside_raise(store, &beside, fault) != 0) ||
            store_sql_exec(store, "COMMIT", fault) != 0 ||
            store_sql_read_count(store, &store->count, fault) != 0) {
            return -1;
        }
        if (known) {
            log_event(LEVEL_WARNING, "store.put_back",
                      LOG_FIELDS(log_text("path", store->path),
                                 log_number("commits", store->count.commits),
                                 log_number("commits_before", beside.commits)));
        }
    }
    store_beside_count(store);
    store_beside_sign(store);
    store_beside_write(store, store_beside_mark, STORE_BESIDE_PID);
    return 0;
}
