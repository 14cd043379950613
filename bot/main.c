/* deaddrop: composition of the program. Subcommands live in bot/cli, adapters in adapters/. */

#include <stdio.h>
#include <string.h>

static int main_usage(FILE *out)
{
    fputs("usage: deaddrop --version\n", out);
    return out == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts("deaddrop " DD_VERSION);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return main_usage(stdout);
    }
    return main_usage(stderr);
}
