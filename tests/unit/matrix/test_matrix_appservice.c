#include "mx_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "matrix_appservice.h"
#include "matrix_registration.h"

#define THEIRS "Bearer hs-secret"

static unsigned told;
static int told_status;

static void answered(void *context, int status, const char *json)
{
    (void)context;
    (void)json;
    told++;
    told_status = status;
}

static void opened(void)
{
    told = 0;
    mx_setting("DEADDROP_MATRIX_AS_TOKEN=as-secret");
    mx_setting("DEADDROP_MATRIX_HS_TOKEN=hs-secret");
    mx_setting("DEADDROP_MATRIX_APPSERVICE_PORT=1");
    mx_open();
    mx_answer("/versions", 200, "{\"versions\":[\"v1.11\"]}");
}

/* The account is there, and says so. */
static void account(void)
{
    mx_answer("/register", 400, "{\"errcode\":\"M_USER_IN_USE\"}");
    mx_answer("/devices/DEADDROP", 200, "{}");
}

/* Opened as an appservice, signed in. */
static void up(void)
{
    opened();
    account();
    ck_assert_ptr_nonnull(
        strstr(mx_call("/whoami")->url, "?user_id=%40bot%3Atest&device_id=DEADDROP"));
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[\"" MX_ROOM "\"]}");
    mx_answer("/appservice/deaddrop/ping", 200, "{}");
    ck_assert(!mx_asks("/sync"));
    mx_store();
}

static void take(const char *authorization, const char *transaction, const char *body)
{
    const struct matrix_transaction one = {authorization, transaction, body, strlen(body)};
    matrix_appservice_receive(mx_bot()->appservice, &one, answered, NULL);
}

static const char *of_room(const char *id, const char *text)
{
    static char body[2048];
    snprintf(body, sizeof body,
             "{\"events\":[{\"room_id\":\"" MX_ROOM "\",\"type\":\"m.room.message\",\"sender\":"
             "\"@alice:test\",\"event_id\":\"%s\",\"content\":{\"msgtype\":\"m.text\",\"body\":"
             "\"%s\"}}]}",
             id, text);
    return body;
}

static void room_is_known(void)
{
    mx_answer("/state", 200,
              "[{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@o:t\",\"content\":{}},"
              "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\","
              "\"content\":{\"membership\":\"join\"}}]");
}

START_TEST(user_and_device_are_made_by_the_appservices_own_token)
{
    opened();
    const struct hand_call *call = mx_call("/v3/register");
    ck_assert_ptr_null(strstr(call->url, "user_id"));
    ck_assert_ptr_nonnull(strstr(call->body, "\"username\":\"bot\""));
    ck_assert_ptr_nonnull(strstr(call->body, "\"inhibit_login\":true"));
    mx_answer("/v3/register", 200, "{\"user_id\":\"@bot:test\"}");
    call = mx_call("/v3/devices/DEADDROP");
    ck_assert_str_eq(call->method, "PUT");
    ck_assert_ptr_nonnull(strstr(call->url, "?user_id=%40bot%3Atest"));
    ck_assert_ptr_null(strstr(call->url, "device_id"));
    mx_answer("/v3/devices/", 201, "{}");
    ck_assert(mx_asks("/whoami?user_id=%40bot%3Atest&device_id=DEADDROP"));
}
END_TEST

START_TEST(a_name_alone_is_the_appservices_own_user)
{
    mx_setting("DEADDROP_MATRIX_USER=bot");
    opened();
    ck_assert_ptr_nonnull(strstr(mx_call("/v3/register")->body, "\"username\":\"bot\""));
    mx_answer("/v3/register", 200, "{}");
    ck_assert_str_eq(mx_call("/devices/")->url,
                     "https://mx.test/_matrix/client/v3/devices/DEADDROP");
    mx_answer("/devices/", 201, "{}");
    ck_assert_ptr_nonnull(strstr(mx_call("/whoami")->url, "/whoami?device_id=DEADDROP"));
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    ck_assert_ptr_null(matrix_gone(mx->adapter));
}
END_TEST

