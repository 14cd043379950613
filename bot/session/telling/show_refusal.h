/* Why something was not done, told to who tried. */
#ifndef SHOW_REFUSAL_H
#define SHOW_REFUSAL_H

struct move;
struct doc;
struct handling;

/* Why not, privately; scratch.out has the refusal. */
void show_refusal(struct handling *handling);
/* The same for a warning that can be insisted on: with a button that does. */
void show_warning(struct handling *handling, const struct move *move);

/* The same, with what is possible instead behind it. */
void show_refusal_with(struct handling *handling, const struct doc *more);

#endif
