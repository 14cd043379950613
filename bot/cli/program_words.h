/* Packs and languages of a running program: read at its start, and anew on SIGHUP. */
#ifndef PROGRAM_WORDS_H
#define PROGRAM_WORDS_H

#include "fault.h"

struct catalogue;
struct languages;
struct library;
struct settings;

/* Each line of text is an event of the log. */
void program_words_log(const char *event, char *text);

/* Reads the packs; with a mistake in any of them -1 and a fault, after each was said to the log. */
int program_packs_open(struct library **library, const struct settings *settings,
                       struct fault *fault);
/* Reads them anew; with a mistake in any of them those there were stay, and it is said why. */
void program_packs_reload(struct library *library, const struct settings *settings);

/* Reads the languages. What each of them lacks is said once. -1 and a fault, as of packs. */
int program_words_open(struct languages **languages, const struct settings *settings,
                       struct fault *fault);
/* The language that the settings name; NULL, with a fault, when there is none of that tag. */
const struct catalogue *program_words(const struct languages *languages,
                                      const struct settings *settings, struct fault *fault);
/* The same after reading the host's own languages anew; with a mistake in any of them those there
 * were stay. */
const struct catalogue *program_words_reload(struct languages *languages,
                                             const struct settings *settings, struct fault *fault);

#endif
