/* A table of any part of the house (store_part.h) by one number: the part's stands above that of
 * the table there, which each part counts by itself. */
#ifndef PART_TABLE_H
#define PART_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/* The table of that part; unchanged where a part is said already. */
uint64_t part_table(unsigned part, uint64_t table);
/* False: no part is said. */
bool part_table_part(uint64_t table, unsigned *part_r);
/* A table of ours as we count it; another one unchanged. */
uint64_t part_table_ours(unsigned part, uint64_t table);

#endif
