/* deaddrop commands discord: the slash commands as they are registered, without sending them.
 * deaddrop discord setup, matrix setup: what the platform knows of the bot, and what has to be
 * mended. deaddrop matrix registration: what a homeserver has to know of it as an appservice. */
#include "main_commands.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "discord_commands.h"
#include "discord_locales.h"
#include "discord_setup.h"
#include "entropy.h"
#include "languages.h"
#include "loop.h"
#include "matrix_registration.h"
#include "matrix_setup.h"
#include "net_client.h"
#include "settings.h"

static int commands_run(int argc, char **argv)
{
    struct fault fault;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return cli_help(&main_commands_discord);
    }
    if (argc != 2 || strcmp(argv[1], "discord") != 0) {
        return cli_usage(&main_commands_discord, "wants the name of a platform: discord");
    }
    struct settings *settings = cli_settings(NULL);
    struct catalogue *catalogue =
        settings == NULL ? NULL : languages_new(settings_text(settings, "bot", "language"), &fault);
    int code = settings == NULL ? CLI_MISCONFIGURED : CLI_FINE;
    if (settings != NULL && catalogue == NULL) {
        code = cli_fault(&main_commands_discord, &fault);
    } else if (catalogue != NULL) {
        struct arena *arena = arena_new();
        struct discord_locales locales;
        discord_locales_open(&locales);
        puts(discord_commands(catalogue, locales.language, locales.count, arena));
        discord_locales_close(&locales);
        arena_free(&arena);
        catalogue_free(&catalogue);
    }
    settings_free(&settings);
    return code;
}

const struct cli_command main_commands_discord = {
    .name = "commands",
    .arguments = "discord",
    .help = "prints the slash commands as they are registered",
    .run = commands_run,
};

/* --- what a platform knows of the bot --------------------------------------------------------- */

enum { SETUP_LAST_STEPS = 50, REGISTRATION_BYTES = 16384 };

struct main_setup {
    struct loop *loop;
    unsigned problems;
};

/* What differs between platforms. */
struct main_platform {
    const struct cli_command *command;
    const char *(*lacks)(const struct settings *settings); /* what asking takes; NULL nothing */
    void *(*begin)(const struct net_wire *wire, const struct settings *settings,
                   struct main_setup *setup);
    void (*end)(void *asking);
    const char *(*hosting)(void);
};

static void setup_done(void *context, unsigned problems, const char *text)
{
    struct main_setup *setup = context;
    setup->problems = problems;
    fputs(text, stdout);
    loop_stop(setup->loop);
}

/* Asks the platform, over the net. */
static int setup_check(const struct main_platform *platform, const struct settings *settings)
{
    struct fault fault;
    struct main_setup setup = {.loop = loop_new()};
    const struct net_client_setup client = {
        .loop = setup.loop,
        .clock = clock_system(),
        .entropy = entropy_system(),
        .ca_file = settings_text(settings, platform->command->name, "ca_file"),
        .agent = "deaddrop/" DD_VERSION};
    struct net_client *net = net_client_open(&client, &fault);
    if (net == NULL) {
        loop_free(&setup.loop);
        return cli_fault(platform->command, &fault);
    }
    void *asking = platform->begin(net_client_wire(net), settings, &setup);
    loop_run(setup.loop);
    platform->end(asking);
    net_client_close(&net);
    for (int i = 0; i < SETUP_LAST_STEPS && loop_step(setup.loop); i++) {
    }
    loop_free(&setup.loop);
    return setup.problems == 0 ? CLI_FINE : CLI_BAD;
}

static int setup_run(const struct main_platform *platform, const struct settings *settings)
{
    const char *lacks = platform->lacks(settings);
    if (lacks != NULL) {
        printf("There is no %s yet.\n\n%s", lacks, platform->hosting());
        return CLI_MISCONFIGURED;
    }
    return setup_check(platform, settings);
}

/* Words of a subcommand of a platform: a verb, perhaps with --config FILE. The file, "" none; NULL:
 * these are no such words. */
