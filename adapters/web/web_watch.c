/* Sockets of who looks on. A link counts or does not at the moment when something would be sent. */
#include "web_watch.h"

#include <string.h>

#include "web_private.h"

enum { WEB_CLOSE_ENDED = 1008, WEB_CLOSE_MANY = 1013 };

static void web_watch_end(struct web *web, struct web_conn *conn)
{
    web_say_sorry(web, conn, NULL, WEB_SORRY_WATCH);
    http_socket_close(conn->socket, WEB_CLOSE_ENDED, "this link shows nothing any more");
}

/* Takes the room from a socket that is being closed. */
static void web_watch_leave(struct web *web, struct web_conn *conn)
{
    struct web_room *room = conn->watched;
    conn->watched = NULL;
    room->watchers--;
    while (conn->feed_count > 0) {
        conn->feeds[--conn->feed_count].room->readers--;
    }
    web_watch_end(web, conn);
    web_room_publish_people(web, room);
}

bool web_watch_holds(struct web *web, struct web_conn *conn)
{
    if (web_room_is_invited(conn->watched, WEB_INVITE_WATCH, conn->session, web_now_ms(web))) {
        return true;
    }
    web_watch_leave(web, conn);
    return false;
}

void web_watch_sweep(struct web *web)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->watched != NULL) {
            web_watch_holds(web, conn);
        }
    }
}

bool web_watch_hello(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    const struct clock *clock = &web->world->clock;
    struct web_room *room =
        web_rooms_invited(&web->rooms, WEB_INVITE_WATCH, op->watch, web_now_ms(web));
    if (room == NULL) {
        web_watch_end(web, conn);
        return true;
    }
    if (room->watchers >= WEB_WATCHERS_MAX) {
        web_say_sorry(web, conn, NULL, WEB_SORRY_FULL);
        http_socket_close(conn->socket, WEB_CLOSE_MANY, "too many look on");
        return true;
    }
    if (!web_room_ready(web, room)) {
        return false;
    }
    web_secret_hash(op->watch, conn->session);
    http_socket_patience(conn->socket, 0);
    conn->watched = room;
    room->watchers++;
    bucket_init(&conn->acts, WEB_ACTS_BURST, WEB_ACTS_EACH_MS, clock->monotonic_ms(clock->context));
    web_conn_follow(conn, room, web_since_of(op, room));
    web_say_welcome(web, conn);
    web_conn_pump(conn);
    web_room_publish_people(web, room);
    return true;
}

bool web_watch_act(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    if (op->kind != WEB_MORE || strcmp(op->room, conn->watched->id) != 0) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_WATCHING);
        return true;
    }
    if (conn->reading || !web_room_ready(web, conn->watched)) {
        return false;
    }
    web_load_more(web, conn, conn->watched, op->before);
    return true;
}
