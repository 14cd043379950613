/* Parts of a house: each has a store of its own in the same database, and its workers see each
 * other. tests/kill/parts.py has whole processes. */

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "buf.h"
#include "database.h"
#include "store_members.h"
#include "store_part.h"
#include "turns.h"

Suite *suite_store_members(void);

enum { PATIENCE_MS = 10000, STEP_MS = 20, PLACE_BYTES = KIT_PATH_BYTES + 8 };

static atomic_int woken;

START_TEST(part_stands_behind_a_url)
{
    ck_assert_uint_eq(store_part_of("postgresql://host/games"), 0);
    ck_assert_uint_eq(store_part_of("postgresql://host/games#3"), 3);
    ck_assert_uint_eq(store_part_of("postgres://host/games?x=y#63"), 63);
    ck_assert_uint_eq(store_part_of("postgresql://host/games#0"), 0);
    ck_assert_uint_eq(store_part_of("postgresql://host/games#64"), 0);
    ck_assert_uint_eq(store_part_of("postgresql://host/games#3a"), 0);
    ck_assert_uint_eq(store_part_of("postgresql://host/games#"), 0);
    ck_assert_uint_eq(store_part_of("/var/lib/deaddrop.db#3"), 0);
}
END_TEST

static struct store *open_part(unsigned part)
{
    char place[PLACE_BYTES];
    snprintf(place, sizeof place, "%s#%u", turns_path, part);
    return store_open(&store_postgres, place, false, NULL, NULL, &turns_fault);
}

static void add_table(struct store *store, uint64_t id)
{
    struct store_batch *batch = store_batch_new();
    const struct store_row row = {.id = id, .key = "web/r", .extra = "spyfall", .text = "{}"};
    store_put(batch, STORE_TABLE, &row);
    store_commit(store, &batch, NULL, NULL);
    while (store_pending(store) > 0) {
        store_poll(store);
    }
}

static void count_row(void *context, const struct store_row *row)
{
    (void)row;
    (*(unsigned *)context)++;
}

static unsigned count_tables(struct store *store)
{
    unsigned count = 0;
    const struct store_question question = {.query = STORE_TABLES};
    ck_assert_int_eq(store_read_now(store, &question, count_row, &count, &turns_fault), 0);
    return count;
}

START_TEST(part_waits_for_the_first)
{
    ck_assert_ptr_null(open_part(2));
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "part 0"));
    ck_assert(turns_open(false));
    struct store *store = open_part(2);
    ck_assert_msg(store != NULL, "%s", turns_fault.text);
    store_close(&store);
}
END_TEST

START_TEST(part_has_rows_of_its_own)
{
    ck_assert(turns_open(false));
    struct store *one = open_part(1);
    struct store *two = open_part(2);
    ck_assert_msg(one != NULL && two != NULL, "%s", turns_fault.text);
    add_table(one, 1);
    add_table(one, 2);
    add_table(two, 1);
    ck_assert_uint_eq(count_tables(turns_store), 0);
    ck_assert_uint_eq(count_tables(one), 2);
    ck_assert_uint_eq(count_tables(two), 1);
    store_close(&one);
    ck_assert_uint_eq(count_tables(two), 1);
    one = open_part(1);
    ck_assert_msg(one != NULL, "%s", turns_fault.text);
    ck_assert_uint_eq(count_tables(one), 2);
    store_close(&one);
    store_close(&two);
}
END_TEST

START_TEST(part_is_one_process_at_a_time)
{
    ck_assert(turns_open(false));
    struct store *one = open_part(1);
    ck_assert_msg(one != NULL, "%s", turns_fault.text);
    ck_assert_ptr_null(open_part(1));
    ck_assert_int_eq(turns_fault.code, FAULT_RETRY);
    ck_assert_ptr_nonnull(strstr(turns_fault.text, "#1"));
    store_close(&one);
}
END_TEST

/* --- who is there ----------------------------------------------------------------------------- */

static void wake(void *context)
{
    (void)context;
    woken++;
}

static struct store_members *come(const char *name)
{
    struct store_members *members = NULL;
    const struct store_members_setup setup = {
        .place = turns_path, .name = name, .version = "0.test", .wake = wake};
    ck_assert_msg(store_members_new(&members, &setup, &turns_fault) == 0, "%s", turns_fault.text);
    return members;
}

