/* Sync of the Matrix homeserver for tests: tokens, gaps, waits, what is told once and what again.
 */
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

static const cJSON *timeline(void)
{
    return mxfake_kit_at(mxfake_kit_timeline(&kit, kit.room), "events");
}

static void say_many(int count)
{
    char text[24];
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "word %d", i);
        ck_assert_ptr_nonnull(mxfake_say(kit.fake, kit.ana, kit.room, text));
    }
}

START_TEST(a_first_sync_has_the_state_and_the_newest_events)
{
    mxfake_say(kit.fake, kit.ana, kit.room, "hello");
    mxfake_kit_sync(&kit, "filter={\"room\":{\"timeline\":{\"limit\":1}}}");
    ck_assert_int_eq(cJSON_GetArraySize(timeline()), 1);
    ck_assert_int_eq(mxfake_kit_bodies(timeline(), "hello"), 1);
    ck_assert(cJSON_IsTrue(mxfake_kit_at(mxfake_kit_timeline(&kit, kit.room), "limited")));
    const cJSON *room = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/join"), kit.room);
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(room, "state/events")), 9);
}
END_TEST

START_TEST(a_sync_goes_on_where_the_last_one_ended)
{
    mxfake_kit_sync(&kit, "");
    mxfake_say(kit.fake, kit.ana, kit.room, "one");
    mxfake_kit_sync(&kit, "");
    ck_assert_int_eq(cJSON_GetArraySize(timeline()), 1);
    ck_assert_int_eq(mxfake_kit_bodies(timeline(), "one"), 1);
    mxfake_kit_sync(&kit, "");
    ck_assert_ptr_null(timeline());
}
END_TEST

static int making_status; /* of an answer that may be on its way; 0: it is */

static void making_answered(void *context, const struct fake_answer *answer)
{
    (void)context;
    making_status = answer->status;
}

/* The number of events of the newest room in the next sync; none: 0. */
static int making_step(void)
{
    mxfake_kit_sync(&kit, "");
    const cJSON *room = mxfake_kit_at(kit.json, "rooms/join");
    return room == NULL ? 0 : cJSON_GetArraySize(mxfake_kit_at(room->child, "timeline/events"));
}

/* As measured at a Synapse. */
START_TEST(a_room_is_told_of_in_steps_before_it_is_answered)
{
    char authorization[200];
    char body[200];
    snprintf(authorization, sizeof authorization, "Bearer %s", kit.token);
    snprintf(body, sizeof body, "{\"invite\":[\"%s\"]}", kit.ana);
    const struct fake_header headers[] = {{"authorization", authorization}};
    const struct fake_ask ask = {.method = "POST",
                                 .path = "/_matrix/client/v3/createRoom",
                                 .headers = headers,
                                 .header_count = 1,
                                 .body = body,
                                 .body_len = strlen(body)};
    const struct fake_platform platform = mxfake_platform(kit.fake);
    mxfake_kit_sync(&kit, "");
    making_status = 0;
    platform.ask(platform.context, &ask, making_answered, &kit);
    ck_assert_int_eq(making_step(), 2); /* there is a room, and its creator in it */
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake) + 20);
    ck_assert_int_eq(making_step(), 4); /* its rules */
    ck_assert_int_eq(making_status, 0);
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake) + 20);
    ck_assert_int_eq(making_status, 200);
    ck_assert_int_eq(making_step(), 1); /* the invite */
}
END_TEST

START_TEST(what_is_empty_is_not_told_unless_it_is_wished)
{
    mxfake_kit_sync(&kit, "");
    mxfake_kit_sync(&kit, "");
    ck_assert_ptr_null(mxfake_kit_at(kit.json, "rooms"));
    ck_assert_ptr_null(mxfake_kit_at(kit.json, "to_device"));
    mxfake_knobs(kit.fake)->omits_empty = false;
    mxfake_kit_sync(&kit, "");
    ck_assert_ptr_nonnull(mxfake_kit_at(kit.json, "rooms/join"));
    ck_assert_ptr_nonnull(mxfake_kit_at(kit.json, "to_device/events"));
}
END_TEST

