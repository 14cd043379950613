/* Signatures by Ed25519 (RFC 8032), checked alone: whoever asks over HTTP signs what it says. */
#ifndef ED25519_H
#define ED25519_H

#include <stdbool.h>
#include <stddef.h>

/* A text that names a key of 32 bytes, or a signature of 64, in hex. */
enum { ED25519_KEY_HEX = 64, ED25519_SIGNATURE_HEX = 128 };

/* Did the owner of the key sign the timestamp followed by the body, byte for byte as they came?
 * Texts may be anything, NULL too: then nobody did. */
bool ed25519_signed(const char *key_hex, const char *signature_hex, const char *timestamp,
                    const void *body, size_t len);

#endif
