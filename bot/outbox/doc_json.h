/* Documents as JSON: how they lie on the disk, and what the page of the playground reads. */
#ifndef DOC_JSON_H
#define DOC_JSON_H

#include "buf.h"
#include "doc.h"
#include "doc_head.h"

/* Writes doc as one JSON object without line breaks. buf->full when it did not fit, and the text is
 * then no JSON. */
void doc_json_write(const struct doc *doc, const struct doc_head *head, struct buf *buf);
/* The same as a text that the caller frees. */
char *doc_json_text(const struct doc *doc, const struct doc_head *head);

/* The document that such a text describes, in the arena, and its head (head_r may be NULL); NULL
 * when it is none. Mentions keep person and account and have no seat. */
struct doc *doc_json_read(struct arena *arena, const char *json, size_t len,
                          struct doc_head *head_r);

#endif
