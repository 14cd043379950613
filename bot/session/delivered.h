/* What comes of the end of a send or an order at its table: a card or board is remembered where it
 * stands, a direct channel is proven or closed, a team's room is there. */
#ifndef DELIVERED_H
#define DELIVERED_H

struct house;
struct inbox_item;
struct table_entry;

/* The table that has to be in memory before the end of a send is dealt with; NULL for none. */
struct table_entry *delivered_needs(const struct house *house, const struct inbox_item *item);
/* A send has come to its end, one way or the other. */
void delivered_sent(struct house *house, struct inbox_item *item);
void delivered_failed(struct house *house, struct inbox_item *item);

#endif
