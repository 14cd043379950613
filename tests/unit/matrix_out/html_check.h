/* The allowed subset of HTML, as strictly as the adapter writes it: for tests and fuzzers. */
#ifndef HTML_CHECK_H
#define HTML_CHECK_H

#include "buf.h"

/* NULL: every tag is of the subset, closed where it was opened, with no attribute but a link to
 * matrix.to or a spoiler; else what is wrong. shown gets the text that it shows, <br> as a line
 * break. */
const char *html_wrong(const char *html, size_t len, struct buf *shown);

#endif
