/* Poison messages: an event, or a table's own moves, that the house crashed on. The first crash is
 * noted; after the second the event is set aside and its table frozen. */
#ifndef POISON_H
#define POISON_H

#include "commit.h"
#include "fault.h"

#include <stdbool.h>

struct house;
struct inbox_item;

/* At the start: reads the crash marker of the last process. 0, or -1 with a fault. */
int poison_start(struct house *house, struct fault *fault);
/* Was this event being handled at two crashes? */
bool poison_is(const struct house *house, const char *key);
/* The event is dropped unread; who sent it is told. */
void poison_set_aside(struct house *house, struct inbox_item *item);
/* It went well this time: the crash marker goes with the commit. */
void poison_passed(struct commit *commit, const char *key, uint64_t table);

#endif
