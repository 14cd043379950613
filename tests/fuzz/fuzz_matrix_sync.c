/* The body of a sync, or what pretends to be one: told the same however its pieces fall, every
 * event whole, every room closed. */
#include "matrix_stream.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "buf.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FUZZ_TOLD_MAX = 1 << 22 };

struct fuzz_told {
    struct buf text;
    bool in_room;
};

static void fuzz_tell(struct fuzz_told *told, const char *what, const char *text, size_t len)
{
    buf_text(&told->text, what);
    buf_add(&told->text, text, len);
    buf_text(&told->text, "\n");
}

static void on_next(void *context, const char *token)
{
    assert(strlen(token) <= MATRIX_STREAM_TOKEN_MAX);
    fuzz_tell(context, "next ", token, strlen(token));
}

static void on_room(void *context, enum matrix_where where, const char *room)
{
    struct fuzz_told *told = context;
    assert(!told->in_room && where <= MATRIX_IN_LEAVE);
    assert(room[0] != '\0' && strlen(room) <= 255);
    told->in_room = true;
    fuzz_tell(told, "room ", room, strlen(room));
}

static void on_part(void *context, enum matrix_part part)
{
    const struct fuzz_told *told = context;
    assert(told->in_room && part != MATRIX_PART_ACCOUNT);
}

static void on_limited(void *context)
{
    const struct fuzz_told *told = context;
    assert(told->in_room);
}

static void on_previous(void *context, const char *token)
{
    fuzz_tell(context, "previous ", token, strlen(token));
}

static void on_event(void *context, enum matrix_part part, const char *json, size_t len)
{
    const struct fuzz_told *told = context;
    assert(len >= 2 && len <= MATRIX_STREAM_EVENT_MAX && json[0] == '{' && json[len] == '\0');
    assert(told->in_room || part == MATRIX_PART_ACCOUNT || part == MATRIX_PART_STATE ||
           part == MATRIX_PART_TO_DEVICE);
    fuzz_tell(context, "event ", json, len);
}

static void on_room_end(void *context)
{
    struct fuzz_told *told = context;
    assert(told->in_room);
    told->in_room = false;
    fuzz_tell(told, "end", "", 0);
}

static void on_keys(void *context, enum matrix_about_keys about, const char *json, size_t len)
{
    const struct fuzz_told *told = context;
    assert(!told->in_room && len >= 2 && about <= MATRIX_ABOUT_FALLBACK);
    fuzz_tell(context, "keys ", json, len);
}

static bool fuzz_read(struct fuzz_told *told, const uint8_t *bytes, size_t size, size_t piece,
                      bool list)
{
    const struct matrix_stream_hooks hooks = {.context = told,
                                              .next = on_next,
                                              .room = on_room,
                                              .part = on_part,
                                              .limited = on_limited,
                                              .previous = on_previous,
                                              .event = on_event,
                                              .room_end = on_room_end,
                                              .keys = on_keys};
    struct matrix_stream *stream = matrix_stream_new(&hooks, list);
    buf_init(&told->text, FUZZ_TOLD_MAX);
    buf_text(&told->text, "");
    told->in_room = false;
    for (size_t at = 0; at < size; at += piece) {
        matrix_stream_add(stream, (const char *)bytes + at, size - at < piece ? size - at : piece);
    }
    bool whole = matrix_stream_whole(stream);
    assert(!whole || !told->in_room);
    matrix_stream_free(&stream);
    return whole;
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    bool list = size > 0 && bytes[0] == '[';
    struct fuzz_told once;
    struct fuzz_told pieces;
    bool whole = fuzz_read(&once, bytes, size, size > 0 ? size : 1, list);
    assert(fuzz_read(&pieces, bytes, size, size % 7 + 1, list) == whole);
    assert(strcmp(once.text.text, pieces.text.text) == 0);
    buf_deinit(&once.text);
    buf_deinit(&pieces.text);
    return 0;
}
