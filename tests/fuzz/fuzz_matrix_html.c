/* People's words in a message of Matrix: whatever the bytes, the HTML stays within what the adapter
 * itself writes of the allowed subset, both halves stay below their limit, and what is shown is
 * what the plain half says. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "html_check.h"
#include "matrix_shape.h"

enum { HTML_LIMIT = 2048 };

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char *account(const void *context, uint64_t person)
{
    return person == 1 ? context : NULL;
}

/* The first byte chooses how the words are said. */
static void fill(struct doc *doc, uint8_t how, const char *text)
{
    static const enum block_kind blocks[] = {BLOCK_PARAGRAPH, BLOCK_QUOTE, BLOCK_HEADING,
                                             BLOCK_COUNTDOWN};
    static const enum run_kind runs[] = {RUN_TEXT,    RUN_STRONG,  RUN_EMPHASIS, RUN_CODE,
                                         RUN_SPOILER, RUN_MENTION, RUN_TEXT,     RUN_TEXT};
    struct block *block = doc_block(doc, blocks[how & 3]);
    struct run *run = doc_run(doc, block, runs[how >> 2 & 7], text, true);
    run->person = how >> 5 & 1;
    struct block *row = doc_child(doc, doc_block(doc, BLOCK_TABLE));
    doc_run(doc, doc_child(doc, row), RUN_TEXT, text, true);
    struct choice *choice = doc_choice(doc, text, "t1.2.vote.seat=1", CHOICE_PRIMARY);
    choice->who = text;
}

static void check(const struct matrix_shape *shape)
{
    for (unsigned i = 0; i < shape->count; i++) {
        const struct matrix_part *part = &shape->part[i];
        struct buf shown;
        buf_init(&shown, 1 << 20);
        assert(html_wrong(part->html, strlen(part->html), &shown) == NULL);
        assert(part->body[0] != '\0');
        buf_deinit(&shown);
    }
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0) {
        return 0;
    }
    struct arena *arena = arena_new();
    struct doc *doc = doc_new(arena);
    const char *text = arena_text(arena, (const char *)bytes + 1, size - 1);
    const struct matrix_names names = {account, text};
    struct matrix_shaping shaping = {.names = &names, .prefix = "!", .limit = HTML_LIMIT};
    struct matrix_shape shape;
    shaping.one = (bytes[0] & 0x40) != 0;
    shaping.in_private = (bytes[0] & 0x80) != 0;
    fill(doc, bytes[0], text);
    matrix_shape(doc, &shaping, &shape);
    assert(shape.count > 0 && shape.count <= MATRIX_PARTS_MAX);
    check(&shape);
    arena_free(&arena);
    return 0;
}
