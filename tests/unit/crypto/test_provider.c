#include "matrix_provider.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "matrix_curve.h"
#include "matrix_ed25519.h"

static struct kit_two two;

static void setup(void)
{
    kit_two(&two);
}

static void teardown(void)
{
    kit_two_free(&two);
}

static char *account_text(const struct provider_account *account)
{
    struct provider_pickle_key key;
    struct buf text;
    kit_pickle_key(&key, "k");
    buf_init(&text, PROVIDER_PICKLE_BYTES_MAX);
    provider_account_pickle(account, &key, &text);
    return text.text;
}

static char *session_text(const struct provider_session *session)
{
    struct provider_pickle_key key;
    struct buf text;
    kit_pickle_key(&key, "k");
    buf_init(&text, PROVIDER_PICKLE_BYTES_MAX);
    provider_session_pickle(session, &key, &text);
    return text.text;
}

START_TEST(an_account_comes_back_under_its_key_alone)
{
    struct provider_pickle_key key;
    struct provider_account *back = NULL;
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    char *text = account_text(two.ana);
    kit_pickle_key(&key, "k");
    ck_assert_int_eq(provider_account_unpickle(&back, &key, text, strlen(text)), PROVIDER_GOOD);
    provider_account_keys(back, curve, ed);
    ck_assert_str_eq(curve, two.ana_curve);
    ck_assert_str_eq(ed, two.ana_ed);
    provider_account_free(&back);
    kit_pickle_key(&key, "other");
    ck_assert_int_eq(provider_account_unpickle(&back, &key, text, strlen(text)), PROVIDER_FORGED);
    ck_assert_ptr_null(back);
    kit_pickle_key(&key, "k");
    ck_assert_int_ne(provider_account_unpickle(&back, &key, text, strlen(text) / 2), PROVIDER_GOOD);
    ck_assert_int_ne(provider_account_unpickle(&back, &key, "", 0), PROVIDER_GOOD);
    ck_assert_int_ne(provider_account_unpickle(&back, &key, "no pickle", 9), PROVIDER_GOOD);
    ck_assert_ptr_null(back);
    free(text);
}
END_TEST

START_TEST(what_an_account_signs_is_checked_elsewhere)
{
    char signature[PROVIDER_SIGNATURE_TEXT];
    provider_account_sign(two.ana, "words", 5, signature);
    ck_assert(matrix_ed25519_signed(two.ana_ed, signature, "words", 5));
    ck_assert(!matrix_ed25519_signed(two.ana_ed, signature, "wordz", 5));
    ck_assert(!matrix_ed25519_signed(two.ben_ed, signature, "words", 5));
    ck_assert(!matrix_ed25519_signed("short", signature, "words", 5));
    ck_assert(!matrix_ed25519_signed(two.ana_ed, NULL, "words", 5));
}
END_TEST

START_TEST(one_time_keys_are_listed_until_they_are_published)
{
    struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX] = {0};
    struct provider_one_time_key again[PROVIDER_ONE_TIME_MAX] = {0};
    ck_assert_uint_eq(provider_account_one_time(two.ana, keys), 0);
    ck_assert_uint_ge(provider_account_one_time_most(two.ana), 50);
    provider_account_make_one_time(two.ana, 50, kit_entropy());
    ck_assert_uint_eq(provider_account_one_time(two.ana, keys), 50);
    /* the same bytes after a restart */
    struct provider_pickle_key key;
    struct provider_account *back = NULL;
    char *text = account_text(two.ana);
    kit_pickle_key(&key, "k");
    provider_account_unpickle(&back, &key, text, strlen(text));
    ck_assert_uint_eq(provider_account_one_time(back, again), 50);
    ck_assert_mem_eq(keys, again, 50 * sizeof *keys);
    provider_account_free(&back);
    free(text);
    provider_account_published(two.ana);
    ck_assert_uint_eq(provider_account_one_time(two.ana, keys), 0);
}
END_TEST

