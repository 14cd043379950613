/* The tables that an inbound event can mean. */
#ifndef TARGETS_H
#define TARGETS_H

#include "access.h"
#include "house_private.h"

struct targets {
    size_t count;
    struct table_entry *entry[TARGETS_MAX];
    struct command_table table[TARGETS_MAX];
};

/* Resolves the tables of an event; person NULL: nobody known. */
void targets_resolve(struct house *house, const struct inbox_item *item,
                     const struct person *person, struct targets *targets);
/* The room that it came from, NULL while no table stands there. */
struct room *targets_room(const struct house *house, const struct inbox_item *item);

#endif
