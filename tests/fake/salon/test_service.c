/* The bot as an appservice: its user, its device, the ping and what is handed over to it, in
 * every shape of the specification's schemas. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "matrix_appservice.h"
#include "matrix_private.h"
#include "mxfake_service.h"
#include "mxfake_shape.h"
#include "salon.h"

enum { CARRY_MS = 500, PARTS = 3 };

#define ANSWER   "What it is about"
#define ASK      "!rules spyfall"
#define HANDED   "PUT /_matrix/app/v1/transactions/{txnId}"
#define HS_TOKEN "hs-token-of-the-test"
#define DEVICE   "GMDEVICE"

Suite *suite_salon_service(void);

static struct salon salon;
static struct mxfake_shapes *shapes;
static int way;            /* in which the next transaction is handed over; -1: as it is */
static unsigned delivered; /* transactions that were shaped */
static unsigned asked[2];  /* for a device: by PUT, by anything else */
static unsigned joins;
static char push_id[128];

static void record(void *context, const char *line, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *method = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "method"));
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "path"));
    const cJSON *status = cJSON_GetObjectItemCaseSensitive(json, "status");
    bool put = strcmp(method, "PUT") == 0 && status->valueint < 300 &&
               strstr(path, "/devices/" DEVICE) != NULL;
    (void)context;
    asked[0] += put;
    joins += strstr(path, "/join/") != NULL;
    asked[1] += !put && strstr(path, "/devices") != NULL;
    cJSON_Delete(json);
}

static void begins(struct salon *at)
{
    const struct mxfake_registration registration = {.id = "deaddrop",
                                                     .url = "http://deaddrop.example",
                                                     .as_token = "as-token-of-the-test",
                                                     .hs_token = HS_TOKEN,
                                                     .localpart = "bot"};
    mxfake_service(at->fake, &registration);
}

static void taken(void *context, int status, const char *json)
{
    (void)context;
    (void)json;
    mxfake_push_answered(salon.fake, "deaddrop", status);
}

/* Hands over what waits. */
static void carry(void)
{
    struct mxfake_push push;
    struct matrix_bot *bot = (struct matrix_bot *)salon.adapter;
    while (mxfake_push_take(salon.fake, "deaddrop", &push)) {
        if (strcmp(push.method, "POST") == 0) { /* the ping needs a socket: it is reached */
            mxfake_push_answered(salon.fake, "deaddrop", 200);
            continue;
        }
        cJSON *real = cJSON_ParseWithLength(push.body, strlen(push.body));
        char *body =
            way < 0 ? strdup(push.body) : mxfake_shapes_handed(shapes, HANDED, real, (unsigned)way);
        delivered += way >= 0;
        snprintf(push_id, sizeof push_id, "%s", strrchr(push.path, '/') + 1);
        const struct matrix_transaction transaction = {
            .authorization = "Bearer " HS_TOKEN, .id = push_id, .body = body, .len = strlen(body)};
        matrix_appservice_receive(bot->appservice, &transaction, taken, NULL);
        cJSON_Delete(real);
        free(body);
    }
}

static void pass(int64_t ms)
{
    for (; ms > 0; ms -= CARRY_MS) {
        carry();
        salon_pass(&salon, CARRY_MS);
    }
}

static void answers(unsigned who, const char *what, int number)
{
    unsigned before = salon_saw(&salon, who, NULL, ANSWER);
    mxfake_say(salon.fake, salon.person[who], salon.room, ASK);
    pass(30000);
    ck_assert_msg(salon_saw(&salon, who, NULL, ANSWER) > before, "%s %d: no answer", what, number);
}

static void set_up(void)
{
    static const char *const environment[] = {
        "DEADDROP_MATRIX_AS_TOKEN=as-token-of-the-test", "DEADDROP_MATRIX_HS_TOKEN=" HS_TOKEN,
        "DEADDROP_MATRIX_APPSERVICE_PORT=8448", "DEADDROP_MATRIX_DEVICE=" DEVICE};
    memset(&salon, 0, sizeof salon);
    memset(asked, 0, sizeof asked);
    shapes = mxfake_shapes_new();
    way = -1;
    delivered = joins = 0;
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        salon.environment[i] = environment[i];
    }
    salon.begins = begins;
    salon.record = record;
    salon_open(&salon, 3, NULL);
    const struct mxfake_room_setup hall = {.name = "Hall", .invites = salon.bot};
    salon.room = mxfake_room(salon.fake, salon.person[0], &hall);
    pass(10000);
    ck_assert_str_eq(mxfake_membership(salon.fake, salon.room, salon.bot), "join");
    mxfake_invite(salon.fake, salon.person[0], salon.room, salon.person[1]);
    mxfake_join(salon.fake, salon.person[1], salon.room);
}

