#include "matrix_base64.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char base64_url_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { BASE64_NO_DIGIT = 64 };

static void base64_write(const char *digits, char *text, const uint8_t *bytes, size_t count)
{
    uint32_t bits = 0;
    unsigned held = 0;
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        bits = (bits << 8 | bytes[i]) & 0xffffffU;
        for (held += 8; held >= 6; held -= 6) {
            text[len++] = digits[bits >> (held - 6) & 63];
        }
    }
    if (held > 0) {
        text[len++] = digits[bits << (6 - held) & 63];
    }
    text[len] = '\0';
    assert(len == MATRIX_BASE64_LEN(count));
}

/* What a digit stands for. Every digit is compared with all, so that the time says nothing of a
 * key that is read. */
static uint32_t base64_value(const char *digits, char digit)
{
    uint32_t value = BASE64_NO_DIGIT;
    for (uint32_t i = 0; i < BASE64_NO_DIGIT; i++) {
        uint32_t same = (uint32_t)0 - (uint32_t)(digits[i] == digit);
        value = (i & same) | (value & ~same);
    }
    return value;
}

static bool base64_read(const char *digits, uint8_t *bytes, size_t count, const char *text)
{
    uint32_t bits = 0;
    unsigned held = 0;
    size_t at = 0;
    if (text == NULL || strnlen(text, MATRIX_BASE64_LEN(count) + 1) != MATRIX_BASE64_LEN(count)) {
        return false;
    }
    for (const char *digit = text; *digit != '\0'; digit++) {
        uint32_t value = base64_value(digits, *digit);
        if (value == BASE64_NO_DIGIT) {
            return false;
        }
        bits = (bits << 6 | value) & 0xffffffU;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes[at++] = (uint8_t)(bits >> held);
        }
    }
    return at == count && (bits & ((1U << held) - 1)) == 0;
}

void matrix_base64(char *text, const void *bytes, size_t count)
{
    base64_write(base64_digits, text, bytes, count);
}

bool matrix_unbase64(void *bytes, size_t count, const char *text)
{
    return base64_read(base64_digits, bytes, count, text);
}

void matrix_base64url(char *text, const void *bytes, size_t count)
{
    base64_write(base64_url_digits, text, bytes, count);
}

bool matrix_unbase64url(void *bytes, size_t count, const char *text)
{
    return base64_read(base64_url_digits, bytes, count, text);
}
