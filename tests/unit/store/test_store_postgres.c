/* What only a database at the other end of a line does: it goes away, is read-only, is somebody
 * else's, has lost its end. A clear fault, nothing lost, nothing told that is not kept, and it goes
 * on when the database does. */

#include <fcntl.h>
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
        {"SELECT a.main FROM main.t", "SELECT a.main FROM t"},
        {"SELECT a.main FROM main.t, 'main.t'", "SELECT a.main FROM \"a\"\"b\".t, 'main.t'"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char *here = postgres_dialect(pairs[i][0], i % 2 == 0 ? "a\"b" : NULL, &parameters);
        ck_assert_str_eq(here, pairs[i][1]);
        ck_assert_int_eq(parameters, i == 0 ? 12 : 0);
        free(here);
    }
}
END_TEST

/* --- trouble ---------------------------------------------------------------------------------- */

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value == NULL ? "" : value;
}

/* What stands behind the first such letter. */
static const char *behind(const char *text, char letter)
{
    const char *at = strchr(text, letter);
    return at == NULL ? "" : at + 1;
}

/* As the database's own administrator, and not in the store's schema. */
static void admin(const char *sql)
{
    char url[KIT_PATH_BYTES];
    snprintf(url, sizeof url, "postgresql://postgres@%s", behind(variable("DD_POSTGRES"), '@'));
    database_execute(url, "", sql);
}

/* Has the server stopped or started. */
static void control(const char *how)
{
    char words[KIT_PATH_BYTES * 3];
    char *word[32] = {NULL};
    int status = -1;
    size_t count = 0;
    snprintf(words, sizeof words, "%s %s", variable("DD_POSTGRES_CTL"), how);
    char *rest = NULL;
    for (char *at = strtok_r(words, " ", &rest); at != NULL && count < 31;
         at = strtok_r(NULL, " ", &rest)) {
        word[count++] = at;
    }
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(nowhere, STDOUT_FILENO);
        if (chdir("/") == 0 && count > 0) {
            execvp(word[0], word);
        }
        _exit(1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
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
    {"57P05", FAULT_RETRY, "idle_session_timeout = 0"},
    {"26000", FAULT_CONFIG, "pool in session mode"},
    {"42P05", FAULT_CONFIG, "pool in session mode"},
    {"08P01", FAULT_CONFIG, "pool in session mode"},
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
                                       "postgresql://ana@host/db?sslpassword=walrus",
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

START_TEST(postgres_password_is_handed_over_and_not_repeated)
{
    static const char *const passwords[] = {NULL, "tusk", "walrus"};
    char usual[KIT_PATH_BYTES];
    snprintf(usual, sizeof usual, "%s", turns_path);
    snprintf(turns_path, sizeof turns_path, "postgresql://guarded@/guarded?%s",
             behind(variable("DD_POSTGRES"), '?'));
    for (size_t i = 0; i < sizeof passwords / sizeof passwords[0]; i++) {
        store_postgres_use(passwords[i], NULL);
        ck_assert(turns_open(false) == (i == 2));
        ck_assert(i == 2 || turns_fault.code == FAULT_CONFIG);
        ck_assert_msg(i == 2 || strstr(turns_fault.text, "lets nobody in") != NULL, "%s",
                      turns_fault.text);
        ck_assert_ptr_null(strstr(turns_fault.text, "tusk"));
    }
    ck_assert_int_eq(turns_take(1, 0).code, FAULT_NONE);
    store_close(&turns_store);
    store_postgres_use(NULL, NULL);
    snprintf(turns_path, sizeof turns_path, "%s", usual);
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
    tcase_add_test(tcase, postgres_password_is_handed_over_and_not_repeated);
    tcase_add_test(tcase, postgres_commit_that_ends_the_session_is_asked_after);
    tcase_add_test(tcase, postgres_commit_that_was_kept_and_not_answered_is_found);
    tcase_add_test(tcase, postgres_store_that_was_taken_over_is_written_to_no_more);
    tcase_add_test(tcase, postgres_store_that_was_taken_over_meanwhile_is_left_alone);
    tcase_add_test(tcase, postgres_store_that_has_lost_its_end_meanwhile_begins_anew);
    tcase_add_test(tcase, postgres_store_that_has_lost_its_end_is_said_at_a_start);
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
    }
#endif
    return suite;
}
