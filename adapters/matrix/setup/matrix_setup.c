/* Questions, one after the other: is there a homeserver, how does one sign in, whose is the token,
 * has its device keys, what are the limits, and what may the bot do in the rooms it is in. */
#include "matrix_setup_private.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "buf.h"
#include "embed_matrix_texts.h"
#include "heap.h"
#include "http_date.h"
#include "json_at.h"
#include "matrix_client.h"
#include "print.h"
#include "route.h"
#include "settings.h"

const char *matrix_hosting(void)
{
    return (const char *)matrix_texts[0].bytes;
}

/* --- results and requests -------------------------------------------------------------- */

void setup_end(struct matrix_setup *setup)
{
    if (setup->signed_in) {
        setup_sign_out(setup); /* it comes back here */
        return;
    }
    checks_end(&setup->checks, setup->done, setup->context);
}

const char *setup_option(const struct matrix_setup *setup, const char *key)
{
    return settings_text(setup->settings, "matrix", key);
}

const char *setup_string(const cJSON *json, const char *key)
{
    const char *text = json_at_text(json, key);
    return text != NULL ? text : "";
}

/* Texts that others chose: no control characters may reach the terminal. */
void setup_inert(char *into, size_t size, const char *text)
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

void setup_ask(struct matrix_setup *setup, const char *route, const char *id, answer_fn done)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = route,
                                           .ids = {id},
                                           .priority = MATRIX_PROMPT,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, done, setup);
}

/* --- rooms ------------------------------------------------------------------------------------ */

/* type: of a state event of the room that is asked about. */
static void setup_room_ask(struct matrix_setup *setup, const char *type, answer_fn done)
{
    const struct matrix_request request = {.method = "GET",
                                           .route = "/rooms/{}/state/{}/",
                                           .ids = {setup->rooms[setup->room], type},
                                           .priority = MATRIX_PROMPT,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, done, setup);
}

/* A level; old rooms have some as text. */
static long long setup_level(const cJSON *json, const char *key, long long fallback)
{
    const cJSON *item = json_at(json, key);
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
static void setup_room_power(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *users = json_at(answer->json, "users");
    const cJSON *events = json_at(answer->json, "events");
    bool known = answer->status == ANSWER_DONE && cJSON_IsObject(answer->json);
    long long own = setup_level(users, setup->user, setup_level(answer->json, "users_default", 0));
    long long wanted =
        setup_level(events, "m.room.message", setup_level(answer->json, "events_default", 0));
    if (!known && answer->status != ANSWER_GONE) {
        checks_note(&setup->checks,
                    "room \"%s\": the homeserver does not say whether the bot may speak there",
                    setup->name);
    } else if (known && own < wanted) {
        checks_mend(&setup->checks,
                    "room \"%s\": the bot may not speak, its power level is %lld and messages want "
                    "%lld (its "
                    "roles and permissions are in the room's settings)",
                    setup->name, own, wanted);
    } else {
        checks_ok(&setup->checks, "room \"%s\"", setup->name);
    }
    setup->room++;
    setup_rooms_next(setup);
}

static void setup_room_encryption(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    if (answer->status == ANSWER_GONE) {
        setup_room_ask(setup, "m.room.power_levels", setup_room_power);
        return;
    }
    if (answer->status == ANSWER_DONE && setup_encrypts(setup)) {
        setup_room_ask(setup, "m.room.power_levels", setup_room_power);
        return;
    }
    checks_mend(
        &setup->checks,
        answer->status == ANSWER_DONE
            ? "room \"%s\" is encrypted: the bot reads nothing there; play in a room that is "
              "not"
            : "room \"%s\": the homeserver does not say whether it is encrypted, so the bot "
              "says nothing there",
        setup->name);
    setup->room++;
    setup_rooms_next(setup);
}

static void setup_room_name(void *context, const struct answer *answer)
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

static void setup_rooms(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *rooms = json_at(answer->json, "joined_rooms");
    const cJSON *room = NULL;
    if (answer->status != ANSWER_DONE || !cJSON_IsArray(rooms)) {
        checks_mend(&setup->checks,
                    "the homeserver does not say in which rooms the bot is; try again later");
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
        checks_note(&setup->checks, "the bot is in no room yet: invite it into one");
    }
    setup_rooms_next(setup);
}

/* --- limits ----------------------------------------------------------------------------------- */

/* How somebody who administers a Synapse has this account send without limits. */
static void setup_lift(struct matrix_setup *setup)
{
    struct buf path;
    buf_init(&path, SETUP_LINE_MAX);
    route_encode(&path, setup->user);
    print_to(
        &setup->checks.text,
        "        With Synapse's own limits (one message in 5 seconds, one new room a minute) a "
        "game of\n        ten begins after about a minute and a half. An admin lifts them for "
        "this account:\n"
        "        curl -X POST -H \"Authorization: Bearer $ADMIN_TOKEN\" -d "
        "'{\"messages_per_second\":0,\"burst_count\":0}' \\\n"
        "          '%s/_synapse/admin/v1/users/%s/override_ratelimit'\n",
        setup_option(setup, "homeserver"), path.text);
    buf_deinit(&path);
}

/* Synapse answers admins alone, others get a 403; other homeservers do not have the endpoint. */
static void setup_limits(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *each = json_at(answer->json, "messages_per_second");
    if (answer->status == ANSWER_DONE && cJSON_IsObject(answer->json)) {
        checks_mend(&setup->checks,
                    "the account may administer the homeserver: the bot has no use for that, "
                    "take it away");
        if (cJSON_IsNumber(each) && each->valuedouble == 0) {
            checks_ok(&setup->checks, "its limits are lifted");
        } else {
            setup_lift(setup);
        }
    } else if (setup_option(setup, "as_token")[0] != '\0') {
        checks_ok(&setup->checks, "an appservice with rate_limited: false has no limits");
    } else {
        checks_note(&setup->checks,
                    "whether the account's limits are lifted is told to an admin alone");
        setup_lift(setup);
    }
    setup_ask(setup, "/joined_rooms", NULL, setup_rooms);
}

void setup_limits_ask(struct matrix_setup *setup)
{
    setup_ask(setup, "/_synapse/admin/v1/users/{}/override_ratelimit", setup->user, setup_limits);
}

/* --- the homeserver --------------------------------------------------------------------------- */

/* A bare request: the answer's headers are needed, and it is not repeated. */
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
        checks_note(&setup->checks, "the homeserver does not tell its time");
    } else if (apart > SETUP_CLOCK_S || apart < -SETUP_CLOCK_S) {
        checks_mend(&setup->checks,
                    "this machine's clock is %lld seconds %s the homeserver's: set it by NTP",
                    (long long)(apart > 0 ? apart : -apart), apart > 0 ? "ahead of" : "behind");
    } else {
        checks_ok(&setup->checks, "both clocks agree");
    }
}

