/* The last message that a table's room got of it: what follows closely is told by an edit of that
 * ("Ben answers Ana", under Ana's question), so that a game is as many messages as it has events
 * worth one. A restart forgets it: then what follows is a message of its own. */
#ifndef LINES_H
#define LINES_H

enum { LINES_FRESH_MS = 5 * 60 * 1000 /* later nobody would see an edit */ };

struct doc;
struct handling;
struct view;

/* Tells the room what a step's events say (doc, of compose_lines): as a message, or as more of the
 * last one. view is the crowd's. */
void lines_put(struct handling *handling, const struct view *view, const struct doc *doc);

#endif
