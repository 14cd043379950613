#include "discord_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

void discord_parts_add(struct discord_parts *parts, const char *body)
{
    assert(parts->count < DISCORD_PARTS_MAX);
    parts->body[parts->count++] = heap_copy(body);
}

static void parts_drop_file(struct discord_parts *parts)
{
    free(parts->file);
    free(parts->file_type);
    free(parts->file_name);
}

void discord_parts_keep_file(struct discord_parts *parts, const struct discord_shape *shape)
{
    parts_drop_file(parts);
    parts->file = shape->file == NULL ? NULL : heap_text(shape->file, shape->file_len);
    parts->file_len = shape->file_len;
    parts->file_type = heap_copy(shape->file_type);
    parts->file_name = heap_copy(shape->file_name);
}

bool discord_parts_file(const struct discord_parts *parts, struct net_part *file)
{
    if (parts->file == NULL || parts->at + 1 != parts->count) {
        return false;
    }
    *file = (struct net_part){.filename = parts->file_name,
                              .type = parts->file_type,
                              .bytes = parts->file,
                              .len = parts->file_len};
    return true;
}

void discord_parts_clear(struct discord_parts *parts)
{
    for (unsigned i = 0; i < parts->count; i++) {
        free(parts->body[i]);
        parts->body[i] = NULL;
    }
    parts->count = 0;
    parts->at = 0;
}

void discord_parts_deinit(struct discord_parts *parts)
{
    discord_parts_clear(parts);
    parts_drop_file(parts);
    free(parts->modal);
    *parts = (struct discord_parts){.count = 0};
}
