/* What the files of libolm share. */
#ifndef LIBOLM_PRIVATE_H
#define LIBOLM_PRIVATE_H

#include <olm/olm.h>

#include "matrix_provider.h"

struct provider_account {
    OlmAccount *olm; /* its memory is wiped and freed with it */
};

/* What a call that failed means. */
enum provider_answer libolm_answer(enum OlmErrorCode code);
/* Random bytes; freed with heap_wipe. NULL for none. */
uint8_t *libolm_random(const struct entropy *entropy, size_t count);
/* A copy that a call may overwrite, freed with heap_wipe(…, len): libolm decodes in place. */
uint8_t *libolm_copy(const char *text, size_t len);

#endif