START_TEST(a_sync_waits_until_something_happens_or_its_time_is_over)
{
    mxfake_kit_sync(&kit, "");
    int64_t began_ms = mxfake_now_ms(kit.fake);
    mxfake_kit_sync(&kit, "&timeout=30000");
    ck_assert_int_eq(mxfake_now_ms(kit.fake), began_ms + 30000);
}
END_TEST

struct inbound {
    int answers;
    int status;
};

static void hear(void *context, const struct fake_answer *answer)
{
    struct inbound *inbound = context;
    inbound->answers++;
    inbound->status = answer->status;
}

START_TEST(a_waiting_sync_is_woken_by_a_message)
{
    char path[200];
    char authorization[100];
    struct inbound inbound = {0};
    mxfake_kit_sync(&kit, "");
    snprintf(path, sizeof path, "/_matrix/client/v3/sync?since=%s&timeout=30000", kit.since);
    snprintf(authorization, sizeof authorization, "Bearer %s", kit.token);
    const struct fake_header headers[] = {{"authorization", authorization}};
    const struct fake_ask ask = {
        .method = "GET", .path = path, .headers = headers, .header_count = 1};
    const struct fake_platform platform = mxfake_platform(kit.fake);
    platform.ask(platform.context, &ask, hear, &inbound);
    int64_t now_ms = mxfake_now_ms(kit.fake) + 5;
    mxfake_run(kit.fake, now_ms);
    ck_assert_int_eq(inbound.answers, 0);
    mxfake_say(kit.fake, kit.ana, kit.room, "wake up");
    ck_assert_int_eq(mxfake_next_ms(kit.fake), now_ms);
    mxfake_run(kit.fake, now_ms);
    ck_assert_int_eq(inbound.answers, 1);
    ck_assert_int_eq(inbound.status, 200);
    mxfake_knobs(kit.fake)->wake_ms = 70;
    mxfake_kit_sync(&kit, "");
    snprintf(path, sizeof path, "/_matrix/client/v3/sync?since=%s&timeout=30000", kit.since);
    platform.ask(platform.context, &ask, hear, &inbound);
    now_ms = mxfake_now_ms(kit.fake);
    mxfake_say(kit.fake, kit.ana, kit.room, "in a while");
    mxfake_run(kit.fake, now_ms);
    ck_assert_int_eq(mxfake_next_ms(kit.fake), now_ms + 70);
    mxfake_run(kit.fake, now_ms + 69);
    ck_assert_int_eq(inbound.answers, 1);
    mxfake_run(kit.fake, now_ms + 70);
    ck_assert_int_eq(inbound.answers, 2);
}
END_TEST

START_TEST(a_gap_is_exactly_what_messages_has_between_the_tokens)
{
    char before[64];
    mxfake_kit_sync(&kit, "");
    snprintf(before, sizeof before, "%s", kit.since);
    say_many(35);
    mxfake_kit_sync(&kit, "&filter={\"room\":{\"timeline\":{\"limit\":10}}}");
    const cJSON *line = mxfake_kit_timeline(&kit, kit.room);
    ck_assert(cJSON_IsTrue(mxfake_kit_at(line, "limited")));
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(line, "events")), 10);
    ck_assert_str_eq(mxfake_kit_text(line, "events/0/content/body"), "word 25");
    char prev[64];
    snprintf(prev, sizeof prev, "%s", mxfake_kit_text(line, "prev_batch"));
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/messages?dir=b&from=%s&to=%s&limit=100",
                     kit.room, prev, before);
    const cJSON *chunk = mxfake_kit_at(kit.json, "chunk");
    ck_assert_int_eq(cJSON_GetArraySize(chunk), 25);
    ck_assert_str_eq(mxfake_kit_text(chunk, "0/content/body"), "word 24");
    ck_assert_str_eq(mxfake_kit_text(chunk, "24/content/body"), "word 0");
    char end[64];
    snprintf(end, sizeof end, "%s", mxfake_kit_text(kit.json, "end"));
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/messages?dir=b&from=%s&to=%s&limit=100",
                     kit.room, end, before);
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "chunk")), 0);
    ck_assert_ptr_null(mxfake_kit_at(kit.json, "end"));
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/messages?dir=f&from=%s&to=%s&limit=100",
                     kit.room, before, prev);
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "chunk")), 25);
}
END_TEST

