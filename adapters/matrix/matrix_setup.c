/* Questions, one after the other: is there a homeserver, how does one sign in, whose is the token,
 * has its device keys, what are the limits, and what may the bot do in the rooms it is in. */
#include "matrix_setup.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "embed_matrix_texts.h"
#include "heap.h"
#include "http_date.h"
#include "matrix_client.h"
#include "matrix_path.h"
#include "print.h"
#include "settings.h"

enum {
    SETUP_TEXT_MAX = 64 * 1024,
    SETUP_LINE_MAX = 2048,
    SETUP_MS = 20000,
    SETUP_MOVES = 5,
    SETUP_ROOMS_SHOWN = 20,
    SETUP_NAME_SHOWN = 80,
    SETUP_CLOCK_S = 30, /* that both clocks may differ by */
    SETUP_LEVEL_MAX = 1000000000
};

struct matrix_setup {
    const struct net_wire *wire;
    const struct settings *settings;
    struct matrix_client *client;
    struct net_call *call;
    struct arena *arena;
    struct buf text;
    unsigned problems;
    matrix_setup_fn done;
    void *context;
    char user[MATRIX_ID_BYTES];
    char device[MATRIX_ID_BYTES];
    char *rooms[SETUP_ROOMS_SHOWN];
    unsigned room_count;
    unsigned room; /* that is asked about */
    char name[SETUP_NAME_SHOWN + 1];
};

const char *matrix_hosting(void)
{
    return (const char *)matrix_texts[0].bytes;
}

/* --- what is said, what is asked -------------------------------------------------------------- */

static void setup_good(struct matrix_setup *setup, const char *what)
{
    print_to(&setup->text, "  ok    %s\n", what);
}

static void setup_note(struct matrix_setup *setup, const char *what)
{
    print_to(&setup->text, "  note  %s\n", what);
}

static void setup_bad(struct matrix_setup *setup, const char *what)
{
    setup->problems++;
    print_to(&setup->text, "  MEND  %s\n", what);
}

static void setup_end(struct matrix_setup *setup)
{
    print_to(&setup->text, "\n%s\n",
             setup->problems == 0 ? "Everything is as it has to be."
                                  : "Mend what is marked, then run this again.");
    setup->done(setup->context, setup->problems, setup->text.text);
}

static const char *setup_option(const struct matrix_setup *setup, const char *key)
{
    return settings_text(setup->settings, "matrix", key);
}

static const cJSON *setup_member(const cJSON *json, const char *key)
{
    return cJSON_IsObject(json) ? cJSON_GetObjectItemCaseSensitive(json, key) : NULL;
}

static const char *setup_string(const cJSON *json, const char *key)
{
    const cJSON *item = setup_member(json, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* What somebody else chose: no control characters reach the terminal. */
static void setup_inert(char *into, size_t size, const char *text)
{
    size_t len = 0;
    for (; *text != '\0' && len + 1 < size; text++) {
        unsigned char next = (unsigned char)text[1];
        bool high = (unsigned char)*text == 0xc2 && next >= 0x80 && next < 0xa0;
        bool control = (unsigned char)*text < ' ' || *text == 0x7f || high;
        into[len] = *text;
        if (control) {
            into[len] = '?';
        }
        len++;
        text += high ? 1 : 0;
    }
    into[len] = '\0';
}

static void setup_ask(struct matrix_setup *setup, const char *route, const char *path,
                      matrix_answer_fn done)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = route,
                                           .path = path,
                                           .priority = MATRIX_PROMPT,
                                           .repeatable = true,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, done, setup);
}

/* --- rooms ------------------------------------------------------------------------------------ */

static void setup_room_ask(struct matrix_setup *setup, const char *event, matrix_answer_fn done)
{
    const char *const segments[] = {setup->rooms[setup->room], event};
    setup_ask(setup, "/rooms/{}/state/{}/",
              matrix_path(setup->arena, "/rooms/{}/state/{}/", segments), done);
}

