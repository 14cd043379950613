/* Requests to the Matrix homeserver for tests: logins, transaction ids, limits, what is refused. */
#include "mxfake_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mxfake_kit kit;

static void open_kit(void)
{
    mxfake_kit_open(&kit);
}

static void close_kit(void)
{
    mxfake_kit_close(&kit);
}

static void keep(char text[64], const char *path)
{
    const char *found = mxfake_kit_text(kit.json, path);
    ck_assert_ptr_nonnull(found);
    snprintf(text, 64, "%s", found);
}

static void send(const char *txn, const char *body, int status)
{
    char json[100];
    snprintf(json, sizeof json, "{\"msgtype\":\"m.text\",\"body\":\"%s\"}", body);
    MXFAKE_KIT_WANTS(&kit, status, "PUT", json, "/rooms/%s/send/m.room.message/%s", kit.room, txn);
}

static const char *errcode(void)
{
    return mxfake_kit_text(kit.json, "errcode");
}

static const char login[] = "{\"type\":\"m.login.password\",\"identifier\":{\"type\":\"m.id.user\","
                            "\"user\":\"bot\"},\"password\":\"secret\",\"device_id\":\"D\","
                            "\"refresh_token\":true}";

START_TEST(a_login_by_password_keeps_its_device)
{
    kit.token = NULL;
    MXFAKE_KIT_WANTS(&kit, 200, "POST", login, "/login");
    ck_assert_str_eq(mxfake_kit_text(kit.json, "device_id"), "D");
    char token[64];
    keep(token, "access_token");
    kit.token = token;
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/account/whoami");
    ck_assert_str_eq(mxfake_kit_text(kit.json, "user_id"), kit.bot);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "device_id"), "D");
    MXFAKE_KIT_WANTS(&kit, 403, "POST",
                     "{\"type\":\"m.login.password\",\"user\":\"bot\",\"password\":\"wrong\"}",
                     "/login");
}
END_TEST

START_TEST(a_refresh_token_is_good_until_its_successor_is_used)
{
    char first[64];
    char body[200];
    char second[64];
    MXFAKE_KIT_WANTS(&kit, 200, "POST", login, "/login");
    keep(first, "refresh_token");
    snprintf(body, sizeof body, "{\"refresh_token\":\"%s\"}", first);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/refresh");
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/refresh");
    keep(second, "access_token");
    kit.token = second;
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/account/whoami");
    MXFAKE_KIT_WANTS(&kit, 403, "POST", body, "/refresh");
    ck_assert_str_eq(errcode(), "M_FORBIDDEN");
}
END_TEST

START_TEST(a_token_expires_and_a_logout_is_soft_or_not)
{
    char token[64];
    MXFAKE_KIT_WANTS(&kit, 200, "POST", login, "/login");
    keep(token, "access_token");
    kit.token = token;
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake) + 300001);
    MXFAKE_KIT_WANTS(&kit, 401, "GET", NULL, "/account/whoami");
    ck_assert_str_eq(errcode(), "M_UNKNOWN_TOKEN");
    ck_assert(cJSON_IsTrue(mxfake_kit_at(kit.json, "soft_logout")));
    kit.token = mxfake_token(kit.fake, kit.bot, "E");
    mxfake_log_out(kit.fake, kit.bot, false);
    MXFAKE_KIT_WANTS(&kit, 401, "GET", NULL, "/account/whoami");
    ck_assert(cJSON_IsFalse(mxfake_kit_at(kit.json, "soft_logout")));
    kit.token = mxfake_token(kit.fake, kit.bot, "E");
    mxfake_lock(kit.fake, kit.bot, true);
    MXFAKE_KIT_WANTS(&kit, 401, "GET", NULL, "/account/whoami");
    ck_assert_str_eq(errcode(), "M_USER_LOCKED");
}
END_TEST

START_TEST(a_transaction_id_is_one_event_whatever_else_is_sent_by_it)
{
    char first[64];
    char body[100] = "{\"a\":1}";
    send("t1", "one", 200);
    keep(first, "event_id");
    send("t1", "another", 200);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "event_id"), first);
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", body, "/rooms/%s/send/io.other/t1", kit.room);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "event_id"), first);
    mxfake_restart(kit.fake);
    send("t1", "one", 200);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "event_id"), first);
    ck_assert_int_eq(mxfake_count(kit.fake, "repeats"), 3);
    ck_assert_int_eq(mxfake_count(kit.fake, "changed"), 2);
    kit.token = mxfake_token(kit.fake, kit.bot, "BOT");
    send("t1", "one", 200);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "event_id"), first);
    kit.token = mxfake_token(kit.fake, kit.bot, "OTHER");
    send("t1", "one", 200);
    ck_assert_str_ne(mxfake_kit_text(kit.json, "event_id"), first);
}
END_TEST

