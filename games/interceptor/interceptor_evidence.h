/* What a text carries, on normalised text; shared by the files about signals. */
#ifndef INTERCEPTOR_EVIDENCE_H
#define INTERCEPTOR_EVIDENCE_H

#include "interceptor_signal.h"

/* How many tokens a text has. */
int evidence_tokens(const struct text *text);
/* The same tokens in the same order, and at least one. */
bool evidence_same_tokens(const struct text *a, const struct text *b);
/* Does the normalised text carry the signal? Only for kinds that text alone can carry, and not for
 * SIGNAL_CAPS, which needs the case. */
bool evidence_text_carries(const struct interceptor_signal *signal, const struct text *text);

#endif
