/* The process that plays one part of a house (store_part.h): this same program, started with
 * --part. One that ends is started again after a pause that grows while it fails. */
#ifndef PART_PROCESS_H
#define PART_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

struct loop;
struct part_process;

struct part_process_setup {
    struct loop *loop;
    const char *config; /* NULL: none */
    const char *const *environment;
    unsigned part;
    void (*ended)(void *context); /* it ran no more, whatever comes of it */
    void *context;
};

/* Starts it. */
struct part_process *part_process_new(const struct part_process_setup *setup);
/* Where it ends by itself, it is not started again. */
void part_process_last(struct part_process *process);
/* It is to end, and is not started again. */
void part_process_stop(struct part_process *process);
/* At once, without a word. */
void part_process_kill(struct part_process *process);
/* It is to read its settings again. */
void part_process_reload(struct part_process *process);
/* Is none running, and none to be started? */
bool part_process_is_over(const struct part_process *process);
/* Did it refuse its settings (78) when it was tried last? */
bool part_process_is_misconfigured(const struct part_process *process);
void part_process_free(struct part_process **process);

#endif
