/* Rooms of the Matrix homeserver for tests: who may what, and who sees what. */
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

static const char safe_room[] =
    "{\"preset\":\"private_chat\",\"is_direct\":true,\"invite\":[\"@ana:fake.example\"],"
    "\"room_version\":\"%s\",\"initial_state\":["
    "{\"type\":\"m.room.history_visibility\",\"state_key\":\"\","
    "\"content\":{\"history_visibility\":\"joined\"}},"
    "{\"type\":\"m.room.guest_access\",\"state_key\":\"\","
    "\"content\":{\"guest_access\":\"forbidden\"}}],"
    "\"power_level_content_override\":{\"invite\":100,\"state_default\":100,\"users_default\":0,"
    "\"events\":{\"m.room.encryption\":100}}}";

/* A direct room of the bot with ana, who is in it. */
static const char *direct(const char *version, char room[128])
{
    char body[1000];
    snprintf(body, sizeof body, safe_room, version);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/createRoom");
    snprintf(room, 128, "%s", mxfake_kit_text(kit.json, "room_id"));
    ck_assert(mxfake_join(kit.fake, kit.ana, room));
    return room;
}

START_TEST(in_a_safe_room_the_player_can_neither_invite_nor_encrypt)
{
    static const char *const versions[] = {"10", "11", "12"};
    for (size_t i = 0; i < 3; i++) {
        char room[128];
        direct(versions[i], room);
        ck_assert_int_eq(strchr(room, ':') == NULL, i == 2);
        ck_assert(!mxfake_invite(kit.fake, kit.ana, room, kit.bob));
        ck_assert_ptr_null(mxfake_send(kit.fake, kit.ana, room, "m.room.encryption", "",
                                       "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}"));
        ck_assert_ptr_nonnull(mxfake_say(kit.fake, kit.ana, room, "but speak"));
    }
}
END_TEST

START_TEST(a_trusted_room_gives_the_invited_all_power)
{
    const struct mxfake_room_setup old = {.preset = "trusted_private_chat", .invites = kit.bob};
    const struct mxfake_room_setup twelve = {
        .preset = "trusted_private_chat", .invites = kit.bob, .version = "12"};
    const char *room = mxfake_room(kit.fake, kit.ana, &old);
    ck_assert(mxfake_join(kit.fake, kit.bob, room));
    ck_assert(!mxfake_kick(kit.fake, kit.ana, room, kit.bob, NULL));
    room = mxfake_room(kit.fake, kit.ana, &twelve);
    ck_assert(mxfake_join(kit.fake, kit.bob, room));
    ck_assert(!mxfake_kick(kit.fake, kit.ana, room, kit.bob, NULL));
    char *levels = mxfake_room_state(kit.fake, room, "m.room.power_levels", "");
    ck_assert_ptr_null(strstr(levels, kit.bob));
    free(levels);
}
END_TEST

START_TEST(power_is_needed_and_cannot_be_taken)
{
    ck_assert_ptr_null(
        mxfake_send(kit.fake, kit.bob, kit.room, "m.room.name", "", "{\"name\":\"Mine\"}"));
    ck_assert(!mxfake_kick(kit.fake, kit.bob, kit.room, kit.ana, NULL));
    ck_assert_ptr_null(mxfake_send(kit.fake, kit.bob, kit.room, "m.room.power_levels", "",
                                   "{\"users\":{\"@bob:fake.example\":100}}"));
    ck_assert_ptr_nonnull(
        mxfake_send(kit.fake, kit.ana, kit.room, "m.room.power_levels", "",
                    "{\"users\":{\"@ana:fake.example\":100,\"@bob:fake.example\":50},"
                    "\"events_default\":50}"));
    ck_assert_ptr_null(mxfake_send(kit.fake, kit.bob, kit.room, "m.room.power_levels", "",
                                   "{\"users\":{\"@ana:fake.example\":0,\"@bob:fake.example\":50},"
                                   "\"events_default\":50}"));
    MXFAKE_KIT_WANTS(&kit, 403, "PUT", "{\"msgtype\":\"m.text\",\"body\":\"x\"}",
                     "/rooms/%s/send/m.room.message/t", kit.room);
    ck_assert_ptr_nonnull(mxfake_say(kit.fake, kit.bob, kit.room, "a moderator speaks"));
    const char *words = mxfake_say(kit.fake, kit.ana, kit.room, "delete me");
    ck_assert_ptr_nonnull(mxfake_redact(kit.fake, kit.bob, words, "spam"));
}
END_TEST

