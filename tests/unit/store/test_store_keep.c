/* What keeps a store small: finished tables become records that read as before, what is old goes,
 * space is given back, and nothing of it is done to what is damaged or still open. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <check.h>

#include "crash.h"
#include "database.h"
#include "journal_chain.h"
#include "packed.h"
#include "row_rules.h"
#include "store_damage.h"
#include "store_upkeep.h"
#include "table.h"
#include "turns.h"

static const int64_t day_ms = 86400000;
static const int64_t begun_ms = 20000LL * 86400000;
static int64_t now_ms;

static struct fault put(enum store_op op, const struct store_row *row)
{
    return kit_put(turns_store, op, row);
}

static bool sample_age(const struct store_row *row, struct row_age *age_r)
{
    const char *behind = strchr(row->extra, '/');
    if (behind == NULL) {
        return false;
    }
    char *end = NULL;
    *age_r = (struct row_age){.since_ms = strtoll(row->text, &end, 10),
                              .group = (size_t)(behind + 1 - row->extra),
                              .room_len = (size_t)(behind - row->extra)};
    age_r->table = strtoull(end, NULL, 10);
    return true;
}

static const struct row_rules sample = {.adapter = "web", .age = sample_age};
static const struct row_rules *const rules[] = {&sample, NULL};

static uint32_t room_max;
static const char *play_room = "web/den";

static void open_store(uint32_t messages_days, uint32_t tables_days)
{
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    store_use(turns_store, rules);
    store_keep(turns_store, &(struct store_keeping){messages_days, tables_days, room_max, NULL});
}

/* The house is alive at this moment; what is due is done before this returns. */
static void alive(int64_t at_ms)
{
    now_ms = at_ms;
    ck_assert_int_eq(put(STORE_ALIVE, &(struct store_row){.at_ms = now_ms}).code, FAULT_NONE);
}

/* A table of so many lines as the house writes them, closed or not; when the last was heard. */
static void play(uint64_t table, unsigned lines, enum table_phase phase, int64_t last_ms)
{
    struct chain chain;
    char header[CHAIN_HEADER_BYTES];
    chain_header(header, "interceptor", 1, table);
    chain_begin(&chain, header);
    for (unsigned step = 1; step <= lines; step++) {
        char line[200];
        int len = snprintf(line, sizeof line, "%u %lld 0 play {\"say\":\"~%032u\"} -", step,
                           (long long)last_ms, step);
        chain_add(&chain, line, (size_t)len);
        struct store_batch *batch = store_batch_new();
        store_put(batch, STORE_JOURNAL,
                  &(struct store_row){.id = table,
                                      .sub = step,
                                      .key = "web/0123456789abcdef",
                                      .extra = chain.last,
                                      .text = line});
        store_put(batch, STORE_TABLE,
                  &(struct store_row){.id = table,
                                      .sub = step < lines ? TABLE_PLAYING : phase,
                                      .key = play_room,
                                      .extra = "interceptor",
                                      .text = "{\"number\":1}"});
        store_put(batch, STORE_SENT,
                  &(struct store_row){
                      .id = table, .sub = step, .key = "crowd", .extra = "den", .text = "den.1"});
        store_commit(turns_store, &batch, NULL, NULL);
    }
    kit_settle(turns_store);
}

static char *lines_of(uint64_t table)
{
    return strdup(turns_ask(STORE_JOURNAL_OF, table));
}

static long long number(const char *sql)
{
    return database_number(turns_path, sql);
}

static void execute(const char *sql)
{
    database_execute(turns_path, sql, NULL);
}

static void found(void *context, const char *what)
{
    snprintf(context, 200, "%s", what);
}

/* How much `deaddrop check` finds; what, of the last. */
static int damage(char what[200])
{
    what[0] = '\0';
    const struct store_damage_listener listener = {found, what};
    struct store *reader =
        store_open_reading(store_driver_of(turns_path), turns_path, &turns_fault);
    ck_assert_msg(reader != NULL, "%s", turns_fault.text);
    int count = store_check_now(reader, &listener, &turns_fault);
    store_close(&reader);
    return count;
}

