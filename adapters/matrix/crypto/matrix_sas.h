/* A verification by short authentication strings (m.sas.v1): what is agreed on, shown and proved.
 * Curve25519 with HKDF-SHA-256, and MACs hkdf-hmac-sha256.v2. Pure. */
#ifndef MATRIX_SAS_H
#define MATRIX_SAS_H

#include <cjson/cJSON.h>

#include "matrix_provider_sas.h"

enum { MATRIX_SAS_NUMBERS = 3, MATRIX_SAS_EMOJI = 7 };

/* One of the two, with the key that it sent. */
struct matrix_sas_side {
    const char *user;
    const char *device;
    const char *key;
};

/* Who speaks to whom in which verification. */
struct matrix_sas_talk {
    struct matrix_sas_side from; /* who began, or whose MACs they are */
    struct matrix_sas_side to;
    const char *transaction;
};

struct matrix_emoji {
    const char *sign;
    const char *word;
};

/* What both see. */
struct matrix_sas_seen {
    unsigned number[MATRIX_SAS_NUMBERS]; /* from 1000 to 9191 */
    const struct matrix_emoji *emoji[MATRIX_SAS_EMOJI];
};

/* What who accepts promises about its key before it sees the other: of the content of the start.
 * False: that content has no canonical form. */
bool matrix_sas_commitment(const char *key, const cJSON *start, char text[PROVIDER_KEY_TEXT]);
/* talk: from who began. */
void matrix_sas_see(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                    struct matrix_sas_seen *seen);

/* A key that somebody vouches for: "ed25519:" and a device, or a master key. */
struct matrix_sas_key {
    const char *id;
    const char *key;
};
/* The content of m.key.verification.mac for these keys, which stand in the order of their ids;
 * deleted by the caller. */
cJSON *matrix_sas_mac(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                      const struct matrix_sas_key *keys, size_t count);
/* Did they vouch for the first of these keys, which is their device's, and for none of them in
 * another form than it is known here? keys[i].key NULL: it is not known. vouched becomes a bit for
 * each of them. At most 32. */
bool matrix_sas_proved(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                       const cJSON *content, const struct matrix_sas_key *keys, size_t count,
                       uint32_t *vouched_r);

#endif
