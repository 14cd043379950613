/* What the suites of encryption share. */
#ifndef CRYPTO_KIT_H
#define CRYPTO_KIT_H

#include <cjson/cJSON.h>

#include "matrix_device.h"

/* The same dice in every run. */
const struct entropy *kit_entropy(void);
cJSON *kit_json(const char *text);
/* Text of JSON; freed with free(). */
char *kit_text(const cJSON *json);
void kit_pickle_key(struct provider_pickle_key *key, const char *word);

/* Two devices of two people. */
struct kit_two {
    struct provider_account *ana;
    struct provider_account *ben;
    char ana_curve[PROVIDER_KEY_TEXT];
    char ben_curve[PROVIDER_KEY_TEXT];
    char ana_ed[PROVIDER_KEY_TEXT];
    char ben_ed[PROVIDER_KEY_TEXT];
};
void kit_two(struct kit_two *two);
void kit_two_free(struct kit_two *two);
/* A one-time key of an account, published. */
void kit_one_time(struct provider_account *account, char key[PROVIDER_KEY_TEXT]);

/* A message, encrypted; the text is freed with buf_deinit. */
struct provider_message kit_encrypt(struct provider_session *session, const char *words,
                                    struct buf *text);

#endif
