/* Damage in a store is said and never built over: rows carry sums, a start looks before it writes,
 * and the file beside it knows how far the database had come. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>

#include "checksum.h"
#include "database.h"
#include "metrics.h"
#include "store_damage.h"
#include "store_upkeep.h"
#include "turns.h"

enum { DAMAGE_FILE_MAX = 1 << 20 };

START_TEST(store_damage_sum_is_crc32c)
{
    ck_assert_uint_eq(checksum_add(0, "123456789", 9), 0xe3069283);
    ck_assert_uint_eq(checksum_add(checksum_add(0, "1234", 4), "56789", 5), 0xe3069283);
}
END_TEST

/* Changes the store behind its back. */
static void execute(const char *sql)
{
    database_execute(turns_path, sql, NULL);
}

static int64_t number(const char *sql)
{
    return database_number(turns_path, sql);
}

static struct fault put(enum store_op op, const struct store_row *row)
{
    return kit_put(turns_store, op, row);
}

/* A store with a row of each kind that no table of players owns, closed. */
static void fill(void)
{
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(3, 0).code, FAULT_NONE);
    ck_assert_int_eq(turns_take(3, 1).code, FAULT_NONE);
    put(STORE_PERSON, &(struct store_row){.id = 7, .text = "{\"name\":\"Ana\"}"});
    put(STORE_ADDRESS, &(struct store_row){.id = 7, .key = "web/ana"});
    put(STORE_SETTING, &(struct store_row){.key = "house", .extra = "away", .text = "12"});
    put(STORE_ADAPTER, &(struct store_row){.key = "web", .extra = "r/den", .text = "Den"});
    put(STORE_INBOX, &(struct store_row){.id = 1, .key = "web/9", .text = "{}"});
    put(STORE_LETTER, &(struct store_row){.sub = 2, .key = "web/8", .extra = "web", .text = "{}"});
    put(STORE_SITTING,
        &(struct store_row){.id = 3, .key = "abc", .extra = "web/ana", .text = "#1"});
    put(STORE_CRASH_MARKER, &(struct store_row){.id = 3, .sub = 1, .key = "web/9"});
    put(STORE_WORDS, &(struct store_row){.id = 3, .sub = 7, .key = "digest", .text = "words"});
    put(STORE_SENT, &(struct store_row){.id = 3, .sub = 1, .key = "crowd", .text = "m1"});
    put(STORE_ALIVE, &(struct store_row){.at_ms = 5});
    store_close(&turns_store);
}

/* All bytes of the store's file with this ending; how many, 0 where there is none. */
static size_t bytes_of(const char *ending, char *bytes)
{
    char name[KIT_PATH_BYTES + 8];
    snprintf(name, sizeof name, "%s%s", turns_path, ending);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t len = file < 0 ? 0 : read(file, bytes, DAMAGE_FILE_MAX);
    ck_assert(len >= 0 && len < DAMAGE_FILE_MAX);
    if (file >= 0) {
        close(file);
    }
    return (size_t)len;
}

/* A start refuses, in a sentence that has these words, and changes nothing. */
static void refuses(const char *words)
{
    static char before[2][DAMAGE_FILE_MAX];
    static char after[DAMAGE_FILE_MAX];
    static const char *const endings[] = {"", "-wal"};
    size_t len[2];
    int64_t commits = database_is_postgres() ? number("SELECT commits FROM mark") : 0;
    for (size_t i = 0; i < 2; i++) {
        len[i] = bytes_of(endings[i], before[i]);
    }
    ck_assert_msg(!turns_open(false), "%s", words);
    ck_assert_int_eq(database_is_postgres() ? number("SELECT commits FROM mark") : 0, commits);
    ck_assert(turns_fault.code == FAULT_BROKEN || turns_fault.code == FAULT_CONFIG);
    ck_assert_msg(strstr(turns_fault.text, words) != NULL, "%s", turns_fault.text);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(bytes_of(endings[i], after), len[i]);
        ck_assert_int_eq(memcmp(before[i], after, len[i]), 0);
    }
}

