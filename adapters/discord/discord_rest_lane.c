/* Lanes: who waits for which bucket. A route's bucket is known by the hash that its answers name,
 * together with the major parameter; before the first answer by method and route. A hash may
 * change, or be shared by routes, so each job asks again for its lane before it is sent. */
#include "discord_rest_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rest_lane *rest_lane_make(struct discord_rest *rest, const char *key)
{
    struct rest_lane *lane = map_get(&rest->lanes, key);
    if (lane != NULL) {
        return lane;
    }
    size_t len = strlen(key);
    lane = heap_take(sizeof *lane + len + 1);
    memcpy(lane->key, key, len + 1);
    lane->ready = -1;
    map_put(&rest->lanes, lane->key, lane);
    return lane;
}

static void rest_lane_key(char *key, size_t size, const char *prefix, const struct rest_job *job)
{
    const char *major = job->request.major != NULL ? job->request.major : "";
    snprintf(key, size, "%s%s %s %s", prefix, job->request.method, job->request.route, major);
}

struct rest_lane *rest_lane_of(struct discord_rest *rest, const struct rest_job *job)
{
    char key[REST_KEY_BYTES];
    if (rest->subs > 0) {
        rest_lane_key(key, sizeof key, "sub ", job);
        struct rest_lane *sub = map_get(&rest->lanes, key);
        if (sub != NULL) {
            return sub;
        }
    }
    char route_key[REST_KEY_BYTES];
    snprintf(route_key, sizeof route_key, "%s %s", job->request.method, job->request.route);
    const struct rest_route *route = map_get(&rest->routes, route_key);
    if (route == NULL) {
        rest_lane_key(key, sizeof key, "new ", job);
    } else {
        const char *major = job->request.major != NULL ? job->request.major : "";
        snprintf(key, sizeof key, "hash %s %s", route->hash, major);
    }
    return rest_lane_make(rest, key);
}

struct rest_lane *rest_lane_sub(struct discord_rest *rest, const struct rest_job *job)
{
    char key[REST_KEY_BYTES];
    rest_lane_key(key, sizeof key, "sub ", job);
    struct rest_lane *lane = rest_lane_make(rest, key);
    if (!lane->sub) {
        lane->sub = true;
        rest->subs++;
    }
    return lane;
}

void rest_lane_put(struct discord_rest *rest, struct rest_job *job, bool front)
{
    assert(job->place == REST_NOWHERE);
    struct rest_lane *lane = rest_lane_of(rest, job);
    struct rest_queue *queue = &lane->queue[job->request.priority];
    job->lane = lane;
    job->place = REST_IN_LANE;
    job->next = front ? queue->first : NULL;
    job->previous = front ? NULL : queue->last;
    *(job->previous != NULL ? &job->previous->next : &queue->first) = job;
    *(job->next != NULL ? &job->next->previous : &queue->last) = job;
    lane->waiting++;
    rest_lane_settle(rest, lane);
}

void rest_lane_take(struct discord_rest *rest, struct rest_job *job)
{
    assert(job->place == REST_IN_LANE);
    struct rest_lane *lane = job->lane;
    struct rest_queue *queue = &lane->queue[job->request.priority];
    *(job->previous != NULL ? &job->previous->next : &queue->first) = job->next;
    *(job->next != NULL ? &job->next->previous : &queue->last) = job->previous;
    job->next = NULL;
    job->previous = NULL;
    job->place = REST_NOWHERE;
    job->lane = NULL;
    lane->waiting--;
    rest_lane_settle(rest, lane);
}

bool rest_lane_replace(struct discord_rest *rest, struct rest_job *older, struct rest_job *job)
{
    assert(job->place == REST_NOWHERE);
    if (older->place != REST_IN_LANE || older->request.priority != job->request.priority ||
        rest_lane_of(rest, job) != older->lane) {
        return false;
    }
    struct rest_queue *queue = &older->lane->queue[job->request.priority];
    job->lane = older->lane;
    job->place = REST_IN_LANE;
    job->next = older->next;
    job->previous = older->previous;
    *(job->previous != NULL ? &job->previous->next : &queue->first) = job;
    *(job->next != NULL ? &job->next->previous : &queue->last) = job;
    older->next = NULL;
    older->previous = NULL;
    older->lane = NULL;
    older->place = REST_NOWHERE;
    return true;
}

