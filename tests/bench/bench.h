/* What the measurements share: repeated runs, medians, and the machine they were made on. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_RUNS_MAX = 5, BENCH_FIGURES_MAX = 8 };

/* One figure of a measurement. */
struct bench_figure {
    const char *name;
    const char *unit;
    double values[BENCH_RUNS_MAX];
};

/* The figures of one measurement, a value each run. */
struct bench {
    const char *name;
    size_t run; /* the one under way */
    size_t figure_count;
    struct bench_figure figures[BENCH_FIGURES_MAX];
};

/* The command line: --smoke makes every run short. Prints the machine and the versions. */
bool bench_begin(int argc, char **argv);
/* The number behind a word of the command line, or 0. */
size_t bench_number(int argc, char **argv, const char *word);
/* DD_BENCH_SHORT is set, as in CI: does it run, and does it keep what no machine changes? */
bool bench_short(void);
/* How often each is measured: five times, once when it is short. */
size_t bench_runs(void);
/* Seconds of a run: a smoke run takes hardly any. */
double bench_seconds(bool smoke);
double bench_now(void); /* seconds of a clock that never jumps */
/* Seconds for which this process has had a processor, all its threads together: what others do on
 * the machine does not count. */
double bench_cpu(void);
/* Keeps this run's value of a figure. */
void bench_keep(struct bench *bench, const char *name, const char *unit, double value);
/* Prints median and spread (lowest and highest) of all figures of the runs that were made, a line
 * each. */
void bench_print(const struct bench *bench);
/* The q-quantile (0 to 1) of values, which are sorted by it. 0 for none. */
double bench_quantile(double *values, size_t count, double q);
/* Bytes this process has written to files so far. */
double bench_written(void);

#endif
