/* Another program under measurement: started on a processor of its own, its time and memory read
 * from outside, ended in order. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts argv (argv[0] found by PATH, NULL at the end) bound to a core (-1: any) with its output in
 * the file log. Returns its id; aborts when it cannot be forked. */
pid_t bench_process_start(char *const argv[], int core, const char *log);
/* Binds the caller itself. */
void bench_process_bind(int core);
/* Has it ended by itself? */
bool bench_process_ended(pid_t process);
/* Seconds for which it had a processor, all its threads together. */
double bench_process_cpu(pid_t process);
/* Megabytes of memory that are its own now. */
double bench_process_memory_mb(pid_t process);
/* Asks it to end, and makes it after ten seconds. */
void bench_process_end(pid_t process);

#endif
