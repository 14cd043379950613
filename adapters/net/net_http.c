/* Requests on libcurl's multi interface. What it wants to wait for, descriptors and one time, is
 * the loop's; ends are told after it has returned, never from inside of it. */
#include "net_client_private.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"

enum { NET_CONNECT_MS = 5000, NET_HEADERS_BYTES_MAX = 32 * 1024, NET_IDLE_SECONDS = 110 };

struct net_call {
    struct net_client *client;
    CURL *easy;
    struct curl_slist *headers;
    curl_mime *mime;
    char *body;
    net_call_fn done;
    void (*piece)(void *user, const char *bytes, size_t len);
    void *user;
    size_t pieces_len;
    size_t answer_max;
    struct buf answer;
    bool too_long;
    struct net_header list[NET_ANSWER_HEADERS_MAX]; /* texts are heads' */
    size_t count;
    size_t heads_len;
    char heads[NET_HEADERS_BYTES_MAX];
};

/* ---- what comes */

/* Of a 2xx that is wanted so; all else is kept. */
static size_t http_piece(struct net_call *call, const char *bytes, size_t len)
{
    call->too_long = len > call->answer_max - call->pieces_len;
    if (call->too_long) {
        return 0;
    }
    call->pieces_len += len;
    call->piece(call->user, bytes, len);
    return len;
}

static size_t http_body(char *bytes, size_t size, size_t count, void *user)
{
    struct net_call *call = user;
    long status = 0;
    if (call->piece != NULL) {
        curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
    }
    if (status >= 200 && status < 300) {
        return http_piece(call, bytes, size * count);
    }
    buf_add(&call->answer, bytes, size * count);
    if (call->answer.full) {
        call->too_long = true;
        return 0;
    }
    return size * count;
}

/* One line of the head: "Name: value\r\n". A status line begins a new head. */
static size_t http_head(char *bytes, size_t size, size_t count, void *user)
{
    struct net_call *call = user;
    size_t len = size * count;
    size_t all = len;
    if (len >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
        call->count = 0;
        call->heads_len = 0;
        return all;
    }
    const char *colon = memchr(bytes, ':', len);
    if (colon == NULL || call->count == NET_ANSWER_HEADERS_MAX ||
        call->heads_len + len + 2 > sizeof call->heads) {
        return all;
    }
    char *name = call->heads + call->heads_len;
    size_t name_len = (size_t)(colon - bytes);
    for (size_t i = 0; i < name_len; i++) {
        name[i] = (char)tolower((unsigned char)bytes[i]);
    }
    name[name_len] = '\0';
    const char *from = colon + 1;
    size_t left = len - name_len - 1;
    while (left > 0 && (*from == ' ' || *from == '\t')) {
        from++;
        left--;
    }
    while (left > 0 && strchr("\r\n \t", from[left - 1]) != NULL) {
        left--;
    }
    char *value = name + name_len + 1;
    memcpy(value, from, left);
    value[left] = '\0';
    call->list[call->count++] = (struct net_header){name, value};
    call->heads_len += name_len + left + 2;
    return all;
}

/* ---- the end */

static void http_call_free(struct net_call **call)
{
    struct net_call *freed = *call;
    *call = NULL;
    curl_multi_remove_handle(freed->client->multi, freed->easy);
    curl_easy_cleanup(freed->easy);
    curl_mime_free(freed->mime);
    curl_slist_free_all(freed->headers);
    buf_deinit(&freed->answer);
    freed->client->calls--;
    free(freed->body);
    free(freed);
}

static enum net_end http_end(const struct net_call *call, CURLcode result)
{
    long sent = 0;
    if (result == CURLE_OK) {
        return NET_ANSWERED;
    }
    if (call->too_long) {
        return NET_TOO_LONG;
    }
    curl_easy_getinfo(call->easy, CURLINFO_REQUEST_SIZE, &sent);
    return sent == 0 ? NET_UNREACHED : NET_UNKNOWN;
}

