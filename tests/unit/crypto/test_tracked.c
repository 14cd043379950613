#include "matrix_tracked.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "transitions_kit.h"

enum { NOW_MS = 1000000000 };

static struct kit_two two;
static struct matrix_own_device phone;
static struct matrix_cross_seeds seeds;
static struct matrix_tracked *ana;
static struct matrix_tracked_news news;
static cJSON *devices; /* what the homeserver has of her */
static cJSON *cross;

static void setup(void)
{
    kit_two(&two);
    phone = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    matrix_cross_make(&seeds, kit_entropy());
    cross = matrix_cross_keys(&seeds, &phone);
    devices = cJSON_CreateObject();
    ana = matrix_tracked_new("@ana:test");
}

static void teardown(void)
{
    matrix_tracked_free(&ana);
    cJSON_Delete(devices);
    cJSON_Delete(cross);
    kit_two_free(&two);
}

/* She has this device now, signed or not. */
static void has(const char *id, const struct provider_account *account, bool is_signed)
{
    struct matrix_own_device own = {.user = "@ana:test", .id = id, .account = account};
    cJSON *keys = matrix_device_keys(&own);
    if (is_signed) {
        matrix_sign_by_seed(keys, seeds.self_signing, "@ana:test");
    }
    cJSON_DeleteItemFromObjectCaseSensitive(devices, id);
    cJSON_AddItemToObject(devices, id, keys);
}

static void queried(const cJSON *identity)
{
    const struct matrix_query_answer answer = {.devices = devices,
                                               .master = json_at(identity, "master_key"),
                                               .self_signing =
                                                   json_at(identity, "self_signing_key")};
    if (matrix_tracked_state(ana) == MATRIX_TRACKED_CURRENT) {
        matrix_tracked_changed(ana);
    }
    matrix_tracked_querying(ana);
    matrix_tracked_answered(ana, &answer, &news);
}

static void is_in(enum matrix_tracked_state state)
{
    ck_assert_int_eq(matrix_tracked_state(ana), state);
}

static void restart(void)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    matrix_tracked_write(ana, changes);
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    ck_assert_str_eq(rows[0].key, MATRIX_TRACKED_ROWS "@ana:test");
    matrix_tracked_free(&ana);
    ana = matrix_tracked_restore(rows[0].value, rows[0].len);
    ck_assert_ptr_nonnull(ana);
    matrix_changes_free(&changes);
}

START_TEST(devices_are_known_as_far_as_they_are_signed)
{
    has("PHONE", two.ana, true);
    has("LAPTOP", two.ben, false);
    cJSON_AddItemToObject(devices, "NONE", kit_json("{\"keys\":7}"));
    queried(cross);
    is_in(MATRIX_TRACKED_CURRENT);
    restart();
    is_in(MATRIX_TRACKED_CURRENT);
    ck_assert_str_eq(matrix_tracked_user(ana), "@ana:test");
    ck_assert_uint_eq(matrix_tracked_count(ana), 2);
    ck_assert_uint_eq(news.gone_count, 0);
    ck_assert(!news.is_other);
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_YES);
    ck_assert_int_eq(matrix_tracked_share(ana, 1, false, false), MATRIX_SHARE_UNVERIFIED);
    ck_assert_str_eq(matrix_tracked_by_curve(ana, two.ben_curve)->device.id, "LAPTOP");
    ck_assert_ptr_null(matrix_tracked_by_curve(ana, "none"));
}
END_TEST

START_TEST(who_signs_nothing_is_written_to_on_all_devices)
{
    has("PHONE", two.ana, false);
    queried(NULL);
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_YES);
    ck_assert_int_eq(matrix_tracked_share(ana, 0, true, false), MATRIX_SHARE_UNVERIFIED);
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, true), MATRIX_SHARE_UNVERIFIED);
}
END_TEST

START_TEST(devices_that_go_are_told_of)
{
    has("PHONE", two.ana, true);
    has("LAPTOP", two.ben, true);
    queried(cross);
    cJSON_DeleteItemFromObjectCaseSensitive(devices, "LAPTOP");
    queried(cross);
    ck_assert_uint_eq(news.gone_count, 1);
    ck_assert_str_eq(news.gone[0].id, "LAPTOP");
    has("PHONE", two.ana, false); /* it is there, and signed no more */
    queried(cross);
    ck_assert_uint_eq(news.gone_count, 1);
    ck_assert_str_eq(news.gone[0].id, "PHONE");
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_UNVERIFIED);
}
END_TEST

START_TEST(a_device_whose_signing_key_changes_stays_what_it_was_and_is_trusted_no_more)
{
    has("PHONE", two.ana, true);
    queried(cross);
    has("PHONE", two.ben, true);
    queried(cross);
    ck_assert_uint_eq(matrix_tracked_count(ana), 1);
    ck_assert_str_eq(matrix_tracked_at(ana, 0)->device.ed, two.ana_ed);
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_UNVERIFIED);
    ck_assert_uint_eq(news.gone_count, 1);
}
END_TEST

START_TEST(two_devices_of_one_key_are_one)
{
    has("PHONE", two.ana, true);
    has("LAPTOP", two.ana, true);
    queried(cross);
    ck_assert_uint_eq(matrix_tracked_count(ana), 1);
}
END_TEST

