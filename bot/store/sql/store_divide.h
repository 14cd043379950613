/* The store of a part of a house, made out of a copy of that of the whole. */
#ifndef STORE_DIVIDE_H
#define STORE_DIVIDE_H

#include "store_division.h"
#include "store_sql_private.h"

/* Takes out what is of other parts, in the transaction that is open; people stay. -1 with a fault,
 * also where something is damaged or waits to be done. */
int store_divide(struct store_sql *store, struct store_division *division, unsigned part,
                 struct fault *fault);

#endif
