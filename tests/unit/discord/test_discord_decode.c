/* What Discord tells, read without trust; and bodies that say who may read them. */
#include <check.h>
#include <string.h>

#include "discord_body.h"
#include "discord_decode.h"
#include "shape_kit.h"

Suite *suite_discord_decode(void);

static struct discord_interaction read_r;
static struct discord_message message;
static cJSON *json;

static void tear_down(void)
{
    cJSON_Delete(json);
    json = NULL;
    shape_tear_down();
}

#define HEAD                                                                                     \
    "\"id\":\"1100000000000000001\",\"token\":\"tok\",\"channel_id\":\"5\",\"guild_id\":\"4\","  \
    "\"app_permissions\":\"1024\",\"member\":{\"nick\":\"A\\u202ena\",\"permissions\":\"8192\"," \
    "\"roles\":[\"9\"],\"user\":{\"id\":\"3\",\"username\":\"ana\"}}"

static bool interaction(const char *text)
{
    cJSON_Delete(json);
    json = shape_json(text);
    return discord_interaction(shape_arena, json, &read_r);
}

START_TEST(a_slash_command_with_its_arguments)
{
    ck_assert(interaction(
        "{\"type\":2," HEAD ",\"data\":{\"name\":\"table\",\"options\":[{\"type\":1,\"name\":"
        "\"option\",\"options\":[{\"type\":3,\"name\":\"documents-kind\",\"value\":\"x\"},"
        "{\"type\":4,\"name\":\"table\",\"value\":3},{\"type\":5,\"name\":\"on\",\"value\":true}]}"
        "]}}"));
    ck_assert_str_eq(read_r.command, "table option");
    ck_assert_str_eq(value_text_at(&read_r.args, "table", ""), "3");
    ck_assert_str_eq(value_text_at(&read_r.args, "on", ""), "yes");
    ck_assert_str_eq(read_r.who.name, "Ana");
    ck_assert_uint_eq(read_r.who.may, 8192);
    ck_assert_uint_eq(read_r.app_may, 1024);
}
END_TEST

START_TEST(a_press_with_values)
{
    ck_assert(interaction("{\"type\":3," HEAD ",\"message\":{\"id\":\"77\",\"flags\":64},\"data\":{"
                          "\"custom_id\":\"t1.2.vote\",\"values\":[\"1\",2,\"3\"]}}"));
    ck_assert_str_eq(read_r.control, "t1.2.vote");
    ck_assert_uint_eq(read_r.value_count, 2);
    ck_assert_str_eq(read_r.message, "77");
    ck_assert(read_r.on_ephemeral);
}
END_TEST

START_TEST(a_form_with_labels_and_a_fold)
{
    ck_assert(interaction(
        "{\"type\":5," HEAD ",\"data\":{\"custom_id\":\"t1.2.say\",\"components\":[{\"type\":18,"
        "\"component\":{\"type\":4,\"custom_id\":\"say\",\"value\":\"hello\"}},{\"type\":18,"
        "\"component\":{\"type\":3,\"custom_id\":\"symbol\",\"values\":[\"money\"]}},{\"type\":18,"
        "\"component\":{\"type\":4,\"custom_id\":\"+one+two\",\"value\":\"One: 1\\nTwo: 2 "
        "2\"}}]}}"));
    ck_assert_str_eq(value_text_at(&read_r.args, "say", ""), "hello");
    ck_assert_str_eq(value_text_at(&read_r.args, "symbol", ""), "money");
    ck_assert_str_eq(value_text_at(&read_r.args, "one", ""), "1");
    ck_assert_str_eq(value_text_at(&read_r.args, "two", ""), "2 2");
}
END_TEST

START_TEST(several_values_of_a_form_are_one_text)
{
    ck_assert(interaction(
        "{\"type\":5," HEAD ",\"data\":{\"custom_id\":\"t1.2.drop\",\"components\":[{\"type\":18,"
        "\"component\":{\"type\":3,\"custom_id\":\"cards\",\"values\":[\"R6\",7,\"Y3\"]}},"
        "{\"type\":18,\"component\":{\"type\":3,\"custom_id\":\"none\",\"values\":[]}}]}}"));
    ck_assert_str_eq(value_text_at(&read_r.args, "cards", ""), "R6,Y3");
    ck_assert_str_eq(value_text_at(&read_r.args, "none", "nothing"), "");
}
END_TEST

#define MENU(id, values) \
    "{\"type\":18,\"component\":{\"type\":3,\"custom_id\":\"" id "\",\"values\":[" values "]}}"

