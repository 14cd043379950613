/* Subcommands of the program: each file here exports one row, main.c lists them. */
#ifndef CLI_H
#define CLI_H

#include "fault.h"

struct settings;

/* Exit codes (sysexits where they fit). */
enum cli_exit {
    CLI_FINE = 0,
    CLI_BAD = 1,           /* the thing asked about is bad */
    CLI_USAGE = 2,         /* wrong usage */
    CLI_LATER = 75,        /* try again later */
    CLI_MISCONFIGURED = 78 /* config or token refused: restarting will not help */
};

struct cli_command {
    const char *name;      /* "rules" */
    const char *arguments; /* for the usage line: "GAME" */
    const char *help;      /* one line: what it does */
    /* argv[0] is the subcommand's name. The exit code. */
    int (*run)(int argc, char **argv);
};

extern const struct cli_command cli_run;
extern const struct cli_command cli_rules;
extern const struct cli_command cli_replay;
extern const struct cli_command cli_script;
extern const struct cli_command cli_verify;
extern const struct cli_command cli_config;
extern const struct cli_command cli_backup;
extern const struct cli_command cli_copy;
extern const struct cli_command cli_check;
extern const struct cli_command cli_forget;
extern const struct cli_command cli_export;
extern const struct cli_command cli_workers;

/* Prints "usage: deaddrop NAME ARGUMENTS" and the line of help to stdout; CLI_FINE. */
int cli_help(const struct cli_command *command);
/* Says on stderr, in one line, what is wrong with the words and how the usage is; CLI_USAGE. */
int cli_usage(const struct cli_command *command, const char *problem);
/* Says a fault on stderr, in one line; the exit code that belongs to it. */
int cli_fault(const struct cli_command *command, const struct fault *fault);
/* The settings of a file (NULL: none) and the environment. NULL after saying every mistake. */
struct settings *cli_settings(const char *config);

#endif
