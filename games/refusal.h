/* Why a move was not made. A refused move changes nothing, and only who tried it is told. */
#ifndef REFUSAL_H
#define REFUSAL_H

enum refusal {
    REFUSAL_NONE, /* the move was made */
#define REFUSAL(id, name) REFUSAL_##id,
#include "refusal.def"
#undef REFUSAL
    REFUSAL_COUNT
};

/* The name on the headless runner ("not_your_turn"); the catalogue's key is "refusal." and it. */
const char *refusal_name(enum refusal refusal);

#endif
