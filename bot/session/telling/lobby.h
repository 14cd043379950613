/* The message that a table has in the room from which its own was opened (a thread's channel): who
 * sits, Join and where it is; then that it is being played there, and what became of it. */
#ifndef LOBBY_H
#define LOBBY_H

#include <stdbool.h>

struct commit;
struct outbox_row;
struct table_entry;

/* Is this row such a message? */
bool lobby_is(const struct table_entry *entry, const struct outbox_row *row);
/* Brings it up to date with the table as this commit leaves it, where there is one and anything of
 * it would be different. */
void lobby_put(struct commit *commit, struct table_entry *entry);
/* At the start: a row that waits in the store. */
void lobby_loaded(struct table_entry *entry, const struct outbox_row *row);
/* It has arrived; or it never will, and the next change is tried. */
void lobby_arrived(struct commit *commit, struct table_entry *entry, const char *platform_id);
void lobby_lost(struct table_entry *entry, const struct outbox_row *row);

#endif
