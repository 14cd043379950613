/* A store in a file of its own folder, and turns as the house writes them. */
#ifndef TURNS_H
#define TURNS_H

#include "kit.h"

enum { TURNS_LINE_BYTES = 12000 };

extern char turns_folder[KIT_PATH_BYTES];
extern char turns_path[KIT_PATH_BYTES]; /* the store's */
extern struct store *turns_store;
extern struct fault turns_fault;          /* of the last call that failed */
extern char turns_line[TURNS_LINE_BYTES]; /* what the journal gets */

/* Fixtures: the folder, and the store if it is open. */
void turns_begin(void);
void turns_end(void);

bool turns_open(bool threaded);
/* One turn, to its end: event, journal line, where its table stands, what is to be sent. */
struct fault turns_take(uint64_t table, uint64_t step);
const char *turns_ask(enum store_query query, uint64_t id);
/* How many turns of the table are on disk; fails the test when one is missing, or there in part. */
uint64_t turns_there(uint64_t table);

#endif
