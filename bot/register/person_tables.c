#include "person_tables.h"

#include "heap.h"
#include "people.h"

bool person_has_table(const struct person *person, uint64_t table)
{
    for (unsigned i = 0; i < person->table_count; i++) {
        if (person->tables[i] == table) {
            return true;
        }
    }
    return false;
}

bool person_add_table(struct person *person, uint64_t table)
{
    if (person_has_table(person, table)) {
        return true;
    }
    if (person->table_count >= PERSON_TABLES_MAX) {
        return false;
    }
    person_remove_past(person, table);
    person->tables = heap_grow(person->tables, person->table_count + 1u, sizeof *person->tables);
    person->tables[person->table_count++] = table;
    return true;
}

void person_remove_past(struct person *person, uint64_t table)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < person->past_count; i++) {
        if (person->past[i] != table) {
            person->past[kept++] = person->past[i];
        }
    }
    person->past_count = (uint16_t)kept;
}

void person_add_past(struct person *person, uint64_t table)
{
    person_remove_past(person, table);
    if (person->past_count == PERSON_PAST_MAX) {
        person_remove_past(person, person->past[0]);
    }
    person->past = heap_grow(person->past, PERSON_PAST_MAX, sizeof *person->past);
    person->past[person->past_count++] = table;
}

void person_remove_table(struct person *person, uint64_t table)
{
    for (unsigned i = 0; i < person->table_count; i++) {
        if (person->tables[i] == table) {
            person->tables[i] = person->tables[--person->table_count];
            return;
        }
    }
}
