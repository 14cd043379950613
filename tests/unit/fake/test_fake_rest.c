/* The routes: what they do, and what they refuse. */
#include "dfake_bits.h"
#include "fake_base.h"
#include "fake_kit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fake_kit kit;

static void open_kit(void)
{
    fake_kit_open(&kit);
}

static void close_kit(void)
{
    fake_kit_close(&kit);
}

static const char *messages_path(void)
{
    return fake_kit_path("/channels/#/messages", kit.channel, 0);
}

static const char *message_path(uint64_t message)
{
    return fake_kit_path("/channels/#/messages/#", kit.channel, message);
}

static const struct fake_answer *raw(const char *path, const char *authorization, const char *agent)
{
    const struct fake_header headers[] = {{"authorization", authorization}, {"user-agent", agent}};
    const struct fake_ask ask = {
        .method = "GET", .path = path, .headers = headers, .header_count = 2};
    return fake_discord_request(kit.fake, &ask);
}

START_TEST(the_token_the_agent_and_the_route_are_looked_at)
{
    static const char good[] = "DiscordBot (https://fake.example, 1)";
    ck_assert_int_eq(raw("/api/v10/users/@me", "Bot fake-token", good)->status, 200);
    ck_assert_int_eq(raw("/api/v10/users/@me", "fake-token", good)->status, 401);
    ck_assert_int_eq(raw("/api/v10/users/@me", "Bot other", good)->status, 401);
    const struct fake_answer *answer = raw("/api/v10/users/@me", "Bot fake-token", "libcurl");
    ck_assert_int_eq(answer->status, 403);
    ck_assert_ptr_nonnull(strstr(answer->body, "40333"));
    ck_assert_int_eq(raw("/api/users/@me", "Bot fake-token", good)->status, 404);
    ck_assert_int_eq(raw("/api/v10/nothing", "Bot fake-token", good)->status, 404);
    ck_assert_int_eq(raw("/api/v10/users/@me/channels", "Bot fake-token", good)->status, 405);
    ck_assert_int_eq(raw("/api/v10/gateway", "", good)->status, 200);
}
END_TEST

START_TEST(a_nonce_that_is_enforced_makes_one_message)
{
    static const char once[] = "{\"content\":\"x\",\"nonce\":\"n1\",\"enforce_nonce\":true}";
    uint64_t first = fake_kit_post(&kit, once);
    ck_assert_uint_eq(fake_kit_post(&kit, once), first);
    ck_assert_uint_ne(fake_kit_post(&kit, "{\"content\":\"x\",\"nonce\":\"n1\"}"), first);
    fake_kit_ask(&kit, "DELETE", message_path(first), NULL, 204);
    fake_kit_refused(&kit, "POST", messages_path(), once, 10008);
    fake_kit_pass(&kit, 180000);
    ck_assert_uint_ne(fake_kit_post(&kit, once), first);
    fake_kit_refused(&kit, "POST", messages_path(),
                     "{\"content\":\"x\",\"nonce\":\"12345678901234567890123456\"}", 50035);
}
END_TEST

START_TEST(messages_have_their_limits)
{
    static const char *const bad[] = {
        "{}",
        "{\"content\":\"  \"}",
        "{\"content\":5}",
        "{\"content\":\"x\",\"embeds\":[{\"fields\":[{\"name\":\"\",\"value\":\"x\"}]}]}",
        "{\"content\":\"x\",\"components\":[{\"type\":2,\"style\":1,\"label\":\"a\",\"custom_id\":"
        "\"a\"}]}",
        "{\"content\":\"x\",\"components\":[{\"type\":1,\"components\":[]}]}",
        "{\"content\":\"x\",\"components\":[{\"type\":1,\"components\":[{\"type\":2,\"style\":1,"
        "\"label\":\"a\",\"custom_id\":\"a\"},{\"type\":2,\"style\":1,\"label\":\"b\","
        "\"custom_id\":\"a\"}]}]}",
        "{\"content\":\"x\",\"components\":[{\"type\":1,\"components\":[{\"type\":3,\"custom_id\":"
        "\"m\",\"options\":[]}]}]}",
        "{\"content\":\"x\",\"components\":[{\"type\":1,\"components\":[{\"type\":4,\"custom_id\":"
        "\"m\",\"style\":1}]}]}",
        "{\"content\":\"x\",\"allowed_mentions\":{\"parse\":[\"people\"]}}",
        "{\"content\":\"x\",\"allowed_mentions\":{\"parse\":[\"users\"],\"users\":[\"1\"]}}",
        "{\"content\":\"x\",\"flags\":32768}",
        "{\"content\":\"x\",\"message_reference\":{\"message_id\":\"1\"}}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct fake_answer *answer =
            fake_discord_bot_asks(kit.fake, "POST", messages_path(), bad[i]);
        ck_assert_msg(answer->status == 400, "%s: %d", bad[i], answer->status);
    }
    static char text[2100];
    size_t len = (size_t)snprintf(text, sizeof text, "{\"content\":\"");
    memset(text + len, 'x', 2000);
    snprintf(text + len + 2000, sizeof text - len - 2000, "\"}");
    fake_kit_post(&kit, text);
    snprintf(text + len + 2000, sizeof text - len - 2000, "x\"}");
    fake_kit_refused(&kit, "POST", messages_path(), text, 50035);
    fake_kit_refused(&kit, "POST", messages_path(), "{no", 50109);
    ck_assert(fake_kit_state(&kit, "messages") == 1);
}
END_TEST

