/* Copies of the store on a schedule. The thread is handed a folder and a moment, and hands back
 * what came of it when the loop is woken; nothing else is shared but the wish that it ends. */

#include "backups.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backup_folder.h"
#include "heap.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"
#include "settings.h"

enum {
    BACKUPS_HOUR_MS = 3600000,
    BACKUPS_AGAIN_MS = 600000, /* after one that failed */
    BACKUPS_PAUSE_MS = 1 /* between two pieces of a copy, so that transactions have the disk */
};

struct backups {
    struct backups_setup setup;
    char *store_path;
    struct backup_folder *folder; /* NULL: it cannot be written to */
    struct backup_keep keep;
    int64_t every_ms;
    struct loop_timer *due;
    struct loop_wake *wake;

    bool running;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ending_some;
    bool ending; /* under the lock */

    int64_t began_us; /* what the thread is handed, and hands back */
    int64_t now_ms;
    int result;
    struct backup_made made;
    struct fault fault;
};

/* --- the thread ------------------------------------------------------------------------------- */

/* Between two pieces; false when it has to end. */
static bool backups_pause(void *context)
{
    struct backups *backups = context;
    struct timespec until; /* of the clock that the condition was given */
    int64_t until_ms = clock_system().monotonic_ms(NULL) + BACKUPS_PAUSE_MS;
    until = (struct timespec){.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    pthread_mutex_lock(&backups->lock);
    if (!backups->ending) {
        pthread_cond_timedwait(&backups->ending_some, &backups->lock, &until);
    }
    bool on = !backups->ending;
    pthread_mutex_unlock(&backups->lock);
    return on;
}

static void *backups_thread(void *context)
{
    struct backups *backups = context;
    const struct store_pause pause = {backups_pause, backups};
    backups->result = backup_folder_make(backups->folder, backups->now_ms, &backups->keep, &pause,
                                         &backups->made, &backups->fault);
    loop_wake_up(backups->wake);
    return NULL;
}

/* --- the loop --------------------------------------------------------------------------------- */

static void backups_failed(struct backups *backups, const struct fault *fault)
{
    metrics_add(METRIC_BACKUPS_FAILED, 1);
    log_event(LEVEL_ERROR, "backup.failed", LOG_FIELDS(log_fault(fault)));
    int64_t again_ms = backups->every_ms < BACKUPS_AGAIN_MS ? backups->every_ms : BACKUPS_AGAIN_MS;
    loop_timer_set(backups->due, again_ms);
}

static void backups_tell(const struct backups *backups)
{
    const struct backup_made *made = &backups->made;
    bool sound = made->damaged == 0;
    metrics_add(METRIC_BACKUPS, 1);
    metrics_set(METRIC_BACKUP_DAMAGED, made->damaged);
    metrics_time(METRIC_BACKUP_TIME, clock_measure_us() - backups->began_us);
    if (sound) {
        metrics_set(METRIC_BACKUP_LAST_SECONDS, backups->now_ms / 1000);
    }
    log_event(sound ? LEVEL_INFO : LEVEL_ERROR, sound ? "backup.made" : "backup.damaged",
              LOG_FIELDS(log_text("name", made->name), log_number("damaged", made->damaged),
                         log_number("removed", made->removed)));
}

/* The thread has handed something back. */
static void backups_woken(void *context)
{
    struct backups *backups = context;
    if (!backups->running) {
        return;
    }
    pthread_join(backups->thread, NULL);
    backups->running = false;
    if (backups->result != 0) {
        backups_failed(backups, &backups->fault);
        return;
    }
    backups_tell(backups);
    loop_timer_set(backups->due, backups->every_ms);
}

static bool backups_open(struct backups *backups, struct fault *fault)
{
    const char *path = settings_text(backups->setup.settings, "backup", "folder");
    if (backups->folder == NULL) {
        backups->folder = backup_folder_open(path, backups->store_path, fault);
    }
    return backups->folder != NULL;
}

static void backups_due(void *context)
{
    struct backups *backups = context;
    struct fault fault = {FAULT_NONE, ""};
    sigset_t all;
    sigset_t before;
    if (!backups_open(backups, &fault)) {
        backups_failed(backups, &fault);
        return;
    }
    backups->fault = fault;
    backups->began_us = clock_measure_us();
    backups->now_ms = backups->setup.clock.now_ms(backups->setup.clock.context);
    sigfillset(&all); /* signals are for the loop's thread alone */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&backups->thread, NULL, backups_thread, backups);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    backups->running = code == 0;
    if (code != 0) {
        fault_set(&fault, FAULT_RETRY, "backup: no thread for it: %s", strerror(code));
        backups_failed(backups, &fault);
    }
}

/* How long until the first: as long after the newest there is as it has to be, and no longer, also
 * where clocks have jumped. */
static int64_t backups_first_ms(const struct backups *backups)
{
    int64_t now_ms = backups->setup.clock.now_ms(backups->setup.clock.context);
    int64_t newest_ms = backup_folder_newest_ms(backups->folder);
    int64_t wait_ms = newest_ms == 0 ? 0 : newest_ms + backups->every_ms - now_ms;
    if (newest_ms != 0) {
        metrics_set(METRIC_BACKUP_LAST_SECONDS, newest_ms / 1000);
    }
    return wait_ms < 0 ? 0 : wait_ms > backups->every_ms ? backups->every_ms : wait_ms;
}

struct backups *backups_new(const struct backups_setup *setup)
{
    const struct settings *settings = setup->settings;
    struct fault fault = {FAULT_NONE, ""};
    if (settings_text(settings, "backup", "folder")[0] == '\0') {
        return NULL;
    }
    struct backups *backups = heap_allocate(sizeof *backups);
    backups->setup = *setup;
    backups->store_path = heap_copy(setup->store_path);
    backups->keep = (struct backup_keep){
        .newest = (uint32_t)settings_number(settings, "backup", "keep"),
        .days = (uint32_t)settings_number(settings, "backup", "keep_days"),
        .weeks = (uint32_t)settings_number(settings, "backup", "keep_weeks"),
    };
    backups->every_ms = settings_number(settings, "backup", "every_hours") * BACKUPS_HOUR_MS;
    pthread_mutex_init(&backups->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&backups->ending_some, &monotonic);
    pthread_condattr_destroy(&monotonic);
    backups->wake = loop_wake_new(setup->loop, backups_woken, backups);
    backups->due = loop_timer_new(setup->loop, backups_due, backups);
    if (backups_open(backups, &fault)) {
        loop_timer_set(backups->due, backups_first_ms(backups));
    } else {
        backups_failed(backups, &fault);
    }
    return backups;
}

void backups_free(struct backups **backups)
{
    struct backups *ending = *backups;
    *backups = NULL;
    if (ending == NULL) {
        return;
    }
    pthread_mutex_lock(&ending->lock);
    ending->ending = true;
    pthread_cond_signal(&ending->ending_some);
    pthread_mutex_unlock(&ending->lock);
    if (ending->running) {
        pthread_join(ending->thread, NULL);
    }
    loop_timer_free(&ending->due);
    loop_wake_free(&ending->wake);
    backup_folder_close(&ending->folder);
    pthread_mutex_destroy(&ending->lock);
    pthread_cond_destroy(&ending->ending_some);
    free(ending->store_path);
    free(ending);
}
