/* What the suites of show share: an arena, facts to fill, the English words from the tree. */
#ifndef SHOW_KIT_H
#define SHOW_KIT_H

#include "catalogue.h"
#include "doc.h"
#include "value_tree.h"
#include "view.h"

extern struct arena *kit_arena;

/* A fixture: sets the arena up and takes it down. */
void kit_setup(void);
void kit_teardown(void);

/* Facts with room, empty, valid until the next call with the same n (0 to 3). */
struct value_tree *kit_facts(unsigned n);
/* Facts read from JSON, ' standing for "; every string in it is a text of a person. */
struct value_tree *kit_json(unsigned n, const char *json);

/* Makes terms of all strings that no person wrote. */
void kit_terms(struct value_tree *facts);
/* A view out of JSON: strings are terms, those of people (name, text, say, value, …) texts. Two
 * views at most live at once: n is 0 or 1. */
const struct view *kit_view(unsigned n, const char *json);

/* A whole file of the tree, zero-terminated, to be freed; fails the test when it is not there. */
char *kit_file(const char *path, size_t *len_r);
/* The same of a language ("en.ini"), with the words of all games. */
char *kit_language_file(const char *name, size_t *len_r);
/* Compares text with the file tests/golden/show/NAME; UPDATE_GOLDEN=1 rewrites it. */
void kit_golden(const char *name, const char *text);

/* The built-in English, read once a test. */
const struct catalogue *kit_english(void);
/* A catalogue of these lines after "language = en"; fails the test when they are wrong. */
const struct catalogue *kit_catalogue(const char *lines);
/* Names for seats: Ana, Ben, Cy, Dee. */
const struct catalogue_names *kit_names(void);

#endif
