#include "web_world.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "doc.h"
#include "languages.h"
#include "settings.h"
#include "web_private.h"

struct world world;
struct page ana;
struct page ben;

void fake_house_step(void);
void fake_house_forget(void);

static uv_idle_t world_idle;
static struct wire world_wire;
static char world_answer[WIRE_BYTES_MAX + 1];
static char world_text[1024];
static char world_folder[64];
static char world_file[128];

static int64_t world_clock(void *context)
{
    return ((struct world *)context)->now_ms;
}

static void world_step(uv_idle_t *idle)
{
    (void)idle;
    fake_house_step();
}

static void world_settings(const char *options)
{
    struct buf problems;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    char path[] = "settings.XXXXXX";
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    char text[1024];
    int len = snprintf(text, sizeof text, "[web]\nport = 0\n%s", options != NULL ? options : "");
    ck_assert_int_eq(write(file, text, (size_t)len), len);
    close(file);
    world.settings = settings_load(path, NULL, &problems);
    ck_assert_msg(world.settings != NULL, "%s", problems.text);
    unlink(path);
    buf_deinit(&problems);
}

static void world_open(void)
{
    struct fault fault = {0};
    world.store = store_open(&store_sqlite, world_file, false, NULL, NULL, &fault);
    ck_assert_msg(world.store != NULL, "%s", fault.text);
    world.setup.store = world.store;
    int opened = web_adapter.open(&world.adapter, NULL, world.loop, world.settings, &fault);
    ck_assert_msg(opened == 0, "%s", fault.text);
}

static void world_shut(void)
{
    web_adapter.close(&world.adapter);
    fake_house_forget();
    uv_idle_stop(&world_idle);
    for (int i = 0; i < 10; i++) {
        uv_run(loop_uv(world.loop), UV_RUN_NOWAIT);
    }
    uv_idle_start(&world_idle, world_step);
    while (store_pending(world.store) > 0) {
        store_poll(world.store); /* as the house does when it ends */
    }
    store_close(&world.store);
}

void world_start(const char *options)
{
    struct fault fault = {0};
    memset(&world, 0, sizeof world);
    /* in memory where there is such a folder: what a commit costs is not looked at here */
    snprintf(world_folder, sizeof world_folder, "/dev/shm/web.XXXXXX");
    if (mkdtemp(world_folder) == NULL) {
        snprintf(world_folder, sizeof world_folder, "/tmp/web.XXXXXX");
        ck_assert_ptr_nonnull(mkdtemp(world_folder));
    }
    snprintf(world_file, sizeof world_file, "%s/db", world_folder);
    world.now_ms = 1893499200000;
    world.loop = loop_new();
    world.docs = arena_new();
    world.catalogue = languages_new("en", &fault);
    ck_assert_msg(world.catalogue != NULL, "%s", fault.text);
    world.setup.clock = (struct clock){world_clock, world_clock, &world};
    world.setup.entropy = entropy_seeded(&world.dice, 1);
    world.setup.catalogue = world.catalogue;
    world_settings(options);
    uv_idle_init(loop_uv(world.loop), &world_idle);
    uv_idle_start(&world_idle, world_step);
    world_open();
}

static void world_remove(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[160];
        snprintf(path, sizeof path, "%s%s", world_file, ends[i]);
        unlink(path);
    }
    rmdir(world_folder);
}

void world_stop(void)
{
    world_shut();
    uv_close((uv_handle_t *)&world_idle, NULL);
    uv_run(loop_uv(world.loop), UV_RUN_NOWAIT);
    loop_free(&world.loop);
    settings_free(&world.settings);
    catalogue_free(&world.catalogue);
    arena_free(&world.docs);
    world_remove();
}

void world_restart(void)
{
    world_shut();
    world_open();
}

void world_until(const unsigned *number, unsigned least)
{
    while (*number < least) {
        uv_run(loop_uv(world.loop), UV_RUN_ONCE);
    }
}

