#include "fnv.h"

uint32_t fnv32(const void *bytes, size_t len)
{
    const unsigned char *byte = bytes;
    uint32_t sum = 2166136261U;
    for (size_t i = 0; i < len; i++) {
        sum = (sum ^ byte[i]) * 16777619U;
    }
    return sum;
}

uint64_t fnv64(const void *bytes, size_t len)
{
    const unsigned char *byte = bytes;
    uint64_t sum = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < len; i++) {
        sum = (sum ^ byte[i]) * UINT64_C(1099511628211);
    }
    return sum;
}
