#include "part_table.h"

enum { PART_TABLE_BITS = 48 /* of the table alone */ };

uint64_t part_table(unsigned part, uint64_t table)
{
    unsigned said = 0;
    return part_table_part(table, &said) ? table : table | (part + UINT64_C(1)) << PART_TABLE_BITS;
}

bool part_table_part(uint64_t table, unsigned *part_r)
{
    uint64_t said = table >> PART_TABLE_BITS;
    *part_r = said == 0 ? 0 : (unsigned)(said - 1);
    return said != 0;
}

uint64_t part_table_ours(unsigned part, uint64_t table)
{
    unsigned said = 0;
    bool ours = part_table_part(table, &said) && said == part;
    return ours ? table & ((UINT64_C(1) << PART_TABLE_BITS) - 1) : table;
}
