/* First in, first out. */
#include "http_pieces.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void http_pieces_put(struct http_pieces *pieces, const char *text, size_t len)
{
    size_t kept = text != NULL ? len : 0;
    struct http_piece *piece = calloc(1, sizeof *piece + LWS_PRE + kept + 1);
    if (piece == NULL) {
        abort();
    }
    piece->len = kept;
    piece->total = len;
    piece->skipped = text == NULL;
    if (kept > 0) {
        memcpy(piece->bytes + LWS_PRE, text, kept);
    }
    if (pieces->first == NULL) {
        pieces->first = piece;
    } else {
        pieces->last->next = piece;
    }
    pieces->last = piece;
    pieces->count++;
    pieces->bytes += kept;
}

void http_pieces_drop(struct http_pieces *pieces)
{
    struct http_piece *piece = pieces->first;
    assert(piece != NULL);
    pieces->first = piece->next;
    pieces->count--;
    pieces->bytes -= piece->len;
    free(piece);
}

void http_pieces_clear(struct http_pieces *pieces)
{
    while (pieces->first != NULL) {
        http_pieces_drop(pieces);
    }
}
