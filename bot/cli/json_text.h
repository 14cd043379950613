/* JSON as strict as RFC 8259 has it, which cJSON alone is not: looked through before it is parsed.
 */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <stddef.h>

enum { JSON_TEXT_DEPTH_MAX = 16 };

/* What is wrong with a text that should be one JSON value: a sentence, or NULL when nothing is. It
 * must be UTF-8 without control characters, zero bytes (also as \u0000) or halves of a pair, nested
 * at most JSON_TEXT_DEPTH_MAX deep, with white space at most around it. text[len] is a zero. */
const char *json_text_problem(const char *text, size_t len);

#endif
