/* Interactions by HTTP: kept, signed with Ed25519, and answered in the body of the answer. */
#include "fake_discord_post.h"

#include "dfake_handlers.h"
#include "dfake_interaction.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DFAKE_KEY_BYTES = 32, DFAKE_SIGNATURE_BYTES = 64, DFAKE_NO_INTERACTION = 10062 };

/* The key is of the seed alone. */
static EVP_PKEY *dfake_key(const struct fake_discord *fake)
{
    unsigned char bytes[DFAKE_KEY_BYTES];
    uint64_t part = fake->setup.seed;
    for (size_t i = 0; i < sizeof bytes; i++) {
        part = fake_hash(part, "interactions", 12);
        bytes[i] = (unsigned char)(part >> 32);
    }
    return EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, bytes, sizeof bytes);
}

static void dfake_hex(char *text, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    }
}

void dfake_post_key(struct fake_discord *fake)
{
    unsigned char bytes[DFAKE_KEY_BYTES];
    size_t count = sizeof bytes;
    EVP_PKEY *key = dfake_key(fake);
    if (key == NULL || EVP_PKEY_get_raw_public_key(key, bytes, &count) != 1) {
        abort();
    }
    dfake_hex(fake->public_key, bytes, count);
    EVP_PKEY_free(key);
}

static void dfake_sign(const struct fake_discord *fake, const char *text, size_t len,
                       char signature[2 * DFAKE_SIGNATURE_BYTES + 1])
{
    unsigned char bytes[DFAKE_SIGNATURE_BYTES];
    size_t count = sizeof bytes;
    EVP_PKEY *key = dfake_key(fake);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (key == NULL || context == NULL || EVP_DigestSignInit(context, NULL, NULL, NULL, key) != 1 ||
        EVP_DigestSign(context, bytes, &count, (const unsigned char *)text, len) != 1) {
        abort();
    }
    dfake_hex(signature, bytes, count);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
}

void fake_discord_endpoint(struct fake_discord *fake, const char *url)
{
    fake_name(fake->endpoint, sizeof fake->endpoint, url);
}

void fake_discord_ping(struct fake_discord *fake)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "version", 1);
    fake_add_number(json, "type", 1);
    fake_add_id(json, "id", dfake_id(fake));
    fake_add_id(json, "application_id", fake->bot);
    fake_add_text(json, "token", "ping");
    fake_list_add(&fake->posts, fake_text_json(json));
}

char *fake_discord_post_take(struct fake_discord *fake)
{
    if (fake->posts.count == 0) {
        return NULL;
    }
    struct fake_text *body = fake->posts.items[0];
    char timestamp[FAKE_ID_BYTES];
    char signature[2 * DFAKE_SIGNATURE_BYTES + 1];
    size_t size = body->len + sizeof timestamp;
    char *text = fake_take(size);
    snprintf(timestamp, sizeof timestamp, "%" PRId64, fake->now_ms / 1000);
    int len = snprintf(text, size, "%s%s", timestamp, body->bytes);
    dfake_sign(fake, text, (size_t)len, signature);
    free(text);
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "timestamp", timestamp);
    fake_add_text(json, "signature", signature);
    fake_add_text(json, "body", body->bytes);
    fake_list_remove(&fake->posts, body);
    fake_text_drop(&body);
    struct fake_text *printed = fake_text_json(json);
    char *copy = fake_copy(printed->bytes, printed->len);
    fake_text_drop(&printed);
    return copy;
}

int fake_discord_post_answered(struct fake_discord *fake, uint64_t interaction, int status,
                               const char *body, size_t len)
{
    struct dfake_interaction *found = dfake_interaction_find(fake, interaction);
    if (found == NULL) {
        return DFAKE_NO_INTERACTION;
    }
    if (status == 202) {
        return 0;
    }
    char id[FAKE_ID_BYTES];
    snprintf(id, sizeof id, "%" PRIu64, interaction);
    struct dfake_call call = {.fake = fake,
                              .query = "",
                              .values = {id, found->token},
                              .body = cJSON_ParseWithLength(body, len)};
    if (status == 200 && call.body != NULL) {
        dfake_callback(&call);
    } else {
        found->state = DFAKE_FAILED;
        dfake_error(&call, 50109);
    }
    cJSON *told = cJSON_ParseWithLength(call.out, call.out_len);
    int code = (int)fake_get_number(told, "code", 0);
    cJSON_Delete(told);
    cJSON_Delete(call.body);
    free(call.out);
    return code;
}
