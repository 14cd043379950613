/* What is the same for everybody, in the language in force: the page, the list of commands. */
#ifndef WEB_FILE_H
#define WEB_FILE_H

#include "http_file.h"
#include "http_server.h"

struct web;

/* Routes; the context is the web. */
void web_ask_page(void *context, const struct http_request *request);
void web_ask_commands(void *context, const struct http_request *request);

/* The list of commands as JSON (web_commands.c). */
const struct http_file *web_commands(struct web *web);
/* Its tag as it is now, without the quotes. Lives as long as the arena of the act. */
const char *web_commands_tag(struct web *web);
/* The page as it is now: a page of another version loads itself anew. */
const char *web_version(struct web *web);

#endif
