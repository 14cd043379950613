#include "matrix_peer.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "transitions_kit.h"

enum { NOW_MS = 1000000000 };

static struct matrix_pickle pickle;
static struct kit_two two;
static struct matrix_peer *ben; /* Ben's device, as Ana has it */
static struct matrix_peer *ana; /* Ana's device, as Ben has it */

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    kit_two(&two);
    ben = matrix_peer_new(&pickle, "@ben:test", two.ben_curve);
    ana = matrix_peer_new(&pickle, "@ana:test", two.ana_curve);
}

static void teardown(void)
{
    matrix_peer_free(&ben);
    matrix_peer_free(&ana);
    kit_two_free(&two);
}

/* Ana gets a key of Ben's, and has a session with him. */
static bool claims(int64_t now_ms)
{
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    matrix_peer_claiming(ben);
    return matrix_peer_claimed(ben, two.ana, one_time, kit_entropy(), now_ms);
}

struct said {
    struct buf text;
    unsigned type;
};

static void says(struct matrix_peer *to, const char *words, struct said *said)
{
    struct buf plain;
    buf_init(&plain, 1000);
    buf_text(&plain, words);
    buf_init(&said->text, PROVIDER_MESSAGE_BYTES_MAX);
    ck_assert(matrix_peer_encrypt(to, &plain, kit_entropy(), &said->text, &said->type));
    buf_deinit(&plain);
}

/* Reads it, and frees it unless it is kept. */
static enum provider_answer hears(struct matrix_peer *from, struct provider_account *account,
                                  const struct said *said, int64_t now_ms, const char *words)
{
    struct provider_message message = {
        .text = said->text.text, .len = said->text.len, .type = said->type};
    struct buf read;
    bool changed = false;
    buf_init(&read, 1000);
    enum provider_answer answer =
        matrix_peer_read(from, account, &message, now_ms, &read, &changed);
    if (answer == PROVIDER_GOOD) {
        ck_assert_str_eq(read.text, words);
    }
    buf_deinit(&read);
    return answer;
}

static void goes(struct matrix_peer *to, struct matrix_peer *from, struct provider_account *account,
                 const char *words, int64_t now_ms)
{
    struct said said;
    says(to, words, &said);
    ck_assert_int_eq(hears(from, account, &said, now_ms, words), PROVIDER_GOOD);
    buf_deinit(&said.text);
}

/* What is on disk of it, in a new process. */
static void restart(struct matrix_peer **peer)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    matrix_peer_write(*peer, changes);
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(strncmp(rows[0].key, MATRIX_PEER_ROWS, strlen(MATRIX_PEER_ROWS)), 0);
    struct matrix_peer *back = matrix_peer_restore(&pickle, rows[0].value, rows[0].len);
    ck_assert_ptr_nonnull(back);
    ck_assert_str_eq(matrix_peer_curve(back), matrix_peer_curve(*peer));
    matrix_peer_free(peer);
    *peer = back;
    matrix_changes_free(&changes);
}

static void is_in(const struct matrix_peer *peer, enum matrix_peer_state state)
{
    ck_assert_int_eq(matrix_peer_state(peer), state);
}

START_TEST(two_devices_talk_and_go_on_after_a_restart)
{
    is_in(ben, MATRIX_PEER_NONE);
    ck_assert(!matrix_peer_wants_key(ben, false, NOW_MS));
    ck_assert(matrix_peer_wants_key(ben, true, NOW_MS));
    ck_assert(claims(NOW_MS));
    is_in(ben, MATRIX_PEER_READY);
    goes(ben, ana, two.ben, "one", NOW_MS);
    is_in(ana, MATRIX_PEER_READY);
    goes(ben, ana, two.ben, "two", NOW_MS);
    goes(ana, ben, two.ana, "three", NOW_MS);
    restart(&ana);
    restart(&ben);
    is_in(ben, MATRIX_PEER_READY);
    goes(ben, ana, two.ben, "four", NOW_MS);
    goes(ana, ben, two.ana, "five", NOW_MS);
    ck_assert_uint_eq(matrix_peer_sessions(ana), 1);
}
END_TEST

START_TEST(without_a_session_nothing_is_sent)
{
    struct buf plain;
    struct buf text;
    unsigned type = 0;
    buf_init(&plain, 100);
    buf_text(&plain, "words");
    buf_init(&text, 100);
    ck_assert(!matrix_peer_encrypt(ben, &plain, kit_entropy(), &text, &type));
    ck_assert_uint_eq(text.len, 0);
    buf_deinit(&plain);
}
END_TEST

