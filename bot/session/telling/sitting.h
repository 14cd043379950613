/* What the other parts of the house (store_part.h) know of our tables: who sits where, in rows that
 * all parts share. Nothing of this is where the house is whole. */
#ifndef SITTING_H
#define SITTING_H

#include <stdbool.h>

struct commit;
struct house;
struct person;
struct table_entry;

enum { SITTING_LABEL_BYTES = 160 };

/* What people call the table. */
void sitting_label(struct house *house, const struct table_entry *entry,
                   char label[SITTING_LABEL_BYTES]);
/* Says in that transaction who sits there, where that differs from what was said last. */
void sitting_note(struct commit *commit, struct table_entry *entry);
/* The same of all their tables: they have other accounts now. */
void sitting_person(struct commit *commit, const struct person *person);
/* After the start all tables are said, some a time; true while there are more. */
bool sitting_run(struct house *house);
/* The store is back: all are said anew. */
void sitting_again(struct house *house);

#endif
