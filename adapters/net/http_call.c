/* One request and its answer: read in the library's callbacks, handed to its route from the loop,
 * written when the connection can take more. */
#include "http_lan.h"
#include "http_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HTTP_TEXTS = 6, HTTP_HEAD_OUT_BYTES_MAX = 4096 };

static void *http_take(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

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

/* Copies a header into at (of room bytes) and returns its size with the zero; 0: too long. */
static size_t http_call_header(struct http_link *link, enum lws_token_indexes token, char *at,
                               size_t room)
{
    int len = lws_hdr_total_length(link->wsi, token);
    if (len <= 0) {
        *at = '\0';
        return 1;
    }
    if ((size_t)len + 1 > room || len >= HTTP_TEXT_BYTES_MAX ||
        lws_hdr_copy(link->wsi, at, (int)room, token) < 0) {
        return 0;
    }
    return strlen(at) + 1;
}

/* The same for a header that has no token of the library's. */
static size_t http_call_own(const struct http_link *link, const char *name, char *at, size_t room)
{
    int name_len = name == NULL ? 0 : (int)strlen(name);
    int len = name == NULL ? 0 : lws_hdr_custom_length(link->wsi, name, name_len);
    if (len <= 0) {
        *at = '\0';
        return 1;
    }
    if ((size_t)len + 1 > room || len >= HTTP_TEXT_BYTES_MAX ||
        lws_hdr_custom_copy(link->wsi, at, (int)room, name, name_len) < 0) {
        return 0;
    }
    return strlen(at) + 1;
}

static bool http_call_headers(struct http_call *call, struct http_link *link, char *at, size_t room)
{
    struct http_request *request = &call->request;
    const struct {
        enum lws_token_indexes token;
        const char **text;
    } wanted[HTTP_TEXTS] = {{WSI_TOKEN_HOST, &request->host},
                            {WSI_TOKEN_ORIGIN, &request->origin},
                            {WSI_TOKEN_HTTP_COOKIE, &request->cookie},
                            {WSI_TOKEN_HTTP_AUTHORIZATION, &request->authorization},
                            {WSI_TOKEN_HTTP_CONTENT_TYPE, &request->content_type},
                            {WSI_TOKEN_HTTP_IF_NONE_MATCH, &request->if_none_match}};
    for (size_t i = 0; i < HTTP_TEXTS; i++) {
        size_t size = http_call_header(link, wanted[i].token, at, room);
        if (size == 0) {
            return false;
        }
        *wanted[i].text = at;
        at += size;
        room -= size;
    }
    for (size_t i = 0; i < HTTP_OWN_MAX; i++) {
        size_t size = http_call_own(link, link->server->setup.own[i], at, room);
        if (size == 0) {
            return false;
        }
        request->own[i] = at;
        at += size;
        room -= size;
    }
    return true;
}

struct http_call *http_call_read(struct http_link *link, const char *path, size_t path_len)
{
    if (path_len >= HTTP_PATH_BYTES_MAX || memchr(path, '\0', path_len) != NULL) {
        return NULL;
    }
    struct http_call *call = http_take(sizeof *call);
    size_t room = HTTP_PATH_BYTES_MAX + (size_t)(HTTP_TEXTS + HTTP_OWN_MAX) * HTTP_TEXT_BYTES_MAX;
    call->texts = http_take(room);
    call->server = link->server;
    call->link = link;
    memcpy(call->texts, path, path_len);
    if (!http_call_headers(call, link, call->texts + path_len + 1, room - path_len - 1)) {
        http_call_free(&call);
        return NULL;
    }
    call->request.path = call->texts;
    call->request.call = call;
    call->request.peer = link->peer;
    call->request.here = link->here;
    call->request.port = link->server->port;
    call->request.same_machine =
        http_is_loopback(link->peer) || strcmp(link->peer, link->here) == 0;
    call->request.body = "";
    return call;
}

void http_call_queue(struct http_call *call)
{
    struct http_server *server = call->server;
    call->queued = true;
    *server->calls_end = call;
    server->calls_end = &call->next;
    http_server_wake(server);
}

static void http_sorry(struct http_call *call, int status, const char *text)
{
    char json[256];
    snprintf(json, sizeof json, "{\"sorry\":\"%s\"}", text);
    const struct http_request *request = &call->request;
    http_answer_json(&request, status, json);
}

/* What Content-Length says; -1 when it is missing, malformed or there is a coding instead. */
static long http_call_length(struct http_link *link)
{
    char text[12];
    int len = lws_hdr_total_length(link->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (len <= 0 || len >= (int)sizeof text ||
        lws_hdr_total_length(link->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
        lws_hdr_copy(link->wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) < 0) {
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

static int http_call_begin_body(struct http_call *call, enum http_method method)
{
    size_t most = call->server->limits.body_bytes;
    long length = http_call_length(call->link);
    call->request.method = method;
    if (length < 0) {
        http_sorry(call, 411, "Say how long it is (Content-Length).");
    } else if ((size_t)length > most) {
        char text[80];
        snprintf(text, sizeof text, "That is too much at once: %zu KiB are the most.", most / 1024);
        http_sorry(call, 413, text);
    } else {
        call->body_max = (size_t)length;
        call->body = http_take(call->body_max + 1);
        call->request.body = call->body;
    }
    return 0;
}

int http_call_begin(struct http_link *link, const char *path, size_t path_len)
{
    if (link->call != NULL) { /* a second one before the first was answered */
        return -1;
    }
    struct http_call *call = http_call_read(link, path, path_len);
    if (call == NULL) {
        lws_return_http_status(link->wsi, 431, NULL);
        return -1;
    }
    link->call = call;
    if (!http_address_may(link)) {
        http_sorry(call, 429, "Slow down a little.");
        return 0;
    }
    if (lws_hdr_total_length(link->wsi, WSI_TOKEN_POST_URI) > 0) {
        return http_call_begin_body(call, HTTP_METHOD_POST);
    }
    if (lws_hdr_total_length(link->wsi, WSI_TOKEN_PUT_URI) > 0) {
        return http_call_begin_body(call, HTTP_METHOD_PUT);
    }
    call->head = lws_hdr_total_length(link->wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!call->head && lws_hdr_total_length(link->wsi, WSI_TOKEN_GET_URI) <= 0) {
        http_sorry(call, 405, "Only GET, HEAD, POST and PUT are served.");
        return 0;
    }
    return http_call_whole(link);
}

int http_call_body(struct http_link *link, const char *bytes, size_t count)
{
    struct http_call *call = link->call;
    if (call == NULL || call->answered) {
        return 0; /* it will be closed: what still comes is not read */
    }
    if (count > call->body_max - call->request.body_len) {
        return -1;
    }
    if (count > 0) {
        memcpy(call->body + call->request.body_len, bytes, count);
        call->request.body_len += count;
    }
    return 0;
}

int http_call_whole(struct http_link *link)
{
    /* the library says so again when more bytes come before the answer has gone out */
    if (link->call == NULL || link->call->answered || link->call->queued) {
        return 0;
    }
    http_link_timer(link, link->server->limits.answer_seconds);
    /* otherwise the loop spins over what comes meanwhile, or over the other side having gone */
    http_link_read(link, false);
    http_call_queue(link->call);
    return 0;
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
        http_sorry(call, 503, "The server is stopping; come back in a moment.");
        return;
    }
    if (setup->admits != NULL && !setup->admits(setup->context, &call->request)) {
        http_sorry(call, 403, "Not from here: open the page by the address it was given with.");
        return;
    }
    bool known = false;
    const struct http_route *route = http_call_route(call, &known);
    if (route != NULL) {
        route->asked(setup->context, &call->request);
    } else if (!known && call->request.method == HTTP_METHOD_GET && http_file_answer(call)) {
        return;
    } else {
        http_sorry(call, known ? 405 : 404, known ? "Not in that way." : "There is no such page.");
    }
}

static const char *http_status_name(int status)
{
    static const struct {
        int status;
        const char *name;
    } names[] = {{200, "OK"},          {204, "No Content"},         {304, "Not Modified"},
                 {400, "Bad Request"}, {403, "Forbidden"},          {404, "Not Found"},
                 {409, "Conflict"},    {405, "Method Not Allowed"}, {411, "Length Required"},
                 {413, "Too Large"},   {415, "Unsupported Type"},   {429, "Too Many Requests"},
                 {503, "Unavailable"}};
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

static size_t http_head(const struct http_call *call, const struct http_answer *answer, char *head)
{
    char number[24];
    const char *const *headers = call->server->setup.headers;
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
    size_t body_len = call->head || answer->body == NULL ? 0 : answer->len;
    call->out = http_take(head_len + body_len + 1);
    memcpy(call->out, head, head_len);
    if (body_len > 0) {
        memcpy(call->out + head_len, answer->body, body_len);
    }
    call->out_len = head_len + body_len;
    call->answered = true;
    http_link_read(call->link, true); /* the library writes only to whom it also reads */
    lws_callback_on_writable(call->link->wsi);
}

void http_answer_json(const struct http_request **request, int status, const char *json)
{
    struct http_answer answer = {.status = status,
                                 .type = "application/json; charset=utf-8",
                                 .body = json,
                                 .len = strlen(json)};
    http_answer(request, &answer);
}

int http_call_write(struct http_link *link)
{
    struct http_call *call = link->call;
    if (call == NULL || !call->answered) {
        return 0;
    }
    if (call->out_sent < call->out_len) {
        size_t count = call->out_len - call->out_sent;
        count = count < HTTP_CHUNK_BYTES ? count : HTTP_CHUNK_BYTES;
        unsigned char *from = (unsigned char *)call->out + call->out_sent;
        if (lws_write(link->wsi, from, count, LWS_WRITE_HTTP) < (int)count) {
            return -1;
        }
        call->out_sent += count;
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    http_call_free(&link->call);
    return -1; /* and that closes it */
}

void http_call_gone(struct http_link *link)
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
