/* sim [--seed N] [--steps M] [--nights N]: one run, all of it from the seed. Without a seed it
 * takes one from the system, and prints it. Exit status 1 when a check did not hold. "sim words"
 * tries how words are looked for in what is sent. */
#include "sim.h"
#include "sim_calls.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "heap.h"

enum { CHECK_EVERY = 50, CALM_STEPS = 4000, DIES_RUNS_MAX = 400, SIM_LAST_SHOWN = 10 };

static const char *const names[SIM_PEOPLE] = {"Ana", "Ben", "Cy",  "Dee", "Eve",
                                              "Fay", "Gil", "Hal", "Ida", "Jo"};

unsigned sim_roll(struct sim *sim, unsigned n)
{
    sim->dice += 0x9e3779b97f4a7c15;
    uint64_t x = sim->dice;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (unsigned)((x ^ x >> 31) % n);
}

bool sim_fault(struct sim *sim, unsigned n)
{
    return !sim->calm && sim_roll(sim, n) == 0;
}

const char *sim_name(unsigned who)
{
    return names[who];
}

void sim_fail(const struct sim *sim, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    printf("sim: seed %llu, step %u, check %s: ", (unsigned long long)sim->seed, sim->step,
           sim->checking == NULL ? "-" : sim->checking);
    vprintf(what, args);
    va_end(args);
    printf("\nsim: %u events, %u crashes, %u full disks; the last:\n", sim->event_count,
           sim->crashes, sim->fulls);
    for (unsigned i = sim->event_count > 12 ? sim->event_count - 12 : 0; i < sim->event_count;
         i++) {
        const struct sim_event *event = &sim->events[i];
        printf("sim: e%u %s kind %d%s: %s%s\n", i, names[event->who], (int)event->kind,
               event->private ? " privately" : "", event->text, event->control);
    }
    struct table_entry *entry = NULL;
    size_t at = 0;
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        printf("sim: table %llu %s phase %u load %u step %u\n", (unsigned long long)entry->id,
               entry->game == NULL ? "-" : entry->game->id, entry->phase, entry->load,
               entry->resident == NULL ? 0 : entry->resident->table.step);
    }
    const struct world *world = &sim->world;
    for (size_t i = 0; i < world->message_count; i++) {
        if (world->messages[i].moved + SIM_LAST_SHOWN > world->moves) {
            printf("sim: %s reads %s\n", world->messages[i].where, world->messages[i].doc);
        }
    }
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

static void settle(struct sim *sim)
{
    sim->checking = "rest";
    for (int i = 0; i < 20000; i++) {
        bool more = house_run(sim->world.house);
        bool held =
            (sim->held_count > 0 || sim->world.house->down) && sim->world.house->inbox.count == 0 &&
            sim->world.house->commits_in_flight == 0 && sim->world.house->loads_in_flight == 0;
        if (sim->world.dead || (!more && (held || house_is_idle(sim->world.house)))) {
            return;
        }
    }
    sim_fail(sim, "the house does not come to rest");
}

static void pass(struct sim *sim, int64_t ms)
{
    int64_t until_ms = sim->world.now_ms + ms;
    while (sim->world.now_ms < until_ms && !sim->world.dead) {
        int64_t due_ms = house_due_ms(sim->world.house);
        due_ms = due_ms <= sim->world.now_ms ? sim->world.now_ms + 1 : due_ms;
        sim->world.now_ms = due_ms < until_ms ? due_ms : until_ms;
        settle(sim);
    }
}

/* The house goes without warning, and another starts; whoever was told nothing says it again. */
static void crash(struct sim *sim)
{
    sim->crashes++;
    sim->turns += sim->world.house->figures.turns;
    sim->house_moves += sim->world.house->figures.house_moves;
    sim->world.disk_full = false;
    sim_forget_held(sim);
    world_restart(&sim->world, sim_roll(sim, 4) == 0 ? sim_roll(sim, 7200000) : 500);
    settle(sim);
    sim_check_kept(sim);
    for (unsigned i = 0; i < sim->event_count; i++) {
        if (sim->events[i].inbound && !sim->events[i].told) {
            sim_hear(sim, i);
        }
    }
    settle(sim);
    sim_check(sim);
}

