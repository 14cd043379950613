/* REST as its user sees it, and the one place from which everything goes on: what ended is told,
 * what is due is taken up, what may be sent is sent. */
#include "discord_rest_private.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

enum { REST_BASE_BYTES = 512, REST_GRACE_MS = 250 };

int64_t rest_now_ms(const struct discord_rest *rest)
{
    return rest->wire->clock.monotonic_ms(rest->wire->clock.context);
}

static void rest_timer_set(struct discord_rest *rest, int64_t delay_ms)
{
    rest->wire->timer_set(rest->wire->context, rest->timer, delay_ms);
}

void rest_wake(struct discord_rest *rest)
{
    rest_timer_set(rest, 0);
}

/* When something has to be done at the latest; -1 never. */
static int64_t rest_due_ms(const struct discord_rest *rest, int64_t now_ms)
{
    const struct timers *heaps[] = {&rest->untils, &rest->agains, &rest->lane_timers};
    int64_t due = rest->warm_ms;
    for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++) {
        const struct timer *first = timers_first(heaps[i]);
        if (first != NULL && (due < 0 || first->due_ms < due)) {
            due = first->due_ms;
        }
    }
    bool ready = rest->ready[REST_GAME] != NULL || rest->ready[REST_COSMETIC] != NULL;
    if (ready && rest->under_way < REST_UNDER_WAY_MAX) {
        int64_t window = now_ms + window_wait_ms(&rest->second, now_ms);
        int64_t go = rest->pause_ms > window ? rest->pause_ms : window;
        due = due < 0 || go < due ? go : due;
    }
    return due;
}

static void rest_schedule(struct discord_rest *rest)
{
    int64_t now_ms = rest_now_ms(rest);
    int64_t due = rest_due_ms(rest, now_ms);
    if (rest->ended.first != NULL) {
        rest_timer_set(rest, 0);
    } else {
        rest_timer_set(rest, due < 0 ? -1 : due > now_ms ? due - now_ms : 0);
    }
}

static void rest_begin(struct discord_rest *rest, struct rest_job *job)
{
    int64_t now_ms = rest_now_ms(rest);
    if (rest->warm_ms >= 0) {
        rest->warm_ms = now_ms + REST_WARM_MS;
    }
    /* the call's own end says more about what became of it, and comes first */
    timers_set(&rest->untils, &job->until, job->started_ms + job->request.time_ms + REST_GRACE_MS);
    rest_job_begin(rest, job);
}

void rest_go_on(struct discord_rest *rest)
{
    int64_t now_ms = rest_now_ms(rest);
    while (rest->under_way < REST_UNDER_WAY_MAX && now_ms >= rest->pause_ms &&
           now_ms >= rest->stop_ms && window_wait_ms(&rest->second, now_ms) == 0) {
        struct rest_job *job = rest_lane_next(rest);
        if (job == NULL) {
            break;
        }
        struct rest_lane *lane = job->lane;
        rest_lane_take(rest, job);
        discord_bucket_begin(&lane->bucket);
        rest->under_way++;
        window_put(&rest->second, now_ms);
        rest_begin(rest, job);
        job->lane = lane;
        rest_lane_settle(rest, lane);
    }
    rest_schedule(rest);
}

/* Only those that had ended before: a user who starts another from done() has to wait. */
static void rest_tell_ended(struct discord_rest *rest)
{
    uint64_t last = rest->ended.last != NULL ? rest->ended.last->number : 0;
    while (rest->ended.first != NULL) {
        struct rest_job *job = rest->ended.first;
        bool enough = job->number == last;
        struct discord_answer answer = {.fate = job->fate, .retry_ms = job->retry_ms};
        rest_job_tell(rest, job, &answer);
        if (enough) {
            break;
        }
    }
}

static void rest_time_is_up(struct discord_rest *rest, int64_t now_ms)
{
    for (struct timer *first = timers_first(&rest->untils);
         first != NULL && first->due_ms <= now_ms; first = timers_first(&rest->untils)) {
        struct rest_job *job =
            (struct rest_job *)((char *)first - offsetof(struct rest_job, until));
        bool heard = job->unknown > 0 || job->place == REST_UNDER_WAY;
        rest_job_end(rest, job, heard ? FATE_UNKNOWN : FATE_LATE, "out of time");
    }
}

static void rest_try_again(struct discord_rest *rest, int64_t now_ms)
{
    for (struct timer *first = timers_first(&rest->agains);
         first != NULL && first->due_ms <= now_ms; first = timers_first(&rest->agains)) {
        struct rest_job *job =
            (struct rest_job *)((char *)first - offsetof(struct rest_job, again));
        timers_drop(&rest->agains, first);
        job->place = REST_NOWHERE;
        if (job->request.priority == REST_ANSWER) {
            rest_begin(rest, job);
        } else {
            rest_lane_put(rest, job, true);
        }
    }
}

