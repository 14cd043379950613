/* The loop: a child that is fed from one block and read into another. It is over when it has ended
 * and its output is read to the end; then its pipes, its timer and itself are closed, and the last
 * of them to go frees the block. */

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <uv.h>

#include "heap.h"
#include "loop.h"

enum { LOOP_CHILD_HANDLES = 4, LOOP_CHILD_OUTPUT_FIRST = 65536 };

struct loop_child {
    uv_process_t process;
    uv_pipe_t input;
    uv_pipe_t output;
    uv_timer_t limit;
    uv_write_t write;
    unsigned open; /* handles that are not closed */
    bool ended;
    bool read; /* the output is at its end */
    bool closing;
    bool told;
    int status;
    char *fed;
    char *got;
    size_t got_size;
    size_t got_room;
    size_t output_max;
    loop_child_fn done;
    void *context;
};

static void loop_child_closed(uv_handle_t *handle)
{
    struct loop_child *child = handle->data;
    assert(child->open > 0);
    if (--child->open == 0) {
        free(child->fed);
        free(child->got);
        free(child);
    }
}

static void loop_child_close(struct loop_child *child)
{
    uv_handle_t *handles[LOOP_CHILD_HANDLES] = {
        (uv_handle_t *)&child->input, (uv_handle_t *)&child->output, (uv_handle_t *)&child->limit,
        (uv_handle_t *)&child->process};
    assert(!child->closing);
    child->closing = true;
    child->open = LOOP_CHILD_HANDLES;
    for (size_t i = 0; i < LOOP_CHILD_HANDLES; i++) {
        uv_close(handles[i], loop_child_closed);
    }
}

static void loop_child_kill(struct loop_child *child)
{
    child->status = -1;
    if (!child->ended) {
        uv_process_kill(&child->process, SIGKILL);
    }
}

static void loop_child_finish(struct loop_child *child)
{
    if (child->closing || !child->ended || !child->read) {
        return;
    }
    child->told = true;
    child->done(child->context, child->status, child->got, child->got_size);
    loop_child_close(child);
}

static void loop_child_exited(uv_process_t *process, int64_t status, int number)
{
    struct loop_child *child = process->data;
    child->ended = true;
    if (child->status == 0) {
        child->status = number != 0 ? -1 : (int)status;
    }
    loop_child_finish(child);
}

static void loop_child_late(uv_timer_t *limit)
{
    loop_child_kill(limit->data);
}

static void loop_child_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct loop_child *child = handle->data;
    (void)suggested;
    if (child->got_room == child->got_size) {
        child->got_room = child->got_room == 0 ? LOOP_CHILD_OUTPUT_FIRST : child->got_room * 2;
        child->got = heap_grow(child->got, child->got_room, 1);
    }
    *buf = uv_buf_init(child->got + child->got_size,
                       (unsigned int)(child->got_room - child->got_size));
}

static void loop_child_got(uv_stream_t *stream, ssize_t size, const uv_buf_t *buf)
{
    struct loop_child *child = stream->data;
    (void)buf;
    if (size < 0) {
        child->read = true;
        uv_read_stop(stream);
        loop_child_finish(child);
        return;
    }
    child->got_size += (size_t)size;
    if (child->got_size > child->output_max) {
        child->got_size = 0;
        loop_child_kill(child);
    }
}

static void loop_child_shut(uv_shutdown_t *end, int status)
{
    (void)status;
    free(end);
}

/* The input is written, or the child does not want it: either way it shall see its end. */
static void loop_child_fed(uv_write_t *write, int status)
{
    struct loop_child *child = write->data;
    (void)status;
    if (!child->closing) {
        uv_shutdown_t *end = heap_allocate(sizeof(*end));
        if (uv_shutdown(end, (uv_stream_t *)&child->input, loop_child_shut) != 0) {
            free(end);
        }
    }
}

/* Ours, but for what may hold secrets: settings, and what libpq reads. Whoever runs as this user
 * may read the environment of a child, for that one's memory is nobody's secret. The texts stay
 * ours. */
static char **loop_child_environment(void)
{
    static const char *const kept_back[] = {"DEADDROP_", "PG"};
    char **environment = NULL;
    size_t count = 0;
    for (char **at = environ; *at != NULL; at++) {
        bool passes = true;
        for (size_t i = 0; i < sizeof kept_back / sizeof kept_back[0]; i++) {
            passes = passes && strncmp(*at, kept_back[i], strlen(kept_back[i])) != 0;
        }
        if (passes) {
            environment = heap_grow(environment, count + 2, sizeof *environment);
            environment[count++] = *at;
        }
    }
    environment = heap_grow(environment, count + 1, sizeof *environment);
    environment[count] = NULL;
    return environment;
}

static int loop_child_spawn(struct loop_child *child, uv_loop_t *uv,
                            const struct loop_child_setup *setup)
{
    uv_stdio_container_t stdio[3] = {
        {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&child->input},
        {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&child->output},
        {.flags = UV_INHERIT_FD, .data.fd = 2},
    };
    char **arguments = NULL;
    size_t count = 0;
    do {
        arguments = heap_grow(arguments, count + 1, sizeof(*arguments));
        arguments[count] = heap_copy(setup->arguments[count]);
    } while (arguments[count++] != NULL);
    char **environment = loop_child_environment();
    uv_process_options_t options = {
        .exit_cb = loop_child_exited,
        .file = arguments[0],
        .args = arguments,
        .env = environment,
        .stdio = stdio,
        .stdio_count = 3,
    };
    int code = uv_spawn(uv, &child->process, &options);
    free(environment);
    for (size_t i = 0; i < count; i++) {
        free(arguments[i]);
    }
    free(arguments);
    return code;
}

struct loop_child *loop_child_new(struct loop *loop, const struct loop_child_setup *setup,
                                  loop_child_fn ended, void *context, struct fault *fault)
{
    uv_loop_t *uv = loop_uv(loop);
    struct loop_child *child = heap_allocate(sizeof(*child));
    child->done = ended;
    child->context = context;
    child->output_max = setup->output_max;
    uv_pipe_init(uv, &child->input, 0);
    uv_pipe_init(uv, &child->output, 0);
    uv_timer_init(uv, &child->limit);
    child->input.data = child;
    child->output.data = child;
    child->limit.data = child;
    child->process.data = child;
    child->write.data = child;
    int code = loop_child_spawn(child, uv, setup);
    if (code != 0) {
        child->ended = true;
        loop_child_close(child); /* the process too: libuv has made it a handle all the same */
        fault_set(fault, FAULT_RETRY, "%s: %s", setup->arguments[0], uv_strerror(code));
        return NULL;
    }
    child->fed = heap_text(setup->input, setup->input_size);
    uv_buf_t buf = uv_buf_init(child->fed, (unsigned int)setup->input_size);
    uv_read_start((uv_stream_t *)&child->output, loop_child_room, loop_child_got);
    uv_write(&child->write, (uv_stream_t *)&child->input, &buf, 1, loop_child_fed);
    uv_timer_start(&child->limit, loop_child_late, (uint64_t)setup->time_ms, 0);
    return child;
}

void loop_child_free(struct loop_child **child)
{
    if (*child != NULL && !(*child)->told) {
        loop_child_kill(*child);
        loop_child_close(*child);
    }
    *child = NULL;
}
