/* Parts of a house: each has a store of its own, and all of them share the letters to each other
 * and what is known of who sits where. On SQLite there is one part, with the same rows. */

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <check.h>

#include "database.h"
#include "store_part.h"
#include "store_worker.h"
#include "turns.h"

Suite *suite_store_part(void);

enum { PATIENCE_MS = 10000, STEP_MS = 10, PART = 1 };

/* The store of part 1, beside turns_store; on SQLite the same one. */
static char other_path[KIT_PATH_BYTES + 8];
static struct store *other_store;

static void put(struct store *store, enum store_op op, const struct store_row *row)
{
    struct fault fault = kit_put(store, op, row);
    ck_assert_msg(fault.code == FAULT_NONE, "%s", fault.text);
}

static const char *letters(struct store *store, uint64_t part)
{
    return kit_read(store, &(struct store_question){.query = STORE_LETTERS, .id = part});
}

static const char *sitting(struct store *store, const char *address, const char *tag)
{
    return kit_read(
        store, &(struct store_question){.query = STORE_SITTING_AT, .key = address, .extra = tag});
}

static void begin(void)
{
    turns_begin();
    ck_assert_msg(turns_open(false), "%s", turns_fault.text);
    other_store = turns_store;
    snprintf(other_path, sizeof other_path, "%s#%d", turns_path, PART);
    if (database_is_postgres()) {
        other_store =
            store_open(store_driver_of(other_path), other_path, false, NULL, NULL, &turns_fault);
        ck_assert_msg(other_store != NULL, "%s", turns_fault.text);
    }
}

static void end(void)
{
    if (other_store != turns_store) {
        store_close(&other_store);
    }
    turns_end();
}

START_TEST(parts_share_letters_and_read_their_own)
{
    const struct store_question first = {.query = STORE_LETTERS, .id = 0, .limit = 1};
    put(other_store, STORE_LETTER,
        &(struct store_row){.key = "web/1", .extra = "web", .text = "one"});
    put(turns_store, STORE_LETTER,
        &(struct store_row){.sub = PART, .key = "web/2", .extra = "person", .text = "two"});
    put(other_store, STORE_LETTER, &(struct store_row){.key = "web/3", .extra = "web"});
    ck_assert_str_eq(letters(turns_store, 0), "1 0 0 web/1 web one\n3 0 0 web/3 web \n");
    ck_assert_str_eq(kit_read(turns_store, &first), "1 0 0 web/1 web one\n");
    ck_assert_str_eq(letters(other_store, PART), "2 1 0 web/2 person two\n");
    put(other_store, STORE_LETTER_DONE, &(struct store_row){.id = 2});
    put(turns_store, STORE_LETTER_DONE, &(struct store_row){.id = 1});
    ck_assert_str_eq(letters(other_store, PART), "");
    ck_assert_str_eq(turns_ask(STORE_LETTERS_ALL, 0), "3 0 0 web/3 web \n");
}
END_TEST

START_TEST(parts_know_who_sits_at_the_tables_of_others)
{
    put(turns_store, STORE_SITTING,
        &(struct store_row){
            .id = 7, .key = "abc", .extra = "web/ana\nweb/ben\nweb/ana", .text = "#1 Decrypto"});
    put(other_store, STORE_SITTING,
        &(struct store_row){
            .id = 7, .sub = PART, .key = "xyz", .extra = "web/ana", .text = "#2 Decrypto"});
    put(other_store, STORE_SITTING,
        &(struct store_row){.id = 8, .sub = PART, .key = "uvw", .text = "#3 Interceptor"});
    ck_assert_str_eq(sitting(other_store, "web/ana", ""),
                     "7 0 0 abc  #1 Decrypto\n7 1 0 xyz  #2 Decrypto\n");
    ck_assert_str_eq(sitting(other_store, "web/ben", ""), "7 0 0 abc  #1 Decrypto\n");
    ck_assert_str_eq(sitting(turns_store, "", "uvw"), "8 1 0 uvw  #3 Interceptor\n");
    ck_assert_str_eq(sitting(turns_store, "web/cy", ""), "");
    ck_assert_str_eq(sitting(turns_store, "", "x"), "");
    ck_assert_str_eq(sitting(turns_store, "", ""), "7 0 0 abc  #1 Decrypto\n7 1 0 xyz  #2 "
                                                   "Decrypto\n8 1 0 uvw  #3 Interceptor\n");
    put(turns_store, STORE_SITTING,
        &(struct store_row){.id = 7, .key = "abc", .extra = "web/ben", .text = "#1 Decrypto"});
    put(other_store, STORE_SITTING, &(struct store_row){.id = 8, .sub = PART});
    ck_assert_str_eq(sitting(turns_store, "web/ana", ""), "7 1 0 xyz  #2 Decrypto\n");
    ck_assert_str_eq(sitting(turns_store, "", "uvw"), "");
}
END_TEST