START_TEST(a_homeserver_that_makes_no_devices_is_asked_all_the_same)
{
    opened();
    mx_answer("/register", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    mx_answer("/devices/", 404, "{\"errcode\":\"M_NOT_FOUND\"}");
    mx_answer("/whoami", 400, "{\"errcode\":\"M_UNKNOWN_DEVICE\"}");
    const struct fault *gone = matrix_gone(mx->adapter);
    ck_assert_ptr_nonnull(gone);
    ck_assert_ptr_nonnull(strstr(gone->text, "deaddrop matrix registration"));
}
END_TEST

START_TEST(a_registration_has_the_bots_name_its_tokens_and_an_address_to_go_to)
{
    struct buf text;
    struct fault fault;
    mx_setting("DEADDROP_MATRIX_APPSERVICE_ADDRESS=0.0.0.0");
    opened();
    buf_init(&text, 1 << 14);
    ck_assert_int_eq(matrix_registration(&text, mx->settings, mx->hand->wire.entropy, &fault), 0);
    ck_assert_ptr_nonnull(strstr(text.text, "\nurl: 'http://127.0.0.1:1'\n"));
    ck_assert_ptr_nonnull(strstr(text.text, "\nas_token: 'as-secret'\nhs_token: 'hs-secret'\n"));
    ck_assert_ptr_nonnull(strstr(text.text, "\nsender_localpart: 'bot'\n"));
    ck_assert_ptr_nonnull(strstr(text.text, "regex: '@bot:test'\n"));
    ck_assert_ptr_nonnull(strstr(text.text, "\nrate_limited: false\n"));
    ck_assert_ptr_null(strstr(text.text, "msc3202")); /* with encryption alone */
    buf_deinit(&text);
}
END_TEST

START_TEST(a_transaction_is_answered_when_it_is_on_disk)
{
    up();
    take(THEIRS, "1", of_room("$1", "!help"));
    ck_assert_uint_eq(told, 0);
    room_is_known();
    ck_assert_str_eq(mx_last()->text, "!help");
    ck_assert_uint_eq(told, 0);
    mx_store();
    ck_assert_uint_eq(told, 1);
    ck_assert_int_eq(told_status, 200);
    ck_assert_str_eq(mx_row("transaction"), "1");
}
END_TEST

START_TEST(a_repeated_transaction_is_answered_and_not_processed)
{
    up();
    take(THEIRS, "1", of_room("$1", "!help"));
    room_is_known();
    mx_store();
    take(THEIRS, "1", of_room("$1", "!help"));
    ck_assert_uint_eq(told, 2);
    ck_assert_int_eq(told_status, 200);
    ck_assert_uint_eq(mx->inbound_count, 1);
    mx_close();
    mx_open();
    account();
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    take(THEIRS, "1", of_room("$1", "!help"));
    ck_assert_uint_eq(told, 3);
    ck_assert_uint_eq(mx->inbound_count, 1);
}
END_TEST

START_TEST(an_event_that_comes_in_two_transactions_is_the_houses_to_know)
{
    up();
    take(THEIRS, "1", of_room("$1", "!help"));
    room_is_known();
    mx_store();
    take(THEIRS, "2", of_room("$1", "!help"));
    ck_assert(mx_last()->again);
    mx_store();
    ck_assert_int_eq(told_status, 200);
    ck_assert_uint_eq(told, 2);
}
END_TEST

START_TEST(what_the_disk_does_not_take_comes_again)
{
    up();
    take(THEIRS, "1", of_room("$1", "!help"));
    room_is_known();
    mx->broken = true;
    mx_store();
    ck_assert_int_eq(told_status, 503);
    mx->broken = false;
    mx->inbound_count = 0;
    take(THEIRS, "1", of_room("$1", "!help"));
    mx_store();
    ck_assert_int_eq(told_status, 200);
    ck_assert_uint_eq(mx->inbound_count, 1);
}
END_TEST

START_TEST(after_a_crash_in_a_transaction_it_is_processed_again)
{
    up();
    take(THEIRS, "1", of_room("$1", "!help"));
    room_is_known();
    mx_crash();
    ck_assert_uint_eq(told, 1);
    ck_assert_int_eq(told_status, 503);
    ck_assert_str_eq(mx_row("transaction"), "");
}
END_TEST

START_TEST(a_house_that_takes_nothing_is_told_of_it_again)
{
    up();
    mx->full = true;
    take(THEIRS, "1", of_room("$1", "!help"));
    room_is_known();
    ck_assert_int_eq(told_status, 503);
    mx->full = false;
}
END_TEST

START_TEST(only_the_homeservers_own_token_is_taken)
{
    static const char *const wrong[] = {"",
                                        "hs-secret",
                                        "Bearer ",
                                        "Bearer hs-secre",
                                        "Bearer hs-secrets",
                                        "Basic hs-secret",
                                        "Bearer as-secret"};
    up();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        take(wrong[i], "1", of_room("$1", "!help"));
        ck_assert_uint_eq(told, i + 1);
        ck_assert_int_eq(told_status, wrong[i][0] == '\0' ? 401 : 403);
    }
    ck_assert_uint_eq(mx->inbound_count, 0);
}
END_TEST

START_TEST(transactions_of_no_shape_are_survived)
{
    static const char *const bodies[] = {"", "[]", "{}", "{\"events\":7}", "<html>"};
    up();
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        take(THEIRS, "1", bodies[i]);
        ck_assert_int_eq(told_status, 400);
    }
    take(THEIRS, "2", "{\"events\":[7,null,{},{\"room_id\":7},{\"room_id\":\"x\"},[]]}");
    mx_store();
    ck_assert_int_eq(told_status, 200);
    take(THEIRS, "3", "{\"events\":[]}");
    mx_store();
    ck_assert_uint_eq(told, sizeof bodies / sizeof bodies[0] + 2);
}
END_TEST

