/* deaddrop backup FILE: a consistent copy of the store, while the bot runs or not. It reads the
 * database itself, as it is at one moment, and holds up nobody who writes to it. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "settings.h"
#include "store.h"
#include "store_path.h"

static int backup_help(void)
{
    cli_help(&cli_backup);
    puts("\n  --config FILE  the bot's config, which says where its store is\n\n"
         "The bot may be running. The copy holds secrets: nobody else can read it. To go back to "
         "it,\nstop the bot, put the copy in the place of the store, take the files beside it that "
         "end in\n-wal, -shm and .work away, and start again. Nothing is done twice; what happened "
         "after the\ncopy is forgotten.");
    return CLI_FINE;
}

static void backup_done(void *context, const struct fault *fault)
{
    struct fault *out = context;
    if (fault != NULL) {
        *out = *fault;
    }
}

static int backup_copy(const struct settings *settings, const char *file)
{
    char path[4096];
    struct fault fault = {FAULT_NONE, ""};
    if (store_path(settings, false, path, sizeof(path), &fault) != 0) {
        return cli_fault(&cli_backup, &fault);
    }
    struct store *store = store_open_reading(&store_sqlite, path, &fault);
    if (store == NULL) {
        return cli_fault(&cli_backup, &fault);
    }
    store_backup(store, file, backup_done, &fault);
    store_poll(store);
    store_close(&store);
    if (fault.code != FAULT_NONE) {
        return cli_fault(&cli_backup, &fault);
    }
    printf("%s is now a copy of %s\n", file, path);
    return CLI_FINE;
}

static int backup_run(int argc, char **argv)
{
    const char *config = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return backup_help();
    }
    if (argc == 4 && strcmp(argv[1], "--config") == 0) {
        config = argv[2];
    } else if (argc != 2 || argv[1][0] == '-') {
        return cli_usage(&cli_backup, "wants the name of the copy");
    }
    struct settings *settings = cli_settings(config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code = backup_copy(settings, argv[argc - 1]);
    settings_free(&settings);
    return code;
}

const struct cli_command cli_backup = {
    .name = "backup",
    .arguments = "[--config FILE] FILE",
    .help = "copies the store, while the bot is running or not",
    .run = backup_run,
};