void world_send(enum send_kind kind, const char *room, const char *account, const char *edit_of,
                const char *nonce, const char *words)
{
    struct doc *doc = doc_new(world.docs);
    doc_run(doc, doc_block(doc, BLOCK_PARAGRAPH), RUN_TEXT, words, false);
    struct sending sending = {.row = 7,
                              .kind = kind,
                              .room = room,
                              .account = account,
                              .edit_of = edit_of,
                              .nonce = nonce,
                              .doc = doc,
                              .head = {.kind = kind == SEND_ANSWER ? DOC_ANSWER : DOC_SAY},
                              .only_edit = world.only_edit,
                              .transient = nonce == NULL};
    unsigned before = world.sent + world.failed;
    web_adapter.send(world.adapter, &sending);
    while (world.sent + world.failed == before && !world.broken && !world.held) {
        uv_run(loop_uv(world.loop), UV_RUN_ONCE);
    }
}

void world_order_only(const struct room_operation *order)
{
    struct room_operation given = *order;
    given.row = 7;
    web_adapter.operate(world.adapter, &given);
}

void world_order(const struct room_operation *order)
{
    bool later = true;
    while (later) {
        unsigned sent = world.sent;
        unsigned failed = world.failed;
        world_order_only(order);
        while (world.sent == sent && world.failed == failed) {
            uv_run(loop_uv(world.loop), UV_RUN_ONCE);
        }
        later = world.failed > failed && world.status == SEND_NOT_SENT;
        world.failed -= later;
    }
}

static void world_count_row(void *context, const struct store_row *row)
{
    (void)row;
    (*(unsigned *)context)++;
}

unsigned world_rows(const char *prefix)
{
    struct fault fault;
    unsigned count = 0;
    const struct store_question question = {
        .query = STORE_ADAPTER_ROWS, .key = "web", .extra = prefix};
    ck_assert_int_eq(store_read_now(world.store, &question, world_count_row, &count, &fault), 0);
    return count;
}

unsigned world_warm_rooms(void)
{
    const struct web *web = (const struct web *)world.adapter;
    unsigned warm = 0;
    size_t at = 0;
    for (const struct web_room *room = map_next(&web->rooms.map, &at); room != NULL;
         room = map_next(&web->rooms.map, &at)) {
        warm += room->state == WEB_WARM;
    }
    return warm;
}

const char *world_ask(const char *method, const char *path, const char *headers, const char *body)
{
    char head[2048];
    wire_open(&world_wire, loop_uv(world.loop), web_port(world.adapter), NULL);
    int len = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\n%sContent-Length: %zu\r\n\r\n", method,
                       path, headers, strlen(body));
    wire_put(&world_wire, head, (size_t)len);
    wire_text(&world_wire, body);
    wire_until_closed(&world_wire);
    memcpy(world_answer, world_wire.got, world_wire.len + 1);
    wire_close(&world_wire);
    return world_answer;
}

const char *world_post(const char *path, const char *tab, const char *body)
{
    char headers[1024];
    unsigned port = web_port(world.adapter);
    snprintf(headers, sizeof headers,
             "Host: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\n"
             "Content-Type: application/json\r\n%s%s%s",
             port, port, tab != NULL ? "Authorization: Bearer " : "", tab != NULL ? tab : "",
             tab != NULL ? "\r\n" : "");
    return world_ask("POST", path, headers, body);
}

const char *world_member(const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(world_answer, key);
    if (at == NULL) {
        return "";
    }
    at += strlen(key);
    snprintf(world_text, sizeof world_text, "%.*s", (int)strcspn(at, "\""), at);
    return world_text;
}

void page_new(struct page *page, const char *name, const char *join)
{
    char body[512];
    memset(page, 0, sizeof *page);
    snprintf(body, sizeof body, "{\"name\":\"%s\"%s%s%s}", name, join != NULL ? ",\"join\":\"" : "",
             join != NULL ? join : "", join != NULL ? "\"" : "");
    const char *answer = world_post("/new", NULL, body);
    ck_assert_msg(strstr(answer, "HTTP/1.1 200 ") != NULL, "%s", answer);
    snprintf(page->account, sizeof page->account, "%s", world_member("account"));
    snprintf(page->tab, sizeof page->tab, "%s", world_member("tab"));
    snprintf(page->key, sizeof page->key, "%s", world_member("key"));
}

