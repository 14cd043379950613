/* The house makes the page of what its store has now; nothing of it is kept here. */
#include "web_transcript.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "web_private.h"

enum { TRANSCRIPT_POLICY_BYTES = 1024, TRANSCRIPT_RETRY_S = 2 };

struct web_transcript {
    struct web *web;
    const struct http_request *request;
};

/* Why there is no page, in a sentence for who has opened the address. */
static void transcript_sorry(struct web *web, const struct http_request **request,
                             enum web_sorry sorry)
{
    const char *text = web_sorry_text(web, sorry);
    const struct http_answer answer = {.status = web_sorry_status(sorry),
                                       .type = "text/plain; charset=utf-8",
                                       .body = text,
                                       .len = strlen(text),
                                       .retry_s = sorry == WEB_SORRY_BUSY ? TRANSCRIPT_RETRY_S : 0};
    http_answer(request, &answer);
}

/* The page stands alone: no frame holds it, nobody finds it, it says to nobody where it was. */
static void transcript_show(const struct http_request **request, const struct house_page *page)
{
    struct buf policy;
    buf_init(&policy, TRANSCRIPT_POLICY_BYTES);
    buf_text(&policy, page->policy);
    buf_text(&policy, "; frame-ancestors 'none'");
    const char *const headers[] = {"Content-Security-Policy:",
                                   policy.text,
                                   "X-Content-Type-Options:",
                                   "nosniff",
                                   "Referrer-Policy:",
                                   "no-referrer",
                                   "X-Robots-Tag:",
                                   "noindex",
                                   "Cross-Origin-Opener-Policy:",
                                   "same-origin",
                                   "X-Frame-Options:",
                                   "DENY",
                                   NULL};
    const struct http_answer answer = {.status = 200,
                                       .type = "text/html; charset=utf-8",
                                       .headers = headers,
                                       .body = page->html,
                                       .len = page->len};
    http_answer(request, &answer);
    buf_deinit(&policy);
}

static void transcript_made(void *context, const struct house_page *page)
{
    struct web_transcript *asked = context;
    arena_reset(asked->web->arena);
    if (page->html != NULL) {
        transcript_show(&asked->request, page);
    } else {
        transcript_sorry(asked->web, &asked->request,
                         page->busy ? WEB_SORRY_BUSY : WEB_SORRY_TRANSCRIPT);
    }
    free(asked);
}

void web_ask_transcript(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_transcript *asked = heap_allocate(sizeof *asked);
    asked->web = web;
    asked->request = request;
    house_transcript(web->house, request->path + strlen(WEB_TRANSCRIPT_PATH), transcript_made,
                     asked);
}
