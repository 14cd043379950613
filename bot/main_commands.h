/* Subcommands about a platform: they know its adapter, so they stand beside main.c. */
#ifndef MAIN_COMMANDS_H
#define MAIN_COMMANDS_H

#include "cli.h"
#include "program.h"

extern const struct cli_command main_commands_discord;
extern const struct cli_command main_discord;
extern const struct cli_command main_matrix;

/* All adapters; a row of NULL is the last. */
extern const struct program_adapter main_adapters[];

/* main_verify.c: deaddrop matrix verify, with these words behind it. The exit code. */
int main_verify(int argc, char **argv);

#endif
