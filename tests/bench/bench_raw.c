/* Blocking sockets; answers to its answers are thrown away. */
#include "bench_raw.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench_process.h"

enum { RAW_WAYS = 8, RAW_BYTES = 1 << 20 };

static int raw_connect(int port)
{
    const int on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int way = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (way < 0 || connect(way, (const struct sockaddr *)(const void *)&address, sizeof address)) {
        _exit(EXIT_FAILURE);
    }
    setsockopt(way, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return way;
}

static void raw_answer(int way, const char *event)
{
    static const char body[] = "{\"type\":4,\"data\":{\"content\":\"pong\",\"flags\":64}}";
    char text[512];
    char some[4096];
    const char *token = strstr(event, "\"token\":\"");
    const char *id = token == NULL ? NULL : strstr(token, "\",\"id\":\"");
    if (id == NULL) {
        return;
    }
    id += 8;
    int len = snprintf(text, sizeof text,
                       "POST /api/v10/interactions/%.*s/x/callback HTTP/1.1\r\nHost: x\r\n"
                       "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                       (int)strspn(id, "0123456789"), id, sizeof body - 1, body);
    if (send(way, text, (size_t)len, MSG_NOSIGNAL) != len) {
        _exit(EXIT_FAILURE);
    }
    while (recv(way, some, sizeof some, MSG_DONTWAIT) == (ssize_t)sizeof some) {
    }
}

/* The bytes of the first frame, 0 while it is not all there; *text_r is where its text begins. */
static size_t raw_frame(const unsigned char *bytes, size_t have, size_t *text_r)
{
    size_t head = have < 2 ? 2 : bytes[1] < 126 ? 2 : bytes[1] == 126 ? 4 : 10;
    size_t len = 0;
    if (have < head) {
        return 0;
    }
    for (size_t i = 2; i < head; i++) {
        len = len << 8 | bytes[i];
    }
    len = head == 2 ? bytes[1] : len;
    *text_r = head;
    return have - head < len ? 0 : head + len;
}

static void raw_say(int gateway)
{
    static const char upgrade[] = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: "
                                  "Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    static const char identify[] = "\x81\x8a\0\0\0\0{\"op\":2   }";
    char some[4096];
    if (send(gateway, upgrade, sizeof upgrade - 1, 0) < 0 ||
        recv(gateway, some, sizeof some, 0) <= 0 ||
        send(gateway, identify, sizeof identify - 1, 0) < 0) {
        _exit(EXIT_FAILURE);
    }
}

static void raw_run(int port)
{
    static unsigned char bytes[RAW_BYTES + 1];
    size_t have = 0;
    unsigned turn = 0;
    int ways[RAW_WAYS];
    int gateway = raw_connect(port);
    for (unsigned i = 0; i < RAW_WAYS; i++) {
        ways[i] = raw_connect(port);
    }
    raw_say(gateway);
    for (;;) {
        ssize_t got = recv(gateway, bytes + have, RAW_BYTES - have, 0);
        if (got <= 0) {
            _exit(EXIT_SUCCESS);
        }
        have += (size_t)got;
        bytes[have] = '\0';
        size_t at = 0;
        size_t text = 0;
        size_t frame = 0;
        while ((frame = raw_frame(bytes + at, have - at, &text)) > 0) {
            const char *event = (const char *)bytes + at + text;
            if (strncmp(event, "{\"t\":\"INT", 9) == 0) {
                raw_answer(ways[turn++ % RAW_WAYS], event);
            }
            at += frame;
        }
        memmove(bytes, bytes + at, have - at);
        have -= at;
    }
}

pid_t bench_raw_start(int port, int core)
{
    fflush(stdout);
    pid_t process = fork();
    if (process < 0) {
        abort();
    }
    if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        bench_process_bind(core);
        raw_run(port);
    }
    return process;
}
