/* What comes in another order than one would think: rooms that syncs tell of before they are made,
 * tombstones before invites, answers behind what they are about. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "play.h"

Suite *suite_salon_order(void);

static struct salon salon;

static void set_up(void)
{
    memset(&salon, 0, sizeof salon);
}

static void tear_down(void)
{
    salon_close(&salon);
}

/* Measured at a Synapse: the room and its creator, its rules, and then the answer and the invite.
 */
START_TEST(who_sits_down_for_the_first_time_is_never_told_that_they_have_not_asked)
{
    static const int64_t steps_ms[] = {0, 20, 700, 5000};
    static const char *const names[] = {"ana", "ben", "cy", "dee", "eve"};
    salon_open(&salon, 5, NULL);
    mxfake_knobs(salon.fake)->create_ms = steps_ms[_i];
    salon_say(&salon, ANA, "!spyfall");
    for (unsigned who = ANA; who <= EVE; who++) {
        salon_say(&salon, who, "!join");
    }
    salon_pass(&salon, 60000);
    ck_assert_uint_eq(salon_saw(&salon, ANA, NULL, "only to people who ask"), 0);
    for (unsigned who = ANA; who <= EVE; who++) {
        ck_assert_msg(salon_saw(&salon, who, NULL, "You're in") > 0, "%s", names[who]);
    }
}
END_TEST

/* The newest row of a person's own: did anybody read this? */
static bool read_by(unsigned who, const char *words)
{
    return salon_saw(&salon, who, NULL, words) > 0;
}

/* A table of Spyfall at which everybody is reached. */
static void seated(unsigned people)
{
    salon_open(&salon, people, NULL);
    salon_say(&salon, ANA, "!spyfall");
    for (unsigned who = ANA; who < people; who++) {
        salon_say(&salon, who, "!join");
    }
    salon_pass(&salon, 60000);
}

static void follow(const char *room, unsigned people)
{
    for (unsigned who = BEN; who < people; who++) {
        mxfake_invite(salon.fake, salon.person[ANA], room, salon.person[who]);
        ck_assert(mxfake_join(salon.fake, salon.person[who], room));
    }
}

/* The invite comes so long after the tombstone: at once, when the first tries are over, much later.
 */
START_TEST(a_table_follows_a_tombstone_whose_invite_comes_later)
{
    static const int64_t notify_delay_ms[] = {0, 3000, 200000, 3600000};
    seated(4);
    const char *heir = mxfake_upgrade(salon.fake, salon.person[ANA], salon.room, "11");
    ck_assert_ptr_nonnull(heir);
    salon_pass(&salon, notify_delay_ms[_i]);
    follow(heir, 4);
    ck_assert_str_ne(mxfake_membership(salon.fake, heir, salon.bot), "join");
    ck_assert(mxfake_invite(salon.fake, salon.person[ANA], heir, salon.bot));
    salon_pass(&salon, 20000);
    ck_assert_str_eq(mxfake_membership(salon.fake, heir, salon.bot), "join");
    ck_assert_uint_eq(salon_saw(&salon, BEN, heir, "goes on here"), 1);
    salon.room = heir;
    salon_say(&salon, ANA, "!start");
    salon_pass(&salon, 20000);
    ck_assert_uint_ge(salon_saw(&salon, BEN, heir, "The game begins"), 1);
    ck_assert_uint_eq(salon_saw(&salon, ANA, NULL, "I'm not in the new one yet"),
                      notify_delay_ms[_i] > 60000 ? 1 : 0);
}
END_TEST

/* The other way round: the new room and its invite come first. */
START_TEST(a_table_follows_a_tombstone_that_comes_behind_the_invite)
{
    char content[300];
    seated(4);
    snprintf(content, sizeof content,
             "{\"creation_content\":{\"predecessor\":{\"room_id\":\"%s\"}}}", salon.room);
    const struct mxfake_room_setup setup = {.invites = salon.bot, .json = content};
    const char *heir = mxfake_room(salon.fake, salon.person[ANA], &setup);
    salon_pass(&salon, _i == 0 ? 0 : 30000);
    snprintf(content, sizeof content, "{\"body\":\"x\",\"replacement_room\":\"%s\"}", heir);
    mxfake_send(salon.fake, salon.person[ANA], salon.room, "m.room.tombstone", "", content);
    salon_pass(&salon, 20000);
    follow(heir, 4);
    ck_assert_uint_eq(salon_saw(&salon, ANA, heir, "goes on here"), 1);
}
END_TEST

