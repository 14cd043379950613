/* What a page may send: any bytes. Whatever is read keeps every limit, and is read the same twice.
 */
#include "web_codec.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_text(const char *text, size_t max)
{
    assert(text == NULL || strlen(text) <= max);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct web_op op;
    struct web_op again;
    struct arena *arena = arena_new();
    enum web_read result = web_codec_read(arena, (const char *)bytes, size, &op);
    check_text(op.id, WEB_ID_MAX);
    check_text(op.room, WEB_ROOM_MAX);
    check_text(op.text, INBOUND_TEXT_BYTES_MAX - 1);
    assert(op.since_count <= WEB_SINCE_MAX);
    assert(op.mention_count <= INBOUND_MENTIONS_MAX);
    assert(op.value_count <= INBOUND_VALUES_MAX);
    assert(op.args.count <= WEB_ARGS_MAX);
    if (result == WEB_READ) {
        assert(!op.args.full);
        assert(op.kind == WEB_HELLO || op.kind == WEB_PING || op.kind == WEB_MORE || op.id != NULL);
    }
    assert(web_codec_read(arena, (const char *)bytes, size, &again) == result);
    assert(again.kind == op.kind);
    arena_free(&arena);
    return 0;
}
