/* deaddrop: composition of the program. Subcommands live in bot/cli, adapters in adapters/. */

#include "cli.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "crash.h"
#include "discord.h"
#include "edit_distance.h"
#include "main_commands.h"
#include "matrix.h"
#include "print.h"
#include "program.h"
#include "settings.h"
#include "web.h"

/* Where the playground is, with a secret that lets in whoever has it; the secret only where a
 * person reads along. A numeric address of IPv6 stands in brackets, and one that means "all
 * addresses" is reached here by the loopback's. */
static void main_greet_web(struct adapter *adapter, const struct settings *settings,
                           struct buf *out)
{
    char here[128];
    const char *url = settings_text(settings, "web", "url");
    const char *relay = settings_text(settings, "web", "relay_address");
    const char *address = relay[0] != '\0' ? relay : settings_text(settings, "web", "address");
    int64_t port = settings_number(settings, "web", "relay_port");
    bool all = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    bool six = !all && strchr(address, ':') != NULL;
    snprintf(here, sizeof here, "http://%s%s%s:%u", six ? "[" : "", all ? "127.0.0.1" : address,
             six ? "]" : "", port != 0 ? (unsigned)port : (unsigned)web_port(adapter));
    print_to(out, "The playground is at %s/\n", here);
    if (isatty(STDOUT_FILENO)) {
        print_to(out,
                 "Come in by %s/#join=%s\n(a secret: it lets in whoever has it, until this "
                 "ends)\n",
                 url[0] != '\0' ? url : here, web_door_secret(adapter));
    }
}

static bool main_wants_discord(const struct settings *settings)
{
    return settings_text(settings, "discord", "token")[0] != '\0';
}

static bool main_wants_matrix(const struct settings *settings)
{
    return settings_text(settings, "matrix", "homeserver")[0] != '\0';
}

/* Who has it play somewhere else asks for the playground by saying anything about it: its port may
 * be somebody else's. */
static bool main_wants_web(const struct settings *settings)
{
    bool elsewhere = main_wants_discord(settings) || main_wants_matrix(settings);
    return settings_flag(settings, "web", "enabled") &&
           (!elsewhere || settings_says(settings, "web"));
}

const struct program_adapter main_adapters[] = {
    {.def = &discord_adapter, .wanted = main_wants_discord, .gone = discord_gone},
    {.def = &matrix_adapter,
     .wanted = main_wants_matrix,
     .gone = matrix_gone,
     .door_address = "appservice_address",
     .door_port = "appservice_port",
     .first_part = true},
    {.def = &web_adapter,
     .wanted = main_wants_web,
     .greet = main_greet_web,
     .door_address = "address",
     .door_port = "port",
     .door_outer_address = "relay_address",
     .door_outer_port = "relay_port",
     .door_proxies = "trusted_proxies",
     .door_connections = "connections",
     .door_any_port = true,
     .first_part = true},
    {.def = NULL},
};

static const struct cli_command *const main_commands[] = {
    &cli_run,
    &cli_rules,
    &cli_script,
    &cli_verify,
    &cli_replay,
    &cli_config,
    &cli_backup,
    &cli_copy,
    &cli_check,
    &cli_forget,
    &cli_export,
    &cli_workers,
    &main_commands_discord,
    &main_discord,
    &main_matrix,
    NULL,
};

static int main_help(FILE *out)
{
    fputs("usage: deaddrop [SUBCOMMAND]\n\n", out);
    for (const struct cli_command *const *row = main_commands; *row != NULL; row++) {
        fprintf(out, "  %s %s\n        %s\n", (*row)->name, (*row)->arguments, (*row)->help);
    }
    fputs("  --help | --version | --crash-points\n\nWithout a subcommand: run. Each has --help "
          "too.\n",
          out);
    return CLI_FINE;
}

/* Where a test may end this program at once (DEADDROP_CRASH_AT=point:n). */
static int main_crash_points(void)
{
    const char *name = NULL;
    const char *when = NULL;
    if (!crash_built_in()) {
        fputs("deaddrop: built without crash points; the presets dev and plain have them\n",
              stderr);
        return CLI_BAD;
    }
    for (size_t i = 0; crash_list(i, &name, &when); i++) {
        printf("%-32s %s\n", name, when);
    }
    return CLI_FINE;
}

/* No subcommand of that name; the one that may be meant, where there is one. */
static int main_unknown(const char *name)
{
    const char *nearest = NULL;
    size_t least = SIZE_MAX;
    for (const struct cli_command *const *row = main_commands; *row != NULL; row++) {
        size_t distance = edit_distance(name, (*row)->name);
        if (distance < least && edit_distance_is_small(name, distance)) {
            nearest = (*row)->name;
            least = distance;
        }
    }
    fprintf(stderr, "deaddrop: there is no subcommand \"%s\"", name);
    if (nearest != NULL) {
        fprintf(stderr, ": %s is meant?\n", nearest);
    } else {
        fputs("; deaddrop --help lists them\n", stderr);
    }
    return CLI_USAGE;
}

int main(int argc, char **argv)
{
    static char run[] = "run";
    const char *name = argc > 1 ? argv[1] : "";
    program_use(main_adapters);
    if (argc == 2 && strcmp(name, "--crash-points") == 0) {
        return main_crash_points();
    }
    if (argc <= 1) {
        char *words[] = {run, NULL};
        return cli_run.run(1, words);
    }
    if (strcmp(name, "--config") == 0) {
        argv[0] = run; /* the subcommand may be left out */
        return cli_run.run(argc, argv);
    }
    if (argc == 2 && strcmp(name, "--version") == 0) {
        puts("deaddrop " DD_VERSION);
        return CLI_FINE;
    }
    if (argc == 2 && strcmp(name, "--help") == 0) {
        return main_help(stdout);
    }
    for (const struct cli_command *const *row = main_commands; *row != NULL; row++) {
        if (strcmp((*row)->name, name) == 0) {
            return (*row)->run(argc - 1, argv + 1);
        }
    }
    return main_unknown(name);
}
