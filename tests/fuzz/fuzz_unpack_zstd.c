/* A stream packed by zstd, in messages: the first byte says how long each is, 0: it is one. Without
 * zstd there is nothing to try. */
#include "unpack_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct unpack *unpack = unpack_has_zstd() ? unpack_new_zstd(UNPACK_BYTES_TEXT_MAX) : NULL;
    if (unpack != NULL) {
        unpack_bytes(unpack, data, size, size > 0 && data[0] != 0 ? data[0] : size);
        unpack_free(&unpack);
    }
    return 0;
}