START_TEST(one_transaction_at_a_time)
{
    up();
    take(THEIRS, "1", of_room("$1", "one"));
    take(THEIRS, "2", of_room("$2", "two"));
    ck_assert_uint_eq(told, 1);
    ck_assert_int_eq(told_status, 503);
    room_is_known();
    mx_store();
    ck_assert_uint_eq(told, 2);
    ck_assert_int_eq(told_status, 200);
}
END_TEST

/* Of so many rooms, an event each. */
static const char *of_rooms(unsigned count)
{
    static char body[4096];
    size_t len = (size_t)snprintf(body, sizeof body, "{\"events\":[");
    for (unsigned i = 0; i < count; i++) {
        len +=
            (size_t)snprintf(body + len, sizeof body - len,
                             "%s{\"room_id\":\"!%u:test\",\"type\":\"m.room.message\",\"sender\":"
                             "\"@alice:test\",\"event_id\":\"$%u\",\"content\":{\"msgtype\":"
                             "\"m.text\",\"body\":\"%u\"}}",
                             i == 0 ? "" : ",", i, i, i);
    }
    snprintf(body + len, sizeof body - len, "]}");
    return body;
}

START_TEST(an_event_whose_rooms_state_cannot_be_fetched_is_processed_without_it)
{
    up();
    take(THEIRS, "1", of_rooms(1));
    mx_answer("/rooms/%210%3Atest/state", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert(!mx_asks("/rooms/%210%3Atest/state"));
    mx_store();
    ck_assert_int_eq(told_status, 200);
}
END_TEST

START_TEST(what_is_stored_meanwhile_does_not_hurry_the_next_event)
{
    up();
    take(THEIRS, "1", of_room("$1", "one"));
    room_is_known();
    mx_store();
    char body[4096];
    const char *next = strchr(of_rooms(1), '[') + 1;
    snprintf(body, sizeof body, "%.*s,%s", (int)(strlen(of_room("$2", "two")) - 2),
             of_room("$2", "two"), next);
    take(THEIRS, "2", body);
    mx_store();
    ck_assert_uint_eq(told, 1);
    ck_assert_uint_eq(mx->inbound_count, 2);
    mx_answer("/rooms/%210%3Atest/state", 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    mx_store();
    ck_assert_uint_eq(told, 2);
    ck_assert_int_eq(told_status, 200);
}
END_TEST

START_TEST(an_invite_comes_as_an_event)
{
    up();
    take(THEIRS, "1",
         "{\"events\":[{\"room_id\":\"!new:test\",\"type\":\"m.room.member\",\"state_key\":"
         "\"@bot:test\",\"sender\":\"@alice:test\",\"event_id\":\"$i\",\"content\":"
         "{\"membership\":\"invite\"},\"unsigned\":{\"invite_room_state\":[]}}]}");
    mx_call("/join/%21new%3Atest?via=test&user_id=%40bot%3Atest");
    mx_store();
    ck_assert_int_eq(told_status, 200);
}
END_TEST

Suite *suite_matrix_appservice(void);

Suite *suite_matrix_appservice(void)
{
    Suite *suite = suite_create("matrix_appservice");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, mx_set_up, mx_tear_down);
    tcase_add_test(tcase, user_and_device_are_made_by_the_appservices_own_token);
    tcase_add_test(tcase, a_name_alone_is_the_appservices_own_user);
    tcase_add_test(tcase, a_homeserver_that_makes_no_devices_is_asked_all_the_same);
    tcase_add_test(tcase, a_registration_has_the_bots_name_its_tokens_and_an_address_to_go_to);
    tcase_add_test(tcase, a_transaction_is_answered_when_it_is_on_disk);
    tcase_add_test(tcase, a_repeated_transaction_is_answered_and_not_processed);
    tcase_add_test(tcase, an_event_that_comes_in_two_transactions_is_the_houses_to_know);
    tcase_add_test(tcase, what_the_disk_does_not_take_comes_again);
    tcase_add_test(tcase, after_a_crash_in_a_transaction_it_is_processed_again);
    tcase_add_test(tcase, a_house_that_takes_nothing_is_told_of_it_again);
    tcase_add_test(tcase, only_the_homeservers_own_token_is_taken);
    tcase_add_test(tcase, transactions_of_no_shape_are_survived);
    tcase_add_test(tcase, one_transaction_at_a_time);
    tcase_add_test(tcase, an_event_whose_rooms_state_cannot_be_fetched_is_processed_without_it);
    tcase_add_test(tcase, what_is_stored_meanwhile_does_not_hurry_the_next_event);
    tcase_add_test(tcase, an_invite_comes_as_an_event);
    suite_add_tcase(suite, tcase);
    return suite;
}
