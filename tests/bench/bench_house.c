/* What the whole house does: moves of the pure layers; memory and start with 10,000 open tables;
 * durable turns and how long one waits, with 1, 64 and 1,024 in flight over these tables. Every
 * measurement of the house is a process of its own, so that none sees the memory of another. The
 * database lies in the current folder: run it on the disk that is meant; or in PostgreSQL, where
 * DD_POSTGRES names one. --fill 1000:
 * opens so many, and leaves them there; --start 1000: starts with those that are (sizing.py). */

#include "bench_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "bench_world.h"
#include "seal.h"

enum { TABLES = 10000, TABLES_SMOKE = 200, FIGURES = 5, FILL_SLOTS = 256, FILL_STEPS = 11 };

static const char house_path[] = "bench_house.db";
static const int64_t house_began_ms = 1893499200000;
static const int64_t house_away_ms = 61000;

/* One measurement, as it is handed to its process and back. */
struct job {
    void (*work)(const struct job *job, double figures[FIGURES]);
    unsigned tables;
    size_t in_flight;
    double seconds;
    int64_t now_ms;
    bool only_start;
};

static void remove_files(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    char path[64];
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", house_path, endings[i]);
        unlink(path);
    }
}

/* Megabytes of memory that are this process's now. */
static double resident_mb(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        char line[128] = "";
        const char *second = fgets(line, sizeof line, file) != NULL ? strchr(line, ' ') : NULL;
        pages = second != NULL ? strtol(second, NULL, 10) : 0;
        fclose(file);
    }
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

/* Where the store is. */
static const char *house_place(void)
{
    const char *url = getenv("DD_POSTGRES");
    return url == NULL ? house_path : url;
}

static struct world *open_world(const struct job *job)
{
    static struct world world;
    world_open(&world, house_place(), job->now_ms);
    return &world;
}

/* Opens the tables and plays each a little. */
static void fill(const struct job *job, double figures[FIGURES])
{
    double began = bench_now();
    struct world *world = open_world(job);
    world->games_max = job->tables;
    world->step_max = FILL_STEPS;
    world_play(world, FILL_SLOTS, 1e9);
    struct house_figures house;
    house_figures(world->house, &house);
    figures[0] = house.tables;
    figures[1] = bench_now() - began;
    figures[2] = resident_mb();
    figures[3] = (double)(house.refused + world->failed);
    world_close(world);
}

/* From nothing to a house that takes turns, and on until every table has been told of the time that
 * the house was away. */
static void start(const struct job *job, double figures[FIGURES])
{
    double before = resident_mb();
    double began = bench_now();
    struct world *world = open_world(job);
    house_run(world->house);
    figures[0] = (bench_now() - began) * 1000;
    figures[1] = resident_mb() - before;
    figures[4] = bench_cpu() * 1000;
    if (job->only_start) {
        return; /* and the process ends */
    }
    world_settle(world);
    figures[2] = bench_now() - began;
    figures[3] = resident_mb() - before;
    world_close(world);
}

static void turns(const struct job *job, double figures[FIGURES])
{
    struct world *world = open_world(job);
    world->games = job->tables;
    world->games_max = UINT32_MAX;
    world_settle(world);
    world_play(world, job->in_flight, job->seconds / 4); /* until tables are in all phases */
    double written = bench_written();
    double began = bench_now();
    double cpu = bench_cpu();
    uint64_t turns_before = world->turns;
    world->latency_count = 0;
    world_play(world, job->in_flight, job->seconds);
    double count = (double)(world->turns - turns_before);
    figures[0] = count / (bench_now() - began);
    figures[4] = (bench_cpu() - cpu) * 1e6 / count;
    figures[3] = (bench_written() - written) / count;
    figures[1] = 1000 * bench_quantile(world->latencies, world->latency_count, 0.5);
    figures[2] = 1000 * bench_quantile(world->latencies, world->latency_count, 0.99);
    struct house_figures house;
    house_figures(world->house, &house);
    if (house.refused + world->failed > house.turns / 100) {
        fprintf(stderr, "%llu acts were refused\n", (unsigned long long)house.refused);
        exit(EXIT_FAILURE);
    }
    world->games_max = 0;
    world_close(world);
}

