/* Forms in which clues, keywords and places are compared (rulebook 2.5). They depend on the Unicode
 * tables of a version, so they are used for moves heard live and for the deal only. */
#ifndef TEXT_FORM_H
#define TEXT_FORM_H

#include "text.h"

/* norm(t) without diacritics. False, with the text empty, when it is not UTF-8 or too long. */
bool form_plain(const char *utf8, struct text *plain);
/* cn(c): the plain form with hyphens, apostrophes, punctuation and symbols as single spaces, emoji
 * kept, without one leading article if anything follows it. */
bool form_compared(const char *utf8, struct text *compared);
bool form_same(const struct text *a, const struct text *b);
/* The next word of a compared form. */
bool form_next_word(const struct text *compared, int *at, struct text_span *word_r);
/* Equal, or one is the other with s or es added. */
bool form_same_word(const struct text *a, struct text_span in_a, const struct text *b,
                    struct text_span in_b);
/* The same word by word, each with or without s or es. */
bool form_inflected(const struct text *a, const struct text *b);
/* How many letters a text has, whatever else is in it. */
int form_letters(const struct text *text);
/* Is it one letter and nothing else? A Han character or a
 * Hangul syllable is a word of its own. */
bool form_is_one_letter(const struct text *compared);
/* The value of a word that is a whole number: digits of any script, or one to twelve in words;
 * -1 when it is none. */
int form_number(const struct text *text, struct text_span word);
/* The value of a digit, -1 when it is none. */
int form_digit(int32_t point);
bool form_is_emoji(int32_t point);
/* Does it show anything that can be read: a letter or a digit? */
bool form_is_readable(int32_t point);

#endif
