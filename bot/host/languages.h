/* The languages that are built into the program. */
#ifndef LANGUAGES_H
#define LANGUAGES_H

#include "catalogue.h"

/* The catalogue of a language by its tag ("en", "en-GB" falls back to "en"). NULL, with a fault,
 * when it is not built in or its file has mistakes. catalogue_free() it. */
struct catalogue *languages_new(const char *tag, struct fault *fault);

#endif