/* Does the job in a process of its own. */
static void run_apart(const struct job *job, double figures[FIGURES])
{
    int ends[2];
    int status = 0;
    if (pipe(ends) != 0) {
        abort();
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        job->work(job, figures);
        ssize_t sent = write(ends[1], figures, FIGURES * sizeof *figures);
        _exit(sent == (ssize_t)(FIGURES * sizeof *figures) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], figures, FIGURES * sizeof *figures);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0 ||
        got != (ssize_t)(FIGURES * sizeof *figures)) {
        fprintf(stderr, "a measurement failed\n");
        exit(EXIT_FAILURE);
    }
}

static void fill_house(unsigned tables)
{
    double figures[FIGURES];
    const struct job job = {.work = fill, .tables = tables, .now_ms = house_began_ms};
    run_apart(&job, figures);
    printf("# %.0f tables opened and begun in %.1f s, %.1f MB then\n", figures[0], figures[1],
           figures[2]);
    if ((unsigned)figures[0] != tables || figures[3] > 0) {
        fprintf(stderr, "not all tables are there\n");
        exit(EXIT_FAILURE);
    }
}

static void start_house(unsigned tables, int64_t *now_ms, bool only_start)
{
    char name[64];
    snprintf(name, sizeof name, "house, %u open tables", tables);
    struct bench bench = {.name = name};
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        double figures[FIGURES];
        *now_ms += house_away_ms;
        const struct job job = {
            .work = start, .tables = tables, .now_ms = *now_ms, .only_start = only_start};
        run_apart(&job, figures);
        bench_keep(&bench, "started in", "ms", figures[0]);
        bench_keep(&bench, "processor", "ms", figures[4]);
        bench_keep(&bench, "memory", "MB", figures[1]);
        if (!only_start) {
            bench_keep(&bench, "all caught up in", "s", figures[2]);
            bench_keep(&bench, "memory then", "MB", figures[3]);
        }
    }
    bench_print(&bench);
}

static void handle_house_move(size_t in_flight, double seconds, unsigned *games, int64_t now_ms)
{
    char name[64];
    snprintf(name, sizeof name, "house, %zu in flight", in_flight);
    struct bench bench = {.name = name};
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        double figures[FIGURES];
        const struct job job = {.work = turns,
                                .tables = *games,
                                .in_flight = in_flight,
                                .seconds = seconds,
                                .now_ms = now_ms};
        run_apart(&job, figures);
        *games += 1000000; /* rooms and people that no other run has met */
        bench_keep(&bench, "durable turns", "/s", figures[0]);
        bench_keep(&bench, "latency p50", "ms", figures[1]);
        bench_keep(&bench, "latency p99", "ms", figures[2]);
        bench_keep(&bench, "written", "bytes/turn", figures[3]);
        bench_keep(&bench, "processor", "us/turn", figures[4]);
    }
    bench_print(&bench);
}

int main(int argc, char **argv)
{
    static const size_t in_flights[] = {1, 64, SLOTS_MAX};
    bool smoke = bench_begin(argc, argv);
    if (argc > 1 && strcmp(argv[1], "--key") == 0) {
        seal_use("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "");
    }
    size_t filled = bench_number(argc, argv, "--fill");
    size_t started = bench_number(argc, argv, "--start");
    size_t alone = filled + started == 0 && argc > 1 ? strtoul(argv[argc - 1], NULL, 10) : 0;
    double seconds = bench_seconds(smoke);
    unsigned games = smoke ? TABLES_SMOKE : TABLES;
    int64_t now_ms = house_began_ms;
    printf("# SQLite %s, WAL, synchronous FULL\n", sqlite3_libversion());
    if (started > 0) {
        start_house((unsigned)started, &now_ms, true);
        return EXIT_SUCCESS;
    }
    remove_files();
    if (filled > 0) {
        fill_house((unsigned)filled);
        return EXIT_SUCCESS;
    }
    if (alone == 0) {
        bench_pure(seconds);
    }
    fill_house(games);
    if (alone == 0) {
        start_house(games, &now_ms, false);
    }
    for (size_t i = 0; i < sizeof(in_flights) / sizeof(in_flights[0]); i++) {
        if (alone == 0 || alone == in_flights[i]) {
            handle_house_move(in_flights[i], seconds, &games, now_ms);
        }
    }
    remove_files();
    return EXIT_SUCCESS;
}
