/* deaddrop: composition of the program. Subcommands live in bot/cli, adapters in adapters/. */

#include "cli.h"

#include <stdio.h>
#include <string.h>

static const struct cli_command *const main_commands[] = {
    &cli_rules,
    &cli_script,
    &cli_verify,
    &cli_replay,
    NULL,
};

static int main_help(FILE *out)
{
    fputs("usage: deaddrop SUBCOMMAND\n\n", out);
    for (const struct cli_command *const *row = main_commands; *row != NULL; row++) {
        char usage[80];
        snprintf(usage, sizeof usage, "%s %s", (*row)->name, (*row)->arguments);
        fprintf(out, "  %-36s %s\n", usage, (*row)->help);
    }
    fputs("  --help | --version\n\nEach subcommand has --help too.\n", out);
    return CLI_FINE;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (argc == 2 && strcmp(name, "--version") == 0) {
        puts("deaddrop " DD_VERSION);
        return CLI_FINE;
    }
    if (argc == 2 && strcmp(name, "--help") == 0) {
        return main_help(stdout);
    }
    for (const struct cli_command *const *row = main_commands; *row != NULL; row++) {
        if (strcmp((*row)->name, name) == 0) {
            return (*row)->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "deaddrop: there is no subcommand \"%s\"; deaddrop --help lists them\n", name);
    return CLI_USAGE;
}
