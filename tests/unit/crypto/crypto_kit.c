#include "crypto_kit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct entropy *kit_entropy(void)
{
    static uint64_t state;
    static struct entropy entropy;
    static bool is_made;
    if (!is_made) {
        entropy = entropy_seeded(&state, 17);
        is_made = true;
    }
    return &entropy;
}

cJSON *kit_json(const char *text)
{
    return cJSON_ParseWithLengthOpts(text, strlen(text), NULL, false);
}

char *kit_text(const cJSON *json)
{
    return cJSON_PrintUnformatted(json);
}

void kit_pickle_key(struct provider_pickle_key *key, const char *word)
{
    memset(key->bytes, word[0], sizeof key->bytes);
}

void kit_two(struct kit_two *two)
{
    two->ana = provider_account_new(kit_entropy());
    two->ben = provider_account_new(kit_entropy());
    provider_account_keys(two->ana, two->ana_curve, two->ana_ed);
    provider_account_keys(two->ben, two->ben_curve, two->ben_ed);
}

void kit_two_free(struct kit_two *two)
{
    provider_account_free(&two->ana);
    provider_account_free(&two->ben);
}

void kit_one_time(struct provider_account *account, char key[PROVIDER_KEY_TEXT])
{
    struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX];
    provider_account_make_one_time(account, 1, kit_entropy());
    size_t count = provider_account_one_time(account, keys);
    assert(count == 1);
    (void)count;
    memcpy(key, keys[0].key, PROVIDER_KEY_TEXT);
    provider_account_published(account);
}

struct provider_message kit_encrypt(struct provider_session *session, const char *words,
                                    struct buf *text)
{
    struct provider_message message = {0};
    buf_init(text, PROVIDER_MESSAGE_BYTES_MAX);
    message.type = provider_session_encrypt(session, words, strlen(words), kit_entropy(), text);
    message.text = text->text;
    message.len = text->len;
    return message;
}
