/* Every verb of fault is seen to bite, and limits to limit. */
#include "fake_kit.h"

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

static void fault(enum fake_discord_verb verb, int64_t ms, int code)
{
    const struct fake_discord_fault rule = {
        .verb = verb, .route = "POST ?channels?*?messages", .times = 1, .ms = ms, .code = code};
    fake_discord_fault(kit.fake, &rule);
}

static const struct fake_answer *post(void)
{
    return fake_discord_bot_asks(kit.fake, "POST",
                                 fake_kit_path("/channels/#/messages", kit.channel, 0),
                                 "{\"content\":\"hello\"}");
}

static int messages(void)
{
    return (int)fake_kit_state(&kit, "messages");
}

START_TEST(delays_come_before_or_after_the_effect)
{
    int64_t began = fake_discord_now_ms(kit.fake);
    fault(FAKE_DISCORD_DELAY_AFTER, 300, 0);
    const struct fake_answer *answer = post();
    ck_assert_int_eq(answer->status, 200);
    ck_assert_int_eq(fake_discord_now_ms(kit.fake), began + 300);
    cJSON *json = cJSON_ParseWithLength(answer->body, answer->body_len);
    ck_assert_int_eq((int64_t)(fake_kit_id(json, "id") >> 22) + INT64_C(1420070400000), began);
    cJSON_Delete(json);
    fake_discord_mend(kit.fake);
    fault(FAKE_DISCORD_DELAY_BEFORE, 400, 0);
    answer = post();
    json = cJSON_ParseWithLength(answer->body, answer->body_len);
    ck_assert_int_eq((int64_t)(fake_kit_id(json, "id") >> 22) + INT64_C(1420070400000),
                     began + 700);
    cJSON_Delete(json);
}
END_TEST

START_TEST(drops_come_before_or_after_the_effect)
{
    fault(FAKE_DISCORD_DROP_BEFORE, 0, 0);
    ck_assert(post()->dropped);
    ck_assert_int_eq(messages(), 0);
    fake_discord_mend(kit.fake);
    fault(FAKE_DISCORD_DROP_AFTER, 0, 0);
    ck_assert(post()->dropped);
    ck_assert_int_eq(messages(), 1);
    ck_assert(!post()->dropped);
}
END_TEST

START_TEST(a_429_says_its_scope_and_wait)
{
    fault(FAKE_DISCORD_USER_429, 1500, 0);
    const struct fake_answer *answer = post();
    ck_assert_int_eq(answer->status, 429);
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-scope"), "user");
    ck_assert_str_eq(fake_header(answer, "retry-after"), "2");
    ck_assert_ptr_nonnull(strstr(answer->body, "\"retry_after\":1.5"));
    fake_discord_mend(kit.fake);
    double invalid = fake_kit_state(&kit, "invalid");
    fault(FAKE_DISCORD_SHARED_429, 1500, 0);
    ck_assert_str_eq(fake_header(post(), "x-ratelimit-scope"), "shared");
    ck_assert(fake_kit_state(&kit, "invalid") == invalid);
    fake_discord_mend(kit.fake);
    fault(FAKE_DISCORD_HTML_429, 0, 0);
    answer = post();
    ck_assert_int_eq(answer->status, 429);
    ck_assert_ptr_null(fake_header(answer, "via"));
    ck_assert_ptr_nonnull(strstr(fake_header(answer, "content-type"), "text/html"));
}
END_TEST

START_TEST(a_global_429_holds_for_everything_but_interactions)
{
    fault(FAKE_DISCORD_GLOBAL_429, 1000, 0);
    const struct fake_answer *answer = post();
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-global"), "true");
    ck_assert_int_eq(fake_discord_bot_asks(kit.fake, "GET", "/users/@me", NULL)->status, 429);
    fake_kit_refused(&kit, "POST", "/interactions/1/x/callback", "{\"type\":1}", 10062);
    fake_kit_pass(&kit, 1000);
    ck_assert_int_eq(fake_discord_bot_asks(kit.fake, "GET", "/users/@me", NULL)->status, 200);
}
END_TEST

