/* At which open tables a person is, and at which they sat: kept with the tables, and put together
 * at the start. */
#ifndef PERSON_TABLES_H
#define PERSON_TABLES_H

#include <stdbool.h>
#include <stdint.h>

struct person;

enum { PERSON_TABLES_MAX = 64, PERSON_PAST_MAX = 16 };

/* False when they sit at PERSON_TABLES_MAX tables already. */
bool person_add_table(struct person *person, uint64_t table);
void person_remove_table(struct person *person, uint64_t table);
bool person_has_table(const struct person *person, uint64_t table);
/* A table where they sat and do not any more; they may come back to it. */
void person_add_past(struct person *person, uint64_t table);
void person_remove_past(struct person *person, uint64_t table);

#endif
