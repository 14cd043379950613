/* The store in a file: what was told to be on disk is there after any end, and a file or a disk
 * that is not as it should be is a clear fault that loses nothing. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>
#include <sqlite3.h>

#include "buf.h"
#include "crash.h"
#include "fault_vfs.h"
#include "kit.h"
#include "table.h"

static char folder[KIT_PATH_BYTES];
static char path[KIT_PATH_BYTES];
static struct store *store;
static struct fault fault;

static void open_folder(void)
{
    kit_folder(folder);
    kit_path(path, folder, "d.db");
    fault = (struct fault){FAULT_NONE, ""};
}

static void close_folder(void)
{
    store_close(&store);
    kit_remove(folder);
}

static bool open_store(bool threaded)
{
    fault = (struct fault){FAULT_NONE, ""};
    store = store_open(&store_sqlite, path, threaded, NULL, NULL, &fault);
    return store != NULL;
}

static char line[12000] = "line"; /* of the journal */

/* A turn: its event, its journal line, where its table stands, and what is to be sent. */
static struct store_batch *turn(uint64_t table, uint64_t step)
{
    char key[64];
    struct store_batch *batch = store_batch_new();
    snprintf(key, sizeof(key), "web/%d/%d", (int)table, (int)step);
    store_put(batch, STORE_EVENT, &(struct store_row){.key = key, .at_ms = 1893499200000});
    store_put(batch, STORE_JOURNAL,
              &(struct store_row){.id = table, .sub = step, .key = key, .text = line});
    store_put(
        batch, STORE_TABLE,
        &(struct store_row){.id = table, .sub = TABLE_PLAYING, .key = "web/den", .text = "{}"});
    store_put(batch, STORE_OUTBOX, &(struct store_row){.id = step + 1, .sub = table, .text = "{}"});
    return batch;
}

static struct fault take_turn(uint64_t table, uint64_t step)
{
    struct store_batch *batch = turn(table, step);
    struct fault got = {FAULT_NONE, ""};
    store_commit(store, &batch, kit_done, &got);
    kit_settle(store);
    return got;
}

static const char *ask(enum store_query query, uint64_t id)
{
    return kit_read(store, &(struct store_question){.query = query, .id = id});
}

static void count_step(void *context, const struct store_row *row)
{
    uint64_t *steps = context;
    if (row->sub != *steps) {
        ck_abort_msg("line %d is missing", (int)*steps);
    }
    (*steps)++;
}

/* How many turns of the table are on disk; fails when the last is there in part. */
static uint64_t steps_of(uint64_t table)
{
    uint64_t steps = 0;
    struct store_question journal = {.query = STORE_JOURNAL_OF, .id = table};
    ck_assert_int_eq(store_read_now(store, &journal, count_step, &steps, &fault), 0);
    char key[64];
    for (uint64_t step = steps == 0 ? 0 : steps - 1; step <= steps; step++) {
        snprintf(key, sizeof(key), "web/%d/%d", (int)table, (int)step);
        const char *seen =
            kit_read(store, &(struct store_question){.query = STORE_EVENT_SEEN, .key = key});
        ck_assert_int_eq(seen[0] != '\0', step < steps);
    }
    return steps;
}

START_TEST(store_file_keeps_all_over_a_restart)
{
    ck_assert(open_store(true));
    for (uint64_t step = 0; step < 5; step++) {
        ck_assert_int_eq(take_turn(3, step).code, FAULT_NONE);
    }
    store_close(&store);
    ck_assert(open_store(false));
    ck_assert_uint_eq(steps_of(3), 5);
    ck_assert_str_eq(ask(STORE_NEXT_IDS, 0), "4 6 1   \n");
    struct stat status;
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
}
END_TEST

