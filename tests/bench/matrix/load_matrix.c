/* A homeserver for measurements: tells a bot of rooms, then of what people say in them, at a pace
 * or all at once, and takes what it answers. Everything is in memory, so that it is not what
 * limits.
 *
 * load_matrix [--encrypted | --crowd] ROOMS PLAYERS RATE SECONDS BURST WORDS [OPENING]
 *
 * The first line it prints is its port. Then a line for each part, as JSON: the first sync; with
 * OPENING, said in the lobby by every player, the direct rooms that the bot makes for them; WORDS
 * said RATE times a second for SECONDS; WORDS said BURST times at once; and "done", after a while
 * without anything. Without OPENING, WORDS are said in the rooms themselves.
 * --encrypted: all players have a device that encrypts, in rooms that the bot makes so.
 * --crowd: the same, and the lobby is encrypted: WORDS are said there, by one of them, once in
 * place of OPENING, so that everybody gets the key of what the bot answers, and then as above. */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "heap.h"
#include "load_http.h"
#include "load_people.h"
#include "load_world.h"
#include "print.h"

enum {
    BODY_BYTES_MAX = 256 * 1024 * 1024,
    FIRST_S = 240,   /* until the first sync has been read */
    PATIENCE_S = 30, /* without an answer */
    CALM_S = 1,      /* between two parts */
    TURN_MS = 1
};

enum part { PART_FIRST, PART_OPENING, PART_PACED, PART_BURST, PART_IDLE, PART_DONE };

struct load {
    struct load_world world;
    struct load_http *http;
    struct load_conn *poll; /* a /sync that waits for something */
    unsigned rooms, players, rate, seconds, burst;
    const char *words, *opening;
    bool crowd;
    bool spoken; /* in the crowd: what the line before has begun is to be stopped */
    enum part part;
    uint64_t begun_us;     /* of the part */
    uint64_t last_us;      /* something was answered */
    unsigned target_first; /* the rooms in which is spoken */
    unsigned target_count;
    unsigned said, answered, more;
    double *took;
    uint64_t asked_us; /* the first sync */
    size_t first_bytes;
};

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void answer(struct load_conn *conn, int status, const char *body)
{
    load_http_answer(conn, status, body, strlen(body));
}

/* --- parts ------------------------------------------------------------------------------------ */

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;
    return (a > b) - (a < b);
}

static void part_report(const struct load *load, const char *name)
{
    unsigned count = load->answered;
    double seconds = (double)(load->last_us - load->begun_us) / 1e6;
    qsort(load->took, count, sizeof *load->took, compare);
    printf("{\"part\":\"%s\",\"said\":%u,\"answered\":%u,\"more\":%u,\"seconds\":%.3f,"
           "\"p50_ms\":%.3f,\"p99_ms\":%.3f}\n",
           name, load->said, count, load->more, seconds,
           count > 0 ? load->took[count / 2] / 1e3 : 0,
           count > 0 ? load->took[count * 99 / 100] / 1e3 : 0);
    fflush(stdout);
}

static void part_begin(struct load *load, enum part part)
{
    load->part = part;
    load->begun_us = now_us() + CALM_S * 1000000ULL;
    load->last_us = load->begun_us;
    load->said = 0;
    load->answered = 0;
    load->more = 0;
}

static void say(struct load *load, uint64_t due_us)
{
    unsigned room = load->target_first + load->said % load->target_count;
    const struct load_line line = {.room = room,
                                   .player = load->world.rooms[room].player,
                                   .words = load->words,
                                   .due_us = due_us};
    const struct load_line stop = {.words = "!stop"}; /* which nobody waits for */
    if (load->spoken) {
        load_world_say(&load->world, &stop);
    }
    load->spoken = load->crowd;
    load_world_say(&load->world, &line);
    load->said++;
}

