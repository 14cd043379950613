/* People of the homeserver for measurements whose devices encrypt, and the keys of them and of the
 * bot: what /keys/… answers, and what they say in rooms that are encrypted. */
#ifndef LOAD_PEOPLE_H
#define LOAD_PEOPLE_H

#include "buf.h"

#include <stddef.h>

struct load_people;

/* Each with a device. NULL: this build has no encryption. */
struct load_people *load_people_open(unsigned count);
void load_people_close(struct load_people **people);
/* The answer to a request about keys; false: it is about something else. */
bool load_people_ask(struct load_people *people, const char *path, const char *body,
                     struct buf *out);
/* The event for the bot's device that brings the key of this person's session for the room; a new
 * one each time. */
void load_people_key(struct load_people *people, unsigned person, const char *room,
                     struct buf *out);
/* The content of an event in which they say this by it; freed by the caller. */
char *load_people_say(struct load_people *people, unsigned person, const char *words);

#endif
