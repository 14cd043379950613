/* The running program. The house is given its time once in every round of the loop, before the loop
 * waits; a timer wakes the loop when the house is due, the store's thread when something is on
 * disk.
 *
 * It ends in the order in which things depend on each other: adapters take nothing new, the house
 * stores and sends what it has (for 5 seconds at the most), adapters close, then house, then store.
 */
#include "program.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backups.h"
#include "catalogue.h"
#include "crash.h"
#include "crash_marker.h"
#include "entropy.h"
#include "heap.h"
#include "house.h"
#include "languages.h"
#include "library.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"
#include "notify.h"
#include "owed.h"
#include "program_health.h"
#include "program_words.h"
#include "program_worker.h"
#include "record_withheld.h"
#include "seal.h"
#include "settings.h"
#include "store_division.h"
#include "store_part.h"
#include "store_path.h"
#include "store_upkeep.h"

enum {
    PROGRAM_DRAIN_MS = 5000,
    PROGRAM_ADAPTERS_MAX = 8,
    PROGRAM_RULES_MAX = 8,
    PROGRAM_PATH_BYTES = 4096,
    PROGRAM_SIGNALS = 3
};

struct program_open_adapter {
    const struct program_adapter *row;
    struct adapter *adapter;
};

struct program {
    const char *config;
    struct settings *settings;
    struct clock clock;
    struct loop *loop;
    struct loop_wake *wake; /* the store has done something */
    struct loop_round *round;
    struct loop_timer *due; /* the house is due */
    struct loop_timer *watchdog;
    struct loop_timer *patience; /* with draining */
    struct loop_signal *signals[PROGRAM_SIGNALS];
    struct store *store;
    struct program_worker *worker; /* NULL: the store is this program's alone */
    struct languages *languages;
    struct library *library;
    struct crash_marker *work;
    struct house *house;
    struct program_health *health;
    struct backups *backups;
    struct program_open_adapter adapters[PROGRAM_ADAPTERS_MAX];
    size_t adapter_count;
    int64_t watchdog_ms;
    bool ran;
    bool draining;
    bool out_of_patience;
    bool is_gone;
    struct fault gone;
};

static const struct program_adapter *program_rows;
static const struct row_rules *program_rules[PROGRAM_RULES_MAX + 1];

void program_use(const struct program_adapter *adapters)
{
    size_t count = 0;
    program_rows = adapters;
    for (size_t i = 0; adapters[i].def != NULL && count < PROGRAM_RULES_MAX; i++) {
        if (adapters[i].def->rows != NULL) {
            program_rules[count++] = adapters[i].def->rows;
        }
    }
    program_rules[count] = NULL;
}

const struct row_rules *const *program_row_rules(void)
{
    return program_rules;
}

const struct program_adapter *program_adapters(void)
{
    return program_rows;
}

static unsigned program_its_part;

void program_part(unsigned part)
{
    program_its_part = part;
    store_path_part(part);
}

static void program_nothing(void *context)
{
    (void)context; /* that the loop comes round is all that is wanted */
}

static void program_wake(void *context)
{
    loop_wake_up(context);
}

static void program_end(void *context);

/* An adapter that will never be of use again ends the program: a person has to help. */
static void program_look_for_gone(struct program *program)
{
    for (size_t i = 0; i < program->adapter_count && !program->draining; i++) {
        const struct program_open_adapter *open = &program->adapters[i];
        const struct fault *fault = open->row->gone == NULL ? NULL : open->row->gone(open->adapter);
        if (fault != NULL) {
            program->gone = *fault;
            program->is_gone = true;
            program_end(program);
        }
    }
}

static bool program_is_drained(const struct program *program)
{
    bool drained = true;
    for (size_t i = 0; i < program->adapter_count; i++) {
        const struct program_open_adapter *open = &program->adapters[i];
        drained = drained && (open->row->drained == NULL || open->row->drained(open->adapter));
    }
    return drained;
}

const struct fault *program_gone(const struct program *program)
{
    return program->is_gone ? &program->gone : NULL;
}

/* One round: the house does what can be done, and the loop is told when to come back. */
static void program_round(void *context)
{
    struct program *program = context;
    if (program->house == NULL) {
        return; /* it stands by */
    }
    program_look_for_gone(program);
    if (program_worker_lapsed(program->worker)) {
        house_doubt(program->house, "the lease of the store was not kept up in time");
    }
    if (program->draining) {
        bool drained = house_drain(program->house) && program_is_drained(program);
        if (drained || program->out_of_patience) {
            loop_stop(program->loop);
            return;
        }
    } else if (house_run(program->house)) {
        loop_timer_set(program->due, 0);
        return;
    }
    int64_t due_ms = house_due_ms(program->house);
    if (due_ms == NO_DEADLINE) {
        loop_timer_stop(program->due);
    } else {
        loop_timer_set(program->due, due_ms - program->clock.now_ms(program->clock.context));
    }
}

