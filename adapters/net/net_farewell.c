/* The library closes its handles over several turns of the loop and never says that it is done;
 * what it has left must be freed by a second call that is not made from one of its own callbacks.
 */
#include "net_farewell.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "heap.h"
#include "http_pipe.h"

struct net_farewell {
    uv_check_t check;
    uv_idle_t idle; /* keeps the loop from sleeping meanwhile */
    unsigned handles;
    struct lws_context *library;
    void (*ended)(void *user);
    void *user;
};

static void farewell_closed(uv_handle_t *handle)
{
    struct net_farewell *farewell = handle->data;
    assert(farewell->handles > 0);
    if (--farewell->handles == 0) {
        farewell->ended(farewell->user);
        free(farewell);
    }
}

/* Does a handle of somebody else's wait to be closed? Then the library may not be done. */
static void farewell_look(uv_handle_t *handle, void *others)
{
    *(bool *)others = *(bool *)others || uv_is_closing(handle);
}

static void farewell_end(uv_check_t *check)
{
    struct net_farewell *farewell = check->data;
    bool others = false;
    uv_walk(check->loop, farewell_look, &others);
    if (others) {
        return;
    }
    if (farewell->library != NULL) {
        lws_context_destroy(farewell->library);
    }
    uv_close((uv_handle_t *)&farewell->check, farewell_closed);
    uv_close((uv_handle_t *)&farewell->idle, farewell_closed);
}

static void farewell_awake(uv_idle_t *idle)
{
    assert(idle->data != NULL);
}

void net_farewell(uv_loop_t *loop, struct lws_context *library, int pipe_fd,
                  void (*ended)(void *user), void *user)
{
    struct net_farewell *farewell = heap_take(sizeof *farewell);
    farewell->library = library;
    farewell->ended = ended;
    farewell->user = user;
    farewell->handles = 2;
    uv_check_init(loop, &farewell->check);
    uv_idle_init(loop, &farewell->idle);
    farewell->check.data = farewell;
    farewell->idle.data = farewell;
    uv_check_start(&farewell->check, farewell_end);
    uv_idle_start(&farewell->idle, farewell_awake);
    if (library != NULL) {
        lws_context_destroy(library);
        http_pipe_hold(pipe_fd);
    }
}
