/* Who is in a server: as far as the gateway has told, and no further. */
#include <check.h>

#include "discord_members.h"
#include "shape_kit.h"

Suite *suite_discord_members(void);

static struct discord_members *members;
static uint64_t dice;

static void fresh(bool told)
{
    const struct entropy entropy = entropy_seeded(&dice, 1);
    discord_members_free(&members);
    members = discord_members_new(&entropy, told);
}

static void set_up(void)
{
    shape_set_up();
    fresh(true);
}

static void tear_down(void)
{
    discord_members_free(&members);
    shape_tear_down();
}

static void hear(const char *event, const char *json)
{
    cJSON *data = shape_json(json);
    discord_members_update(members, event, data);
    cJSON_Delete(data);
}

static enum discord_member is(const char *guild, const char *user)
{
    const cJSON *roles = NULL;
    enum discord_member member = discord_members_at(members, guild, user, &roles);
    ck_assert_int_eq(member == DISCORD_MEMBER_IN, roles != NULL);
    return member;
}

static void server(void)
{
    hear("GUILD_CREATE", "{\"id\":\"1\",\"members\":[{\"user\":{\"id\":\"5\"},\"roles\":[\"20\"]},"
                         "{\"user\":{\"id\":\"6\"}},7,{\"roles\":[]}]}");
}

START_TEST(members_are_in_until_they_leave)
{
    server();
    ck_assert_int_eq(is("1", "5"), DISCORD_MEMBER_IN);
    ck_assert_int_eq(is("1", "6"), DISCORD_MEMBER_UNKNOWN); /* without roles: nothing is told */
    ck_assert_int_eq(is("2", "5"), DISCORD_MEMBER_UNKNOWN);
    hear("GUILD_MEMBER_ADD", "{\"guild_id\":\"1\",\"user\":{\"id\":\"6\"},\"roles\":[]}");
    ck_assert_int_eq(is("1", "6"), DISCORD_MEMBER_IN);
    hear("GUILD_MEMBER_REMOVE", "{\"guild_id\":\"1\",\"user\":{\"id\":\"5\"}}");
    ck_assert_int_eq(is("1", "5"), DISCORD_MEMBER_GONE);
    hear("GUILD_MEMBER_ADD", "{\"guild_id\":\"2\",\"user\":{\"id\":\"5\"},\"roles\":[]}");
    ck_assert_int_eq(is("2", "5"), DISCORD_MEMBER_UNKNOWN); /* of a server that is not known */
}
END_TEST

START_TEST(roles_are_those_of_the_last_event)
{
    const cJSON *roles = NULL;
    server();
    hear("GUILD_MEMBER_UPDATE",
         "{\"guild_id\":\"1\",\"user\":{\"id\":\"5\"},\"roles\":[\"21\",\"22\"]}");
    ck_assert_int_eq(discord_members_at(members, "1", "5", &roles), DISCORD_MEMBER_IN);
    ck_assert_int_eq(cJSON_GetArraySize(roles), 2);
}
END_TEST

START_TEST(a_guild_that_is_created_anew_begins_anew)
{
    server();
    hear("GUILD_CREATE", "{\"id\":\"1\",\"members\":[]}");
    ck_assert_int_eq(is("1", "5"), DISCORD_MEMBER_UNKNOWN);
    server();
    hear("GUILD_DELETE", "{\"id\":\"1\",\"unavailable\":true}");
    ck_assert_int_eq(is("1", "5"), DISCORD_MEMBER_UNKNOWN);
}
END_TEST

START_TEST(without_the_intent_nobody_is_known)
{
    fresh(false);
    server();
    ck_assert_int_eq(is("1", "5"), DISCORD_MEMBER_UNKNOWN);
}
END_TEST

Suite *suite_discord_members(void)
{
    Suite *suite = suite_create("discord_members");
    TCase *tcase = tcase_create("members");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, members_are_in_until_they_leave);
    tcase_add_test(tcase, roles_are_those_of_the_last_event);
    tcase_add_test(tcase, a_guild_that_is_created_anew_begins_anew);
    tcase_add_test(tcase, without_the_intent_nobody_is_known);
    suite_add_tcase(suite, tcase);
    return suite;
}