START_TEST(mentions_reach_whom_they_may)
{
    char body[200];
    snprintf(body, sizeof body, "{\"content\":\"<@%" PRIu64 "> @everyone\"}", kit.ana);
    cJSON *json = fake_kit_ask(&kit, "POST", messages_path(), body, 200);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "mentions")), 1);
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(json, "mention_everyone")));
    uint64_t message = fake_kit_id(json, "id");
    cJSON_Delete(json);
    snprintf(body, sizeof body,
             "{\"content\":\"<@%" PRIu64 "> @everyone\",\"allowed_mentions\":{\"parse\":[]}}",
             kit.ana);
    json = fake_kit_ask(&kit, "PATCH", message_path(message), body, 200);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "mentions")), 0);
    ck_assert(cJSON_IsFalse(cJSON_GetObjectItem(json, "mention_everyone")));
    cJSON_Delete(json);
}
END_TEST

START_TEST(edits_of_old_messages_share_a_budget)
{
    uint64_t message = fake_kit_post(&kit, "{\"content\":\"board\"}");
    fake_discord_knobs(kit.fake)->old_edits = 2;
    fake_kit_pass(&kit, 3600000);
    for (int i = 0; i < 2; i++) {
        cJSON_Delete(
            fake_kit_ask(&kit, "PATCH", message_path(message), "{\"content\":\"b\"}", 200));
    }
    fake_kit_refused(&kit, "PATCH", message_path(message), "{\"content\":\"b\"}", 30046);
    uint64_t theirs = fake_discord_say(kit.fake, kit.ana, kit.channel, "hers", 0);
    fake_kit_refused(&kit, "PATCH", message_path(theirs), "{\"content\":\"b\"}", 50005);
    fake_kit_refused(&kit, "DELETE", message_path(theirs), NULL, 50013);
    fake_kit_refused(&kit, "GET", message_path(12345), NULL, 10008);
}
END_TEST

START_TEST(files_come_in_parts)
{
    static const char body[] =
        "--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n"
        "Content-Type: application/json\r\n\r\n"
        "{\"content\":\"x\",\"attachments\":[{\"id\":0,\"description\":\"the board\"}]}\r\n"
        "--b\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"b.png\"\r\n"
        "Content-Type: image/png\r\n\r\nPNG\r\n--b--\r\n";
    const struct fake_header headers[] = {
        {"authorization", "Bot fake-token"},
        {"user-agent", "DiscordBot (https://fake.example, 1)"},
        {"content-type", "multipart/form-data; boundary=b"},
    };
    char path[120];
    snprintf(path, sizeof path, "/api/v10%s", messages_path());
    struct fake_ask ask = {.method = "POST",
                           .path = path,
                           .headers = headers,
                           .header_count = 3,
                           .body = body,
                           .body_len = sizeof body - 1};
    const struct fake_answer *answer = fake_discord_request(kit.fake, &ask);
    ck_assert_int_eq(answer->status, 200);
    ck_assert_ptr_nonnull(strstr(answer->body, "\"filename\":\"b.png\",\"size\":3,"));
    ck_assert_ptr_nonnull(strstr(answer->body, "\"description\":\"the board\""));
    ask.body_len -= 10;
    ck_assert_int_eq(fake_discord_request(kit.fake, &ask)->status, 400);
}
END_TEST

