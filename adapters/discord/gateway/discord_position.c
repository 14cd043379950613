#include "discord_position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"
#include "json_out.h"

void discord_position_init(struct discord_position *position, unsigned shard)
{
    *position = (struct discord_position){.shard = shard, .inbound = -1, .written = -1};
}

void discord_position_deinit(struct discord_position *position)
{
    free(position->open);
    position->open = NULL;
}

static void position_clear(struct discord_position *position)
{
    position->open_first = 0;
    position->open_count = 0;
    position->session++;
}

static void position_text(char *to, const char *from)
{
    size_t len = from != NULL ? strlen(from) : 0;
    assert(len < FRAME_TEXT_BYTES_MAX);
    if (len > 0) {
        memcpy(to, from, len);
    }
    to[len] = '\0';
}

void discord_position_begin(struct discord_position *position, const char *id, const char *url,
                            int64_t sequence)
{
    position_clear(position);
    position_text(position->id, id);
    position_text(position->url, url);
    position->inbound = sequence;
    position->written = -1;
}

void discord_position_forget(struct discord_position *position)
{
    position_clear(position);
    position->id[0] = '\0';
    position->url[0] = '\0';
    position->inbound = -1;
    position->written = -1;
}

int64_t discord_position_safe(const struct discord_position *position)
{
    return position->open_count > 0 ? position->open[position->open_first] - 1 : position->inbound;
}

int64_t discord_position_claim(const struct discord_position *position, int64_t sequence)
{
    return position->open_count > 0 ? discord_position_safe(position) : sequence;
}

void discord_position_open(struct discord_position *position, int64_t sequence)
{
    assert(sequence >= 0);
    size_t end = position->open_first + position->open_count;
    if (end == position->open_size && position->open_first > 0) {
        memmove(position->open, position->open + position->open_first,
                position->open_count * sizeof *position->open);
        position->open_first = 0;
        end = position->open_count;
    }
    if (end == position->open_size) {
        position->open_size = position->open_size == 0 ? 64 : position->open_size * 2;
        position->open = heap_grow(position->open, position->open_size, sizeof *position->open);
    }
    position->open[end] = sequence;
    position->open_count++;
}

static int64_t position_abs(int64_t sequence)
{
    return sequence < 0 ? -1 - sequence : sequence;
}

void discord_position_close(struct discord_position *position, int64_t sequence)
{
    size_t low = position->open_first;
    size_t high = position->open_first + position->open_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (position_abs(position->open[middle]) < sequence) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == position->open_first + position->open_count || position->open[low] != sequence) {
        return;
    }
    position->open[low] = -1 - sequence;
    while (position->open_count > 0 && position->open[position->open_first] < 0) {
        position->open_first++;
        position->open_count--;
    }
    if (position->open_count == 0) {
        position->open_first = 0;
    }
}

void discord_position_rewind(struct discord_position *position)
{
    int64_t safe = discord_position_safe(position);
    position_clear(position);
    position->inbound = safe;
}

void discord_position_write(const struct discord_position *position, int64_t sequence,
                            int64_t now_ms, struct buf *out)
{
    buf_text(out, "{");
    json_out_text(out, "session", position->id);
    json_out_text(out, "url", position->url);
    json_out_number(out, "seq", sequence);
    json_out_number(out, "count", position->shard_count);
    json_out_number(out, "at", now_ms);
    buf_text(out, "}");
}

bool discord_position_read(struct discord_position *position, const char *text, size_t len,
                           int64_t *at_ms_r)
{
    cJSON *json = cJSON_ParseWithLengthOpts(text, len, NULL, false);
    const char *id = discord_frame_text(json, "session");
    const char *url = discord_frame_text(json, "url");
    int64_t sequence = json_at_number(json, "seq", -1, FRAME_SEQUENCE_MAX, -2);
    int64_t count = json_at_number(json, "count", 1, INT32_MAX - 1, 0);
    *at_ms_r = json_at_number(json, "at", -1, FRAME_SEQUENCE_MAX, -2);
    bool good =
        id != NULL && id[0] != '\0' && url != NULL && sequence > -2 && count > 0 && *at_ms_r > -2;
    if (good) {
        discord_position_begin(position, id, url, sequence);
        position->shard_count = (unsigned)count;
        position->written = sequence;
    }
    cJSON_Delete(json);
    return good;
}
