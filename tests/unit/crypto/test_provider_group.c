#include "matrix_provider_group.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"

static struct provider_group_out *out;
static char shared[PROVIDER_GROUP_KEY_TEXT];

static void setup(void)
{
    out = provider_group_out_new(kit_entropy());
    provider_group_out_key(out, shared);
}

static void teardown(void)
{
    provider_group_out_free(&out);
}

static struct provider_group_in *in_of(const char *key)
{
    struct provider_group_in *in = NULL;
    ck_assert_int_eq(provider_group_in_new(&in, key), PROVIDER_GOOD);
    return in;
}

static void said(struct buf *text, const char *words)
{
    buf_init(text, PROVIDER_MESSAGE_BYTES_MAX);
    provider_group_out_encrypt(out, words, strlen(words), text);
}

static void reads(struct provider_group_in *in, const struct buf *text, const char *words,
                  uint32_t index)
{
    struct buf read;
    uint32_t at = UINT32_MAX;
    buf_init(&read, 1000);
    ck_assert_int_eq(provider_group_in_decrypt(in, text->text, text->len, &read, &at),
                     PROVIDER_GOOD);
    ck_assert_str_eq(read.text, words);
    ck_assert_uint_eq(at, index);
    buf_deinit(&read);
}

START_TEST(a_room_reads_what_its_owner_writes_in_any_order)
{
    struct provider_group_in *in = in_of(shared);
    struct buf text[3];
    char id[PROVIDER_KEY_TEXT];
    char other[PROVIDER_KEY_TEXT];
    provider_group_out_id(out, id);
    provider_group_in_id(in, other);
    ck_assert_str_eq(id, other);
    ck_assert_uint_eq(provider_group_out_index(out), 0);
    said(&text[0], "one");
    said(&text[1], "two");
    said(&text[2], "three");
    ck_assert_uint_eq(provider_group_out_index(out), 3);
    reads(in, &text[2], "three", 2);
    reads(in, &text[0], "one", 0);
    reads(in, &text[1], "two", 1);
    for (unsigned i = 0; i < 3; i++) {
        buf_deinit(&text[i]);
    }
    provider_group_in_free(&in);
}
END_TEST

START_TEST(who_gets_the_key_later_cannot_read_what_was_before)
{
    struct buf before;
    struct buf after;
    struct buf read;
    uint32_t at = 0;
    said(&before, "before");
    provider_group_out_key(out, shared);
    struct provider_group_in *in = in_of(shared);
    ck_assert_uint_eq(provider_group_in_first(in), 1);
    said(&after, "after");
    buf_init(&read, 1000);
    ck_assert_int_eq(provider_group_in_decrypt(in, before.text, before.len, &read, &at),
                     PROVIDER_UNKNOWN);
    ck_assert_uint_eq(read.len, 0);
    reads(in, &after, "after", 1);
    buf_deinit(&before);
    buf_deinit(&after);
    buf_deinit(&read);
    provider_group_in_free(&in);
}
END_TEST

START_TEST(both_halves_come_back_under_their_key_alone)
{
    struct provider_pickle_key key;
    struct provider_pickle_key wrong;
    struct provider_group_out *out_back = NULL;
    struct provider_group_in *in_back = NULL;
    struct provider_group_in *in = in_of(shared);
    struct buf one;
    struct buf other;
    struct buf text;
    kit_pickle_key(&key, "k");
    kit_pickle_key(&wrong, "w");
    buf_init(&one, PROVIDER_PICKLE_BYTES_MAX);
    buf_init(&other, PROVIDER_PICKLE_BYTES_MAX);
    said(&text, "one");
    provider_group_out_pickle(out, &key, &one);
    provider_group_in_pickle(in, &key, &other);
    ck_assert_int_eq(provider_group_out_unpickle(&out_back, &wrong, one.text, one.len),
                     PROVIDER_FORGED);
    ck_assert_int_eq(provider_group_in_unpickle(&in_back, &wrong, other.text, other.len),
                     PROVIDER_FORGED);
    ck_assert(out_back == NULL && in_back == NULL);
    ck_assert_int_eq(provider_group_out_unpickle(&out_back, &key, one.text, one.len),
                     PROVIDER_GOOD);
    ck_assert_int_eq(provider_group_in_unpickle(&in_back, &key, other.text, other.len),
                     PROVIDER_GOOD);
    ck_assert_uint_eq(provider_group_out_index(out_back), 1);
    reads(in_back, &text, "one", 0);
    buf_deinit(&one);
    buf_deinit(&other);
    buf_deinit(&text);
    provider_group_out_free(&out_back);
    provider_group_in_free(&in_back);
    provider_group_in_free(&in);
}
END_TEST

START_TEST(what_is_no_message_of_the_session_is_refused)
{
    static const char *const bad[] = {"", "A", "AwgA", "!!!!", "AwgAEhAAAAAAAAAAAAAAAAAA"};
    struct provider_group_in *in = in_of(shared);
    struct provider_group_out *stranger = provider_group_out_new(kit_entropy());
    struct buf text;
    struct buf read;
    uint32_t at = 0;
    buf_init(&read, 1000);
    buf_init(&text, 1000);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_ne(provider_group_in_decrypt(in, bad[i], strlen(bad[i]), &read, &at),
                         PROVIDER_GOOD);
    }
    provider_group_out_encrypt(stranger, "words", 5, &text);
    ck_assert_int_eq(provider_group_in_decrypt(in, text.text, text.len, &read, &at),
                     PROVIDER_FORGED);
    buf_deinit(&text);
    said(&text, "words");
    text.text[text.len - 3] ^= 1; /* in its signature */
    ck_assert_int_eq(provider_group_in_decrypt(in, text.text, text.len, &read, &at),
                     PROVIDER_FORGED);
    ck_assert_uint_eq(read.len, 0);
    buf_deinit(&text);
    buf_deinit(&read);
    provider_group_out_free(&stranger);
    provider_group_in_free(&in);
}
END_TEST

START_TEST(a_key_that_its_owner_did_not_sign_is_refused)
{
    struct provider_group_in *in = NULL;
    shared[20] = shared[20] == 'A' ? 'B' : 'A';
    ck_assert_int_eq(provider_group_in_new(&in, shared), PROVIDER_FORGED);
    ck_assert_ptr_null(in);
    ck_assert_int_eq(provider_group_in_new(&in, "AAAA"), PROVIDER_MALFORMED);
    ck_assert_int_eq(provider_group_in_new(&in, NULL), PROVIDER_MALFORMED);
    ck_assert_ptr_null(in);
}
END_TEST

Suite *suite_provider_group(void);

Suite *suite_provider_group(void)
{
    Suite *suite = suite_create("provider_group");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_room_reads_what_its_owner_writes_in_any_order);
    tcase_add_test(tcase, who_gets_the_key_later_cannot_read_what_was_before);
    tcase_add_test(tcase, both_halves_come_back_under_their_key_alone);
    tcase_add_test(tcase, what_is_no_message_of_the_session_is_refused);
    tcase_add_test(tcase, a_key_that_its_owner_did_not_sign_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
