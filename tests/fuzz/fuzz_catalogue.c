/* A language file of any bytes is read or refused with a line; what was read can be written with
 * any arguments. */
#include "catalogue.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void write_all(const struct catalogue *catalogue)
{
    static const char json[] = "{\"n\":2,\"x\":\"some {n} words\",\"seat\":1,\"l\":[1,null,\"b\"],"
                               "\"o\":{\"kind\":\"word\",\"n\":1},\"until_ms\":5,\"no\":null}";
    struct value fact[32];
    char text[512];
    struct value_tree facts;
    struct arena *arena = arena_new();
    value_init(&facts, fact, 32, text, sizeof text);
    bool read = value_parse(&facts, json, sizeof json - 1);
    assert(read);
    const char *key = NULL;
    for (size_t n = 0; n < 64 && (key = catalogue_key(catalogue, n)) != NULL; n++) {
        const char *said = catalogue_text(catalogue, arena, key, &facts, VALUE_NONE, NULL);
        assert(said != NULL);
    }
    arena_free(&arena);
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct fault fault = {0};
    struct catalogue *catalogue = catalogue_new((const char *)bytes, size, &fault);
    if (catalogue == NULL) {
        assert(fault.code == FAULT_CONFIG && strncmp(fault.text, "line ", 5) == 0);
        return 0;
    }
    write_all(catalogue);
    catalogue_free(&catalogue);
    return 0;
}
