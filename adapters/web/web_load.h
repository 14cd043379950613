/* Reading back from the store what is not in memory. Nothing waits: whoever finds that something is
 * being read tries again when web_resume() is called. */
#ifndef WEB_LOAD_H
#define WEB_LOAD_H

#include "web_rooms.h"

struct web;
struct web_conn;

/* People, rooms, sessions; blocking, for the start. */
int web_load_all(struct web *web, struct fault *fault);
/* True when the room's log is in memory; otherwise it is being read, and web_resume() follows. */
bool web_room_ready(struct web *web, struct web_room *room);
/* The same for one message: 1 there, 0 being read, -1 there is none. */
int web_message_ready(struct web *web, struct web_room *room, int64_t seq);
/* Is anything of the room being read? */
bool web_room_is_read(const struct web *web, const struct web_room *room);
/* What is being read comes back for nobody. */
void web_readings_forget(struct web *web);
/* Sends a page of older messages. */
void web_load_more(struct web *web, struct web_conn *conn, struct web_room *room, int64_t before);

#endif