/* The address may be a server name whose well-known points to its homeserver. */
static void setup_known(void *context, const struct net_answer *answer)
{
    struct matrix_setup *setup = context;
    setup->call = NULL;
    cJSON *json = answer->end == NET_ANSWERED && answer->status == 200
                      ? cJSON_ParseWithLength(answer->body, answer->body_len)
                      : NULL;
    const cJSON *homeserver = json_at(json, "m.homeserver");
    const char *base = setup_string(homeserver, "base_url");
    if (base[0] != '\0') {
        char shown[MATRIX_ID_BYTES];
        setup_inert(shown, sizeof shown, base);
        checks_mend(&setup->checks, "the homeserver of that name is elsewhere: set homeserver = %s",
                    shown);
    } else {
        checks_mend(&setup->checks,
                    "there is no homeserver at that address: what does homeserver in the config "
                    "have to be? (/_matrix/client/versions is asked for below it)");
    }
    cJSON_Delete(json);
    setup_end(setup);
}

static void setup_versions(void *context, const struct net_answer *answer)
{
    struct matrix_setup *setup = context;
    setup->call = NULL;
    if (answer->end != NET_ANSWERED) {
        checks_mend(&setup->checks,
                    "the homeserver cannot be reached: is this machine on the net, and "
                    "homeserver in the config right?");
        setup_end(setup);
        return;
    }
    cJSON *json =
        answer->status == 200 ? cJSON_ParseWithLength(answer->body, answer->body_len) : NULL;
    bool there = cJSON_IsArray(json_at(json, "versions"));
    cJSON_Delete(json);
    if (!there) {
        setup_look(setup, "/.well-known/matrix/client", setup_known);
        return;
    }
    checks_ok(&setup->checks, "the homeserver answers");
    setup_clock(setup, answer);
    setup_sign_in(setup);
}

struct matrix_setup *matrix_setup_new(const struct net_wire *wire, const struct settings *settings,
                                      checks_fn done, void *context)
{
    struct matrix_setup *setup = heap_allocate(sizeof *setup);
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
    checks_init(&setup->checks);
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
    checks_deinit(&freed->checks);
    free(freed);
}
