/* The texts of a tile by their names in JSON: for all that copies, compares, writes or reads them.
 */
#ifndef DOC_TILE_H
#define DOC_TILE_H

#include "doc.h"

enum { TILE_TEXTS = 9 }; /* but for the account, which depends on who sends it */

extern const char *const tile_text_names[TILE_TEXTS];

/* The text of that name. */
const char *tile_text(const struct tile *tile, size_t index);
void tile_set_text(struct tile *tile, size_t index, const char *text);

#endif