START_TEST(pages_follow_one_another_without_a_hole)
{
    int seen = 0;
    char from[64] = "";
    say_many(25);
    for (int page = 0; page < 20; page++) {
        MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/rooms/%s/messages?dir=b&limit=10%s%s", kit.room,
                         from[0] != '\0' ? "&from=" : "", from);
        seen += cJSON_GetArraySize(mxfake_kit_at(kit.json, "chunk"));
        const char *end = mxfake_kit_text(kit.json, "end");
        if (end == NULL) {
            break;
        }
        snprintf(from, sizeof from, "%s", end);
    }
    ck_assert_int_eq(seen, 25 + 11);
}
END_TEST

START_TEST(lazy_loading_tells_of_those_who_speak)
{
    static const char lazy[] = "filter={\"room\":{\"state\":{\"lazy_load_members\":true},"
                               "\"timeline\":{\"limit\":1}}}";
    mxfake_say(kit.fake, kit.ana, kit.room, "hello");
    mxfake_kit_sync(&kit, lazy);
    const cJSON *room = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/join"), kit.room);
    int members = 0;
    const cJSON *event = NULL;
    cJSON_ArrayForEach(event, mxfake_kit_at(room, "state/events"))
    {
        members += strcmp(mxfake_kit_text(event, "type"), "m.room.member") == 0;
        ck_assert_str_ne(mxfake_kit_text(event, "state_key"), kit.bob);
    }
    ck_assert_int_eq(members, 2);
    mxfake_say(kit.fake, kit.bob, kit.room, "me too");
    mxfake_kit_sync(&kit, "&filter={\"room\":{\"state\":{\"lazy_load_members\":true}}}");
    room = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/join"), kit.room);
    ck_assert_str_eq(mxfake_kit_text(room, "state/events/0/state_key"), kit.bob);
}
END_TEST

START_TEST(an_invite_shows_stripped_state_and_a_kick_ends_with_its_reason)
{
    mxfake_kit_sync(&kit, "");
    const struct mxfake_room_setup setup = {.name = "Cave", .invites = kit.bot};
    const char *cave = mxfake_room(kit.fake, kit.bob, &setup);
    mxfake_kit_sync(&kit, "");
    const cJSON *invite = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/invite"), cave);
    ck_assert_str_eq(mxfake_kit_text(invite, "invite_state/events/0/type"), "m.room.create");
    ck_assert_ptr_null(mxfake_kit_at(invite, "invite_state/events/0/event_id"));
    MXFAKE_KIT_WANTS(&kit, 200, "POST", "{}", "/join/%s?via=fake.example", cave);
    mxfake_kit_sync(&kit, "");
    ck_assert_ptr_nonnull(mxfake_kit_timeline(&kit, cave));
    ck_assert(mxfake_kick(kit.fake, kit.bob, cave, kit.bot, "out"));
    mxfake_kit_sync(&kit, "");
    const cJSON *left = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/leave"), cave);
    ck_assert_str_eq(mxfake_kit_text(left, "timeline/events/0/content/reason"), "out");
    ck_assert_str_eq(mxfake_kit_text(left, "timeline/events/0/sender"), kit.bob);
    ck_assert_str_eq(mxfake_kit_text(left, "timeline/events/0/unsigned/prev_content/membership"),
                     "join");
}
END_TEST

START_TEST(messages_to_a_device_come_again_until_the_next_token_is_used)
{
    char before[64];
    mxfake_kit_sync(&kit, "");
    snprintf(before, sizeof before, "%s", kit.since);
    mxfake_to_device(kit.fake, kit.ana, kit.bot, "m.dummy", "{}");
    mxfake_kit_sync(&kit, "");
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "to_device/events")), 1);
    char after[64];
    snprintf(after, sizeof after, "%s", kit.since);
    snprintf(kit.since, sizeof kit.since, "%s", before);
    mxfake_kit_sync(&kit, "");
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "to_device/events")), 1);
    snprintf(kit.since, sizeof kit.since, "%s", after);
    mxfake_kit_sync(&kit, "");
    snprintf(kit.since, sizeof kit.since, "%s", before);
    mxfake_kit_sync(&kit, "");
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(kit.json, "to_device/events")), 0);
}
END_TEST

