/* The sum of a row as PostgreSQL makes it: over the text of ROW(…), where a value is quoted when it
 * is empty or holds what would be mistaken. */

#include "postgres_sum.h"

#include <string.h>

#include "buf.h"
#include "hash.h"

static void sum_value(struct buf *row, const char *text)
{
    bool quoted = *text == '\0' || strpbrk(text, "\"\\(), \t\n\r\v\f") != NULL;
    buf_text(row, quoted ? "\"" : "");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            buf_add(row, text, 1);
        }
        buf_add(row, text, 1);
    }
    buf_text(row, quoted ? "\"" : "");
}

uint32_t postgres_address_sum(const char *address, uint64_t person)
{
    uint8_t hash[HASH_BYTES];
    struct buf row;
    uint32_t sum = 0;
    buf_init(&row, INT32_MAX);
    buf_text(&row, "(address,");
    sum_value(&row, address);
    buf_text(&row, ",");
    buf_number(&row, (int64_t)person);
    buf_text(&row, ")");
    hash_of(hash, row.text, row.len);
    buf_deinit(&row);
    for (unsigned i = 0; i < sizeof sum; i++) {
        sum = sum << 8 | hash[i];
    }
    return sum;
}
