/* Growing text with a mandatory maximum. */
#ifndef BUF_H
#define BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
    char *text; /* always zero-terminated after the first write; NULL before */
    size_t len;
    size_t size;
    size_t max; /* bytes of text at the most */
    bool full;  /* something did not fit and was left out */
};

void buf_init(struct buf *buf, size_t max);
void buf_deinit(struct buf *buf);
void buf_clear(struct buf *buf);
void buf_add(struct buf *buf, const char *text, size_t len);
void buf_text(struct buf *buf, const char *text);
/* Text as HTML and XML take it, in what they show and between quotes. */
void buf_markup(struct buf *buf, const char *text);
void buf_number(struct buf *buf, int64_t number);

#endif