START_TEST(permissions_are_needed)
{
    uint64_t bot = fake_discord_bot(kit.fake);
    uint64_t send = UINT64_C(1) << 11;
    uint64_t view = UINT64_C(1) << 10;
    fake_discord_overwrite(kit.fake, kit.channel, bot, 0, send);
    fake_kit_refused(&kit, "POST", messages_path(), "{\"content\":\"x\"}", 50013);
    fake_discord_overwrite(kit.fake, kit.channel, bot, 0, view);
    fake_kit_refused(&kit, "POST", messages_path(), "{\"content\":\"x\"}", 50001);
    ck_assert_uint_eq(fake_discord_may(kit.fake, bot, kit.channel), 0);
    fake_discord_overwrite(kit.fake, kit.channel, bot, send | view, 0);
    fake_kit_post(&kit, "{\"content\":\"x\"}");
    fake_discord_role_may(kit.fake, kit.guild, bot, view | send);
    fake_discord_role_may(kit.fake, kit.guild, kit.guild, view | send);
    fake_kit_refused(&kit, "POST", messages_path(), "{\"embeds\":[{\"title\":\"x\"}]}", 50013);
    fake_kit_refused(&kit, "POST", fake_kit_path("/channels/#/threads", kit.channel, 0),
                     "{\"name\":\"x\",\"type\":12}", 50013);
    fake_discord_time_out(kit.fake, kit.guild, bot, fake_discord_now_ms(kit.fake) + 1000);
    fake_kit_refused(&kit, "POST", messages_path(), "{\"content\":\"x\"}", 50013);
    fake_kit_pass(&kit, 1000);
    fake_kit_post(&kit, "{\"content\":\"x\"}");
    fake_discord_automod(kit.fake, kit.guild, "forbidden");
    fake_kit_refused(&kit, "POST", messages_path(), "{\"content\":\"forbidden\"}", 200000);
    fake_discord_kick_bot(kit.fake, kit.guild);
    fake_kit_refused(&kit, "POST", messages_path(), "{\"content\":\"x\"}", 50001);
    fake_kit_refused(&kit, "POST", "/channels/5/messages", "{\"content\":\"x\"}", 10003);
}
END_TEST

START_TEST(threads_are_archived_and_locked)
{
    cJSON *thread = fake_kit_ask(&kit, "POST", fake_kit_path("/channels/#/threads", kit.channel, 0),
                                 "{\"name\":\"Team\",\"type\":12}", 201);
    uint64_t id = fake_kit_id(thread, "id");
    cJSON_Delete(thread);
    char path[100];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", id);
    cJSON *json = fake_kit_ask(&kit, "POST", path, "{\"content\":\"x\"}", 200);
    uint64_t message = fake_kit_id(json, "id");
    cJSON_Delete(json);
    fake_discord_archive(kit.fake, id, true, false);
    fake_kit_refused(&kit, "PATCH", fake_kit_path("/channels/#/messages/#", id, message),
                     "{\"content\":\"y\"}", 50083);
    cJSON_Delete(fake_kit_ask(&kit, "PATCH", fake_kit_path("/channels/#", id, 0),
                              "{\"archived\":false}", 200));
    cJSON_Delete(fake_kit_ask(&kit, "PATCH", fake_kit_path("/channels/#/messages/#", id, message),
                              "{\"content\":\"y\"}", 200));
    fake_discord_archive(kit.fake, id, true, false);
    cJSON_Delete(fake_kit_ask(&kit, "POST", path, "{\"content\":\"wakes it\"}", 200));
    fake_discord_archive(kit.fake, id, true, true);
    fake_kit_refused(&kit, "POST", path, "{\"content\":\"x\"}", 160005);
    fake_kit_refused(&kit, "POST", fake_kit_path("/channels/#/threads", kit.channel, 0),
                     "{\"name\":\"\"}", 50035);
}
END_TEST

START_TEST(a_mention_in_a_private_thread_brings_them_in)
{
    cJSON *thread = fake_kit_ask(&kit, "POST", fake_kit_path("/channels/#/threads", kit.channel, 0),
                                 "{\"name\":\"Team\",\"type\":12}", 201);
    uint64_t id = fake_kit_id(thread, "id");
    cJSON_Delete(thread);
    char body[100];
    snprintf(body, sizeof body, "{\"content\":\"<@%" PRIu64 "> come in\"}", kit.bob);
    cJSON_Delete(
        fake_kit_ask(&kit, "POST", fake_kit_path("/channels/#/messages", id, 0), body, 200));
    ck_assert(fake_discord_has_seen(kit.fake, kit.bob, "come in"));
    ck_assert(!fake_discord_has_seen(kit.fake, kit.ana, "come in"));
}
END_TEST

