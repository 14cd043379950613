/* The end of the handling of an inbound event. */
#ifndef HANDLE_FINISH_H
#define HANDLE_FINISH_H

struct inbox_item;
struct handling;

/* Submits the commit; the item is not freed. While the store is unavailable nothing is submitted,
 * and the event may come again. */
void handle_finish(struct handling *handling, struct inbox_item *item);

#endif
