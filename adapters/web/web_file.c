/* What is the same for everybody and holds no secret: the page with its words, the list of
 * commands. Both are made once for a language, and packed. */
#include <string.h>

#include "embed_page.h"
#include "web_file.h"
#include "web_page.h"
#include "web_private.h"

static struct web_page *web_page_now(struct web *web)
{
    web_page_of(web->page, web->world->catalogue, page, page_count);
    return web->page;
}

void web_ask_page(void *context, const struct http_request *request)
{
    http_file_answer(&request, &web_page_now(context)->file);
}

void web_ask_commands(void *context, const struct http_request *request)
{
    http_file_answer(&request, web_commands(context));
}

/* Without the quotes that it has in a head. */
const char *web_commands_tag(struct web *web)
{
    const char *tag = web_commands(web)->tag;
    return arena_text(web->arena, tag + 1, strlen(tag) - 2);
}

const char *web_version(struct web *web)
{
    return web_page_now(web)->version;
}
