#include "matrix_cross_setup.h"

#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "crypto_kit.h"
#include "json_at.h"
#include "transitions_kit.h"

static struct matrix_pickle pickle;
static struct matrix_cross *cross;
static struct kit_two two;
static struct matrix_own_device own;
static struct matrix_cross_query server; /* what the homeserver has */
static cJSON *keys;
static cJSON *signature;
static char *row;

static void setup(void)
{
    memset(&pickle, 7, sizeof pickle);
    kit_two(&two);
    own = (struct matrix_own_device){.user = "@ana:test", .id = "PHONE", .account = two.ana};
    cross = matrix_cross_new(&pickle);
    server = (struct matrix_cross_query){.user = "@ana:test"};
    keys = NULL;
    signature = NULL;
    row = NULL;
}

static void teardown(void)
{
    matrix_cross_free(&cross);
    kit_two_free(&two);
    cJSON_Delete(keys);
    cJSON_Delete(signature);
    free(row);
}

static void is_in(enum matrix_cross_state state)
{
    ck_assert_int_eq(matrix_cross_state(cross), state);
}

static void queried(void)
{
    matrix_cross_queried(cross, &server, kit_entropy());
}

static void store(bool good)
{
    struct matrix_changes *changes = matrix_changes_new();
    size_t count = 0;
    matrix_cross_write(cross, changes);
    const struct adapter_row *rows = matrix_changes_rows(changes, &count);
    ck_assert_uint_eq(count, 1);
    if (good) {
        free(row);
        row = strndup(rows[0].value, rows[0].len);
    }
    matrix_changes_free(&changes);
    matrix_cross_stored(cross, good);
}

static void crash(void)
{
    matrix_cross_free(&cross);
    ck_assert(matrix_cross_restore(&cross, &pickle, row, strlen(row)));
    is_in(MATRIX_CROSS_UNKNOWN);
}

/* The homeserver takes the three keys. */
static void upload_keys(void)
{
    cJSON_Delete(keys);
    keys = matrix_cross_upload(cross, &own);
    server.master = json_at(keys, "master_key");
    server.self_signing = json_at(keys, "self_signing_key");
}

START_TEST(an_account_without_keys_gets_some_once)
{
    queried();
    is_in(MATRIX_CROSS_MADE);
    ck_assert_uint_eq(strlen(matrix_cross_master(cross)), PROVIDER_KEY_TEXT - 1);
    store(false);
    is_in(MATRIX_CROSS_MADE);
    store(true);
    is_in(MATRIX_CROSS_STORED);
    upload_keys();
    is_in(MATRIX_CROSS_UPLOADING);
    matrix_cross_answered(cross, MATRIX_CROSS_TAKEN);
    is_in(MATRIX_CROSS_UPLOADED);
    signature = matrix_cross_upload(cross, &own);
    is_in(MATRIX_CROSS_SIGNING);
    matrix_cross_answered(cross, MATRIX_CROSS_AGAIN);
    is_in(MATRIX_CROSS_UPLOADED);
    cJSON_Delete(signature);
    signature = matrix_cross_upload(cross, &own);
    matrix_cross_answered(cross, MATRIX_CROSS_TAKEN);
    is_in(MATRIX_CROSS_DONE);
    server.device_keys = json_at(json_at(signature, "@ana:test"), "PHONE");
    crash();
    queried();
    is_in(MATRIX_CROSS_DONE);
}
END_TEST

START_TEST(after_a_crash_the_same_keys_are_uploaded)
{
    queried();
    store(true);
    char *master = strdup(matrix_cross_master(cross));
    crash(); /* nothing was uploaded */
    queried();
    is_in(MATRIX_CROSS_STORED);
    ck_assert_str_eq(matrix_cross_master(cross), master);
    upload_keys();
    crash(); /* it was, and the answer is lost */
    queried();
    is_in(MATRIX_CROSS_UPLOADED);
    ck_assert_str_eq(matrix_cross_master(cross), master);
    free(master);
}
END_TEST

