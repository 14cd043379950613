/* People's words made inert: whatever the bytes, what comes out is bounded UTF-8 without invisible
 * and direction-changing characters, and making it inert again changes nothing. */
#include "inert.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include <utf8proc.h>

enum { LETTERS = 50 };

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_clean(const char *text)
{
    size_t len = strlen(text);
    for (size_t at = 0; at < len;) {
        utf8proc_int32_t code = 0;
        utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                 (utf8proc_ssize_t)(len - at), &code);
        assert(step > 0);
        utf8proc_category_t category = utf8proc_category(code);
        assert(category != UTF8PROC_CATEGORY_CC || code == '\n');
        assert(category != UTF8PROC_CATEGORY_CF || code == 0x200d);
        assert(code != 0x202e && code != 0x2066 && code != 0x3164);
        at += (size_t)step;
    }
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct arena *arena = arena_new();
    for (int lines = 0; lines < 2; lines++) {
        const char *once = inert_text(arena, (const char *)bytes, size, LETTERS, lines != 0);
        const char *again = inert_text(arena, once, strlen(once), LETTERS + 1, lines != 0);
        check_clean(once);
        assert(strlen(once) <= (size_t)LETTERS * 17 * 4);
        assert(strcmp(once, again) == 0);
        assert(inert_columns(once) <= (unsigned)LETTERS * 17 * 2);
        check_clean(inert_shorten(arena, once, 7));
    }
    arena_free(&arena);
    return 0;
}
