/* Documents as JSON: what an outbox row keeps and an adapter renders (README.md has the shape). */
#ifndef DOC_JSON_H
#define DOC_JSON_H

#include "buf.h"
#include "doc.h"

/* Who people are, for mentions: by seat of the table that the document speaks of. */
struct doc_json_people {
    /* Internal id of who sits there (SEAT_MODERATOR: of the referee), 0 nobody. account_r gets how
     * the adapter that will send the document calls them, NULL where it cannot reach them. */
    uint64_t (*person)(const void *context, int seat, const char **account_r);
    const void *context;
};

struct doc_json_head {
    const char *kind; /* "board" "lines" "call" "card" "private" "answer" "form" "over" "say";
                       * form: an answer that asks for what is missing; over: one that
                       * takes the place of what was pressed, whose time is over */
    uint64_t table;   /* 0 none */
    uint32_t number;
};

/* Writes doc as one JSON object. buf->full when it did not fit, and the text is then no JSON. */
void doc_json_write(const struct doc *doc, const struct doc_json_head *head,
                    const struct doc_json_people *people, struct buf *buf);

/* The document that a text of doc_json_write describes, in the arena; NULL when it is none.
 * Mentions keep person and lose their seat. */
struct doc *doc_json_read(struct arena *arena, const char *json, size_t len);

#endif