/* In a crowd: one line, whose answer everybody is to read. */
static void part_crowd(struct load *load, uint64_t now)
{
    if (load->said == 0) {
        say(load, now);
    }
    if (load->answered > 0) {
        part_report(load, "crowd");
        part_begin(load, PART_PACED);
    }
}

static void part_opening(struct load *load, uint64_t now)
{
    while (load->said < load->players) {
        const struct load_line line = {
            .player = load->said++, .words = load->opening, .due_us = now};
        load_world_say(&load->world, &line);
    }
    if (load->world.room_count == load->target_first + load->players && load->world.fresh == 0 &&
        now > load->last_us + CALM_S * 1000000ULL) {
        load->answered = 0;
        printf("{\"part\":\"opening\",\"rooms\":%u,\"seconds\":%.3f}\n", load->players,
               (double)(load->last_us - load->begun_us) / 1e6);
        fflush(stdout);
        load->target_count = load->players;
        part_begin(load, PART_PACED);
    }
}

static void part_paced(struct load *load, uint64_t now)
{
    unsigned all = load->rate * load->seconds;
    uint64_t each_us = 1000000 / load->rate;
    while (load->said < all && load->begun_us + load->said * each_us <= now) {
        say(load, load->begun_us + load->said * each_us);
    }
    if (load->answered >= all) {
        part_report(load, "paced");
        part_begin(load, PART_BURST);
    }
}

static void part_burst(struct load *load, uint64_t now)
{
    while (load->said < load->burst) {
        say(load, now);
    }
    if (load->answered >= load->burst) {
        part_report(load, "burst");
        part_begin(load, PART_IDLE);
    }
}

static void part_turn(struct load *load)
{
    uint64_t now = now_us();
    if (now < load->begun_us) {
        return;
    }
    if (load->part == PART_OPENING && load->crowd) {
        part_crowd(load, now);
    } else if (load->part == PART_OPENING) {
        part_opening(load, now);
    } else if (load->part == PART_PACED) {
        part_paced(load, now);
    } else if (load->part == PART_BURST) {
        part_burst(load, now);
    } else if (load->part == PART_IDLE && now > load->last_us + 1000000) {
        puts("{\"part\":\"done\"}");
        load->part = PART_DONE;
    }
    uint64_t patience_s = load->part == PART_FIRST ? FIRST_S : PATIENCE_S;
    if (load->part != PART_DONE && now > load->last_us + patience_s * 1000000) {
        part_report(load, "lost");
        load->part = PART_DONE;
    }
}

/* --- requests --------------------------------------------------------------------------------- */

static void sync_answer(struct load *load)
{
    struct buf body;
    struct load_conn *conn = load->poll;
    load->poll = NULL;
    buf_init(&body, BODY_BYTES_MAX);
    load_world_next(&load->world, &body);
    load_http_answer(conn, 200, body.text, body.len);
    buf_deinit(&body);
}

static void sync_first(struct load *load, struct load_conn *conn)
{
    struct buf body;
    buf_init(&body, BODY_BYTES_MAX);
    load_world_first(&load->world, &body);
    load->first_bytes = body.len;
    load->asked_us = now_us();
    load_http_answer(conn, 200, body.text, body.len);
    buf_deinit(&body);
}

static void ask_sync(struct load *load, struct load_conn *conn, const struct load_ask *ask)
{
    const char *since = strstr(ask->path, "since=");
    if (since == NULL) {
        sync_first(load, conn);
        return;
    }
    load_world_since(&load->world, since + strlen("since="));
    if (load->part == PART_FIRST) {
        printf("{\"part\":\"first\",\"bytes\":%zu,\"rooms\":%u,\"seconds\":%.3f}\n",
               load->first_bytes, load->world.room_count,
               (double)(now_us() - load->asked_us) / 1e6);
        fflush(stdout);
        load->target_first = load->crowd ? 0 : load->opening != NULL ? load->world.room_count : 1;
        load->target_count = load->crowd ? 1 : load->rooms;
        part_begin(load, load->crowd || load->opening != NULL ? PART_OPENING : PART_PACED);
    }
    if (load->poll != NULL) {
        answer(load->poll, 429, "{\"errcode\":\"M_LIMIT_EXCEEDED\"}"); /* two at once */
    }
    load->poll = conn;
}

