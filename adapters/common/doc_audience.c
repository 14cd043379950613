#include "doc_audience.h"

#include "doc.h"

static bool is_public(enum send_kind kind)
{
    return kind == SEND_POST || kind == SEND_EDIT || kind == SEND_RELAY || kind == SEND_REDACT;
}

/* As it is, but what it is shaped into goes into this arena. */
static const struct doc *doc_in(struct arena *arena, const struct doc *doc)
{
    struct doc *shaped = arena_spare(arena, sizeof *shaped);
    *shaped = *doc;
    shaped->arena = arena;
    return shaped;
}

bool public_doc_of(struct arena *arena, const struct sending *sending, struct public_doc *doc)
{
    bool there = sending->doc != NULL && is_public(sending->kind);
    doc->doc = there ? doc_in(arena, sending->doc) : NULL;
    return there;
}

bool secret_doc_of(struct arena *arena, const struct sending *sending, struct secret_doc *doc)
{
    bool there = sending->doc != NULL && !is_public(sending->kind);
    doc->doc = there ? doc_in(arena, sending->doc) : NULL;
    return there;
}
