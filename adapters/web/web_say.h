/* What a page is sent: frames, and the sentences of refusals. */
#ifndef WEB_SAY_H
#define WEB_SAY_H

#include "web_rooms.h"

struct web;
struct web_conn;

enum web_sorry {
#define SORRY(id, code, again, status) WEB_SORRY_##id,
#include "web_sorry.def"
#undef SORRY
    WEB_SORRY_COUNT
};

const char *web_sorry_code(enum web_sorry sorry);
int web_sorry_status(enum web_sorry sorry);
/* In the language of the house. */
const char *web_sorry_text(const struct web *web, enum web_sorry sorry);
/* {"sorry": …}, in the arena of the act. */
const char *web_sorry_json(struct web *web, enum web_sorry sorry);

/* id may be NULL. */
void web_say_sorry(struct web *web, struct web_conn *conn, const char *id, enum web_sorry sorry);
/* To all sockets of an account. */
void web_say_sorry_to(struct web *web, const char *account, const char *id, enum web_sorry sorry);
void web_say_done(struct web *web, const char *account, const char *id);
void web_say_welcome(struct web *web, struct web_conn *conn);
void web_say_pong(struct web *web, struct web_conn *conn);
/* id: of the act that it answers, or NULL. */
void web_say_room(struct web *web, struct web_conn *conn, const struct web_room *room,
                  const char *id);
/* The room is no room of theirs any more. */
void web_say_gone(struct web_conn *conn, const struct web_room *room);
/* Who is in the room, and how many look on. */
void web_say_people(struct web_conn *conn, const struct web_room *room);
/* What passes: a document that is not stored, and gone when the page is loaded anew. */
void web_say_note(struct web_conn *conn, const struct web_room *room, const char *doc);
/* False when the socket takes no more. */
/* What the page has of the room is to go: all of it comes anew. */
void web_say_cleared(struct web_conn *conn, const struct web_room *room);
bool web_say_entry(struct web_conn *conn, const struct web_room *room,
                   const struct web_entry *entry, bool is_edit);
void web_say_history(struct web_conn *conn, const struct web_room *room, int64_t first, bool more,
                     bool gap);

/* How a room is called on the wire. */
const char *web_room_wire(const struct web_room *room);

#endif
