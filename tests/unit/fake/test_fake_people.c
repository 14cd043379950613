/* What people do, what the bot hears of it, and who sees what. */
#include "fake_discord_post.h"
#include "fake_kit.h"

#include <openssl/evp.h>
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

static void put_commands(void)
{
    cJSON_Delete(fake_kit_ask(
        &kit, "PUT", fake_kit_path("/applications/#/commands", fake_discord_bot(kit.fake), 0),
        "[{\"name\":\"spyfall\",\"description\":\"Opens a table\",\"options\":[{\"type\":3,"
        "\"name\":\"variant\",\"description\":\"Which\",\"choices\":[{\"name\":\"Short\","
        "\"value\":\"short\"}]}]},{\"name\":\"ask\",\"description\":\"Asks\",\"contexts\":[0],"
        "\"options\":[{\"type\":6,\"name\":\"whom\",\"description\":\"Whom\",\"required\":true}]},"
        "{\"name\":\"table\",\"description\":\"Tables\",\"options\":[{\"type\":1,\"name\":\"open\","
        "\"description\":\"Opens\",\"options\":[{\"type\":3,\"name\":\"game\",\"description\":"
        "\"Which\",\"autocomplete\":true}]}]},{\"name\":\"mod\",\"description\":\"Moderates\","
        "\"default_member_permissions\":\"0\"}]",
        200));
}

/* Answers the newest interaction with a callback; the interaction's token is kept. */
static char token[256];

static uint64_t inbound_interaction(int type)
{
    cJSON *d = fake_kit_event(&kit, "INTERACTION_CREATE");
    ck_assert_int_eq(cJSON_GetObjectItem(d, "type")->valueint, type);
    uint64_t id = fake_kit_id(d, "id");
    snprintf(token, sizeof token, "%s", fake_kit_text(d, "token"));
    cJSON_Delete(d);
    return id;
}

static const char *callback_path(uint64_t id)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s/callback", fake_kit_path("/interactions/#", id, 0), token);
    return path;
}

static const char *webhook_path(const char *rest)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s%s",
             fake_kit_path("/webhooks/#", fake_discord_bot(kit.fake), 0), token, rest);
    return path;
}

START_TEST(a_command_is_heard_and_answered)
{
    put_commands();
    fake_kit_login(&kit, 1);
    uint64_t id =
        fake_discord_slash(kit.fake, kit.ana, kit.channel, "/spyfall", "{\"variant\":\"short\"}");
    ck_assert_uint_ne(id, 0);
    ck_assert_uint_eq(inbound_interaction(2), id);
    cJSON_Delete(fake_kit_ask(&kit, "POST", callback_path(id),
                              "{\"type\":4,\"data\":{\"content\":\"Table 1\"}}", 204));
    ck_assert(fake_discord_has_seen(kit.fake, kit.bob, "Table 1"));
    char *outcome = fake_discord_outcome(kit.fake, id);
    ck_assert_ptr_nonnull(strstr(outcome, "\"answered\""));
    free(outcome);
    fake_kit_refused(&kit, "POST", callback_path(id), "{\"type\":6}", 40060);
}
END_TEST

START_TEST(a_client_sends_only_what_the_command_allows)
{
    put_commands();
    ck_assert_uint_eq(fake_discord_slash(kit.fake, kit.ana, kit.channel, "nothing", NULL), 0);
    ck_assert_uint_eq(fake_discord_slash(kit.fake, kit.ana, kit.channel, "ask", NULL), 0);
    ck_assert_str_eq(fake_discord_why(kit.fake), "a required option is missing");
    ck_assert_uint_eq(
        fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", "{\"variant\":\"long\"}"), 0);
    ck_assert_uint_eq(fake_discord_slash(kit.fake, kit.ana, kit.channel, "table", NULL), 0);
    ck_assert_uint_ne(fake_discord_slash(kit.fake, kit.ana, kit.channel, "table open", NULL), 0);
    ck_assert_uint_eq(fake_discord_slash(kit.fake, kit.ana, kit.channel, "mod", NULL), 0);
    uint64_t dm = fake_discord_dm(kit.fake, kit.ana);
    ck_assert_uint_eq(fake_discord_slash(kit.fake, kit.ana, dm, "ask", "{\"whom\":\"1\"}"), 0);
    ck_assert_uint_ne(fake_discord_slash(kit.fake, kit.ana, dm, "spyfall", NULL), 0);
}
END_TEST

