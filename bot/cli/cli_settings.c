/* What subcommands share that need the configuration or the store. */
#include "cli.h"

#include <stdio.h>
#include <unistd.h>

#include "seal.h"
#include "settings.h"

int cli_fault(const struct cli_command *command, const struct fault *fault)
{
    fprintf(stderr, "deaddrop %s: %s\n", command->name, fault->text);
    switch (fault->code) {
    case FAULT_USAGE:
        return CLI_USAGE;
    case FAULT_CONFIG:
    case FAULT_BROKEN:
        return CLI_MISCONFIGURED;
    case FAULT_RETRY:
    case FAULT_FULL:
        return CLI_LATER;
    case FAULT_NONE:
    case FAULT_BAD:
    case FAULT_GONE:
        break;
    }
    return CLI_BAD;
}

struct settings *cli_settings(const char *config)
{
    struct buf problems;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    struct settings *settings = settings_load(config, (const char *const *)environ, &problems);
    if (settings == NULL) {
        fputs(problems.text, stderr);
    }
    buf_deinit(&problems);
    if (settings != NULL) {
        seal_use(settings_text(settings, "store", "key"),
                 settings_text(settings, "store", "old_key"));
    }
    return settings;
}
