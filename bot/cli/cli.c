/* What subcommands share: help and usage. */
#include "cli.h"

#include <stdio.h>

int cli_help(const struct cli_command *command)
{
    printf("usage: deaddrop %s%s%s\n\n%s\n", command->name, command->arguments[0] ? " " : "",
           command->arguments, command->help);
    return CLI_FINE;
}

int cli_usage(const struct cli_command *command, const char *problem)
{
    fprintf(stderr, "deaddrop %s: %s; usage: deaddrop %s%s%s\n", command->name, problem,
            command->name, command->arguments[0] ? " " : "", command->arguments);
    return CLI_USAGE;
}
