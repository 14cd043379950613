/* `deaddrop matrix setup` over the homeserver for tests: what it asks is answered in every shape of
 * the specification's schemas. It always comes to an end, with a text that a terminal can show;
 * what is whole it understands, and what it was not told it
 * never calls well. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_wire.h"
#include "matrix_setup.h"
#include "mxfake_act.h"
#include "mxfake_fault.h"
#include "mxfake_shape.h"
#include "settings.h"

enum { ASKED_MAX = 16, ROUNDS_MAX = 4000, LINE_BYTES_MAX = 2048 };

#define TOKEN_LINE "DEADDROP_MATRIX_TOKEN="
#define WELL       "Everything is as it has to be."

Suite *suite_salon_setup(void);

static struct mxfake *fake;
static struct mxfake_shapes *shapes;
static struct settings *settings;
static int64_t now_ms;
static uint64_t dice;
static char token_line[256];
static const char *bot;
static struct {
    unsigned ends;
    unsigned problems;
    char *text;
} told;

static const char *more[3]; /* settings; NULL: none (any more) */

static void load(const char *home, const char *sign_in)
{
    struct buf problems;
    const char *environment[] = {
        home, "DEADDROP_MATRIX_USER=bot", sign_in, more[0], more[1], more[2], NULL};
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    settings = settings_load(NULL, environment, &problems);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    buf_deinit(&problems);
}

static void set_up(void)
{
    const struct mxfake_setup setup = {.now_ms = 1893499200000, .seed = 1};
    now_ms = setup.now_ms;
    fake = mxfake_new(&setup);
    shapes = mxfake_shapes_new();
    bot = mxfake_account(fake, "bot", "hunter2");
    mxfake_unlimited(fake, bot, true);
    const char *ana = mxfake_person(fake, "ana");
    const struct mxfake_room_setup den = {.name = "Den", .invites = bot};
    const char *room = mxfake_room(fake, ana, &den);
    ck_assert(mxfake_join(fake, bot, room));
    snprintf(token_line, sizeof token_line, "%s%s", TOKEN_LINE, mxfake_token(fake, bot, "GM"));
    load("DEADDROP_MATRIX_HOMESERVER=https://matrix.fake.example", token_line);
    told.text = NULL;
}

static void tear_down(void)
{
    free(told.text);
    settings_free(&settings);
    mxfake_shapes_free(&shapes);
    mxfake_free(&fake);
}

static void done(void *context, unsigned problems, const char *text)
{
    (void)context;
    told.ends++;
    told.problems = problems;
    free(told.text);
    told.text = strdup(text);
}

/* For a terminal: lines, nothing that moves it, and not what the bot signs in with. */
static void is_showable(const char *what, unsigned way)
{
    size_t line = 0;
    for (const char *at = told.text; *at != '\0'; at++) {
        line = *at == '\n' ? 0 : line + 1;
        bool control = (unsigned char)*at < ' ' && *at != '\n';
        ck_assert_msg(!control && *at != 0x7f && line < LINE_BYTES_MAX, "%s way %u: %s", what, way,
                      told.text);
    }
    ck_assert_ptr_null(strstr(told.text, token_line + sizeof TOKEN_LINE - 1));
    ck_assert_ptr_null(strstr(told.text, "hunter2"));
    ck_assert_msg((told.problems == 0) == (strstr(told.text, "MEND") == NULL), "%s", told.text);
    ck_assert_msg((told.problems == 0) == (strstr(told.text, WELL) != NULL), "%s", told.text);
}

/* Runs it to its end. */
static void run(const char *what, unsigned way)
{
    const struct fake_platform platform = mxfake_platform(fake);
    struct fake_wire *wire = fake_wire_new(&platform, &now_ms, &dice);
    told.ends = 0;
    struct matrix_setup *setup = matrix_setup_new(fake_wire_wire(wire), settings, done, NULL);
    for (int i = 0; i < ROUNDS_MAX && told.ends == 0; i++) {
        if (!fake_wire_run(wire)) {
            int64_t next_ms = fake_wire_next_ms(wire);
            now_ms = next_ms > now_ms && next_ms < INT64_MAX ? next_ms : now_ms + 1;
        }
    }
    ck_assert_msg(told.ends == 1, "%s way %u: it has no end", what, way);
    matrix_setup_free(&setup);
    fake_wire_free(&wire);
    mxfake_mend(fake);
    is_showable(what, way);
}

