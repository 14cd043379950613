/* The handling of one event, or of a move of the house's own: who acts, at which table, and the
 * transaction that it goes into. */
#ifndef HANDLING_H
#define HANDLING_H

#include "commit.h"
#include "people.h"

struct doc;
struct house;
struct inbox_item;
struct table_entry;

struct handling {
    struct house *house;
    struct table_entry *entry; /* resident */
    struct commit *commit;
    struct inbox_item *item;   /* the inbound event; NULL for the house's own moves */
    struct person *person;     /* who did it; NULL the house */
    struct doc *answer;        /* what its person is told where they acted, while it is composed */
    struct parts_known *parts; /* theirs elsewhere; NULL: it was not read */
    bool chose;                /* they have chosen something for themselves */
    bool passing;              /* what it says is not to be stored: it holds for minutes */
    bool console;              /* they acted by their console, which is to be as it is now */
    bool talks;                /* what it says is talk inside a team, which does not last */
};

#endif
