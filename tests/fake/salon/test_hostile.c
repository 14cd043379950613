/* Answers in hostile shapes to every request that the bot makes: a member is missing, of another
 * type, enormous, nested too deep. What is asked is asked again or done without; nothing breaks,
 * and the bot hears and answers when it is over. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "salon.h"

enum { WAYS = 24, PARTS = 3 };

#define ANSWER "What it is about"

Suite *suite_salon_hostile(void);

static struct salon salon;

/* All that the bot asks while it plays, and how often it was harmed. */
static struct {
    const char *method;
    const char *path; /* a part of it */
    const char *route;
    unsigned harmed;
} asked[] = {
    {"GET", "/versions", "GET */versions", 0},
    {"POST", "/login", "POST */login", 0},
    {"POST", "/refresh", "POST */refresh", 0},
    {"GET", "/account/whoami", "GET */whoami", 0},
    {"POST", "/filter", "POST */filter", 0},
    {"GET", "/sync", "GET */sync", 0},
    {"GET", "/messages", "GET */messages", 0},
    {"POST", "/join/", "POST */join/*", 0},
    {"GET", "/joined_rooms", "GET */joined_rooms", 0},
    {"POST", "/createRoom", "POST */createRoom", 0},
    {"POST", "/invite", "POST */invite", 0},
    {"POST", "/kick", "POST */kick", 0},
    {"POST", "/leave", "POST */leave", 0},
    {"POST", "/forget", "POST */forget", 0},
    {"GET", "/state/", "GET */state/*", 0},
    {"PUT", "/state/", "PUT */state/*", 0},
    {"GET", "/state", "GET */state", 0},
    {"PUT", "/send/m.room.message/", "PUT */send/m.room.message/*", 0},
    {"PUT", "/send/m.reaction/", "PUT */send/m.reaction/*", 0},
    {"PUT", "/redact/", "PUT */redact/*", 0},
    {"GET", "/account_data/", "GET */account_data/*", 0},
    {"PUT", "/account_data/", "PUT */account_data/*", 0},
    {"GET", "/media/config", "GET */media/config", 0},
    {"POST", "/upload", "POST */upload*", 0},
};
enum { ASKED = sizeof asked / sizeof *asked };

static void record(void *context, const char *line, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *fault = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "fault"));
    const char *method = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "method"));
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "path"));
    (void)context;
    for (size_t i = 0; i < ASKED && fault != NULL && strcmp(fault, "hostile") == 0; i++) {
        if (strcmp(method, asked[i].method) == 0 && strstr(path, asked[i].path) != NULL) {
            asked[i].harmed++;
            break;
        }
    }
    cJSON_Delete(json);
}

/* Whatever came of it. */
static void says(unsigned who, const char *text)
{
    mxfake_say(salon.fake, salon.person[who], salon.room, text);
    salon_pass(&salon, 5000);
}

static void harm(int way)
{
    mxfake_mend(salon.fake);
    for (size_t i = 0; i < ASKED; i++) {
        salon_fault(&salon, MXFAKE_HOSTILE, asked[i].route, 1, way);
    }
}

static void begins(struct salon *at)
{
    salon_fault(at, MXFAKE_HOSTILE, "GET */versions", 1, (int)at->dice);
    salon_fault(at, MXFAKE_HOSTILE, "POST */login", 1, (int)at->dice);
    salon_fault(at, MXFAKE_HOSTILE, "POST */filter", 1, (int)at->dice);
}

/* Everything that makes the bot ask: rooms and people, a table of teams, its end, a transcript,
 * a gap, a member who has left, a new session. */
