/* /healthz and /metrics of a worker of a divided house; those of its processes are at the ports
 * behind it, by part. */
#ifndef PARTS_HEALTH_H
#define PARTS_HEALTH_H

#include "fault.h"

#include <stdbool.h>

struct loop;
struct parts_health;
struct settings;

/* NULL in *health_r where none is wanted. */
int parts_health_new(struct parts_health **health_r, struct loop *loop,
                     const struct settings *settings, const char *worker, struct fault *fault);
/* Does somebody play part 0? So what comes in here goes somewhere. */
void parts_health_plays(struct parts_health *health, bool plays);
void parts_health_free(struct parts_health **health);

#endif