START_TEST(a_token_of_nobody_is_refused_and_one_of_the_future_is_now)
{
    MXFAKE_KIT_WANTS(&kit, 400, "GET", NULL, "/sync?since=nonsense");
    ck_assert_str_eq(mxfake_kit_text(kit.json, "errcode"), "M_UNKNOWN");
    MXFAKE_KIT_WANTS(&kit, 200, "GET", NULL, "/sync?since=s999999");
    ck_assert_str_ne(mxfake_kit_text(kit.json, "next_batch"), "s999999");
}
END_TEST

START_TEST(an_older_database_forgets_what_came_after_it)
{
    static const char body[] = "{\"msgtype\":\"m.text\",\"body\":\"of mine\"}";
    mxfake_kit_sync(&kit, "");
    mxfake_say(kit.fake, kit.ana, kit.room, "lost");
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", body, "/rooms/%s/send/m.room.message/t", kit.room);
    mxfake_kit_sync(&kit, "");
    char newest[64];
    snprintf(newest, sizeof newest, "%s", kit.since);
    mxfake_restore(kit.fake, 2);
    ck_assert(!mxfake_has_seen(kit.fake, kit.bob, "lost"));
    MXFAKE_KIT_WANTS(&kit, 200, "PUT", body, "/rooms/%s/send/m.room.message/t", kit.room);
    ck_assert(mxfake_has_seen(kit.fake, kit.bob, "of mine"));
    mxfake_restore(kit.fake, 1);
    mxfake_kit_sync(&kit, "");
    ck_assert_int_lt(strtol(kit.since + 1, NULL, 10), strtol(newest + 1, NULL, 10));
    mxfake_say(kit.fake, kit.ana, kit.room, "back");
    mxfake_kit_sync(&kit, "");
    ck_assert_int_eq(mxfake_kit_bodies(timeline(), "back"), 1);
}
END_TEST

START_TEST(state_after_is_in_place_of_state_where_it_is_understood)
{
    mxfake_kit_sync(&kit, "");
    mxfake_send(kit.fake, kit.ana, kit.room, "m.room.name", "", "{\"name\":\"Lair\"}");
    char before[64];
    snprintf(before, sizeof before, "%s", kit.since);
    mxfake_kit_sync(&kit, "&use_state_after=true");
    const cJSON *room = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/join"), kit.room);
    ck_assert_int_eq(cJSON_GetArraySize(mxfake_kit_at(room, "state/events")), 0);
    mxfake_knobs(kit.fake)->state_after = true;
    snprintf(kit.since, sizeof kit.since, "%s", before);
    mxfake_kit_sync(&kit, "&use_state_after=true");
    room = cJSON_GetObjectItem(mxfake_kit_at(kit.json, "rooms/join"), kit.room);
    ck_assert_ptr_null(mxfake_kit_at(room, "state"));
    ck_assert_str_eq(mxfake_kit_text(room, "state_after/events/0/content/name"), "Lair");
}
END_TEST

Suite *suite_mxfake_sync(void);

Suite *suite_mxfake_sync(void)
{
    Suite *suite = suite_create("mxfake_sync");
    TCase *tcase = tcase_create("sync");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, a_first_sync_has_the_state_and_the_newest_events);
    tcase_add_test(tcase, a_sync_goes_on_where_the_last_one_ended);
    tcase_add_test(tcase, a_room_is_told_of_in_steps_before_it_is_answered);
    tcase_add_test(tcase, what_is_empty_is_not_told_unless_it_is_wished);
    tcase_add_test(tcase, a_sync_waits_until_something_happens_or_its_time_is_over);
    tcase_add_test(tcase, a_waiting_sync_is_woken_by_a_message);
    tcase_add_test(tcase, a_gap_is_exactly_what_messages_has_between_the_tokens);
    tcase_add_test(tcase, pages_follow_one_another_without_a_hole);
    tcase_add_test(tcase, lazy_loading_tells_of_those_who_speak);
    tcase_add_test(tcase, an_invite_shows_stripped_state_and_a_kick_ends_with_its_reason);
    tcase_add_test(tcase, messages_to_a_device_come_again_until_the_next_token_is_used);
    tcase_add_test(tcase, a_token_of_nobody_is_refused_and_one_of_the_future_is_now);
    tcase_add_test(tcase, an_older_database_forgets_what_came_after_it);
    tcase_add_test(tcase, state_after_is_in_place_of_state_where_it_is_understood);
    suite_add_tcase(suite, tcase);
    return suite;
}