static void shaped(const char *route, int status, unsigned way)
{
    const struct mxfake_fault fault = {
        .verb = MXFAKE_SHAPED, .route = route, .code = status, .way = way};
    mxfake_fault(fake, &fault);
}

static size_t place_of(const char *method, const char *path)
{
    size_t at = mxfake_shapes_find(shapes, method, path);
    ck_assert_uint_lt(at, mxfake_shapes_count(shapes));
    return at;
}

static unsigned well_with_200;

/* Every answer to one request, in every way; how often all was well. */
static unsigned through(const char *method, const char *path)
{
    char route[256];
    unsigned well = 0;
    size_t at = place_of(method, path);
    well_with_200 = 0;
    snprintf(route, sizeof route, "%s %s", method, path);
    for (size_t which = 0; mxfake_shapes_status(shapes, at, which) != 0; which++) {
        int status = mxfake_shapes_status(shapes, at, which);
        unsigned ways = mxfake_shapes_ways(shapes, at, status, path);
        for (unsigned way = 0; way < ways; way++) {
            unsigned before = mxfake_struck(fake, MXFAKE_SHAPED);
            shaped(route, status, way);
            run(route, way);
            ck_assert_msg(mxfake_struck(fake, MXFAKE_SHAPED) > before, "%s is not asked", route);
            well += told.problems == 0;
            well_with_200 += status == 200 && told.problems == 0;
        }
    }
    return well;
}

/* Around these everything hangs: harmed, they are never taken for well. */
START_TEST(who_it_is_and_which_rooms_it_is_in_are_asked_in_every_shape)
{
    static const char *const paths[] = {"/_matrix/client/versions",
                                        "/_matrix/client/v3/account/whoami",
                                        "/_matrix/client/v3/joined_rooms"};
    size_t at = place_of("GET", paths[_i]);
    unsigned well = through("GET", paths[_i]);
    ck_assert_uint_ge(well, MXFAKE_WAYS_WHOLE - 1);
    ck_assert_msg(well <= mxfake_shapes_ways(shapes, at, 200, NULL), "%s: %u", paths[_i], well);
}
END_TEST

START_TEST(keys_are_asked_in_every_shape)
{
    through("POST", "/_matrix/client/v3/keys/query");
}
END_TEST

START_TEST(a_rooms_state_is_asked_in_every_shape)
{
    static const char *const types[] = {"m.room.name", "m.room.encryption", "m.room.power_levels"};
    char path[256];
    snprintf(path, sizeof path, "/_matrix/client/v3/rooms/*/state/%s/", types[_i]);
    through("GET", path);
    if (_i == 1) { /* whatever it looks like, it is there */
        ck_assert_uint_eq(well_with_200, 0);
    }
}
END_TEST

START_TEST(how_one_signs_in_is_asked_in_every_shape)
{
    settings_free(&settings);
    load("DEADDROP_MATRIX_HOMESERVER=https://matrix.fake.example",
         "DEADDROP_MATRIX_PASSWORD=hunter2");
    run("GET /login", 0);
    ck_assert_uint_eq(told.problems, 0);
    through("GET", "/_matrix/client/v3/login");
}
END_TEST

static void load_password(const char *line)
{
    settings_free(&settings);
    load("DEADDROP_MATRIX_HOMESERVER=https://matrix.fake.example", line);
}

/* It is tried, as a device of its own that is gone behind it, so that what the bot runs as stays.
 */
