/* A card that does not reach its person. */
#ifndef CARDS_CLOSE_H
#define CARDS_CLOSE_H

struct card;
struct house;
struct table_entry;

/* No private message reaches whose card this is: from here on the room calls them. */
void cards_close(struct house *house, struct table_entry *entry, struct card *card);
/* The same for who sits there, where that is not known yet: nothing arrives at "adapter/account".
 * A card that stands elsewhere stays. */
void cards_closed(struct house *house, struct table_entry *entry, int seat, const char *at);

#endif
