/* A table of Interceptor with four people in it, for targets that need one. */
#ifndef FUZZ_TABLE_H
#define FUZZ_TABLE_H

#include "table.h"

/* In the lobby, or (playing) at the first play with signals agreed on. People 101 to 104. */
void fuzz_table(struct table *table, bool playing);

#endif