START_TEST(an_error_is_not_remembered)
{
    const struct mxfake_fault fault = {
        .verb = MXFAKE_LIMITED, .route = "PUT *?send?*", .times = 1, .ms = 3912};
    mxfake_fault(kit.fake, &fault);
    send("t1", "one", 429);
    ck_assert_int_eq(mxfake_kit_at(kit.json, "retry_after_ms")->valueint, 3912);
    send("t1", "one", 200);
    ck_assert_int_eq(mxfake_count(kit.fake, "repeats"), 0);
}
END_TEST

START_TEST(own_events_come_back_with_their_transaction_id_to_their_device_alone)
{
    mxfake_kit_sync(&kit, "");
    send("t1", "one", 200);
    char since[64];
    snprintf(since, sizeof since, "%s", kit.since);
    mxfake_kit_sync(&kit, "");
    const cJSON *line = mxfake_kit_timeline(&kit, kit.room);
    ck_assert_str_eq(mxfake_kit_text(line, "events/0/unsigned/transaction_id"), "t1");
    kit.token = mxfake_token(kit.fake, kit.bot, "OTHER");
    snprintf(kit.since, sizeof kit.since, "%s", since);
    mxfake_kit_sync(&kit, "");
    line = mxfake_kit_timeline(&kit, kit.room);
    ck_assert_ptr_null(mxfake_kit_at(line, "events/0/unsigned/transaction_id"));
}
END_TEST

START_TEST(a_service_without_a_device_sends_twice_after_a_restart)
{
    const struct mxfake_registration registration = {
        .id = "games", .as_token = "as", .hs_token = "hs", .localpart = "games"};
    const char *user = mxfake_service(kit.fake, &registration);
    char first[64];
    ck_assert(mxfake_invite(kit.fake, kit.ana, kit.room, user));
    ck_assert(mxfake_join(kit.fake, user, kit.room));
    kit.token = "as";
    send("t1", "one", 200);
    keep(first, "event_id");
    send("t1", "one", 200);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "event_id"), first);
    mxfake_restart(kit.fake);
    send("t1", "one", 200);
    ck_assert_str_ne(mxfake_kit_text(kit.json, "event_id"), first);
    MXFAKE_KIT_WANTS(&kit, 201, "PUT", "{}", "/devices/ASD");
    send("t2?device_id=ASD", "two", 200);
    keep(first, "event_id");
    mxfake_restart(kit.fake);
    send("t2?device_id=ASD", "two", 200);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "event_id"), first);
}
END_TEST

START_TEST(messages_reactions_and_rooms_share_a_bucket)
{
    mxfake_unlimited(kit.fake, kit.bot, false);
    mxfake_knobs(kit.fake)->create_ms = 0; /* the clock stands still */
    mxfake_knobs(kit.fake)->notify_delay_ms = 0;
    char txn[24];
    for (int i = 0; i < 9; i++) {
        snprintf(txn, sizeof txn, "t%d", i);
        send(txn, "hello", 200);
    }
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "{}", "/createRoom");
    send("late", "hello", 429);
    ck_assert_str_eq(errcode(), "M_LIMIT_EXCEEDED");
    ck_assert_int_eq(mxfake_kit_at(kit.json, "retry_after_ms")->valueint, 5000);
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake) + 5000);
    send("late", "hello", 200);
    const char *admin = mxfake_account(kit.fake, "admin", "secret");
    mxfake_admin(kit.fake, admin);
    const char *own = kit.token;
    kit.token = mxfake_token(kit.fake, admin, "A");
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "{\"messages_per_second\":0,\"burst_count\":0}",
                     "/_synapse/admin/v1/users/%s/override_ratelimit", kit.bot);
    kit.token = own;
    for (int i = 0; i < 30; i++) {
        snprintf(txn, sizeof txn, "u%d", i);
        send(txn, "hello", 200);
    }
}
END_TEST

