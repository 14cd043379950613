/* A document of any words as HTML: nothing of them becomes an element, an attribute or a reference.
 * The first byte of a piece says what kind of block and run it is. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "doc_html.h"

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECES_MAX = 64, PIECE_BYTES_MAX = 512, HTML_MAX = 1 << 20 };

static const enum block_kind blocks[] = {BLOCK_HEADING, BLOCK_PARAGRAPH, BLOCK_QUOTE, BLOCK_LIST,
                                         BLOCK_PICTURE};
static const enum run_kind runs[] = {RUN_TEXT,    RUN_STRONG,  RUN_EMPHASIS, RUN_CODE,
                                     RUN_MENTION, RUN_SPOILER, RUN_ROOM};

static void add_piece(struct doc *doc, uint8_t kind, const char *text)
{
    struct block *block = doc_block(doc, blocks[kind % (sizeof blocks / sizeof blocks[0])]);
    struct block *into = block->kind == BLOCK_LIST      ? doc_child(doc, block)
                         : block->kind == BLOCK_PICTURE ? doc_child_of(doc, block, BLOCK_PARAGRAPH)
                                                        : block;
    doc_run(doc, into, runs[kind / 8 % (sizeof runs / sizeof runs[0])], text, kind % 2 == 0);
}

/* Is it one of the few elements that there are, from its sign on? Where it ends. */
static const char *element_end(const char *at)
{
    static const char *const elements[] = {"<h4>",
                                           "<p>",
                                           "<blockquote>",
                                           "<ul>",
                                           "<li>",
                                           "<strong>",
                                           "<strong dir=\"auto\">",
                                           "<em>",
                                           "<code>",
                                           "<code dir=\"auto\">",
                                           "<em dir=\"auto\">",
                                           "<bdi>",
                                           "<span>",
                                           "<span dir=\"auto\">",
                                           "</h4>",
                                           "</p>",
                                           "</blockquote>",
                                           "</ul>",
                                           "</li>",
                                           "</strong>",
                                           "</em>",
                                           "</code>",
                                           "</bdi>",
                                           "</span>"};
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
        size_t len = strlen(elements[i]);
        if (strncmp(at, elements[i], len) == 0) {
            return at + len;
        }
    }
    return NULL;
}

static const char *reference_end(const char *at)
{
    static const char *const references[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++) {
        size_t len = strlen(references[i]);
        if (strncmp(at, references[i], len) == 0) {
            return at + len;
        }
    }
    return NULL;
}

static void check(const char *html)
{
    for (const char *at = html; *at != '\0';) {
        const char *next = *at == '<' ? element_end(at) : *at == '&' ? reference_end(at) : at + 1;
        assert(next != NULL);
        assert(*at == '<' || (*at != '>' && *at != '"' && *at != '\''));
        at = next;
    }
}

/* NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct doc *doc = doc_new(arena);
    struct buf html;
    buf_init(&html, HTML_MAX);
    for (unsigned piece = 0; size > 0 && piece < PIECES_MAX; piece++) {
        const uint8_t *end = memchr(data + 1, '\n', size - 1);
        size_t len = end == NULL ? size - 1 : (size_t)(end - data) - 1;
        char text[PIECE_BYTES_MAX];
        size_t kept = len < sizeof text - 1 ? len : sizeof text - 1;
        memcpy(text, data + 1, kept);
        text[kept] = '\0';
        add_piece(doc, data[0], text);
        size_t used = end == NULL ? size : len + 2;
        data += used;
        size -= used;
    }
    doc_html(&html, doc->blocks, 4);
    check(html.len == 0 ? "" : html.text);
    buf_deinit(&html);
    arena_free(&arena);
    return 0;
}
