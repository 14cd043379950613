/* Which part of the house (store_part.h) something is for: house_find_part. */
#ifndef FIND_PART_H
#define FIND_PART_H

#include "command.h"

struct house;

/* Is it a question that part 0 alone answers, for it is about all accounts of somebody? */
bool find_part_is_first(enum command_question question);

#endif
