/* A short list: a code lives for minutes. Of a code only its hash under a key of this process is
 * kept. */
#include "link_codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flood.h"
#include "heap.h"

/* No vowels, so that no words come of it, and nothing that looks like something else. */
static const char link_letters[] = "BCDFGHJKMNPQRSTVWXZ";

enum { LINK_LETTERS = sizeof link_letters - 1, LINK_SECRET_BYTES = 32 };

/* How many codes can be said by all people together. */
static const struct flood_limit link_say_limit = {.burst = 60, .per_minute = 30};

struct link_codes {
    struct entropy entropy;
    uint8_t secret[LINK_SECRET_BYTES];
    struct flood flood;
    unsigned count;
    struct link_wish *wish[LINK_WISHES_MAX]; /* the oldest first */
};

struct link_codes *link_codes_new(const struct entropy *entropy)
{
    struct link_codes *codes = heap_allocate(sizeof *codes);
    codes->entropy = *entropy;
    return codes;
}

/* Made when it is first needed, so that a house in which nobody links draws no more than before. */
static void codes_begin(struct link_codes *codes)
{
    static const uint8_t none[LINK_SECRET_BYTES];
    if (memcmp(codes->secret, none, sizeof none) == 0) {
        codes->entropy.fill(codes->entropy.context, codes->secret, sizeof codes->secret);
    }
}

void link_codes_free(struct link_codes **codes)
{
    for (unsigned i = 0; i < (*codes)->count; i++) {
        heap_wipe((*codes)->wish[i], sizeof *(*codes)->wish[i]);
    }
    heap_wipe(*codes, sizeof **codes);
    *codes = NULL;
}

void link_codes_drop(struct link_codes *codes, struct link_wish *wish)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < codes->count; i++) {
        if (codes->wish[i] != wish) {
            codes->wish[kept++] = codes->wish[i];
        }
    }
    if (kept < codes->count) {
        heap_wipe(wish, sizeof *wish);
    }
    codes->count = kept;
}

static void codes_expire(struct link_codes *codes, int64_t now_ms)
{
    for (unsigned i = 0; i < codes->count;) {
        if (codes->wish[i]->until_ms <= now_ms) {
            link_codes_drop(codes, codes->wish[i]);
        } else {
            i++;
        }
    }
}

static bool wish_has(const struct link_wish *wish, const char *key)
{
    return strcmp(wish->first, key) == 0 || strcmp(wish->other, key) == 0;
}

static void codes_forget_but(struct link_codes *codes, const char *key,
                             const struct link_wish *kept)
{
    for (unsigned i = 0; i < codes->count;) {
        if (codes->wish[i] != kept && wish_has(codes->wish[i], key)) {
            link_codes_drop(codes, codes->wish[i]);
        } else {
            i++;
        }
    }
}

void link_codes_forget(struct link_codes *codes, const char *key)
{
    codes_forget_but(codes, key, NULL);
}

static void code_digest(const struct link_codes *codes, const char letters[LINK_CODE_LETTERS],
                        uint8_t digest[HASH_BYTES])
{
    struct hash *hash = hash_new();
    hash_add(hash, codes->secret, sizeof codes->secret);
    hash_add(hash, letters, LINK_CODE_LETTERS);
    hash_end(&hash, digest);
}

/* One letter; each is as likely as any other. */
static char code_letter(const struct link_codes *codes)
{
    uint8_t byte = UINT8_MAX;
    while (byte >= UINT8_MAX - UINT8_MAX % LINK_LETTERS) {
        codes->entropy.fill(codes->entropy.context, &byte, 1);
    }
    return link_letters[byte % LINK_LETTERS];
}

