#include "net_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "buf.h"
#include "heap.h"
#include "http_server.h"
#include "loop.h"

enum { GUARD_MS = 20000, SAID_MAX = 16 };

struct said {
    enum net_end end;
    int status;
    char body[400];
    char type[80];
};

static struct loop *loop;
static struct net_client *client;
static const struct net_wire *wire;
static struct http_server *server;
static struct loop_timer *guard;
static struct said said[SAID_MAX];
static unsigned said_count;
static unsigned opened;
static unsigned closed;
static unsigned received;
static unsigned closed_code;
static char closed_why[200];
static size_t received_len;
static char received_text[200];
static struct http_socket *peer;
static unsigned peers_closed;
static const struct http_request *held;

static void too_late(void *context)
{
    (void)context;
    ck_abort_msg("nothing happens any more");
}

static void until(const unsigned *number, unsigned least)
{
    loop_timer_set(guard, GUARD_MS);
    while (*number < least) {
        ck_assert(loop_step(loop) || *number >= least);
    }
    loop_timer_stop(guard);
}

static void echo(void *context, const struct http_request *request)
{
    struct buf text;
    (void)context;
    buf_init(&text, 70000);
    buf_text(&text, request->content_type);
    buf_text(&text, "|");
    buf_add(&text, request->body, request->body_len);
    http_answer(&request, &(struct http_answer){.status = 200,
                                                .type = "text/plain",
                                                .body = text.text,
                                                .len = text.len,
                                                .etag = "\"Tag\""});
    buf_deinit(&text);
}

static void hold(void *context, const struct http_request *request)
{
    (void)context;
    held = request;
}

static void peer_opened(void *context, struct http_socket *socket)
{
    (void)context;
    peer = socket;
}

static bool peer_said(void *context, struct http_socket *socket, const char *text, size_t len)
{
    (void)context;
    if (strncmp(text, "close", 5) == 0) {
        http_socket_close(socket, (unsigned)strtoul(text + 5, NULL, 10), "as you wish");
    } else {
        http_socket_send(socket, text, len);
    }
    return true;
}

static void peer_drained(void *context, struct http_socket *socket)
{
    (void)context;
    (void)socket;
}

static void peer_closed(void *context, struct http_socket *socket)
{
    (void)context;
    (void)socket;
    peer = NULL;
    peers_closed++;
}

static void set_up(void)
{
    static const struct http_route routes[] = {{HTTP_METHOD_POST, "/echo", echo},
                                               {HTTP_METHOD_GET, "/echo", echo},
                                               {HTTP_METHOD_POST, "/hold", hold}};
    struct fault fault = {0};
    loop = loop_new();
    guard = loop_timer_new(loop, too_late, NULL);
    server = http_server_open(&(struct http_setup){.loop = loop_uv(loop),
                                                   .clock = clock_system(),
                                                   .address = "127.0.0.1",
                                                   .section = "web",
                                                   .routes = routes,
                                                   .route_count = 3,
                                                   .sockets = {.path = "/socket",
                                                               .protocol = "deaddrop",
                                                               .opened = peer_opened,
                                                               .said = peer_said,
                                                               .drained = peer_drained,
                                                               .closed = peer_closed},
                                                   .limits = {.message_bytes = 3000000}},
                              &fault);
    ck_assert_msg(server != NULL, "%s", fault.text);
    client = net_client_open(&(struct net_client_setup){.loop = loop,
                                                        .clock = clock_system(),
                                                        .entropy = entropy_system(),
                                                        .agent = "deaddrop-test"},
                             &fault);
    ck_assert_msg(client != NULL, "%s", fault.text);
    wire = net_client_wire(client);
}

static void tear_down(void)
{
    net_client_close(&client);
    http_server_close(&server);
    loop_timer_free(&guard);
    loop_free(&loop);
}

static const char *url(const char *scheme, const char *path)
{
    static char text[300];
    snprintf(text, sizeof text, "%s://127.0.0.1:%u%s", scheme, (unsigned)http_server_port(server),
             path);
    return text;
}

