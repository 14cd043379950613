/* A request with its own copies, and one try of it as a call. */
#include "discord_rest_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "metrics.h"
#include "print.h"

enum { CALL_HEADERS_MAX = 3, CALL_FILES_MAX = 10, CALL_PART_NAME_BYTES = 16 };

static const char *call_copy(char **room, const void *bytes, size_t len)
{
    char *copy = *room;
    memcpy(copy, bytes, len);
    *room += len;
    return copy;
}

/* With all that they point to in one block of memory. */
static struct net_part *call_files(const struct net_part *files, size_t count)
{
    size_t size = count * sizeof *files;
    assert(count <= CALL_FILES_MAX);
    if (count == 0) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        size += strlen(files[i].filename) + 1 + strlen(files[i].type) + 1 + files[i].len;
    }
    struct net_part *copies = heap_allocate(size);
    char *room = (char *)(copies + count);
    for (size_t i = 0; i < count; i++) {
        copies[i].filename = call_copy(&room, files[i].filename, strlen(files[i].filename) + 1);
        copies[i].type = call_copy(&room, files[i].type, strlen(files[i].type) + 1);
        copies[i].bytes = call_copy(&room, files[i].bytes, files[i].len);
        copies[i].len = files[i].len;
    }
    return copies;
}

static const char *call_major(const struct discord_request *request)
{
    bool first = strncmp(request->route, "/channels/{}", 12) == 0 ||
                 strncmp(request->route, "/guilds/{}", 10) == 0;
    return request->major == NULL && first ? request->ids[0] : request->major;
}

struct rest_request *rest_request_new(struct discord_rest *rest,
                                      const struct discord_request *wanted, answer_fn done,
                                      void *context)
{
    bool answer = wanted->priority == REST_ANSWER;
    int64_t standard_ms = answer ? REST_ANSWER_TIME_MS : REST_TIME_MS;
    const struct request_setup setup = {
        .method = wanted->method,
        .route = wanted->route,
        .path = wanted->path != NULL ? heap_copy(wanted->path)
                                     : route_text("", wanted->route, wanted->ids, wanted->query),
        .body = wanted->json,
        .body_len = wanted->json != NULL ? strlen(wanted->json) : 0,
        .type = wanted->json != NULL && wanted->file_count == 0 ? "application/json" : NULL,
        .rank = (unsigned)wanted->priority,
        .time_ms = wanted->time_ms > 0 ? wanted->time_ms : standard_ms,
        .try_ms = wanted->file_count > 0 ? REST_FILES_TRY_MS : REST_TRY_MS,
        .uncounted = answer,
        .done = done,
        .context = context};
    struct rest_request *request = request_new(&rest->scheduler, sizeof *request, &setup);
    request->wanted = *wanted;
    request->major = heap_copy(call_major(wanted));
    request->files = call_files(wanted->files, wanted->file_count);
    return request;
}

void rest_freed(void *context, struct request *request)
{
    (void)context;
    free(((struct rest_request *)request)->files);
    free(((struct rest_request *)request)->major);
}

static size_t call_parts(const struct rest_request *request, struct net_part *parts,
                         char names[][CALL_PART_NAME_BYTES])
{
    size_t count = 0;
    if (request->wanted.file_count == 0) {
        return 0;
    }
    parts[count++] =
        (struct net_part){.name = "payload_json",
                          .type = "application/json",
                          .bytes = request->request.body != NULL ? request->request.body : "{}",
                          .len = request->request.body != NULL ? request->request.body_len : 2};
    for (size_t i = 0; i < request->wanted.file_count; i++) {
        snprintf(names[i], CALL_PART_NAME_BYTES, "files[%u]", (unsigned)(i % CALL_FILES_MAX));
        parts[count] = request->files[i];
        parts[count++].name = names[i];
    }
    return count;
}

static void call_count(struct discord_rest *rest, const struct request *request)
{
    bool repeated = request->not_sent + request->ambiguous > 0;
    rest->repeated += repeated;
    metrics_add(METRIC_DISCORD_REQUESTS, 1);
    metrics_add(METRIC_DISCORD_REPEATED, repeated ? 1 : 0);
}

void rest_send(void *context, struct request *request)
{
    struct discord_rest *rest = context;
    const struct rest_request *own = (struct rest_request *)request;
    char url[REST_URL_BYTES];
    char names[CALL_FILES_MAX][CALL_PART_NAME_BYTES];
    struct net_header headers[CALL_HEADERS_MAX] = {{"User-Agent", rest->agent}};
    struct net_part parts[CALL_FILES_MAX + 1];
    bool answer = own->wanted.priority == REST_ANSWER;
    struct net_request call = {.url = url,
                               .header_count = 1,
                               .parts = parts,
                               .part_count = call_parts(own, parts, names),
                               .once = own->wanted.repeat == REPEAT_NEVER && !answer,
                               .urgent = answer};
    print_join(url, sizeof url, rest->base, request->path, "");
    if (!discord_answer_is_own(request->route)) {
        headers[call.header_count++] = (struct net_header){"Authorization", rest->authorization};
    }
    if (!answer) {
        discord_bucket_begin(&((struct rest_queue *)request->queue)->bucket);
        window_put(&rest->second, rest_now_ms(rest));
    }
    call_count(rest, request);
    request_call(request, &call, headers);
}
