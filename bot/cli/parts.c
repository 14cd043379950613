/* Who is there is looked at several times a second, and each worker divides the parts among all of
 * them alike. A part that falls to another is ended here by its process, as by SIGTERM; the other's
 * process stands by until the part's store is given back. So it never matters for what is played
 * whether two workers see the same: two processes may stand before a store, one has it. */
#include "parts.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "divide.h"
#include "heap.h"
#include "log.h"
#include "loop.h"
#include "metrics.h"
#include "notify.h"
#include "part_door.h"
#include "part_process.h"
#include "parts_health.h"
#include "program.h"
#include "settings.h"
#include "store_division.h"
#include "store_members.h"
#include "store_part.h"
#include "store_path.h"
#include "store_worker.h"

enum {
    PARTS_PATH_BYTES = 4096,
    PARTS_SIGNALS = 3,
    PARTS_LEAVE_MS = 400,  /* others start their processes meanwhile */
    PARTS_DRAIN_MS = 8000, /* until processes that do not end are killed */
    PARTS_ROUND_MS = 500,
    PARTS_CUT_OFF_MS = 7000, /* without a look: others may have all that is ours */
    PARTS_MEMBERS_MAX = 64,
    PARTS_NAME_MAX = STORE_WORKER_NAME_BYTES - (int)sizeof "/63" /* of ours, with a part behind */
};

struct parts {
    const char *config;
    struct settings *settings;
    const struct program_adapter *adapters;
    struct loop *loop;
    struct loop_wake *wake;
    struct loop_timer *round;
    struct loop_timer *leave;
    struct loop_signal *signals[PARTS_SIGNALS];
    struct store_members *members;
    struct part_doors *doors;
    struct parts_health *health;
    struct part_process *processes[STORE_PARTS_MAX];
    unsigned count;
    char name[STORE_WORKER_NAME_BYTES];
    bool ran;
    bool is_watched; /* systemd wants to hear that we live */
    bool is_leaving;
    bool is_drained; /* processes were told to end */
    bool has_others; /* at the last look */
    bool is_gone;
    struct fault gone;
};

/* --- who has what ----------------------------------------------------------------------------- */

/* Those who are there, as they were at the last look. */
struct parts_look {
    char names[PARTS_MEMBERS_MAX][STORE_WORKER_NAME_BYTES];
    const char *all[PARTS_MEMBERS_MAX];
    size_t count;
    size_t ours;                         /* index; PARTS_MEMBERS_MAX: we are not among them */
    bool plays;                          /* somebody has part 0: */
    char first[STORE_MEMBER_TEXT_BYTES]; /* doors of who plays part 0 */
};

static void parts_see(void *context, const struct store_member *member)
{
    struct parts_look *look = context;
    if (member->has_first && (member->counts || !look->plays)) {
        snprintf(look->first, sizeof look->first, "%s", member->doors);
        look->plays = true;
    }
    if (!member->counts || look->count == PARTS_MEMBERS_MAX) {
        return;
    }
    look->ours = member->is_ours ? look->count : look->ours;
    snprintf(look->names[look->count], STORE_WORKER_NAME_BYTES, "%s", member->name);
    look->all[look->count] = look->names[look->count];
    look->count++;
}

static void parts_ended(void *context);

static void parts_start(struct parts *parts, unsigned part)
{
    const struct part_process_setup setup = {.loop = parts->loop,
                                             .config = parts->config,
                                             .environment =
                                                 part_doors_environment(parts->doors, part),
                                             .part = part,
                                             .ended = parts_ended,
                                             .context = parts};
    log_event(LEVEL_INFO, "part.begins", LOG_FIELDS(log_number("part", (int64_t)part)));
    parts->processes[part] = part_process_new(&setup);
}

/* What our row says of us. */
static void parts_say(struct parts *parts)
{
    char text[STORE_MEMBER_TEXT_BYTES] = "";
    size_t len = 0;
    int64_t held = 0;
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            int more = snprintf(text + len, sizeof text - len, len == 0 ? "%u" : " %u", part);
            len += (size_t)more;
            held++;
        }
    }
    metrics_set(METRIC_PARTS, held);
    store_members_say(parts->members, parts->is_leaving, text, part_doors_text(parts->doors));
}

/* Processes that have ended are let go of. */
static void parts_tidy(struct parts *parts)
{
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL && part_process_is_over(parts->processes[part])) {
            part_process_free(&parts->processes[part]);
        }
    }
}

static void parts_want(struct parts *parts, unsigned part, bool ours)
{
    if (ours && parts->processes[part] == NULL) {
        parts_start(parts, part);
    } else if (!ours && parts->processes[part] != NULL) {
        part_process_stop(parts->processes[part]);
    }
}

static void parts_divide(struct parts *parts, const struct parts_look *look)
{
    size_t owners[STORE_PARTS_MAX];
    divide(look->all, look->count, parts->count, owners);
    for (unsigned part = 0; part < parts->count; part++) {
        parts_want(parts, part, owners[part] == look->ours);
    }
}

