/* One request and its answer: handed to its route from the loop, written when the connection can
 * take more. Every answer closes: a connection carries one request. */
#include "http_lan.h"
#include "http_private.h"
#include "http_relayed.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "heap.h"

enum { HTTP_HEAD_OUT_BYTES_MAX = 4096 };

void http_call_free(struct http_call **call)
{
    if (*call == NULL) {
        return;
    }
    free((*call)->texts);
    free((*call)->body);
    free((*call)->out);
    free(*call);
    *call = NULL;
}

static struct http_call *http_call_new(struct http_link *link)
{
    struct http_call *call = heap_allocate(sizeof *call);
    struct http_request *request = &call->request;
    call->server = link->server;
    call->link = link;
    *request = (struct http_request){.path = "",
                                     .host = "",
                                     .origin = "",
                                     .cookie = "",
                                     .authorization = "",
                                     .content_type = "",
                                     .if_none_match = "",
                                     .accept_encoding = "",
                                     .own = {"", ""},
                                     .peer = call->peer,
                                     .here = call->here,
                                     .port = link->server->listener.port,
                                     .body = "",
                                     .call = call};
    memcpy(call->peer, link->peer, sizeof call->peer);
    memcpy(call->here, link->here, sizeof call->here);
    /* what it came with is the call's from here on: a route may answer when the link is gone */
    call->texts = link->in;
    link->in = NULL;
    link->call = call;
    return call;
}

static void http_call_fields(struct http_call *call)
{
    const struct http_head *head = &call->head;
    struct http_request *request = &call->request;
    const struct http_setup *setup = &call->server->setup;
    request->path = head->path;
    request->host = head->host;
    request->origin = http_head_value(head, "origin");
    request->cookie = http_head_value(head, "cookie");
    request->authorization = http_head_value(head, "authorization");
    request->content_type = http_head_value(head, "content-type");
    request->if_none_match = http_head_value(head, "if-none-match");
    request->accept_encoding = http_head_value(head, "accept-encoding");
    for (size_t i = 0; i < HTTP_OWN_MAX; i++) {
        request->own[i] = setup->own[i] != NULL ? http_head_value(head, setup->own[i]) : "";
    }
}

static void http_call_queue(struct http_call *call)
{
    struct http_server *server = call->server;
    call->queued = true;
    *server->calls_end = call;
    server->calls_end = &call->next;
    http_server_schedule(server);
}

void http_call_sorry(struct http_call *call, int status, const char *text)
{
    char json[256];
    snprintf(json, sizeof json, "{\"sorry\":\"%s\"}", text);
    const struct http_request *request = &call->request;
    struct http_answer answer = {.status = status,
                                 .type = "application/json; charset=utf-8",
                                 .body = json,
                                 .len = strlen(json),
                                 .retry_s = status == 503   ? HTTP_RETRY_SECONDS
                                            : status == 429 ? 1
                                                            : 0};
    http_answer(&request, &answer);
}

static void http_call_broken(struct http_link *link, int status)
{
    struct http_call *call = http_call_new(link);
    http_call_sorry(call, status,
                    status == 431   ? "That head is too long."
                    : status == 414 ? "That address is too long."
                    : status == 505 ? "Only HTTP/1.1 is spoken here."
                                    : "That is not HTTP as it is written down.");
}

/* Who asks, and from where: as a relay says it, or else as it was connected. False when it has to
 * be a relay and is none. */
static bool http_call_from(const struct http_link *link, struct http_call *call,
                           struct http_origin *origin)
{
    const struct http_setup *setup = &link->server->setup;
    static const struct subnets none;
    struct http_relayed relayed;
    if (setup->relay_key == NULL) {
        http_proxy_origin(setup->proxies != NULL ? setup->proxies : &none, link->peer, &call->head,
                          origin);
        return true;
    }
    const char *said = http_head_value(&call->head, HTTP_RELAYED);
    if (!http_relayed_read(&relayed, setup->relay_key, said)) {
        return false;
    }
    memcpy(origin->address, relayed.peer, sizeof origin->address);
    origin->forwarded = relayed.proxied;
    memcpy(call->here, relayed.here, sizeof call->here);
    call->request.port = relayed.port;
    return true;
}