START_TEST(who_has_no_key_left_is_asked_again_after_a_while)
{
    matrix_peer_claiming(ben);
    is_in(ben, MATRIX_PEER_CLAIMING);
    ck_assert(!matrix_peer_wants_key(ben, true, NOW_MS));
    matrix_peer_unclaimed(ben);
    is_in(ben, MATRIX_PEER_NONE);
    matrix_peer_claiming(ben);
    ck_assert(!matrix_peer_claimed(ben, two.ana, NULL, kit_entropy(), NOW_MS));
    is_in(ben, MATRIX_PEER_KEYLESS);
    ck_assert(!matrix_peer_wants_key(ben, true, NOW_MS + MATRIX_PEER_KEYS_MS - 1));
    ck_assert(matrix_peer_wants_key(ben, true, NOW_MS + MATRIX_PEER_KEYS_MS));
    ck_assert(!matrix_peer_wants_key(ben, false, NOW_MS + MATRIX_PEER_KEYS_MS));
    ck_assert(claims(NOW_MS + MATRIX_PEER_KEYS_MS));
}
END_TEST

/* Ben has lost his half of the session. */
static void lose(void)
{
    matrix_peer_free(&ana);
    ana = matrix_peer_new(&pickle, "@ana:test", two.ana_curve);
}

START_TEST(a_wedged_session_is_replaced_by_one_that_both_have)
{
    struct said said;
    claims(NOW_MS);
    goes(ben, ana, two.ben, "one", NOW_MS);
    goes(ana, ben, two.ana, "two", NOW_MS);
    lose();
    says(ben, "three", &said);
    ck_assert_int_ne(hears(ana, two.ben, &said, NOW_MS, ""), PROVIDER_GOOD);
    buf_deinit(&said.text);
    is_in(ana, MATRIX_PEER_WEDGED);
    restart(&ana);
    is_in(ana, MATRIX_PEER_WEDGED);
    /* Ben begins a new one, though he has nothing to say */
    char one_time[PROVIDER_KEY_TEXT];
    ck_assert(matrix_peer_wants_key(ana, false, NOW_MS));
    matrix_peer_claiming(ana);
    is_in(ana, MATRIX_PEER_RENEWING);
    kit_one_time(two.ana, one_time);
    ck_assert(matrix_peer_claimed(ana, two.ben, one_time, kit_entropy(), NOW_MS));
    is_in(ana, MATRIX_PEER_READY);
    goes(ana, ben, two.ana, "dummy", NOW_MS + 1);
    ck_assert_uint_eq(matrix_peer_sessions(ben), 2);
    goes(ben, ana, two.ben, "four", NOW_MS + 2);
}
END_TEST

START_TEST(a_new_session_is_begun_once_an_hour)
{
    struct said junk = {.type = 1};
    buf_init(&junk.text, 100);
    buf_text(&junk.text, "AwogAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQABgA");
    claims(NOW_MS);
    ck_assert_int_ne(hears(ben, two.ana, &junk, NOW_MS, ""), PROVIDER_GOOD);
    is_in(ben, MATRIX_PEER_WEDGED);
    ck_assert(claims(NOW_MS));
    ck_assert_int_ne(hears(ben, two.ana, &junk, NOW_MS, ""), PROVIDER_GOOD);
    is_in(ben, MATRIX_PEER_WEDGED);
    ck_assert(!matrix_peer_wants_key(ben, true, NOW_MS + MATRIX_PEER_RENEW_MS - 1));
    restart(&ben);
    ck_assert(!matrix_peer_wants_key(ben, true, NOW_MS + MATRIX_PEER_RENEW_MS - 1));
    ck_assert(matrix_peer_wants_key(ben, false, NOW_MS + MATRIX_PEER_RENEW_MS));
    matrix_peer_claiming(ben);
    ck_assert(
        !matrix_peer_claimed(ben, two.ana, NULL, kit_entropy(), NOW_MS + MATRIX_PEER_RENEW_MS));
    is_in(ben, MATRIX_PEER_WEDGED); /* it still has the old ones */
    ck_assert(!matrix_peer_wants_key(ben, false, NOW_MS + MATRIX_PEER_RENEW_MS + 1));
    goes(ben, ana, two.ben, "by the old one", NOW_MS);
    buf_deinit(&junk.text);
}
END_TEST

START_TEST(who_begins_a_new_session_ends_the_trouble)
{
    struct said junk = {.type = 1};
    buf_init(&junk.text, 100);
    buf_text(&junk.text, "AwogAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQABgA");
    ck_assert_int_ne(hears(ana, two.ben, &junk, NOW_MS, ""), PROVIDER_GOOD);
    is_in(ana, MATRIX_PEER_WEDGED);
    matrix_peer_claiming(ana);
    claims(NOW_MS);
    goes(ben, ana, two.ben, "one", NOW_MS);
    is_in(ana, MATRIX_PEER_READY);
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ana, one_time);
    ck_assert(!matrix_peer_claimed(ana, two.ben, one_time, kit_entropy(), NOW_MS));
    is_in(ana, MATRIX_PEER_READY);
    ck_assert_uint_eq(matrix_peer_sessions(ana), 1);
    buf_deinit(&junk.text);
}
END_TEST

