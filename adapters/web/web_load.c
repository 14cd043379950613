/* Reading back: people and rooms at the start, messages when they are needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "log.h"
#include "web_private.h"

enum {
    WEB_PREFIX_BYTES = 80,
    WEB_MORE_LEAST = 20, /* messages of an older page, when there are so many */
    WEB_MORE_HOPS_MAX = 32,
    WEB_AGAIN_MS = 1000
};

/* What stands behind "m/<room>/" in the key of a message. */
static int64_t web_row_seq(const struct web_room *room, const char *key)
{
    size_t len = strlen(room->id);
    bool ours =
        strncmp(key, "m/", 2) == 0 && strncmp(key + 2, room->id, len) == 0 && key[2 + len] == '/';
    return ours ? web_log_seq(key + 3 + len) : 0;
}

struct web_reading {
    struct web_reading *next;
    struct web_reading *previous;
    struct web *web; /* NULL: it has closed meanwhile, and the answer is for nobody */
    struct web_room *room;
    uint64_t conn;      /* more: who asked */
    int64_t before;     /* more: of all messages before this */
    int64_t bucket;     /* more: the one that is read */
    unsigned hops;      /* more: buckets read */
    unsigned rows;      /* that came */
    int64_t seq;        /* one message */
    struct web_log log; /* more: what came */
};

static void web_read(struct web_reading *reading, const char *behind, unsigned limit,
                     store_row_fn row, store_done_fn done)
{
    char prefix[WEB_PREFIX_BYTES];
    snprintf(prefix, sizeof prefix, "m/%s/%s", reading->room->id, behind);
    struct store_question question = {
        .query = STORE_ADAPTER_ROWS, .key = WEB_ADAPTER, .extra = prefix, .limit = limit};
    store_read(reading->web->world->store, &question, row, done, reading);
}

static struct web_reading *web_reading_new(struct web *web, struct web_room *room)
{
    struct web_reading *reading = heap_allocate(sizeof *reading);
    reading->web = web;
    reading->room = room;
    reading->next = web->readings;
    if (web->readings != NULL) {
        web->readings->previous = reading;
    }
    web->readings = reading;
    return reading;
}

static void web_reading_free(struct web_reading *reading)
{
    if (reading->previous != NULL) {
        reading->previous->next = reading->next;
    } else if (reading->web != NULL) {
        reading->web->readings = reading->next;
    }
    if (reading->next != NULL) {
        reading->next->previous = reading->previous;
    }
    web_log_deinit(&reading->log);
    free(reading);
}

bool web_room_is_read(const struct web *web, const struct web_room *room)
{
    for (const struct web_reading *reading = web->readings; reading != NULL;
         reading = reading->next) {
        if (reading->room == room) {
            return true;
        }
    }
    return false;
}

void web_readings_forget(struct web *web)
{
    for (struct web_reading *reading = web->readings; reading != NULL; reading = reading->next) {
        reading->web = NULL;
    }
    web->readings = NULL;
}

static void web_room_row_came(void *context, const struct store_row *row)
{
    struct web_reading *reading = context;
    if (reading->web == NULL) {
        return;
    }
    reading->rows++;
    if (row->damaged) {
        web_log_taken(&reading->room->log, web_row_seq(reading->room, row->extra), row->at_ms);
        return;
    }
    web_log_load(&reading->room->log, web_row_seq(reading->room, row->extra), row->at_ms, row->text,
                 row->text_len);
}

/* Whoever waits is woken; after a fault a little later, so that nothing spins. */
static void web_read_ended(struct web *web, struct web_room *room, const struct fault *fault)
{
    arena_reset(web->arena);
    if (fault != NULL) {
        loop_timer_set(web->again, WEB_AGAIN_MS);
        return;
    }
    web_send_waiting(web, room);
    web_resume(web);
}

static void web_room_came(void *context, const struct fault *fault)
{
    struct web_reading *reading = context;
    struct web *web = reading->web;
    struct web_room *room = reading->room;
    if (web == NULL) {
        web_reading_free(reading);
        return;
    }
    room->state = fault == NULL ? WEB_WARM : WEB_COLD;
    web_rooms_cool(&web->rooms);
    if (fault == NULL) {
        web_log_loaded(&room->log, reading->rows < WEB_LOG_MAX);
        web_room_was_cleared(web, room);
    }
    web_reading_free(reading);
    web_read_ended(web, room, fault);
}