/* Who was in the old room may come into the new one. */
START_TEST(a_table_follows_into_a_restricted_room)
{
    char content[400];
    seated(4);
    snprintf(content, sizeof content,
             "{\"join_rule\":\"restricted\",\"allow\":[{\"type\":\"m.room_membership\","
             "\"room_id\":\"%s\"}]}",
             salon.room);
    mxfake_send(salon.fake, salon.person[ANA], salon.room, "m.room.join_rules", "", content);
    const char *heir = mxfake_upgrade(salon.fake, salon.person[ANA], salon.room, "11");
    ck_assert_ptr_nonnull(heir);
    salon_pass(&salon, 20000);
    ck_assert_str_eq(mxfake_membership(salon.fake, heir, salon.bot), "join");
    ck_assert(mxfake_join(salon.fake, salon.person[BEN], heir));
    ck_assert_uint_eq(salon_saw(&salon, ANA, heir, "goes on here"), 1);
}
END_TEST

/* A room's own, not one that the bot made, and not one that somebody made for themselves. */
START_TEST(a_bot_that_joins_greets_in_one_line_and_once)
{
    static const char hello[] = "or open a table";
    seated(4);
    ck_assert_uint_eq(salon_saw(&salon, ANA, NULL, hello), 1);
    ck_assert_uint_eq(salon_saw(&salon, ANA, salon.room, hello), 1);
    const struct mxfake_room_setup two = {.invites = salon.bot, .direct = true};
    ck_assert_ptr_nonnull(mxfake_room(salon.fake, salon.person[BEN], &two));
    salon_pass(&salon, 20000);
    salon_cut(&salon);
    salon_reopen(&salon, 1000);
    salon_pass(&salon, 20000);
    ck_assert(mxfake_kick(salon.fake, salon.person[ANA], salon.room, salon.bot, "oops"));
    salon_pass(&salon, 5000);
    ck_assert(mxfake_invite(salon.fake, salon.person[ANA], salon.room, salon.bot));
    salon_pass(&salon, 20000);
    ck_assert_str_eq(mxfake_membership(salon.fake, salon.room, salon.bot), "join");
    ck_assert_uint_eq(salon_saw(&salon, ANA, NULL, hello), 1);
    ck_assert_uint_eq(salon_saw(&salon, BEN, NULL, hello), 1);
}
END_TEST

/* Ben does not accept the invitation for a while, in which the program may end and start anew. */
START_TEST(the_start_waits_for_who_is_not_reached_and_they_are_told_what_they_do)
{
    salon.stays = 1U << BEN;
    salon_open(&salon, 4, NULL);
    salon_say(&salon, ANA, "!spyfall");
    for (unsigned who = ANA; who < 4; who++) {
        salon_say(&salon, who, "!join");
    }
    salon_pass(&salon, 30000);
    ck_assert_uint_eq(salon_saw(&salon, BEN, salon.room, "ben: I've invited you to a private chat"),
                      1);
    ck_assert_uint_eq(salon_saw(&salon, CY, salon.room, "cy: I've invited you"), 0);
    salon_say(&salon, ANA, "!start");
    salon_pass(&salon, 20000);
    ck_assert(!read_by(CY, "The game begins"));
    ck_assert(read_by(ANA, "accept my invitation"));
    ck_assert(read_by(CY, "My private message has yet to reach"));
    if (_i == 1) {
        salon_cut(&salon);
        salon_reopen(&salon, 5000);
        salon_pass(&salon, 20000);
        ck_assert(!read_by(CY, "The game begins"));
    }
    salon.stays = 0;
    salon_pass(&salon, 20000);
    ck_assert(read_by(CY, "The game begins"));
}
END_TEST

