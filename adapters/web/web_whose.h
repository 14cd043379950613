/* Whose a request is. */
#ifndef WEB_WHOSE_H
#define WEB_WHOSE_H

#include "http_server.h"
#include "web_people.h"

struct web;

/* Whose the cookie is, NULL nobody's. */
struct web_session *web_session_by_cookie(struct web *web, const struct http_request *request);
/* Whose page asks: a tab token decides alone, even when it is not known. NULL nobody's. */
struct web_person *web_person_of(struct web *web, const struct http_request *request);
/* The same, of who can do something. */
struct web_person *web_asker(struct web *web, const struct http_request *request);
/* Whose a request is, for its place and rate. */
enum http_rank web_whose(void *context, const struct http_request *request,
                         char account[HTTP_KEY_BYTES]);
enum http_rank web_rank(const struct web *web, const struct web_person *person);

#endif