/* The database has not been reached for so long that others may have our parts by now. */
static void parts_cut_off(struct parts *parts)
{
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            log_event(LEVEL_ERROR, "part.cut_off", LOG_FIELDS(log_number("part", (int64_t)part)));
            part_process_kill(parts->processes[part]);
        }
    }
}

/* Of a house that nobody has ever played part 0 alone is begun: it makes what all parts share. */
static void parts_look_round(struct parts *parts)
{
    struct parts_look look = {.count = 0, .ours = PARTS_MEMBERS_MAX};
    bool is_new = false;
    int64_t ago_ms = store_members_read(parts->members, parts_see, &look, &is_new);
    parts_tidy(parts);
    if (ago_ms >= 0 && is_new) {
        parts_want(parts, 0, true);
    } else if (ago_ms > PARTS_CUT_OFF_MS && parts->has_others) {
        parts_cut_off(parts);
    } else if (ago_ms >= 0 && ago_ms <= PARTS_CUT_OFF_MS) {
        parts->has_others = look.count > 1;
        part_doors_lead(parts->doors, look.first);
        parts_health_plays(parts->health, look.plays);
        metrics_set(METRIC_RELAYED, part_doors_count(parts->doors));
        metrics_set(METRIC_MEMBERS, (int64_t)look.count);
        if (look.ours < look.count) {
            parts_divide(parts, &look);
        }
    }
    parts_say(parts);
}

/* --- its end ---------------------------------------------------------------------------------- */

static bool parts_are_over(const struct parts *parts)
{
    bool over = true;
    for (unsigned part = 0; part < parts->count; part++) {
        over = over &&
               (parts->processes[part] == NULL || part_process_is_over(parts->processes[part]));
    }
    return over;
}

/* All of them refuse their settings: a person has to help. */
static bool parts_are_misconfigured(const struct parts *parts)
{
    bool any = false;
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            if (!part_process_is_misconfigured(parts->processes[part])) {
                return false;
            }
            any = true;
        }
    }
    return any;
}

static void parts_round(void *context)
{
    struct parts *parts = context;
    if (parts->is_watched) {
        notify_send(getenv("NOTIFY_SOCKET"), "WATCHDOG=1");
    }
    if (parts->is_leaving) {
        if (parts->is_drained && parts_are_over(parts)) {
            loop_stop(parts->loop);
        }
        return;
    }
    if (parts_are_misconfigured(parts)) {
        fault_set(&parts->gone, FAULT_CONFIG,
                  "no part of the house can be played: its log says why");
        parts->is_gone = true;
        loop_stop(parts->loop);
        return;
    }
    parts_look_round(parts);
    loop_timer_set(parts->round, PARTS_ROUND_MS);
}

static void parts_ended(void *context)
{
    struct parts *parts = context;
    loop_timer_set(parts->round, 0); /* not from within the process that has ended */
}

static void parts_patience(struct parts *parts)
{
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            part_process_kill(parts->processes[part]);
        }
    }
}

/* Others know that we leave, and have begun what falls to them: now ours end. */
static void parts_drain(void *context)
{
    struct parts *parts = context;
    if (parts->is_drained) {
        parts_patience(parts);
    }
    parts->is_drained = true;
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            part_process_stop(parts->processes[part]);
        }
    }
    loop_timer_set(parts->leave, PARTS_DRAIN_MS);
    loop_timer_set(parts->round, 0);
}

static void parts_end(void *context)
{
    struct parts *parts = context;
    if (parts->is_leaving) {
        parts_drain(parts); /* asked twice */
        return;
    }
    log_event(LEVEL_INFO, "run.ending", NULL);
    notify_send(getenv("NOTIFY_SOCKET"), "STOPPING=1");
    parts->is_leaving = true;
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            part_process_last(parts->processes[part]); /* systemd and a terminal tell them too */
        }
    }
    parts_say(parts);
    loop_timer_set(parts->leave, parts->has_others ? PARTS_LEAVE_MS : 0);
}

static void parts_reload(void *context)
{
    const struct parts *parts = context;
    for (unsigned part = 0; part < parts->count; part++) {
        if (parts->processes[part] != NULL) {
            part_process_reload(parts->processes[part]);
        }
    }
}

/* --- life ------------------------------------------------------------------------------------- */

static void parts_wake(void *context)
{
    loop_wake_up(context);
}

