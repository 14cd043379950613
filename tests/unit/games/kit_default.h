/* What is owed says what time will do: checked by letting it happen on a copy. */
#ifndef KIT_DEFAULT_H
#define KIT_DEFAULT_H

#include "rules.h"

/* Every owed thing whose deadline comes next: a tick past it must do just what its default says,
 * and a reminder where there is none; a moderator's skip must do the same, told the same. One
 * without a deadline must have no default. Fails the test; the state is left as it is. */
void kit_ck_defaults(const struct game_def *game, const void *state);

#endif
