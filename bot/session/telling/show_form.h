/* The form of one act: what it still lacks, with what was typed before in its fields. */
#ifndef SHOW_FORM_H
#define SHOW_FORM_H

struct handling;
struct view;

/* The view of who acted with the offers of the act alone that the command names, in the
 * house's scratch view; NULL when it is not open to them. */
const struct view *show_form_view(const struct handling *handling);
/* The same after a refusal, when a form or a slash command was refused: what they typed is kept.
 * NULL after anything else. */
const struct view *show_form_again(const struct handling *handling);

#endif
