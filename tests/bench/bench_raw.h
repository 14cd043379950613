/* The fastest client there could be: it answers each interaction at once, by a connection that is
 * open already, and looks at nothing. What it reaches is what the measurement can tell. */
#ifndef BENCH_RAW_H
#define BENCH_RAW_H

#include <sys/types.h>

/* A process on a core that does so until it is ended. */
pid_t bench_raw_start(int port, int core);

#endif
