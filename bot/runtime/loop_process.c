/* The loop: a program that runs beside this one until it ends. Its handle is closed, and its block
 * freed, when it has ended and that was told, or nobody wants to hear of it. */

#include "loop_process.h"

#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "heap.h"
#include "loop.h"

struct loop_process {
    uv_process_t process;
    loop_process_fn done;
    void *context;
};

static void process_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void process_exited(uv_process_t *process, int64_t status, int number)
{
    struct loop_process *ended = process->data;
    ended->done(ended->context, number != 0 ? -1 : (int)status);
    uv_close((uv_handle_t *)&ended->process, process_closed);
}

/* libuv wants them without const. */
static char **process_texts(const char *const *texts)
{
    char **copy = NULL;
    size_t count = 0;
    do {
        copy = heap_grow(copy, count + 1, sizeof *copy);
        copy[count] = heap_copy(texts[count]);
    } while (copy[count++] != NULL);
    return copy;
}

static void process_texts_free(char **texts)
{
    for (size_t i = 0; texts != NULL && texts[i] != NULL; i++) {
        heap_wipe(texts[i], strlen(texts[i])); /* there may be secrets among them */
    }
    free(texts);
}

struct loop_process *loop_process_new(struct loop *loop, const struct loop_process_setup *setup,
                                      loop_process_fn ended, void *context, struct fault *fault)
{
    struct loop_process *process = heap_allocate(sizeof *process);
    uv_stdio_container_t stdio[3] = {{.flags = UV_IGNORE},
                                     {.flags = UV_INHERIT_FD, .data.fd = 1},
                                     {.flags = UV_INHERIT_FD, .data.fd = 2}};
    char **arguments = process_texts(setup->arguments);
    char **environment = setup->environment == NULL ? NULL : process_texts(setup->environment);
    const uv_process_options_t options = {.exit_cb = process_exited,
                                          .file = arguments[0],
                                          .args = arguments,
                                          .env = environment,
                                          .stdio = stdio,
                                          .stdio_count = 3};
    process->done = ended;
    process->context = context;
    process->process.data = process;
    int code = uv_spawn(loop_uv(loop), &process->process, &options);
    process_texts_free(arguments);
    process_texts_free(environment);
    if (code != 0) {
        uv_close((uv_handle_t *)&process->process, process_closed);
        fault_set(fault, FAULT_RETRY, "%s: %s", setup->arguments[0], uv_strerror(code));
        return NULL;
    }
    return process;
}

void loop_process_signal(struct loop_process *process, int number)
{
    uv_process_kill(&process->process, number);
}

void loop_process_free(struct loop_process **process)
{
    struct loop_process *left = *process;
    *process = NULL;
    if (left != NULL) {
        uv_close((uv_handle_t *)&left->process, process_closed);
    }
}
