/* What a document is about: its kind, and the table that it speaks of. */
#ifndef DOC_HEAD_H
#define DOC_HEAD_H

#include <stdint.h>

enum doc_kind {
    DOC_NO_KIND, /* an adapter's own, or of a kind that is not known any more */
    DOC_BOARD,
    DOC_LINES, /* what all read of a step */
    DOC_CALL,  /* calls, in the room, those whom no private message reaches */
    DOC_CARD,
    DOC_PRIVATE,
    DOC_ANSWER,
    DOC_FORM,    /* an answer that asks for what is missing */
    DOC_OVER,    /* an answer that takes the place of what was pressed, whose time is over */
    DOC_CONSOLE, /* an answer with a host's console: it takes the place of the one before */
    DOC_SAY      /* a sentence of the house */
};

struct doc_head {
    enum doc_kind kind;
    uint64_t table; /* 0 none */
    uint32_t number;
};

#endif
