/* Built without the library that has the ratchets: who switches encryption on is told so. */
#include "matrix_encrypt.h"
#include "matrix_private.h"
#include "table.h"

int matrix_encrypt_open(struct matrix_bot *bot, struct fault *fault)
{
    if (!settings_flag(bot->matrix.settings, "matrix", "encryption")) {
        return 0;
    }
    return fault_set(fault, FAULT_CONFIG,
                     "[matrix] encryption is on, and this program was built without it: build it "
                     "where libolm-dev is installed, or switch it off");
}

void matrix_encrypt_close(struct matrix_bot *bot)
{
    (void)bot;
}

bool matrix_encrypt_restore(struct matrix_bot *bot, const char *key, const char *text, size_t len)
{
    (void)bot;
    (void)key;
    (void)text;
    (void)len;
    return false;
}

void matrix_encrypt_damaged(struct matrix_bot *bot, const char *key)
{
    (void)bot;
    (void)key;
}

int matrix_encrypt_restored(struct matrix_bot *bot, struct fault *fault)
{
    (void)bot;
    (void)fault;
    return 0;
}

void matrix_encrypt_begin(struct matrix_bot *bot)
{
    (void)bot;
}

void matrix_encrypt_forget(struct matrix_bot *bot, const char *user)
{
    (void)bot;
    (void)user;
}

void matrix_encrypt_drain(struct matrix_bot *bot)
{
    (void)bot;
}

int64_t matrix_encrypt_due_ms(const struct matrix_bot *bot)
{
    (void)bot;
    return NO_DEADLINE;
}

void matrix_encrypt_tick(struct matrix_bot *bot, int64_t now_ms)
{
    (void)bot;
    (void)now_ms;
}

int matrix_verify_begin(struct adapter *adapter, const struct matrix_verify *wish,
                        struct fault *fault)
{
    (void)adapter;
    (void)wish;
    return fault_set(fault, FAULT_CONFIG,
                     "this program was built without encryption, so there is no device to be "
                     "verified: build it where libolm-dev is installed");
}

void matrix_verify_answer(struct adapter *adapter, bool is_same)
{
    (void)adapter;
    (void)is_same;
}

void matrix_verify_stop(struct adapter *adapter)
{
    (void)adapter;
}
