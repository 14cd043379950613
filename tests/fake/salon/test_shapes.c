/* Answers in every shape that the specification's own schemas allow, and harmed in every way: what
 * is whole is understood, and nothing breaks of what is not. The bot hears and answers when it is
 * over, asks no faster than it may, and tells nobody what is somebody else's. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "mxfake_shape.h"
#include "play.h"
#include "log.h"
#include <fcntl.h>

enum {
    LIVES = 160,        /* DD_SALON_SHAPES has another number */
    PARTS = 4,          /* of them, a process each */
    STRIKES = 3,        /* of one operation each time, each in another way */
    PEOPLE = 5,
    OPS_MAX = 64,
    REQUESTS_MAX = 4000 /* of a whole life: more is a hot loop */
};

#define ANSWER "What it is about"

Suite *suite_salon_shapes(void);

static struct salon salon;
static struct mxfake_shapes *shapes;
static const struct play_game *game;
static unsigned life;
static unsigned failed;
static unsigned turn; /* how often harm was done in this life */
static unsigned requests;
static unsigned shaped[OPS_MAX]; /* by operation */

static const char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text == NULL ? "" : text;
}

static int64_t log_now(void *context) { (void)context; return salon.now_ms; }
static void record(void *context, const char *line, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *path = text_of(json, "path");
    (void)context;
    if (getenv("DD_SALON_LIFE") != NULL) {
        FILE *f = fopen("/tmp/life.log", "a");
        fprintf(f, "%.3000s\n", line);
        fclose(f);
    }
    requests++;
    if (strcmp(text_of(json, "fault"), "shaped") == 0) {
        size_t at = mxfake_shapes_find(shapes, text_of(json, "method"), path);
        ck_assert_uint_lt(at, OPS_MAX);
        shaped[at]++;
    }
    for (const struct play_secret *secret = game->secrets; secret->words != NULL; secret++) {
        const char *found = strstr(line, secret->words);
        bool made_up = strstr(path, "shape") != NULL;
        ck_assert_msg(found == NULL || !made_up, "%s went to %s", secret->words, path);
    }
    cJSON_Delete(json);
}

/* "GET /x/{y}/z" as the route of a rule. */
static const char *route_of(size_t at)
{
    static char route[256];
    size_t len = 0;
    for (const char *name = mxfake_shapes_name(shapes, at); *name != '\0'; name++) {
        if (*name == '{') {
            name += strcspn(name, "}");
            route[len++] = '*';
        } else {
            route[len++] = *name;
        }
    }
    route[len] = '\0';
    return route;
}

/* One after the other, of all statuses. */
static void shape(size_t at, unsigned number)
{
    unsigned all = 0;
    size_t count = 0;
    while (mxfake_shapes_status(shapes, at, count) != 0) {
        int status = mxfake_shapes_status(shapes, at, count++);
        all += mxfake_shapes_ways(shapes, at, status, NULL);
    }
    /* types in paths have more ways than is known here */
    bool typed = strstr(mxfake_shapes_name(shapes, at), "ype}") != NULL;
    number %= typed ? all + 200 : all;
    for (size_t i = 0; i < count; i++) {
        int status = mxfake_shapes_status(shapes, at, i);
        unsigned ways = mxfake_shapes_ways(shapes, at, status, NULL);
        ways += typed && status == 200 ? 200 : 0;
        if (number < ways) {
            const struct mxfake_fault fault = {.verb = MXFAKE_SHAPED,
                                               .route = route_of(at),
                                               .times = 1,
                                               .code = status,
                                               .way = number};
            mxfake_fault(salon.fake, &fault);
            return;
        }
        number -= ways;
    }
}

/* In strides, so that what is large is seen in all its parts. */
static void harm(void)
{
    mxfake_mend(salon.fake);
    for (size_t at = 0; at < mxfake_shapes_count(shapes); at++) {
        for (unsigned i = 0; i < STRIKES; i++) {
            shape(at, (life * 16 + turn * STRIKES + i) * 7);
        }
    }
    turn++;
}

static void says(unsigned who, const char *text)
{
    mxfake_say(salon.fake, salon.person[who], salon.room, text);
    salon_pass(&salon, 5000);
}

static void begins(struct salon *at)
{
    (void)at;
    harm();
}

static void secrets_stayed(void)
{
    for (const struct play_secret *secret = game->secrets; secret->words != NULL; secret++) {
        for (unsigned who = 0; who < PEOPLE; who++) {
            bool may = (secret->people & 1U << who) != 0;
            ck_assert_msg(may || !mxfake_has_seen(salon.fake, salon.person[who], secret->words),
                          "life %u: %s has read %s", life, salon.person[who], secret->words);
        }
    }
}

/* Everything that makes the bot ask: rooms and people, a table of teams, its end, a transcript,
 * a gap, a member who has left, a new session. */
