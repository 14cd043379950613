/* All verbs, and the index of their words. */
#ifndef COMMAND_INDEX_H
#define COMMAND_INDEX_H

#include "command_private.h"

enum { VERBS_MAX = 160, VERB_WORDS_MAX = ACTION_ALIASES_MAX + 3 };

/* One after another: questions, what every table has, then games, those of tables first. */
struct verb_list {
    size_t count;
    struct verb verb[VERBS_MAX];
};

void verbs_all(const struct reading *reading, struct verb_list *list);
/* The lists of words, some NULL, that name a verb as its name does. Returns how many. */
unsigned verbs_words(const struct reading *reading, const struct verb *verb,
                     const char *words[VERB_WORDS_MAX]);
/* What verbs_find would find exactly, by the index of the words; false when there is none, it
 * cannot tell, or finds nothing. */
bool command_index_find(const struct reading *reading, const char *folded, struct verbs *verbs);

#endif
