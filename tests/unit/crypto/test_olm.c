#include "matrix_olm.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "print.h"

static struct kit_two two;
static struct matrix_own_device ana; /* who writes */
static struct matrix_own_device ben; /* who reads */
static struct matrix_device ana_known;
static struct matrix_device ben_known;
static struct matrix_olm_envelope envelope;
static cJSON *content;

static void known(const struct matrix_own_device *own, struct matrix_device *device)
{
    cJSON *keys = matrix_device_keys(own);
    ck_assert_int_eq(matrix_device_read(keys, own->user, own->id, NULL, device),
                     MATRIX_DEVICE_SOUND);
    cJSON_Delete(keys);
}

static void setup(void)
{
    kit_two(&two);
    ana = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    ben = (struct matrix_own_device){.user = "@ben:test", .id = "LAPTOP", .account = two.ben};
    known(&ana, &ana_known);
    known(&ben, &ben_known);
    envelope = (struct matrix_olm_envelope){.user = "@ana:test", .curve = two.ana_curve};
    content = kit_json("{\"a\":1}");
}

static void teardown(void)
{
    cJSON_Delete(content);
    kit_two_free(&two);
}

static enum matrix_olm_verdict check_text(const char *text, struct matrix_olm_event *event)
{
    struct buf words;
    buf_init(&words, 100000);
    buf_text(&words, text);
    enum matrix_olm_verdict verdict = matrix_olm_check(&ben, &envelope, &words, event);
    buf_deinit(&words);
    return verdict;
}

/* What Ana writes for Ben. */
static char *written(void)
{
    struct buf words;
    buf_init(&words, 100000);
    matrix_olm_plain(&ana, &ben_known, "m.room_key", content, &words);
    return words.text;
}

static enum matrix_olm_verdict check_written(void)
{
    struct matrix_olm_event event;
    char *text = written();
    enum matrix_olm_verdict verdict = check_text(text, &event);
    cJSON_Delete(event.json);
    free(text);
    return verdict;
}

/* What Ana writes with one member changed, or without it. */
static enum matrix_olm_verdict check_changed(const char *name, const char *value)
{
    struct matrix_olm_event event;
    char *text = written();
    cJSON *json = kit_json(text);
    cJSON_free(text);
    cJSON_DeleteItemFromObjectCaseSensitive(json, name);
    if (value != NULL) {
        cJSON_AddItemToObject(json, name, kit_json(value));
    }
    text = kit_text(json);
    enum matrix_olm_verdict verdict = check_text(text, &event);
    cJSON_Delete(event.json);
    cJSON_Delete(json);
    free(text);
    return verdict;
}

START_TEST(who_wrote_it_is_who_they_say)
{
    struct matrix_olm_event event;
    char *text = written();
    ck_assert_int_eq(check_text(text, &event), MATRIX_OLM_GOOD);
    ck_assert_str_eq(event.type, "m.room_key");
    ck_assert_int_eq(json_at_number(event.content, "a", 0, 9, 0), 1);
    ck_assert_str_eq(event.sender.user, "@ana:test");
    ck_assert_str_eq(event.sender.device, "PHONE");
    ck_assert_str_eq(event.sender.curve, two.ana_curve);
    ck_assert_str_eq(event.sender.ed, two.ana_ed);
    cJSON_Delete(event.json);
    free(text);
    envelope.device = &ana_known;
    ck_assert_int_eq(check_written(), MATRIX_OLM_GOOD);
}
END_TEST

START_TEST(what_was_written_for_others_is_not_ours)
{
    ck_assert_int_eq(check_changed("recipient", "\"@eve:test\""), MATRIX_OLM_NOT_OURS);
    ck_assert_int_eq(check_changed("recipient", NULL), MATRIX_OLM_NOT_OURS);
    ck_assert_int_eq(check_changed("recipient_keys", "{\"ed25519\":\"AAAA\"}"),
                     MATRIX_OLM_NOT_OURS);
    ck_assert_int_eq(check_changed("recipient_keys", NULL), MATRIX_OLM_NOT_OURS);
}
END_TEST

START_TEST(what_was_written_by_others_is_not_theirs)
{
    ck_assert_int_eq(check_changed("sender", "\"@eve:test\""), MATRIX_OLM_NOT_THEIRS);
    ck_assert_int_eq(check_changed("sender", "7"), MATRIX_OLM_NOT_THEIRS);
    ck_assert_int_eq(check_changed("sender_device_keys", "{}"), MATRIX_OLM_NOT_THEIRS);
    ck_assert_int_eq(check_changed("sender_device_keys", "7"), MATRIX_OLM_NOT_THEIRS);
    struct buf ed;
    buf_init(&ed, 100);
    print_to(&ed, "{\"ed25519\":\"%s\"}", two.ben_ed);
    ck_assert_int_eq(check_changed("keys", ed.text), MATRIX_OLM_NOT_THEIRS);
    buf_deinit(&ed);
    envelope.user = "@eve:test"; /* who passes on what Ana wrote */
    ck_assert_int_eq(check_written(), MATRIX_OLM_NOT_THEIRS);
    envelope.user = "@ana:test";
    envelope.curve = two.ben_curve; /* by another session than that device's */
    ck_assert_int_eq(check_written(), MATRIX_OLM_NOT_THEIRS);
}
END_TEST

