/* What every part of the server may ask of it: to be processed again, and to be closed. */
#include "http_private.h"

#include <assert.h>
#include <stdlib.h>

enum { HTTP_REFILL_MS = 50 };

static void http_server_scheduled(uv_idle_t *idle)
{
    assert(idle->data != NULL);
}

void http_server_schedule(struct http_server *server)
{
    if (!server->closing) {
        uv_idle_start(&server->idle, http_server_scheduled);
    }
}

void http_server_release(struct http_server *server)
{
    assert(server->handles > 0);
    if (--server->handles == 0) {
        http_place_free_all(server);
        free(server);
    }
}

void http_server_dry(struct http_server *server)
{
    if (!server->closing && uv_is_active((const uv_handle_t *)&server->refill) == 0) {
        uv_timer_start(&server->refill, server->refilled, HTTP_REFILL_MS, HTTP_REFILL_MS);
    }
}
