/* The store is unavailable: the disk is full, or read-only, or gone. Play stops with one line to
 * the rooms concerned, questions are still answered, and it goes on by itself. */
#ifndef STORE_DOWN_H
#define STORE_DOWN_H

#include "fault.h"

struct house;
struct inbox_item;
struct room;
struct table_entry;

/* A commit has failed. */
void store_down_begin(struct house *house, const struct fault *fault);
/* Drops a table whose memory is ahead of the disk; one that never was on disk is gone. */
void store_down_drop(struct house *house, struct table_entry *entry);
/* A deferred event whose row did not reach the disk: it is dropped. */
void store_down_lose(struct house *house, struct inbox_item *item);
/* Tells a room, once, that play stands still. */
void store_down_notify(struct house *house, struct room *room);
/* Tries the store again when it is time. */
void store_down_run(struct house *house);

#endif