START_TEST(a_device_that_is_known_is_the_one_that_is_known)
{
    struct matrix_device other = ana_known;
    envelope.device = &other;
    memcpy(other.ed, two.ben_ed, sizeof other.ed);
    ck_assert_int_eq(check_written(), MATRIX_OLM_NOT_THEIRS);
    ck_assert_int_eq(check_changed("sender_device_keys", NULL), MATRIX_OLM_NOT_THEIRS);
    other = ana_known;
    other.id[0] = 'X';
    ck_assert_int_eq(check_written(), MATRIX_OLM_NOT_THEIRS);
}
END_TEST

START_TEST(a_device_that_nobody_knows_is_to_be_asked_for)
{
    ck_assert_int_eq(check_changed("sender_device_keys", NULL), MATRIX_OLM_UNPROVED);
    envelope.device = &ana_known;
    ck_assert_int_eq(check_changed("sender_device_keys", NULL), MATRIX_OLM_GOOD);
}
END_TEST

START_TEST(what_is_no_event_is_malformed)
{
    static const char *const bad[] = {"", "7", "null", "[]", "{}", "{\"type\":\"a\"}", "{\"type\""};
    struct matrix_olm_event event;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(check_text(bad[i], &event), MATRIX_OLM_MALFORMED);
        cJSON_Delete(event.json);
    }
    ck_assert_int_eq(check_changed("content", "[]"), MATRIX_OLM_MALFORMED);
    ck_assert_int_eq(check_changed("type", "7"), MATRIX_OLM_MALFORMED);
    ck_assert_int_eq(check_changed("keys", "{\"ed25519\":7}"), MATRIX_OLM_MALFORMED);
}
END_TEST

START_TEST(a_content_carries_a_message_to_one_device)
{
    struct provider_message message = {.text = "text", .len = 4, .type = 1};
    struct provider_message read;
    const char *curve = NULL;
    cJSON *sealed = matrix_olm_content(&ana, &ben_known, &message);
    ck_assert(matrix_olm_read(sealed, two.ben_curve, &curve, &read));
    ck_assert_str_eq(curve, two.ana_curve);
    ck_assert_str_eq(read.text, "text");
    ck_assert_uint_eq(read.len, 4);
    ck_assert_uint_eq(read.type, 1);
    ck_assert(!matrix_olm_read(sealed, two.ana_curve, &curve, &read));
    cJSON_Delete(sealed);
}
END_TEST

START_TEST(a_content_of_another_shape_carries_nothing)
{
    static const char *const bad[] = {
        "null",
        "{}",
        "{\"algorithm\":\"" MATRIX_OLM "\"}",
        "{\"algorithm\":\"" MATRIX_OLM "\",\"sender_key\":\"K\",\"ciphertext\":\"text\"}",
        "{\"algorithm\":\"" MATRIX_OLM "\",\"sender_key\":\"K\",\"ciphertext\":{\"K\":{\"type\":0,"
        "\"body\":\"text\"}}}",
        "{\"algorithm\":\"" MATRIX_MEGOLM "\",\"sender_key\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAAAAAAA\",\"ciphertext\":{\"K\":{\"type\":0,\"body\":\"text\"}}}",
        "{\"algorithm\":\"" MATRIX_OLM "\",\"sender_key\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAA\",\"ciphertext\":{\"K\":{\"type\":2,\"body\":\"text\"}}}"};
    struct provider_message read;
    const char *curve = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cJSON *shape = kit_json(bad[i]);
        ck_assert(!matrix_olm_read(shape, "K", &curve, &read));
        cJSON_Delete(shape);
    }
}
END_TEST

Suite *suite_olm(void);

Suite *suite_olm(void)
{
    Suite *suite = suite_create("olm");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, who_wrote_it_is_who_they_say);
    tcase_add_test(tcase, what_was_written_for_others_is_not_ours);
    tcase_add_test(tcase, what_was_written_by_others_is_not_theirs);
    tcase_add_test(tcase, a_device_that_is_known_is_the_one_that_is_known);
    tcase_add_test(tcase, a_device_that_nobody_knows_is_to_be_asked_for);
    tcase_add_test(tcase, what_is_no_event_is_malformed);
    tcase_add_test(tcase, a_content_carries_a_message_to_one_device);
    tcase_add_test(tcase, a_content_of_another_shape_carries_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