void link_codes_give(struct link_codes *codes, const char *key, int64_t now_ms,
                     char code[LINK_CODE_BYTES])
{
    char letters[LINK_CODE_LETTERS];
    struct link_wish *wish = heap_allocate(sizeof *wish);
    codes_begin(codes);
    codes_expire(codes, now_ms);
    link_codes_forget(codes, key);
    for (unsigned i = 0; i < LINK_CODE_LETTERS; i++) {
        letters[i] = code_letter(codes);
    }
    while (wish->number == 0) {
        codes->entropy.fill(codes->entropy.context, &wish->number, sizeof wish->number);
        wish->number >>= 1;
    }
    wish->until_ms = now_ms + LINK_CODE_MS;
    code_digest(codes, letters, wish->digest);
    snprintf(wish->first, sizeof wish->first, "%s", key);
    if (codes->count == LINK_WISHES_MAX) {
        link_codes_drop(codes, codes->wish[0]);
    }
    codes->wish[codes->count++] = wish;
    snprintf(code, LINK_CODE_BYTES, "%.4s-%.4s", letters, letters + LINK_CODE_LETTERS / 2);
    explicit_bzero(letters, sizeof letters);
}

bool link_codes_may_say(struct link_codes *codes, int64_t now_ms)
{
    return flood_take(&codes->flood, &link_say_limit, 1, now_ms);
}

/* A letter of codes in the one form that they have; any other as it is. */
static char code_upper(char letter)
{
    static const char lower[] = "bcdfghjkmnpqrstvwxz";
    const char *at = strchr(lower, letter);
    if (at == NULL || *at == '\0') {
        return letter;
    }
    return link_letters[at - lower];
}

/* The letters of a code as it is said; false: it is none. */
static bool code_read(const char *said, char letters[LINK_CODE_LETTERS])
{
    unsigned count = 0;
    bool is_code = true;
    for (; *said != '\0' && is_code; said++) {
        char letter = code_upper(*said);
        bool is_letter = strchr(link_letters, letter) != NULL;
        is_code = is_letter ? count < LINK_CODE_LETTERS : strchr(" -`\"'.", letter) != NULL;
        if (is_letter && is_code) {
            letters[count++] = letter;
        }
    }
    return is_code && count == LINK_CODE_LETTERS;
}

struct link_wish *link_codes_find(struct link_codes *codes, const char *said, int64_t now_ms)
{
    char letters[LINK_CODE_LETTERS] = {0};
    uint8_t digest[HASH_BYTES];
    struct link_wish *found = NULL;
    codes_begin(codes);
    codes_expire(codes, now_ms);
    bool read = code_read(said, letters);
    code_digest(codes, letters, digest);
    for (unsigned i = 0; i < codes->count; i++) {
        bool same = hash_equal(codes->wish[i]->digest, digest, sizeof digest);
        found = same && read && codes->wish[i]->state == LINK_GIVEN ? codes->wish[i] : found;
    }
    explicit_bzero(letters, sizeof letters);
    return found;
}

void link_codes_said(struct link_codes *codes, struct link_wish *wish, const char *key)
{
    codes_forget_but(codes, key, wish);
    wish->state = LINK_SAID;
    snprintf(wish->other, sizeof wish->other, "%s", key);
}

struct link_wish *link_codes_asked(struct link_codes *codes, const char *key, uint32_t number,
                                   int64_t now_ms)
{
    codes_expire(codes, now_ms);
    for (unsigned i = 0; i < codes->count; i++) {
        struct link_wish *wish = codes->wish[i];
        bool asked = (wish->state == LINK_SAID && strcmp(wish->other, key) == 0) ||
                     (wish->state == LINK_MEANT && strcmp(wish->first, key) == 0);
        if (asked && (number == 0 || number == wish->number)) {
            return wish;
        }
    }
    return NULL;
}

bool link_codes_in(const char *text)
{
    enum { HALF = LINK_CODE_LETTERS / 2 };
    static const char letters[] = "bcdfghjkmnpqrstvwxzBCDFGHJKMNPQRSTVWXZ";
    for (; text != NULL && *text != '\0'; text++) {
        size_t first = strspn(text, letters);
        size_t between = first == HALF ? strspn(text + first, " -") : 0;
        size_t other = first >= HALF ? strspn(text + first + between, letters) : 0;
        if (first == LINK_CODE_LETTERS || (first == HALF && other == HALF)) {
            return true;
        }
        text += first > 0 ? first - 1 : 0;
    }
    return false;
}