/* How often it is there. */
static unsigned count_of(const char *name)
{
    unsigned count = 0;
    for (uint16_t at = value_first(&read_r.args, VALUE_NONE); at != VALUE_NONE;
         at = value_next(&read_r.args, VALUE_NONE, at)) {
        count += strcmp(read_r.args.fact[at].key, name) == 0;
    }
    return count;
}

START_TEST(the_menus_of_one_field_are_that_field)
{
#define FORM "{\"type\":5," HEAD ",\"data\":{\"custom_id\":\"t1.2.eliminate\",\"components\":["
    ck_assert(interaction(
        FORM MENU("card", "") "," MENU("card~2", "\"K7\"") "," MENU("card~3", "") "]}}"));
    ck_assert_str_eq(value_text_at(&read_r.args, "card", ""), "K7");
    ck_assert_uint_eq(count_of("card"), 1);
    ck_assert(interaction(FORM MENU("card", "") "," MENU("card~2", "") "]}}"));
    ck_assert_str_eq(value_text_at(&read_r.args, "card", "nothing"), "");
    ck_assert_uint_eq(count_of("card"), 1);
    /* two, which the house refuses, as it does all that contradicts itself */
    ck_assert(interaction(FORM MENU("card", "\"R6\"") "," MENU("card~2", "\"K7\"") "]}}"));
    ck_assert_uint_eq(count_of("card"), 2);
    ck_assert_uint_eq(count_of("card~2"), 0);
}
END_TEST

START_TEST(what_stands_in_the_menu_below_is_pressed_as_a_button)
{
    ck_assert(interaction("{\"type\":3," HEAD ",\"data\":{\"custom_id\":\"+\",\"values\":["
                          "\"t1.2.vote.seat=20\"]}}"));
    ck_assert_str_eq(read_r.control, "t1.2.vote.seat=20");
    ck_assert_uint_eq(read_r.value_count, 0);
    ck_assert(!read_r.wants_form);
    ck_assert(interaction("{\"type\":3," HEAD ",\"data\":{\"custom_id\":\"+3\",\"values\":["
                          "\"t1.-.guess~\"]}}"));
    ck_assert_str_eq(read_r.control, "t1.-.guess");
    ck_assert(read_r.wants_form);
    ck_assert(!interaction("{\"type\":3," HEAD ",\"data\":{\"custom_id\":\"+\",\"values\":[]}}"));
    ck_assert(!interaction("{\"type\":3," HEAD ",\"data\":{\"custom_id\":\"+\"}}"));
}
END_TEST

START_TEST(what_is_no_interaction_is_none)
{
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"type\":9," HEAD "}",
        "{\"type\":2," HEAD "}",
        "{\"type\":3," HEAD ",\"data\":{}}",
        "{\"type\":2,\"id\":\"1\",\"token\":\"a/b\",\"data\":{\"name\":\"x\"}}",
        "{\"type\":2,\"id\":\"x1\",\"token\":\"a\",\"channel_id\":\"5\",\"user\":{\"id\":\"3\"}}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(!interaction(bad[i]), "%s", bad[i]);
    }
    ck_assert(interaction("{\"type\":1,\"id\":\"1\",\"token\":\"t\"}"));
}
END_TEST

START_TEST(installed_by_a_person_is_a_stranger)
{
    ck_assert(interaction("{\"type\":2," HEAD ",\"authorizing_integration_owners\":{\"1\":\"3\"},"
                          "\"data\":{\"name\":\"hand\"}}"));
    ck_assert(read_r.foreign);
    ck_assert(interaction("{\"type\":2," HEAD ",\"authorizing_integration_owners\":{\"0\":\"4\"},"
                          "\"data\":{\"name\":\"hand\"}}"));
    ck_assert(!read_r.foreign);
}
END_TEST

static void inbound(const char *text)
{
    cJSON_Delete(json);
    json = shape_json(text);
    ck_assert(discord_message(shape_arena, json, "2", &message));
}

START_TEST(messages_of_people_bots_and_our_own)
{
    inbound("{\"id\":\"8\",\"channel_id\":\"5\",\"guild_id\":\"4\",\"author\":{\"id\":\"3\","
            "\"global_name\":\"Ana\"},\"content\":\"hi\",\"type\":19,\"mentions\":[{\"id\":\"2\"}],"
            "\"message_reference\":{\"message_id\":\"7\"},\"referenced_message\":{\"author\":"
            "{\"id\":\"2\"}}}");
    ck_assert(message.plain && message.mentions_us && !message.robot && !message.own);
    ck_assert_str_eq(message.who.name, "Ana");
    ck_assert_str_eq(message.reply, "7");
    ck_assert_str_eq(message.reply_author, "2");
    inbound(
        "{\"id\":\"8\",\"channel_id\":\"5\",\"author\":{\"id\":\"9\",\"bot\":true},\"type\":0}");
    ck_assert(message.robot);
    inbound("{\"id\":\"8\",\"channel_id\":\"5\",\"author\":{\"id\":\"9\"},\"webhook_id\":\"1\"}");
    ck_assert(message.robot);
    inbound(
        "{\"id\":\"8\",\"channel_id\":\"5\",\"author\":{\"id\":\"2\",\"bot\":true},\"flags\":64,"
        "\"nonce\":12}");
    ck_assert(message.own && message.ephemeral);
    ck_assert_str_eq(message.nonce, "12");
}
END_TEST

