#include "mx_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "heap.h"

struct mx_kit *mx;

static char *mx_environment[MX_SETTINGS_MAX + 1];
static unsigned mx_environment_count;

static const char mx_room_state[] =
    "{\"type\":\"m.room.create\",\"state_key\":\"\",\"sender\":\"@owner:test\",\"event_id\":\"$c\","
    "\"content\":{\"room_version\":\"11\"}},"
    "{\"type\":\"m.room.power_levels\",\"state_key\":\"\",\"sender\":\"@owner:test\","
    "\"event_id\":\"$p\",\"content\":{\"users\":{\"@owner:test\":100}}},"
    "{\"type\":\"m.room.member\",\"state_key\":\"@bot:test\",\"sender\":\"@bot:test\","
    "\"event_id\":\"$b\",\"content\":{\"membership\":\"join\"}},"
    "{\"type\":\"m.room.member\",\"state_key\":\"@alice:test\",\"sender\":\"@alice:test\","
    "\"event_id\":\"$a\",\"content\":{\"membership\":\"join\",\"displayname\":\"Alice\"}}";

void mx_setting(const char *line)
{
    ck_assert_uint_lt(mx_environment_count, MX_SETTINGS_MAX);
    mx_environment[mx_environment_count++] = heap_copy(line);
}

void mx_set_up(void)
{
    mx = heap_allocate(sizeof *mx);
    mx->hand = hand_wire_new();
    mx_setting("DEADDROP_MATRIX_HOMESERVER=https://mx.test");
    mx_setting("DEADDROP_MATRIX_USER=@bot:test");
}

void mx_close(void)
{
    if (mx->adapter != NULL) {
        matrix_adapter.drain(mx->adapter);
        mx_store();
        matrix_adapter.close(&mx->adapter);
    }
}

void mx_tear_down(void)
{
    mx_close();
    settings_free(&mx->settings);
    while (mx_environment_count > 0) {
        free(mx_environment[--mx_environment_count]);
        mx_environment[mx_environment_count] = NULL;
    }
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        ck_assert(!mx->hand->timers[i].used);
    }
    ck_assert_uint_eq(hand_open(mx->hand), 0);
    mx_rows_free();
    hand_wire_free(&mx->hand);
    free(mx);
    mx = NULL;
}

struct settings *mx_settings(void)
{
    struct buf problems;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    struct settings *settings = settings_load(NULL, (const char *const *)mx_environment, &problems);
    ck_assert_msg(settings != NULL, "%s", problems.text);
    buf_deinit(&problems);
    return settings;
}

void mx_open(void)
{
    struct fault fault;
    const struct matrix_on on = {.wire = &mx->hand->wire};
    settings_free(&mx->settings);
    mx->settings = mx_settings();
    ck_assert_int_eq(matrix_open_on(&mx->adapter, NULL, &on, mx->settings, &fault), 0);
    mx_run(1);
}

struct matrix *mx_matrix(void)
{
    return &mx_bot()->matrix;
}

struct matrix_bot *mx_bot(void)
{
    return (struct matrix_bot *)mx->adapter;
}

void mx_run(int64_t ms)
{
    hand_run(mx->hand, ms);
}

static struct hand_call *mx_find(const char *part)
{
    for (unsigned i = 0; i < hand_open(mx->hand); i++) {
        struct hand_call *call = hand_call(mx->hand, i);
        if (strstr(call->url, part) != NULL) {
            return call;
        }
    }
    return NULL;
}

bool mx_asks(const char *part)
{
    return mx_find(part) != NULL;
}

struct hand_call *mx_call(const char *part)
{
    struct hand_call *call = mx_find(part);
    ck_assert_msg(call != NULL, "nothing is asked of %s", part);
    return call;
}

void mx_answer(const char *part, int status, const char *json)
{
    hand_answer(mx_call(part), status, NULL, json);
    mx_run(1);
}

void mx_up(void)
{
    mx_setting("DEADDROP_MATRIX_TOKEN=secret-token");
    mx_open();
    mx_answer("/versions", 200, "{\"versions\":[\"v1.11\"]}");
    mx_answer("/whoami", 200, "{\"user_id\":\"@bot:test\",\"device_id\":\"DEADDROP\"}");
    mx_answer("/joined_rooms", 200, "{\"joined_rooms\":[]}");
}

void mx_sync(const char *next, const char *rooms)
{
    static char body[1 << 17];
    snprintf(body, sizeof body, "{\"next_batch\":\"%s\",\"rooms\":{%s}}", next, rooms);
    mx_answer("/sync?", 200, body);
}

void mx_live(void)
{
    char rooms[4096];
    mx_up();
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[],\"prev_batch\":\"p\"},"
             "\"state\":{\"events\":[%s]}}}",
             mx_room_state);
    mx_sync("s1", rooms);
    mx_store();
    mx_run(1);
    mx_answer("/filter", 200, "{\"filter_id\":\"7\"}");
    mx_store();
    mx_call("since=s1");
}

void mx_talk(const char *next, const char *events)
{
    static char rooms[1 << 16];
    snprintf(rooms, sizeof rooms,
             "\"join\":{\"" MX_ROOM "\":{\"timeline\":{\"events\":[%s],\"prev_batch\":\"p\"}}}",
             events);
    mx_sync(next, rooms);
}

const char *mx_text(const char *id, const char *text)
{
    static char event[8][1024];
    static unsigned at;
    char *into = event[at++ % 8];
    snprintf(into, sizeof event[0],
             "{\"type\":\"m.room.message\",\"sender\":\"@alice:test\",\"event_id\":\"%s\","
             "\"origin_server_ts\":1,\"content\":{\"msgtype\":\"m.text\",\"body\":\"%s\"}}",
             id, text);
    return into;
}

const struct mx_inbound *mx_last(void)
{
    ck_assert_uint_gt(mx->inbound_count, 0);
    return &mx->inbound[mx->inbound_count - 1];
}