static void lives(void)
{
    const struct mxfake_room_setup other = {.invites = salon.bot};
    const struct mxfake_room_setup declined = {.encrypted = true, .invites = salon.bot};
    says(0, "!decrypto pace=async");
    for (unsigned who = 0; who < 4; who++) {
        says(who, "!join");
    }
    salon_pass(&salon, 60000);
    says(0, "!start");
    harm();
    salon_pass(&salon, 60000);
    const struct mxfake_fault gap = {
        .verb = MXFAKE_GAP, .route = "GET *sync*", .times = 2, .code = 1};
    mxfake_fault(salon.fake, &gap);
    for (int i = 0; i < 24; i++) {
        mxfake_say(salon.fake, salon.person[4], salon.room, "talk");
    }
    salon_pass(&salon, 30000);
    harm();
    secrets_stayed();
    says(0, "!abort");
    says(0, "!log");
    says(0, "!record");
    mxfake_log_out(salon.fake, salon.bot, true);
    salon_pass(&salon, 20LL * 60 * 1000);
    harm();
    salon_cut(&salon);
    salon_reopen(&salon, 1000);
    mxfake_room(salon.fake, salon.person[1], &other);
    salon_pass(&salon, 60000);
    mxfake_room(salon.fake, salon.person[4], &declined);
    salon_pass(&salon, 60000);
}

/* A session that was really refused ends the bot, and a room that it was really not let into has
 * been declined: what begins anew is well. */
static void is_well(void)
{
    mxfake_mend(salon.fake);
    salon_pass(&salon, 1300000);
    const struct fault *gone = matrix_gone(salon.adapter);
    if (gone != NULL) {
        printf("life %u: %s\n", life, gone->text);
        salon_cut(&salon);
        salon_reopen(&salon, 1000);
        salon_pass(&salon, 60000);
        gone = matrix_gone(salon.adapter);
        if (gone != NULL) {
            printf("life %u FAIL: %s\n", life, gone->text);
            failed++;
            return;
        }
    }
    if (strcmp(mxfake_membership(salon.fake, salon.room, salon.bot), "join") != 0) {
        printf("life %u: invited again\n", life);
        mxfake_kick(salon.fake, salon.person[0], salon.room, salon.bot, NULL);
        salon_pass(&salon, 60000);
        mxfake_invite(salon.fake, salon.person[0], salon.room, salon.bot);
        salon_pass(&salon, 120000);
    }
    unsigned before = salon_saw(&salon, 0, salon.room, ANSWER);
    says(0, "!rules spyfall");
    salon_pass(&salon, 60000);
    if (salon_saw(&salon, 0, NULL, ANSWER) <= before) {
        printf("life %u FAIL: no answer\n", life);
        failed++;
    }
}

static unsigned lives_wanted(void)
{
    const char *text = getenv("DD_SALON_SHAPES");
    return text == NULL ? LIVES : (unsigned)strtoul(text, NULL, 10);
}

START_TEST(answers_of_every_shape_are_survived)
{
    unsigned dealt = 0;
    unsigned most = 0;
    for (life = (unsigned)_i; life < lives_wanted(); life += PARTS) {
        if (getenv("DD_SALON_LIFE") != NULL && life != (unsigned)atoi(getenv("DD_SALON_LIFE"))) {
            continue;
        }
        if (getenv("DD_SALON_LIFE") != NULL) {
            const struct log_setup setup = {.clock = {log_now, log_now, NULL}, .file = open("/tmp/life.log", O_CREAT | O_APPEND | O_WRONLY | O_TRUNC, 0644), .level = LEVEL_DEBUG};
            log_open(&setup);
        }
        memset(&salon, 0, sizeof salon);
        turn = requests = 0;
        printf("begin %u\n", life);
        salon.dice = life;
        salon.pinned = true;
        salon.deal = game->deal;
        salon.record = record;
        salon.begins = begins;
        salon_open(&salon, PEOPLE, NULL);
        lives();
        is_well();
        dealt += mxfake_has_seen(salon.fake, salon.person[0], game->secrets->words);
        most = requests > most ? requests : most;
        salon_close(&salon);
    }
    printf("dealt %u most %u\n", dealt, most);
    for (size_t at = 0; at < mxfake_shapes_count(shapes); at++) {
        printf("%4u %s\n", shaped[at], mxfake_shapes_name(shapes, at));
    }
    ck_assert_uint_eq(failed, 0);
    ck_assert_uint_lt(most, REQUESTS_MAX);
}
END_TEST

static void set_up(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    shapes = mxfake_shapes_new();
    game = &play_games[1];
    memset(shaped, 0, sizeof shaped);
}

static void tear_down(void)
{
    mxfake_shapes_free(&shapes);
}

Suite *suite_salon_shapes(void)
{
    Suite *suite = suite_create("salon_shapes");
    TCase *tcase = tcase_create("shapes");
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, answers_of_every_shape_are_survived, 0, PARTS);
    suite_add_tcase(suite, tcase);
    return suite;
}
