/* Sealing what is stored: AES-256-SIV (RFC 5297), which needs no nonce: the same text at the same
 * place seals to the same bytes, so nothing goes wrong where a copy is put back and counts begin
 * again. A sealed text opens only at its place, under its key, unchanged. */
#ifndef SEAL_H
#define SEAL_H

#include "buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEAL_KEY_HEX = 64, SEAL_ID_BYTES = 4, SEAL_ID_HEX = SEAL_ID_BYTES * 2 + 1 };

/* The process' keys, each as 64 hex digits, "" none: the one that seals, and the one of before that
 * opens. Before any store is opened. False where one is no key. */
bool seal_use(const char *key, const char *old_key);
/* Wipes them. */
void seal_forget(void);
/* Is there a key that seals? Its id, as hex; "" none. */
bool seal_seals(void);
void seal_id(char id[SEAL_ID_HEX]);
/* Can this id's texts be opened? */
bool seal_knows(const char *id);

/* Where a text lies. Built of a kind and then its parts, in one order for ever. */
struct seal_place {
    uint8_t bytes[512];
    size_t len;
};
void seal_place(struct seal_place *place, const char *kind);
void seal_place_number(struct seal_place *place, int64_t number);
void seal_place_text(struct seal_place *place, const char *text, size_t len);

/* Adds the sealed form of a text, which is not empty, to out. There is a key. */
void seal_close(const struct seal_place *place, const void *text, size_t len, struct buf *out);
/* Is it a sealed form at all? */
bool seal_is(const void *sealed, size_t size);

enum seal_opened {
    SEAL_OPENED,
    SEAL_NO_KEY, /* it was sealed by a key that is not here */
    SEAL_BROKEN  /* it is not as it was written, or from elsewhere */
};
/* Adds the text to out. */
enum seal_opened seal_open(const struct seal_place *place, const void *sealed, size_t size,
                           struct buf *out);

#endif
