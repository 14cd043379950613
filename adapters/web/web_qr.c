/* A link as a QR code: one path of squares, dark on light, with the quiet border it needs. */
#include <qrencode.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "heap.h"
#include "web_private.h"

enum { WEB_QR_BORDER = 4, WEB_QR_SVG_BYTES_MAX = 256 * 1024 };

static void web_qr_square(struct buf *buf, int x, int y)
{
    buf_text(buf, "M");
    buf_number(buf, x + WEB_QR_BORDER);
    buf_text(buf, " ");
    buf_number(buf, y + WEB_QR_BORDER);
    buf_text(buf, "h1v1h-1z");
}

char *web_qr_svg(const char *text)
{
    struct buf buf;
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (code == NULL) {
        return NULL;
    }
    int side = code->width + 2 * WEB_QR_BORDER;
    buf_init(&buf, WEB_QR_SVG_BYTES_MAX);
    buf_text(&buf, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    buf_number(&buf, side);
    buf_text(&buf, " ");
    buf_number(&buf, side);
    buf_text(&buf, "\" shape-rendering=\"crispEdges\"><rect width=\"100%\" height=\"100%\" "
                   "fill=\"#fff\"/><path fill=\"#000\" d=\"");
    for (int y = 0; y < code->width; y++) {
        for (int x = 0; x < code->width; x++) {
            if ((code->data[y * code->width + x] & 1) != 0) {
                web_qr_square(&buf, x, y);
            }
        }
    }
    buf_text(&buf, "\"/></svg>");
    QRcode_free(code);
    char *svg = buf.full ? NULL : heap_text(buf.text, buf.len);
    buf_deinit(&buf);
    return svg;
}
