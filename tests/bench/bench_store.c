/* How many turns the store makes durable, how long one waits, and how much is written for it, with
 * 1, 64 and 1,024 turns in flight over 10,000 open tables. Each turn is what the house writes: the
 * event, the journal's line, where the table stands, a document to send, and that the one before
 * has arrived. The file lies in the current folder: run it on the disk that is meant. --key: it is
 * sealed; --copies: meanwhile it is copied as on schedule, one copy after the other; --in-flight
 * 64: that many alone. */

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "backup_folder.h"
#include "bench.h"
#include "entropy.h"
#include "seal.h"
#include "store_upkeep.h"
#include "table.h"

enum { TABLES = 10000, IN_FLIGHT_MAX = 1024, LATENCIES_MAX = 4000000 };

static const char bench_path[] = "bench_store.db";

struct world {
    struct store *store;
    sem_t woken;
    struct entropy entropy;
    uint64_t state;
    uint64_t steps[TABLES];
    uint64_t turns;
    uint64_t failed;
    size_t latency_count;
    double *latencies;
};

/* A turn under way. */
struct delivery {
    struct world *world;
    double began;
    bool busy;
};

static char line[200];
static char document[1500];

static void wake(void *context)
{
    struct world *world = context;
    sem_post(&world->woken);
}

static void landed(void *context, const struct fault *fault)
{
    struct delivery *delivery = context;
    struct world *world = delivery->world;
    delivery->busy = false;
    world->failed += fault != NULL ? 1 : 0;
    world->turns++;
    if (world->latency_count < LATENCIES_MAX) {
        world->latencies[world->latency_count++] = bench_now() - delivery->began;
    }
}

static void take_turn(struct world *world, struct delivery *delivery)
{
    char key[64];
    uint64_t dice = 0;
    struct store_batch *batch = store_batch_new();
    world->entropy.fill(world->entropy.context, &dice, sizeof(dice));
    uint64_t table = dice % TABLES;
    uint64_t step = world->steps[table]++;
    snprintf(key, sizeof(key), "web/p%016llx/%llu", (unsigned long long)dice,
             (unsigned long long)world->turns);
    store_put(batch, STORE_EVENT, &(struct store_row){.key = key, .at_ms = 1893499200000});
    store_put(batch, STORE_JOURNAL,
              &(struct store_row){.id = table + 1, .sub = step, .key = key, .text = line});
    store_put(batch, STORE_TABLE,
              &(struct store_row){.id = table + 1,
                                  .sub = TABLE_PLAYING,
                                  .at_ms = (int64_t)step,
                                  .key = "web/den",
                                  .extra = "interceptor",
                                  .text = line});
    static uint64_t row = 1;
    store_put(
        batch, STORE_OUTBOX,
        &(struct store_row){
            .id = ++row, .sub = table + 1, .key = "web/den", .extra = line, .text = document});
    if (row > IN_FLIGHT_MAX) {
        store_put(batch, STORE_OUTBOX_DONE, &(struct store_row){.id = row - IN_FLIGHT_MAX});
        store_put(batch, STORE_SENT,
                  &(struct store_row){.id = table + 1, .sub = step, .key = "crowd", .text = "m1"});
    }
    delivery->busy = true;
    delivery->began = bench_now();
    store_commit(world->store, &batch, landed, delivery);
}

static void run(struct world *world, struct bench *bench, size_t in_flight, double seconds)
{
    static struct delivery deliveries[IN_FLIGHT_MAX];
    double began = bench_now();
    double written = bench_written();
    world->turns = 0;
    world->latency_count = 0;
    while (bench_now() - began < seconds) {
        for (size_t i = 0; i < in_flight; i++) {
            if (!deliveries[i].busy) {
                deliveries[i].world = world;
                take_turn(world, &deliveries[i]);
            }
        }
        while (sem_wait(&world->woken) != 0 && errno == EINTR) {
        }
        store_poll(world->store);
    }
    double took = bench_now() - began;
    while (store_pending(world->store) > 0) {
        sem_wait(&world->woken);
        store_poll(world->store);
    }
    double turns = (double)world->turns;
    bench_keep(bench, "durable turns", "/s", turns / took);
    bench_keep(bench, "latency p50", "ms",
               1000 * bench_quantile(world->latencies, world->latency_count, 0.5));
    bench_keep(bench, "latency p99", "ms",
               1000 * bench_quantile(world->latencies, world->latency_count, 0.99));
    bench_keep(bench, "written", "bytes/turn", (bench_written() - written) / turns);
}

