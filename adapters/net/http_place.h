/* Whose place and whose rate a connection uses, and who goes when there are no more. */
#ifndef HTTP_PLACE_H
#define HTTP_PLACE_H

#include "bucket.h"
#include "http_server.h"

struct http_link;
struct http_server;

/* An account or an address. */
struct http_holder {
    char key[HTTP_KEY_BYTES];
    unsigned links;
    struct bucket requests;
    struct bucket frames;
    struct bucket bytes;
    struct http_holder *next; /* among those without links, the longest unused first */
    struct http_holder *previous;
};

int64_t http_now_ms(const struct http_server *server);

/* Charges the link to an account or, with account NULL, to its address. */
void http_place_charge(struct http_link *link, const char *account);
void http_place_release(struct http_link *link);
/* Room for one connection more, of which nothing is known yet; somebody may have to go for it. */
bool http_place_accept(struct http_server *server);
/* May this request, whose head has been read, be dealt with? socket: it would stay. */
bool http_place_keep(struct http_link *link, bool socket);
/* Takes it off the rate of requests. */
bool http_place_may_ask(struct http_link *link, bool socket);
void http_place_free_all(struct http_server *server);

#endif
