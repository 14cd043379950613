/* A stream packed by zstd, in messages: the first byte says how long each is. What comes out never
 * exceeds the limit, and once the stream is broken it stays so. Without zstd there is nothing to
 * try. */
#include "unpack.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { FUZZ_TEXT_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fault fault;
    struct unpack *unpack = unpack_has_zstd() ? unpack_new_zstd(FUZZ_TEXT_MAX) : NULL;
    size_t step = size > 0 && data[0] != 0 ? data[0] : size;
    bool broken = false;
    for (size_t at = 1; unpack != NULL && at < size; at += step) {
        size_t len = size - at < step ? size - at : step;
        enum unpack_state state = unpack_put(unpack, data + at, len, &fault);
        assert(!broken || state == UNPACK_BROKEN);
        broken = state == UNPACK_BROKEN;
        if (state == UNPACK_WHOLE) {
            size_t text_len = 0;
            const char *text = unpack_text(unpack, &text_len);
            assert(text_len <= FUZZ_TEXT_MAX && text[text_len] == '\0');
        }
    }
    if (unpack != NULL) {
        unpack_free(&unpack);
    }
    return 0;
}