/* But the word that they are to be forgotten still has to arrive. */
START_TEST(parts_forget_letters_about_somebody)
{
    static const struct store_row written[] = {
        {.sub = PART, .key = "web/ana", .extra = "person", .text = "{}"},
        {.sub = PART, .key = "web/1", .extra = "web", .text = "{\"by\":\"ana\"}"},
        {.sub = PART, .key = "web/2", .extra = "web", .text = "{\"by\":\"ben\"}"},
        {.sub = PART, .key = "web/ana", .extra = LETTER_FORGET, .text = "{}"},
    };
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++) {
        put(turns_store, STORE_LETTER, &written[i]);
    }
    put(turns_store, STORE_SITTING,
        &(struct store_row){.id = 7, .key = "abc", .extra = "web/ana\nweb/ben"});
    put(turns_store, STORE_FORGET, &(struct store_row){.key = "web/ana"});
    ck_assert_str_eq(turns_ask(STORE_LETTERS_ALL, 0),
                     "3 1 0 web/2 web {\"by\":\"ben\"}\n4 1 0 web/ana forget {}\n");
    ck_assert_str_eq(sitting(turns_store, "web/ana", ""), "");
    ck_assert_str_eq(sitting(turns_store, "web/ben", ""), "7 0 0 abc  \n");
}
END_TEST

/* --- read in other parts ---------------------------------------------------------------------- */

/* What is asked of a store of the others; on SQLite it answers of itself. */
static const char *elsewhere(struct store *store, enum store_query query, const char *address)
{
    return kit_read(store, &(struct store_question){.query = query, .key = address});
}

static void know(struct store *store, uint64_t person, const char *address, const char *about)
{
    put(store, STORE_PERSON, &(struct store_row){.id = person, .text = about});
    put(store, STORE_ADDRESS, &(struct store_row){.id = person, .key = address});
}

/* They played at that table, and Ben with them. */
static void play(struct store *store, uint64_t table, uint64_t person, int64_t at_ms)
{
    put(store, STORE_RESULT,
        &(struct store_row){
            .id = table, .at_ms = at_ms, .key = "web/den", .extra = "web/s", .text = "{\"n\":1}"});
    put(store, STORE_RESULT_SEAT,
        &(struct store_row){.id = table, .sub = person, .text = "{\"seat\":0}"});
    put(store, STORE_RESULT_SEAT,
        &(struct store_row){.id = table, .sub = 99, .text = "{\"seat\":1}"});
}

START_TEST(parts_read_what_others_have_of_somebody)
{
    unsigned of = database_is_postgres() ? PART : 0;
    char want[256];
    know(turns_store, 5, "web/ben", "{\"name\":\"Ben\"}");
    know(other_store, 6, "web/ana", "{\"name\":\"Ana\"}");
    play(other_store, 3, 6, 1000);
    play(other_store, 4, 6, 2000);
    snprintf(want, sizeof want, "6 %u 0   {\"name\":\"Ana\"}\n", of);
    ck_assert_str_eq(elsewhere(turns_store, STORE_PERSONS_ELSEWHERE, "web/ana"), want);
    ck_assert_str_eq(elsewhere(turns_store, STORE_PERSONS_ELSEWHERE, "web/zoe"), "");
    snprintf(want, sizeof want,
             "3 %u 1000 web/den table {\"n\":1}\n3 %u 1000 web/den seat {\"seat\":0}\n"
             "4 %u 2000 web/den table {\"n\":1}\n4 %u 2000 web/den seat {\"seat\":0}\n",
             of, of, of, of);
    ck_assert_str_eq(elsewhere(turns_store, STORE_RESULTS_ELSEWHERE, "web/ana"), want);
    ck_assert_str_eq(elsewhere(turns_store, STORE_RESULTS_ELSEWHERE, "web/ben"), "");
    ck_assert_str_eq(kit_read(turns_store,
                              &(struct store_question){
                                  .query = STORE_RESULTS_ELSEWHERE, .key = "web/ana", .limit = 1}),
                     strstr(want, "4 "));
    if (database_is_postgres()) {
        ck_assert_str_eq(elsewhere(other_store, STORE_PERSONS_ELSEWHERE, "web/ana"), "");
        ck_assert_str_eq(elsewhere(other_store, STORE_PERSONS_ELSEWHERE, "web/ben"),
                         "5 0 0   {\"name\":\"Ben\"}\n");
    }
    /* and each is back in its own */
    play(turns_store, 9, 5, 3000);
    ck_assert_ptr_nonnull(strstr(turns_ask(STORE_RESULTS_OF, 9), "9 5 3000 web/den seat"));
    ck_assert_uint_eq(
        strlen(kit_read(other_store,
                        &(struct store_question){.query = STORE_RESULTS_OF, .id = 9})) > 0,
        !database_is_postgres());
}
END_TEST