/* Whose place and rate it uses follows from who asks. False when it has been refused. */
static bool http_call_origin(struct http_link *link, struct http_call *call)
{
    const struct http_setup *setup = &link->server->setup;
    struct http_request *request = &call->request;
    const char *origin = link->origin.address;
    char account[HTTP_KEY_BYTES] = "";
    if (!http_call_from(link, call, &link->origin)) {
        http_call_sorry(call, 403, "Not by this door.");
        return false;
    }
    request->same_machine =
        !link->origin.forwarded && (http_is_loopback(origin) || strcmp(origin, call->here) == 0);
    memcpy(call->peer, origin, sizeof call->peer);
    link->rank = HTTP_KNOWN;
    if (setup->whose != NULL) {
        link->rank = setup->whose(setup->context, request, account);
    }
    http_place_charge(link, account[0] != '\0' ? account : NULL);
    return true;
}

/* What Content-Length says; -1 when it is missing, malformed or there is a coding instead. */
static long http_call_length(const struct http_call *call)
{
    const char *text = http_head_value(&call->head, "content-length");
    if (text[0] == '\0' || strlen(text) > 11 ||
        http_head_value(&call->head, "transfer-encoding")[0] != '\0') {
        return -1;
    }
    long length = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at < '0' || *at > '9') {
            return -1;
        }
        length = length * 10 + (*at - '0');
    }
    return length;
}

/* The request is whole: its route answers it. */
static void http_call_whole(struct http_link *link)
{
    link->phase = HTTP_ASKED;
    http_link_timer(link, link->server->limits.answer_seconds);
    http_call_queue(link->call);
}

static void http_call_body(struct http_link *link, const char *bytes, size_t count)
{
    struct http_call *call = link->call;
    size_t most = call->body_max - call->request.body_len;
    count = count < most ? count : most; /* what stands behind it is another request's: not read */
    if (count > 0) {
        memcpy(call->body + call->request.body_len, bytes, count);
        call->request.body_len += count;
        link->active_ms = http_now_ms(link->server);
    }
    if (call->request.body_len == call->body_max) {
        http_call_whole(link);
    }
}

static void http_call_begin_body(struct http_call *call, const char *rest, size_t rest_len)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct http_link *link = call->link;
    size_t most = call->server->limits.body_bytes;
    long length = http_call_length(call);
    const char *expect = http_head_value(&call->head, "expect");
    if (length < 0) {
        http_call_sorry(call, 411, "Say how long it is (Content-Length).");
    } else if ((size_t)length > most) {
        char text[80];
        snprintf(text, sizeof text, "That is too much at once: %zu KiB are the most.", most / 1024);
        http_call_sorry(call, 413, text);
    } else if (expect[0] != '\0' && strcasecmp(expect, "100-continue") != 0) {
        http_call_sorry(call, 417, "That cannot be expected here.");
    } else {
        call->body_max = (size_t)length;
        call->body = heap_allocate(call->body_max + 1);
        call->request.body = call->body;
        link->phase = HTTP_BODY;
        if (expect[0] != '\0' && rest_len == 0 && length > 0) {
            http_link_send(link, go_on, sizeof go_on - 1);
        }
        http_call_body(link, rest, rest_len);
    }
}

static bool http_call_method(struct http_call *call)
{
    const char *method = call->head.method;
    static const struct {
        const char *name;
        enum http_method method;
    } methods[] = {{"GET", HTTP_METHOD_GET},
                   {"HEAD", HTTP_METHOD_GET},
                   {"POST", HTTP_METHOD_POST},
                   {"PUT", HTTP_METHOD_PUT}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (strcmp(methods[i].name, method) == 0) {
            call->request.method = methods[i].method;
            call->only_head = strcmp(method, "HEAD") == 0;
            return true;
        }
    }
    return false;
}

/* Reads the head out of texts; false when it has been refused. */
static bool http_call_read(struct http_call *call, size_t head_len)
{
    int status = http_head_read(&call->head, call->texts, head_len);
    if (status != 0) {
        http_call_sorry(call, status,
                        status == 505 ? "Only HTTP/1.1 is spoken here."
                                      : "That is not HTTP as it is written down.");
        return false;
    }
    http_call_fields(call);
    if (!http_call_origin(call->link, call)) {
        return false;
    }
    if (strlen(call->request.path) >= HTTP_PATH_BYTES_MAX) {
        http_call_sorry(call, 414, "That address is too long.");
        return false;
    }
    return true;
}

