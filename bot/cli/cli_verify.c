/* deaddrop verify FILE: checks the fairness record of a finished table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "file_text.h"
#include "moment.h"
#include "record.h"
#include "week.h"

static int verify_help(void)
{
    cli_help(&cli_verify);
    puts("\nComputes anew, from the file alone: the commitment from the secret, the hash chain of "
         "the\n"
         "journal, the seed from the secret and the joins, the deal from the seed, and every step "
         "by\n"
         "the rules. Names the first line that does not follow; exit code 1 then.\n"
         "A table with the deal of a week has no secret in its record before that week is over: "
         "then\n"
         "all but the seed is computed. SECRET is that of the week, 64 hex digits, once it is "
         "told.");
    return CLI_FINE;
}

static void verify_say(const char *file, const struct record_report *report)
{
    char moment[MOMENT_BYTES];
    printf("%s: %s, %u steps: everything follows", file, report->game, report->steps);
    if (report->dealt && report->sealed && report->week[0] != '\0') {
        moment_print(week_end_ms(report->week), moment);
        printf(", as far as it can be computed\n"
               "Missing: the secret of week %s, which the seed comes of. It is told from %s on, "
               "under\n"
               "\"How it is dealt\" at any table with the deal of a week. Then: deaddrop verify %s "
               "SECRET\n",
               report->week, moment, file);
    } else if (report->seed[0] == '\0') {
        puts(" (no deal was made, or the secret is not told yet)");
    } else {
        puts(report->week[0] != '\0' ? " from the secret of the week"
                                     : " from the secret and the joins");
    }
}

static int verify_main(int argc, char **argv)
{
    struct record_report report;
    struct fault fault;
    size_t len = 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return verify_help();
    }
    if (argc < 2 || argc > 3 || argv[1][0] == '-') {
        return cli_usage(&cli_verify, "wants a file");
    }
    char *text = file_text(argv[1], RECORD_MAX, &len, &fault);
    if (text == NULL) {
        fprintf(stderr, "deaddrop verify: %s\n", fault.text);
        return CLI_USAGE;
    }
    bool good = record_verify(text, len, argc == 3 ? argv[2] : NULL, &report);
    free(text);
    if (!good) {
        fprintf(stderr, "%s:%u: %s\n", argv[1], report.line, report.why);
        return CLI_BAD;
    }
    verify_say(argv[1], &report);
    return CLI_FINE;
}

const struct cli_command cli_verify = {
    .name = "verify",
    .arguments = "FILE [SECRET]",
    .help = "check a finished table's fairness record",
    .run = verify_main,
};
