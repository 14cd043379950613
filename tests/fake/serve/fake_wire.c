#include "fake_wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

struct net_call {
    struct net_call *next;
    struct fake_wire *wire;
    net_call_fn done;
    void *user;
    int64_t due_ms;
    bool over; /* cancelled or told */
};

struct net_socket {
    struct net_socket *next;
    struct fake_wire *wire;
    struct net_socket_setup setup;
    struct fake_link *link;
    char *message; /* of fragments */
    size_t len;
    int status;
    int64_t close_ms; /* we said goodbye: not waited for after this */
    bool told_open;
    bool over;
};

struct net_timer {
    struct net_timer *next;
    void (*fired)(void *user);
    void *user;
    int64_t due_ms;
    bool over;
};

struct fake_wire {
    struct net_wire wire;
    struct fake_platform platform;
    int64_t *now_ms;
    struct net_call *calls;
    struct net_socket *sockets;
    struct net_timer *timers;
    unsigned told;
};

static int64_t wire_now(void *context)
{
    return *((const struct fake_wire *)context)->now_ms;
}

/* --- requests --------------------------------------------------------------------------------- */

static void call_told(struct net_call *call, const struct net_answer *answer)
{
    if (!call->over) {
        call->over = true;
        call->wire->told++;
        call->done(call->user, answer);
    }
}

static void call_answered(void *context, const struct fake_answer *answer)
{
    struct net_call *call = context;
    struct net_header headers[FAKE_HEADERS_MAX];
    char *body = heap_text(answer->body != NULL ? answer->body : "", answer->body_len);
    struct net_answer told = {.end = NET_ANSWERED,
                              .status = answer->status,
                              .headers = headers,
                              .header_count = answer->header_count,
                              .body = body,
                              .body_len = answer->body_len,
                              .why = ""};
    for (size_t i = 0; i < answer->header_count; i++) {
        headers[i] = (struct net_header){answer->headers[i].name, answer->headers[i].value};
    }
    if (answer->dropped || answer->told_len != answer->body_len) {
        told.end = NET_UNKNOWN;
        told.status = 0;
        told.header_count = answer->dropped ? 0 : told.header_count;
        told.body = "";
        told.body_len = 0;
        told.why = "the connection was cut";
    }
    call_told(call, &told);
    free(body);
}

/* Parts as multipart/form-data. */
static char *wire_multipart(const struct net_request *request, size_t *len_r)
{
    static const char boundary[] = "--fake-wire-boundary\r\n";
    size_t size = 64;
    for (size_t i = 0; i < request->part_count; i++) {
        size += request->parts[i].len + 512;
    }
    char *body = heap_allocate(size);
    size_t used = 0;
    for (size_t i = 0; i < request->part_count; i++) {
        const struct net_part *part = &request->parts[i];
        used +=
            (size_t)snprintf(body + used, size - used,
                             "%sContent-Disposition: form-data; name=\"%s\"", boundary, part->name);
        if (part->filename != NULL) {
            used += (size_t)snprintf(body + used, size - used, "; filename=\"%s\"", part->filename);
        }
        used += (size_t)snprintf(body + used, size - used, "\r\nContent-Type: %s\r\n\r\n",
                                 part->type != NULL ? part->type : "text/plain");
        memcpy(body + used, part->bytes, part->len);
        used += part->len;
        used += (size_t)snprintf(body + used, size - used, "\r\n");
    }
    used += (size_t)snprintf(body + used, size - used, "--fake-wire-boundary--\r\n");
    *len_r = used;
    return body;
}

static const char *wire_path(const char *url)
{
    const char *host = strstr(url, "://");
    const char *path = host == NULL ? NULL : strchr(host + 3, '/');
    return path == NULL ? "/" : path;
}

/* Headers with names in small letters, as the fake wants them; freed by the caller. */
static size_t wire_headers(const struct net_request *request, struct fake_header *headers)
{
    size_t count = 0;
    for (size_t i = 0; i < request->header_count && count + 1 < FAKE_HEADERS_MAX; i++) {
        char *name = heap_copy(request->headers[i].name);
        for (char *at = name; *at != '\0'; at++) {
            if (*at >= 'A' && *at <= 'Z') {
                *at = (char)(*at - 'A' + 'a');
            }
        }
        headers[count++] = (struct fake_header){name, request->headers[i].value};
    }
    return count;
}

