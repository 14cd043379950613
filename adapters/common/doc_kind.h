/* The kind of a document of the house, without reading it: doc_json.h writes it first. */
#ifndef DOC_KIND_H
#define DOC_KIND_H

#include <stdbool.h>

/* doc: as JSON; NULL is of no kind. */
bool doc_kind_is(const char *doc, const char *kind);

#endif
