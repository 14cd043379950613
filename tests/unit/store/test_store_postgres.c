/* What only a database at the other end of a line does: it goes away, is read-only, is somebody
 * else's, has lost its end. A clear fault, nothing lost, nothing told that is not kept, and it goes
 * on when the database does. And a store copied from the one to the other. */

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <check.h>

#include "database.h"
#include "store_damage.h"
#include "store_postgres.h"
#include "store_upkeep.h"
#include "turns.h"

Suite *suite_store_postgres(void);

#ifdef DD_LIBPQ
#include "postgres_dialect.h"

enum { PATIENCE_MS = 10000 };

static const char sum_of_a[] = "(('x' || left(encode(sha256(convert_to(ROW('t', a)::text, "
                               "'UTF8')), 'hex'), 8))::bit(32)::int4)";

START_TEST(postgres_dialect_translates_what_differs)
{
    char kept[512];
    int parameters = 0;
    snprintf(kept, sizeof kept,
             "(CASE WHEN t.sum IS NOT DISTINCT FROM %s THEN true ELSE row_damaged() END) AND b",
             sum_of_a);
    const char *const pairs[][2] = {
        {"SELECT ?1, '?2 ''row_sum(' FROM t WHERE a < ?12",
         "SELECT $1, '?2 ''row_sum(' FROM t WHERE a < $12"},
        {"row_sum('t', a)", sum_of_a},
        {"row_kept(t.sum, 't', a) AND b", kept},
        {"last_insert_rowid() + char(7) + my_char(7)", "lastval() + chr(7) + my_char(7)"},
        {"instr(quote(a), 'x)')", "strpos(row_quote(a), 'x)')"},
        {"'open", "'open"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char *here = postgres_dialect(pairs[i][0], &parameters);
        ck_assert_str_eq(here, pairs[i][1]);
        ck_assert_int_eq(parameters, i == 0 ? 12 : 0);
        free(here);
    }
}
END_TEST

/* --- trouble ---------------------------------------------------------------------------------- */

/* As the database's own administrator, and not in the store's schema. */
static void admin(const char *sql)
{
    char url[KIT_PATH_BYTES];
    const char *usual = getenv("DD_POSTGRES");
    const char *behind = strchr(usual, '@');
    snprintf(url, sizeof url, "postgresql://postgres%s", behind);
    database_execute(url, "", sql);
}

static void control(const char *word)
{
    char command[KIT_PATH_BYTES * 3];
    snprintf(command, sizeof command, "cd / && %s %s >/dev/null", getenv("DD_POSTGRES_CTL"), word);
    ck_assert_int_eq(system(command), 0); /* NOLINT: the test's own words */
}

static void end_sessions(void)
{
    admin("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = "
          "'deaddrop'");
}

/* Takes the turn as often as is wanted until it is kept; the last fault before. */
static struct fault take_in_the_end(uint64_t step)
{
    struct fault last = {FAULT_NONE, ""};
    for (int waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += 20) {
        struct fault told = turns_take(1, step);
        if (told.code == FAULT_NONE) {
            return last;
        }
        last = told;
        poll(NULL, 0, 20);
    }
    ck_abort_msg("never: %s", last.text);
    return last;
}

START_TEST(postgres_that_goes_away_is_waited_for)
{
    ck_assert_msg(turns_open(true), "%s", turns_fault.text);
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    control("-m immediate stop");
    struct fault told = turns_take(1, 1);
    ck_assert_int_eq(told.code, FAULT_RETRY);
    told = turns_take(1, 1);
    ck_assert_int_eq(told.code, FAULT_RETRY);
    ck_assert_msg(strstr(told.text, "check the server and the way to it") != NULL, "%s", told.text);
    const struct store_question ids = {.query = STORE_NEXT_IDS};
    ck_assert_int_eq(store_read_now(turns_store, &ids, NULL, NULL, &told), -1);
    ck_assert_int_eq(told.code, FAULT_RETRY);
    control("start");
    take_in_the_end(1);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

START_TEST(postgres_session_that_is_ended_is_made_anew)
{
    ck_assert(turns_open(false));
    for (uint64_t step = 0; step < 4; step++) {
        take_in_the_end(step);
        end_sessions();
    }
    take_in_the_end(4);
    ck_assert_uint_eq(turns_there(1), 5);
}
END_TEST

START_TEST(postgres_that_is_read_only_is_a_full_disk)
{
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    admin("ALTER ROLE deaddrop SET default_transaction_read_only = on");
    end_sessions();
    struct fault told = {FAULT_NONE, ""};
    for (int waited_ms = 0; told.code != FAULT_FULL && waited_ms < PATIENCE_MS; waited_ms += 20) {
        told = turns_take(1, 1);
        ck_assert_int_ne(told.code, FAULT_NONE);
        poll(NULL, 0, 20);
    }
    ck_assert_msg(strstr(told.text, "read-only") != NULL, "%s", told.text);
    store_close(&turns_store);
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_FULL);
    admin("ALTER ROLE deaddrop RESET default_transaction_read_only");
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_uint_eq(turns_there(1), 1);
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
}
END_TEST

/* What the server says in the middle of a turn, and what that is here. */
static const struct {
    const char *state;
    enum fault_code code;
    const char *words;
} troubles[] = {
    {"53100", FAULT_FULL, "the disk is full: free some space"},
    {"53200", FAULT_RETRY, "short of something"},
    {"57014", FAULT_RETRY, "took too long"},
    {"40001", FAULT_RETRY, "another transaction was in the way"},
    {"40P01", FAULT_RETRY, "another transaction was in the way"},
    {"42501", FAULT_CONFIG, "the role may not do that"},
    {"XX001", FAULT_BROKEN, "damaged: restore a backup"},
    {"22000", FAULT_BROKEN, "(PostgreSQL 22000)"},
};

START_TEST(postgres_trouble_in_a_turn_leaves_nothing_of_it)
{
    char sql[400];
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    snprintf(sql, sizeof sql,
             "CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE "
             "EXCEPTION 'so it is' USING ERRCODE = '%s'; END $$; CREATE TRIGGER trouble BEFORE "
             "INSERT ON outbox EXECUTE FUNCTION trouble()",
             troubles[_i].state);
    database_execute(turns_path, "", sql);
    struct fault told = turns_take(1, 1);
    ck_assert_int_eq(told.code, troubles[_i].code);
    ck_assert_msg(strstr(told.text, troubles[_i].words) != NULL, "%s", told.text);
    ck_assert_uint_eq(turns_there(1), 1);
    database_execute(turns_path, "", "DROP TRIGGER trouble ON outbox");
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

START_TEST(postgres_transaction_that_clashes_is_tried_again)
{
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    database_execute(
        turns_path, "",
        "CREATE SEQUENCE tries; CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN IF nextval('tries') < 3 THEN RAISE EXCEPTION 'clash' USING ERRCODE = '40001'; END "
        "IF; RETURN NEW; END $$; CREATE TRIGGER clash BEFORE INSERT ON outbox FOR EACH ROW EXECUTE "
        "FUNCTION clash()");
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_NONE);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

START_TEST(postgres_row_that_is_locked_is_not_waited_for_without_end)
{
    char sql[160];
    admin("ALTER ROLE deaddrop SET lock_timeout = '100ms'");
    ck_assert(turns_open(false));
    admin("ALTER ROLE deaddrop RESET lock_timeout");
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    /* a second session holds it until it is ended */
    pid_t child = fork();
    if (child == 0) {
        snprintf(sql, sizeof sql,
                 "BEGIN; LOCK TABLE outbox; SELECT count(*) FROM (SELECT pg_sleep(30)) AS a");
        database_execute(turns_path, "", sql);
        _exit(0);
    }
    struct fault told = {FAULT_NONE, ""};
    uint64_t step = 1;
    for (; told.code == FAULT_NONE && step < 1000; step++) {
        told = turns_take(1, step);
        poll(NULL, 0, 5);
    }
    ck_assert_int_eq(told.code, FAULT_RETRY);
    ck_assert_msg(strstr(told.text, "something is locked") != NULL, "%s", told.text);
    admin("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query LIKE "
          "'%pg_sleep(30)%' AND pid <> pg_backend_pid()");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    take_in_the_end(step - 1);
    ck_assert_uint_eq(turns_there(1), step);
}
END_TEST

START_TEST(postgres_without_a_connection_left_is_tried_later)
{
    admin("ALTER ROLE deaddrop CONNECTION LIMIT 0");
    bool opened = turns_open(false);
    admin("ALTER ROLE deaddrop CONNECTION LIMIT -1");
    ck_assert(!opened);
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY);
    ck_assert_msg(strstr(turns_fault.text, "no connection left") != NULL, "%s", turns_fault.text);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
}
END_TEST

START_TEST(postgres_url_with_a_password_is_refused_and_not_repeated)
{
    static const char *const urls[] = {"postgresql://ana:walrus@host/db",
                                       "postgresql://ana@host/db?password=walrus",
                                       "postgresql://ana:walrus@host/db?nonsense=1"};
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        snprintf(turns_path, sizeof turns_path, "%s", urls[i]);
        ck_assert(!turns_open(false));
        ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
        ck_assert_ptr_null(strstr(turns_fault.text, "walrus"));
    }
    database_new(turns_path, turns_folder, "d.db");
}
END_TEST