START_TEST(store_damage_of_the_counts_or_the_key_keeps_from_starting)
{
    static const char *const damage[] = {
        "UPDATE mark SET table_last = 0",
        "INSERT INTO setting (scope, name, value, sum) VALUES ('store', 'key', '', 1)",
        "DELETE FROM open_table"};
    fill();
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
        database_save(turns_path);
        execute(damage[i]);
        refuses("nothing was changed: `deaddrop check` names");
        database_put_back(turns_path);
        ck_assert_msg(turns_open(false), "%s", turns_fault.text);
        store_close(&turns_store);
    }
}
END_TEST

/* The rows of a question: how many are sound, and how many not. */
struct heap_of {
    unsigned sound;
    unsigned damaged;
};

static void sort_row(void *context, const struct store_row *row)
{
    struct heap_of *rows = context;
    *(row->damaged ? &rows->damaged : &rows->sound) += 1;
}

static struct heap_of rows_of(enum store_query query, uint64_t id)
{
    struct heap_of rows = {0, 0};
    const struct store_question question = {.query = query, .id = id};
    ck_assert_int_eq(store_read_now(turns_store, &question, sort_row, &rows, &turns_fault), 0);
    return rows;
}

/* A row of a person, a room, an adapter: damage to it, and the question that brings it. */
static const struct {
    const char *sql;
    enum store_query query;
} contained[] = {
    {"UPDATE person SET about = '{\"name\":\"Anb\"}'", STORE_PERSONS},
    {"UPDATE address SET person = 8", STORE_ADDRESSES},
    {"UPDATE address SET address = 'web/anb'", STORE_ADDRESSES},
    {"UPDATE setting SET value = '13'", STORE_SETTINGS},
    {"UPDATE adapter SET value = 'Dem'", STORE_ADAPTER_ALL},
    {"UPDATE adapter SET key = 'r/dem'", STORE_ADAPTER_ALL},
    {"UPDATE adapter SET sum = NULL WHERE key = 'r/den'", STORE_ADAPTER_ALL},
    {"UPDATE inbox SET heard = '[]'", STORE_INBOX_ALL},
    {"UPDATE letter SET part = 0", STORE_LETTERS_ALL},
    {"UPDATE sitting SET label = '#2' WHERE address = ''", STORE_SITTING_AT},
    {"UPDATE work SET count = 2", STORE_CRASH_MARKERS},
};

START_TEST(store_damage_of_a_person_room_or_adapter_comes_as_damaged)
{
    fill();
    database_save(turns_path);
    for (size_t i = 0; i < sizeof contained / sizeof contained[0]; i++) {
        execute(contained[i].sql);
        for (int start = 0; start < 2; start++) { /* the next start finds it as this one did */
            ck_assert_msg(turns_open(false), "%s: %s", contained[i].sql, turns_fault.text);
            ck_assert_msg(rows_of(contained[i].query, 0).damaged == 1, "%s", contained[i].sql);
            ck_assert_uint_eq(turns_there(3), 2 + (uint64_t)start);
            ck_assert_int_eq(turns_take(3, 2 + (uint64_t)start).code, FAULT_NONE);
            ck_assert_uint_eq(turns_there(3), 3 + (uint64_t)start);
            store_close(&turns_store);
        }
        database_put_back(turns_path);
        if (!database_is_postgres()) { /* nothing is noted beside it */
            ck_assert_int_eq(store_mend_accept_loss(turns_path, &turns_fault), 0);
        }
    }
    database_execute(turns_path,
                     "UPDATE event_new SET key = key + 1 WHERE id = 1; DELETE FROM person",
                     "UPDATE event SET sum = 7; DELETE FROM person");
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
}
END_TEST

START_TEST(store_damage_knows_an_address_by_its_sum)
{
    fill();
    uint64_t sum = (uint64_t)number("SELECT sum FROM address WHERE address = 'web/ana'");
    ck_assert(store_damage_was_address("web/ana", 7, sum));
    ck_assert(!store_damage_was_address("web/anb", 7, sum));
    ck_assert(!store_damage_was_address("web/ana", 8, sum));
    ck_assert(!store_damage_was_address("web/ana", 7, sum + 1));
}
END_TEST

