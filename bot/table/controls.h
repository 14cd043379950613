/* Controls: what a reader may do now, as buttons and forms, and what a button carries. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "table.h"

enum { CONTROL_BYTES = 101, CONTROL_BUTTONS_MAX = 5 };

/* Writes the members of the list "offers" of a table's view: see table_view.h. */
void controls_offers(const struct table *table, int reader, struct facts *facts);

/* What a button carries: "t<table>.<ask or ->.<action>[.<arg>=<value>…]", at most 100 bytes and a
 * zero, the smallest limit of all platforms. Arguments are terms, numbers and booleans; a dotted
 * name has its dot as ':'. False when it does not fit or says something else. */
bool controls_print(char control[CONTROL_BYTES], uint64_t table, uint32_t ask, const char *action,
                    const struct facts *args);

struct control {
    uint64_t table;
    uint32_t ask; /* 0: a standing choice */
    char action[32];
    struct facts args; /* texts by name */
    struct fact fact[8];
    char text[128];
};

/* Reads what controls_print wrote; false when it is something else. */
bool controls_parse(struct control *control, const char *text);

#endif
