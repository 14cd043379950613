/* What there is to choose for an option that is a name: packs, missions. */
#ifndef SAMPLING_NAMES_H
#define SAMPLING_NAMES_H

#include "table.h"

/* Of a table_names (table.h); context: the house. */
void sampling_names_each(const void *context, const struct table *table, const char *option,
                         void (*add)(void *to, const char *name, const char *called), void *to);

#endif
