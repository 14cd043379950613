#include "mx_kit.h"

#include <stdio.h>
#include <string.h>

#include <check.h>

#define VERSIONS "{\"versions\":[\"v1.11\"]}"
#define WHOAMI   "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}"
#define LOGIN                                                                          \
    "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\",\"access_token\":\"acc1\"," \
    "\"refresh_token\":\"ref1\",\"expires_in_ms\":300000}"

/* Signed in by password, the first sync waits. */
static void sign_in(void)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/login", 200, LOGIN);
    mx_store();
    mx_run(1);
    mx_answer("/whoami", 200, WHOAMI);
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[]}");
    mx_call("/sync?");
}

static void refuse(const char *part, bool soft)
{
    mx_answer(part, 401,
              soft ? "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"soft_logout\":true}"
                   : "{\"errcode\":\"M_UNKNOWN_TOKEN\"}");
}

START_TEST(a_password_signs_in_one_device_for_ever_and_asks_to_be_refreshed)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    const struct hand_call *login = mx_call("/login");
    ck_assert_ptr_null(strstr(login->headers, "Authorization"));
    ck_assert_str_eq(login->body,
                     "{\"type\":\"m.login.password\",\"identifier\":{\"type\":\"m.id.user\","
                     "\"user\":\"@bot:test\"},\"password\":\"hunter2\",\"device_id\":\"DEADDROP\","
                     "\"initial_device_display_name\":\"deaddrop\",\"refresh_token\":true}");
}
END_TEST

START_TEST(tokens_are_on_disk_before_they_are_used)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/login", 200, LOGIN);
    mx_run(10000);
    ck_assert_uint_eq(hand_open(mx->hand), 0);
    mx_store();
    mx_run(1);
    ck_assert_ptr_nonnull(strstr(mx_row("session"), "\"access\":\"acc1\""));
    ck_assert_ptr_nonnull(strstr(mx_call("/whoami")->headers, "Bearer acc1"));
}
END_TEST

/* An answer of no shape names nobody, and is asked for again. */
START_TEST(who_a_login_names_is_somebody)
{
    static const char *const nobody[] = {"@bot", "@bot:", "bot:test", "@b ot:test", "@bot\\n:test"};
    char answer[256];
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
        for (int wait = 0; wait < 600 && !mx_asks("/login"); wait++) {
            mx_run(1000);
        }
        snprintf(answer, sizeof answer,
                 "{\"user_id\":\"%s\",\"device_id\":\"DEADDROP\",\"access_token\":\"acc1\"}",
                 nobody[i]);
        mx_answer("/login", 200, answer);
        ck_assert_msg(mx_row("session")[0] == '\0', "%s", nobody[i]);
    }
}
END_TEST

