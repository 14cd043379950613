/* Forms that a press may ask for, which has to be answered by the form itself and by nothing
 * before. Those of the last message about a table are kept; a press on an older one goes to the
 * house, whose answer brings the form, or says that the turn is over. What one person alone may see
 * is kept for them alone. */
#ifndef DISCORD_FORMS_H
#define DISCORD_FORMS_H

#include <stdint.h>

#include "entropy.h"

struct arena;
struct discord_forms;
struct doc;

/* Who is offered what: an account, or everybody in a channel; about a table, 0 none. */
struct discord_scope {
    const char *name;
    uint64_t table;
};

struct discord_forms *discord_forms_new(const struct entropy *entropy);
void discord_forms_free(struct discord_forms **forms);
/* The form of this control there as the data of a modal; NULL: none is kept. */
const char *discord_forms_at(const struct discord_forms *forms, const char *scope,
                             const char *control);
/* Keeps the forms of a document, in place of what was offered there about the table before. The
 * arena is for what is in between. */
void discord_forms_keep(struct discord_forms *forms, struct arena *arena,
                        const struct discord_scope *scope, const struct doc *doc);

#endif
