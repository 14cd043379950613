/* A relay between bare clients and the server, or a bare one, all on one loop. */
#include "relay.h"

#include <arpa/inet.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http_world.h"
#include "relay_private.h"
#include "transitions_kit.h"

#define ASK(line) line " HTTP/1.1\r\nHost: here\r\n"

enum { LARGE_BYTES = 60000, FLOOD_BYTES = 3 * 1024 * 1024 };

static struct relay *relay;
static char place[RELAY_PLACE_BYTES]; /* "": nobody answers */
static int door = -1;                 /* the bare server's */

static bool where(void *context, char *text, size_t size)
{
    (void)context;
    snprintf(text, size, "%s", place);
    return place[0] != '\0';
}

static void relay_at(const struct relay_limits *limits, const char *proxies)
{
    static struct subnets trusted;
    const char *wrong = NULL;
    size_t len = 0;
    struct fault fault = {0};
    ck_assert(subnets_read(&trusted, proxies, &wrong, &len));
    struct relay_setup setup = {.loop = &world.loop,
                                .address = "127.0.0.1",
                                .section = "web",
                                .trusted = &trusted,
                                .where = where};
    if (limits != NULL) {
        setup.limits = *limits;
    }
    relay = relay_open(&setup, &fault);
    ck_assert_msg(relay != NULL, "%s", fault.text);
}

static void start(void)
{
    world_start_relayed(NULL, "key");
    snprintf(place, sizeof place, "127.0.0.1:%u key", (unsigned)http_server_port(world.server));
    relay_at(NULL, "127.0.0.9");
}

/* The same before a server that does what the test does. */
static void start_bare(const struct relay_limits *limits)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof name;
    world_start(NULL);
    door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(door, (struct sockaddr *)&name, len), 0);
    ck_assert_int_eq(listen(door, 16), 0);
    ck_assert_int_eq(getsockname(door, (struct sockaddr *)&name, &len), 0);
    snprintf(place, sizeof place, "127.0.0.1:%u", (unsigned)ntohs(name.sin_port));
    relay_at(limits, "");
}

static void stop(void)
{
    relay_close(&relay);
    world_stop();
    if (door >= 0) {
        close(door);
        door = -1;
    }
}

static void client(struct wire *wire)
{
    wire_open(wire, &world.loop, relay_port(relay), NULL);
}