START_TEST(history_is_seen_as_the_room_says)
{
    char room[128];
    direct("11", room);
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", "{\"msgtype\":\"m.text\",\"body\":\"the secret\"}",
                     "/rooms/%s/send/m.room.message/t", room);
    ck_assert(mxfake_has_seen(kit.fake, kit.ana, "the secret"));
    char body[100];
    snprintf(body, sizeof body, "{\"user_id\":\"%s\"}", kit.bob);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", body, "/rooms/%s/invite", room);
    ck_assert(mxfake_join(kit.fake, kit.bob, room));
    ck_assert(!mxfake_has_seen(kit.fake, kit.bob, "the secret"));
    mxfake_say(kit.fake, kit.ana, kit.room, "old news");
    const char *cleo = mxfake_person(kit.fake, "cleo");
    ck_assert(!mxfake_has_seen(kit.fake, cleo, "old news"));
    ck_assert(mxfake_invite(kit.fake, kit.ana, kit.room, cleo));
    ck_assert(mxfake_join(kit.fake, cleo, kit.room));
    ck_assert(mxfake_has_seen(kit.fake, cleo, "old news"));
    ck_assert(mxfake_leave(kit.fake, cleo, kit.room));
    mxfake_say(kit.fake, kit.ana, kit.room, "after her");
    ck_assert(!mxfake_has_seen(kit.fake, cleo, "after her"));
}
END_TEST

START_TEST(what_is_redacted_was_seen_all_the_same)
{
    const char *event = mxfake_say(kit.fake, kit.ana, kit.room, "slip of the tongue");
    mxfake_redact(kit.fake, kit.ana, event, NULL);
    ck_assert(mxfake_has_seen(kit.fake, kit.bob, "slip of the tongue"));
    char *json = mxfake_event_json(kit.fake, event);
    ck_assert_ptr_null(strstr(json, "slip of the tongue"));
    free(json);
}
END_TEST

START_TEST(the_same_words_twice_are_found)
{
    ck_assert_ptr_null(mxfake_twice(kit.fake, NULL, 1000));
    mxfake_say(kit.fake, kit.ana, kit.room, "again");
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake) + 500);
    mxfake_say(kit.fake, kit.ana, kit.room, "again");
    char *twice = mxfake_twice(kit.fake, kit.ana, 1000);
    ck_assert_ptr_nonnull(strstr(twice, "again"));
    free(twice);
    ck_assert_ptr_null(mxfake_twice(kit.fake, kit.ana, 400));
    ck_assert_ptr_null(mxfake_twice(kit.fake, kit.bob, 1000));
}
END_TEST

START_TEST(who_blocks_invites_makes_the_whole_creation_fail)
{
    mxfake_block_invites(kit.fake, kit.ana, true);
    char body[1000];
    snprintf(body, sizeof body, safe_room, "11");
    MXFAKE_KIT_WANTS(&kit, 403, "POST", body, "/createRoom");
    ck_assert_str_eq(mxfake_kit_text(kit.json, "errcode"), "M_INVITE_BLOCKED");
}
END_TEST

START_TEST(the_ignored_are_not_heard_but_their_state_is)
{
    mxfake_ignore(kit.fake, kit.bot, kit.bob);
    mxfake_kit_sync(&kit, "");
    mxfake_say(kit.fake, kit.bob, kit.room, "listen!");
    mxfake_leave(kit.fake, kit.bob, kit.room);
    mxfake_kit_sync(&kit, "");
    const cJSON *line = mxfake_kit_at(mxfake_kit_timeline(&kit, kit.room), "events");
    ck_assert_int_eq(cJSON_GetArraySize(line), 1);
    ck_assert_str_eq(mxfake_kit_text(line, "0/type"), "m.room.member");
}
END_TEST

