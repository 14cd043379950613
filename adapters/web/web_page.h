/* The page in the language of the settings: index.html with its sentences in their places, and all
 * of them once more for its scripts. */
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "catalogue.h"

enum { WEB_PAGE_TAG_BYTES = 48 };

/* One language's page; zeroed: none yet. */
struct web_page {
    const struct catalogue *of;
    char *text;
    size_t len;
    char tag[WEB_PAGE_TAG_BYTES]; /* tells versions apart */
    const struct catalogue *commands_of;
    char *commands; /* web_commands.c: JSON, in the language of commands_of */
};

/* Makes it in this language, where it is not so already. "{{KEY}}" of the template is the sentence
 * "web.page.KEY" as HTML, "{{=KEY}}" the same as plain text, "{{language}}" the tag, "{{words}}"
 * an object {language, words: {KEY: sentence}}. */
void web_page_make(struct web_page *page, const struct catalogue *catalogue, const char *template,
                   size_t len);
void web_page_free(struct web_page *page);

#endif
