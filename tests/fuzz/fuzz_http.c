/* What anybody may send to the door: a head and frames, cut wherever the first byte says. However
 * they are cut, the same is read, and every text ends within its bytes. */
#include "http_head.h"
#include "ws_frame.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 4096, BODY_BYTES = 1 << 16 };

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The end of the head, seen as if it had come in pieces of this size. */
static long end_in_pieces(const char *bytes, size_t size, size_t piece)
{
    size_t scanned = 0;
    for (size_t len = 0; len <= size; len += piece) {
        long end = http_head_end(bytes, len, &scanned);
        assert(scanned <= len);
        if (end != 0) {
            return end;
        }
        if (len < size && len + piece > size) {
            len = size - piece;
        }
    }
    return 0;
}

static void read_head(const char *bytes, size_t size, size_t piece)
{
    size_t scanned = 0;
    long end = http_head_end(bytes, size, &scanned);
    long again = end_in_pieces(bytes, size, piece);
    assert(end <= (long)size);
    assert((end > 0) == (again > 0) && (end <= 0 || end == again));
    if (end <= 0) {
        return;
    }
    struct http_head head;
    char joined[100];
    char *copy = malloc((size_t)end);
    assert(copy != NULL);
    memcpy(copy, bytes, (size_t)end);
    int status = http_head_read(&head, copy, (size_t)end);
    assert(status == 0 || (status >= 400 && status < 600));
    for (unsigned i = 0; status == 0 && i < head.field_count; i++) {
        const struct http_field *field = &head.fields[i];
        assert(field->name >= copy && field->name + strlen(field->name) < copy + end);
        assert(field->value >= copy && field->value + strlen(field->value) < copy + end);
        assert(http_head_value(&head, field->name)[0] == '\0' || field->name[0] != '\0');
        assert(http_head_join(&head, field->name, joined, sizeof joined) > 0);
        assert(strlen(joined) < sizeof joined);
    }
    free(copy);
}

/* All that was said in frames, as one text; where it broke, with the code. */
static size_t read_frames(const uint8_t *bytes, size_t size, size_t piece, char *body)
{
    struct ws_frame frame = {.left = 0};
    size_t len = 0;
    unsigned events = 0;
    char *copy = malloc(size + 1);
    assert(copy != NULL);
    memcpy(copy, bytes, size);
    for (size_t at = 0; at < size && events < EVENTS_MAX;) {
        struct ws_event event;
        size_t given = size - at < piece ? size - at : piece;
        size_t used = ws_frame_read(&frame, copy + at, given, &event);
        assert(used <= given && (used > 0 || event.kind != WS_NONE));
        at += used;
        events++;
        if (event.kind == WS_BROKEN) {
            assert(event.code >= 1000 && event.code < 5000);
            body[len++] = (char)event.code;
            break;
        }
        bool whole = event.kind == WS_DATA || event.kind == WS_CONTROL;
        assert(!whole || event.len <= size);
        assert(event.kind != WS_CONTROL || event.len <= WS_CONTROL_BYTES_MAX);
        if (whole && len + event.len + 1 < BODY_BYTES) {
            memcpy(body + len, event.bytes, event.len);
            len += event.len;
        }
    }
    free(copy);
    return len;
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char whole[BODY_BYTES];
    static char pieces[BODY_BYTES];
    if (size < 2 || size > EVENTS_MAX) {
        return 0;
    }
    size_t piece = 1 + bytes[0];
    read_head((const char *)bytes + 1, size - 1, piece);
    size_t len = read_frames(bytes + 1, size - 1, size, whole);
    assert(read_frames(bytes + 1, size - 1, piece, pieces) == len);
    assert(memcmp(whole, pieces, len) == 0);
    (void)ws_close_fault((const char *)bytes + 1, size - 1 < 125 ? size - 1 : 125);
    (void)ws_is_utf8((const char *)bytes + 1, size - 1);
    return 0;
}
