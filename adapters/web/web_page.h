/* The page in the language of the settings: index.html with its sentences in their places, and all
 * of them once more for its scripts. */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "catalogue.h"
#include "embedded.h"
#include "http_file.h"

/* One language's page; zeroed: none yet. */
struct web_page {
    const struct catalogue *of;
    char *text;
    size_t len;
    struct http_file file;        /* the same as it is served */
    uint64_t sum;                 /* of all files that it is made of and loads */
    char version[HTTP_TAG_BYTES]; /* of those and of its words */
    const struct catalogue *commands_of;
    char *commands; /* web_commands.c: JSON, in the language of commands_of */
    struct http_file commands_file;
};

/* Makes it in this language, where it is not so already. "{{KEY}}" of the template is the sentence
 * "web.page.KEY" as HTML, "{{=KEY}}" the same as plain text, "{{language}}" the tag, "{{words}}"
 * an object {language, words: {KEY: sentence}, version}. */
void web_page_make(struct web_page *page, const struct catalogue *catalogue, const char *template,
                   size_t len);
/* The same of "index.html" of these files. */
void web_page_of(struct web_page *page, const struct catalogue *catalogue,
                 const struct embedded_file *files, size_t count);
void web_page_free(struct web_page *page);

#endif
