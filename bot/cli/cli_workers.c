/* deaddrop workers: which processes share the store, and who has it. */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "settings.h"
#include "store_members.h"
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
         "Of a house in parts (parts in [store]) the workers come first, with what fell to each, "
         "and then\neach part with the processes that have it or stand by for it.\n"
         "Exit status: 0 one of them has the store (of each part one), 1 none has, 75 the database "
         "does not\nanswer.");
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

static void workers_say_member(void *context, const struct store_member *member)
{
    char ago[32];
    (void)context;
    workers_ago(ago, sizeof ago, member->seen_s);
    printf("%s (%s, deaddrop %s): ", member->name, member->where, member->version);
    if (member->counts && member->parts[0] == '\0') {
        printf("has no part");
    } else if (member->counts) {
        printf("has %s %s", strchr(member->parts, ' ') == NULL ? "part" : "parts", member->parts);
    } else {
        printf("leaves, is gone, or does not reach the database");
    }
    printf("; since %s, last seen %s\n", member->since, ago);
}

/* The store of one part, or the only one. False with a fault. */
static bool workers_look_at(const struct settings *settings, unsigned part, unsigned *holders_r,
                            struct fault *fault)
{
    char place[WORKERS_PATH_BYTES];
    store_path_part(part);
    *holders_r = 0;
    return store_place(settings, false, place, sizeof place, fault) == 0 &&
           store_workers(place, workers_say, holders_r, fault) == 0;
}

static int workers_look_whole(const struct settings *settings)
{
    struct fault fault = {FAULT_NONE, ""};
    unsigned holders = 0;
    if (!workers_look_at(settings, 0, &holders, &fault)) {
        return cli_fault(&cli_workers, &fault);
    }
    if (holders == 0) {
        puts("No worker has the store.");
    }
    return holders == 0 ? CLI_BAD : CLI_FINE;
}

static int workers_look_parts(const struct settings *settings, unsigned parts)
{
    char place[WORKERS_PATH_BYTES];
    struct fault fault = {FAULT_NONE, ""};
    bool all = true;
    if (store_place(settings, false, place, sizeof place, &fault) != 0 ||
        store_members_look(place, workers_say_member, NULL, &fault) != 0) {
        return cli_fault(&cli_workers, &fault);
    }
    for (unsigned part = 0; part < parts; part++) {
        unsigned holders = 0;
        printf("Part %u\n", part);
        if (!workers_look_at(settings, part, &holders, &fault) && fault.code != FAULT_CONFIG) {
            return cli_fault(&cli_workers, &fault);
        }
        if (holders == 0) {
            puts("nobody has it");
        }
        all = all && holders > 0;
    }
    return all ? CLI_FINE : CLI_BAD;
}

static int workers_look(const struct settings *settings)
{
    int64_t parts = settings_number(settings, "store", "parts");
    return parts > 1 ? workers_look_parts(settings, (unsigned)parts) : workers_look_whole(settings);
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
