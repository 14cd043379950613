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
    /* Where people reach the worker that relays to it; NULL: it makes no use of that. */
    const char *door_outer_address;
    const char *door_outer_port;
    const char *door_proxies;     /* which proxies it trusts there; may be NULL */
    const char *door_connections; /* how many it takes; may be NULL */
    bool door_any_port;           /* port 0: any that is free; else it has none */
    bool first_part;              /* of a divided house it is in part 0 alone */
};

/* Which adapters there are: rows end with def NULL. To be called before cli_run. */
void program_use(const struct program_adapter *adapters);
/* What they say of their rows, for store_use() and own_new(); ends with NULL. */
const struct row_rules *const *program_row_rules(void);

/* The log, as the settings want it. */
void program_log_open(const struct settings *settings);

struct program;
struct cli_command;
struct loop;

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
/* From here on this process plays that part of a divided house alone. */
void program_part(unsigned part);
/* The list of program_use. */
const struct program_adapter *program_adapters(void);

#endif