/* A child that takes turns and says on a pipe each that it was told of; never returns. */
static void take_turns_for_ever(int out, const char *crash_at, uint64_t most)
{
    if (!crash_arm(crash_at) || !open_store(true)) {
        _exit(1);
    }
    for (uint64_t step = 0; step < most; step++) {
        char told = '.';
        if (take_turn(1, step).code != FAULT_NONE || write(out, &told, 1) != 1) {
            _exit(2);
        }
    }
    store_close(&store);
    _exit(0);
}

/* Starts the child, kills it after it said `enough` turns (0: lets it end); how many it said, and
 * how it ended. */
static uint64_t run_child(const char *crash_at, uint64_t most, uint64_t enough, int *status_r)
{
    int ends[2];
    uint64_t told = 0;
    char dot = 0;
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(ends[0]);
        take_turns_for_ever(ends[1], crash_at, most);
    }
    close(ends[1]);
    while (read(ends[0], &dot, 1) == 1) {
        told++;
        if (told == enough) {
            kill(child, SIGKILL);
        }
    }
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, status_r, 0), child);
    return told;
}

START_TEST(store_file_killed_at_any_moment_keeps_what_was_told)
{
    int status = 0;
    for (uint64_t enough = 1; enough < 40; enough += 13) {
        uint64_t told = run_child(NULL, 100000, enough, &status);
        ck_assert(WIFSIGNALED(status));
        ck_assert(open_store(false));
        ck_assert_uint_ge(steps_of(1), told);
        ck_assert_uint_le(steps_of(1), told + 1);
        store_close(&store);
        unlink(path);
        char wal[KIT_PATH_BYTES];
        kit_path(wal, folder, "d.db-wal");
        unlink(wal);
    }
}
END_TEST

START_TEST(store_file_crash_points_lose_nothing_and_leave_no_half)
{
    const char *name = NULL;
    const char *when = NULL;
    int status = 0;
    unsigned ended = 0;
    for (size_t i = 0; crash_list(i, &name, &when); i++) {
        if (strncmp(name, "store.", 6) != 0) {
            continue;
        }
        for (int pass = 1; pass <= 3; pass++) {
            char at[64];
            snprintf(at, sizeof(at), "%s:%d", name, pass);
            uint64_t told = run_child(at, 6, 0, &status);
            ck_assert(WIFEXITED(status));
            ended += WEXITSTATUS(status) == CRASH_STATUS ? 1 : 0;
            ck_assert(open_store(false));
            uint64_t steps = steps_of(1);
            ck_assert_msg(steps == told || steps == told + 1, "%s: %d told, %d there", at,
                          (int)told, (int)steps);
            ck_assert_int_eq(WEXITSTATUS(status) == CRASH_STATUS, told < 6);
            store_close(&store);
            unlink(path);
        }
    }
    /* all of them but the upkeep, which so few turns do not need */
    ck_assert_uint_eq(ended, crash_built_in() ? 15 : 0);
}
END_TEST

START_TEST(store_file_has_one_writer)
{
    ck_assert(open_store(false));
    struct store *first = store;
    ck_assert(!open_store(false));
    ck_assert_int_eq(fault.code, FAULT_RETRY);
    char expected[FAULT_TEXT_BYTES];
    snprintf(
        expected, sizeof(expected),
        "store %s: open in another deaddrop (process %ld): stop that one first, or set another "
        "store.path",
        path, (long)getpid());
    ck_assert_str_eq(fault.text, expected);
    store_close(&first);
    ck_assert(open_store(false));
}
END_TEST

