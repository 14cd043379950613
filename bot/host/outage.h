/* The store takes nothing: the disk is full, or read-only, or gone. Play stops with one line to the
 * rooms concerned, questions are still answered, and it goes on by itself. */
#ifndef OUTAGE_H
#define OUTAGE_H

#include "fault.h"

struct house;
struct inbox_item;
struct room;
struct table_entry;

/* A commit has failed. */
void outage_begin(struct house *house, const struct fault *fault);
/* Drops a table whose memory is ahead of the disk; one that never was on disk is gone. */
void outage_drop(struct house *house, struct table_entry *entry);
/* An event that waited, and whose row did not reach the disk: it waits no more. */
void outage_lose(struct house *house, struct inbox_item *item);
/* Tells a room, once, that play stands still. */
void outage_tell(struct house *house, struct room *room);
/* Tries the store again when it is time. */
void outage_run(struct house *house);

#endif