static void ask_send(struct load *load, struct load_conn *conn, const struct load_ask *ask)
{
    char body[64];
    unsigned number = load_world_find(&load->world, ask->path);
    struct load_room *room = number < load->world.room_count ? &load->world.rooms[number] : NULL;
    bool message = strstr(ask->path, "/send/m.room.message/") != NULL ||
                   strstr(ask->path, "/send/m.room.encrypted/") != NULL;
    uint64_t now = now_us();
    if (message && room != NULL && room->count > 0) {
        load->took[load->answered++] = (double)(now - room->heard_us[room->first]);
        room->first = (room->first + 1) % LOAD_UNANSWERED_MAX;
        room->count--;
        load->last_us = now;
    } else if (room != NULL) {
        load->last_us = load->part == PART_OPENING ? now : load->last_us;
        load->more++;
    }
    snprintf(body, sizeof body, "{\"event_id\":\"$b%llu\"}",
             (unsigned long long)load->world.event++);
    answer(conn, 200, body);
}

static void ask_create(struct load *load, struct load_conn *conn, const struct load_ask *ask)
{
    char body[64];
    const char *invited = strstr(ask->body, "\"@p");
    unsigned player = invited != NULL ? (unsigned)strtoul(invited + 3, NULL, 10) : 0;
    unsigned room = load_world_room(&load->world, player, true);
    load->world.rooms[room].encrypted = strstr(ask->body, "\"algorithm\":\"m.megolm") != NULL;
    load->last_us = now_us();
    snprintf(body, sizeof body, "{\"room_id\":\"!%u:bench\"}", room);
    answer(conn, 200, body);
}

static void ask_state(struct load *load, struct load_conn *conn, const struct load_ask *ask)
{
    struct buf body;
    unsigned room = load_world_find(&load->world, ask->path);
    if (room == load->world.room_count || strstr(ask->path, "/state/") != NULL) {
        answer(conn, 404, "{\"errcode\":\"M_NOT_FOUND\",\"error\":\"none\"}");
        return;
    }
    buf_init(&body, BODY_BYTES_MAX);
    if (strstr(ask->path, "/joined_members") != NULL) {
        load_world_members(&load->world, room, &body);
    } else {
        load_world_state(&load->world, room, &body);
    }
    load_http_answer(conn, 200, body.text, body.len);
    buf_deinit(&body);
}

static void ask_joined_rooms(struct load *load, struct load_conn *conn, const struct load_ask *ask)
{
    struct buf body;
    (void)ask;
    buf_init(&body, BODY_BYTES_MAX);
    buf_text(&body, "{\"joined_rooms\":[");
    for (unsigned i = 0; i < load->world.room_count; i++) {
        print_to(&body, "%s\"!%u:bench\"", i > 0 ? "," : "", i);
    }
    buf_text(&body, "]}");
    load_http_answer(conn, 200, body.text, body.len);
    buf_deinit(&body);
}

static void ask_keys(struct load *load, struct load_conn *conn, const struct load_ask *ask)
{
    struct buf body;
    load->last_us = load->part == PART_OPENING ? now_us() : load->last_us;
    buf_init(&body, BODY_BYTES_MAX);
    if (load->world.people != NULL &&
        load_people_ask(load->world.people, ask->path, ask->body, &body)) {
        load_http_answer(conn, 200, body.text, body.len);
    } else {
        answer(conn, 200, "{}");
    }
    buf_deinit(&body);
}

