/* What a request waits for: its route's bucket, known by the hash that answers name, together with
 * the major parameter; before the first answer by method and route. A hash may change, be shared by
 * routes, or differ from one resource to the next: what an answer named for a resource counts for
 * it, and what was named first for all others. So a request's queue is looked up anew before it is
 * sent. */
#include "discord_rest_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

static struct rest_queue *queue_make(struct discord_rest *rest, const char *key)
{
    struct rest_queue *queue = map_get(&rest->queues, key);
    if (queue == NULL) {
        size_t len = strlen(key);
        queue = heap_allocate(sizeof *queue + len + 1);
        memcpy(queue->key, key, len + 1);
        map_put(&rest->queues, queue->key, queue);
    }
    return queue;
}

static const char *queue_major(const struct request *request)
{
    const char *major = ((const struct rest_request *)request)->major;
    return major != NULL ? major : "";
}

static void queue_key(char key[REST_KEY_BYTES], const char *prefix, const struct request *request)
{
    snprintf(key, REST_KEY_BYTES, "%s%s %s %s", prefix, request->method, request->route,
             queue_major(request));
}

static void route_key(char key[REST_KEY_BYTES], const struct request *request)
{
    snprintf(key, REST_KEY_BYTES, "%s %s", request->method, request->route);
}

/* What is known of this route: of this resource, or else of any. */
static struct rest_route *route_of(const struct discord_rest *rest, const struct request *request)
{
    char key[REST_KEY_BYTES];
    struct rest_route *route = NULL;
    if (rest->splits > 0) {
        queue_key(key, "", request);
        route = map_get(&rest->routes, key);
    }
    if (route == NULL) {
        route_key(key, request);
        route = map_get(&rest->routes, key);
    }
    return route;
}

struct request_queue *rest_queue_of(void *context, const struct request *request)
{
    struct discord_rest *rest = context;
    struct rest_queue *queue = NULL;
    if (((const struct rest_request *)request)->wanted.priority == REST_ANSWER) {
        return NULL;
    }
    if (rest->singles > 0) {
        char key[REST_KEY_BYTES];
        queue_key(key, "single ", request);
        queue = map_get(&rest->queues, key);
    }
    return queue != NULL ? &queue->queue : &rest_queue_shared(rest, request)->queue;
}

struct rest_queue *rest_queue_shared(struct discord_rest *rest, const struct request *request)
{
    char key[REST_KEY_BYTES];
    const struct rest_route *route = route_of(rest, request);
    if (route == NULL) {
        queue_key(key, "new ", request);
    } else {
        snprintf(key, sizeof key, "hash %s %s", route->hash, queue_major(request));
    }
    return queue_make(rest, key);
}

struct rest_queue *rest_queue_single(struct discord_rest *rest, const struct request *request)
{
    char key[REST_KEY_BYTES];
    queue_key(key, "single ", request);
    struct rest_queue *queue = queue_make(rest, key);
    rest->singles += queue->single ? 0 : 1;
    queue->single = true;
    return queue;
}

int64_t rest_queue_wait_ms(void *context, const struct request_queue *queue, int64_t now_ms)
{
    const struct discord_bucket *bucket = &((const struct rest_queue *)queue)->bucket;
    (void)context;
    if (queue->waiting.first != NULL) {
        return discord_bucket_wait_ms(bucket, now_ms);
    }
    int64_t busy_ms = bucket->reset_ms > bucket->pause_ms ? bucket->reset_ms : bucket->pause_ms;
    busy_ms = busy_ms > now_ms ? busy_ms - now_ms : 0;
    return bucket->under_way > 0 ? -1 : busy_ms + REST_IDLE_MS;
}

void rest_queue_changed(struct discord_rest *rest, struct rest_queue *queue)
{
    request_queue_reschedule(&rest->scheduler, &queue->queue);
}

void rest_queue_forget(void *context, struct request_queue *queue)
{
    struct discord_rest *rest = context;
    struct rest_queue *forgotten = (struct rest_queue *)queue;
    assert(queue->waiting.first == NULL && forgotten->bucket.under_way == 0);
    request_queue_drop(&rest->scheduler, queue);
    map_remove(&rest->queues, forgotten->key);
    rest->singles -= forgotten->single ? 1 : 0;
    free(forgotten);
}

/* What was named for single resources is forgotten, and will be named again. */
static void routes_forget(struct discord_rest *rest)
{
    size_t at = 0;
    for (struct rest_route *route = map_next(&rest->routes, &at); route != NULL;
         route = map_next(&rest->routes, &at)) {
        if (route->split) {
            map_remove(&rest->routes, route->key);
            free(route);
            at = 0;
        }
    }
    rest->splits = 0;
}

static struct rest_route *route_make(struct discord_rest *rest, const struct request *request)
{
    char key[REST_KEY_BYTES];
    route_key(key, request);
    bool split = map_get(&rest->routes, key) != NULL;
    if (split) {
        queue_key(key, "", request);
    }
    if (split && rest->splits >= REST_SPLITS_MAX) {
        routes_forget(rest);
    }
    size_t len = strlen(key);
    struct rest_route *route = heap_allocate(sizeof *route + len + 1);
    memcpy(route->key, key, len + 1);
    route->split = split;
    rest->splits += split;
    map_put(&rest->routes, route->key, route);
    return route;
}

void rest_queue_update(struct discord_rest *rest, const struct request *request, const char *hash)
{
    struct rest_route *route = route_of(rest, request);
    if (route != NULL && strcmp(route->hash, hash) == 0) {
        return;
    }
    if (route == NULL || !route->split) {
        route = route_make(rest, request);
    }
    snprintf(route->hash, sizeof route->hash, "%s", hash);
    request_queue_sort(&rest->scheduler, request->queue);
}
