/* A process for a part: it ends with this one, which it is told by the kernel (cli_run.c). */
#include "part_process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include "heap.h"
#include "log.h"
#include "loop.h"
#include "loop_process.h"

enum { PART_AGAIN_MS = 200, PART_AGAIN_MS_MAX = 5000, PART_ARGUMENTS = 9, PART_PATH_BYTES = 4096 };

struct part_process {
    struct part_process_setup setup;
    struct loop_process *process; /* NULL: none runs */
    struct loop_timer *again;
    int64_t again_ms;
    bool is_last; /* it is not started again */
    bool is_stopped;
    bool is_misconfigured;
};

static void part_ended(void *context, int status)
{
    struct part_process *process = context;
    process->process = NULL;
    process->is_misconfigured = status == EX_CONFIG;
    log_event(
        process->is_last ? LEVEL_INFO : LEVEL_WARNING, "part.ended",
        LOG_FIELDS(log_number("part", (int64_t)process->setup.part), log_number("status", status)));
    if (!process->is_last) {
        loop_timer_set(process->again, process->again_ms);
        process->again_ms *= 2;
        process->again_ms =
            process->again_ms > PART_AGAIN_MS_MAX ? PART_AGAIN_MS_MAX : process->again_ms;
    }
    process->setup.ended(process->setup.context);
}

static void part_start(void *context)
{
    struct part_process *process = context;
    struct fault fault = {FAULT_NONE, ""};
    char path[PART_PATH_BYTES] = "";
    char part[16];
    char parent[24];
    const char *config = process->setup.config;
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    snprintf(part, sizeof part, "%u", process->setup.part);
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    const char *const arguments[PART_ARGUMENTS] = {
        len > 0 ? path : "deaddrop",        "run",  "--part", part, "--parent", parent,
        config == NULL ? NULL : "--config", config, NULL};
    const struct loop_process_setup setup = {arguments, process->setup.environment};
    process->process = loop_process_new(process->setup.loop, &setup, part_ended, process, &fault);
    if (process->process == NULL) {
        log_event(LEVEL_ERROR, "part.not_started",
                  LOG_FIELDS(log_number("part", (int64_t)process->setup.part),
                             log_text("why", fault.text)));
        loop_timer_set(process->again, PART_AGAIN_MS_MAX);
    }
}

struct part_process *part_process_new(const struct part_process_setup *setup)
{
    struct part_process *process = heap_allocate(sizeof *process);
    process->setup = *setup;
    process->again_ms = PART_AGAIN_MS;
    process->again = loop_timer_new(setup->loop, part_start, process);
    part_start(process);
    return process;
}

static void part_signal(struct part_process *process, int number)
{
    if (process->process != NULL) {
        loop_process_signal(process->process, number);
    }
}

void part_process_last(struct part_process *process)
{
    process->is_last = true;
    loop_timer_stop(process->again);
}

void part_process_stop(struct part_process *process)
{
    if (!process->is_stopped) {
        process->is_stopped = true;
        part_process_last(process);
        part_signal(process, SIGTERM);
    }
}

void part_process_kill(struct part_process *process)
{
    process->is_stopped = true;
    part_process_last(process);
    part_signal(process, SIGKILL);
}

void part_process_reload(struct part_process *process)
{
    part_signal(process, SIGHUP);
}

bool part_process_is_over(const struct part_process *process)
{
    return process->is_last && process->process == NULL;
}

bool part_process_is_misconfigured(const struct part_process *process)
{
    return process->is_misconfigured;
}

void part_process_free(struct part_process **process_r)
{
    struct part_process *process = *process_r;
    *process_r = NULL;
    if (process == NULL) {
        return;
    }
    part_signal(process, SIGKILL);
    loop_process_free(&process->process);
    loop_timer_free(&process->again);
    free(process);
}