bool web_room_ready(struct web *web, struct web_room *room)
{
    if (web->forgetting) {
        return false;
    }
    room->wanted = ++web->rooms.wants;
    if (room->state == WEB_COLD) {
        room->state = WEB_LOADING;
        web_read(web_reading_new(web, room), "", WEB_LOG_MAX, web_room_row_came, web_room_came);
    }
    return room->state == WEB_WARM;
}

static void web_message_came(void *context, const struct fault *fault)
{
    struct web_reading *reading = context;
    struct web *web = reading->web;
    struct web_room *room = reading->room;
    if (web == NULL) {
        web_reading_free(reading);
        return;
    }
    room->fetching = 0;
    if (fault == NULL && web_log_at(&room->log, reading->seq) == NULL) {
        room->missing = reading->seq;
    }
    web_reading_free(reading);
    web_read_ended(web, room, fault);
}

int web_message_ready(struct web *web, struct web_room *room, int64_t seq)
{
    if (web_log_at(&room->log, seq) != NULL) {
        return 1;
    }
    if (seq <= 0 || seq >= room->log.floor || seq == room->missing) {
        return -1; /* all from floor on are in memory */
    }
    if (room->fetching == 0) {
        char behind[WEB_PREFIX_BYTES / 2];
        struct web_reading *reading = web_reading_new(web, room);
        room->fetching = seq;
        reading->seq = seq;
        web_log_key(behind, sizeof behind, seq);
        web_read(reading, behind, 1, web_room_row_came, web_message_came);
    }
    return 0;
}

static void web_more_row_came(void *context, const struct store_row *row)
{
    struct web_reading *reading = context;
    int64_t seq = reading->web != NULL ? web_row_seq(reading->room, row->extra) : 0;
    if (!row->damaged && seq != 0 && seq < reading->before) {
        web_log_load(&reading->log, seq, row->at_ms, row->text, row->text_len);
    }
}

static int web_by_seq(const void *one, const void *other)
{
    int64_t a = (*(struct web_entry *const *)one)->seq;
    int64_t b = (*(struct web_entry *const *)other)->seq;
    return (a > b) - (a < b);
}

static struct web_conn *web_conn_at(struct web *web, uint64_t id)
{
    struct web_conn *conn = web->conns;
    while (conn != NULL && conn->id != id) {
        conn = conn->next;
    }
    return conn;
}

static void web_more_send(struct web_reading *reading)
{
    struct web_conn *conn = web_conn_at(reading->web, reading->conn);
    if (conn == NULL) {
        return;
    }
    struct web_log *log = &reading->log;
    if (log->count > 0) {
        qsort(log->entry, log->count, sizeof(void *), web_by_seq);
    }
    for (size_t i = 0; i < log->count; i++) {
        web_say_entry(conn, reading->room, log->entry[i], false);
    }
    int64_t first = reading->bucket * WEB_BUCKET_SEQS;
    web_say_history(conn, reading->room, first > 0 ? first : 1, first > 1, false);
    conn->reading = false;
}

static void web_more_read(struct web_reading *reading);

static void web_more_came(void *context, const struct fault *fault)
{
    struct web_reading *reading = context;
    struct web *web = reading->web;
    if (web == NULL) {
        web_reading_free(reading);
        return;
    }
    arena_reset(web->arena);
    bool enough = reading->log.count >= WEB_MORE_LEAST || reading->bucket == 0 ||
                  ++reading->hops >= WEB_MORE_HOPS_MAX;
    if (fault == NULL && !enough) {
        reading->bucket--;
        web_more_read(reading);
        return;
    }
    struct web_conn *conn = web_conn_at(web, reading->conn);
    if (fault == NULL) {
        web_more_send(reading);
    } else if (conn != NULL) {
        conn->reading = false;
        web_say_sorry(web, conn, NULL, WEB_SORRY_STORE);
    }
    web_reading_free(reading);
    web_resume(web);
}

static void web_more_read(struct web_reading *reading)
{
    char behind[32];
    snprintf(behind, sizeof behind, "%lld/", (long long)reading->bucket);
    web_read(reading, behind, 0, web_more_row_came, web_more_came);
}

