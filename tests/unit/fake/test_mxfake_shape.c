/* Answers and events as the specification's schemas have them: in full, with as little as may be,
 * and harmed in each way. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "fake_base.h"
#include "mxfake_kit.h"
#include "mxfake_shape.h"

Suite *suite_mxfake_shape(void);

static struct mxfake_shapes *shapes;
static struct mxfake_kit kit;

static void open_shapes(void)
{
    shapes = mxfake_shapes_new();
    mxfake_kit_open(&kit);
}

static void close_shapes(void)
{
    mxfake_shapes_free(&shapes);
    mxfake_kit_close(&kit);
}

static size_t op(const char *method, const char *path)
{
    size_t at = mxfake_shapes_find(shapes, method, path);
    ck_assert_uint_lt(at, mxfake_shapes_count(shapes));
    return at;
}

/* JSON of one way. */
static cJSON *made(size_t at, int status, const char *real, unsigned way)
{
    cJSON *json = real == NULL ? NULL : fake_parse(real);
    char *text = mxfake_shapes_answer(shapes, at, status, NULL, json, way);
    cJSON *answer = fake_parse(text);
    ck_assert_msg(answer != NULL, "way %u: %.200s", way, text);
    free(text);
    cJSON_Delete(json);
    return answer;
}

static void is(cJSON *json, const char *wanted)
{
    char *text = cJSON_PrintUnformatted(json);
    ck_assert_str_eq(text, wanted);
    cJSON_free(text);
    cJSON_Delete(json);
}

START_TEST(a_request_is_found_by_its_path)
{
    static const char *const asked[][3] = {
        {"GET", "/_matrix/client/v3/sync?since=s1", "GET /_matrix/client/v3/sync"},
        {"GET", "/_matrix/client/v3/rooms/!a:b/state",
         "GET /_matrix/client/v3/rooms/{roomId}/state"},
        {"GET", "/_matrix/client/v3/rooms/!a:b/state/m.room.name/",
         "GET /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}"},
        {"PUT", "/_matrix/client/v3/rooms/!a:b/state/m.room.name",
         "PUT /_matrix/client/v3/rooms/{roomId}/state/{eventType}/{stateKey}"},
        {"PUT", "/_matrix/client/v3/devices/GM", "PUT /_matrix/client/v3/devices/{deviceId}"}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        size_t at = op(asked[i][0], asked[i][1]);
        ck_assert_str_eq(mxfake_shapes_name(shapes, at), asked[i][2]);
    }
    ck_assert_uint_eq(mxfake_shapes_find(shapes, "GET", "/_matrix/client/v3/rooms/!a:b/nothing"),
                      mxfake_shapes_count(shapes));
}
END_TEST

START_TEST(whole_answers_are_around_what_is_real)
{
    static const char real[] = "{\"user_id\":\"@bot:x\",\"device_id\":\"GM\"}";
    size_t at = op("GET", "/_matrix/client/v3/account/whoami");
    is(made(at, 200, real, MXFAKE_WAY_FULL), real);
    is(made(at, 200, real, MXFAKE_WAY_SPARE), real);
    is(made(at, 200, real, MXFAKE_WAY_BARE), "{\"user_id\":\"@bot:x\"}");
    is(made(at, 200, NULL, MXFAKE_WAY_FULL),
       "{\"user_id\":\"@shape:fake.example\",\"device_id\":\"shape\",\"is_guest\":true}");
    is(made(at, 429, NULL, MXFAKE_WAY_FULL),
       "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"error\":\"So it was wished\",\"retry_after_ms\":1000}");
    is(made(at, 401, NULL, MXFAKE_WAY_BARE),
       "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"error\":\"So it was wished\"}");
}
END_TEST

START_TEST(a_whole_sync_keeps_what_happened_and_has_everything_else)
{
    static const char real[] =
        "{\"next_batch\":\"s1\",\"rooms\":{\"join\":{\"!a:b\":{\"timeline\":{\"events\":[{"
        "\"event_id\":\"$1\",\"type\":\"m.room.message\",\"sender\":\"@a:b\","
        "\"origin_server_ts\":1,\"content\":{\"body\":\"x\"}}]}}}}}";
    size_t at = op("GET", "/_matrix/client/v3/sync");
    cJSON *full = made(at, 200, real, MXFAKE_WAY_FULL);
    const cJSON *event = mxfake_kit_at(full, "rooms/join/!a:b/timeline/events/0");
    ck_assert_str_eq(fake_get_text(mxfake_kit_at(event, "content"), "body"), "x");
    ck_assert_ptr_null(fake_get(event, "state_key"));
    ck_assert_ptr_nonnull(mxfake_kit_at(full, "presence/events/0/content"));
    ck_assert_ptr_nonnull(
        mxfake_kit_at(full, "rooms/join/!shape:fake.example/timeline/events/2/content"));
    cJSON_Delete(full);
    is(made(at, 200, real, MXFAKE_WAY_SPARE), real);
    is(made(at, 200, real, MXFAKE_WAY_BARE), "{\"next_batch\":\"s1\"}");
}
END_TEST