void page_connect(struct page *page)
{
    char headers[512];
    unsigned port = web_port(world.adapter);
    snprintf(headers, sizeof headers,
             "Host: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\n"
             "Sec-WebSocket-Protocol: deaddrop\r\n",
             port, port);
    wire_open(&page->wire, loop_uv(world.loop), (uint16_t)port, NULL);
    ck_assert_msg(wire_upgrade(&page->wire, "/socket", headers), "%s", page->wire.got);
    page->at = (size_t)(strstr(page->wire.got, "\r\n\r\n") + 4 - page->wire.got);
}

void page_open(struct page *page, const char *since)
{
    char hello[1024];
    page_connect(page);
    snprintf(hello, sizeof hello, "{\"op\":\"hello\",\"tab\":\"%s\"%s%s}", page->tab,
             since != NULL ? ",\"since\":" : "", since != NULL ? since : "");
    page_say(page, hello);
    ck_assert_ptr_nonnull(page_hears(page, "\"op\":\"welcome\""));
}

void page_close(struct page *page)
{
    wire_close(&page->wire);
}

void page_say(struct page *page, const char *json)
{
    wire_frame(&page->wire, 1, json, strlen(json));
}

/* The next whole text frame, NULL when it has not come. */
static const char *page_frame(struct page *page)
{
    const unsigned char *got = (const unsigned char *)page->wire.got + page->at;
    size_t there = page->wire.len - page->at;
    size_t head = 2;
    if (there < 2) {
        return NULL;
    }
    uint64_t len = got[1] & 0x7f;
    if (len == 126) {
        head = 4;
        len = there >= 4 ? (uint64_t)got[2] << 8 | got[3] : UINT32_MAX;
    } else if (len == 127) {
        head = 10;
        len = UINT32_MAX;
        if (there >= 10) {
            len = (uint64_t)got[6] << 24 | (uint64_t)got[7] << 16 | (uint64_t)got[8] << 8 | got[9];
        }
    }
    if (there < head + len) {
        return NULL;
    }
    ck_assert_uint_lt(len, sizeof page->frame);
    memcpy(page->frame, got + head, len);
    page->frame[len] = '\0';
    page->at += head + len;
    return page->frame;
}

const char *page_hears(struct page *page, const char *text)
{
    for (int spins = 0; spins < 200000; spins++) {
        const char *frame = page_frame(page);
        if (frame != NULL && strstr(frame, text) != NULL) {
            return frame;
        }
        if (frame == NULL) {
            if (page->wire.closed) {
                return NULL;
            }
            uv_run(loop_uv(world.loop), UV_RUN_ONCE);
        }
    }
    return NULL;
}

void page_hears_no(struct page *page, const char *text)
{
    page_say(page, "{\"op\":\"ping\"}");
    for (int spins = 0; spins < 200000; spins++) {
        const char *frame = page_frame(page);
        if (frame == NULL) {
            ck_assert_msg(!page->wire.closed, "the socket closed");
            uv_run(loop_uv(world.loop), UV_RUN_ONCE);
            continue;
        }
        ck_assert_msg(strstr(frame, text) == NULL, "it heard %s", frame);
        if (strstr(frame, "\"op\":\"pong\"") != NULL) {
            return;
        }
    }
    ck_abort_msg("no pong");
}

void page_room(struct page *page, const char *name, char *invitation)
{
    char text[256];
    snprintf(text, sizeof text, "{\"op\":\"room\",\"id\":\"make-%s\",\"name\":\"%s\"}", name, name);
    page_say(page, text);
    ck_assert_ptr_nonnull(page_hears(page, "\"op\":\"done\""));
    snprintf(text, sizeof text, "{\"room\":\"%s\"}", name);
    const char *answer = world_post("/invite", page->tab, text);
    ck_assert_msg(strstr(answer, " 200 ") != NULL, "%s", answer);
    const char *secret = strstr(world_member("link"), "#join=");
    ck_assert_ptr_nonnull(secret);
    snprintf(invitation, 64, "%s", secret + 6);
}

void two_in_a_den(void)
{
    char invitation[64];
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    page_open(&ana, NULL);
    page_room(&ana, "den", invitation);
    page_new(&ben, "Ben", invitation);
    page_open(&ben, NULL);
}

void both_leave(void)
{
    page_close(&ana);
    page_close(&ben);
    world_stop();
}
