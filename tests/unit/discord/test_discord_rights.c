/* Permissions, by the order that Discord gives: roles, then overwrites of everybody, of roles, of
 * the member; and what the gateway tells of changes. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "discord_rights.h"
#include "shape_kit.h"

Suite *suite_discord_rights(void);

#define BOT "900"

static struct discord_rights *rights;
static uint64_t dice;

static void set_up(void)
{
    shape_set_up();
    const struct entropy entropy = entropy_seeded(&dice, 1);
    rights = discord_rights_new(&entropy);
}

static void tear_down(void)
{
    discord_rights_free(&rights);
    shape_tear_down();
}

static void hear(const char *event, const char *json)
{
    cJSON *data = shape_json(json);
    discord_rights_update(rights, event, data, BOT);
    cJSON_Delete(data);
}

/* Everybody sees (1024) and sends (2048); the bot's role 20 embeds, attaches and reads back. */
static void server(const char *overwrites)
{
    char json[1024];
    snprintf(json, sizeof json,
             "{\"id\":\"1\",\"owner_id\":\"5\",\"roles\":[{\"id\":\"1\",\"permissions\":\"3072\"},"
             "{\"id\":\"20\",\"permissions\":\"114688\"},{\"id\":\"21\",\"permissions\":\"8192\"}],"
             "\"members\":[{\"user\":{\"id\":\"900\"},\"roles\":[\"20\"]}],\"channels\":[{\"id\":"
             "\"7\",\"permission_overwrites\":[%s]}],\"threads\":[{\"id\":\"8\",\"parent_id\":"
             "\"7\"}]}",
             overwrites);
    hear("GUILD_CREATE", json);
}

static const struct discord_rights_query own = {.guild = "1", .channel = "7"};

static uint64_t may(void)
{
    uint64_t bits = 0;
    ck_assert(discord_rights_of(rights, &own, &bits));
    return bits;
}

START_TEST(overwrites_count_in_their_order)
{
    server("");
    ck_assert_uint_eq(may(), 3072 + 114688);
    server("{\"id\":\"1\",\"type\":0,\"allow\":\"0\",\"deny\":\"2048\"}");
    ck_assert_uint_eq(may(), 1024 + 65536); /* who may not send embeds nothing */
    server("{\"id\":\"1\",\"type\":0,\"allow\":\"0\",\"deny\":\"2048\"},"
           "{\"id\":\"20\",\"type\":0,\"allow\":\"2048\",\"deny\":\"65536\"}");
    ck_assert_uint_eq(may(), 3072 + 114688 - 65536);
    server("{\"id\":\"20\",\"type\":0,\"allow\":\"0\",\"deny\":\"1024\"}");
    ck_assert_uint_eq(may(), 0); /* who sees nothing may nothing */
    server("{\"id\":\"20\",\"type\":0,\"allow\":\"0\",\"deny\":\"1024\"},"
           "{\"id\":\"900\",\"type\":1,\"allow\":\"1024\",\"deny\":\"0\"}");
    ck_assert_uint_eq(may(), 3072 + 114688);
    server("{\"id\":\"21\",\"type\":0,\"allow\":\"0\",\"deny\":\"1024\"}");
    ck_assert_uint_eq(may(), 3072 + 114688); /* a role of others */
}
END_TEST

START_TEST(changes_are_followed)
{
    uint64_t bits = 0;
    server("");
    hear("GUILD_ROLE_UPDATE",
         "{\"guild_id\":\"1\",\"role\":{\"id\":\"20\",\"permissions\":\"16384\"}}");
    ck_assert_uint_eq(may(), 3072 + 16384);
    hear("GUILD_MEMBER_UPDATE",
         "{\"guild_id\":\"1\",\"user\":{\"id\":\"900\"},\"roles\":[\"21\"]}");
    ck_assert_uint_eq(may(), 3072 + 8192);
    hear("GUILD_MEMBER_UPDATE", "{\"guild_id\":\"1\",\"user\":{\"id\":\"7\"},\"roles\":[]}");
    ck_assert_uint_eq(may(), 3072 + 8192); /* somebody else's */
    hear("GUILD_ROLE_DELETE", "{\"guild_id\":\"1\",\"role_id\":\"21\"}");
    ck_assert_uint_eq(may(), 3072);
    hear("CHANNEL_UPDATE", "{\"guild_id\":\"1\",\"id\":\"7\",\"permission_overwrites\":[{\"id\":"
                           "\"1\",\"type\":0,\"allow\":\"0\",\"deny\":\"1024\"}]}");
    ck_assert_uint_eq(may(), 0);
    const struct discord_rights_query thread = {.channel = "8"};
    ck_assert(discord_rights_of(rights, &thread, &bits)); /* by its channel's rules */
    ck_assert_uint_eq(bits, 0);
    ck_assert(discord_rights_thread(rights, &thread));
    ck_assert(!discord_rights_thread(rights, &own));
    hear("CHANNEL_DELETE", "{\"guild_id\":\"1\",\"id\":\"7\"}");
    ck_assert(!discord_rights_of(rights, &own, &bits));
    server("");
    hear("GUILD_DELETE", "{\"id\":\"1\"}");
    ck_assert(!discord_rights_of(rights, &own, &bits));
}
END_TEST

