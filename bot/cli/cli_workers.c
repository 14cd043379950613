/* deaddrop workers: which processes share the store, and who has it. */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "settings.h"
#include "store_path.h"
#include "store_worker.h"

enum {
    WORKERS_PATH_BYTES = 4096,
    WORKERS_QUIET_S = 10, /* who has said nothing for longer is missed */
    WORKERS_MINUTES_S = 120,
    WORKERS_HOURS_S = 7200
};

static int workers_help(void)
{
    cli_help(&cli_workers);
    puts("\n  --config FILE  the bot's config, which says where its store is\n\n"
         "Where several processes share a database (url in [store]) one of them has it and plays; "
         "the\nothers stand by and take over when it ends, or is not heard of for some seconds. "
         "Each is a line:\nits name (worker in [store]), what it does, which process it is. Times "
         "are UTC, by the database's\nclock.\n"
         "Exit status: 0 one of them has the store, 1 none has, 75 the database does not answer.");
    return CLI_FINE;
}

/* How long ago, in words. */
static void workers_ago(char *text, size_t size, int64_t seconds)
{
    if (seconds < WORKERS_MINUTES_S) {
        snprintf(text, size, "%" PRId64 " s ago", seconds);
    } else if (seconds < WORKERS_HOURS_S) {
        snprintf(text, size, "%" PRId64 " min ago", seconds / 60);
    } else {
        snprintf(text, size, "%" PRId64 " h ago", seconds / 3600);
    }
}

static void workers_say(void *context, const struct store_worker_row *worker)
{
    char ago[32];
    unsigned *holders = context;
    workers_ago(ago, sizeof ago, worker->seen_s);
    printf("%s (%s, deaddrop %s): ", worker->name, worker->where, worker->version);
    if (worker->holds && worker->is_over) {
        printf("had the store until %s and has not kept it up: it was stopped or cut off; whoever "
               "stands by takes over",
               worker->until);
    } else if (worker->holds) {
        printf("has the store and plays; until %s%s", worker->until[0] == '\0' ? "it ends" : "",
               worker->until);
        printf("%s", worker->until[0] == '\0' ? "" : ", kept up while it lives");
        (*holders)++;
    } else if (worker->seen_s <= WORKERS_QUIET_S) {
        printf("stands by");
    } else {
        printf("is gone, or does not reach the database");
    }
    printf("; since %s, last seen %s\n", worker->since, ago);
}

static int workers_look(const struct settings *settings)
{
    char place[WORKERS_PATH_BYTES];
    struct fault fault = {FAULT_NONE, ""};
    unsigned holders = 0;
    if (store_place(settings, false, place, sizeof place, &fault) != 0 ||
        store_workers(place, workers_say, &holders, &fault) != 0) {
        return cli_fault(&cli_workers, &fault);
    }
    if (holders == 0) {
        puts("No worker has the store.");
    }
    return holders == 0 ? CLI_BAD : CLI_FINE;
}

static int workers_run(int argc, char **argv)
{
    const char *config = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return workers_help();
    }
    if (argc == 3 && strcmp(argv[1], "--config") == 0) {
        config = argv[2];
    } else if (argc > 1) {
        return cli_usage(&cli_workers, "knows --config FILE alone");
    }
    struct settings *settings = cli_settings(config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code = workers_look(settings);
    settings_free(&settings);
    return code;
}

const struct cli_command cli_workers = {
    .name = "workers",
    .arguments = "[--config FILE]",
    .help = "says which processes share the store, and who has it",
    .run = workers_run,
};