/* --- a COMMIT of which nobody says what became of it ------------------------------------------ */

START_TEST(postgres_commit_that_ends_the_session_is_asked_after)
{
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    database_execute(
        turns_path, "",
        "CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "
        "pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$; CREATE CONSTRAINT "
        "TRIGGER gone AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED FOR EACH "
        "ROW EXECUTE FUNCTION gone()");
    ck_assert_int_eq(turns_take(1, 1).code, FAULT_RETRY);
    ck_assert_uint_eq(turns_there(1), 1);
    database_execute(turns_path, "", "DROP TRIGGER gone ON outbox");
    take_in_the_end(1);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

/* The server keeps the transaction and does not say so, for it waits for a standby that is not
 * there. */
START_TEST(postgres_commit_that_was_kept_and_not_answered_is_found)
{
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    admin("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    admin("SELECT pg_reload_conf()");
    pid_t child = fork();
    if (child == 0) {
        poll(NULL, 0, 700);
        admin("ALTER SYSTEM RESET synchronous_standby_names");
        end_sessions();
        admin("SELECT pg_reload_conf()");
        _exit(0);
    }
    poll(NULL, 0, 200); /* until the server has read it */
    struct fault told = turns_take(1, 1);
    waitpid(child, NULL, 0);
    ck_assert_msg(told.code == FAULT_NONE, "%s", told.text);
    ck_assert_uint_eq(turns_there(1), 2);
    ck_assert_int_eq(turns_take(1, 2).code, FAULT_NONE);
}
END_TEST

/* --- who may write ---------------------------------------------------------------------------- */

/* In a child with the store open: how it ends after that was done behind its back. */
static int live_on_after(const char *sql)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        bool good = turns_open(false) && turns_take(1, 0).code == FAULT_NONE &&
                    turns_take(1, 1).code == FAULT_NONE;
        database_execute(turns_path, "", sql);
        for (int i = 0; good && i < 200; i++) {
            turns_take(1, 2);
            poll(NULL, 0, 10);
        }
        _exit(1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(postgres_store_that_was_taken_over_is_written_to_no_more)
{
    ck_assert_int_eq(live_on_after("UPDATE lease SET epoch = epoch + 1"), EX_TEMPFAIL);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

START_TEST(postgres_store_that_was_taken_over_meanwhile_is_left_alone)
{
    ck_assert_int_eq(
        live_on_after("UPDATE lease SET epoch = epoch + 1; SELECT count(pg_terminate_backend(pid)) "
                      "FROM pg_stat_activity WHERE usename = 'deaddrop' AND pid <> "
                      "pg_backend_pid()"),
        EX_TEMPFAIL);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_uint_eq(turns_there(1), 2);
}
END_TEST

/* As after a failover to a standby that had not heard of the last transactions. */
START_TEST(postgres_store_that_has_lost_its_end_meanwhile_begins_anew)
{
    ck_assert_int_eq(
        live_on_after("UPDATE mark SET commits = commits - 1, sum = row_sum('mark', commits - 1, "
                      "alive_ms, table_last, outbox_last, lineage); SELECT "
                      "count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = "
                      "'deaddrop' AND pid <> pg_backend_pid()"),
        EX_TEMPFAIL);
}
END_TEST

START_TEST(postgres_store_that_has_lost_its_end_is_said_at_a_start)
{
    char beside[KIT_PATH_BYTES];
    kit_path(beside, turns_folder, "d.db");
    store_postgres_use(NULL, beside);
    ck_assert_msg(turns_open(true), "%s", turns_fault.text);
    ck_assert_int_eq(turns_take(3, 0).code, FAULT_NONE);
    store_close(&turns_store);
    database_save(turns_path);
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(5, 0).code, FAULT_NONE);
    ck_assert_int_eq(kit_put(turns_store, STORE_OUTBOX, &(struct store_row){.id = 40}).code,
                     FAULT_NONE);
    store_close(&turns_store);
    database_put_back(turns_path);
    ck_assert(!turns_open(false));
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_msg(strstr(turns_fault.text, "its last 2 transactions are lost") != NULL, "%s",
                  turns_fault.text);
    ck_assert_int_eq(store_mend_behind(turns_path, &turns_fault), -1);
    ck_assert_int_eq(store_mend_accept_loss(turns_path, &turns_fault), 0);
    ck_assert_int_eq(store_mend_behind(turns_path, &turns_fault), 0);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    /* what was given in what is lost is not given again */
    ck_assert_int_eq(strncmp(turns_ask(STORE_NEXT_IDS, 0), "6 41 ", 5), 0);
    store_postgres_use(NULL, NULL);
}
END_TEST

/* --- copies ----------------------------------------------------------------------------------- */

static void fill(void)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    for (uint64_t step = 0; step < 1200; step++) {
        ck_assert_int_eq(turns_take(1 + step % 3, step / 3).code, FAULT_NONE);
    }
    const struct store_row rows[] = {
        {.id = 7, .text = "{\"name\":\"\\\\ \xc3\xa9 '\"}"},
        {.id = 7, .key = "web/a, \"b\" (c)"},
        {.key = "web", .extra = "r/den", .at_ms = -5, .text = ""},
        {.id = 1, .at_ms = 9, .key = "web/den", .text = "{}"},
        {.id = 1, .sub = 7, .text = "{}"},
        {.id = 1, .sub = 2, .key = "crowd", .extra = "den", .text = "m1"},
        {.at_ms = 77},
    };
    static const enum store_op ops[] = {STORE_PERSON, STORE_ADDRESS,     STORE_ADAPTER,
                                        STORE_RESULT, STORE_RESULT_SEAT, STORE_SENT,
                                        STORE_ALIVE};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        ck_assert_int_eq(kit_put(turns_store, ops[i], &rows[i]).code, FAULT_NONE);
    }
    store_close(&turns_store);
}

START_TEST(copy_goes_to_the_other_database_and_back_unchanged)
{
    char first[KIT_PATH_BYTES];
    char second[KIT_PATH_BYTES];
    struct store_copied copied[2];
    kit_path(first, turns_folder, "first.db");
    fill();
    ck_assert_msg(store_copy(turns_path, first, &copied[0], &turns_fault) == 0, "%s",
                  turns_fault.text);
    ck_assert_int_gt(copied[0].rows, 2800);
    database_new(second, turns_folder, "second.db");
    ck_assert_msg(store_copy(first, second, &copied[1], &turns_fault) == 0, "%s", turns_fault.text);
    ck_assert_int_eq(copied[0].rows, copied[1].rows);
    ck_assert_int_eq(memcmp(copied[0].hash, copied[1].hash, sizeof copied[0].hash), 0);
    database_end(turns_path);
    for (int i = 0; i < 2; i++) {
        snprintf(turns_path, sizeof turns_path, "%s", i == 0 ? first : second);
        ck_assert_msg(turns_open(false), "%s", turns_fault.text);
        ck_assert_uint_eq(turns_there(2), 400);
        ck_assert_str_eq(turns_ask(STORE_ADDRESSES, 0), "7 0 0 web/a, \"b\" (c)  \n");
        ck_assert_str_eq(turns_ask(STORE_ALIVE_LAST, 0), "0 0 77   \n");
        ck_assert_int_eq(strncmp(turns_ask(STORE_NEXT_IDS, 0), "4 401 8", 7), 0);
        ck_assert_int_eq(turns_take(2, 400).code, FAULT_NONE);
        ck_assert_uint_eq(turns_there(2), 401);
        store_close(&turns_store);
    }
}
END_TEST

START_TEST(copy_of_what_is_damaged_or_into_what_is_used_is_refused)
{
    char other[KIT_PATH_BYTES];
    struct store_copied copied;
    kit_path(other, turns_folder, "other.db");
    ck_assert(turns_open(false));
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY); /* it is open */
    store_close(&turns_store);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), 0);
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BAD);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "copy into a new one"));
    ck_assert_int_eq(store_copy(other, turns_path, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BAD);
    database_execute(turns_path, "", "UPDATE journal SET line = 'lime'");
    kit_path(other, turns_folder, "third.db");
    ck_assert_int_eq(store_copy(turns_path, other, &copied, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_BROKEN);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "so it is not copied"));
}
END_TEST

