/* What Matrix shows, as people read it: messages out of their content, and the words that they
 * offer, with what is to be filled in. */
#ifndef MATRIX_READ_H
#define MATRIX_READ_H

#include <cjson/cJSON.h>

#include "press.h"

/* The words and what they offer, out of a content, in the place of what was there. Reactions
 * stay. */
void press_words_read(struct press_message *message, const cJSON *content);
/* A reaction that somebody of the house put there, by what the text says of it. */
void press_words_key(struct press_message *message, const char *key);
/* The same, when it was taken back. */
void press_words_unkey(struct press_message *message, const char *key);
/* What has to be filled in before such words can be said; false: nothing. */
bool press_words_form(const struct press_message *message, const struct press_control *control,
                      struct press_form *form);
/* The words with all filled in. */
void press_words_say(const struct press_control *control, const struct press_act *act,
                     char text[PRESS_TEXT_BYTES]);

#endif