START_TEST(a_moment_and_a_number_of_64_bits)
{
    ck_assert_uint_eq(discord_number("18446744073709551600"), 18446744073709551600ULL);
    ck_assert_uint_eq(discord_number("18446744073709551700"), 0);
    ck_assert_uint_eq(discord_number("12a"), 0);
    ck_assert_int_eq(discord_born_ms(175928847299117063ULL), 1462015105796);
}
END_TEST

static const struct doc *secret_doc(void)
{
    struct doc *doc = doc_new(shape_arena);
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, "secret", false);
    return doc;
}

START_TEST(a_secret_is_never_public_and_what_is_public_no_secret)
{
    static const enum send_kind all[] = {SEND_POST, SEND_EDIT, SEND_PRIVATE, SEND_ANSWER,
                                         SEND_RELAY};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct sending sending = {.kind = all[i], .doc = secret_doc()};
        struct public_doc open;
        struct secret_doc secret;
        bool private = all[i] == SEND_PRIVATE || all[i] == SEND_ANSWER;
        ck_assert(public_doc_of(shape_arena, &sending, &open) == !private);
        ck_assert(secret_doc_of(shape_arena, &sending, &secret) == private);
    }
}
END_TEST

START_TEST(an_aside_is_ephemeral_and_every_body_notifies_nobody_unasked)
{
    const struct sending sending = {.kind = SEND_ANSWER, .doc = secret_doc()};
    struct secret_doc doc;
    struct discord_secret_shape shape;
    const struct discord_part part = {.part = 0};
    ck_assert(secret_doc_of(shape_arena, &sending, &doc));
    discord_secret_shape(doc, NULL, false, &shape);
    ck_assert_str_eq(discord_ephemeral_body(shape_arena, &shape, &part).json,
                     "{\"content\":\"secret\",\"components\":[],\"allowed_mentions\":{\"parse\":[]"
                     ",\"users\":[]},\"flags\":68}");
    const struct discord_part nonced = {.part = 0, .nonce = "abc"};
    ck_assert_str_eq(discord_direct_body(shape_arena, &shape, &nonced).json,
                     "{\"content\":\"secret\",\"components\":[],\"allowed_mentions\":{\"parse\":[]"
                     ",\"users\":[]},\"flags\":4100,\"nonce\":\"abc\",\"enforce_nonce\":true}");
    const struct discord_part calls = {.part = 0, .nonce = "abc", .notify = true};
    ck_assert_str_eq(discord_direct_body(shape_arena, &shape, &calls).json,
                     "{\"content\":\"secret\",\"components\":[],\"allowed_mentions\":{\"parse\":[]"
                     ",\"users\":[]},\"flags\":4,\"nonce\":\"abc\",\"enforce_nonce\":true}");
}
END_TEST

Suite *suite_discord_decode(void)
{
    Suite *suite = suite_create("discord_decode");
    TCase *tcase = tcase_create("decode");
    tcase_add_checked_fixture(tcase, shape_set_up, tear_down);
    tcase_add_test(tcase, a_slash_command_with_its_arguments);
    tcase_add_test(tcase, a_press_with_values);
    tcase_add_test(tcase, a_form_with_labels_and_a_fold);
    tcase_add_test(tcase, several_values_of_a_form_are_one_text);
    tcase_add_test(tcase, the_menus_of_one_field_are_that_field);
    tcase_add_test(tcase, what_stands_in_the_menu_below_is_pressed_as_a_button);
    tcase_add_test(tcase, what_is_no_interaction_is_none);
    tcase_add_test(tcase, installed_by_a_person_is_a_stranger);
    tcase_add_test(tcase, messages_of_people_bots_and_our_own);
    tcase_add_test(tcase, a_moment_and_a_number_of_64_bits);
    tcase_add_test(tcase, a_secret_is_never_public_and_what_is_public_no_secret);
    tcase_add_test(tcase, an_aside_is_ephemeral_and_every_body_notifies_nobody_unasked);
    suite_add_tcase(suite, tcase);
    return suite;
}
