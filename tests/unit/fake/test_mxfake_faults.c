/* Every verb of fault of the Matrix homeserver for tests is seen to bite. */
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

static void fault(enum mxfake_verb verb, int64_t ms, int code)
{
    const struct mxfake_fault rule = {.verb = verb, .times = 1, .ms = ms, .code = code};
    mxfake_mend(kit.fake);
    mxfake_fault(kit.fake, &rule);
}

static const struct fake_answer *send(const char *txn)
{
    char path[300];
    snprintf(path, sizeof path, "/rooms/%s/send/m.room.message/%s", kit.room, txn);
    return mxfake_asks(kit.fake, kit.token, "PUT", path,
                       "{\"msgtype\":\"m.text\",\"body\":\"hello\"}");
}

static bool inbound(void)
{
    return mxfake_has_seen(kit.fake, kit.ana, "hello");
}

START_TEST(before_and_after_the_effect_are_two_things)
{
    int64_t began_ms = mxfake_now_ms(kit.fake);
    fault(MXFAKE_DROP_BEFORE, 0, 0);
    ck_assert(send("a")->dropped);
    fault(MXFAKE_STATUS_BEFORE, 0, 503);
    ck_assert_int_eq(send("a")->status, 503);
    ck_assert(!inbound());
    fault(MXFAKE_DROP_AFTER, 0, 0);
    ck_assert(send("a")->dropped);
    ck_assert(inbound());
    fault(MXFAKE_STATUS_AFTER, 0, 502);
    const struct fake_answer *answer = send("b");
    ck_assert_int_eq(answer->status, 502);
    ck_assert_str_eq(fake_header(answer, "content-type"), "text/html");
    char *twice = mxfake_twice(kit.fake, kit.bot, 0);
    ck_assert_ptr_nonnull(twice);
    free(twice);
    fault(MXFAKE_DELAY_BEFORE, 700, 0);
    ck_assert_int_eq(send("c")->status, 200);
    fault(MXFAKE_DELAY_AFTER, 300, 0);
    ck_assert_int_eq(send("d")->status, 200);
    ck_assert_int_eq(mxfake_now_ms(kit.fake), began_ms + 1000);
    ck_assert_int_eq((int)mxfake_struck(kit.fake, MXFAKE_DROP_AFTER), 1);
}
END_TEST

START_TEST(a_limit_says_how_long_in_either_place_or_in_none)
{
    fault(MXFAKE_LIMITED, 3912, 0);
    const struct fake_answer *answer = send("a");
    ck_assert_str_eq(fake_header(answer, "retry-after"), "4");
    ck_assert_ptr_nonnull(strstr(answer->body, "3912"));
    fault(MXFAKE_LIMITED_HEADER, 3912, 0);
    answer = send("a");
    ck_assert_str_eq(fake_header(answer, "retry-after"), "4");
    ck_assert_ptr_null(strstr(answer->body, "3912"));
    fault(MXFAKE_LIMITED_BODY, 3912, 0);
    answer = send("a");
    ck_assert_ptr_null(fake_header(answer, "retry-after"));
    ck_assert_ptr_nonnull(strstr(answer->body, "3912"));
    fault(MXFAKE_LIMITED_BARE, 3912, 0);
    answer = send("a");
    ck_assert_int_eq(answer->status, 429);
    ck_assert_ptr_null(fake_header(answer, "retry-after"));
    ck_assert_ptr_null(strstr(answer->body, "3912"));
}
END_TEST

START_TEST(bodies_are_cut_lie_are_pages_or_nothing)
{
    fault(MXFAKE_TRUNCATED, 0, 0);
    const struct fake_answer *answer = send("a");
    ck_assert_uint_eq(answer->told_len, answer->body_len);
    cJSON *json = cJSON_ParseWithLength(answer->body, answer->body_len);
    ck_assert_ptr_null(json);
    fault(MXFAKE_WRONG_LENGTH, 0, 0);
    answer = send("a");
    ck_assert_uint_gt(answer->told_len, answer->body_len);
    fault(MXFAKE_HTML, 0, 0);
    answer = send("a");
    ck_assert_int_eq(answer->status, 200);
    ck_assert_int_eq(answer->body[0], '<');
    fault(MXFAKE_EMPTY, 0, 0);
    ck_assert_uint_eq(send("a")->body_len, 0);
}
END_TEST

START_TEST(tokens_and_errors_are_as_it_was_wished)
{
    fault(MXFAKE_UNKNOWN_TOKEN, 0, 0);
    ck_assert_ptr_nonnull(strstr(send("a")->body, "\"soft_logout\":false"));
    fault(MXFAKE_SOFT_LOGOUT, 0, 0);
    ck_assert_ptr_nonnull(strstr(send("a")->body, "\"soft_logout\":true"));
    fault(MXFAKE_USER_LOCKED, 0, 0);
    ck_assert_ptr_nonnull(strstr(send("a")->body, "M_USER_LOCKED"));
    const struct mxfake_fault rule = {
        .verb = MXFAKE_REFUSED, .times = 1, .code = 403, .text = "M_RESOURCE_LIMIT_EXCEEDED"};
    mxfake_fault(kit.fake, &rule);
    const struct fake_answer *answer = send("a");
    ck_assert_int_eq(answer->status, 403);
    ck_assert_ptr_nonnull(strstr(answer->body, "M_RESOURCE_LIMIT_EXCEEDED"));
    ck_assert_int_eq(send("a")->status, 200);
}
END_TEST

