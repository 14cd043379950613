/* The languages there are: those that are built in, and those of a host's own folder, a file
 * "TAG.ini" each (config/languages/README.md). One of one's own with the tag of one that is built
 * in stands in for it; what a file does not say is said in English. */
#ifndef LANGUAGES_H
#define LANGUAGES_H

#include "buf.h"
#include "catalogue.h"

enum { LANGUAGES_MAX = 64, LANGUAGES_TAG_BYTES = 36, LANGUAGES_TOLD_MAX = 65536 };

struct languages;

/* With what is built in. NULL, with a fault, when that has mistakes. languages_free() it. */
struct languages *languages_open(struct fault *fault);
void languages_free(struct languages **of);
/* Takes all languages of a folder in place of those it had of one; "" is no folder. When there is a
 * mistake in any of them, each is told as "FILE:LINE: what", everything stays as it was, and the
 * answer is -1. Catalogues that were given out before stay until languages_free(). */
int languages_read(struct languages *all, const char *folder, struct buf *told);
/* The catalogue of a language by its tag ("en-GB" falls back to "en"); NULL: there is none. */
const struct catalogue *languages_find(const struct languages *all, const char *tag);
/* The n-th language, by its place; NULL past the last. */
const struct catalogue *languages_at(const struct languages *all, size_t n);

/* The catalogue of a language that is built in, for who needs no other. NULL, with a fault, when it
 * is not built in or its file has mistakes. catalogue_free() it. */
struct catalogue *languages_new(const char *tag, struct fault *fault);

#endif
