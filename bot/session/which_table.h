/* Where several tables could be meant: the answer has a button for each, and the one pressed does
 * what was said, there. What was said is kept in memory alone, for some minutes. */
#ifndef WHICH_TABLE_H
#define WHICH_TABLE_H

struct handling;
struct house;
struct inbox_item;
struct person;

/* Answers the refusal of scratch.out. */
void which_table_refuse(struct handling *handling);
/* Was one of these buttons pressed? Then the item becomes what its person had said. person: NULL:
 * nobody known. */
void which_table_take(struct house *house, struct inbox_item *item, struct person *person);

#endif