static void rest_lane_unready(struct discord_rest *rest, struct rest_lane *lane)
{
    if (lane->ready < 0) {
        return;
    }
    struct rest_lane **first = &rest->ready[lane->ready];
    struct rest_lane **last = &rest->ready_last[lane->ready];
    *(lane->previous != NULL ? &lane->previous->next : first) = lane->next;
    *(lane->next != NULL ? &lane->next->previous : last) = lane->previous;
    lane->next = NULL;
    lane->previous = NULL;
    lane->ready = -1;
}

static void rest_lane_make_ready(struct discord_rest *rest, struct rest_lane *lane, int priority)
{
    lane->previous = rest->ready_last[priority];
    *(lane->previous != NULL ? &lane->previous->next : &rest->ready[priority]) = lane;
    rest->ready_last[priority] = lane;
    lane->ready = priority;
}

void rest_lane_settle(struct discord_rest *rest, struct rest_lane *lane)
{
    int64_t now_ms = rest_now_ms(rest);
    rest_lane_unready(rest, lane);
    timers_drop(&rest->lane_timers, &lane->timer);
    if (lane->waiting == 0) {
        if (lane->bucket.under_way == 0) {
            const struct discord_bucket *bucket = &lane->bucket;
            int64_t busy =
                bucket->reset_ms > bucket->pause_ms ? bucket->reset_ms : bucket->pause_ms;
            busy = busy > now_ms ? busy : now_ms;
            timers_set(&rest->lane_timers, &lane->timer, busy + REST_IDLE_MS);
        }
        return;
    }
    int64_t wait = discord_bucket_wait_ms(&lane->bucket, now_ms);
    if (wait > 0) {
        timers_set(&rest->lane_timers, &lane->timer, now_ms + wait);
    } else if (wait == 0) {
        rest_lane_make_ready(rest, lane,
                             lane->queue[REST_GAME].first != NULL ? REST_GAME : REST_COSMETIC);
    }
}

void rest_lane_free(struct discord_rest *rest, struct rest_lane *lane)
{
    assert(lane->waiting == 0 && lane->bucket.under_way == 0);
    rest_lane_unready(rest, lane);
    timers_drop(&rest->lane_timers, &lane->timer);
    map_remove(&rest->lanes, lane->key);
    if (lane->sub) {
        rest->subs--;
    }
    free(lane);
}

struct rest_job *rest_lane_next(struct discord_rest *rest)
{
    for (int priority = REST_GAME; priority <= REST_COSMETIC; priority++) {
        while (rest->ready[priority] != NULL) {
            struct rest_lane *lane = rest->ready[priority];
            struct rest_job *job = lane->queue[priority].first;
            assert(job != NULL);
            if (rest_lane_of(rest, job) == lane) {
                return job;
            }
            rest_lane_take(rest, job);
            rest_lane_put(rest, job, false);
        }
    }
    return NULL;
}

/* Those that wait here but belong elsewhere now. */
static void rest_lane_move(struct discord_rest *rest, struct rest_lane *lane)
{
    for (int priority = REST_GAME; priority <= REST_COSMETIC; priority++) {
        struct rest_job *job = lane->queue[priority].first;
        while (job != NULL) {
            struct rest_job *next = job->next;
            if (rest_lane_of(rest, job) != lane) {
                rest_lane_take(rest, job);
                rest_lane_put(rest, job, false);
            }
            job = next;
        }
    }
}

void rest_lane_learn(struct discord_rest *rest, const struct rest_job *job, const char *hash)
{
    char key[REST_KEY_BYTES];
    snprintf(key, sizeof key, "%s %s", job->request.method, job->request.route);
    struct rest_route *route = map_get(&rest->routes, key);
    if (route != NULL && strcmp(route->hash, hash) == 0) {
        return;
    }
    if (route == NULL) {
        size_t len = strlen(key);
        route = heap_take(sizeof *route + len + 1);
        memcpy(route->key, key, len + 1);
        map_put(&rest->routes, route->key, route);
    }
    snprintf(route->hash, sizeof route->hash, "%s", hash);
    if (job->lane != NULL) {
        rest_lane_move(rest, job->lane);
    }
}
