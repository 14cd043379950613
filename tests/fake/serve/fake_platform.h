/* A platform for tests as those see it who carry bytes to it: the program that serves it
 * (fake_serve.h) and the wire in process (fake_wire.h). A platform fills a struct of functions. */
#ifndef FAKE_PLATFORM_H
#define FAKE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fake_header {
    const char *name; /* lower case */
    const char *value;
};

enum { FAKE_HEADERS_MAX = 16 };

struct fake_ask {
    const char *method;
    const char *path; /* with the query */
    const struct fake_header *headers;
    size_t header_count;
    const char *body;
    size_t body_len;
};

struct fake_answer {
    int status;
    bool dropped;                                 /* the connection is cut in place of an answer */
    struct fake_header headers[FAKE_HEADERS_MAX]; /* without content-length */
    size_t header_count;
    const char *body;
    size_t body_len;
    size_t told_len; /* the content-length to be told; body_len unless a fault is on */
};

/* The answer lives until the function returns, which may ask again. */
typedef void fake_answered_fn(void *context, const struct fake_answer *answer);

/* A value of the answer's headers, or NULL. */
const char *fake_header(const struct fake_answer *answer, const char *name);

/* A connection by WebSocket. */
struct fake_link;

enum fake_frame_kind {
    FAKE_FRAME_TEXT,
    FAKE_FRAME_BINARY,
    FAKE_FRAME_CLOSE, /* with code; the last frame */
    FAKE_FRAME_CUT    /* the connection is lost without a close; the last frame */
};

struct fake_frame {
    enum fake_frame_kind kind;
    const char *bytes; /* until the next take */
    size_t len;
    bool first; /* false: a further fragment of one message */
    bool last;  /* false: further fragments follow */
    unsigned code;
};

struct fake_platform {
    void *context; /* the first argument of all but those of a link */
    /* Asks; the answer comes from inside of run, never of this. All is copied. */
    void (*ask)(void *context, const struct fake_ask *ask, fake_answered_fn *answered, void *who);
    /* Whoever asked is gone: what was asked still happens, nobody is told. */
    void (*hang_up)(void *context, const void *who);
    /* Sets the clock, UTC milliseconds; what is due by then happens. */
    void (*run)(void *context, int64_t now_ms);
    int64_t (*next_ms)(const void *context); /* INT64_MAX: nothing is waiting */
    /* NULL where there are no WebSockets. link_open: NULL is refused with *status. */
    struct fake_link *(*link_open)(void *context, const char *url, int *status);
    void (*link_hear)(struct fake_link *link, const char *bytes, size_t len);
    bool (*link_take)(struct fake_link *link, struct fake_frame *frame);
    void (*link_close)(struct fake_link **link, unsigned code);
};

#endif
