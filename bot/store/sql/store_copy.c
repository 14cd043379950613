/* A store copied into another. Rows are read in the order of their keys, some at a time, all of one
 * moment, and written in one transaction; sums are made anew, for each database has its own. Then
 * both are read through once more, and must be the same by count and hash. What is sealed stays
 * sealed. */

#include "store_copy.h"
#include "store_copy_note.h"
#include "store_divide.h"
#include "store_sql_ways.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crash.h"
#include "hash.h"
#include "seal.h"
#include "store_driver.h"
#include "store_part.h"
#include "store_sql_rows.h"

enum { COPY_ROWS = 500, COPY_COLUMNS_MAX = 8, COPY_NAME_BYTES = 4096, COPY_LIST_BYTES = 256 };

/* A table: its columns, what each is (n a number or nothing, t a text, b what may be sealed, B
 * bytes), of which the first so many are its key; and what its sum is over, "" nothing. */
struct copy_table {
    const char *name;
    const char *columns[COPY_COLUMNS_MAX];
    const char *kinds;
    int keys;
    const char *sum;
    const char *source; /* where its rows are read; NULL: the table */
};

static const struct copy_table copy_tables[] = {
    {"event",
     {"day", "key"},
     "nn",
     2,
     "day, key",
     "(SELECT day, key FROM event UNION SELECT day, key FROM event_new) AS heard"},
    {"inbox", {"id", "key", "heard"}, "ntb", 1, "id, key, heard", NULL},
    {"letter", {"id", "part", "key", "kind", "text"}, "nnttb", 1, "part, key, kind, text", NULL},
    {"sitting",
     {"part", "table_id", "address", "tag", "label"},
     "nnttb",
     3,
     "part, table_id, address, tag, label",
     NULL},
    {"tables", {"id", "room", "game", "header"}, "nttb", 1, "id, room, game, header", NULL},
    {"standing",
     {"id", "phase", "due_ms", "step", "line", "sent"},
     "nnnnnn",
     1,
     "id, phase, due_ms, step, line, sent",
     NULL},
    {"open_table", {"id"}, "n", 1, "", NULL},
    {"journal",
     {"id", "table_id", "step", "before", "event", "hash", "line"},
     "nnnntbb",
     1,
     "table_id, step, before, event, hash, line",
     NULL},
    {"sent",
     {"id", "table_id", "before", "step", "audience", "room", "platform_id"},
     "nnnnttb",
     1,
     "table_id, before, step, audience, room, platform_id",
     NULL},
    {"words",
     {"table_id", "digest", "person", "words"},
     "ntnb",
     3,
     "table_id, digest, person, words",
     NULL},
    {"outbox",
     {"id", "table_id", "not_before_ms", "room", "meta", "document"},
     "nnnttb",
     1,
     "id, table_id, not_before_ms, room, meta, document",
     NULL},
    {"person", {"id", "about"}, "nb", 1, "id, about", NULL},
    {"address", {"address", "person"}, "tn", 1, "address, person", NULL},
    {"setting",
     {"scope", "name", "value"},
     "ttb",
     2,
     "scope, name, value",
     "(SELECT scope, name, value FROM setting WHERE scope <> 'store' OR name <> '" STORE_COPY_NOTE
     "') AS told"},
    {"adapter",
     {"adapter", "key", "place", "value"},
     "ttnb",
     2,
     "adapter, key, place, value",
     NULL},
    {"work", {"table_id", "key", "count"}, "ntn", 1, "table_id, key, count", NULL},
    {"pack", {"digest", "lines"}, "tb", 1, "digest, lines", NULL},
    {"candidates", {"table_id", "pack", "without"}, "ntb", 1, "table_id, pack, without", NULL},
    {"record", {"table_id", "ended_ms", "packed"}, "nnB", 1, "table_id, ended_ms, packed", NULL},
    {"result",
     {"table_id", "ended_ms", "room", "server", "about"},
     "nnttb",
     1,
     "table_id, ended_ms, room, server, about",
     NULL},
    {"result_seat",
     {"id", "table_id", "person", "about"},
     "nnnb",
     1,
     "table_id, person, about",
     NULL},
};

enum { COPY_TABLES = sizeof copy_tables / sizeof copy_tables[0] };