void web_load_more(struct web *web, struct web_conn *conn, struct web_room *room, int64_t before)
{
    int64_t last = room->log.last + 1;
    struct web_reading *reading = web_reading_new(web, room);
    web_log_init(&reading->log);
    reading->conn = conn->id;
    reading->before = before < last ? before : last;
    reading->bucket = reading->before > 0 ? (reading->before - 1) / WEB_BUCKET_SEQS : 0;
    conn->reading = true;
    web_more_read(reading);
}

static void web_report_damaged(const char *lost)
{
    log_event(LEVEL_ERROR, "web.row_damaged",
              LOG_FIELDS(log_text("lost", lost),
                         log_text("mend", "`deaddrop check` names it and how to mend it")));
}

static void web_room_damaged_came(struct web *web, const char *name)
{
    web_room_load_without(&web->rooms, name, true);
    web_report_damaged("a room: nothing new begins there, nobody is invited; who is in it goes on");
}

/* Rooms that a person is in and that have no row: its key is damaged, or it was set aside. They
 * stay theirs, for what was said there must not become somebody else's. A team's closed room is
 * named on. */
static void web_rooms_missing(struct web *web, const struct store_row *row)
{
    cJSON *root = cJSON_ParseWithLength(row->text, row->text_len);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "rooms"))
    {
        const char *room = cJSON_GetStringValue(item);
        if (room != NULL && strncmp(room, WEB_TEAM_ROOM, sizeof WEB_TEAM_ROOM - 1) != 0 &&
            web_rooms_at(&web->rooms, room) == NULL) {
            web_room_load_without(&web->rooms, room, web->row_damaged);
        }
    }
    cJSON_Delete(root);
}

static void web_person_damaged_came(struct web *web, const char *account)
{
    web_person_load_damaged(&web->people, account);
    web_report_damaged("a person: they are told and come no further; where they sit goes on");
}

/* A session of somebody who has no row, while rows are damaged: it was theirs. */
static void web_person_missing(struct web *web, const struct store_row *row)
{
    cJSON *root = cJSON_ParseWithLength(row->text, row->text_len);
    const char *account = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "account"));
    if (web->row_damaged && account != NULL && web_people_at(&web->people, account) == NULL) {
        web_person_damaged_came(web, account);
    }
    cJSON_Delete(root);
}

/* Nothing of it can be had again: its id stays taken, and who is there goes on as far as that can
 * be. A session is lost: its person comes in anew. */
static void web_damaged_row_came(struct web *web, const struct store_row *row)
{
    const char *name = row->extra + 2;
    web->row_damaged = true;
    if (strncmp(row->extra, "r/", 2) == 0) {
        web_room_damaged_came(web, name);
    } else if (strncmp(row->extra, "p/", 2) == 0) {
        web_person_damaged_came(web, name);
    } else {
        web_report_damaged("a session: whoever it was comes in by their key");
    }
}

static void web_row_came(void *context, const struct store_row *row)
{
    struct web *web = context;
    const char *name = row->extra + 2;
    if (row->damaged) {
        web_damaged_row_came(web, row);
        return;
    }
    if (strncmp(row->extra, "r/", 2) == 0) {
        web_room_load(&web->rooms, name, row->text, row->text_len);
    } else if (strncmp(row->extra, "p/", 2) == 0) {
        web_rooms_missing(web, row);
        web_person_load(&web->people, &web->rooms.map, name, row->text, row->text_len);
    } else if (strncmp(row->extra, "s/", 2) == 0) {
        web_person_missing(web, row);
        web_session_load(&web->people, name, row->text, row->text_len, row->at_ms, web_now_ms(web));
    }
}

int web_load_all(struct web *web, struct fault *fault)
{
    static const char *const prefixes[] = {"r/", "p/", "s/"}; /* each needs those before it */
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        struct store_question question = {
            .query = STORE_ADAPTER_ROWS, .key = WEB_ADAPTER, .extra = prefixes[i]};
        if (store_read_now(web->world->store, &question, web_row_came, web, fault) != 0) {
            return fault_wrap(fault, "the playground's rows");
        }
    }
    return 0;
}
