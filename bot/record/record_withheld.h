/* What nobody is to read of a finished table: the words of an act that its game keeps secret for
 * ever (game_def.withheld). They are in no record, so once the table is one they can go. */
#ifndef RECORD_WITHHELD_H
#define RECORD_WITHHELD_H

#include "store_upkeep.h"

/* A store_withheld_fn, for store_keep. Needs nothing of the program: it runs in the store's thread.
 * A journal that does not replay tells nothing. */
void record_withheld(const struct store_withheld *table, store_digest_fn found, void *context);

#endif
