/* The library closes its handles over several turns of the loop and never says that it is done;
 * what it has left must be freed by a second call that is not made from one of its own callbacks.
 */
#include "net_teardown.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "heap.h"
#include "http_pipe.h"

struct net_teardown {
    uv_check_t check;
    uv_idle_t idle; /* keeps the loop from sleeping meanwhile */
    unsigned handles;
    struct lws_context *library;
    void (*ended)(void *user);
    void *user;
};

static void teardown_closed(uv_handle_t *handle)
{
    struct net_teardown *teardown = handle->data;
    assert(teardown->handles > 0);
    if (--teardown->handles == 0) {
        teardown->ended(teardown->user);
        free(teardown);
    }
}

/* Does a handle of somebody else's wait to be closed? Then the library may not be done. */
static void teardown_is_closing(uv_handle_t *handle, void *others)
{
    *(bool *)others = *(bool *)others || uv_is_closing(handle);
}

static void teardown_end(uv_check_t *check)
{
    struct net_teardown *teardown = check->data;
    bool others = false;
    uv_walk(check->loop, teardown_is_closing, &others);
    if (others) {
        return;
    }
    if (teardown->library != NULL) {
        lws_context_destroy(teardown->library);
    }
    uv_close((uv_handle_t *)&teardown->check, teardown_closed);
    uv_close((uv_handle_t *)&teardown->idle, teardown_closed);
}

static void teardown_step(uv_idle_t *idle)
{
    assert(idle->data != NULL);
}

void net_teardown(uv_loop_t *loop, struct lws_context *library, int pipe_fd,
                  void (*ended)(void *user), void *user)
{
    struct net_teardown *teardown = heap_allocate(sizeof *teardown);
    teardown->library = library;
    teardown->ended = ended;
    teardown->user = user;
    teardown->handles = 2;
    uv_check_init(loop, &teardown->check);
    uv_idle_init(loop, &teardown->idle);
    teardown->check.data = teardown;
    teardown->idle.data = teardown;
    uv_check_start(&teardown->check, teardown_end);
    uv_idle_start(&teardown->idle, teardown_step);
    if (library != NULL) {
        lws_context_destroy(library);
        http_pipe_hold(pipe_fd);
    }
}