/* One table being read, and where each row goes. */
struct copy_read {
    struct store_sql *store;
    const struct copy_table *table;
    const struct store_pause *pause;
    struct sql_statement *insert; /* NULL: nowhere */
    struct store_sql *to;
    struct hash *hash;
    int64_t count;
    struct buf keys[COPY_COLUMNS_MAX]; /* of the last row */
};

/* "a, b, c" of the first columns. */
static void copy_list(char list[COPY_LIST_BYTES], const struct copy_table *table, int count,
                      const char *format)
{
    size_t used = 0;
    list[0] = '\0';
    for (int i = 0; i < count; i++) {
        int len = format == NULL ? snprintf(list + used, COPY_LIST_BYTES - used, "%s%s",
                                            i == 0 ? "" : ", ", table->columns[i])
                                 : snprintf(list + used, COPY_LIST_BYTES - used, "%s%s%d",
                                            i == 0 ? "" : ", ", format, i + 1);
        used += (size_t)len;
    }
}

static int copy_columns(const struct copy_table *table)
{
    return (int)strlen(table->kinds);
}

static const char *copy_source(const struct copy_read *read)
{
    const char *lacks = read->store->ways->lacks;
    const char *source = read->table->source;
    bool own = source == NULL || (lacks[0] != '\0' && strstr(source, lacks) != NULL);
    return own ? read->table->name : read->table->source;
}

static int copy_prepare_read(struct copy_read *read, bool first, struct sql_statement **rows_r,
                             struct fault *fault)
{
    char columns[COPY_LIST_BYTES];
    char keys[COPY_LIST_BYTES];
    char places[COPY_LIST_BYTES];
    char where[3 * COPY_LIST_BYTES] = "";
    char sql[8 * COPY_LIST_BYTES];
    copy_list(columns, read->table, copy_columns(read->table), NULL);
    copy_list(keys, read->table, read->table->keys, NULL);
    copy_list(places, read->table, read->table->keys, "?");
    if (!first) {
        snprintf(where, sizeof where, "WHERE (%s) > (%s)", keys, places);
    }
    snprintf(sql, sizeof sql, "SELECT %s FROM %s %s ORDER BY %s LIMIT %d", columns,
             copy_source(read), where, keys, COPY_ROWS);
    int code = sql_prepare(read->store, sql, rows_r);
    return code == SQL_OK ? 0 : store_sql_fault(read->store, code, fault);
}

static void copy_bind_keys(struct copy_read *read, struct sql_statement *rows)
{
    for (int i = 0; i < read->table->keys; i++) {
        const struct buf *key = &read->keys[i];
        if (read->table->kinds[i] == 'n') {
            int64_t number = 0;
            memcpy(&number, key->text, sizeof number);
            sql_bind_number(rows, i + 1, number);
        } else {
            sql_bind_text(rows, i + 1, key->len == 0 ? "" : key->text, key->len);
        }
    }
}

/* Where the row stands; the next ones come behind it. */
static void copy_keep_keys(struct copy_read *read, struct sql_statement *row)
{
    for (int i = 0; i < read->table->keys; i++) {
        buf_clear(&read->keys[i]);
        if (read->table->kinds[i] == 'n') {
            int64_t number = sql_number(row, i);
            buf_add(&read->keys[i], (const char *)&number, sizeof number);
        } else {
            buf_add(&read->keys[i], sql_text(row, i), sql_size(row, i));
        }
    }
}

/* A value with its kind and length, so that no two rows look the same. */
static void copy_hash(struct copy_read *read, struct sql_statement *row)
{
    for (int i = 0; i < copy_columns(read->table); i++) {
        char head[32];
        const char *text = sql_text(row, i);
        bool number = read->table->kinds[i] == 'n';
        int len = text == NULL ? snprintf(head, sizeof head, "-;")
                  : number ? snprintf(head, sizeof head, "n%lld;", (long long)sql_number(row, i))
                           : snprintf(head, sizeof head, "b%zu;", sql_size(row, i));
        hash_add(read->hash, head, (size_t)len);
        if (text != NULL && !number) {
            hash_add(read->hash, text, sql_size(row, i));
        }
    }
}

