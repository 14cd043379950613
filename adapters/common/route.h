/* Routes of an API: templates such as "/channels/{}/messages/{}", by which requests are told apart
 * in limits, figures and the log, since they hold nobody's id. Pure. */
#ifndef ROUTE_H
#define ROUTE_H

#include "buf.h"

enum { ROUTE_IDS_MAX = 3 };

/* A segment of a path, or a value of a query: all but letters, digits and -._~ percent-encoded. */
void route_encode(struct buf *path, const char *segment);
/* The route with its {} replaced by ids, in their order and encoded, as many as it has. */
void route_path(struct buf *path, const char *route, const char *const *ids);
/* The path of a request, as text of the caller's: the prefix, but for a route that begins with "/_"
 * or "/." and so is whole; the route; and behind "?" the query, which is encoded, or NULL. */
char *route_text(const char *prefix, const char *route, const char *const *ids, const char *query);

#endif
