/* deaddrop verify FILE: checks the fairness record of a finished table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "file_text.h"
#include "record.h"

static int verify_help(void)
{
    cli_help(&cli_verify);
    puts("\nComputes anew, from the file alone: the commitment from the secret, the hash chain of "
         "the\n"
         "journal, the seed from the secret and the joins, the deal from the seed, and every step "
         "by\n"
         "the rules. Names the first line that does not follow; exit code 1 then.");
    return CLI_FINE;
}

static int verify_main(int argc, char **argv)
{
    struct record_report report;
    struct fault fault;
    size_t len = 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return verify_help();
    }
    if (argc != 2 || argv[1][0] == '-') {
        return cli_usage(&cli_verify, "wants a file");
    }
    char *text = file_text(argv[1], RECORD_MAX, &len, &fault);
    if (text == NULL) {
        fprintf(stderr, "deaddrop verify: %s\n", fault.text);
        return CLI_USAGE;
    }
    bool good = record_verify(text, len, &report);
    free(text);
    if (!good) {
        fprintf(stderr, "%s:%u: %s\n", argv[1], report.line, report.why);
        return CLI_BAD;
    }
    printf("%s: %s, %u steps: everything follows", argv[1], report.game, report.steps);
    printf(report.seed[0] == '\0' ? " (no deal was made, or the secret is not told yet)\n"
                                  : " from the secret and the joins\n");
    return CLI_FINE;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .arguments = "FILE",
    .help = "check a finished table's fairness record",
    .run = verify_main,
};