START_TEST(numbers_sizes_and_json_are_looked_at)
{
    MXFAKE_KIT_WANTS(&kit, 400, "PUT", "{\"body\":1.5}", "/rooms/%s/send/io.x/a", kit.room);
    ck_assert_str_eq(errcode(), "M_BAD_JSON");
    MXFAKE_KIT_WANTS(&kit, 400, "PUT", "{\"body\":1152921504606846976}", "/rooms/%s/send/io.x/b",
                     kit.room);
    MXFAKE_KIT_WANTS(&kit, 400, "PUT", "{\"body\":", "/rooms/%s/send/io.x/c", kit.room);
    ck_assert_str_eq(errcode(), "M_NOT_JSON");
    char *big = calloc(1, 70000);
    snprintf(big, 70000, "{\"msgtype\":\"m.text\",\"body\":\"%065000d\"}", 0);
    mxfake_kit_ask(&kit, "PUT", big, "/rooms/%s/send/m.room.message/d", kit.room);
    free(big);
    ck_assert_int_eq(kit.status, 413);
    ck_assert_str_eq(errcode(), "M_TOO_LARGE");
    MXFAKE_KIT_WANTS(&kit, 404, "GET", NULL, "/_matrix/client/v4/sync");
    ck_assert_str_eq(errcode(), "M_UNRECOGNIZED");
    MXFAKE_KIT_WANTS(&kit, 405, "DELETE", NULL, "/sync");
}
END_TEST

START_TEST(the_same_reaction_twice_is_refused_until_it_is_taken_back)
{
    char json[300];
    char reaction[64];
    const char *event = mxfake_say(kit.fake, kit.ana, kit.room, "press");
    snprintf(json, sizeof json,
             "{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":\"%s\",\"key\":\"A\"}}",
             event);
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", json, "/rooms/%s/send/m.reaction/a", kit.room);
    keep(reaction, "event_id");
    MXFAKE_KIT_WANTS(&kit, 400, "PUT", json, "/rooms/%s/send/m.reaction/b", kit.room);
    ck_assert_str_eq(errcode(), "M_DUPLICATE_ANNOTATION");
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL,
                     "/_matrix/client/v1/rooms/%s/relations/%s/m.annotation/m.reaction", kit.room,
                     event);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "chunk/0/event_id"), reaction);
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", "{}", "/rooms/%s/redact/%s/c", kit.room, reaction);
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", json, "/rooms/%s/send/m.reaction/d", kit.room);
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/event/%s", kit.room, reaction);
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "content")), 0);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "unsigned/redacted_because/redacts"), reaction);
}
END_TEST

START_TEST(what_nobody_knows_can_be_redacted_but_not_related_to)
{
    mxfake_send(kit.fake, kit.ana, kit.room, "m.room.power_levels", "",
                "{\"users\":{\"@ana:fake.example\":100,\"@bot:fake.example\":50}}");
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", "{}", "/rooms/%s/redact/$nothing/a", kit.room);
    MXFAKE_KIT_WANTS(&kit, 400, "PUT",
                     "{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":\"$nothing\","
                     "\"key\":\"A\"}}",
                     "/rooms/%s/send/m.reaction/b", kit.room);
    MXFAKE_KIT_WANTS(&kit, 400, "PUT", "{\"body\":\"x\"}", "/rooms/%s/send/m.room.message/c",
                     kit.room);
}
END_TEST

START_TEST(a_room_that_is_forgotten_cannot_be_read)
{
    MXFAKE_KIT_WANTS(&kit, 400, "POST", "{}", "/rooms/%s/forget", kit.room);
    ck_assert(mxfake_kick(kit.fake, kit.ana, kit.room, kit.bot, NULL));
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/state", kit.room);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "{}", "/rooms/%s/forget", kit.room);
    MXFAKE_KIT_WANTS(&kit, 403, "GET", NULL, "/rooms/%s/state", kit.room);
}
END_TEST

START_TEST(an_edit_is_bundled_and_the_event_stays_as_it_was)
{
    const char *event = mxfake_say(kit.fake, kit.ana, kit.room, "first");
    ck_assert_ptr_nonnull(mxfake_edit(kit.fake, kit.ana, event, "second"));
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/event/%s", kit.room, event);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "content/body"), "first");
    const cJSON *relations = mxfake_kit_at(kit.json, "unsigned/m.relations");
    ck_assert_str_eq(mxfake_kit_text(relations, "m.replace/content/m.new_content/body"), "second");
    ck_assert_str_eq(mxfake_body(kit.fake, event), "second");
}
END_TEST

START_TEST(media_is_behind_authentication)
{
    char path[200];
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "bytes", "/_matrix/media/v3/upload?filename=a.png");
    const char *uri = mxfake_kit_text(kit.json, "content_uri");
    ck_assert_int_eq(strncmp(uri, "mxc://", 6), 0);
    snprintf(path, sizeof path, "/_matrix/client/v1/media/download/%s", uri + 6);
    const struct fake_answer *answer = mxfake_asks(kit.fake, kit.token, "GET", path, NULL);
    ck_assert_int_eq(answer->status, 200);
    ck_assert_str_eq(answer->body, "bytes");
    ck_assert_int_eq(mxfake_asks(kit.fake, NULL, "GET", path, NULL)->status, 401);
    snprintf(path, sizeof path, "/_matrix/media/v3/download/%s", uri + 6);
    ck_assert_int_eq(mxfake_asks(kit.fake, kit.token, "GET", path, NULL)->status, 404);
}
END_TEST

