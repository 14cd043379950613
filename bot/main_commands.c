/* deaddrop commands discord: the slash commands as they are registered, without sending them. */
#include "main_commands.h"

#include <stdio.h>
#include <string.h>

#include "discord_commands.h"
#include "languages.h"
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
