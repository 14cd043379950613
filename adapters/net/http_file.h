/* Bytes that are the same for everybody and served again and again: as they are, and packed (gzip)
 * for whoever takes that. Each form has a tag of its own, so that a browser asks with each visit
 * and gets the bytes only when they have changed. Nothing that holds a secret may be one: packed
 * beside what somebody else chose, its length would tell of it. */
#ifndef HTTP_FILE_H
#define HTTP_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct http_request;

enum { HTTP_TAG_BYTES = 48 };

/* Zeroed: none yet. */
struct http_file {
    const char *type; /* NULL: not made */
    const char *bytes;
    size_t len;
    char tag[HTTP_TAG_BYTES];
    char *packed; /* NULL: it would hardly be shorter */
    size_t packed_len;
    char packed_tag[HTTP_TAG_BYTES];
};

/* bytes have to live as long as it; made anew when it was made before. */
void http_file_make(struct http_file *file, const char *type, const char *bytes, size_t len);
void http_file_free(struct http_file *file);
/* 200 in the form that is taken, or 304. */
void http_file_answer(const struct http_request **request, const struct http_file *file);

/* What the name says that it is. */
const char *http_file_type(const char *name);
/* Does Accept-Encoding take gzip? */
bool http_file_takes_packed(const char *accept);

#endif
