/* Sockets of pages. Each holds, for each of its rooms, the rev up to which it has been sent;
 * pumping sends what is newer as long as the socket has room, and goes on when it has drained. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "web_private.h"
#include "web_watch.h"

enum {
    WEB_HELLO_SECONDS = 10,
    WEB_REFUSED_MAX = 200,
    WEB_CLOSE_REFUSED = 1008,
    WEB_CLOSE_REPLACED = 4000 /* the page stays away until somebody looks at it */
};

static void web_conn_opened(void *context, struct http_socket *socket)
{
    struct web *web = context;
    struct web_conn *conn = heap_allocate(sizeof *conn);
    conn->id = ++web->last_conn;
    conn->socket = socket;
    conn->next = web->conns;
    if (web->conns != NULL) {
        web->conns->previous = conn;
    }
    web->conns = conn;
    http_socket_set_user(socket, conn);
    http_socket_patience(socket, WEB_HELLO_SECONDS);
}

static void web_conn_unlink(struct web *web, struct web_conn *conn)
{
    for (unsigned i = 0; i < conn->feed_count; i++) {
        conn->feeds[i].room->readers--;
    }
    if (conn->previous != NULL) {
        conn->previous->next = conn->next;
    } else {
        web->conns = conn->next;
    }
    if (conn->next != NULL) {
        conn->next->previous = conn->previous;
    }
    free(conn);
}

static void web_conn_closed(void *context, struct http_socket *socket)
{
    struct web *web = context;
    struct web_conn *conn = http_socket_user(socket);
    struct web_person *person = conn->person;
    struct web_room *watched = conn->watched;
    web_conn_unlink(web, conn);
    if (watched != NULL) {
        watched->watchers--;
        web_room_publish_people(web, watched);
    }
    if (person != NULL && --person->here == 0) {
        web_person_notify(web, person);
    }
}

/* Who it is: the tab's token when there is one, whatever the cookie says; otherwise the cookie. */
static struct web_session *web_conn_session(struct web *web, const struct web_conn *conn,
                                            const char *tab)
{
    int64_t now_ms = web_now_ms(web);
    if (tab != NULL) {
        return web_session_find(&web->people, tab, true, now_ms);
    }
    return web_session_by_cookie(web, http_socket_request(conn->socket));
}

static bool web_rooms_are_ready(struct web *web, struct web_person *person)
{
    bool ready = web_room_ready(web, web_rooms_own(&web->rooms, person));
    for (unsigned i = 0; i < person->room_count; i++) {
        ready = web_room_ready(web, person->rooms[i]) && ready;
    }
    return ready;
}

/* A session is in use as long as its socket is, and that is written down now and then. */
static void web_conn_used(struct web *web, const struct web_conn *conn)
{
    struct web_rows rows;
    struct web_session *session = web_session_of(&web->people, conn->session);
    web_rows_init(&rows, web->arena);
    if (session != NULL) {
        web_session_used(session, web_now_ms(web), &rows);
    }
    if (rows.count > 0) {
        house_store_rows(web->house, (struct adapter *)web, rows.row, rows.count, NULL);
    }
}

/* Whoever has too many pages open loses the one that was opened first. */
static void web_conn_replace(struct web *web, const struct web_person *person)
{
    unsigned open = 0;
    struct web_conn *oldest = NULL;
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->person == person && !conn->replaced) {
            open++;
            oldest = conn; /* the newest stands first */
        }
    }
    if (open > web->per_account) {
        oldest->replaced = true;
        http_socket_close(oldest->socket, WEB_CLOSE_REPLACED, "opened elsewhere");
    }
}