START_TEST(an_ephemeral_answer_is_seen_by_one)
{
    put_commands();
    fake_kit_login(&kit, 1 | 4096);
    uint64_t id = fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", NULL);
    inbound_interaction(2);
    cJSON_Delete(fake_kit_ask(&kit, "POST", callback_path(id),
                              "{\"type\":4,\"data\":{\"content\":\"The spy is you\",\"flags\":64}}",
                              204));
    ck_assert(fake_discord_has_seen(kit.fake, kit.ana, "The spy is you"));
    ck_assert(!fake_discord_has_seen(kit.fake, kit.bob, "The spy is you"));
    uint64_t message = fake_discord_latest(kit.fake, kit.ana, kit.channel);
    ck_assert(!fake_discord_can_see(kit.fake, kit.bob, message));
    fake_kit_refused(&kit, "PATCH", fake_kit_path("/channels/#/messages/#", kit.channel, message),
                     "{\"content\":\"x\"}", 10008);
    cJSON *event = fake_kit_event(&kit, "MESSAGE_CREATE");
    ck_assert_ptr_null(cJSON_GetObjectItem(event, "guild_id"));
    cJSON_Delete(event);
}
END_TEST

START_TEST(a_public_deferral_makes_a_secret_public)
{
    put_commands();
    fake_kit_login(&kit, 1);
    uint64_t id = fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", NULL);
    inbound_interaction(2);
    cJSON_Delete(fake_kit_ask(&kit, "POST", callback_path(id), "{\"type\":5}", 204));
    cJSON_Delete(fake_kit_ask(&kit, "PATCH", webhook_path("/messages/@original"),
                              "{\"content\":\"The spy is you\",\"flags\":64}", 200));
    ck_assert(fake_discord_has_seen(kit.fake, kit.bob, "The spy is you"));
}
END_TEST

START_TEST(a_first_follow_up_after_a_deferral_fills_it)
{
    put_commands();
    fake_kit_login(&kit, 1);
    uint64_t id = fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", NULL);
    inbound_interaction(2);
    cJSON_Delete(
        fake_kit_ask(&kit, "POST", callback_path(id), "{\"type\":5,\"data\":{\"flags\":64}}", 204));
    cJSON_Delete(fake_kit_ask(&kit, "POST", webhook_path(""), "{\"content\":\"first\"}", 200));
    cJSON_Delete(fake_kit_ask(&kit, "POST", webhook_path(""), "{\"content\":\"second\"}", 200));
    ck_assert(!fake_discord_has_seen(kit.fake, kit.bob, "first"));
    ck_assert(fake_discord_has_seen(kit.fake, kit.bob, "second"));
}
END_TEST

START_TEST(late_answers_and_old_tokens_are_refused)
{
    put_commands();
    fake_kit_login(&kit, 1);
    uint64_t id = fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", NULL);
    inbound_interaction(2);
    fake_kit_pass(&kit, 3001);
    fake_kit_refused(&kit, "POST", callback_path(id), "{\"type\":5}", 10062);
    fake_kit_refused(&kit, "POST", webhook_path(""), "{\"content\":\"x\"}", 10015);
    id = fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", NULL);
    inbound_interaction(2);
    cJSON_Delete(fake_kit_ask(&kit, "POST", callback_path(id), "{\"type\":5}", 204));
    fake_kit_pass(&kit, 900000);
    fake_kit_refused(&kit, "PATCH", webhook_path("/messages/@original"), "{\"content\":\"x\"}",
                     50027);
}
END_TEST