START_TEST(store_damage_of_what_a_table_owns_comes_as_damaged)
{
    int64_t before = metrics_get(METRIC_STORE_DAMAGED);
    static const struct {
        const char *sql;
        enum store_query query;
    } owned[] = {
        {"UPDATE tables SET header = '[]'", STORE_TABLES},
        {"UPDATE tables SET header = '{}'; UPDATE standing SET due_ms = 9", STORE_TABLE_ONE},
        {"DELETE FROM tables", STORE_TABLES},
        {"UPDATE journal SET line = 'lime' WHERE step = 0", STORE_JOURNAL_OF},
        {"DELETE FROM journal WHERE step = 0", STORE_JOURNAL_OF},
        {"UPDATE journal SET before = 99", STORE_JOURNAL_OF},
        {"UPDATE words SET words = 'works'", STORE_WORDS_OF},
        {"UPDATE sent SET platform_id = 'm2'", STORE_SENT_OF},
        {"UPDATE outbox SET document = '[]' WHERE id = 2", STORE_OUTBOX_ALL},
    };
    fill();
    database_save(turns_path);
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) {
        execute(owned[i].sql);
        ck_assert_msg(turns_open(false), "%s", turns_fault.text);
        ck_assert_msg(rows_of(owned[i].query, 3).damaged > 0, "%s", owned[i].sql);
        store_close(&turns_store);
        database_put_back(turns_path);
    }
    ck_assert(turns_open(false));
    ck_assert_uint_eq(rows_of(STORE_TABLES, 0).sound, 1);
    ck_assert_uint_eq(rows_of(STORE_JOURNAL_OF, 3).sound, 2);
    ck_assert_int_gt(metrics_get(METRIC_STORE_DAMAGED), before);
}
END_TEST

START_TEST(store_damage_is_not_written_over)
{
    fill();
    ck_assert(turns_open(false));
    execute("UPDATE person SET about = 'damaged'; UPDATE adapter SET value = 'damaged'; "
            "UPDATE tables SET header = 'damaged'; UPDATE outbox SET document = 'damaged'; "
            "UPDATE standing SET due_ms = 9");
    struct fault got = put(STORE_PERSON, &(struct store_row){.id = 7, .text = "{}"});
    ck_assert_int_eq(got.code, FAULT_NONE); /* left as it lies */
    got = put(STORE_OUTBOX_RETRY, &(struct store_row){.id = 2, .at_ms = 9, .extra = "{}"});
    ck_assert_int_eq(got.code, FAULT_BROKEN);
    ck_assert_ptr_nonnull(strstr(got.text, "run deaddrop check"));
    ck_assert_int_eq(turns_take(3, 2).code, FAULT_BROKEN);
    store_close(&turns_store);
    ck_assert_int_eq(number("SELECT (SELECT count(*) FROM person WHERE about = 'damaged') + "
                            "(SELECT count(*) FROM adapter WHERE value = 'damaged') + "
                            "(SELECT count(*) FROM tables WHERE header = 'damaged') + "
                            "(SELECT count(*) FROM outbox WHERE document = 'damaged')"),
                     5);
}
END_TEST

/* Whether it is damaged from the start on or only since. */
static void set_aside_by(bool since)
{
    fill();
    if (since) {
        ck_assert(turns_open(false));
    }
    execute("UPDATE adapter SET value = 'damaged'; UPDATE setting SET value = 'damaged'; "
            "UPDATE work SET key = 'damaged'");
    if (!since) {
        ck_assert(turns_open(false));
    }
    const struct store_row rows[] = {
        {.key = "web", .extra = "r/den", .text = "New"},
        {.key = "house", .extra = "away", .text = "14"},
        {.id = 3, .sub = 2, .key = "web/9"},
    };
    ck_assert_int_eq(put(STORE_ADAPTER, &rows[0]).code, FAULT_NONE);
    ck_assert_int_eq(put(STORE_SETTING, &rows[1]).code, FAULT_NONE);
    ck_assert_int_eq(put(STORE_CRASH_MARKER, &rows[2]).code, FAULT_NONE);
    ck_assert_uint_eq(rows_of(STORE_ADAPTER_ALL, 0).damaged, 0);
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_SETTINGS, 0), "house away 14"));
    ck_assert_uint_eq(rows_of(STORE_CRASH_MARKERS, 0).sound, 1);
    store_close(&turns_store);
    ck_assert_int_eq(number("SELECT count(*) FROM damaged WHERE instr(row, 'damaged') > 0 AND "
                            "source IN ('adapter', 'setting', 'work')"),
                     3);
}

START_TEST(store_damage_is_set_aside_where_a_row_is_written_anew)
{
    set_aside_by(_i == 1);
}
END_TEST

