/* A platform for tests on a port of this machine: options, the loop, the end. */
#include "fake_serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FAKE_EVENTS = 64, FAKE_BACKLOG = 128, FAKE_WAIT_MS = 1000 };

int64_t fake_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void fake_recorded(void *file, const char *line, size_t len)
{
    fwrite(line, 1, len, file);
    fputc('\n', file);
}

static int fake_listen(struct fake_serve *serve, unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t len = sizeof address;
    int on = 1;
    serve->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(serve->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(serve->listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(serve->listener, FAKE_BACKLOG) != 0 ||
        getsockname(serve->listener, (struct sockaddr *)&address, &len) != 0) {
        return -1;
    }
    serve->port = ntohs(address.sin_port);
    return 0;
}

static void fake_watch(const struct fake_serve *serve, int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = NULL}};
    event.data.fd = fd;
    epoll_ctl(serve->epoll, EPOLL_CTL_ADD, fd, &event);
}

static void fake_accept(struct fake_serve *serve)
{
    int fd = -1;
    int on = 1;
    while ((fd = accept4(serve->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        fake_conn_new(serve, fd);
    }
}

static void fake_conn_event(struct fake_serve *serve, const struct epoll_event *event)
{
    for (struct fake_conn *conn = serve->conns; conn != NULL; conn = conn->next) {
        if (conn->fd == event->data.fd) {
            fake_conn_ready(conn, (event->events & ~(uint32_t)EPOLLOUT) != 0);
            return;
        }
    }
}

/* Everything the fake has to say now is written; what is dead is freed. */
static void fake_settle(struct fake_serve *serve)
{
    serve->platform.run(serve->platform.context, fake_now_ms());
    if (serve->idle != NULL) {
        serve->idle(serve->context);
    }
    struct fake_conn **at = &serve->conns;
    while (*at != NULL) {
        struct fake_conn *conn = *at;
        if (conn->kind == FAKE_CONN_SOCKET) {
            fake_socket_write(conn);
        } else if (conn->kind == FAKE_CONN_HTTP1 && fake_bytes_left(&conn->in) > 0) {
            fake_http1_read(conn); /* the next of several requests */
        }
        fake_conn_flush(conn);
        if (conn->dead) {
            *at = conn->next;
            fake_conn_free(conn);
        } else {
            at = &conn->next;
        }
    }
}

static void fake_loop(struct fake_serve *serve, int signals)
{
    struct epoll_event events[FAKE_EVENTS];
    while (!serve->ends) {
        int64_t next_ms = serve->platform.next_ms(serve->platform.context);
        int64_t wait_ms = next_ms - fake_now_ms();
        wait_ms = wait_ms < 0 ? 0 : wait_ms;
        wait_ms = wait_ms > FAKE_WAIT_MS ? FAKE_WAIT_MS : wait_ms;
        int count = epoll_wait(serve->epoll, events, FAKE_EVENTS, (int)wait_ms);
        serve->platform.run(serve->platform.context, fake_now_ms()); /* it is now that they come */
        for (int i = 0; i < count; i++) {
            if (events[i].data.fd == signals || events[i].data.fd == STDIN_FILENO) {
                char byte = 0;
                serve->ends = events[i].data.fd == signals || read(STDIN_FILENO, &byte, 1) <= 0;
            } else if (events[i].data.fd == serve->listener) {
                fake_accept(serve);
            } else {
                fake_conn_event(serve, &events[i]);
            }
        }
        fake_settle(serve);
    }
}

static int fake_usage(const struct fake_options *options)
{
    fprintf(stderr,
            "usage: %s [--port N] [--tls CERTIFICATE] [--record FILE] [--token TEXT] [--seed N]\n",
            options->program);
    return 2;
}

int fake_serve_options(struct fake_options *options, int argc, char **argv)
{
    static const struct option known[] = {
        {"port", required_argument, NULL, 'p'},   {"tls", required_argument, NULL, 't'},
        {"record", required_argument, NULL, 'r'}, {"token", required_argument, NULL, 'k'},
        {"seed", required_argument, NULL, 's'},   {NULL, 0, NULL, 0},
    };
    int which = 0;
    while ((which = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (which) {
        case 'p':
            options->port = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 't':
            options->tls = optarg;
            break;
        case 'r':
            options->record = optarg;
            break;
        case 'k':
            options->token = optarg;
            break;
        case 's':
            options->seed = strtoull(optarg, NULL, 10);
            break;
        default:
            return fake_usage(options);
        }
    }
    return optind == argc ? 0 : fake_usage(options);
}

static int fake_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC);
}

int fake_serve_open(struct fake_serve *serve, const struct fake_options *options, FILE **record)
{
    serve->epoll = -1;
    if (options->tls != NULL && (serve->tls = fake_cert_context(options->tls)) == NULL) {
        fprintf(stderr, "%s: no certificate can be written to %s\n", options->program,
                options->tls);
        return EXIT_FAILURE;
    }
    *record = options->record == NULL ? NULL : fopen(options->record, "we");
    if ((options->record != NULL && *record == NULL) || fake_listen(serve, options->port) != 0) {
        fprintf(stderr, "%s: cannot write the record or listen: %s\n", options->program,
                strerror(errno));
        return EXIT_FAILURE;
    }
    return 0;
}

void fake_serve_run(struct fake_serve *serve)
{
    int signals = fake_signals();
    serve->epoll = epoll_create1(EPOLL_CLOEXEC);
    fake_watch(serve, serve->listener);
    fake_watch(serve, signals);
    fake_watch(serve, STDIN_FILENO);
    fake_loop(serve, signals);
    close(signals);
}

int fake_serve_close(struct fake_serve *serve, FILE *record)
{
    while (serve->conns != NULL) {
        struct fake_conn *conn = serve->conns;
        serve->conns = conn->next;
        fake_conn_free(conn);
    }
    close(serve->epoll);
    close(serve->listener);
    SSL_CTX_free(serve->tls);
    return record != NULL && fclose(record) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