START_TEST(store_file_can_be_looked_at_and_copied_while_it_is_written)
{
    char copy[KIT_PATH_BYTES];
    kit_path(copy, folder, "copy.db");
    ck_assert(open_store(true));
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    struct store *reader = store_open_reading(&store_sqlite, path, &fault);
    ck_assert_msg(reader != NULL, "%s", fault.text);
    ck_assert_int_eq(take_turn(1, 1).code, FAULT_NONE);
    ck_assert_str_eq(kit_read(reader, &(struct store_question){.query = STORE_JOURNAL_OF, .id = 1}),
                     "1 0 0 web/1/0  line\n1 1 0 web/1/1  line\n");
    struct fault told = {FAULT_NONE, ""};
    store_backup(reader, copy, kit_done, &told);
    kit_settle(reader);
    ck_assert_msg(told.code == FAULT_NONE, "%s", told.text);
    store_backup(reader, copy, kit_done, &told);
    kit_settle(reader);
    ck_assert_int_eq(told.code, FAULT_BAD);
    ck_assert_ptr_nonnull(strstr(told.text, "is there already"));
    store_close(&reader);
    ck_assert_int_eq(take_turn(1, 2).code, FAULT_NONE);
    store_close(&store);
    struct stat status;
    ck_assert_int_eq(stat(copy, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    snprintf(path, sizeof(path), "%s", copy);
    ck_assert(open_store(false));
    ck_assert_uint_eq(steps_of(1), 2);
    ck_assert_int_eq(take_turn(1, 2).code, FAULT_NONE);
}
END_TEST

START_TEST(store_file_that_cannot_be_there)
{
    kit_path(path, folder, "none/d.db");
    ck_assert(!open_store(false));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "No such file or directory: make the folder"));
    kit_path(path, folder, "d.db");
    ck_assert_ptr_null(store_open_reading(&store_sqlite, path, &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
}
END_TEST

/* Changes the file behind the store's back. */
static void execute(const char *sql)
{
    sqlite3 *db = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    char *error = NULL;
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK, "%s", error);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
}

START_TEST(store_file_of_a_newer_deaddrop_is_left_alone)
{
    ck_assert(open_store(false));
    store_close(&store);
    execute("PRAGMA user_version = 99; UPDATE mark SET alive_ms = 5");
    ck_assert(!open_store(false));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "made by a newer deaddrop (its schema is 99, this"));
    execute("UPDATE mark SET alive_ms = 6");
}
END_TEST

START_TEST(store_file_of_another_program_is_left_alone)
{
    execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    ck_assert(!open_store(false));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "belongs to another program"));
}
END_TEST

START_TEST(store_file_older_is_brought_up_to_date_and_keeps_its_rows)
{
    /* what is older than the first migration is an empty file of ours */
    execute("PRAGMA application_id = 1684365668; CREATE TABLE before (a); "
            "INSERT INTO before VALUES (7)");
    ck_assert_ptr_null(store_open_reading(&store_sqlite, path, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "made by an older deaddrop: start the bot once"));
    ck_assert_msg(open_store(false), "%s", fault.text);
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    store_close(&store);
    execute("UPDATE before SET a = 8 WHERE a = 7");
    ck_assert(open_store(false));
}
END_TEST

START_TEST(store_file_migration_that_fails_changes_nothing)
{
    execute("PRAGMA application_id = 1684365668; CREATE TABLE mark (a); "
            "INSERT INTO mark VALUES (7)");
    ck_assert(!open_store(false));
    ck_assert_ptr_nonnull(strstr(fault.text, "migration 001_house.sql: "));
    execute("UPDATE mark SET a = 8 WHERE a = 7; CREATE TABLE event (a)");
}
END_TEST