START_TEST(pins_and_reactions)
{
    uint64_t bot = fake_discord_bot(kit.fake);
    uint64_t message = fake_kit_post(&kit, "{\"content\":\"board\"}");
    const char *pin = "/channels/#/messages/pins/#";
    fake_kit_refused(&kit, "PUT", fake_kit_path(pin, kit.channel, message), NULL, 50013);
    fake_discord_overwrite(kit.fake, kit.channel, bot, UINT64_C(1) << 51 | 64, 0);
    fake_kit_ask(&kit, "PUT", fake_kit_path(pin, kit.channel, message), NULL, 204);
    cJSON *pins = fake_kit_ask(
        &kit, "GET", fake_kit_path("/channels/#/messages/pins", kit.channel, 0), NULL, 200);
    ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(pins, "items")), 1);
    cJSON_Delete(pins);
    const char *react = "/channels/#/messages/#/reactions/%F0%9F%93%84/@me";
    fake_kit_ask(&kit, "PUT", fake_kit_path(react, kit.channel, message), NULL, 204);
    fake_discord_react(kit.fake, kit.ana, message, "\xF0\x9F\x93\x84", true);
    char *shown = fake_discord_message(kit.fake, message);
    ck_assert_ptr_nonnull(strstr(shown, "\"count\":2"));
    free(shown);
}
END_TEST

static const char *commands_path(void)
{
    return fake_kit_path("/applications/#/commands", fake_discord_bot(kit.fake), 0);
}

START_TEST(commands_are_overwritten_in_bulk_and_counted)
{
    cJSON *json = fake_kit_ask(&kit, "PUT", commands_path(),
                               "[{\"name\":\"one\",\"description\":\"x\"},{\"name\":\"two\","
                               "\"description\":\"x\"}]",
                               200);
    uint64_t one = fake_kit_id(cJSON_GetArrayItem(json, 0), "id");
    cJSON_Delete(json);
    json = fake_kit_ask(&kit, "PUT", commands_path(), "[{\"name\":\"one\",\"description\":\"y\"}]",
                        200);
    ck_assert_int_eq(cJSON_GetArraySize(json), 1);
    ck_assert_uint_eq(fake_kit_id(cJSON_GetArrayItem(json, 0), "id"), one);
    cJSON_Delete(json);
    cJSON_Delete(fake_kit_ask(&kit, "POST", commands_path(),
                              "{\"name\":\"one\",\"description\":\"z\"}", 200));
    fake_discord_knobs(kit.fake)->commands_per_day = 3;
    cJSON_Delete(fake_kit_ask(&kit, "POST", commands_path(),
                              "{\"name\":\"three\",\"description\":\"z\"}", 201));
    fake_kit_refused(&kit, "POST", commands_path(), "{\"name\":\"four\",\"description\":\"z\"}",
                     30034);
    fake_kit_pass(&kit, 86400000);
    cJSON_Delete(fake_kit_ask(&kit, "POST", commands_path(),
                              "{\"name\":\"four\",\"description\":\"z\"}", 201));
}
END_TEST

START_TEST(commands_that_are_not_sound_are_refused)
{
    static const char *const bad[] = {
        "[{\"name\":\"Upper\",\"description\":\"x\"}]",
        "[{\"name\":\"two words\",\"description\":\"x\"}]",
        "[{\"name\":\"x\",\"description\":\"\"}]",
        "[{\"name\":\"x\",\"description\":\"x\"},{\"name\":\"x\",\"description\":\"x\"}]",
        "[{\"name\":\"x\",\"description\":\"x\",\"options\":[{\"type\":3,\"name\":\"a\","
        "\"description\":\"a\"},{\"type\":3,\"name\":\"b\",\"description\":\"b\",\"required\":true}"
        "]}]",
        "[{\"name\":\"x\",\"description\":\"x\",\"options\":[{\"type\":3,\"name\":\"a\","
        "\"description\":\"a\"},{\"type\":3,\"name\":\"a\",\"description\":\"b\"}]}]",
        "[{\"name\":\"x\",\"description\":\"x\",\"options\":[{\"type\":99,\"name\":\"a\","
        "\"description\":\"a\"}]}]",
        "{}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fake_kit_refused(&kit, "PUT", commands_path(), bad[i], 50035);
    }
    cJSON_Delete(fake_kit_ask(&kit, "PUT", commands_path(),
                              "[{\"name\":\"gr\xC3\xBC\xC3\x9F-dich\",\"description\":\"x\"}]",
                              200));
}
END_TEST