static void rest_lanes_go_on(struct discord_rest *rest, int64_t now_ms)
{
    for (struct timer *first = timers_first(&rest->lane_timers);
         first != NULL && first->due_ms <= now_ms; first = timers_first(&rest->lane_timers)) {
        struct rest_lane *lane =
            (struct rest_lane *)((char *)first - offsetof(struct rest_lane, timer));
        if (lane->waiting == 0 && discord_bucket_is_idle(&lane->bucket, now_ms)) {
            rest_lane_free(rest, lane);
        } else {
            rest_lane_settle(rest, lane);
        }
    }
}

static void rest_stay_warm(struct discord_rest *rest, int64_t now_ms)
{
    if (rest->warm_ms < 0 || now_ms < rest->warm_ms) {
        return;
    }
    rest->warm_ms = now_ms + REST_WARM_MS;
    if (rest->calls == 0) {
        discord_rest_start(rest,
                           &(struct discord_request){.method = "GET",
                                                     .route = "/gateway",
                                                     .path = "/gateway",
                                                     .priority = REST_COSMETIC,
                                                     .repeat = REPEAT_SAFE,
                                                     .time_ms = REST_TRY_MS},
                           NULL, NULL);
    }
}

static void rest_fired(void *user)
{
    struct discord_rest *rest = user;
    int64_t now_ms = rest_now_ms(rest);
    rest_time_is_up(rest, now_ms);
    rest_try_again(rest, now_ms);
    rest_lanes_go_on(rest, now_ms);
    rest_stay_warm(rest, now_ms);
    rest_tell_ended(rest);
    rest_go_on(rest);
}

/* With the version of the API, whatever of its path has been given. */
static char *rest_base(const char *given)
{
    struct buf base;
    size_t len = strlen(given);
    while (len > 0 && given[len - 1] == '/') {
        len--;
    }
    buf_init(&base, REST_BASE_BYTES);
    buf_add(&base, given, len);
    const char *path = strstr(base.text, "://");
    path = strchr(path != NULL ? path + 3 : base.text, '/');
    if (path == NULL) {
        buf_text(&base, "/api");
    }
    if (path == NULL || strcmp(path, "/api") == 0) {
        buf_text(&base, "/v10");
    }
    char *text = heap_copy(base.text);
    buf_deinit(&base);
    return text;
}

struct discord_rest *discord_rest_new(const struct discord_rest_setup *setup)
{
    struct discord_rest *rest = heap_take(sizeof *rest);
    struct buf authorization;
    rest->wire = setup->wire;
    rest->base = rest_base(setup->api_base);
    buf_init(&authorization, REST_BASE_BYTES);
    print_to(&authorization, "Bot %s", setup->token);
    rest->authorization = heap_copy(authorization.text);
    buf_deinit(&authorization);
    rest->agent = heap_copy(setup->agent);
    rest->context = setup->context;
    rest->refused = setup->refused;
    rest->warm_ms = -1;
    struct map *maps[] = {&rest->jobs, &rest->lanes, &rest->routes, &rest->channels,
                          &rest->coalesce};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        map_init(maps[i], &rest->wire->entropy);
    }
    window_init(&rest->second, REST_SECOND_MAX, 1000);
    rest->timer = rest->wire->timer_new(rest->wire->context, rest_fired, rest);
    return rest;
}

void discord_rest_free(struct discord_rest **rest)
{
    struct discord_rest *freed = *rest;
    size_t at = 0;
    if (freed == NULL) {
        return;
    }
    *rest = NULL;
    for (struct rest_job *job = map_next(&freed->jobs, &at); job != NULL;
         at = 0, job = map_next(&freed->jobs, &at)) {
        rest_job_free(freed, &job);
    }
    at = 0;
    for (struct rest_lane *lane = map_next(&freed->lanes, &at); lane != NULL;
         at = 0, lane = map_next(&freed->lanes, &at)) {
        rest_lane_free(freed, lane);
    }
    at = 0;
    for (struct rest_route *route = map_next(&freed->routes, &at); route != NULL;
         route = map_next(&freed->routes, &at)) {
        free(route);
    }
    rest_guard_free(freed);
    map_deinit(&freed->jobs);
    map_deinit(&freed->lanes);
    map_deinit(&freed->routes);
    map_deinit(&freed->coalesce);
    timers_deinit(&freed->untils);
    timers_deinit(&freed->agains);
    timers_deinit(&freed->lane_timers);
    freed->wire->timer_free(freed->wire->context, &freed->timer);
    free(freed->base);
    free(freed->authorization);
    free(freed->agent);
    free(freed);
}

