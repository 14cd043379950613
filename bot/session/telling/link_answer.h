/* Somebody says that several accounts are theirs (linked.h): a code, a yes with each of them, and
 * how they are parted again. */
#ifndef LINK_ANSWER_H
#define LINK_ANSWER_H

#include <stdbool.h>

#include "command.h"
#include "compose.h"

struct doc;
struct handling;
struct inbound;

/* Answers `link` and `unlink` with what was said behind them; false: it is another question. */
bool link_answer(struct handling *handling, enum command_question question);
/* The other account of a link that is agreed to by these words behind `link`, "adapter/account";
 * NULL: they say no such thing. */
const char *link_other(const struct handling *handling, const char *said);
/* The accounts of who asks, a line each, where there are several. */
void link_list(const struct handling *handling, const struct compose *compose, struct doc *doc);
/* A button for `link`, at the end of an answer. */
void link_offer(const struct handling *handling, struct doc *doc);
/* Does it say what may be a code? It is then written nowhere, and is about no table. */
bool link_is_said(const struct inbound *inbound);

#endif