START_TEST(parts_know_who_was_with_somebody)
{
    unsigned of = database_is_postgres() ? PART : 0;
    char want[256];
    know(other_store, 6, "web/ana", "{\"name\":\"Ana\"}");
    know(other_store, 7, "web/cy", "{\"name\":\"Cy\"}");
    know(other_store, 8, "web/dee", "{\"name\":\"Dee\"}");
    put(other_store, STORE_SITTING, /* Zoe is another account of Cy's */
        &(struct store_row){.id = 7,
                            .sub = of,
                            .key = "xyz",
                            .extra = "web/ana\nweb/cy\nweb/zoe\n-web/ana\n-web/cy\n-web/dee",
                            .text = "#2 Decrypto"});
    put(other_store, STORE_SITTING,
        &(struct store_row){
            .id = 8, .sub = of, .key = "uvw", .extra = "web/dee\n-web/dee", .text = "#3 Decrypto"});
    snprintf(want, sizeof want,
             "7 %u 0 web/cy  {\"name\":\"Cy\"}\n8 %u 0 web/dee  {\"name\":\"Dee\"}\n", of, of);
    ck_assert_str_eq(elsewhere(turns_store, STORE_MET_ELSEWHERE, "web/ana"), want);
    snprintf(want, sizeof want,
             "6 %u 0 web/ana  {\"name\":\"Ana\"}\n7 %u 0 web/cy  {\"name\":\"Cy\"}\n", of, of);
    ck_assert_str_eq(elsewhere(turns_store, STORE_MET_ELSEWHERE, "web/dee"), want);
    ck_assert_str_eq(sitting(turns_store, "web/dee", ""),
                     of == 0 ? "8 0 0 uvw  #3 Decrypto\n" : "8 1 0 uvw  #3 Decrypto\n");
    put(turns_store, STORE_FORGET, &(struct store_row){.key = "web/cy"});
    put(other_store, STORE_FORGET, &(struct store_row){.id = 7, .key = "web/cy"});
    ck_assert_ptr_null(strstr(elsewhere(turns_store, STORE_MET_ELSEWHERE, "web/ana"), "Cy"));
}
END_TEST

/* --- announced -------------------------------------------------------------------------------- */

static atomic_int heard;

static void hear(void *context)
{
    (void)context;
    heard++;
}

static void wake(void *context)
{
    (void)context;
}

static bool heard_within(int limit_ms)
{
    for (int ms = 0; ms < limit_ms && heard == 0; ms += STEP_MS) {
        poll(NULL, 0, STEP_MS);
    }
    return heard > 0;
}

/* Waits for the beat of the keeper, which says so in any case, and a little for what is under way:
 * what is heard within the next second was announced. */
static void wait_for_beat(void)
{
    heard = 0;
    ck_assert(heard_within(PATIENCE_MS));
    poll(NULL, 0, 20 * STEP_MS);
    heard = 0;
}

START_TEST(parts_hear_of_a_letter_at_once)
{
    struct store_worker *worker = NULL;
    const struct store_worker_setup setup = {
        .place = other_path, .name = "ana", .version = "0", .wake = wake, .heard = hear};
    store_close(&other_store);
    ck_assert_int_eq(store_worker_new(&worker, &setup, &turns_fault), 0);
    heard = 0;
    ck_assert_msg(!heard_within(PATIENCE_MS / 5), "a worker that stands by has nothing to read");
    other_store =
        store_open(store_driver_of(other_path), other_path, false, NULL, NULL, &turns_fault);
    ck_assert_msg(other_store != NULL, "%s", turns_fault.text);
    wait_for_beat();
    put(turns_store, STORE_LETTER, &(struct store_row){.sub = PART + 1, .key = "web/1"});
    ck_assert_msg(!heard_within(50 * STEP_MS), "a letter to another part");
    put(turns_store, STORE_LETTER, &(struct store_row){.sub = PART, .key = "web/2"});
    ck_assert(heard_within(50 * STEP_MS));
    store_close(&other_store);
    store_worker_free(&worker);
    other_store = turns_store;
}
END_TEST

Suite *suite_store_part(void)
{
    Suite *suite = suite_create("store_part");
    TCase *tcase = tcase_create("parts");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, parts_share_letters_and_read_their_own);
    tcase_add_test(tcase, parts_know_who_sits_at_the_tables_of_others);
    tcase_add_test(tcase, parts_forget_letters_about_somebody);
    tcase_add_test(tcase, parts_read_what_others_have_of_somebody);
    tcase_add_test(tcase, parts_know_who_was_with_somebody);
    if (database_is_postgres()) {
        tcase_add_test(tcase, parts_hear_of_a_letter_at_once);
    }
    suite_add_tcase(suite, tcase);
    return suite;
}
