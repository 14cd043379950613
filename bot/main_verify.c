/* deaddrop matrix verify: the program as it runs always, while one person verifies the bot; then it
 * ends. So the account's keys have one owner, and what is said meanwhile is heard as ever. */
#include "main_commands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault.h"
#include "log.h"
#include "loop.h"
#include "matrix.h"
#include "matrix_verify.h"
#include "settings.h"

enum { VERIFY_LINE_BYTES = 64, VERIFY_ADAPTERS_MAX = 8, VERIFY_USER_BYTES = 255 };

/* One at a time in a process; adapters are opened without a context. */
static struct main_verifying {
    struct matrix_verify wish;
    struct adapter_def def; /* the adapter's, but for what stands below */
    struct program_adapter rows[VERIFY_ADAPTERS_MAX + 1];
    struct loop *loop;
    struct adapter *adapter;
    struct loop_poll *input; /* while an answer is waited for */
    char line[VERIFY_LINE_BYTES];
    size_t line_len;
    bool has_ended;
    enum matrix_verify_end end;
} verifying;

/* --- what is said ----------------------------------------------------------------------------- */

static void verify_ready(void *context, const char *own)
{
    (void)context;
    printf("Now verify %s from your client (Element: its profile, \"Verify user\").\n"
           "A request of %s is waited for, for ten minutes; Ctrl-C cancels.\n",
           own, verifying.wish.user);
    fflush(stdout);
}

/* The device's id was chosen by somebody else. */
static void verify_asked(void *context, const char *device)
{
    (void)context;
    printf("%s asks, from the device \"", verifying.wish.user);
    for (; *device != '\0'; device++) {
        putchar(*device >= ' ' && *device <= '~' ? *device : '?');
    }
    puts("\".");
    fflush(stdout);
}

static void verify_input(void *context, unsigned events);

static void verify_shown(void *context, const struct matrix_verify_shown *shown)
{
    (void)context;
    puts("\nBoth sides show the same, in the same order, where nobody stands between:\n");
    for (unsigned i = 0; i < MATRIX_VERIFY_WORDS; i++) {
        printf("%s%s", i == 0 ? "    " : ", ", shown->word[i]);
    }
    printf("\n    or, as numbers: %u %u %u\n\nDo they match? [yes/no] ", shown->number[0],
           shown->number[1], shown->number[2]);
    fflush(stdout);
    verifying.input = loop_poll_new(verifying.loop, STDIN_FILENO, verify_input, NULL);
    loop_poll_set(verifying.input, LOOP_READABLE);
}

static void verify_close_input(void)
{
    if (verifying.input != NULL) {
        loop_poll_free(&verifying.input);
    }
}

/* A text in which {} stands for the person. */
static void verify_say(FILE *out, const char *text)
{
    const char *at = strstr(text, "{}");
    fprintf(out, "%.*s%s%s", (int)(at - text), text, verifying.wish.user, at + 2);
    fflush(out);
}

static void verify_ended(void *context, enum matrix_verify_end end, const char *why)
{
    static const char *const words[] = {
        [MATRIX_VERIFY_DONE] = "Verified: the bot and {} have signed each other's identities.\n",
        [MATRIX_VERIFY_ONE_SIDED] =
            "Done. The client of {} has no identity that the bot could sign; it knows the bot.\n",
        [MATRIX_VERIFY_MISMATCH] =
            "Not verified: it was not the same for {}. Nothing was signed. Try once more; if it is "
            "not the same again, the connection is not to be trusted.\n",
        [MATRIX_VERIFY_CANCELLED] = "Not verified: {} has cancelled it. Nothing was signed.\n",
        [MATRIX_VERIFY_LATE] = "Not verified: the time for {} is over. Nothing was signed.\n",
        [MATRIX_VERIFY_FAILED] = "Not verified: it could not be finished with {}; try it again.\n",
        [MATRIX_VERIFY_FOREIGN] =
            "Not verified: the bot has no identity of its own to show {}; `deaddrop matrix setup` "
            "says what to mend.\n",
        [MATRIX_VERIFY_OURSELVES] = "{} is the bot itself: name who verifies it.\n",
        [MATRIX_VERIFY_STOPPED] =
            "\nCancelled; if {} had asked, their client is told. Nothing was signed.\n",
    };
    (void)context;
    bool good = end == MATRIX_VERIFY_DONE || end == MATRIX_VERIFY_ONE_SIDED;
    verify_close_input();
    verify_say(good ? stdout : stderr, words[end]);
    if (!good && why[0] != '\0') {
        log_event(LEVEL_WARNING, "matrix.verification_cancelled",
                  LOG_FIELDS(log_text("code", why)));
    }
    verifying.has_ended = true;
    verifying.end = end;
}

static int verify_code(void)
{
    static const enum cli_exit codes[] = {
        [MATRIX_VERIFY_DONE] = CLI_FINE,
        [MATRIX_VERIFY_ONE_SIDED] = CLI_FINE,
        [MATRIX_VERIFY_MISMATCH] = CLI_BAD,
        [MATRIX_VERIFY_CANCELLED] = CLI_BAD,
        [MATRIX_VERIFY_LATE] = CLI_LATER,
        [MATRIX_VERIFY_FAILED] = CLI_LATER,
        [MATRIX_VERIFY_FOREIGN] = CLI_MISCONFIGURED,
        [MATRIX_VERIFY_OURSELVES] = CLI_USAGE,
        [MATRIX_VERIFY_STOPPED] = CLI_BAD,
    };
    return verifying.has_ended ? (int)codes[verifying.end] : CLI_BAD;
}

