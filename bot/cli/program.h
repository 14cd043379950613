/* The running program: everything that `deaddrop run` starts, and in which order it ends. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "adapter.h"
#include "buf.h"
#include "fault.h"

#include <stdbool.h>

/* An adapter that the program has; main.c lists them. */
struct program_adapter {
    const struct adapter_def *def;
    bool (*wanted)(const struct settings *settings);
    /* What to tell who started the program, on its standard output and nowhere else: where to go,
     * and a secret where one is needed to get in. May be NULL. */
    void (*greet)(struct adapter *adapter, const struct settings *settings, struct buf *out);
    /* Why it will never be of use again without a person's help; NULL while it may be. Then the
     * program ends. FAULT_NONE: it has done what it was opened for. May be NULL. */
    const struct fault *(*gone)(const struct adapter *adapter);
    /* After drain: has all left that it has to send itself? NULL: there is nothing such. */
    bool (*drained)(const struct adapter *adapter);
    /* Options in its section: where it listens, and at which port; NULL: it does not. */
    const char *door_address;
    const char *door_port;
};

/* Which adapters there are: rows end with def NULL. To be called before cli_run. */
void program_use(const struct program_adapter *adapters);
/* What they say of their rows, for store_use() and own_new(); ends with NULL. */
const struct row_rules *const *program_row_rules(void);

struct program;
struct cli_command;
struct loop;
struct program_health;
struct program_worker;

/* Starts all of it. NULL on a fault. config NULL: no file. settings become its own. Where another
 * process has the store it stands by, or it is a fault. */
struct program *program_new(const char *config, struct settings **settings, bool stands_by,
                            struct fault *fault);
/* Runs until a signal ends it, and every enqueued event is stored. */
void program_loop(struct program *program);
/* Why it ended by itself; NULL when it was asked to. */
const struct fault *program_gone(const struct program *program);
void program_free(struct program **program);

/* All of it, until it ends; the exit code. Faults are said in the name of this subcommand. */
int program_run(const struct cli_command *command, const char *config);

/* /healthz and /metrics. worker: NULL, the store is a file. NULL on a fault. */
struct program_health *program_health_new(struct loop *loop, const struct settings *settings,
                                          struct program_worker *worker, struct fault *fault);
/* From here on it plays: before, it stands by. */
void program_health_play(struct program_health *health, const struct house *house,
                         const struct store *store);
void program_health_free(struct program_health **health);

#endif