START_TEST(each_way_of_harm_is_another)
{
    size_t at = op("POST", "/_matrix/client/v3/createRoom");
    unsigned ways = mxfake_shapes_ways(shapes, at, 200, NULL);
    const cJSON *real = cJSON_CreateObject();
    unsigned same = 0;
    char *texts[256];
    ck_assert_uint_gt(ways, 40);
    ck_assert_uint_lt(ways, 256);
    for (unsigned way = MXFAKE_WAYS_WHOLE; way < ways; way++) {
        texts[way] = mxfake_shapes_answer(shapes, at, 200, NULL, real, way);
        for (unsigned before = MXFAKE_WAYS_WHOLE; before < way; before++) {
            same += strcmp(texts[before], texts[way]) == 0;
        }
    }
    for (unsigned way = MXFAKE_WAYS_WHOLE; way < ways; way++) {
        free(texts[way]);
    }
    cJSON_Delete((cJSON *)(uintptr_t)real); /* NOLINT(performance-no-int-to-ptr) */
    ck_assert_uint_le(same, 2);
}
END_TEST

START_TEST(every_answer_and_every_event_can_be_made_in_all_ways)
{
    unsigned answers = 0;
    unsigned events = 0;
    for (size_t at = 0; at < mxfake_shapes_count(shapes); at++) {
        for (size_t which = 0; mxfake_shapes_status(shapes, at, which) != 0; which++) {
            int status = mxfake_shapes_status(shapes, at, which);
            unsigned ways = mxfake_shapes_ways(shapes, at, status, NULL);
            for (unsigned way = 0; way < ways; way++) {
                char *text = mxfake_shapes_answer(shapes, at, status, NULL, NULL, way);
                answers += text != NULL;
                free(text);
            }
        }
    }
    for (size_t at = 0; mxfake_shapes_event(shapes, at) != NULL; at++) {
        for (unsigned way = 0; way < mxfake_shapes_event_ways(shapes, at); way++) {
            char *text = mxfake_shapes_content(shapes, at, NULL, way);
            events += text != NULL;
            free(text);
        }
    }
    ck_assert_uint_gt(answers, 12000);
    ck_assert_uint_gt(events, 4000);
}
END_TEST

START_TEST(a_request_is_answered_so)
{
    const struct mxfake_fault full = {.verb = MXFAKE_SHAPED, .times = 1, .way = MXFAKE_WAY_FULL};
    const struct mxfake_fault refused = {
        .verb = MXFAKE_SHAPED, .times = 1, .code = 403, .way = MXFAKE_WAY_SPARE};
    mxfake_fault(kit.fake, &full);
    const struct fake_answer *answer =
        mxfake_asks(kit.fake, NULL, "GET", "/_matrix/client/versions", NULL);
    ck_assert_int_eq(answer->status, 200);
    ck_assert_ptr_nonnull(strstr(answer->body, "unstable_features"));
    mxfake_fault(kit.fake, &refused);
    answer = mxfake_asks(kit.fake, NULL, "GET", "/account/whoami", NULL);
    ck_assert_int_eq(answer->status, 403);
    ck_assert_ptr_nonnull(strstr(answer->body, "M_FORBIDDEN"));
}
END_TEST

Suite *suite_mxfake_shape(void)
{
    Suite *suite = suite_create("mxfake_shape");
    TCase *tcase = tcase_create("shape");
    tcase_add_checked_fixture(tcase, open_shapes, close_shapes);
    tcase_add_test(tcase, a_request_is_found_by_its_path);
    tcase_add_test(tcase, whole_answers_are_around_what_is_real);
    tcase_add_test(tcase, a_whole_sync_keeps_what_happened_and_has_everything_else);
    tcase_add_test(tcase, each_way_of_harm_is_another);
    tcase_add_test(tcase, every_answer_and_every_event_can_be_made_in_all_ways);
    tcase_add_test(tcase, a_request_is_answered_so);
    suite_add_tcase(suite, tcase);
    return suite;
}