static void parts_watch(struct parts *parts)
{
    static const int numbers[PARTS_SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
    static const loop_fn caught[PARTS_SIGNALS] = {parts_end, parts_end, parts_reload};
    for (size_t i = 0; i < PARTS_SIGNALS; i++) {
        parts->signals[i] = loop_signal_new(parts->loop, numbers[i], caught[i], parts);
    }
}

static void parts_sign(struct parts *parts)
{
    char host[64] = "";
    const char *name = settings_text(parts->settings, "store", "worker");
    gethostname(host, sizeof host - 1);
    if (name[0] != '\0') {
        snprintf(parts->name, sizeof parts->name, "%s", name);
    } else {
        snprintf(parts->name, sizeof parts->name, "%.40s/%ld", host, (long)getpid());
    }
}

/* Games of a house that was played in more parts. Where it cannot be read its processes say why. */
static int parts_leave_nothing(const char *place, unsigned count, struct fault *fault)
{
    struct fault other = {FAULT_NONE, ""};
    struct store *store = store_open_reading(store_driver_of(place), place, &other);
    int done = store == NULL ? 0 : store_division_leaves(store, count, false, fault);
    store_close(&store);
    return done;
}

/* Its processes have names and ports made of ours. */
static int parts_have_room(const struct parts *parts, struct fault *fault)
{
    const struct settings *settings = parts->settings;
    int64_t port = settings_number(settings, "metrics", "port");
    int64_t port_max = UINT16_MAX - (int64_t)parts->count;
    if (strlen(parts->name) > PARTS_NAME_MAX) {
        return fault_set(fault, FAULT_CONFIG, "store.worker: with parts it has %d bytes at most",
                         (int)PARTS_NAME_MAX);
    }
    if (settings_flag(settings, "metrics", "enabled") && port > port_max) {
        return fault_set(fault, FAULT_CONFIG,
                         "metrics.port: with parts = %u it is %" PRId64 " at most, since the ports "
                         "behind it are those of the parts",
                         parts->count, port_max);
    }
    return 0;
}

static int parts_open(struct parts *parts, struct fault *fault)
{
    char place[PARTS_PATH_BYTES];
    const struct part_doors_setup doors = {.loop = parts->loop,
                                           .settings = parts->settings,
                                           .adapters = parts->adapters,
                                           .worker = parts->name};
    if (parts_have_room(parts, fault) != 0 ||
        store_place(parts->settings, true, place, sizeof place, fault) != 0) {
        return -1;
    }
    const struct store_members_setup members = {.place = place,
                                                .name = parts->name,
                                                .version = DD_VERSION,
                                                .wake = parts_wake,
                                                .context = parts->wake};
    if (parts_leave_nothing(place, parts->count, fault) != 0) {
        return -1;
    }
    parts->doors = part_doors_new(&doors, fault);
    if (parts->doors == NULL ||
        parts_health_new(&parts->health, parts->loop, parts->settings, parts->name, fault) != 0 ||
        store_members_new(&parts->members, &members, fault) != 0) {
        return -1;
    }
    if (parts->members == NULL) {
        return fault_set(fault, FAULT_CONFIG,
                         "store.parts: a file is one process's: workers share a database (url in "
                         "[store])");
    }
    return 0;
}

struct parts *parts_new(const char *config, struct settings **settings,
                        const struct program_adapter *adapters, struct fault *fault)
{
    struct parts *parts = heap_allocate(sizeof *parts);
    parts->config = config;
    parts->settings = *settings;
    parts->adapters = adapters;
    *settings = NULL;
    parts->count = (unsigned)settings_number(parts->settings, "store", "parts");
    program_log_open(parts->settings);
    parts->loop = loop_new();
    parts->wake = loop_wake_new(parts->loop, parts_round, parts);
    parts->round = loop_timer_new(parts->loop, parts_round, parts);
    parts->leave = loop_timer_new(parts->loop, parts_drain, parts);
    parts_sign(parts);
    if (parts_open(parts, fault) != 0) {
        parts_free(&parts);
        return NULL;
    }
    parts_watch(parts);
    parts->is_watched = notify_watchdog_ms(getenv("WATCHDOG_USEC")) > 0;
    return parts;
}

void parts_loop(struct parts *parts)
{
    parts->ran = true;
    log_event(
        LEVEL_INFO, "parts.divided",
        LOG_FIELDS(log_text("worker", parts->name), log_number("parts", (int64_t)parts->count)));
    notify_send(getenv("NOTIFY_SOCKET"), "READY=1");
    parts_say(parts);
    loop_timer_set(parts->round, 0);
    loop_run(parts->loop);
}

const struct fault *parts_gone(const struct parts *parts)
{
    return parts->is_gone ? &parts->gone : NULL;
}

void parts_free(struct parts **parts_r)
{
    struct parts *parts = *parts_r;
    *parts_r = NULL;
    for (size_t i = 0; i < PARTS_SIGNALS; i++) {
        loop_signal_free(&parts->signals[i]);
    }
    for (unsigned part = 0; part < parts->count; part++) {
        part_process_free(&parts->processes[part]);
    }
    part_doors_free(&parts->doors);
    parts_health_free(&parts->health);
    store_members_free(&parts->members);
    loop_timer_free(&parts->leave);
    loop_timer_free(&parts->round);
    loop_wake_free(&parts->wake);
    loop_free(&parts->loop);
    settings_free(&parts->settings);
    if (parts->ran) {
        log_event(LEVEL_INFO, "run.ended", NULL);
    }
    log_close();
    free(parts);
}
