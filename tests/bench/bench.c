/* What the measurements share. */

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* The value of "name : value" in a file of /proc. */
static bool bench_proc(const char *path, const char *name, char *value, size_t size)
{
    char line[512];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file != NULL && !found && fgets(line, sizeof(line), file) != NULL) {
        const char *colon = strchr(line, ':');
        if (colon != NULL && strncmp(line, name, strlen(name)) == 0) {
            snprintf(value, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
            value[strcspn(value, "\n")] = '\0';
            found = true;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

bool bench_begin(int argc, char **argv)
{
    char model[256] = "unknown";
    struct utsname system;
    bench_proc("/proc/cpuinfo", "model name", model, sizeof(model));
    if (uname(&system) != 0) {
        memset(&system, 0, sizeof(system));
    }
    printf("# machine: %s, %ld cores, %s %s\n# compiler: %s\n", model,
           sysconf(_SC_NPROCESSORS_ONLN), system.sysname, system.release, __VERSION__);
    return argc > 1 && strcmp(argv[1], "--smoke") == 0;
}

size_t bench_number(int argc, char **argv, const char *word)
{
    size_t number = 0;
    for (int i = 1; i + 1 < argc; i++) {
        number = strcmp(argv[i], word) == 0 ? strtoul(argv[i + 1], NULL, 10) : number;
    }
    return number;
}

bool bench_short(void)
{
    const char *value = getenv("DD_BENCH_SHORT");
    return value != NULL && value[0] != '\0';
}

size_t bench_runs(void)
{
    return bench_short() ? 1 : BENCH_RUNS_MAX;
}

double bench_seconds(bool smoke)
{
    return smoke ? 0.05 : 2.0;
}

static double bench_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double bench_now(void)
{
    return bench_clock(CLOCK_MONOTONIC);
}

double bench_cpu(void)
{
    return bench_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void bench_keep(struct bench *bench, const char *name, const char *unit, double value)
{
    size_t at = 0;
    while (at < bench->figure_count && strcmp(bench->figures[at].name, name) != 0) {
        at++;
    }
    if (at == BENCH_FIGURES_MAX || bench->run >= BENCH_RUNS_MAX) {
        abort();
    }
    if (at == bench->figure_count) {
        bench->figures[at] = (struct bench_figure){.name = name, .unit = unit};
        bench->figure_count++;
    }
    bench->figures[at].values[bench->run] = value;
}

static int bench_compare(const void *one, const void *other)
{
    double left = *(const double *)one;
    double right = *(const double *)other;
    return (left > right) - (left < right);
}

double bench_quantile(double *values, size_t count, double q)
{
    if (count == 0) {
        return 0;
    }
    qsort(values, count, sizeof(*values), bench_compare);
    return values[(size_t)(q * (double)(count - 1))];
}

void bench_print(const struct bench *bench)
{
    for (size_t i = 0; i < bench->figure_count; i++) {
        const struct bench_figure *figure = &bench->figures[i];
        double values[BENCH_RUNS_MAX];
        memcpy(values, figure->values, sizeof(values));
        double median = bench_quantile(values, bench->run, 0.5);
        printf("%-34s %-18s %12.1f %-10s (%.1f to %.1f)\n", bench->name, figure->name, median,
               figure->unit, values[0], values[bench->run - 1]);
    }
    fflush(stdout);
}

double bench_written(void)
{
    char value[64] = "0";
    bench_proc("/proc/self/io", "wchar", value, sizeof(value));
    return strtod(value, NULL);
}
