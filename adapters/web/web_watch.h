/* Who looks on: by a link, into one room, as the crowd there sees it. They are nobody's account,
 * stand in no list of people, and can do nothing but ask for older messages. */
#ifndef WEB_WATCH_H
#define WEB_WATCH_H

#include <stdbool.h>

struct web;
struct web_conn;
struct web_op;

/* Their first op; false: the room is being read, again later. */
bool web_watch_hello(struct web *web, struct web_conn *conn, const struct web_op *op);
/* What they try to do; false: not now, again later. */
bool web_watch_act(struct web *web, struct web_conn *conn, const struct web_op *op);
/* Does the link that they came by still count? If not, the socket is closed. */
bool web_watch_holds(struct web *web, struct web_conn *conn);
/* All who look on by links that count no more have to go. */
void web_watch_sweep(struct web *web);

#endif
