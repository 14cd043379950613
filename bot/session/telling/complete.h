/* What somebody may be typing: the values an argument could have, out of their own view alone. */
#ifndef COMPLETE_H
#define COMPLETE_H

#include "adapter.h"

enum { COMPLETIONS_MAX = 25 };

struct completion {
    const char *value;
    const char *label;
};

/* asked: who, where, the command and the arguments so far; argument: the one being typed, with
 * typed of it. Returns how many were written into choices (at most COMPLETIONS_MAX), which live
 * until the house is called again. Tables that are not in memory offer nothing. */
size_t house_complete(struct house *house, struct adapter *adapter, const struct inbound *asked,
                      const char *argument, const char *typed,
                      struct completion choices[COMPLETIONS_MAX]);

#endif
