/* First in, first out. */
#include "http_pieces.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "ws_frame.h"

static struct http_piece *http_piece_add(struct http_pieces *pieces, size_t len)
{
    struct http_piece *piece = heap_allocate(sizeof *piece + len + 1);
    piece->len = len;
    if (pieces->first == NULL) {
        pieces->first = piece;
    } else {
        pieces->last->next = piece;
    }
    pieces->last = piece;
    pieces->count++;
    pieces->bytes += len;
    return piece;
}

void http_pieces_put(struct http_pieces *pieces, const char *text, size_t len)
{
    struct http_piece *piece = http_piece_add(pieces, text != NULL ? len : 0);
    piece->total = len;
    piece->skipped = text == NULL;
    if (piece->len > 0) {
        memcpy(piece->bytes, text, len);
    }
}

void http_pieces_behind(struct http_pieces *pieces, size_t front, const char *text, size_t len)
{
    struct http_piece *piece = http_piece_add(pieces, front + len);
    if (len > 0) {
        memcpy(piece->bytes + front, text, len);
    }
}

void http_pieces_frame(struct http_pieces *pieces, unsigned opcode, const char *text, size_t len)
{
    unsigned char head[WS_HEAD_BYTES_MAX];
    size_t head_len = ws_frame_head(head, opcode, len);
    struct http_piece *piece = http_piece_add(pieces, head_len + len);
    memcpy(piece->bytes, head, head_len);
    if (len > 0) {
        memcpy(piece->bytes + head_len, text, len);
    }
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