/* "ana counts 0 2, ben ": name, whether it counts, has the first part, which it says are its. */
static void see(void *context, const struct store_member *member)
{
    struct buf *out = context;
    buf_text(out, member->name);
    buf_text(out, member->counts ? " counts" : "");
    buf_text(out, member->is_ours ? " ours" : "");
    buf_text(out, member->has_first ? " first" : "");
    buf_text(out, " ");
    buf_text(out, member->parts);
    buf_text(out, ", ");
}

static void see_soon(struct store_members *members, const char *wanted)
{
    struct buf out;
    bool is_new = false;
    buf_init(&out, 4096);
    for (int ms = 0; ms == 0 || (ms < PATIENCE_MS && strcmp(out.text, wanted) != 0);
         ms += STEP_MS) {
        poll(NULL, 0, ms == 0 ? 0 : STEP_MS);
        buf_clear(&out);
        buf_text(&out, "");
        store_members_read(members, see, &out, &is_new);
    }
    ck_assert_str_eq(out.text, wanted);
    buf_deinit(&out);
}

START_TEST(members_of_a_file_are_none)
{
    ck_assert_ptr_null(come("ana"));
}
END_TEST

START_TEST(members_of_a_house_that_was_never_played)
{
    bool is_new = false;
    struct store_members *ana = come("ana");
    for (int ms = 0; ms < PATIENCE_MS && !is_new; ms += STEP_MS) {
        poll(NULL, 0, STEP_MS);
        store_members_read(ana, see, NULL, &is_new);
    }
    ck_assert(is_new);
    ck_assert(turns_open(false));
    see_soon(ana, "ana counts ours , ");
    store_members_free(&ana);
}
END_TEST

START_TEST(members_see_who_comes_and_leaves)
{
    ck_assert(turns_open(false));
    struct store_members *ana = come("ana");
    store_members_say(ana, false, "0 2", "web 127.0.0.1:7");
    struct store_members *ben = come("ben");
    see_soon(ana, "ana counts ours 0 2, ben counts , ");
    see_soon(ben, "ana counts 0 2, ben counts ours , ");
    ck_assert_int_gt(woken, 1);
    store_members_say(ben, true, "1", "");
    see_soon(ana, "ana counts ours 0 2, ben 1, ");
    store_members_free(&ben);
    see_soon(ana, "ana counts ours 0 2, ");
    store_members_free(&ana);
}
END_TEST

/* Its session is not there, and it says nothing: 2 seconds. The process that plays part 0 is
 * called after its worker. */
START_TEST(members_that_are_silent_count_no_more)
{
    ck_assert(turns_open(false));
    struct store_members *ana = come("ana");
    database_execute(turns_path, "",
                     "INSERT INTO member VALUES ('ben#1', 'ben', '0', '', 0, clock_timestamp(), "
                     "clock_timestamp() - interval '1 second', false, '', ''); UPDATE lease SET "
                     "holder = 'ben/0#7', expires = clock_timestamp() + interval '1 hour'");
    see_soon(ana, "ana counts ours , ben counts first , ");
    see_soon(ana, "ana counts ours , ben first , ");
    database_execute(turns_path, "", "UPDATE lease SET holder = 'ana/0#7'");
    see_soon(ana, "ana counts ours first , ben , ");
    store_members_free(&ana);
}
END_TEST

Suite *suite_store_members(void)
{
    Suite *suite = suite_create("store_members");
    TCase *tcase = tcase_create("parts");
    tcase_add_checked_fixture(tcase, turns_begin, turns_end);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, part_stands_behind_a_url);
    if (database_is_postgres()) {
        tcase_add_test(tcase, part_waits_for_the_first);
        tcase_add_test(tcase, part_has_rows_of_its_own);
        tcase_add_test(tcase, part_is_one_process_at_a_time);
        tcase_add_test(tcase, members_of_a_house_that_was_never_played);
        tcase_add_test(tcase, members_see_who_comes_and_leaves);
        tcase_add_test(tcase, members_that_are_silent_count_no_more);
    } else {
        tcase_add_test(tcase, members_of_a_file_are_none);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
