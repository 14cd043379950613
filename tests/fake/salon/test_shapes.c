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

enum {
    LIVES = 160,    /* DD_SALON_SHAPES has another number */
    PARTS = 4,      /* of them, a process each */
    STRIKES = 6,    /* of one operation each time, each in another way */
    STRIDE = 10007, /* through the ways, so that what is large is seen in all its parts */
    REACHED = 4,    /* of each operation, in each part, at the least */
    PEOPLE = 5,
    OPS_MAX = 64,
    REQUESTS_MAX = 1000 /* of a life: more is asked too fast */
};

#define ANSWER "What it is about"

Suite *suite_salon_shapes(void);

static struct salon salon;
static struct mxfake_shapes *shapes;
static const struct play_game *game;
static unsigned life;
static unsigned requests;
static unsigned shaped[OPS_MAX]; /* by operation */

/* Of the deal of Decrypto: long enough that no id is like them by chance. */
static const struct play_secret secrets[] = {{"PIANO", 1U << ANA | 1U << CY},
                                             {"WEEKEND", 1U << ANA | 1U << CY},
                                             {"BREAD", 1U << BEN | 1U << DEE},
                                             {"MIRROR", 1U << BEN | 1U << DEE},
                                             {NULL, 0}};

static const char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text == NULL ? "" : text;
}

