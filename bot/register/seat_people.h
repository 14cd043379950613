/* Who sits in a table's seats, for whom a document is written (doc_json.h). */
#ifndef SEAT_PEOPLE_H
#define SEAT_PEOPLE_H

#include <stdint.h>

struct people;
struct table_entry;

struct seat_people {
    const struct people *people;
    const struct table_entry *entry; /* NULL: no table, no seats */
    const char *adapter;             /* for whom the document is */
};

/* A doc_json_people function: context is a struct seat_people. The internal id of who sits there,
 * and their account at the adapter; 0: nobody does, or the house. */
uint64_t seat_person(const void *context, int seat, const char **account_r);

#endif
