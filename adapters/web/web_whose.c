/* Whose a request is: by the token of a tab, or by the cookie. */
#include <stdio.h>

#include "web_private.h"

static const int64_t web_newcomer_ms = 24LL * 60 * 60 * 1000;

struct web_session *web_session_by_cookie(struct web *web, const struct http_request *request)
{
    char token[WEB_SECRET_TEXT_BYTES];
    if (!web_cookie_find(request->cookie, WEB_COOKIE, token, sizeof token)) {
        return NULL;
    }
    return web_session_find(&web->people, token, false, web_now_ms(web));
}

struct web_person *web_person_of(struct web *web, const struct http_request *request)
{
    const char *tab = web_bearer(request->authorization);
    struct web_session *session = tab[0] != '\0'
                                      ? web_session_find(&web->people, tab, true, web_now_ms(web))
                                      : web_session_by_cookie(web, request);
    return session != NULL ? session->person : NULL;
}

struct web_person *web_asker(struct web *web, const struct http_request *request)
{
    struct web_person *person = web_person_of(web, request);
    return person == NULL || person->damaged ? NULL : person;
}

enum http_rank web_rank(const struct web *web, const struct web_person *person)
{
    return web_now_ms(web) - person->made_ms < web_newcomer_ms ? HTTP_NEWCOMER : HTTP_KNOWN;
}

enum http_rank web_whose(void *context, const struct http_request *request,
                         char account[HTTP_KEY_BYTES])
{
    struct web *web = context;
    const struct web_person *person = web_asker(web, request);
    if (person == NULL) {
        return HTTP_STRANGER;
    }
    snprintf(account, HTTP_KEY_BYTES, "%s", person->account);
    return web_rank(web, person);
}
