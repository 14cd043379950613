/* Requests on libcurl's multi interface. Ends are reported after it has returned, never from inside
 * of it. */
#include "net_client_private.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "net_url.h"

enum {
    NET_CONNECT_MS = 5000,
    NET_HEADERS_BYTES_MAX = 32 * 1024,
    NET_IDLE_SECONDS = 110,
    NET_EXPECT_BYTES = 64 * 1024, /* of a body: libcurl may ask first whether one of more is wanted,
                                     which it is */
    NET_RESTING_MAX = 64          /* calls that are kept, with all that is the same for the next */
};

/* A header of the answer, by its places in call.heads. */
struct http_field {
    uint32_t name;
    uint32_t value;
};

struct net_call {
    struct net_client *client;
    struct net_call *next; /* that rests too */
    CURL *easy;
    CURLU *url;
    char *origin; /* that url is, NULL: it is more */
    struct curl_slist *headers;
    struct buf lines; /* headers, as they were asked for */
    curl_mime *mime;
    char *body;
    net_call_fn done;
    void (*piece)(void *user, const char *bytes, size_t len);
    void *user;
    size_t pieces_len;
    size_t answer_max;
    struct buf answer;
    bool too_long;
    struct buf heads; /* names and values, each with its zero */
    struct http_field fields[NET_ANSWER_HEADERS_MAX];
    size_t count;
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

static bool http_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char http_small(char c)
{
    return (char)tolower((unsigned char)c);
}

/* One header of the answer: its name in small letters, its value without blanks around it. */
static void http_field(struct net_call *call, const char *line, size_t name_len, size_t len)
{
    struct http_field *field = &call->fields[call->count++];
    size_t from = name_len + 1;
    while (from < len && http_is_blank(line[from])) {
        from++;
    }
    while (len > from && http_is_blank(line[len - 1])) {
        len--;
    }
    field->name = (uint32_t)call->heads.len;
    buf_add(&call->heads, line, name_len);
    for (char *name = call->heads.text + field->name; *name != '\0'; name++) {
        *name = http_small(*name);
    }
    buf_add(&call->heads, "", 1);
    field->value = (uint32_t)call->heads.len;
    buf_add(&call->heads, line + from, len - from);
    buf_add(&call->heads, "", 1);
}

/* One line of the head: "Name: value\r\n". A status line begins a new head. */
static size_t http_head(char *bytes, size_t size, size_t count, void *user)
{
    struct net_call *call = user;
    size_t len = size * count;
    if (len >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
        call->count = 0;
        buf_clear(&call->heads);
        return len;
    }
    const char *colon = memchr(bytes, ':', len);
    if (colon != NULL && call->count < NET_ANSWER_HEADERS_MAX &&
        call->heads.len + len + 2 <= call->heads.max) {
        http_field(call, bytes, (size_t)(colon - bytes), len);
    }
    return len;
}

/* ---- the end */

static void http_call_free(struct net_call *call)
{
    curl_easy_cleanup(call->easy);
    curl_mime_free(call->mime);
    curl_url_cleanup(call->url);
    free(call->origin);
    curl_slist_free_all(call->headers);
    buf_deinit(&call->lines);
    buf_deinit(&call->heads);
    buf_deinit(&call->answer);
    free(call->body);
    free(call);
}

/* It rests, or dies where enough do. What was sent and answered is forgotten. */
static void http_call_end(struct net_call **call)
{
    struct net_call *ended = *call;
    struct net_client *client = ended->client;
    *call = NULL;
    curl_multi_remove_handle(client->multi, ended->easy);
    client->calls--;
    if (ended->mime != NULL || client->resting_count == NET_RESTING_MAX) {
        http_call_free(ended);
        return;
    }
    curl_easy_setopt(ended->easy, CURLOPT_POSTFIELDS, NULL);
    free(ended->body);
    ended->body = NULL;
    buf_deinit(&ended->answer);
    buf_clear(&ended->heads);
    ended->count = 0;
    ended->too_long = false;
    ended->pieces_len = 0;
    ended->next = client->resting;
    client->resting = ended;
    client->resting_count++;
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
    struct net_header headers[NET_ANSWER_HEADERS_MAX];
    struct net_answer answer = {.end = http_end(call, result),
                                .headers = headers,
                                .header_count = call->count,
                                .body = "",
                                .why = ""};
    for (size_t i = 0; i < call->count; i++) {
        const struct http_field *field = &call->fields[i];
        headers[i] = (struct net_header){.name = call->heads.text + field->name,
                                         .value = call->heads.text + field->value};
    }
    if (answer.end == NET_ANSWERED) {
        long status = 0;
        curl_easy_getinfo(call->easy, CURLINFO_RESPONSE_CODE, &status);
        answer.status = (int)status;
        answer.body = call->answer.text != NULL ? call->answer.text : "";
        answer.body_len = call->answer.len;
        client->doubt = false;
    } else {
        answer.why = curl_easy_strerror(result);
        client->doubt = client->doubt || result == CURLE_OPERATION_TIMEDOUT;
    }
    curl_multi_remove_handle(client->multi, call->easy);
    call->done(call->user, &answer);
    http_call_end(&call);
}

void net_http_notify(struct net_client *client)
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

/* ---- opening and closing */

/* The names that libcurl reads; which of them counts for what is left to it. */
static bool http_is_direct(void)
{
    static const char *const names[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                        "ALL_PROXY"};
    bool direct = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        direct = direct && (value == NULL || value[0] == '\0');
    }
    return direct;
}