static const struct {
    const char *method; /* NULL: any */
    const char *part;   /* of the path */
    void (*take)(struct load *load, struct load_conn *conn, const struct load_ask *ask);
    const char *body;
} routes[] = {
    {NULL, "/sync", ask_sync, NULL},
    {"PUT", "/send/", ask_send, NULL},
    {"POST", "/keys/", ask_keys, NULL},
    {"PUT", "/sendToDevice/", ask_keys, NULL},
    {"GET", "/versions", NULL, "{\"versions\":[\"v1.11\",\"v1.12\"]}"},
    {"GET", "/whoami", NULL, "{\"user_id\":\"" LOAD_BOT "\",\"device_id\":\"" LOAD_DEVICE "\"}"},
    {NULL, "/filter", NULL, "{\"filter_id\":\"1\"}"},
    {"GET", "/capabilities", NULL, "{\"capabilities\":{}}"},
    {"POST", "/createRoom", ask_create, NULL},
    {"GET", "/joined_rooms", ask_joined_rooms, NULL},
    {"GET", "/joined_members", ask_state, NULL},
    {"GET", "/state", ask_state, NULL},
    {"PUT", "/state/", NULL, "{\"event_id\":\"$s\"}"},
    {"PUT", "", NULL, "{}"},
    {"POST", "", NULL, "{}"},
};

static void asked(void *context, struct load_conn *conn, const struct load_ask *ask)
{
    struct load *load = context;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if ((routes[i].method != NULL && strcmp(routes[i].method, ask->method) != 0) ||
            strstr(ask->path, routes[i].part) == NULL) {
            continue;
        }
        if (routes[i].take != NULL) {
            routes[i].take(load, conn, ask);
        } else {
            answer(conn, 200, routes[i].body);
        }
        return;
    }
    answer(conn, 404, "{\"errcode\":\"M_NOT_FOUND\",\"error\":\"none\"}");
}

static void gone(void *context, const struct load_conn *conn)
{
    struct load *load = context;
    load->poll = load->poll == conn ? NULL : load->poll;
}

static unsigned number(const char *text)
{
    return (unsigned)strtoul(text, NULL, 10);
}

int main(int argc, char **argv)
{
    bool crowd = argc > 1 && strcmp(argv[1], "--crowd") == 0;
    bool encrypted = crowd || (argc > 1 && strcmp(argv[1], "--encrypted") == 0);
    argc -= encrypted ? 1 : 0;
    argv += encrypted ? 1 : 0;
    if (argc < 7) {
        fputs("usage: load_matrix [--encrypted | --crowd] ROOMS PLAYERS RATE SECONDS BURST WORDS "
              "[OPENING]\n",
              stderr);
        return 2;
    }
    struct load load = {.rooms = number(argv[1]),
                        .players = number(argv[2]),
                        .rate = number(argv[3]),
                        .seconds = number(argv[4]),
                        .burst = number(argv[5]),
                        .words = argv[6],
                        .crowd = crowd,
                        .opening = argc > 7 ? argv[7] : NULL};
    assert(load.rooms > 0 && load.players > 0 && load.rate > 0);
    load.took = heap_allocate((load.burst + load.rate * load.seconds + 1) * sizeof *load.took);
    load_world_open(&load.world, load.rooms, load.players);
    if (encrypted && !load_world_encrypt(&load.world)) {
        fputs("this build has no encryption\n", stderr);
        return 77;
    }
    load.world.rooms[0].encrypted = crowd;
    load.world.crowd = crowd;
    load.http = load_http_open(asked, gone, &load);
    printf("%u\n", load_http_port(load.http));
    fflush(stdout);
    load.begun_us = now_us();
    load.last_us = load.begun_us;
    while (load.part != PART_DONE) {
        load_http_turn(load.http, TURN_MS);
        part_turn(&load);
        if (load.poll != NULL && load_world_waits(&load.world)) {
            sync_answer(&load);
        }
    }
    load_http_close(&load.http);
    load_world_close(&load.world);
    free(load.took);
    return 0;
}
