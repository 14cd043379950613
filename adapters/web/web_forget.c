/* A person of the playground is forgotten. From forgetting() on they are a stranger: their sockets
 * close, no token of theirs is known, and they are in no room. Until forgotten() nothing is written
 * here, so that no row is stored once more as it was: acts wait, what the house sends comes later.
 * Then all rooms are read anew from what is left, and open pages are shown that. */
#include <string.h>

#include "web_own.h"
#include "web_private.h"
#include "web_watch.h"

enum { FORGET_CLOSE = 1008 };

static void close_sockets(struct web *web, const struct web_person *person)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->person == person) {
            while (conn->feed_count > 0) {
                conn->feeds[--conn->feed_count].room->readers--;
            }
            conn->person = NULL;
            http_socket_close(conn->socket, FORGET_CLOSE, "you were forgotten, as was asked for");
        }
    }
}

/* What rooms keep of them in memory, but for messages. */
static void leave_rooms(struct web *web, struct web_person *person)
{
    size_t at = 0;
    while (person->room_count > 0) {
        struct web_room *room = person->rooms[0];
        web_room_remove(room, person);
        web_room_publish_people(web, room);
    }
    for (struct web_room *room = map_next(&web->rooms.map, &at); room != NULL;
         room = map_next(&web->rooms.map, &at)) {
        web_room_forget(room, person->account);
    }
}

/* The house's sends that wait for a room are given back: they come again in other words. */
static void give_back(struct web *web)
{
    size_t at = 0;
    for (struct web_room *room = map_next(&web->rooms.map, &at); room != NULL;
         room = map_next(&web->rooms.map, &at)) {
        web_send_later(web, room);
    }
}

void web_forgetting(struct adapter *adapter, const char *account)
{
    struct web *web = (struct web *)adapter;
    struct web_person *person = web_people_at(&web->people, account);
    arena_reset(web->arena);
    web->forgetting = true;
    if (person != NULL) {
        close_sockets(web, person);
        leave_rooms(web, person);
        web_watch_sweep(web); /* links of theirs show nothing any more */
        web_people_forget(&web->people, person);
    }
    give_back(web);
}

static bool has_pending(const struct web_room *room)
{
    for (size_t i = 0; i < room->log.count; i++) {
        if (room->log.entry[i]->state == WEB_ENTRY_PENDING) {
            return true;
        }
    }
    return false;
}

/* Their private room, which nobody reads any more; false where it still is of use. */
static bool drop_private(struct web *web, struct web_room *room, const char *account)
{
    bool theirs = room->is_private && strcmp(room->owner, account) == 0;
    if (theirs && !web_room_is_read(web, room) && room->waiting == NULL && !has_pending(room)) {
        room->member_count = 0;
        web_rooms_drop(&web->rooms, room);
        return true;
    }
    return false;
}

/* What was read of it is read anew; pages that are open in it come back to what is left. */
static void read_anew(struct web *web, struct web_room *room)
{
    if (room->state != WEB_WARM || !room->born || has_pending(room)) {
        return;
    }
    web_log_deinit(&room->log);
    room->missing = 0;
    room->state = WEB_COLD;
    room->anew = true;
    if (room->readers > 0) {
        web_room_ready(web, room);
    }
}

void web_forgotten(struct adapter *adapter, const char *account, bool stored)
{
    struct web *web = (struct web *)adapter;
    size_t at = 0;
    arena_reset(web->arena);
    web->forgetting = false;
    for (struct web_room *room = map_next(&web->rooms.map, &at); stored && room != NULL;
         room = map_next(&web->rooms.map, &at)) {
        if (drop_private(web, room, account)) {
            at = 0; /* the map has moved its rows */
        } else if (!room->anew) {
            read_anew(web, room);
        }
    }
    web_resume(web);
}