/* A level; old rooms have some as text. */
static long long setup_level(const cJSON *json, const char *key, long long fallback)
{
    const cJSON *item = setup_member(json, key);
    double level = cJSON_GetNumberValue(item);
    if (cJSON_IsString(item)) {
        return strtoll(item->valuestring, NULL, 10);
    }
    if (!cJSON_IsNumber(item)) {
        return fallback;
    }
    return level > SETUP_LEVEL_MAX    ? SETUP_LEVEL_MAX
           : level < -SETUP_LEVEL_MAX ? -SETUP_LEVEL_MAX
                                      : (long long)level;
}

static void setup_rooms_next(struct matrix_setup *setup);

/* Whether the bot may speak there. No such event: everybody may. */
static void setup_room_power(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *users = setup_member(answer->json, "users");
    const cJSON *events = setup_member(answer->json, "events");
    bool told = answer->fate == MATRIX_DONE && cJSON_IsObject(answer->json);
    long long own = setup_level(users, setup->user, setup_level(answer->json, "users_default", 0));
    long long wanted =
        setup_level(events, "m.room.message", setup_level(answer->json, "events_default", 0));
    struct buf line;
    buf_init(&line, SETUP_LINE_MAX);
    print_to(&line, "room \"%s\"", setup->name);
    if (!told && answer->fate != MATRIX_MISSING) {
        print_to(&line, ": the homeserver does not say whether the bot may speak there");
        setup_note(setup, line.text);
    } else if (told && own < wanted) {
        print_to(&line,
                 ": the bot may not speak, its power level is %lld and messages want %lld (its "
                 "roles and permissions are in the room's settings)",
                 own, wanted);
        setup_bad(setup, line.text);
    } else {
        setup_good(setup, line.text);
    }
    buf_deinit(&line);
    setup->room++;
    setup_rooms_next(setup);
}

static void setup_room_encryption(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    struct buf line;
    if (answer->fate == MATRIX_MISSING) {
        setup_room_ask(setup, "m.room.power_levels", setup_room_power);
        return;
    }
    buf_init(&line, SETUP_LINE_MAX);
    print_to(&line,
             answer->fate == MATRIX_DONE
                 ? "room \"%s\" is encrypted: the bot reads nothing there; play in a room that is "
                   "not"
                 : "room \"%s\": the homeserver does not say whether it is encrypted, so the bot "
                   "says nothing there",
             setup->name);
    setup_bad(setup, line.text);
    buf_deinit(&line);
    setup->room++;
    setup_rooms_next(setup);
}

static void setup_room_name(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const char *name = setup_string(answer->json, "name");
    setup_inert(setup->name, sizeof setup->name,
                name[0] != '\0' ? name : setup->rooms[setup->room]);
    setup_room_ask(setup, "m.room.encryption", setup_room_encryption);
}

static void setup_rooms_next(struct matrix_setup *setup)
{
    if (setup->room < setup->room_count) {
        setup_room_ask(setup, "m.room.name", setup_room_name);
    } else {
        setup_end(setup);
    }
}

static void setup_rooms(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *rooms = setup_member(answer->json, "joined_rooms");
    const cJSON *room = NULL;
    if (answer->fate != MATRIX_DONE || !cJSON_IsArray(rooms)) {
        setup_bad(setup, "the homeserver does not say in which rooms the bot is; try again later");
        setup_end(setup);
        return;
    }
    cJSON_ArrayForEach(room, rooms)
    {
        bool is = cJSON_IsString(room) && room->valuestring[0] == '!' &&
                  strlen(room->valuestring) < MATRIX_ID_BYTES;
        if (is && setup->room_count < SETUP_ROOMS_SHOWN) {
            setup->rooms[setup->room_count++] =
                arena_text(setup->arena, room->valuestring, strlen(room->valuestring));
        }
    }
    if (setup->room_count == 0) {
        setup_note(setup, "the bot is in no room yet: invite it into one");
    }
    setup_rooms_next(setup);
}

/* --- limits ----------------------------------------------------------------------------------- */

