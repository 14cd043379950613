/* By which words an item of the inbox is read: of its language, and of who is there. */
#ifndef ITEM_WORDS_H
#define ITEM_WORDS_H

#include "command.h"

struct house;
struct inbox_item;

/* For reading it; in the arena, and as long as the item is there. */
struct command_words item_words(struct house *house, const struct inbox_item *item);
/* The name that somebody goes by here: nobody goes by our names. Whoever is known by this very name
 * has been asked before. */
const char *item_name(struct house *house, const struct inbox_item *item,
                      char marked[TABLE_NAME_BYTES]);

#endif
