/* What the house is, and what it keeps of somebody: told, handed over as a file, and taken away. */
#ifndef OWN_DATA_H
#define OWN_DATA_H

#include <stdbool.h>

struct doc;
struct handling;

/* Answers `about` (what this is, its version, who runs it, what is kept), or `data` with what was
 * said behind it. False where the answer has to be read from the store first: it then finishes the
 * handling itself, later. */
bool own_data_answer(struct handling *handling, bool about);

/* A button for `about`, at the end of an answer. */
void own_data_offer(const struct handling *handling, struct doc *doc);

#endif
