/* Sentences go into HTML escaped, their styles as elements; the object for the scripts stands in an
 * element, where no < may be. */
#include "web_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fnv.h"
#include "heap.h"
#include "json_out.h"

enum { WEB_PAGE_BYTES_MAX = 512 * 1024, WEB_PAGE_KEY_BYTES = 96 };

static const char web_page_prefix[] = "web.page.";

static const char *web_page_element(enum run_kind kind)
{
    return kind == RUN_STRONG     ? "strong"
           : kind == RUN_EMPHASIS ? "em"
           : kind == RUN_CODE     ? "code"
                                  : NULL;
}

/* A sentence in its styles. */
static void web_page_rich(struct buf *out, const struct catalogue *catalogue, struct arena *arena,
                          const char *key)
{
    const struct catalogue_args none = {.index = VALUE_NONE};
    struct doc *doc = doc_new(arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    catalogue_write(catalogue, doc, block, key, &none);
    for (const struct run *run = block->runs; run != NULL; run = run->next) {
        const char *element = web_page_element(run->kind);
        if (element != NULL) {
            buf_text(out, "<");
            buf_text(out, element);
            buf_text(out, ">");
        }
        buf_markup(out, run->text == NULL ? "" : run->text);
        if (element != NULL) {
            buf_text(out, "</");
            buf_text(out, element);
            buf_text(out, ">");
        }
    }
}

/* With the version, which depends on all words and files. */
static void web_page_words(struct web_page *page, struct buf *out,
                           const struct catalogue *catalogue)
{
    struct buf json;
    const char *key = NULL;
    size_t len = sizeof web_page_prefix - 1;
    buf_init(&json, WEB_PAGE_BYTES_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "language", catalogue_language(catalogue));
    json_out_key(&json, "words");
    buf_text(&json, "{");
    for (size_t n = 0; (key = catalogue_key(catalogue, n)) != NULL; n++) {
        if (strncmp(key, web_page_prefix, len) == 0) {
            json_out_text(&json, key + len, catalogue_entry(catalogue, key));
        }
    }
    buf_text(&json, "}");
    uint64_t sums[2] = {page->sum, fnv64(json.text, json.len)};
    snprintf(page->version, sizeof page->version, "%016llx",
             (unsigned long long)fnv64(sums, sizeof sums));
    json_out_text(&json, "version", page->version);
    buf_text(&json, "}");
    for (size_t i = 0; i < json.len; i++) {
        if (json.text[i] == '<') {
            buf_text(out, "\\u003c");
        } else {
            buf_add(out, json.text + i, 1);
        }
    }
    buf_deinit(&json);
}

/* What stands in the place of a mark of the template. */
static void web_page_mark(struct web_page *page, struct buf *out, const struct catalogue *catalogue,
                          struct arena *arena, const char *mark, size_t len)
{
    char key[WEB_PAGE_KEY_BYTES];
    bool plain = len > 0 && mark[0] == '=';
    snprintf(key, sizeof key, "%s%.*s", web_page_prefix, (int)(len - plain), mark + plain);
    const char *name = key + sizeof web_page_prefix - 1;
    if (strcmp(name, "language") == 0) {
        buf_markup(out, catalogue_language(catalogue));
    } else if (strcmp(name, "words") == 0) {
        web_page_words(page, out, catalogue);
    } else if (plain) {
        buf_markup(out, catalogue_text(catalogue, arena, key, NULL, VALUE_NONE, NULL));
    } else {
        web_page_rich(out, catalogue, arena, key);
    }
}

void web_page_make(struct web_page *page, const struct catalogue *catalogue, const char *template,
                   size_t len)
{
    struct buf out;
    if (page->of == catalogue) {
        return;
    }
    struct arena *arena = arena_new();
    const char *text = arena_text(arena, template, len);
    buf_init(&out, WEB_PAGE_BYTES_MAX);
    for (const char *mark = NULL; (mark = strstr(text, "{{")) != NULL;) {
        const char *end = strstr(mark, "}}");
        if (end == NULL) {
            break;
        }
        buf_add(&out, text, (size_t)(mark - text));
        web_page_mark(page, &out, catalogue, arena, mark + 2, (size_t)(end - mark) - 2);
        text = end + 2;
    }
    buf_text(&out, text);
    free(page->text);
    page->of = catalogue;
    page->text = heap_text(out.text, out.len);
    page->len = out.len;
    http_file_make(&page->file, http_file_type("index.html"), page->text, page->len);
    buf_deinit(&out);
    arena_free(&arena);
}

void web_page_of(struct web_page *page, const struct catalogue *catalogue,
                 const struct embedded_file *files, size_t count)
{
    if (page->of == catalogue) {
        return;
    }
    const struct embedded_file *index = embedded_find(files, count, "index.html");
    for (size_t i = 0; i < count; i++) {
        uint64_t sums[2] = {page->sum, fnv64(files[i].bytes, files[i].size)};
        page->sum = fnv64(sums, sizeof sums);
    }
    web_page_make(page, catalogue, (const char *)index->bytes, index->size);
}

void web_page_free(struct web_page *page)
{
    http_file_free(&page->file);
    http_file_free(&page->commands_file);
    free(page->text);
    free(page->commands);
    *page = (struct web_page){0};
}
