#include "matrix_sas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "json_at.h"
#include "matrix_canonical.h"
#include "print.h"

enum { SAS_INFO_BYTES = 4096, SAS_BYTES = 6, SAS_KEYS_MAX = 32 };

static const struct matrix_emoji sas_emoji[] = {
#define EMOJI(sign, word) {sign, word},
#include "matrix_emoji.def"
#undef EMOJI
};

static_assert(sizeof sas_emoji / sizeof *sas_emoji == 64, "six bits each");

bool matrix_sas_commitment(const char *key, const cJSON *start, char text[PROVIDER_KEY_TEXT])
{
    uint8_t hash[HASH_BYTES];
    struct buf said;
    buf_init(&said, MATRIX_CANONICAL_BYTES_MAX);
    buf_text(&said, key);
    bool good = matrix_canonical(start, &said);
    if (good) {
        hash_of(hash, said.text, said.len);
        matrix_base64(text, hash, sizeof hash);
    }
    buf_deinit(&said);
    return good;
}

void matrix_sas_see(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                    struct matrix_sas_seen *seen)
{
    uint8_t bytes[SAS_BYTES];
    uint64_t bits = 0;
    struct buf info;
    buf_init(&info, SAS_INFO_BYTES);
    print_to(&info, "MATRIX_KEY_VERIFICATION_SAS|%s|%s|%s|%s|%s|%s|%s", talk->from.user,
             talk->from.device, talk->from.key, talk->to.user, talk->to.device, talk->to.key,
             talk->transaction);
    provider_sas_bytes(sas, info.text, bytes, sizeof bytes);
    buf_deinit(&info);
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bits = bits << 8 | bytes[i];
    }
    for (unsigned i = 0; i < MATRIX_SAS_NUMBERS; i++) {
        seen->number[i] = (unsigned)(bits >> (8 * SAS_BYTES - 13 * (i + 1)) & 0x1fff) + 1000;
    }
    for (unsigned i = 0; i < MATRIX_SAS_EMOJI; i++) {
        seen->emoji[i] = &sas_emoji[bits >> (8 * SAS_BYTES - 6 * (i + 1)) & 63];
    }
}

static void sas_mac(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                    const char *name, const char *text, char mac[PROVIDER_MAC_TEXT])
{
    struct buf info;
    buf_init(&info, SAS_INFO_BYTES);
    print_to(&info, "MATRIX_KEY_VERIFICATION_MAC%s%s%s%s%s%s", talk->from.user, talk->from.device,
             talk->to.user, talk->to.device, talk->transaction, name);
    provider_sas_mac(sas, text, info.text, mac);
    buf_deinit(&info);
}

cJSON *matrix_sas_mac(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                      const struct matrix_sas_key *keys, size_t count)
{
    char mac[PROVIDER_MAC_TEXT];
    struct buf ids;
    cJSON *content = cJSON_CreateObject();
    cJSON *macs = cJSON_AddObjectToObject(content, "mac");
    buf_init(&ids, SAS_INFO_BYTES);
    for (size_t i = 0; i < count; i++) {
        assert(i == 0 || strcmp(keys[i - 1].id, keys[i].id) < 0);
        buf_text(&ids, i == 0 ? "" : ",");
        buf_text(&ids, keys[i].id);
        sas_mac(sas, talk, keys[i].id, keys[i].key, mac);
        cJSON_AddStringToObject(macs, keys[i].id, mac);
    }
    sas_mac(sas, talk, "KEY_IDS", ids.text, mac);
    buf_deinit(&ids);
    cJSON_AddStringToObject(content, "keys", mac);
    cJSON_AddStringToObject(content, "transaction_id", talk->transaction);
    return content;
}

struct sas_id {
    const char *text;
};

static int sas_order(const void *one, const void *other)
{
    return strcmp(((const struct sas_id *)one)->text, ((const struct sas_id *)other)->text);
}

/* Is the list of what they vouch for theirs? */
static bool sas_list_is_proved(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                               const cJSON *macs, const char *claimed)
{
    struct sas_id id[SAS_KEYS_MAX];
    char mac[PROVIDER_MAC_TEXT];
    struct buf ids;
    size_t count = 0;
    for (const cJSON *item = macs->child; item != NULL; item = item->next) {
        if (count == SAS_KEYS_MAX || item->string == NULL) {
            return false;
        }
        id[count++].text = item->string;
    }
    qsort(id, count, sizeof *id, sas_order);
    buf_init(&ids, SAS_INFO_BYTES);
    for (size_t i = 0; i < count; i++) {
        buf_text(&ids, i == 0 ? "" : ",");
        buf_text(&ids, id[i].text);
    }
    bool good = count > 0 && !ids.full;
    if (good) {
        sas_mac(sas, talk, "KEY_IDS", ids.text, mac);
        good = strlen(claimed) == strlen(mac) && hash_equal(mac, claimed, strlen(mac));
    }
    buf_deinit(&ids);
    return good;
}

bool matrix_sas_proved(const struct provider_sas *sas, const struct matrix_sas_talk *talk,
                       const cJSON *content, const struct matrix_sas_key *keys, size_t count,
                       uint32_t *vouched_r)
{
    char mac[PROVIDER_MAC_TEXT];
    const cJSON *macs = json_at(content, "mac");
    const char *list = json_at_text(content, "keys");
    *vouched_r = 0;
    assert(count <= 32);
    if (!cJSON_IsObject(macs) || list == NULL || !sas_list_is_proved(sas, talk, macs, list)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *claimed = json_at_text(macs, keys[i].id);
        if (claimed == NULL || keys[i].key == NULL) {
            continue;
        }
        sas_mac(sas, talk, keys[i].id, keys[i].key, mac);
        if (strlen(claimed) != strlen(mac) || !hash_equal(mac, claimed, strlen(mac))) {
            *vouched_r = 0;
            return false;
        }
        *vouched_r |= UINT32_C(1) << i;
    }
    return (*vouched_r & 1) != 0;
}