START_TEST(store_damage_is_set_aside_where_a_row_is_taken_away)
{
    fill();
    execute("UPDATE adapter SET value = 'damaged'");
    ck_assert(turns_open(false));
    const struct store_row row = {.key = "web", .extra = "r/den"};
    ck_assert_int_eq(put(STORE_ADAPTER_DELETE, &row).code, FAULT_NONE);
    ck_assert_str_eq(turns_ask(STORE_ADAPTER_ALL, 0), "");
    store_close(&turns_store);
    ck_assert_int_eq(number("SELECT count(*) FROM damaged WHERE instr(row, 'damaged') > 0"), 1);
}
END_TEST

static void count_said(void *context, const char *what)
{
    ck_assert(what[0] != '\0');
    (*(unsigned *)context)++;
}

/* What a check says; how many things. */
static unsigned check_store(void)
{
    unsigned said = 0;
    const struct store_damage_listener listener = {count_said, &said};
    struct store *store = store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_msg(store != NULL, "%s", turns_fault.text);
    ck_assert_int_eq(store_check_now(store, &listener, &turns_fault), (int)said);
    store_close(&store);
    return said;
}

START_TEST(store_damage_is_named_and_can_be_set_aside)
{
    unsigned told = 0;
    const struct store_damage_listener listener = {count_said, &told};
    fill();
    ck_assert_uint_eq(check_store(), 0);
    execute("UPDATE person SET about = 'damaged'; UPDATE adapter SET value = 'damaged'; "
            "UPDATE tables SET header = 'damaged'; UPDATE mark SET table_last = 0");
    ck_assert_uint_eq(check_store(), 4);
    ck_assert_int_eq(store_mend_set_aside(turns_path, &listener, &turns_fault), 3);
    ck_assert_uint_eq(told, 4);
    ck_assert_uint_eq(check_store(), 1); /* what a table owns stays */
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_uint_eq(rows_of(STORE_TABLES, 0).damaged, 1);
    /* whoever an address leads to keeps their number */
    ck_assert_str_eq(turns_ask(STORE_PERSONS, 0), "7 0 0   {}\n");
    ck_assert_int_eq(strncmp(turns_ask(STORE_NEXT_IDS, 0), "4 3 ", 4), 0);
    store_close(&turns_store);
    ck_assert_int_eq(number("SELECT count(*) FROM damaged WHERE source = 'person' AND substr(row, "
                            "5, 7) = 'damaged'"),
                     1);
}
END_TEST

START_TEST(store_damage_of_a_store_before_sums_is_found_from_then_on)
{
    static const char *const summed[] = {
        "event",  "event_new", "inbox",   "tables",  "standing", "journal", "sent", "words",
        "outbox", "person",    "address", "setting", "adapter",  "work",    "pack", "candidates"};
    fill();
    for (size_t i = 0; i < sizeof summed / sizeof summed[0]; i++) {
        char sql[128];
        snprintf(sql, sizeof sql, "ALTER TABLE %s DROP COLUMN sum", summed[i]);
        execute(sql);
    }
    execute("ALTER TABLE mark DROP COLUMN sum; ALTER TABLE mark DROP COLUMN lineage; "
            "DROP TABLE damaged; DROP TABLE record; DROP TABLE result; DROP TABLE result_seat; "
            "DROP TABLE letter; DROP TABLE sitting; "
            "PRAGMA user_version = 2");
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    store_close(&turns_store);
    ck_assert_uint_eq(check_store(), 0);
    ck_assert(turns_open(false));
    ck_assert_uint_eq(turns_there(3), 2);
    store_close(&turns_store);
    execute(contained[0].sql);
    ck_assert_uint_eq(check_store(), 1);
    execute("UPDATE mark SET table_last = 0");
    refuses("damaged");
}
END_TEST