static void remove_files(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    char path[64];
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", bench_path, endings[i]);
        unlink(path);
    }
}

/* --- copies meanwhile ------------------------------------------------------------------------- */

/* Copies as the program makes them on schedule, one after the other. */
struct copies {
    pthread_t thread;
    atomic_bool ending;
    unsigned made;
    bool failed;
};

static bool copies_pause(void *context)
{
    struct copies *copies = context;
    usleep(1000);
    return !atomic_load(&copies->ending);
}

static void *copies_thread(void *context)
{
    static const struct backup_keep one = {1, 0, 0};
    struct copies *copies = context;
    const struct store_pause pause = {copies_pause, copies};
    struct fault fault;
    struct backup_made made;
    struct backup_folder *folder = backup_folder_open("bench_copies", bench_path, &fault);
    copies->failed = folder == NULL;
    while (!copies->failed && !atomic_load(&copies->ending)) {
        int64_t now_ms = (int64_t)(copies->made + 1) * 1000;
        bool good = backup_folder_make(folder, now_ms, &one, &pause, &made, &fault) == 0;
        copies->made += good ? 1 : 0;
        copies->failed = !good && !atomic_load(&copies->ending);
    }
    backup_folder_close(&folder);
    return NULL;
}

static void copies_end(struct copies *copies)
{
    char path[64];
    atomic_store(&copies->ending, true);
    pthread_join(copies->thread, NULL);
    printf("# %u copies were made meanwhile%s\n", copies->made,
           copies->failed ? ", one failed" : "");
    for (unsigned i = 0; i <= copies->made; i++) {
        struct backup_name copy = {.made_ms = (int64_t)i * 1000};
        char name[BACKUP_NAME_BYTES];
        backup_name_write(name, "bench_store", &copy);
        snprintf(path, sizeof path, "bench_copies/%.50s", name);
        unlink(path);
    }
    unlink("bench_copies/bench_store.backup.lock");
    rmdir("bench_copies");
}

static bool asked(int argc, char **argv, const char *word)
{
    bool found = false;
    for (int i = 1; i < argc; i++) {
        found = found || strcmp(argv[i], word) == 0;
    }
    return found;
}

int main(int argc, char **argv)
{
    static struct copies copies;
    size_t in_flights[] = {1, 64, IN_FLIGHT_MAX};
    static struct world world;
    struct fault fault;
    bool smoke = bench_begin(argc, argv);
    const char *url = getenv("DD_POSTGRES"); /* of tests/postgres.py --sync */
    const char *place = url == NULL ? bench_path : url;
    if (url == NULL) {
        printf("# SQLite %s, WAL, synchronous FULL\n", sqlite3_libversion());
    } else {
        puts("# PostgreSQL on a socket of this machine");
    }
    if (asked(argc, argv, "--key")) {
        seal_use("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "");
        puts("# with a key");
    }
    remove_files();
    sem_init(&world.woken, 0, 0);
    world.entropy = entropy_seeded(&world.state, 1);
    world.latencies = calloc(LATENCIES_MAX, sizeof(*world.latencies));
    memset(line, 'l', sizeof(line) - 1);
    memset(document, 'd', sizeof(document) - 1);
    world.store = store_open(store_driver_of(place), place, true, wake, &world, &fault);
    if (world.store == NULL || world.latencies == NULL) {
        fprintf(stderr, "%s\n", fault.text);
        return EXIT_FAILURE;
    }
    size_t alone = bench_number(argc, argv, "--in-flight");
    size_t count = alone == 0 ? sizeof(in_flights) / sizeof(in_flights[0]) : 1;
    if (alone != 0) {
        in_flights[0] = alone < IN_FLIGHT_MAX ? alone : IN_FLIGHT_MAX;
    }
    bool copied = asked(argc, argv, "--copies");
    if (copied && pthread_create(&copies.thread, NULL, copies_thread, &copies) != 0) {
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof(name), "store, %zu in flight", in_flights[i]);
        struct bench bench = {.name = name};
        for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
            run(&world, &bench, in_flights[i], bench_seconds(smoke));
        }
        bench_print(&bench);
    }
    if (copied) {
        copies_end(&copies);
    }
    store_close(&world.store);
    remove_files();
    free(world.latencies);
    return world.failed == 0 && !copies.failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
