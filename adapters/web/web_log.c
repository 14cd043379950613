/* Entries in an array by rev. Numbers are only ever given upwards, so adding is appending. */
#include "web_log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum { WEB_LINES = 5, WEB_ROW_SPARE = 16 };

void web_log_init(struct web_log *log)
{
    memset(log, 0, sizeof *log);
    log->floor = 1;
}

static void web_entry_free(struct web_entry *entry)
{
    free(entry->row);
    free(entry);
}

void web_log_deinit(struct web_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        web_entry_free(log->entry[i]);
    }
    free(log->entry);
    web_log_init(log);
}

/* Finds the five lines of a row. */
static bool web_entry_cut(struct web_entry *entry)
{
    const char *line[WEB_LINES];
    size_t len[WEB_LINES];
    const char *at = entry->row;
    const char *end = entry->row + entry->row_len;
    for (int i = 0; i < WEB_LINES; i++) {
        const char *stop = i + 1 < WEB_LINES ? memchr(at, '\n', (size_t)(end - at)) : end;
        if (stop == NULL) {
            return false;
        }
        line[i] = at;
        len[i] = (size_t)(stop - at);
        at = stop + 1;
    }
    entry->bot = line[0][0] == 'b';
    entry->nonce = line[1];
    entry->nonce_len = len[1];
    entry->head = line[2];
    entry->head_len = len[2];
    entry->body = line[3];
    entry->body_len = len[3];
    entry->reactions = line[4];
    entry->reactions_len = len[4];
    return len[0] == 1 && len[2] > 0 && len[3] > 0;
}

static struct web_entry *web_entry_new(int64_t seq, int64_t rev, char *row, size_t len)
{
    struct web_entry *entry = heap_allocate(sizeof *entry);
    entry->seq = seq;
    entry->rev = rev;
    entry->row = row;
    entry->row_len = len;
    return entry;
}

static void web_log_insert(struct web_log *log, struct web_entry *entry)
{
    if (log->count == log->max) {
        log->max = log->max == 0 ? 16 : log->max * 2;
        log->entry = heap_grow(log->entry, log->max, sizeof(void *));
    }
    size_t at = log->count++;
    while (at > 0 && log->entry[at - 1]->rev > entry->rev) {
        log->entry[at] = log->entry[at - 1];
        at--;
    }
    log->entry[at] = entry;
    log->last = entry->rev > log->last ? entry->rev : log->last;
}

static void web_log_drop(struct web_log *log, size_t at)
{
    assert(at < log->count);
    web_entry_free(log->entry[at]);
    log->count--;
    memmove(&log->entry[at], &log->entry[at + 1], (log->count - at) * sizeof(void *));
}

bool web_log_load(struct web_log *log, int64_t seq, int64_t rev, const char *row, size_t len)
{
    struct web_entry *entry = web_entry_new(seq, rev, heap_text(row, len), len);
    entry->state = WEB_ENTRY_STORED;
    if (seq <= 0 || rev < seq || !web_entry_cut(entry) || web_log_at(log, seq) != NULL) {
        web_entry_free(entry);
        return false;
    }
    web_log_insert(log, entry);
    return true;
}

void web_log_taken(struct web_log *log, int64_t seq, int64_t rev)
{
    static const int64_t likely = (int64_t)1 << 40; /* beyond it no room has come */
    log->last = seq > log->last && seq < likely ? seq : log->last;
    log->last = rev > log->last && rev < likely ? rev : log->last;
}

void web_log_loaded(struct web_log *log, bool whole)
{
    log->floor = whole || log->count == 0 ? 1 : log->entry[0]->rev;
}

struct web_entry *web_log_add(struct web_log *log, int64_t seq, const struct web_parts *parts)
{
    int64_t rev = log->last + 1;
    size_t size = strlen(parts->nonce) + strlen(parts->head) + strlen(parts->body) +
                  strlen(parts->reactions) + WEB_ROW_SPARE;
    char *row = heap_allocate(size);
    int len = snprintf(row, size, "%c\n%s\n%s\n%s\n%s", parts->bot ? 'b' : 'p', parts->nonce,
                       parts->head, parts->body, parts->reactions);
    assert(len > 0 && (size_t)len < size);
    struct web_entry *entry = web_entry_new(seq != 0 ? seq : rev, rev, row, (size_t)len);
    entry->state = WEB_ENTRY_PENDING;
    bool cut = web_entry_cut(entry);
    assert(cut);
    web_log_insert(log, entry);
    return entry;
}