static void program_impatient(void *context)
{
    struct program *program = context;
    log_event(LEVEL_WARNING, "run.not_all_sent", NULL);
    program->out_of_patience = true;
}

static void program_end(void *context)
{
    struct program *program = context;
    if (program->draining) {
        program->out_of_patience = true; /* asked twice */
        return;
    }
    log_event(LEVEL_INFO, "run.ending", NULL);
    notify_send(getenv("NOTIFY_SOCKET"), "STOPPING=1");
    program->draining = true;
    if (program->house == NULL) {
        loop_stop(program->loop);
        return;
    }
    loop_timer_set(program->patience, PROGRAM_DRAIN_MS);
    for (size_t i = 0; i < program->adapter_count; i++) {
        const struct adapter_def *def = program->adapters[i].row->def;
        if (def->drain != NULL) {
            def->drain(program->adapters[i].adapter);
        }
    }
}

static void program_log_level(const struct settings *settings)
{
    enum log_level level = LEVEL_INFO;
    if (log_level_of(settings_text(settings, "bot", "log_level"), &level)) {
        log_level_set(level);
    }
}

static void program_reload_language(struct program *program)
{
    struct fault fault = {0};
    const struct catalogue *catalogue =
        program_words_reload(program->languages, program->settings, &fault);
    if (catalogue == NULL) {
        program_words_log("reload.kept_the_old_language", fault.text);
    } else if (program->house != NULL) {
        house_speak(program->house, catalogue);
    }
}

static void program_reload(void *context)
{
    struct program *program = context;
    struct buf problems;
    struct buf restart;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    buf_init(&restart, SETTINGS_PROBLEMS_MAX);
    struct settings *fresh =
        settings_load(program->config, (const char *const *)environ, &problems);
    if (fresh == NULL) {
        program_words_log("reload.kept_the_old", problems.text);
    } else {
        settings_reload(program->settings, &fresh, &restart);
        program_log_level(program->settings);
        program_packs_reload(program->library, program->settings);
        program_reload_language(program);
        log_event(LEVEL_INFO, "reload.done",
                  LOG_FIELDS(log_text("wants_restart", restart.len == 0 ? "" : restart.text)));
    }
    buf_deinit(&problems);
    buf_deinit(&restart);
}

static void program_watchdog(void *context)
{
    struct program *program = context;
    notify_send(getenv("NOTIFY_SOCKET"), "WATCHDOG=1");
    loop_timer_set(program->watchdog, program->watchdog_ms);
}

/* Does systemd's journal read standard error? */
static bool program_is_journal(void)
{
    struct stat status;
    char wanted[64];
    const char *journal = getenv("JOURNAL_STREAM");
    if (journal == NULL || fstat(STDERR_FILENO, &status) != 0) {
        return false;
    }
    snprintf(wanted, sizeof(wanted), "%llu:%llu", (unsigned long long)status.st_dev,
             (unsigned long long)status.st_ino);
    return strcmp(journal, wanted) == 0;
}

static int program_open_store(struct program *program, struct fault *fault)
{
    char path[PROGRAM_PATH_BYTES];
    char place[PROGRAM_PATH_BYTES];
    char note[PROGRAM_PATH_BYTES + 8];
    if (store_path(program->settings, true, path, sizeof(path), fault) != 0 ||
        store_place(program->settings, true, place, sizeof(place), fault) != 0) {
        return -1;
    }
    program->store =
        store_open(store_driver_of(place), place, true, program_wake, program->wake, fault);
    if (program->store == NULL) {
        return -1;
    }
    store_use(program->store, program_row_rules());
    store_keep(program->store,
               &(struct store_keeping){
                   (uint32_t)settings_number(program->settings, "keep", "messages_days"),
                   (uint32_t)settings_number(program->settings, "keep", "tables_days"),
                   (uint32_t)settings_number(program->settings, "keep", "room_days_max"),
                   record_withheld});
    snprintf(note, sizeof(note), "%s.work", path);
    program->work = crash_marker_open(note, fault);
    log_event(LEVEL_INFO, "store.opened", LOG_FIELDS(log_text("path", place)));
    unsigned parts = (unsigned)settings_number(program->settings, "store", "parts");
    return program->work == NULL ? -1
                                 : store_division_check(program->store, program_row_rules(),
                                                        store_part_of(place), parts, fault);
}