static void lives(int way)
{
    harm(way);
    says(0, "!decrypto pace=async");
    for (unsigned who = 0; who < 4; who++) {
        says(who, "!join");
    }
    says(0, "!start");
    salon_pass(&salon, 30000);
    const struct mxfake_fault gap = {
        .verb = MXFAKE_GAP, .route = "GET *sync*", .times = 2, .code = 1};
    mxfake_mend(salon.fake);
    mxfake_fault(salon.fake, &gap);
    salon_fault(&salon, MXFAKE_HOSTILE, "GET */messages", 1, way);
    says(4, "talk"); /* the poll that is under way ends with it */
    for (int i = 0; i < 24; i++) {
        mxfake_say(salon.fake, salon.person[4], salon.room, "talk");
    }
    salon_pass(&salon, 30000);
    harm(way);
    says(0, "!abort");
    says(0, "!log");
    says(0, "!record");
    mxfake_log_out(salon.fake, salon.bot, true);
    salon_pass(&salon, 20LL * 60 * 1000);
    harm(way);
    salon_cut(&salon);
    salon_reopen(&salon, 1000);
    const struct mxfake_room_setup other = {.invites = salon.bot};
    mxfake_room(salon.fake, salon.person[1], &other);
    salon_pass(&salon, 60000);
    const struct mxfake_room_setup declined = {.encrypted = true, .invites = salon.bot};
    mxfake_room(salon.fake, salon.person[4], &declined);
    salon_pass(&salon, 60000);
}

static void is_well(int way)
{
    mxfake_mend(salon.fake);
    salon_pass(&salon, 600000);
    const struct fault *gone = matrix_gone(salon.adapter);
    ck_assert_msg(gone == NULL, "way %d: %s", way, gone == NULL ? "" : gone->text);
    unsigned before = salon_saw(&salon, 0, salon.room, ANSWER);
    says(0, "!rules spyfall");
    salon_pass(&salon, 60000);
    ck_assert_msg(salon_saw(&salon, 0, NULL, ANSWER) > before, "way %d: no answer", way);
}

START_TEST(answers_of_every_shape_are_survived)
{
    for (int i = 0; i < WAYS; i++) {
        int way = _i * WAYS + i;
        memset(&salon, 0, sizeof salon);
        salon.dice = (uint64_t)way;
        salon.record = record;
        salon.begins = begins;
        salon_open(&salon, 5, NULL);
        lives(way);
        is_well(way);
        salon_close(&salon);
    }
    char missing[1024] = "";
    for (size_t i = 0; i < ASKED && _i == 0; i++) {
        size_t used = strlen(missing);
        snprintf(missing + used, sizeof missing - used, "%s%s",
                 asked[i].harmed == 0 ? asked[i].route : "", asked[i].harmed == 0 ? ", " : "");
    }
    ck_assert_msg(missing[0] == '\0', "never harmed: %s", missing);
}
END_TEST

/* Requests by what their path has, since it was zeroed. */
static unsigned states;

static void count(void *context, const char *line, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *method = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "method"));
    const char *path = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "path"));
    (void)context;
    states += strcmp(method, "GET") == 0 && strstr(path, "/state") != NULL;
    ck_assert_uint_lt(states, 200);
    cJSON_Delete(json);
}

/* Somebody is to be told something in private, so that they need a room. */
static void is_to_be_told(void)
{
    const struct mxfake_room_setup declined = {.encrypted = true, .invites = salon.bot};
    mxfake_room(salon.fake, salon.person[1], &declined);
    salon_pass(&salon, 120000);
}

static void opens_to_count(void)
{
    memset(&salon, 0, sizeof salon);
    salon.record = count;
    salon_open(&salon, 3, NULL);
    states = 0;
}

START_TEST(a_room_that_cannot_be_read_is_not_asked_for_without_pause)
{
    const struct mxfake_fault garbled = {
        .verb = MXFAKE_ANSWERS, .route = "GET */state", .code = 200, .text = "{\"errcode\":7}"};
    opens_to_count();
    mxfake_fault(salon.fake, &garbled);
    is_to_be_told();
    ck_assert_uint_ge(states, 1);
    ck_assert_uint_le(states, 20);
    is_well(0);
    salon_close(&salon);
}
END_TEST

Suite *suite_salon_hostile(void)
{
    Suite *suite = suite_create("salon_hostile");
    TCase *tcase = tcase_create("hostile");
    tcase_set_timeout(tcase, 110);
    tcase_add_loop_test(tcase, answers_of_every_shape_are_survived, 0, PARTS);
    tcase_add_test(tcase, a_room_that_cannot_be_read_is_not_asked_for_without_pause);
    suite_add_tcase(suite, tcase);
    return suite;
}
