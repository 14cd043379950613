/* Questions to the house or a table: read-only, answered in private. */
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include <stdbool.h>

struct handling;

/* Answers the question of scratch.command. False when the answer has to be read from the store
 * first: it then finishes the handling itself, later. */
bool questions_answer(struct handling *handling);

#endif