static int program_open_house(struct program *program, struct fault *fault)
{
    const struct catalogue *catalogue = program_words(program->languages, program->settings, fault);
    if (catalogue == NULL) {
        return -1;
    }
    const struct house_setup setup = {
        .store = program->store,
        .clock = program->clock,
        .entropy = entropy_system(),
        .catalogue = catalogue,
        .languages = program->languages,
        .library = program->library,
        .settings = program->settings,
        .greets = true,
        .crash_marker = program->work,
        .tables_resident_max =
            (uint32_t)settings_number(program->settings, "bot", "tables_in_memory"),
        .part = program_its_part,
        .parts = (unsigned)settings_number(program->settings, "store", "parts"),
    };
    program->house = house_new(&setup, fault);
    if (program->house != NULL && crash_built_in()) {
        house_pin(program->house, getenv("DEADDROP_PINNED_SEED"), getenv("DEADDROP_PINNED_DEAL"));
    }
    return program->house == NULL ? -1 : 0;
}

static int program_open_adapters(struct program *program, struct fault *fault)
{
    for (const struct program_adapter *row = program_rows; row != NULL && row->def != NULL; row++) {
        if (!row->wanted(program->settings) || (row->first_part && program_its_part != 0) ||
            program->adapter_count == PROGRAM_ADAPTERS_MAX) {
            continue;
        }
        struct program_open_adapter *open = &program->adapters[program->adapter_count];
        open->row = row;
        if (row->def->open(&open->adapter, program->house, program->loop, program->settings,
                           fault) != 0) {
            return -1;
        }
        program->adapter_count++;
        house_add_adapter(program->house, row->def, open->adapter);
    }
    if (program->adapter_count == 0 && program_its_part == 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "nothing to do: every way in is turned off; set enabled = yes in [web]");
    }
    return 0;
}

