/* A stream packed by zlib, in pieces: the first byte says how long each is. */
#include "unpack_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct unpack *unpack = unpack_new(UNPACK_BYTES_TEXT_MAX);
    unpack_bytes(unpack, data, size, size > 0 && data[0] != 0 ? data[0] : 1);
    unpack_free(&unpack);
    return 0;
}
