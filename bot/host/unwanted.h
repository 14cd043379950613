/* Words that a host wants to see in nothing the house passes on for people: said in the house's own
 * name they would get past every filter that a server has. A file of plain words, a line each;
 * after a line "[discord/123]" they count in that server or room alone. */
#ifndef UNWANTED_H
#define UNWANTED_H

#include <stdbool.h>

#include "fault.h"

struct unwanted;

enum { UNWANTED_FILE_BYTES_MAX = 1 << 20, UNWANTED_WORDS_MAX = 20000 };

/* Reads the file; "" is no words at all. NULL with a fault that names the file, and the line where
 * there is one. */
struct unwanted *unwanted_read(const char *path, struct fault *fault);
void unwanted_free(struct unwanted **unwanted);
/* Stands one of the words in the text, as whole words, whatever their case or width? server may be
 * NULL; text is UTF-8. */
bool unwanted_has(const struct unwanted *unwanted, const char *adapter, const char *server,
                  const char *room, const char *text);

#endif
