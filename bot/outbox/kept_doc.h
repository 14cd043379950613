/* A document that outlives the event it was composed for: one block of memory that is never
 * changed, shared by those who keep it (a row of the outbox, the table whose last line it is). */
#ifndef KEPT_DOC_H
#define KEPT_DOC_H

#include "doc.h"
#include "doc_head.h"
#include "doc_people.h"

enum { KEPT_DOC_BYTES_MAX = 512 * 1024 };

struct kept_doc {
    unsigned uses;
    struct doc_head head;
    struct doc doc; /* its arena is NULL: nothing can be added to it */
};

/* A copy of doc, whose mentions name people from here on (people may be NULL); NULL where it is
 * too long to be kept. */
struct kept_doc *kept_doc_new(const struct doc *doc, const struct doc_head *head,
                              const struct doc_people *people);
/* The blocks of second behind those of first, under first's head; panels are left out. NULL as
 * above. */
struct kept_doc *kept_doc_join(const struct kept_doc *first, const struct kept_doc *second);
/* The document that a text of doc_json.h describes; NULL where it describes none. */
struct kept_doc *kept_doc_read(const char *json, size_t len);
/* One more keeps it; NULL is kept as NULL. */
struct kept_doc *kept_doc_share(struct kept_doc *kept);
/* One less: it is freed after the last. Sets *kept to NULL. */
void kept_doc_let_go(struct kept_doc **kept);

#endif
