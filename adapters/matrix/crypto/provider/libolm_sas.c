/* Short authentication strings, on libolm. */
#include <olm/sas.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "libolm_private.h"
#include "matrix_curve.h"
#include "matrix_provider_sas.h"

struct provider_sas {
    OlmSAS *olm;
};

struct provider_sas *provider_sas_new(const struct entropy *entropy)
{
    struct provider_sas *sas = heap_allocate(sizeof *sas);
    sas->olm = olm_sas(heap_allocate(olm_sas_size()));
    size_t need = olm_create_sas_random_length(sas->olm);
    uint8_t *random = libolm_random(entropy, need);
    size_t done = olm_create_sas(sas->olm, random, need);
    assert(done != olm_error());
    (void)done;
    heap_wipe(random, need);
    return sas;
}

void provider_sas_free(struct provider_sas **sas)
{
    if (*sas != NULL) {
        olm_clear_sas((*sas)->olm);
        free((*sas)->olm);
        free(*sas);
        *sas = NULL;
    }
}

void provider_sas_key(const struct provider_sas *sas, char key[PROVIDER_KEY_TEXT])
{
    size_t len = olm_sas_pubkey_length(sas->olm);
    assert(len == PROVIDER_KEY_TEXT - 1);
    olm_sas_get_pubkey(sas->olm, key, len);
    key[len] = '\0';
}

enum provider_answer provider_sas_their_key(struct provider_sas *sas, const char *key)
{
    if (!matrix_curve_is_sound(key)) {
        return PROVIDER_MALFORMED;
    }
    uint8_t *copy = libolm_copy(key, strlen(key));
    size_t done = olm_sas_set_their_key(sas->olm, copy, strlen(key));
    heap_wipe(copy, strlen(key));
    return done == olm_error() ? libolm_answer(olm_sas_last_error_code(sas->olm)) : PROVIDER_GOOD;
}

void provider_sas_bytes(const struct provider_sas *sas, const char *info, uint8_t *bytes,
                        size_t count)
{
    assert(olm_sas_is_their_key_set(sas->olm));
    olm_sas_generate_bytes(sas->olm, info, strlen(info), bytes, count);
}

void provider_sas_mac(const struct provider_sas *sas, const char *text, const char *info,
                      char mac[PROVIDER_MAC_TEXT])
{
    size_t len = olm_sas_mac_length(sas->olm);
    assert(olm_sas_is_their_key_set(sas->olm) && len == PROVIDER_MAC_TEXT - 1);
    olm_sas_calculate_mac_fixed_base64(sas->olm, text, strlen(text), info, strlen(info), mac, len);
    mac[len] = '\0';
}