/* --- what is answered ------------------------------------------------------------------------- */

static void verify_line(void)
{
    bool yes = strcasecmp(verifying.line, "yes") == 0;
    if (!yes && strcasecmp(verifying.line, "no") != 0) {
        printf("Please answer yes or no: ");
        fflush(stdout);
        return;
    }
    verify_close_input();
    matrix_verify_answer(verifying.adapter, yes);
}

/* Nobody is there to answer: that is no yes. */
static void verify_input_gone(void)
{
    verify_close_input();
    matrix_verify_stop(verifying.adapter);
}

static void verify_input(void *context, unsigned events)
{
    char bytes[VERIFY_LINE_BYTES];
    (void)context;
    (void)events;
    ssize_t len = read(STDIN_FILENO, bytes, sizeof bytes);
    if (len <= 0) {
        verify_input_gone();
        return;
    }
    for (ssize_t i = 0; i < len && verifying.input != NULL; i++) {
        if (bytes[i] == '\n') {
            verifying.line[verifying.line_len] = '\0';
            verifying.line_len = 0;
            verify_line();
        } else if (bytes[i] != '\r' && verifying.line_len < sizeof verifying.line - 1) {
            verifying.line[verifying.line_len++] = bytes[i];
        }
    }
}

/* --- the adapter, as it is opened here -------------------------------------------------------- */

static int verify_open(struct adapter **adapter, struct house *house, struct loop *loop,
                       const struct settings *settings, struct fault *fault)
{
    log_level_set(LEVEL_WARNING); /* somebody reads along */
    if (matrix_adapter.open(adapter, house, loop, settings, fault) != 0) {
        return -1;
    }
    verifying.loop = loop;
    verifying.adapter = *adapter;
    if (matrix_verify_begin(*adapter, &verifying.wish, fault) != 0) {
        matrix_adapter.close(adapter);
        return -1;
    }
    return 0;
}

static void verify_drain(struct adapter *adapter)
{
    matrix_verify_stop(adapter); /* the other side is told, where it has not ended */
    matrix_adapter.drain(adapter);
}

static void verify_close(struct adapter **adapter)
{
    verify_close_input();
    matrix_adapter.close(adapter);
}

static bool verify_drained(const struct adapter *adapter)
{
    (void)adapter;
    return verifying.has_ended;
}

static const struct fault *verify_gone(const struct adapter *adapter)
{
    static const struct fault done = {.code = FAULT_NONE};
    return verifying.has_ended ? &done : matrix_gone(adapter);
}

/* All adapters, as they run always; Matrix' with a verification. */
static void verify_use(void)
{
    size_t count = 0;
    verifying.def = matrix_adapter;
    verifying.def.open = verify_open;
    verifying.def.drain = verify_drain;
    verifying.def.close = verify_close;
    for (const struct program_adapter *row = main_adapters;
         row->def != NULL && count < VERIFY_ADAPTERS_MAX; row++) {
        verifying.rows[count] = *row;
        verifying.rows[count].greet = NULL;
        if (row->def == &matrix_adapter) {
            verifying.rows[count].def = &verifying.def;
            verifying.rows[count].gone = verify_gone;
            verifying.rows[count].drained = verify_drained;
        }
        count++;
    }
    program_use(verifying.rows);
}

/* --- its words -------------------------------------------------------------------------------- */

/* A terminal, or what tests have in its place; a file would be no answer to what it cannot see. */
static bool verify_can_ask(void)
{
    struct stat status;
    return isatty(STDIN_FILENO) || (fstat(STDIN_FILENO, &status) == 0 &&
                                    (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)));
}

static bool verify_is_user(const char *text)
{
    const char *colon = strchr(text, ':');
    return text[0] == '@' && colon != NULL && colon[1] != '\0' && strlen(text) <= VERIFY_USER_BYTES;
}

int main_verify(int argc, char **argv)
{
    const char *config = argc == 4 && strcmp(argv[2], "--config") == 0 ? argv[3] : NULL;
    if ((argc != 2 && config == NULL) || !verify_is_user(argv[1])) {
        return cli_usage(&main_matrix, "verify wants who verifies the bot, @USER:SERVER, and knows "
                                       "--config FILE");
    }
    if (!verify_can_ask()) {
        return cli_usage(&main_matrix, "verify asks whether both sides show the same: run it in a "
                                       "terminal");
    }
    struct settings *settings = cli_settings(config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    bool is_wanted = settings_text(settings, "matrix", "homeserver")[0] != '\0';
    settings_free(&settings);
    if (!is_wanted) {
        fputs("deaddrop matrix: [matrix] homeserver is empty; `deaddrop matrix setup` helps\n",
              stderr);
        return CLI_MISCONFIGURED;
    }
    verifying.wish = (struct matrix_verify){.user = argv[1],
                                            .ready = verify_ready,
                                            .asked = verify_asked,
                                            .shown = verify_shown,
                                            .ended = verify_ended};
    verify_use();
    int code = program_run(&main_matrix, config);
    return code == CLI_FINE ? verify_code() : code;
}
