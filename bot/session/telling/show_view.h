/* What somebody may see of a table, and what a document is composed with. */
#ifndef SHOW_VIEW_H
#define SHOW_VIEW_H

#include "compose.h"
#include "doc.h"

struct house;
struct table_entry;
struct handling;
struct view;
struct person;

/* What a document is composed with; its texts live in the arena. */
struct compose house_compose(struct house *house, const struct table_entry *entry);
/* Puts it as it fits who reads of the table in another room: words, and whether they see things
 * drawn. */
void house_compose_at(struct house *house, const struct table_entry *entry, const char *adapter,
                      const char *room, struct compose *compose);
/* Puts it for one person, who alone reads it: their zone, their language, and no pictures where
 * they want none. NULL: nobody that is known. */
void house_compose_own(const struct house *house, const struct person *person,
                       struct compose *compose);
/* The same for what is said in a room ("adapter/room") of itself, whatever table it is about. */
struct compose house_compose_in(struct house *house, const char *room_key);
/* The same for the answer to who acted, on the platform where they did. */
struct compose house_compose_for(const struct handling *handling);
/* The words for who reads in a room: of buttons, or of what is typed where there are none. */
const struct catalogue *house_words(struct house *house, const char *adapter, const char *room);
/* What an answer to who did something is composed with: where it comes beside their card, that
 * says what they can do. */
struct compose show_compose(const struct handling *handling);

/* What a reader may know of the table, in the house's scratch view; the secret too once it is over.
 */
const struct view *show_view(struct house *house, const struct table_entry *entry, int reader);
/* Adds what this reader holds to what their card or hand is composed with, where that is drawn. */
void show_hold(struct house *house, const struct table_entry *entry, int reader,
               struct compose *compose);
/* What is needed to tell a reader what happened: whose table it is, and who sits there. */
const struct view *show_names(struct house *house, const struct table_entry *entry, int reader);
/* The reader whom a person is at a table: a seat, a moderator, the crowd. */
int show_reader(const struct handling *handling);
/* The board as the table stands in memory; in the arena. */
const struct doc *show_board(struct house *house, const struct table_entry *entry);
/* What stands of it in the room that its own was opened from (lobby.h). */
const struct doc *show_lobby(struct house *house, const struct table_entry *entry);
/* All of one document behind another. */
void show_append(struct doc *doc, const struct doc *more);

#endif
