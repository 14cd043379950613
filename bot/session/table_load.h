/* Bringing a table into memory: its journal is replayed, line by line, each checked against the
 * hash chain. What does not replay freezes that table alone. */
#ifndef TABLE_LOAD_H
#define TABLE_LOAD_H

struct house;
struct table_entry;

/* Starts loading a table that is not in memory, unless that is under way. Its waiting items come
 * back to the inbox when it is there. */
void table_load(struct house *house, struct table_entry *entry);
/* Freezes a table and says so in its room; why is for the log. */
void table_freeze(struct house *house, struct table_entry *entry, const char *why);
/* The same where something of it in the store is damaged: nothing more of it is written. */
void table_freeze_damaged(struct house *house, struct table_entry *entry, const char *what);

#endif
