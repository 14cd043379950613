/* A document for who wants plain messages: no pictures, no emoji, no time that counts down. */
#ifndef DOC_BARE_H
#define DOC_BARE_H

#include "doc.h"

/* The same in the document's arena; what people wrote stays as it is. NULL for NULL. */
const struct doc *doc_bare(const struct doc *doc);

#endif
