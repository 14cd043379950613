/* Controls: what a reader may do now, as buttons and forms, and what a button carries. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "table.h"

enum { CONTROL_BYTES = 101, CONTROL_BUTTONS_MAX = 5 };

/* Stands for the tag of a table that has none: no table is found by it. */
/* The action of a button that names the table of what was said before. */
#define CONTROL_WHICH  "which"
#define CONTROL_NO_TAG "0"

/* What buttons alone carry, and no words: what a console's reader had seen of the table, and of the
 * game's moves, for who takes some back. */
#define CONTROL_SEEN  "seen"
#define CONTROL_AS_OF "as_of"

/* The name of a menu's field whose values give several arguments at once ("a=1.b=3"). */
#define CONTROL_PICKS "picks"

/* The value of an option's list that stands for one that it does not have: that is written. */
#define OPTION_OTHER "other"

/* Writes the members of the list "offers" of a table's view: see table_view.h. */
void controls_offers(const struct table *table, int reader, struct value_tree *facts);
/* Those that are behind Help: what a host does to a running game. */
void controls_manage(const struct table *table, int reader, struct value_tree *facts);
struct table_actor;
/* The acts of a host's console that this actor may do now. Their controls carry how much everybody
 * has seen of the table ("seen"): once there is more of it, they are stale. */
void controls_console(const struct table *table, const struct table_actor *actor,
                      struct value_tree *facts);
/* Writes the members of its object "questions". */
void controls_questions(const struct table *table, struct value_tree *facts);

/* What an act of this reader still lacks, as offers of that act alone: what was picked is carried
 * by their controls, what was typed stands in their fields. None where the act is not open to them.
 */
struct control_form {
    const struct action_def *row;
    uint32_t ask;
    const struct value_tree *picked; /* texts by arguments' names */
    const struct value_tree *typed;  /* texts by fields' names */
};
void controls_form(const struct table *table, int reader, const struct control_form *form,
                   struct value_tree *facts);

/* What a button carries: "t<tag>.<ask or ->.<action>[.<arg>=<value>…]", at most 100 bytes and a
 * zero, the smallest limit of all platforms. The tag is the table's: 1 to 12 of a to z and 0 to 9.
 * Arguments are terms, numbers and booleans; a dotted name has its dot as ':'. False when it does
 * not fit or says something else. Nothing else prints a control. */
bool controls_print(char control[CONTROL_BYTES], const char *tag, uint32_t ask, const char *action,
                    const struct value_tree *args);

struct control {
    char tag[TABLE_TAG_BYTES];
    uint32_t ask; /* 0: a standing choice */
    char action[32];
    struct value_tree args; /* texts by name */
    struct value fact[8];
    char text[128];
};

/* Reads what controls_print wrote; false when it is something else. Nothing else reads one. */
bool controls_parse(struct control *control, const char *text);
/* A standing control without arguments ("board", "hand") of the table that another one is of; false
 * when that is none. */
bool controls_beside(char control[CONTROL_BYTES], const char *other, const char *action);

/* The arguments of a control alone: "a=1.b=3". */
bool controls_print_args(char text[CONTROL_BYTES], const struct value_tree *args);
/* Reads them into control->args, beside what is there. */
bool controls_parse_args(struct control *control, const char *text);

#endif