static void done(void *context, const struct net_answer *answer)
{
    struct said *one = &said[said_count++];
    struct net_call **call = context;
    if (call != NULL) {
        *call = NULL;
    }
    one->end = answer->end;
    one->status = answer->status;
    snprintf(one->body, sizeof one->body, "%s", answer->body);
    const char *type = net_answer_header(answer, "content-type");
    snprintf(one->type, sizeof one->type, "%s", type != NULL ? type : "");
    ck_assert(answer->end == NET_ANSWERED || answer->why[0] != '\0');
    ck_assert_ptr_null(strstr(answer->why, "secret"));
}

static struct net_call *ask(const struct net_request *request)
{
    return wire->call(wire->context, request, done, NULL);
}

START_TEST(a_request_is_answered)
{
    const struct net_header headers[] = {{"Content-Type", "application/json"}};
    ask(&(struct net_request){.method = "POST",
                              .url = url("http", "/echo"),
                              .headers = headers,
                              .header_count = 1,
                              .body = "{\"a\":1}",
                              .body_len = 7,
                              .time_ms = 5000});
    ck_assert_uint_eq(said_count, 0);
    until(&said_count, 1);
    ck_assert_int_eq(said[0].end, NET_ANSWERED);
    ck_assert_int_eq(said[0].status, 200);
    ck_assert_str_eq(said[0].body, "application/json|{\"a\":1}");
    ck_assert_ptr_nonnull(strstr(said[0].type, "text/plain"));
}
END_TEST

START_TEST(a_post_without_body_has_no_type)
{
    ask(&(struct net_request){.method = "POST", .url = url("http", "/echo"), .time_ms = 5000});
    until(&said_count, 1);
    ck_assert_str_eq(said[0].body, "|");
}
END_TEST

START_TEST(parts_go_as_a_form)
{
    const struct net_part parts[] = {
        {.name = "payload_json", .type = "application/json", .bytes = "{}", .len = 2},
        {.name = "files[0]", .filename = "a.png", .type = "image/png", .bytes = "\0x", .len = 2}};
    ask(&(struct net_request){.method = "POST",
                              .url = url("http", "/echo"),
                              .parts = parts,
                              .part_count = 2,
                              .time_ms = 5000});
    until(&said_count, 1);
    ck_assert_ptr_nonnull(strstr(said[0].body, "multipart/form-data; boundary="));
    ck_assert_ptr_nonnull(strstr(said[0].body, "name=\"payload_json\""));
}
END_TEST

START_TEST(many_at_once_are_all_answered)
{
    for (unsigned i = 0; i < SAID_MAX; i++) {
        ask(&(struct net_request){.method = "GET", .url = url("http", "/echo"), .time_ms = 5000});
    }
    until(&said_count, SAID_MAX);
    for (unsigned i = 0; i < SAID_MAX; i++) {
        ck_assert_int_eq(said[i].status, 200);
    }
}
END_TEST

/* One after the other: each has what the last one left behind. */
START_TEST(a_request_inherits_nothing_of_the_one_before_it)
{
    const struct net_header headers[] = {{"Content-Type", "application/json"}};
    const struct net_part part = {.name = "part", .type = "image/png", .bytes = "x", .len = 1};
    const struct net_request asked[] = {
        {.method = "POST", .body = "0123456789", .body_len = 10, .answer_max = 5},
        {.method = "POST", .headers = headers, .header_count = 1, .body = "{}", .body_len = 2},
        {.method = "GET"},
        {.method = "GET", .url = "http://127.0.0.1:1/secret"},
        {.method = "POST", .parts = &part, .part_count = 1},
        {.method = "GET", .url = "no url at all"},
        {.method = "POST", .headers = headers, .header_count = 1, .body = "[]", .body_len = 2},
        {.method = "GET"},
    };
    static const struct said expected[] = {
        {NET_TOO_LONG, 0, "", "text/plain"}, /* its head came all the same */
        {NET_ANSWERED, 200, "application/json|{}", "text/plain"},
        {NET_ANSWERED, 200, "|", "text/plain"},
        {NET_UNREACHED, 0, "", ""},
        {NET_ANSWERED, 200, "multipart/form-data; boundary=", "text/plain"},
        {NET_UNREACHED, 0, "", ""},
        {NET_ANSWERED, 200, "application/json|[]", "text/plain"},
        {NET_ANSWERED, 200, "|", "text/plain"},
    };
    for (unsigned i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct net_request request = asked[i];
        request.time_ms = 5000;
        request.url = request.url == NULL ? url("http", "/echo") : request.url;
        ask(&request);
        until(&said_count, i + 1);
        ck_assert_int_eq(said[i].end, expected[i].end);
        ck_assert_int_eq(said[i].status, expected[i].status);
        size_t len = request.part_count > 0 ? 30 : sizeof said[i].body;
        ck_assert_int_eq(strncmp(said[i].body, expected[i].body, len), 0);
        ck_assert_int_eq(strncmp(said[i].type, expected[i].type, 10), 0);
    }
}
END_TEST

