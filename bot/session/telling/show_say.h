/* Messages of a commit: to one person, to a room, in answer to who did something. */
#ifndef SHOW_SAY_H
#define SHOW_SAY_H

#include "doc.h"
#include "doc_head.h"
#include "message.h"

struct commit;
struct value_tree;
struct person;
struct table_entry;
struct handling;

/* A document for the person in a seat, in private. */
void show_private(struct handling *handling, int seat, const struct doc *doc);
/* In the room, with a notification: whom no private message reaches. */
void show_call(struct handling *handling, const struct doc *doc);
/* A private answer to who acted: at once where that is possible. While the store is down it is sent
 * without it. */
void show_answer(struct handling *handling, const struct doc *doc, enum doc_kind kind);
/* A sentence of the house to a room. */
void show_say(struct commit *commit, const char *room_key, enum message message,
              const struct value_tree *facts);
/* A document to one person about a table, and a sentence. */
void show_doc_to(struct commit *commit, struct table_entry *entry, const struct person *person,
                 const struct doc *doc);
void show_say_to(struct commit *commit, struct table_entry *entry, const struct person *person,
                 enum message message, const struct value_tree *facts);

#endif
