/* What the outbox is told of the house: of its tables, and of rows by their kind. */
#ifndef ROW_KINDS_H
#define ROW_KINDS_H

#include "outbox.h"

struct house;

/* For outbox_init(); the house is the context of its functions. */
struct outbox_world row_kinds_world(struct house *house);

#endif