START_TEST(who_a_login_names_is_stored_when_whoami_says_the_same)
{
    mx_setting("DEADDROP_MATRIX_USER=bot");
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/login", 200,
              "{\"user_id\":\"@bot:else\",\"device_id\":\"DEADDROP\",\"access_token\":\"acc1\"}");
    mx_store();
    mx_run(1);
    mx_answer("/whoami", 200, WHOAMI);
    ck_assert_ptr_null(strstr(mx_row("session"), "\"user\":\"@bot"));
    mx_crash(); /* what is on disk is nobody's yet */
    mx_open();
    mx_answer("/whoami", 200, WHOAMI);
    for (int wait = 0; wait < 60 && !mx_asks("/login"); wait++) {
        mx_run(1000);
    }
    mx_answer("/login", 200, LOGIN);
    mx_store();
    mx_run(1);
    mx_answer("/whoami", 200, WHOAMI);
    mx_run(1);
    ck_assert_ptr_nonnull(strstr(mx_row("session"), "@bot:test"));
    ck_assert_ptr_null(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(after_a_restart_the_stored_token_is_used_and_nobody_signs_in)
{
    sign_in();
    mx_crash();
    mx_open();
    ck_assert(!mx_asks("/login"));
    ck_assert(!mx_asks("/versions"));
    ck_assert_ptr_nonnull(strstr(mx_call("/whoami")->headers, "Bearer acc1"));
}
END_TEST

START_TEST(a_pair_is_refreshed_in_time_and_stored_before_use)
{
    sign_in();
    mx_run(239000);
    ck_assert(!mx_asks("/refresh"));
    mx_run(3000);
    ck_assert_str_eq(mx_call("/refresh")->body, "{\"refresh_token\":\"ref1\"}");
    mx_answer("/refresh", 200,
              "{\"access_token\":\"acc2\",\"refresh_token\":\"ref2\",\"expires_in_ms\":300000}");
    ck_assert_ptr_null(strstr(mx_call("/sync?")->headers, "acc2"));
    mx_store();
    mx_run(1);
    ck_assert_ptr_nonnull(strstr(mx_row("session"), "ref2"));
    mx_sync("s1", "");
    mx_run(1);
    ck_assert_ptr_nonnull(strstr(mx_call("/filter")->headers, "Bearer acc2"));
}
END_TEST

START_TEST(a_crash_between_refresh_and_store_leaves_the_old_pair_good)
{
    sign_in();
    mx_run(242000);
    mx_answer("/refresh", 200,
              "{\"access_token\":\"acc2\",\"refresh_token\":\"ref2\",\"expires_in_ms\":300000}");
    mx_crash();
    ck_assert_ptr_nonnull(strstr(mx_row("session"), "ref1"));
    mx_open();
    ck_assert_ptr_nonnull(strstr(mx_call("/whoami")->headers, "Bearer acc1"));
    refuse("/whoami", true);
    ck_assert_str_eq(mx_call("/refresh")->body, "{\"refresh_token\":\"ref1\"}");
}
END_TEST

START_TEST(a_refresh_that_fails_on_the_way_is_tried_again_with_the_old_one)
{
    sign_in();
    mx_run(242000);
    mx_answer("/refresh", 502, "<html>");
    mx_run(2000);
    ck_assert_str_eq(mx_call("/refresh")->body, "{\"refresh_token\":\"ref1\"}");
    ck_assert_ptr_null(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(a_refresh_that_is_forbidden_signs_in_again_as_the_same_device)
{
    sign_in();
    mx_run(242000);
    mx_answer("/refresh", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert_ptr_nonnull(strstr(mx_call("/login")->body, "\"device_id\":\"DEADDROP\""));
    mx_answer("/login", 200, LOGIN);
    mx_store();
    mx_run(1);
    ck_assert_ptr_null(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(a_session_that_is_ended_for_good_ends_the_adapter)
{
    mx_up();
    refuse("/sync?", false);
    ck_assert_ptr_nonnull(matrix_gone(mx->adapter));
    ck_assert_int_eq(matrix_gone(mx->adapter)->code, FAULT_CONFIG);
    ck_assert_ptr_null(strstr(matrix_gone(mx->adapter)->text, "secret-token"));
    mx_run(3600000);
    ck_assert_uint_eq(hand_open(mx->hand), 0);
}
END_TEST

START_TEST(forbidden_is_not_taken_for_signed_out)
{
    mx_up();
    mx_answer("/sync?", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert_ptr_null(matrix_gone(mx->adapter));
    mx_run(70000);
    mx_call("/sync?");
}
END_TEST

START_TEST(a_locked_account_is_waited_for)
{
    mx_up();
    mx_answer("/sync?", 401, "{\"errcode\":\"M_USER_LOCKED\",\"soft_logout\":true}");
    mx_run(200000);
    ck_assert_uint_eq(hand_open(mx->hand), 0);
    ck_assert_ptr_null(matrix_gone(mx->adapter));
    mx_run(200000);
    mx_call("/sync?");
}
END_TEST

START_TEST(the_token_of_another_device_than_the_stores_ends_the_adapter)
{
    mx_up();
    mx_store();
    mx_crash();
    mx_open();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"OTHER\"}");
    ck_assert_ptr_nonnull(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(the_token_of_another_account_than_the_settings_ends_the_adapter)
{
    mx_setting("DEADDROP_MATRIX_TOKEN=secret-token");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/whoami", 200, "{\"user_id\":\"@bott:test\",\"device_id\":\"X\"}");
    ck_assert_ptr_nonnull(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(a_wrong_password_is_not_tried_again)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/login", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert_ptr_nonnull(matrix_gone(mx->adapter));
    ck_assert_ptr_null(strstr(matrix_gone(mx->adapter)->text, "hunter2"));
    mx_run(3600000);
    ck_assert_uint_eq(hand_open(mx->hand), 0);
}
END_TEST

START_TEST(logins_that_are_limited_wait_as_long_as_they_are_told)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/login", 429, "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":300000}");
    mx_run(299000);
    ck_assert_uint_eq(hand_open(mx->hand), 0);
    mx_run(120000);
    mx_call("/login");
}
END_TEST

START_TEST(a_server_elsewhere_is_found_by_what_stands_at_its_name)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("https://mx.test/_matrix/client/versions", 404, "{\"errcode\":\"M_UNRECOGNIZED\"}");
    mx_answer("https://mx.test/.well-known/matrix/client", 200,
              "{\"m.homeserver\":{\"base_url\":\"https://real.test/\"}}");
    mx_answer("https://real.test/_matrix/client/versions", 200, VERSIONS);
    mx_answer("https://real.test/_matrix/client/v3/login", 200, LOGIN);
    mx_store();
    mx_run(1);
    mx_crash();
    mx_open();
    mx_call("https://real.test/_matrix/client/v3/account/whoami");
}
END_TEST

START_TEST(a_name_that_points_at_nonsense_is_asked_again_later)
{
    static const char *const answers[] = {
        "{}", "[]", "{\"m.homeserver\":{\"base_url\":\"ftp://x\"}}",
        "{\"m.homeserver\":{\"base_url\":\"https://a b\"}}", "{\"m.homeserver\":{\"base_url\":7}}"};
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        while (!mx_asks("/.well-known/")) {
            mx_answer("/versions", 502, "<html>");
            mx_run(10000);
        }
        mx_answer("/.well-known/matrix/client", 200, answers[i]);
        ck_assert_uint_eq(hand_open(mx->hand), 0);
        while (!mx_asks("/versions")) {
            mx_run(1000);
        }
    }
    ck_assert_ptr_null(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(a_server_that_says_neither_versions_nor_another_place_is_the_one_that_is_meant)
{
    static const char unknown[] = "{\"errcode\":\"M_UNRECOGNIZED\"}";
    mx_setting("DEADDROP_MATRIX_TOKEN=secret-token");
    mx_open();
    mx_answer("/versions", 404, unknown);
    mx_answer("/.well-known/matrix/client", 404, unknown);
    mx_answer("https://mx.test/_matrix/client/v3/account/whoami", 200,
              "{\"user_id\":\"@bot:test\"}");
    ck_assert(mx_asks("/sync"));
}
END_TEST

START_TEST(without_token_and_password_it_says_what_to_set)
{
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    ck_assert_ptr_nonnull(strstr(matrix_gone(mx->adapter)->text, "token_file"));
}
END_TEST

START_TEST(a_soft_logout_signs_in_again_and_goes_on_from_where_it_was)
{
    mx_setting("DEADDROP_MATRIX_PASSWORD=hunter2");
    mx_open();
    mx_answer("/versions", 200, VERSIONS);
    mx_answer("/login", 200,
              "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\",\"access_token\":\"acc1\"}");
    mx_store();
    mx_run(1);
    mx_answer("/whoami", 200, WHOAMI);
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[]}");
    refuse("/sync?", true);
    mx_answer("/login", 200,
              "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\",\"access_token\":\"acc9\"}");
    mx_store();
    mx_run(1);
    ck_assert_ptr_nonnull(strstr(mx_call("/sync?")->headers, "Bearer acc9"));
}
END_TEST

Suite *suite_matrix_session(void);

Suite *suite_matrix_session(void)
{
    Suite *suite = suite_create("matrix_session");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, a_password_signs_in_one_device_for_ever_and_asks_to_be_refreshed);
    tcase_add_test(tcase, tokens_are_on_disk_before_they_are_used);
    tcase_add_test(tcase, who_a_login_names_is_somebody);
    tcase_add_test(tcase, who_a_login_names_is_stored_when_whoami_says_the_same);
    tcase_add_test(tcase, after_a_restart_the_stored_token_is_used_and_nobody_signs_in);
    tcase_add_test(tcase, a_pair_is_refreshed_in_time_and_stored_before_use);
    tcase_add_test(tcase, a_crash_between_refresh_and_store_leaves_the_old_pair_good);
    tcase_add_test(tcase, a_refresh_that_fails_on_the_way_is_tried_again_with_the_old_one);
    tcase_add_test(tcase, a_refresh_that_is_forbidden_signs_in_again_as_the_same_device);
    tcase_add_test(tcase, a_session_that_is_ended_for_good_ends_the_adapter);
    tcase_add_test(tcase, forbidden_is_not_taken_for_signed_out);
    tcase_add_test(tcase, a_locked_account_is_waited_for);
    tcase_add_test(tcase, the_token_of_another_device_than_the_stores_ends_the_adapter);
    tcase_add_test(tcase, the_token_of_another_account_than_the_settings_ends_the_adapter);
    tcase_add_test(tcase, a_wrong_password_is_not_tried_again);
    tcase_add_test(tcase, logins_that_are_limited_wait_as_long_as_they_are_told);
    tcase_add_test(tcase, a_server_elsewhere_is_found_by_what_stands_at_its_name);
    tcase_add_test(tcase, a_name_that_points_at_nonsense_is_asked_again_later);
    tcase_add_test(tcase,
                   a_server_that_says_neither_versions_nor_another_place_is_the_one_that_is_meant);
    tcase_add_test(tcase, without_token_and_password_it_says_what_to_set);
    tcase_add_test(tcase, a_soft_logout_signs_in_again_and_goes_on_from_where_it_was);
    suite_add_tcase(suite, tcase);
    return suite;
}