static size_t web_log_find(const struct web_log *log, int64_t rev)
{
    size_t low = 0;
    size_t high = log->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (log->entry[middle]->rev < rev) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Forgets the oldest once there are clearly too many; what is pending stays. */
static void web_log_trim(struct web_log *log)
{
    if (log->count <= WEB_LOG_MAX + WEB_LOG_MARGIN) {
        return;
    }
    while (log->count > WEB_LOG_MAX && log->entry[0]->state != WEB_ENTRY_PENDING) {
        int64_t floor = log->entry[0]->rev + 1;
        log->floor = floor > log->floor ? floor : log->floor;
        web_log_drop(log, 0);
    }
}

void web_log_stored(struct web_log *log, int64_t rev)
{
    size_t at = web_log_find(log, rev);
    assert(at < log->count && log->entry[at]->rev == rev);
    int64_t seq = log->entry[at]->seq;
    log->entry[at]->state = WEB_ENTRY_STORED;
    for (size_t i = at; i-- > 0;) {
        if (log->entry[i]->seq == seq && log->entry[i]->state != WEB_ENTRY_PENDING) {
            web_log_drop(log, i);
        }
    }
    web_log_trim(log);
}

void web_log_failed(struct web_log *log, int64_t rev)
{
    size_t at = web_log_find(log, rev);
    assert(at < log->count && log->entry[at]->rev == rev);
    log->entry[at]->state = WEB_ENTRY_FAILED;
}

struct web_entry *web_log_at(const struct web_log *log, int64_t seq)
{
    for (size_t i = log->count; i-- > 0;) {
        if (log->entry[i]->seq == seq && log->entry[i]->state != WEB_ENTRY_FAILED) {
            return log->entry[i];
        }
    }
    return NULL;
}

struct web_entry *web_log_of(const struct web_log *log, const char *nonce)
{
    size_t len = strlen(nonce);
    for (size_t i = log->count; i-- > 0;) {
        const struct web_entry *entry = log->entry[i];
        if (entry->nonce_len == len && memcmp(entry->nonce, nonce, len) == 0) {
            return log->entry[i];
        }
    }
    return NULL;
}

const struct web_entry *web_log_after(const struct web_log *log, int64_t rev)
{
    for (size_t i = web_log_find(log, rev + 1); i < log->count; i++) {
        if (log->entry[i]->state == WEB_ENTRY_PENDING) {
            return NULL;
        }
        if (log->entry[i]->state == WEB_ENTRY_STORED) {
            return log->entry[i];
        }
    }
    return NULL;
}

int64_t web_log_tail(const struct web_log *log, size_t count)
{
    if (log->count <= count) {
        return log->floor - 1;
    }
    int64_t rev = log->entry[log->count - count - 1]->rev;
    return rev > log->floor - 1 ? rev : log->floor - 1;
}

void web_log_key(char *text, size_t size, int64_t seq)
{
    assert(seq > 0);
    int len = snprintf(text, size, "%lld/%02d", (long long)(seq / WEB_BUCKET_SEQS),
                       (int)(seq % WEB_BUCKET_SEQS));
    assert(len > 0 && (size_t)len < size);
}

int64_t web_log_seq(const char *text)
{
    char *end = NULL;
    if (text[0] < '0' || text[0] > '9') {
        return 0;
    }
    long long bucket = strtoll(text, &end, 10);
    if (*end != '/' || end[1] < '0' || end[1] > '9' || end[2] < '0' || end[2] > '9' ||
        end[3] != '\0' || bucket > INT64_MAX / WEB_BUCKET_SEQS / 2) {
        return 0;
    }
    int rest = (end[1] - '0') * 10 + (end[2] - '0');
    return rest < WEB_BUCKET_SEQS ? (int64_t)bucket * WEB_BUCKET_SEQS + rest : 0;
}