START_TEST(a_button_opens_a_form_that_is_sent_back)
{
    fake_kit_login(&kit, 1);
    uint64_t message = fake_kit_post(
        &kit, "{\"content\":\"Board\",\"components\":[{\"type\":1,\"components\":[{\"type\":2,"
              "\"style\":1,\"label\":\"Call\",\"custom_id\":\"call\"},{\"type\":2,\"style\":2,"
              "\"label\":\"Off\",\"custom_id\":\"off\",\"disabled\":true}]}]}");
    ck_assert_uint_eq(fake_discord_press(kit.fake, kit.ana, message, "off", NULL), 0);
    ck_assert_uint_eq(fake_discord_press(kit.fake, kit.ana, message, "no", NULL), 0);
    uint64_t id = fake_discord_press(kit.fake, kit.ana, message, "call", NULL);
    ck_assert_uint_ne(id, 0);
    inbound_interaction(3);
    cJSON_Delete(fake_kit_ask(
        &kit, "POST", callback_path(id),
        "{\"type\":9,\"data\":{\"title\":\"Call\",\"custom_id\":\"form\",\"components\":[{\"type\":"
        "18,\"label\":\"Word\",\"component\":{\"type\":4,\"custom_id\":\"word\",\"style\":1,"
        "\"max_length\":5}}]}}",
        204));
    ck_assert_uint_eq(fake_discord_submit(kit.fake, kit.ana, "{\"word\":\"coffee\"}"), 0);
    id = fake_discord_submit(kit.fake, kit.ana, "{\"word\":\"tea\"}");
    ck_assert_uint_ne(id, 0);
    ck_assert_uint_eq(fake_discord_submit(kit.fake, kit.bob, "{\"word\":\"tea\"}"), 0);
    inbound_interaction(5);
    cJSON_Delete(fake_kit_ask(&kit, "POST", callback_path(id),
                              "{\"type\":7,\"data\":{\"content\":\"Board 2\"}}", 204));
    char *shown = fake_discord_message(kit.fake, message);
    ck_assert_ptr_nonnull(strstr(shown, "Board 2"));
    free(shown);
}
END_TEST

START_TEST(autocompletion_is_offered_to_who_types)
{
    put_commands();
    fake_kit_login(&kit, 1);
    uint64_t id = fake_discord_complete(kit.fake, kit.ana, kit.channel, "table open",
                                        "{\"game\":\"sp\"}", "game");
    inbound_interaction(4);
    fake_kit_refused(&kit, "POST", callback_path(id), "{\"type\":5}", 50035);
    cJSON_Delete(fake_kit_ask(&kit, "POST", callback_path(id),
                              "{\"type\":8,\"data\":{\"choices\":[{\"name\":\"Spyfall\",\"value\":"
                              "\"spyfall\"}]}}",
                              204));
    ck_assert(fake_discord_has_seen(kit.fake, kit.ana, "Spyfall"));
    ck_assert(!fake_discord_has_seen(kit.fake, kit.bob, "Spyfall"));
}
END_TEST

START_TEST(words_are_withheld_without_the_intent)
{
    fake_kit_login(&kit, 1 | 512 | 4096);
    fake_discord_say(kit.fake, kit.ana, kit.channel, "hello there", 0);
    cJSON *event = fake_kit_event(&kit, "MESSAGE_CREATE");
    ck_assert_str_eq(fake_kit_text(event, "content"), "");
    cJSON_Delete(event);
    char text[80];
    snprintf(text, sizeof text, "<@%s> hello", fake_kit_path("#", fake_discord_bot(kit.fake), 0));
    fake_discord_say(kit.fake, kit.ana, kit.channel, text, 0);
    event = fake_kit_event(&kit, "MESSAGE_CREATE");
    ck_assert_str_eq(fake_kit_text(event, "content"), text);
    cJSON_Delete(event);
    uint64_t dm = fake_discord_dm(kit.fake, kit.ana);
    fake_discord_say(kit.fake, kit.ana, dm, "in private", 0);
    event = fake_kit_event(&kit, "MESSAGE_CREATE");
    ck_assert_str_eq(fake_kit_text(event, "content"), "in private");
    cJSON_Delete(event);
}
END_TEST