static void wire_ask(struct fake_wire *wire, const struct net_request *request,
                     struct net_call *call)
{
    struct fake_header headers[FAKE_HEADERS_MAX + 1];
    size_t count = wire_headers(request, headers);
    size_t own = count;
    size_t len = request->body_len;
    char *parts = request->part_count > 0 ? wire_multipart(request, &len) : NULL;
    if (parts != NULL) {
        headers[count++] = (struct fake_header){"content-type",
                                                "multipart/form-data; boundary=fake-wire-boundary"};
    }
    const struct fake_ask ask = {.method = request->method,
                                 .path = wire_path(request->url),
                                 .headers = headers,
                                 .header_count = count,
                                 .body = parts != NULL ? parts : request->body,
                                 .body_len = len};
    wire->platform.ask(wire->platform.context, &ask, call_answered, call);
    for (size_t i = 0; i < own; i++) {
        free((void *)(uintptr_t)headers[i].name); /* NOLINT(performance-no-int-to-ptr) */
    }
    free(parts);
}

static struct net_call *wire_call(void *context, const struct net_request *request,
                                  net_call_fn done, void *user)
{
    struct fake_wire *wire = context;
    struct net_call *call = heap_allocate(sizeof *call);
    call->wire = wire;
    call->done = done;
    call->user = user;
    call->due_ms = *wire->now_ms + request->time_ms;
    call->next = wire->calls;
    wire->calls = call;
    wire_ask(wire, request, call);
    return call;
}

static void wire_call_cancel(void *context, struct net_call **call)
{
    (void)context;
    if (*call != NULL) {
        (*call)->over = true;
        *call = NULL;
    }
}

/* --- sockets ---------------------------------------------------------------------------------- */

static struct net_socket *wire_socket_open(void *context, const struct net_socket_setup *setup)
{
    struct fake_wire *wire = context;
    struct net_socket *socket = heap_allocate(sizeof *socket);
    socket->wire = wire;
    socket->setup = *setup;
    socket->close_ms = INT64_MAX;
    if (wire->platform.link_open != NULL) {
        socket->link =
            wire->platform.link_open(wire->platform.context, setup->url, &socket->status);
    }
    socket->next = wire->sockets;
    wire->sockets = socket;
    return socket;
}

static bool wire_socket_send(void *context, struct net_socket *socket, const char *text, size_t len)
{
    (void)context;
    if (socket->over || socket->link == NULL || !socket->told_open) {
        return false;
    }
    socket->wire->platform.link_hear(socket->link, text, len);
    return true;
}

static void socket_drop(struct net_socket *socket, unsigned code)
{
    if (socket->link != NULL) {
        socket->wire->platform.link_close(&socket->link, code);
    }
}

static void wire_socket_close(void *context, struct net_socket *socket, unsigned code,
                              const char *reason)
{
    (void)reason;
    const struct fake_wire *wire = context;
    socket_drop(socket, code);
    socket->close_ms = *wire->now_ms;
}

static void wire_socket_free(void *context, struct net_socket **socket)
{
    (void)context;
    if (*socket != NULL) {
        socket_drop(*socket, 0);
        (*socket)->over = true;
        *socket = NULL;
    }
}

static void socket_closed(struct net_socket *socket, unsigned code, const char *why)
{
    socket_drop(socket, 0);
    socket->close_ms = INT64_MAX;
    if (!socket->over) {
        socket->over = true;
        socket->wire->told++;
        socket->setup.hooks.closed(socket->setup.hooks.context, code, why);
    }
}

static void socket_message(struct net_socket *socket, const struct fake_frame *frame)
{
    if (frame->first) {
        socket->len = 0;
    }
    socket->message = heap_grow(socket->message, socket->len + frame->len + 1, 1);
    memcpy(socket->message + socket->len, frame->bytes, frame->len);
    socket->len += frame->len;
    socket->message[socket->len] = '\0';
    socket->wire->told++;
    if (frame->last) {
        socket->setup.hooks.received(socket->setup.hooks.context, socket->message, socket->len,
                                     frame->kind == FAKE_FRAME_BINARY);
    }
}

static void socket_run(struct net_socket *socket)
{
    struct fake_frame frame;
    if (!socket->told_open && socket->link != NULL) {
        socket->told_open = true;
        socket->wire->told++;
        socket->setup.hooks.opened(socket->setup.hooks.context);
    }
    while (!socket->over && socket->link != NULL &&
           socket->wire->platform.link_take(socket->link, &frame)) {
        if (frame.kind == FAKE_FRAME_CLOSE || frame.kind == FAKE_FRAME_CUT) {
            socket_closed(socket, frame.kind == FAKE_FRAME_CUT ? 0 : frame.code, "");
        } else {
            socket_message(socket, &frame);
        }
    }
    if (!socket->over && socket->link == NULL) {
        socket_closed(socket, 0, "refused or closed");
    }
}