START_TEST(an_answer_that_is_too_long_is_cut_off)
{
    ask(&(struct net_request){.method = "POST",
                              .url = url("http", "/echo"),
                              .body = "0123456789",
                              .body_len = 10,
                              .time_ms = 5000,
                              .answer_max = 5});
    until(&said_count, 1);
    ck_assert_int_eq(said[0].end, NET_TOO_LONG);
}
END_TEST

START_TEST(who_is_not_there_is_not_reached)
{
    ask(&(struct net_request){
        .method = "GET", .url = "http://127.0.0.1:1/secret", .time_ms = 5000});
    ask(&(struct net_request){.method = "GET", .url = "gopher://secret", .time_ms = 5000});
    ask(&(struct net_request){.method = "GET", .url = "http://no.invalid/secret", .time_ms = 5000});
    until(&said_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(said[i].end, NET_UNREACHED);
    }
}
END_TEST

START_TEST(who_does_not_answer_in_time_may_have_heard)
{
    ask(&(struct net_request){.method = "POST", .url = url("http", "/hold"), .time_ms = 150});
    until(&said_count, 1);
    ck_assert_int_eq(said[0].end, NET_UNKNOWN);
    ck_assert_ptr_nonnull(held);
    http_answer_json(&held, 200, "{}");
}
END_TEST

START_TEST(what_is_cancelled_is_not_told)
{
    struct net_call *one =
        ask(&(struct net_request){.method = "POST", .url = url("http", "/hold"), .time_ms = 5000});
    struct net_call *none = NULL;
    ask(&(struct net_request){.method = "GET", .url = url("http", "/echo"), .time_ms = 5000});
    wire->call_cancel(wire->context, &one);
    wire->call_cancel(wire->context, &none);
    ck_assert_ptr_null(one);
    until(&said_count, 1);
    ck_assert_str_eq(said[0].body, "|");
}
END_TEST

/* ---- WebSockets */

static void socket_opened(void *context)
{
    (void)context;
    opened++;
}

static void socket_received(void *context, const char *bytes, size_t len, bool binary)
{
    (void)context;
    ck_assert(!binary);
    received_len = len;
    snprintf(received_text, sizeof received_text, "%.*s", (int)(len < 100 ? len : 100), bytes);
    received++;
}

static void socket_closed(void *context, unsigned code, const char *why)
{
    (void)context;
    ck_assert(code != 0 || why[0] != '\0');
    closed_code = code;
    snprintf(closed_why, sizeof closed_why, "%s", why);
    closed++;
}

static struct net_socket *connect_to(const char *address)
{
    return wire->socket_open(wire->context,
                             &(struct net_socket_setup){.url = address,
                                                        .protocol = "deaddrop",
                                                        .open_ms = 5000,
                                                        .close_ms = 5000,
                                                        .message_max = 2000000,
                                                        .hooks = {.opened = socket_opened,
                                                                  .received = socket_received,
                                                                  .closed = socket_closed}});
}

static bool send_text(struct net_socket *socket, const char *text)
{
    return wire->socket_send(wire->context, socket, text, strlen(text));
}