/* Copies the database, which must be closed, to a name beside it or back. */
static void copy(const char *from, const char *to)
{
    static char bytes[DAMAGE_FILE_MAX];
    char name[KIT_PATH_BYTES + 8];
    size_t len = bytes_of(from, bytes);
    snprintf(name, sizeof name, "%s%s", turns_path, to);
    int file = open(name, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    ck_assert_int_eq(write(file, bytes, len), (ssize_t)len);
    close(file);
}

START_TEST(store_damage_lost_end_of_the_log_is_said)
{
    fill();
    copy("", ".old");
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(5, 0).code, FAULT_NONE);
    ck_assert_int_eq(put(STORE_OUTBOX, &(struct store_row){.id = 40}).code, FAULT_NONE);
    store_close(&turns_store);
    copy(".old", "");
    refuses("its last 2 transactions are lost");
    ck_assert_int_eq(turns_fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "--accept-loss"));
    ck_assert_int_eq(store_mend_behind(turns_path, &turns_fault), -1);
    ck_assert_int_eq(store_mend_accept_loss(turns_path, &turns_fault), 0);
    ck_assert_int_eq(store_mend_behind(turns_path, &turns_fault), 0);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    /* what was given in what is lost is not given again */
    ck_assert_int_eq(strncmp(turns_ask(STORE_NEXT_IDS, 0), "6 41 ", 5), 0);
}
END_TEST

START_TEST(store_damage_log_taken_away_is_said)
{
    fill();
    ck_assert(turns_open(true));
    ck_assert_int_eq(turns_take(5, 0).code, FAULT_NONE);
    copy("", ".old"); /* as it is without its log */
    store_close(&turns_store);
    copy(".old", "");
    refuses("transactions are lost");
}
END_TEST

START_TEST(store_damage_a_backup_is_put_back_as_often_as_one_likes)
{
    char name[KIT_PATH_BYTES + 8];
    snprintf(name, sizeof name, "%s.old", turns_path);
    fill();
    struct store *reader =
        store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_msg(store_backup(reader, name, NULL, &turns_fault) == 0, "%s", turns_fault.text);
    store_close(&reader);
    for (uint64_t i = 0; i < 3; i++) {
        ck_assert_msg(turns_open(true), "%s", turns_fault.text);
        ck_assert_int_eq(turns_take(5 + i, 0).code, FAULT_NONE);
        store_close(&turns_store);
        copy(".old", "");
    }
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    ck_assert_uint_eq(turns_there(3), 2);
    ck_assert_uint_eq(turns_there(5), 0);
    /* ids that were given after the copy stay given */
    ck_assert_int_eq(strncmp(turns_ask(STORE_NEXT_IDS, 0), "8 3 ", 4), 0);
}
END_TEST

START_TEST(store_damage_of_what_counts_beside_is_no_loss)
{
    fill();
    char name[KIT_PATH_BYTES + 8];
    snprintf(name, sizeof name, "%s.lock", turns_path);
    int file = open(name, O_WRONLY | O_CLOEXEC);
    ck_assert_int_eq(pwrite(file, "9", 1, 64 + 36), 1); /* within the number of commits */
    close(file);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    store_close(&turns_store);
    ck_assert_int_eq(unlink(name), 0);
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
}
END_TEST

Suite *suite_store_damage(void);
Suite *suite_store_damage(void)
{
    Suite *suite = suite_create("store_damage");
    TCase *tests = tcase_create("store_damage");
    tcase_add_checked_fixture(tests, turns_begin, turns_end);
    tcase_add_test(tests, store_damage_sum_is_crc32c);
    tcase_add_test(tests, store_damage_of_the_counts_or_the_key_keeps_from_starting);
    tcase_add_test(tests, store_damage_of_a_person_room_or_adapter_comes_as_damaged);
    tcase_add_test(tests, store_damage_knows_an_address_by_its_sum);
    tcase_add_test(tests, store_damage_of_what_a_table_owns_comes_as_damaged);
    tcase_add_test(tests, store_damage_is_not_written_over);
    tcase_add_loop_test(tests, store_damage_is_set_aside_where_a_row_is_written_anew, 0, 2);
    tcase_add_test(tests, store_damage_is_set_aside_where_a_row_is_taken_away);
    tcase_add_test(tests, store_damage_is_named_and_can_be_set_aside);
    if (!database_is_postgres()) { /* what is about its file */
        tcase_add_test(tests, store_damage_of_a_store_before_sums_is_found_from_then_on);
        tcase_add_test(tests, store_damage_lost_end_of_the_log_is_said);
        tcase_add_test(tests, store_damage_log_taken_away_is_said);
        tcase_add_test(tests, store_damage_a_backup_is_put_back_as_often_as_one_likes);
        tcase_add_test(tests, store_damage_of_what_counts_beside_is_no_loss);
    }
    suite_add_tcase(suite, tests);
    return suite;
}