static int copy_put(struct copy_read *read, struct sql_statement *row, struct fault *fault)
{
    if (read->insert == NULL) {
        return 0;
    }
    for (int i = 0; i < copy_columns(read->table); i++) {
        const char *text = sql_text(row, i);
        size_t size = sql_size(row, i);
        char kind = read->table->kinds[i];
        if (kind == 'n' && text != NULL) {
            sql_bind_number(read->insert, i + 1, sql_number(row, i));
        } else if (kind == 't') {
            sql_bind_text(read->insert, i + 1, text, size);
        } else if (kind != 'n') {
            sql_bind_bytes(read->insert, i + 1, text, size, kind == 'B' || seal_is(text, size));
        }
    }
    return store_sql_step(read->to, read->insert, fault);
}

/* Some rows; how many, or -1. */
static int copy_some(struct copy_read *read, struct fault *fault)
{
    struct sql_statement *rows = NULL;
    int count = 0;
    int result = copy_prepare_read(read, read->count == 0, &rows, fault);
    if (result != 0) {
        return -1;
    }
    if (read->count > 0) {
        copy_bind_keys(read, rows);
    }
    int code = sql_step(rows);
    for (; code == SQL_ROW && result == 0; code = sql_step(rows)) {
        copy_hash(read, rows);
        result = copy_put(read, rows, fault);
        copy_keep_keys(read, rows);
        read->count++;
        count++;
        if (result != 0) {
            break;
        }
    }
    if (result == 0 && code != SQL_DONE) {
        result = store_sql_fault(read->store, code, fault);
    }
    sql_finalize(rows);
    return result == 0 ? count : -1;
}

static int copy_prepare_insert(struct copy_read *read, struct fault *fault)
{
    char columns[COPY_LIST_BYTES];
    char places[COPY_LIST_BYTES];
    char sums[COPY_LIST_BYTES] = "";
    char sql[4 * COPY_LIST_BYTES];
    const struct copy_table *table = read->table;
    int count = copy_columns(table);
    copy_list(columns, table, count, NULL);
    copy_list(places, table, count, "?");
    /* the columns of a sum are the table's, but for an id in front that the database gives */
    bool numbered = strcmp(table->columns[0], "id") == 0 && strncmp(table->sum, "id", 2) != 0;
    snprintf(sums, sizeof sums, "%s", numbered ? places + strlen("?1, ") : places);
    if (table->sum[0] == '\0') {
        snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%s)", table->name, columns, places);
    } else {
        snprintf(sql, sizeof sql, "INSERT INTO %s (%s, sum) VALUES (%s, row_sum('%s', %s))",
                 table->name, columns, places, table->name, sums);
    }
    int code = sql_prepare(read->to, sql, &read->insert);
    return code == SQL_OK ? 0 : store_sql_fault(read->to, code, fault);
}

/* A whole table; to NULL: it is only read. */
static int copy_one(struct copy_read *read, uint8_t hash_r[HASH_BYTES], struct fault *fault)
{
    int some = COPY_ROWS;
    read->count = 0;
    read->insert = NULL;
    read->hash = hash_new();
    for (int i = 0; i < COPY_COLUMNS_MAX; i++) {
        buf_init(&read->keys[i], INT32_MAX);
    }
    int result = read->to == NULL ? 0 : copy_prepare_insert(read, fault);
    while (result == 0 && some == COPY_ROWS) {
        some = copy_some(read, fault);
        result = some < 0 ? -1 : 0;
        if (result == 0 && read->pause != NULL && !read->pause->pause(read->pause->context)) {
            result = fault_set(fault, FAULT_RETRY, "copy of %s: given up", read->store->path);
        }
    }
    sql_finalize(read->insert);
    for (int i = 0; i < COPY_COLUMNS_MAX; i++) {
        buf_deinit(&read->keys[i]);
    }
    hash_end(&read->hash, hash_r);
    return result;
}