/* Ends it at once when nothing can come of it. */
static bool rest_is_hopeless(struct discord_rest *rest, struct rest_job *job)
{
    const char *why = "";
    int64_t now_ms = rest_now_ms(rest);
    bool answer = job->request.priority == REST_ANSWER;
    if (rest->refused_told) {
        rest_job_end(rest, job, FATE_TOKEN, "the token is refused");
    } else if (rest->draining && !answer) {
        rest_job_end(rest, job, FATE_LATE, "the bot stops");
    } else if (rest_guard_refuses(rest, &job->request)) {
        rest_job_end(rest, job, FATE_FORBIDDEN, "refused before in this channel");
    } else if (rest_guard_holds(rest, &job->request, &job->retry_ms, &why)) {
        rest_job_end(rest, job, FATE_DOWN, why);
    } else if (rest->jobs.count > rest->calls + REST_WAITING_MAX) {
        job->retry_ms = REST_BACKOFF_MS;
        rest_job_end(rest, job, FATE_DOWN, "too many requests wait");
    } else if (answer && now_ms < rest->blocked_ms) {
        job->retry_ms = rest->blocked_ms - now_ms;
        rest_job_end(rest, job, FATE_DOWN, "Discord's gate holds us back");
    }
    return job->place == REST_ENDED;
}

/* Where one waits under the same key, its place is taken over and it ends; one that is under way is
 * not repeated any more. True when the job has its place already. */
static bool rest_coalesce(struct discord_rest *rest, struct rest_job *job)
{
    const char *key = job->request.coalesce;
    bool placed = false;
    if (key == NULL) {
        return false;
    }
    struct rest_job *older = map_get(&rest->coalesce, key);
    if (older != NULL && older->place == REST_UNDER_WAY) {
        older->overtaken = true;
    } else if (older != NULL) {
        placed = rest_lane_replace(rest, older, job);
        rest_job_end(rest, older, FATE_REPLACED, "replaced");
    }
    map_put(&rest->coalesce, key, job);
    return placed;
}

uint64_t discord_rest_start(struct discord_rest *rest, const struct discord_request *request,
                            discord_answer_fn done, void *context)
{
    assert(request->path[0] == '/' && request->route[0] == '/');
    struct rest_job *job = rest_job_new(rest, request);
    uint64_t number = job->number;
    job->done = done;
    job->context = context;
    if (rest_is_hopeless(rest, job)) {
        return number;
    }
    if (request->priority == REST_ANSWER) {
        rest_begin(rest, job);
        rest_schedule(rest);
        return number;
    }
    if (!rest_coalesce(rest, job)) {
        rest_lane_put(rest, job, false);
    }
    rest_go_on(rest);
    return number;
}

void discord_rest_cancel(struct discord_rest *rest, uint64_t number)
{
    struct rest_job *job = map_get_number(&rest->jobs, number);
    if (job != NULL) {
        rest_job_free(rest, &job);
        rest_schedule(rest);
    }
}

void discord_rest_drain(struct discord_rest *rest)
{
    size_t at = 0;
    rest->draining = true;
    rest->warm_ms = -1;
    for (struct rest_job *job = map_next(&rest->jobs, &at); job != NULL;
         job = map_next(&rest->jobs, &at)) {
        bool waits = job->place == REST_IN_LANE || job->place == REST_PAUSED;
        if (waits && job->request.priority != REST_ANSWER) {
            rest_job_end(rest, job, job->unknown > 0 ? FATE_UNKNOWN : FATE_LATE, "the bot stops");
        }
    }
}

void discord_rest_keep_warm(struct discord_rest *rest, bool on)
{
    rest->warm_ms = on ? rest_now_ms(rest) + REST_WARM_MS : -1;
    rest_schedule(rest);
}

int64_t discord_rest_ahead_ms(const struct discord_rest *rest)
{
    return rest->ahead_ms;
}

void discord_rest_figures(struct discord_rest *rest, struct discord_rest_figures *figures)
{
    int64_t now_ms = rest_now_ms(rest);
    unsigned invalid = rest_guard_invalid(rest);
    *figures = (struct discord_rest_figures){.waiting = (unsigned)rest->jobs.count - rest->calls,
                                             .under_way = rest->calls,
                                             .buckets = (unsigned)rest->lanes.count,
                                             .invalid = invalid,
                                             .held = invalid >= REST_INVALID_HELD ||
                                                     now_ms < rest->stop_ms,
                                             .sent = rest->sent,
                                             .repeated = rest->repeated,
                                             .limited = rest->limited};
}
