/* deaddrop [run] [--config FILE]: the program itself. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core_dump.h"
#include "crash.h"
#include "entropy.h"
#include "parts.h"
#include "program.h"
#include "settings.h"
#include "store_part.h"

static int run_help(void)
{
    cli_help(&cli_run);
    puts(
        "\n  --config FILE  what to start and how; `deaddrop config --example` prints one\n\n"
        "Without a config it serves the playground on this machine. SIGTERM ends it: what was "
        "heard\nis kept, what waits is sent for 5 seconds at most. SIGHUP reads the config again.\n"
        "Where another process has the database (url in [store]) it stands by until that one "
        "ends.\nWith parts in [store] it is a worker, and starts a process for each part that "
        "falls to it.\n"
        "Exit status: 0 ended, 75 try again later, 78 config refused, 2 wrong usage.");
    return CLI_FINE;
}

/* A worker of a divided house, which plays none of it itself. */
static int run_parts(const char *config, struct settings **settings)
{
    struct fault fault = {FAULT_NONE, ""};
    struct parts *parts = parts_new(config, settings, program_adapters(), &fault);
    if (parts == NULL) {
        return cli_fault(&cli_run, &fault);
    }
    parts_loop(parts);
    const struct fault *gone = parts_gone(parts);
    int code = gone == NULL ? CLI_FINE : cli_fault(&cli_run, gone);
    parts_free(&parts);
    return code;
}

/* The part that this process was started for; RUN_WHOLE: for none. */
enum { RUN_WHOLE = STORE_PARTS_MAX };
static unsigned run_part = RUN_WHOLE;

int program_run(const struct cli_command *command, const char *config)
{
    struct fault fault = {FAULT_NONE, ""};
    if (core_dump_forbid() != 0) {
        fputs("deaddrop: the system lets a crash write this program's memory to disk\n", stderr);
    }
    if (!entropy_works()) {
        fault_set(&fault, FAULT_CONFIG,
                  "the kernel gives no random bytes (getrandom): allow that system call");
        return cli_fault(command, &fault);
    }
    struct settings *settings = cli_settings(config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    if (command == &cli_run && run_part == RUN_WHOLE &&
        settings_number(settings, "store", "parts") > 1) {
        return run_parts(config, &settings);
    }
    struct program *program = program_new(config, &settings, command == &cli_run, &fault);
    if (program == NULL) {
        return cli_fault(command, &fault);
    }
    program_loop(program);
    const struct fault *gone = program_gone(program);
    if (gone != NULL) {
        fault = *gone;
    }
    int code = fault.code == FAULT_NONE ? CLI_FINE : cli_fault(command, &fault);
    program_free(&program);
    return code;
}

/* --part K --parent PID, as a worker starts it: it ends with that one. The arguments behind it. */
static int run_as_part(int argc, char **argv)
{
    if (argc < 5 || strcmp(argv[1], "--part") != 0 || strcmp(argv[3], "--parent") != 0) {
        return 0;
    }
    run_part = (unsigned)strtoul(argv[2], NULL, 10) % STORE_PARTS_MAX;
    program_part(run_part);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != (pid_t)strtol(argv[4], NULL, 10)) {
        raise(SIGTERM); /* it has ended already */
    }
    return 4;
}

static int run_run(int argc, char **argv)
{
    const char *config = NULL;
    int behind = run_as_part(argc, argv);
    argc -= behind;
    argv += behind;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return run_help();
    }
    if (argc == 3 && strcmp(argv[1], "--config") == 0) {
        config = argv[2];
    } else if (argc > 1) {
        return cli_usage(&cli_run, "knows --config FILE alone");
    }
    if (crash_built_in() && !crash_arm(getenv("DEADDROP_CRASH_AT"))) {
        return cli_usage(&cli_run,
                         "DEADDROP_CRASH_AT names no point; deaddrop --crash-points lists "
                         "them");
    }
    return program_run(&cli_run, config);
}

const struct cli_command cli_run = {
    .name = "run",
    .arguments = "[--config FILE]",
    .help = "starts what the config names; without one, the playground",
    .run = run_run,
};