int net_http_open(struct net_client *client, struct fault *fault)
{
    static bool ready;
    if (!ready && curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
        return fault_set(fault, FAULT_BROKEN, "libcurl does not start");
    }
    ready = true;
    client->multi = curl_multi_init();
    if (client->multi == NULL) {
        return fault_set(fault, FAULT_BROKEN, "libcurl does not start");
    }
    client->direct = http_is_direct();
    net_watch_open(client);
    curl_multi_setopt(client->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    /* fewer at once than are kept: else each that ends would be closed for those still busy */
    curl_multi_setopt(client->multi, CURLMOPT_MAXCONNECTS, (long)NET_CONNECTIONS_MAX);
    curl_multi_setopt(client->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)NET_HOST_CONNECTIONS_MAX);
    return 0;
}

void net_http_close(struct net_client *client)
{
    while (client->resting != NULL) {
        struct net_call *call = client->resting;
        client->resting = call->next;
        http_call_free(call);
    }
    if (client->multi != NULL) {
        curl_multi_cleanup(client->multi);
        client->multi = NULL;
    }
    net_watch_close(client);
}

/* ---- a new call */

static void http_line(struct buf *lines, const char *name, const char *value)
{
    buf_text(lines, name);
    buf_text(lines, ": ");
    buf_text(lines, value);
    buf_add(lines, "", 1);
}

/* All headers of the request, one after the other, each with its zero. */
static void http_lines(const struct net_call *call, const struct net_request *request,
                       struct buf *lines)
{
    bool agent = false;
    bool type = false;
    for (size_t i = 0; i < request->header_count; i++) {
        const struct net_header *header = &request->headers[i];
        agent = agent || strcasecmp(header->name, "User-Agent") == 0;
        type = type || strcasecmp(header->name, "Content-Type") == 0;
        http_line(lines, header->name, header->value);
    }
    if (!agent) {
        http_line(lines, "User-Agent", call->client->agent);
    }
    if (request->part_count > 0 || request->body_len > NET_EXPECT_BYTES) {
        buf_add(lines, "Expect:", sizeof "Expect:");
    }
    if (!type && request->part_count == 0) {
        buf_add(lines, "Content-Type:", sizeof "Content-Type:");
    }
}