/* How somebody who administers a Synapse has this account send without limits. */
static void setup_lift(struct matrix_setup *setup)
{
    struct buf path;
    buf_init(&path, SETUP_LINE_MAX);
    matrix_path_add(&path, setup->user);
    print_to(
        &setup->text,
        "        With Synapse's own limits (one message in 5 seconds, one new room a minute) a "
        "game of\n        ten begins after about a minute and a half. An admin lifts them for "
        "this account:\n"
        "        curl -X POST -H \"Authorization: Bearer $ADMIN_TOKEN\" -d "
        "'{\"messages_per_second\":0,\"burst_count\":0}' \\\n"
        "          '%s/_synapse/admin/v1/users/%s/override_ratelimit'\n",
        setup_option(setup, "homeserver"), path.text);
    buf_deinit(&path);
}

/* Only an admin is told; everybody else gets a 403, other homeservers do not know the question. */
static void setup_limits(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *each = setup_member(answer->json, "messages_per_second");
    if (answer->fate == MATRIX_DONE && cJSON_IsObject(answer->json)) {
        setup_bad(setup, "the account may administer the homeserver: the bot has no use for that, "
                         "take it away");
        if (cJSON_IsNumber(each) && each->valuedouble == 0) {
            setup_good(setup, "its limits are lifted");
        } else {
            setup_lift(setup);
        }
    } else if (setup_option(setup, "as_token")[0] != '\0') {
        setup_good(setup, "an appservice with rate_limited: false has no limits");
    } else {
        setup_note(setup, "whether the account's limits are lifted is told to an admin alone");
        setup_lift(setup);
    }
    setup_ask(setup, "/joined_rooms", matrix_path(setup->arena, "/joined_rooms", NULL),
              setup_rooms);
}

static void setup_limits_ask(struct matrix_setup *setup)
{
    struct buf path;
    buf_init(&path, SETUP_LINE_MAX);
    buf_text(&path, "/_synapse/admin/v1/users/");
    matrix_path_add(&path, setup->user);
    buf_text(&path, "/override_ratelimit");
    setup_ask(setup, "/_synapse/admin/v1/users/{}/override_ratelimit", path.text, setup_limits);
    buf_deinit(&path);
}

/* --- the device ------------------------------------------------------------------------------- */

static void setup_keys(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *users = setup_member(answer->json, "device_keys");
    const cJSON *devices = setup_member(users, setup->user);
    if (answer->fate != MATRIX_DONE || !cJSON_IsObject(users) ||
        (devices != NULL && !cJSON_IsObject(devices))) {
        setup_note(setup, "the homeserver does not say whether the bot's device has keys");
    } else if (setup_member(devices, setup->device) != NULL) {
        setup_bad(setup,
                  "the token's device has keys of another program's, which would have people "
                  "believe that it reads encrypted rooms: make a token for a device of its "
                  "own");
    } else {
        setup_good(setup, "the device has no keys: rooms that are not encrypted can be played in");
    }
    setup_limits_ask(setup);
}

static void setup_keys_ask(struct matrix_setup *setup)
{
    cJSON *body = cJSON_CreateObject();
    cJSON *users = cJSON_AddObjectToObject(body, "device_keys");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(users, setup->user),
                         cJSON_CreateString(setup->device));
    char *json = cJSON_PrintUnformatted(body);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/keys/query",
                                           .path = matrix_path(setup->arena, "/keys/query", NULL),
                                           .json = json,
                                           .json_len = strlen(json),
                                           .priority = MATRIX_PROMPT,
                                           .repeatable = true,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, setup_keys, setup);
    cJSON_free(json);
    cJSON_Delete(body);
}

/* --- the account ------------------------------------------------------------------------------ */

/* Whether the setting means that account: by its whole id, or its name alone. */
static bool setup_same_user(const char *wanted, const char *user)
{
    if (strchr(wanted, ':') != NULL) {
        return strcmp(wanted, user) == 0;
    }
    wanted += wanted[0] == '@' ? 1 : 0;
    size_t len = strlen(wanted);
    return user[0] == '@' && strncmp(user + 1, wanted, len) == 0 && user[len + 1] == ':';
}

