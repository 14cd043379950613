/* deaddrop backup FILE: a consistent copy of the store, while the bot runs or not. It reads the
 * database itself, as it is at one moment, and holds up nobody who writes to it. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "all_parts.h"
#include "settings.h"
#include "store_damage.h"
#include "store_path.h"
#include "store_upkeep.h"

static int backup_help(void)
{
    cli_help(&cli_backup);
    puts(
        "\n  --config FILE  the bot's config, which says where its store is\n\n"
        "The bot may be running; with a folder in [backup] it makes copies by itself. A copy holds "
        "secrets:\nnobody else can read it. To go back to one:\n\n"
        "  1. stop the bot;\n"
        "  2. move the store away, and the files beside it that end in -wal, -shm and .work;\n"
        "     .lock stays: it keeps ids from being given twice;\n"
        "  3. put the copy in the store's place (cp), under the store's name;\n"
        "  4. deaddrop check;\n"
        "  5. start the bot, and ask it to forget again whom it has forgotten since the copy.\n\n"
        "With url in [store] the copy is such a file all the same, and goes back into an empty "
        "database by\n`deaddrop copy FILE URL`. With parts there is one of each, FILE.part-K.db "
        "beside FILE.db.\n\n"
        "Nothing is done twice; what happened after the copy is gone, and people are told that the "
        "bot was\naway. On another machine take .lock along, if it is still there. --accept-loss "
        "is not wanted for this.\nExit status: 0 the copy is sound, 1 it has damaged rows, as the "
        "store has.");
    return CLI_FINE;
}

static void backup_found(void *context, const char *what)
{
    (void)context;
    printf("damaged: %s\n", what);
}

/* Reads the copy through and says what came of it. */
static int backup_check(const char *file, const char *path)
{
    struct fault fault = {FAULT_NONE, ""};
    const struct store_damage_listener listener = {backup_found, NULL};
    struct store *copy = store_open_reading(&store_sqlite, file, &fault);
    int count = copy == NULL ? -1 : store_check_now(copy, &listener, &fault);
    store_close(&copy);
    if (count < 0) {
        return cli_fault(&cli_backup, &fault);
    }
    printf("%s is now a copy of %s\n", file, path);
    if (count > 0) {
        printf("It has %d damaged rows, as the store has: keep older copies too.\n", count);
        return CLI_BAD;
    }
    return CLI_FINE;
}

static int backup_copy(const struct settings *settings, const char *name, unsigned part)
{
    char path[4096];
    char file[4096];
    struct fault fault = {FAULT_NONE, ""};
    store_path_part(part);
    if (store_place(settings, false, path, sizeof(path), &fault) != 0 ||
        store_path_file(name, part, file, sizeof(file), &fault) != 0) {
        return cli_fault(&cli_backup, &fault);
    }
    struct store *store = store_open_reading(store_driver_of(path), path, &fault);
    if (store == NULL) {
        return cli_fault(&cli_backup, &fault);
    }
    int done = store_backup(store, file, NULL, &fault);
    store_close(&store);
    if (done != 0) {
        return cli_fault(&cli_backup, &fault);
    }
    return backup_check(file, path);
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
    int code = CLI_FINE;
    struct all_parts parts;
    all_parts(&cli_backup, settings, &parts);
    for (unsigned i = 0; i < parts.count; i++) {
        int one = backup_copy(settings, argv[argc - 1], parts.part[i]);
        code = one != CLI_FINE ? one : code;
    }
    settings_free(&settings);
    return code;
}

const struct cli_command cli_backup = {
    .name = "backup",
    .arguments = "[--config FILE] FILE",
    .help = "copies the store, while the bot is running or not",
    .run = backup_run,
};
