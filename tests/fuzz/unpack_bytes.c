#include "unpack_bytes.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

void unpack_bytes(struct unpack *unpack, const uint8_t *data, size_t size, size_t step)
{
    struct fault fault;
    bool broken = false;
    for (size_t at = 1; at < size; at += step) {
        size_t len = size - at < step ? size - at : step;
        enum unpack_state state = unpack_put(unpack, data + at, len, &fault);
        assert(!broken || state == UNPACK_BROKEN);
        broken = state == UNPACK_BROKEN;
        if (state == UNPACK_WHOLE) {
            size_t text_len = 0;
            const char *text = unpack_text(unpack, &text_len);
            assert(text_len <= UNPACK_BYTES_TEXT_MAX && text[text_len] == '\0');
        }
    }
}
