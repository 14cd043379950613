/* A hash by which it is told whether a message that stands says the same as a new document. */
#ifndef DOC_HASH_H
#define DOC_HASH_H

#include "doc.h"
#include "doc_head.h"
#include "doc_people.h"

/* Of all that a reader may be shown; never 0. key: of a map (map.h), secret. */
uint64_t doc_hash(const struct doc *doc, const struct doc_head *head,
                  const struct doc_people *people, const uint64_t key[2]);

#endif