START_TEST(a_password_is_tried_and_signed_out_again)
{
    mxfake_knobs(fake)->limits = false;
    const char *admin = mxfake_token(fake, bot, "OTHER");
    load_password("DEADDROP_MATRIX_PASSWORD=hunter2");
    run("a password", 0);
    ck_assert_uint_eq(told.problems, 0);
    ck_assert_ptr_nonnull(strstr(told.text, "the password signs the bot in"));
    ck_assert_ptr_nonnull(strstr(told.text, "room \"Den\"")); /* and all else is checked */
    const struct fake_answer *answer = mxfake_asks(fake, admin, "GET", "/devices", NULL);
    ck_assert_int_eq(answer->status, 200);
    ck_assert_ptr_null(strstr(answer->body, "DEADDROPSETUP"));
    load_password("DEADDROP_MATRIX_PASSWORD=hunter3");
    run("a wrong one", 0);
    ck_assert_uint_eq(told.problems, 1);
    ck_assert_ptr_nonnull(strstr(told.text, "does not take that password"));
    through("POST", "/_matrix/client/v3/login");
    load_password("DEADDROP_MATRIX_PASSWORD=hunter2");
    through("POST", "/_matrix/client/v3/login");
    through("POST", "/_matrix/client/v3/logout");
}
END_TEST

/* The address is a server's name alone. */
START_TEST(where_the_server_is_is_asked_in_every_shape)
{
    size_t at = place_of("GET", "/.well-known/matrix/client");
    for (size_t which = 0; mxfake_shapes_status(shapes, at, which) != 0; which++) {
        int status = mxfake_shapes_status(shapes, at, which);
        for (unsigned way = 0; way < mxfake_shapes_ways(shapes, at, status, NULL); way++) {
            const struct mxfake_fault none = {.verb = MXFAKE_REFUSED,
                                              .route = "GET /_matrix/client/versions",
                                              .code = 404,
                                              .text = "M_UNRECOGNIZED"};
            mxfake_fault(fake, &none);
            shaped("GET /.well-known/matrix/client", status, way);
            run("well-known", way);
            ck_assert_uint_eq(told.problems, 1);
            bool whole = status == 200 && way < MXFAKE_WAYS_WHOLE;
            bool found = strstr(told.text, "set homeserver = https://matrix.fake.example") != NULL;
            ck_assert_msg(found || !whole, "%s", told.text);
        }
    }
}
END_TEST

static void answered(const char *route, int code, const char *text)
{
    const struct mxfake_fault fault = {
        .verb = MXFAKE_ANSWERS, .route = route, .code = code, .text = text};
    mxfake_fault(fake, &fault);
    run(route, 0);
}

START_TEST(what_it_was_not_told_it_does_not_call_well)
{
    static const char power[] = "GET *m.room.power_levels*";
    static const char unsaid[] = "does not say whether the bot may speak there";
    answered(power, 200, "[]");
    ck_assert_msg(strstr(told.text, unsaid) != NULL, "%s", told.text);
    answered(power, 403, "{\"errcode\":\"M_FORBIDDEN\"}");
    ck_assert_msg(strstr(told.text, unsaid) != NULL, "%s", told.text);
    answered(power, 200, "{\"events_default\":1e300,\"users_default\":-1e300}");
    ck_assert_msg(strstr(told.text, "the bot may not speak") != NULL, "%s", told.text);
    answered("POST */keys/query", 200, "{}");
    ck_assert_ptr_null(strstr(told.text, "the device has no keys"));
    answered("GET */whoami", 200, "{\"user_id\":\"@bot:fake.example\",\"device_id\":7}");
    ck_assert_ptr_null(strstr(told.text, "no device"));
    answered("GET */override_ratelimit", 200, "[]");
    ck_assert_ptr_null(strstr(told.text, "may administer"));
    answered("GET */joined_rooms", 200, "{\"joined_rooms\":[\"Den\",\"\"]}");
    ck_assert_ptr_nonnull(strstr(told.text, "in no room yet"));
}
END_TEST

#define MASTER "K8280/U9SSy9IVtjBuVeLr+HpOB4BQFWbg+UZaADMtT"
#define OWN    "iVtjBuVeLr+HpOB4BQFWbg+UZaADMtTK8280/U9SSy9"

static const char has_master[] =
    "\"master_keys\":{\"@bot:fake.example\":{\"keys\":{\"ed25519:" MASTER "\":\"" MASTER
    "\"}}},\"self_signing_keys\":{\"@bot:fake.example\":{\"keys\":{\"ed25519:" OWN "\":\"" OWN
    "\"}}}";

