/* Whose the playground's rows are (own.h), and forgetting a person who is here. */
#ifndef WEB_OWN_H
#define WEB_OWN_H

#include "adapter.h"

/* Messages may go with time, but for the last of a room. */
extern const struct row_rules web_rows;

struct web;
struct web_room;
/* web_send.c: gives the house back what waits for this room: it is to send it again. */
void web_send_later(struct web *web, struct web_room *room);

/* web_forget.c */
void web_forgetting(struct adapter *adapter, const char *account);
void web_forgotten(struct adapter *adapter, const char *account, bool stored);

#endif