/* One number out of the file, behind the store's back. */
static int64_t number_of(const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

START_TEST(store_file_that_is_no_database)
{
    kit_write(path, "This is a letter, and a long one, to nobody, about nothing at all, but it is "
                    "longer than the hundred bytes that are the head of a database.");
    ck_assert(!open_store(false));
    ck_assert_int_eq(fault.code, FAULT_BROKEN);
    ck_assert_ptr_nonnull(strstr(fault.text, "damaged, or no database"));
    ck_assert_ptr_nonnull(strstr(fault.text, "restore a backup"));
}
END_TEST

START_TEST(store_file_damaged_inside_is_a_fault_where_it_is_read)
{
    ck_assert(open_store(false));
    for (uint64_t step = 0; step < 400; step++) {
        ck_assert_int_eq(take_turn(1, step).code, FAULT_NONE);
    }
    store_close(&store);
    off_t page = number_of("SELECT max(pageno) FROM dbstat WHERE name = 'journal'") - 1;
    off_t size = number_of("PRAGMA page_size");
    int file = open(path, O_RDWR);
    char noise[1024];
    memset(noise, 0xa5, sizeof(noise));
    ck_assert_int_eq(pwrite(file, noise, sizeof(noise), page * size), sizeof(noise));
    close(file);
    ck_assert(open_store(false));
    uint64_t steps = 0;
    struct store_question journal = {.query = STORE_JOURNAL_OF, .id = 1};
    ck_assert_int_eq(store_read_now(store, &journal, count_step, &steps, &fault), -1);
    ck_assert_int_eq(fault.code, FAULT_BROKEN);
    ck_assert_uint_eq(steps, 0);
}
END_TEST

START_TEST(store_file_flush_that_fails_is_asked_after)
{
    fault_vfs_use();
    ck_assert(open_store(false));
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    fault_vfs_fail_syncs(1);
    struct fault told = take_turn(1, 1);
    /* the log was put into the database without it */
    ck_assert_int_eq(told.code, FAULT_RETRY);
    ck_assert_ptr_nonnull(strstr(told.text, "the disk does not work"));
    ck_assert_uint_eq(steps_of(1), 1);
    ck_assert_int_eq(take_turn(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(steps_of(1), 2);
}
END_TEST

START_TEST(store_file_flush_that_fails_may_have_worked)
{
    fault_vfs_use();
    ck_assert(open_store(false));
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    fault_vfs_fail_syncs(2); /* the log cannot be put into the database either, so it stays */
    ck_assert_int_eq(take_turn(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(steps_of(1), 2);
    ck_assert_int_eq(take_turn(1, 2).code, FAULT_NONE);
}
END_TEST

START_TEST(store_file_flush_that_goes_on_failing_is_known_later)
{
    fault_vfs_use();
    ck_assert(open_store(false));
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    fault_vfs_fail_syncs(1000);
    struct fault told = take_turn(1, 1);
    ck_assert_int_eq(told.code, FAULT_RETRY);
    ck_assert_ptr_nonnull(strstr(told.text, "not known whether the last turns are on disk"));
    ck_assert_int_ne(take_turn(1, 1).code, FAULT_NONE);
    fault_vfs_fail_syncs(0);
    uint64_t steps = steps_of(1);
    ck_assert_uint_ge(steps, 1);
    ck_assert_uint_le(steps, 2);
    ck_assert_int_eq(take_turn(1, steps).code, FAULT_NONE);
    ck_assert_uint_eq(steps_of(1), steps + 1);
}
END_TEST

START_TEST(store_file_write_that_fails_leaves_nothing)
{
    fault_vfs_use();
    ck_assert(open_store(false));
    for (int writes = 1; writes <= 4; writes++) {
        fault_vfs_fail_writes(writes);
        struct fault told = take_turn(1, 0);
        ck_assert_int_eq(told.code, FAULT_FULL);
        ck_assert_ptr_nonnull(strstr(told.text, "the disk is full: free some space"));
        fault_vfs_fail_writes(0);
        ck_assert_uint_eq(steps_of(1), 0);
    }
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    ck_assert_uint_eq(steps_of(1), 1);
}
END_TEST

/* Takes turns until none fits; a full log may be used from its start again, so that some more do.
 * Then makes room; nothing may be lost. */
static void fill_up(void (*make_room)(void))
{
    uint64_t step = 0;
    unsigned full = 0;
    while (full < 2) {
        struct fault told = take_turn(1, step);
        if (told.code == FAULT_NONE) {
            step++;
            full = 0;
            ck_assert_uint_lt(step, 100000);
        } else {
            full++;
            ck_assert_msg(told.code == FAULT_FULL, "%s", told.text);
            ck_assert_uint_eq(steps_of(1), step);
        }
    }
    ck_assert_uint_gt(step, 10);
    make_room();
    ck_assert_int_eq(take_turn(1, step).code, FAULT_NONE);
    ck_assert_uint_eq(steps_of(1), step + 1);
}

static void limit_files(rlim_t size)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void no_limit(void)
{
    limit_files(RLIM_INFINITY);
}

START_TEST(store_file_that_may_not_grow_is_full_and_goes_on_later)
{
    ck_assert(open_store(false));
    signal(SIGXFSZ, SIG_IGN);
    memset(line, 'l', sizeof(line) - 1); /* few turns shall fill it */
    limit_files(200000);
    fill_up(no_limit);
}
END_TEST

static char ballast[KIT_PATH_BYTES];

static void drop_ballast(void)
{
    ck_assert_int_eq(unlink(ballast), 0);
}

/* A file system of one megabyte of our own; false where mounting is not allowed. */
static bool mount_small(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("small", folder, "tmpfs", 0, "size=1m") == 0;
}

START_TEST(store_file_on_a_full_disk_waits_for_room)
{
    if (!mount_small()) {
        ck_assert_msg(geteuid() != 0 || errno == EPERM, "%s", strerror(errno));
        return;
    }
    ck_assert(open_store(true));
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    kit_path(ballast, folder, "ballast");
    int file = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    static const char block[4096];
    while (write(file, block, sizeof(block)) > 0) {
    }
    close(file);
    ck_assert_int_eq(take_turn(1, 1).code, FAULT_FULL);
    ck_assert_uint_eq(steps_of(1), 1);
    drop_ballast();
    ck_assert_int_eq(take_turn(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(steps_of(1), 2);
    store_close(&store);
    ck_assert_int_eq(umount2(folder, MNT_DETACH), 0);
}
END_TEST

START_TEST(store_file_that_is_read_only)
{
    if (!mount_small()) {
        ck_assert_msg(geteuid() != 0 || errno == EPERM, "%s", strerror(errno));
        return;
    }
    ck_assert(open_store(false));
    ck_assert_int_eq(take_turn(1, 0).code, FAULT_NONE);
    store_close(&store);
    ck_assert_int_eq(mount("small", folder, NULL, MS_REMOUNT | MS_RDONLY, NULL), 0);
    ck_assert(!open_store(false));
    ck_assert_int_eq(fault.code, FAULT_FULL);
    ck_assert_ptr_nonnull(strstr(fault.text, "make the file and its folder writable"));
    ck_assert_int_eq(mount("small", folder, NULL, MS_REMOUNT, NULL), 0);
    ck_assert(open_store(false));
    ck_assert_uint_eq(steps_of(1), 1);
    store_close(&store);
    ck_assert_int_eq(umount2(folder, MNT_DETACH), 0);
}
END_TEST

START_TEST(store_file_checkpoints_keep_the_log_short)
{
    char wal[KIT_PATH_BYTES];
    struct stat status;
    kit_path(wal, folder, "d.db-wal");
    ck_assert(open_store(false));
    for (uint64_t step = 0; step < 1000; step++) {
        ck_assert_int_eq(take_turn(1 + step % 7, step).code, FAULT_NONE);
    }
    ck_assert_int_eq(stat(wal, &status), 0);
    ck_assert_int_lt(status.st_size, 3 << 20);
}
END_TEST

/* Commits events web/from … web/(to - 1) as one batch. */
static void hear(int from, int to)
{
    struct store_batch *batch = store_batch_new();
    for (int i = from; i < to; i++) {
        char key[32];
        snprintf(key, sizeof(key), "web/%d", i);
        store_put(batch, STORE_EVENT, &(struct store_row){.key = key, .at_ms = 1893499200000});
    }
    struct fault got = {FAULT_NONE, ""};
    store_commit(store, &batch, kit_done, &got);
    kit_settle(store);
    ck_assert_int_eq(got.code, FAULT_NONE);
}

/* Have exactly the events below `count` been heard, as far as samples tell? */
static void heard_below(int count)
{
    for (int i = 0; i < count + 3000; i += i < count - 2 || i > count + 2 ? 997 : 1) {
        char key[32];
        snprintf(key, sizeof(key), "web/%d", i);
        const char *seen =
            kit_read(store, &(struct store_question){.query = STORE_EVENT_SEEN, .key = key});
        ck_assert_msg((seen[0] != '\0') == (i < count), "%d of %d", i, count);
    }
}

START_TEST(store_file_sorts_many_events_in_and_forgets_none)
{
    int heard = 52000;
    ck_assert(open_store(false));
    hear(0, heard); /* the first stretch is sorted after it */
    for (int i = 0; i < 8; i++) {
        hear(heard, heard + 1);
        heard++;
        heard_below(heard);
    }
    ck_assert_int_gt(number_of("SELECT count(*) FROM event"), 20000);
    ck_assert_int_lt(number_of("SELECT count(*) FROM event"), 40000);
    store_close(&store); /* and begins again after a restart */
    ck_assert(open_store(false));
    heard_below(heard);
    for (int i = 0; i < 18; i++) {
        hear(heard, heard + 1);
        heard++;
    }
    heard_below(heard);
    ck_assert_int_ge(number_of("SELECT count(*) FROM event"), 52000);
    ck_assert_int_lt(number_of("SELECT count(*) FROM event_new"), 20);
}
END_TEST

Suite *suite_store_file(void);

Suite *suite_store_file(void)
{
    Suite *suite = suite_create("store_file");
    TCase *tcase = tcase_create("store_file");
    tcase_add_checked_fixture(tcase, open_folder, close_folder);
    tcase_add_test(tcase, store_file_keeps_all_over_a_restart);
    tcase_add_test(tcase, store_file_killed_at_any_moment_keeps_what_was_told);
    tcase_add_test(tcase, store_file_crash_points_lose_nothing_and_leave_no_half);
    tcase_add_test(tcase, store_file_has_one_writer);
    tcase_add_test(tcase, store_file_can_be_looked_at_and_copied_while_it_is_written);
    tcase_add_test(tcase, store_file_that_cannot_be_there);
    tcase_add_test(tcase, store_file_of_a_newer_deaddrop_is_left_alone);
    tcase_add_test(tcase, store_file_of_another_program_is_left_alone);
    tcase_add_test(tcase, store_file_older_is_brought_up_to_date_and_keeps_its_rows);
    tcase_add_test(tcase, store_file_migration_that_fails_changes_nothing);
    tcase_add_test(tcase, store_file_that_is_no_database);
    tcase_add_test(tcase, store_file_damaged_inside_is_a_fault_where_it_is_read);
    tcase_add_test(tcase, store_file_flush_that_fails_is_asked_after);
    tcase_add_test(tcase, store_file_flush_that_fails_may_have_worked);
    tcase_add_test(tcase, store_file_flush_that_goes_on_failing_is_known_later);
    tcase_add_test(tcase, store_file_write_that_fails_leaves_nothing);
    tcase_add_test(tcase, store_file_that_may_not_grow_is_full_and_goes_on_later);
    tcase_add_test(tcase, store_file_on_a_full_disk_waits_for_room);
    tcase_add_test(tcase, store_file_that_is_read_only);
    tcase_add_test(tcase, store_file_sorts_many_events_in_and_forgets_none);
    tcase_add_test(tcase, store_file_checkpoints_keep_the_log_short);
    suite_add_tcase(suite, tcase);
    return suite;
}