START_TEST(a_fallback_key_is_listed_until_it_is_published)
{
    struct provider_one_time_key first;
    struct provider_one_time_key second;
    ck_assert(!provider_account_fallback(two.ana, &first));
    provider_account_make_fallback(two.ana, kit_entropy());
    ck_assert(provider_account_fallback(two.ana, &first));
    provider_account_published(two.ana);
    ck_assert(!provider_account_fallback(two.ana, &second));
    provider_account_make_fallback(two.ana, kit_entropy());
    ck_assert(provider_account_fallback(two.ana, &second));
    ck_assert_str_ne(first.key, second.key);
}
END_TEST

/* A session from Ana to Ben, whose first message he has read. */
static void begin(const char *one_time, struct provider_session **ana,
                  struct provider_session **ben)
{
    struct buf text;
    struct buf words;
    buf_init(&words, 100);
    ck_assert_int_eq(
        provider_session_outbound(ana, two.ana, two.ben_curve, one_time, kit_entropy()),
        PROVIDER_GOOD);
    struct provider_message message = kit_encrypt(*ana, "first", &text);
    ck_assert_uint_eq(message.type, 0);
    ck_assert_int_eq(provider_session_inbound(ben, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_GOOD);
    ck_assert_str_eq(words.text, "first");
    buf_deinit(&text);
    buf_deinit(&words);
}

static void hears(struct provider_session *from, struct provider_session *to, const char *said,
                  unsigned type)
{
    struct buf text;
    struct buf words;
    buf_init(&words, 100);
    struct provider_message message = kit_encrypt(from, said, &text);
    ck_assert_uint_eq(message.type, type);
    ck_assert_int_eq(provider_session_decrypt(to, &message, &words), PROVIDER_GOOD);
    ck_assert_str_eq(words.text, said);
    buf_deinit(&text);
    buf_deinit(&words);
}

START_TEST(a_session_is_begun_by_one_and_used_by_both)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    char one_time[PROVIDER_KEY_TEXT];
    char id[PROVIDER_KEY_TEXT];
    char other[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    begin(one_time, &ana, &ben);
    provider_session_id(ana, id);
    provider_session_id(ben, other);
    ck_assert_str_eq(id, other);
    hears(ana, ben, "second", 0);
    hears(ben, ana, "answer", 1);
    hears(ana, ben, "third", 1);
    provider_session_free(&ana);
    provider_session_free(&ben);
}
END_TEST

START_TEST(a_session_goes_on_where_it_was_stored)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct provider_session *back = NULL;
    struct provider_pickle_key key;
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    begin(one_time, &ana, &ben);
    char *text = session_text(ana);
    kit_pickle_key(&key, "other");
    ck_assert_int_eq(provider_session_unpickle(&back, &key, text, strlen(text)), PROVIDER_FORGED);
    ck_assert_ptr_null(back);
    kit_pickle_key(&key, "k");
    ck_assert_int_eq(provider_session_unpickle(&back, &key, text, strlen(text)), PROVIDER_GOOD);
    hears(ben, back, "answer", 1);
    hears(back, ben, "third", 1);
    free(text);
    provider_session_free(&ana);
    provider_session_free(&ben);
    provider_session_free(&back);
}
END_TEST

START_TEST(a_one_time_key_is_used_once)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct provider_session *second = NULL;
    struct buf text;
    struct buf words;
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    begin(one_time, &ana, &ben);
    provider_session_free(&ana);
    buf_init(&words, 100);
    provider_session_outbound(&ana, two.ana, two.ben_curve, one_time, kit_entropy());
    struct provider_message message = kit_encrypt(ana, "again", &text);
    ck_assert(!provider_session_matches(ben, &message));
    ck_assert_int_eq(provider_session_inbound(&second, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_UNKNOWN);
    ck_assert_ptr_null(second);
    ck_assert_uint_eq(words.len, 0);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
    provider_session_free(&ben);
}
END_TEST

