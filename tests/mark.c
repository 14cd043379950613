/* Where a test has come to. Check writes a line into a file for each assertion that holds and reads
 * them all back, which took a third of the time of the unit tests under the sanitizers. Only what
 * can be of use is written here: where a test was when it ended badly, and where it was a moment
 * ago, for one that is killed because it takes too long.
 *
 * Linked with -Wl,--wrap=_mark_point. */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MARK_EVERY_MS = 50 };

void __real__mark_point(const char *file, int line);
void __wrap__mark_point(const char *file, int line);
/* Address sanitizer is told whom to call; the other calls whom it finds. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));
void __ubsan_on_report(void);

static const char *mark_file;
static int mark_line;
static int64_t mark_told_ms;
static pid_t mark_runner; /* whose end is no end of a test */

__attribute__((constructor)) static void mark_begin(void)
{
    mark_runner = getpid();
}

static int64_t mark_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void mark_tell(void)
{
    const char *file = mark_file;
    mark_file = NULL;
    if (file != NULL) {
        __real__mark_point(file, mark_line);
    }
}

void __ubsan_on_report(void)
{
    mark_tell();
}

static void mark_exit(void)
{
    if (getpid() != mark_runner) {
        mark_tell();
    }
}

static void mark_signal(int number)
{
    mark_tell();
    raise(number); /* SA_RESETHAND: this time as if nobody had listened */
}

/* Abort, exit and a sanitizer's report: what else ends a test is one of these. */
static void mark_listen(void)
{
    struct sigaction action = {.sa_handler = mark_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGABRT, &action, NULL);
    atexit(mark_exit);
    if (__sanitizer_set_death_callback != NULL) {
        __sanitizer_set_death_callback(mark_tell);
    }
}

void __wrap__mark_point(const char *file, int line)
{
    static bool listens;
    int64_t now_ms = mark_now_ms();
    if (!listens) {
        listens = true;
        mark_listen();
    }
    mark_file = file;
    mark_line = line;
    if (now_ms - mark_told_ms >= MARK_EVERY_MS) {
        mark_told_ms = now_ms;
        mark_tell();
    }
}