static void trouble(struct sim *sim)
{
    if (sim_fault(sim, 60)) {
        sim->world.dies_in = 1 + (int)sim_roll(sim, 8);
        sim->world.dies_dry = sim_roll(sim, 2) == 0;
    }
    if (sim_fault(sim, 150)) {
        sim->fulls++;
        sim->world.disk_full = true;
    } else if (sim->world.disk_full && (sim->calm || sim_roll(sim, 8) == 0)) {
        sim->world.disk_full = false;
        pass(sim, 3000);
    }
    for (unsigned i = 0; i < sim->event_count; i++) {
        if (sim->events[i].late && (sim->calm || sim_roll(sim, 10) == 0)) {
            sim_hear(sim, i);
        }
    }
}

/* Counts games that have come to their end. */
static void count_ended(struct sim *sim)
{
    const struct table_entry *entry = NULL;
    size_t at = 0;
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        const struct table *table = entry->resident == NULL ? NULL : &entry->resident->table;
        if (table == NULL || entry->load != ENTRY_RESIDENT || entry->id >= SIM_TABLES_MAX ||
            table->phase < TABLE_OVER || sim->ended[entry->id] || table->game->gathers) {
            continue;
        }
        unsigned game = 0;
        while (games_all[game] != table->game) {
            game++;
        }
        sim->ended[entry->id] = true;
        sim->games[game]++;
        sim->moves_made[game] += table->step;
    }
}

static void one_step(struct sim *sim)
{
    sim->step++;
    sim_act(sim);
    if (sim_fault(sim, 80)) {
        crash(sim); /* before anything of it was done */
    }
    house_run(sim->world.house);
    if (sim_fault(sim, 80)) {
        crash(sim); /* while its commit is on its way */
    }
    settle(sim);
    sim_release(sim);
    trouble(sim);
    bool long_wait = sim->calm ? sim_roll(sim, 20) == 0 : sim_fault(sim, 40);
    pass(sim, long_wait ? sim_roll(sim, 900000) : sim_roll(sim, 5000));
    count_ended(sim);
    if (sim->world.dead) {
        crash(sim);
    }
    if (sim->step % CHECK_EVERY == 0 && !sim->world.disk_full) {
        settle(sim);
        sim_check(sim);
        sim_check_kept(sim);
    }
}

static unsigned playing(const struct sim *sim)
{
    const struct table_entry *entry = NULL;
    unsigned count = 0;
    size_t at = 0;
    while ((entry = map_next(&sim->world.house->tables.by_id, &at)) != NULL) {
        count += entry->phase == TABLE_PLAYING;
    }
    return count;
}

/* Without faults, what is under way comes to its end, and nothing is left behind. */
static void end(struct sim *sim)
{
    struct house_figures figures;
    sim->calm = true;
    sim->world.dies_in = 0;
    for (unsigned i = 0; i < CALM_STEPS && playing(sim) > 0; i++) {
        one_step(sim);
    }
    sim->world.disk_full = false; /* the last step may have filled it */
    sim->checking = "alive";
    if (playing(sim) > 0) {
        sim_fail(sim, "%u tables do not end", playing(sim));
    }
    for (int i = 0; i < 20; i++) {
        pass(sim, 60000);
        sim_release(sim);
    }
    settle(sim);
    sim_check(sim);
    sim_check_kept(sim);
    sim_check_told(sim);
    house_figures(sim->world.house, &figures);
    if (figures.outbox > 0 || figures.queued > 0 || figures.store_down) {
        sim_fail(sim, "%u sends and %u events are left", figures.outbox, figures.queued);
    }
}

