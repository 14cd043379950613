/* Messages of Olm and Megolm with any of their bytes changed, and such as never were any: none is
 * read as something that was not said. The first byte says which message; the pairs behind it
 * change a byte each. Or the rest is the message. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "matrix_provider_group.h"

enum {
    FUZZ_FIRST,  /* begins a session */
    FUZZ_SECOND, /* of one that both have */
    FUZZ_ROOM,   /* of a room */
    FUZZ_KEY,    /* the key of a room's session */
    FUZZ_MESSAGES,
    FUZZ_RAW = 0x80,
    FUZZ_BYTES_MAX = 4096
};

static const char fuzz_words[] = "what was said";

/* A message as it was made, and the one who reads it. */
static struct fuzz_message {
    uint8_t bytes[FUZZ_BYTES_MAX];
    size_t len;
} fuzz_made[FUZZ_MESSAGES];
static struct provider_pickle_key fuzz_key;
static struct buf fuzz_account;
static struct buf fuzz_session;
static struct buf fuzz_group;
static char fuzz_curve[PROVIDER_KEY_TEXT];

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void fuzz_keep(unsigned which, const char *text)
{
    struct fuzz_message *made = &fuzz_made[which];
    made->len = strlen(text) * 3 / 4;
    bool good = matrix_unbase64(made->bytes, made->len, text);
    assert(good);
    (void)good;
}

static void fuzz_encrypt(struct provider_session *session, const struct entropy *entropy,
                         struct buf *text)
{
    buf_init(text, PROVIDER_MESSAGE_BYTES_MAX);
    provider_session_encrypt(session, fuzz_words, strlen(fuzz_words), entropy, text);
}

static void fuzz_begin_olm(const struct entropy *entropy)
{
    struct provider_one_time_key keys[PROVIDER_ONE_TIME_MAX];
    struct provider_session *ana = NULL;
    struct provider_session *ben = NULL;
    struct buf text;
    struct buf words;
    char curve[PROVIDER_KEY_TEXT];
    char ed[PROVIDER_KEY_TEXT];
    struct provider_account *from = provider_account_new(entropy);
    struct provider_account *to = provider_account_new(entropy);
    provider_account_keys(from, fuzz_curve, ed);
    provider_account_keys(to, curve, ed);
    provider_account_make_one_time(to, 1, entropy);
    provider_account_one_time(to, keys);
    provider_account_pickle(to, &fuzz_key, &fuzz_account);
    provider_session_outbound(&ana, from, curve, keys[0].key, entropy);
    fuzz_encrypt(ana, entropy, &text);
    fuzz_keep(FUZZ_FIRST, text.text);
    buf_init(&words, 100);
    struct provider_message message = {text.text, text.len, 0};
    provider_session_inbound(&ben, to, fuzz_curve, &message, &words);
    provider_session_pickle(ana, &fuzz_key, &fuzz_session);
    buf_deinit(&text);
    fuzz_encrypt(ben, entropy, &text);
    fuzz_keep(FUZZ_SECOND, text.text);
    buf_deinit(&text);
    buf_deinit(&words);
    provider_session_free(&ana);
    provider_session_free(&ben);
    provider_account_free(&from);
    provider_account_free(&to);
}

static void fuzz_begin(void)
{
    static uint64_t state;
    struct entropy entropy = entropy_seeded(&state, 17);
    char key[PROVIDER_GROUP_KEY_TEXT];
    struct provider_group_in *in = NULL;
    struct buf text;
    buf_init(&fuzz_account, PROVIDER_PICKLE_BYTES_MAX);
    buf_init(&fuzz_session, PROVIDER_PICKLE_BYTES_MAX);
    buf_init(&fuzz_group, PROVIDER_PICKLE_BYTES_MAX);
    buf_init(&text, PROVIDER_MESSAGE_BYTES_MAX);
    fuzz_begin_olm(&entropy);
    struct provider_group_out *out = provider_group_out_new(&entropy);
    provider_group_out_key(out, key);
    fuzz_keep(FUZZ_KEY, key);
    provider_group_in_new(&in, key);
    provider_group_in_pickle(in, &fuzz_key, &fuzz_group);
    provider_group_out_encrypt(out, fuzz_words, strlen(fuzz_words), &text);
    fuzz_keep(FUZZ_ROOM, text.text);
    buf_deinit(&text);
    provider_group_out_free(&out);
    provider_group_in_free(&in);
}

/* Reads it as what it claims to be. */
static bool fuzz_read(unsigned which, const char *text, struct buf *words)
{
    struct provider_message message = {text, strlen(text), which == FUZZ_FIRST ? 0 : 1};
    struct provider_account *account = NULL;
    struct provider_session *session = NULL;
    struct provider_session *begun = NULL;
    struct provider_group_in *group = NULL;
    uint32_t index = 0;
    bool good = false;
    if (which == FUZZ_FIRST) {
        provider_account_unpickle(&account, &fuzz_key, fuzz_account.text, fuzz_account.len);
        good =
            provider_session_inbound(&begun, account, fuzz_curve, &message, words) == PROVIDER_GOOD;
        assert(good == (begun != NULL));
    } else if (which == FUZZ_SECOND) {
        provider_session_unpickle(&session, &fuzz_key, fuzz_session.text, fuzz_session.len);
        good = provider_session_decrypt(session, &message, words) == PROVIDER_GOOD;
        (void)provider_session_matches(session, &message);
    } else if (which == FUZZ_ROOM) {
        provider_group_in_unpickle(&group, &fuzz_key, fuzz_group.text, fuzz_group.len);
        good = provider_group_in_decrypt(group, text, strlen(text), words, &index) == PROVIDER_GOOD;
    } else {
        good = provider_group_in_new(&group, text) == PROVIDER_GOOD;
    }
    provider_account_free(&account);
    provider_session_free(&session);
    provider_session_free(&begun);
    provider_group_in_free(&group);
    return good;
}

static void fuzz_changed(unsigned which, const uint8_t *bytes, size_t size)
{
    struct fuzz_message copy = fuzz_made[which];
    char text[MATRIX_BASE64_LEN(FUZZ_BYTES_MAX) + 1];
    struct buf words;
    for (size_t i = 0; i + 1 < size; i += 2) {
        copy.bytes[bytes[i] % copy.len] = bytes[i + 1];
    }
    bool is_same = memcmp(copy.bytes, fuzz_made[which].bytes, copy.len) == 0;
    matrix_base64(text, copy.bytes, copy.len);
    buf_init(&words, 1000);
    bool good = fuzz_read(which, text, &words);
    assert(good || !is_same);
    assert(!good || which == FUZZ_KEY || strcmp(words.text, fuzz_words) == 0);
    assert(good || words.len == 0);
    buf_deinit(&words);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct buf words;
    if (fuzz_curve[0] == '\0') {
        fuzz_begin();
    }
    if (size == 0) {
        return 0;
    }
    unsigned which = bytes[0] % FUZZ_MESSAGES;
    if (bytes[0] < FUZZ_RAW) {
        fuzz_changed(which, bytes + 1, size - 1);
        return 0;
    }
    char *text = malloc(size);
    if (text == NULL) {
        abort();
    }
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = '\0';
    buf_init(&words, size);
    (void)fuzz_read(which, text, &words);
    buf_deinit(&words);
    free(text);
    return 0;
}
