/* The sum of a row as PostgreSQL makes it: over the text of ROW(…), where a value is quoted when it
 * is empty or holds what would be mistaken. */

#include "postgres_sum.h"

#include <string.h>

#include "hash.h"

enum { SUM_PIECE = 512 };

void postgres_sum_init(struct postgres_sum *sum)
{
    buf_init(&sum->row, INT32_MAX);
}

void postgres_sum_deinit(struct postgres_sum *sum)
{
    buf_deinit(&sum->row);
}

void postgres_sum_begin(struct postgres_sum *sum, const char *tag)
{
    buf_clear(&sum->row);
    buf_text(&sum->row, "(");
    buf_text(&sum->row, tag);
}

void postgres_sum_null(struct postgres_sum *sum)
{
    buf_text(&sum->row, ",");
}

void postgres_sum_number(struct postgres_sum *sum, int64_t number)
{
    buf_text(&sum->row, ",");
    buf_number(&sum->row, number);
}

static bool sum_is_mistaken(char c)
{
    return c == '"' || c == '\\' || c == '(' || c == ')' || c == ',' || c == ' ' ||
           (c >= '\t' && c <= '\r');
}

void postgres_sum_text(struct postgres_sum *sum, const char *text, size_t len)
{
    bool quoted = len == 0;
    size_t done = 0;
    for (size_t i = 0; i < len && !quoted; i++) {
        quoted = sum_is_mistaken(text[i]);
    }
    buf_text(&sum->row, quoted ? ",\"" : ",");
    for (size_t i = 0; quoted && i < len; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            buf_add(&sum->row, text + done, i + 1 - done);
            done = i; /* once more */
        }
    }
    buf_add(&sum->row, text + done, len - done);
    buf_text(&sum->row, quoted ? "\"" : "");
}

void postgres_sum_bytes(struct postgres_sum *sum, const void *bytes, size_t len)
{
    char hex[2 * SUM_PIECE + 1];
    const uint8_t *at = bytes;
    buf_text(&sum->row, ",\"\\\\x");
    for (size_t left = len; left > 0;) {
        size_t piece = left < SUM_PIECE ? left : SUM_PIECE;
        hash_hex(hex, at, piece);
        buf_add(&sum->row, hex, 2 * piece);
        at += piece;
        left -= piece;
    }
    buf_text(&sum->row, "\"");
}

uint32_t postgres_sum_end(struct postgres_sum *sum)
{
    uint8_t hash[HASH_BYTES];
    uint32_t number = 0;
    buf_text(&sum->row, ")");
    hash_of(hash, sum->row.text, sum->row.len);
    for (unsigned i = 0; i < sizeof number; i++) {
        number = number << 8 | hash[i];
    }
    return number;
}

uint32_t postgres_address_sum(const char *address, uint64_t person)
{
    struct postgres_sum sum;
    postgres_sum_init(&sum);
    postgres_sum_begin(&sum, "address");
    postgres_sum_text(&sum, address, strlen(address));
    postgres_sum_number(&sum, (int64_t)person);
    uint32_t number = postgres_sum_end(&sum);
    postgres_sum_deinit(&sum);
    return number;
}
