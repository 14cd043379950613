/* People's words as code points: the normal form of rulebook 0.5, tokens, clusters, distance. All
 * of it depends on the Unicode tables of a version, so it is used for moves heard live only and
 * what it decides is written into the move. Nothing here allocates. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_POINTS_MAX = 6144 };

struct text {
    int count;
    int32_t point[TEXT_POINTS_MAX];
};

/* Part of a text: a token, a cluster. */
struct text_span {
    int start;
    int count;
};

/* How many code points; -1 when it is not UTF-8. Needs no tables. */
int text_count(const char *utf8);
/* norm(t) of rulebook 0.5. False, with the text empty, when it is not UTF-8 or does not fit. */
bool text_norm(const char *utf8, struct text *text);
/* The same without folding case. */
bool text_norm_cased(const char *utf8, struct text *text);

bool text_is_space(int32_t point);
bool text_is_letter(int32_t point);
bool text_is_capital(int32_t point);
bool text_is_digit(int32_t point);

/* The next token (letters and digits, joined by inner ' or -) at or after *at, which moves past
 * it. False when there is none. */
bool text_next_token(const struct text *text, int *at, struct text_span *token_r);
/* The next grapheme cluster, white space and controls left out. */
bool text_next_cluster(const struct text *text, int *at, struct text_span *cluster_r);
/* Is this cluster an emoji? */
bool text_is_emoji(const struct text *text, struct text_span cluster);
/* The text without white space at either end. */
struct text_span text_trimmed(const struct text *text);

bool text_span_equal(const struct text *a, struct text_span in_a, const struct text *b,
                     struct text_span in_b);
/* Is the span exactly this ASCII word? */
bool text_span_is(const struct text *text, struct text_span span, const char *ascii);
/* Letters to change, add or take away to make one of the other; at most 2 is told apart. */
int text_distance(const struct text *a, struct text_span in_a, const struct text *b,
                  struct text_span in_b);

#endif
