/* A program that shares its store with others: what it does while another one has it. */
#ifndef PROGRAM_WORKER_H
#define PROGRAM_WORKER_H

#include "fault.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop;
struct program_adapter;
struct program_worker;
struct settings;

struct program_worker_setup {
    struct loop *loop;
    const struct settings *settings;
    const struct program_adapter *adapters; /* whose doors are answered meanwhile; def NULL: last */
    bool is_part;                           /* of a divided house, */
    unsigned part;                          /* which */
    void (*heard)(void *context);           /* another part may have left letters */
    void (*may_open)(void *context);        /* nobody has the store: it may be opened */
    void *context;
};

/* NULL in *worker_r: the store is a file, and this program's alone. -1 where the database does not
 * answer. */
int program_worker_new(struct program_worker **worker_r, const struct program_worker_setup *setup,
                       struct fault *fault);
/* After the store is closed. */
void program_worker_free(struct program_worker **worker);
/* May the store be opened now? Without a worker always. */
bool program_worker_may_open(struct program_worker *worker);
/* Another one has the store: its doors say so until program_worker_play. */
void program_worker_stand_by(struct program_worker *worker);
/* The store is about to be opened: the doors are the adapters' again. */
void program_worker_play(struct program_worker *worker);
/* Before anything is done: where the lease was not kept up it is waited for, for seconds, until it
 * is known whose it is. Where that is not known then, and there were others to take over, the
 * process ends (75); alone, true, once each time: what was thought to be so is to be proven before
 * anything is sent. */
bool program_worker_lapsed(struct program_worker *worker);
/* Its name; and who has the store in its place ("" nobody knows). NULL worker: both "". */
const char *program_worker_name(const struct program_worker *worker);
void program_worker_other(struct program_worker *worker, char *text, size_t size);
int64_t program_worker_left_ms(const struct program_worker *worker);

#endif
