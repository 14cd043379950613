/* Eight bytes a step: by the processor's own instruction where it has one, else by tables that say
 * what a byte does to the sum 0 to 7 bytes later. */
#include "checksum.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { CHECKSUM_STRIDE = 8 };

static const uint32_t checksum_polynomial = 0x82f63b78;
static uint32_t checksum_table[CHECKSUM_STRIDE][256];
static pthread_once_t checksum_once = PTHREAD_ONCE_INIT;

#ifdef __x86_64__
static bool checksum_by_processor;

__attribute__((target("sse4.2"))) static uint32_t checksum_fast(uint32_t sum, const void *bytes,
                                                                size_t len)
{
    const uint8_t *at = bytes;
    uint64_t wide = ~sum;
    for (; len >= CHECKSUM_STRIDE; len -= CHECKSUM_STRIDE, at += CHECKSUM_STRIDE) {
        uint64_t next = 0;
        memcpy(&next, at, sizeof next);
        wide = __builtin_ia32_crc32di(wide, next);
    }
    uint32_t narrow = (uint32_t)wide;
    for (; len > 0; len--, at++) {
        narrow = __builtin_ia32_crc32qi(narrow, *at);
    }
    return ~narrow;
}
#endif

static void checksum_make(void)
{
#ifdef __x86_64__
    checksum_by_processor = __builtin_cpu_supports("sse4.2") != 0;
#endif
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t sum = byte;
        for (unsigned bit = 0; bit < 8; bit++) {
            sum = sum >> 1 ^ ((sum & 1) != 0 ? checksum_polynomial : 0);
        }
        checksum_table[0][byte] = sum;
    }
    for (unsigned later = 1; later < CHECKSUM_STRIDE; later++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint32_t before = checksum_table[later - 1][byte];
            checksum_table[later][byte] = checksum_table[0][before & 255] ^ before >> 8;
        }
    }
}

uint32_t checksum_add_by_tables(uint32_t sum, const void *bytes, size_t len)
{
    const uint8_t *at = bytes;
    pthread_once(&checksum_once, checksum_make);
    sum = ~sum;
    for (; len >= CHECKSUM_STRIDE; len -= CHECKSUM_STRIDE, at += CHECKSUM_STRIDE) {
        sum = checksum_table[7][(sum & 255) ^ at[0]] ^ checksum_table[6][(sum >> 8 & 255) ^ at[1]] ^
              checksum_table[5][(sum >> 16 & 255) ^ at[2]] ^ checksum_table[4][sum >> 24 ^ at[3]] ^
              checksum_table[3][at[4]] ^ checksum_table[2][at[5]] ^ checksum_table[1][at[6]] ^
              checksum_table[0][at[7]];
    }
    for (; len > 0; len--, at++) {
        sum = checksum_table[0][(sum ^ *at) & 255] ^ sum >> 8;
    }
    return ~sum;
}

uint32_t checksum_add(uint32_t sum, const void *bytes, size_t len)
{
    pthread_once(&checksum_once, checksum_make);
#ifdef __x86_64__
    if (checksum_by_processor) {
        return checksum_fast(sum, bytes, len);
    }
#endif
    return checksum_add_by_tables(sum, bytes, len);
}