static unsigned lines;

static void recorded(void *context, const char *line, size_t len)
{
    (void)context;
    cJSON *json = cJSON_ParseWithLength(line, len);
    ck_assert_ptr_nonnull(json);
    ck_assert_str_eq(fake_kit_text(json, "route"), "/gateway/bot");
    cJSON_Delete(json);
    lines++;
}

START_TEST(traffic_is_recorded_but_not_the_control)
{
    const struct fake_discord_setup setup = {.now_ms = INT64_C(1893499200000), .record = recorded};
    struct fake_discord *fake = fake_discord_new(&setup);
    lines = 0;
    fake_discord_bot_asks(fake, "GET", "/gateway/bot", NULL);
    ck_assert_int_eq(fake_discord_bot_asks(fake, "POST", "/fake/state", "{}")->status, 200);
    ck_assert_int_eq(fake_discord_bot_asks(fake, "POST", "/fake/nothing", "{}")->status, 409);
    ck_assert_int_eq(fake_discord_bot_asks(fake, "POST", "/fake/knobs", "{\"no_such\":1}")->status,
                     409);
    ck_assert_int_eq(fake_discord_bot_asks(fake, "POST", "/fake/knobs", "{\"shards\":7}")->status,
                     200);
    ck_assert_uint_eq(fake_discord_knobs(fake)->shards, 7);
    ck_assert_uint_eq(lines, 1);
    fake_discord_free(&fake);
}
END_TEST

/* --- scheduled events ------------------------------------------------------------------------- */

/* It begins and ends so many seconds from now. */
static const char *event_body(const char *name, const char *text, const char *place, int start_s,
                              int end_s)
{
    static char body[4096];
    char start[FAKE_TIME_BYTES];
    char end[FAKE_TIME_BYTES];
    fake_time_text(start, fake_discord_now_ms(kit.fake) + start_s * INT64_C(1000));
    fake_time_text(end, fake_discord_now_ms(kit.fake) + end_s * INT64_C(1000));
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"description\":\"%s\",\"scheduled_start_time\":\"%s\","
             "\"scheduled_end_time\":\"%s\",\"privacy_level\":2,\"entity_type\":3,"
             "\"entity_metadata\":{\"location\":\"%s\"}}",
             name, text, start, end, place);
    return body;
}

static const char *events_path(uint64_t event)
{
    return event == 0 ? fake_kit_path("/guilds/#/scheduled-events", kit.guild, 0)
                      : fake_kit_path("/guilds/#/scheduled-events/#", kit.guild, event);
}

static void may(uint64_t bits)
{
    ck_assert(fake_discord_role_may(kit.fake, kit.guild, fake_discord_bot(kit.fake),
                                    DFAKE_MAY_VIEW | bits));
}

static uint64_t event_new(const char *body)
{
    cJSON *json = fake_kit_ask(&kit, "POST", events_path(0), body, 200);
    uint64_t id = fake_kit_id(json, "id");
    cJSON_Delete(json);
    return id;
}

static int events_listed(void)
{
    cJSON *json = fake_kit_ask(&kit, "GET", events_path(0), NULL, 200);
    int count = cJSON_GetArraySize(json);
    cJSON_Delete(json);
    return count;
}