static void program_watch(struct program *program)
{
    static const int numbers[PROGRAM_SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
    static const loop_fn caught[PROGRAM_SIGNALS] = {program_end, program_end, program_reload};
    for (size_t i = 0; i < PROGRAM_SIGNALS; i++) {
        program->signals[i] = loop_signal_new(program->loop, numbers[i], caught[i], program);
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk */
    program->round = loop_round_new(program->loop, program_round, program);
    program->patience = loop_timer_new(program->loop, program_impatient, program);
    program->watchdog = loop_timer_new(program->loop, program_watchdog, program);
    program->watchdog_ms = notify_watchdog_ms(getenv("WATCHDOG_USEC"));
    if (program->watchdog_ms > 0) {
        loop_timer_set(program->watchdog, program->watchdog_ms);
    }
}

static void program_open_backups(struct program *program)
{
    char path[PROGRAM_PATH_BYTES];
    struct fault fault = {FAULT_NONE, ""};
    if (store_place(program->settings, false, path, sizeof path, &fault) == 0) {
        program->backups = backups_new(&(struct backups_setup){.loop = program->loop,
                                                               .clock = program->clock,
                                                               .settings = program->settings,
                                                               .store_path = path});
    }
}

/* All that plays. */
static int program_open_play(struct program *program, struct fault *fault)
{
    program_worker_play(program->worker);
    if (program_open_store(program, fault) != 0 || program_open_house(program, fault) != 0 ||
        program_open_adapters(program, fault) != 0) {
        return -1;
    }
    program_open_backups(program);
    if (program->health != NULL) {
        program_health_play(program->health, program->house, program->store);
    }
    return 0;
}

/* The same, unless another worker has the store, or was faster. */
static int program_open_or_stand_by(struct program *program, struct fault *fault)
{
    bool opens = program_worker_may_open(program->worker);
    int done = opens ? program_open_play(program, fault) : 0;
    bool later = opens && done != 0 && program->worker != NULL && program->store == NULL &&
                 fault->code == FAULT_RETRY;
    if (!opens || later) {
        program_worker_stand_by(program->worker);
        *fault = (struct fault){FAULT_NONE, ""};
        return 0;
    }
    return done;
}

static void program_ready(const struct program *program);

/* Nobody has the store any more. */
static void program_take_over(void *context)
{
    struct program *program = context;
    if (program->draining || program->house != NULL) {
        return;
    }
    if (program_open_or_stand_by(program, &program->gone) != 0) {
        program->is_gone = true;
        loop_stop(program->loop);
    } else if (program->house != NULL) {
        program_ready(program);
    }
}

static void program_hear(void *context)
{
    struct program *program = context;
    if (program->house != NULL && !program->draining) {
        house_hear_letters(program->house);
    }
}

static int program_open(struct program *program, bool stands_by, struct fault *fault)
{
    const struct program_worker_setup worker = {
        .loop = program->loop,
        .settings = program->settings,
        .adapters = program_rows,
        .is_part = settings_number(program->settings, "store", "parts") > 1,
        .part = program_its_part,
        .heard = program_hear,
        .may_open = program_take_over,
        .context = program};
    if (program_packs_open(&program->library, program->settings, fault) != 0 ||
        program_words_open(&program->languages, program->settings, fault) != 0 ||
        (stands_by && program_worker_new(&program->worker, &worker, fault) != 0)) {
        return -1;
    }
    if (settings_flag(program->settings, "metrics", "enabled")) {
        program->health =
            program_health_new(program->loop, program->settings, program->worker, fault);
        if (program->health == NULL) {
            return -1;
        }
    }
    return program_open_or_stand_by(program, fault);
}

void program_log_open(const struct settings *settings)
{
    log_open(&(struct log_setup){.file = STDERR_FILENO,
                                 .level = LEVEL_INFO,
                                 .journal = program_is_journal(),
                                 .clock = clock_system()});
    program_log_level(settings);
}

struct program *program_new(const char *config, struct settings **settings, bool stands_by,
                            struct fault *fault)
{
    struct program *program = heap_allocate(sizeof(*program));
    program->config = config;
    program->settings = *settings;
    *settings = NULL;
    program->clock = clock_system();
    program_log_open(program->settings);
    metrics_set(METRIC_START_SECONDS, program->clock.now_ms(program->clock.context) / 1000);
    program->loop = loop_new();
    program->wake = loop_wake_new(program->loop, program_nothing, NULL);
    program->due = loop_timer_new(program->loop, program_nothing, NULL);
    if (program_open(program, stands_by, fault) != 0) {
        program_free(&program);
        return NULL;
    }
    program_watch(program);
    return program;
}

static void program_greet(const struct program *program)
{
    struct buf text;
    buf_init(&text, 4096);
    for (size_t i = 0; i < program->adapter_count; i++) {
        const struct program_adapter *row = program->adapters[i].row;
        if (row->greet != NULL) {
            row->greet(program->adapters[i].adapter, program->settings, &text);
        }
    }
    if (text.len > 0) {
        fputs(text.text, stdout);
        fflush(stdout);
    }
    buf_deinit(&text);
}

static void program_ready(const struct program *program)
{
    log_event(LEVEL_INFO, "run.ready", NULL);
    program_greet(program);
}

void program_loop(struct program *program)
{
    program->ran = true;
    notify_send(getenv("NOTIFY_SOCKET"), "READY=1");
    if (program->house != NULL) {
        program_ready(program);
    }
    loop_run(program->loop);
}

static void program_close_adapters(struct program *program)
{
    program_health_free(&program->health);
    for (size_t i = program->adapter_count; i > 0; i--) {
        program->adapters[i - 1].row->def->close(&program->adapters[i - 1].adapter);
    }
    program->adapter_count = 0;
}

/* What the house stood on, after it is gone. */
static void program_close_store(struct program *program)
{
    store_close(&program->store);
    program_worker_free(&program->worker);
    if (program->work != NULL) {
        crash_marker_close(&program->work);
    }
    languages_free(&program->languages);
    library_free(&program->library);
}

static void program_close_loop(struct program *program)
{
    for (size_t i = 0; i < PROGRAM_SIGNALS; i++) {
        loop_signal_free(&program->signals[i]);
    }
    loop_timer_free(&program->patience);
    loop_timer_free(&program->watchdog);
    loop_timer_free(&program->due);
    loop_wake_free(&program->wake);
    loop_free(&program->loop);
}

void program_free(struct program **program)
{
    struct program *ending = *program;
    *program = NULL;
    loop_round_free(&ending->round);
    backups_free(&ending->backups);
    if (ending->house != NULL) {
        house_close(ending->house);
    }
    program_close_adapters(ending);
    if (ending->house != NULL) {
        house_free(&ending->house);
    }
    program_close_store(ending);
    program_close_loop(ending);
    seal_forget();
    settings_free(&ending->settings);
    if (ending->ran) {
        log_event(LEVEL_INFO, "run.ended", NULL);
    }
    log_close();
    free(ending);
}
