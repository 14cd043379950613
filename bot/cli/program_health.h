/* What a process that plays says of itself to who watches over it. */
#ifndef PROGRAM_HEALTH_H
#define PROGRAM_HEALTH_H

#include "buf.h"
#include "fault.h"

struct house;
struct loop;
struct program_health;
struct program_worker;
struct settings;
struct store;

/* /healthz and /metrics. worker: NULL, the store is a file. NULL on a fault. */
struct program_health *program_health_new(struct loop *loop, const struct settings *settings,
                                          struct program_worker *worker, struct fault *fault);
/* From here on it plays: before, it stands by. */
void program_health_play(struct program_health *health, const struct house *house,
                         const struct store *store);
void program_health_free(struct program_health **health);

/* The metric that says which worker all of it is about; a name is what a host has chosen. */
void program_health_name(struct buf *text, const char *name);

#endif