static void http_ended(struct net_call *call, CURLcode result)
{
    struct net_client *client = call->client;
    struct net_answer answer = {.end = http_end(call, result), .body = "", .why = ""};
    if (answer.end == NET_ANSWERED) {
        long status = 0;
        curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
        answer.status = (int)status;
        answer.headers = call->list;
        answer.header_count = call->count;
        answer.body = call->answer.text != NULL ? call->answer.text : "";
        answer.body_len = call->answer.len;
        client->doubt = false;
    } else {
        answer.why = curl_easy_strerror(result);
        client->doubt = client->doubt || result == CURLE_OPERATION_TIMEDOUT;
    }
    curl_multi_remove_handle(client->multi, call->easy);
    call->done(call->user, &answer);
    http_call_free(&call);
}

/* Tells all that have ended. A hook may start and cancel others. */
static void http_tell(struct net_client *client)
{
    int left = 0;
    for (const CURLMsg *message = curl_multi_info_read(client->multi, &left); message != NULL;
         message = curl_multi_info_read(client->multi, &left)) {
        struct net_call *call = NULL;
        if (message->msg != CURLMSG_DONE) {
            continue;
        }
        CURLcode result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &call);
        http_ended(call, result);
    }
}

/* ---- the loop */

/* A descriptor that libcurl watches. */
struct http_watch {
    struct net_client *client;
    struct loop_poll *poll;
    curl_socket_t file;
};

static void http_ready(void *context, unsigned events)
{
    const struct http_watch *watch = context;
    struct net_client *client = watch->client;
    int running = 0;
    int what = ((events & LOOP_READABLE) != 0 ? CURL_CSELECT_IN : 0) |
               ((events & LOOP_WRITABLE) != 0 ? CURL_CSELECT_OUT : 0);
    curl_multi_socket_action(client->multi, watch->file, what, &running); /* may free the watch */
    http_tell(client);
}

static int http_watch(CURL *easy, curl_socket_t file, int what, void *user, void *known)
{
    struct net_client *client = user;
    struct http_watch *watch = known;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watch != NULL) {
            loop_poll_free(&watch->poll);
            curl_multi_assign(client->multi, file, NULL);
            free(watch);
        }
        return 0;
    }
    if (watch == NULL) {
        watch = heap_take(sizeof *watch);
        watch->client = client;
        watch->file = file;
        watch->poll = loop_poll_new(client->loop, file, http_ready, watch);
        curl_multi_assign(client->multi, file, watch);
    }
    loop_poll_set(watch->poll, (what & CURL_POLL_IN ? LOOP_READABLE : 0U) |
                                   (what & CURL_POLL_OUT ? LOOP_WRITABLE : 0U));
    return 0;
}