START_TEST(messages_go_both_ways)
{
    struct net_socket *socket = connect_to(url("ws", "/socket"));
    ck_assert(!send_text(socket, "too early"));
    until(&opened, 1);
    ck_assert(send_text(socket, "one"));
    ck_assert(send_text(socket, "two"));
    until(&received, 2);
    ck_assert_str_eq(received_text, "two");
    wire->socket_close(wire->context, socket, 4900, "bye");
    ck_assert(!send_text(socket, "too late"));
    ck_assert(http_socket_send(peer, "dropped", 7));
    until(&closed, 1);
    ck_assert_str_eq(closed_why, "closed");
    ck_assert_uint_eq(received, 2);
    wire->socket_free(wire->context, &socket);
    until(&peers_closed, 1);
}
END_TEST

START_TEST(a_code_of_the_other_side_is_told)
{
    struct net_socket *socket = connect_to(url("ws", "/socket"));
    until(&opened, 1);
    send_text(socket, "close4014");
    until(&closed, 1);
    ck_assert_uint_eq(closed_code, 4014);
    wire->socket_free(wire->context, &socket);
}
END_TEST

START_TEST(a_large_message_is_put_together)
{
    size_t len = 1900000;
    char *text = heap_allocate(len + 1);
    memset(text, 'x', len);
    struct net_socket *socket = connect_to(url("ws", "/socket"));
    until(&opened, 1);
    while (peer == NULL) {
        loop_step(loop);
    }
    http_socket_send(peer, text, len);
    until(&received, 1);
    ck_assert_uint_eq(received_len, len);
    free(text);
    wire->socket_free(wire->context, &socket);
    until(&peers_closed, 1);
}
END_TEST

START_TEST(a_message_that_is_too_long_ends_it)
{
    size_t len = 2000001;
    char *text = heap_allocate(len + 1);
    memset(text, 'x', len);
    struct net_socket *socket = connect_to(url("ws", "/socket"));
    until(&opened, 1);
    while (peer == NULL) {
        loop_step(loop);
    }
    http_socket_send(peer, text, len);
    until(&closed, 1);
    ck_assert_uint_eq(received, 0);
    free(text);
    wire->socket_free(wire->context, &socket);
    until(&peers_closed, 1);
}
END_TEST

START_TEST(who_is_not_there_closes_without_a_code)
{
    static const char *const addresses[] = {"ws://127.0.0.1:1/", "ws://no.invalid/", "http://x/",
                                            "wss://127.0.0.1:1/"};
    for (unsigned i = 0; i < 4; i++) {
        struct net_socket *socket = connect_to(addresses[i]);
        ck_assert_uint_eq(closed, i);
        until(&closed, i + 1);
        ck_assert_uint_eq(closed_code, 0);
        wire->socket_free(wire->context, &socket);
    }
    ck_assert_uint_eq(opened, 0);
}
END_TEST

START_TEST(who_is_no_websocket_closes_without_a_code)
{
    struct net_socket *socket = connect_to(url("ws", "/echo"));
    until(&closed, 1);
    ck_assert_uint_eq(opened, 0);
    wire->socket_free(wire->context, &socket);
}
END_TEST

START_TEST(sockets_may_be_dropped_at_any_moment)
{
    for (unsigned i = 0; i < 40; i++) {
        struct net_socket *socket = connect_to(url("ws", "/socket"));
        for (unsigned step = 0; step < i; step++) {
            loop_step(loop);
        }
        wire->socket_free(wire->context, &socket);
        ck_assert_ptr_null(socket);
    }
    for (unsigned step = 0; step < 50; step++) {
        loop_step(loop);
    }
    ck_assert_uint_eq(closed, 0);
}
END_TEST

static void drop_it(void *context)
{
    struct net_socket **socket = context;
    wire->socket_free(wire->context, socket);
    opened++;
}

START_TEST(a_socket_may_be_dropped_inside_its_hook)
{
    struct net_socket *socket = NULL;
    socket = wire->socket_open(wire->context,
                               &(struct net_socket_setup){.url = url("ws", "/socket"),
                                                          .protocol = "deaddrop",
                                                          .open_ms = 5000,
                                                          .hooks = {.context = &socket,
                                                                    .opened = drop_it,
                                                                    .received = socket_received,
                                                                    .closed = socket_closed}});
    until(&opened, 1);
    ck_assert_ptr_null(socket);
    until(&peers_closed, 1);
    ck_assert_uint_eq(closed, 0);
}
END_TEST