/* One request has mostly the headers of the one before it. */
static void http_headers(struct net_call *call, const struct net_request *request)
{
    struct buf lines;
    buf_init(&lines, NET_HEADERS_BYTES_MAX);
    http_lines(call, request, &lines);
    if (lines.len == call->lines.len && memcmp(lines.text, call->lines.text, lines.len) == 0) {
        buf_deinit(&lines);
        return;
    }
    buf_deinit(&call->lines);
    call->lines = lines;
    curl_slist_free_all(call->headers);
    call->headers = NULL;
    for (size_t at = 0; at < lines.len; at += strlen(lines.text + at) + 1) {
        struct curl_slist *list = curl_slist_append(call->headers, lines.text + at);
        if (list == NULL) {
            abort(); /* out of memory */
        }
        call->headers = list;
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

/* The URL is nothing but an origin, mostly that of the request before. */
static void http_origin(struct net_call *call, const char *url, size_t len)
{
    if (call->origin != NULL && strlen(call->origin) == len &&
        memcmp(call->origin, url, len) == 0) {
        return;
    }
    free(call->origin);
    call->origin = heap_text(url, len);
    curl_url_set(call->url, CURLUPART_URL, NULL, 0); /* else one may be relative to the last */
    bool known = curl_url_set(call->url, CURLUPART_URL, call->origin, 0) == CURLUE_OK;
    curl_easy_setopt(call->easy, CURLOPT_URL, call->origin);
    curl_easy_setopt(call->easy, CURLOPT_CURLU, known ? call->url : NULL);
}

/* libcurl looks at each letter of a path several times, so it gets what stands behind the origin as
 * it is to be sent. What it may have to follow or to mend, or to ask a proxy for, it gets whole. */
static void http_where(struct net_call *call, const struct net_request *request)
{
    size_t len = call->client->direct && request->moves == 0 ? net_url_origin(request->url) : 0;
    if (len > 0) {
        http_origin(call, request->url, len);
        curl_easy_setopt(call->easy, CURLOPT_REQUEST_TARGET, request->url + len);
        return;
    }
    free(call->origin);
    call->origin = NULL;
    curl_easy_setopt(call->easy, CURLOPT_REQUEST_TARGET, NULL);
    curl_easy_setopt(call->easy, CURLOPT_CURLU, NULL);
    curl_easy_setopt(call->easy, CURLOPT_URL, request->url);
}

/* What differs from request to request; all of it is set each time. */
static void http_how(struct net_call *call, const struct net_request *request)
{
    CURL *easy = call->easy;
    bool fresh = call->client->doubt || request->once;
    bool safe = strncasecmp(request->url, "https:", 6) == 0;
    http_where(call, request);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, request->moves > 0 ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)request->moves);
    /* never from TLS to none */
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, safe ? "https" : "http,https");
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->time_ms);
    curl_easy_setopt(easy, CURLOPT_STREAM_WEIGHT, request->urgent ? 256L : 16L);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, fresh ? 1L : 0L);
}

/* What is the same for all. */
static struct net_call *http_call_new(struct net_client *client)
{
    struct net_call *call = heap_allocate(sizeof *call);
    call->client = client;
    call->easy = curl_easy_init();
    call->url = curl_url();
    buf_init(&call->heads, NET_HEADERS_BYTES_MAX);
    if (call->easy == NULL || call->url == NULL) {
        abort();
    }
    CURL *easy = call->easy;
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT,
                     1L); /* rather a stream of a connection than a new one */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, (long)NET_IDLE_SECONDS);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)NET_CONNECT_MS);
    if (client->ca_file != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, client->ca_file);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, http_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, call);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, http_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, call);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, call);
    if (client->direct) {
        curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* else the environment is read each time */
    }
    net_watch_sockets(client, easy);
    return call;
}

/* One that rests, or a new one. */
static struct net_call *http_call_take(struct net_client *client)
{
    struct net_call *call = client->resting;
    if (call == NULL) {
        return http_call_new(client);
    }
    client->resting = call->next;
    client->resting_count--;
    return call;
}

struct net_call *net_http_call(void *context, const struct net_request *request, net_call_fn done,
                               void *user)
{
    struct net_client *client = context;
    struct net_call *call = http_call_take(client);
    assert(request->time_ms > 0);
    call->done = done;
    call->user = user;
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
        http_call_end(call);
    }
}
