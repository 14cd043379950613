/* What devices say to each other by Olm: the content of an m.room.encrypted that goes to one
 * device, and the event in it, which names who wrote it and for whom. Pure; nothing that is read is
 * trusted.
 */
#ifndef MATRIX_OLM_H
#define MATRIX_OLM_H

#include "matrix_device.h"

/* Adds the event as it is encrypted: for this device, of this type, with this content. */
void matrix_olm_plain(const struct matrix_own_device *own, const struct matrix_device *to,
                      const char *type, const cJSON *content, struct buf *out);
/* The content that carries a message to this device; deleted by the caller. */
cJSON *matrix_olm_content(const struct matrix_own_device *own, const struct matrix_device *to,
                          const struct provider_message *message);
/* Reads the message for us out of a content, and the sender's Curve25519 key. False: there is none.
 * What it points to lives as long as the content. */
bool matrix_olm_read(const cJSON *content, const char *our_curve, const char **sender_curve_r,
                     struct provider_message *message_r);

/* Who wrote an event that was decrypted. */
struct matrix_olm_sender {
    char user[MATRIX_ID_BYTES];
    char device[MATRIX_ID_BYTES];
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
};

enum matrix_olm_verdict {
    MATRIX_OLM_GOOD,
    MATRIX_OLM_UNPROVED,  /* all good, but whose device it is nobody said: query, and check again */
    MATRIX_OLM_MALFORMED, /* no event */
    MATRIX_OLM_NOT_OURS,  /* written for another person or device: somebody passes it on */
    MATRIX_OLM_NOT_THEIRS /* not of who sent it, or of another device than it says */
};

/* How it came. */
struct matrix_olm_envelope {
    const char *user;                   /* who sent it, as the homeserver says */
    const char *curve;                  /* by whose session it was decrypted */
    const struct matrix_device *device; /* who is known by that key; NULL nobody */
};

/* Checks the event in the words that were decrypted, and hands out its type and content, which live
 * as long as the event (deleted by the caller, also when the verdict is bad; may be NULL). */
struct matrix_olm_event {
    cJSON *json;
    const char *type;
    const cJSON *content;
    struct matrix_olm_sender sender;
};
enum matrix_olm_verdict matrix_olm_check(const struct matrix_own_device *own,
                                         const struct matrix_olm_envelope *envelope,
                                         const struct buf *words, struct matrix_olm_event *event_r);

#endif