/* Whom the relay has connected to. */
static void served(struct wire *wire)
{
    struct sockaddr_in name;
    socklen_t len = sizeof name;
    for (unsigned i = 0; i < 20; i++) {
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    int fd = accept4(door, (struct sockaddr *)&name, &len, SOCK_CLOEXEC);
    ck_assert_int_ge(fd, 0);
    wire_take(wire, &world.loop, fd);
}

static void until_nobody_is_there(void)
{
    while (relay_count(relay) > 0) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
}

/* Asks and waits for this in the answer, then for the end. */
static void asks(const char *text, const char *awaited)
{
    struct wire wire;
    client(&wire);
    wire_text(&wire, text);
    ck_assert_msg(wire_until(&wire, awaited), "to %.60s came: %.300s", text, wire.got);
    ck_assert(wire_until_closed(&wire));
    wire_close(&wire);
}

START_TEST(relay_passes_requests_on)
{
    start();
    asks(ASK("GET /") "\r\n", "<p>page");
    asks(ASK("GET /") "Connection: keep-alive\r\n\r\n", "Connection: close\r\n");
    asks(ASK("GET /none") "\r\n", " 404 ");
    asks(ASK("PUT /things/one%2Ftwo") "Content-Length: 3\r\n\r\none", "/things/one/two: 3");
    asks(ASK("POST /echo") "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", " 411 ");
    until_nobody_is_there();
    stop();
}
END_TEST

START_TEST(relay_passes_a_body_on_in_pieces)
{
    static const char head[] = ASK("POST /echo") "Content-Length: 60000\r\n\r\n";
    struct wire wire;
    char *body = calloc(1, LARGE_BYTES + 1);
    start();
    memset(body, 'x', LARGE_BYTES - 3);
    snprintf(body + LARGE_BYTES - 3, sizeof "end", "end");
    client(&wire);
    for (size_t i = 0; i < sizeof head - 1; i++) {
        wire_put(&wire, head + i, 1);
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    wire_put(&wire, body, 100);
    wire_put(&wire, body + 100, LARGE_BYTES - 100);
    ck_assert(wire_until(&wire, "xend"));
    ck_assert_uint_gt(wire.len, LARGE_BYTES);
    wire_close(&wire);
    free(body);
    stop();
}
END_TEST

/* Whoever asks says what they like: the server believes the relay. */
START_TEST(relay_says_who_asks)
{
    char at[100];
    char text[400];
    struct wire wire;
    start();
    snprintf(at, sizeof at, "<127.0.0.1 at 127.0.0.1 port %u, near>", (unsigned)relay_port(relay));
    asks(ASK("GET /who") "\r\n", at);
    snprintf(at, sizeof at, "<127.0.0.1 at 127.0.0.1 port %u>", (unsigned)relay_port(relay));
    asks(ASK("GET /who") "X-Forwarded-For: 6.6.6.6\r\n\r\n", at);
    asks(ASK("GET /who") "Forwarded: for=6.6.6.6\r\n\r\n", at);
    wire_open(&wire, &world.loop, relay_port(relay), "127.0.0.9");
    wire_text(&wire, ASK("GET /who") "X-Forwarded-For: 6.6.6.6, 192.0.2.7\r\n\r\n");
    ck_assert(wire_until(&wire, "<192.0.2.7 at "));
    wire_close(&wire);
    /* past the relay, nobody is let in, whatever they say */
    world_client(&wire);
    snprintf(text, sizeof text,
             ASK("GET /who") "X-Relayed: kez 127.0.0.1 127.0.0.1 %u direct\r\n\r\n",
             (unsigned)relay_port(relay));
    wire_text(&wire, text);
    ck_assert(wire_until(&wire, " 403 "));
    wire_close(&wire);
    stop();
}
END_TEST

/* What stands behind a request is not read as another, with fields of its own. */
START_TEST(relay_passes_one_request_on_alone)
{
    struct wire wire;
    start();
    client(&wire);
    wire_text(&wire, ASK("GET /page.js") "\r\n" ASK(
                         "GET /who") "X-Relayed: key 6.6.6.6 127.0.0.1 1 direct\r\n\r\n");
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, "x=1"));
    ck_assert_ptr_null(strstr(wire.got, "6.6.6.6"));
    wire_close(&wire);
    stop();
}
END_TEST

START_TEST(relay_passes_a_socket_on_both_ways)
{
    struct wire wire;
    char *large = calloc(1, LARGE_BYTES + 1);
    start();
    memset(large, 'y', LARGE_BYTES);
    client(&wire);
    ck_assert(wire_upgrade(&wire, "/socket", "Host: here\r\nSec-WebSocket-Protocol: deaddrop\r\n"));
    ck_assert(wire_until(&wire, "hello"));
    wire_frame(&wire, 1, "aye", 3);
    wire_frame(&wire, 1, large, LARGE_BYTES);
    world_until(&world.said_count, 2);
    ck_assert_str_eq(world.said[0], "aye");
    ck_assert_uint_eq(world.said_len[1], LARGE_BYTES);
    ck_assert_uint_eq(relay_count(relay), 1);
    wire_forget(&wire);
    ck_assert(http_socket_send(world.socket, large, LARGE_BYTES));
    ck_assert(http_socket_send(world.socket, "behind", 6));
    ck_assert(wire_until(&wire, "behind"));
    ck_assert_uint_gt(wire.len, LARGE_BYTES);
    free(large);
    /* the server says that it goes, and both connections end */
    http_server_stop(world.server);
    ck_assert(wire_until(&wire, "\x03\xe9"));
    wire_close(&wire);
    until_nobody_is_there();
    stop();
}
END_TEST