START_TEST(copy_of_an_address_is_known_by_its_sum)
{
    fill();
    uint64_t sum = (uint64_t)database_number(turns_path, "SELECT sum FROM address");
    ck_assert(store_damage_was_address("web/a, \"b\" (c)", 7, sum));
    ck_assert(!store_damage_was_address("web/a, \"b\" (d)", 7, sum));
}
END_TEST

START_TEST(postgres_has_the_tables_and_columns_of_the_file)
{
    char file[KIT_PATH_BYTES];
    char sql[800];
    kit_path(file, turns_folder, "file.db");
    ck_assert(turns_open(false));
    store_close(&turns_store);
    struct store *store = store_open(&store_sqlite, file, false, NULL, NULL, &turns_fault);
    store_close(&store);
    /* the sum of lengths of all "table.column", but of what only one has */
    int64_t there = database_number(
        file,
        "SELECT sum(length(m.name || '.' || p.name)) + 1000 * count(*) FROM sqlite_schema AS m, "
        "pragma_table_info(m.name) AS p WHERE m.type = 'table' AND m.name NOT IN "
        "('event_new', 'sqlite_sequence')");
    snprintf(sql, sizeof sql,
             "SELECT sum(length(table_name || '.' || column_name)) + 1000 * count(*) FROM "
             "information_schema.columns WHERE table_schema = current_schema() AND table_name NOT "
             "IN ('lease', 'deaddrop')");
    ck_assert_int_eq(database_number(turns_path, sql), there);
}
END_TEST

