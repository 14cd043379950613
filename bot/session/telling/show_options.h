/* All options of a table, with what each may be, for who asks with nothing but `option`. */
#ifndef SHOW_OPTIONS_H
#define SHOW_OPTIONS_H

struct catalogue;
struct doc;
struct table;

/* Adds them to a document, an item each: what it is called, what stands there, what it may be, and
 * what it does. */
void show_options(struct doc *doc, const struct catalogue *catalogue, const struct table *table);

#endif