/* False: the rooms are being read, again later. */
static bool web_conn_hello(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    if (op->watch != NULL) {
        return web_watch_hello(web, conn, op);
    }
    struct web_session *session = web_conn_session(web, conn, op->tab);
    if (session == NULL) {
        web_say_sorry(web, conn, NULL, WEB_SORRY_ENTER);
        http_socket_close(conn->socket, WEB_CLOSE_REFUSED, "not known who this is");
        return true;
    }
    struct web_person *person = session->person;
    if (person->damaged) {
        web_say_sorry(web, conn, NULL, WEB_SORRY_UNREADABLE);
        http_socket_close(conn->socket, WEB_CLOSE_REFUSED, "what is kept of them is damaged");
        return true;
    }
    if (!web_rooms_are_ready(web, person)) {
        return false;
    }
    memcpy(conn->session, session->hash, sizeof conn->session);
    web_conn_used(web, conn);
    http_socket_patience(conn->socket, 0);
    conn->person = person;
    http_socket_is(conn->socket, web_rank(web, person), person->account);
    web_conn_replace(web, person);
    conn->feed_count = 0;
    web_conn_follow(conn, person->own, web_since_of(op, person->own));
    for (unsigned i = 0; i < person->room_count; i++) {
        web_conn_follow(conn, person->rooms[i], web_since_of(op, person->rooms[i]));
    }
    web_say_welcome(web, conn);
    if (person->here++ == 0) {
        web_person_notify(web, person); /* this socket is sent it with all others */
    } else {
        for (unsigned i = 1; i < conn->feed_count; i++) {
            web_say_people(conn, conn->feeds[i].room);
        }
    }
    web_conn_pump(conn);
    return true;
}

/* Too fast: said kindly, and cut off only when it does not stop at all. */
static bool web_conn_may(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    const struct clock *clock = &web->world->clock;
    struct bucket *acts = conn->person != NULL ? &conn->person->acts : &conn->acts;
    if (bucket_take(acts, 1, clock->monotonic_ms(clock->context))) {
        conn->refused = 0;
        http_socket_active(conn->socket);
        return true;
    }
    if (++conn->refused > WEB_REFUSED_MAX) {
        http_socket_close(conn->socket, WEB_CLOSE_REFUSED, "too many acts");
    } else {
        web_say_sorry(web, conn, op->id, WEB_SORRY_SLOW);
    }
    return false;
}

static bool web_conn_inbound(struct web *web, struct web_conn *conn, struct web_op *op)
{
    if (conn->watched != NULL && !web_watch_holds(web, conn)) {
        return true;
    }
    if (op->kind == WEB_PING) {
        web_say_pong(web, conn);
        web_conn_used(web, conn);
        return true;
    }
    if (conn->watched != NULL) {
        return web_watch_act(web, conn, op);
    }
    if (conn->person == NULL) {
        if (op->kind == WEB_HELLO) {
            return web_conn_hello(web, conn, op);
        }
        web_say_sorry(web, conn, op->id, WEB_SORRY_ENTER);
        return true;
    }
    if (op->kind == WEB_HELLO) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_SHAPE);
        return true;
    }
    return web_act(web, conn, op);
}

static bool web_conn_said(void *context, struct http_socket *socket, const char *text, size_t len)
{
    struct web *web = context;
    struct web_conn *conn = http_socket_user(socket);
    struct web_op op;
    arena_reset(web->arena);
    if (text == NULL) {
        web_say_sorry(web, conn, NULL, WEB_SORRY_BIG);
        return true;
    }
    enum web_read result = web_codec_read(web->arena, text, len, &op);
    if (result != WEB_READ) {
        web_say_sorry(web, conn, op.id, result == WEB_BIG ? WEB_SORRY_BIG : WEB_SORRY_SHAPE);
        return true;
    }
    /* a stalled act has paid already */
    bool is_in = conn->person != NULL || conn->watched != NULL;
    if (is_in && op.kind != WEB_PING && !conn->stalled && !web_conn_may(web, conn, &op)) {
        return true;
    }
    conn->stalled = !web_conn_inbound(web, conn, &op);
    return !conn->stalled;
}

static void web_conn_drained(void *context, struct http_socket *socket)
{
    (void)context;
    web_conn_pump(http_socket_user(socket));
}

void web_conns_free(struct web *web)
{
    struct web_conn *conn = web->conns;
    web->conns = NULL;
    while (conn != NULL) {
        struct web_conn *next = conn->next;
        free(conn);
        conn = next;
    }
}

const struct http_sockets web_sockets = {.path = "/socket",
                                         .protocol = "deaddrop",
                                         .opened = web_conn_opened,
                                         .said = web_conn_said,
                                         .drained = web_conn_drained,
                                         .closed = web_conn_closed};
