/* A queue of texts; outward as frames, ready for the wire. */
#ifndef HTTP_PIECES_H
#define HTTP_PIECES_H

#include <stdbool.h>
#include <stddef.h>

struct http_piece {
    struct http_piece *next;
    size_t len;
    size_t sent;  /* outward: what the system has taken */
    bool skipped; /* inward: was too long, only total is known */
    size_t total;
    char bytes[]; /* and a zero */
};

struct http_pieces {
    struct http_piece *first;
    struct http_piece *last;
    unsigned count;
    size_t bytes;
};

/* Puts a copy at the end; text NULL: one that was too long and was skipped. */
void http_pieces_put(struct http_pieces *pieces, const char *text, size_t len);
/* The same with so many free bytes in front, for a library that writes a head of its own there. */
void http_pieces_behind(struct http_pieces *pieces, size_t front, const char *text, size_t len);
/* The same as a frame of a WebSocket. */
void http_pieces_frame(struct http_pieces *pieces, unsigned opcode, const char *text, size_t len);
void http_pieces_drop(struct http_pieces *pieces);
void http_pieces_clear(struct http_pieces *pieces);

#endif