START_TEST(statuses_come_before_or_after_the_effect)
{
    static const int codes[] = {500, 502, 503, 504};
    for (int i = 0; i < 4; i++) {
        fake_discord_mend(kit.fake);
        fault(FAKE_DISCORD_STATUS_BEFORE, 0, codes[i]);
        ck_assert_int_eq(post()->status, codes[i]);
        ck_assert_int_eq(messages(), i);
        fake_discord_mend(kit.fake);
        fault(FAKE_DISCORD_STATUS_AFTER, 0, codes[i]);
        ck_assert_int_eq(post()->status, codes[i]);
        ck_assert_int_eq(messages(), i + 1);
    }
}
END_TEST

START_TEST(bodies_are_cut_short_or_told_wrong)
{
    size_t whole = post()->body_len;
    fault(FAKE_DISCORD_TRUNCATED, 0, 0);
    const struct fake_answer *answer = post();
    ck_assert_uint_eq(answer->body_len, whole / 2);
    ck_assert_uint_eq(answer->told_len, whole / 2);
    fake_discord_mend(kit.fake);
    fault(FAKE_DISCORD_WRONG_LENGTH, 0, 0);
    answer = post();
    ck_assert_uint_eq(answer->body_len, whole / 2);
    ck_assert_uint_eq(answer->told_len, whole);
}
END_TEST

START_TEST(a_hash_changes)
{
    fake_discord_knobs(kit.fake)->bucket_limit = 100;
    char before[64];
    snprintf(before, sizeof before, "%s", fake_header(post(), "x-ratelimit-bucket"));
    ck_assert_str_eq(fake_header(post(), "x-ratelimit-bucket"), before);
    fault(FAKE_DISCORD_HASH_CHANGE, 0, 0);
    post();
    ck_assert_str_ne(fake_header(post(), "x-ratelimit-bucket"), before);
}
END_TEST

START_TEST(refusals_have_their_codes)
{
    fault(FAKE_DISCORD_UNAUTHORIZED, 0, 0);
    ck_assert_int_eq(post()->status, 401);
    fake_discord_mend(kit.fake);
    static const int codes[][2] = {{50001, 403}, {50013, 403}, {50007, 403},  {50278, 403},
                                   {40003, 429}, {10003, 404}, {200000, 400}, {50083, 400}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        fault(FAKE_DISCORD_REFUSED, 0, codes[i][0]);
        const struct fake_answer *answer = post();
        char wanted[32];
        snprintf(wanted, sizeof wanted, "\"code\":%d", codes[i][0]);
        ck_assert_int_eq(answer->status, codes[i][1]);
        ck_assert_ptr_nonnull(strstr(answer->body, wanted));
        fake_discord_mend(kit.fake);
    }
    ck_assert_int_eq(post()->status, 200);
}
END_TEST

START_TEST(a_rule_skips_repeats_and_ends)
{
    const struct fake_discord_fault rule = {
        .verb = FAKE_DISCORD_STATUS_BEFORE, .skip = 1, .times = 2, .code = 500};
    static const int wanted[] = {200, 500, 500, 200};
    fake_discord_fault(kit.fake, &rule);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(post()->status, wanted[i]);
    }
    ck_assert_uint_eq(fake_discord_struck(kit.fake, FAKE_DISCORD_STATUS_BEFORE), 2);
    const struct fake_discord_fault other = {
        .verb = FAKE_DISCORD_STATUS_BEFORE, .route = "GET *", .code = 500};
    fake_discord_fault(kit.fake, &other);
    ck_assert_int_eq(post()->status, 200);
}
END_TEST

START_TEST(chance_is_of_the_seed)
{
    const struct fake_discord_fault rule = {
        .verb = FAKE_DISCORD_STATUS_BEFORE, .per_mille = 300, .code = 500};
    fake_discord_fault(kit.fake, &rule);
    unsigned failed = 0;
    for (int i = 0; i < 1000; i++) {
        failed += fake_discord_bot_asks(kit.fake, "GET", "/users/@me", NULL)->status == 500;
    }
    ck_assert(failed > 230 && failed < 370);
}
END_TEST