/* --- timers ----------------------------------------------------------------------------------- */

static struct net_timer *wire_timer_new(void *context, void (*fired)(void *user), void *user)
{
    struct fake_wire *wire = context;
    struct net_timer *timer = heap_allocate(sizeof *timer);
    timer->fired = fired;
    timer->user = user;
    timer->due_ms = INT64_MAX;
    timer->next = wire->timers;
    wire->timers = timer;
    return timer;
}

static void wire_timer_set(void *context, struct net_timer *timer, int64_t delay_ms)
{
    const struct fake_wire *wire = context;
    timer->due_ms = delay_ms < 0 ? INT64_MAX : *wire->now_ms + delay_ms;
}

static void wire_timer_free(void *context, struct net_timer **timer)
{
    (void)context;
    if (*timer != NULL) {
        (*timer)->over = true;
        *timer = NULL;
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static void wire_sweep(struct fake_wire *wire, bool all)
{
    for (struct net_call **link = &wire->calls; *link != NULL;) {
        struct net_call *call = *link;
        if (call->over || all) {
            wire->platform.hang_up(wire->platform.context, call);
            *link = call->next;
            free(call);
        } else {
            link = &call->next;
        }
    }
    for (struct net_socket **link = &wire->sockets; *link != NULL;) {
        struct net_socket *socket = *link;
        if (socket->over || all) {
            socket_drop(socket, 0);
            *link = socket->next;
            free(socket->message);
            free(socket);
        } else {
            link = &socket->next;
        }
    }
    for (struct net_timer **link = &wire->timers; *link != NULL;) {
        struct net_timer *timer = *link;
        if (timer->over || all) {
            *link = timer->next;
            free(timer);
        } else {
            link = &timer->next;
        }
    }
}

bool fake_wire_run(struct fake_wire *wire)
{
    static const struct net_answer late = {.end = NET_UNKNOWN, .body = "", .why = "out of time"};
    unsigned before = wire->told;
    wire->platform.run(wire->platform.context, *wire->now_ms);
    for (struct net_call *call = wire->calls; call != NULL; call = call->next) {
        if (!call->over && call->due_ms <= *wire->now_ms) {
            call_told(call, &late);
        }
    }
    for (struct net_socket *socket = wire->sockets; socket != NULL; socket = socket->next) {
        if (!socket->over) {
            socket_run(socket);
        }
    }
    for (struct net_timer *timer = wire->timers; timer != NULL; timer = timer->next) {
        if (!timer->over && timer->due_ms <= *wire->now_ms) {
            timer->due_ms = INT64_MAX;
            wire->told++;
            timer->fired(timer->user);
        }
    }
    wire_sweep(wire, false);
    return wire->told != before;
}

int64_t fake_wire_next_ms(const struct fake_wire *wire)
{
    int64_t next_ms = wire->platform.next_ms(wire->platform.context);
    for (const struct net_call *call = wire->calls; call != NULL; call = call->next) {
        next_ms = !call->over && call->due_ms < next_ms ? call->due_ms : next_ms;
    }
    for (const struct net_timer *timer = wire->timers; timer != NULL; timer = timer->next) {
        next_ms = !timer->over && timer->due_ms < next_ms ? timer->due_ms : next_ms;
    }
    for (const struct net_socket *socket = wire->sockets; socket != NULL; socket = socket->next) {
        bool waits = !socket->over && (socket->link == NULL || !socket->told_open);
        next_ms = waits ? *wire->now_ms : next_ms;
    }
    return next_ms;
}

const struct net_wire *fake_wire_wire(const struct fake_wire *wire)
{
    return &wire->wire;
}

struct fake_wire *fake_wire_new(const struct fake_platform *platform, int64_t *now, uint64_t *dice)
{
    struct fake_wire *wire = heap_allocate(sizeof *wire);
    wire->platform = *platform;
    wire->now_ms = now;
    wire->wire = (struct net_wire){.context = wire,
                                   .clock = {wire_now, wire_now, wire},
                                   .entropy = entropy_seeded(dice, *dice + 7),
                                   .call = wire_call,
                                   .call_cancel = wire_call_cancel,
                                   .socket_open = wire_socket_open,
                                   .socket_send = wire_socket_send,
                                   .socket_close = wire_socket_close,
                                   .socket_free = wire_socket_free,
                                   .timer_new = wire_timer_new,
                                   .timer_set = wire_timer_set,
                                   .timer_free = wire_timer_free};
    return wire;
}

void fake_wire_free(struct fake_wire **wire)
{
    wire_sweep(*wire, true);
    free(*wire);
    *wire = NULL;
}