static void record(void *context, const char *line, size_t len)
{
    cJSON *json = cJSON_ParseWithLength(line, len);
    const char *path = text_of(json, "path");
    (void)context;
    requests++;
    size_t at = mxfake_shapes_find(shapes, text_of(json, "method"), path);
    ck_assert_msg(at < mxfake_shapes_count(shapes) && at < OPS_MAX, "no shapes of %s", path);
    shaped[at] += strcmp(text_of(json, "fault"), "shaped") == 0;
    for (const struct play_secret *secret = secrets; secret->words != NULL; secret++) {
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
        if (strcmp(name, "/{stateKey}") == 0) { /* may be left out, with its slash */
            break;
        }
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

/* What a life is about: an operation is harmed in those of its kind, and in those of all. */
enum about { ALL, SESSION, HEARING, SENDING, ABOUTS };

static enum about about_of(const char *name)
{
    static const char *const session[] = {"versions", "well-known", "login",  "refresh",
                                          "whoami",   "filter",     "devices"};
    static const char *const source[] = {"/sync", "/messages", "GET /_matrix/client/v3/rooms",
                                         "joined_rooms", "GET /_matrix/client/v3/user"};
    for (size_t i = 0; i < sizeof session / sizeof *session; i++) {
        if (strstr(name, session[i]) != NULL) {
            return SESSION;
        }
    }
    for (size_t i = 0; i < sizeof source / sizeof *source; i++) {
        if (strstr(name, source[i]) != NULL) {
            return HEARING;
        }
    }
    return SENDING;
}

/* All ways of all statuses; types in paths have more than is known without one. */
static unsigned ways_of(size_t at, size_t which)
{
    bool typed = strstr(mxfake_shapes_name(shapes, at), "ype}") != NULL;
    int status = mxfake_shapes_status(shapes, at, which);
    return mxfake_shapes_ways(shapes, at, status, NULL) + (typed && status == 200 ? 200 : 0);
}

static unsigned all_ways(size_t at)
{
    unsigned all = 0;
    for (size_t which = 0; mxfake_shapes_status(shapes, at, which) != 0; which++) {
        all += ways_of(at, which);
    }
    return all;
}

static void shape(size_t at, unsigned number)
{
    unsigned all = all_ways(at);
    ck_assert_uint_gt(all, 0);
    number = (unsigned)((uint64_t)number * STRIDE % all);
    for (size_t which = 0; mxfake_shapes_status(shapes, at, which) != 0; which++) {
        if (number < ways_of(at, which)) {
            int status = mxfake_shapes_status(shapes, at, which);
            const struct mxfake_fault fault = {.verb = MXFAKE_SHAPED,
                                               .route = route_of(at),
                                               .times = 1,
                                               .code = status == 200 ? 0 : status,
                                               .way = number};
            mxfake_fault(salon.fake, &fault);
            return;
        }
        number -= ways_of(at, which);
    }
}

/* The next requests of each operation are answered in the next ways; gaps: after a gap. */
static void harm(bool gaps)
{
    enum about about = (enum about)(life / PARTS % ABOUTS);
    const struct mxfake_fault pieces = {.verb = MXFAKE_REFUSED,
                                        .route = "GET */rooms/*/state",
                                        .code = 404,
                                        .text = "M_UNRECOGNIZED"};
    const struct mxfake_fault gap = {
        .verb = MXFAKE_GAP, .route = "GET *sync*", .times = 3, .code = 1};
    mxfake_mend(salon.fake);
    if (gaps) {
        mxfake_fault(salon.fake, &gap);
    }
    if (about == HEARING && life / PARTS / ABOUTS % 2 == 1) { /* so rooms are read in pieces */
        mxfake_fault(salon.fake, &pieces);
    }
    for (size_t at = 0; at < mxfake_shapes_count(shapes); at++) {
        bool meant = about == ALL || about_of(mxfake_shapes_name(shapes, at)) == about;
        for (unsigned i = 0; i < (about == ALL ? 2 : STRIKES) && meant; i++) {
            shape(at, (shaped[at] + i) * PARTS + life % PARTS);
        }
    }
}

static void says(unsigned who, const char *text)
{
    mxfake_say(salon.fake, salon.person[who], salon.room, text);
    salon_pass(&salon, 5000);
}

static void begins(struct salon *at)
{
    (void)at;
    enum about about = (enum about)(life / PARTS % ABOUTS);
    if (about == ALL || about == SESSION) { /* else there would be no game */
        harm(false);
    }
}

static void secrets_stayed(void)
{
    for (const struct play_secret *secret = secrets; secret->words != NULL; secret++) {
        for (unsigned who = 0; who < PEOPLE; who++) {
            bool may = (secret->people & 1U << who) != 0;
            ck_assert_msg(may || !mxfake_has_seen(salon.fake, salon.person[who], secret->words),
                          "life %u: %s has read %s", life, salon.person[who], secret->words);
        }
    }
}

/* So much that a gap follows what ends the poll. */
static void talks(void)
{
    mxfake_say(salon.fake, salon.person[4], salon.room, "talk");
    salon_pass(&salon, 2000);
    for (int i = 0; i < 24; i++) {
        mxfake_say(salon.fake, salon.person[4], salon.room, "talk");
    }
    salon_pass(&salon, 15000);
}

/* Somebody leaves every room of their own with the bot, and is asked in again. */
static void comes_back(void)
{
    for (int i = 0; i < 3; i++) {
        char *text = mxfake_rooms(salon.fake, salon.person[1]);
        cJSON *rooms = cJSON_ParseWithLength(text, strlen(text));
        const cJSON *room = NULL;
        cJSON_ArrayForEach(room, rooms)
        {
            if (strcmp(room->valuestring, salon.room) != 0) {
                mxfake_leave(salon.fake, salon.person[1], room->valuestring);
            }
        }
        cJSON_Delete(rooms);
        free(text);
        says(1, "!rules spyfall");
        salon_pass(&salon, 20000);
    }
}

/* Cards from before a restart are edited: whether they still stand is being asked. */
static void edits_cards(void)
{
    salon_cut(&salon);
    salon_reopen(&salon, 1000);
    harm(false);
    for (unsigned who = 0; who < 4; who++) {
        says(who, "!ready");
    }
    salon_pass(&salon, 30000);
}

/* A board that has scrolled away is posted anew, and the old one is redacted; so is a line that a
 * moderator hides. */
static void redacts(void)
{
    says(0, "!spyfall pace=async vote=simultaneous");
    for (int i = 0; i < 24; i++) {
        mxfake_say(salon.fake, salon.person[4], salon.room, "talk");
    }
    for (unsigned who = 0; who < 4; who++) {
        says(who, "!join");
    }
    salon_pass(&salon, 60000);
    says(0, "!start");
    salon_pass(&salon, 60000);
    says(0, "!ask ben is it loud here?");
    salon_pass(&salon, 20000);
    says(0, "!hide");
    salon_pass(&salon, 60000);
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
    edits_cards();
    says(0, "!start");
    harm(false);
    salon_pass(&salon, 60000);
    harm(true);
    for (int i = 0; i < 3; i++) {
        talks();
    }
    harm(false);
    secrets_stayed();
    says(0, "!abort");
    says(0, "!log");
    says(0, "!record");
    mxfake_log_out(salon.fake, salon.bot, true);
    salon_pass(&salon, 20LL * 60 * 1000);
    harm(false);
    salon_cut(&salon);
    salon_reopen(&salon, 1000);
    redacts();
    comes_back();
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
    if (matrix_gone(salon.adapter) != NULL) {
        salon_cut(&salon);
        salon_reopen(&salon, 1000);
        salon_pass(&salon, 60000);
    }
    const struct fault *gone = matrix_gone(salon.adapter);
    ck_assert_msg(gone == NULL, "life %u: %s", life, gone == NULL ? "" : gone->text);
    if (strcmp(mxfake_membership(salon.fake, salon.room, salon.bot), "join") != 0) {
        mxfake_kick(salon.fake, salon.person[0], salon.room, salon.bot, NULL);
        salon_pass(&salon, 60000);
        mxfake_invite(salon.fake, salon.person[0], salon.room, salon.bot);
        salon_pass(&salon, 120000);
    }
    unsigned before = salon_saw(&salon, 0, NULL, ANSWER);
    says(0, "!rules spyfall");
    salon_pass(&salon, 60000);
    ck_assert_msg(salon_saw(&salon, 0, NULL, ANSWER) > before, "life %u: no answer", life);
    ck_assert_msg(requests < REQUESTS_MAX, "life %u: %u requests", life, requests);
}

static unsigned number_of(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : (unsigned)strtoul(text, NULL, 10);
}

/* Requests that are made by an appservice or by `deaddrop matrix setup`: test_service.c,
 * test_setup.c. */
static bool is_asked_elsewhere(const char *name)
{
    static const char *const elsewhere[] = {"/devices",     "GET /_matrix/client/v3/login",
                                            "/register",    "/keys/query",
                                            "/appservice/", "/logout"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        if (strstr(name, elsewhere[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static void was_reached(void)
{
    unsigned all = 0;
    for (size_t at = 0; at < mxfake_shapes_count(shapes); at++) {
        const char *name = mxfake_shapes_name(shapes, at);
        all += shaped[at];
        ck_assert_msg(shaped[at] >= REACHED || is_asked_elsewhere(name), "%s: %u", name,
                      shaped[at]);
        ck_assert_msg(shaped[at] == 0 || !is_asked_elsewhere(name), "%s is asked", name);
    }
    ck_assert_uint_ge(all, 30UL * LIVES / PARTS);
}

START_TEST(answers_of_every_shape_are_survived)
{
    unsigned lives_all = number_of("DD_SALON_SHAPES", LIVES);
    unsigned dealt = 0;
    for (life = (unsigned)_i; life < lives_all; life += PARTS) {
        memset(&salon, 0, sizeof salon);
        requests = 0;
        salon.dice = life;
        salon.pinned = true;
        salon.deal = game->deal;
        salon.record = record;
        salon.begins = begins;
        salon_open(&salon, PEOPLE, NULL);
        lives();
        is_well();
        dealt += mxfake_has_seen(salon.fake, salon.person[0], secrets->words);
        salon_close(&salon);
    }
    if (lives_all >= LIVES) {
        was_reached();
        ck_assert_uint_ge(dealt, LIVES / PARTS / 2);
    }
}
END_TEST

/* --- what is whole ---------------------------------------------------------------------------- */

static enum mxfake_way whole;

static void begins_whole(struct salon *at)
{
    for (size_t i = 0; i < mxfake_shapes_count(shapes); i++) {
        const struct mxfake_fault fault = {
            .verb = MXFAKE_SHAPED, .route = route_of(i), .way = (unsigned)whole};
        mxfake_fault(at->fake, &fault);
    }
}

START_TEST(whole_answers_full_and_spare_make_the_same_game)
{
    static const enum mxfake_way ways[] = {MXFAKE_WAY_FULL, MXFAKE_WAY_SPARE};
    game = &play_games[_i % PLAY_GAMES];
    whole = ways[_i / PLAY_GAMES];
    struct told told = play_undisturbed(game);
    memset(&salon, 0, sizeof salon);
    salon.dice = 7;
    salon.pinned = true;
    salon.deal = game->deal;
    salon.begins = begins_whole;
    salon_open(&salon, game->people, NULL);
    play(&salon, game, NULL);
    ck_assert_uint_gt(mxfake_struck(salon.fake, MXFAKE_SHAPED), 100);
    play_alike(&salon, game, &told);
    salon_close(&salon);
}
END_TEST

/* --- events ------------------------------------------------------------------------------------
 */

/* What people might really say or do, for the schema to be around; NULL: nothing of the kind. */
static cJSON *real_content(const char *type, const char *message)
{
    cJSON *content = cJSON_CreateObject();
    if (strcmp(type, "m.room.message") == 0) {
        cJSON_AddStringToObject(content, "body", "!rules spyfall");
    } else if (strcmp(type, "m.room.member") == 0) {
        cJSON_AddStringToObject(content, "membership", "join");
    } else if (strcmp(type, "m.reaction") == 0) {
        cJSON *relates = cJSON_AddObjectToObject(content, "m.relates_to");
        cJSON_AddStringToObject(relates, "rel_type", "m.annotation");
        cJSON_AddStringToObject(relates, "event_id", message);
        cJSON_AddStringToObject(relates, "key", "\xf0\x9f\x93\x96");
    } else {
        cJSON_Delete(content);
        content = NULL;
    }
    return content;
}

/* Says an event in a room as it is, by whoever; also what no server would let pass. */
static bool force(size_t at, const char *room, unsigned way)
{
    const char *type = mxfake_shapes_event_type(shapes, at);
    const char *message = mxfake_latest(salon.fake, salon.person[0], NULL, salon.bot, NULL);
    const char *by = way % 3 == 0 ? "@shape:fake.example" : salon.person[2];
    const char *key = !mxfake_shapes_event_state(shapes, at) ? NULL
                      : strcmp(type, "m.room.member") != 0   ? ""
                      : way % 8 == 7                         ? salon.bot
                      : way % 2 == 0                         ? salon.person[1]
                                                             : salon.person[2];
    cJSON *real = real_content(type, message == NULL ? "$none" : message);
    char *content = mxfake_shapes_content(shapes, at, real, way);
    bool forced = mxfake_force(salon.fake, by, room, type, key, content) != NULL;
    free(content);
    cJSON_Delete(real);
    return forced;
}

static bool is_account_data(const char *type)
{
    static const char *const types[] = {
        "m.direct", "m.ignored_user_list",        "m.fully_read",
        "m.tag",    "m.invite_permission_config", "m.marked_unread"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i], type) == 0) {
            return true;
        }
    }
    return false;
}

static bool account_data(size_t at, unsigned way)
{
    char *content = mxfake_shapes_content(shapes, at, NULL, way);
    bool set =
        mxfake_account_data(salon.fake, salon.bot, mxfake_shapes_event_type(shapes, at), content);
    free(content);
    return set;
}

enum { LAB_WAYS = 24, LAB_BEFORE = 4 };

/* A room of its own, in which so many ways of one event are seen: some before the bot is in it. */
static unsigned lab(size_t at, unsigned from, unsigned ways)
{
    unsigned forced = 0;
    const char *room = mxfake_room(salon.fake, salon.person[2], NULL);
    for (unsigned way = from; way < ways && way < from + LAB_WAYS; way++) {
        if (is_account_data(mxfake_shapes_event_type(shapes, at))) {
            forced += account_data(at, way);
        } else {
            forced += force(at, room, way);
        }
        if (way == from + LAB_BEFORE) {
            mxfake_invite(salon.fake, salon.person[2], room, salon.bot);
        }
        salon_pass(&salon, way < from + LAB_BEFORE ? 100 : 2000);
    }
    return forced;
}

START_TEST(events_of_every_shape_are_survived)
{
    unsigned forced = 0;
    for (size_t at = (size_t)_i; mxfake_shapes_event(shapes, at) != NULL; at += PARTS) {
        unsigned ways = mxfake_shapes_event_ways(shapes, at);
        bool words = strcmp(mxfake_shapes_event(shapes, at), "m.room.message$m.text") == 0;
        memset(&salon, 0, sizeof salon);
        requests = 0;
        life = (unsigned)at;
        salon.record = record;
        salon_open(&salon, PEOPLE, NULL);
        says(0, "!rules spyfall");
        for (unsigned from = 0; from < ways; from += LAB_WAYS) {
            forced += lab(at, from, ways);
            requests = from % (4 * LAB_WAYS) == 0 ? 0 : requests;
        }
        ck_assert_uint_ge(salon_saw(&salon, 2, NULL, ANSWER), words ? ways / 3 : 0);
        is_well();
        salon_close(&salon);
    }
    ck_assert_uint_ge(forced, 1500);
}
END_TEST

/* In its thread, as the whole content says. */
START_TEST(whole_events_are_understood)
{
    static const char *const kinds[] = {"m.room.message$m.text", "m.room.message$m.notice",
                                        "m.room.message$m.emote"};
    size_t at = 0;
    memset(&salon, 0, sizeof salon);
    salon_open(&salon, 3, NULL);
    while (strcmp(mxfake_shapes_event(shapes, at), kinds[_i]) != 0) {
        at++;
    }
    for (unsigned way = 0; way < MXFAKE_WAYS_WHOLE; way++) {
        cJSON *real = real_content("m.room.message", NULL);
        char *content = mxfake_shapes_content(shapes, at, real, way);
        unsigned before = salon_saw(&salon, 1, NULL, ANSWER);
        mxfake_force(salon.fake, salon.person[1], salon.room, "m.room.message", NULL, content);
        salon_pass(&salon, 30000);
        ck_assert_uint_eq(salon_saw(&salon, 1, NULL, ANSWER), before + (_i == 0));
        cJSON_Delete(real);
        free(content);
    }
    salon_close(&salon);
}
END_TEST

static void set_up(void)
{
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
    tcase_set_timeout(tcase, 280);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, answers_of_every_shape_are_survived, 0, PARTS);
    tcase_add_loop_test(tcase, whole_answers_full_and_spare_make_the_same_game, 0, 2 * PLAY_GAMES);
    tcase_add_loop_test(tcase, events_of_every_shape_are_survived, 0, PARTS);
    tcase_add_loop_test(tcase, whole_events_are_understood, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