START_TEST(who_is_not_who_they_were_is_told_before_anything_is_sent)
{
    struct matrix_cross_seeds other;
    has("PHONE", two.ana, true);
    queried(cross);
    ck_assert(!matrix_tracked_is_other(ana));
    matrix_cross_make(&other, kit_entropy());
    seeds = other;
    cJSON *theirs = matrix_cross_keys(&seeds, &phone);
    has("PHONE", two.ana, true);
    queried(theirs);
    ck_assert(news.is_other);
    restart();
    ck_assert(matrix_tracked_is_other(ana)); /* until it was told, in every life */
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_HELD);
    matrix_tracked_accept(ana);
    ck_assert(!matrix_tracked_is_other(ana));
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_YES);
    queried(NULL); /* and now she has none at all */
    ck_assert(news.is_other);
    ck_assert_int_eq(matrix_tracked_share(ana, 0, false, false), MATRIX_SHARE_HELD);
    cJSON_Delete(theirs);
}
END_TEST

START_TEST(a_change_during_a_query_makes_its_answer_old)
{
    kit_transitions_are_sound(&matrix_tracked_transitions, STATE_BIT(MATRIX_TRACKED_OUTDATED),
                              MATRIX_TRACKED_CURRENT);
    const struct matrix_query_answer answer = {.devices = devices};
    is_in(MATRIX_TRACKED_OUTDATED);
    matrix_tracked_changed(ana);
    is_in(MATRIX_TRACKED_OUTDATED);
    matrix_tracked_querying(ana);
    matrix_tracked_changed(ana);
    is_in(MATRIX_TRACKED_OVERTAKEN);
    matrix_tracked_changed(ana);
    restart();
    is_in(MATRIX_TRACKED_OUTDATED); /* nobody answers an old query */
    matrix_tracked_querying(ana);
    matrix_tracked_changed(ana);
    matrix_tracked_answered(ana, &answer, &news);
    is_in(MATRIX_TRACKED_OUTDATED);
    matrix_tracked_querying(ana);
    matrix_tracked_unanswered(ana);
    is_in(MATRIX_TRACKED_OUTDATED);
    ck_assert(matrix_tracked_wants_query(ana, NOW_MS));
}
END_TEST

START_TEST(nobody_waits_for_a_homeserver_that_does_not_answer)
{
    ck_assert(!matrix_tracked_is_settled(ana));
    matrix_tracked_querying(ana);
    matrix_tracked_failed(ana, NOW_MS);
    ck_assert(matrix_tracked_is_settled(ana));
    ck_assert(!matrix_tracked_wants_query(ana, NOW_MS + MATRIX_TRACKED_AGAIN_MS - 1));
    ck_assert(matrix_tracked_wants_query(ana, NOW_MS + MATRIX_TRACKED_AGAIN_MS));
    matrix_tracked_changed(ana); /* it is there again */
    ck_assert(!matrix_tracked_is_settled(ana));
    ck_assert(matrix_tracked_wants_query(ana, NOW_MS));
}
END_TEST

START_TEST(one_user_has_so_many_devices_and_no_more)
{
    char id[] = "D000";
    for (unsigned i = 0; i < MATRIX_TRACKED_DEVICES + 5; i++) {
        id[1] = (char)('0' + i / 100);
        id[2] = (char)('0' + i / 10 % 10);
        id[3] = (char)('0' + i % 10);
        struct provider_account *account = provider_account_new(kit_entropy());
        has(id, account, false);
        provider_account_free(&account);
    }
    queried(NULL);
    ck_assert_uint_eq(matrix_tracked_count(ana), MATRIX_TRACKED_DEVICES);
    restart();
    ck_assert_uint_eq(matrix_tracked_count(ana), MATRIX_TRACKED_DEVICES);
}
END_TEST

START_TEST(rows_that_are_damaged_are_read_as_far_as_they_go)
{
    static const char row[] = "{\"user\":\"@ana:test\",\"devices\":[7,{},{\"id\":\"A\"}],"
                              "\"master\":\"too long, and no key at all, whatever it is: none\"}";
    struct matrix_tracked *read = matrix_tracked_restore(row, strlen(row));
    ck_assert_uint_eq(matrix_tracked_count(read), 0);
    ck_assert(!matrix_tracked_is_other(read));
    matrix_tracked_free(&read);
    ck_assert_ptr_null(matrix_tracked_restore("", 0));
    ck_assert_ptr_null(matrix_tracked_restore("{}", 2));
}
END_TEST

Suite *suite_tracked(void);

Suite *suite_tracked(void)
{
    Suite *suite = suite_create("tracked");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, devices_are_known_as_far_as_they_are_signed);
    tcase_add_test(tcase, who_signs_nothing_is_written_to_on_all_devices);
    tcase_add_test(tcase, devices_that_go_are_told_of);
    tcase_add_test(tcase,
                   a_device_whose_signing_key_changes_stays_what_it_was_and_is_trusted_no_more);
    tcase_add_test(tcase, two_devices_of_one_key_are_one);
    tcase_add_test(tcase, who_is_not_who_they_were_is_told_before_anything_is_sent);
    tcase_add_test(tcase, a_change_during_a_query_makes_its_answer_old);
    tcase_add_test(tcase, nobody_waits_for_a_homeserver_that_does_not_answer);
    tcase_add_test(tcase, one_user_has_so_many_devices_and_no_more);
    tcase_add_test(tcase, rows_that_are_damaged_are_read_as_far_as_they_go);
    suite_add_tcase(suite, tcase);
    return suite;
}