START_TEST(account_data_replaces_the_whole)
{
    MXFAKE_KIT_WANTS(&kit, 404, "GET", NULL, "/user/%s/account_data/m.direct", kit.bot);
    ck_assert_str_eq(errcode(), "M_NOT_FOUND");
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", "{\"@a:b\":[\"!x\"]}", "/user/%s/account_data/m.direct",
                     kit.bot);
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", "{\"@c:d\":[\"!y\"]}", "/user/%s/account_data/m.direct",
                     kit.bot);
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/user/%s/account_data/m.direct", kit.bot);
    ck_assert_int_eq(cJSON_GetArraySize(kit.json), 1);
    MXFAKE_KIT_WANTS(&kit, 403, "GET", NULL, "/user/%s/account_data/m.direct", kit.ana);
}
END_TEST

START_TEST(pushes_come_again_with_their_number_until_they_are_taken)
{
    const struct mxfake_registration registration = {.id = "games",
                                                     .url = "http://games.example",
                                                     .as_token = "as",
                                                     .hs_token = "hs",
                                                     .localpart = "games"};
    const char *user = mxfake_service(kit.fake, &registration);
    struct mxfake_push push;
    ck_assert(!mxfake_push_take(kit.fake, "games", &push));
    ck_assert(mxfake_invite(kit.fake, kit.ana, kit.room, user));
    ck_assert(mxfake_push_take(kit.fake, "games", &push));
    ck_assert_str_eq(push.path, "/_matrix/app/v1/transactions/1");
    ck_assert_str_eq(push.token, "hs");
    ck_assert(!mxfake_push_take(kit.fake, "games", &push));
    mxfake_push_answered(kit.fake, "games", 500);
    ck_assert(!mxfake_push_take(kit.fake, "games", &push));
    mxfake_run(kit.fake, mxfake_push_next_ms(kit.fake));
    mxfake_say(kit.fake, kit.ana, kit.room, "not yours");
    ck_assert(mxfake_push_take(kit.fake, "games", &push));
    ck_assert_str_eq(push.path, "/_matrix/app/v1/transactions/1");
    cJSON *json = cJSON_ParseWithLength(push.body, strlen(push.body));
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(json, "events")), 1);
    cJSON_Delete(json);
    mxfake_push_answered(kit.fake, "games", 200);
    ck_assert(mxfake_join(kit.fake, user, kit.room));
    ck_assert(mxfake_push_take(kit.fake, "games", &push));
    ck_assert_str_eq(push.path, "/_matrix/app/v1/transactions/2");
}
END_TEST

Suite *suite_mxfake_rest(void);

Suite *suite_mxfake_rest(void)
{
    Suite *suite = suite_create("mxfake_rest");
    TCase *tcase = tcase_create("rest");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, a_login_by_password_keeps_its_device);
    tcase_add_test(tcase, a_refresh_token_is_good_until_its_successor_is_used);
    tcase_add_test(tcase, a_token_expires_and_a_logout_is_soft_or_not);
    tcase_add_test(tcase, a_transaction_id_is_one_event_whatever_else_is_sent_by_it);
    tcase_add_test(tcase, an_error_is_not_remembered);
    tcase_add_test(tcase, own_events_come_back_with_their_transaction_id_to_their_device_alone);
    tcase_add_test(tcase, a_service_without_a_device_sends_twice_after_a_restart);
    tcase_add_test(tcase, messages_reactions_and_rooms_share_a_bucket);
    tcase_add_test(tcase, numbers_sizes_and_json_are_looked_at);
    tcase_add_test(tcase, the_same_reaction_twice_is_refused_until_it_is_taken_back);
    tcase_add_test(tcase, what_nobody_knows_can_be_redacted_but_not_related_to);
    tcase_add_test(tcase, a_room_that_is_forgotten_cannot_be_read);
    tcase_add_test(tcase, an_edit_is_bundled_and_the_event_stays_as_it_was);
    tcase_add_test(tcase, media_is_behind_authentication);
    tcase_add_test(tcase, account_data_replaces_the_whole);
    tcase_add_test(tcase, pushes_come_again_with_their_number_until_they_are_taken);
    suite_add_tcase(suite, tcase);
    return suite;
}
