/* What the house ended over: an event, or a table's own moves. Once is noted; after the second time
 * the event is set aside and its table frozen, so that nothing takes the house down for ever. */
#ifndef POISON_H
#define POISON_H

#include "commit.h"
#include "fault.h"

#include <stdbool.h>

struct house;
struct inbox_item;

/* At the start: what was in work when the last process ended. 0, or -1 with a fault. */
int poison_start(struct house *house, struct fault *fault);
/* Was this event in work at two crashes? */
bool poison_is(const struct house *house, const char *key);
/* The event is done with, unread; who sent it is told. */
void poison_set_aside(struct house *house, struct inbox_item *item);
/* It went well this time: the suspicion goes with the commit. */
void poison_passed(struct commit *commit, const char *key, uint64_t table);

#endif