/* Writes until some of it waits in the relay, and no more than a piece; how much went. */
static size_t flood(int fd, const struct relay_side *other, const char *bytes)
{
    size_t sent = 0;
    while (other->out == NULL) {
        ssize_t count = send(fd, bytes + sent, FLOOD_BYTES - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        sent += count > 0 ? (size_t)count : 0;
        uv_run(&world.loop, UV_RUN_NOWAIT);
    }
    ck_assert_uint_le(other->out_len, RELAY_CHUNK_BYTES);
    return sent;
}

static void small_buffers(const struct wire *wire, const struct relay_side *side)
{
    int small = 64 * 1024;
    setsockopt(wire->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    setsockopt(side->fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
}

/* All of it has come behind the head. */
static void arrives(struct wire *to, size_t head, const char *bytes)
{
    while (to->len < head + FLOOD_BYTES) {
        uv_run(&world.loop, UV_RUN_ONCE);
    }
    ck_assert_int_eq(memcmp(to->got + head, bytes, FLOOD_BYTES), 0);
}

START_TEST(relay_reads_nobody_whose_bytes_have_to_wait)
{
    struct wire wire;
    struct wire server;
    char *bytes = malloc(FLOOD_BYTES);
    start_bare(NULL);
    for (size_t i = 0; i < FLOOD_BYTES; i++) {
        bytes[i] = (char)(i * 31 + i / 4096);
    }
    client(&wire);
    wire_text(&wire, ASK("GET /") "Upgrade: x\r\nConnection: upgrade\r\n\r\n");
    served(&server);
    struct relay_link *link = relay->links;
    small_buffers(&wire, &link->client);
    small_buffers(&server, &link->server);
    ck_assert(wire_until(&server, "\r\n\r\n"));
    size_t head = server.len;
    /* neither side reads */
    void (*event)(uv_poll_t *, int, int) = wire.poll.poll_cb;
    uv_poll_stop(&server.poll);
    uv_poll_stop(&wire.poll);
    size_t up = flood(wire.fd, &link->server, bytes);
    size_t down = flood(server.fd, &link->client, bytes);
    uv_poll_start(&server.poll, UV_READABLE, event);
    uv_poll_start(&wire.poll, UV_READABLE, event);
    wire_put(&wire, bytes + up, FLOOD_BYTES - up);
    wire_put(&server, bytes + down, FLOOD_BYTES - down);
    arrives(&server, head, bytes);
    arrives(&wire, 0, bytes);
    ck_assert_ptr_null(link->client.out);
    ck_assert_ptr_null(link->server.out);
    wire_close(&wire);
    wire_close(&server);
    free(bytes);
    stop();
}
END_TEST

START_TEST(relay_says_when_nobody_answers)
{
    start_bare(NULL);
    close(door);
    door = -1;
    asks(ASK("GET /") "\r\n", "HTTP/1.1 503 Unavailable\r\nRetry-After: 1\r\n");
    snprintf(place, sizeof place, "nowhere");
    asks(ASK("GET /") "\r\n", " 503 ");
    place[0] = '\0';
    asks(ASK("POST /") "Content-Length: 100\r\n\r\n", " 503 ");
    until_nobody_is_there();
    stop();
}
END_TEST

START_TEST(relay_tells_the_end_of_whoever_answers)
{
    struct wire wire;
    struct wire server;
    start_bare(NULL);
    client(&wire); /* in the middle */
    wire_text(&wire, ASK("GET /") "\r\n");
    served(&server);
    wire_text(&server, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    wire_close(&server);
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, "\r\n\r\nhalf"));
    wire_close(&wire);
    client(&wire); /* before it has said anything */
    wire_text(&wire, ASK("POST /") "Content-Length: 100\r\n\r\n");
    served(&server);
    ck_assert(wire_until(&server, "\r\n\r\n"));
    wire_close(&server);
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, "HTTP/1.1 502 Bad Gateway\r\n"));
    wire_close(&wire);
    client(&wire); /* hard, in a socket */
    wire_text(&wire, ASK("GET /") "Upgrade: x\r\nConnection: upgrade\r\n\r\n");
    served(&server);
    wire_text(&server, "HTTP/1.1 101 Now\r\n\r\nwords");
    ck_assert(wire_until(&wire, "words"));
    const struct linger hard = {.l_onoff = 1, .l_linger = 0};
    setsockopt(server.fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    wire_close(&server);
    ck_assert(wire_until_closed(&wire));
    wire_close(&wire);
    stop();
}
END_TEST

START_TEST(relay_tells_the_end_of_who_asks)
{
    struct wire wire;
    struct wire server;
    start_bare(NULL);
    client(&wire); /* they say that they have said all, and read the answer */
    wire_text(&wire, ASK("POST /") "Content-Length: 3\r\n\r\none");
    shutdown(wire.fd, SHUT_WR);
    served(&server);
    ck_assert(wire_until_closed(&server));
    ck_assert_ptr_nonnull(strstr(server.got, "\r\n\r\none"));
    ck_assert_uint_eq(relay_count(relay), 1);
    send(server.fd, "HTTP/1.1 204 Fine\r\n\r\n", 21, MSG_NOSIGNAL);
    wire_close(&server);
    ck_assert(wire_until_closed(&wire));
    ck_assert_ptr_nonnull(strstr(wire.got, " 204 "));
    wire_close(&wire);
    until_nobody_is_there();
    client(&wire); /* they are gone */
    wire_text(&wire, ASK("GET /") "\r\n");
    served(&server);
    const struct linger hard = {.l_onoff = 1, .l_linger = 0};
    setsockopt(wire.fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    wire_close(&wire);
    ck_assert(wire_until_closed(&server));
    wire_close(&server);
    until_nobody_is_there();
    stop();
}
END_TEST

START_TEST(relay_waits_for_nobody_for_ever)
{
    const struct relay_limits limits = {.head_ms = 50, .idle_ms = 100};
    struct wire wire;
    struct wire server;
    start_bare(&limits);
    asks("GET / HT", "HTTP/1.1 408 Request Timeout\r\n");
    client(&wire); /* no word at all */
    ck_assert(wire_until_closed(&wire));
    ck_assert_uint_eq(wire.len, 0);
    wire_close(&wire);
    client(&wire); /* the whole head, and no answer */
    wire_text(&wire, ASK("GET /") "\r\n");
    served(&server);
    ck_assert(wire_until_closed(&wire));
    ck_assert(wire_until_closed(&server));
    wire_close(&wire);
    wire_close(&server);
    stop();
}
END_TEST

START_TEST(relay_refuses_what_could_be_read_twice)
{
    char *much = calloc(2, HTTP_HEAD_BYTES_MAX);
    start();
    asks(ASK("POST /echo") "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", " 400 ");
    asks(ASK("GET /") "Host: elsewhere\r\n\r\n", " 400 ");
    asks("GET / HTTP/1.1\nHost: here\n\n", " 400 ");
    asks("GET / HTTP/2.0\r\n\r\n", " 505 ");
    size_t len = (size_t)snprintf(much, HTTP_HEAD_BYTES_MAX, ASK("GET /") "X-A: ");
    memset(much + len, 'x', HTTP_HEAD_BYTES_MAX);
    asks(much, " 431 ");
    free(much);
    stop();
}
END_TEST

START_TEST(relay_has_places_for_so_many)
{
    const struct relay_limits limits = {.connections = 3};
    struct wire idle;
    struct wire wires[3];
    struct wire servers[3];
    start_bare(&limits);
    client(&idle);
    for (unsigned i = 0; i < 3; i++) { /* the third one takes the place of who asks nothing */
        client(&wires[i]);
        wire_text(&wires[i], ASK("GET /") "\r\n");
        served(&servers[i]);
        ck_assert(wire_until(&servers[i], "\r\n\r\n"));
    }
    ck_assert(wire_until_closed(&idle));
    ck_assert_ptr_nonnull(strstr(idle.got, " 503 "));
    wire_close(&idle);
    client(&idle);
    ck_assert(wire_until(&idle, "HTTP/1.1 503 Unavailable\r\nRetry-After: 5\r\n"));
    ck_assert(wire_until_closed(&idle));
    wire_close(&idle);
    ck_assert_uint_eq(relay_count(relay), 3);
    relay_stop(relay);
    wire_text(&servers[0], "HTTP/1.1 204 Fine\r\n\r\n");
    ck_assert(wire_until(&wires[0], " 204 "));
    for (unsigned i = 0; i < 3; i++) {
        wire_close(&servers[i]);
        wire_close(&wires[i]);
    }
    stop();
}
END_TEST

START_TEST(relay_says_why_it_cannot_listen)
{
    struct fault fault = {0};
    start();
    struct relay_setup setup = {.loop = &world.loop,
                                .address = "127.0.0.1",
                                .port = relay_port(relay),
                                .section = "web",
                                .where = where};
    ck_assert_ptr_null(relay_open(&setup, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "another program"));
    stop();
}
END_TEST

START_TEST(relay_of_one_machine_takes_turns_with_others)
{
    struct fault fault = {0};
    struct wire wire;
    world_start_relayed(NULL, "key");
    snprintf(place, sizeof place, "127.0.0.1:%u key", (unsigned)http_server_port(world.server));
    struct relay_setup setup = {.loop = &world.loop,
                                .address = "127.0.0.1",
                                .section = "web",
                                .shared = true,
                                .where = where};
    relay = relay_open(&setup, &fault);
    setup.port = relay_port(relay);
    struct relay *other = relay_open(&setup, &fault);
    ck_assert_msg(other != NULL, "%s", fault.text);
    for (unsigned i = 0; i < 8; i++) {
        asks(ASK("GET /page.js") "\r\n", "x=1");
    }
    relay_close(&relay);
    relay = other;
    client(&wire);
    wire_text(&wire, ASK("GET /page.js") "\r\n");
    ck_assert(wire_until(&wire, "x=1"));
    wire_close(&wire);
    stop();
}
END_TEST

START_TEST(relay_ends_once)
{
    kit_transitions_are_sound(&relay_transitions, STATE_BIT(RELAY_HEAD), RELAY_ENDED);
    ck_assert(!transitions_allow(&relay_transitions, RELAY_REFUSED, RELAY_OPEN));
    ck_assert(!transitions_allow(&relay_transitions, RELAY_HEAD, RELAY_OPEN));
}
END_TEST

Suite *suite_relay(void);
Suite *suite_relay(void)
{
    Suite *suite = suite_create("relay");
    TCase *tcase = tcase_create("relay");
    tcase_set_timeout(tcase, 30);
    tcase_add_test(tcase, relay_passes_requests_on);
    tcase_add_test(tcase, relay_passes_a_body_on_in_pieces);
    tcase_add_test(tcase, relay_says_who_asks);
    tcase_add_test(tcase, relay_passes_one_request_on_alone);
    tcase_add_test(tcase, relay_passes_a_socket_on_both_ways);
    tcase_add_test(tcase, relay_reads_nobody_whose_bytes_have_to_wait);
    tcase_add_test(tcase, relay_says_when_nobody_answers);
    tcase_add_test(tcase, relay_tells_the_end_of_whoever_answers);
    tcase_add_test(tcase, relay_tells_the_end_of_who_asks);
    tcase_add_test(tcase, relay_waits_for_nobody_for_ever);
    tcase_add_test(tcase, relay_refuses_what_could_be_read_twice);
    tcase_add_test(tcase, relay_has_places_for_so_many);
    tcase_add_test(tcase, relay_says_why_it_cannot_listen);
    tcase_add_test(tcase, relay_of_one_machine_takes_turns_with_others);
    tcase_add_test(tcase, relay_ends_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
