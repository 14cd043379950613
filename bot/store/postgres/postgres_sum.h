/* The sum of a row as PostgreSQL makes it (postgres_dialect.c), for who has only its values. */
#ifndef POSTGRES_SUM_H
#define POSTGRES_SUM_H

#include "buf.h"

#include <stdint.h>

/* A row's values, added in the order of its sum; begun again for each row. */
struct postgres_sum {
    struct buf row;
};

void postgres_sum_init(struct postgres_sum *sum);
void postgres_sum_deinit(struct postgres_sum *sum);
/* A row whose sum begins with this tag. */
void postgres_sum_begin(struct postgres_sum *sum, const char *tag);
void postgres_sum_number(struct postgres_sum *sum, int64_t number);
void postgres_sum_null(struct postgres_sum *sum);
void postgres_sum_text(struct postgres_sum *sum, const char *text, size_t len);
/* A bytea. */
void postgres_sum_bytes(struct postgres_sum *sum, const void *bytes, size_t len);
/* The sum, and an end of that row. */
uint32_t postgres_sum_end(struct postgres_sum *sum);

uint32_t postgres_address_sum(const char *address, uint64_t person);

#endif
