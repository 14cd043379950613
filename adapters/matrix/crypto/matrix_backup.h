/* Key backup (m.megolm_backup.v1.curve25519-aes-sha2), where an account is shared with a person's
 * client: keys of sessions in rooms, each encrypted for a key whose private half is in secret
 * storage. Whoever knows the public half, the homeserver too, can put something there: what is read
 * is as good as the homeserver's word. Pure. */
#ifndef MATRIX_BACKUP_H
#define MATRIX_BACKUP_H

#include <cjson/cJSON.h>

#include "matrix_provider.h"

enum { MATRIX_BACKUP_WORDS_MAX = 4096 }; /* of what is encrypted for one session */

/* Is that the backup of this private key: what /room_keys/version says? */
bool matrix_backup_fits(const cJSON *version, const uint8_t key[PROVIDER_KEY_BYTES]);
/* Adds the JSON that is encrypted in "session_data". False: it is not for this key. */
bool matrix_backup_open(const cJSON *data, const uint8_t key[PROVIDER_KEY_BYTES],
                        struct buf *words);
/* "session_data" with these words, for the public half of this private key; deleted by the caller.
 */
cJSON *matrix_backup_seal(const char *words, const uint8_t key[PROVIDER_KEY_BYTES],
                          const struct entropy *entropy);

#endif