static void http_time_is_up(void *context)
{
    struct net_client *client = context;
    int running = 0;
    curl_multi_socket_action(client->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    http_tell(client);
}

static int http_timer(CURLM *multi, long delay_ms, void *user)
{
    struct net_client *client = user;
    (void)multi;
    if (delay_ms < 0) {
        loop_timer_stop(client->multi_timer);
    } else {
        loop_timer_set(client->multi_timer, delay_ms);
    }
    return 0;
}

int net_http_open(struct net_client *client, struct fault *fault)
{
    static bool ready;
    if (!ready && curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
        return fault_set(fault, FAULT_BROKEN, "libcurl does not start");
    }
    ready = true;
    client->multi_timer = loop_timer_new(client->loop, http_time_is_up, client);
    client->multi = curl_multi_init();
    if (client->multi == NULL) {
        return fault_set(fault, FAULT_BROKEN, "libcurl does not start");
    }
    curl_multi_setopt(client->multi, CURLMOPT_SOCKETFUNCTION, http_watch);
    curl_multi_setopt(client->multi, CURLMOPT_SOCKETDATA, client);
    curl_multi_setopt(client->multi, CURLMOPT_TIMERFUNCTION, http_timer);
    curl_multi_setopt(client->multi, CURLMOPT_TIMERDATA, client);
    curl_multi_setopt(client->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    /* fewer at once than are kept: else each that ends would be closed for those still busy */
    curl_multi_setopt(client->multi, CURLMOPT_MAXCONNECTS, (long)NET_CONNECTIONS_MAX);
    curl_multi_setopt(client->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)NET_HOST_CONNECTIONS_MAX);
    return 0;
}

void net_http_close(struct net_client *client)
{
    if (client->multi != NULL) {
        curl_multi_cleanup(client->multi);
        client->multi = NULL;
    }
    loop_timer_free(&client->multi_timer);
}

/* ---- a new call */

static void http_header(struct net_call *call, const char *name, const char *value)
{
    struct buf line;
    buf_init(&line, NET_HEADERS_BYTES_MAX);
    buf_text(&line, name);
    buf_text(&line, ": ");
    buf_text(&line, value);
    struct curl_slist *list = curl_slist_append(call->headers, line.text);
    buf_deinit(&line);
    if (list == NULL) {
        abort();
    }
    call->headers = list;
}

static void http_headers(struct net_call *call, const struct net_request *request)
{
    bool agent = false;
    bool type = false;
    for (size_t i = 0; i < request->header_count; i++) {
        const struct net_header *header = &request->headers[i];
        agent = agent || strcasecmp(header->name, "User-Agent") == 0;
        type = type || strcasecmp(header->name, "Content-Type") == 0;
        http_header(call, header->name, header->value);
    }
    if (!agent) {
        http_header(call, "User-Agent", call->client->agent);
    }
    call->headers = curl_slist_append(call->headers, "Expect:");
    if (!type && request->part_count == 0) {
        call->headers = curl_slist_append(call->headers, "Content-Type:");
    }
    curl_easy_setopt(call->easy, CURLOPT_HTTPHEADER, call->headers);
}

static void http_parts(struct net_call *call, const struct net_request *request)
{
    call->mime = curl_mime_init(call->easy);
    for (size_t i = 0; i < request->part_count; i++) {
        const struct net_part *from = &request->parts[i];
        curl_mimepart *part = curl_mime_addpart(call->mime);
        if (part == NULL || curl_mime_data(part, from->bytes, from->len) != CURLE_OK ||
            curl_mime_name(part, from->name) != CURLE_OK ||
            (from->filename != NULL && curl_mime_filename(part, from->filename) != CURLE_OK) ||
            (from->type != NULL && curl_mime_type(part, from->type) != CURLE_OK)) {
            abort(); /* out of memory */
        }
    }
    curl_easy_setopt(call->easy, CURLOPT_MIMEPOST, call->mime);
}

static bool http_wants_body(const char *method)
{
    return strcmp(method, "POST") == 0 || strcmp(method, "PUT") == 0 ||
           strcmp(method, "PATCH") == 0;
}

static void http_what(struct net_call *call, const struct net_request *request)
{
    CURL *easy = call->easy;
    if (request->part_count > 0) {
        http_parts(call, request);
    } else if (request->body != NULL || http_wants_body(request->method)) {
        call->body = heap_text(request->body, request->body != NULL ? request->body_len : 0);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, call->body);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_len);
    } else {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

static void http_how(struct net_call *call, const struct net_request *request)
{
    CURL *easy = call->easy;
    const struct net_client *client = call->client;
    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT,
                     1L); /* rather a stream of a connection than a new one */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, (long)NET_IDLE_SECONDS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->time_ms);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)NET_CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_STREAM_WEIGHT, request->urgent ? 256L : 16L);
    if (client->ca_file != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, client->ca_file);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    if (request->moves > 0) { /* never from TLS to none */
        bool safe = strncasecmp(request->url, "https:", 6) == 0;
        curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)request->moves);
        curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, safe ? "https" : "http,https");
    }
    if (client->doubt || request->once) {
        curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    }
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, http_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, call);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, http_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, call);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, call);
}

struct net_call *net_http_call(void *context, const struct net_request *request, net_call_fn done,
                               void *user)
{
    struct net_client *client = context;
    struct net_call *call = heap_take(sizeof *call);
    assert(request->time_ms > 0);
    call->client = client;
    call->done = done;
    call->user = user;
    call->easy = curl_easy_init();
    if (call->easy == NULL) {
        abort();
    }
    call->piece = request->piece;
    call->answer_max =
        request->answer_max != 0 ? request->answer_max : (size_t)NET_ANSWER_BYTES_MAX;
    buf_init(&call->answer, call->answer_max);
    http_how(call, request);
    http_what(call, request);
    http_headers(call, request);
    client->calls++;
    if (curl_multi_add_handle(client->multi, call->easy) != CURLM_OK) {
        abort();
    }
    return call;
}

void net_http_cancel(void *context, struct net_call **call)
{
    (void)context;
    if (*call != NULL) {
        http_call_free(call);
    }
}