START_TEST(packed_text_comes_back_and_what_is_none_is_refused)
{
    struct buf out;
    size_t size = 0;
    buf_init(&out, PACKED_TEXT_MAX);
    for (size_t len = 0; len < 5000; len = len * 2 + 1) {
        char *text = malloc(len + 1);
        memset(text, 'x', len);
        uint8_t *packed = packed_new(text, len, &size);
        buf_clear(&out);
        ck_assert(packed_read(packed, size, &out));
        ck_assert_uint_eq(out.len, len);
        ck_assert(len == 0 || memcmp(out.text, text, len) == 0);
        for (size_t cut = 0; cut < size; cut++) {
            ck_assert(!packed_read(packed, cut, &out) || len == 0);
        }
        free(packed);
        free(text);
    }
    static const uint8_t endless[] = {255, 255, 255, 255, 1, 2, 3};
    ck_assert(!packed_read(endless, sizeof endless, &out));
    buf_deinit(&out);
}
END_TEST

START_TEST(store_keep_finished_table_is_a_record_and_reads_as_before)
{
    open_store(0, 0);
    alive(begun_ms);
    play(1, 30, TABLE_CLOSED, begun_ms);
    play(2, 30, TABLE_OVER, begun_ms);
    char *before = lines_of(1);
    ck_assert_ptr_nonnull(strstr(before, "1 30 0 web/0123456789abcdef "));
    alive(begun_ms + day_ms / 2);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 0);
    alive(begun_ms + 2 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 1);
    ck_assert_int_eq(number("SELECT count(*) FROM journal WHERE table_id = 1"), 0);
    ck_assert_int_eq(number("SELECT count(*) FROM sent WHERE table_id = 1"), 0);
    ck_assert_int_eq(number("SELECT count(*) FROM journal WHERE table_id = 2"), 30);
    ck_assert_int_eq(number("SELECT count(*) FROM sent WHERE table_id = 2"), 30);
    char *after = lines_of(1);
    for (char *at = strstr(before, "web/0123456789abcdef"); at != NULL;
         at = strstr(at, "web/0123456789abcdef")) {
        memmove(at, at + 20, strlen(at + 20) + 1); /* events are all that is not kept */
    }
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    const char *all = turns_ask(STORE_JOURNAL_ALL, 0);
    ck_assert_ptr_nonnull(strstr(all, "0 1 0  "));
    char what[200];
    ck_assert_int_eq(damage(what), 0);
    /* a message that was on its way at the end goes with the next pass */
    put(STORE_SENT, &(struct store_row){.id = 1, .sub = 30, .key = "crowd", .text = "den.2"});
    alive(begun_ms + 3 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM sent WHERE table_id = 1"), 0);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 1);
    ck_assert_int_eq(damage(what), 0);
}
END_TEST

