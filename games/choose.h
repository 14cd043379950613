/* What a form says of an argument beside its row: the values that can be chosen now, and what the
 * field is about. Computed by the game for one seat, out of nothing but what its view holds. */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "action.h"

/* Which argument is asked about. */
struct choosing {
    const struct action_def *row;
    const struct arg_def *arg;     /* NULL: the act itself */
    int item;                      /* of a list that a form asks for one by one, from 0; else -1 */
    const struct value_tree *args; /* what has been chosen of the others */
};

/* A game's answer is written into empty facts, as members, each of which may be left out:
 *   "closed" (true): of the act itself: this seat cannot make it now, whatever its arguments are;
 *   "choices": a list of terms or texts: all values that the rules would take now; none but them;
 *   "count": how many of the choices are to be taken (of a list of texts);
 *   "asked" (true): the form asks for it though its row calls it optional;
 *   "unasked" (true): the form does not ask for it;
 *   "kept" (text): what stands in the field already;
 *   "about": an object, the arguments of the sentence that names the field; "numbered" in it: the
 *     number of what the sentence names, by which a page finds it drawn elsewhere. */

/* The value chosen of a term or text, "" when it has not been. */
const char *choosing_text(const struct choosing *choosing, const char *name);
/* The number chosen, otherwise when it has not been. */
int choosing_number(const struct choosing *choosing, const char *name, int otherwise);
/* Is it about this argument of this act? name NULL: the act itself. */
bool choosing_is(const struct choosing *choosing, const char *row, const char *name);

#endif