START_TEST(a_scheduled_event_lives_until_it_is_over_or_deleted)
{
    may(DFAKE_MAY_CREATE_EVENTS);
    uint64_t event = event_new(event_body("Night", "x", "#den", 60, 120));
    uint64_t other = event_new(event_body("Other night", "x", "#den", 60, 600));
    ck_assert_int_eq(events_listed(), 2);
    cJSON *json = fake_kit_ask(&kit, "PATCH", events_path(event), "{\"name\":\"Late\"}", 200);
    ck_assert_str_eq(fake_kit_text(json, "name"), "Late");
    ck_assert_str_eq(fake_kit_text(json, "description"), "x");
    cJSON_Delete(json);
    fake_kit_pass(&kit, 61000); /* begun: at another time it cannot begin any more */
    fake_kit_refused(&kit, "PATCH", events_path(event), event_body("a", "b", "c", 10, 20), 50035);
    cJSON_Delete(fake_kit_ask(&kit, "PATCH", events_path(event), "{\"name\":\"Now\"}", 200));
    fake_kit_pass(&kit, 60000);
    ck_assert_int_eq(events_listed(), 1);
    fake_kit_refused(&kit, "PATCH", events_path(event), "{\"name\":\"Over\"}", 180000);
    cJSON_Delete(fake_kit_ask(&kit, "DELETE", events_path(other), NULL, 204));
    fake_kit_refused(&kit, "DELETE", events_path(other), NULL, 10070);
    fake_kit_refused(&kit, "PATCH", events_path(other), "{\"name\":\"Gone\"}", 10070);
    ck_assert_int_eq(events_listed(), 0);
}
END_TEST

START_TEST(a_scheduled_event_that_is_wrong_is_refused)
{
    char words[1002] = "";
    memset(words, 'x', 1001);
    may(DFAKE_MAY_MANAGE_EVENTS);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", "c", -1, 60), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", "c", 60, 60), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", "c", 60, 30), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("", "b", "c", 60, 90), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "", "c", 60, 90), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", "", 60, 90), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", words, "c", 60, 90), 50035);
    words[101] = '\0';
    fake_kit_refused(&kit, "POST", events_path(0), event_body(words, "b", "c", 60, 90), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", words, 60, 90), 50035);
    fake_kit_refused(&kit, "POST", events_path(0), "{\"name\":\"a\"}", 50035);
    may(0);
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", "c", 60, 90), 50013);
    ck_assert_int_eq(events_listed(), 0);
}
END_TEST

START_TEST(a_scheduled_event_of_somebody_else_needs_a_permission_more)
{
    may(DFAKE_MAY_CREATE_EVENTS);
    uint64_t event =
        fake_discord_schedule(kit.fake, kit.ana, kit.guild, event_body("Hers", "b", "c", 60, 90));
    ck_assert_uint_ne(event, 0);
    fake_kit_refused(&kit, "PATCH", events_path(event), "{\"name\":\"Mine\"}", 50013);
    fake_kit_refused(&kit, "DELETE", events_path(event), NULL, 50013);
    may(DFAKE_MAY_MANAGE_EVENTS);
    cJSON_Delete(fake_kit_ask(&kit, "DELETE", events_path(event), NULL, 204));
    for (unsigned i = 0; i < 100; i++) {
        event_new(event_body("a", "b", "c", 3600, 7200));
        fake_kit_pass(&kit, 5000);
    }
    fake_kit_refused(&kit, "POST", events_path(0), event_body("a", "b", "c", 3600, 7200), 30038);
}
END_TEST

Suite *suite_fake_rest(void);

Suite *suite_fake_rest(void)
{
    Suite *suite = suite_create("fake_rest");
    TCase *tcase = tcase_create("rest");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, the_token_the_agent_and_the_route_are_looked_at);
    tcase_add_test(tcase, a_nonce_that_is_enforced_makes_one_message);
    tcase_add_test(tcase, messages_have_their_limits);
    tcase_add_test(tcase, mentions_reach_whom_they_may);
    tcase_add_test(tcase, edits_of_old_messages_share_a_budget);
    tcase_add_test(tcase, files_come_in_parts);
    tcase_add_test(tcase, permissions_are_needed);
    tcase_add_test(tcase, threads_are_archived_and_locked);
    tcase_add_test(tcase, a_mention_in_a_private_thread_brings_them_in);
    tcase_add_test(tcase, pins_and_reactions);
    tcase_add_test(tcase, commands_are_overwritten_in_bulk_and_counted);
    tcase_add_test(tcase, commands_that_are_not_sound_are_refused);
    tcase_add_test(tcase, traffic_is_recorded_but_not_the_control);
    tcase_add_test(tcase, a_scheduled_event_lives_until_it_is_over_or_deleted);
    tcase_add_test(tcase, a_scheduled_event_that_is_wrong_is_refused);
    tcase_add_test(tcase, a_scheduled_event_of_somebody_else_needs_a_permission_more);
    suite_add_tcase(suite, tcase);
    return suite;
}