START_TEST(a_private_thread_is_for_its_members_and_moderators)
{
    cJSON *thread = fake_kit_ask(
        &kit, "POST", fake_kit_path("/channels/#/threads", kit.channel, 0),
        "{\"name\":\"Team\",\"type\":12,\"invitable\":false,\"auto_archive_duration\":1440}", 201);
    uint64_t id = fake_kit_id(thread, "id");
    cJSON_Delete(thread);
    fake_kit_ask(&kit, "PUT", fake_kit_path("/channels/#/thread-members/#", id, kit.ana), NULL,
                 204);
    cJSON_Delete(fake_kit_ask(&kit, "POST", fake_kit_path("/channels/#/messages", id, 0),
                              "{\"content\":\"secret plan\"}", 200));
    ck_assert(fake_discord_has_seen(kit.fake, kit.ana, "secret plan"));
    ck_assert(!fake_discord_has_seen(kit.fake, kit.bob, "secret plan"));
    uint64_t role =
        fake_discord_role(kit.fake, kit.guild, "moderator", (UINT64_C(1) << 34) | 1024 | 65536);
    fake_discord_role_give(kit.fake, kit.guild, kit.bob, role);
    ck_assert(fake_discord_has_seen(kit.fake, kit.bob, "secret plan"));
    fake_kit_ask(&kit, "DELETE", fake_kit_path("/channels/#/thread-members/#", id, kit.ana), NULL,
                 204);
    cJSON_Delete(fake_kit_ask(&kit, "POST", fake_kit_path("/channels/#/messages", id, 0),
                              "{\"content\":\"without ana\"}", 200));
    ck_assert(!fake_discord_has_seen(kit.fake, kit.ana, "without ana"));
    fake_discord_archive(kit.fake, id, true, false);
    fake_kit_refused(&kit, "PUT", fake_kit_path("/channels/#/thread-members/#", id, kit.ana), NULL,
                     50083);
}
END_TEST

START_TEST(direct_messages_can_be_closed)
{
    uint64_t dm = fake_discord_dm(kit.fake, kit.ana);
    const char *path = fake_kit_path("/channels/#/messages", dm, 0);
    cJSON_Delete(fake_kit_ask(&kit, "POST", path, "{\"content\":\"hand\"}", 200));
    fake_discord_dms(kit.fake, kit.ana, FAKE_DISCORD_DMS_CLOSED);
    fake_kit_refused(&kit, "POST", path, "{\"content\":\"hand\"}", 50007);
    fake_discord_dms(kit.fake, kit.ana, FAKE_DISCORD_DMS_OPEN);
    fake_discord_leave(kit.fake, kit.guild, kit.ana);
    fake_kit_refused(&kit, "POST", path, "{\"content\":\"hand\"}", 50278);
    ck_assert(!fake_discord_has_seen(kit.fake, kit.bob, "hand"));
}
END_TEST

START_TEST(too_many_direct_messages_are_refused)
{
    fake_discord_knobs(kit.fake)->dm_burst = 1;
    char body[80];
    snprintf(body, sizeof body, "{\"recipient_id\":\"%s\"}", fake_kit_path("#", kit.ana, 0));
    cJSON_Delete(fake_kit_ask(&kit, "POST", "/users/@me/channels", body, 200));
    cJSON_Delete(fake_kit_ask(&kit, "POST", "/users/@me/channels", body, 200));
    snprintf(body, sizeof body, "{\"recipient_id\":\"%s\"}", fake_kit_path("#", kit.bob, 0));
    fake_kit_refused(&kit, "POST", "/users/@me/channels", body, 40003);
}
END_TEST

START_TEST(places_that_end_are_told)
{
    fake_kit_login(&kit, 1 | 512);
    uint64_t message = fake_kit_post(&kit, "{\"content\":\"board\"}");
    fake_discord_delete_message(kit.fake, kit.ana, message);
    ck_assert(fake_discord_can_see(kit.fake, kit.ana, message)); /* not hers to delete */
    fake_discord_role_may(kit.fake, kit.guild, kit.guild, 1024 | 2048 | 65536 | (1 << 13));
    fake_discord_delete_message(kit.fake, kit.ana, message);
    cJSON *event = fake_kit_event(&kit, "MESSAGE_DELETE");
    ck_assert_uint_eq(fake_kit_id(event, "id"), message);
    cJSON_Delete(event);
    fake_discord_outage(kit.fake, kit.guild, true);
    event = fake_kit_event(&kit, "GUILD_DELETE");
    ck_assert(cJSON_IsTrue(cJSON_GetObjectItem(event, "unavailable")));
    cJSON_Delete(event);
    fake_discord_outage(kit.fake, kit.guild, false);
    cJSON_Delete(fake_kit_event(&kit, "GUILD_CREATE"));
    fake_discord_delete_channel(kit.fake, kit.channel);
    cJSON_Delete(fake_kit_event(&kit, "CHANNEL_DELETE"));
    fake_discord_kick_bot(kit.fake, kit.guild);
    event = fake_kit_event(&kit, "GUILD_DELETE");
    ck_assert_ptr_null(cJSON_GetObjectItem(event, "unavailable"));
    cJSON_Delete(event);
}
END_TEST