static void setup_account(struct matrix_setup *setup)
{
    const char *wanted = setup_option(setup, "user");
    print_to(&setup->text, "  ok    the token is that of %s\n", setup->user);
    if (wanted[0] != '\0' && !setup_same_user(wanted, setup->user)) {
        setup_bad(setup, "user in the config names somebody else: change it, or make a token for "
                         "that account");
    }
    if (setup->device[0] == '\0') {
        setup_bad(setup, "the token belongs to no device, and messages could come twice: sign in "
                         "with a device");
        setup_limits_ask(setup);
        return;
    }
    setup_keys_ask(setup);
}

static void setup_whoami(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *device = setup_member(answer->json, "device_id");
    bool garbled = device != NULL && !cJSON_IsString(device);
    if (answer->fate != MATRIX_DONE || garbled || setup_string(answer->json, "user_id")[0] != '@') {
        setup_bad(setup, answer->fate == MATRIX_SIGNED_OUT
                             ? "the homeserver refuses the token: sign in again, and put the new "
                               "one into token_file"
                         : answer->fate == MATRIX_PARKED
                             ? "the account is locked or suspended: ask who administers the "
                               "homeserver"
                             : "the homeserver does not say whose the token is; try again later");
        setup_end(setup);
        return;
    }
    setup_inert(setup->user, sizeof setup->user, setup_string(answer->json, "user_id"));
    setup_inert(setup->device, sizeof setup->device, setup_string(answer->json, "device_id"));
    if (setup->device[0] == '\0' && setup_option(setup, "as_token")[0] != '\0') {
        setup_inert(setup->device, sizeof setup->device, setup_option(setup, "device"));
    }
    setup_account(setup);
}

static void setup_refused(void *context, const char *errcode, bool soft)
{
    (void)errcode;
    (void)soft;
    matrix_client_sign_out(((struct matrix_setup *)context)->client);
}

/* --- signing in ------------------------------------------------------------------------------- */

static void setup_flows(void *context, const struct matrix_answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *flows = setup_member(answer->json, "flows");
    const cJSON *flow = NULL;
    bool there = false;
    cJSON_ArrayForEach(flow, flows)
    {
        there = there || strcmp(setup_string(flow, "type"), "m.login.password") == 0;
    }
    if (answer->fate == MATRIX_DONE && there) {
        print_to(&setup->text, "  ok    the bot signs in by its password, as device %s\n",
                 setup_option(setup, "device"));
        setup_note(setup, "with a token in place of the password, the rest can be checked too");
    } else {
        setup_bad(setup,
                  "the homeserver takes no passwords of programs: have whoever administers it "
                  "make a token (with the Matrix Authentication Service: mas-cli manage "
                  "issue-compatibility-token), and put it into token_file");
    }
    if (setup_option(setup, "user")[0] == '\0') {
        setup_bad(setup, "user in the config is empty: whose password is it?");
    }
    setup_end(setup);
}

static void setup_sign_in(struct matrix_setup *setup)
{
    const char *appservice = setup_option(setup, "as_token");
    const char *token = appservice[0] != '\0' ? appservice : setup_option(setup, "token");
    if (token[0] != '\0') {
        matrix_client_token(setup->client, token);
        setup_ask(setup, "/account/whoami", matrix_path(setup->arena, "/account/whoami", NULL),
                  setup_whoami);
        return;
    }
    const struct matrix_request request = {.method = "GET",
                                           .route = "/login",
                                           .path = matrix_path(setup->arena, "/login", NULL),
                                           .repeatable = true,
                                           .unsigned_in = true,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, setup_flows, setup);
}

/* --- the homeserver --------------------------------------------------------------------------- */

/* Asked on the wire itself: an answer's headers are wanted, and nothing is repeated. */
static void setup_look(struct matrix_setup *setup, const char *path, net_call_fn done)
{
    struct buf url;
    const char *home = setup_option(setup, "homeserver");
    size_t len = strlen(home);
    while (len > 0 && home[len - 1] == '/') {
        len--;
    }
    buf_init(&url, SETUP_LINE_MAX);
    buf_add(&url, home, len);
    buf_text(&url, path);
    const struct net_request request = {
        .method = "GET", .url = url.text, .time_ms = SETUP_MS, .moves = SETUP_MOVES};
    setup->call = setup->wire->call(setup->wire->context, &request, done, setup);
    buf_deinit(&url);
}

