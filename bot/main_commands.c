/* deaddrop commands discord: the slash commands as they are registered, without sending them.
 * deaddrop discord setup: what Discord knows of the bot, and what has to be mended. */
#include "main_commands.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "discord_commands.h"
#include "discord_setup.h"
#include "entropy.h"
#include "languages.h"
#include "loop.h"
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
        puts(discord_commands(catalogue, NULL, 0, arena));
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

/* --- discord setup ---------------------------------------------------------------------------- */

enum { SETUP_LAST_STEPS = 50 };

struct main_setup {
    struct loop *loop;
    unsigned problems;
};

static void setup_done(void *context, unsigned problems, const char *text)
{
    struct main_setup *setup = context;
    setup->problems = problems;
    fputs(text, stdout);
    loop_stop(setup->loop);
}

/* Asks Discord, over the net. */
static int setup_check(const struct settings *settings)
{
    struct fault fault;
    struct main_setup setup = {.loop = loop_new()};
    const struct net_client_setup client = {.loop = setup.loop,
                                            .clock = clock_system(),
                                            .entropy = entropy_system(),
                                            .ca_file =
                                                settings_text(settings, "discord", "ca_file"),
                                            .agent = "deaddrop"};
    struct net_client *net = net_client_open(&client, &fault);
    if (net == NULL) {
        loop_free(&setup.loop);
        return cli_fault(&main_discord, &fault);
    }
    struct discord_setup *asking =
        discord_setup_new(net_client_wire(net), settings, setup_done, &setup);
    loop_run(setup.loop);
    discord_setup_free(&asking);
    net_client_close(&net);
    for (int i = 0; i < SETUP_LAST_STEPS && loop_step(setup.loop); i++) {
    }
    loop_free(&setup.loop);
    return setup.problems == 0 ? CLI_FINE : CLI_BAD;
}

static int discord_run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        cli_help(&main_discord);
        printf("\n%s", discord_hosting());
        return CLI_FINE;
    }
    bool config = argc == 4 && strcmp(argv[2], "--config") == 0;
    if (argc < 2 || strcmp(argv[1], "setup") != 0 || (argc != 2 && !config)) {
        return cli_usage(&main_discord, "knows setup, with --config FILE");
    }
    struct settings *settings = cli_settings(config ? argv[3] : NULL);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    int code = CLI_MISCONFIGURED;
    if (settings_text(settings, "discord", "token")[0] == '\0') {
        printf("There is no token yet.\n\n%s", discord_hosting());
    } else {
        code = setup_check(settings);
    }
    settings_free(&settings);
    return code;
}

const struct cli_command main_discord = {
    .name = "discord",
    .arguments = "setup [--config FILE]",
    .help = "checks the bot at Discord and says what to mend",
    .run = discord_run,
};
