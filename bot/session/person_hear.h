/* What another part of the house has told of somebody (person_tell.h) counts here too. It is told
 * to nobody else, and heard twice it changes nothing. */
#ifndef PERSON_HEAR_H
#define PERSON_HEAR_H

#include <stdbool.h>
#include <stdint.h>

struct house;

/* A letter about somebody; false: it says nothing. */
bool person_hear(struct house *house, uint64_t letter, const char *key, const char *text);
/* The secrets of weeks' deals of a game. */
bool person_hear_weeks(struct house *house, uint64_t letter, const char *key, const char *text);
/* They take back what they want to be told by this part (LETTER_NOTIFY_OFF). */
bool person_hear_off(struct house *house, uint64_t letter, const char *key, const char *text);
/* At the start, part 0 tells what was chosen before the house had parts. */
void person_tell_start(struct house *house);

#endif