static void setup_clock(struct matrix_setup *setup, const struct net_answer *answer)
{
    const struct clock *clock = &setup->wire->clock;
    int64_t theirs = http_date_s(net_answer_header(answer, "date"));
    int64_t apart = clock->now_ms(clock->context) / 1000 - theirs;
    if (theirs < 0) {
        setup_note(setup, "the homeserver does not tell its time");
    } else if (apart > SETUP_CLOCK_S || apart < -SETUP_CLOCK_S) {
        struct buf line;
        buf_init(&line, SETUP_LINE_MAX);
        print_to(&line, "this machine's clock is %lld seconds %s the homeserver's: set it by NTP",
                 (long long)(apart > 0 ? apart : -apart), apart > 0 ? "ahead of" : "behind");
        setup_bad(setup, line.text);
        buf_deinit(&line);
    } else {
        setup_good(setup, "both clocks agree");
    }
}

/* The address is a server's name, perhaps, that says where its homeserver is. */
static void setup_known(void *context, const struct net_answer *answer)
{
    struct matrix_setup *setup = context;
    struct buf line;
    setup->call = NULL;
    cJSON *json = answer->end == NET_ANSWERED && answer->status == 200
                      ? cJSON_ParseWithLength(answer->body, answer->body_len)
                      : NULL;
    const cJSON *homeserver = setup_member(json, "m.homeserver");
    const char *base = setup_string(homeserver, "base_url");
    buf_init(&line, SETUP_LINE_MAX);
    if (base[0] != '\0') {
        char shown[MATRIX_ID_BYTES];
        setup_inert(shown, sizeof shown, base);
        print_to(&line, "the homeserver of that name is elsewhere: set homeserver = %s", shown);
    } else {
        buf_text(&line,
                 "there is no homeserver at that address: what does homeserver in the config "
                 "have to be? (/_matrix/client/versions is asked for below it)");
    }
    setup_bad(setup, line.text);
    buf_deinit(&line);
    cJSON_Delete(json);
    setup_end(setup);
}

static void setup_versions(void *context, const struct net_answer *answer)
{
    struct matrix_setup *setup = context;
    setup->call = NULL;
    if (answer->end != NET_ANSWERED) {
        setup_bad(setup, "the homeserver cannot be reached: is this machine on the net, and "
                         "homeserver in the config right?");
        setup_end(setup);
        return;
    }
    cJSON *json =
        answer->status == 200 ? cJSON_ParseWithLength(answer->body, answer->body_len) : NULL;
    bool there = cJSON_IsArray(setup_member(json, "versions"));
    cJSON_Delete(json);
    if (!there) {
        setup_look(setup, "/.well-known/matrix/client", setup_known);
        return;
    }
    setup_good(setup, "the homeserver answers");
    setup_clock(setup, answer);
    setup_sign_in(setup);
}

struct matrix_setup *matrix_setup_new(const struct net_wire *wire, const struct settings *settings,
                                      matrix_setup_fn done, void *context)
{
    struct matrix_setup *setup = heap_take(sizeof *setup);
    const struct matrix_client_setup client = {.wire = wire,
                                               .base =
                                                   settings_text(settings, "matrix", "homeserver"),
                                               .context = setup,
                                               .refused = setup_refused};
    setup->wire = wire;
    setup->settings = settings;
    setup->done = done;
    setup->context = context;
    setup->arena = arena_new();
    setup->client = matrix_client_new(&client);
    buf_init(&setup->text, SETUP_TEXT_MAX);
    setup_look(setup, "/_matrix/client/versions", setup_versions);
    return setup;
}

void matrix_setup_free(struct matrix_setup **setup)
{
    struct matrix_setup *freed = *setup;
    *setup = NULL;
    freed->wire->call_cancel(freed->wire->context, &freed->call);
    matrix_client_free(&freed->client);
    arena_free(&freed->arena);
    buf_deinit(&freed->text);
    free(freed);
}
