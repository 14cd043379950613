/* The console of who hosts a table or may moderate it: one private document, made anew with each
 * act that is done by it. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdbool.h>

struct doc;
struct handling;
struct house;
struct inbound;
struct move;
struct person;

/* May who acts have the console of their table? */
bool console_is_theirs(const struct handling *handling);
/* The console as it is now. */
const struct doc *console_doc(const struct handling *handling);
/* Do they host it openly, so that they see what everybody holds? Only once it is dealt. */
bool console_sees(const struct handling *handling);
/* What a seat holds, for who sees that: their name, and their hand. */
const struct doc *console_hand(const struct handling *handling, int seat);
/* Its button, for whom it is. */
void console_offer(const struct handling *handling, struct doc *doc);
/* Is it a press in private, on the console of a table that this person was shown in its room as a
 * moderator of it, not long ago? */
bool console_lets(struct house *house, const struct inbound *inbound, const struct person *person);
/* Answers who did something of which nobody else but one person hears, and sits nowhere. */
void console_done(struct handling *handling, const struct move *move);
/* The answer to who asks for it: the console, or why there is none. */
void console_answer(struct handling *handling);

#endif
