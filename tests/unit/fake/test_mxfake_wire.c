/* An adapter's way out, onto the Matrix homeserver for tests in process. */
#include "fake_wire.h"
#include "mxfake_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mxfake_kit kit;
static struct fake_wire *wire;
static int64_t now_ms;
static uint64_t dice = 1;

static void open_kit(void)
{
    mxfake_kit_open(&kit);
    now_ms = mxfake_now_ms(kit.fake);
    const struct fake_platform platform = mxfake_platform(kit.fake);
    wire = fake_wire_new(&platform, &now_ms, &dice);
}

static void close_kit(void)
{
    fake_wire_free(&wire);
    mxfake_kit_close(&kit);
}

struct told {
    int times;
    enum net_end end;
    int status;
    char body[256];
};

static void hear(void *context, const struct net_answer *answer)
{
    struct told *told = context;
    told->times++;
    told->end = answer->end;
    told->status = answer->status;
    snprintf(told->body, sizeof told->body, "%s", answer->body);
}

static void ask(const char *path, int64_t time_ms, struct told *told)
{
    char url[300];
    char authorization[100];
    const struct net_wire *out = fake_wire_wire(wire);
    snprintf(url, sizeof url, "https://matrix.fake.example/_matrix/client/v3%s", path);
    snprintf(authorization, sizeof authorization, "Bearer %s", kit.token);
    const struct net_header headers[] = {{"Authorization", authorization}};
    const struct net_request request = {
        .method = "GET", .url = url, .headers = headers, .header_count = 1, .time_ms = time_ms};
    memset(told, 0, sizeof *told);
    out->call(out->context, &request, hear, told);
}

START_TEST(a_request_goes_by_the_wire_and_is_answered_later)
{
    struct told told;
    ask("/account/whoami", 1000, &told);
    ck_assert_int_eq(told.times, 0);
    ck_assert(fake_wire_run(wire));
    ck_assert_int_eq(told.times, 1);
    ck_assert_int_eq(told.status, 200);
    ck_assert_ptr_nonnull(strstr(told.body, "@bot:fake.example"));
}
END_TEST

START_TEST(a_poll_waits_on_the_clock_of_the_test)
{
    struct told told;
    char path[200];
    mxfake_kit_sync(&kit, "");
    snprintf(path, sizeof path, "/sync?since=%s&timeout=30000", kit.since);
    ask(path, 50000, &told);
    ck_assert(!fake_wire_run(wire));
    ck_assert_int_eq(fake_wire_next_ms(wire), now_ms + 30000);
    now_ms += 10000;
    mxfake_say(kit.fake, kit.ana, kit.room, "hello");
    ck_assert(fake_wire_run(wire));
    ck_assert_int_eq(told.status, 200);
}
END_TEST

START_TEST(a_cut_connection_is_of_unknown_fate)
{
    struct told told;
    const struct mxfake_fault cut = {.verb = MXFAKE_DROP_AFTER, .times = 1};
    const struct mxfake_fault script = {
        .verb = MXFAKE_ANSWERS, .code = 200, .text = "{\"user_id\":7}"};
    mxfake_fault(kit.fake, &cut);
    ask("/account/whoami", 1000, &told);
    fake_wire_run(wire);
    ck_assert_int_eq(told.end, NET_UNKNOWN);
    mxfake_fault(kit.fake, &script);
    ask("/account/whoami", 1000, &told);
    fake_wire_run(wire);
    ck_assert_str_eq(told.body, "{\"user_id\":7}");
}
END_TEST

Suite *suite_mxfake_wire(void);

Suite *suite_mxfake_wire(void)
{
    Suite *suite = suite_create("mxfake_wire");
    TCase *tcase = tcase_create("wire");
    tcase_add_checked_fixture(tcase, open_kit, close_kit);
    tcase_add_test(tcase, a_request_goes_by_the_wire_and_is_answered_later);
    tcase_add_test(tcase, a_poll_waits_on_the_clock_of_the_test);
    tcase_add_test(tcase, a_cut_connection_is_of_unknown_fate);
    suite_add_tcase(suite, tcase);
    return suite;
}
