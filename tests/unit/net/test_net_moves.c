/* Answers that send the client elsewhere, of a server that is a process of its own. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "loop.h"
#include "net_client.h"

enum { GUARD_MS = 20000, TEXT_BYTES = 600 };

Suite *suite_net_moves(void);

static struct loop *loop;
static struct net_client *client;
static struct loop_timer *guard;
static pid_t child;
static unsigned port;
static bool told;
static enum net_end told_end;
static int told_status;
static char told_body[40];

static void too_late(void *context)
{
    (void)context;
    ck_abort_msg("nothing happens any more");
}

static void set_up(void)
{
    struct fault fault = {0};
    loop = loop_new();
    guard = loop_timer_new(loop, too_late, NULL);
    client = net_client_open(&(struct net_client_setup){.loop = loop,
                                                        .clock = clock_system(),
                                                        .entropy = entropy_system(),
                                                        .agent = "deaddrop-test"},
                             &fault);
    ck_assert_msg(client != NULL, "%s", fault.text);
}

static void tear_down(void)
{
    net_client_close(&client);
    loop_timer_free(&guard);
    loop_free(&loop);
}

/* Answers a guest, and turns to the next. */
static void serve(int door, const char *answer)
{
    char text[TEXT_BYTES];
    int guest = accept(door, NULL, NULL);
    ssize_t got = read(guest, text, sizeof text);
    if (got <= 0 || write(guest, answer, strlen(answer)) < 0) {
        _exit(1);
    }
    close(guest);
}

/* A server of so many moves; then it is there. place NULL: to itself. */
static void begin(unsigned moves, const char *place)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(door, (struct sockaddr *)&address, len), 0);
    ck_assert_int_eq(listen(door, 8), 0);
    ck_assert_int_eq(getsockname(door, (struct sockaddr *)&address, &len), 0);
    port = ntohs(address.sin_port);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        char moved[TEXT_BYTES];
        snprintf(moved, sizeof moved,
                 "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 3\r\n"
                 "Connection: close\r\n\r\nold",
                 place != NULL ? place : "/next");
        for (unsigned i = 0; i < moves; i++) {
            serve(door, moved);
        }
        serve(door, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nnew");
        _exit(0);
    }
    close(door);
}

static void done(void *context, const struct net_answer *answer)
{
    (void)context;
    told = true;
    told_end = answer->end;
    told_status = answer->status;
    snprintf(told_body, sizeof told_body, "%s", answer->body);
}

static void ask(unsigned moves)
{
    const struct net_wire *wire = net_client_wire(client);
    char url[TEXT_BYTES];
    snprintf(url, sizeof url, "http://127.0.0.1:%u/old", port);
    told = false;
    wire->call(wire->context,
               &(struct net_request){.method = "GET", .url = url, .time_ms = 5000, .moves = moves},
               done, NULL);
    loop_timer_set(guard, GUARD_MS);
    while (!told) {
        ck_assert(loop_step(loop) || told);
    }
    loop_timer_stop(guard);
}

static void end(void)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

START_TEST(an_answer_that_sends_elsewhere_is_followed_so_often_as_is_wanted)
{
    begin(5, NULL);
    ask(5);
    ck_assert_int_eq(told_end, NET_ANSWERED);
    ck_assert_int_eq(told_status, 200);
    ck_assert_str_eq(told_body, "new");
    end();
    begin(6, NULL);
    ask(5);
    ck_assert(told_end != NET_ANSWERED || told_status == 302);
    end();
}
END_TEST

START_TEST(where_it_is_not_wanted_that_is_the_answer)
{
    begin(1, NULL);
    ask(0);
    ck_assert_int_eq(told_status, 302);
    ck_assert_str_eq(told_body, "old");
    end();
}
END_TEST

START_TEST(nobody_is_sent_to_a_file)
{
    begin(1, "file:///etc/hostname");
    ask(5);
    ck_assert_int_ne(told_end, NET_ANSWERED);
    end();
}
END_TEST

Suite *suite_net_moves(void)
{
    Suite *suite = suite_create("net_moves");
    TCase *tcase = tcase_create("all");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, an_answer_that_sends_elsewhere_is_followed_so_often_as_is_wanted);
    tcase_add_test(tcase, where_it_is_not_wanted_that_is_the_answer);
    tcase_add_test(tcase, nobody_is_sent_to_a_file);
    suite_add_tcase(suite, tcase);
    return suite;
}
