/* Pieces of what somebody wrote: words, quotes, what stands around them. */
#ifndef COMMAND_SPAN_H
#define COMMAND_SPAN_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of what somebody wrote, not zero-terminated. */
struct span {
    const char *at;
    size_t len;
};

enum { FOLD_BYTES = 200 };

bool span_is_blank(char c);
struct span span_of(const char *text);
struct span span_trim(struct span span);
/* Takes the next word, or what stands in quotes, off the front; len 0 when nothing is left. */
struct span span_take(struct span *rest);
/* The text between one pair of quotes of any shape that begins at the front; false without one.
 * after_r is what follows the closing quote. */
bool span_quoted(struct span span, struct span *inside_r, struct span *after_r);
/* norm(t) of rulebook 0.5 as UTF-8, '-' as '_'; false when it is not UTF-8 or too long. */
bool span_fold(struct span span, char folded[FOLD_BYTES]);
bool span_fold_is(struct span span, const char *word);
/* Is the folded word among the words of a list that is separated by spaces? */
bool fold_in_list(const char *folded, const char *list);
#endif
