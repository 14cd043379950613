/* The sum of a row as PostgreSQL makes it (postgres_dialect.c), for who has only its values. */
#ifndef POSTGRES_SUM_H
#define POSTGRES_SUM_H

#include <stdint.h>

uint32_t postgres_address_sum(const char *address, uint64_t person);

#endif
