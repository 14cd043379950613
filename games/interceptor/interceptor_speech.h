/* What house players of Interceptor say: sentences that carry a signal and look like those that
 * carry none, out of the words that their language has for it ("player.interceptor.…"). A book that
 * lacks any section of those says nothing. */
#ifndef INTERCEPTOR_SPEECH_H
#define INTERCEPTOR_SPEECH_H

#include "interceptor_signal.h"
#include "player.h"
#include "rng.h"

enum { SPEECH_BYTES_MAX = 600 };

/* Voices: a section "VOICE_opener", "VOICE_closer", "VOICE_aside", "VOICE_face" or "VOICE_mark" is
 * used half of the time in place of the one for all. voice may be NULL; what a language lacks of
 * them is said as all say it. */

/* Two signals that may be agreed on anywhere: kinds and values that its own sentences have anyway.
 * False when the book has none. */
bool speech_choose_signals(struct rng *rng, const struct player_book *book, const char *voice,
                           struct interceptor_signal signal[SYMBOLS]);
/* Can the house say something that carries this signal, in a message alone? */
bool speech_can(const struct interceptor_signal *signal);
/* Writes a message that carries need and not other and names no symbol. False when none was found:
 * no sentence can, or it takes a signal that a message does not carry. */
bool speech_write(struct rng *rng, const struct player_book *book, const char *voice,
                  const struct interceptor_signal *need, const struct interceptor_signal *other,
                  char text[SPEECH_BYTES_MAX]);

#endif
