/* A job: its own copies of a request, one try of it, its end. */
#include "discord_rest_private.h"
#include "metrics.h"
#include "print.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOB_HEADERS_MAX = 8, JOB_FILES_MAX = 10, JOB_PART_NAME_BYTES = 16 };

/* Percent-encoded, since a header holds no UTF-8; cut between characters. */
static char *job_reason(const char *text)
{
    static const char digits[] = "0123456789ABCDEF";
    char out[REST_REASON_BYTES + 1];
    size_t len = 0;
    while (*text != '\0') {
        char one[16];
        size_t width = 0;
        do { /* a character with the bytes that follow it */
            unsigned char byte = (unsigned char)*text++;
            if (byte > 0x20 && byte < 0x7f && byte != '%') {
                one[width++] = (char)byte;
                continue;
            }
            one[width++] = '%';
            one[width++] = digits[byte >> 4];
            one[width++] = digits[byte & 15];
        } while (((unsigned char)*text & 0xc0) == 0x80 && width + 3 < sizeof one);
        if (len + width > REST_REASON_BYTES) {
            break;
        }
        memcpy(out + len, one, width);
        len += width;
    }
    return heap_text(out, len);
}

static struct net_part *job_files(const struct net_part *files, size_t count)
{
    if (count == 0) {
        return NULL;
    }
    assert(count <= JOB_FILES_MAX);
    struct net_part *copies = heap_take(count * sizeof *copies);
    for (size_t i = 0; i < count; i++) {
        copies[i].filename = heap_copy(files[i].filename);
        copies[i].type = heap_copy(files[i].type);
        copies[i].bytes = heap_text(files[i].bytes, files[i].len);
        copies[i].len = files[i].len;
    }
    return copies;
}

struct rest_job *rest_job_new(struct discord_rest *rest, const struct discord_request *request)
{
    struct rest_job *job = heap_take(sizeof *job);
    int64_t standard = request->priority == REST_ANSWER ? REST_ANSWER_TIME_MS : REST_TIME_MS;
    job->rest = rest;
    job->number = ++rest->last_number;
    job->request = *request;
    job->request.method = heap_copy(request->method);
    job->request.route = heap_copy(request->route);
    job->request.major = heap_copy(request->major);
    job->request.path = heap_copy(request->path);
    job->request.json = request->json != NULL ? heap_text(request->json, request->json_len) : NULL;
    job->request.coalesce = heap_copy(request->coalesce);
    job->files = job_files(request->files, request->file_count);
    job->request.files = job->files;
    job->reason = request->reason != NULL ? job_reason(request->reason) : NULL;
    job->request.reason = NULL;
    job->request.time_ms = request->time_ms > 0 ? request->time_ms : standard;
    job->started_ms = rest_now_ms(rest);
    timers_set(&rest->untils, &job->until, job->started_ms + job->request.time_ms);
    map_put_number(&rest->jobs, job->number, job);
    return job;
}

/* Of texts that are the job's own. */
static void job_text_free(const char *text)
{
    free((void *)(uintptr_t)text); /* NOLINT(performance-no-int-to-ptr): it was a char * */
}

static void job_parts_free(struct rest_job *job)
{
    for (size_t i = 0; i < job->request.file_count; i++) {
        job_text_free(job->files[i].filename);
        job_text_free(job->files[i].type);
        job_text_free(job->files[i].bytes);
    }
    free(job->files);
}

/* Out of wherever it is; nowhere then. */
static void job_leave(struct discord_rest *rest, struct rest_job *job)
{
    const char *key = job->request.coalesce;
    if (key != NULL && map_get(&rest->coalesce, key) == job) {
        map_remove(&rest->coalesce, key);
    }
    timers_drop(&rest->agains, &job->again);
    if (job->place == REST_IN_LANE) {
        rest_lane_take(rest, job);
    }
    if (job->place == REST_ENDED) {
        struct rest_queue *ended = &rest->ended;
        *(job->previous != NULL ? &job->previous->next : &ended->first) = job->next;
        *(job->next != NULL ? &job->next->previous : &ended->last) = job->previous;
    }
    if (job->place == REST_UNDER_WAY) {
        rest->wire->call_cancel(rest->wire->context, &job->call);
        rest->calls--;
        if (job->lane != NULL) {
            rest->under_way--;
            discord_bucket_end(&job->lane->bucket);
            rest_lane_settle(rest, job->lane);
            job->lane = NULL;
        }
    }
    job->place = REST_NOWHERE;
}

