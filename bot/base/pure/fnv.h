/* FNV-1a: a sum that tells texts apart and guards nothing (whoever chooses the texts can make two
 * alike). */
#ifndef FNV_H
#define FNV_H

#include <stddef.h>
#include <stdint.h>

uint32_t fnv32(const void *bytes, size_t len);
uint64_t fnv64(const void *bytes, size_t len);

#endif
