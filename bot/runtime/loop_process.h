/* The loop: a program that is started beside this one and runs on, with this one's standard output
 * and standard error, and nothing to read. */
#ifndef LOOP_PROCESS_H
#define LOOP_PROCESS_H

#include "fault.h"

struct loop;
struct loop_process;

struct loop_process_setup {
    const char *const *arguments;   /* the program's path, its arguments, NULL */
    const char *const *environment; /* NAME=value, NULL; NULL: as ours */
};

/* It has ended: its exit status, or -1 when a signal ended it. It is freed after the call. */
typedef void (*loop_process_fn)(void *context, int status);

struct loop_process *loop_process_new(struct loop *loop, const struct loop_process_setup *setup,
                                      loop_process_fn ended, void *context, struct fault *fault);
void loop_process_signal(struct loop_process *process, int number);
/* What is heard of it no more; it runs on. */
void loop_process_free(struct loop_process **process);

#endif