START_TEST(keys_that_are_there_are_never_replaced)
{
    struct matrix_cross_seeds seeds;
    matrix_cross_make(&seeds, kit_entropy());
    keys = matrix_cross_keys(&seeds, &own);
    server.master = json_at(keys, "master_key");
    server.self_signing = json_at(keys, "self_signing_key");
    queried();
    is_in(MATRIX_CROSS_FOREIGN);
    server.self_signing = NULL; /* half of them */
    queried();
    is_in(MATRIX_CROSS_FOREIGN);
    server.master = NULL; /* their owner has taken them away */
    queried();
    is_in(MATRIX_CROSS_MADE);
    store(true);
    cJSON *theirs = matrix_cross_keys(&seeds, &own);
    server.master = json_at(theirs, "master_key"); /* and made them again meanwhile */
    server.self_signing = json_at(theirs, "self_signing_key");
    crash();
    queried();
    is_in(MATRIX_CROSS_FOREIGN);
    cJSON_Delete(theirs);
}
END_TEST

START_TEST(a_person_gives_the_seeds_of_keys_that_are_there)
{
    struct matrix_cross_seeds seeds;
    struct matrix_cross_seeds wrong;
    matrix_cross_make(&seeds, kit_entropy());
    matrix_cross_make(&wrong, kit_entropy());
    keys = matrix_cross_keys(&seeds, &own);
    server.master = json_at(keys, "master_key");
    server.self_signing = json_at(keys, "self_signing_key");
    server.user_signing = json_at(keys, "user_signing_key");
    queried();
    ck_assert(!matrix_cross_given(cross, &server, &wrong));
    memcpy(wrong.master, seeds.master, sizeof seeds.master);
    memcpy(wrong.self_signing, seeds.self_signing, sizeof seeds.self_signing);
    ck_assert(!matrix_cross_given(cross, &server, &wrong)); /* who signs others is somebody else */
    is_in(MATRIX_CROSS_FOREIGN);
    ck_assert(matrix_cross_given(cross, &server, &seeds));
    is_in(MATRIX_CROSS_MADE);
    store(false);
    store(true);
    is_in(MATRIX_CROSS_UPLOADED); /* the keys are there: the device is signed by them */
    signature = matrix_cross_upload(cross, &own);
    server.device_keys = json_at(json_at(signature, "@ana:test"), "PHONE");
    crash();
    queried();
    is_in(MATRIX_CROSS_DONE);
}
END_TEST

START_TEST(a_homeserver_that_wants_a_password_is_for_a_person)
{
    queried();
    store(true);
    upload_keys();
    matrix_cross_answered(cross, MATRIX_CROSS_PASSWORD);
    is_in(MATRIX_CROSS_REFUSED);
    server.master = NULL;
    server.self_signing = NULL;
    queried(); /* asked for once more */
    is_in(MATRIX_CROSS_STORED);
    upload_keys();
    matrix_cross_answered(cross, MATRIX_CROSS_AGAIN);
    is_in(MATRIX_CROSS_STORED);
}
END_TEST

START_TEST(seeds_open_under_their_key_alone)
{
    struct matrix_cross *none = NULL;
    struct matrix_pickle other;
    memset(&other, 8, sizeof other);
    queried();
    store(true);
    ck_assert(!matrix_cross_restore(&none, &other, row, strlen(row)));
    ck_assert(!matrix_cross_restore(&none, &pickle, "{}", 2));
    ck_assert(!matrix_cross_restore(&none, &pickle, "", 0));
    ck_assert_ptr_null(none);
}
END_TEST

START_TEST(keys_leave_only_once_they_are_stored)
{
    kit_transitions_are_sound(&matrix_cross_transitions, STATE_BIT(MATRIX_CROSS_UNKNOWN),
                              MATRIX_CROSS_UNKNOWN);
    for (unsigned state = 0; state < MATRIX_CROSS_STATES; state++) {
        ck_assert_int_eq(
            transitions_allow(&matrix_cross_transitions, state, MATRIX_CROSS_UPLOADING),
            state == MATRIX_CROSS_STORED);
    }
}
END_TEST

Suite *suite_cross_setup(void);

Suite *suite_cross_setup(void)
{
    Suite *suite = suite_create("cross_setup");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_account_without_keys_gets_some_once);
    tcase_add_test(tcase, after_a_crash_the_same_keys_are_uploaded);
    tcase_add_test(tcase, keys_that_are_there_are_never_replaced);
    tcase_add_test(tcase, a_person_gives_the_seeds_of_keys_that_are_there);
    tcase_add_test(tcase, a_homeserver_that_wants_a_password_is_for_a_person);
    tcase_add_test(tcase, seeds_open_under_their_key_alone);
    tcase_add_test(tcase, keys_leave_only_once_they_are_stored);
    suite_add_tcase(suite, tcase);
    return suite;
}
