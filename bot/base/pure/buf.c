/* Growing text. What does not fit into the maximum is left out whole, and said so by full. */
#include "buf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BUF_FIRST_BYTES = 256 };

void buf_init(struct buf *buf, size_t max)
{
    memset(buf, 0, sizeof *buf);
    buf->max = max;
}

void buf_deinit(struct buf *buf)
{
    free(buf->text);
    buf_init(buf, buf->max);
}

void buf_clear(struct buf *buf)
{
    buf->len = 0;
    buf->full = false;
    if (buf->text != NULL) {
        buf->text[0] = '\0';
    }
}

/* Room for len bytes and the zero behind them. */
static void buf_grow(struct buf *buf, size_t len)
{
    size_t need = buf->len + len + 1;
    if (need <= buf->size) {
        return;
    }
    size_t size = buf->size == 0 ? BUF_FIRST_BYTES : buf->size;
    while (size < need) {
        size *= 2;
    }
    buf->text = realloc(buf->text, size);
    if (buf->text == NULL) {
        abort();
    }
    buf->size = size;
}

void buf_add(struct buf *buf, const char *text, size_t len)
{
    assert(buf->len <= buf->max);
    bool fits = len <= buf->max - buf->len;
    if (!fits) {
        buf->full = true;
        len = 0;
    }
    buf_grow(buf, len);
    if (len > 0) {
        memcpy(buf->text + buf->len, text, len);
    }
    buf->len += len;
    buf->text[buf->len] = '\0';
}

void buf_text(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_markup(struct buf *buf, const char *text)
{
    static const char signs[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (;;) {
        size_t plain = strcspn(text, signs);
        buf_add(buf, text, plain);
        text += plain;
        if (*text == '\0') {
            return;
        }
        buf_text(buf, entities[strchr(signs, *text) - signs]);
        text++;
    }
}

void buf_number(struct buf *buf, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    buf_add(buf, digits + at, sizeof digits - at);
}