void rest_job_free(struct discord_rest *rest, struct rest_job **job)
{
    struct rest_job *freed = *job;
    *job = NULL;
    job_leave(rest, freed);
    timers_drop(&rest->untils, &freed->until);
    map_remove_number(&rest->jobs, freed->number);
    job_parts_free(freed);
    job_text_free(freed->request.method);
    job_text_free(freed->request.route);
    job_text_free(freed->request.major);
    job_text_free(freed->request.path);
    job_text_free(freed->request.json);
    job_text_free(freed->request.coalesce);
    free(freed->reason);
    free(freed);
}

static size_t job_headers(const struct rest_job *job, struct net_header *headers)
{
    size_t count = 0;
    headers[count++] = (struct net_header){"User-Agent", job->rest->agent};
    if (!discord_fate_is_own(job->request.route)) {
        headers[count++] = (struct net_header){"Authorization", job->rest->authorization};
    }
    if (job->request.json != NULL && job->request.file_count == 0) {
        headers[count++] = (struct net_header){"Content-Type", "application/json"};
    }
    if (job->reason != NULL) {
        headers[count++] = (struct net_header){"X-Audit-Log-Reason", job->reason};
    }
    assert(count <= JOB_HEADERS_MAX);
    return count;
}

static size_t job_parts(const struct rest_job *job, struct net_part *parts,
                        char names[][JOB_PART_NAME_BYTES])
{
    size_t count = 0;
    if (job->request.file_count == 0) {
        return 0;
    }
    parts[count++] =
        (struct net_part){.name = "payload_json",
                          .type = "application/json",
                          .bytes = job->request.json != NULL ? job->request.json : "{}",
                          .len = job->request.json != NULL ? job->request.json_len : 2};
    for (size_t i = 0; i < job->request.file_count; i++) {
        snprintf(names[i], JOB_PART_NAME_BYTES, "files[%u]", (unsigned)(i % JOB_FILES_MAX));
        parts[count] = job->files[i];
        parts[count++].name = names[i];
    }
    return count;
}

void rest_job_begin(struct discord_rest *rest, struct rest_job *job)
{
    assert(job->place == REST_NOWHERE);
    char url[REST_URL_BYTES];
    char names[JOB_FILES_MAX][JOB_PART_NAME_BYTES];
    struct net_header headers[JOB_HEADERS_MAX];
    struct net_part parts[JOB_FILES_MAX + 1];
    int64_t left = job->started_ms + job->request.time_ms - rest_now_ms(rest);
    int64_t most = job->request.file_count > 0 ? REST_FILES_TRY_MS : REST_TRY_MS;
    print_join(url, sizeof url, rest->base, job->request.path, "");
    struct net_request request = {.method = job->request.method,
                                  .url = url,
                                  .headers = headers,
                                  .header_count = job_headers(job, headers),
                                  .parts = parts,
                                  .part_count = job_parts(job, parts, names),
                                  .time_ms = left < 1      ? 1
                                             : left < most ? left
                                                           : most,
                                  .once = job->request.repeat == REPEAT_NEVER &&
                                          job->request.priority != REST_ANSWER,
                                  .urgent = job->request.priority == REST_ANSWER};
    if (request.part_count == 0) {
        request.body = job->request.json;
        request.body_len = job->request.json_len;
    }
    job->place = REST_UNDER_WAY;
    rest->calls++;
    rest->sent++;
    metrics_add(METRIC_DISCORD_REQUESTS, 1);
    metrics_add(METRIC_DISCORD_REPEATED, job->unheard + job->unknown > 0 ? 1 : 0);
    rest->repeated += job->unheard + job->unknown > 0;
    job->call = rest->wire->call(rest->wire->context, &request, rest_answered, job);
}

void rest_job_end(struct discord_rest *rest, struct rest_job *job, enum discord_fate fate,
                  const char *why)
{
    if (job->place == REST_ENDED) {
        return;
    }
    job_leave(rest, job);
    timers_drop(&rest->untils, &job->until);
    job->place = REST_ENDED;
    job->fate = fate;
    snprintf(job->why, sizeof job->why, "%s on %s %s", why, job->request.method,
             job->request.route);
    job->previous = rest->ended.last;
    job->next = NULL;
    *(job->previous != NULL ? &job->previous->next : &rest->ended.first) = job;
    rest->ended.last = job;
    rest_wake(rest);
}

void rest_job_pause(struct discord_rest *rest, struct rest_job *job, int64_t wait_ms)
{
    assert(job->place == REST_NOWHERE);
    timers_set(&rest->untils, &job->until, job->started_ms + job->request.time_ms);
    if (job->overtaken) {
        rest_job_end(rest, job, FATE_REPLACED, "replaced");
        return;
    }
    job->place = REST_PAUSED;
    timers_set(&rest->agains, &job->again, rest_now_ms(rest) + wait_ms);
    rest_wake(rest);
}
