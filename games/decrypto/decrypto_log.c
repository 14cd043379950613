/* Entries of the clue log: a header, the text, a zero. */
#include "decrypto_log.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { CLUE_TEXT_BYTES_MAX = 400, CLUE_HEADER = sizeof(struct clue_entry) };

static_assert(CLUE_LOG_BYTES <= UINT16_MAX, "a place in the pool is 16 bits");
static_assert(CLUE_LOG_BYTES > 14 * (CLUE_TEXT_BYTES_MAX + CLUE_HEADER + 1),
              "the sets of a round and the guesses of a tie-break always fit");

static_assert(CLUE_HEADER == 6, "how much fits decides when a game ends, also in old journals");

static uint16_t clue_size(const struct clue_entry *entry)
{
    return (uint16_t)(CLUE_HEADER + entry->len + 1);
}

bool clue_log_next(const struct clue_log *log, uint16_t *next, struct clue_item *item_r)
{
    assert(log->used <= CLUE_LOG_BYTES && *next <= log->used);
    if (*next == log->used) {
        return false;
    }
    memcpy(&item_r->entry, log->bytes + *next, CLUE_HEADER);
    item_r->text = (const char *)log->bytes + *next + CLUE_HEADER;
    item_r->at = *next;
    *next = (uint16_t)(*next + clue_size(&item_r->entry));
    return true;
}

void clue_log_drop(struct clue_log *log, uint16_t at)
{
    struct clue_entry entry;
    assert(at < log->used);
    memcpy(&entry, log->bytes + at, CLUE_HEADER);
    uint16_t size = clue_size(&entry);
    assert(at + size <= log->used);
    memmove(log->bytes + at, log->bytes + at + size, (size_t)(log->used - at - size));
    log->used = (uint16_t)(log->used - size);
    log->count--;
    memset(log->bytes + log->used, 0, size);
}

/* Forgets the oldest entry with these flags that no set of this round needs. */
static bool clue_log_forget(struct clue_log *log, unsigned flags)
{
    struct clue_item item;
    uint16_t next = 0;
    while (clue_log_next(log, &next, &item)) {
        bool free = (item.entry.flags & (CLUE_CURRENT | CLUE_GUESS)) == 0;
        if (free && (item.entry.flags & flags) == flags) {
            clue_log_drop(log, item.at);
            return true;
        }
    }
    return false;
}

bool clue_log_has_room(const struct clue_log *log, unsigned clues, unsigned entries)
{
    unsigned bytes = clues * (CLUE_HEADER + CLUE_LOG_CLUE_BYTES + 1);
    return log->used + bytes <= CLUE_LOG_BYTES && log->count + entries <= CLUE_LOG_ENTRIES;
}

void clue_log_add(struct clue_log *log, struct clue_entry entry, const char *text)
{
    size_t len = strlen(text);
    assert(len <= CLUE_TEXT_BYTES_MAX);
    entry.len = (uint16_t)len;
    while (log->used + clue_size(&entry) > CLUE_LOG_BYTES || log->count == CLUE_LOG_ENTRIES) {
        bool forgotten = clue_log_forget(log, CLUE_BLANK) || clue_log_forget(log, 0);
        assert(forgotten); /* what is needed always fits */
        (void)forgotten;
    }
    memcpy(log->bytes + log->used, &entry, CLUE_HEADER);
    memcpy(log->bytes + log->used + CLUE_HEADER, text, len + 1);
    log->used = (uint16_t)(log->used + clue_size(&entry));
    log->count++;
}

void clue_log_mark(struct clue_log *log, const struct clue_item *item)
{
    struct clue_entry there;
    assert(item->at < log->used);
    memcpy(&there, log->bytes + item->at, CLUE_HEADER);
    assert(there.len == item->entry.len && there.team == item->entry.team);
    memcpy(log->bytes + item->at, &item->entry, CLUE_HEADER);
}

bool clue_log_current(const struct clue_log *log, int team, int place, struct clue_item *item_r)
{
    uint16_t next = 0;
    while (clue_log_next(log, &next, item_r)) {
        if ((item_r->entry.flags & CLUE_CURRENT) != 0 && item_r->entry.team == team &&
            item_r->entry.place == place) {
            return true;
        }
    }
    return false;
}

void clue_log_drop_all(struct clue_log *log, int team, unsigned flags)
{
    struct clue_item item;
    uint16_t next = 0;
    while (clue_log_next(log, &next, &item)) {
        if (item.entry.team == team && (item.entry.flags & flags) == flags) {
            clue_log_drop(log, item.at);
            next = item.at;
        }
    }
}

bool clue_log_is_sound(const struct clue_log *log)
{
    size_t at = 0;
    size_t count = 0;
    while (at < log->used) {
        struct clue_entry entry;
        if (at + CLUE_HEADER > log->used) {
            return false;
        }
        memcpy(&entry, log->bytes + at, CLUE_HEADER);
        size_t size = clue_size(&entry);
        if (at + size > log->used || log->bytes[at + size - 1] != 0) {
            return false;
        }
        at += size;
        count++;
    }
    return at == log->used && count == log->count &&
           (log->used == CLUE_LOG_BYTES || log->bytes[log->used] == 0);
}