START_TEST(a_fallback_key_is_used_by_many_until_it_is_forgotten)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct provider_one_time_key fallback;
    provider_account_make_fallback(two.ben, kit_entropy());
    provider_account_fallback(two.ben, &fallback);
    provider_account_published(two.ben);
    for (unsigned i = 0; i < 2; i++) {
        begin(fallback.key, &ana, &ben);
        provider_session_free(&ana);
        provider_session_free(&ben);
    }
    provider_account_make_fallback(two.ben, kit_entropy());
    provider_account_published(two.ben);
    begin(fallback.key, &ana, &ben); /* the one before is still good */
    provider_session_free(&ana);
    provider_session_free(&ben);
    provider_account_forget_fallback(two.ben);
    struct buf text;
    struct buf words;
    buf_init(&words, 100);
    provider_session_outbound(&ana, two.ana, two.ben_curve, fallback.key, kit_entropy());
    struct provider_message message = kit_encrypt(ana, "late", &text);
    ck_assert_int_eq(provider_session_inbound(&ben, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_UNKNOWN);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
}
END_TEST

START_TEST(a_first_message_is_its_senders_alone)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct buf text;
    struct buf words;
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    char *before = account_text(two.ben);
    buf_init(&words, 100);
    provider_session_outbound(&ana, two.ana, two.ben_curve, one_time, kit_entropy());
    struct provider_message message = kit_encrypt(ana, "first", &text);
    ck_assert_int_ne(provider_session_inbound(&ben, two.ben, two.ben_curve, &message, &words),
                     PROVIDER_GOOD);
    message.len--;
    ck_assert_int_ne(provider_session_inbound(&ben, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_GOOD);
    message.len++;
    text.text[message.len - 3] ^= 1; /* in its authentication code */
    ck_assert_int_eq(provider_session_inbound(&ben, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_FORGED);
    message.type = 1;
    ck_assert_int_eq(provider_session_inbound(&ben, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_MALFORMED);
    char *after = account_text(two.ben);
    ck_assert_str_eq(before, after); /* its one-time key is still there */
    ck_assert_ptr_null(ben);
    ck_assert_uint_eq(words.len, 0);
    free(before);
    free(after);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
}
END_TEST

START_TEST(a_first_message_that_does_not_say_whose_it_is_is_refused)
{
    enum { TAG_AT = 1 + 2 * (2 + PROVIDER_KEY_BYTES) }; /* behind the version and two keys */
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct buf text;
    struct buf words;
    uint8_t bytes[1000];
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    buf_init(&words, 100);
    provider_session_outbound(&ana, two.ana, two.ben_curve, one_time, kit_entropy());
    struct provider_message message = kit_encrypt(ana, "first", &text);
    size_t count = message.len * 3 / 4;
    ck_assert(count < sizeof bytes && matrix_unbase64(bytes, count, message.text));
    ck_assert_uint_eq(bytes[TAG_AT], 0x1a);
    bytes[TAG_AT] = 0x2a; /* a field that nobody knows */
    matrix_base64(text.text, bytes, count);
    ck_assert_int_eq(provider_session_inbound(&ben, two.ben, two.ana_curve, &message, &words),
                     PROVIDER_MALFORMED);
    ck_assert_ptr_null(ben);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
}
END_TEST

START_TEST(a_message_that_is_refused_changes_nothing)
{
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct buf text;
    struct buf words;
    char one_time[PROVIDER_KEY_TEXT];
    kit_one_time(two.ben, one_time);
    begin(one_time, &ana, &ben);
    hears(ben, ana, "answer", 1);
    char *before = session_text(ben);
    buf_init(&words, 100);
    struct provider_message message = kit_encrypt(ana, "second", &text);
    text.text[message.len - 3] ^= 1;
    ck_assert_int_eq(provider_session_decrypt(ben, &message, &words), PROVIDER_FORGED);
    text.text[message.len - 3] ^= 1;
    static const char *const bad[] = {"", "A", "AwoQ", "!!!!", "AwoQAAAAAAAAAAAAAAAAAA", "AAAA"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (unsigned type = 0; type < 3; type++) {
            struct provider_message none = {.text = bad[i], .len = strlen(bad[i]), .type = type};
            ck_assert_int_ne(provider_session_decrypt(ben, &none, &words), PROVIDER_GOOD);
            ck_assert(!provider_session_matches(ben, &none));
        }
    }
    char *after = session_text(ben);
    ck_assert_str_eq(before, after);
    ck_assert_uint_eq(words.len, 0);
    ck_assert_int_eq(provider_session_decrypt(ben, &message, &words), PROVIDER_GOOD);
    ck_assert_int_ne(provider_session_decrypt(ben, &message, &words), PROVIDER_GOOD);
    ck_assert_str_eq(words.text, "second");
    free(before);
    free(after);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
    provider_session_free(&ben);
}
END_TEST

START_TEST(keys_with_which_everybody_agrees_are_refused)
{
    uint8_t bytes[PROVIDER_KEY_BYTES] = {0};
    char key[PROVIDER_KEY_TEXT];
    struct provider_session *session = NULL;
    matrix_base64(key, bytes, sizeof bytes);
    ck_assert(!matrix_curve_is_sound(key));
    bytes[0] = 1;
    matrix_base64(key, bytes, sizeof bytes);
    ck_assert(!matrix_curve_is_sound(key));
    ck_assert(matrix_curve_is_sound(two.ana_curve));
    ck_assert(!matrix_curve_is_sound("AAAA"));
    ck_assert(!matrix_curve_is_sound(NULL));
    ck_assert_int_eq(
        provider_session_outbound(&session, two.ana, two.ben_curve, key, kit_entropy()),
        PROVIDER_MALFORMED);
    ck_assert_int_eq(
        provider_session_outbound(&session, two.ana, "none", two.ben_curve, kit_entropy()),
        PROVIDER_MALFORMED);
    ck_assert_ptr_null(session);
}
END_TEST

START_TEST(a_seed_signs_as_the_specification_says)
{
    /* Matrix specification, appendices, "Test Vectors"; its last digit there has a bit too many */
    static const char seed_text[] = "YJDBA9Xnr2sVqXD9Vj7XVUnmFZcZrlw8Md7kMW+3XA0";
    uint8_t seed[PROVIDER_KEY_BYTES];
    char key[PROVIDER_KEY_TEXT];
    char signature[PROVIDER_SIGNATURE_TEXT];
    ck_assert(matrix_unbase64(seed, sizeof seed, seed_text));
    matrix_ed25519_public(seed, key);
    matrix_ed25519_sign(seed, "{}", 2, signature);
    ck_assert_str_eq(signature, "K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtTdGYI7Geitb76LTrr5QV/"
                                "7Xg4ahLwYGYZzuHGZKM5ZAQ");
    ck_assert(matrix_ed25519_signed(key, signature, "{}", 2));
}
END_TEST

START_TEST(the_library_has_a_name)
{
    ck_assert_int_eq(strncmp(provider_name(), "libolm 3.", 9), 0);
}
END_TEST

Suite *suite_provider(void);

Suite *suite_provider(void)
{
    Suite *suite = suite_create("provider");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_account_comes_back_under_its_key_alone);
    tcase_add_test(tcase, what_an_account_signs_is_checked_elsewhere);
    tcase_add_test(tcase, one_time_keys_are_listed_until_they_are_published);
    tcase_add_test(tcase, a_fallback_key_is_listed_until_it_is_published);
    tcase_add_test(tcase, a_session_is_begun_by_one_and_used_by_both);
    tcase_add_test(tcase, a_session_goes_on_where_it_was_stored);
    tcase_add_test(tcase, a_one_time_key_is_used_once);
    tcase_add_test(tcase, a_fallback_key_is_used_by_many_until_it_is_forgotten);
    tcase_add_test(tcase, a_first_message_is_its_senders_alone);
    tcase_add_test(tcase, a_first_message_that_does_not_say_whose_it_is_is_refused);
    tcase_add_test(tcase, a_message_that_is_refused_changes_nothing);
    tcase_add_test(tcase, keys_with_which_everybody_agrees_are_refused);
    tcase_add_test(tcase, a_seed_signs_as_the_specification_says);
    tcase_add_test(tcase, the_library_has_a_name);
    suite_add_tcase(suite, tcase);
    return suite;
}