START_TEST(a_replaced_room_points_at_its_successor_and_back)
{
    const char *made = mxfake_upgrade(kit.fake, kit.ana, kit.room, "12");
    ck_assert_ptr_nonnull(made);
    char *tombstone = mxfake_room_state(kit.fake, kit.room, "m.room.tombstone", "");
    ck_assert_ptr_nonnull(strstr(tombstone, made));
    free(tombstone);
    char *create = mxfake_room_state(kit.fake, made, "m.room.create", "");
    ck_assert_ptr_nonnull(strstr(create, kit.room));
    free(create);
    /* Nobody is invited by it, and the old room falls silent: as measured at a Synapse. */
    ck_assert_str_eq(mxfake_membership(kit.fake, made, kit.bob), "");
    ck_assert_ptr_null(mxfake_say(kit.fake, kit.bob, kit.room, "hello?"));
    ck_assert(!mxfake_join(kit.fake, kit.bob, made));
    ck_assert(mxfake_invite(kit.fake, kit.ana, made, kit.bob));
    ck_assert(mxfake_join(kit.fake, kit.bob, made));
    ck_assert_ptr_null(mxfake_upgrade(kit.fake, kit.bob, kit.room, "12"));
    ck_assert_ptr_nonnull(mxfake_force(kit.fake, kit.bob, kit.room, "m.room.tombstone", "",
                                       "{\"replacement_room\":\"!trap:evil.example\"}"));
}
END_TEST

START_TEST(doors_open_to_those_who_may)
{
    const char *room = mxfake_room(kit.fake, kit.ana, NULL);
    MXFAKE_KIT_WANTS(&kit, 403, "POST", "{}", "/join/%s", room);
    ck_assert(!mxfake_knock(kit.fake, kit.bob, room));
    mxfake_send(kit.fake, kit.ana, room, "m.room.join_rules", "", "{\"join_rule\":\"knock\"}");
    ck_assert(mxfake_knock(kit.fake, kit.bob, room));
    ck_assert_str_eq(mxfake_membership(kit.fake, room, kit.bob), "knock");
    ck_assert(mxfake_invite(kit.fake, kit.ana, room, kit.bob));
    ck_assert(mxfake_join(kit.fake, kit.bob, room));
    ck_assert(mxfake_ban(kit.fake, kit.ana, room, kit.bob, NULL));
    ck_assert(!mxfake_join(kit.fake, kit.bob, room));
    ck_assert(mxfake_unban(kit.fake, kit.ana, room, kit.bob));
    MXFAKE_KIT_WANTS(&kit, 404, "POST", "{}", "/join/!nowhere:far.example?via=far.example");
    ck_assert_str_eq(mxfake_kit_text(kit.json, "errcode"), "M_UNKNOWN");
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "{}", "/rooms/%s/leave", kit.room);
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "{}", "/rooms/%s/forget", kit.room);
    MXFAKE_KIT_WANTS(&kit, 403, "GET", NULL, "/rooms/%s/joined_members", kit.room);
}
END_TEST

START_TEST(a_new_name_is_a_member_event_in_every_room)
{
    mxfake_kit_sync(&kit, "");
    mxfake_rename(kit.fake, kit.ana, "Ana the Great");
    mxfake_kit_sync(&kit, "");
    const cJSON *event = mxfake_kit_at(mxfake_kit_timeline(&kit, kit.room), "events/0");
    ck_assert_str_eq(mxfake_kit_text(event, "content/displayname"), "Ana the Great");
    ck_assert_str_eq(mxfake_kit_text(event, "unsigned/prev_content/membership"), "join");
}
END_TEST

Suite *suite_mxfake_people(void);

Suite *suite_mxfake_people(void)
{
    Suite *suite = suite_create("mxfake_people");
    TCase *tcase = tcase_create("people");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, in_a_safe_room_the_player_can_neither_invite_nor_encrypt);
    tcase_add_test(tcase, a_trusted_room_gives_the_invited_all_power);
    tcase_add_test(tcase, power_is_needed_and_cannot_be_taken);
    tcase_add_test(tcase, history_is_seen_as_the_room_says);
    tcase_add_test(tcase, what_is_redacted_was_seen_all_the_same);
    tcase_add_test(tcase, the_same_words_twice_are_found);
    tcase_add_test(tcase, who_blocks_invites_makes_the_whole_creation_fail);
    tcase_add_test(tcase, the_ignored_are_not_heard_but_their_state_is);
    tcase_add_test(tcase, a_replaced_room_points_at_its_successor_and_back);
    tcase_add_test(tcase, doors_open_to_those_who_may);
    tcase_add_test(tcase, a_new_name_is_a_member_event_in_every_room);
    suite_add_tcase(suite, tcase);
    return suite;
}
