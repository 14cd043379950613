/* The words of one language: sentences with named arguments and CLDR plurals, words for terms,
 * aliases of verbs, rule words. One file a language (config/languages), passed in as a value. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "doc.h"
#include "fault.h"
#include "value_tree.h"

struct catalogue;

/* Reads a whole language file. Every mistake is told with its line, as many as one fault holds.
 * NULL on failure. */
struct catalogue *catalogue_new(const char *text, size_t len, struct fault *fault);
/* The same of a language that may lack sentences: they are said in those of base, which has to stay
 * as long. base may be NULL. */
struct catalogue *catalogue_new_over(const char *text, size_t len, const struct catalogue *base,
                                     struct fault *fault);
/* How many sentences of its base the file did not have. */
size_t catalogue_missing(const struct catalogue *catalogue);
void catalogue_free(struct catalogue **catalogue);
/* The same for a platform without buttons: where there is an entry "KEY.typed", that is said in
 * place of KEY. As long as the catalogue itself. */
const struct catalogue *catalogue_in_words(const struct catalogue *catalogue);
/* The language's tag: "en". */
const char *catalogue_language(const struct catalogue *catalogue);
/* The raw entry, or NULL. */
const char *catalogue_entry(const struct catalogue *catalogue, const char *key);
/* The raw entry called "a.b.c", NULL parts left out, or NULL. */
const char *catalogue_word(const struct catalogue *catalogue, const char *a, const char *b,
                           const char *c);
/* The word for a term ("documents" → "Documents"), or the term itself. */
const char *catalogue_term(const struct catalogue *catalogue, const char *term);
/* The emoji that stands beside a term's word ("documents" → "📄"), or NULL. */
const char *catalogue_symbol(const struct catalogue *catalogue, const char *term);
/* The n-th entry's key in alphabetical order; NULL past the last. */
const char *catalogue_key(const struct catalogue *catalogue, size_t n);

/* Who the names of seats are, for {seat} arguments. */
struct catalogue_names {
    const char *(*name)(const void *context, int seat); /* NULL or "": nobody sits there */
    /* Does the program play that seat, so that a mention would notify nobody? NULL: never. */
    bool (*house)(const void *context, int seat);
    const void *context;
};

/* What a sentence is written with. */
struct catalogue_args {
    const struct value_tree *facts;      /* NULL: no arguments */
    uint16_t index;                      /* the object they are members of; VALUE_NONE: top level */
    const struct catalogue_names *names; /* NULL: seats have no names */
};

/* Writes the sentence called key into a block: {name} shows an argument (text: inert; term: its
 * word; seat: the person's name; time: a moment), plurals as "{count, plural, one {# card} other {#
 * cards}}", **strong**, *emphasis*, `code`; all of it in config/languages/README.md. A key that is
 * not there shows itself. */
void catalogue_write(const struct catalogue *catalogue, struct doc *doc, struct block *block,
                     const char *key, const struct catalogue_args *args);
/* The same as plain text in the arena: labels of buttons, pictures. */
const char *catalogue_text(const struct catalogue *catalogue, struct arena *arena, const char *key,
                           const struct value_tree *facts, uint16_t index,
                           const struct catalogue_names *names);

#endif