START_TEST(buckets_are_of_a_channel_and_say_when_they_are_full)
{
    fake_discord_limit(kit.fake, "POST /channels/{}/messages", 2, 5000);
    const struct fake_answer *answer = post();
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-limit"), "2");
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-remaining"), "1");
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-reset-after"), "5.000");
    fake_kit_pass(&kit, 1000);
    answer = post();
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-remaining"), "0");
    ck_assert_str_eq(fake_header(answer, "x-ratelimit-reset-after"), "4.000");
    answer = post();
    ck_assert_int_eq(answer->status, 429);
    ck_assert_ptr_nonnull(strstr(answer->body, "\"retry_after\":4"));
    uint64_t other = fake_discord_channel(kit.fake, kit.guild, "other", 0);
    cJSON_Delete(fake_kit_ask(&kit, "POST", fake_kit_path("/channels/#/messages", other, 0),
                              "{\"content\":\"x\"}", 200));
    fake_kit_pass(&kit, 4000);
    ck_assert_int_eq(post()->status, 200);
}
END_TEST

START_TEST(the_global_limit_is_of_all_routes)
{
    fake_discord_knobs(kit.fake)->global_per_s = 3;
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(fake_discord_bot_asks(kit.fake, "GET", "/users/@me", NULL)->status, 200);
    }
    ck_assert_str_eq(fake_header(post(), "x-ratelimit-scope"), "global");
    fake_kit_pass(&kit, 1000);
    ck_assert_int_eq(post()->status, 200);
}
END_TEST

START_TEST(who_is_refused_too_often_is_banned)
{
    fake_discord_knobs(kit.fake)->invalid_max = 2;
    const struct fake_discord_fault rule = {
        .verb = FAKE_DISCORD_REFUSED, .times = 3, .code = 50001};
    fake_discord_fault(kit.fake, &rule);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(post()->status, 403);
    }
    ck_assert_int_eq(post()->status, 429);
    fake_kit_pass(&kit, 600000);
    ck_assert_int_eq(post()->status, 200);
}
END_TEST

static int answers;

static void answered(void *context, const struct fake_answer *answer)
{
    (void)context;
    answers += answer->status == 200;
}

START_TEST(an_answer_comes_out_of_run_unless_nobody_waits)
{
    const struct fake_ask ask = {.method = "GET", .path = "/fake/state"};
    int one = 1;
    int two = 2;
    answers = 0;
    fake_discord_ask(kit.fake, &ask, answered, &one);
    fake_discord_ask(kit.fake, &ask, answered, &two);
    ck_assert_int_eq(answers, 0);
    fake_discord_hang_up(kit.fake, &one);
    fake_kit_pass(&kit, 0);
    ck_assert_int_eq(answers, 1);
}
END_TEST

Suite *suite_fake_faults(void);

Suite *suite_fake_faults(void)
{
    Suite *suite = suite_create("fake_faults");
    TCase *tcase = tcase_create("faults");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, delays_come_before_or_after_the_effect);
    tcase_add_test(tcase, drops_come_before_or_after_the_effect);
    tcase_add_test(tcase, a_429_says_its_scope_and_wait);
    tcase_add_test(tcase, a_global_429_holds_for_everything_but_interactions);
    tcase_add_test(tcase, statuses_come_before_or_after_the_effect);
    tcase_add_test(tcase, bodies_are_cut_short_or_told_wrong);
    tcase_add_test(tcase, a_hash_changes);
    tcase_add_test(tcase, refusals_have_their_codes);
    tcase_add_test(tcase, a_rule_skips_repeats_and_ends);
    tcase_add_test(tcase, chance_is_of_the_seed);
    tcase_add_test(tcase, buckets_are_of_a_channel_and_say_when_they_are_full);
    tcase_add_test(tcase, the_global_limit_is_of_all_routes);
    tcase_add_test(tcase, who_is_refused_too_often_is_banned);
    tcase_add_test(tcase, an_answer_comes_out_of_run_unless_nobody_waits);
    suite_add_tcase(suite, tcase);
    return suite;
}
