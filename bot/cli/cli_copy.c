/* deaddrop copy FROM TO: all that is in a store into another, of whichever database, and compared.
 */
#include "cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hash.h"
#include "program.h"
#include "settings.h"
#include "store_part.h"
#include "store_path.h"
#include "store_postgres.h"
#include "store_upkeep.h"

enum { COPY_PLACE_BYTES = 4096 };

struct copy {
    const char *from;
    const char *to;
    unsigned parts;
    bool divides; /* from is a whole house, to one in parts */
};

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
        "With parts in [store] each part is copied: in files part 3 of house.db is "
        "house.part-3.db. Where FROM\nis a whole house it is divided into so many parts: each gets "
        "what is of its rooms. Where copying parts\nended halfway, the same command goes on with "
        "those that are not copied yet.\n\n"
        "Exit status: 0 both are the same, 1 TO is not new, 75 FROM is in use, 78 FROM is "
        "damaged.");
    return CLI_FINE;
}

static void copy_say(const char *from, const char *to, const struct store_copied *copied)
{
    char hash[HASH_HEX_SIZE];
    hash_hex(hash, copied->hash, sizeof copied->hash);
    printf("%lld rows copied from %s to %s; read again in both they are the same (SHA-256 %s)\n",
           (long long)copied->rows, from, to, hash);
}

/* Where that part's store is: a URL with its number, or a file called so. */
static int copy_place(const char *store, unsigned part, char place[COPY_PLACE_BYTES],
                      struct fault *fault)
{
    if (store_driver_of(store) == &store_sqlite) {
        return store_path_file(store, part, place, COPY_PLACE_BYTES, fault);
    }
    int len = snprintf(place, COPY_PLACE_BYTES, part == 0 ? "%s" : "%s#%u", store, part);
    return len > 0 && len < COPY_PLACE_BYTES ? 0
                                             : fault_set(fault, FAULT_USAGE, "the URL is too long");
}

/* The parts that a store has besides part 0. Where it cannot be read there are none, and copying
 * says why. */
struct copy_found {
    bool has[STORE_PARTS_MAX];
    unsigned count;
};

static void copy_found_part(void *context, const struct store_row *row)
{
    struct copy_found *found = context;
    found->has[row->id] = true;
    found->count++;
}

static void copy_find_files(const char *store, struct copy_found *found)
{
    char place[COPY_PLACE_BYTES];
    struct fault fault = {FAULT_NONE, ""};
    for (unsigned part = 1; part < STORE_PARTS_MAX; part++) {
        if (copy_place(store, part, place, &fault) == 0 && access(place, F_OK) == 0) {
            found->has[part] = true;
            found->count++;
        }
    }
}

static void copy_find(const char *place, struct copy_found *found_r)
{
    const struct store_question question = {.query = STORE_OTHERS, .id = 1};
    struct fault fault = {FAULT_NONE, ""};
    *found_r = (struct copy_found){.count = 0};
    if (store_part_of(place) != 0) {
        return;
    }
    if (store_driver_of(place) == &store_sqlite) {
        copy_find_files(place, found_r);
        return;
    }
    struct store *store = store_open_reading(store_driver_of(place), place, &fault);
    if (store != NULL) {
        store_read_now(store, &question, copy_found_part, found_r, &fault);
    }
    store_close(&store);
}

/* A store in parts has to have as many as the settings say: none is left behind in silence. */
static int copy_fits(const struct copy *copy, const struct copy_found *found, struct fault *fault)
{
    for (unsigned part = 1; part < STORE_PARTS_MAX && found->count > 0; part++) {
        if (found->has[part] != (part < copy->parts)) {
            return fault_set(fault, FAULT_CONFIG,
                             "%s is of a house in parts, and part %u is %s, with parts = %u in "
                             "[store]: set that to how many it has",
                             copy->from, part, found->has[part] ? "there" : "not there",
                             copy->parts);
        }
    }
    return 0;
}

/* One part, out of the same part, or where there are none out of the whole. */
static int copy_part(const struct copy *copy, unsigned part, struct fault *fault)
{
    char from[COPY_PLACE_BYTES];
    char to[COPY_PLACE_BYTES];
    struct store_copied copied;
    if (copy_place(copy->from, copy->divides ? 0 : part, from, fault) != 0 ||
        copy_place(copy->to, part, to, fault) != 0) {
        return -1;
    }
    int result = copy->divides
                     ? store_copy_part(from, to, program_row_rules(), copy->parts, &copied, fault)
                     : store_copy(from, to, &copied, fault);
    if (result != 0 && copied.was_there && copy->parts > 1) {
        *fault = (struct fault){FAULT_NONE, ""};
        printf("%s is there already, as it was copied before\n", to);
        return 0;
    }
    if (result == 0) {
        copy_say(from, to, &copied);
    }
    return result;
}

static int copy_all(const struct copy *copy, struct fault *fault)
{
    for (unsigned part = 0; part < copy->parts; part++) {
        if (copy_part(copy, part, fault) != 0) {
            if (part > 0) {
                printf("%u of %u parts are copied: the same command again goes on from there\n",
                       part, copy->parts);
            }
            return -1;
        }
    }
    if (copy->divides) {
        printf("Each of the %u parts has what is of its rooms, and everybody who is known.\n",
               copy->parts);
    }
    return 0;
}

static int copy_do(const struct settings *settings, const char *from, const char *to)
{
    struct fault fault = {FAULT_NONE, ""};
    struct copy_found found;
    const char *password = settings_text(settings, "store", "password");
    bool is_part = store_part_of(from) != 0; /* that alone is copied */
    struct copy copy = {.from = from, .to = to, .parts = is_part ? 1 : store_path_parts(settings)};
    store_postgres_use(password[0] == '\0' ? NULL : password, NULL);
    copy_find(from, &found);
    copy.divides = copy.parts > 1 && found.count == 0;
    if (copy.divides && store_driver_of(to) == &store_sqlite) {
        fault_set(&fault, FAULT_USAGE, "a house is divided into a database: TO has to be a URL");
        return cli_fault(&cli_copy, &fault);
    }
    return copy_fits(&copy, &found, &fault) == 0 && copy_all(&copy, &fault) == 0
               ? CLI_FINE
               : cli_fault(&cli_copy, &fault);
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
