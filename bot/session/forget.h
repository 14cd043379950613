/* Requests about people, left in the store by `deaddrop forget`: whoever is forgotten leaves all
 * running tables first; then their words, name and addresses go. The journal keeps digests alone,
 * so that its chain still holds. */
#ifndef FORGET_H
#define FORGET_H

#include <stdbool.h>
#include <stdint.h>

struct house;

/* The scope of requests among the settings, and what begins their names. */
#define FORGET_SCOPE  "request"
#define FORGET_PREFIX "forget "

/* Looks for requests, unless it is doing so, and carries out what can be. Comes back by itself
 * where a table has to be brought into memory first. */
void forget_poll(struct house *house);
/* When the next look for requests may be: who waits for something under way is not looked for over
 * and over. */
int64_t forget_due_ms(const struct house *house);
/* Is there a request that waits for something under way? */
bool forget_waits(const struct house *house);
/* A letter (store_part.h) about an account, which becomes a request here. Its text is the moment at
 * which part 0 did it; "0": part 0 is asked to. */
bool forget_hear(struct house *house, uint64_t letter, const char *key, const char *text);

#endif