/* The counts: ids that were given stay given, and the lineage is another. */
static int copy_mark(const struct store_sql *from, const struct store_sql *to, struct fault *fault)
{
    char sql[STORE_SQL_SQL_BYTES];
    char alive[32] = "NULL";
    struct store_sql_count count;
    int64_t alive_ms = 0;
    if (store_sql_read_count(from, &count, fault) != 0 ||
        store_sql_number(from, "SELECT alive_ms FROM mark", &alive_ms, fault) != 0) {
        return -1;
    }
    if (alive_ms != 0) {
        snprintf(alive, sizeof alive, "%lld", (long long)alive_ms);
    }
    snprintf(sql, sizeof sql,
             "UPDATE mark SET commits = %lld, alive_ms = %s, table_last = %lld, outbox_last = %lld",
             (long long)count.commits, alive, (long long)count.table_last,
             (long long)count.outbox_last);
    return store_sql_exec(to, sql, fault) == 0 ? store_sql_begin_lineage(to, fault) : -1;
}

/* Is there nothing in it yet? */
static int copy_is_new(const struct store_sql *to, struct fault *fault)
{
    int64_t rows = 0;
    if (store_sql_number(to,
                         "SELECT commits + table_last + outbox_last + (SELECT count(*) FROM "
                         "setting WHERE scope <> 'store') + (SELECT count(*) FROM adapter) + "
                         "(SELECT count(*) FROM tables) FROM mark",
                         &rows, fault) != 0) {
        return -1;
    }
    return rows == 0 ? 0
                     : fault_set(fault, FAULT_BAD,
                                 "store %s: something is in it: copy into a new one", to->path);
}

static void copy_ignore(void *context, const char *what)
{
    (void)context;
    (void)what;
}

/* Nothing damaged is given a new sum. */
static int copy_is_sound(const struct store_sql *from, struct fault *fault)
{
    const struct store_damage_listener listener = {copy_ignore, NULL};
    int count = store_sql_find_damage(from, false, &listener, fault);
    if (count <= 0) {
        return count;
    }
    return fault_set(fault, FAULT_BROKEN,
                     "store %s: damaged in %d places, so it is not copied: `deaddrop check` names "
                     "them and how to mend them",
                     from->path, count);
}

/* What both hold is the same. */
static int copy_compare(struct store_sql *to, const struct copy_table *table, int64_t count,
                        const uint8_t hash[HASH_BYTES], struct fault *fault)
{
    uint8_t again[HASH_BYTES];
    struct copy_read read = {.store = to, .table = table};
    if (copy_one(&read, again, fault) != 0) {
        return -1;
    }
    return read.count == count && memcmp(again, hash, HASH_BYTES) == 0
               ? 0
               : fault_set(fault, FAULT_BROKEN,
                           "copy: %s has other rows than were read (%lld, %lld): nothing was kept",
                           table->name, (long long)count, (long long)read.count);
}

/* All that stands between BEGIN and COMMIT. */
static int copy_all(struct store_sql *from, struct store_sql *to, const struct store_pause *pause,
                    struct store_copied *copied, struct fault *fault)
{
    struct hash *all = hash_new();
    int result = store_sql_exec(to, "DELETE FROM setting", fault);
    for (size_t i = 0; i < COPY_TABLES && result == 0; i++) {
        uint8_t hash[HASH_BYTES];
        struct copy_read read = {.store = from, .table = &copy_tables[i], .to = to, .pause = pause};
        result = copy_one(&read, hash, fault);
        if (result == 0) {
            result = copy_compare(to, read.table, read.count, hash, fault);
        }
        copied->rows += read.count;
        hash_add(all, hash, sizeof hash);
    }
    hash_end(&all, copied->hash);
    if (result == 0 && copy_mark(from, to, fault) == 0) {
        return to->ways->renumber(to, fault);
    }
    return -1;
}

/* What is to be made of a copy besides. */
struct copy_plan {
    const struct store_pause *pause; /* may be NULL */
    struct store_division *division; /* NULL: all of it stays */
    unsigned parts;                  /* of that; 0 */
    bool notes;                      /* what it is of */
};

static int copy_finish(const struct store_sql *from, struct store_sql *to,
                       const struct copy_plan *plan, struct fault *fault)
{
    if (plan->division != NULL &&
        store_divide(to, plan->division, store_part_of(to->path), fault) != 0) {
        return -1;
    }
    return plan->notes ? store_copy_note(from, to, plan->parts, fault) : 0;
}