START_TEST(a_time_out_ends)
{
    struct discord_rights_query asked = own;
    uint64_t bits = 0;
    server("");
    hear("GUILD_MEMBER_UPDATE",
         "{\"guild_id\":\"1\",\"user\":{\"id\":\"900\"},\"roles\":[\"20\"],"
         "\"communication_disabled_until\":\"2026-03-01T00:00:10.5+00:00\"}");
    asked.now_ms = INT64_C(1772323209000); /* a second before */
    ck_assert(discord_rights_of(rights, &asked, &bits));
    ck_assert_uint_eq(bits, 1024 + 65536);
    asked.now_ms = INT64_C(1772323211000);
    ck_assert(discord_rights_of(rights, &asked, &bits));
    ck_assert_uint_eq(bits, 3072 + 114688);
}
END_TEST

START_TEST(others_are_known_by_the_roles_they_show)
{
    uint64_t bits = 0;
    cJSON *roles = shape_json("[\"21\"]");
    struct discord_rights_query asked = {
        .guild = "1", .channel = "7", .user = "77", .roles = roles};
    server("");
    ck_assert(discord_rights_of(rights, &asked, &bits));
    ck_assert((bits & DISCORD_MODERATES) != 0);
    asked.roles = NULL;
    ck_assert(discord_rights_of(rights, &asked, &bits));
    ck_assert((bits & DISCORD_MODERATES) == 0);
    asked.user = "5"; /* whose server it is */
    ck_assert(discord_rights_of(rights, &asked, &bits));
    ck_assert((bits & DISCORD_MODERATES) != 0);
    asked.guild = "2";
    ck_assert(!discord_rights_of(rights, &asked, &bits));
    ck_assert_uint_eq(bits, 0);
    cJSON_Delete(roles);
}
END_TEST

START_TEST(a_right_in_one_channel_is_none_in_the_guild)
{
    uint64_t bits = 0;
    cJSON *none = shape_json("[]");
    cJSON *manages = shape_json("[\"21\"]");
    struct discord_rights_query asked = {.guild = "1", .channel = "7", .user = "77", .roles = none};
    server("{\"id\":\"77\",\"type\":1,\"allow\":\"8192\",\"deny\":\"0\"}");
    ck_assert(discord_rights_of(rights, &asked, &bits));
    ck_assert((bits & DISCORD_MODERATES) != 0);
    ck_assert(discord_rights_of_guild(rights, &asked, &bits));
    ck_assert_uint_eq(bits, 3072);
    asked.roles = manages;
    ck_assert(discord_rights_of_guild(rights, &asked, &bits));
    ck_assert((bits & DISCORD_MODERATES) != 0);
    server("{\"id\":\"21\",\"type\":0,\"allow\":\"0\",\"deny\":\"8192\"}");
    ck_assert(discord_rights_of_guild(rights, &asked, &bits)); /* one channel takes nothing away */
    ck_assert((bits & DISCORD_MODERATES) != 0);
    asked.user = "5";
    asked.roles = none;
    ck_assert(discord_rights_of_guild(rights, &asked, &bits));
    ck_assert((bits & DISCORD_MODERATES) != 0);
    asked.guild = "2";
    ck_assert(!discord_rights_of_guild(rights, &asked, &bits));
    ck_assert_uint_eq(bits, 0);
    cJSON_Delete(none);
    cJSON_Delete(manages);
}
END_TEST

START_TEST(what_is_no_server_is_nothing)
{
    static const char *const texts[] = {"{}", "[]", "{\"id\":7,\"roles\":5,\"channels\":{\"a\":1}}",
                                        "{\"id\":\"1\",\"roles\":[null,3,{}],\"members\":[7],"
                                        "\"channels\":[{\"id\":\"7\",\"permission_overwrites\":"
                                        "[9,{\"id\":{}}]}],\"threads\":[{}]}"};
    static const char *const events[] = {
        "GUILD_CREATE",     "GUILD_UPDATE",        "GUILD_ROLE_CREATE", "CHANNEL_CREATE",
        "THREAD_LIST_SYNC", "GUILD_MEMBER_UPDATE", "THREAD_DELETE",     "GUILD_DELETE"};
    uint64_t bits = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t k = 0; k < sizeof events / sizeof *events; k++) {
            hear(events[k], texts[i]);
            discord_rights_of(rights, &own, &bits);
            ck_assert_uint_eq(bits, 0);
        }
    }
}
END_TEST

Suite *suite_discord_rights(void)
{
    Suite *suite = suite_create("discord_rights");
    TCase *tcase = tcase_create("rights");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, overwrites_count_in_their_order);
    tcase_add_test(tcase, changes_are_followed);
    tcase_add_test(tcase, a_time_out_ends);
    tcase_add_test(tcase, others_are_known_by_the_roles_they_show);
    tcase_add_test(tcase, a_right_in_one_channel_is_none_in_the_guild);
    tcase_add_test(tcase, what_is_no_server_is_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