static const char *platform_config(int argc, char **argv, const char *verb)
{
    if (argc < 2 || strcmp(argv[1], verb) != 0) {
        return NULL;
    }
    if (argc == 4 && strcmp(argv[2], "--config") == 0) {
        return argv[3];
    }
    return argc == 2 ? "" : NULL;
}

static int platform_help(const struct main_platform *platform)
{
    cli_help(platform->command);
    printf("\n%s", platform->hosting());
    return CLI_FINE;
}

/* --- discord setup ---------------------------------------------------------------------------- */

static const char *discord_lacks(const struct settings *settings)
{
    return settings_text(settings, "discord", "token")[0] == '\0' ? "token" : NULL;
}

static void *discord_begin(const struct net_wire *wire, const struct settings *settings,
                           struct main_setup *setup)
{
    return discord_setup_new(wire, settings, setup_done, setup);
}

static void discord_end(void *asking)
{
    struct discord_setup *setup = asking;
    discord_setup_free(&setup);
}

static const struct main_platform main_discord_platform = {
    .command = &main_discord,
    .lacks = discord_lacks,
    .begin = discord_begin,
    .end = discord_end,
    .hosting = discord_hosting,
};

static int discord_run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return platform_help(&main_discord_platform);
    }
    const char *config = platform_config(argc, argv, "setup");
    if (config == NULL) {
        return cli_usage(&main_discord, "knows setup, with --config FILE");
    }
    struct settings *settings = cli_settings(config[0] != '\0' ? config : NULL);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code = setup_run(&main_discord_platform, settings);
    settings_free(&settings);
    return code;
}

const struct cli_command main_discord = {
    .name = "discord",
    .arguments = "setup [--config FILE]",
    .help = "checks the bot at Discord and says what to mend",
    .run = discord_run,
};

/* --- matrix setup, matrix registration -------------------------------------------------------- */

static const char *matrix_lacks(const struct settings *settings)
{
    static const char *const ways[] = {"token", "password", "as_token"};
    if (settings_text(settings, "matrix", "homeserver")[0] == '\0') {
        return "homeserver";
    }
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (settings_text(settings, "matrix", ways[i])[0] != '\0') {
            return NULL;
        }
    }
    return ways[0];
}

static void *matrix_begin(const struct net_wire *wire, const struct settings *settings,
                          struct main_setup *setup)
{
    return matrix_setup_new(wire, settings, setup_done, setup);
}

static void matrix_end(void *asking)
{
    struct matrix_setup *setup = asking;
    matrix_setup_free(&setup);
}

static const struct main_platform main_matrix_platform = {
    .command = &main_matrix,
    .lacks = matrix_lacks,
    .begin = matrix_begin,
    .end = matrix_end,
    .hosting = matrix_hosting,
};

static int registration_run(const struct settings *settings)
{
    struct buf out;
    struct fault fault;
    buf_init(&out, REGISTRATION_BYTES);
    int code = CLI_FINE;
    if (matrix_registration(&out, settings, entropy_system(), &fault) != 0) {
        code = cli_fault(&main_matrix, &fault);
    } else {
        fputs(out.text, stdout);
    }
    buf_deinit(&out);
    return code;
}

static int matrix_run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return platform_help(&main_matrix_platform);
    }
    if (argc >= 2 && strcmp(argv[1], "verify") == 0) {
        return main_verify(argc - 1, argv + 1);
    }
    const char *setup = platform_config(argc, argv, "setup");
    const char *config = setup != NULL ? setup : platform_config(argc, argv, "registration");
    if (config == NULL) {
        return cli_usage(&main_matrix, "knows setup, registration and verify, with --config FILE");
    }
    struct settings *settings = cli_settings(config[0] != '\0' ? config : NULL);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code =
        setup != NULL ? setup_run(&main_matrix_platform, settings) : registration_run(settings);
    settings_free(&settings);
    return code;
}

const struct cli_command main_matrix = {
    .name = "matrix",
    .arguments = "setup|registration|verify @USER:SERVER [--config FILE]",
    .help = "checks the bot at its homeserver and says what to mend; prints an appservice's "
            "registration; verifies the bot's device with somebody",
    .run = matrix_run,
};
