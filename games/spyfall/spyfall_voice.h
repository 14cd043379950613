/* How a house player talks: sections of the book that a voice has to itself. "[*>VOICE]" are
 * lead-ins, sentences of their own before an answer ("answer:") or a question ("ask:"); "[*!VOICE]"
 * turns a question away. A book without them says it as all do. */
#ifndef SPYFALL_VOICE_H
#define SPYFALL_VOICE_H

#include <stddef.h>

#include "player.h"
#include "rng.h"
#include "spyfall_said.h"

enum { VOICE_TEXT_BYTES = 1024 };

/* Who speaks. */
struct voice {
    const struct player_book *book;
    const char *name; /* NULL or "": as all do */
    const struct said *said;
    struct rng *rng;
};

/* What the voice turns a question away with; NULL where it has nothing of its own. */
const struct player_entry *voice_away(const struct player_book *book, const char *name);
/* The text, now and then behind a lead-in (tag: "answer", "ask") that was not said yet, in out. */
const char *voice_say(const struct voice *voice, const char *tag, const char *text,
                      char out[VOICE_TEXT_BYTES]);
/* The bytes of the lead-in, of any voice, that the text begins with, and the blank behind it; 0:
 * none. */
size_t voice_lead(const struct player_book *book, const char *text);

#endif