static void levels(int64_t events_default)
{
    char content[300];
    snprintf(content, sizeof content, "{\"users\":{\"%s\":100},\"events_default\":%d}",
             salon.person[ANA], (int)events_default);
    ck_assert_ptr_nonnull(
        mxfake_send(salon.fake, salon.person[ANA], salon.room, "m.room.power_levels", "", content));
}

/* A minute is what a refusal takes otherwise. */
START_TEST(a_power_level_that_is_given_back_is_used_at_once)
{
    seated(4);
    levels(50);
    salon_pass(&salon, 5000);
    mxfake_send(salon.fake, salon.person[ANA], salon.room, "m.room.message", NULL,
                "{\"msgtype\":\"m.text\",\"body\":\"!start\"}");
    salon_pass(&salon, 15000);
    ck_assert(!read_by(BEN, "The game begins"));
    levels(0);
    salon_pass(&salon, 2000);
    ck_assert(read_by(BEN, "The game begins"));
}
END_TEST

static void encrypt(void)
{
    ck_assert_ptr_nonnull(mxfake_send(salon.fake, salon.person[ANA], salon.room,
                                      "m.room.encryption", "",
                                      "{\"algorithm\":\"m.megolm.v1.aes-sha2\"}"));
}

/* Whose invitation it is that the bot follows: of somebody at the table, or not. */
static const char *plain_room(unsigned who)
{
    const struct mxfake_room_setup setup = {.invites = salon.bot, .preset = "public_chat"};
    const char *room = mxfake_room(salon.fake, salon.person[who], &setup);
    ck_assert_ptr_nonnull(room);
    salon_pass(&salon, 20000);
    ck_assert_str_eq(mxfake_membership(salon.fake, room, salon.bot), "join");
    return room;
}

START_TEST(a_table_whose_room_is_encrypted_waits_and_goes_on_in_a_plain_one)
{
    seated(5);
    salon_say(&salon, EVE, "!leave");
    salon_say(&salon, ANA, "!start");
    salon_pass(&salon, 20000);
    ck_assert(read_by(BEN, "The game begins"));
    encrypt();
    salon_pass(&salon, 20000);
    unsigned before = salon_saw(&salon, BEN, salon.room, "");
    ck_assert(read_by(ANA, "is encrypted now"));
    ck_assert(read_by(BEN, "its room is encrypted now"));
    ck_assert(!read_by(EVE, "its room is encrypted now"));
    if (_i == 1) {
        salon_cut(&salon);
        salon_reopen(&salon, 1000);
    }
    salon_pass(&salon, 3 * INT64_C(3600000)); /* no deadline falls */
    ck_assert_uint_eq(salon_saw(&salon, BEN, salon.room, ""), before);
    ck_assert(!read_by(BEN, "The game is over"));
    const char *elsewhere = plain_room(EVE);
    ck_assert(mxfake_join(salon.fake, salon.person[BEN], elsewhere));
    ck_assert_uint_eq(salon_saw(&salon, BEN, elsewhere, "goes on here"), 0);
    const char *here = plain_room(BEN);
    ck_assert_uint_eq(salon_saw(&salon, BEN, here, "goes on here"), 1);
    ck_assert_uint_eq(salon_saw(&salon, EVE, elsewhere, "goes on here"), 0);
    ck_assert(mxfake_join(salon.fake, salon.person[ANA], here));
    salon.room = here;
    salon_say(&salon, ANA, "!board");
    salon_pass(&salon, 20000);
    ck_assert_uint_ge(salon_saw(&salon, ANA, here, "Spyfall"), 1);
}
END_TEST

/* Nobody takes it elsewhere: after a day it is over. */
START_TEST(a_table_whose_room_stays_encrypted_ends_after_a_day)
{
    seated(4);
    encrypt();
    salon_pass(&salon, 23 * INT64_C(3600000));
    const char *here = NULL;
    if (_i == 1) {
        here = plain_room(BEN);
        ck_assert_uint_eq(salon_saw(&salon, BEN, here, "goes on here"), 1);
        return;
    }
    salon_pass(&salon, 2 * INT64_C(3600000));
    here = plain_room(BEN);
    ck_assert_uint_eq(salon_saw(&salon, BEN, here, "goes on here"), 0);
}
END_TEST