START_TEST(timers_fire_once_and_can_be_taken_back)
{
    struct net_timer *timer = wire->timer_new(wire->context, socket_opened, NULL);
    wire->timer_set(wire->context, timer, 1);
    until(&opened, 1);
    wire->timer_set(wire->context, timer, 0);
    wire->timer_set(wire->context, timer, -1);
    for (unsigned step = 0; step < 20; step++) {
        loop_step(loop);
    }
    ck_assert_uint_eq(opened, 1);
    wire->timer_free(wire->context, &timer);
    ck_assert_ptr_null(timer);
}
END_TEST

START_TEST(a_certificate_file_that_is_not_there_is_a_fault)
{
    struct fault fault = {0};
    struct loop *other = loop_new();
    ck_assert_ptr_null(net_client_open(&(struct net_client_setup){.loop = other,
                                                                  .clock = clock_system(),
                                                                  .entropy = entropy_system(),
                                                                  .ca_file = "/no/such/file",
                                                                  .agent = "x"},
                                       &fault));
    ck_assert_int_eq(fault.code, FAULT_CONFIG);
    ck_assert_ptr_nonnull(strstr(fault.text, "/no/such/file"));
    loop_free(&other);
}
END_TEST

/* Those that go whole, since libcurl may have to follow, between those of which it knows the
 * origin. */
START_TEST(a_path_arrives_whichever_way_it_was_given)
{
    static const struct {
        const char *path;
        unsigned moves;
        int status;
    } rows[] = {{"/echo?q=1", 0, 200},  {"/echo", 3, 200},      {"/nowhere", 0, 404},
                {"/x/../echo", 0, 200}, {"/echo#part", 0, 200}, {"/nowhere", 3, 404},
                {"/echo", 0, 200}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ask(&(struct net_request){.method = "GET",
                                  .url = url("http", rows[i].path),
                                  .moves = rows[i].moves,
                                  .time_ms = 5000});
        until(&said_count, i + 1);
        ck_assert_msg(said[i].status == rows[i].status, "%s: %d", rows[i].path, said[i].status);
    }
}
END_TEST

Suite *suite_net_client(void);

Suite *suite_net_client(void)
{
    Suite *suite = suite_create("net_client");
    TCase *tcase = tcase_create("client");
    tcase_set_timeout(tcase, 40);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_request_is_answered);
    tcase_add_test(tcase, a_post_without_body_has_no_type);
    tcase_add_test(tcase, parts_go_as_a_form);
    tcase_add_test(tcase, many_at_once_are_all_answered);
    tcase_add_test(tcase, a_request_inherits_nothing_of_the_one_before_it);
    tcase_add_test(tcase, a_path_arrives_whichever_way_it_was_given);
    tcase_add_test(tcase, an_answer_that_is_too_long_is_cut_off);
    tcase_add_test(tcase, who_is_not_there_is_not_reached);
    tcase_add_test(tcase, who_does_not_answer_in_time_may_have_heard);
    tcase_add_test(tcase, what_is_cancelled_is_not_told);
    tcase_add_test(tcase, messages_go_both_ways);
    tcase_add_test(tcase, a_code_of_the_other_side_is_told);
    tcase_add_test(tcase, a_large_message_is_put_together);
    tcase_add_test(tcase, a_message_that_is_too_long_ends_it);
    tcase_add_test(tcase, who_is_not_there_closes_without_a_code);
    tcase_add_test(tcase, who_is_no_websocket_closes_without_a_code);
    tcase_add_test(tcase, sockets_may_be_dropped_at_any_moment);
    tcase_add_test(tcase, a_socket_may_be_dropped_inside_its_hook);
    tcase_add_test(tcase, timers_fire_once_and_can_be_taken_back);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("apart");
    tcase_add_test(tcase, a_certificate_file_that_is_not_there_is_a_fault);
    suite_add_tcase(suite, tcase);
    return suite;
}
