/* The form of one act: what it still lacks, with what was typed before in its fields. */
#ifndef SHOW_FORM_H
#define SHOW_FORM_H

#include <stdbool.h>

struct handling;
struct view;

/* The view of who acted with the offers of the act alone that the command names, in the
 * house's scratch view; NULL when it is not open to them. */
const struct view *show_form_view(const struct handling *handling);
/* Is it an act for a seat that fits none of them now? Then why not is in the house's outcome. */
bool show_form_closed(const struct handling *handling);
/* The same as a view after a refusal, when a form or a slash command was refused: what they typed
 * is kept; or when words name none of the choices of an act that has no button here. NULL after
 * anything else. */
const struct view *show_form_again(const struct handling *handling);

#endif