static void http_call_begin(struct http_link *link, size_t head_len)
{
    size_t rest_len = link->in_len - head_len;
    struct http_call *call = http_call_new(link);
    char *rest = call->texts + head_len;
    link->active_ms = http_now_ms(link->server);
    if (!http_call_read(call, head_len)) {
        return;
    }
    bool socket = http_head_value(&call->head, "upgrade")[0] != '\0';
    if (!http_place_keep(link, socket)) {
        http_call_sorry(call, 503, "Too many are here just now; come back in a moment.");
    } else if (!http_place_may_ask(link, socket)) {
        http_call_sorry(call, 429, "Slow down a little.");
    } else if (!http_call_method(call)) {
        http_call_sorry(call, 405, "Only GET, HEAD, POST and PUT are served.");
    } else if (socket) {
        http_upgrade(link, rest, rest_len);
    } else if (call->request.method == HTTP_METHOD_GET) {
        http_call_whole(link);
    } else {
        http_call_begin_body(call, rest, rest_len);
    }
}

static bool http_call_is_at(const struct http_call *call, const char *path)
{
    size_t len = strlen(path);
    return len > 0 && path[len - 1] == '*' ? strncmp(path, call->request.path, len - 1) == 0
                                           : strcmp(path, call->request.path) == 0;
}

static const struct http_route *http_call_route(const struct http_call *call, bool *known)
{
    const struct http_setup *setup = &call->server->setup;
    *known = false;
    for (size_t i = 0; i < setup->route_count; i++) {
        if (http_call_is_at(call, setup->routes[i].path)) {
            *known = true;
            if (setup->routes[i].method == call->request.method) {
                return &setup->routes[i];
            }
        }
    }
    return NULL;
}

void http_call_hand(struct http_call *call)
{
    const struct http_setup *setup = &call->server->setup;
    if (call->link == NULL) {
        http_call_free(&call);
        return;
    }
    if (call->server->stopping) {
        http_call_sorry(call, 503, "The server is stopping; come back in a moment.");
        return;
    }
    if (setup->admits != NULL && !setup->admits(setup->context, &call->request)) {
        http_call_sorry(call, 403,
                        "Not from here: open the page by the address it was given with.");
        return;
    }
    bool known = false;
    const struct http_route *route = http_call_route(call, &known);
    if (route != NULL) {
        route->asked(setup->context, &call->request);
    } else if (!known && call->request.method == HTTP_METHOD_GET && http_server_file(call)) {
        return;
    } else {
        http_call_sorry(call, known ? 405 : 404,
                        known ? "Not in that way." : "There is no such page.");
    }
}

