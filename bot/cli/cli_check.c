/* deaddrop check: reads everything in the store, says what is damaged, and goes on without it where
 * somebody says so. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "all_parts.h"
#include "settings.h"
#include "store_damage.h"
#include "store_path.h"

enum { CHECK_PATH_BYTES = 4096 };

struct check {
    const char *config;
    bool accept_loss;
    bool set_aside;
    bool compact;
};

static int check_help(void)
{
    cli_help(&cli_check);
    puts(
        "\n  --config FILE  the bot's config, which says where its store is\n"
        "  --set-aside    takes damaged rows out of the way; the bot must not be running\n"
        "  --accept-loss  goes on where the last transactions are lost; the same\n"
        "  --compact      writes the file anew without free space; the same. One of an older "
        "version "
        "gives\n                 space back by itself from then on\n\n"
        "Reads every row of the store, while the bot runs or not, and changes nothing. What is "
        "damaged\nis never written over, and costs whom it is about: a table stands still, a "
        "person "
        "is told so, a\nroom takes no new games, an adapter asks its platform anew; damage in how "
        "the "
        "file is built keeps\nthe bot from starting. The mend is a backup (`deaddrop backup "
        "--help` "
        "says how to put it back).\nWithout one --set-aside keeps the damaged rows in a table of "
        "their "
        "own, and the bot goes on without\nwhat they said; a table of players with damage stays as "
        "it "
        "is.\n"
        "Exit status: 0 all is sound, 1 something is damaged or lost, 75 the bot runs, 78 there is "
        "no store.");
    return CLI_FINE;
}

static void check_say(void *context, const char *what)
{
    (void)context;
    printf("damaged: %s\n", what);
}

static int check_sum_up(const char *path, int count)
{
    if (count == 0) {
        printf("%s is sound\n", path);
        return CLI_FINE;
    }
    printf("%d damaged in %s. To mend it put a backup back; without one `deaddrop check "
           "--set-aside` goes on without the damaged rows.\n",
           count, path);
    return CLI_BAD;
}

/* What cannot be read on is damage too; a store that is not there or in use is none. */
static int check_fault(const struct fault *fault)
{
    int code = cli_fault(&cli_check, fault);
    return fault->code == FAULT_BROKEN ? CLI_BAD : code;
}

static int check_read(const char *path)
{
    struct fault fault = {FAULT_NONE, ""};
    const struct store_damage_listener listener = {check_say, NULL};
    if (store_mend_behind(path, &fault) != 0) {
        cli_fault(&cli_check, &fault);
        return CLI_BAD;
    }
    struct store *store = store_open_reading(store_driver_of(path), path, &fault);
    if (store == NULL) {
        return check_fault(&fault);
    }
    int count = store_check_now(store, &listener, &fault);
    store_close(&store);
    return count < 0 ? check_fault(&fault) : check_sum_up(path, count);
}

static int check_mend(const struct check *check, const char *path)
{
    struct fault fault = {FAULT_NONE, ""};
    const struct store_damage_listener listener = {check_say, NULL};
    int count = 0;
    if (check->accept_loss && store_mend_accept_loss(path, &fault) != 0) {
        return cli_fault(&cli_check, &fault);
    }
    if (check->accept_loss) {
        puts("The next start goes on from what is there.");
    }
    if (check->set_aside) {
        count = store_mend_set_aside(path, &listener, &fault);
        if (count < 0) {
            return cli_fault(&cli_check, &fault);
        }
        printf("%d rows set aside; they are kept in the store's table `damaged`.\n", count);
    }
    if (check->compact && store_mend_compact(path, &fault) != 0) {
        return cli_fault(&cli_check, &fault);
    }
    if (check->compact) {
        puts("Written anew, without free space.");
    }
    return CLI_FINE;
}

/* Reads the words behind the subcommand; false where one is not known. */
static bool check_words(struct check *check, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--config") == 0 && i + 1 < argc) {
            check->config = argv[++i];
        } else if (strcmp(argv[i], "--accept-loss") == 0) {
            check->accept_loss = true;
        } else if (strcmp(argv[i], "--set-aside") == 0) {
            check->set_aside = true;
        } else if (strcmp(argv[i], "--compact") == 0) {
            check->compact = true;
        } else {
            return false;
        }
    }
    return true;
}

static int check_part(const struct check *check, const struct settings *settings)
{
    char path[CHECK_PATH_BYTES];
    struct fault fault = {FAULT_NONE, ""};
    if (store_place(settings, false, path, sizeof path, &fault) != 0) {
        return cli_fault(&cli_check, &fault);
    }
    return check->accept_loss || check->set_aside || check->compact ? check_mend(check, path)
                                                                    : check_read(path);
}

static int check_run(int argc, char **argv)
{
    struct check check = {.config = NULL};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return check_help();
    }
    if (!check_words(&check, argc, argv)) {
        return cli_usage(&cli_check,
                         "knows --config FILE, --set-aside, --accept-loss and --compact");
    }
    struct settings *settings = cli_settings(check.config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code = CLI_FINE;
    struct all_parts parts;
    all_parts(&cli_check, settings, &parts);
    for (unsigned i = 0; i < parts.count; i++) {
        store_path_part(parts.part[i]);
        int one = check_part(&check, settings);
        code = one != CLI_FINE ? one : code;
    }
    settings_free(&settings);
    return code;
}

const struct cli_command cli_check = {
    .name = "check",
    .arguments = "[--config FILE] [--set-aside] [--accept-loss] [--compact]",
    .help = "reads everything in the store and says what is damaged",
    .run = check_run,
};