static void run(uint64_t seed, unsigned steps, unsigned nights)
{
    struct sim *sim = heap_allocate(sizeof *sim);
    sim->seed = seed;
    sim->dice = seed;
    sim->nights = nights > 0;
    sim->events = heap_allocate(SIM_EVENTS_MAX * sizeof *sim->events);
    sim->row_nonce = heap_allocate(SIM_ROWS_MAX * sizeof *sim->row_nonce);
    sim->world.context = sim;
    sim->world.dice = seed;
    sim->world.send = sim_send;
    sim->world.stored = sim_stored;
    sim->world.resident_max = sim_roll(sim, 2) == 0 ? 2 : 0;
    sim->world.limits =
        (struct house_limits){.tables_per_room = nights > 0 ? 6 : 3, .tables_per_person = 1};
    if (sim_roll(sim, 3) == 0) {
        sim->world.limits.person = (struct flood_limit){.burst = 20, .per_minute = 30};
    }
    sim_secret_watch(sim);
    world_open(&sim->world, NULL);
    for (unsigned i = 0; i < steps; i++) {
        one_step(sim);
    }
    end(sim);
    struct house_figures figures;
    house_figures(sim->world.house, &figures);
    sim->turns += figures.turns;
    sim->house_moves += figures.house_moves;
    printf("sim: seed %llu: %u steps, %u events, %llu turns, %llu by house players, %u words, %u "
           "crashes, %u full disks, %zu messages, %u %u %u %u of each delivery status;",
           (unsigned long long)seed, sim->step, sim->event_count, (unsigned long long)sim->turns,
           (unsigned long long)sim->house_moves, sim->secret_count, sim->crashes, sim->fulls,
           sim->world.message_count, sim->statuses[0], sim->statuses[1], sim->statuses[2],
           sim->statuses[3]);
    for (unsigned i = 0; games_all[i] != NULL; i++) {
        printf(" %u %s with %u moves,", sim->games[i], games_all[i]->id, sim->moves_made[i]);
    }
    unsigned dealt = 0;
    for (unsigned i = 0; i < SIM_TABLES_MAX; i++) {
        dealt += sim->of_night[i];
    }
    if (dealt + 1 < nights) {
        sim_fail(sim, "nights have dealt %u tables", dealt);
    }
    printf(" %u tables of nights; all well\n", dealt);
    sim_forget_held(sim);
    world_close(&sim->world);
    free(sim->events);
    free(sim->row_nonce);
    free(sim);
}

static bool number(const char *text, uint64_t *out)
{
    char *rest = NULL;
    errno = 0;
    *out = strtoull(text, &rest, 10);
    return errno == 0 && rest != text && *rest == '\0';
}

/* Are words found everywhere but in the tags of controls? */
static bool words_are_found(void)
{
    static const struct {
        const char *doc;
        unsigned words;
    } cases[] = {
        {"\"control\":\"tzq7xvt67v7pj.-.hand\"", 0},
        {"\"control\":\"t67v7pjvtzq7x.4.play\"", 0},
        {"\"control\":\"tzq7xvt67v7pj.4.play.say=zq8x\"", 1},
        {"\"control\":\"t4zzf0vt67v7p.4.zq1x.say=zq8x.to=zq9x\"", 3},
        {"\"s\":\"tzq7xvt67v7pj\"", 1},
        {"\"s\":\"the zq7x\"", 1},
        {"\"s\":\"zq7x.\"", 1},
        {"\"s\":\"zq.x zqx\"", 0},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *at = cases[i].doc;
        unsigned words = 0;
        for (unsigned word = 0; (at = sim_secret_next(cases[i].doc, at, &word)) != NULL; at += 2) {
            words++;
        }
        if (words != cases[i].words) {
            printf("sim: %u words found, not %u, in %s\n", words, cases[i].words, cases[i].doc);
            good = false;
        }
    }
    return good;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "words") == 0) {
        return words_are_found() ? EXIT_SUCCESS : EXIT_FAILURE;
    }

    uint64_t seed = 0;
    uint64_t steps = 1000;
    uint64_t nights = 0;
    const struct {
        const char *name;
        uint64_t *value;
    } words[] = {{"--seed", &seed}, {"--steps", &steps}, {"--nights", &nights}};
    bool seeded = false;
    bool good = argc % 2 == 1;
    for (int i = 1; good && i + 1 < argc; i += 2) {
        size_t at = 0;
        while (at < 3 && strcmp(argv[i], words[at].name) != 0) {
            at++;
        }
        seeded = seeded || at == 0;
        good = at < 3 && number(argv[i + 1], words[at].value);
    }
    if (!good) {
        fprintf(stderr, "sim [--seed N] [--steps M] [--nights N] | words\n");
        return 2;
    }
    if (!seeded) {
        const struct entropy entropy = entropy_system();
        entropy.fill(entropy.context, &seed, sizeof seed);
        seed %= 1000000000;
    }
    printf("sim: seed %llu\n", (unsigned long long)seed);
    fflush(stdout);
    run(seed, (unsigned)steps, (unsigned)nights);
    return EXIT_SUCCESS;
}