/* Of one moment of from, in one transaction of to. */
static int copy_moment(struct store_sql *from, struct store_sql *to, const struct copy_plan *plan,
                       struct store_copied *copied, struct fault *fault)
{
    *copied = (struct store_copied){0};
    int result = store_sql_exec(from, from->ways->read_begin, fault);
    if (result == 0) {
        result = copy_is_sound(from, fault);
    }
    if (result == 0) {
        result = store_sql_begin(to, fault);
    }
    if (result == 0) {
        result = copy_all(from, to, plan->pause, copied, fault);
        result = result == 0 ? copy_finish(from, to, plan, fault) : result;
        CRASH_POINT("copy.written");
        if (result == 0) {
            result = store_sql_exec(to, "COMMIT", fault);
        }
        if (result != 0 && store_sql_in_transaction(to)) {
            store_sql_exec(to, "ROLLBACK", NULL);
        }
    }
    store_sql_exec(from, "ROLLBACK", NULL);
    return result;
}

static int copy_whole(const char *from, const char *to, const struct copy_plan *plan,
                      struct store_copied *copied_r, struct fault *fault)
{
    void *held = NULL;
    void *source = NULL;
    void *target = NULL;
    bool there = false;
    *copied_r = (struct store_copied){0};
    if (strcmp(from, to) == 0) {
        return fault_set(fault, FAULT_USAGE, "copy: both are the same");
    }
    /* nobody writes to it meanwhile, for what came after would be lost */
    if (store_driver_of(from)->mend(&held, from, true, fault) != 0) {
        return -1;
    }
    int result = store_driver_of(from)->open(&source, from, true, fault);
    result = result == 0 ? store_driver_of(to)->open(&target, to, false, fault) : result;
    result = result == 0 ? store_copy_is_there(source, target, plan->parts, &there, fault) : result;
    result = result == 0 ? copy_is_new(target, fault) : result;
    result = result == 0 ? copy_moment(source, target, plan, copied_r, fault) : result;
    copied_r->was_there = there;
    if (target != NULL) {
        store_driver_of(to)->close(&target);
    }
    if (source != NULL) {
        store_driver_of(from)->close(&source);
    }
    store_driver_of(from)->close(&held);
    return result;
}

int store_copy(const char *from, const char *to, struct store_copied *copied_r, struct fault *fault)
{
    return copy_whole(from, to, &(struct copy_plan){.notes = true}, copied_r, fault);
}

int store_copy_part(const char *from, const char *to, const struct row_rules *const *rules,
                    unsigned parts, struct store_copied *copied_r, struct fault *fault)
{
    struct store_division *division = store_division_new(rules, parts);
    const struct copy_plan plan = {.division = division, .parts = parts, .notes = true};
    int result = copy_whole(from, to, &plan, copied_r, fault);
    store_division_free(&division);
    return result;
}

/* --- into a file ------------------------------------------------------------------------------ */

static void copy_unlink(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[COPY_NAME_BYTES + 8];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static int copy_into(struct store_sql *store, const char *part, const struct store_pause *pause,
                     struct fault *fault)
{
    void *file = NULL;
    struct store_copied copied;
    if (store_sqlite.open(&file, part, false, fault) != 0) {
        return -1;
    }
    const struct copy_plan plan = {.pause = pause};
    int result = copy_moment(store, file, &plan, &copied, fault);
    if (result == 0) {
        result = store_sql_exec(file, "PRAGMA journal_mode = DELETE", fault);
    }
    store_sqlite.close(&file);
    return result;
}

int store_copy_to_file(struct store_sql *store, const char *path, const struct store_pause *pause,
                       struct fault *fault)
{
    char part[COPY_NAME_BYTES];
    struct stat status;
    if (lstat(path, &status) == 0) {
        return fault_set(fault, FAULT_BAD, "backup %s: is there already: choose another name",
                         path);
    }
    int len = snprintf(part, sizeof part, "%s.part", path);
    if (len < 0 || (size_t)len >= sizeof part) {
        return fault_set(fault, FAULT_BAD, "backup: the name is too long");
    }
    copy_unlink(part);
    if (copy_into(store, part, pause, fault) != 0) {
        copy_unlink(part);
        return -1;
    }
    int result = store_place_file(part, path, fault);
    copy_unlink(part);
    return result;
}
