/* Subcommands about a platform: they know its adapter, so they stand beside main.c. */
#ifndef MAIN_COMMANDS_H
#define MAIN_COMMANDS_H

#include "cli.h"

extern const struct cli_command main_commands_discord;
extern const struct cli_command main_discord;
extern const struct cli_command main_matrix;

#endif