START_TEST(the_session_that_last_read_something_is_used)
{
    struct said old;
    struct said fresh;
    claims(NOW_MS);
    goes(ben, ana, two.ben, "one", NOW_MS);
    goes(ana, ben, two.ana, "two", NOW_MS);
    says(ana, "old", &old);
    /* Ana begins another */
    struct said junk = {.type = 1};
    buf_init(&junk.text, 100);
    buf_text(&junk.text, "AwogAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQABgA");
    hears(ben, two.ana, &junk, NOW_MS, "");
    claims(NOW_MS + 1);
    says(ben, "fresh", &fresh);
    ck_assert_uint_eq(fresh.type, 0); /* by the new one */
    ck_assert_int_eq(hears(ben, two.ana, &old, NOW_MS + 2, "old"), PROVIDER_GOOD);
    buf_deinit(&fresh.text);
    says(ben, "fresh", &fresh);
    ck_assert_uint_eq(fresh.type, 1); /* by the old one again */
    buf_deinit(&old.text);
    buf_deinit(&fresh.text);
    buf_deinit(&junk.text);
}
END_TEST

START_TEST(sessions_of_a_device_have_a_limit)
{
    struct said said;
    for (unsigned i = 0; i < MATRIX_PEER_SESSIONS + 3; i++) {
        matrix_peer_free(&ben);
        ben = matrix_peer_new(&pickle, "@ben:test", two.ben_curve);
        claims(NOW_MS + i);
        says(ben, "hello", &said);
        ck_assert_int_eq(hears(ana, two.ben, &said, NOW_MS + i, "hello"), PROVIDER_GOOD);
        buf_deinit(&said.text);
    }
    ck_assert_uint_eq(matrix_peer_sessions(ana), MATRIX_PEER_SESSIONS);
    goes(ana, ben, two.ana, "the last one", NOW_MS);
}
END_TEST

START_TEST(a_first_message_that_comes_twice_uses_up_nothing_more)
{
    struct said said;
    claims(NOW_MS);
    says(ben, "hello", &said);
    ck_assert_int_eq(hears(ana, two.ben, &said, NOW_MS, "hello"), PROVIDER_GOOD);
    ck_assert_int_eq(hears(ana, two.ben, &said, NOW_MS, "hello"), PROVIDER_FORGED);
    ck_assert_uint_eq(matrix_peer_sessions(ana), 1);
    buf_deinit(&said.text);
}
END_TEST

START_TEST(rows_that_are_damaged_are_as_good_as_none)
{
    static const char *const bad[] = {"", "null", "{}", "{\"curve\":\"K\"}", "{\"curve\":7}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_ptr_null(matrix_peer_restore(&pickle, bad[i], strlen(bad[i])));
    }
    static const char row[] =
        "{\"user\":\"@a:b\",\"curve\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\","
        "\"sessions\":[7,{},{\"pickle\":\"none\",\"used\":1}]}";
    struct matrix_peer *peer = matrix_peer_restore(&pickle, row, strlen(row));
    struct said junk = {.type = 1};
    struct buf plain;
    unsigned type = 0;
    buf_init(&plain, 100);
    buf_text(&plain, "words");
    buf_init(&junk.text, 100);
    buf_text(&junk.text, "AwogAAAA");
    ck_assert_uint_eq(matrix_peer_sessions(peer), 1);
    ck_assert(!matrix_peer_encrypt(peer, &plain, kit_entropy(), &junk.text, &type));
    ck_assert_int_ne(hears(peer, two.ana, &junk, NOW_MS, ""), PROVIDER_GOOD);
    is_in(peer, MATRIX_PEER_WEDGED);
    buf_deinit(&plain);
    buf_deinit(&junk.text);
    matrix_peer_free(&peer);
}
END_TEST

START_TEST(each_state_is_reached_and_left)
{
    kit_transitions_are_sound(&matrix_peer_transitions, STATE_BIT(MATRIX_PEER_NONE),
                              MATRIX_PEER_READY);
}
END_TEST

Suite *suite_peer(void);

Suite *suite_peer(void)
{
    Suite *suite = suite_create("peer");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, two_devices_talk_and_go_on_after_a_restart);
    tcase_add_test(tcase, without_a_session_nothing_is_sent);
    tcase_add_test(tcase, who_has_no_key_left_is_asked_again_after_a_while);
    tcase_add_test(tcase, a_wedged_session_is_replaced_by_one_that_both_have);
    tcase_add_test(tcase, a_new_session_is_begun_once_an_hour);
    tcase_add_test(tcase, who_begins_a_new_session_ends_the_trouble);
    tcase_add_test(tcase, the_session_that_last_read_something_is_used);
    tcase_add_test(tcase, sessions_of_a_device_have_a_limit);
    tcase_add_test(tcase, a_first_message_that_comes_twice_uses_up_nothing_more);
    tcase_add_test(tcase, rows_that_are_damaged_are_as_good_as_none);
    tcase_add_test(tcase, each_state_is_reached_and_left);
    suite_add_tcase(suite, tcase);
    return suite;
}
