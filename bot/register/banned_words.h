/* Banned words, which a host wants to see in nothing the house passes on for people: said in the
 * house's own name they would get past every filter that a server has. A file of plain words, a
 * line each; after a line "[discord/123]" they count in that server or room alone. */
#ifndef BANNED_WORDS_H
#define BANNED_WORDS_H

#include <stdbool.h>

#include "fault.h"

struct banned_words;

enum { BANNED_WORDS_FILE_BYTES_MAX = 1 << 20, BANNED_WORDS_MAX = 20000 };

/* Reads the file; "" is no words at all. NULL with a fault that names the file, and the line where
 * there is one. */
struct banned_words *banned_words_read(const char *path, struct fault *fault);
void banned_words_free(struct banned_words **banned_words);
/* Stands one of the words in the text, as whole words, whatever their case or width? server may be
 * NULL; text is UTF-8. */
bool banned_words_has(const struct banned_words *banned_words, const char *adapter,
                      const char *server, const char *room, const char *text);

#endif