static const char *http_status_name(int status)
{
    static const struct {
        int status;
        const char *name;
    } names[] = {{200, "OK"},
                 {204, "No Content"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {409, "Conflict"},
                 {411, "Length Required"},
                 {413, "Content Too Large"},
                 {414, "URI Too Long"},
                 {415, "Unsupported Media Type"},
                 {417, "Expectation Failed"},
                 {426, "Upgrade Required"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {503, "Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].status == status) {
            return names[i].name;
        }
    }
    return "Answer";
}

/* A line of the head; what does not fit is left out whole. No text of ours has a line break. */
static size_t http_head_line(char *head, size_t len, const char *name, const char *value)
{
    assert(strpbrk(value, "\r\n") == NULL);
    int more = snprintf(head + len, HTTP_HEAD_OUT_BYTES_MAX - len, "%s %s\r\n", name, value);
    assert(more > 0);
    assert((size_t)more < HTTP_HEAD_OUT_BYTES_MAX - len);
    return len + (size_t)more;
}

/* What an answer says beside: HTML is a document, which a browser shows; all else is a part of one.
 * "Not modified" says nothing, so that what was said with the bytes goes on counting. */
static const char *const *http_headers(const struct http_call *call,
                                       const struct http_answer *answer)
{
    const struct http_setup *setup = &call->server->setup;
    bool is_document = answer->type != NULL && strncmp(answer->type, "text/html", 9) == 0;
    if (answer->status == 304) {
        return NULL;
    }
    if (answer->headers != NULL) {
        return answer->headers;
    }
    return is_document || setup->part_headers == NULL ? setup->headers : setup->part_headers;
}

static size_t http_head(const struct http_call *call, const struct http_answer *answer, char *head)
{
    char number[24];
    const char *const *headers = http_headers(call, answer);
    snprintf(number, sizeof number, "%d", answer->status);
    size_t len = http_head_line(head, 0, "HTTP/1.1", number) - 2;
    len = http_head_line(head, len, "", http_status_name(answer->status));
    for (; headers != NULL && headers[0] != NULL; headers += 2) {
        len = http_head_line(head, len, headers[0], headers[1]);
    }
    len =
        http_head_line(head, len, "Cache-Control:", answer->etag != NULL ? "no-cache" : "no-store");
    if (answer->etag != NULL) {
        len = http_head_line(head, len, "ETag:", answer->etag);
    }
    if (answer->varies) {
        len = http_head_line(head, len, "Vary:", "Accept-Encoding");
    }
    if (answer->encoding != NULL) {
        len = http_head_line(head, len, "Content-Encoding:", answer->encoding);
    }
    if (answer->cookie != NULL) {
        len = http_head_line(head, len, "Set-Cookie:", answer->cookie);
    }
    if (answer->type != NULL) {
        len = http_head_line(head, len, "Content-Type:", answer->type);
    }
    if (answer->status != 204 && answer->status != 304) {
        snprintf(number, sizeof number, "%zu", answer->len);
        len = http_head_line(head, len, "Content-Length:", number);
    }
    if (answer->retry_s > 0) {
        snprintf(number, sizeof number, "%u", answer->retry_s);
        len = http_head_line(head, len, "Retry-After:", number);
    }
    if (answer->status == 426) {
        len = http_head_line(head, len, "Sec-WebSocket-Version:", "13");
    }
    len = http_head_line(head, len, "Connection:", "close");
    head[len] = '\r';
    head[len + 1] = '\n';
    return len + 2;
}

void http_answer(const struct http_request **request, const struct http_answer *answer)
{
    struct http_call *call = (*request)->call;
    *request = NULL;
    assert(!call->answered);
    if (call->link == NULL) {
        http_call_free(&call);
        return;
    }
    char head[HTTP_HEAD_OUT_BYTES_MAX];
    size_t head_len = http_head(call, answer, head);
    size_t body_len = call->only_head || answer->body == NULL ? 0 : answer->len;
    call->out = heap_allocate(head_len + body_len + 1);
    memcpy(call->out, head, head_len);
    if (body_len > 0) {
        memcpy(call->out + head_len, answer->body, body_len);
    }
    call->out_len = head_len + body_len;
    call->answered = true;
    call->link->phase = HTTP_WRITE;
    call->link->active_ms = http_now_ms(call->server);
    http_link_timer(call->link, call->server->limits.answer_seconds);
    http_link_want(call->link);
}

void http_answer_json(const struct http_request **request, int status, const char *json)
{
    struct http_answer answer = {.status = status,
                                 .type = "application/json; charset=utf-8",
                                 .body = json,
                                 .len = strlen(json)};
    http_answer(request, &answer);
}

static void http_call_write(struct http_link *link)
{
    struct http_call *call = link->call;
    long count = http_link_send(link, call->out + call->out_sent, call->out_len - call->out_sent);
    if (count < 0) {
        http_link_end(link);
        return;
    }
    if (count > 0) {
        link->active_ms = http_now_ms(link->server);
    }
    call->out_sent += (size_t)count;
    if (call->out_sent == call->out_len) {
        http_call_free(&link->call);
        http_link_linger(link);
    }
}

static void http_call_gone(struct http_link *link)
{
    struct http_call *call = link->call;
    link->call = NULL;
    if (call == NULL) {
        return;
    }
    call->link = NULL;
    /* while it is being read or written it is ours; otherwise its route still answers it */
    if (call->answered || !call->queued) {
        http_call_free(&call);
    }
}

/* The head is gathered in memory of its own, which the call then takes over. */
static void http_call_head(struct http_link *link, const char *bytes, size_t count)
{
    link->in = heap_grow(link->in, link->in_len + count + 1, 1);
    memcpy(link->in + link->in_len, bytes, count);
    link->in_len += count;
    long end = http_head_gathered(link->in, link->in_len, &link->in_scanned);
    if (end < 0) {
        http_call_broken(link, (int)-end);
    } else if (end > 0) {
        http_call_begin(link, (size_t)end);
    }
}

static void http_call_came(struct http_link *link, size_t count)
{
    const char *bytes = link->server->chunk;
    if (link->phase == HTTP_HEAD) {
        http_call_head(link, bytes, count);
    } else if (link->phase == HTTP_BODY) {
        http_call_body(link, bytes, count);
    }
}

static void http_call_writable(struct http_link *link)
{
    if (link->phase == HTTP_WRITE) {
        http_call_write(link);
    }
}

static int http_call_events(const struct http_link *link)
{
    if (link->phase == HTTP_WRITE) {
        return UV_WRITABLE;
    }
    return link->phase == HTTP_ASKED ? 0 : UV_READABLE; /* what comes behind a request waits */
}

const struct http_link_user http_call_user = {
    .came = http_call_came,
    .writable = http_call_writable,
    .events = http_call_events,
    .gone = http_call_gone,
};