START_TEST(a_sync_can_gap_go_back_double_and_turn_round)
{
    mxfake_kit_sync(&kit, "");
    char since[64];
    snprintf(since, sizeof since, "%s", kit.since);
    mxfake_say(kit.fake, kit.ana, kit.room, "one");
    mxfake_say(kit.fake, kit.ana, kit.room, "two");
    fault(MXFAKE_GAP, 0, 1);
    mxfake_kit_sync(&kit, "");
    const cJSON *line = mxfake_kit_timeline(&kit, kit.room);
    ck_assert(cJSON_IsTrue(mxfake_kit_at(line, "limited")));
    ck_assert_str_eq(mxfake_kit_text(line, "events/0/content/body"), "two");
    snprintf(kit.since, sizeof kit.since, "%s", since);
    fault(MXFAKE_DOUBLED, 0, 0);
    mxfake_kit_sync(&kit, "");
    line = mxfake_kit_timeline(&kit, kit.room);
    ck_assert_int_eq(mxfake_kit_bodies(mxfake_kit_at(line, "events"), "one"), 2);
    snprintf(kit.since, sizeof kit.since, "%s", since);
    fault(MXFAKE_REORDERED, 0, 0);
    mxfake_kit_sync(&kit, "");
    line = mxfake_kit_timeline(&kit, kit.room);
    ck_assert_str_eq(mxfake_kit_text(line, "events/0/content/body"), "two");
    fault(MXFAKE_ROLLBACK, 0, 2);
    mxfake_kit_sync(&kit, "&timeout=30000");
    ck_assert_str_eq(kit.since, since);
    fault(MXFAKE_BAD_TOKEN, 0, 0);
    MXFAKE_KIT_WANTS(&kit, 400, "GET", NULL, "/sync?since=%s", kit.since);
    ck_assert_str_eq(mxfake_kit_text(kit.json, "errcode"), "M_UNKNOWN");
}
END_TEST

static void hear(void *context, const struct fake_answer *answer)
{
    int *cut = context;
    *cut += answer->dropped ? 1 : 100;
}

START_TEST(a_restart_cuts_those_who_wait)
{
    int cut = 0;
    char path[200];
    mxfake_kit_sync(&kit, "");
    snprintf(path, sizeof path, "/_matrix/client/v3/sync?since=%s&timeout=30000&access_token=%s",
             kit.since, kit.token);
    const struct fake_ask ask = {.method = "GET", .path = path};
    const struct fake_platform platform = mxfake_platform(kit.fake);
    platform.ask(platform.context, &ask, hear, &cut);
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake) + 1000);
    ck_assert_int_eq(cut, 0);
    mxfake_restart(kit.fake);
    mxfake_run(kit.fake, mxfake_now_ms(kit.fake));
    ck_assert_int_eq(cut, 1);
}
END_TEST

START_TEST(every_value_of_an_answer_is_harmed_in_every_way)
{
    static const char json[] = "{\"a\":{\"b\":[1,\"x\"]},\"c\":null}";
    unsigned ways = 0;
    int same = 0; /* null in the place of null */
    char *harmed = NULL;
    while ((harmed = mxfake_hostile(json, ways)) != NULL) {
        same += strcmp(harmed, json) == 0;
        free(harmed);
        ways++;
    }
    ck_assert_uint_gt(ways, 50);
    ck_assert_int_eq(same, 1);
    mxfake_kit_sync(&kit, "");
    for (int way = 0; way < 40; way++) {
        fault(MXFAKE_HOSTILE, 0, way);
        mxfake_kit_ask(&kit, "GET", NULL, "/sync?since=s1");
    }
    ck_assert_int_eq((int)mxfake_struck(kit.fake, MXFAKE_HOSTILE), 40);
}
END_TEST

Suite *suite_mxfake_faults(void);

Suite *suite_mxfake_faults(void)
{
    Suite *suite = suite_create("mxfake_faults");
    TCase *tcase = tcase_create("faults");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, before_and_after_the_effect_are_two_things);
    tcase_add_test(tcase, a_limit_says_how_long_in_either_place_or_in_none);
    tcase_add_test(tcase, bodies_are_cut_lie_are_pages_or_nothing);
    tcase_add_test(tcase, tokens_and_errors_are_as_it_was_wished);
    tcase_add_test(tcase, a_sync_can_gap_go_back_double_and_turn_round);
    tcase_add_test(tcase, a_restart_cuts_those_who_wait);
    tcase_add_test(tcase, every_value_of_an_answer_is_harmed_in_every_way);
    suite_add_tcase(suite, tcase);
    return suite;
}
