/* Sockets (web_conn.c), who of them follows which room, and what they are sent (web_feed.c). */
#ifndef WEB_CONN_H
#define WEB_CONN_H

#include "http_server.h"
#include "web_rooms.h"

struct web;
struct web_conn;
struct web_op;
struct web_pending;

extern const struct http_sockets web_sockets;
/* A socket follows a room from here on; since: what its page has of it, NULL nothing. */
void web_conn_follow(struct web_conn *conn, struct web_room *room, const int64_t *since);
/* What the page says that it has of a room; NULL nothing. */
const int64_t *web_since_of(const struct web_op *op, const struct web_room *room);
/* It is sent what is new in all its rooms. */
void web_conn_pump(struct web_conn *conn);
/* Everybody who reads the room is sent what is new. */
void web_room_pump(struct web *web, const struct web_room *room);
/* Everybody who reads the room is shown what passes. */
void web_room_note(struct web *web, const struct web_room *room, const char *doc);
/* It was read anew after somebody was forgotten: whoever reads it has what is left, and no more. */
void web_room_was_cleared(struct web *web, struct web_room *room);
/* Everybody in the room is sent who is there. */
void web_room_publish_people(struct web *web, const struct web_room *room);
/* A room has become this person's: all their sockets follow it from here on. origin is the act of
 * the page that made it so; may be NULL. */
void web_person_follow(struct web *web, struct web_person *person, struct web_room *room,
                       const struct web_pending *origin);
/* A room is this person's no more: their sockets let go of it. */
void web_person_unfollow(struct web *web, struct web_person *person, struct web_room *room);
/* A room is sent to this person anew: something about them there has changed. */
void web_person_publish(struct web *web, const struct web_person *person,
                        const struct web_room *room);
/* All who see this person are sent what they are now. */
void web_person_notify(struct web *web, const struct web_person *person);
/* What stalled may be tried again. */
void web_resume(struct web *web);
void web_conns_free(struct web *web);

#endif