static void tear_down(void)
{
    salon_close(&salon);
    mxfake_shapes_free(&shapes);
}

START_TEST(a_device_is_made_at_each_start_and_never_asked_for)
{
    ck_assert_uint_eq(asked[0], 1);
    pass(60000);
    ck_assert_uint_eq(joins, 1); /* and an invite is followed once */
    answers(0, "start", 0);
    salon_cut(&salon);
    salon_reopen(&salon, 1000);
    answers(0, "start", 1);
    ck_assert_uint_eq(asked[0], 2);
    ck_assert_uint_eq(asked[1], 0);
}
END_TEST

START_TEST(a_whole_transaction_is_understood)
{
    for (way = MXFAKE_WAY_FULL; way <= MXFAKE_WAY_SPARE; way++) {
        answers(1, "way", way);
    }
    ck_assert_uint_gt(delivered, 2);
}
END_TEST

START_TEST(transactions_of_every_shape_are_survived)
{
    int ways = (int)mxfake_shapes_handed_ways(shapes, HANDED);
    ck_assert_int_gt(ways, 300);
    for (int next = _i; next < ways; next += PARTS) {
        way = next;
        mxfake_say(salon.fake, salon.person[1], salon.room, "talk");
        pass(2LL * CARRY_MS);
        way = -1;
        if (next % 20 < PARTS) { /* what was refused comes again, later and later */
            pass(120000);
            answers(1, "way", next);
        }
    }
    pass(4000000);
    answers(1, "end", ways);
    ck_assert_uint_ge(delivered, (unsigned)ways / PARTS * 9 / 10);
}
END_TEST

/* The next ways of all that is asked at a start. */
static void start(const size_t *places, size_t count, unsigned number)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t which = 0; mxfake_shapes_status(shapes, places[i], which) != 0; which++) {
            int status = mxfake_shapes_status(shapes, places[i], which);
            unsigned ways = mxfake_shapes_ways(shapes, places[i], status, NULL);
            char route[256];
            snprintf(route, sizeof route, "%s", mxfake_shapes_name(shapes, places[i]));
            char *value = strchr(route, '{');
            if (value != NULL) {
                size_t len = strcspn(value, "}");
                *value = '*';
                memmove(value + 1, value + len + 1, strlen(value + len + 1) + 1);
            }
            const struct mxfake_fault fault = {.verb = MXFAKE_SHAPED,
                                               .route = route,
                                               .times = 1,
                                               .code = status == 200 ? 0 : status,
                                               .way = number % ways};
            mxfake_fault(salon.fake, &fault);
        }
    }
}

START_TEST(what_is_asked_at_a_start_is_answered_in_every_shape)
{
    static const char *const asked_for[][2] = {
        {"POST", "/_matrix/client/v3/register"},
        {"PUT", "/_matrix/client/v3/devices/GM"},
        {"POST", "/_matrix/client/v1/appservice/deaddrop/ping"}};
    size_t places[3];
    unsigned most = 0;
    unsigned ended = 0;
    for (size_t i = 0; i < 3; i++) {
        places[i] = mxfake_shapes_find(shapes, asked_for[i][0], asked_for[i][1]);
        for (size_t which = 0; mxfake_shapes_status(shapes, places[i], which) != 0; which++) {
            int status = mxfake_shapes_status(shapes, places[i], which);
            unsigned ways = mxfake_shapes_ways(shapes, places[i], status, NULL);
            most = ways > most ? ways : most;
        }
    }
    for (unsigned number = (unsigned)_i; number < most; number += PARTS) {
        salon_cut(&salon);
        start(places, 3, number);
        salon_reopen(&salon, 1000);
        pass(1200000);
        mxfake_mend(salon.fake);
        pass(60000);
        if (matrix_gone(salon.adapter) != NULL) { /* its token was really refused */
            ended++;
            salon_cut(&salon);
            salon_reopen(&salon, 1000);
        }
        answers(1, "start", (int)number);
    }
    ck_assert_uint_gt(mxfake_struck(salon.fake, MXFAKE_SHAPED), most);
    ck_assert_uint_lt(ended, most / PARTS / 4);
}
END_TEST

Suite *suite_salon_service(void)
{
    Suite *suite = suite_create("salon_service");
    TCase *tcase = tcase_create("service");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_device_is_made_at_each_start_and_never_asked_for);
    tcase_add_test(tcase, a_whole_transaction_is_understood);
    tcase_add_loop_test(tcase, transactions_of_every_shape_are_survived, 0, PARTS);
    tcase_add_loop_test(tcase, what_is_asked_at_a_start_is_answered_in_every_shape, 0, PARTS);
    suite_add_tcase(suite, tcase);
    return suite;
}