/* Is the signature that of the key that the application tells? */
static bool is_signed(const char *key, const char *signature, const char *text)
{
    unsigned char bytes[32];
    unsigned char sign[64];
    for (size_t i = 0; i < sizeof bytes; i++) {
        const char hex[3] = {key[2 * i], key[2 * i + 1], '\0'};
        bytes[i] = (unsigned char)strtoul(hex, NULL, 16);
    }
    for (size_t i = 0; i < sizeof sign; i++) {
        const char hex[3] = {signature[2 * i], signature[2 * i + 1], '\0'};
        sign[i] = (unsigned char)strtoul(hex, NULL, 16);
    }
    EVP_PKEY *public = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, sizeof bytes);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ck_assert_int_eq(EVP_DigestVerifyInit(context, NULL, NULL, NULL, public), 1);
    int sound =
        EVP_DigestVerify(context, sign, sizeof sign, (const unsigned char *)text, strlen(text));
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public);
    return sound == 1;
}

START_TEST(an_endpoint_is_posted_to_and_answers_in_the_body)
{
    put_commands();
    fake_kit_login(&kit, 1);
    fake_discord_endpoint(kit.fake, "https://bot.example/interactions");
    cJSON *application = fake_kit_ask(&kit, "GET", "/applications/@me", NULL, 200);
    uint64_t id = fake_discord_slash(kit.fake, kit.ana, kit.channel, "spyfall", NULL);
    ck_assert_ptr_null(fake_kit_take(&kit, kit.link)); /* nothing by the gateway */
    char *post = fake_discord_post_take(kit.fake);
    ck_assert_ptr_nonnull(post);
    cJSON *json = cJSON_ParseWithLength(post, strlen(post));
    const char *body = fake_kit_text(json, "body");
    static char whole[8192];
    snprintf(whole, sizeof whole, "%s%s", fake_kit_text(json, "timestamp"), body);
    const char *key = fake_kit_text(application, "verify_key");
    ck_assert(is_signed(key, fake_kit_text(json, "signature"), whole));
    whole[strlen(whole) - 2] ^= 1;
    ck_assert(!is_signed(key, fake_kit_text(json, "signature"), whole));
    ck_assert_ptr_nonnull(strstr(body, "\"spyfall\""));
    cJSON_Delete(json);
    cJSON_Delete(application);
    free(post);
    static const char answer[] = "{\"type\":4,\"data\":{\"content\":\"by HTTP\"}}";
    ck_assert_int_eq(fake_discord_post_answered(kit.fake, id, 200, answer, sizeof answer - 1), 0);
    ck_assert(fake_discord_has_seen(kit.fake, kit.bob, "by HTTP"));
    ck_assert_int_eq(fake_discord_post_answered(kit.fake, id, 200, answer, sizeof answer - 1),
                     40060);
    fake_discord_ping(kit.fake);
    post = fake_discord_post_take(kit.fake);
    ck_assert_ptr_nonnull(strstr(post, "\\\"type\\\":1"));
    free(post);
    ck_assert_ptr_null(fake_discord_post_take(kit.fake));
}
END_TEST

Suite *suite_fake_people(void);

Suite *suite_fake_people(void)
{
    Suite *suite = suite_create("fake_people");
    TCase *tcase = tcase_create("people");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, a_command_is_heard_and_answered);
    tcase_add_test(tcase, a_client_sends_only_what_the_command_allows);
    tcase_add_test(tcase, an_ephemeral_answer_is_seen_by_one);
    tcase_add_test(tcase, a_public_deferral_makes_a_secret_public);
    tcase_add_test(tcase, a_first_follow_up_after_a_deferral_fills_it);
    tcase_add_test(tcase, late_answers_and_old_tokens_are_refused);
    tcase_add_test(tcase, a_button_opens_a_form_that_is_sent_back);
    tcase_add_test(tcase, autocompletion_is_offered_to_who_types);
    tcase_add_test(tcase, words_are_withheld_without_the_intent);
    tcase_add_test(tcase, a_private_thread_is_for_its_members_and_moderators);
    tcase_add_test(tcase, direct_messages_can_be_closed);
    tcase_add_test(tcase, too_many_direct_messages_are_refused);
    tcase_add_test(tcase, places_that_end_are_told);
    tcase_add_test(tcase, an_endpoint_is_posted_to_and_answers_in_the_body);
    suite_add_tcase(suite, tcase);
    return suite;
}
