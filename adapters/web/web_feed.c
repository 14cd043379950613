/* Who follows which room, and what they are sent of it. */
#include <string.h>

#include "web_private.h"

enum { WEB_CLOSE_AGAIN = 1013 };

static void web_feed_history(struct web_conn *conn, struct web_feed *feed)
{
    if (!feed->live) {
        feed->live = true;
        web_say_history(conn, feed->room, feed->first, feed->first > 1, feed->gap);
    }
}

static void web_feed_pump(struct web_conn *conn, struct web_feed *feed)
{
    if (feed->cleared) {
        feed->cleared = false;
        web_say_cleared(conn, feed->room);
    }
    while (http_socket_queued(conn->socket) < WEB_QUEUE_HIGH) {
        const struct web_entry *entry = web_log_after(&feed->room->log, feed->cursor);
        if (entry == NULL) {
            web_feed_history(conn, feed);
            return;
        }
        bool is_edit = entry->seq <= feed->cursor && (feed->joins || entry->seq >= feed->first);
        if (!web_say_entry(conn, feed->room, entry, is_edit)) {
            return;
        }
        feed->cursor = entry->rev;
    }
}

void web_conn_pump(struct web_conn *conn)
{
    for (unsigned i = 0; i < conn->feed_count; i++) {
        web_feed_pump(conn, &conn->feeds[i]);
    }
}

/* Who looks on sees nothing from the moment on when their link has ended. */
static bool web_conn_may_read(const struct web *web, const struct web_conn *conn)
{
    return conn->watched == NULL ||
           web_room_is_invited(conn->watched, WEB_INVITE_WATCH, conn->session, web_now_ms(web));
}

void web_room_pump(struct web *web, const struct web_room *room)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        for (unsigned i = 0; i < conn->feed_count; i++) {
            if (conn->feeds[i].room == room && web_conn_may_read(web, conn)) {
                web_feed_pump(conn, &conn->feeds[i]);
            }
        }
    }
}

void web_room_note(struct web *web, const struct web_room *room, const char *doc)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        for (unsigned i = 0; i < conn->feed_count; i++) {
            if (conn->feeds[i].room == room) {
                web_say_note(conn, room, doc);
            }
        }
    }
}

void web_room_publish_people(struct web *web, const struct web_room *room)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        for (unsigned i = 0; i < conn->feed_count; i++) {
            if (conn->feeds[i].room == room && conn->person != NULL) {
                web_say_people(conn, room);
            }
        }
    }
}

const int64_t *web_since_of(const struct web_op *op, const struct web_room *room)
{
    for (unsigned i = 0; i < op->since_count; i++) {
        if (strcmp(op->since[i].room, web_room_wire(room)) == 0) {
            return &op->since[i].rev;
        }
    }
    return NULL;
}

/* From where on the page is to be sent: what it says it has, when that still joins on. */
static void web_feed_start(struct web_feed *feed, struct web_room *room, const int64_t *since)
{
    const struct web_log *log = &room->log;
    feed->joins = since != NULL && *since >= log->floor - 1 && *since <= log->last &&
                  (room->cleared == 0 || *since > room->cleared);
    feed->cleared = since != NULL && room->cleared != 0 && *since <= room->cleared;
    feed->room = room;
    feed->cursor = feed->joins ? *since : web_log_tail(log, WEB_FIRST_CHANGES);
    feed->first = feed->cursor + 1;
    feed->gap = since != NULL && !feed->joins;
    feed->live = false;
}

void web_room_was_cleared(struct web *web, struct web_room *room)
{
    static const int64_t before = 0;
    if (!room->anew) {
        return;
    }
    room->anew = false;
    room->cleared = room->log.last > 0 ? room->log.last : 1;
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        for (unsigned i = 0; i < conn->feed_count; i++) {
            if (conn->feeds[i].room == room) {
                web_feed_start(&conn->feeds[i], room, &before);
                web_feed_pump(conn, &conn->feeds[i]);
            }
        }
    }
}

void web_conn_follow(struct web_conn *conn, struct web_room *room, const int64_t *since)
{
    if (conn->feed_count < WEB_FEEDS_MAX) {
        web_feed_start(&conn->feeds[conn->feed_count++], room, since);
        room->readers++;
    }
}

void web_person_notify(struct web *web, const struct web_person *person)
{
    for (unsigned i = 0; i < person->room_count; i++) {
        web_room_publish_people(web, person->rooms[i]);
    }
}

void web_person_follow(struct web *web, struct web_person *person, struct web_room *room,
                       const struct web_pending *origin)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->person == person && room->state == WEB_WARM) {
            bool answers = origin != NULL && origin->conn == conn->id;
            web_conn_follow(conn, room, NULL);
            web_say_room(web, conn, room, answers ? origin->id : NULL);
        } else if (conn->person == person) { /* its log could not be read: greet anew */
            http_socket_close(conn->socket, WEB_CLOSE_AGAIN, "come back");
        }
    }
    web_room_publish_people(web, room);
    web_room_pump(web, room);
}

void web_person_unfollow(struct web *web, struct web_person *person, struct web_room *room)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        for (unsigned i = conn->feed_count; conn->person == person && i-- > 0;) {
            if (conn->feeds[i].room == room) {
                conn->feed_count--;
                memmove(&conn->feeds[i], &conn->feeds[i + 1],
                        (conn->feed_count - i) * sizeof conn->feeds[0]);
                room->readers--;
                web_say_gone(conn, room);
            }
        }
    }
}

void web_person_publish(struct web *web, const struct web_person *person,
                        const struct web_room *room)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->person == person) {
            web_say_room(web, conn, room, NULL);
        }
    }
}

void web_resume(struct web *web)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->stalled) {
            http_socket_resume(conn->socket);
        }
    }
}
