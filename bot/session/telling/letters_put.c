#include "letters_put.h"

#include "commit.h"
#include "house_private.h"

void letters_put(struct commit *commit, unsigned part, const char *kind, const char *key,
                 const char *text)
{
    const struct store_row row = {.sub = part, .key = key, .extra = kind, .text = text};
    commit_put(commit, STORE_LETTER, &row);
}

void letters_put_all(struct commit *commit, const char *kind, const char *key, const char *text)
{
    const struct house_setup *setup = &commit->house->setup;
    for (unsigned part = 0; part < setup->parts && setup->parts > 1; part++) {
        if (part != setup->part) {
            letters_put(commit, part, kind, key, text);
        }
    }
}
