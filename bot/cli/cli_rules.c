/* deaddrop rules GAME: the headless runner on standard input and output. */
#include "cli.h"
#include "game.h"
#include "rules_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_REPLY_MAX = 16 * 1024 * 1024 };

static int rules_help(void)
{
    cli_help(&cli_rules);
    puts("\nOne JSON object a line in, one line out for each, flushed at once. First the deal:\n"
         "  {\"seats\": 4, \"options\": {}, \"seed\": \"64 hex digits\", \"deal\": {}}\n"
         "then moves:\n"
         "  {\"seat\": 0, \"action\": \"play\", \"args\": {\"symbol\": \"documents\"}, "
         "\"at_ms\": 61000}\n"
         "  {\"seat\": \"house\", \"action\": \"tick\", \"at_ms\": 120000}\n"
         "\nGames:");
    for (const struct game_def *const *game = games_all; *game != NULL; game++) {
        printf("  %s\n", (*game)->id);
    }
    return CLI_FINE;
}

/* Reads one line without its end. Its length; -1 at the end of the input; RULES_LINE_MAX + 1 when
 * it is longer, and then all of it is read and none of it kept. */
static long rules_read_line(FILE *in, char *line)
{
    long len = 0;
    int byte = getc(in);
    if (byte == EOF) {
        return -1;
    }
    while (byte != EOF && byte != '\n') {
        if (len < RULES_LINE_MAX) {
            line[len] = (char)byte;
        }
        len += len <= RULES_LINE_MAX;
        byte = getc(in);
    }
    line[len <= RULES_LINE_MAX ? len : 0] = '\0';
    return len;
}

static void rules_loop(struct rules_run *run)
{
    static char line[RULES_LINE_MAX + 1];
    struct buf reply;
    buf_init(&reply, RULES_REPLY_MAX);
    long len = rules_read_line(stdin, line);
    while (len >= 0) {
        if (len > RULES_LINE_MAX) {
            rules_run_too_long(run, &reply);
        } else {
            rules_run_line(run, line, (size_t)len, &reply);
        }
        fwrite(reply.text, 1, reply.len, stdout);
        putchar('\n');
        fflush(stdout);
        len = rules_read_line(stdin, line);
    }
    buf_deinit(&reply);
}

static int rules_main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return rules_help();
    }
    if (argc != 2) {
        return cli_usage(&cli_rules, argc < 2 ? "wants a game" : "takes one game and no more");
    }
    const struct game_def *game = game_find(argv[1]);
    if (game == NULL) {
        return cli_usage(&cli_rules, "there is no such game (--help lists them)");
    }
    struct rules_run *run = rules_run_new(game);
    rules_loop(run);
    rules_run_free(&run);
    return CLI_FINE;
}

const struct cli_command cli_rules = {
    .name = "rules",
    .arguments = "GAME",
    .help = "headless rules: JSON Lines in, JSON Lines out",
    .run = rules_main,
};
