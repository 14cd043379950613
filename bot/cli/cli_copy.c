/* deaddrop copy FROM TO: all that is in a store into another, of whichever database, and compared.
 */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "settings.h"
#include "store_postgres.h"
#include "store_upkeep.h"

static int copy_help(void)
{
    cli_help(&cli_copy);
    puts(
        "\n  --config FILE  the bot's config, for the password of a database\n\n"
        "Each is a file, or a URL as url in [store]. The bot must not be running. TO must be new: "
        "a "
        "file\nthat is not there, a database without tables. Sums are made anew; what is encrypted "
        "stays so, under\nthe same key. Both are then read through and compared by count and hash; "
        "where anything differs, or\nis damaged in FROM, nothing is kept in TO.\n\n"
        "To move to PostgreSQL and back:\n\n"
        "  deaddrop copy /var/lib/deaddrop/deaddrop.db postgresql://deaddrop@host/deaddrop\n"
        "  deaddrop copy postgresql://deaddrop@host/deaddrop /var/lib/deaddrop/deaddrop.db\n\n"
        "Exit status: 0 both are the same, 1 TO is not new, 75 FROM is in use, 78 FROM is "
        "damaged.");
    return CLI_FINE;
}

static int copy_do(const struct settings *settings, const char *from, const char *to)
{
    char hash[HASH_HEX_SIZE];
    struct store_copied copied;
    struct fault fault = {FAULT_NONE, ""};
    const char *password = settings_text(settings, "store", "password");
    store_postgres_use(password[0] == '\0' ? NULL : password, NULL);
    if (store_copy(from, to, &copied, &fault) != 0) {
        return cli_fault(&cli_copy, &fault);
    }
    hash_hex(hash, copied.hash, sizeof copied.hash);
    printf("%lld rows copied from %s to %s; read again in both they are the same (SHA-256 %s)\n",
           (long long)copied.rows, from, to, hash);
    return CLI_FINE;
}

static int copy_run(int argc, char **argv)
{
    const char *config = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return copy_help();
    }
    if (argc == 5 && strcmp(argv[1], "--config") == 0) {
        config = argv[2];
    } else if (argc != 3 || argv[1][0] == '-') {
        return cli_usage(&cli_copy, "wants two stores, each a file or a URL");
    }
    struct settings *settings = cli_settings(config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code = copy_do(settings, argv[argc - 2], argv[argc - 1]);
    settings_free(&settings);
    return code;
}

const struct cli_command cli_copy = {
    .name = "copy",
    .arguments = "[--config FILE] FROM TO",
    .help = "copies a store into a new one, a file or a PostgreSQL database",
    .run = copy_run,
};
