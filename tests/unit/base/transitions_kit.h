/* What every table of transitions has to be. */
#ifndef TRANSITIONS_KIT_H
#define TRANSITIONS_KIT_H

#include "transitions.h"

/* Each state is reached from one of these first ones, and from each the last one is reached. */
void kit_transitions_are_sound(const struct transitions *transitions, uint32_t first,
                               unsigned last);

#endif