START_TEST(store_keep_without_being_told_keeps_everything)
{
    ck_assert(turns_open(false));
    play(1, 5, TABLE_CLOSED, begun_ms);
    alive(begun_ms + 400 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM journal"), 5);
}
END_TEST

START_TEST(store_keep_leaves_alone_what_is_damaged)
{
    static const char *const harms[] = {
        "UPDATE journal SET line = '4 2' WHERE step = 3",
        "UPDATE sent SET room = 'dem' WHERE step = 2",
        "UPDATE standing SET due_ms = 7",
        "UPDATE journal SET before = NULL WHERE step = 3",
    };
    for (size_t i = 0; i < sizeof harms / sizeof harms[0]; i++) {
        char what[200];
        ck_assert(turns_open(false));
        play(i + 1, 5, TABLE_CLOSED, begun_ms);
        store_close(&turns_store);
        execute(harms[i]);
        open_store(0, 0);
        alive(begun_ms + (int64_t)(2 + i) * day_ms);
        ck_assert_int_eq(number("SELECT count(*) FROM record"), 0);
        store_close(&turns_store);
        ck_assert_int_ge(damage(what), 1);
        execute("DELETE FROM journal; DELETE FROM sent; DELETE FROM standing; DELETE FROM tables");
    }
}
END_TEST

START_TEST(store_keep_damaged_record_is_said)
{
    char what[200];
    open_store(0, 0);
    play(1, 5, TABLE_CLOSED, begun_ms);
    alive(begun_ms + 2 * day_ms);
    store_close(&turns_store);
    database_execute(turns_path, "UPDATE record SET packed = zeroblob(length(packed))",
                     "UPDATE record SET packed = ''");
    ck_assert_int_eq(damage(what), 1);
    ck_assert_str_eq(what, "table 1, its record: it cannot be read");
    execute("DELETE FROM record");
    ck_assert_int_eq(damage(what), 1);
    ck_assert_str_eq(what, "table 1: its journal is missing");
}
END_TEST

START_TEST(store_keep_old_records_go_where_the_settings_say_so)
{
    open_store(0, 30);
    play(1, 5, TABLE_CLOSED, begun_ms);
    play(2, 5, TABLE_CLOSED, begun_ms + 20 * day_ms);
    put(STORE_WORDS, &(struct store_row){.id = 1, .sub = 7, .key = "digest", .text = "words"});
    put(STORE_PACK, &(struct store_row){.key = "pack", .text = "one\n"});
    put(STORE_CANDIDATES, &(struct store_row){.id = 1, .key = "pack", .text = ""});
    alive(begun_ms + 29 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 2);
    alive(begun_ms + 31 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM record"), 1);
    ck_assert_int_eq(number("SELECT count(*) FROM words"), 0);
    ck_assert_int_eq(number("SELECT count(*) FROM pack"), 0);
    ck_assert_int_eq(number("SELECT count(*) FROM tables WHERE id = 1"), 0);
    ck_assert_str_eq(turns_ask(STORE_NEXT_IDS, 0), "3 1 1   \n");
}
END_TEST

/* --- what adapters keep ----------------------------------------------------------------------- */

static void say(const char *key, int64_t place, const char *text)
{
    ck_assert_int_eq(
        put(STORE_ADAPTER,
            &(struct store_row){.key = "web", .extra = key, .at_ms = place, .text = text})
            .code,
        FAULT_NONE);
}

START_TEST(store_keep_old_messages_go_but_the_last_of_a_room_and_those_of_open_tables)
{
    char text[64];
    open_store(10, 0);
    play(7, 1, TABLE_PLAYING, begun_ms);
    for (int i = 1; i <= 200; i++) {
        char key[32];
        snprintf(key, sizeof key, "den/%03d", i);
        snprintf(text, sizeof text, "%" PRId64 " 0", begun_ms + i);
        say(key, i, text);
    }
    say("den/000", 500, text); /* the last change, of the first message */
    snprintf(text, sizeof text, "%lld 7", (long long)begun_ms);
    say("den/200", 200, text);
    snprintf(text, sizeof text, "%lld 8", (long long)begun_ms);
    say("other/1", 3, text);
    say("other/2", 2, text);
    say("room", 1, "no message");
    snprintf(text, sizeof text, "%" PRId64 " 0", begun_ms + 15 * day_ms);
    say("den/300", 300, text);
    alive(begun_ms + 9 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM adapter"), 205);
    alive(begun_ms + 20 * day_ms);
    ck_assert_int_eq(number("SELECT count(*) FROM adapter"), 5);
    ck_assert_int_eq(
        number("SELECT count(*) FROM adapter WHERE key IN ('den/000', 'den/200', 'den/300', "
               "'other/1', 'room')"),
        5);
}
END_TEST

/* Ten messages and a finished table of each of two rooms, heard now and ten days later; where
 * nothing was chosen they stay 30 days. What is left of den's and of other's after so many days:
 * "messages records messages records"; a room's last message stays in any case. */
static const char *left_after(const char *choice, unsigned days)
{
    static char left[64];
    static const char *const rooms[] = {"den", "other"};
    open_store(30, 30);
    for (int i = 0; i < 20; i++) {
        char key[32];
        char text[64];
        snprintf(key, sizeof key, "%s/%d", rooms[i % 2], i);
        snprintf(text, sizeof text, "%lld 0", (long long)begun_ms);
        say(key, i, text);
    }
    play(1, 5, TABLE_CLOSED, begun_ms);
    play_room = "web/other";
    play(2, 5, TABLE_CLOSED, begun_ms);
    const struct store_row chosen = {.key = "room web/den", .extra = "keep", .text = choice};
    if (choice != NULL) {
        put(STORE_SETTING, &chosen);
    }
    alive(begun_ms + (int64_t)days * day_ms);
    snprintf(left, sizeof left, "%lld %lld %lld %lld",
             number("SELECT count(*) FROM adapter WHERE key LIKE 'den/%'"),
             number("SELECT count(*) FROM record WHERE table_id = 1"),
             number("SELECT count(*) FROM adapter WHERE key LIKE 'other/%'"),
             number("SELECT count(*) FROM record WHERE table_id = 2"));
    store_close(&turns_store);
    return left;
}

static const struct {
    const char *choice;
    unsigned days;
    uint32_t most;
    const char *left;
} choices[] = {
    {"7", 6, 0, "10 1 10 1"},   /* not yet */
    {"7", 8, 0, "1 0 10 1"},    /* sooner than elsewhere */
    {"100", 50, 0, "10 1 1 0"}, /* later */
    {"0", 5000, 0, "10 1 1 0"}, /* for ever */
    {"100", 50, 40, "1 0 1 0"}, /* but no longer than the settings allow */
    {"0", 50, 40, "1 0 1 0"},   /* nor for ever */
    {"0", 35, 40, "10 1 1 0"},  /* up to that */
    {NULL, 31, 0, "1 0 1 0"},   /* nothing was chosen */
};

START_TEST(store_keep_goes_by_what_a_room_has_chosen)
{
    room_max = choices[_i].most;
    ck_assert_str_eq(left_after(choices[_i].choice, choices[_i].days), choices[_i].left);
}
END_TEST

START_TEST(store_keep_keeps_all_of_a_room_whose_choice_is_damaged)
{
    open_store(30, 30);
    put(STORE_SETTING, &(struct store_row){.key = "room web/den", .extra = "keep", .text = "7"});
    execute("UPDATE setting SET value = '8'");
    store_close(&turns_store);
    ck_assert_str_eq(left_after(NULL, 50), "10 1 1 0");
}
END_TEST

START_TEST(store_keep_gives_space_back)
{
    struct stat status;
    char text[1024];
    open_store(10, 0);
    for (int i = 1; i <= 4000; i++) {
        char key[32];
        snprintf(key, sizeof key, "den/%04d", i);
        snprintf(text, sizeof text, "%lld %01000d", (long long)begun_ms, 0);
        say(key, i, text);
    }
    alive(begun_ms + 20 * day_ms);
    store_close(&turns_store);
    ck_assert_int_eq(stat(turns_path, &status), 0);
    ck_assert_msg(status.st_size < 1 << 20, "%lld", (long long)status.st_size);
    ck_assert_int_eq(number("PRAGMA integrity_check = 1"), 0);
}
END_TEST

START_TEST(store_keep_small_file_of_before_can_give_space_back_from_its_next_start_on)
{
    ck_assert(turns_open(false));
    play(1, 5, TABLE_CLOSED, begun_ms);
    store_close(&turns_store);
    execute("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM");
    ck_assert_int_eq(number("PRAGMA auto_vacuum"), 0);
    ck_assert(turns_open(false));
    ck_assert_int_eq(number("PRAGMA auto_vacuum"), 2);
    ck_assert_uint_eq(strlen(turns_ask(STORE_JOURNAL_OF, 1)) > 0, 1);
}
END_TEST

START_TEST(store_keep_file_of_before_is_written_anew_by_the_command)
{
    struct stat status;
    ck_assert(turns_open(false));
    play(1, 5, TABLE_CLOSED, begun_ms);
    store_close(&turns_store);
    execute("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM; CREATE TABLE much "
            "(text); WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < "
            "40000) INSERT INTO much SELECT zeroblob(1000) FROM n; DROP TABLE much");
    ck_assert(turns_open(false));
    ck_assert_int_eq(number("PRAGMA auto_vacuum"), 0); /* too large for doing it in passing */
    ck_assert_int_eq(store_mend_compact(turns_path, &turns_fault), -1);
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY);
    store_close(&turns_store);
    ck_assert_msg(store_mend_compact(turns_path, &turns_fault) == 0, "%s", turns_fault.text);
    ck_assert_int_eq(number("PRAGMA auto_vacuum"), 2);
    ck_assert_int_eq(stat(turns_path, &status), 0);
    ck_assert_int_lt(status.st_size, 300000);
    ck_assert(turns_open(false));
    ck_assert(strlen(turns_ask(STORE_JOURNAL_OF, 1)) > 0);
}
END_TEST

START_TEST(store_keep_who_is_forgotten_goes_out_of_folded_tables)
{
    char what[200];
    open_store(0, 0);
    play(1, 5, TABLE_CLOSED, begun_ms);
    put(STORE_ADDRESS, &(struct store_row){.id = 7, .key = "web/ana"});
    put(STORE_PERSON, &(struct store_row){.id = 7, .text = "{\"name\":\"Quorrinel\"}"});
    put(STORE_WORDS, &(struct store_row){.id = 1,
                                         .sub = 7,
                                         .key = "00000000000000000000000000000001",
                                         .text = "0123456789abcdef0123456789abcdefwalrus"});
    alive(begun_ms + 2 * day_ms);
    char *before = lines_of(1);
    ck_assert_int_eq(put(STORE_FORGET, &(struct store_row){.id = 7, .key = "web/ana"}).code,
                     FAULT_NONE);
    ck_assert_int_eq(number("SELECT count(*) FROM words"), 0);
    char *after = lines_of(1);
    ck_assert_str_eq(before, after);
    free(before);
    free(after);
    ck_assert_int_eq(damage(what), 0);
}
END_TEST

/* In a child that ends at a crash point. */
static int fold_in_child(const char *at)
{
    pid_t child = fork();
    if (child == 0) {
        crash_arm(at);
        open_store(10, 0);
        alive(begun_ms + 20 * day_ms);
        _exit(0);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

START_TEST(store_keep_crash_points_lose_nothing)
{
    static const char *const points[] = {"store.folded:1", "store.folded:2", "store.tidied:1"};
    char what[200];
    char text[64];
    for (size_t i = 0; crash_built_in() && i < 3; i++) {
        turns_end();
        turns_begin();
        ck_assert(turns_open(false));
        play(1, 8, TABLE_CLOSED, begun_ms);
        play(2, 8, TABLE_CLOSED, begun_ms);
        snprintf(text, sizeof text, "%lld", (long long)begun_ms);
        say("den/1", 1, text);
        say("den/2", 2, text);
        char *before = lines_of(2);
        store_close(&turns_store);
        ck_assert_int_eq(fold_in_child(points[i]), CRASH_STATUS);
        ck_assert_int_eq(damage(what), 0);
        ck_assert_int_eq(fold_in_child(""), 0);
        ck_assert_int_eq(damage(what), 0);
        ck_assert_int_eq(number("SELECT count(*) FROM record"), 2);
        ck_assert_int_eq(number("SELECT count(*) FROM adapter"), 1);
        ck_assert(turns_open(false));
        char *after = lines_of(2);
        ck_assert_uint_eq(strlen(before), strlen(after) + 8 * strlen("web/0123456789abcdef"));
        free(before);
        free(after);
    }
}
END_TEST

Suite *suite_store_keep(void);
Suite *suite_store_keep(void)
{
    Suite *suite = suite_create("store_keep");
    TCase *tcase = tcase_create("store_keep");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, packed_text_comes_back_and_what_is_none_is_refused);
    tcase_add_test(tcase, store_keep_finished_table_is_a_record_and_reads_as_before);
    tcase_add_test(tcase, store_keep_without_being_told_keeps_everything);
    tcase_add_test(tcase, store_keep_leaves_alone_what_is_damaged);
    tcase_add_test(tcase, store_keep_damaged_record_is_said);
    tcase_add_test(tcase, store_keep_old_records_go_where_the_settings_say_so);
    tcase_add_test(tcase,
                   store_keep_old_messages_go_but_the_last_of_a_room_and_those_of_open_tables);
    tcase_add_loop_test(tcase, store_keep_goes_by_what_a_room_has_chosen, 0,
                        sizeof choices / sizeof choices[0]);
    tcase_add_test(tcase, store_keep_keeps_all_of_a_room_whose_choice_is_damaged);
    if (!database_is_postgres()) { /* whose files are its own */
        tcase_add_test(tcase, store_keep_gives_space_back);
        tcase_add_test(tcase,
                       store_keep_small_file_of_before_can_give_space_back_from_its_next_start_on);
        tcase_add_test(tcase, store_keep_file_of_before_is_written_anew_by_the_command);
    }
    tcase_add_test(tcase, store_keep_who_is_forgotten_goes_out_of_folded_tables);
    tcase_add_test(tcase, store_keep_crash_points_lose_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
