/* An HTTP and WebSocket server: a guest of the libuv loop. What came is handed over once the loop
 * has done its input, a message of each socket in turn. Number, rate, size, time have limits. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include "clock.h"
#include "embedded.h"
#include "fault.h"
#include "http_limits.h"
#include "subnet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http_server;
struct http_socket;
struct http_call;
enum { HTTP_BODY_BYTES_MAX = 64 * 1024, HTTP_PATH_BYTES_MAX = 256 };
enum { HTTP_OWN_MAX = 2, HTTP_KEY_BYTES = 64 };

/* Whose a connection is, as far as it has shown. Who has more is let in before who has less. */
enum http_rank {
    HTTP_STRANGER, /* charged to the address */
    HTTP_NEWCOMER, /* charged to the account, like the next */
    HTTP_KNOWN     /* places are held for them */
};

enum http_method { HTTP_METHOD_GET, HTTP_METHOD_POST, HTTP_METHOD_PUT };

/* What was asked. Texts live until http_answer; a header that was not sent is "". */
struct http_request {
    enum http_method method;
    const char *path; /* without the query */
    const char *host;
    const char *origin;
    const char *cookie;
    const char *authorization;
    const char *content_type;
    const char *if_none_match;
    const char *accept_encoding;
    const char *own[HTTP_OWN_MAX]; /* values of http_setup.own */
    const char *peer;  /* numeric address of who asks, behind proxies that are trusted */
    const char *here;  /* numeric address it was reached at */
    uint16_t port;     /* port it was reached at */
    bool same_machine; /* and through no proxy */
    const char *body;  /* zero-terminated, body_len bytes */
    size_t body_len;
    struct http_call *call; /* the server's own */
};

struct http_answer {
    int status;
    const char *type; /* NULL: no body */
    const char *body;
    size_t len;
    const char *const *headers; /* in place of the setup's; NULL: those */
    const char *cookie;         /* a Set-Cookie value, or NULL */
    const char *etag;           /* or NULL: not to be kept by anybody */
    const char *encoding;       /* of the body; NULL: none */
    bool varies;                /* by what encodings are taken */
    unsigned retry_s;           /* when to ask again, 0: not said */
};

/* Answers a request, at once or later, exactly once; it is freed. What answer points to is copied.
 * Whoever asked may be gone: then nothing happens. */
void http_answer(const struct http_request **request, const struct http_answer *answer);
/* The same with a text of JSON. */
void http_answer_json(const struct http_request **request, int status, const char *json);

struct http_route {
    enum http_method method;
    const char *path; /* with a * at its end: all that begin so */
    /* request is its own from here on, until it answers. */
    void (*asked)(void *context, const struct http_request *request);
};

/* The WebSocket side; all NULL: none. Called in this order for one socket: opened, said and drained
 * any number of times, closed (the socket is gone after it). */
struct http_sockets {
    const char *path;     /* "/socket" */
    const char *protocol; /* the subprotocol that must be offered */
    void (*opened)(void *context, struct http_socket *socket);
    /* A whole text message, zero-terminated. text NULL: one that was too long and was skipped, len
     * is how long. False: not now; it is offered again after http_socket_resume. */
    bool (*said)(void *context, struct http_socket *socket, const char *text, size_t len);
    /* What was queued has been written. */
    void (*drained)(void *context, struct http_socket *socket);
    void (*closed)(void *context, struct http_socket *socket);
};

struct http_setup {
    void *loop; /* uv_loop_t */
    struct clock clock;
    const char *address; /* numeric; "127.0.0.1" */
    uint16_t port;       /* 0: the kernel chooses one */
    const char *section; /* of the settings, for faults: "web" */
    const struct http_route *routes;
    size_t route_count;
    const struct embedded_file *files; /* served at "/<name>", index.html also at "/" */
    size_t file_count;
    const char *own[HTTP_OWN_MAX];   /* further fields that are read, in small letters */
    const char *const *headers;      /* of answers: name with colon, value, …, NULL */
    const char *const *part_headers; /* of what is not HTML; NULL: the same */
    /* May this request be served at all? Pure; also called for sockets. NULL: all may. */
    bool (*admits)(void *context, const struct http_request *request);
    /* Whose is it? Pure. Above HTTP_STRANGER, account is filled. NULL: all are known, and charged
     * to their addresses. */
    enum http_rank (*whose)(void *context, const struct http_request *request,
                            char account[HTTP_KEY_BYTES]);
    const struct subnets *proxies; /* that are believed whom they ask for; NULL: none */
    /* Only relays that show it may ask (http_relayed.h); who leads them keeps the port for
     * processes of this user. NULL: all may. */
    const char *relay_key;
    struct http_sockets sockets;
    struct http_limits limits;
    void *context; /* of all functions above */
};

/* Listens from here on. Texts and arrays of setup must outlive the server. NULL on a fault (port in
 * use, no such address), which says what to mend. */
struct http_server *http_server_open(const struct http_setup *setup, struct fault *fault);
/* The port it listens at. */
uint16_t http_server_port(const struct http_server *server);
/* Takes no new connection, answers requests with 503, closes sockets with 1001. */
void http_server_stop(struct http_server *server);
/* Cuts what is left; no hook is called any more. Requests not answered still must be. The loop has
 * to run on until it has no more handles of the server's. */
void http_server_close(struct http_server **server);

/* The request that opened it. */
const struct http_request *http_socket_request(const struct http_socket *socket);
/* It has said whose it is: from here on it is charged to that account. */
void http_socket_is(struct http_socket *socket, enum http_rank rank, const char *account);
/* It has done something that counts: it is not idle. */
void http_socket_active(struct http_socket *socket);
void http_socket_set_user(struct http_socket *socket, void *user);
void *http_socket_user(const struct http_socket *socket);
/* Queues a text. False when the queue is full: the socket is then being closed (1013). */
bool http_socket_send(struct http_socket *socket, const char *text, size_t len);
/* Bytes that wait to be written. */
size_t http_socket_queued(const struct http_socket *socket);
/* said() is called again with what it did not take. */
void http_socket_resume(struct http_socket *socket);
/* Cut it unless this is called again within seconds; 0: no more. */
void http_socket_patience(struct http_socket *socket, unsigned seconds);
/* After what is queued; reason at most 120 bytes. closed() follows. */
void http_socket_close(struct http_socket *socket, unsigned code, const char *reason);

#endif
