/* The door for machines: GET /healthz and GET /metrics on an address of their own. */
#ifndef HTTP_PROBE_H
#define HTTP_PROBE_H

#include "buf.h"
#include "clock.h"
#include "fault.h"

#include <stdbool.h>
#include <stdint.h>

struct http_probe;

struct http_probe_setup {
    void *loop; /* uv_loop_t */
    struct clock clock;
    const char *address;
    uint16_t port;
    /* Writes what /healthz says; false: not well (503). */
    bool (*health)(void *context, struct buf *text);
    /* Writes what /metrics says (text exposition format). */
    void (*metrics)(void *context, struct buf *text);
    void *context;
};

/* Texts of setup must outlive it. NULL on a fault, which says what to mend. */
struct http_probe *http_probe_open(const struct http_probe_setup *setup, struct fault *fault);
uint16_t http_probe_port(const struct http_probe *probe);
/* The loop has to run on as for http_server_close. */
void http_probe_close(struct http_probe **probe);

#endif
