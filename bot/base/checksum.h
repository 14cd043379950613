/* CRC-32C (Castagnoli): tells bytes that have changed by themselves. No help against somebody who
 * changes them on purpose. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from the sum of what came before; 0 at the beginning. */
uint32_t checksum_add(uint32_t sum, const void *bytes, size_t len);
/* The same without the processor's own instruction. */
uint32_t checksum_add_by_tables(uint32_t sum, const void *bytes, size_t len);

#endif