/* --- notifications ---------------------------------------------------------------------------- */

static const cJSON *get(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

static bool says(const cJSON *json, const char *name, const char *text)
{
    const char *is = cJSON_GetStringValue(get(json, name));
    return is != NULL && strcmp(is, text) == 0;
}

static bool mentions(const cJSON *content, const char *user)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, get(get(content, "m.mentions"), "user_ids"))
    {
        if (cJSON_IsString(one) && strcmp(one->valuestring, user) == 0) {
            return true;
        }
    }
    return false;
}

/* The predefined push rules, in their order, of what a bot sends (client-server API, Push
 * Notifications): no invitations, no tombstones. */
static bool notifies(const cJSON *event, const char *user)
{
    const cJSON *content = get(event, "content");
    if (says(content, "msgtype", "m.notice")) {
        return false; /* .m.rule.suppress_notices */
    }
    if (says(event, "type", "m.room.member")) {
        return false; /* .m.rule.member_event */
    }
    if (mentions(content, user)) {
        return true; /* .m.rule.is_user_mention */
    }
    if (says(event, "type", "m.reaction") ||
        says(get(content, "m.relates_to"), "rel_type", "m.replace")) {
        return false; /* .m.rule.reaction, .m.rule.suppress_edits */
    }
    return says(event, "type", "m.room.message"); /* .m.rule.room_one_to_one, .m.rule.message */
}

/* In whole games: nothing in the room notifies anybody, nor does an edit; in private what notifies
 * is a text that mentions its one reader. */
START_TEST(by_the_usual_push_rules_nobody_is_notified_who_is_not_called)
{
    unsigned calls = 0;
    play_open(&salon, &play_games[_i], 3);
    play(&salon, &play_games[_i], NULL);
    for (unsigned who = 0; who < salon.people; who++) {
        char *text = mxfake_sees(salon.fake, salon.person[who], NULL);
        cJSON *all = cJSON_ParseWithLength(text, strlen(text));
        const cJSON *one = NULL;
        cJSON_ArrayForEach(one, all)
        {
            if (!says(one, "sender", salon.bot) || !notifies(one, salon.person[who])) {
                continue;
            }
            calls++;
            const cJSON *content = get(one, "content");
            ck_assert_msg(!says(one, "room", salon.room), "%s is notified in the room: %s",
                          salon.person[who], cJSON_GetStringValue(get(one, "body")));
            ck_assert(mentions(content, salon.person[who]));
            ck_assert_ptr_null(get(content, "m.relates_to"));
        }
        cJSON_Delete(all);
        free(text);
    }
    ck_assert_uint_ge(calls, salon.people);
}
END_TEST

Suite *suite_salon_order(void)
{
    Suite *suite = suite_create("salon_order");
    TCase *tcase = tcase_create("order");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(
        tcase, who_sits_down_for_the_first_time_is_never_told_that_they_have_not_asked, 0, 4);
    tcase_add_loop_test(tcase, a_table_follows_a_tombstone_whose_invite_comes_later, 0, 4);
    tcase_add_loop_test(tcase, a_table_follows_a_tombstone_that_comes_behind_the_invite, 0, 2);
    tcase_add_test(tcase, a_table_follows_into_a_restricted_room);
    tcase_add_test(tcase, a_power_level_that_is_given_back_is_used_at_once);
    tcase_add_loop_test(tcase, a_table_whose_room_is_encrypted_waits_and_goes_on_in_a_plain_one, 0,
                        2);
    tcase_add_loop_test(tcase, a_table_whose_room_stays_encrypted_ends_after_a_day, 0, 2);
    tcase_add_test(tcase, a_bot_that_joins_greets_in_one_line_and_once);
    tcase_add_loop_test(
        tcase, the_start_waits_for_who_is_not_reached_and_they_are_told_what_they_do, 0, 2);
    tcase_add_loop_test(tcase, by_the_usual_push_rules_nobody_is_notified_who_is_not_called, 0,
                        PLAY_GAMES);
    suite_add_tcase(suite, tcase);
    return suite;
}