/* What it says of this answer about keys, with encryption on. */
static void keyed(const char *devices, const char *master, const char *says)
{
    char text[2048];
    snprintf(text, sizeof text, "{\"device_keys\":{\"@bot:fake.example\":{%s}}%s%s}", devices,
             master[0] == '\0' ? "" : ",", master);
    answered("POST */keys/query", 200, text);
    ck_assert_msg(strstr(told.text, says) != NULL, "%s", told.text);
}

START_TEST(the_fingerprint_that_people_see_is_shown)
{
    more[0] = "DEADDROP_MATRIX_ENCRYPTION=on";
    settings_free(&settings);
    load("DEADDROP_MATRIX_HOMESERVER=https://matrix.fake.example", token_line);
    run("without a key", 0);
    ck_assert_ptr_nonnull(strstr(told.text, "encryption is on without a key"));
    more[1] = "DEADDROP_MATRIX_ENCRYPTION_KEY="
              "a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90";
    settings_free(&settings);
    load("DEADDROP_MATRIX_HOMESERVER=https://matrix.fake.example", token_line);
    run("before the first start", 0);
    ck_assert_ptr_nonnull(strstr(told.text, "gets its keys at the first start"));
    ck_assert_uint_eq(told.problems, 0);
    keyed("\"GM\":{\"signatures\":{\"@bot:fake.example\":{\"ed25519:" OWN "\":\"x\"}}}", has_master,
          "K828 0/U9 SSy9 IVtj BuVe Lr+H pOB4 BQFW bg+U ZaAD MtT");
    ck_assert_uint_eq(told.problems, 0);
    keyed("\"GM\":{\"signatures\":{}}", has_master, "is not signed by it");
    keyed("\"GM\":{\"signatures\":{}}", "", "no cross-signing keys");
    keyed("", has_master, "replaces no keys of somebody else's");
    keyed("", "\"master_keys\":{\"@bot:fake.example\":{\"keys\":{\"a\":\"\\u001b[2J\"}}}",
          "at the first start");
    through("POST", "/_matrix/client/v3/keys/query");
    memset(more, 0, sizeof more);
}
END_TEST

/* As UTF-8, the escape that terminals know as one character. */
START_TEST(names_do_not_move_the_terminal)
{
    answered("GET *m.room.name*", 200,
             "{\"name\":\"a\xc2\x9b"
             "31mb\\u0085c\"}");
    ck_assert_msg(strstr(told.text, "room \"a?31mb?c\"") != NULL, "%s", told.text);
}
END_TEST

START_TEST(whole_answers_say_the_same)
{
    run("undisturbed", 0);
    char *was = strdup(told.text);
    ck_assert_msg(told.problems == 0, "%s", was);
    for (unsigned way = MXFAKE_WAY_FULL; way <= MXFAKE_WAY_SPARE; way++) {
        for (size_t at = 0; at < mxfake_shapes_count(shapes); at++) {
            const char *name = mxfake_shapes_name(shapes, at);
            if (strchr(name, '{') == NULL && strstr(name, "joined_rooms") == NULL) {
                shaped(name, 200, way);
            }
        }
        run("whole", way);
        ck_assert_str_eq(told.text, was);
    }
    free(was);
}
END_TEST

Suite *suite_salon_setup(void)
{
    Suite *suite = suite_create("salon_setup");
    TCase *tcase = tcase_create("setup");
    tcase_set_timeout(tcase, 110);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, who_it_is_and_which_rooms_it_is_in_are_asked_in_every_shape, 0, 3);
    tcase_add_test(tcase, keys_are_asked_in_every_shape);
    tcase_add_loop_test(tcase, a_rooms_state_is_asked_in_every_shape, 0, 3);
    tcase_add_test(tcase, how_one_signs_in_is_asked_in_every_shape);
    tcase_add_test(tcase, a_password_is_tried_and_signed_out_again);
    tcase_add_test(tcase, where_the_server_is_is_asked_in_every_shape);
    tcase_add_test(tcase, what_it_was_not_told_it_does_not_call_well);
    tcase_add_test(tcase, the_fingerprint_that_people_see_is_shown);
    tcase_add_test(tcase, names_do_not_move_the_terminal);
    tcase_add_test(tcase, whole_answers_say_the_same);
    suite_add_tcase(suite, tcase);
    return suite;
}