static void add_trouble(Suite *suite)
{
    TCase *tcase = tcase_create("trouble");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, postgres_that_goes_away_is_waited_for);
    tcase_add_test(tcase, postgres_session_that_is_ended_is_made_anew);
    tcase_add_test(tcase, postgres_that_is_read_only_is_a_full_disk);
    tcase_add_loop_test(tcase, postgres_trouble_in_a_turn_leaves_nothing_of_it, 0,
                        sizeof troubles / sizeof troubles[0]);
    tcase_add_test(tcase, postgres_transaction_that_clashes_is_tried_again);
    tcase_add_test(tcase, postgres_row_that_is_locked_is_not_waited_for_without_end);
    tcase_add_test(tcase, postgres_without_a_connection_left_is_tried_later);
    tcase_add_test(tcase, postgres_url_with_a_password_is_refused_and_not_repeated);
    tcase_add_test(tcase, postgres_commit_that_ends_the_session_is_asked_after);
    tcase_add_test(tcase, postgres_commit_that_was_kept_and_not_answered_is_found);
    tcase_add_test(tcase, postgres_store_that_was_taken_over_is_written_to_no_more);
    tcase_add_test(tcase, postgres_store_that_was_taken_over_meanwhile_is_left_alone);
    tcase_add_test(tcase, postgres_store_that_has_lost_its_end_meanwhile_begins_anew);
    tcase_add_test(tcase, postgres_store_that_has_lost_its_end_is_said_at_a_start);
    suite_add_tcase(suite, tcase);
}

static void add_copies(Suite *suite)
{
    TCase *tcase = tcase_create("copy");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_add_test(tcase, copy_goes_to_the_other_database_and_back_unchanged);
    tcase_add_test(tcase, copy_of_what_is_damaged_or_into_what_is_used_is_refused);
    tcase_add_test(tcase, copy_of_an_address_is_known_by_its_sum);
    tcase_add_test(tcase, postgres_has_the_tables_and_columns_of_the_file);
    suite_add_tcase(suite, tcase);
}
#endif

/* Without a server only what needs none. */
Suite *suite_store_postgres(void)
{
    Suite *suite = suite_create("store_postgres");
#ifdef DD_LIBPQ
    TCase *tcase = tcase_create("dialect");
    tcase_add_test(tcase, postgres_dialect_translates_what_differs);
    suite_add_tcase(suite, tcase);
    if (database_is_postgres()) {
        add_trouble(suite);
        add_copies(suite);
    }
#endif
    return suite;
}
