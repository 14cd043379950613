/* Who may read the document of a send. What everybody in a room may read and what one person may
 * read are types of their own from the moment it comes out of the outbox: each adapter makes of
 * them shapes and bodies that only its private functions take, so that a secret handed to a
 * function that posts in a room does not compile. */
#ifndef DOC_AUDIENCE_H
#define DOC_AUDIENCE_H

#include "adapter.h"
#include "arena.h"

struct public_doc {
    const struct doc *doc;
};
struct secret_doc {
    const struct doc *doc;
};

/* The document of a send, to be shaped in the arena. False when there is none, or when the send is
 * not of that kind: posts, edits, relayed lines and redactions are public, private messages and
 * answers are secret. */
bool public_doc_of(struct arena *arena, const struct sending *sending, struct public_doc *doc);
bool secret_doc_of(struct arena *arena, const struct sending *sending, struct secret_doc *doc);

#endif
