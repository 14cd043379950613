/* Cards and calls: who has one, what stands on it, when it is posted anew, whom the room calls
 * instead. card.h has what is kept of one, outbox_card.h how it is sent. */
#ifndef CARDS_H
#define CARDS_H

#include "outbox_put.h"
#include "owed.h"

#include <stdbool.h>

struct card;
struct commit;
struct doc;
struct house;
struct outbox_row;
struct person;
struct table_entry;
struct handling;

/* Before a move: notes what each card shows, where a start has forgotten it. */
void cards_know(struct house *house, struct table_entry *entry);
/* After a move: a line for a card (doc NULL: none), in place of the one before it. */
void cards_news(struct handling *handling, uint64_t person, const struct doc *doc);
/* After a move, and after the news of it: cards for who has come, the last line for who has left,
 * rows for those that have changed or call, and the call in the room. */
void cards_follow(struct handling *handling, const struct owed_list *before);
/* The card as its table stands in memory, in the arena. */
const struct doc *cards_render(struct house *house, const struct table_entry *entry,
                               struct card *card);
/* A message that says it, and its hash (doc_hash.h). */
struct outbox_message cards_message(struct house *house, const struct table_entry *entry,
                                    struct card *card);
uint64_t cards_hash(struct house *house, const struct table_entry *entry, struct card *card);
/* Wants the card brought up to date, once this commit is on disk. */
void cards_put(struct commit *commit, struct table_entry *entry, struct card *card);
/* Is the row for where the card stands now? */
bool cards_row_is_at(const struct card *card, const struct outbox_row *row);
/* Takes the card to where its person is reached now: what stands elsewhere becomes one line. True:
 * it is to be posted there (cards_put). */
bool cards_move(struct commit *commit, struct table_entry *entry, struct card *card);
/* The same with all cards of somebody, posted. */
void cards_move_all(struct commit *commit, struct person *person);
/* A stored document in place of a message that was a card; it is posted nowhere else. */
void cards_put_rest(struct commit *commit, const struct table_entry *entry, const struct card *card,
                    const char *platform_id, const struct doc *doc);
/* A table can be drawn: its cards go on. */
void cards_resume(struct house *house, const struct table_entry *entry);
/* Its card for its reader as an answer, where no private message reaches them; else NULL. */
const struct doc *cards_behind_hand(const struct handling *handling);
/* Does what they have just done bring them their card anew, where there is no other way to answer
 * them alone? It says all that an answer about their hand would. */
bool cards_bring(const struct handling *handling);
/* The room calls those whom no private message reaches, each ask of owed once, and only where the
 * crowd may know that they are asked. */
void cards_call(struct handling *handling, const struct owed_list *owed);
/* Can who presses something in the table's room be answered so that only they see it? */
bool cards_answer_alone(struct house *house, const struct table_entry *entry);
/* Somebody acted, in private or at a table that waits until it reaches them: what was closed to
 * them is tried again. */
void cards_inbound(struct handling *handling);
/* The room's message of this step has arrived, or never will: those it called have been told. */
void cards_called(struct commit *commit, struct table_entry *entry, uint32_t step);

#endif
