/* The head of a request, as RFC 9110 and RFC 9112 want it: lines end with CR LF, nothing stands
 * between a name and its colon, no line is continued by the next. What is written otherwise is
 * refused and never guessed at, since a proxy in front may have guessed differently. Pure. */
#ifndef HTTP_HEAD_H
#define HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_HEAD_BYTES_MAX = 8192, HTTP_FIELDS_MAX = 64 };

struct http_field {
    const char *name; /* in small letters */
    const char *value;
};

/* Texts point into the bytes that it was read from. */
struct http_head {
    const char *method;
    char *path;       /* percent-decoded, without the query */
    const char *host; /* of the target, or of the field Host; "" without */
    unsigned minor;   /* of HTTP/1.minor */
    struct http_field fields[HTTP_FIELDS_MAX];
    unsigned field_count;
};

/* Looks for the end of the head in bytes, of which the first *scanned need not be searched again.
 * Above 0: the head's length; 0: more must come; -1: it is malformed already. */
long http_head_end(const char *bytes, size_t len, size_t *scanned);
/* The same of what has come so far of one connection, within HTTP_HEAD_BYTES_MAX, with an empty
 * line before it or not. Below 0: the status to refuse it with, times -1. */
long http_head_gathered(const char *bytes, size_t len, size_t *scanned);
/* Reads a head of this length, in place. 0, or the status to refuse it with. */
int http_head_read(struct http_head *head, char *bytes, size_t len);
/* The first value of a field, "" when it was not sent; name in small letters. */
const char *http_head_value(const struct http_head *head, const char *name);
/* All values of a field with commas between, as far as they fit; how many lines there were. */
unsigned http_head_join(const struct http_head *head, const char *name, char *text, size_t size);
/* Is word one of the words of a list with commas between? Letters count alike. */
bool http_list_has(const char *list, const char *word);

#endif
