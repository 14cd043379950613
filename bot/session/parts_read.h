/* Questions about somebody's tables in all parts of the house (store_part.h), whom they met there,
 * and what they want to be told: what the others have of it is read from the store first. */
#ifndef PARTS_READ_H
#define PARTS_READ_H

#include <stdbool.h>

#include "command.h"

struct handling;

/* True: the question is answered and its handling finished once that is read. False: it needs
 * nothing of it, or has it already. */
bool parts_read(struct handling *handling, enum command_question question);

#endif
