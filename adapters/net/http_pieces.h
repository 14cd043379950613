/* A queue of texts, each with room for the library's frame head in front. */
#ifndef HTTP_PIECES_H
#define HTTP_PIECES_H

#include <libwebsockets.h>

#include <stdbool.h>
#include <stddef.h>

struct http_piece {
    struct http_piece *next;
    size_t len;
    bool skipped; /* inward: was too long, only total is known */
    size_t total;
    unsigned char bytes[]; /* LWS_PRE, then the text and a zero */
};

struct http_pieces {
    struct http_piece *first;
    struct http_piece *last;
    unsigned count;
    size_t bytes;
};

/* Puts a copy at the end; text NULL: one that was too long and was skipped. */
void http_pieces_put(struct http_pieces *pieces, const char *text, size_t len);
void http_pieces_drop(struct http_pieces *pieces);
void http_pieces_clear(struct http_pieces *pieces);

#endif
